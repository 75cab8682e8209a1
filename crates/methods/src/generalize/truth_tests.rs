//! Released labels contain the values of their rows, and a plan whose labels do not is refused.

use bauta_privacy::{Background, Release, Requirement, Source};
use bauta_table::recoding::{Draft, Groups, Members, Notation, Prepared, Recoding, Summary, apply};
use bauta_table::{Hierarchy, Qi, Role, Table};
use bauta_testkit::{oracle, table_of};

use crate::laws::context;
use crate::trial::settings;
use crate::{ALL, Outcome, Task};

/// Ages and heights, with hierarchies whose values stand in the order of texts: 1, 10, 100, 2, ….
fn scrambled(seed: usize) -> (Table, Vec<Qi>) {
    let rows: Vec<[String; 3]> = (0..60)
        .map(|row| {
            let drawn = |step: usize| ((row * step + seed * 31) % 97 + 2).to_string();
            [drawn(13), drawn(29), format!("s{}", row % 3)]
        })
        .collect();
    let cells: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let cells: Vec<&[&str]> = cells.iter().map(Vec::as_slice).collect();
    let mut table = table_of(&["age", "height", "ill"], &cells);
    table.set_role(2, Role::Sensitive);
    let qi = |table: &Table, index: usize| {
        let mut values: Vec<String> = rows.iter().map(|row| row[index].clone()).collect();
        values.sort();
        values.dedup();
        let leaf = |(place, value): (usize, &String)| {
            vec![value.clone(), format!("group {}", place / 5), "*".into()]
        };
        let leaves: Vec<Vec<String>> = values.iter().enumerate().map(leaf).collect();
        let hierarchy = Hierarchy::from_rows("h", &leaves).unwrap();
        Qi::new(table, index, Some(hierarchy)).unwrap()
    };
    (0..2).for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    let qis = (0..2).map(|index| qi(&table, index)).collect();
    (table, qis)
}

/// Whether a range of numbers, written plainly, contains a number; none where it is no such range.
fn contains(label: &str, value: &str) -> Option<bool> {
    let (low, high) = label
        .strip_prefix('[')?
        .strip_suffix(']')?
        .split_once(['-', '.', ';'])?;
    let number = |text: &str| text.trim_start_matches('.').parse::<f64>().ok();
    Some((number(low)?..=number(high)?).contains(&number(value)?))
}

fn verdict(prepared: &Prepared<'_>, plan: &Recoding, draft: Draft) -> Option<&'static str> {
    let source = Source {
        table: prepared.table,
        qis: &prepared.qis,
        kept: &plan.rows_kept(prepared),
    };
    let rows = prepared.table.counted_rows();
    Release::verify_true(draft, rows, &[], &Background::default(), &source)
        .err()
        .and_then(|refusal| refusal.problem)
}

#[test]
fn ranges_of_numbers_contain_them_whatever_the_order_of_the_hierarchy() {
    let mut ranges = 0;
    for technique in ALL {
        let has_ranges = technique
            .descriptor()
            .parameters
            .iter()
            .any(|parameter| parameter.name() == "recoding");
        for seed in 0..10 {
            if !has_ranges {
                continue;
            }
            let (table, qis) = scrambled(seed);
            let prepared = Prepared::new(&table, qis);
            let asked = [Requirement::k_anonymity(3 + seed as u64 % 4)];
            for notation in ["dash", "dots", "french"] {
                let given = settings(&[("recoding", "range"), ("notation", notation)]);
                let Ok(mut task) = Task::new(*technique, &prepared, &asked, &given, Vec::new())
                else {
                    continue;
                };
                let Outcome::Plan(plan) = crate::plan(&mut task, &mut context(1)).unwrap() else {
                    continue;
                };
                let draft = apply(&prepared, &plan);
                let released = oracle::rows_of(&draft.tables[0].1);
                for (was, is) in oracle::rows_of(&table).iter().zip(&released) {
                    for (was, is) in was.iter().zip(is).take(2) {
                        let id = technique.descriptor().id;
                        let found = contains(is, was);
                        assert_ne!(found, Some(false), "{id}: {is} for {was}");
                        ranges += usize::from(found.is_some());
                    }
                }
                assert_eq!(verdict(&prepared, &plan, draft), None);
            }
        }
    }
    assert!(ranges > 1000, "{ranges}");
}

/// All rows in one group whose range leaves out the last value.
#[test]
fn a_plan_with_an_untrue_label_is_refused() {
    let table = {
        let mut table = table_of(&["age"], &[&["2"], &["10"], &["30"], &["4"]]);
        table.set_role(0, Role::QuasiIdentifier);
        table
    };
    let qis = || vec![Qi::new(&table, 0, None).unwrap()];
    let prepared = Prepared::new(&table, qis());
    let plan = |summary: Summary| {
        Recoding::Groups(Groups {
            summaries: vec![vec![summary]],
            members: Members::Tuples(vec![0; 4]),
            notation: Notation::Dash,
            starred: Vec::new(),
            dropped: Vec::new(),
        })
    };
    let refused = |summary: Summary| {
        let plan = plan(summary);
        verdict(&prepared, &plan, apply(&prepared, &plan)).is_some()
    };
    assert!(!refused(Summary::Range { low: 0, high: 3 }));
    assert!(refused(Summary::Range { low: 0, high: 2 }));
    assert!(refused(Summary::Set(vec![0, 1, 2])));
    assert!(!refused(Summary::All));
    // Labels that nobody can read are no better.
    let mut draft = apply(&prepared, &plan(Summary::All));
    let cells: Vec<&[&str]> = vec![&["[30-2]"]; 4];
    let mut odd = table_of(&["age"], &cells);
    odd.set_role(0, Role::QuasiIdentifier);
    draft.tables[0].1 = odd;
    assert!(verdict(&prepared, &plan(Summary::All), draft).is_some());
}

/// Values with the signs that labels are made of: nothing true is refused.
#[test]
fn odd_values_are_read_as_they_are() {
    let odd = [
        "a, b",
        " c",
        "[1-2]",
        "d-e",
        "{f",
        "1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
        "g;h",
        "i..j",
    ];
    let cells: Vec<[&str; 2]> = (0..64).map(|row| [odd[row % 8], odd[row / 8]]).collect();
    let cells: Vec<&[&str]> = cells.iter().map(|row| &row[..]).collect();
    let mut table = table_of(&["a", "b"], &cells);
    (0..2).for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    let qis = (0..2).map(|index| Qi::new(&table, index, None).unwrap());
    let prepared = Prepared::new(&table, qis.collect());
    let asked = [Requirement::k_anonymity(5)];
    let mut released = 0;
    for technique in ALL {
        for recoding in ["range", "set"] {
            let given = settings(&[("recoding", recoding)]);
            let Ok(mut task) = Task::new(*technique, &prepared, &asked, &given, Vec::new()) else {
                continue;
            };
            let Outcome::Plan(plan) = crate::plan(&mut task, &mut context(1)).unwrap() else {
                continue;
            };
            let draft = apply(&prepared, &plan);
            let id = technique.descriptor().id;
            assert_eq!(verdict(&prepared, &plan, draft), None, "{id} {recoding}");
            released += 1;
        }
    }
    assert!(released >= 4, "{released}");
}
