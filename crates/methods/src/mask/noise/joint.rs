//! Noise drawn for all attributes together, with the covariance of the data.

use rand_chacha::ChaCha20Rng;

use super::normal;

/// Step 2.
pub(super) fn add(columns: &mut [Vec<f64>], share: f64, rng: &mut ChaCha20Rng) {
    let (means, covariance) = moments(columns);
    let lower = root(&covariance);
    let (spread, shrink) = (share.sqrt(), 1.0 / (1.0 + share).sqrt());
    for row in 0..columns.first().map_or(0, Vec::len) {
        let drawn: Vec<f64> = means.iter().map(|_| normal(rng)).collect();
        for (place, column) in columns.iter_mut().enumerate() {
            let error: f64 = lower[place]
                .iter()
                .zip(&drawn)
                .map(|(root, drawn)| root * drawn)
                .sum();
            column[row] = means[place] + (column[row] + spread * error - means[place]) * shrink;
        }
    }
}

/// Means and covariances of the rows in which nothing is missing.
pub(super) fn moments(columns: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let rows = columns.first().map_or(0, Vec::len);
    let complete: Vec<usize> = (0..rows)
        .filter(|&row| columns.iter().all(|column| !column[row].is_nan()))
        .collect();
    let count = complete.len().max(1) as f64;
    let mean = |column: &Vec<f64>| complete.iter().map(|&row| column[row]).sum::<f64>() / count;
    let means: Vec<f64> = columns.iter().map(mean).collect();
    let product = |a: usize, b: usize| {
        complete
            .iter()
            .map(|&row| (columns[a][row] - means[a]) * (columns[b][row] - means[b]))
            .sum::<f64>()
            / count
    };
    let places = 0..columns.len();
    let covariance = places
        .clone()
        .map(|a| places.clone().map(|b| product(a, b)).collect())
        .collect();
    (means, covariance)
}

/// The lower triangular root of a covariance matrix (Cholesky). An attribute that others determine adds nothing of its own.
fn root(covariance: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = covariance.len();
    let mut lower = vec![vec![0.0; size]; size];
    for row in 0..size {
        for column in 0..=row {
            let known: f64 = (0..column)
                .map(|place| lower[row][place] * lower[column][place])
                .sum();
            let left = covariance[row][column] - known;
            let pivot = lower[column][column];
            let is_diagonal = row == column;
            lower[row][column] = if is_diagonal && left > 1e-12 * covariance[row][row] {
                left.sqrt()
            } else if !is_diagonal && pivot > 0.0 {
                left / pivot
            } else {
                0.0
            };
        }
    }
    lower
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_times_itself_is_the_covariance_also_where_attributes_determine_each_other() {
        for covariance in [
            vec![
                vec![4.0, 2.0, 0.5],
                vec![2.0, 3.0, 1.0],
                vec![0.5, 1.0, 2.0],
            ],
            vec![vec![1.0, 2.0], vec![2.0, 4.0]],
            vec![vec![0.0, 0.0], vec![0.0, 1.0]],
        ] {
            let lower = root(&covariance);
            for (row, line) in covariance.iter().enumerate() {
                for (column, &expected) in line.iter().enumerate() {
                    let found: f64 = lower[row]
                        .iter()
                        .zip(&lower[column])
                        .map(|(a, b)| a * b)
                        .sum();
                    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
                }
            }
        }
    }
}
