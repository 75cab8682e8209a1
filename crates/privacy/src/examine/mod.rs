//! Looking at released rows: classes by their labels, and which of them break a requirement.
//!
//! This is the verifier. It shares no counting code with the techniques: classes are found by refining one partition of the
//! rows column after column, and sensitive values by sorting. It looks at labels, which is what a reader of the release
//! sees: two codes with the same label are one value here.

mod agreeing;
mod closeness;
mod numbers;
mod population;
mod rules;
mod subsets;
mod values;

use std::collections::BTreeMap;

use bauta_table::rule::Rules;
use bauta_table::{Column, Hierarchy, Role, Table, with_codes};
use rayon::prelude::*;
use serde::Serialize;

use crate::models::{Distance, Requirement, Whole};
pub(crate) use closeness::Totals;
use numbers::{Numbered, Numbers};
use population::Presence;
pub use rules::RuleFinding;
pub(crate) use rules::merged;
use values::ClassValues;
pub(crate) use values::Values;

/// Classes that are worth a core's while.
const CLASSES: usize = 1 << 12;

/// What is known besides the released rows.
#[derive(Clone, Copy, Default)]
pub struct Background<'a> {
    /// The sensitive attributes of the original table, by name: what classes are compared with. Without it they are compared with
    /// all released rows.
    pub original: Option<&'a Table>,
    /// Hierarchies of sensitive attributes, by name.
    pub hierarchies: Option<&'a BTreeMap<String, Hierarchy>>,
    /// The population, with the quasi-identifiers as they are released.
    pub population: Option<&'a Table>,
    /// Edit rules that rows must keep.
    pub rules: Option<&'a Rules>,
}

/// The classes of a released table.
pub struct ReleasedClasses {
    sizes: Vec<u64>,
    first_rows: Vec<u64>,
    /// For each sensitive attribute and class, the label numbers of its values, ascending, with their counts.
    values: Vec<ClassValues>,
    /// For each sensitive attribute, its values in the whole.
    totals: Vec<Totals>,
    sensitive: Vec<String>,
    presence: Option<Presence>,
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

    /// For each class, the fewest rows that share its labels in any `size` of the quasi-identifiers; a suppressed cell (`*`) is a label.
    pub fn rows_of_subsets(&self, size: usize) -> Vec<u64> {
        subsets::fewest(&self.labels, &self.sizes, size)
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
        self.values[sensitive].of_class(class).len() as u64
    }

    /// The values of a sensitive attribute in a class, each as the number of its label, and how often it occurs.
    pub fn counts(&self, class: usize, sensitive: usize) -> impl Iterator<Item = (u32, u64)> {
        self.values[sensitive].of_class(class)
    }

    /// The share of a value, by the number of its label, in the original table (or in all rows, if only they are known).
    pub fn whole_share(&self, sensitive: usize, number: u32) -> f64 {
        self.totals[sensitive].share(number)
    }

    /// Different values of a sensitive attribute there.
    pub fn whole_distinct(&self, sensitive: usize) -> u64 {
        self.totals[sensitive].distinct()
    }

    /// Rows of the population in a class; 0 where there is none, and without a population.
    pub fn population(&self, class: usize) -> u64 {
        self.presence
            .as_ref()
            .map_or(0, |presence| presence.of_class[class])
    }

    /// Rows of the population in classes without a released row.
    pub fn unreached(&self) -> u64 {
        self.presence
            .as_ref()
            .map_or(0, |presence| presence.unreached)
    }

    /// The classes in which some sensitive attribute fails.
    pub fn failing_where(&self, fails: impl Fn(usize, usize) -> bool + Sync) -> Vec<usize> {
        let fails = |class: &usize| (0..self.sensitive_count()).any(|s| fails(*class, s));
        (0..self.len())
            .into_par_iter()
            .with_min_len(CLASSES)
            .filter(fails)
            .collect()
    }

    /// The rows that have the most frequent value of their class, by the first sensitive attribute; a missing value is one here.
    pub fn in_majority(&self) -> Option<u64> {
        let values = self.values.first()?;
        let of_class = |class: usize| {
            let counts = values.of_class(class).map(|value| value.1);
            let missing = self.sizes[class] - counts.clone().sum::<u64>();
            counts.max().unwrap_or(0).max(missing)
        };
        Some(
            (0..self.len())
                .into_par_iter()
                .with_min_len(CLASSES)
                .map(of_class)
                .sum(),
        )
    }

    /// The largest of what classes are given, and at least 0.
    fn largest<const N: usize>(&self, of_class: impl Fn(usize) -> [f64; N] + Sync) -> [f64; N] {
        let larger = |a: [f64; N], b: [f64; N]| std::array::from_fn(|i| f64::max(a[i], b[i]));
        let classes = (0..self.len()).into_par_iter().with_min_len(CLASSES);
        classes.map(&of_class).reduce(|| [0.0; N], larger)
    }

    /// How far the values of a sensitive attribute in a class are from those of the whole, from 0 to 1; without a distance,
    /// by ranks for numbers and points in time, and with all values equally far for others.
    pub fn distance(&self, class: usize, sensitive: usize, distance: Option<Distance>) -> f64 {
        self.totals[sensitive].distance(self.values[sensitive].of_class(class), distance)
    }

    /// Finds the classes of a table by its quasi-identifiers.
    pub fn of(table: &Table, background: &Background<'_>) -> Self {
        let (sizes, first_rows, class_of) = classes_of(table);
        let sensitive = table.with_role(Role::Sensitive);
        let counted =
            |&index: &usize| value_counts(&class_of, sizes.len(), table, index, background);
        let (values, totals) = sensitive.iter().map(counted).unzip();
        let sensitive = sensitive
            .iter()
            .map(|&index| table.attributes()[index].name.clone())
            .collect();
        let presence = background
            .population
            .map(|population| Presence::of(table, &first_rows, population));
        ReleasedClasses {
            sizes,
            first_rows,
            values,
            totals,
            sensitive,
            presence,
            labels: Vec::new(),
        }
    }
}

/// Sizes and first rows of the classes, and the class of each row.
fn classes_of(table: &Table) -> (Vec<u64>, Vec<u64>, Vec<u32>) {
    let mut class_of = vec![0u32; table.rows()];
    let mut classes = usize::from(table.rows() > 0);
    for index in table.with_role(Role::QuasiIdentifier) {
        classes = refine(&mut class_of, classes, &table.attributes()[index].column);
    }
    let (sizes, first_rows) = rayon::join(
        || sizes(&class_of, classes, table.weights()),
        || first_rows(&class_of, classes),
    );
    (sizes, first_rows, class_of)
}

fn sizes(class_of: &[u32], classes: usize, weights: Option<&[u64]>) -> Vec<u64> {
    let mut sizes = vec![0; classes];
    match weights {
        None => class_of
            .iter()
            .for_each(|&class| sizes[class as usize] += 1),
        Some(weights) => class_of
            .iter()
            .zip(weights)
            .for_each(|(&class, rows)| sizes[class as usize] += rows),
    }
    sizes
}

/// Classes are numbered by first appearance.
fn first_rows(class_of: &[u32], classes: usize) -> Vec<u64> {
    let mut first_rows = Vec::with_capacity(classes);
    for (row, &class) in class_of.iter().enumerate() {
        if class as usize == first_rows.len() {
            first_rows.push(row as u64);
        }
    }
    first_rows
}

/// Splits every class by the labels of one more column; returns the new number of classes.
fn refine(class_of: &mut [u32], classes: usize, column: &Column) -> usize {
    let Numbered { of_code, labels } = Numbered::of(column);
    with_codes!(column.codes(), codes => match of_code {
        Some(of_code) => split(class_of, classes, codes, |code| of_code[code as usize], labels),
        None => split(class_of, classes, codes, |code| code, labels),
    })
}

fn split<T: Copy + Into<u32>>(
    class_of: &mut [u32],
    classes: usize,
    codes: &[T],
    number_of: impl Fn(u32) -> u32,
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
    let rows = class_of
        .iter_mut()
        .zip(codes.iter().map(|&code| number_of(code.into())));
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

/// The values of each class with their counts, and those of the whole; missing cells do not count as a value.
fn value_counts(
    class_of: &[u32],
    classes: usize,
    table: &Table,
    index: usize,
    background: &Background<'_>,
) -> (ClassValues, Totals) {
    let attribute = &table.attributes()[index];
    let column = &attribute.column;
    let original = background
        .original
        .and_then(|table| Some((table, table.index_of(&attribute.name).ok()?)));
    let (whole_table, whole_index) = original.unwrap_or((table, index));
    let whole = &whole_table.attributes()[whole_index].column;
    let mut numbers = Numbers::default();
    let number_of_whole = numbers.of_codes(whole);
    let number_of = match whole.dictionary() == column.dictionary() {
        true => number_of_whole.clone(),
        false => numbers.of_codes(column),
    };
    let missing = column.dictionary().missing_code();
    // A missing value has a number above all labels'.
    let none = numbers.len() as u32;
    let counting: Vec<u32> = (0..)
        .zip(&number_of)
        .map(|(code, &number)| if Some(code) == missing { none } else { number })
        .collect();
    let of_row = column.codes().mapped(none as usize + 1, &counting);
    let counts = ClassValues::of((class_of, classes), (&of_row, none), table.weights());
    let mut all = vec![0; numbers.len()];
    let of_code = whole_table.counts_of(whole_index);
    for (code, rows) in of_code
        .into_iter()
        .enumerate()
        .take(whole.dictionary().value_count())
    {
        all[number_of_whole[code] as usize] += rows;
    }
    let hierarchy = background
        .hierarchies
        .and_then(|hierarchies| hierarchies.get(&attribute.name));
    let tree = hierarchy.and_then(|hierarchy| {
        let mut leaf_of = vec![0; all.len()];
        for (column, number_of) in [(whole, &number_of_whole), (column, &number_of)] {
            let bound = hierarchy.bind(&attribute.name, column).ok()?;
            let known = 0..column.dictionary().value_count();
            known.for_each(|code| leaf_of[number_of[code] as usize] = bound.leaf_of_code()[code]);
        }
        Some((hierarchy.clone(), leaf_of))
    });
    (
        counts,
        Totals::of(&all, column.dictionary().kind().is_measurable(), tree),
    )
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
    /// The requirements and edit rules that were checked, in words, and whether each holds.
    pub checked: Vec<(String, bool)>,
    /// What was found about each edit rule.
    pub rules: Vec<RuleFinding>,
    /// The distance that a requirement asked for.
    distance: Option<Distance>,
}

impl Examination {
    /// Whether every requirement holds and every rule is kept.
    pub fn holds(&self) -> bool {
        self.checked.iter().all(|(_, holds)| *holds)
    }

    /// Rows in the smallest class; 0 for a table without rows.
    pub fn k(&self) -> u64 {
        self.classes.sizes().iter().copied().min().unwrap_or(0)
    }

    /// Fewest different values of each sensitive attribute in a class.
    pub fn l(&self) -> Vec<(String, u64)> {
        let least = |s: usize| {
            (0..self.classes.len())
                .map(|class| self.classes.distinct(class, s))
                .min()
                .unwrap_or(0)
        };
        self.classes
            .sensitive_names()
            .iter()
            .enumerate()
            .map(|(s, name)| (name.clone(), least(s)))
            .collect()
    }

    /// For each sensitive attribute, what the values of classes tell at the most: the largest share of one in a class, its largest gain
    /// relative to its share in the whole, and the largest |log2| of the two shares' ratio (infinite if a class lacks a value).
    pub fn told(&self) -> Vec<(String, [f64; 3])> {
        let of_class = |class: usize, s: usize| {
            let known = self
                .classes
                .counts(class, s)
                .map(|(_, count)| count)
                .sum::<u64>() as f64;
            let lacks =
                known > 0.0 && self.classes.distinct(class, s) < self.classes.whole_distinct(s);
            let start = [0.0, 0.0, if lacks { f64::INFINITY } else { 0.0 }];
            self.classes
                .counts(class, s)
                .fold(start, |told, (number, count)| {
                    let (p, q) = (count as f64 / known, self.classes.whole_share(s, number));
                    // Nothing is above infinity: the logarithm need not be taken.
                    let ratio = if lacks {
                        told[2]
                    } else {
                        told[2].max((p / q).log2().abs())
                    };
                    [told[0].max(p), told[1].max((p - q) / q), ratio]
                })
        };
        let most = |s: usize| self.classes.largest(|class| of_class(class, s));
        self.classes
            .sensitive_names()
            .iter()
            .enumerate()
            .map(|(s, name)| (name.clone(), most(s)))
            .collect()
    }

    /// The largest distance of a class to the whole, for each sensitive attribute; as a requirement measures it, or else by
    /// the attribute's kind.
    pub fn t(&self) -> Vec<(String, f64)> {
        let distance = |class: usize, s: usize| [self.classes.distance(class, s, self.distance)];
        let largest = |s: usize| self.classes.largest(|class| distance(class, s))[0];
        // Without what rounding leaves of a distance of 0.
        let largest = |s: usize| (largest(s) * 1e12).round() / 1e12;
        self.classes
            .sensitive_names()
            .iter()
            .enumerate()
            .map(|(s, name)| (name.clone(), largest(s)))
            .collect()
    }
}

/// Checks the rows of a table, as they stand and with nothing else known, against requirements.
pub fn examine(table: &Table, requirements: &[Requirement]) -> Examination {
    examine_with(table, requirements, &Background::default())
}

/// Checks the rows of a table against requirements, with what is known besides.
pub fn examine_with(
    table: &Table,
    requirements: &[Requirement],
    background: &Background<'_>,
) -> Examination {
    let mut classes = ReleasedClasses::of(table, background);
    let looks_at_labels = |it: &Requirement| it.descriptor().needs.labels;
    if requirements.iter().any(looks_at_labels) {
        classes.labels = agreeing::labels(table, &classes.first_rows);
    }
    let mut failing = Vec::new();
    let mut checked = Vec::new();
    for requirement in requirements {
        let model = requirement.model(&Whole::default());
        let broken = model.failing(&classes);
        checked.push((
            model.title(),
            broken.is_empty() && !model.breaks_whole(&classes),
        ));
        failing.extend(broken.into_iter().map(|class| {
            FailingClass {
                breaks: model.title(),
                rows: classes.size(class),
                first_row: classes.first_rows[class] + 1,
                distinct: (0..classes.sensitive_count())
                    .map(|s| classes.distinct(class, s))
                    .collect(),
            }
        }));
    }
    failing.sort_by_key(|class| (class.rows, class.first_row));
    let distance = requirements.iter().find_map(Requirement::distance);
    let rules = background
        .rules
        .map(|rules| rules::findings(table, rules))
        .unwrap_or_default();
    checked.extend(rules.iter().map(|rule| (rule.title(), rule.holds())));
    Examination {
        classes,
        failing,
        checked,
        rules,
        distance,
    }
}

#[cfg(test)]
mod tests;
