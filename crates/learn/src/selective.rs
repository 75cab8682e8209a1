//! Selective naive Bayes: naive Bayes on the attributes that help.
//!
//! **Idea.** (1) Every attribute's log-likelihood is learnt five times, each time without a fifth of the rows, so that a row is never
//! judged by what it taught. (2) Forward: add the attribute after which the labels cost least (Σ -ln p(label | row)), while it saves more
//! than naming it costs (ln of the number of attributes, plus one attribute more to count). (3) Backward: drop what has become
//! superfluous. Repeat until nothing changes. (4) Naive Bayes on the chosen attributes, learnt from all rows.
//!
//! Attributes that repeat each other (education and its number of years) are counted once, which plain naive Bayes does not.

use crate::Samples;
use crate::bayes;

/// Parts of the rows that are judged by the others.
const FOLDS: usize = 5;

/// Log-probability of each class, up to a constant of the row.
pub(crate) fn scores(train: &Samples, test: &Samples, classes: usize) -> Vec<Vec<f64>> {
    let chosen = choose(train, classes);
    if chosen.is_empty() {
        // Nothing helps: every row has the classes' own shares.
        let mut rows = vec![1.0f64; classes];
        train
            .labels
            .iter()
            .for_each(|&label| rows[label as usize] += 1.0);
        return vec![rows.iter().map(|rows| rows.ln()).collect(); test.labels.len()];
    }
    bayes::scores(&narrowed(train, &chosen), &narrowed(test, &chosen), classes)
}

/// The attributes that help to tell the labels, ascending.
pub fn choose(train: &Samples, classes: usize) -> Vec<usize> {
    let terms = Terms::new(train, classes);
    let attributes = train.values.len();
    let price = (attributes.max(1) as f64).ln() + 1.0;
    let mut chosen: Vec<usize> = Vec::new();
    let mut totals = terms.prior.clone();
    let mut cost = terms.cost(&totals);
    loop {
        let left = (0..attributes).filter(|attribute| !chosen.contains(attribute));
        let tried = left.map(|attribute| (terms.cost_with(&totals, attribute, 1.0), attribute));
        let Some((least, best)) = tried.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            break;
        };
        if least + price >= cost {
            break;
        }
        chosen.push(best);
        terms.shift(&mut totals, best, 1.0);
        cost = least;
        // What the new one makes superfluous goes, unless it is the new one itself.
        while let Some((least, worst)) = chosen
            .iter()
            .filter(|&&attribute| attribute != best)
            .map(|&attribute| (terms.cost_with(&totals, attribute, -1.0), attribute))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(least, _)| *least - price < cost)
            .filter(|(least, _)| *least <= cost)
        {
            chosen.retain(|&attribute| attribute != worst);
            terms.shift(&mut totals, worst, -1.0);
            cost = least;
        }
    }
    chosen.sort_unstable();
    chosen
}

/// What each attribute says about each row, learnt from other rows.
struct Terms {
    classes: usize,
    labels: Vec<u32>,
    /// Row after row, one a class.
    prior: Vec<f64>,
    /// By attribute, as `prior`.
    of: Vec<Vec<f64>>,
}

impl Terms {
    fn new(train: &Samples, classes: usize) -> Self {
        let rows = train.labels.len();
        let width: usize = train.values.iter().sum();
        let mut counts = vec![0.0; FOLDS * classes * width];
        let mut labels = vec![0.0; FOLDS * classes];
        for (row, (shares, &label)) in train
            .soft
            .chunks_exact(width.max(1))
            .zip(&train.labels)
            .enumerate()
        {
            let place = (row % FOLDS) * classes + label as usize;
            labels[place] += 1.0;
            counts[place * width..][..width]
                .iter_mut()
                .zip(shares)
                .for_each(|(count, share)| *count += share);
        }
        let (labels, counts) = (others(&labels, classes), others(&counts, classes * width));
        let mut terms = Terms {
            classes,
            labels: train.labels.clone(),
            prior: vec![0.0; rows * classes],
            of: vec![vec![0.0; rows * classes]; train.values.len()],
        };
        for row in 0..rows {
            let shares = &train.soft[row * width..][..width];
            for class in 0..classes {
                let place = (row % FOLDS) * classes + class;
                terms.prior[row * classes + class] = labels[place].ln();
                let counts = &counts[place * width..][..width];
                let mut from = 0;
                for (attribute, &values) in train.values.iter().enumerate() {
                    let (shares, counts) =
                        (&shares[from..from + values], &counts[from..from + values]);
                    let total: f64 = counts.iter().sum();
                    let likelihood: f64 = shares
                        .iter()
                        .zip(counts)
                        .map(|(share, count)| share * count / total)
                        .sum();
                    terms.of[attribute][row * classes + class] =
                        likelihood.max(f64::MIN_POSITIVE).ln();
                    from += values;
                }
            }
        }
        terms
    }

    /// What the labels cost under some scores.
    fn cost(&self, totals: &[f64]) -> f64 {
        let one = |(scores, &label): (&[f64], &u32)| {
            log_sum(scores.iter().copied()) - scores[label as usize]
        };
        totals
            .chunks_exact(self.classes)
            .zip(&self.labels)
            .map(one)
            .sum()
    }

    /// The same with an attribute more (`sign` 1) or less (-1).
    fn cost_with(&self, totals: &[f64], attribute: usize, sign: f64) -> f64 {
        let rows = totals
            .chunks_exact(self.classes)
            .zip(self.of[attribute].chunks_exact(self.classes));
        let one = |((totals, terms), &label): ((&[f64], &[f64]), &u32)| {
            let score = |class: usize| totals[class] + sign * terms[class];
            log_sum((0..self.classes).map(score)) - score(label as usize)
        };
        rows.zip(&self.labels).map(one).sum()
    }

    fn shift(&self, totals: &mut [f64], attribute: usize, sign: f64) {
        totals
            .iter_mut()
            .zip(&self.of[attribute])
            .for_each(|(total, term)| *total += sign * term);
    }
}

/// For each part, the sum of all others, smoothed by one.
fn others(counts: &[f64], each: usize) -> Vec<f64> {
    let mut all = vec![0.0; each];
    counts
        .chunks_exact(each.max(1))
        .for_each(|part| all.iter_mut().zip(part).for_each(|(all, own)| *all += own));
    counts
        .iter()
        .enumerate()
        .map(|(place, own)| all[place % each] - own + 1.0)
        .collect()
}

fn log_sum(scores: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = scores.clone().fold(f64::NEG_INFINITY, f64::max);
    most + scores.map(|score| (score - most).exp()).sum::<f64>().ln()
}

/// The samples with the chosen attributes alone.
fn narrowed(samples: &Samples, chosen: &[usize]) -> Samples {
    let width: usize = samples.values.iter().sum();
    let starts: Vec<usize> = samples
        .values
        .iter()
        .scan(0, |from, &values| {
            *from += values;
            Some(*from - values)
        })
        .collect();
    let pick = |row: &[f64]| -> Vec<f64> {
        chosen
            .iter()
            .flat_map(|&attribute| row[starts[attribute]..][..samples.values[attribute]].to_vec())
            .collect()
    };
    Samples {
        soft: samples
            .soft
            .chunks_exact(width.max(1))
            .flat_map(pick)
            .collect(),
        values: chosen
            .iter()
            .map(|&attribute| samples.values[attribute])
            .collect(),
        labels: samples.labels.clone(),
        ..Samples::default()
    }
}
