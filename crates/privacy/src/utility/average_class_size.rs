//! C_AVG: how much larger classes are than they must be.
//!
//! **Formula** (original rows / classes) / k. **Direction** loss: 1 is ideal. **Source** `lefevre2006mondrian`, §4; original and not
//! released rows are counted, as `benfredj2017` prints it.

/// C_AVG; `None` without classes or k.
pub fn average_class_size(original: u64, classes: u64, k: Option<u64>) -> Option<f64> {
    let k = k.filter(|&k| k > 0)?;
    (classes > 0).then(|| original as f64 / classes as f64 / k as f64)
}
