//! Weights of attributes steer the searches that minimise a loss.

use bauta_privacy::Requirement;
use bauta_table::recoding::{Draft, Prepared, apply};
use bauta_table::{Hierarchy, Qi, Role, Table};
use bauta_testkit::{oracle, random_table};

use crate::laws::{context, with_hierarchies};
use crate::trial::settings;
use crate::{ALL, Outcome, Task, Technique};

fn technique(id: &str) -> &'static dyn Technique {
    let found = ALL.iter().find(|technique| technique.descriptor().id == id);
    *found.unwrap()
}

fn drafted(
    id: &str,
    prepared: &Prepared<'_>,
    words: &[(&str, &str)],
    weights: &[f64],
) -> (Option<Vec<u8>>, Draft) {
    let asked = [Requirement::k_anonymity(4)];
    let task = Task::new(
        technique(id),
        prepared,
        &asked,
        &settings(words),
        Vec::new(),
    );
    let mut task = task.unwrap().with_weights(weights);
    match crate::plan(&mut task, &mut context(1)).unwrap() {
        Outcome::Plan(plan) => {
            let node = plan.node().map(|node| node.levels().to_vec());
            (node, apply(prepared, &plan))
        }
        Outcome::Unreachable(_) => panic!("{id}: no plan"),
    }
}

/// What each quasi-identifier loses, on average over rows; read off the draft's codes.
fn lost(prepared: &Prepared<'_>, draft: &Draft) -> Vec<f64> {
    let released = &draft.tables[0].1;
    let of = |(qi, loss): (&Qi, &bauta_table::recoding::CodeLoss)| {
        let column = &released.attributes()[released.index_of(&qi.name).unwrap()].column;
        let rows = (0..released.rows()).map(|row| loss.spread[column.codes().get(row) as usize]);
        rows.sum::<f64>() / released.rows() as f64
    };
    prepared.qis.iter().zip(&draft.losses).map(of).collect()
}

fn weighted(lost: &[f64], weights: &[f64]) -> f64 {
    let sum: f64 = lost
        .iter()
        .zip(weights)
        .map(|(lost, weight)| lost * weight)
        .sum();
    sum / weights.iter().sum::<f64>()
}

#[test]
fn every_search_for_the_least_loss_goes_by_weights() {
    let weights = [1.0, 1.0, 20.0];
    for (id, words) in [
        ("optimal", &[("loss", "information-loss")][..]),
        ("optimal", &[("loss", "geometric")]),
        ("incognito", &[]),
        ("samarati", &[("prefer", "loss")]),
        ("mondrian", &[("choose", "least-loss")]),
        ("k-member", &[]),
        ("local", &[]),
        ("suppress", &[]),
    ] {
        let (mut with, mut without, mut own, mut plain) = (0.0, 0.0, 0.0, 0.0);
        for seed in 0..30 {
            let table = random_table(seed, 80, 3, 8, 3);
            let prepared = Prepared::new(&table, with_hierarchies(&table));
            let heavy = lost(&prepared, &drafted(id, &prepared, words, &weights).1);
            let even = lost(&prepared, &drafted(id, &prepared, words, &[1.0; 3]).1);
            with += weighted(&heavy, &weights);
            without += weighted(&even, &weights);
            own += heavy[2];
            plain += even[2];
        }
        assert!(with < without - 1e-9, "{id} {words:?}: {with} {without}");
        assert!(own < plain - 1e-9, "{id} {words:?}: {own} {plain}");
    }
}

/// Against every node, with a loss written out: what a row loses follows from the levels alone.
#[test]
fn optimal_is_optimal_by_weights() {
    const VALUES: usize = 4;
    let table = |seed: u64| {
        let mut table = random_table(seed, 40, 3, VALUES, 2);
        table.set_role(3, Role::Insensitive);
        table
    };
    let qis = |table: &Table| -> Vec<Qi> {
        let labels = |index: usize| {
            let dictionary = table.attributes()[index].column.dictionary();
            (0..dictionary.len() as u32)
                .map(|code| dictionary.label(code).into_owned())
                .collect::<Vec<_>>()
        };
        let hierarchy = |index: usize| {
            let leaf = |(place, label): (usize, String)| {
                vec![label, format!("pair {}", place / 2), "*".into()]
            };
            let leaves: Vec<Vec<String>> =
                labels(index).into_iter().enumerate().map(leaf).collect();
            Hierarchy::from_rows("h", &leaves).unwrap()
        };
        (0..3)
            .map(|index| Qi::new(table, index, Some(hierarchy(index))).unwrap())
            .collect()
    };
    for seed in 0..60 {
        let table = table(seed);
        let full = |index: usize| table.attributes()[index].column.dictionary().len() == VALUES;
        if !(0..3).all(full) {
            continue;
        }
        let prepared = Prepared::new(&table, qis(&table));
        let weights = [1.0 + (seed % 5) as f64 * 3.0, 1.0, (seed % 3) as f64];
        let share = |level: usize| [0.0, 1.0 / 3.0, 1.0][level];
        let loss = |levels: [usize; 3]| weighted(&levels.map(share), &weights);
        let group = |code: u32, level: usize| code as usize / [1, 2, VALUES][level];
        let holds = |levels: [usize; 3]| {
            let rows: Vec<Vec<String>> = (0..table.rows())
                .map(|row| {
                    let cell = |index: usize| {
                        let code = table.attributes()[index].column.codes().get(row);
                        group(code, levels[index]).to_string()
                    };
                    (0..3).map(cell).collect()
                })
                .collect();
            oracle::k(&rows, &[0, 1, 2]) >= 4
        };
        let nodes = (0..27).map(|node| [node / 9, node / 3 % 3, node % 3]);
        let best = nodes.filter(|&node| holds(node)).map(loss);
        let best = best.fold(f64::INFINITY, f64::min);
        let words = [("loss", "information-loss"), ("search", "exact")];
        let node = drafted("optimal", &prepared, &words, &weights).0.unwrap();
        let ours = loss([0, 1, 2].map(|qi| usize::from(node[qi])));
        assert!((ours - best).abs() < 1e-9, "{seed}: {ours} {best}");
    }
}
