//! Linkability: can two files about the same people be joined by way of the release?
//!
//! **Paper** giomi2023anonymeter, section 5.2; the second criterion of wp29anonymisation2014.
//! **Attacker** holds some attributes of a person in one file and others in a second file. **Attempt**: the released row nearest by the first, and that nearest by the
//! second. **Success**: they are the same row.
//! **Differences from the paper.** Of rows that are equally near one is taken at random, and the probability that both choices are the same row counts as
//! success; the paper takes any common row among a few neighbours. So labels that say nothing bring nothing.

use rayon::prelude::*;

use super::{Near, Rate};

/// Attacks the given rows of a view of people, with two disjoint lists of fields.
pub fn linkability(
    near: &Near<'_, '_>,
    people: usize,
    rows: &[u32],
    sides: [&[usize]; 2],
    confidence: f64,
) -> Rate {
    let [left, right] = sides;
    let attack = |scratch: &mut Vec<f32>, row: &u32| {
        let one = near.nearest(people, *row as usize, left, scratch);
        let other = near.nearest(people, *row as usize, right, scratch);
        let count = |tuples: &[u32]| {
            tuples
                .iter()
                .map(|&tuple| near.rows[tuple as usize])
                .sum::<u64>() as f64
        };
        let common: u64 = one
            .iter()
            .filter(|tuple| other.binary_search(tuple).is_ok())
            .map(|&tuple| near.rows[tuple as usize])
            .sum();
        common as f64 / (count(&one) * count(&other)).max(1.0)
    };
    let successes: Vec<f64> = rows.par_iter().map_init(Vec::new, attack).collect();
    Rate::new(successes.iter().sum(), rows.len() as u64, confidence)
}

/// What choosing both rows at random achieves.
pub fn by_chance(near: &Near<'_, '_>, attacks: usize, confidence: f64) -> Rate {
    let rows: u64 = near.rows.iter().sum();
    Rate::new(
        attacks as f64 / rows.max(1) as f64,
        attacks as u64,
        confidence,
    )
}
