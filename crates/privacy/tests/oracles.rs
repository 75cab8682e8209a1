//! The verifier against judges that follow the definitions, on random tables with two sensitive attributes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::BTreeMap;

use bauta_privacy::{Background, Distance, Requirement, examine_with};
use bauta_table::{Hierarchy, Role, Table};
use bauta_testkit::{disclosure, oracle, table_of};
use proptest::prelude::*;

/// A table with a group and two sensitive attributes; value 9 is missing.
fn table(rows: &[(u8, u8, u8)]) -> Table {
    let word = |value: u8| {
        if value == 9 {
            String::new()
        } else {
            format!("v{value}")
        }
    };
    let cells: Vec<[String; 3]> = rows
        .iter()
        .map(|row| [format!("g{}", row.0), word(row.1), word(row.2)])
        .collect();
    let cells: Vec<Vec<&str>> = cells
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let cells: Vec<&[&str]> = cells.iter().map(Vec::as_slice).collect();
    let mut table = table_of(&["group", "first", "second"], &cells);
    table.set_role(0, Role::QuasiIdentifier);
    table.set_role(1, Role::Sensitive);
    table.set_role(2, Role::Sensitive);
    table
}

fn rows() -> impl Strategy<Value = Vec<(u8, u8, u8)>> {
    let value = || prop_oneof![9 => 0u8..4, 1 => Just(9)];
    proptest::collection::vec((0u8..3, value(), value()), 1..40)
}

/// A hierarchy of the values v0 to v5, by the group that each has at each level; unbalanced, with or without a top.
fn hierarchy() -> impl Strategy<Value = Vec<Vec<String>>> {
    (1u8..4, 1u8..3, any::<bool>()).prop_map(|(few, fewer, rooted)| {
        let line = |value: u8| {
            let first = value % (few + 1);
            let second = first % fewer;
            // The last value has no group of its own on the way: its label is repeated.
            let first = if value == 5 {
                "v5".to_owned()
            } else {
                format!("a{first}")
            };
            let second = if value == 5 {
                "v5".to_owned()
            } else {
                format!("b{second}")
            };
            let top = rooted.then(|| "*".to_owned());
            [format!("v{value}"), first, second]
                .into_iter()
                .chain(top)
                .collect()
        };
        (0..6).map(line).collect()
    })
}

proptest! {
    #[test]
    fn shares_gains_and_ratios_are_those_of_their_definitions(released in rows(), left_out in rows()) {
        let all: Vec<(u8, u8, u8)> = released.iter().chain(&left_out).copied().collect();
        let (original, table) = (table(&all), table(&released));
        let (texts, of_all) = (oracle::rows_of(&table), oracle::rows_of(&original));
        let background = Background { original: Some(&original), ..Background::default() };
        let holds = |requirement| examine_with(&table, &[requirement], &background).holds();
        let whole = |s: usize| disclosure::shares(&of_all, 0..of_all.len(), s);
        let worst = |measure: &dyn Fn(usize) -> f64| measure(1).max(measure(2));
        let alpha = worst(&|s| disclosure::largest_share(&texts, &[0], s));
        let beta = worst(&|s| disclosure::largest_gain(&texts, &[0], s, &whole(s)));
        let delta = worst(&|s| disclosure::largest_log_ratio(&texts, &[0], s, &whole(s)));
        for step in 1..8 {
            let bound = f64::from(step) * 0.25;
            if (bound - alpha).abs() > 1e-6 {
                prop_assert_eq!(holds(Requirement::alpha_anonymity(bound)), alpha < bound);
            }
            if (bound - beta).abs() > 1e-6 {
                prop_assert_eq!(holds(Requirement::beta_likeness(bound)), beta < bound);
                let beyond = (1..=2).any(|s| disclosure::gains_more_than_its_rarity(&texts, &[0], s, &whole(s)));
                let enhanced = holds(Requirement::enhanced_beta_likeness(bound));
                prop_assert_eq!(enhanced, beta < bound && !beyond);
            }
            if (bound - delta).abs() > 1e-6 {
                prop_assert_eq!(holds(Requirement::delta_disclosure(bound)), delta < bound);
            }
        }
    }

    #[test]
    fn every_distance_is_that_of_the_transport_problem(
        released in rows(), left_out in rows(), lines in hierarchy()
    ) {
        let all: Vec<(u8, u8, u8)> = released.iter().chain(&left_out).copied().collect();
        let (original, table) = (table(&all), table(&released));
        let tree = Hierarchy::from_rows("value", &lines).unwrap();
        let hierarchies = BTreeMap::from([("first".to_owned(), tree.clone()), ("second".to_owned(), tree)]);
        let background = Background { original: Some(&original), hierarchies: Some(&hierarchies), population: None, rules: None };
        let classes = examine_with(&table, &[], &background).classes;
        let present: Vec<u8> = (0..6).filter(|value| all.iter().any(|row| row.1 == *value)).collect();
        let rank = |value: usize| present.iter().position(|&other| usize::from(other) == value).unwrap_or(0);
        let top = if lines[0].len() == 4 { 3 } else { lines[0].len() };
        let climb = |a: usize, b: usize| (0..top).find(|&level| lines[a][level] == lines[b][level]).unwrap_or(top) as f64;
        let count = |of: &dyn Fn(&(u8, u8, u8)) -> bool, rows: &[(u8, u8, u8)]| -> Vec<u64> {
            (0..6).map(|value| rows.iter().filter(|row| of(row) && row.1 == value).count() as u64).collect()
        };
        let whole = count(&|_| true, &all);
        let mut first_seen = Vec::new();
        released.iter().for_each(|row| if !first_seen.contains(&row.0) { first_seen.push(row.0) });
        for (class, &group) in first_seen.iter().enumerate() {
            let own = count(&|row| row.0 == group, &released);
            if own.iter().sum::<u64>() == 0 {
                continue;
            }
            for distance in Distance::ALL {
                let cost = |a: usize, b: usize| match distance {
                    Distance::Equal => f64::from(u8::from(a != b)),
                    Distance::Ordered => rank(a).abs_diff(rank(b)) as f64 / (present.len() - 1).max(1) as f64,
                    Distance::Hierarchical => climb(a, b) / top as f64,
                };
                let wanted = disclosure::earth_movers(&own, &whole, cost);
                let found = classes.distance(class, 0, Some(distance));
                prop_assert!((found - wanted).abs() < 1e-9, "{}: {found} is not {wanted}", distance.name());
            }
        }
    }
}
