//! Weights of a matrix of judgements, and how consistent it is.
//!
//! `eigenvector`: A w = λ w with the largest λ, found by multiplying until nothing changes; all entries are positive, so there is one
//! such w. Consistency: CI = (λ - n) / (n - 1), CR = CI / RI(n), where RI is the mean CI of random matrices.

use serde::{Deserialize, Serialize};

use super::matrix::Matrix;

/// How weights are made of judgements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeightMethod {
    /// The principal eigenvector.
    #[default]
    Eigenvector,
    /// Row sums divided by the sum of all entries, as one published tool did.
    RowSums,
}

impl WeightMethod {
    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            WeightMethod::Eigenvector => "eigenvector",
            WeightMethod::RowSums => "row-sums",
        }
    }
}

/// Above this ratio judgements contradict each other too much.
pub const THRESHOLD: f64 = 0.1;

/// Mean consistency index of random matrices, by their size from 1 on (Saaty's figures, to 15).
const RANDOM_INDEX: [f64; 15] = [
    0.0, 0.0, 0.58, 0.90, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49, 1.51, 1.48, 1.56, 1.57, 1.59,
];

/// More multiplications than any positive matrix of this use needs.
const ROUNDS: usize = 10_000;

/// How consistent a matrix is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Consistency {
    /// Number of things judged.
    pub size: usize,
    /// The largest eigenvalue.
    pub lambda_max: f64,
    /// (λ - n) / (n - 1).
    pub ci: f64,
    /// The index of random matrices of this size; larger sizes take the last known.
    pub random_index: f64,
    /// CI / RI; 0 where two or fewer things cannot contradict each other.
    pub cr: f64,
    /// Whether the ratio is a tenth or less.
    pub consistent: bool,
}

/// The weights of a matrix, which add up to 1.
pub fn weights(matrix: &Matrix, method: WeightMethod) -> Vec<f64> {
    match method {
        WeightMethod::Eigenvector => eigenvector(matrix),
        WeightMethod::RowSums => normal(matrix.rows().map(|row| row.iter().sum()).collect()),
    }
}

/// How consistent a matrix is, whatever its weights are made by.
pub fn consistency(matrix: &Matrix) -> Consistency {
    let size = matrix.size();
    let vector = eigenvector(matrix);
    let product = times(matrix, &vector);
    let lambda_max = if size == 0 {
        0.0
    } else {
        product.iter().sum::<f64>()
    };
    let ci = if size > 1 {
        ((lambda_max - size as f64) / (size as f64 - 1.0)).max(0.0)
    } else {
        0.0
    };
    let last = RANDOM_INDEX.last().copied().unwrap_or(0.0);
    let random_index = size.checked_sub(1).map_or(0.0, |place| {
        RANDOM_INDEX.get(place).copied().unwrap_or(last)
    });
    let cr = if random_index > 0.0 {
        ci / random_index
    } else {
        0.0
    };
    Consistency {
        size,
        lambda_max,
        ci,
        random_index,
        cr,
        consistent: cr <= THRESHOLD,
    }
}

fn eigenvector(matrix: &Matrix) -> Vec<f64> {
    let mut vector = normal(vec![1.0; matrix.size()]);
    for _ in 0..ROUNDS {
        let next = normal(times(matrix, &vector));
        let moved = next
            .iter()
            .zip(&vector)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        vector = next;
        if moved < 1e-15 {
            break;
        }
    }
    vector
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix
        .rows()
        .map(|row| row.iter().zip(vector).map(|(a, x)| a * x).sum())
        .collect()
}

fn normal(vector: Vec<f64>) -> Vec<f64> {
    let sum: f64 = vector.iter().sum();
    vector.into_iter().map(|x| x / sum).collect()
}
