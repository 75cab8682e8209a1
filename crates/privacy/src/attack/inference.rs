//! Inference: can an unknown attribute of a person be told from the others?
//!
//! **Paper** giomi2023anonymeter, section 5.3; the third criterion of wp29anonymisation2014.
//! **Attacker** knows some attributes of a person. **Attempt**: the secret of the nearest released rows. **Success**: it is the person's value; a number
//! may differ by a share of it.
//! **Differences from the paper.** (a) All rows that are equally near are asked: the value that most of them have, or, for a number, that most of them are near
//! to. (b) Without a control, the baseline is the best single guess for everybody, not a random one: who only knows the distribution can do that, and
//! a release that tells nothing more must come out at 0.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::frame::Field;
use super::{Near, Rate};
use crate::utility::Ranks;

/// What is guessed from what.
#[derive(Debug, Clone, Copy)]
pub struct Secret<'a> {
    /// Fields that the attacker knows.
    pub known: &'a [usize],
    /// The field that is guessed.
    pub secret: usize,
    /// How far a guessed number may be off, as a share of the true one.
    pub tolerance: f64,
}

/// Attacks people of a view, each given by its rows; rows whose secret is not known are passed over. A guess from any row of a person is right if the person
/// has the value; the success with a person of several rows is the mean over them.
pub fn inference(
    near: &Near<'_, '_>,
    people: usize,
    targets: &[Vec<u32>],
    secret: &Secret<'_>,
    confidence: f64,
) -> Rate {
    let everybody: Vec<u32> = (0..near.rows.len() as u32).collect();
    let constant = guess(near, &everybody, secret);
    let attack = |scratch: &mut Vec<f32>, rows: &Vec<u32>| {
        mean_of(near, people, rows, secret, |row| {
            let closest = near.nearest(people, row as usize, secret.known, scratch);
            guess(near, &closest, secret).or(constant)
        })
    };
    let tried: Vec<f64> = targets
        .par_iter()
        .map_init(Vec::new, attack)
        .flatten()
        .collect();
    Rate::new(tried.iter().sum(), tried.len() as u64, confidence)
}

/// What one guess for everybody achieves.
pub fn by_chance(
    near: &Near<'_, '_>,
    people: usize,
    targets: &[Vec<u32>],
    secret: &Secret<'_>,
    confidence: f64,
) -> Rate {
    let everybody: Vec<u32> = (0..near.rows.len() as u32).collect();
    let constant = guess(near, &everybody, secret);
    let tried: Vec<f64> = targets
        .iter()
        .filter_map(|rows| mean_of(near, people, rows, secret, |_| constant))
        .collect();
    Rate::new(tried.iter().sum(), tried.len() as u64, confidence)
}

/// The share of a person's rows from which the guess is a value that the person has; none where no secret of the person is known.
fn mean_of(
    near: &Near<'_, '_>,
    people: usize,
    rows: &[u32],
    secret: &Secret<'_>,
    mut guessed: impl FnMut(u32) -> Option<u32>,
) -> Option<f64> {
    let known = |row: &u32| Some((*row, truth(near, people, *row, secret)?));
    let known: Vec<(u32, u32)> = rows.iter().filter_map(known).collect();
    let field = &near.frame.fields[secret.secret];
    let right = known.iter().filter(|(row, _)| {
        guessed(*row).is_some_and(|guessed| {
            let mut own = known.iter();
            own.any(|(_, truth)| is_right(field, guessed, *truth, secret.tolerance))
        })
    });
    let right = right.count();
    (!known.is_empty()).then(|| right as f64 / known.len() as f64)
}

/// A person's secret, if it is one value.
fn truth(near: &Near<'_, '_>, people: usize, row: u32, secret: &Secret<'_>) -> Option<u32> {
    let seen = &near.frame.views[people].seen[secret.secret];
    match &seen.covers[seen.codes.get(row as usize) as usize].ranks {
        Ranks::Range(first, last) if first == last && seen_tells(near, secret.secret) => {
            Some(*first)
        }
        _ => None,
    }
}

/// Whether the secret has more than one value at all.
fn seen_tells(near: &Near<'_, '_>, field: usize) -> bool {
    near.frame.fields[field].domain > 1
}

fn is_right(field: &Field, guessed: u32, truth: u32, tolerance: f64) -> bool {
    let within = |positions: &Vec<f64>| {
        let (guessed, truth) = (positions[guessed as usize], positions[truth as usize]);
        (guessed - truth).abs() <= tolerance * truth.abs()
    };
    guessed == truth || (field.is_number && field.positions.as_ref().is_some_and(within))
}

/// The best guess that some distinct rows give; none where all of them say nothing.
fn guess(near: &Near<'_, '_>, tuples: &[u32], secret: &Secret<'_>) -> Option<u32> {
    let field = &near.frame.fields[secret.secret];
    let covers = &near.frame.views[near.view].seen[secret.secret].covers;
    let mut by_code: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &tuple in tuples {
        let code = near.codes[secret.secret][tuple as usize];
        by_code.entry(code).or_default().push(tuple);
    }
    let mut weights: BTreeMap<u32, f64> = BTreeMap::new();
    for (code, tuples) in by_code {
        let rows = near.count(&tuples);
        let ranks = &covers[code as usize].ranks;
        if ranks.len() < field.domain {
            let each = rows as f64 / ranks.len() as f64;
            ranks
                .iter()
                .for_each(|rank| *weights.entry(rank).or_default() += each);
        }
    }
    match field
        .positions
        .as_ref()
        .filter(|_| field.is_number && secret.tolerance > 0.0)
    {
        Some(positions) => most_within(&weights, positions, secret.tolerance),
        None => weights
            .iter()
            .max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)))
            .map(|(&rank, _)| rank),
    }
}

/// The value that most weight is within the tolerance of.
fn most_within(weights: &BTreeMap<u32, f64>, positions: &[f64], tolerance: f64) -> Option<u32> {
    let mut at: Vec<(f64, u32, f64)> = weights
        .iter()
        .map(|(&rank, &w)| (positions[rank as usize], rank, w))
        .collect();
    at.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut sums = vec![0.0];
    at.iter()
        .for_each(|(.., weight)| sums.push(sums.last().copied().unwrap_or(0.0) + weight));
    let within = |guess: f64| {
        // A guess is right for the truths between these two, whichever is the larger.
        let (one, other) = (
            guess / (1.0 + tolerance),
            if tolerance < 1.0 {
                guess / (1.0 - tolerance)
            } else {
                guess
            },
        );
        let (low, high) = (one.min(other), one.max(other));
        let from = at.partition_point(|(position, ..)| *position < low);
        let to = at.partition_point(|(position, ..)| *position <= high);
        sums[to] - sums[from]
    };
    let best = at
        .iter()
        .map(|&(position, rank, _)| (within(position), rank));
    best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
        .map(|(_, rank)| rank)
}
