//! The header's invariants, on random tables.

use bauta_privacy::{Class, Requirement};
use bauta_table::recoding::{Prepared, Summary};
use bauta_testkit::random_table;
use proptest::prelude::*;

use super::*;
use crate::Settings;
use crate::generalize::optimal::Optimal;
use crate::generalize::outliers::Outliers;
use crate::generalize::summarize::Style;
use crate::laws::{context, with_deep_hierarchies, with_hierarchies};

fn settings(block: usize, recoding: &str) -> Settings {
    Settings::from([
        ("block".to_owned(), block.to_string()),
        ("recoding".to_owned(), recoding.to_owned()),
    ])
}

fn plan(task: &Task<'_>) -> Option<Groups> {
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(Recoding::Groups(plan)) => Some(plan),
        _ => None,
    }
}

/// The tuples of each class.
fn members(plan: &Groups) -> Vec<Vec<u32>> {
    let Members::Tuples(group_of_tuple) = &plan.members else {
        panic!("classes hold tuples")
    };
    let mut members = vec![Vec::new(); plan.summaries.len()];
    for (tuple, &group) in group_of_tuple
        .iter()
        .enumerate()
        .filter(|(_, group)| **group != u32::MAX)
    {
        members[group as usize].push(tuple as u32);
    }
    members
}

fn covers(summary: &Summary, qi: &bauta_table::Qi, rank: u32) -> bool {
    match summary {
        Summary::All => true,
        Summary::Range { low, high } => (*low..=*high).contains(&rank),
        Summary::Set(ranks) => ranks.contains(&rank),
        Summary::Group { level, group } => {
            let hierarchy = qi.hierarchy.as_ref().unwrap().hierarchy();
            hierarchy.group(usize::from(*level), rank) == *group
        }
    }
}

/// What a cell loses on average.
fn lost(prepared: &Prepared<'_>, plan: &Groups) -> f64 {
    let rows = |tuples: &[u32]| {
        tuples
            .iter()
            .map(|&tuple| prepared.set().counts()[tuple as usize])
            .sum::<u64>() as f64
    };
    let kept: f64 = members(plan)
        .iter()
        .zip(&plan.summaries)
        .map(|(tuples, own)| {
            rows(tuples)
                * own
                    .iter()
                    .zip(&prepared.qis)
                    .map(|(summary, qi)| summary.spread(qi))
                    .sum::<f64>()
        })
        .sum();
    (kept / prepared.qis.len() as f64 + rows(&plan.dropped)) / prepared.set().rows() as f64
}

proptest! {
    #[test]
    fn every_class_holds_and_covers_its_values(
        seed in any::<u64>(), rows in 6usize..120, k in 1u64..6, l in 1u64..4, block in 2usize..40, style in 0usize..3
    ) {
        let table = random_table(seed, rows, 3, 8, 4);
        let prepared = Prepared::new(&table, with_deep_hierarchies(&table));
        let requirements = [Requirement::k_anonymity(k), Requirement::distinct_l_diversity(l)];
        let recoding = ["auto", "range", "set"][style];
        let task = Task::new(&Local, &prepared, &requirements, &settings(block, recoding), Vec::new());
        let Ok(task) = task else { return Ok(()) };
        let Some(plan) = plan(&task) else { return Ok(()) };
        prop_assert!(plan.dropped.is_empty() && plan.starred.is_empty());
        let members = members(&plan);
        prop_assert_eq!(members.iter().map(Vec::len).sum::<usize>(), prepared.set().len());
        let space = Space::new(&task, prepared.set(), Style::Auto);
        for (tuples, summaries) in members.iter().zip(&plan.summaries) {
            let (size, sensitive) = task.class_of(tuples);
            let class = Class { size, sensitive: &sensitive, population: 0 };
            prop_assert!(task.holds(&class));
            for (index, (summary, qi)) in summaries.iter().zip(&prepared.qis).enumerate() {
                prop_assert!(tuples.iter().all(|&tuple| covers(summary, qi, space.ranks[index][tuple as usize])));
            }
        }
    }

    #[test]
    fn never_loses_more_than_the_best_node(
        seed in any::<u64>(), rows in 6usize..120, k in 1u64..6, l in 1u64..4, limit in 0u64..20, set in any::<bool>()
    ) {
        let table = random_table(seed, rows, 3, 8, 4);
        let prepared = Prepared::new(&table, with_hierarchies(&table));
        let requirements = [Requirement::k_anonymity(k), Requirement::distinct_l_diversity(l)];
        let loss = Settings::from([("loss".to_owned(), "information-loss".to_owned())]);
        let Ok(task) = Task::new(&Optimal, &prepared, &requirements, &loss, Vec::new()) else { return Ok(()) };
        let task = task.with_limit(limit);
        let domain = Domain::new(&task, Outliers::Drop).unwrap();
        let losses = Losses::new(&domain, Loss::Mean);
        let node = best(&domain, &losses, &Silent, u64::MAX).unwrap();
        let own = settings(20, if set { "set" } else { "auto" });
        let task = Task::new(&Local, &prepared, &requirements, &own, Vec::new()).unwrap().with_limit(limit);
        match (plan(&task), node) {
            (Some(plan), Some((_, loss))) => {
                let lost = lost(&prepared, &plan);
                prop_assert!(lost <= loss + 1e-9, "{} > {}", lost, loss);
                let dropped: u64 = plan.dropped.iter().map(|&tuple| prepared.set().counts()[tuple as usize]).sum();
                prop_assert!(dropped <= limit);
            }
            (None, Some(_)) => prop_assert!(false, "there is a node"),
            _ => {}
        }
    }
}

#[test]
fn cores_do_not_change_the_plan() {
    let table = random_table(3, 3_000, 4, 20, 5);
    let prepared = Prepared::new(&table, with_deep_hierarchies(&table));
    let requirements = [Requirement::k_anonymity(5)];
    let task = Task::new(
        &Local,
        &prepared,
        &requirements,
        &settings(50, "auto"),
        Vec::new(),
    )
    .unwrap();
    let narrow = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap();
    let wide = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .unwrap();
    assert!(wide.install(|| plan(&task)) == narrow.install(|| plan(&task)));
}
