//! Membership inference against a generator, calibrated by shadow models: the strongest attack, by somebody who has the generator and its settings,
//! and knows all rows but those attacked.
//!
//! **Papers.** Shadow models against synthetic tables: Stadler and others (key `stadler2022groundhog`); counts of rows that agree with the target on some
//! attributes as features, and attacks on the most exposed records: Meeus and others (key `meeus2023achilles`), Houssiau and others
//! (key `houssiau2022tapas`).
//!
//! **Idea.** (1) Targets are unique rows: half of them those with the rarest values, half drawn. (2) For each shadow model every target takes part or not, by
//! a coin that is fair over all models; all other rows do. (3) The generator learns from them with the request's own settings and draws as many rows
//! as it would. (4) Features of a target in what was drawn: equal rows, rows that differ in one or two values, rows that share its rarest values, the
//! closest row, how many equal rows were to be expected. Each is standardised over the models of the target, without looking at its coin. (5) A logistic
//! model learns from one half of the shadow models who took part, and is tested on the other half; and the other way round. (6) All scores together give
//! the ROC curve; intervals come from drawing targets again, since the scores of one target are not independent.
//!
//! **Cost.** One fit, one draw and targets x rows comparisons for each shadow model; models run in parallel.

use std::sync::atomic::{AtomicU64, Ordering};

use bauta_learn::{Classifier, Samples, scores};
use bauta_messages::{Error, Problems, Result};
use bauta_table::{Progress, Stage, Table};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use crate::generator::{Fit, Generator, draw};
use crate::measures::membership::{Attacked, Matches, MembershipAttack, unique_rows};
use crate::measures::nearest::{nearest, places};
use crate::measures::roc::{CONFIDENCE, Separation};
use crate::measures::{Aligned, Coded};
use crate::request::SynthesisRequest;
use crate::rules::standards;
use crate::source::Source;

/// Targets of each kind.
const TARGETS: usize = 50;
/// Features of a target.
const FEATURES: usize = 9;
/// Times that targets are drawn again for intervals.
const RESAMPLES: usize = 400;

/// Attacks people of the source by shadow models of a generator. None where too few rows are unique.
///
/// # Errors
/// What is wrong with the request; or that it was stopped.
pub(crate) fn attacks(
    generator: &dyn Generator,
    source: &Source,
    request: &SynthesisRequest<'_>,
    models: usize,
    progress: &dyn Progress,
) -> Result<Vec<MembershipAttack>> {
    let mut rng = ChaCha20Rng::seed_from_u64(request.seed ^ 0x5AD0);
    let targets = targets(&source.table, &mut rng);
    if targets.len() < 2 * FEWEST_TARGETS {
        return Ok(Vec::new());
    }
    let took_part = coins(targets.len(), models, &mut rng);
    let done = AtomicU64::new(0);
    let by_model: Result<Vec<Option<Vec<[f64; FEATURES]>>>> = (0..models)
        .into_par_iter()
        .map(|model| {
            let shadow = Shadow {
                generator,
                source,
                request,
                targets: &targets,
                number: model as u64,
            };
            let found = shadow.features(&|target| took_part[target][model], progress)?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.tell(Stage::Verify, done, Some(models as u64));
            Ok(found)
        })
        .collect();
    // Models that could not be fitted are left out with their coins.
    let (mut features, mut coins) = (Vec::new(), vec![Vec::new(); targets.len()]);
    let fitted = by_model?.into_iter().enumerate();
    for (model, of_model) in fitted.filter_map(|(model, it)| Some((model, it?))) {
        features.push(of_model);
        let all = coins.iter_mut().zip(&took_part);
        all.for_each(|(own, coin)| own.push(coin[model]));
    }
    standardise(&mut features);
    Ok(separated(&features, &coins, request.seed))
}

/// Fewer targets of a kind than this tell nothing.
const FEWEST_TARGETS: usize = 5;

/// Unique rows: first those with the rarest values, then as many drawn from the others.
fn targets(real: &Table, rng: &mut ChaCha20Rng) -> Vec<u32> {
    let names: Vec<String> = real.attributes().iter().map(|it| it.name.clone()).collect();
    let nobody = real.picked(&[]);
    let aligned = Aligned::of(&[real, &nobody], &names);
    let [mut unique, _] = unique_rows(&aligned, [0, 1]);
    let shares = shares(&aligned);
    let rarity = |row: u32| -> f64 {
        let columns = aligned.tables[0].codes.iter().zip(&shares);
        columns
            .map(|(codes, shares)| -shares[codes[row as usize] as usize].ln())
            .sum()
    };
    let rare: Vec<f64> = (0..real.rows() as u32).map(rarity).collect();
    unique.sort_by(|&a, &b| {
        rare[b as usize]
            .total_cmp(&rare[a as usize])
            .then(a.cmp(&b))
    });
    let half = TARGETS.min(unique.len() / 2);
    let mut others = unique.split_off(half);
    others.shuffle(rng);
    others.truncate(half);
    unique.extend(others);
    unique
}

/// The share of the rows of the first table that have each value.
fn shares(aligned: &Aligned) -> Vec<Vec<f64>> {
    let table = &aligned.tables[0];
    let of_field = |(field, codes): (&crate::measures::Field, &Vec<u32>)| {
        let mut counts = vec![0.0; field.values];
        codes.iter().for_each(|&code| counts[code as usize] += 1.0);
        counts
            .iter_mut()
            .for_each(|count: &mut f64| *count = count.max(1.0) / table.rows.max(1) as f64);
        counts
    };
    aligned
        .fields
        .iter()
        .zip(&table.codes)
        .map(of_field)
        .collect()
}

/// For each target, in which models it takes part: half of them.
fn coins(targets: usize, models: usize, rng: &mut ChaCha20Rng) -> Vec<Vec<bool>> {
    let coin = |_| {
        let mut coins: Vec<bool> = (0..models).map(|model| model % 2 == 0).collect();
        coins.shuffle(rng);
        coins
    };
    (0..targets).map(coin).collect()
}

/// One shadow model.
struct Shadow<'a> {
    generator: &'a dyn Generator,
    source: &'a Source,
    request: &'a SynthesisRequest<'a>,
    targets: &'a [u32],
    number: u64,
}

/// Hands on that it shall stop, and nothing else.
struct Quiet<'a>(&'a dyn Progress);

impl Progress for Quiet<'_> {
    fn tell(&self, _: Stage, _: u64, _: Option<u64>) {}

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

impl Shadow<'_> {
    /// The features of all targets in what a model of the others and some of them draws; none if there is no such model.
    fn features(
        &self,
        takes_part: &dyn Fn(usize) -> bool,
        progress: &dyn Progress,
    ) -> Result<Option<Vec<[f64; FEATURES]>>> {
        if progress.cancelled() {
            return Err(Error::Cancelled);
        }
        let real = &self.source.table;
        let mut learnt = vec![true; real.rows()];
        for (target, &row) in self.targets.iter().enumerate() {
            learnt[row as usize] = takes_part(target);
        }
        let rows: Vec<u32> = (0..real.rows() as u32)
            .filter(|&row| learnt[row as usize])
            .collect();
        let source = self.source.with_rows(real.picked(&rows));
        let seed = self.request.seed.wrapping_add(1 + self.number);
        let request = SynthesisRequest {
            seed,
            rows: Some(self.request.rows.unwrap_or(real.rows())),
            watch: None,
            save_model: None,
            keep_out: None,
            ..self.request.clone()
        };
        let mut problems = Problems::default();
        let card = self.generator.card();
        let standards = standards(&source, &request, card, &mut problems, &mut Vec::new());
        let fit = self
            .generator
            .fit(&source, &request, problems, &Quiet(progress))?;
        let Fit::Model(model) = fit else {
            return Ok(None);
        };
        let mut random = ChaCha20Rng::seed_from_u64(seed);
        let sample = draw(model.as_ref(), &standards, &mut random)?;
        Ok(Some(features(real, self.targets, &sample.table)))
    }
}

/// What a table of drawn rows shows of each target.
fn features(real: &Table, targets: &[u32], drawn: &Table) -> Vec<[f64; FEATURES]> {
    let names: Vec<String> = real.attributes().iter().map(|it| it.name.clone()).collect();
    let aligned = Aligned::of(&[real, drawn], &names);
    let people = aligned.tables[0].picked(targets);
    let made = &aligned.tables[1];
    let ready = places(&aligned, &[&people, made]);
    let rows: Vec<u32> = (0..targets.len() as u32).collect();
    let closest = nearest(&ready[0], &rows, &ready[1], false);
    let shares = shares(&aligned);
    let [binned_people, binned_made] = [&people, made].map(|table| in_bins(&aligned, table));
    let of_target = |row: usize| {
        let exact = Matches::of(&people, row, made);
        let coarse = Matches::of(&binned_people, row, &binned_made);
        let mut rarest: Vec<(f64, usize)> = (people.codes.iter().zip(&shares).enumerate())
            .map(|(field, (codes, shares))| (shares[codes[row] as usize], field))
            .take(64)
            .collect();
        rarest.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mask = |count: usize| {
            rarest
                .iter()
                .take(count)
                .fold(0u64, |mask, it| mask | 1 << it.1)
        };
        let counts = [
            exact.agreeing(exact.all()),
            exact.all_but(1),
            exact.all_but(2),
            exact.expected(),
            exact.agreeing(mask(1)),
            exact.agreeing(mask(2)),
            exact.agreeing(mask(3)),
            coarse.agreeing(coarse.all()),
        ];
        let mut found = [closest[row].first; FEATURES];
        counts
            .iter()
            .zip(&mut found)
            .for_each(|(count, feature)| *feature = count.ln_1p());
        found
    };
    (0..targets.len()).map(of_target).collect()
}

/// A table with the bins of its values instead of these.
fn in_bins(aligned: &Aligned, table: &Coded) -> Coded {
    let fields = aligned.fields.iter().zip(&table.codes);
    Coded {
        rows: table.rows,
        codes: fields
            .map(|(field, codes)| {
                codes
                    .iter()
                    .map(|&code| field.bin_of[code as usize])
                    .collect()
            })
            .collect(),
    }
}

/// Each feature of a target with mean 0 and deviation 1 over the models.
fn standardise(features: &mut [Vec<[f64; FEATURES]>]) {
    let models = features.len().max(1) as f64;
    let targets = features.first().map_or(0, Vec::len);
    for target in 0..targets {
        for feature in 0..FEATURES {
            let sum: f64 = features.iter().map(|it| it[target][feature]).sum();
            let mean = sum / models;
            let squares = features
                .iter()
                .map(|it| (it[target][feature] - mean).powi(2));
            let deviation = (squares.sum::<f64>() / models).sqrt();
            for of_model in features.iter_mut() {
                let value = &mut of_model[target][feature];
                *value = if deviation > 1e-9 {
                    (*value - mean) / deviation
                } else {
                    0.0
                };
            }
        }
    }
}

/// The scores of all targets in all models, by models learnt from the other half of these.
fn scored(
    features: &[Vec<[f64; FEATURES]>],
    coins: &[Vec<bool>],
    targets: std::ops::Range<usize>,
    seed: u64,
) -> Option<Vec<Vec<f64>>> {
    let samples = |half: usize| {
        let mut samples = Samples {
            width: FEATURES,
            ..Samples::default()
        };
        for (model, of_model) in features.iter().enumerate().filter(|it| it.0 % 2 == half) {
            for target in targets.clone() {
                samples.dense.extend(of_model[target]);
                samples.labels.push(u32::from(coins[target][model]));
            }
        }
        samples
    };
    let halves = [samples(0), samples(1)];
    let mut found = vec![vec![0.0; features.len()]; targets.len()];
    for half in [0, 1] {
        let of_half = scores(
            Classifier::LogisticRegression,
            &halves[1 - half],
            &halves[half],
            2,
            seed,
        )?;
        let mut of_half = of_half.into_iter();
        for model in (half..features.len()).step_by(2) {
            for scores in &mut found {
                scores[model] = of_half.next()?.get(1).copied()?;
            }
        }
    }
    Some(found)
}

/// How well the targets of each kind are told apart.
fn separated(
    features: &[Vec<[f64; FEATURES]>],
    coins: &[Vec<bool>],
    seed: u64,
) -> Vec<MembershipAttack> {
    let half = coins.len() / 2;
    let kinds = [
        (Attacked::MostExposed, 0..half),
        (Attacked::Unique, half..coins.len()),
    ];
    let attack = |(attacked, targets): (Attacked, std::ops::Range<usize>)| {
        let scores = scored(features, coins, targets.clone(), seed)?;
        let coins = &coins[targets];
        let separation = with_interval(&scores, coins, seed)?;
        Some(MembershipAttack {
            attack: "shadow-models",
            attacked,
            separation,
        })
    };
    kinds.into_iter().filter_map(attack).collect()
}

/// Pooled over targets, with intervals from drawing targets again where these are wider.
fn with_interval(scores: &[Vec<f64>], coins: &[Vec<bool>], seed: u64) -> Option<Separation> {
    let pooled = |targets: &[usize]| {
        let (mut members, mut strangers) = (Vec::new(), Vec::new());
        for &target in targets {
            for (&score, &coin) in scores[target].iter().zip(&coins[target]) {
                if coin {
                    members.push(score);
                } else {
                    strangers.push(score);
                }
            }
        }
        Separation::of(&members, &strangers)
    };
    let all: Vec<usize> = (0..scores.len()).collect();
    let mut found = pooled(&all)?;
    let mut rng = ChaCha20Rng::seed_from_u64(seed ^ 0xB007);
    let again: Vec<Vec<usize>> = (0..RESAMPLES)
        .map(|_| all.iter().map(|_| rng.random_range(0..all.len())).collect())
        .collect();
    let again: Vec<Separation> = again
        .par_iter()
        .filter_map(|targets| pooled(targets))
        .collect();
    let bounds = |of: &dyn Fn(&Separation) -> f64| {
        let mut values: Vec<f64> = again.iter().map(of).collect();
        values.sort_unstable_by(f64::total_cmp);
        let place = |p: f64| ((values.len() as f64 - 1.0) * p).round() as usize;
        let tail = (1.0 - CONFIDENCE) / 2.0;
        Some((*values.get(place(tail))?, *values.get(place(1.0 - tail))?))
    };
    if let Some((low, high)) = bounds(&|it| it.auc) {
        (found.auc_low, found.auc_high) = (found.auc_low.min(low), found.auc_high.max(high));
    }
    if let Some((low, high)) = bounds(&|it| it.true_positives) {
        found.true_positives_low = found.true_positives_low.min(low);
        found.true_positives_high = found.true_positives_high.max(high);
    }
    Some(found)
}
