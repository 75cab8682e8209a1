//! Buckets: rows in groups inside which the link between quasi-identifiers and sensitive values is broken.

use std::cmp::Ordering;
use std::sync::Arc;

use rayon::prelude::*;

use super::{CodeLoss, Draft, Part, Prepared};
use crate::codes::Codes;
use crate::dictionary::Dictionary;
use crate::role::Role;
use crate::table::{Attribute, Column, Table};

/// How buckets are published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BucketOutput {
    /// Two tables that share only the bucket: quasi-identifiers, and sensitive values sorted inside each bucket.
    TwoTables,
    /// The same; of the second table the distinct rows of a bucket are published with their counts.
    Counted,
    /// One table with the bucket; row `i` gets the sensitive values of row `permutation[i]`, which lies in the same bucket.
    Permuted(Vec<u32>),
    /// One table with the bucket, in which groups of attributes are shuffled against each other inside buckets. One bucket comes after the other: the order
    /// of rows does not tell who is in which.
    Sliced {
        /// The attributes of each column group; every released attribute is in one.
        columns: Vec<Vec<usize>>,
        /// All rows, one bucket after the other.
        rows: Vec<u32>,
        /// Rows of each bucket.
        sizes: Vec<u32>,
        /// For each column group where in its bucket the values of each of these rows come from.
        places: Vec<Places>,
        /// Attributes that stay with the sensitive one, so that they tell of it together with the bucket.
        linked: Vec<usize>,
    },
}

/// Places inside buckets, each bucket's one after the other: a permutation of each bucket, in as few bytes as its rows need.
#[derive(Clone, PartialEq, Eq)]
pub struct Places(pub(super) Codes);

impl Places {
    /// For buckets of these sizes, each drawn by `shuffle` from the places in their order.
    pub fn shuffled(sizes: &[u32], shuffle: &mut impl Shuffle) -> Self {
        Places(match sizes.iter().max() {
            None | Some(0..=0x100) => Codes::U8(places(sizes, shuffle, |place| place as u8)),
            Some(0x101..=0x1_0000) => Codes::U16(places(sizes, shuffle, |place| place as u16)),
            Some(_) => Codes::U32(places(sizes, shuffle, |place| place)),
        })
    }
}

impl std::fmt::Debug for Places {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Places of {} rows", self.0.len())
    }
}

/// Brings what stands in a bucket into another order.
pub trait Shuffle {
    /// The bucket's places, whatever their width.
    fn shuffle<T>(&mut self, bucket: &mut [T]);
}

fn places<T>(sizes: &[u32], shuffle: &mut impl Shuffle, place: impl Fn(u32) -> T) -> Vec<T> {
    let mut all = Vec::with_capacity(sizes.iter().map(|&size| size as usize).sum());
    for &size in sizes {
        let start = all.len();
        all.extend((0..size).map(&place));
        shuffle.shuffle(&mut all[start..]);
    }
    all
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
    let two = |second: Part| {
        // The names are made while rows are gathered.
        let (names, gathered) = rayon::join(
            || Names::new(plan.count),
            || values_by_bucket(prepared, plan),
        );
        let (quasi_identifiers, sensitive) = rayon::join(
            || quasi_identifiers(prepared, plan, &names),
            || sensitive(prepared, gathered, &names),
        );
        vec![
            (Part::QuasiIdentifiers, quasi_identifiers),
            (second, sensitive),
        ]
    };
    let tables = match &plan.output {
        BucketOutput::TwoTables => two(Part::Sensitive),
        BucketOutput::Counted => two(Part::SensitiveCounts),
        BucketOutput::Permuted(permutation) => {
            vec![(Part::Whole, permuted(prepared.table, permutation, plan))]
        }
        BucketOutput::Sliced {
            columns,
            rows,
            sizes,
            places,
            linked: _,
        } => {
            vec![(
                Part::Whole,
                sliced(prepared.table, columns, ((rows, sizes), places)),
            )]
        }
    };
    let losses = prepared
        .qis
        .iter()
        .map(|qi| {
            let codes = prepared.table.attributes()[qi.attribute]
                .column
                .dictionary()
                .len();
            CodeLoss {
                attribute: qi.name.clone(),
                spread: vec![0.0; codes],
                level: vec![0.0; codes],
            }
        })
        .collect();
    let mut linked_by = vec![bucket_name(prepared.table)];
    if let BucketOutput::Sliced { linked, .. } = &plan.output {
        let name = |&index: &usize| prepared.table.attributes()[index].name.clone();
        linked_by.extend(linked.iter().map(name));
    }
    Draft {
        tables,
        suppressed_rows: 0,
        losses,
        linked_by,
    }
}

/// The names of buckets, made once for all tables.
struct Names {
    dictionary: Arc<Dictionary>,
    code_of: Vec<u32>,
}

impl Names {
    /// `G1`, `G2`, … in the order of their numbers.
    fn new(count: usize) -> Self {
        let (dictionary, code_of) = Dictionary::numbered("G", count);
        Names {
            dictionary: Arc::new(dictionary),
            code_of,
        }
    }

    /// The bucket of each of some rows, as an attribute.
    fn attribute(&self, table: &Table, bucket_of: &[u32]) -> Attribute {
        let code = |place: usize| self.code_of[bucket_of[place] as usize];
        let codes = Codes::from_fn(bucket_of.len(), self.dictionary.len(), code);
        let column = Column::new(Arc::clone(&self.dictionary), codes);
        Attribute {
            name: bucket_name(table),
            // Nobody knows a person's bucket: it is no quasi-identifier, it only links the tables.
            role: Role::Insensitive,
            column,
        }
    }
}

fn bucket_name(table: &Table) -> String {
    let taken = |name: &str| {
        table
            .attributes()
            .iter()
            .any(|attribute| attribute.name == name)
    };
    let mut name = BUCKET.to_owned();
    while taken(&name) {
        // The table may have a column of that name already.
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
    attributes.push(names.attribute(prepared.table, &plan.bucket_of_row));
    Table::from_attributes(attributes)
}

fn sensitive_of<'t>(prepared: &Prepared<'t>) -> Vec<&'t Attribute> {
    prepared
        .sensitive
        .iter()
        .map(|&index| &prepared.table.attributes()[index])
        .collect()
}

/// The sensitive attributes sorted by bucket and then by value: the order of rows tells nothing; and where each bucket starts.
fn values_by_bucket(prepared: &Prepared<'_>, plan: &Buckets) -> (Vec<Column>, Vec<u32>) {
    match sensitive_of(prepared).as_slice() {
        // One column: its codes are sorted in place. Several must stay together, so that rows are sorted instead.
        [one] => {
            let (codes, starts) =
                codes_by_bucket((&plan.bucket_of_row, plan.count), one.column.codes());
            (vec![one.column.with_codes(codes)], starts)
        }
        several => {
            let (rows, starts) = rows_by_bucket(plan, several);
            (
                several
                    .iter()
                    .map(|attribute| attribute.column.picked(&rows))
                    .collect(),
                starts,
            )
        }
    }
}

fn sensitive(
    prepared: &Prepared<'_>,
    (columns, starts): (Vec<Column>, Vec<u32>),
    names: &Names,
) -> Table {
    let buckets = starts.windows(2).zip(0..);
    let bucket_of: Vec<u32> = buckets
        .flat_map(|(run, bucket)| (run[0]..run[1]).map(move |_| bucket))
        .collect();
    let bucket = names.attribute(prepared.table, &bucket_of);
    let values = sensitive_of(prepared)
        .into_iter()
        .zip(columns)
        .map(|(attribute, column)| Attribute {
            name: attribute.name.clone(),
            role: Role::Sensitive,
            column,
        });
    Table::from_attributes(std::iter::once(bucket).chain(values).collect())
}

/// The rows of one bucket after the other, sorted by some attributes inside each, and where each bucket starts.
fn rows_by_bucket(plan: &Buckets, attributes: &[&Attribute]) -> (Vec<u32>, Vec<u32>) {
    let (mut rows, starts) = gathered((&plan.bucket_of_row, plan.count), |row| row as u32);
    let code = |attribute: &Attribute, row: u32| attribute.column.codes().get(row as usize);
    for bucket in starts.windows(2) {
        // By their values and by nothing else: the order inside a bucket must not tell the order of the rows.
        rows[bucket[0] as usize..bucket[1] as usize].sort_unstable_by(|&a, &b| {
            let unlike = attributes
                .iter()
                .map(|it| code(it, a).cmp(&code(it, b)))
                .find(|order| order.is_ne());
            unlike.unwrap_or(Ordering::Equal)
        });
    }
    (rows, starts)
}

/// The codes of one bucket after the other, ascending inside each, and where each bucket starts; from the bucket of each row and the
/// number of buckets.
pub fn codes_by_bucket(buckets: (&[u32], usize), codes: &Codes) -> (Codes, Vec<u32>) {
    match codes {
        Codes::U8(codes) => sorted(buckets, codes, Codes::U8),
        Codes::U16(codes) => sorted(buckets, codes, Codes::U16),
        Codes::U32(codes) => sorted(buckets, codes, Codes::U32),
    }
}

fn sorted<T: Copy + Default + Ord + Send + Sync>(
    buckets: (&[u32], usize),
    codes: &[T],
    wrapped: impl Fn(Vec<T>) -> Codes,
) -> (Codes, Vec<u32>) {
    let (mut codes, starts) = gathered(buckets, |row| codes[row]);
    let cut = |starts: &[u32]| starts.last().map_or(0, |&last| last as usize);
    let mut rest = codes.as_mut_slice();
    let mut parts = Vec::new();
    let mut before = 0;
    for ends in starts[1..].chunks(1 << 14) {
        let (part, later) = std::mem::take(&mut rest).split_at_mut(cut(ends) - before);
        parts.push((before, ends, part));
        (rest, before) = (later, cut(ends));
    }
    parts.into_par_iter().for_each(|(first, ends, part)| {
        let mut start = 0;
        for &end in ends {
            let end = end as usize - first;
            // As above: a bucket shows which values it has, never in which order they came.
            part[start..end].sort_unstable();
            start = end;
        }
    });
    (wrapped(codes), starts)
}

/// What belongs to the rows of one bucket after the other, inside a bucket in the order of rows, and where each bucket starts. Each
/// core looks at all rows and takes those of its own buckets.
pub fn gathered<T: Copy + Default + Send + Sync>(
    (bucket_of, count): (&[u32], usize),
    of_row: impl Fn(usize) -> T + Sync,
) -> (Vec<T>, Vec<u32>) {
    let parts: Vec<(Vec<T>, Vec<u32>)> = shares(bucket_of, count)
        .into_par_iter()
        .map(|part| gathered_part(bucket_of, &of_row, part))
        .collect();
    let (mut all, mut starts) = (
        Vec::with_capacity(bucket_of.len()),
        Vec::with_capacity(count + 1),
    );
    starts.push(0);
    for (items, ends) in parts {
        let before = all.len() as u32;
        starts.extend(ends.into_iter().map(|end| before + end));
        all.extend(items);
    }
    (all, starts)
}

/// Consecutive buckets for each core, the first and how many, with about as many rows each. Where buckets are few, rows of some of them may be
/// most of all: a sample tells.
fn shares(bucket_of: &[u32], count: usize) -> Vec<(u32, usize)> {
    let cores = if bucket_of.len() < ENOUGH {
        1
    } else {
        rayon::current_num_threads().clamp(1, 8)
    };
    let mut sample: Vec<u32> = bucket_of.iter().step_by(SAMPLED).copied().collect();
    sample.sort_unstable();
    let mut shares = Vec::with_capacity(cores);
    let mut first = 0;
    for core in 1..=cores {
        let end = match sample.get(sample.len() * core / cores) {
            Some(&bucket) if core < cores => bucket as usize + 1,
            // The last core takes whatever is left, also buckets that the sample has missed.
            _ => count,
        };
        if end > first {
            shares.push((first as u32, end - first));
            first = end;
        }
    }
    shares
}

/// Rows that are worth more than one core.
const ENOUGH: usize = 1 << 16;

/// One row in so many is looked at before buckets are shared out; a prime, so that rows in regular order are met too.
const SAMPLED: usize = 1021;

/// The same for some buckets only, with their ends. A row of another bucket goes to a place behind them all, which costs less than
/// asking first whether it is one.
fn gathered_part<T: Copy + Default>(
    bucket_of: &[u32],
    of_row: impl Fn(usize) -> T,
    (first, count): (u32, usize),
) -> (Vec<T>, Vec<u32>) {
    // Buckets of other cores wrap to large numbers or lie behind: all of them share one place at the end, so that the loop has no branch.
    let own = |bucket: u32| (bucket.wrapping_sub(first) as usize).min(count);
    let mut next = vec![0u32; count + 1];
    bucket_of.iter().for_each(|&bucket| next[own(bucket)] += 1);
    let mut total = 0;
    for size in &mut next[..count] {
        (*size, total) = (total, total + *size);
    }
    next[count] = total;
    // One more for rows of other cores: they are written there again and again, and cut off.
    let mut all = vec![T::default(); total as usize + 1];
    for (row, &bucket) in bucket_of.iter().enumerate() {
        let bucket = own(bucket);
        let place = &mut next[bucket];
        all[*place as usize] = of_row(row);
        // Only own rows move on.
        *place += u32::from(bucket < count);
    }
    all.truncate(total as usize);
    next.truncate(count);
    (all, next)
}

fn sliced(
    table: &Table,
    columns: &[Vec<usize>],
    (buckets, places): ((&[u32], &[u32]), &[Places]),
) -> Table {
    let sliced = |(index, attribute): (usize, &Attribute)| {
        let group = columns.iter().position(|group| group.contains(&index));
        let from = group
            .filter(|_| attribute.role != Role::Identifier)
            .map(|group| &places[group])?;
        Some(Attribute {
            name: attribute.name.clone(),
            role: attribute.role,
            column: attribute
                .column
                .with_codes(attribute.column.codes().dealt(buckets, &from.0)),
        })
    };
    let named = || {
        let sizes = buckets.1.iter().zip(0..);
        let bucket_of =
            sizes.flat_map(|(&size, bucket)| std::iter::repeat_n(bucket, size as usize));
        Names::new(buckets.1.len()).attribute(table, &bucket_of.collect::<Vec<u32>>())
    };
    let (mut attributes, bucket): (Vec<Attribute>, Attribute) = rayon::join(
        || {
            table
                .attributes()
                .par_iter()
                .enumerate()
                .filter_map(sliced)
                .collect()
        },
        named,
    );
    attributes.push(bucket);
    Table::from_attributes(attributes)
}

fn permuted(table: &Table, permutation: &[u32], plan: &Buckets) -> Table {
    let mut attributes: Vec<Attribute> = table
        .attributes()
        .iter()
        .filter(|attribute| attribute.role != Role::Identifier)
        .map(|attribute| match attribute.role {
            Role::Sensitive => Attribute {
                column: attribute.column.picked(permutation),
                ..attribute.clone()
            },
            _ => attribute.clone(),
        })
        .collect();
    attributes.push(Names::new(plan.count).attribute(table, &plan.bucket_of_row));
    Table::from_attributes(attributes)
}
