//! Which original row each released row was.
//!
//! **Idea.** A released row *fits* an original one if its labels contain the values of all quasi-identifiers and all other values are the same.
//! (1) By key: columns that identify rows in both tables say it. (2) By order, where that is proven: every released row fits the next original row that
//! it can be, in order, rows left out passed over, *and* a random order of the released rows would do so with a probability of at most one in a million.
//! Such an embedding is found if there is one, because taking the first that fits never spoils a later choice. (3) Else nothing is known, and `None` is the answer.
//!
//! **Bound.** Of the `m!` orders of the released rows, those that fit `m` given original rows are counted by a permanent, at most
//! `Π (r_j!)^(1/r_j)` where `r_j` original rows fit released row `j` (bregman1973). There are `C(n, m)` choices of original rows, so the probability is at most
//! `C(n, m) · Π (r_j!)^(1/r_j) / m!`. Small tables and releases that say hardly anything are therefore not paired by their order.
//!
//! **Limit.** Rows that fit the same original rows may be exchanged: no order can tell, and as all labels are true, no loss depends on it.

use std::collections::BTreeMap;

use bauta_table::{Codes, Dictionary, Fault, Qi, Role, Table};
use statrs::function::factorial::{ln_binomial, ln_factorial};

use crate::utility::reading::{ReadColumn, Reading};

/// The greatest probability with which rows in a random order may look as if their order was kept.
const MOST_BY_CHANCE: f64 = 1e-6;

/// Up to this many pairs of rows are compared one by one; beyond, the most telling column bounds how many rows fit.
const MOST_COMPARED: usize = 1 << 22;

/// The original row of each released row, in the order of the release, where its order is proven to be kept.
pub fn pair(original: &Table, qis: &[Qi], released: &Table, reading: &Reading) -> Option<Vec<u32>> {
    let (rows, most) = (released.rows(), original.rows());
    if rows == 0 || rows > most {
        return None;
    }
    let fit = Fit::new(original, qis, released, reading);
    let source = fit.earliest(rows, most)?;
    (fit.ln_chance(rows, most) <= MOST_BY_CHANCE.ln()).then_some(source)
}

/// Like [`pair`], but only where no other original rows could be those of the release in the same order.
pub fn pair_uniquely(
    original: &Table,
    qis: &[Qi],
    released: &Table,
    reading: &Reading,
) -> Option<Vec<u32>> {
    let source = pair(original, qis, released, reading)?;
    let fit = Fit::new(original, qis, released, reading);
    let mut before = (0..original.rows()).rev();
    let latest = (0..released.rows())
        .rev()
        .map(|row| before.find(|&from| fit.fits(from, row)));
    latest
        .eq(source.iter().rev().map(|&from| Some(from as usize)))
        .then_some(source)
}

/// The original row of each released row, by columns that identify the rows of both tables.
///
/// # Errors
/// Columns that a table lacks or that do not identify its rows; released rows that the original does not have.
pub fn by_key(original: &Table, released: &Table, key: &[String]) -> Result<Vec<u32>, Vec<Fault>> {
    let columns = |table: &Table| -> Result<Vec<usize>, Vec<Fault>> {
        let places: Vec<_> = key.iter().map(|name| table.index_of(name)).collect();
        let faults: Vec<Fault> = places.iter().filter_map(|it| it.clone().err()).collect();
        match faults.is_empty() {
            true => Ok(places.into_iter().flatten().collect()),
            false => Err(faults),
        }
    };
    let (here, there) = (columns(original)?, columns(released)?);
    let of_row = |table: &Table, columns: &[usize], row: usize| -> Vec<String> {
        let cell = |&index: &usize| {
            table.attributes()[index]
                .column
                .label(row)
                .trim()
                .to_owned()
        };
        columns.iter().map(cell).collect()
    };
    let mut rows_of: BTreeMap<Vec<String>, (u32, u64, u64)> = BTreeMap::new();
    for row in 0..original.rows() {
        let entry = rows_of.entry(of_row(original, &here, row));
        entry.or_insert((row as u32, 0, 0)).1 += 1;
    }
    let mut source = Vec::with_capacity(released.rows());
    for row in 0..released.rows() {
        let found = rows_of.get_mut(&of_row(released, &there, row));
        source.push(found.map(|found| {
            found.2 += 1;
            found.0
        }));
    }
    let repeated = |pick: fn(&(u32, u64, u64)) -> u64| -> u64 {
        rows_of.values().map(pick).filter(|&rows| rows > 1).sum()
    };
    let unknown = source.iter().filter(|from| from.is_none()).count() as u64;
    let faults = [
        (
            repeated(|it| it.1),
            "rows of the original have the same values in the columns of --match-by; name columns that identify rows",
        ),
        (
            repeated(|it| it.2),
            "rows of the release have the same values in the columns of --match-by; name columns that identify rows",
        ),
        (
            unknown,
            "rows of the release have values in the columns of --match-by that no row of the original has; name columns that were released unchanged",
        ),
    ];
    let faults = faults.iter().filter(|(rows, _)| *rows > 0);
    let faults: Vec<Fault> = faults
        .map(|(rows, problem)| Fault::Request(format!("{rows} {problem}")))
        .collect();
    match faults.is_empty() {
        true => Ok(source.into_iter().flatten().collect()),
        false => Err(faults),
    }
}

/// How many cells of the quasi-identifiers are not covered by their label: what a release says that is not so.
pub fn untrue_cells(
    original: &Table,
    qis: &[Qi],
    released: &Table,
    reading: &Reading,
    source: &[u32],
) -> u64 {
    let fit = Fit::new(original, qis, released, reading);
    source
        .iter()
        .enumerate()
        .map(|(row, &from)| fit.uncovered(from as usize, row) as u64)
        .sum()
}

struct Fit<'a> {
    /// Original and released codes, and for each pair of an original rank and a released code whether it is covered.
    covered: Vec<(&'a Codes, &'a Codes, &'a Qi, &'a ReadColumn)>,
    /// Original codes, released codes, and the label number of each.
    same: Vec<(&'a Codes, &'a Codes, Vec<u32>, Vec<u32>)>,
}

impl<'a> Fit<'a> {
    fn new(original: &'a Table, qis: &'a [Qi], released: &'a Table, reading: &'a Reading) -> Self {
        let covered = qis.iter().zip(&reading.columns).filter_map(|(qi, column)| {
            let released = released.attributes()[column.attribute?].column.codes();
            Some((
                original.attributes()[qi.attribute].column.codes(),
                released,
                qi,
                column,
            ))
        });
        let others = original.attributes().iter().filter(|attribute| {
            attribute.role != Role::Identifier && !qis.iter().any(|qi| qi.name == attribute.name)
        });
        let same = others.filter_map(|attribute| {
            let twin = &released.attributes()[released.index_of(&attribute.name).ok()?].column;
            let (here, there) = numbered(attribute.column.dictionary(), twin.dictionary());
            Some((attribute.column.codes(), twin.codes(), here, there))
        });
        Fit {
            covered: covered.collect(),
            same: same.collect(),
        }
    }

    fn uncovered(&self, from: usize, row: usize) -> usize {
        let is_uncovered =
            |(original, released, qi, column): &&(&Codes, &Codes, &Qi, &ReadColumn)| {
                let rank = qi.rank_of_code()[original.get(from) as usize];
                let cover = &column.covers[released.get(row) as usize];
                !cover.ranks.contains(rank)
            };
        self.covered.iter().filter(is_uncovered).count()
    }

    fn fits(&self, from: usize, row: usize) -> bool {
        let shares = |(original, released, here, there): &(&Codes, &Codes, Vec<u32>, Vec<u32>)| {
            here[original.get(from) as usize] == there[released.get(row) as usize]
        };
        self.same.iter().all(shares) && self.uncovered(from, row) == 0
    }

    /// The first original rows, in order, that the released rows fit.
    fn earliest(&self, rows: usize, most: usize) -> Option<Vec<u32>> {
        let mut next = 0..most;
        (0..rows)
            .map(|row| {
                next.find(|&from| self.fits(from, row))
                    .map(|from| from as u32)
            })
            .collect()
    }

    /// Logarithm of the bound on the probability that released rows in a random order fit original rows in order.
    fn ln_chance(&self, rows: usize, most: usize) -> f64 {
        let fitting: Vec<u64> = if rows.saturating_mul(most) <= MOST_COMPARED {
            let of_row = |row: usize| (0..most).filter(|&from| self.fits(from, row)).count() as u64;
            (0..rows).map(of_row).collect()
        } else {
            self.fitting_by_column(rows, most)
        };
        let orders = fitting
            .iter()
            .map(|&r| ln_factorial(r.max(1)) / r.max(1) as f64);
        let (rows, most) = (rows as u64, most as u64);
        ln_binomial(most, rows) + orders.sum::<f64>() - ln_factorial(rows)
    }

    /// For each released row, how many original rows fit its most telling column: at least as many as fit the row.
    fn fitting_by_column(&self, rows: usize, most: usize) -> Vec<u64> {
        let mut fitting = vec![most as u64; rows];
        let mut at_most = |released: &Codes, of_code: &[u64]| {
            let codes = fitting.iter_mut().zip(released.iter());
            codes.for_each(|(least, code)| *least = (*least).min(of_code[code as usize]));
        };
        for (original, released, qi, column) in &self.covered {
            let mut rows_of_rank = vec![0u64; qi.ranks()];
            let counts = original.counts(qi.rank_of_code().len());
            let ranks = qi.rank_of_code().iter().zip(counts);
            ranks.for_each(|(&rank, rows)| rows_of_rank[rank as usize] += rows);
            let covered = |cover: &crate::utility::Cover| {
                let ranks = cover.ranks.iter();
                ranks.map(|rank| rows_of_rank[rank as usize]).sum()
            };
            let of_code: Vec<u64> = column.covers.iter().map(covered).collect();
            at_most(released, &of_code);
        }
        for (original, released, here, there) in &self.same {
            let mut rows_of: BTreeMap<u32, u64> = BTreeMap::new();
            let counts = original.counts(here.len());
            let numbers = here.iter().zip(counts);
            numbers.for_each(|(&number, rows)| *rows_of.entry(number).or_default() += rows);
            let own = |number: &u32| rows_of.get(number).copied().unwrap_or(0);
            let of_code: Vec<u64> = there.iter().map(own).collect();
            at_most(released, &of_code);
        }
        fitting
    }
}

/// Numbers that equal labels of two dictionaries share.
fn numbered(one: &Dictionary, other: &Dictionary) -> (Vec<u32>, Vec<u32>) {
    let mut numbers = BTreeMap::new();
    let mut number = |dictionary: &Dictionary| -> Vec<u32> {
        (0..dictionary.len() as u32)
            .map(|code| {
                let next = numbers.len() as u32;
                *numbers
                    .entry(dictionary.label(code).into_owned())
                    .or_insert(next)
            })
            .collect()
    };
    (number(one), number(other))
}

#[cfg(test)]
mod tests;
