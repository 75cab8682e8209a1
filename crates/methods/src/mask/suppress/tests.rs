//! The header's invariants, and the number of cells against all possibilities.

use std::collections::BTreeMap;

use bauta_privacy::Requirement;
use bauta_table::recoding::{Prepared, apply};
use bauta_table::{Qi, Role};
use bauta_testkit::{oracle, random_table};

use super::Suppress;
use crate::laws::context;
use crate::trial::{Trial, columns, settings};
use crate::{Outcome, Task};

/// The fewest cells that make every class hold k rows, by trying every way to suppress.
fn fewest(rows: &[Vec<String>], width: usize, k: usize) -> Option<u32> {
    let cells = rows.len() * width;
    let ways = (0u32..1 << cells).filter(|way| {
        let starred: Vec<Vec<String>> = rows
            .iter()
            .enumerate()
            .map(|(row, cells)| {
                let star = |column: usize| way >> (row * width + column) & 1 == 1;
                (0..width)
                    .map(|column| {
                        if star(column) {
                            "*".to_owned()
                        } else {
                            cells[column].clone()
                        }
                    })
                    .collect()
            })
            .collect();
        oracle::k(&starred, &(0..width).collect::<Vec<_>>()) >= k
    });
    ways.map(u32::count_ones).min()
}

fn stars(columns: &[Vec<String>]) -> u32 {
    columns.iter().flatten().filter(|cell| *cell == "*").count() as u32
}

#[test]
fn suppressed_cells_make_every_class_hold() {
    for seed in 0..60 {
        let (rows, width, k) = (8 + seed as usize % 30, 1 + seed as usize % 4, 2 + seed % 4);
        let trial = Trial {
            table: random_table(seed, rows, width, 5, 4),
        };
        for l in [1, 2] {
            let asked = [
                Requirement::k_anonymity(k),
                Requirement::distinct_l_diversity(l),
            ];
            let Some(draft) = trial
                .drafted(&Suppress, &asked, &settings(&[]), seed)
                .unwrap()
            else {
                continue;
            };
            let released = oracle::rows_of(&draft.tables[0].1);
            let qi: Vec<usize> = (0..width).collect();
            assert!(oracle::k(&released, &qi) >= k as usize, "{seed}");
            assert!(
                oracle::distinct_l(&released, &qi, width) >= l as usize,
                "{seed}"
            );
            for (was, is) in oracle::rows_of(&trial.table).iter().zip(&released) {
                assert!(was.iter().zip(is).all(|(was, is)| was == is || is == "*"));
            }
        }
        // Everything suppressed is one class: k of all rows can always be had.
        let asked = [Requirement::k_anonymity(rows as u64)];
        assert!(
            trial
                .drafted(&Suppress, &asked, &settings(&[]), seed)
                .unwrap()
                .is_some(),
            "{seed}"
        );
    }
}

/// On 120 small tables, where many cells have to go, together at most a twentieth more than the least that is possible.
#[test]
fn cells_are_near_the_least_that_is_possible() {
    let (mut found, mut least) = (0, 0);
    for seed in 0..120 {
        let (rows, width, values, k) =
            [(5, 2, 4, 2), (6, 2, 3, 2), (4, 3, 3, 2), (6, 2, 3, 3)][seed as usize % 4];
        let trial = Trial {
            table: random_table(seed, rows, width, values, 2),
        };
        let asked = [Requirement::k_anonymity(k as u64)];
        let draft = trial
            .drafted(&Suppress, &asked, &settings(&[]), 1)
            .unwrap()
            .unwrap();
        let ours = stars(&columns(&draft.tables[0].1)[..width]);
        let best = fewest(&oracle::rows_of(&trial.table), width, k).unwrap();
        assert!(ours >= best, "{seed}: the oracle has missed a way");
        (found, least) = (found + ours, least + best);
    }
    assert!(
        f64::from(found) <= 1.05 * f64::from(least),
        "{found} cells where {least} are enough"
    );
}

#[test]
fn an_important_attribute_is_spared() {
    let cells: [(&str, &[&str]); 2] = [("a", &["1", "1", "2", "2"]), ("b", &["x", "y", "x", "y"])];
    let trial = Trial::of_columns(&cells).with_role(&["a", "b"], Role::QuasiIdentifier);
    assert_eq!(spared(&trial, &[5.0, 1.0], &[]), [true, false]);
    assert_eq!(spared(&trial, &[1.0, 5.0], &[]), [false, true]);
}

/// Which quasi-identifiers keep every cell at k = 2, if each is as important as told.
fn spared(trial: &Trial, importance: &[f64], given: &[(&str, &str)]) -> Vec<bool> {
    let asked = [Requirement::k_anonymity(2)];
    let qis = trial.table.with_role(Role::QuasiIdentifier).into_iter();
    let qis = qis.map(|index| Qi::new(&trial.table, index, None).unwrap());
    let prepared = Prepared::new(&trial.table, qis.collect());
    let task = Task::new(&Suppress, &prepared, &asked, &settings(given), Vec::new()).unwrap();
    let mut task = task.with_weights(importance);
    let Outcome::Plan(plan) = crate::plan(&mut task, &mut context(1)).unwrap() else {
        panic!("there is a way");
    };
    columns(&apply(&prepared, &plan).tables[0].1)
        .iter()
        .map(|column| column.iter().all(|cell| cell != "*"))
        .collect()
}

/// Strata against an oracle: within every value of the first quasi-identifier classes of the others have k rows, none of its own cells is gone, and
/// together no more cells go than where each stratum is a table by itself.
#[test]
fn classes_hold_within_each_stratum() {
    let mut reached = 0;
    for seed in 0..80 {
        let (rows, k) = (12 + seed as usize % 40, 2 + seed % 3);
        let trial = Trial {
            table: random_table(seed, rows, 3, 4, 2),
        };
        let name = trial.table.attributes()[0].name.clone();
        let asked = [Requirement::k_anonymity(k)];
        let given = settings(&[("strata", name.as_str())]);
        let draft = trial.drafted(&Suppress, &asked, &given, seed).unwrap();
        let before = oracle::rows_of(&trial.table);
        let strata = |table: &[Vec<String>]| {
            let mut strata: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
            for row in table {
                strata.entry(row[0].clone()).or_default().push(row.clone());
            }
            strata
        };
        let small = strata(&before).values().any(|own| (own.len() as u64) < k);
        let Some(draft) = draft else {
            assert!(small, "{seed}: every stratum has {k} rows");
            continue;
        };
        assert!(!small, "{seed}: a stratum has fewer than {k} rows");
        reached += 1;
        let after = oracle::rows_of(&draft.tables[0].1);
        assert!(before.iter().zip(&after).all(|(was, is)| was[0] == is[0]));
        for own in strata(&after).values() {
            assert!(oracle::k(own, &[1, 2]) >= k as usize, "{seed}");
        }
        let alone: u32 = strata(&before)
            .values()
            .map(|own| stars_alone(own, k))
            .sum();
        assert_eq!(stars(&columns(&draft.tables[0].1)[..3]), alone, "{seed}");
    }
    assert!(reached > 20, "only {reached} tables had strata of k rows");
}

/// How many cells go if these rows are a table by themselves, of which the first column is the same everywhere.
fn stars_alone(rows: &[Vec<String>], k: u64) -> u32 {
    let column = |place: usize| {
        rows.iter()
            .map(|row| row[place].clone())
            .collect::<Vec<_>>()
    };
    let (b, c) = (column(1), column(2));
    let trial = Trial::of_columns(&[("b", b.as_slice()), ("c", c.as_slice())])
        .with_role(&["b", "c"], Role::QuasiIdentifier);
    let asked = [Requirement::k_anonymity(k)];
    let draft = trial.drafted(&Suppress, &asked, &settings(&[]), 1).unwrap();
    stars(&columns(&draft.unwrap().tables[0].1))
}

#[test]
fn strata_are_quasi_identifiers_and_leave_something_to_suppress() {
    let cells: [(&str, &[&str]); 3] = [("a", &["1", "2"]), ("b", &["x", "y"]), ("c", &["p", "q"])];
    let trial = Trial::of_columns(&cells).with_role(&["a", "b"], Role::QuasiIdentifier);
    let asked = [Requirement::k_anonymity(2)];
    for wrong in [
        &[("strata", "c")][..],
        &[("strata", "a;b")],
        &[("strata", "a"), ("subsets", "1")],
        &[("strata", "a"), ("suppressed", "any")],
        &[("strata", "a"), ("scope", "rows")],
    ] {
        let found = trial.drafted(&Suppress, &asked, &settings(wrong), 1);
        assert!(found.is_err(), "{wrong:?}");
    }
}

#[test]
fn rows_of_failing_classes_go() {
    let trial = Trial::of_column("a", &["1", "1", "2"]).with_role(&["a"], Role::QuasiIdentifier);
    let asked = [Requirement::k_anonymity(2)];
    let draft = trial
        .drafted(&Suppress, &asked, &settings(&[("scope", "rows")]), 1)
        .unwrap()
        .unwrap();
    assert_eq!(
        (columns(&draft.tables[0].1), draft.suppressed_rows),
        (vec![vec!["1".to_owned(); 2]], 1)
    );
    let asked = [Requirement::k_anonymity(3)];
    assert!(
        trial
            .drafted(&Suppress, &asked, &settings(&[("scope", "rows")]), 1)
            .unwrap()
            .is_none()
    );
}

#[test]
fn named_attributes_go_and_what_does_not_fit_is_told() {
    let trial = Trial::of_columns(&[("a", &["1", "2"]), ("b", &["x", "y"])]);
    let given = settings(&[("scope", "attributes"), ("attributes", "a")]);
    assert_eq!(trial.released(&Suppress, &given, 1), [["x", "y"]]);
    for wrong in [
        &[("scope", "attributes")][..],
        &[("scope", "cells")],
        &[("scope", "rows"), ("attributes", "a")],
    ] {
        assert!(trial.tried(&Suppress, &settings(wrong), 1).is_err());
    }
}

/// The fewest rows of any key of `size` of the first `width` columns, by counting every one; `*` is a value.
fn rarest(rows: &[Vec<String>], width: usize, size: usize) -> usize {
    let chosen = (0u32..1 << width).filter(|set| set.count_ones() as usize == size);
    let k_of = |set: u32| {
        oracle::k(
            rows,
            &(0..width)
                .filter(|qi| set >> qi & 1 == 1)
                .collect::<Vec<_>>(),
        )
    };
    chosen.map(k_of).min().unwrap()
}

#[test]
fn every_few_quasi_identifiers_have_k_rows() {
    for seed in 0..60 {
        let (rows, width, k) = (8 + seed as usize % 40, 2 + seed as usize % 4, 2 + seed % 4);
        let trial = Trial {
            table: random_table(seed, rows, width, 6, 4),
        };
        for size in 1..width {
            let given = settings(&[("subsets", &size.to_string())]);
            let asked = [Requirement::k_anonymity(k)];
            let draft = trial
                .drafted(&Suppress, &asked, &given, seed)
                .unwrap()
                .unwrap();
            let released = oracle::rows_of(&draft.tables[0].1);
            let found = rarest(&released, width, size);
            assert!(found >= k as usize, "{seed}: {found} of {k} for {size}");
            assert!(
                (1..=size).all(|fewer| rarest(&released, width, fewer) >= k as usize),
                "{seed}: and for fewer"
            );
            for (was, is) in oracle::rows_of(&trial.table).iter().zip(&released) {
                assert!(was.iter().zip(is).all(|(was, is)| was == is || is == "*"));
            }
            // The verifier agrees with the oracle, on what was made and on the table as it was.
            for (table, expected) in [
                (&draft.tables[0].1, true),
                (
                    &trial.table,
                    rarest(&oracle::rows_of(&trial.table), width, size) >= k as usize,
                ),
            ] {
                let requirement = [Requirement::k_anonymity_of_subsets(k, size)];
                assert_eq!(
                    bauta_privacy::examine(table, &requirement).holds(),
                    expected,
                    "{seed} {size}"
                );
            }
        }
        // Everything suppressed: k of all rows can always be had.
        let asked = [Requirement::k_anonymity(rows as u64)];
        assert!(
            trial
                .drafted(&Suppress, &asked, &settings(&[("subsets", "1")]), seed)
                .unwrap()
                .is_some(),
            "{seed}"
        );
    }
}

/// On 40 tables of 4 rows and 3 attributes, for all pairs of attributes, against all ways to suppress.
#[test]
fn smaller_subsets_may_have_a_k_of_their_own() {
    for seed in 0..40 {
        let (rows, width, k) = (30 + seed as usize % 60, 3 + seed as usize % 3, 2 + seed % 3);
        let trial = Trial {
            table: random_table(seed, rows, width, 5, 3),
        };
        let (of_two, of_one) = (2 * k, 4 * k);
        let given = settings(&[("subsets", &format!("3,2={of_two},1={of_one}"))]);
        let asked = [Requirement::k_anonymity(k)];
        let draft = trial.drafted(&Suppress, &asked, &given, seed).unwrap();
        let draft = draft.unwrap();
        let released = oracle::rows_of(&draft.tables[0].1);
        for (size, k) in [(3, k), (2, of_two), (1, of_one)] {
            let found = rarest(&released, width, size);
            assert!(found >= k as usize, "{seed}: {found} of {k} for {size}");
        }
        // The same k for every size is what the largest size asks for by itself.
        let plain = settings(&[("subsets", "3")]);
        let all = settings(&[("subsets", &format!("3,2={k},1={k}"))]);
        let cells = |given| {
            let draft = trial.drafted(&Suppress, &asked, given, seed).unwrap();
            stars(&columns(&draft.unwrap().tables[0].1))
        };
        let (together, alone) = (cells(&all), cells(&plain));
        assert!(together <= 2 * alone + 5, "{seed}: {together} for {alone}");
    }
}

#[test]
fn cells_for_subsets_are_near_the_least_that_is_possible() {
    let (mut found, mut least) = (0, 0);
    for seed in 0..40 {
        let trial = Trial {
            table: random_table(seed, 4, 3, 3, 2),
        };
        let asked = [Requirement::k_anonymity(2)];
        let draft = trial
            .drafted(&Suppress, &asked, &settings(&[("subsets", "2")]), 1)
            .unwrap()
            .unwrap();
        let ours = stars(&columns(&draft.tables[0].1)[..3]);
        let rows = oracle::rows_of(&trial.table);
        let ways = (0u32..1 << 12).filter(|way| {
            let starred: Vec<Vec<String>> = (0..4)
                .map(|row| {
                    let star = |column: usize| way >> (row * 3 + column) & 1 == 1;
                    (0..3)
                        .map(|column| {
                            if star(column) {
                                "*".to_owned()
                            } else {
                                rows[row][column].clone()
                            }
                        })
                        .collect()
                })
                .collect();
            rarest(&starred, 3, 2) >= 2
        });
        let best = ways.map(u32::count_ones).min().unwrap();
        assert!(ours >= best, "{seed}: the oracle has missed a way");
        (found, least) = (found + ours, least + best);
    }
    assert!(
        f64::from(found) <= 1.3 * f64::from(least),
        "{found} cells where {least} are enough"
    );
}

#[test]
fn subsets_spare_what_is_important_and_refuse_what_they_cannot_judge() {
    let cells: [(&str, &[&str]); 3] = [
        ("a", &["1", "1", "2", "2"]),
        ("b", &["x", "y", "x", "y"]),
        ("c", &["p", "p", "p", "p"]),
    ];
    let trial = Trial::of_columns(&cells).with_role(&["a", "b", "c"], Role::QuasiIdentifier);
    let asked = [Requirement::k_anonymity(2)];
    let subsets = [("subsets", "2")];
    let found = |importance: &[f64]| spared(&trial, importance, &subsets);
    assert_eq!(found(&[5.0, 1.0, 1.0]), [true, false, true]);
    assert_eq!(found(&[1.0, 5.0, 1.0]), [false, true, true]);
    let too_much = [Requirement::k_anonymity(2), Requirement::mean_risk(0.5)];
    assert!(
        trial
            .drafted(&Suppress, &too_much, &settings(&[("subsets", "2")]), 1)
            .is_err()
    );
    let rows = settings(&[("subsets", "2"), ("scope", "rows")]);
    assert!(trial.drafted(&Suppress, &asked, &rows, 1).is_err());
}
