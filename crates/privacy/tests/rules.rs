//! Edit rules: the verifier against the judgement that makes plans, on random tables and conditions.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use bauta_privacy::{Background, RuleFinding, examine_with};
use bauta_table::Table;
use bauta_table::rule::{Rule, Rules, parse};
use bauta_testkit::table_of;
use proptest::prelude::*;

const HEADER: [&str; 5] = ["age", "town", "born", "years", "left"];

fn table(rows: &[[String; 5]]) -> Table {
    let cells: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let cells: Vec<&[&str]> = cells.iter().map(Vec::as_slice).collect();
    table_of(&HEADER, &cells)
}

fn original() -> Table {
    let row = |age: &str, town: &str, born: &str| [age, town, born, age, born].map(str::to_owned);
    table(&[
        row("1", "A", "2001-01-01"),
        row("5", "B", "2002-06-15"),
        row("7", "C", "2003-12-31"),
    ])
}

/// A cell of a release: exact, generalised, suppressed or missing.
fn cell(column: usize) -> impl Strategy<Value = String> {
    let exact = match column % 3 {
        0 => ["1", "5", "6", "7"],
        1 => ["A", "B", "C", "A"],
        _ => ["2001-01-01", "2002-06-15", "2003-12-31", "2002-06-16"],
    };
    let other = ["*", "", "[1-5]", "{A, B}", "North", "2002"];
    prop_oneof![3 => (0..4usize).prop_map(move |i| exact[i].to_owned()), 1 => (0..6usize).prop_map(move |i| other[i].to_owned())]
}

fn rows() -> impl Strategy<Value = Vec<[String; 5]>> {
    let row = (cell(0), cell(1), cell(2), cell(3), cell(5));
    proptest::collection::vec(row.prop_map(|(a, b, c, d, e)| [a, b, c, d, e]), 1..30)
}

/// The text of a condition.
fn condition() -> impl Strategy<Value = String> {
    let tests = [
        "age < 5",
        "age >= 5",
        "age = 6",
        "age != 1",
        "age between 2 and 6",
        "age in [1, 7]",
        "age is missing",
        "town = \"A\"",
        "town not in ['A', 'B']",
        "town is not missing",
        "town != \"C\"",
        "born < 2002-06-16",
        "born = 2002-06-15",
        "born > 2002-12-31",
        "born is missing",
        "age <= years",
        "years != age",
        "town = town",
        "born < left",
        "left = born",
        "left >= born",
    ];
    let leaf = (0..tests.len()).prop_map(move |i| tests[i].to_owned());
    leaf.prop_recursive(3, 12, 3, |inner| {
        (proptest::collection::vec(inner, 2..4), any::<bool>()).prop_map(|(parts, and)| {
            format!("({})", parts.join(if and { " and " } else { " or " }))
        })
    })
}

fn found(rules: &Rules, table: &Table) -> Vec<RuleFinding> {
    examine_with(
        table,
        &[],
        &Background {
            rules: Some(rules),
            ..Background::default()
        },
    )
    .rules
}

fn rules(when: &str, then: &str) -> Rules {
    let rule = Rule {
        name: "r".into(),
        text: String::new(),
        when: Some(parse(when).unwrap()),
        then: parse(then).unwrap(),
    };
    Rules::new(vec![rule], &original()).unwrap()
}

proptest! {
    #[test]
    fn the_verifier_finds_the_rows_that_break_a_rule(rows in rows(), when in condition(), then in condition()) {
        let (rules, table) = (rules(&when, &then), table(&rows));
        let (first, count) = rules.broken_in(&table, 10).remove(0);
        let finding = found(&rules, &table).remove(0);
        prop_assert_eq!(finding.broken_rows, count, "{} -> {}", when, then);
        prop_assert_eq!(finding.first_rows, first.iter().map(|row| row + 1).collect::<Vec<_>>());
    }
}

#[test]
fn what_is_known_is_no_failure_and_what_is_not_told_is_counted() {
    let row = |age: &str, town: &str| [age, town, "", "", ""].map(str::to_owned);
    let released = table(&[
        row("1", "B"),
        row("1", "A"),
        row("[1-5]", "B"),
        row("7", "B"),
        row("1", "*"),
    ]);
    let mut rules = rules("age = 1", "town = \"A\"");
    let finding = found(&rules, &released).remove(0);
    assert_eq!(
        (finding.broken_rows, finding.undecided_rows, finding.holds()),
        (1, 2, false)
    );
    rules.known = vec![1];
    assert!(found(&rules, &released)[0].holds());
    let examined = examine_with(
        &released,
        &[],
        &Background {
            rules: Some(&rules),
            ..Background::default()
        },
    );
    assert_eq!(examined.checked, [("rule \"r\"".to_owned(), true)]);
}
