//! Regression trees on plain matrices.

use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::tree::decision_tree_regressor::{
    DecisionTreeRegressor, DecisionTreeRegressorParameters,
};

/// A tree that tells a number from numbers.
pub struct RegressionTree {
    tree: DecisionTreeRegressor<f64, f64, DenseMatrix<f64>, Vec<f64>>,
    width: usize,
}

impl RegressionTree {
    /// Learns from rows of features and their values; `None` where there is nothing to learn from, or rows differ in length.
    pub fn fit(rows: &[Vec<f64>], values: &[f64], least_leaf: usize) -> Option<Self> {
        let width = rows.first().map(Vec::len).filter(|width| *width > 0)?;
        if rows.len() != values.len() || rows.iter().any(|row| row.len() != width) {
            return None;
        }
        let parameters = DecisionTreeRegressorParameters::default()
            .with_min_samples_leaf(least_leaf.max(1))
            .with_min_samples_split(2 * least_leaf.max(1));
        let features = DenseMatrix::new(rows.len(), width, rows.concat(), false).ok()?;
        let tree = DecisionTreeRegressor::fit(&features, &values.to_vec(), parameters).ok()?;
        Some(RegressionTree { tree, width })
    }

    /// What the tree tells of a row of features.
    pub fn predict(&self, row: &[f64]) -> Option<f64> {
        let row = DenseMatrix::new(1, self.width, row.to_vec(), false)
            .ok()
            .filter(|_| row.len() == self.width)?;
        self.tree.predict(&row).ok()?.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_found() {
        let rows: Vec<Vec<f64>> = (0..20).map(|x| vec![f64::from(x), 1.0]).collect();
        let values: Vec<f64> = (0..20).map(|x| if x < 10 { 1.0 } else { 5.0 }).collect();
        let tree = RegressionTree::fit(&rows, &values, 2).unwrap();
        assert_eq!(
            (tree.predict(&[3.0, 1.0]), tree.predict(&[17.0, 1.0])),
            (Some(1.0), Some(5.0))
        );
        assert_eq!(tree.predict(&[3.0]), None);
        assert!(RegressionTree::fit(&[], &[], 2).is_none());
    }
}
