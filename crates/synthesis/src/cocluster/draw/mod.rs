//! Drawing rows from a model.
//!
//! **Idea.** (1) Each cluster of rows gets its share of the rows to be drawn. (2) In each cluster, each variable's modalities get their share of
//! the cluster's rows, and are dealt to its rows at random. Shares are rounded by systematic sampling: every modality comes up as
//! often as expected, to the next whole number, so that margins vary far less than in independent draws; within a cluster,
//! variables are independent. (3) With fixed margins, the joint distribution of the variables that have one is fitted to them
//! (`margins`), their values are drawn first, and each of these rows gets a cluster by what the model says of it.
//! (4) Modalities become values ([`Form::column`](crate::modalities::Form::column)). (5) Rows that break a rule are mended ([`mend`](crate::mend)).

mod margins;

pub use margins::fit;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::model::Model;
use crate::request::Way;

/// Rows drawn from a model, as modalities.
pub struct Draw {
    /// The cluster of each row.
    pub cluster: Vec<u32>,
    /// The modality of each row, by variable.
    pub codes: Vec<Vec<u32>>,
}

/// Draws so many rows. With margins, these are what [`fit`] made of what the user fixed.
pub fn draw(
    model: &Model,
    rows: usize,
    way: Way,
    fitted: Option<&margins::Fitted>,
    random: &mut impl Rng,
) -> Draw {
    let mut draw = Draw {
        cluster: Vec::with_capacity(rows),
        codes: vec![Vec::new(); model.forms.len()],
    };
    let fixed: Vec<usize> = fitted
        .map(|fitted| fitted.variables.clone())
        .unwrap_or_default();
    match fitted {
        Some(fitted) => fitted.draw(rows, &mut draw, random),
        None => {
            let shares: Vec<f64> = model
                .clusters
                .iter()
                .map(|cluster| cluster.rows as f64)
                .collect();
            for (cluster, count) in quotas(&shares, rows, random).into_iter().enumerate() {
                draw.cluster
                    .extend(std::iter::repeat_n(cluster as u32, count));
            }
        }
    }
    let places = places(&draw.cluster, model.clusters.len());
    for variable in (0..model.forms.len()).filter(|variable| !fixed.contains(variable)) {
        let chances = model.all_chances(variable);
        let mut codes = vec![0; rows];
        for (chances, places) in chances.iter().zip(&places) {
            deal(chances, places, way, &mut codes, random);
        }
        draw.codes[variable] = codes;
    }
    shuffle(&mut draw, random);
    draw
}

/// The rows of each cluster.
fn places(cluster: &[u32], clusters: usize) -> Vec<Vec<u32>> {
    let mut places = vec![Vec::new(); clusters];
    cluster
        .iter()
        .enumerate()
        .for_each(|(row, &cluster)| places[cluster as usize].push(row as u32));
    places
}

/// Deals modalities to some rows by their chances.
fn deal(chances: &[f64], places: &[u32], way: Way, codes: &mut [u32], random: &mut impl Rng) {
    if way == Way::Independent {
        let mut reached = 0.0;
        let sums: Vec<f64> = chances
            .iter()
            .map(|chance| (reached += chance, reached).1)
            .collect();
        let last = chances
            .iter()
            .rposition(|&chance| chance > 0.0)
            .unwrap_or(0);
        for &row in places {
            let place = random.random::<f64>() * reached;
            codes[row as usize] = sums.partition_point(|&sum| sum <= place).min(last) as u32;
        }
        return;
    }
    let counts = quotas(chances, places.len(), random);
    let mut dealt: Vec<u32> = counts
        .iter()
        .enumerate()
        .flat_map(|(code, &count)| std::iter::repeat_n(code as u32, count))
        .collect();
    dealt.shuffle(random);
    places
        .iter()
        .zip(dealt)
        .for_each(|(&row, code)| codes[row as usize] = code);
}

/// Whole numbers that add up to `total` and are in proportion to `shares`, each expected share rounded up or down at random so that
/// it is right on average.
pub(crate) fn quotas(shares: &[f64], total: usize, random: &mut impl Rng) -> Vec<usize> {
    let sum: f64 = shares.iter().sum();
    let start: f64 = random.random();
    let (mut reached, mut given) = (0.0, 0usize);
    let last = shares.iter().rposition(|&share| share > 0.0).unwrap_or(0);
    let quota = |(place, &share): (usize, &f64)| {
        reached += share;
        let until = match place.cmp(&last) {
            std::cmp::Ordering::Less => {
                ((reached / sum * total as f64 + start) as usize).min(total)
            }
            _ => total,
        };
        let own = until - given;
        given = until;
        own
    };
    shares.iter().enumerate().map(quota).collect()
}

/// Rows in random order: their place says nothing about their cluster.
fn shuffle(draw: &mut Draw, random: &mut impl Rng) {
    let mut order: Vec<u32> = (0..draw.cluster.len() as u32).collect();
    order.shuffle(random);
    let picked = |from: &[u32]| {
        order
            .iter()
            .map(|&row| from[row as usize])
            .collect::<Vec<u32>>()
    };
    draw.cluster = picked(&draw.cluster);
    draw.codes = draw.codes.iter().map(|codes| picked(codes)).collect();
}
