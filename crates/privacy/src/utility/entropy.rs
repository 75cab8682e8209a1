//! Non-uniform entropy: the information on the original value that a released label withholds.
//!
//! **Formula** for a cell with original value v and label g: −log₂(n(v) / n(g)), n(v) the original rows with v, n(g) those with
//! a value that g covers; Σ over cells, divided by what `*` everywhere would withhold. Rows left out count as `*`.
//! **Direction** loss: 0 = original, 1 = nothing is said. **Source** `gionis2009`, §3, without conditioning
//! on other attributes. Needs to know which original row each released row was.

use bauta_table::{Qi, Table};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::reading::{ReadColumn, Reading};

/// Loss of one attribute; `source[i]` is the original row of released row `i`. 0 where the original has one value.
pub fn of_column(
    original: &Table,
    qi: &Qi,
    column: &ReadColumn,
    released: &Table,
    source: &[u32],
    reading: &Reading,
) -> f64 {
    let codes = original.attributes()[qi.attribute].column.codes();
    let rank_of = qi.rank_of_code();
    let mut rows_of_rank = vec![0u64; qi.ranks()];
    let by_code = codes.counts(rank_of.len());
    by_code
        .iter()
        .zip(rank_of)
        .for_each(|(&count, &rank)| rows_of_rank[rank as usize] += count);
    let all = original.rows() as f64;
    let withheld = |rank: u32, among: f64| {
        (among / rows_of_rank[rank as usize].max(1) as f64)
            .log2()
            .max(0.0)
    };
    let most: f64 = (0..qi.ranks() as u32)
        .map(|rank| rows_of_rank[rank as usize] as f64 * withheld(rank, all))
        .sum();
    if most <= 0.0 {
        return 0.0;
    }
    let covered: Vec<f64> = column
        .covers
        .iter()
        .map(|c| {
            c.ranks
                .iter()
                .map(|rank| rows_of_rank[rank as usize])
                .sum::<u64>() as f64
        })
        .collect();
    let released_codes = column
        .attribute
        .map(|attribute| released.attributes()[attribute].column.codes());
    let mut left = most;
    let mut pairs: HashMap<(u32, u32), u64, FixedState> = HashMap::default();
    for (row, &from) in source.iter().enumerate() {
        let rank = rank_of[codes.get(from as usize) as usize];
        let label = released_codes.map_or(0, |codes| codes.get(row));
        *pairs.entry((rank, label)).or_default() += 1;
    }
    // In a fixed order, so that sums are the same on every run.
    let mut pairs: Vec<_> = pairs.into_iter().collect();
    pairs.sort_unstable();
    for ((rank, label), count) in pairs {
        // A label that does not cover the value misleads: it keeps nothing.
        if column.covers[label as usize].ranks.contains(rank) {
            left -= count as f64 * (withheld(rank, all) - withheld(rank, covered[label as usize]));
        }
    }
    // Rows that were left out before the search are as lost as the others.
    let gone = reading.original_rows.saturating_sub(original.rows() as u64) as f64;
    ((left / most) * all + gone).clamp(0.0, reading.original_rows as f64)
        / reading.original_rows as f64
}
