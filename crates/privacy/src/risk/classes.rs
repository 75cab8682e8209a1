//! What classes alone tell: the smallest one, the least diverse one, how many do not conform, how sizes are spread.
//!
//! **Formulas** k = min x; l of an attribute = fewest different values (missing not counted) in a class; t = largest distance of a
//! class's values to those of the table. Prosecutor risk of a row = 1/x, the chance of somebody who knows that the person is in the
//! table; marketer risk = classes / n, the share of rows that linking everything gets right on average.

use std::collections::BTreeMap;

use bauta_table::Table;
use bauta_table::count::FrequencySet;
use rayon::prelude::*;
use serde::Serialize;

use crate::released_classes::{Totals, Values};

/// What is known of the classes besides their sizes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClassMeasures {
    /// One entry a sensitive attribute.
    pub diversity: Vec<Diversity>,
}

/// What classes tell about one sensitive attribute.
#[derive(Debug, Clone, PartialEq)]
pub struct Diversity {
    /// Its name.
    pub attribute: String,
    /// Different values in each class.
    pub distinct: Vec<u64>,
    /// Largest distance of a class to the table.
    pub t: f64,
    /// Rows in classes of two or more rows in which all have the same value.
    pub determined: u64,
}

impl Diversity {
    /// Fewest different values in a class.
    pub fn l(&self) -> u64 {
        self.distinct.iter().copied().min().unwrap_or(0)
    }
}

impl ClassMeasures {
    /// Looks at the sensitive values of each class; `sensitive` are the attributes that the set was counted with.
    pub fn of(table: &Table, set: &FrequencySet, sensitive: &[usize]) -> Self {
        let measured = sensitive
            .par_iter()
            .enumerate()
            .map(|(place, &index)| diversity(table, set, place, index));
        ClassMeasures {
            diversity: measured.collect(),
        }
    }

    /// The fewest different values in each class, of the least diverse attribute; none without sensitive attributes.
    pub fn least(&self) -> Option<Vec<u64>> {
        let mut all = self.diversity.iter();
        let first = all.next()?.distinct.clone();
        Some(all.fold(first, |least, next| {
            least
                .iter()
                .zip(&next.distinct)
                .map(|(&a, &b)| a.min(b))
                .collect()
        }))
    }
}

fn diversity(table: &Table, set: &FrequencySet, place: usize, index: usize) -> Diversity {
    let attribute = &table.attributes()[index];
    let dictionary = attribute.column.dictionary();
    let missing = dictionary.missing_code();
    let mut counts = table.counts_of(index);
    if let Some(count) = missing.and_then(|code| counts.get_mut(code as usize)) {
        *count = 0;
    }
    let totals = Totals::of(&counts, dictionary.kind().is_measurable(), None);
    let histogram = &set.histograms()[place];
    let of_class = |class: usize| {
        let values: Vec<(u32, u64)> = histogram
            .of(class)
            .filter(|(code, _)| Some(*code) != missing)
            .collect();
        let rows = set.counts()[class];
        let determined = rows > 1 && values.first().is_some_and(|&(_, count)| count == rows);
        (
            values.len() as u64,
            totals.distance(Values::Wide(&values), None),
            if determined { rows } else { 0 },
        )
    };
    let found: Vec<(u64, f64, u64)> = (0..set.len())
        .into_par_iter()
        .with_min_len(1 << 10)
        .map(of_class)
        .collect();
    let t = found.iter().map(|found| found.1).fold(0.0, f64::max);
    Diversity {
        attribute: attribute.name.clone(),
        // Without what rounding leaves of a distance of 0.
        t: (t * 1e12).round() / 1e12,
        determined: found.iter().map(|found| found.2).sum(),
        distinct: found.into_iter().map(|found| found.0).collect(),
    }
}

/// Classes and rows that do not reach a target: the work ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
pub struct Nonconforming {
    /// Classes.
    pub classes: u64,
    /// Rows in them.
    pub rows: u64,
}

/// What does not conform, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
pub struct Conformity {
    /// By any of the targets.
    #[serde(flatten)]
    pub any: Nonconforming,
    /// The least rows of a class that were asked for.
    pub target_k: u64,
    /// The least different sensitive values that were asked for.
    pub target_l: u64,
    /// Classes with fewer rows.
    pub size: Nonconforming,
    /// Classes with fewer different sensitive values.
    pub diversity: Nonconforming,
}

/// Compares classes with targets; `least` is the fewest different sensitive values of each class.
pub fn conformity(
    counts: &[u64],
    least: Option<&[u64]>,
    target_k: u64,
    target_l: u64,
) -> Conformity {
    let mut found = Conformity {
        target_k,
        target_l,
        ..Conformity::default()
    };
    for (class, &rows) in counts.iter().enumerate() {
        let small = rows < target_k;
        let uniform = least.is_some_and(|least| least[class] < target_l);
        let tallies = [
            (small || uniform, &mut found.any),
            (small, &mut found.size),
            (uniform, &mut found.diversity),
        ];
        for (fails, tally) in tallies {
            tally.classes += u64::from(fails);
            tally.rows += if fails { rows } else { 0 };
        }
    }
    found
}

/// Classes, and the rows in them, whose figure lies in a band.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Band {
    /// Lowest figure of the band.
    pub from: f64,
    /// Highest figure of the band; none where it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
    /// Classes.
    pub classes: u64,
    /// Rows in them.
    pub rows: u64,
}

/// First sizes of the bands of class sizes.
const SIZES: [u64; 9] = [1, 2, 3, 5, 10, 20, 30, 100, 1000];

/// How class sizes are spread.
pub fn class_bands(counts: &[u64]) -> Vec<Band> {
    let mut bands: Vec<Band> = (0..SIZES.len())
        .map(|band| Band {
            from: SIZES[band] as f64,
            to: SIZES.get(band + 1).map(|&next| (next - 1) as f64),
            classes: 0,
            rows: 0,
        })
        .collect();
    for &rows in counts {
        let band = &mut bands[SIZES
            .partition_point(|&from| from <= rows)
            .saturating_sub(1)];
        band.classes += 1;
        band.rows += rows;
    }
    bands
}

/// Lowest risks of the bands of risk.
const RISKS: [f64; 8] = [0.0, 0.01, 0.033, 0.05, 0.1, 0.2, 0.334, 0.5];

/// How the risk of rows is spread; a band goes from its first figure (left out, but for 0) to the next one.
pub fn risk_bands(counts: &[u64], risk_of_class: impl Fn(usize) -> f64) -> Vec<Band> {
    let mut bands: Vec<Band> = (0..RISKS.len())
        .map(|band| Band {
            from: RISKS[band],
            to: Some(RISKS.get(band + 1).copied().unwrap_or(1.0)),
            classes: 0,
            rows: 0,
        })
        .collect();
    for (class, &rows) in counts.iter().enumerate() {
        let risk = risk_of_class(class);
        let band = &mut bands[RISKS.partition_point(|&from| from < risk).saturating_sub(1)];
        band.classes += 1;
        band.rows += rows;
    }
    bands
}

/// The largest and the mean figure over rows, from that of each class.
pub(super) fn max_and_mean(counts: &[u64], of_class: impl Fn(usize) -> f64) -> (f64, f64) {
    let (mut max, mut sum, mut all) = (0.0_f64, 0.0, 0);
    for (class, &rows) in counts.iter().enumerate() {
        let figure = of_class(class);
        max = max.max(figure);
        sum += figure * rows as f64;
        all += rows;
    }
    (max, if all > 0 { sum / all as f64 } else { 0.0 })
}

/// Different values of attributes by name.
pub(crate) fn by_name<T>(
    diversity: &[Diversity],
    figure: impl Fn(&Diversity) -> T,
) -> BTreeMap<String, T> {
    diversity
        .iter()
        .map(|attribute| (attribute.attribute.clone(), figure(attribute)))
        .collect()
}

impl ClassMeasures {
    /// Fewest different values in a class, by attribute.
    pub fn l(&self) -> BTreeMap<String, u64> {
        by_name(&self.diversity, Diversity::l)
    }

    /// Largest distance of a class to the table, by attribute.
    pub fn t(&self) -> BTreeMap<String, f64> {
        by_name(&self.diversity, |attribute| attribute.t)
    }
}

#[cfg(test)]
mod tests {
    use bauta_testkit::table_of;

    use super::*;
    use crate::examine;

    /// Figures 13 to 16 of the manual: 14 people, three binary quasi-identifiers, classes of 1, 1, 1 and 11.
    #[test]
    fn fourteen_people_of_the_manual() {
        let ten = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "j"];
        let four = ["a", "a", "a", "a", "a", "a", "a", "a", "b", "c", "d"];
        for (values, l) in [(ten, 10), (["a"; 11], 1), (four, 4)] {
            let mut cells = vec![
                ["1", "0", "0", "x"],
                ["0", "1", "0", "y"],
                ["0", "0", "1", "z"],
            ];
            cells.extend(values.map(|value| ["1", "1", "1", value]));
            let rows: Vec<&[&str]> = cells.iter().map(<[&str; 4]>::as_slice).collect();
            let table = table_of(&["p", "q", "r", "s"], &rows);
            let (set, _) = FrequencySet::count(&table, &[0, 1, 2], &[3]);
            assert_eq!(set.counts(), [1, 1, 1, 11]);
            let found = ClassMeasures::of(&table, &set, &[3]);
            assert_eq!(found.diversity[0].distinct, [1, 1, 1, l]);
            let least = found.least();
            let work = conformity(set.counts(), least.as_deref(), 10, 3);
            let classes = if l < 3 { 4 } else { 3 };
            assert_eq!(work.any.classes, classes);
            assert_eq!(
                (work.size, work.diversity.classes),
                (
                    Nonconforming {
                        classes: 3,
                        rows: 3
                    },
                    classes
                )
            );
            assert_eq!(found.diversity[0].determined, if l == 1 { 11 } else { 0 });
        }
    }

    /// The verifier finds the same k, l and t with code of its own.
    #[test]
    fn agrees_with_the_verifier() {
        for seed in 0..40 {
            let table = bauta_testkit::random_table(seed, 60, 2, 4, 5);
            let (set, _) = FrequencySet::count(&table, &[0, 1], &[2]);
            let (found, judge) = (ClassMeasures::of(&table, &set, &[2]), examine(&table, &[]));
            assert_eq!(set.counts().iter().copied().min(), Some(judge.k()));
            assert_eq!(found.l().into_iter().collect::<Vec<_>>(), judge.l());
            let t = &judge.t()[0];
            assert!((found.t()[&t.0] - t.1).abs() < 1e-9);
        }
    }

    #[test]
    fn every_row_is_in_one_band() {
        let counts = [1, 1, 2, 4, 9, 10, 30, 99, 100, 5000];
        for bands in [
            class_bands(&counts),
            risk_bands(&counts, |class| 1.0 / counts[class] as f64),
        ] {
            assert_eq!(bands.iter().map(|band| band.classes).sum::<u64>(), 10);
            assert_eq!(
                bands.iter().map(|band| band.rows).sum::<u64>(),
                counts.iter().sum::<u64>()
            );
        }
        let bands = class_bands(&counts);
        assert_eq!(
            (
                bands[0].classes,
                bands[1].classes,
                bands[3].rows,
                bands[8].rows
            ),
            (2, 1, 9, 5000)
        );
        let risks = risk_bands(&counts, |class| 1.0 / counts[class] as f64);
        assert_eq!(
            risks[7].rows, 2,
            "two rows are certain to be found; a half is not above a half"
        );
    }
}
