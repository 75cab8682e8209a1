//! Entities with several sensitive values: the share of a value is that of the members of its group who have it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up fails"
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use bauta_graph::Graph;
use bauta_graph::context::Context;
use bauta_graph::evaluate::{Overlap, evaluate};
use bauta_graph::release::{Answer, Given, anonymize};
use bauta_table::Silent;
use proptest::prelude::*;
use support::{read_lines, text_of, turtle};

fn context(method: &str, bound: &str) -> Context {
    let text = format!(
        "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:P\"\n[[sensitive]]\nproperty = \"e:has\"\n\
         [anatomy]\nmethod = \"{method}\"\nwithout-class = \"small-groups\"\n{bound}\n"
    );
    Context::parse(&text, "graph.toml").unwrap()
}

fn graph(people: &[BTreeSet<u8>]) -> Graph {
    let mut text = String::from("@prefix e: <http://e/> . ");
    for (n, values) in people.iter().enumerate() {
        text.push_str(&format!("e:p{n} a e:P . "));
        values
            .iter()
            .for_each(|value| text.push_str(&format!("e:p{n} e:has e:v{value} . ")));
    }
    turtle(&text)
}

/// For each group and value of a released file, cardinality over the number of members, by slow counting.
fn largest_share(text: &str) -> f64 {
    let released = read_lines(text);
    let own = |name: &str| released.links_of(&format!("urn:bauta:graph#{name}"));
    let cardinality: BTreeMap<u32, u64> = own("cardinality")
        .into_iter()
        .map(|(node, count)| (node, released.dictionary.label(count).parse().unwrap()))
        .collect();
    let mut largest = 0.0_f64;
    for (group, attribute) in released.links_of("http://e/has") {
        let members = own("inGroup").iter().filter(|link| link.1 == group).count();
        largest = largest.max(cardinality[&attribute] as f64 / members as f64);
    }
    largest
}

#[test]
fn values_that_all_members_have_are_no_group() {
    let both = BTreeSet::from([0, 1]);
    let people = vec![both; 4];
    for bound in ["", "max-posterior = 0.6"] {
        for method in ["semantic", "entities"] {
            let answer = anonymize(
                &mut graph(&people),
                &context(method, bound),
                &Given::default(),
                &Silent,
            );
            let Ok(Answer::Unreachable(miss)) = answer else {
                panic!("everybody has both values, {method} {bound}");
            };
            assert!(miss.missing[0].contains("100 %"), "{:?}", miss.missing);
        }
    }
}

#[test]
fn an_evaluation_counts_members_and_not_values() {
    // Of four members three have the flu, and two of them a cold as well: 3/4, not 3/5.
    let people = [vec![0, 1], vec![0, 1], vec![0], vec![2]].map(BTreeSet::from_iter);
    let mut original = graph(&people);
    let context = context("semantic", "l = 3");
    let Ok(Answer::Released(release)) =
        anonymize(&mut original, &context, &Given::default(), &Silent)
    else {
        panic!("there is a release");
    };
    assert_eq!(release.verified.max_posterior["has"], 0.75);
    let released = read_lines(&text_of(&original, &release));
    let found = evaluate(&original, &released, &context, Overlap::Drop, &Silent).unwrap();
    assert_eq!(found.posteriors["has"].largest, 0.75);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn the_bound_holds_for_sets_of_values(
        people in proptest::collection::vec(proptest::collection::btree_set(0u8..6, 1..4), 2..24),
        bound in prop_oneof![Just(0.4), Just(0.6), Just(0.8)],
        method in prop_oneof![Just("semantic"), Just("entities")],
    ) {
        let mut graph = graph(&people);
        match anonymize(&mut graph, &context(method, &format!("max-posterior = {bound}")), &Given::default(), &Silent) {
            Ok(Answer::Released(release)) => {
                let share = largest_share(&text_of(&graph, &release));
                prop_assert!(share <= bound + 1e-9, "{} above {}", share, bound);
                prop_assert_eq!(share, release.verified.max_posterior["has"]);
            }
            Ok(Answer::Unreachable(_)) => {
                // One group of all values is what grouping by meaning comes to at last.
                let most = (0..6u8).map(|v| people.iter().filter(|own| own.contains(&v)).count()).max().unwrap();
                let values: BTreeSet<u8> = people.iter().flatten().copied().collect();
                let possible = most as f64 <= bound * people.len() as f64 && values.len() >= 2;
                prop_assert!(!possible || method == "entities");
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        }
    }
}
