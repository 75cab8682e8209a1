//! Total variation of one-way and two-way tables: half the sum of the differences of shares, 0 for equal tables and 1 for tables
//! that have nothing in common.
//!
//! Two rows of people drawn from one population differ too. So each figure stands beside its *floor*: what a sample of as many rows
//! drawn from the first table with replacement would be expected to reach, ½ Σ √(2p(1-p)/πn).

use hashbrown::HashMap;
use rayon::prelude::*;
use serde::Serialize;

use super::Aligned;

/// Two-way tables of at most so many cells are counted in an array.
const MOST_DENSE: usize = 1 << 21;

/// A distance of two tables.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Distance {
    /// The attributes.
    pub attributes: Vec<String>,
    /// Total variation.
    pub variation: f64,
    /// What chance would be expected to give.
    pub floor: f64,
}

/// Distances of all tables of one kind.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Variation {
    /// Mean total variation.
    pub mean: f64,
    /// The largest one.
    pub max: f64,
    /// Mean of what chance would be expected to give.
    pub floor: f64,
    /// Mean where every number is a value of its own, not in tenths.
    pub mean_of_exact_values: f64,
    /// One by one.
    pub tables: Vec<Distance>,
}

/// How cells are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grain {
    Bins,
    Values,
}

/// All one-way tables of two of the aligned tables.
pub fn one_way(aligned: &Aligned, real: usize, synthetic: usize) -> Variation {
    let places: Vec<Vec<usize>> = (0..aligned.fields.len()).map(|field| vec![field]).collect();
    all(aligned, [real, synthetic], &places)
}

/// All two-way tables.
pub fn two_way(aligned: &Aligned, real: usize, synthetic: usize) -> Variation {
    let count = aligned.fields.len();
    let places: Vec<Vec<usize>> = (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| vec![a, b]))
        .collect();
    all(aligned, [real, synthetic], &places)
}

fn all(aligned: &Aligned, pair: [usize; 2], places: &[Vec<usize>]) -> Variation {
    let grains = |grain: Grain| -> Vec<(f64, f64)> {
        places
            .par_iter()
            .map(|fields| distance(aligned, pair, fields, grain))
            .collect()
    };
    let (bins, values) = (grains(Grain::Bins), grains(Grain::Values));
    let mean = |of: &mut dyn Iterator<Item = f64>| of.sum::<f64>() / places.len().max(1) as f64;
    let names = |fields: &Vec<usize>| {
        fields
            .iter()
            .map(|&field| aligned.fields[field].name.clone())
            .collect()
    };
    Variation {
        mean: mean(&mut bins.iter().map(|it| it.0)),
        max: bins.iter().map(|it| it.0).fold(0.0, f64::max),
        floor: mean(&mut bins.iter().map(|it| it.1)),
        mean_of_exact_values: mean(&mut values.iter().map(|it| it.0)),
        tables: places
            .iter()
            .zip(&bins)
            .map(|(fields, &(variation, floor))| Distance {
                attributes: names(fields),
                variation,
                floor,
            })
            .collect(),
    }
}

/// The variation of one table, and its floor.
fn distance(aligned: &Aligned, pair: [usize; 2], fields: &[usize], grain: Grain) -> (f64, f64) {
    let sizes: Vec<usize> = fields
        .iter()
        .map(|&field| match grain {
            Grain::Bins => aligned.fields[field].bins,
            Grain::Values => aligned.fields[field].values,
        })
        .collect();
    let cells = sizes
        .iter()
        .try_fold(1usize, |product, &size| product.checked_mul(size));
    let rows = pair.map(|table| aligned.tables[table].rows.max(1) as f64);
    let cell_of = |table: usize, row: usize| {
        fields
            .iter()
            .zip(&sizes)
            .fold(0u64, |cell, (&field, &size)| {
                let code = aligned.tables[table].codes[field][row];
                let place = if grain == Grain::Bins {
                    aligned.fields[field].bin_of[code as usize]
                } else {
                    code
                };
                cell * size as u64 + u64::from(place)
            })
    };
    let visit = |add: &mut dyn FnMut(usize, u64)| {
        for (side, &table) in pair.iter().enumerate() {
            (0..aligned.tables[table].rows).for_each(|row| add(side, cell_of(table, row)));
        }
    };
    let summed = |counts: &mut dyn Iterator<Item = [u64; 2]>| {
        counts.fold((0.0, 0.0), |(variation, floor), count| {
            let share = [count[0] as f64 / rows[0], count[1] as f64 / rows[1]];
            let noise =
                (2.0 * share[0] * (1.0 - share[0]) / (std::f64::consts::PI * rows[1])).sqrt();
            (
                variation + (share[0] - share[1]).abs() / 2.0,
                floor + noise / 2.0,
            )
        })
    };
    match cells {
        Some(cells) if cells <= MOST_DENSE => {
            let mut counts = vec![[0u64; 2]; cells];
            visit(&mut |side, cell| counts[cell as usize][side] += 1);
            summed(&mut counts.into_iter())
        }
        _ => {
            let mut counts: HashMap<u64, [u64; 2], foldhash::fast::FixedState> = HashMap::default();
            visit(&mut |side, cell| counts.entry(cell).or_default()[side] += 1);
            let mut cells: Vec<(u64, [u64; 2])> = counts.into_iter().collect();
            // The order of a sum is that of the cells, whatever the map.
            cells.sort_unstable_by_key(|&(cell, _)| cell);
            summed(&mut cells.into_iter().map(|(_, count)| count))
        }
    }
}
