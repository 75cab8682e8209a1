//! The census is the same on every machine, and looks like people.

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::Kind;

use super::*;
use crate::oracle::rows_of;

const AGE: usize = 4;
const POSTCODE: usize = 5;
const MARITAL: usize = 6;
const EDUCATION: usize = 7;
const INCOME: usize = 10;
const DIAGNOSIS: usize = 11;

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

#[test]
fn the_same_seed_gives_the_same_people_and_another_seed_others() {
    let table = census(500, 1);
    assert!(table == census(500, 1));
    assert!(table != census(500, 2));
    assert_eq!(rows_of(&table), rows_of(&census(800, 1))[..500]);
}

#[test]
fn attributes_have_the_kinds_of_their_values() {
    use Kind::{Date, Decimal, Integer, Text};
    let table = census(300, 3);
    let kinds: Vec<Kind> = table
        .attributes()
        .iter()
        .map(|a| a.column.dictionary().kind())
        .collect();
    assert_eq!(
        kinds,
        [
            Text, Text, Text, Date, Integer, Text, Text, Text, Text, Integer, Decimal, Text
        ]
    );
    assert!(
        table
            .attributes()
            .iter()
            .all(|a| a.column.dictionary().missing_code().is_none())
    );
    let names: Vec<&str> = table.attributes().iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names, ATTRIBUTES);
}

#[test]
fn the_age_follows_from_the_birth_date() {
    for row in rows_of(&census(2_000, 4)) {
        let year: i64 = row[3][..4].parse().unwrap();
        assert_eq!(row[AGE], (2023 - year).to_string());
    }
}

#[test]
fn attributes_depend_on_one_another() {
    let rows = rows_of(&census(20_000, 5));
    let age = |row: &Vec<String>| row[AGE].parse::<f64>().unwrap();
    let by_marital = |status: &str| mean(rows.iter().filter(|r| r[MARITAL] == status).map(age));
    assert!(by_marital("Never married") + 15.0 < by_marital("Married"));
    assert!(by_marital("Married") + 10.0 < by_marital("Widowed"));
    let adults = || rows.iter().filter(|r| age(r) >= 30.0);
    let income = |level: &str| {
        mean(
            adults()
                .filter(|r| r[EDUCATION] == level)
                .map(|r| r[INCOME].parse().unwrap()),
        )
    };
    assert!(income("Primary") * 1.3 < income("Bachelor"));
    assert!(income("Bachelor") * 1.2 < income("Master"));
    let with = |illness: &str| mean(rows.iter().filter(|r| r[DIAGNOSIS] == illness).map(age));
    assert!(with("Asthma") + 20.0 < with("Dementia"));
}

#[test]
fn values_are_skewed() {
    let rows = rows_of(&census(20_000, 6));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        *counts.entry(&row[POSTCODE]).or_default() += 1;
    }
    assert!(
        counts.keys().all(|code| code.len() == 5)
            && counts.keys().any(|code| code.starts_with('0'))
    );
    let (most, least) = (
        counts.values().max().unwrap(),
        counts.values().min().unwrap(),
    );
    assert!(
        counts.len() > 500 && *most > 20 * least,
        "{} postcodes from {least} to {most}",
        counts.len()
    );
    let classes = crate::oracle::classes(&rows, &[2, AGE, POSTCODE]);
    assert!(classes.len() > rows.len() / 2 && classes.values().any(|class| class.len() > 1));
}

#[test]
fn missing_values_leave_the_people_as_they_were() {
    let (whole, holes) = (
        rows_of(&census(3_000, 7)),
        rows_of(&census_with_missing(3_000, 7)),
    );
    let mut missing = [0; ATTRIBUTES.len()];
    for (a, b) in whole.iter().zip(&holes) {
        for (column, (a, b)) in a.iter().zip(b).enumerate() {
            missing[column] += usize::from(b.is_empty());
            assert!(b.is_empty() || a == b);
        }
    }
    for (column, count) in missing.into_iter().enumerate() {
        let holed = [EDUCATION, 8, INCOME, DIAGNOSIS].contains(&column);
        assert_eq!(
            (20..150).contains(&count),
            holed,
            "column {column}: {count}"
        );
    }
}

#[test]
fn hierarchies_are_trees_that_hold_every_value() {
    let table = with_roles(census(20_000, 8));
    let hierarchies = census_hierarchies();
    assert_eq!(
        hierarchies.iter().map(|h| h.0.as_str()).collect::<Vec<_>>(),
        QUASI_IDENTIFIERS
    );
    for (name, lines) in hierarchies {
        let attribute = &table.attributes()[table.index_of(&name).unwrap()];
        assert_eq!(attribute.role, Role::QuasiIdentifier);
        let leaves: BTreeSet<&str> = lines.iter().map(|line| line[0].as_str()).collect();
        assert_eq!(leaves.len(), lines.len(), "{name}: repeated value");
        let dictionary = attribute.column.dictionary();
        assert!(
            (0..dictionary.len() as u32).all(|code| leaves.contains(&*dictionary.label(code))),
            "{name}"
        );
        for level in 0..lines[0].len() - 1 {
            let mut parents: BTreeMap<&str, &str> = BTreeMap::new();
            for line in &lines {
                assert_eq!(
                    (line.len(), line[line.len() - 1].as_str()),
                    (lines[0].len(), "*")
                );
                assert_eq!(
                    *parents.entry(&line[level]).or_insert(&line[level + 1]),
                    line[level + 1],
                    "{name}"
                );
            }
        }
    }
}
