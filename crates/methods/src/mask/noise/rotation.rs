//! Rotations of rows about their mean: an orthogonal matrix that leaves the vector of ones where it is keeps every sum and every
//! sum of products.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;

use super::normal;

/// Rows that are rotated together.
const BLOCK: usize = 32;

/// Step 4.
pub(super) fn rotate(columns: &mut [Vec<f64>], share: f64, rng: &mut ChaCha20Rng) {
    let mut order: Vec<usize> = (0..columns.first().map_or(0, Vec::len)).collect();
    order.shuffle(rng);
    for block in order.chunks(BLOCK).filter(|block| block.len() > 1) {
        let matrix = orthogonal(block.len(), share, rng);
        for column in columns.iter_mut() {
            let old: Vec<f64> = block.iter().map(|&row| column[row]).collect();
            for (line, &row) in matrix.iter().zip(block) {
                column[row] = line
                    .iter()
                    .zip(&old)
                    .map(|(entry, value)| entry * value)
                    .sum();
            }
        }
    }
}

/// A random orthogonal matrix that leaves the vector of ones where it is, the nearer to the identity the smaller the share:
/// U Vᵀ for two orthonormal bases that begin with that vector, U being V moved by chance and made orthonormal again.
fn orthogonal(size: usize, share: f64, rng: &mut ChaCha20Rng) -> Vec<Vec<f64>> {
    let first = vec![1.0 / (size as f64).sqrt(); size];
    let fixed = helmert(size);
    let scale = (share / size as f64).sqrt();
    let mut moved = vec![first];
    for vector in &fixed[1..] {
        let drawn = vector
            .iter()
            .map(|entry| entry + scale * normal(rng))
            .collect();
        moved.push(orthonormal(drawn, &moved));
    }
    let entry = |row: usize, column: usize| {
        moved
            .iter()
            .zip(&fixed)
            .map(|(u, v)| u[row] * v[column])
            .sum()
    };
    (0..size)
        .map(|row| (0..size).map(|column| entry(row, column)).collect())
        .collect()
}

/// An orthonormal basis that begins with the vector of ones (Helmert).
fn helmert(size: usize) -> Vec<Vec<f64>> {
    let line = |index: usize| match index {
        0 => vec![1.0 / (size as f64).sqrt(); size],
        _ => {
            let scale = 1.0 / ((index * (index + 1)) as f64).sqrt();
            let entry = |column: usize| match column.cmp(&index) {
                std::cmp::Ordering::Less => scale,
                std::cmp::Ordering::Equal => -(index as f64) * scale,
                std::cmp::Ordering::Greater => 0.0,
            };
            (0..size).map(entry).collect()
        }
    };
    (0..size).map(line).collect()
}

/// A vector without its parts along others, of length 1. Done twice, because once leaves rounding errors.
fn orthonormal(mut vector: Vec<f64>, others: &[Vec<f64>]) -> Vec<f64> {
    for _ in 0..2 {
        for other in others {
            let along: f64 = vector.iter().zip(other).map(|(a, b)| a * b).sum();
            vector
                .iter_mut()
                .zip(other)
                .for_each(|(entry, part)| *entry -= along * part);
        }
    }
    let length = vector.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
    vector.iter_mut().for_each(|entry| *entry /= length);
    vector
}
