//! Finer clusters of rows than the criterion pays for, as long as every one has k rows.
//!
//! **Idea.** A cluster of rows is split in two: two of its rows are the first centres, each row goes to the side under which its modalities
//! are likelier, the sides are counted again, until nothing changes; the best of a few tries is kept. A side below k gets the
//! rows that fit it best. Sides are split in their turn while they have 2k rows and differ within. Each modality is then a cluster of its own:
//! what is drawn in a cluster of rows is what its rows have.
//!
//! **Why.** The best co-clustering is the one that data of this amount prove; a table for others to analyse may follow the
//! data more closely, and the k rows of a cluster are what hides a person either way.
//!
//! **Invariants.** `fine_clusters_have_k_rows_and_follow_the_table_more_closely`.

use bauta_table::Codes;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use super::climb::{Climbed, Wanted, tells_little};
use super::model::Model;
use crate::modalities::Modalities;

/// Tries of a split, and steps of a try.
const TRIES: usize = 4;
const STEPS: usize = 10;

/// Splits the clusters of a model further. Splits that would break what is wanted of sensitive variables are not made.
pub fn refine(modalities: &Modalities, climbed: Climbed, wanted: &Wanted, seed: u64) -> Climbed {
    let clusters = climbed.model.clusters.len();
    let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); clusters];
    climbed
        .row_cluster
        .iter()
        .enumerate()
        .for_each(|(row, &cluster)| rows_of[cluster as usize].push(row as u32));
    let splitting = Splitting::new(modalities, wanted);
    let split = |(cluster, rows): (usize, Vec<u32>)| {
        let mut random = ChaCha20Rng::seed_from_u64(seed);
        random.set_stream(cluster as u64);
        splitting.down(rows, &mut random)
    };
    let most = wanted.clusters.unwrap_or(usize::MAX);
    let parts: Vec<Vec<u32>> = if most <= clusters {
        rows_of
    } else {
        let parts: Vec<Vec<Vec<u32>>> = rows_of.into_par_iter().enumerate().map(split).collect();
        parts.into_iter().flatten().collect()
    };
    let mut row_cluster = vec![0; climbed.row_cluster.len()];
    for (cluster, rows) in parts.iter().enumerate() {
        rows.iter()
            .for_each(|&row| row_cluster[row as usize] = cluster as u32);
    }
    let mut next = 0;
    let own = modalities.variables().iter().map(|variable| {
        let first = next;
        next += variable.form.len() as u32;
        (first..next).collect()
    });
    let own = own.collect();
    Climbed {
        model: Model::new(modalities, &row_cluster, own),
        row_cluster,
        level: climbed.level,
    }
}

struct Splitting<'a> {
    modalities: &'a Modalities,
    codes: Vec<&'a Codes>,
    offsets: Vec<usize>,
    total: usize,
    wanted: &'a Wanted,
}

/// Counts of modalities on one side.
#[derive(Clone)]
struct Side {
    counts: Vec<u32>,
    rows: u32,
}

impl<'a> Splitting<'a> {
    fn new(modalities: &'a Modalities, wanted: &'a Wanted) -> Self {
        let mut total = 0;
        let offsets = modalities.variables().iter().map(|variable| {
            let offset = total;
            total += variable.form.len();
            offset
        });
        let offsets = offsets.collect();
        let codes = modalities
            .variables()
            .iter()
            .map(|variable| &variable.codes)
            .collect();
        Splitting {
            modalities,
            codes,
            offsets,
            total,
            wanted,
        }
    }

    /// Splits rows as far as they go.
    fn down(&self, rows: Vec<u32>, random: &mut ChaCha20Rng) -> Vec<Vec<u32>> {
        let (mut waiting, mut done) = (vec![rows], Vec::new());
        while let Some(rows) = waiting.pop() {
            match self.split(&rows, random) {
                Some([left, right]) => waiting.extend([right, left]),
                None => done.push(rows),
            }
        }
        done
    }

    /// The best split in two, if there is one that is allowed.
    fn split(&self, rows: &[u32], random: &mut ChaCha20Rng) -> Option<[Vec<u32>; 2]> {
        if (rows.len() as u64) < 2 * self.wanted.k.max(1) {
            return None;
        }
        let whole = self.fit(&self.count(rows.iter().copied()));
        let best = (0..TRIES)
            .map(|_| self.try_split(rows, random))
            .map(|sides| {
                (
                    sides
                        .iter()
                        .map(|side| self.fit(&self.count(side.iter().copied())))
                        .sum::<f64>(),
                    sides,
                )
            })
            .max_by(|one, other| one.0.total_cmp(&other.0))?;
        let allowed = best.0 > whole + 1e-6 && best.1.iter().all(|side| self.is_allowed(side));
        allowed.then_some(best.1)
    }

    fn try_split(&self, rows: &[u32], random: &mut ChaCha20Rng) -> [Vec<u32>; 2] {
        let mut centre = || self.count([rows[random.random_range(0..rows.len())]].into_iter());
        let mut sides = [centre(), centre()];
        let mut right: Vec<bool> = Vec::new();
        for _ in 0..STEPS {
            let logs = sides.each_ref().map(|side| self.logs(side));
            let leaning: Vec<f64> = rows
                .iter()
                .map(|&row| self.likely(row, &logs[1]) - self.likely(row, &logs[0]))
                .collect();
            let now = sided(&leaning, self.wanted.k.max(1) as usize);
            let pick = |side: bool| {
                rows.iter()
                    .zip(&now)
                    .filter(move |(_, right)| **right == side)
                    .map(|(&row, _)| row)
            };
            sides = [self.count(pick(false)), self.count(pick(true))];
            if now == right {
                break;
            }
            right = now;
        }
        let pick = |side: bool| {
            rows.iter()
                .zip(&right)
                .filter(|(_, right)| **right == side)
                .map(|(&row, _)| row)
                .collect()
        };
        [pick(false), pick(true)]
    }

    fn is_allowed(&self, rows: &[u32]) -> bool {
        if self.wanted.diversity.is_empty() && self.wanted.closeness.is_empty() {
            return true;
        }
        tells_little(
            self.modalities,
            rows.iter().map(|&row| (row, 0)),
            1,
            self.wanted,
        )
    }

    fn count(&self, rows: impl Iterator<Item = u32>) -> Side {
        let mut side = Side {
            counts: vec![0; self.total],
            rows: 0,
        };
        for row in rows {
            side.rows += 1;
            for (codes, &offset) in self.codes.iter().zip(&self.offsets) {
                side.counts[offset + codes.get(row as usize) as usize] += 1;
            }
        }
        side
    }

    /// The likelihood of a side's rows under its own shares.
    fn fit(&self, side: &Side) -> f64 {
        let of = |count: u32| {
            if count == 0 {
                0.0
            } else {
                f64::from(count) * f64::from(count).ln()
            }
        };
        side.counts.iter().map(|&count| of(count)).sum::<f64>()
            - self.codes.len() as f64 * of(side.rows)
    }

    fn logs(&self, side: &Side) -> Vec<f64> {
        side.counts
            .iter()
            .map(|&count| (f64::from(count) + 0.5).ln() - f64::from(side.rows + 1).ln())
            .collect()
    }

    fn likely(&self, row: u32, logs: &[f64]) -> f64 {
        self.codes
            .iter()
            .zip(&self.offsets)
            .map(|(codes, &offset)| logs[offset + codes.get(row as usize) as usize])
            .sum()
    }
}

/// Which rows go right: those that lean there, or the `least` that lean most where they are fewer; and no more than leave `least`.
fn sided(leaning: &[f64], least: usize) -> Vec<bool> {
    let right = leaning
        .iter()
        .filter(|&&lean| lean > 0.0)
        .count()
        .clamp(least, leaning.len() - least);
    let mut order: Vec<usize> = (0..leaning.len()).collect();
    order.sort_by(|&one, &other| {
        leaning[other]
            .total_cmp(&leaning[one])
            .then(one.cmp(&other))
    });
    let mut sides = vec![false; leaning.len()];
    order[..right].iter().for_each(|&place| sides[place] = true);
    sides
}
