//! How pairs of attributes go together, before and after: Pearson's r of two numbers, Cramér's V of two categories, the correlation
//! ratio η of a number and a category. All but r lie between 0 and 1.

use rayon::prelude::*;
use serde::Serialize;

use super::{Aligned, Coded, Field};

/// What goes with what, in both tables.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Association {
    /// The two attributes.
    pub attributes: [String; 2],
    /// `pearson`, `cramers-v` or `correlation-ratio`.
    pub measure: &'static str,
    /// Among real rows; `None` where an attribute does not vary.
    pub real: Option<f64>,
    /// Among synthetic rows.
    pub synthetic: Option<f64>,
}

/// All pairs.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Associations {
    /// Mean absolute difference; an association that is not defined in one table only counts as 0 there.
    pub mean_difference: f64,
    /// The largest absolute difference.
    pub max_difference: f64,
    /// One by one.
    pub pairs: Vec<Association>,
}

impl Association {
    /// The absolute difference.
    pub fn difference(&self) -> f64 {
        (self.real.unwrap_or(0.0) - self.synthetic.unwrap_or(0.0)).abs()
    }
}

/// Associations of all pairs in two of the aligned tables.
pub fn associations(aligned: &Aligned, real: usize, synthetic: usize) -> Associations {
    let count = aligned.fields.len();
    let places: Vec<[usize; 2]> = (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| [a, b]))
        .collect();
    let one = |&[a, b]: &[usize; 2]| {
        let measured = |table: usize| {
            measure(
                &aligned.tables[table],
                [&aligned.fields[a], &aligned.fields[b]],
                [a, b],
            )
        };
        let ((measure, real), (_, synthetic)) = (measured(real), measured(synthetic));
        let attributes = [
            aligned.fields[a].name.clone(),
            aligned.fields[b].name.clone(),
        ];
        Association {
            attributes,
            measure,
            real,
            synthetic,
        }
    };
    let pairs: Vec<Association> = places.par_iter().map(one).collect();
    let differences = || pairs.iter().map(Association::difference);
    Associations {
        mean_difference: differences().sum::<f64>() / pairs.len().max(1) as f64,
        max_difference: differences().fold(0.0, f64::max),
        pairs,
    }
}

fn measure(table: &Coded, fields: [&Field; 2], places: [usize; 2]) -> (&'static str, Option<f64>) {
    let [a, b] = places.map(|place| &table.codes[place]);
    match (&fields[0].numbers, &fields[1].numbers) {
        (Some(x), Some(y)) => (
            "pearson",
            pearson(
                a.iter()
                    .map(|&i| x[i as usize])
                    .zip(b.iter().map(|&i| y[i as usize])),
            ),
        ),
        (Some(x), None) => ("correlation-ratio", ratio(b, fields[1].values, a, x)),
        (None, Some(y)) => ("correlation-ratio", ratio(a, fields[0].values, b, y)),
        (None, None) => ("cramers-v", cramer(a, b, fields.map(|field| field.values))),
    }
}

/// Pearson's r over the pairs that are both known.
fn pearson(pairs: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let known: Vec<(f64, f64)> = pairs.filter(|(x, y)| !x.is_nan() && !y.is_nan()).collect();
    let n = known.len() as f64;
    let (mx, my) = known
        .iter()
        .fold((0.0, 0.0), |(a, b), (x, y)| (a + x / n, b + y / n));
    let (xx, yy, xy) = known.iter().fold((0.0, 0.0, 0.0), |(xx, yy, xy), (x, y)| {
        let (dx, dy) = (x - mx, y - my);
        (xx + dx * dx, yy + dy * dy, xy + dx * dy)
    });
    (xx > 0.0 && yy > 0.0).then(|| xy / (xx * yy).sqrt())
}

/// The correlation ratio: the square root of the share of a number's variance that lies between categories.
fn ratio(categories: &[u32], values: usize, codes: &[u32], numbers: &[f64]) -> Option<f64> {
    let mut groups = vec![(0.0, 0.0); values];
    let known = || {
        categories
            .iter()
            .zip(codes)
            .map(|(&group, &code)| (group as usize, numbers[code as usize]))
            .filter(|it| !it.1.is_nan())
    };
    let (n, sum) = known().fold((0.0, 0.0), |(n, sum), (_, x)| (n + 1.0, sum + x));
    let mean = sum / n;
    let mut total = 0.0;
    for (group, x) in known() {
        groups[group].0 += 1.0;
        groups[group].1 += x - mean;
        total += (x - mean) * (x - mean);
    }
    let between: f64 = groups
        .iter()
        .filter(|it| it.0 > 0.0)
        .map(|(n, sum)| sum * sum / n)
        .sum();
    (total > 0.0).then(|| (between / total).sqrt())
}

/// Cramér's V, without correction for bias.
fn cramer(a: &[u32], b: &[u32], values: [usize; 2]) -> Option<f64> {
    let mut cells = hashbrown::HashMap::<(u32, u32), f64, foldhash::fast::FixedState>::default();
    let (mut left, mut right) = (vec![0.0; values[0]], vec![0.0; values[1]]);
    for (&a, &b) in a.iter().zip(b) {
        *cells.entry((a, b)).or_default() += 1.0;
        left[a as usize] += 1.0;
        right[b as usize] += 1.0;
    }
    let n = a.len() as f64;
    let mut cells: Vec<((u32, u32), f64)> = cells.into_iter().collect();
    cells.sort_unstable_by_key(|it| it.0);
    // χ²/n = Σ o²/(r c) - 1, over the cells that occur.
    let chi: f64 = cells
        .iter()
        .map(|((a, b), o)| o * o / (left[*a as usize] * right[*b as usize]))
        .sum::<f64>()
        - 1.0;
    let occurring = |counts: &[f64]| counts.iter().filter(|&&count| count > 0.0).count();
    let least = occurring(&left).min(occurring(&right));
    (least > 1 && n > 0.0).then(|| (chi.max(0.0) / (least - 1) as f64).sqrt().min(1.0))
}
