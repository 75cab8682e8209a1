//! The header's invariants, against deviations computed from the rows.

use bauta_privacy::Requirement;
use bauta_table::recoding::{Recoding, Tree};
use bauta_table::{Qi, Role, Table};
use bauta_testkit::table_of;
use proptest::prelude::*;

use super::*;
use crate::Settings;
use crate::laws::context;

/// Two quasi-identifiers and a target from rows of numbers.
fn table(rows: &[[i64; 3]]) -> Table {
    let text: Vec<[String; 3]> = rows
        .iter()
        .map(|row| row.map(|cell| cell.to_string()))
        .collect();
    let cells: Vec<Vec<&str>> = text
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let lines: Vec<&[&str]> = cells.iter().map(Vec::as_slice).collect();
    let mut table = table_of(&["a", "b", "target"], &lines);
    [Role::QuasiIdentifier, Role::QuasiIdentifier, Role::Target]
        .into_iter()
        .enumerate()
        .for_each(|(index, role)| table.set_role(index, role));
    table
}

fn prepared(table: &Table) -> Prepared<'_> {
    let qis = table.with_role(Role::QuasiIdentifier);
    Prepared::new(
        table,
        qis.into_iter()
            .map(|index| Qi::new(table, index, None).unwrap())
            .collect(),
    )
}

/// The first cut, as quasi-identifier and the last value on the left.
fn first_cut(table: &Table, k: u64) -> Option<(usize, i64)> {
    let prepared = prepared(table);
    let task = Task::new(
        &LsdMondrian,
        &prepared,
        &[Requirement::k_anonymity(k)],
        &Settings::new(),
        Vec::new(),
    )
    .unwrap();
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(Recoding::Regions(regions)) => match regions.tree {
            Tree::Cut { qi, rank, .. } => Some((qi, prepared.qis[qi].position(rank) as i64)),
            Tree::Region(_) => None,
        },
        _ => None,
    }
}

fn deviance(targets: &[i64]) -> f64 {
    let mean = targets.iter().sum::<i64>() as f64 / targets.len() as f64;
    targets
        .iter()
        .map(|&target| (target as f64 - mean).powi(2))
        .sum()
}

/// The least deviance of all cuts that leave k rows on both sides, by trying them.
fn expected(rows: &[[i64; 3]], k: usize) -> Option<(usize, i64)> {
    let mut found: Option<(f64, usize, i64)> = None;
    for qi in 0..2 {
        let mut values: Vec<i64> = rows.iter().map(|row| row[qi]).collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            let (left, right): (Vec<&[i64; 3]>, Vec<&[i64; 3]>) =
                rows.iter().partition(|row| row[qi] <= value);
            let targets = |side: &[&[i64; 3]]| side.iter().map(|row| row[2]).collect::<Vec<_>>();
            let score = deviance(&targets(&left)) + deviance(&targets(&right));
            if left.len() >= k
                && right.len() >= k
                && found.is_none_or(|(least, ..)| score < least - 1e-6)
            {
                found = Some((score, qi, value));
            }
        }
    }
    found.map(|(_, qi, value)| (qi, value))
}

proptest! {
    #[test]
    fn the_cut_has_the_least_deviance_of_all(
        rows in proptest::collection::vec([0i64..8, 0i64..8, 1000i64..1100], 4..50), k in 1u64..4
    ) {
        prop_assert_eq!(first_cut(&table(&rows), k), expected(&rows, k as usize));
    }
}

#[test]
fn large_numbers_do_not_blur_the_deviance() {
    let far = 1_000_000_000_000;
    let rows: Vec<[i64; 3]> = (0..40)
        .map(|row| [row, 0, far + i64::from(row >= 11)])
        .collect();
    assert_eq!(first_cut(&table(&rows), 2), Some((0, 10)));
}

#[test]
fn a_target_of_words_is_refused_with_every_other_fault() {
    let mut table = table_of(&["a", "b"], &[&["1", "y"], &["2", "n"]]);
    table.set_role(1, Role::Sensitive);
    let prepared = Prepared::new(&table, Vec::new());
    let faults = Task::new(&LsdMondrian, &prepared, &[], &Settings::new(), Vec::new())
        .err()
        .unwrap_or_default();
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(
        said.iter().any(|fault| fault.contains("numbers or dates"))
            && said.iter().any(|fault| fault.contains("--qi"))
    );
}
