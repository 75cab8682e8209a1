//! Ordinary least squares from moments.

use smartcore::linalg::basic::arrays::Array;
use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::linalg::traits::svd::SVDDecomposable;

/// The coefficients b of the least squares of y on x, given the products of the x with each other and with y: the shortest b that solves
/// X'X b = X'y, so that attributes that determine each other share what they explain. None where there are none or too few numbers.
pub fn least_squares(products: &[Vec<f64>], with_target: &[f64]) -> Option<Vec<f64>> {
    let size = with_target.len();
    let whole =
        size > 0 && products.len() == size && products.iter().all(|line| line.len() == size);
    let finite = products
        .iter()
        .flatten()
        .chain(with_target)
        .all(|number| number.is_finite());
    if !whole || !finite {
        return None;
    }
    let left = DenseMatrix::new(size, size, products.concat(), false).ok()?;
    let right = DenseMatrix::new(size, 1, with_target.to_vec(), false).ok()?;
    let solved = left.svd_solve_mut(right).ok()?;
    Some((0..size).map(|row| *solved.get((row, 0))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved_and_what_is_determined_twice_is_shared() {
        let found = least_squares(&[vec![1.0, 0.5], vec![0.5, 1.0]], &[0.8, 0.7]).unwrap();
        // By hand: (0.8 - 0.5·0.7)/0.75 and (0.7 - 0.5·0.8)/0.75.
        assert!(
            (found[0] - 0.6).abs() < 1e-9 && (found[1] - 0.4).abs() < 1e-9,
            "{found:?}"
        );
        let shared = least_squares(&[vec![1.0, 1.0], vec![1.0, 1.0]], &[0.5, 0.5]).unwrap();
        assert!(
            (shared[0] - 0.25).abs() < 1e-9 && (shared[1] - 0.25).abs() < 1e-9,
            "{shared:?}"
        );
        assert_eq!(least_squares(&[vec![f64::NAN]], &[0.1]), None);
        assert_eq!(least_squares(&[], &[]), None);
    }
}
