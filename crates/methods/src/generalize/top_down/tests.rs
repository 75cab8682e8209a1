//! The search against slow counting, and its promises.

use std::collections::BTreeSet;

use bauta_privacy::{Release, Requirement};
use bauta_table::recoding::{Prepared, Recoding, apply};
use bauta_table::{Qi, Role};
use bauta_testkit::{oracle, random_table, table_of};

use super::super::subtree::tests::Rows;
use super::*;
use crate::Settings;
use crate::laws::{context, with_deep_hierarchies};

fn released(prepared: &Prepared<'_>, requirements: &[Requirement], limit: u64) -> Option<Recoding> {
    let settings = Settings::new();
    let task = Task::new(&TopDown, prepared, requirements, &settings, Vec::new())
        .unwrap()
        .with_limit(limit);
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(plan) => Some(plan),
        Outcome::Unreachable(_) => None,
    }
}

/// The cuts that the rule gives, recounting every candidate from the rows.
fn slow(rows: &Rows, k: u64) -> Vec<BTreeSet<String>> {
    let mut cuts: Vec<BTreeSet<String>> =
        vec![BTreeSet::from(["~".to_owned()]); rows.children.len()];
    loop {
        let before = rows.smallest(&cuts);
        let mut best: Option<(f64, Vec<BTreeSet<String>>)> = None;
        for qi in 0..cuts.len() {
            // Labels of these hierarchies sort as their first leaves do.
            for group in &cuts[qi] {
                let Some(children) = rows.children[qi].get(group) else {
                    continue;
                };
                let mut after = cuts.clone();
                after[qi].remove(group);
                after[qi].extend(children.iter().cloned());
                let (gain, smallest) = (rows.information(qi, group), rows.smallest(&after));
                let score = if smallest < before {
                    gain / (before - smallest) as f64
                } else {
                    gain
                };
                if smallest >= k
                    && gain > 1e-10
                    && best.as_ref().is_none_or(|best| score > best.0 + 1e-10)
                {
                    best = Some((score, after));
                }
            }
        }
        match best {
            Some((_, after)) => cuts = after,
            None => return cuts,
        }
    }
}

#[test]
fn every_step_is_the_best_by_slow_counting() {
    for seed in 0..60 {
        let table = random_table(seed, 30 + seed as usize % 60, 3, 8, 3);
        let prepared = Prepared::new(&table, with_deep_hierarchies(&table));
        let rows = Rows::new(&table, &prepared.qis, prepared.sensitive[0]);
        for k in [2, 5] {
            let plan = released(&prepared, &[Requirement::k_anonymity(k)], 0).unwrap();
            let cuts = slow(&rows, k);
            let found = oracle::rows_of(&apply(&prepared, &plan).tables[0].1);
            for (row, found) in found.iter().enumerate() {
                let expected: Vec<String> =
                    (0..3).map(|qi| rows.label(row, qi, &cuts[qi])).collect();
                assert_eq!(found[..3], expected[..], "seed {seed}, k = {k}");
            }
        }
    }
}

#[test]
fn every_class_holds_and_no_useful_step_is_left() {
    for seed in 0..40 {
        let table = random_table(seed, 80, 3, 8, 4);
        let prepared = Prepared::new(&table, with_deep_hierarchies(&table));
        let requirements = [
            Requirement::k_anonymity(3),
            Requirement::distinct_l_diversity(2),
            Requirement::entropy_l_diversity(1.5),
        ];
        let limit = seed % 9;
        let task = Task::new(
            &TopDown,
            &prepared,
            &requirements,
            &Settings::new(),
            Vec::new(),
        )
        .unwrap()
        .with_limit(limit);
        let Some(plan) = released(&prepared, &requirements, limit) else {
            continue;
        };
        let draft = apply(&prepared, &plan);
        assert!(draft.suppressed_rows <= limit);
        Release::verify(
            draft,
            80,
            &requirements,
            &bauta_privacy::Background::default(),
        )
        .unwrap_or_else(|_| panic!("seed {seed}"));
        let forest = Forest::new(&task);
        let mut pieces = Pieces::new(&forest);
        while let Some(split) = pieces.best_split(None) {
            pieces.specialize(split);
        }
        for (qi, cut) in pieces.cuts().iter().enumerate() {
            let useful = |node: &&u32| forest.trees[qi].nodes[**node as usize].gain > 1e-9;
            assert!(
                cut.iter()
                    .filter(useful)
                    .all(|&node| pieces.valid_split(qi, node).is_none()),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn numbers_without_a_hierarchy_get_ranges() {
    let ages = ["21", "22", "23", "41", "42", "43", "44", "", ""];
    let rows: Vec<[&str; 3]> = (0..9)
        .map(|i| {
            [
                ages[i],
                if i % 2 == 0 { "m" } else { "f" },
                if i < 3 { "low" } else { "high" },
            ]
        })
        .collect();
    let lines: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    let mut table = table_of(&["age", "sex", "income"], &lines);
    table.set_role(0, Role::QuasiIdentifier);
    table.set_role(1, Role::QuasiIdentifier);
    table.set_role(2, Role::Target);
    let prepared = Prepared::new(
        &table,
        (0..2)
            .map(|index| Qi::new(&table, index, None).unwrap())
            .collect(),
    );
    let plan = released(&prepared, &[Requirement::k_anonymity(2)], 0).unwrap();
    let found = oracle::rows_of(&apply(&prepared, &plan).tables[0].1);
    let column: Vec<&str> = found.iter().map(|row| row[0].as_str()).collect();
    let (low, high) = ("[21-23]", "[41-44]");
    assert_eq!(column, [low, low, low, high, high, high, high, "", ""]);
}
