//! Discernibility: how many rows each row cannot be told from.
//!
//! **Formula** Σ |E|² over the classes E; with the penalty of the source, plus the number of original rows for each row that
//! was left out. **Direction** loss: between the number of rows and its square. **Source** `bayardo2005`, §3; the reading without
//! the penalty is that of `benfredj2017`. Both are reported.

/// Sum of the squared sizes, in floating point: the square of a large class does not fit in 64 bits for ten billion rows.
pub fn discernibility(sizes: &[u64]) -> f64 {
    sizes.iter().map(|&size| size as f64 * size as f64).sum()
}

/// The same with the penalty for rows that were left out.
pub fn with_suppression(sizes: &[u64], suppressed: u64, original: u64) -> f64 {
    discernibility(sizes) + suppressed as f64 * original as f64
}
