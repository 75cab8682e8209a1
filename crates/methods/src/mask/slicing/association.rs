//! Which attributes go together: Cramér's V of all pairs, and groups by joining the strongest.

use bauta_table::count::{KeyColumn, Pairs, cramers_v};
use bauta_table::{Column, Table};
use rayon::prelude::*;

use super::telling::{Pair, Telling};

/// Ranges that many values are put in.
const RANGES: usize = 10;

/// Step 1: groups of at most `width` attributes, each in table order.
pub(super) fn grouped(
    table: &Table,
    free: &[usize],
    (width, strength): (usize, f64),
    told: Option<&Telling<'_>>,
) -> Vec<Vec<usize>> {
    let columns: Vec<&Column> = free
        .iter()
        .map(|&index| &table.attributes()[index].column)
        .collect();
    let ranged: Vec<(Vec<u32>, usize)> = columns.iter().map(|column| ranged(column)).collect();
    let keys = columns
        .iter()
        .zip(&ranged)
        .map(|(column, (range_of, distinct))| KeyColumn {
            codes: column.codes(),
            map: Some(range_of),
            distinct: *distinct,
        });
    let strengths = strengths(&Pairs::count(keys.collect(), table.rows()), &ranged);
    let mut groups: Vec<Vec<usize>> = (0..free.len()).map(|place| vec![place]).collect();
    loop {
        let mean = |a: &[usize], b: &[usize]| {
            a.iter()
                .flat_map(|&x| b.iter().map(move |&y| (x, y)))
                .map(|(x, y)| strengths[x][y])
                .sum::<f64>()
                / (a.len() * b.len()) as f64
        };
        let pairs = (0..groups.len()).flat_map(|a| (a + 1..groups.len()).map(move |b| (a, b)));
        let fitting = pairs.filter(|&(a, b)| groups[a].len() + groups[b].len() <= width);
        let scored = || {
            fitting
                .clone()
                .map(|(a, b)| (mean(&groups[a], &groups[b]), a, b))
        };
        // Of equals the first pair.
        let best = scored().fold(None, |best: Option<(f64, usize, usize)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        });
        match best.filter(|best| best.0 >= strength) {
            Some((_, a, b)) => {
                let named = |group: &[usize]| group.iter().map(|&place| free[place]).collect();
                told.into_iter().for_each(|told| {
                    let pair = |(strength, a, b): (f64, usize, usize)| Pair {
                        groups: (named(&groups[a]), named(&groups[b])),
                        strength,
                    };
                    let chosen = scored().position(|(_, x, y)| (x, y) == (a, b)).unwrap_or(0);
                    told.joined(scored().map(pair).collect(), chosen, strength);
                });
                let joined = groups.remove(b);
                groups[a].extend(joined);
                groups[a].sort_unstable();
            }
            None => break,
        }
    }
    groups
        .into_iter()
        .map(|group| group.into_iter().map(|place| free[place]).collect())
        .collect()
}

/// Cramér's V of each column with each.
fn strengths(joint: &Pairs<'_>, ranged: &[(Vec<u32>, usize)]) -> Vec<Vec<f64>> {
    let before = |a: usize| (0..a).map(move |b| (a, b));
    let pairs: Vec<(usize, usize)> = (0..ranged.len()).flat_map(before).collect();
    let mut strengths = vec![vec![1.0; ranged.len()]; ranged.len()];
    let strength =
        |&(a, b): &(usize, usize)| cramers_v(&joint.of(a, b), ranged[b].1).unwrap_or(0.0);
    let found: Vec<f64> = pairs.par_iter().map(strength).collect();
    for ((a, b), strength) in pairs.into_iter().zip(found) {
        (strengths[a][b], strengths[b][a]) = (strength, strength);
    }
    strengths
}

/// The range of each code of a column, and how many there are; many values are put in ranges of about equally many rows. Missing is a value.
fn ranged(column: &Column) -> (Vec<u32>, usize) {
    let distinct = column.dictionary().len();
    let counts = column.codes().counts(distinct);
    let rows = column.len().max(1) as u64;
    let mut before = 0;
    let range_of = counts.iter().enumerate().map(|(code, &count)| {
        let range = if distinct <= RANGES {
            code as u64
        } else {
            (before * RANGES as u64 / rows).min(RANGES as u64 - 1)
        };
        before += count;
        range as u32
    });
    (range_of.collect(), distinct.min(RANGES))
}
