//! Task utility: what models learn from the release, tested on original rows that they have not seen.
//!
//! **Idea.** (1) Split the original rows in three parts to learn from and one to be tested on. (2) Train on the released rows whose
//! original is in the first part, and on the originals of the same part. (3) Test both on the original rows of the second part.
//! Where released rows cannot be matched with original ones, the whole release is learnt from and `held_out` is false: the figures may
//! be too good. (4) Features are the quasi-identifiers: numbers and dates by the mean of the values that a label covers, others by
//! one share a value. A target with more than ten numbers is split at its median.

use bauta_learn::{Classifier, Samples, accuracy, auc, scores};
use bauta_privacy::utility::{Cover, Ranks, ReadColumn, Reading};
use bauta_table::recoding::Prepared;
use bauta_table::{Dictionary, Qi, Role, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

/// The most rows to learn from and to be tested on: more change figures by less than they vary with the seed.
const MOST_ROWS: usize = 5_000;
/// The most classes that are predicted.
const MOST_CLASSES: usize = 20;
/// The most values of an attribute that have a feature of their own; the rarest share the last one.
const MOST_VALUES: usize = 32;

/// How well a model does.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Score {
    /// Share of test rows that it gets right.
    pub accuracy: f64,
    /// Area under the ROC curve, mean over classes.
    pub auc: Option<f64>,
}

/// One model, trained twice.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ModelScores {
    /// The model.
    pub model: &'static str,
    /// Trained on original rows.
    pub original: Score,
    /// Trained on released rows; absent where nothing can be learnt from them.
    pub release: Option<Score>,
}

/// What models learn from a release.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct TaskUtility {
    /// What they predict.
    pub target: String,
    /// Number of classes.
    pub classes: usize,
    /// Released rows that were learnt from.
    pub training_rows: usize,
    /// Original rows that were tested.
    pub test_rows: usize,
    /// Whether the tested rows were kept out of the release that was learnt from.
    pub held_out: bool,
    /// Share of the most frequent class in the tested rows: what knowing nothing reaches.
    pub majority: f64,
    /// The models.
    pub models: Vec<ModelScores>,
}

/// Three rows of four to learn from, in order, and the others to be tested on.
pub(crate) fn split(rows: usize, seed: u64) -> (Vec<u32>, Vec<u32>) {
    let mut rng = ChaCha20Rng::seed_from_u64(seed ^ 0x005E_ED0F_5A3B);
    (0..rows as u32).partition(|_| rng.random_range(0..4) < 3)
}

/// Models of the original, ready to be compared with those of releases.
pub(crate) struct Learner {
    target: String,
    classes: Classes,
    encoders: Vec<Encoder>,
    test: Samples,
    original: Vec<(Classifier, Score)>,
    seed: u64,
}

impl Learner {
    /// Trains on some rows of the original and tests on others; `None` without a target, or where it cannot be predicted, which a
    /// note says.
    pub(crate) fn new(
        prepared: &Prepared<'_>,
        (train, test): (&[u32], &[u32]),
        seed: u64,
        notes: &mut Vec<String>,
    ) -> Option<Self> {
        let original = prepared.table;
        let target = *original.with_role(Role::Target).first()?;
        let name = &original.attributes()[target].name;
        let Some(classes) = Classes::of(
            original.attributes()[target].column.dictionary(),
            original,
            target,
        ) else {
            notes.push(format!(
                "models were not trained: \"{name}\" has too many different values, or only one"
            ));
            return None;
        };
        let encoders: Vec<Encoder> = prepared
            .qis
            .iter()
            .map(|qi| Encoder::of(original, qi))
            .collect();
        let plain =
            |rows: &[u32]| originals(prepared, &encoders, &classes, target, &sample(rows, seed));
        let (train, test) = (plain(train), plain(test));
        let judged = |model| Some((model, judged(model, &train, &test, classes.count, seed)?));
        let scores: Vec<(Classifier, Score)> =
            Classifier::ALL.into_iter().filter_map(judged).collect();
        if scores.is_empty() {
            notes.push(format!(
                "models were not trained: too few rows tell \"{name}\""
            ));
            return None;
        }
        Some(Learner {
            target: name.clone(),
            classes,
            encoders,
            test,
            original: scores,
            seed,
        })
    }

    /// The same models trained on released rows; `None` where the release does not have the target beside the quasi-identifiers.
    pub(crate) fn judge(
        &self,
        released: &Table,
        reading: &Reading,
        rows: &[u32],
        held_out: bool,
    ) -> Option<TaskUtility> {
        let twin = &released.attributes()[released.index_of(&self.target).ok()?].column;
        let labels = self.classes.released(twin.dictionary());
        let cover = |place: usize, row: usize| {
            let column: &ReadColumn = &reading.columns[place];
            let code = column.attribute.map_or(0, |index| {
                released.attributes()[index].column.codes().get(row)
            });
            &column.covers[code as usize]
        };
        let label = |row: usize| labels[twin.codes().get(row) as usize];
        let learnt = encoded(&self.encoders, &sample(rows, self.seed), cover, label);
        let (test, count) = (&self.test, self.classes.count);
        let models = self.original.iter().map(|&(model, original)| ModelScores {
            model: model.name(),
            original,
            release: judged(model, &learnt, test, count, self.seed),
        });
        let models = models.collect();
        let mut counts = vec![0usize; count];
        test.labels
            .iter()
            .for_each(|&label| counts[label as usize] += 1);
        Some(TaskUtility {
            target: self.target.clone(),
            classes: count,
            training_rows: learnt.labels.len(),
            test_rows: test.labels.len(),
            held_out,
            majority: counts.iter().copied().max().unwrap_or(0) as f64 / test.labels.len() as f64,
            models,
        })
    }
}

/// For a release of the whole table: learns from the rows whose original is not tested, or from all where that cannot be told.
pub(crate) fn learn(
    prepared: &Prepared<'_>,
    released: &Table,
    reading: &Reading,
    source: Option<&[u32]>,
    seed: u64,
    notes: &mut Vec<String>,
) -> Option<TaskUtility> {
    let (train, test) = split(prepared.table.rows(), seed);
    let learner = Learner::new(prepared, (&train, &test), seed, notes)?;
    let mut learnt = vec![source.is_none(); prepared.table.rows().max(released.rows())];
    train.iter().for_each(|&row| learnt[row as usize] = true);
    let is_learnt =
        |row: &u32| learnt[source.map_or(*row, |source| source[*row as usize]) as usize];
    let rows: Vec<u32> = (0..released.rows() as u32).filter(is_learnt).collect();
    if source.is_none() {
        notes.push(
            "released rows could not be matched with original ones: models were tested on rows that they may have seen"
                .into(),
        );
    }
    learner.judge(released, reading, &rows, source.is_some())
}

fn judged(
    model: Classifier,
    train: &Samples,
    test: &Samples,
    classes: usize,
    seed: u64,
) -> Option<Score> {
    let scores = scores(model, train, test, classes, seed)?;
    Some(Score {
        accuracy: accuracy(&scores, &test.labels),
        auc: auc(&scores, &test.labels),
    })
}

fn sample(rows: &[u32], seed: u64) -> Vec<u32> {
    if rows.len() <= MOST_ROWS {
        return rows.to_vec();
    }
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut left = rows.to_vec();
    let mut picked: Vec<u32> = (0..MOST_ROWS)
        .map(|_| left.swap_remove(rng.random_range(0..left.len())))
        .collect();
    picked.sort_unstable();
    picked
}

/// The classes of a target.
struct Classes {
    count: usize,
    /// The class of each original code; `None` where it is missing.
    of_code: Vec<Option<u32>>,
    /// The class of each label that occurs.
    of_label: std::collections::HashMap<String, u32>,
    /// Where numbers are split.
    median: Option<f64>,
}

impl Classes {
    fn of(dictionary: &Dictionary, table: &Table, target: usize) -> Option<Self> {
        let values = dictionary.value_count();
        let median = (dictionary.kind().is_measurable() && values > 10).then(|| {
            let counts = table.attributes()[target]
                .column
                .codes()
                .counts(dictionary.len());
            let half = counts[..values].iter().sum::<u64>() / 2;
            let mut seen = 0;
            let middle = counts[..values].iter().position(|&count| {
                seen += count;
                seen > half
            });
            dictionary
                .measure(middle.unwrap_or(0) as u32)
                .unwrap_or(0.0)
        });
        let class = |code: u32| match median {
            Some(median) => dictionary
                .measure(code)
                .map(|value| u32::from(value >= median)),
            None => ((code as usize) < values).then_some(code),
        };
        let of_code: Vec<Option<u32>> = (0..dictionary.len() as u32).map(class).collect();
        let count = if median.is_some() { 2 } else { values };
        let labels = of_code.iter().enumerate();
        let of_label = labels
            .filter_map(|(code, class)| {
                Some((dictionary.label(code as u32).into_owned(), (*class)?))
            })
            .collect();
        (2..=MOST_CLASSES).contains(&count).then_some(Classes {
            count,
            of_code,
            of_label,
            median,
        })
    }

    /// The class of each released code, where its label tells it.
    fn released(&self, dictionary: &Dictionary) -> Vec<Option<u32>> {
        (0..dictionary.len() as u32)
            .map(|code| {
                let by_number = || Some(u32::from(dictionary.measure(code)? >= self.median?));
                self.of_label
                    .get(dictionary.label(code).as_ref())
                    .copied()
                    .or_else(by_number)
            })
            .collect()
    }
}

/// How one quasi-identifier becomes features.
struct Encoder {
    /// Where numbers and dates lie between the smallest and the largest, by rank.
    place_of_rank: Option<Vec<f64>>,
    /// The value of each rank among those that have a share of their own.
    value_of_rank: Vec<u32>,
    values: usize,
}

impl Encoder {
    fn of(table: &Table, qi: &Qi) -> Self {
        let column = &table.attributes()[qi.attribute].column;
        let dictionary = column.dictionary();
        let mut rows = vec![0u64; qi.ranks()];
        let counts = column.codes().counts(dictionary.len());
        counts
            .iter()
            .zip(qi.rank_of_code())
            .for_each(|(&count, &rank)| rows[rank as usize] += count);
        if !dictionary.kind().is_measurable() {
            let mut order: Vec<usize> = (0..qi.ranks()).collect();
            order.sort_by_key(|&rank| std::cmp::Reverse(rows[rank]));
            let mut value_of_rank = vec![0; qi.ranks()];
            order
                .iter()
                .enumerate()
                .for_each(|(place, &rank)| value_of_rank[rank] = place.min(MOST_VALUES - 1) as u32);
            return Encoder {
                place_of_rank: None,
                value_of_rank,
                values: qi.ranks().clamp(1, MOST_VALUES),
            };
        }
        let mut number_of_rank: Vec<Option<f64>> = vec![None; qi.ranks()];
        for (code, &rank) in qi.rank_of_code().iter().enumerate() {
            number_of_rank[rank as usize] = dictionary.measure(code as u32);
        }
        let known = || number_of_rank.iter().flatten().copied();
        let (low, high) = known().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
            (l.min(x), h.max(x))
        });
        let width = if high > low { high - low } else { 1.0 };
        // What is missing, or no leaf of the data, lies in the middle.
        let places = number_of_rank
            .iter()
            .map(|number| number.map_or(0.5, |number| (number - low) / width));
        Encoder {
            place_of_rank: Some(places.collect()),
            value_of_rank: tenths(&rows),
            values: 10,
        }
    }

    fn width(&self) -> usize {
        if self.place_of_rank.is_some() {
            1
        } else {
            self.values
        }
    }

    fn push(&self, cover: &Cover, samples: &mut Samples) {
        let covered = cover.ranks.len().max(1) as f64;
        let mut shares = vec![0.0; self.values];
        cover
            .ranks
            .iter()
            .for_each(|rank| shares[self.value_of_rank[rank as usize] as usize] += 1.0 / covered);
        match &self.place_of_rank {
            Some(places) => {
                samples.dense.push(
                    cover
                        .ranks
                        .iter()
                        .map(|rank| places[rank as usize])
                        .sum::<f64>()
                        / covered,
                );
            }
            None => samples.dense.extend(&shares),
        }
        samples.soft.extend(shares);
    }
}

/// The tenth of the rows in which each rank is.
fn tenths(rows: &[u64]) -> Vec<u32> {
    let all = rows.iter().sum::<u64>().max(1);
    let mut below = 0;
    rows.iter()
        .map(|&count| {
            let tenth = (below + count / 2) * 10 / all;
            below += count;
            tenth.min(9) as u32
        })
        .collect()
}

fn originals(
    prepared: &Prepared<'_>,
    encoders: &[Encoder],
    classes: &Classes,
    target: usize,
    rows: &[u32],
) -> Samples {
    let covers: Vec<Vec<Cover>> = prepared
        .qis
        .iter()
        .map(|qi| {
            let single = |&rank: &u32| Cover {
                ranks: Ranks::Range(rank, rank),
                spread: 0.0,
                level: 0.0,
            };
            qi.rank_of_code().iter().map(single).collect()
        })
        .collect();
    let column = |index: usize| prepared.table.attributes()[index].column.codes();
    encoded(
        encoders,
        rows,
        |place, row| &covers[place][column(prepared.qis[place].attribute).get(row) as usize],
        |row| classes.of_code[column(target).get(row) as usize],
    )
}

fn encoded<'a>(
    encoders: &[Encoder],
    rows: &[u32],
    cover: impl Fn(usize, usize) -> &'a Cover,
    label: impl Fn(usize) -> Option<u32>,
) -> Samples {
    let mut samples = Samples {
        width: encoders.iter().map(Encoder::width).sum(),
        values: encoders.iter().map(|encoder| encoder.values).collect(),
        ..Samples::default()
    };
    for &row in rows {
        let Some(label) = label(row as usize) else {
            continue;
        };
        encoders
            .iter()
            .enumerate()
            .for_each(|(place, encoder)| encoder.push(cover(place, row as usize), &mut samples));
        samples.labels.push(label);
    }
    samples
}
