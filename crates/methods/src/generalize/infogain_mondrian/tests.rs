//! The header's invariants, against entropies computed from the rows.

use bauta_privacy::Requirement;
use bauta_table::recoding::{Recoding, Tree};
use bauta_table::{Qi, Role, Table};
use bauta_testkit::{random_table, table_of};
use proptest::prelude::*;

use super::*;
use crate::Settings;
use crate::laws::context;

fn prepared(table: &Table) -> Prepared<'_> {
    let qis = table.with_role(Role::QuasiIdentifier);
    Prepared::new(
        table,
        qis.into_iter()
            .map(|index| Qi::new(table, index, None).unwrap())
            .collect(),
    )
}

/// The first cut, as quasi-identifier and rank.
fn first_cut(prepared: &Prepared<'_>, k: u64) -> Option<(usize, u32)> {
    let task = Task::new(
        &InfoGainMondrian,
        prepared,
        &[Requirement::k_anonymity(k)],
        &Settings::new(),
        Vec::new(),
    )
    .unwrap();
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(Recoding::Regions(regions)) => match regions.tree {
            Tree::Cut { qi, rank, .. } => Some((qi, rank)),
            Tree::Region(_) => None,
        },
        _ => None,
    }
}

/// Entropy of the classes of some rows, times their number.
fn entropy(classes: &[u32]) -> f64 {
    let mut counts = std::collections::BTreeMap::new();
    classes
        .iter()
        .for_each(|class| *counts.entry(class).or_insert(0.0) += 1.0);
    -counts
        .values()
        .map(|&count: &f64| count * (count / classes.len() as f64).log2())
        .sum::<f64>()
}

proptest! {
    #[test]
    fn the_cut_has_the_least_entropy_of_all(seed in any::<u64>(), rows in 4usize..60, k in 1u64..4) {
        let table = random_table(seed, rows, 2, 6, 3);
        let prepared = prepared(&table);
        let target = table.with_role(Role::Sensitive)[0];
        let code = |attribute: usize, row: usize| table.attributes()[attribute].column.codes().get(row);
        let score = |qi: usize, rank: u32| {
            let (left, right): (Vec<usize>, Vec<usize>) =
                (0..rows).partition(|&row| code(prepared.qis[qi].attribute, row) <= rank);
            let classes = |side: &[usize]| side.iter().map(|&row| code(target, row)).collect::<Vec<_>>();
            let allowed = left.len() as u64 >= k && right.len() as u64 >= k;
            allowed.then(|| (entropy(&classes(&left)) + entropy(&classes(&right))) / rows as f64)
        };
        let all = (0..2).flat_map(|qi| (0..prepared.qis[qi].ranks() as u32).map(move |rank| (qi, rank)));
        let least = all.clone().filter_map(|(qi, rank)| score(qi, rank)).min_by(f64::total_cmp);
        // Of those that are least, the first.
        let expected = least.and_then(|least| {
            all.clone().find(|&(qi, rank)| score(qi, rank).is_some_and(|score| score <= least + 1e-10))
        });
        prop_assert_eq!(first_cut(&prepared, k), expected);
    }
}

#[test]
fn pure_sides_have_no_entropy() {
    let mut table = table_of(
        &["a", "class"],
        &[
            &["1", "y"],
            &["2", "y"],
            &["2", "y"],
            &["3", "n"],
            &["3", "n"],
            &["4", "n"],
            &["4", "n"],
        ],
    );
    table.set_role(0, Role::QuasiIdentifier);
    table.set_role(1, Role::Target);
    let prepared = prepared(&table);
    let classes = Classes::new(&prepared, 1);
    let scores = classes.after_each_cut(&[0, 1, 2, 3], &[1, 2, 3, 4]);
    assert!(scores[1].abs() < 1e-12 && scores[0] > 0.5 && scores[2] > 0.5);
    assert_eq!(first_cut(&prepared, 2), Some((0, 1)));
}

#[test]
fn without_a_target_the_fault_says_how_to_name_one() {
    let mut table = table_of(&["a", "b"], &[&["1", "y"], &["2", "n"]]);
    table.set_role(0, Role::QuasiIdentifier);
    let prepared = prepared(&table);
    let made = Task::new(
        &InfoGainMondrian,
        &prepared,
        &[],
        &Settings::new(),
        Vec::new(),
    );
    assert!(
        made.err()
            .unwrap_or_default()
            .iter()
            .any(|fault| fault.to_string().contains("--target"))
    );
}
