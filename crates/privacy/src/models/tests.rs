//! Laws over all models.

use std::collections::BTreeMap;

use bauta_table::{ColumnBuilder, Hierarchy, ReadAs, Role, Table};
use proptest::prelude::*;

use super::*;
use crate::examine::{examine, examine_with};
use crate::released_classes::Background;

/// Every model with values spread over its parameters.
fn requirements() -> Vec<Requirement> {
    ALL.iter().flat_map(|model| model.samples()).collect()
}

fn class() -> impl Strategy<Value = Vec<(u32, u64)>> {
    proptest::collection::btree_map(0u32..6, 1u64..4, 1..5)
        .prop_map(|counts| counts.into_iter().collect())
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
    model.holds(&Class {
        size,
        sensitive: &[values.to_vec()],
        population: 0,
    })
}

/// A class of so many rows and so much of the population, whose sensitive values do not matter.
fn holds_by_size(model: &Judge, (size, population): (u64, u64)) -> bool {
    model.needs_sensitive()
        || model.holds(&Class {
            size,
            sensitive: &[],
            population,
        })
}

/// Whether a release of such classes satisfies a model, each and all together.
fn release_holds(model: &Judge, classes: &[(u64, u64)]) -> bool {
    let mut sizes = ClassSizes::new(classes.iter().map(|class| class.1).sum());
    classes.iter().for_each(|class| sizes.add(class.0, class.1));
    classes.iter().all(|&class| holds_by_size(model, class)) && model.holds_for(&sizes)
}

/// The values v0, v1, … in pairs, of which the last two pairs are one group of the next level; without a top.
pub(super) fn hierarchy() -> Hierarchy {
    let line = |value: u8| {
        let pair = format!("pair {}", value / 2);
        let next = if value < 2 {
            pair.clone()
        } else {
            "others".into()
        };
        vec![format!("v{value}"), pair, next]
    };
    Hierarchy::from_rows("value", &(0..6).map(line).collect::<Vec<_>>()).unwrap()
}

/// A table with a group and a sensitive attribute; value 9 is missing.
pub(super) fn table(rows: &[(u8, u8)], letters: bool) -> Table {
    let how = ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    };
    let (mut groups, mut values) = (ColumnBuilder::new(), ColumnBuilder::new());
    for &(group, value) in rows {
        groups.push_text(&format!("g{group}"));
        values.push_text(&match (value, letters) {
            (9, _) => String::new(),
            (value, true) => format!("v{value}"),
            (value, false) => (10 * value).to_string(),
        });
    }
    let mut table = Table::new([
        ("group".to_owned(), groups.finish(&how)),
        ("value".to_owned(), values.finish(&how)),
    ]);
    table.set_role(0, Role::QuasiIdentifier);
    table.set_role(1, Role::Sensitive);
    table
}

/// The classes of such a table, as a technique counts them.
#[allow(clippy::type_complexity)] // number, rows and values of each class
fn classes(table: &Table) -> Vec<(u32, u64, Vec<(u32, u64)>)> {
    let missing = table.attributes()[1].column.dictionary().missing_code();
    let mut classes = BTreeMap::<u32, (u64, BTreeMap<u32, u64>)>::new();
    for row in 0..table.rows() {
        let [group, value] = [0, 1].map(|index| table.attributes()[index].column.codes().get(row));
        let class = classes.entry(group).or_default();
        class.0 += 1;
        if Some(value) != missing {
            *class.1.entry(value).or_default() += 1;
        }
    }
    classes
        .into_iter()
        .map(|(group, (size, values))| (group, size, values.into_iter().collect()))
        .collect()
}

proptest! {
    #[test]
    fn what_a_model_says_of_its_monotonicity_is_true(
        a in class(), b in class(), counts in proptest::collection::vec(1u64..9, 6), ordered in any::<bool>()
    ) {
        let table = table(&[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)], true);
        let hierarchy = Some(hierarchy().bind("value", &table.attributes()[1].column).unwrap());
        let whole: Whole = std::iter::once(Distribution { counts, ordered, hierarchy }).collect();
        for model in requirements().iter().map(|requirement| requirement.model(&whole)) {
            if model.is_monotone() && holds(&*model, &a) && holds(&*model, &b) {
                prop_assert!(holds(&*model, &merged(&a, &b)), "{}", model.title());
            }
            if model.absorbs() && holds(&*model, &a) {
                prop_assert!(holds(&*model, &merged(&a, &b)), "{}", model.title());
            }
            let size: u64 = a.iter().map(|value| value.1).sum();
            if model.is_by_size() {
                prop_assert_eq!(holds(&*model, &a), size >= model.least_rows(), "{}", model.title());
            }
        }
    }

    #[test]
    fn so_is_what_it_says_of_whole_releases(
        mut classes in proptest::collection::vec((1u64..8, 0u64..12), 2..8)
    ) {
        let before = classes.clone();
        if let (Some(a), Some(b)) = (classes.pop(), classes.pop()) {
            classes.push((a.0 + b.0, a.1 + b.1));
        }
        for model in requirements().iter().map(|requirement| requirement.model(&Whole::default())) {
            if model.is_monotone() && release_holds(&model, &before) {
                prop_assert!(release_holds(&model, &classes), "{}", model.title());
            }
        }
    }

    #[test]
    fn classes_of_enough_rows_satisfy_what_is_asked_about_the_whole(sizes in proptest::collection::vec(0u64..9, 1..9)) {
        for model in requirements().iter().map(|requirement| requirement.model(&Whole::default())) {
            let Some(enough) = model.enough_rows() else { continue };
            prop_assert!(model.holds_for(&sizes.iter().map(|size| size + enough).collect()), "{}", model.title());
        }
    }

    #[test]
    fn the_search_and_the_verifier_agree_on_every_model(
        rows in proptest::collection::vec((0u8..3, prop_oneof![6 => 0u8..6, 1 => Just(9)]), 1..40),
        left_out in proptest::collection::vec((0u8..3, 0u8..6), 0..9),
        others in proptest::collection::vec(0u8..5, 0..40),
        letters in any::<bool>()
    ) {
        let with_others: Vec<(u8, u8)> = rows.iter().chain(&left_out).copied().collect();
        let original = table(&with_others, letters);
        let released = original.picked(&(0..rows.len() as u32).collect::<Vec<_>>());
        let everybody: Vec<(u8, u8)> = rows.iter().copied().chain(others.iter().map(|&group| (group, 0))).collect();
        let population = table(&everybody, letters);
        let in_population = |group: u32| {
            let label = original.attributes()[0].column.dictionary().label(group);
            everybody.iter().filter(|row| format!("g{}", row.0) == label).count() as u64
        };
        let hierarchies = BTreeMap::from([("value".to_owned(), hierarchy())]);
        let bound = letters.then(|| hierarchy().bind("value", &original.attributes()[1].column).unwrap());
        let whole = Whole::of(&original).with_hierarchies(&[bound]);
        let background = Background {
            original: Some(&original),
            hierarchies: letters.then_some(&hierarchies),
            population: Some(&population),
            rules: None,
        };
        let classes = classes(&released);
        let mut sizes = ClassSizes::new(everybody.len() as u64);
        classes.iter().for_each(|class| sizes.add(class.1, in_population(class.0)));
        for requirement in requirements() {
            let model = requirement.model(&whole);
            let judge = |(group, size, values): &(u32, u64, Vec<(u32, u64)>)| {
                let sensitive = std::slice::from_ref(values);
                model.holds(&Class { size: *size, sensitive, population: in_population(*group) })
            };
            let broken = classes.iter().filter(|class| !judge(class)).count();
            let found = examine_with(&released, std::slice::from_ref(&requirement), &background);
            prop_assert_eq!(broken, found.failing.len(), "{}", model.title());
            prop_assert_eq!(broken == 0 && model.holds_for(&sizes), found.holds(), "{}", model.title());
            let least = classes.iter().filter(|class| judge(class)).map(|class| class.1).min();
            prop_assert!(least.is_none_or(|least| least >= model.least_rows()), "{}", model.title());
            let needs = requirement.descriptor().needs;
            for (group, size, values) in &classes {
                let known = Class { size: *size, sensitive: std::slice::from_ref(values), population: in_population(*group) };
                let sensitive = if needs.sensitive { known.sensitive } else { &[] };
                let population = if needs.population_table { known.population } else { 0 };
                let needed = Class { size: *size, sensitive, population };
                prop_assert_eq!(model.holds(&known), model.holds(&needed), "{} looks at more than it needs", model.title());
            }
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

/// Two classes of one row become one of two rows: the estimate goes up, since the rows that are left alone look rarer.
#[test]
fn population_uniqueness_is_not_monotone() {
    let share = |sizes: &[u64], sampling_fraction| {
        let sizes: Vec<(u64, u64)> = sizes
            .iter()
            .copied()
            .collect::<ClassSizes>()
            .sizes()
            .collect();
        crate::estimate::population_uniqueness(&sizes, sampling_fraction)
    };
    let mut found = Vec::new();
    for sampling_fraction in [0.05, 0.5] {
        for a in 1..6 {
            for b in a..12 {
                for alone in 1..6 {
                    let rest = vec![1; alone];
                    let before = share(&[rest.clone(), vec![a, b]].concat(), sampling_fraction);
                    let after = share(&[rest, vec![a + b]].concat(), sampling_fraction);
                    if after > before + 1e-6 {
                        found.push((sampling_fraction, alone, a, b, before, after));
                    }
                }
            }
        }
    }
    assert!(!found.is_empty());
    let (sampling_fraction, alone, a, b, before, _) = found[0];
    let model =
        Requirement::population_uniqueness(before, sampling_fraction).model(&Whole::default());
    let rest = vec![1; alone];
    assert!(!model.is_monotone());
    assert!(model.holds_for(&[rest.clone(), vec![a, b]].concat().into_iter().collect()));
    assert!(!model.holds_for(&[rest, vec![a + b]].concat().into_iter().collect()));
}

/// 1.5 and 1.50 are two texts; whether they are two sensitive values is for the user to say.
#[test]
fn sensitive_values_of_several_spellings_are_refused_until_their_kind_is_declared() {
    let faults = |kind| {
        let mut column = ColumnBuilder::new();
        ["1.5", "1.50", "2.5"]
            .iter()
            .for_each(|cell| column.push_text(cell));
        let how = ReadAs {
            kind,
            text_may_be_typed: true,
            ..ReadAs::default()
        };
        let mut table = Table::new([("dose".to_owned(), column.finish(&how))]);
        table.set_role(0, Role::Sensitive);
        let asked = Requirement::entropy_l_diversity(1.5);
        asked
            .faults(&table)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        faults(None),
        [
            "attribute \"dose\" looks like decimal, but 1 cells write a value in another way than cells before them, first in data row 2; set --type dose=decimal if they are equal, or --type dose=text if they are different codes"
        ]
    );
    assert!(
        faults(Some(bauta_table::Kind::Decimal)).is_empty()
            && faults(Some(bauta_table::Kind::Text)).is_empty()
    );
}

#[test]
fn bounds_that_no_table_can_meet_are_faults() {
    let table = table(&[(0, 1), (0, 2), (1, 3)], true);
    let wrong = |requirement: Requirement| requirement.faults(&table).len();
    assert_eq!(wrong(Requirement::entropy_l_diversity(3.0)), 0);
    assert_eq!(wrong(Requirement::entropy_l_diversity(3.1)), 1);
    assert_eq!(wrong(Requirement::entropy_l_diversity(f64::NAN)), 1);
    assert_eq!(wrong(Requirement::recursive_l_diversity(0.0, 4)), 2);
    assert_eq!(wrong(Requirement::t_closeness(1.0, None)), 0);
    assert_eq!(wrong(Requirement::t_closeness(-0.1, None)), 1);
    assert_eq!(
        Requirement::t_closeness(0.5, None)
            .faults(&Table::default())
            .len(),
        1
    );
    assert_eq!(wrong(Requirement::alpha_anonymity(0.0)), 1);
    assert_eq!(wrong(Requirement::delta_disclosure(f64::NAN)), 1);
    assert_eq!(wrong(Requirement::enhanced_beta_likeness(-1.0)), 1);
    assert_eq!(wrong(Requirement::highest_risk(0.0)), 1);
    assert_eq!(wrong(Requirement::mean_risk(1.1)), 1);
    assert_eq!(wrong(Requirement::rows_at_risk(-0.1, 2.0)), 2);
    assert_eq!(wrong(Requirement::population_uniqueness(2.0, 0.0)), 2);
    assert_eq!(wrong(Requirement::k_map(0)), 1);
    assert_eq!(wrong(Requirement::delta_presence(0.6, 0.5)), 1);
}
