//! Looking at released rows: classes by their labels, and which of them break a requirement.
//!
//! This is the verifier. It shares no counting code with the techniques: classes are found by refining one partition of the
//! rows column after column, and sensitive values by sorting. It looks at labels, which is what a reader of the release
//! sees: two codes with the same label are one value here.

mod agreeing;
mod closeness;

use bauta_table::{Column, Role, Table, with_codes};
use rayon::prelude::*;
use serde::Serialize;

use crate::models::{Distance, Requirement, Whole};
use closeness::Totals;

/// The classes of a released table.
pub struct ReleasedClasses {
    sizes: Vec<u64>,
    first_rows: Vec<u64>,
    /// For each sensitive attribute and class, the label numbers of its values, ascending, with their counts.
    values: Vec<Vec<Vec<(u32, u64)>>>,
    /// For each sensitive attribute, its values in all rows.
    totals: Vec<Totals>,
    sensitive: Vec<String>,
    /// For each class, the labels of its quasi-identifiers, where a requirement looks at them.
    labels: agreeing::Labels,
}

impl ReleasedClasses {
    /// Number of classes.
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Rows of a class.
    pub fn size(&self, class: usize) -> u64 {
        self.sizes[class]
    }

    /// All sizes.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// For each class, how many rows agree with it where a suppressed cell (`*`) agrees with everything.
    pub fn agreeing(&self) -> Vec<u64> {
        agreeing::rows(&self.labels, &self.sizes)
    }

    /// Number of sensitive attributes.
    pub fn sensitive_count(&self) -> usize {
        self.values.len()
    }

    /// Names of the sensitive attributes.
    pub fn sensitive_names(&self) -> &[String] {
        &self.sensitive
    }

    /// Different values (missing not counted) of a sensitive attribute in a class.
    pub fn distinct(&self, class: usize, sensitive: usize) -> u64 {
        self.values[sensitive][class].len() as u64
    }

    /// The values of a sensitive attribute in a class, each as the number of its label, and how often it occurs.
    pub fn counts(&self, class: usize, sensitive: usize) -> impl Iterator<Item = (u32, u64)> {
        self.values[sensitive][class].iter().copied()
    }

    /// How far the values of a sensitive attribute in a class are from those of all rows, from 0 to 1; without a distance,
    /// by ranks for numbers and points in time, and with all values equally far for others.
    pub fn distance(&self, class: usize, sensitive: usize, distance: Option<Distance>) -> f64 {
        self.totals[sensitive].distance(&self.values[sensitive][class], distance)
    }

    /// Finds the classes of a table by its quasi-identifiers.
    pub fn of(table: &Table) -> Self {
        let mut class_of = vec![0u32; table.rows()];
        let mut classes = usize::from(table.rows() > 0);
        for index in table.with_role(Role::QuasiIdentifier) {
            classes = refine(&mut class_of, classes, &table.attributes()[index].column);
        }
        let mut sizes = vec![0; classes];
        let mut first_rows = vec![u64::MAX; classes];
        for (row, &class) in class_of.iter().enumerate() {
            sizes[class as usize] += 1;
            let first = &mut first_rows[class as usize];
            *first = (*first).min(row as u64);
        }
        let sensitive = table.with_role(Role::Sensitive);
        let (values, totals) =
            sensitive.iter().map(|&index| value_counts(&class_of, classes, &table.attributes()[index].column)).unzip();
        let sensitive = sensitive.iter().map(|&index| table.attributes()[index].name.clone()).collect();
        ReleasedClasses { sizes, first_rows, values, totals, sensitive, labels: Vec::new() }
    }
}

/// For each code, a number that only equal labels share.
fn label_numbers(column: &Column) -> (Vec<u32>, usize) {
    let dictionary = column.dictionary();
    let mut numbers = std::collections::BTreeMap::new();
    let of_code = (0..dictionary.len() as u32)
        .map(|code| {
            let next = numbers.len() as u32;
            *numbers.entry(dictionary.label(code)).or_insert(next)
        })
        .collect();
    (of_code, numbers.len())
}

/// Splits every class by the labels of one more column; returns the new number of classes.
fn refine(class_of: &mut [u32], classes: usize, column: &Column) -> usize {
    let (number_of, labels) = label_numbers(column);
    with_codes!(column.codes(), codes => split(class_of, classes, codes, &number_of, labels))
}

fn split<T: Copy + Into<u32>>(
    class_of: &mut [u32],
    classes: usize,
    codes: &[T],
    number_of: &[u32],
    labels: usize,
) -> usize {
    let mut next = 0u32;
    let mut fresh = |slot: &mut u32| {
        if *slot == u32::MAX {
            *slot = next;
            next += 1;
        }
        *slot
    };
    let rows = class_of.iter_mut().zip(codes.iter().map(|&code| number_of[code.into() as usize]));
    if classes.saturating_mul(labels) <= 1 << 24 {
        let mut table = vec![u32::MAX; classes * labels];
        for (class, label) in rows {
            *class = fresh(&mut table[*class as usize * labels + label as usize]);
        }
    } else {
        let mut table = hashbrown::HashMap::with_hasher(foldhash::fast::FixedState::default());
        for (class, label) in rows {
            let pair = (u64::from(*class) << 32) | u64::from(label);
            *class = fresh(table.entry(pair).or_insert(u32::MAX));
        }
    }
    next as usize
}

/// The values of each class with their counts, and those of all rows; missing cells do not count as a value.
fn value_counts(class_of: &[u32], classes: usize, column: &Column) -> (Vec<Vec<(u32, u64)>>, Totals) {
    let (number_of, labels) = label_numbers(column);
    let missing = column.dictionary().missing_code();
    let mut pairs: Vec<u64> = class_of
        .iter()
        .zip(column.codes().iter())
        .filter(|&(_, code)| Some(code) != missing)
        .map(|(&class, code)| (u64::from(class) << 32) | u64::from(number_of[code as usize]))
        .collect();
    pairs.par_sort_unstable();
    let mut counts = vec![Vec::new(); classes];
    for run in pairs.chunk_by(|a, b| a == b) {
        if let Some(&pair) = run.first() {
            counts[(pair >> 32) as usize].push((pair as u32, run.len() as u64));
        }
    }
    let totals = Totals::of(&counts, labels, column.dictionary().kind().is_measurable());
    (counts, totals)
}

/// A class that breaks a requirement, by its size and place; its values are not told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FailingClass {
    /// The requirement it breaks, in words.
    pub breaks: String,
    /// Rows in the class.
    pub rows: u64,
    /// The first of them, counted from 1 below the header.
    pub first_row: u64,
    /// Different sensitive values, one number a sensitive attribute.
    pub distinct: Vec<u64>,
}

/// What was found in a table.
pub struct Examination {
    /// Its classes.
    pub classes: ReleasedClasses,
    /// The classes that break a requirement, the smallest first.
    pub failing: Vec<FailingClass>,
    /// The requirements that were checked, in words, and whether each holds.
    pub checked: Vec<(String, bool)>,
    /// The distance that a requirement asked for.
    distance: Option<Distance>,
}

impl Examination {
    /// Whether every requirement holds.
    pub fn holds(&self) -> bool {
        self.checked.iter().all(|(_, holds)| *holds)
    }

    /// Rows in the smallest class; 0 for a table without rows.
    pub fn k(&self) -> u64 {
        self.classes.sizes().iter().copied().min().unwrap_or(0)
    }

    /// Fewest different values of each sensitive attribute in a class.
    pub fn l(&self) -> Vec<(String, u64)> {
        let least = |s: usize| (0..self.classes.len()).map(|class| self.classes.distinct(class, s)).min().unwrap_or(0);
        self.classes.sensitive_names().iter().enumerate().map(|(s, name)| (name.clone(), least(s))).collect()
    }

    /// The largest distance of a class to all rows, for each sensitive attribute; as a requirement measures it, or else by
    /// the attribute's kind.
    pub fn t(&self) -> Vec<(String, f64)> {
        let distance = |class: usize, s: usize| self.classes.distance(class, s, self.distance);
        let largest = |s: usize| (0..self.classes.len()).map(|class| distance(class, s)).fold(0.0, f64::max);
        // Without what rounding leaves of a distance of 0.
        let largest = |s: usize| (largest(s) * 1e12).round() / 1e12;
        self.classes.sensitive_names().iter().enumerate().map(|(s, name)| (name.clone(), largest(s))).collect()
    }
}

/// Checks the rows of a table, as they stand, against requirements.
pub fn examine(table: &Table, requirements: &[Requirement]) -> Examination {
    let mut classes = ReleasedClasses::of(table);
    if requirements.iter().any(|requirement| matches!(requirement, Requirement::KAnonymityOfAnyValue { .. })) {
        classes.labels = agreeing::labels(table, &classes.first_rows);
    }
    let mut failing = Vec::new();
    let mut checked = Vec::new();
    for requirement in requirements {
        let model = requirement.model(&Whole::default());
        let broken = model.failing(&classes);
        checked.push((model.title(), broken.is_empty()));
        failing.extend(broken.into_iter().map(|class| FailingClass {
            breaks: model.title(),
            rows: classes.size(class),
            first_row: classes.first_rows[class] + 1,
            distinct: (0..classes.sensitive_count()).map(|s| classes.distinct(class, s)).collect(),
        }));
    }
    failing.sort_by_key(|class| (class.rows, class.first_row));
    let distance = requirements.iter().find_map(|requirement| match requirement {
        Requirement::TCloseness { distance, .. } => *distance,
        _ => None,
    });
    Examination { classes, failing, checked, distance }
}

#[cfg(test)]
mod tests;
