//! Which few attributes together single people out.
//!
//! **Idea.** (1) All sets of one to four attributes are counted (see `separation::search`) on rows drawn with a fixed seed, as many as [`searched_rows`] says, or on
//! all rows where the caller asks for it. (2) Of each size the three sets that single out most rows are kept, if each adds at least
//! [`MARGIN`] to what its kept subsets single out. (3) What is kept is counted again on all rows: in a sample more rows are alone than in
//! the table, so a sample's figures would frighten. Tables beyond [`RECOUNTED_ROWS`] keep them, marked as not exact.

use bauta_privacy::separation::{Found, Limits, Separation, Set, search, separation};
use bauta_table::count::KeyColumn;
use bauta_table::{Codes, Progress, Table};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use bauta_messages::{Error, Result};

/// Rows that are searched at least, if the table has them.
const FEWEST_ROWS: usize = 20_000;

/// Rows that are searched at most, unless all are asked for.
pub(super) const MOST_ROWS: usize = 100_000;

/// Rows times sets in between.
const WORK: usize = 20_000_000;

/// Most rows that are counted again for the sets that are reported.
const RECOUNTED_ROWS: usize = 20_000_000;

/// Seed of the sample.
const SEED: u64 = 1;

/// A set must single out so much more than the sets in it.
const MARGIN: f64 = 0.05;

/// How many sets of each size are reported.
const OF_A_SIZE: usize = 3;

const LIMITS: Limits = Limits {
    size: 4,
    enough: 0.95,
    sets_of_a_size: 2000,
};

/// Attributes that tell rows apart together.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Combination {
    /// Their names.
    pub attributes: Vec<String>,
    /// Distinction, separation and the share of rows singled out.
    #[serde(flatten)]
    pub figures: Separation,
    /// Whether the figures are those of all rows, not of a sample.
    pub exact: bool,
}

/// How combinations were searched.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CombinationSearch {
    /// Rows that the search looked at.
    pub rows: u64,
    /// Seed of the rows drawn, if they are not all.
    pub seed: Option<u64>,
    /// Sets counted.
    pub counted: usize,
    /// Whether all sets of up to four attributes were counted or ruled out.
    pub complete: bool,
}

/// The combinations of some attributes that single out most rows, the most dangerous first.
pub(super) fn combinations(
    table: &Table,
    attributes: &[usize],
    full: bool,
    progress: &dyn Progress,
) -> Result<(Vec<Combination>, CombinationSearch)> {
    let rows = table.rows();
    let columns: Vec<_> = attributes
        .iter()
        .filter_map(|&index| table.attributes().get(index))
        .collect();
    let most = searched_rows(columns.len());
    let drawn = (!full && rows > most).then(|| sample(rows, most));
    let picked: Option<Vec<Codes>> = drawn.as_ref().map(|drawn| {
        columns
            .iter()
            .map(|a| a.column.codes().picked(drawn))
            .collect()
    });
    let keys: Vec<KeyColumn<'_>> = columns
        .iter()
        .enumerate()
        .map(|(at, attribute)| {
            let codes = picked
                .as_ref()
                .and_then(|picked| picked.get(at))
                .unwrap_or(attribute.column.codes());
            KeyColumn {
                codes,
                map: None,
                distinct: attribute.column.dictionary().len(),
            }
        })
        .collect();
    let searched = drawn.as_ref().map_or(rows, Vec::len);
    let found = search(&keys, searched, &LIMITS, progress).ok_or(Error::Cancelled)?;
    let mut chosen: Vec<Combination> = Vec::new();
    for (set, figures) in most_dangerous(&found) {
        if progress.cancelled() {
            return Err(Error::Cancelled);
        }
        let again = drawn.is_some() && rows <= RECOUNTED_ROWS;
        let names = set
            .iter()
            .filter_map(|&at| columns.get(at))
            .map(|attribute| attribute.name.clone())
            .collect();
        let figures = if again {
            on_all_rows(&columns, &set, rows)
        } else {
            figures
        };
        chosen.push(Combination {
            attributes: names,
            figures,
            exact: again || drawn.is_none(),
        });
    }
    chosen.sort_by(|a, b| {
        let figures = |c: &Combination| (c.figures.unique_share, c.figures.separation);
        let ((a_unique, a_apart), (b_unique, b_apart)) = (figures(a), figures(b));
        b_unique
            .total_cmp(&a_unique)
            .then(a.attributes.len().cmp(&b.attributes.len()))
            .then(b_apart.total_cmp(&a_apart))
    });
    let seed = drawn.is_some().then_some(SEED);
    Ok((
        chosen,
        CombinationSearch {
            rows: searched as u64,
            seed,
            counted: found.counted,
            complete: found.complete,
        },
    ))
}

/// How many rows are searched: with few attributes, and so few sets, more of them.
fn searched_rows(columns: usize) -> usize {
    let sets_of = |size: usize| {
        (0..size).fold(1, |sets: usize, at| {
            sets.saturating_mul(columns.saturating_sub(at)) / (at + 1)
        })
    };
    let sets: usize = (1..=LIMITS.size)
        .map(|size| sets_of(size).min(LIMITS.sets_of_a_size))
        .sum();
    (WORK / sets.max(1)).clamp(FEWEST_ROWS, MOST_ROWS)
}

/// Rows drawn without replacement, in their order.
fn sample(rows: usize, most: usize) -> Vec<u32> {
    let mut rng = ChaCha20Rng::seed_from_u64(SEED);
    let drawn = rand::seq::index::sample(&mut rng, rows, most.min(rows));
    let mut drawn: Vec<u32> = drawn.into_iter().map(|row| row as u32).collect();
    drawn.sort_unstable();
    drawn
}

fn on_all_rows(columns: &[&bauta_table::Attribute], set: &Set, rows: usize) -> Separation {
    let chosen = set
        .iter()
        .filter_map(|&at| columns.get(at))
        .map(|attribute| &attribute.column);
    let keys: Vec<KeyColumn<'_>> = chosen
        .map(|c| KeyColumn {
            codes: c.codes(),
            map: None,
            distinct: c.dictionary().len(),
        })
        .collect();
    separation(&keys, rows)
}

/// Of each size the sets that single out most, if they add to their subsets.
fn most_dangerous(found: &Found) -> Vec<(Set, Separation)> {
    let mut chosen: Vec<(Set, Separation)> = Vec::new();
    for size in 1..=LIMITS.size {
        let mut own: Vec<&(Set, Separation)> = found
            .sets
            .iter()
            .filter(|(set, _)| set.len() == size)
            .collect();
        own.sort_by(|(a, x), (b, y)| {
            let key = |s: &Separation| (s.unique_share, s.separation);
            let ((xu, xs), (yu, ys)) = (key(x), key(y));
            yu.total_cmp(&xu)
                .then(ys.total_cmp(&xs))
                .then_with(|| a.cmp(b))
        });
        let adds = |(set, figures): &(Set, Separation), chosen: &[(Set, Separation)]| {
            let within = chosen
                .iter()
                .filter(|(smaller, _)| smaller.iter().all(|column| set.contains(column)));
            let most = within
                .map(|(_, known)| known.unique_share)
                .fold(0.0, f64::max);
            figures.unique_share > 0.0
                && figures.unique_share >= most + MARGIN.min((1.0 - most) / 2.0)
        };
        let kept: Vec<_> = own
            .into_iter()
            .filter(|set| adds(set, &chosen))
            .take(OF_A_SIZE)
            .cloned()
            .collect();
        chosen.extend(kept);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_attributes_are_searched_on_more_rows() {
        assert_eq!(searched_rows(0), MOST_ROWS);
        assert_eq!(searched_rows(9), WORK / 255);
        assert_eq!(searched_rows(200), FEWEST_ROWS);
    }
}
