//! Buckets: rows in groups inside which the link between quasi-identifiers and sensitive values is broken.

use std::cmp::Ordering;

use super::{CodeLoss, Draft, Part, Prepared};
use crate::codes::Codes;
use crate::dictionary::{Dictionary, Values};
use crate::style::Style;
use crate::table::{Attribute, Column, Role, Table};

/// How buckets are published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BucketOutput {
    /// Two tables that share only the bucket: quasi-identifiers, and sensitive values sorted inside each bucket.
    TwoTables,
    /// The same; of the second table the distinct rows of a bucket are published with their counts.
    Counted,
    /// One table with the bucket; row `i` gets the sensitive values of row `permutation[i]`, which lies in the same bucket.
    Permuted(Vec<u32>),
    /// One table with the bucket, in which groups of attributes are shuffled against each other inside buckets.
    Sliced {
        /// The attributes of each column group; every released attribute is in one.
        columns: Vec<Vec<usize>>,
        /// For each column group and row, the row of the same bucket whose values it gets.
        sources: Vec<Vec<u32>>,
        /// Attributes that stay with the sensitive one, so that they tell of it together with the bucket.
        linked: Vec<usize>,
    },
}

/// A bucket for each row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buckets {
    /// The bucket of each row, from 0.
    pub bucket_of_row: Vec<u32>,
    /// Number of buckets.
    pub count: usize,
    /// How they are published.
    pub output: BucketOutput,
}

/// Name of the attribute that both tables share.
pub const BUCKET: &str = "Group";

pub(super) fn apply(prepared: &Prepared<'_>, plan: &Buckets) -> Draft {
    let names = &Names::new(plan);
    let tables = match &plan.output {
        BucketOutput::TwoTables => vec![
            (Part::QuasiIdentifiers, quasi_identifiers(prepared, plan, names)),
            (Part::Sensitive, sensitive(prepared, plan, names)),
        ],
        BucketOutput::Counted => vec![
            (Part::QuasiIdentifiers, quasi_identifiers(prepared, plan, names)),
            (Part::SensitiveCounts, sensitive(prepared, plan, names)),
        ],
        BucketOutput::Permuted(permutation) => vec![(Part::Whole, permuted(prepared.table, permutation, plan, names))],
        BucketOutput::Sliced { columns, sources, linked } => {
            vec![(Part::Whole, sliced(prepared.table, (columns, sources), linked, (plan, names)))]
        }
    };
    let losses = prepared
        .qis
        .iter()
        .map(|qi| {
            let codes = prepared.table.attributes()[qi.attribute].column.dictionary().len();
            CodeLoss { attribute: qi.name.clone(), spread: vec![0.0; codes], level: vec![0.0; codes] }
        })
        .collect();
    Draft { tables, suppressed_rows: 0, losses }
}

/// The names of buckets, made once for all tables.
struct Names {
    dictionary: Dictionary,
    code_of: Vec<u32>,
}

impl Names {
    /// `G1`, `G2`, … in the order of their numbers.
    fn new(plan: &Buckets) -> Self {
        let pool = (1..=plan.count).map(|number| format!("G{number}")).collect();
        let (dictionary, code_of) = Dictionary::sorted(Values::Text(pool), Style::Plain, false);
        Names { dictionary, code_of }
    }

    /// The bucket of each of some rows.
    fn column(&self, rows: impl Fn(usize) -> usize + Sync + Send, plan: &Buckets) -> Column {
        let code = |place: usize| self.code_of[plan.bucket_of_row[rows(place)] as usize];
        let codes = Codes::from_fn(plan.bucket_of_row.len(), self.dictionary.len(), code);
        Column::new(self.dictionary.clone(), codes)
    }

    /// The bucket of each row, as an attribute.
    fn attribute(&self, table: &Table, plan: &Buckets) -> Attribute {
        Attribute { name: bucket_name(table), role: Role::QuasiIdentifier, column: self.column(|row| row, plan) }
    }
}

fn bucket_name(table: &Table) -> String {
    let taken = |name: &str| table.attributes().iter().any(|attribute| attribute.name == name);
    let mut name = BUCKET.to_owned();
    while taken(&name) {
        name.push('_');
    }
    name
}

fn quasi_identifiers(prepared: &Prepared<'_>, plan: &Buckets, names: &Names) -> Table {
    let mut attributes: Vec<Attribute> = prepared
        .table
        .attributes()
        .iter()
        .filter(|attribute| !matches!(attribute.role, Role::Identifier | Role::Sensitive))
        .cloned()
        .collect();
    attributes.push(names.attribute(prepared.table, plan));
    // Only the bucket links the tables; inside this one quasi-identifiers are what they were.
    attributes.iter_mut().rev().skip(1).for_each(|attribute| attribute.role = Role::Insensitive);
    Table::from_attributes(attributes)
}

/// The rows of one bucket after the other, and where each bucket starts.
fn by_bucket(plan: &Buckets) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; plan.count + 1];
    plan.bucket_of_row.iter().for_each(|&bucket| starts[bucket as usize + 1] += 1);
    for bucket in 0..plan.count {
        starts[bucket + 1] += starts[bucket];
    }
    let mut next = starts.clone();
    let mut rows = vec![0; plan.bucket_of_row.len()];
    for (&bucket, row) in plan.bucket_of_row.iter().zip(0..) {
        rows[next[bucket as usize] as usize] = row;
        next[bucket as usize] += 1;
    }
    (rows, starts)
}

/// Sorted by bucket and then by value: the order of rows tells nothing.
fn sensitive(prepared: &Prepared<'_>, plan: &Buckets, names: &Names) -> Table {
    let columns: Vec<&Column> =
        prepared.sensitive.iter().map(|&index| &prepared.table.attributes()[index].column).collect();
    let (mut rows, starts) = by_bucket(plan);
    let code = |column: &Column, row: u32| column.codes().get(row as usize);
    for bucket in starts.windows(2) {
        rows[bucket[0] as usize..bucket[1] as usize].sort_unstable_by(|&a, &b| {
            let unlike = columns.iter().map(|column| code(column, a).cmp(&code(column, b))).find(|order| order.is_ne());
            unlike.unwrap_or(Ordering::Equal)
        });
    }
    let bucket = Attribute {
        name: bucket_name(prepared.table),
        role: Role::QuasiIdentifier,
        column: names.column(|place| rows[place] as usize, plan),
    };
    let values = prepared.sensitive.iter().map(|&index| {
        let attribute = &prepared.table.attributes()[index];
        Attribute { name: attribute.name.clone(), role: Role::Sensitive, column: attribute.column.picked(&rows) }
    });
    Table::from_attributes(std::iter::once(bucket).chain(values).collect())
}

fn sliced(
    table: &Table,
    (columns, sources): (&[Vec<usize>], &[Vec<u32>]),
    linked: &[usize],
    (plan, names): (&Buckets, &Names),
) -> Table {
    let mut attributes = Vec::new();
    for (index, attribute) in table.attributes().iter().enumerate() {
        let group = columns.iter().position(|group| group.contains(&index));
        let Some(source) = group.filter(|_| attribute.role != Role::Identifier).map(|group| &sources[group]) else {
            continue;
        };
        let role = match attribute.role {
            Role::Sensitive => Role::Sensitive,
            _ if linked.contains(&index) => Role::QuasiIdentifier,
            _ => Role::Insensitive,
        };
        attributes.push(Attribute { name: attribute.name.clone(), role, column: attribute.column.picked(source) });
    }
    attributes.push(names.attribute(table, plan));
    Table::from_attributes(attributes)
}

fn permuted(table: &Table, permutation: &[u32], plan: &Buckets, names: &Names) -> Table {
    let mut attributes: Vec<Attribute> = table
        .attributes()
        .iter()
        .filter(|attribute| attribute.role != Role::Identifier)
        .map(|attribute| match attribute.role {
            Role::Sensitive => Attribute { column: attribute.column.picked(permutation), ..attribute.clone() },
            // Only the bucket tells where a sensitive value may belong.
            _ => Attribute { role: Role::Insensitive, ..attribute.clone() },
        })
        .collect();
    attributes.push(names.attribute(table, plan));
    Table::from_attributes(attributes)
}
