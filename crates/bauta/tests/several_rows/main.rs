//! People with several rows in `risk` and `attack`: every figure counts people, as slow counts of small tables find, and what cannot be counted so is
//! left out with a reason.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod attack;
mod risk;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bauta::project::Project;

/// Who, age, town, illness.
type Row = (u64, u64, u64, u64);

/// People with one row to three each; a row is like another one of the same person in most attributes.
fn rows(people: u64, seed: u64) -> Vec<Row> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut rows = Vec::new();
    for who in 0..people {
        let (age, town) = (draw(3), draw(3));
        for _ in 0..1 + draw(3) {
            let age = if draw(4) == 0 { draw(3) } else { age };
            rows.push((who, age, town, draw(3)));
        }
    }
    rows
}

fn written(folder: &Path, name: &str, rows: &[Row]) -> String {
    let mut text = String::from("who,age,town,illness,w,home\n");
    for (who, age, town, illness) in rows {
        let (weight, home) = (weight(*who), who / 2);
        text += &format!(
            "N{who},{},town {town},ill {illness},{weight},H{home}\n",
            20 + age
        );
    }
    let place = folder.join(name).display().to_string();
    std::fs::write(&place, text).unwrap();
    place
}

fn weight(who: u64) -> u64 {
    // Shared by several people: a weight of one's own would show which rows are one person's.
    4 + who % 3 * 9
}

fn project(place: &str, shown: bool) -> Project {
    let mut project = Project::new(place);
    project.roles.quasi_identifiers = vec!["age".into(), "town".into()];
    project.roles.sensitive = vec!["illness".into()];
    project.roles.person = vec!["who".into()];
    if !shown {
        project.roles.drop = vec!["who".into()];
    }
    project
}

/// What a person is known by: single rows, or all rows together.
type Class = Vec<Vec<u64>>;

/// The classes of people by some attributes (age 0, town 1), counted row by row.
fn classes(rows: &[Row], attributes: &[usize], shown: bool) -> BTreeMap<Class, BTreeSet<u64>> {
    let cell = |row: &Row, attribute: usize| [row.1, row.2][attribute];
    let cells = |row: &Row| {
        attributes
            .iter()
            .map(|&it| cell(row, it))
            .collect::<Vec<u64>>()
    };
    let mut lists: BTreeMap<u64, Class> = BTreeMap::new();
    rows.iter()
        .for_each(|row| lists.entry(row.0).or_default().push(cells(row)));
    lists.values_mut().for_each(|list| list.sort());
    let mut classes: BTreeMap<Class, BTreeSet<u64>> = BTreeMap::new();
    for row in rows {
        let key = match shown {
            true => lists[&row.0].clone(),
            false => vec![cells(row)],
        };
        classes.entry(key).or_default().insert(row.0);
    }
    classes
}

fn near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() < 1e-7,
        "{what}: {found} is not {expected}"
    );
}
