//! Classifiers and least squares on plain matrices, to see what a release is still good for.
//!
//! This crate knows nothing of tables, roles or privacy: numbers in, scores out. It is a crate of its own because the
//! library behind it is generic code that is slow unless it is optimised, and nobody else should wait for its compilation.

mod bayes;
mod judge;
mod least_squares;
mod propensity;
mod regression;
mod selective;

pub use judge::{accuracy, auc};
pub use least_squares::least_squares;
pub use propensity::{Propensity, propensity};
pub use regression::RegressionTree;
pub use selective::choose as choose_attributes;

use rayon::prelude::*;
use smartcore::ensemble::random_forest_classifier::{
    RandomForestClassifier, RandomForestClassifierParameters,
};
use smartcore::linalg::basic::arrays::Array;
use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::linear::logistic_regression::{LogisticRegression, LogisticRegressionParameters};

/// Rows to learn from or to be tested on.
#[derive(Debug, Clone, Default)]
pub struct Samples {
    /// One number a feature, row after row.
    pub dense: Vec<f64>,
    /// Features of a row.
    pub width: usize,
    /// For each attribute, how a row is spread over its values: numbers that add up to 1, attribute after attribute, row after
    /// row.
    pub soft: Vec<f64>,
    /// Number of values of each attribute.
    pub values: Vec<usize>,
    /// The class of each row.
    pub labels: Vec<u32>,
}

/// A classifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classifier {
    /// Logistic regression with a small ridge penalty.
    LogisticRegression,
    /// Naive Bayes; a row that may have several values counts for each by its share.
    NaiveBayes,
    /// Naive Bayes on the attributes that help.
    SelectiveBayes,
    /// Thirty trees, each on its own bootstrap sample.
    RandomForest,
}

impl Classifier {
    /// Those that an evaluation of a release trains.
    pub const ALL: [Classifier; 3] = [
        Classifier::LogisticRegression,
        Classifier::NaiveBayes,
        Classifier::RandomForest,
    ];

    /// Those that an evaluation of a synthetic table trains: whole rows can be learnt from, so attributes can be chosen.
    pub const OF_WHOLE_ROWS: [Classifier; 3] = [
        Classifier::SelectiveBayes,
        Classifier::LogisticRegression,
        Classifier::RandomForest,
    ];

    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Classifier::LogisticRegression => "logistic-regression",
            Classifier::NaiveBayes => "naive-bayes",
            Classifier::SelectiveBayes => "selective-naive-bayes",
            Classifier::RandomForest => "random-forest",
        }
    }
}

/// Trees of a forest.
const TREES: u64 = 30;

/// Learns from `train` and gives each row of `test` a score for each of `classes`; `None` where nothing can be learnt: no rows,
/// no features, or a single class.
pub fn scores(
    classifier: Classifier,
    train: &Samples,
    test: &Samples,
    classes: usize,
    seed: u64,
) -> Option<Vec<Vec<f64>>> {
    let several = train.labels.windows(2).any(|pair| pair[0] != pair[1]);
    if !several || test.labels.is_empty() {
        return None;
    }
    match classifier {
        Classifier::NaiveBayes => Some(bayes::scores(train, test, classes)),
        Classifier::SelectiveBayes => Some(selective::scores(train, test, classes)),
        Classifier::LogisticRegression => logistic(train, test, classes),
        Classifier::RandomForest => forest(train, test, classes, seed),
    }
}

fn matrix(samples: &Samples) -> Option<DenseMatrix<f64>> {
    DenseMatrix::new(
        samples.labels.len(),
        samples.width,
        samples.dense.clone(),
        false,
    )
    .ok()
}

fn logistic(train: &Samples, test: &Samples, classes: usize) -> Option<Vec<Vec<f64>>> {
    let parameters = LogisticRegressionParameters::default().with_alpha(1.0);
    let model = LogisticRegression::fit(&matrix(train)?, &train.labels, parameters).ok()?;
    let (weights, intercept, known) = (model.coefficients(), model.intercept(), model.classes());
    let line = |row: &[f64], place: usize| -> f64 {
        let product: f64 = row
            .iter()
            .enumerate()
            .map(|(column, x)| x * weights.get((place, column)))
            .sum();
        product + intercept.get((place, 0))
    };
    let score = |row: &[f64]| {
        let mut scores = vec![f64::NEG_INFINITY; classes];
        if known.len() == 2 {
            let score = line(row, 0);
            (scores[known[0] as usize], scores[known[1] as usize]) = (-score, score);
        } else {
            known
                .iter()
                .enumerate()
                .for_each(|(place, &class)| scores[class as usize] = line(row, place));
        }
        scores
    };
    Some(test.dense.chunks_exact(test.width).map(score).collect())
}

/// The library tells the winner of a forest only; so forests of one tree vote here, which gives shares.
fn forest(train: &Samples, test: &Samples, classes: usize, seed: u64) -> Option<Vec<Vec<f64>>> {
    let (x, y) = (matrix(train)?, matrix(test)?);
    let votes: Option<Vec<Vec<u32>>> = (0..TREES)
        .into_par_iter()
        .map(|tree| {
            let parameters = RandomForestClassifierParameters::default()
                .with_n_trees(1)
                .with_max_depth(12)
                .with_min_samples_leaf(5)
                .with_seed(seed.wrapping_mul(TREES).wrapping_add(tree));
            RandomForestClassifier::fit(&x, &train.labels, parameters)
                .ok()?
                .predict(&y)
                .ok()
        })
        .collect();
    let mut scores = vec![vec![0.0; classes]; test.labels.len()];
    for vote in votes? {
        vote.iter()
            .zip(&mut scores)
            .for_each(|(&class, scores)| scores[class as usize] += 1.0 / TREES as f64);
    }
    Some(scores)
}

#[cfg(test)]
mod tests;
