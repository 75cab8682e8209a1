//! Looking at released rows: classes by their labels, and which of them break a requirement.
//!
//! This is the verifier. It shares no counting code with the techniques: classes are found by refining one partition of the
//! rows column after column, and sensitive values by sorting. It looks at labels, which is what a reader of the release
//! sees: two codes with the same label are one value here.

mod agreeing;
mod closeness;
mod numbers;
mod people;
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
use people::People;
pub use people::people_view;
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

/// The tables of a release, as a reader sees them.
#[derive(Clone, Copy)]
pub struct Published<'a> {
    /// The table that has the quasi-identifiers.
    pub quasi_identifiers: &'a Table,
    /// The table that has the sensitive values: the same one, unless the release has two.
    pub sensitive: &'a Table,
    /// The attributes of both tables that link a sensitive value with people; empty where a sensitive value is that of its own row.
    pub linked_by: &'a [String],
}

impl<'a> From<&'a Table> for Published<'a> {
    fn from(table: &'a Table) -> Self {
        Published {
            quasi_identifiers: table,
            sensitive: table,
            linked_by: &[],
        }
    }
}

impl Published<'_> {
    /// Whether sensitive values belong to a group of rows and not to their own row.
    pub fn is_linked(&self) -> bool {
        !self.linked_by.is_empty()
    }

    /// Where the linking attributes are in a table of the release.
    pub(crate) fn links(&self, table: &Table) -> Vec<usize> {
        let named = self.linked_by.iter();
        named.filter_map(|name| table.index_of(name).ok()).collect()
    }
}

/// The classes of a released table. Where people have several rows, they are classes of people.
pub struct ReleasedClasses {
    /// People of each class: rows, where each row is a person of its own.
    sizes: Vec<u64>,
    /// Rows with the same attributes, where people have several.
    row_sizes: Option<Vec<u64>>,
    /// The column by which a reader sees which rows are one person's.
    shown_by: Option<String>,
    first_rows: Vec<u64>,
    /// For each sensitive attribute, the people of each class with a known value, where people have several rows.
    known: Vec<Option<Vec<u64>>>,
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

    /// People of a class: its rows, where each row is a person of its own.
    pub fn size(&self, class: usize) -> u64 {
        self.sizes[class]
    }

    /// All sizes.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// How many rows share their quasi-identifiers, for each combination of these.
    pub fn row_sizes(&self) -> &[u64] {
        self.row_sizes.as_ref().unwrap_or(&self.sizes)
    }

    /// Whether people have several rows, so that people are counted and not rows.
    pub fn counts_people(&self) -> bool {
        self.row_sizes.is_some()
    }

    /// The published column by which a reader sees which rows are one person's.
    pub fn shown_by(&self) -> Option<&str> {
        self.shown_by.as_deref()
    }

    /// People of a class whose value of a sensitive attribute is known.
    pub fn known(&self, class: usize, sensitive: usize) -> u64 {
        match &self.known[sensitive] {
            Some(known) => known[class],
            None => self.counts(class, sensitive).map(|(_, count)| count).sum(),
        }
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

    /// Different values (missing not counted) of a sensitive attribute in a class. A value that everybody has is certain, whatever other
    /// values people with several rows have besides: then it is 1.
    pub fn distinct(&self, class: usize, sensitive: usize) -> u64 {
        let values = self.values[sensitive].of_class(class);
        let is_everybodys = |known: &Vec<u64>| values.clone().any(|value| value.1 == known[class]);
        match &self.known[sensitive] {
            Some(known) if is_everybodys(known) => 1,
            _ => values.len() as u64,
        }
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

    /// The chance to pick the right person of the population, in the class where that is easiest; a class that the population table lacks
    /// hides nobody. None without a population.
    pub fn highest_population_risk(&self) -> Option<f64> {
        let presence = self.presence.as_ref()?;
        let least = presence.of_class.iter().copied().min()?;
        Some(1.0 / least.max(1) as f64)
    }

    /// The largest share of a class of the population that is in the release; none without a population.
    pub fn highest_presence(&self) -> Option<f64> {
        let presence = self.presence.as_ref()?;
        let shares = self.sizes.iter().zip(&presence.of_class);
        let shares = shares.map(|(&rows, &people)| (rows as f64 / people.max(1) as f64).min(1.0));
        shares.reduce(f64::max)
    }

    /// Rows in classes where everybody has the same value of a sensitive attribute.
    pub fn certain_rows(&self, sensitive: usize) -> u64 {
        let is_certain = |class: &usize| {
            let mut values = self.counts(*class, sensitive);
            values.any(|(_, people)| people == self.sizes[*class])
        };
        let classes = (0..self.len()).into_par_iter().with_min_len(CLASSES);
        classes
            .filter(is_certain)
            .map(|class| self.sizes[class])
            .sum()
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

    /// Finds the classes of rows by which a person is found: those with the same quasi-identifiers. They have sensitive values only where
    /// these are the rows' own.
    fn of_people(published: &Published<'_>, background: &Background<'_>) -> Self {
        let table = published.quasi_identifiers;
        let sensitive = match published.is_linked() {
            true => Vec::new(),
            false => table.with_role(Role::Sensitive),
        };
        let mut classes = ReleasedClasses::of(
            table,
            &table.with_role(Role::QuasiIdentifier),
            &sensitive,
            background,
        );
        let population = background.population;
        classes.presence =
            population.map(|population| Presence::of(table, &classes.first_rows, population));
        classes
    }

    /// Finds the groups of rows that sensitive values are linked with, where they are not linked with single rows.
    fn of_links(published: &Published<'_>, background: &Background<'_>) -> Option<Self> {
        let table = published.sensitive;
        let sensitive = table.with_role(Role::Sensitive);
        let links = published.links(table);
        let of_links = || ReleasedClasses::of(table, &links, &sensitive, background);
        published.is_linked().then(of_links)
    }

    /// Finds the classes of a table by some attributes.
    fn of(
        table: &Table,
        attributes: &[usize],
        sensitive: &[usize],
        background: &Background<'_>,
    ) -> Self {
        let (mut sizes, mut first_rows, mut class_of) = classes_of(table, attributes);
        let (mut row_sizes, mut shown_by) = (None, None);
        let people = People::of(table);
        if let Some(people) = &people {
            row_sizes = Some(std::mem::take(&mut sizes));
            let mut classes = first_rows.len();
            shown_by = people.shown_by(table).map(str::to_owned);
            if shown_by.is_some() {
                classes = people.by_all_rows(&mut class_of);
                first_rows = self::first_rows(&class_of, classes);
            }
            sizes = self::sizes(&class_of, classes, Some(&people.once(&class_of)));
        }
        let mut classes = ReleasedClasses {
            row_sizes,
            shown_by,
            first_rows,
            known: Vec::new(),
            values: Vec::new(),
            totals: Vec::new(),
            sensitive: Vec::new(),
            presence: None,
            labels: Vec::new(),
            sizes,
        };
        for &index in sensitive {
            let of_class = (class_of.as_slice(), classes.sizes.len());
            let found = value_counts(of_class, table, index, people.as_ref(), background);
            classes.values.push(found.counts);
            classes.known.push(found.known);
            classes.totals.push(found.totals);
            let name = table.attributes()[index].name.clone();
            classes.sensitive.push(name);
        }
        classes
    }
}

/// Sizes and first rows of the classes, and the class of each row.
fn classes_of(table: &Table, attributes: &[usize]) -> (Vec<u64>, Vec<u64>, Vec<u32>) {
    let mut class_of = vec![0u32; table.rows()];
    let mut classes = usize::from(table.rows() > 0);
    for &index in attributes {
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

/// The values of a sensitive attribute.
struct ValueCounts {
    counts: ClassValues,
    known: Option<Vec<u64>>,
    totals: Totals,
}

/// The values of each class with their counts, and those of the whole; missing cells do not count as a value.
fn value_counts(
    (class_of, classes): (&[u32], usize),
    table: &Table,
    index: usize,
    people: Option<&People<'_>>,
    background: &Background<'_>,
) -> ValueCounts {
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
    let once = people.map(|people| people.once_with_value(class_of, &of_row));
    let weights = once.as_deref().or(table.weights());
    let counts = ClassValues::of((class_of, classes), (&of_row, none), weights);
    let known = people.map(|it| it.with_known_value(class_of, classes, (&of_row, none)));
    let mut all = vec![0; numbers.len()];
    let of_code = match People::of(whole_table) {
        Some(people) => people.with_code(whole.codes(), whole.dictionary().len()),
        None => whole_table.counts_of(whole_index),
    };
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
    ValueCounts {
        counts,
        known,
        totals: Totals::of(&all, column.dictionary().kind().is_measurable(), tree),
    }
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

/// What was found in a release.
pub struct Examination {
    /// Its equivalence classes: rows with the same quasi-identifiers.
    pub classes: ReleasedClasses,
    /// The groups of rows that sensitive values are linked with, where these are not the equivalence classes.
    groups: Option<ReleasedClasses>,
    /// The classes that break a requirement, the smallest first.
    pub failing: Vec<FailingClass>,
    /// The requirements and edit rules that were checked, in words, and whether each holds.
    pub checked: Vec<(String, bool)>,
    /// What was found about each edit rule.
    pub rules: Vec<RuleFinding>,
    /// How many people there are, where people have several rows.
    people: Option<u64>,
    /// What the release was held to.
    requirements: Vec<Requirement>,
    /// The distance that a requirement asked for.
    distance: Option<Distance>,
}

impl Examination {
    /// Whether every requirement holds and every rule is kept.
    pub fn holds(&self) -> bool {
        self.checked.iter().all(|(_, holds)| *holds)
    }

    /// How many people there are, where people have several rows.
    pub fn people(&self) -> Option<u64> {
        self.people
    }

    /// What the release was held to.
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// Rows in the smallest class; 0 for a table without rows.
    pub fn k(&self) -> u64 {
        self.classes.sizes().iter().copied().min().unwrap_or(0)
    }

    /// The rows that a sensitive value may belong to: equivalence classes, or the groups of a release that separates sensitive values from
    /// their rows.
    pub fn linked(&self) -> &ReleasedClasses {
        self.groups.as_ref().unwrap_or(&self.classes)
    }

    /// Groups of rows that sensitive values are linked with, where these are not the equivalence classes.
    pub fn groups(&self) -> Option<&ReleasedClasses> {
        self.groups.as_ref()
    }

    /// Fewest different values of each sensitive attribute in a class.
    pub fn l(&self) -> Vec<(String, u64)> {
        let classes = self.linked();
        let least = |s: usize| {
            (0..classes.len())
                .map(|class| classes.distinct(class, s))
                .min()
                .unwrap_or(0)
        };
        classes
            .sensitive_names()
            .iter()
            .enumerate()
            .map(|(s, name)| (name.clone(), least(s)))
            .collect()
    }

    /// For each sensitive attribute, what the values of classes tell at the most: the largest share of one in a class, its largest gain
    /// relative to its share in the whole, and the largest |log2| of the two shares' ratio (infinite if a class lacks a value).
    pub fn told(&self) -> Vec<(String, [f64; 3])> {
        let classes = self.linked();
        let of_class = |class: usize, s: usize| {
            let people = classes.known(class, s) as f64;
            let counts = classes.counts(class, s).map(|(_, count)| count);
            let known = counts.sum::<u64>() as f64;
            let lacks = known > 0.0 && classes.distinct(class, s) < classes.whole_distinct(s);
            let start = [0.0, 0.0, if lacks { f64::INFINITY } else { 0.0 }];
            classes
                .counts(class, s)
                .fold(start, |told, (number, count)| {
                    let (p, q) = (count as f64 / known, classes.whole_share(s, number));
                    // Nothing is above infinity: the logarithm need not be taken.
                    let ratio = if lacks {
                        told[2]
                    } else {
                        told[2].max((p / q).log2().abs())
                    };
                    [
                        told[0].max(count as f64 / people),
                        told[1].max((p - q) / q),
                        ratio,
                    ]
                })
        };
        let most = |s: usize| classes.largest(|class| of_class(class, s));
        classes
            .sensitive_names()
            .iter()
            .enumerate()
            .map(|(s, name)| (name.clone(), most(s)))
            .collect()
    }

    /// The largest distance of a class to the whole, for each sensitive attribute; as a requirement measures it, or else by
    /// the attribute's kind.
    pub fn t(&self) -> Vec<(String, f64)> {
        let classes = self.linked();
        let distance = |class: usize, s: usize| [classes.distance(class, s, self.distance)];
        let largest = |s: usize| classes.largest(|class| distance(class, s))[0];
        // Without what rounding leaves of a distance of 0.
        let largest = |s: usize| (largest(s) * 1e12).round() / 1e12;
        classes
            .sensitive_names()
            .iter()
            .enumerate()
            .map(|(s, name)| (name.clone(), largest(s)))
            .collect()
    }
}

/// Checks the rows of a table, as they stand and with nothing else known, against requirements.
pub fn examine<'a>(release: impl Into<Published<'a>>, requirements: &[Requirement]) -> Examination {
    examine_with(release, requirements, &Background::default())
}

/// Checks a release against requirements, as a reader sees it and with what is known besides. What is required of people's rows is looked
/// for in the equivalence classes; what is required of sensitive values, in the rows that these are linked with.
pub fn examine_with<'a>(
    release: impl Into<Published<'a>>,
    requirements: &[Requirement],
    background: &Background<'_>,
) -> Examination {
    let published = release.into();
    let (mut classes, groups) = rayon::join(
        || ReleasedClasses::of_people(&published, background),
        || ReleasedClasses::of_links(&published, background),
    );
    let looks_at_labels = |it: &Requirement| it.descriptor().needs.labels;
    if requirements.iter().any(looks_at_labels) {
        classes.labels = agreeing::labels(published.quasi_identifiers, &classes.first_rows);
    }
    let mut failing = Vec::new();
    let mut checked = Vec::new();
    for requirement in requirements {
        let judged = match &groups {
            Some(groups) if requirement.needs_sensitive() => groups,
            _ => &classes,
        };
        let (verdict, broken) = judged.judge(requirement);
        checked.push(verdict);
        failing.extend(broken);
    }
    failing.sort_by_key(|class| (class.rows, class.first_row));
    let distance = requirements.iter().find_map(Requirement::distance);
    let rules = background
        .rules
        .map(|rules| published.findings(rules))
        .unwrap_or_default();
    checked.extend(rules.iter().map(|rule| (rule.title(), rule.holds())));
    Examination {
        people: People::of(published.quasi_identifiers).map(|people| people.in_rows()),
        classes,
        groups,
        failing,
        checked,
        rules,
        requirements: requirements.to_vec(),
        distance,
    }
}

impl Published<'_> {
    /// What is found about edit rules, in both tables where there are two.
    fn findings(&self, rules: &Rules) -> Vec<RuleFinding> {
        let own = rules::findings(self.quasi_identifiers, rules);
        match std::ptr::eq(self.quasi_identifiers, self.sensitive) {
            true => own,
            false => merged(vec![own, rules::findings(self.sensitive, rules)]),
        }
    }

    /// Whether both tables have groups of the same sizes.
    pub(crate) fn belongs_together(&self) -> bool {
        let sizes = |table: &Table| {
            let (mut sizes, ..) = classes_of(table, &self.links(table));
            sizes.sort_unstable();
            sizes
        };
        std::ptr::eq(self.quasi_identifiers, self.sensitive)
            || sizes(self.quasi_identifiers) == sizes(self.sensitive)
    }
}

impl ReleasedClasses {
    /// Whether a requirement holds, in words, and the classes that break it.
    fn judge(&self, requirement: &Requirement) -> ((String, bool), Vec<FailingClass>) {
        let model = requirement.model(&Whole::default());
        let broken = model.failing(self);
        let holds = broken.is_empty() && !model.breaks_whole(self);
        let failing = broken.into_iter().map(|class| FailingClass {
            breaks: model.title(),
            rows: self.size(class),
            first_row: self.first_rows[class] + 1,
            distinct: (0..self.sensitive_count())
                .map(|s| self.distinct(class, s))
                .collect(),
        });
        ((model.title(), holds), failing.collect())
    }
}

#[cfg(test)]
mod tests;
