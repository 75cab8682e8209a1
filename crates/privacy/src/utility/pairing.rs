//! Which original row each released row was.
//!
//! **Idea.** A released row *fits* an original one if it covers all its quasi-identifiers, or shares all its other values.
//! (1) As many rows: they correspond in order, if at least half of them fit. (2) Fewer: rows were left out, and the
//! others are taken to keep their order; each released row is the next original row that it covers and whose other values it
//! shares. Such an embedding is found if there is one, because taking the first that fits never spoils a later choice.
//! (3) Else nothing is known, and `None` is the answer.

use bauta_table::{Codes, Qi, Role, Table};

use super::reading::Reading;

/// The original row of each released row, in the order of the release.
pub fn pair(original: &Table, qis: &[Qi], released: &Table, reading: &Reading) -> Option<Vec<u32>> {
    let (rows, most) = (released.rows(), original.rows());
    if rows == 0 || rows > most {
        return None;
    }
    let fit = Fit::new(original, qis, released, reading);
    if rows == most {
        let covered = (0..rows).filter(|&row| fit.covers(row, row)).count();
        let shared = (0..rows).filter(|&row| fit.shares(row, row)).count();
        let enough = covered * 2 >= rows || (fit.tells() && shared * 2 >= rows);
        return enough.then(|| (0..rows as u32).collect());
    }
    let mut next = 0..most;
    (0..rows)
        .map(|row| {
            next.find(|&from| fit.covers(from, row) && fit.shares(from, row))
                .map(|from| from as u32)
        })
        .collect()
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
    covered: Vec<(&'a Codes, &'a Codes, &'a Qi, &'a super::reading::ReadColumn)>,
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
        let is_uncovered = |(original, released, qi, column): &&(
            &Codes,
            &Codes,
            &Qi,
            &super::reading::ReadColumn,
        )| {
            let rank = qi.rank_of_code()[original.get(from) as usize];
            !column.covers[released.get(row) as usize]
                .ranks
                .contains(rank)
        };
        self.covered.iter().filter(is_uncovered).count()
    }

    fn covers(&self, from: usize, row: usize) -> bool {
        self.uncovered(from, row) == 0
    }

    fn shares(&self, from: usize, row: usize) -> bool {
        self.same.iter().all(|(original, released, here, there)| {
            here[original.get(from) as usize] == there[released.get(row) as usize]
        })
    }

    /// Whether other values tell rows apart at all.
    fn tells(&self) -> bool {
        self.same.iter().any(|(_, _, here, _)| here.len() > 1)
    }
}

/// Numbers that equal labels of two dictionaries share.
fn numbered(
    one: &bauta_table::Dictionary,
    other: &bauta_table::Dictionary,
) -> (Vec<u32>, Vec<u32>) {
    let mut numbers = std::collections::BTreeMap::new();
    let mut number = |dictionary: &bauta_table::Dictionary| -> Vec<u32> {
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
