//! The search against slow counting, and its promises.

use std::collections::BTreeSet;

use bauta_privacy::{Release, Requirement};
use bauta_table::recoding::{Prepared, Recoding, apply};
use bauta_testkit::{oracle, random_table};

use super::super::subtree::tests::Rows;
use super::*;
use crate::Settings;
use crate::laws::{context, with_deep_hierarchies};

fn released(
    prepared: &Prepared<'_>,
    requirements: &[Requirement],
    rule: &str,
    limit: u64,
) -> Option<Recoding> {
    let settings = Settings::from([("rule".to_owned(), rule.to_owned())]);
    let task = Task::new(&BottomUp, prepared, requirements, &settings, Vec::new())
        .unwrap()
        .with_limit(limit);
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(plan) => Some(plan),
        Outcome::Unreachable(_) => None,
    }
}

/// The cuts that the rule gives, recounting every candidate from the rows.
fn slow(rows: &Rows, k: u64, critical_first: bool) -> Option<Vec<BTreeSet<String>>> {
    let inner = |qi: usize| {
        rows.children[qi]
            .keys()
            .cloned()
            .collect::<BTreeSet<String>>()
    };
    let leaves = |qi: usize| {
        let all: BTreeSet<String> = rows.children[qi].values().flatten().cloned().collect();
        all.difference(&inner(qi))
            .cloned()
            .collect::<BTreeSet<String>>()
    };
    let mut cuts: Vec<BTreeSet<String>> = (0..rows.children.len()).map(leaves).collect();
    while rows.smallest(&cuts) < k {
        let before = rows.smallest(&cuts);
        let mut best: Option<(f64, usize, Vec<BTreeSet<String>>)> = None;
        let mut candidates = Vec::new();
        for (qi, groups) in rows.children.iter().enumerate() {
            for (group, children) in groups {
                if children.is_subset(&cuts[qi]) {
                    let mut after = cuts.clone();
                    after[qi] = after[qi]
                        .difference(children)
                        .cloned()
                        .chain([group.clone()])
                        .collect();
                    candidates.push((qi, group.clone(), rows.smallest(&after) - before, after));
                }
            }
        }
        let critical = critical_first && candidates.iter().any(|candidate| candidate.2 > 0);
        // Labels of these hierarchies sort as their first leaves do, lower levels first.
        candidates.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        for (qi, group, gain, after) in candidates {
            let loss = rows.information(qi, &group);
            let score = if gain > 0 { loss / gain as f64 } else { loss };
            if (!critical || gain > 0) && best.as_ref().is_none_or(|best| score < best.0 - 1e-10) {
                best = Some((score, qi, after));
            }
        }
        cuts = best?.2;
    }
    Some(cuts)
}

#[test]
fn every_step_is_the_best_by_slow_counting() {
    for seed in 0..60 {
        let table = random_table(seed, 30 + seed as usize % 40, 3, 8, 3);
        let prepared = Prepared::new(&table, with_deep_hierarchies(&table));
        let rows = Rows::new(&table, &prepared.qis, prepared.sensitive[0]);
        for (rule, critical) in [("ratio", false), ("critical-first", true)] {
            for k in [2, 5] {
                let plan = released(&prepared, &[Requirement::k_anonymity(k)], rule, 0);
                let expected = slow(&rows, k, critical);
                assert_eq!(plan.is_some(), expected.is_some(), "seed {seed}");
                let (Some(plan), Some(cuts)) = (plan, expected) else {
                    continue;
                };
                let found = oracle::rows_of(&apply(&prepared, &plan).tables[0].1);
                for (row, found) in found.iter().enumerate() {
                    let expected: Vec<String> =
                        (0..3).map(|qi| rows.label(row, qi, &cuts[qi])).collect();
                    assert_eq!(found[..3], expected[..], "seed {seed}, {rule}, k = {k}");
                }
            }
        }
    }
}

#[test]
fn every_class_holds_and_every_value_is_covered() {
    for seed in 0..30 {
        let table = random_table(seed, 60, 3, 8, 4);
        let prepared = Prepared::new(&table, with_deep_hierarchies(&table));
        let requirements = [
            Requirement::k_anonymity(3),
            Requirement::distinct_l_diversity(2),
            Requirement::recursive_l_diversity(3.0, 2),
        ];
        let limit = seed % 7;
        let Some(plan) = released(&prepared, &requirements, "ratio", limit) else {
            continue;
        };
        let draft = apply(&prepared, &plan);
        assert!(draft.suppressed_rows <= limit);
        Release::verify(
            draft,
            60,
            &requirements,
            &bauta_privacy::Background::default(),
        )
        .unwrap_or_else(|_| panic!("seed {seed}"));
    }
}
