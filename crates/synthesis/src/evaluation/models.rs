//! Models trained on synthetic rows and on real ones, tested on the same real rows; and a forest that tries to tell them apart.
//!
//! Features: numbers by their place between the smallest and the largest; words by one share a value, the rarest together; for naive Bayes
//! numbers by their tenth. A target of numbers is split at its median, unless it has ten values or fewer.

use crate::measures::Aligned;
use bauta_learn::{Classifier, Samples, accuracy, auc, scores};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use super::protection::drawn;
use super::{KEPT, MADE, REAL, SyntheticRequest};
use bauta_evaluate::{ModelScores, Score, TaskUtility};

/// The most rows to learn from, and to be tested on.
const MOST_ROWS: usize = 10_000;
/// The most classes that are predicted.
const MOST_CLASSES: usize = 20;
/// The most values of an attribute that have a feature of their own; the rarest share the last one.
const MOST_VALUES: usize = 32;

/// How models are trained besides what was asked for.
#[derive(Clone, Copy)]
pub(crate) struct Training<'a> {
    /// The place of the real rows to learn from.
    pub real: usize,
    /// Whether the rows kept out surely had no part in the synthetic table.
    pub apart: bool,
    /// What is known of models of the same real rows: they are not trained again.
    pub known: Option<&'a TaskUtility>,
    /// Told after each model; training stops where it says so, between two models.
    pub stop: &'a dyn Fn() -> bool,
}

/// What models learn about one target; `None` where it cannot be predicted, which a note says, or where it was stopped.
pub(crate) fn learn(
    aligned: &Aligned,
    target: &str,
    request: &SyntheticRequest,
    training: Training<'_>,
    notes: &mut Vec<String>,
) -> Option<TaskUtility> {
    let place = aligned
        .fields
        .iter()
        .position(|field| field.name == target)?;
    let Some(classes) = Classes::of(aligned, place, request) else {
        notes.push(format!(
            "models were not trained: \"{target}\" has too many different values, or only one"
        ));
        return None;
    };
    let used =
        |index: &usize| *index != place && !request.without.contains(&aligned.fields[*index].name);
    let encoders: Vec<Encoder> = (0..aligned.fields.len())
        .filter(used)
        .map(|index| Encoder::of(aligned, index))
        .collect();
    let mut rng = ChaCha20Rng::seed_from_u64(request.seed);
    let mut samples = |table: usize| {
        let rows = drawn(aligned.tables[table].rows, MOST_ROWS, &mut rng);
        encoded(aligned, table, &rows, &encoders, |row| {
            classes.of_code[aligned.tables[table].codes[place][row] as usize]
        })
    };
    let [real, made, test] = [training.real, MADE, KEPT].map(&mut samples);
    let judged = |model, train: &Samples| {
        if (training.stop)() {
            return None;
        }
        let scores = scores(model, train, &test, classes.count, request.seed)?;
        Some(Score {
            accuracy: accuracy(&scores, &test.labels),
            auc: auc(&scores, &test.labels),
        })
    };
    let before = |model: Classifier| {
        let known = training.known.filter(|known| known.target == target)?;
        known
            .models
            .iter()
            .find(|known| known.model == model.name())
            .map(|known| known.original)
    };
    let trained = Classifier::OF_WHOLE_ROWS.into_iter().filter_map(|model| {
        let original = before(model).or_else(|| judged(model, &real))?;
        Some(ModelScores {
            model: model.name(),
            original,
            release: judged(model, &made),
        })
    });
    let models: Vec<ModelScores> = trained.collect();
    if (training.stop)() {
        return None;
    }
    if models.is_empty() {
        notes.push(format!(
            "models were not trained: too few rows tell \"{target}\""
        ));
        return None;
    }
    let mut counts = vec![0usize; classes.count];
    test.labels
        .iter()
        .for_each(|&label| counts[label as usize] += 1);
    Some(TaskUtility {
        target: target.to_owned(),
        classes: classes.count,
        training_rows: made.labels.len(),
        test_rows: test.labels.len(),
        held_out: training.apart,
        majority: counts.iter().copied().max().unwrap_or(0) as f64
            / test.labels.len().max(1) as f64,
        models,
    })
}

/// How well a forest tells synthetic rows from real ones; it learns from one half of each and is tested on the other.
pub(super) fn told_apart(aligned: &Aligned, seed: u64) -> Option<f64> {
    let encoders: Vec<Encoder> = (0..aligned.fields.len())
        .map(|index| Encoder::of(aligned, index))
        .collect();
    let mut rng = ChaCha20Rng::seed_from_u64(seed ^ 0xF0);
    let size = aligned.tables[REAL]
        .rows
        .min(aligned.tables[MADE].rows)
        .min(MOST_ROWS);
    let mut halves = [Samples::default(), Samples::default()];
    for table in [REAL, MADE] {
        let rows = drawn(aligned.tables[table].rows, size, &mut rng);
        for (half, samples) in halves.iter_mut().enumerate() {
            let own: Vec<u32> = rows.iter().copied().skip(half).step_by(2).collect();
            let more = encoded(aligned, table, &own, &encoders, |_| Some(table as u32));
            samples.dense.extend(more.dense);
            samples.soft.extend(more.soft);
            samples.labels.extend(more.labels);
            (samples.width, samples.values) = (more.width, more.values);
        }
    }
    let found = scores(Classifier::RandomForest, &halves[0], &halves[1], 2, seed)?;
    auc(&found, &halves[1].labels)
}

/// The classes of a target.
struct Classes {
    count: usize,
    of_code: Vec<Option<u32>>,
}

impl Classes {
    fn of(aligned: &Aligned, place: usize, request: &SyntheticRequest) -> Option<Self> {
        let field = &aligned.fields[place];
        let mut counts = vec![0u64; field.values];
        aligned.tables[REAL].codes[place]
            .iter()
            .for_each(|&code| counts[code as usize] += 1);
        let is_known = |code: usize| {
            field
                .numbers
                .as_ref()
                .is_none_or(|numbers| !numbers[code].is_nan())
        };
        let positive: Vec<bool> = field
            .labels
            .iter()
            .map(|label| request.positive.contains(label))
            .collect();
        let half = (0..field.values)
            .filter(|&code| is_known(code))
            .map(|code| counts[code])
            .sum::<u64>()
            / 2;
        let mut below = 0;
        let mut of_code = Vec::with_capacity(field.values);
        let split = field.numbers.is_some() && field.values > 10;
        let two = split || !request.positive.is_empty();
        let mut next = 0;
        for (code, rows) in counts.iter().enumerate() {
            below += rows;
            of_code.push(match () {
                () if !is_known(code) || field.missing == Some(code) => None,
                () if !request.positive.is_empty() => {
                    Some(u32::from(positive.get(code) == Some(&true)))
                }
                () if split => Some(u32::from(below > half)),
                () => {
                    next += 1;
                    Some(next - 1)
                }
            });
        }
        let count = if two { 2 } else { next as usize };
        (2..=MOST_CLASSES)
            .contains(&count)
            .then_some(Classes { count, of_code })
    }
}

/// How one attribute becomes features.
struct Encoder {
    field: usize,
    /// Where numbers lie between the smallest and the largest, by code.
    place_of: Option<Vec<f64>>,
    /// The value of each code among those that have a share of their own.
    value_of: Vec<u32>,
    values: usize,
}

impl Encoder {
    fn of(aligned: &Aligned, place: usize) -> Self {
        let field = &aligned.fields[place];
        if let Some(numbers) = &field.numbers {
            let places = Some(between(numbers));
            return Encoder {
                field: place,
                place_of: places,
                value_of: field.bin_of.clone(),
                values: field.bins,
            };
        }
        let mut counts = vec![0u64; field.values];
        aligned.tables[REAL].codes[place]
            .iter()
            .for_each(|&code| counts[code as usize] += 1);
        let mut order: Vec<usize> = (0..field.values).collect();
        order.sort_by_key(|&code| std::cmp::Reverse(counts[code]));
        let mut value_of = vec![0; field.values];
        order
            .iter()
            .enumerate()
            .for_each(|(rank, &code)| value_of[code] = rank.min(MOST_VALUES - 1) as u32);
        Encoder {
            field: place,
            place_of: None,
            value_of,
            values: field.values.clamp(1, MOST_VALUES),
        }
    }

    fn push(&self, code: u32, samples: &mut Samples) {
        let own = self.value_of[code as usize] as usize;
        let shares = (0..self.values).map(|value| f64::from(u8::from(value == own)));
        samples.soft.extend(shares.clone());
        match &self.place_of {
            Some(places) => samples.dense.push(places[code as usize]),
            None => samples.dense.extend(shares),
        }
    }
}

/// Where numbers lie between the smallest and the largest; missing ones in the middle.
fn between(numbers: &[f64]) -> Vec<f64> {
    let known = || numbers.iter().copied().filter(|number| !number.is_nan());
    let (low, high) = known().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
        (l.min(x), h.max(x))
    });
    let range = if high > low { high - low } else { 1.0 };
    numbers
        .iter()
        .map(|number| {
            if number.is_nan() {
                0.5
            } else {
                (number - low) / range
            }
        })
        .collect()
}

fn encoded(
    aligned: &Aligned,
    table: usize,
    rows: &[u32],
    encoders: &[Encoder],
    label: impl Fn(usize) -> Option<u32>,
) -> Samples {
    let mut samples = Samples {
        width: encoders
            .iter()
            .map(|it| if it.place_of.is_some() { 1 } else { it.values })
            .sum(),
        values: encoders.iter().map(|it| it.values).collect(),
        ..Samples::default()
    };
    for &row in rows {
        let Some(label) = label(row as usize) else {
            continue;
        };
        let code = |field: usize| aligned.tables[table].codes[field][row as usize];
        encoders
            .iter()
            .for_each(|encoder| encoder.push(code(encoder.field), &mut samples));
        samples.labels.push(label);
    }
    samples
}
