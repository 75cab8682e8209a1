//! Local suppression where `*` may be any value: an outlier is safe once enough rows may be its own.
//!
//! **Idea** For each outlier the fewest cells such that at least k rows agree with it in the others. Of patterns of one size, the one
//! whose values are in most rare combinations of two or three first, then the one with the rarest values, then the order of the
//! quasi-identifiers. Cells suppressed in other rows only make more rows agree.

use std::collections::HashMap;

use bauta_table::recoding::Suppressed;

use super::OwnClass;
use super::patterns::{masked, of_size};
use crate::contract::Task;

/// The suppressed cells; none where there are fewer than `k` rows.
pub(super) fn suppress(
    task: &Task<'_>,
    classes: &[OwnClass],
    open: &[usize],
    k: u64,
) -> Option<Vec<Suppressed>> {
    let counts = Agreeing::new(task, classes);
    let mut outliers: Vec<&OwnClass> = classes.iter().filter(|class| !class.holds).collect();
    if outliers.is_empty() {
        return Some(Vec::new());
    }
    let rare: Vec<Rows> = [2, 3]
        .into_iter()
        .flat_map(|size| of_size(open, size))
        .map(|kept| counts.by_others(kept, open))
        .collect();
    let single: Vec<_> = open
        .iter()
        .map(|&qi| counts.by_others(vec![qi], open))
        .collect();
    let mut suppressed = Vec::new();
    for size in 1..=open.len() {
        let patterns = if size == open.len() {
            vec![open.to_vec()]
        } else {
            of_size(open, size)
        };
        let agreeing: Vec<_> = patterns
            .into_iter()
            .map(|pattern| counts.by(pattern))
            .collect();
        outliers.retain(|class| {
            let safe = agreeing
                .iter()
                .filter(|(pattern, rows)| rows[&masked(&class.key, pattern)] >= k);
            let preference = |pattern: &[usize]| {
                let is_rare = |(others, rows): &&Rows| {
                    pattern.iter().any(|qi| !others.contains(qi))
                        && rows[&masked(&class.key, others)] < k
                };
                let values = single
                    .iter()
                    .filter(|(others, _)| pattern.iter().any(|qi| !others.contains(qi)));
                let rows: u64 = values
                    .map(|(others, rows)| rows[&masked(&class.key, others)])
                    .sum();
                (std::cmp::Reverse(rare.iter().filter(is_rare).count()), rows)
            };
            let best = safe.min_by_key(|(pattern, _)| preference(pattern));
            let cells = best.map(|(pattern, _)| pattern.clone());
            suppressed.extend(cells.iter().flat_map(|qis| {
                class.tuples.iter().map(|&tuple| Suppressed {
                    tuple,
                    qis: qis.clone(),
                })
            }));
            cells.is_none()
        });
    }
    outliers.is_empty().then_some(suppressed)
}

/// A pattern, and how many rows have each masked key.
type Rows = (Vec<usize>, HashMap<Vec<u32>, u64>);

/// How many rows agree outside a pattern.
struct Agreeing<'a> {
    classes: &'a [OwnClass],
    rows: Vec<u64>,
}

impl<'a> Agreeing<'a> {
    fn new(task: &Task<'_>, classes: &'a [OwnClass]) -> Self {
        let counts = task.prepared.set().counts();
        let rows = classes
            .iter()
            .map(|class| {
                class
                    .tuples
                    .iter()
                    .map(|&tuple| counts[tuple as usize])
                    .sum()
            })
            .collect();
        Agreeing { classes, rows }
    }

    fn by(&self, pattern: Vec<usize>) -> Rows {
        let mut rows = HashMap::new();
        for (class, own) in self.classes.iter().zip(&self.rows) {
            *rows.entry(masked(&class.key, &pattern)).or_insert(0) += own;
        }
        (pattern, rows)
    }

    /// By the values of some attributes alone: all others are masked.
    fn by_others(&self, kept: Vec<usize>, open: &[usize]) -> Rows {
        self.by(open
            .iter()
            .copied()
            .filter(|qi| !kept.contains(qi))
            .collect())
    }
}
