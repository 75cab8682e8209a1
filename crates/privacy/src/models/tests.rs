//! Laws over all models.

use bauta_table::{ColumnBuilder, ReadAs};
use proptest::prelude::*;

use super::*;
use crate::examine::examine;

fn requirements() -> Vec<Requirement> {
    let mut all = Vec::new();
    for bound in 1..5 {
        all.push(Requirement::KAnonymity { k: bound });
        all.push(Requirement::DistinctLDiversity { l: bound });
        all.push(Requirement::EntropyLDiversity { l: bound as f64 });
        all.push(Requirement::EntropyLDiversity { l: bound as f64 + 0.5 });
        for c in [0.5, 1.0, 1.5, 3.0] {
            all.push(Requirement::RecursiveLDiversity { c, l: bound });
        }
        for distance in [None, Some(Distance::Equal), Some(Distance::Ordered)] {
            all.push(Requirement::TCloseness { t: 0.15 * (bound - 1) as f64, distance });
        }
    }
    all
}

fn class() -> impl Strategy<Value = Vec<(u32, u64)>> {
    proptest::collection::btree_map(0u32..6, 1u64..4, 1..5).prop_map(|counts| counts.into_iter().collect())
}

fn merged(a: &[(u32, u64)], b: &[(u32, u64)]) -> Vec<(u32, u64)> {
    let mut counts = std::collections::BTreeMap::new();
    for &(code, count) in a.iter().chain(b) {
        *counts.entry(code).or_insert(0) += count;
    }
    counts.into_iter().collect()
}

fn holds(model: &dyn Model, values: &[(u32, u64)]) -> bool {
    let size = values.iter().map(|v| v.1).sum();
    model.holds(&Class { size, sensitive: &[values.to_vec()] })
}

/// A table with a group and a sensitive attribute; value 9 is missing.
fn table(rows: &[(u8, u8)], letters: bool) -> Table {
    let how = ReadAs { text_may_be_typed: true, ..ReadAs::default() };
    let (mut groups, mut values) = (ColumnBuilder::new(), ColumnBuilder::new());
    for &(group, value) in rows {
        groups.push_text(&format!("g{group}"));
        values.push_text(&match (value, letters) {
            (9, _) => String::new(),
            (value, true) => format!("v{value}"),
            (value, false) => (10 * value).to_string(),
        });
    }
    let mut table = Table::new([("group".to_owned(), groups.finish(&how)), ("value".to_owned(), values.finish(&how))]);
    table.set_role(0, Role::QuasiIdentifier);
    table.set_role(1, Role::Sensitive);
    table
}

/// The classes of such a table, as a technique counts them.
fn classes(table: &Table) -> Vec<(u64, Vec<(u32, u64)>)> {
    let missing = table.attributes()[1].column.dictionary().missing_code();
    let mut classes = std::collections::BTreeMap::<u32, (u64, std::collections::BTreeMap<u32, u64>)>::new();
    for row in 0..table.rows() {
        let [group, value] = [0, 1].map(|index| table.attributes()[index].column.codes().get(row));
        let class = classes.entry(group).or_default();
        class.0 += 1;
        if Some(value) != missing {
            *class.1.entry(value).or_default() += 1;
        }
    }
    classes.into_values().map(|(size, values)| (size, values.into_iter().collect())).collect()
}

proptest! {
    #[test]
    fn what_a_model_says_of_its_monotonicity_is_true(
        a in class(), b in class(), counts in proptest::collection::vec(1u64..9, 6), ordered in any::<bool>()
    ) {
        let whole: Whole = std::iter::once(Distribution { counts, ordered }).collect();
        for model in requirements().iter().map(|requirement| requirement.model(&whole)) {
            if model.is_monotone() && holds(model.as_ref(), &a) && holds(model.as_ref(), &b) {
                prop_assert!(holds(model.as_ref(), &merged(&a, &b)), "{}", model.title());
            }
        }
    }

    #[test]
    fn the_search_and_the_verifier_agree_on_every_model(
        rows in proptest::collection::vec((0u8..3, prop_oneof![6 => 0u8..6, 1 => Just(9)]), 1..40), letters in any::<bool>()
    ) {
        let table = table(&rows, letters);
        let (whole, classes) = (Whole::of(&table), classes(&table));
        for requirement in requirements() {
            let model = requirement.model(&whole);
            let judge = |(size, values): &(u64, Vec<(u32, u64)>)| {
                model.holds(&Class { size: *size, sensitive: std::slice::from_ref(values) })
            };
            let broken = classes.iter().filter(|class| !judge(class)).count();
            prop_assert_eq!(broken, examine(&table, &[requirement]).failing.len(), "{}", model.title());
            let least = classes.iter().filter(|class| judge(class)).map(|class| class.0).min();
            prop_assert!(least.is_none_or(|least| least >= model.least_rows()), "{}", model.title());
        }
    }

    #[test]
    fn the_ordered_distance_is_the_sum_that_defines_it(
        rows in proptest::collection::vec((0u8..3, 0u8..9), 1..40)
    ) {
        let table = table(&rows, false);
        let distinct: std::collections::BTreeSet<u8> = rows.iter().map(|row| row.1).collect();
        let up_to = |value: u8, of: &[u8]| of.iter().filter(|&&other| other <= value).count() as f64 / of.len() as f64;
        let all: Vec<u8> = rows.iter().map(|row| row.1).collect();
        let distance = |group: u8| {
            let class: Vec<u8> = rows.iter().filter(|row| row.0 == group).map(|row| row.1).collect();
            let moved: f64 = distinct.iter().map(|&value| (up_to(value, &class) - up_to(value, &all)).abs()).sum();
            if class.is_empty() { 0.0 } else { moved / (distinct.len() - 1).max(1) as f64 }
        };
        let by_hand = (0..3).map(distance).fold(0.0, f64::max);
        prop_assert!((examine(&table, &[]).t()[0].1 - by_hand).abs() < 1e-12);
    }
}

#[test]
fn bounds_that_no_table_can_meet_are_faults() {
    let table = table(&[(0, 1), (0, 2), (1, 3)], true);
    let wrong = |requirement: Requirement| requirement.faults(&table).len();
    assert_eq!(wrong(Requirement::EntropyLDiversity { l: 3.0 }), 0);
    assert_eq!(wrong(Requirement::EntropyLDiversity { l: 3.1 }), 1);
    assert_eq!(wrong(Requirement::EntropyLDiversity { l: f64::NAN }), 1);
    assert_eq!(wrong(Requirement::RecursiveLDiversity { c: 0.0, l: 4 }), 2);
    assert_eq!(wrong(Requirement::TCloseness { t: 1.0, distance: None }), 0);
    assert_eq!(wrong(Requirement::TCloseness { t: -0.1, distance: None }), 1);
    assert_eq!(Requirement::TCloseness { t: 0.5, distance: None }.faults(&Table::default()).len(), 1);
}
