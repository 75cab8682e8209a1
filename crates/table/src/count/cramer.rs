//! Cramér's V: how much two attributes tell about each other, from how many rows have each pair of their codes.

/// √(χ² / (n · (the smaller number of values - 1))): 0 = independent, 1 = one determines the other; none where one of them does not vary.
/// `cells` holds a line of `wide` codes of the second attribute for each code of the first one. Not corrected for bias.
pub fn cramers_v(cells: &[u64], wide: usize) -> Option<f64> {
    let lines = || cells.chunks(wide.max(1));
    let mut of_column = vec![0u64; wide];
    lines().for_each(|line| {
        of_column
            .iter_mut()
            .zip(line)
            .for_each(|(sum, cell)| *sum += cell);
    });
    let of_line: Vec<u64> = lines().map(|line| line.iter().sum()).collect();
    let occurring = |sums: &[u64]| sums.iter().filter(|&&sum| sum > 0).count();
    let smaller = occurring(&of_line).min(occurring(&of_column));
    if smaller < 2 {
        return None;
    }
    // χ²/n = Σ n_ab² / (n_a n_b) - 1.
    let mut sum = 0.0;
    for (line, &of_line) in lines().zip(&of_line) {
        for (&cell, &of_column) in line.iter().zip(&of_column).filter(|(cell, _)| **cell > 0) {
            // Divided one by one: the product of two sums of lines may exceed what a double holds exactly.
            sum += (cell as f64 / of_line as f64) * (cell as f64 / of_column as f64);
        }
    }
    // Rounding may leave a hair below 0 or above 1, of which there is no root or which is no share.
    Some(((sum - 1.0) / (smaller - 1) as f64).clamp(0.0, 1.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::cramers_v;

    #[test]
    fn v_is_one_for_a_function_and_zero_for_independence() {
        assert!((cramers_v(&[0, 2, 2, 0], 2).unwrap() - 1.0).abs() < 1e-12);
        assert!(cramers_v(&[1, 1, 1, 1], 2).unwrap().abs() < 1e-12);
        assert_eq!(cramers_v(&[2, 2], 1), None);
        assert_eq!(cramers_v(&[], 0), None);
        // By hand: 2×2 table 3,1 / 1,3 has χ² = 2 of n = 8.
        assert!((cramers_v(&[3, 1, 1, 3], 2).unwrap() - 0.5).abs() < 1e-12);
        assert!(
            (cramers_v(&[3, 0, 1, 1, 0, 3, 0, 0, 0], 3).unwrap() - 0.5).abs() < 1e-12,
            "codes that do not occur"
        );
    }
}
