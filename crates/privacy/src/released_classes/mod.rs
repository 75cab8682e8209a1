//! The classes of a release by their labels, as the verifier finds them, and what is known of each.

mod agreeing;
mod closeness;
mod numbers;
mod partition;
mod people;
mod population;
mod subsets;
mod units;
mod values;

use std::collections::BTreeMap;

use bauta_table::rule::Rules;
use bauta_table::{Hierarchy, Role, Table};
use rayon::prelude::*;

use crate::distance::Distance;
pub(crate) use closeness::Totals;
use numbers::Numbers;
use partition::classes_of;
pub(crate) use people::{Alike, People};
use population::Presence;
pub use units::{PeopleUnits, people_view};
use values::ClassValues;
pub(crate) use values::Values;

/// Classes that are worth a core's while.
const CLASSES: usize = 1 << 12;

/// What is known besides the released rows.
#[derive(Clone, Copy, Default)]
pub struct Background<'a> {
    /// The sensitive attributes of the original table, by name: what classes are compared with. Without it, and where an attribute has
    /// released values that the original has not (it was top-coded, moved by noise or generalised), classes are compared with all released rows.
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

    /// The first row of a class, counted from 0.
    pub fn first_row(&self, class: usize) -> u64 {
        self.first_rows[class]
    }

    /// All sizes.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// How many rows share their quasi-identifiers, for each combination of these.
    pub fn row_sizes(&self) -> &[u64] {
        self.row_sizes.as_ref().unwrap_or(&self.sizes)
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

    /// Notes the labels of each class's quasi-identifiers in the table that the classes were found in, for requirements that look at them.
    pub(crate) fn note_labels(&mut self, table: &Table) {
        self.labels = agreeing::labels(table, &self.first_rows);
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

    /// The fewest different values of any sensitive attribute in each class; none without sensitive attributes.
    pub fn least_distinct(&self) -> Option<Vec<u64>> {
        let least = |class: usize| {
            let all = (0..self.sensitive_count()).map(|s| self.distinct(class, s));
            all.min().unwrap_or(0)
        };
        (self.sensitive_count() > 0).then(|| (0..self.len()).map(least).collect())
    }

    /// People in classes of two or more in which everybody has the same value of a sensitive attribute.
    pub fn determined(&self, sensitive: usize) -> u64 {
        let is_determined = |class: &usize| {
            let size = self.sizes[*class];
            let mut values = self.counts(*class, sensitive);
            size > 1 && values.any(|(_, people)| people == size)
        };
        let classes = (0..self.len()).filter(is_determined);
        classes.map(|class| self.sizes[class]).sum()
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
    pub(crate) fn largest<const N: usize>(
        &self,
        of_class: impl Fn(usize) -> [f64; N] + Sync,
    ) -> [f64; N] {
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
    pub(crate) fn of_people(published: &Published<'_>, background: &Background<'_>) -> Self {
        let table = published.quasi_identifiers;
        let sensitive = if published.is_linked() {
            Vec::new()
        } else {
            table.with_role(Role::Sensitive)
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
    pub(crate) fn of_links(published: &Published<'_>, background: &Background<'_>) -> Option<Self> {
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
                first_rows = partition::first_rows(&class_of, classes);
            }
            sizes = partition::sizes(&class_of, classes, Some(&people.once(&class_of)));
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

/// The values of a sensitive attribute.
struct ValueCounts {
    counts: ClassValues,
    known: Option<Vec<u64>>,
    totals: Totals,
}

/// How many people have each value of an attribute, by the number of its label; missing cells do not count.
fn counts_by_number(
    (table, index): (&Table, usize),
    number_of: &[u32],
    numbers: usize,
) -> Vec<u64> {
    let column = &table.attributes()[index].column;
    let of_code = match People::of(table) {
        Some(people) => people.with_code(column.codes(), column.dictionary().len()),
        None => table.counts_of(index),
    };
    let mut all = vec![0; numbers];
    let known = of_code.into_iter().take(column.dictionary().value_count());
    for (rows, &number) in known.zip(number_of) {
        all[number as usize] += rows;
    }
    all
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
    let number_of = if whole.dictionary() == column.dictionary() {
        number_of_whole.clone()
    } else {
        numbers.of_codes(column)
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
    let of_whole = (whole_table, whole_index);
    let mut all = counts_by_number(of_whole, &number_of_whole, numbers.len());
    let own = counts_by_number((table, index), &number_of, numbers.len());
    if own.iter().zip(&all).any(|(&own, &all)| own > 0 && all == 0) {
        // The attribute itself was changed: its values are compared with those that a reader sees.
        all = own;
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
