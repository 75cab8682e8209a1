//! The steps against looking at all of them, and what suppression promises.

use bauta_privacy::Release;
use bauta_table::recoding::{Prepared, apply};
use bauta_testkit::{oracle, random_table};

use super::*;
use crate::Settings;
use crate::laws::{context, with_hierarchies};

fn settings(given: &[(&str, &str)]) -> Settings {
    given
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn planned(prepared: &Prepared<'_>, k: u64, given: &[(&str, &str)], limit: u64) -> Option<Cells> {
    let requirements = [Requirement::k_anonymity(k)];
    let task = Task::new(
        &MuArgus,
        prepared,
        &requirements,
        &settings(given),
        Vec::new(),
    )
    .unwrap()
    .with_limit(limit);
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(Recoding::Cells(plan)) => Some(plan),
        _ => None,
    }
}

/// Follows the rule with slow and obvious code.
#[test]
fn every_automatic_step_leaves_fewest_outliers() {
    for seed in 0..30 {
        let table = random_table(seed, 60, 3, 8, 3);
        let prepared = Prepared::new(&table, with_hierarchies(&table));
        let outliers = |levels: &[u8]| {
            let group = |row: usize, qi: usize| {
                let code = table.attributes()[prepared.qis[qi].attribute]
                    .column
                    .codes()
                    .get(row);
                prepared.qis[qi]
                    .hierarchy
                    .as_ref()
                    .unwrap()
                    .group(usize::from(levels[qi]), code)
            };
            let rows: Vec<[u32; 3]> = (0..60)
                .map(|row| [0, 1, 2].map(|qi| group(row, qi)))
                .collect();
            rows.iter()
                .filter(|row| rows.iter().filter(|other| other == row).count() < 4)
                .count()
        };
        let mut levels = vec![0u8; 3];
        while outliers(&levels) > 6 {
            let ups = (0..3).filter(|&qi| levels[qi] < 2).map(|qi| {
                let mut up = levels.clone();
                up[qi] += 1;
                up
            });
            levels = ups.min_by_key(|up| outliers(up)).unwrap();
        }
        // Cells that cannot be saved are left out, so that the first levels with few outliers are the last.
        let plan = planned(&prepared, 4, &[("local-share", "0.1")], 60).unwrap();
        assert_eq!(plan.levels.node.levels(), levels, "seed {seed}");
    }
}

fn people(rows: &[[&str; 2]]) -> bauta_table::Table {
    let lines: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    let mut table = bauta_testkit::table_of(&["p", "q"], &lines);
    (0..2).for_each(|index| table.set_role(index, bauta_table::Role::QuasiIdentifier));
    table
}

/// With p in pairs there are two classes of three, and one row that shares an attribute with each: one of a class joins it.
#[test]
fn a_lone_outlier_gets_company() {
    let table = people(&[
        ["a", "x"],
        ["b", "x"],
        ["b", "x"],
        ["c", "y"],
        ["d", "y"],
        ["d", "y"],
        ["a", "y"],
    ]);
    let prepared = Prepared::new(&table, with_hierarchies(&table));
    let plan = planned(&prepared, 2, &[("steps", "p")], 0).unwrap();
    let rows = oracle::rows_of(&apply(&prepared, &Recoding::Cells(plan)).tables[0].1);
    let p: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(
        p,
        ["pair 0", "pair 0", "pair 0", "*", "pair 1", "pair 1", "*"]
    );
}

/// All rows of a class have the same tuple: it can spare none, so that the lone row is left out, or levels rise.
#[test]
fn a_lone_outlier_without_company_is_left_out_if_it_may_be() {
    let table = people(&[
        ["a", "x"],
        ["a", "x"],
        ["a", "x"],
        ["b", "y"],
        ["b", "y"],
        ["b", "y"],
        ["a", "y"],
    ]);
    let prepared = Prepared::new(&table, with_hierarchies(&table));
    assert!(
        planned(&prepared, 2, &[("local-share", "1")], 0)
            .unwrap()
            .levels
            .node
            .height()
            > 0
    );
    let plan = planned(&prepared, 2, &[("local-share", "1")], 1).unwrap();
    assert_eq!(
        (plan.levels.node.height(), plan.levels.dropped.len()),
        (0, 1)
    );
}

#[test]
fn any_value_needs_no_more_cells_than_own_value() {
    for seed in 0..40 {
        let table = random_table(seed, 80, 3, 8, 3);
        let prepared = Prepared::new(&table, with_hierarchies(&table));
        let levels = [("steps", "q1, q2"), ("suppressed", "any")];
        let Some(own) = planned(&prepared, 3, &levels[..1], 0) else {
            continue;
        };
        let any = planned(&prepared, 3, &levels, 0).unwrap();
        assert!(any.count(&prepared) <= own.count(&prepared), "seed {seed}");
        let draft = apply(&prepared, &Recoding::Cells(own));
        Release::verify(
            draft,
            80,
            &[Requirement::k_anonymity(3)],
            &bauta_privacy::Background::default(),
        )
        .unwrap_or_else(|_| panic!("seed {seed}"));
        let draft = apply(&prepared, &Recoding::Cells(any));
        let rows = oracle::rows_of(&draft.tables[0].1);
        assert!(
            oracle::k_of_any_value(&rows, &[0, 1, 2]) >= 3,
            "seed {seed}"
        );
        let weaker = [Requirement::k_anonymity_of_any_value(3)];
        Release::verify(draft, 80, &weaker, &bauta_privacy::Background::default())
            .unwrap_or_else(|_| panic!("seed {seed}"));
    }
}

#[test]
fn combinations_are_of_different_roles_above_0() {
    assert_eq!(
        combinations::tested(None, 3),
        [vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]]
    );
    assert_eq!(combinations::tested(Some(&[1, 3, 0]), 3), [vec![0, 1]]);
    assert_eq!(
        combinations::tested(Some(&[1, 1, 2]), 3),
        [vec![0, 2], vec![1, 2]]
    );
}
