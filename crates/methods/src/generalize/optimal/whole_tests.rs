//! Statements about the whole release: the search against every node, with the smallest classes left out one by one.

use std::collections::BTreeMap;

use bauta_privacy::Requirement;
use bauta_privacy::estimate::population_uniqueness;
use bauta_table::recoding::{Draft, Prepared, apply};
use bauta_table::{Hierarchy, Qi, Role, Table};
use bauta_testkit::{oracle, table_of};

use super::*;
use crate::laws::context;
use crate::trial::settings;

/// Whether sizes of classes satisfy what is asked; written out plainly.
type Holds = fn(&[u64]) -> bool;

fn asked() -> Vec<(Requirement, Holds)> {
    fn rows(sizes: &[u64]) -> f64 {
        sizes.iter().sum::<u64>() as f64
    }
    vec![
        (Requirement::mean_risk(0.2), |sizes| {
            sizes.len() as f64 <= 0.2 * rows(sizes) + 1e-9
        }),
        (Requirement::mean_risk(0.45), |sizes| {
            sizes.len() as f64 <= 0.45 * rows(sizes) + 1e-9
        }),
        (Requirement::rows_at_risk(0.25, 0.4), |sizes| {
            let at_risk: u64 = sizes.iter().filter(|&&size| size < 3).sum();
            at_risk as f64 <= 0.25 * rows(sizes) + 1e-9
        }),
        (Requirement::population_uniqueness(0.1, 0.2), |sizes| {
            let mut by_size: BTreeMap<u64, u64> = BTreeMap::new();
            sizes
                .iter()
                .for_each(|&size| *by_size.entry(size).or_default() += 1);
            let sizes: Vec<(u64, u64)> = by_size.into_iter().collect();
            population_uniqueness(&sizes, 0.2) <= 0.1 + 1e-9
        }),
    ]
}

const VALUES: usize = 4;

/// Two attributes of four values, in pairs and `*`: what a row loses follows from the levels alone.
fn table(seed: usize) -> (Table, Vec<Qi>) {
    let mut state = seed as u64 * 7919 + 1;
    let mut drawn = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        // Small values are more frequent.
        let draw = (state >> 33) as usize % 16;
        [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3][draw].to_string()
    };
    let rows: Vec<[String; 2]> = (0..VALUES)
        .map(|value| [value.to_string(), value.to_string()])
        .chain((0..8 + seed % 20).map(|_| [drawn(), drawn()]))
        .collect();
    let cells: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let cells: Vec<&[&str]> = cells.iter().map(Vec::as_slice).collect();
    let mut table = table_of(&["a", "b"], &cells);
    (0..2).for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    let leaves: Vec<Vec<String>> = (0..VALUES)
        .map(|value| vec![value.to_string(), format!("pair {}", value / 2), "*".into()])
        .collect();
    let qis = (0..2)
        .map(|index| {
            let hierarchy = Hierarchy::from_rows("h", &leaves).unwrap();
            Qi::new(&table, index, Some(hierarchy)).unwrap()
        })
        .collect();
    (table, qis)
}

/// The fewest rows that a node leaves out, its smallest classes first, one by one; none where that does not help.
fn left_out(rows: &[Vec<String>], levels: [usize; 2], holds: Holds) -> Option<u64> {
    let group = |cell: &str, level: usize| cell.parse::<usize>().unwrap() / [1, 2, VALUES][level];
    let mut classes: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for row in rows {
        let key = (group(&row[0], levels[0]), group(&row[1], levels[1]));
        *classes.entry(key).or_default() += 1;
    }
    let mut sizes: Vec<u64> = classes.into_values().collect();
    sizes.sort_unstable();
    (0..sizes.len())
        .find(|&gone| holds(&sizes[gone..]))
        .map(|gone| sizes[..gone].iter().sum())
}

/// Mean over attributes of the share of its values that a cell's group covers; a row left out loses everything.
fn loss(rows: u64, levels: [usize; 2], gone: u64) -> f64 {
    let share = |level: usize| [0.0, 1.0 / 3.0, 1.0][level];
    let kept = (rows - gone) as f64 * (share(levels[0]) + share(levels[1])) / 2.0;
    (kept + gone as f64) / rows as f64
}

fn found(task: &Task<'_>, prepared: &Prepared<'_>) -> Option<(Vec<u8>, Draft)> {
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(plan) => {
            let levels = plan.node().unwrap().levels().to_vec();
            Some((levels, apply(prepared, &plan)))
        }
        Outcome::Unreachable(_) => None,
    }
}

#[test]
fn the_best_node_is_that_of_brute_force_where_the_whole_is_judged() {
    let mut between = 0;
    for seed in 0..150 {
        let (table, qis) = table(seed);
        let prepared = Prepared::new(&table, qis);
        let rows = oracle::rows_of(&table);
        let count = rows.len() as u64;
        for (place, (requirement, holds)) in asked().into_iter().enumerate() {
            for limit in [0, 2, count / 4, count - 1] {
                let nodes = (0..9).map(|node| [node / 3, node % 3]);
                let best = nodes
                    .filter_map(|levels| Some((levels, left_out(&rows, levels, holds)?)))
                    .filter(|(_, gone)| *gone <= limit)
                    .map(|(levels, gone)| loss(count, levels, gone))
                    .fold(f64::INFINITY, f64::min);
                for search in ["exact", "anytime"] {
                    let given = settings(&[("loss", "information-loss"), ("search", search)]);
                    let one = std::slice::from_ref(&requirement);
                    let task = Task::new(&Optimal, &prepared, one, &given, Vec::new())
                        .unwrap()
                        .with_limit(limit);
                    let found = found(&task, &prepared);
                    assert_eq!(found.is_some(), best.is_finite(), "{seed} {place} {limit}");
                    let Some((levels, draft)) = found else {
                        continue;
                    };
                    let levels = [usize::from(levels[0]), usize::from(levels[1])];
                    let ours = loss(count, levels, draft.suppressed_rows);
                    assert!(draft.suppressed_rows <= limit);
                    assert!(
                        (ours - best).abs() < 1e-9,
                        "{seed} {place} {limit} {search}: {ours} and {best}"
                    );
                    let released = oracle::rows_of(&draft.tables[0].1);
                    let mut sizes: BTreeMap<&[String], u64> = BTreeMap::new();
                    released
                        .iter()
                        .for_each(|row| *sizes.entry(row).or_default() += 1);
                    let sizes: Vec<u64> = sizes.into_values().collect();
                    assert!(holds(&sizes), "{seed} {place}");
                    let gone = draft.suppressed_rows;
                    let smallest = sizes.iter().min().copied().unwrap_or(0);
                    between += u64::from(gone > 0 && smallest == 1);
                }
            }
        }
    }
    assert!(
        between > 20,
        "{between}: some classes of a size go and others stay"
    );
}

/// The review's example: ten single values and twenty rows of one. Seven of the ten are enough.
#[test]
fn only_as_many_classes_go_as_have_to() {
    let cells: Vec<String> = (0..10)
        .map(|value| format!("v{value}"))
        .chain((0..20).map(|_| "z".to_owned()))
        .collect();
    let rows: Vec<[&str; 1]> = cells.iter().map(|cell| [cell.as_str()]).collect();
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    let mut table = table_of(&["q"], &rows);
    table.set_role(0, Role::QuasiIdentifier);
    let mut leaves: Vec<Vec<String>> = cells.iter().map(|v| vec![v.clone(), "*".into()]).collect();
    leaves.dedup();
    let hierarchy = Hierarchy::from_rows("h", &leaves).unwrap();
    let qi = Qi::new(&table, 0, Some(hierarchy)).unwrap();
    let prepared = Prepared::new(&table, vec![qi]);
    let one = [Requirement::mean_risk(0.2)];
    let task = Task::new(&Optimal, &prepared, &one, &settings(&[]), Vec::new());
    let (levels, draft) = found(&task.unwrap().with_limit(7), &prepared).unwrap();
    // 4 classes of 23 rows; with one more it would be 5 of 24.
    assert_eq!((levels, draft.suppressed_rows), (vec![0], 7));
}
