//! Completeness: how many rows are left.
//!
//! **Formula** released rows / original rows. **Direction** score: 1 = all, 0 = none. **Source** `benfredj2017`, §3.4.

/// Released rows by original rows; `None` for a table without rows.
pub fn completeness(released: u64, original: u64) -> Option<f64> {
    (original > 0).then(|| released as f64 / original as f64)
}
