//! Linkability: can two files about the same people be joined by way of the release?
//!
//! **Paper** giomi2023anonymeter, section 5.2; the second criterion of wp29anonymisation2014.
//! **Attacker** holds some attributes of a person in one file and others in a second file. **Attempt**: the released row nearest by the first, and that nearest by the
//! second. **Success**: they are the same row.
//! **Differences from the paper.** Of rows that are equally near one is taken at random, and the probability that both choices are the same row counts as
//! success; the paper takes any common row among a few neighbours. So labels that say nothing bring nothing.

use rayon::prelude::*;

use super::{Near, Rate};

/// Attacks people of a view, each given by its rows, with two disjoint lists of fields. The success with a person of several rows is the mean over them; where
/// a reader of the release sees which rows are one person's, both files must lead to the same person.
pub fn linkability(
    near: &Near<'_, '_>,
    people: usize,
    targets: &[Vec<u32>],
    sides: [&[usize]; 2],
    confidence: f64,
) -> Rate {
    let [left, right] = sides;
    let attack = |scratch: &mut Vec<f32>, row: u32| {
        let one = near.nearest(people, row as usize, left, scratch);
        let other = near.nearest(people, row as usize, right, scratch);
        let common = match (near.people(&one), near.people(&other)) {
            (Some(one), Some(other)) => {
                let both = one.iter().filter(|it| other.binary_search(it).is_ok());
                both.count() as u64
            }
            _ => {
                let both = one.iter().filter(|it| other.binary_search(it).is_ok());
                both.map(|&tuple| near.rows[tuple as usize]).sum()
            }
        };
        common as f64 / (near.count(&one) as f64 * near.count(&other) as f64).max(1.0)
    };
    let of_target = |scratch: &mut Vec<f32>, rows: &Vec<u32>| {
        let sum: f64 = rows.iter().map(|&row| attack(scratch, row)).sum();
        sum / rows.len().max(1) as f64
    };
    let successes: Vec<f64> = targets.par_iter().map_init(Vec::new, of_target).collect();
    Rate::new(successes.iter().sum(), targets.len() as u64, confidence)
}

/// What choosing both rows (people) at random achieves.
pub fn by_chance(near: &Near<'_, '_>, attacks: usize, confidence: f64) -> Rate {
    Rate::new(
        attacks as f64 / near.all().max(1) as f64,
        attacks as u64,
        confidence,
    )
}
