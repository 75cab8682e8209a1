//! Released tables that are linked by keys, looked at together.
//!
//! **Threat** Who holds several released tables joins them. A person who hides among k in one table may be alone with the number of
//! her visits, or with where they were.
//!
//! **Definition** The *signature* of a row is what the joined view shows of it: the labels of its quasi-identifiers, those of the rows that it
//! points to (a person has the region of her household), and, for every table that points to it, the signatures of the rows that do. They count with repetition, so that their number is part of it;
//! where that number is taken not to be known (`counted` is false), only which different ones there are counts. A table is k-anonymous in the
//! joined view if every signature is that of at least k of its rows.
//!
//! **Idea** Tables are taken from the ones that nobody points to upwards; a row's signature becomes a number, equal where signatures are.
//!
//! **Cost** sorting the rows of each table once.
//!
//! What is asked for sensitive values is asked of the joined view too (`values.rs`): l of every class of a table means little if another table splits it.
//!
//! **Invariants** `a_number_of_rows_tells_apart`, `two_steps_down`, `what_a_row_points_to_tells_apart`, `who_is_responsible`,
//! `values_are_seen_from_every_table_above`.

mod values;

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::{Column, Role, Table};
use serde::Serialize;

pub use values::joined_values;

/// A released table among linked ones.
#[derive(Clone, Copy)]
pub struct Member<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its rows: all of it, or the part with the quasi-identifiers.
    pub table: &'a Table,
    /// Whether the number of its rows that point to the same row is taken to be known.
    pub counted: bool,
}

/// An attribute of a table that points to the key of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The table that points.
    pub child: usize,
    /// With this attribute.
    pub from: String,
    /// The table that it points to.
    pub parent: usize,
    /// By this attribute.
    pub to: String,
}

/// What the joined view tells about a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JoinedView {
    /// The table.
    pub table: String,
    /// Its rows.
    pub rows: u64,
    /// Different signatures.
    pub classes: u64,
    /// Rows of the rarest signature.
    pub k: u64,
    /// What was asked for.
    pub wanted: u64,
    /// Rows whose signature is rarer than that.
    pub failing_rows: u64,
    /// For each table that it is joined with, how many rows would still fail without that one; the lowest that explains as much.
    pub failing_without: BTreeMap<String, u64>,
}

impl JoinedView {
    /// Whether no signature is too rare.
    pub fn holds(&self) -> bool {
        self.failing_rows == 0
    }

    /// It in words.
    pub fn title(&self) -> String {
        format!(
            "{}-anonymity of \"{}\" in the joined view",
            self.wanted, self.table
        )
    }
}

/// The signature of every row of every table, as a number; a table may be left out with all that points to it. Links must lead to no circle.
pub fn signatures(members: &[Member<'_>], links: &[Link], without: Option<usize>) -> Vec<Vec<u32>> {
    let mut found: Vec<Option<Vec<u32>>> = vec![None; members.len()];
    for table in 0..members.len() {
        signature_of(table, members, links, without, &mut found, members.len());
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
}

fn signature_of(
    table: usize,
    members: &[Member<'_>],
    links: &[Link],
    without: Option<usize>,
    found: &mut Vec<Option<Vec<u32>>>,
    depth: usize,
) {
    if found[table].is_some() {
        return;
    }
    let below: Vec<&Link> = links
        .iter()
        .filter(|link| link.parent == table && Some(link.child) != without && depth > 0)
        .collect();
    for link in &below {
        signature_of(link.child, members, links, without, found, depth - 1);
    }
    let rows = members[table].table;
    let mut parts: Vec<Vec<Vec<u32>>> = vec![labels_upwards(table, members, links, without)];
    for link in below {
        let child = found[link.child].clone().unwrap_or_default();
        parts.push(pointing(members, link, &child));
    }
    let mut number_of: BTreeMap<Vec<&[u32]>, u32> = BTreeMap::new();
    let numbered = (0..rows.rows()).map(|row| {
        let signature: Vec<&[u32]> = parts.iter().map(|part| part[row].as_slice()).collect();
        let next = number_of.len() as u32;
        *number_of.entry(signature).or_insert(next)
    });
    let numbered: Vec<u32> = numbered.collect();
    drop(number_of);
    found[table] = Some(numbered);
}

/// The labels of each row, and those of the rows that it points to, and so on.
fn labels_upwards(
    table: usize,
    members: &[Member<'_>],
    links: &[Link],
    without: Option<usize>,
) -> Vec<Vec<u32>> {
    let mut labels = own_labels(members[table].table);
    for link in links
        .iter()
        .filter(|link| link.child == table && Some(link.parent) != without)
    {
        let parent = members[link.parent].table;
        let above = labels_upwards(link.parent, members, links, without);
        let (Some(from), Some(to)) = (
            column(members[table].table, &link.from),
            column(parent, &link.to),
        ) else {
            continue;
        };
        let row_of: BTreeMap<String, usize> = (0..to.len())
            .map(|row| (to.label(row).into_owned(), row))
            .collect();
        for (row, own) in labels.iter_mut().enumerate() {
            match row_of.get(from.label(row).as_ref()) {
                Some(&parent) => own.extend_from_slice(&above[parent]),
                None => own.push(u32::MAX),
            }
        }
    }
    labels
}

/// The labels of the quasi-identifiers of each row, as numbers.
fn own_labels(table: &Table) -> Vec<Vec<u32>> {
    let columns: Vec<(&Column, Vec<u32>)> = table
        .with_role(Role::QuasiIdentifier)
        .into_iter()
        .map(|index| {
            let column = &table.attributes()[index].column;
            let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
            let of_code = (0..column.dictionary().len() as u32).map(|code| {
                let next = numbers.len() as u32;
                *numbers
                    .entry(column.dictionary().label(code).into_owned())
                    .or_insert(next)
            });
            let of_code = of_code.collect();
            (column, of_code)
        })
        .collect();
    let row = |row: usize| {
        columns
            .iter()
            .map(|(column, of)| of[column.codes().get(row) as usize])
            .collect()
    };
    (0..table.rows()).map(row).collect()
}

/// For each row of the parent the signatures of the rows that point to it, in order.
fn pointing(members: &[Member<'_>], link: &Link, child: &[u32]) -> Vec<Vec<u32>> {
    let parent = members[link.parent].table;
    let mut of_key: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    if let Some(column) = column(members[link.child].table, &link.from) {
        for (row, &signature) in child.iter().enumerate() {
            of_key
                .entry(column.label(row).into_owned())
                .or_default()
                .push(signature);
        }
    }
    for signatures in of_key.values_mut() {
        signatures.sort_unstable();
        if !members[link.child].counted {
            signatures.dedup();
        }
    }
    let Some(keys) = column(parent, &link.to) else {
        return vec![Vec::new(); parent.rows()];
    };
    (0..parent.rows())
        .map(|row| {
            of_key
                .get(keys.label(row).as_ref())
                .cloned()
                .unwrap_or_default()
        })
        .collect()
}

fn column<'t>(table: &'t Table, name: &str) -> Option<&'t Column> {
    table
        .index_of(name)
        .ok()
        .map(|index| &table.attributes()[index].column)
}

/// How many rows have each number.
pub fn sizes(numbers: &[u32]) -> Vec<u64> {
    let mut sizes = vec![0; numbers.iter().max().map_or(0, |&most| most as usize + 1)];
    numbers
        .iter()
        .for_each(|&number| sizes[number as usize] += 1);
    sizes
}

/// Judges a table in the joined view.
pub fn joined_view(
    members: &[Member<'_>],
    links: &[Link],
    table: usize,
    wanted: u64,
) -> JoinedView {
    let failing = |without: Option<usize>| {
        let numbers = signatures(members, links, without).swap_remove(table);
        let sizes = sizes(&numbers);
        let rows = numbers
            .iter()
            .filter(|&&number| sizes[number as usize] < wanted)
            .count() as u64;
        (sizes, rows)
    };
    let (sizes, failing_rows) = failing(None);
    let others = (0..members.len()).filter(|&other| other != table);
    let connected = others.filter(|&other| {
        below(table, links).contains(&other) || below(other, links).contains(&table)
    });
    let left: Vec<(usize, u64)> = match failing_rows {
        0 => Vec::new(),
        _ => connected
            .map(|other| (other, failing(Some(other)).1))
            .collect(),
    };
    // What a table further down explains as well is not held against those above it.
    let deeper = |&(other, rows): &(usize, u64)| {
        let under = below(other, links);
        !left
            .iter()
            .any(|(lower, without)| under.contains(lower) && *without <= rows)
    };
    let told = left
        .iter()
        .filter(|it| deeper(it))
        .map(|&(other, rows)| (members[other].name.to_owned(), rows));
    JoinedView {
        table: members[table].name.to_owned(),
        rows: sizes.iter().sum(),
        classes: sizes.len() as u64,
        k: sizes.iter().copied().min().unwrap_or(0),
        wanted,
        failing_rows,
        failing_without: told.collect(),
    }
}

/// The tables that point to a table, and those that point to them, and so on. Links lead to no circle.
fn below(table: usize, links: &[Link]) -> BTreeSet<usize> {
    let direct: BTreeSet<usize> = links
        .iter()
        .filter(|link| link.parent == table)
        .map(|link| link.child)
        .collect();
    let further: Vec<usize> = direct
        .iter()
        .flat_map(|&child| below(child, links))
        .collect();
    direct.into_iter().chain(further).collect()
}

/// Rows of the child whose parent is not there.
pub fn dangling(members: &[Member<'_>], link: &Link) -> u64 {
    let (Some(from), Some(to)) = (
        column(members[link.child].table, &link.from),
        column(members[link.parent].table, &link.to),
    ) else {
        return 0;
    };
    let keys: BTreeSet<String> = (0..to.len())
        .map(|row| to.label(row).into_owned())
        .collect();
    let missing = from.dictionary().missing_code();
    let lost = |&row: &usize| {
        Some(from.codes().get(row)) != missing && !keys.contains(from.label(row).as_ref())
    };
    (0..from.len()).filter(lost).count() as u64
}

#[cfg(test)]
mod tests;
