//! The class attribute: what a later classification predicts, and how often each of its values occurs.

use bauta_table::count::Histogram;
use bauta_table::recoding::Prepared;
use bauta_table::{Fault, Role};

use crate::contract::Task;

/// The attribute with the role target; else the first sensitive one.
pub(in super::super) fn class_attribute(prepared: &Prepared<'_>) -> Option<usize> {
    let target = prepared.table.with_role(Role::Target).first().copied();
    target.or_else(|| prepared.sensitive.first().copied())
}

/// The fault of a task whose table has no class attribute.
pub(in super::super) fn no_class(task: &Task<'_>, method: &str) -> Option<Fault> {
    let none = class_attribute(task.prepared).is_none();
    none.then(|| Fault::NoneInRole {
        needs: method.into(),
        role: Role::Target,
        flag: "--target",
    })
}

/// Counts of class values: `(class, rows)`, ascending by class.
pub(super) type Counts = Vec<(u32, u64)>;

/// The class values under each tuple that takes part.
pub(super) struct ClassCounts<'a> {
    histogram: std::borrow::Cow<'a, Histogram>,
    tuples: &'a [u32],
}

impl<'a> ClassCounts<'a> {
    pub(super) fn new(task: &'a Task<'_>, tuples: &'a [u32]) -> Self {
        let prepared = task.prepared;
        let histogram = class_attribute(prepared).map(|class| prepared.histogram(class));
        let histogram = histogram.unwrap_or_else(|| std::borrow::Cow::Owned(Histogram::default()));
        ClassCounts { histogram, tuples }
    }

    /// The class values under each code of a quasi-identifier.
    pub(super) fn by_code(&self, codes: &[u32], code_count: usize) -> Vec<Counts> {
        let mut keys: Vec<(u64, u64)> = Vec::new();
        for &tuple in self.tuples {
            let code = u64::from(codes[tuple as usize]) << 32;
            keys.extend(
                self.histogram
                    .of(tuple as usize)
                    .map(|(class, rows)| (code | u64::from(class), rows)),
            );
        }
        keys.sort_unstable_by_key(|key| key.0);
        let mut by_code = vec![Counts::new(); code_count];
        for run in keys.chunk_by(|a, b| a.0 == b.0) {
            let (key, rows) = (run[0].0, run.iter().map(|entry| entry.1).sum());
            by_code[(key >> 32) as usize].push((key as u32, rows));
        }
        by_code
    }
}

/// The counts of several together.
pub(super) fn together<'c>(all: impl Iterator<Item = &'c Counts>) -> Counts {
    let mut entries: Counts = all.flatten().copied().collect();
    entries.sort_unstable_by_key(|entry| entry.0);
    entries.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    entries
}

/// Number of rows.
pub(super) fn rows(counts: &Counts) -> u64 {
    counts.iter().map(|entry| entry.1).sum()
}

/// Rows times entropy (base 2): `n log n - Σ c log c`.
pub(super) fn disorder(counts: &Counts) -> f64 {
    x_log_x(rows(counts)) - counts.iter().map(|entry| x_log_x(entry.1)).sum::<f64>()
}

pub(super) fn x_log_x(x: u64) -> f64 {
    if x > 1 {
        x as f64 * (x as f64).log2()
    } else {
        0.0
    }
}
