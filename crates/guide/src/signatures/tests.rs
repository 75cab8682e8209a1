//! Which signatures a context leaves, and why others are left out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use super::*;
use crate::context::tests::worked;
use crate::context::{Answers, Hierarchies, deduce};

fn found(change: impl FnOnce(&mut crate::context::TableFacts, &mut Answers)) -> Candidates {
    let (mut facts, mut answers) = worked();
    change(&mut facts, &mut answers);
    let ontology = Ontology::embedded().unwrap();
    let context = deduce(&ontology, &facts, &answers).unwrap();
    candidates(&ontology, &context).unwrap()
}

fn algorithms(candidates: &Candidates) -> BTreeSet<&str> {
    candidates
        .signatures
        .iter()
        .map(|signature| signature.algorithm.as_str())
        .collect()
}

/// The thesis keeps Datafly, median Mondrian and TDS, with six, three and three signatures. Its own table of characteristics leaves
/// Bottom-up and InfoGain Mondrian too; they were not programmed there. `optimal`, `k-member` and `local` are younger than it.
#[test]
fn the_worked_context_yields_the_candidates_of_the_thesis() {
    let found = found(|_, _| ());
    let thesis = ["datafly", "mondrian", "top-down"];
    let not_programmed_there = ["bottom-up", "infogain-mondrian"];
    let younger = ["k-member", "local", "optimal"];
    let expected: BTreeSet<&str> = thesis
        .into_iter()
        .chain(not_programmed_there)
        .chain(younger)
        .collect();
    assert_eq!(algorithms(&found), expected);
    let of = |algorithm: &str| -> Vec<(u64, u64)> {
        let own = found
            .signatures
            .iter()
            .filter(|signature| signature.algorithm == algorithm);
        own.map(|signature| (signature.k, signature.max_suppression))
            .collect()
    };
    assert_eq!(
        of("datafly"),
        [(5, 100), (5, 50), (7, 100), (7, 50), (10, 100), (10, 50)]
    );
    assert_eq!(of("mondrian"), [(5, 0), (7, 0), (10, 0)]);
    assert_eq!(of("top-down"), [(5, 0), (7, 0), (10, 0)]);
    let left_out: BTreeSet<&str> = found
        .exclusions
        .iter()
        .map(|exclusion| exclusion.algorithm.as_str())
        .collect();
    assert_eq!(
        left_out,
        BTreeSet::from(["incognito", "lsd-mondrian", "mu-argus", "samarati"])
    );
    let samarati = found
        .exclusions
        .iter()
        .find(|exclusion| exclusion.algorithm == "samarati")
        .unwrap();
    assert_eq!(samarati.reasons.len(), 1);
    assert_eq!(
        samarati.reasons[0].en,
        "Samarati left out: the literature advises it for small tables only, and 1000 rows count as large"
    );
    assert!(
        samarati.reasons[0]
            .fr
            .contains("écarté : les écrits le conseillent")
    );
}

#[test]
fn a_wanted_type_keeps_its_family() {
    let found =
        found(|_, answers| answers.generalization_type = Some("multidimensional".to_owned()));
    assert_eq!(
        algorithms(&found),
        BTreeSet::from(["infogain-mondrian", "k-member", "local", "mondrian"])
    );
}

#[test]
fn a_small_table_lets_exhaustive_searches_in() {
    let found = found(|facts, answers| {
        (facts.rows, facts.people) = (200, 200);
        answers.size = None;
    });
    assert!(algorithms(&found).contains("samarati") && algorithms(&found).contains("incognito"));
}

#[test]
fn a_context_that_nothing_fits_gets_reasons_and_the_nearest_changes() {
    // Subtree recoding was made for classification, and the release is for anything.
    let found = found(|facts, answers| {
        answers.generalization_type = Some("subtree".to_owned());
        answers.usage = None;
        facts.target = None;
        facts.quasi_identifiers[1].hierarchy = Hierarchies::None;
    });
    assert!(found.signatures.is_empty());
    assert!(
        found
            .exclusions
            .iter()
            .all(|exclusion| !exclusion.reasons.is_empty())
    );
    let sets: Vec<(&[String], &[String])> = found
        .relaxations
        .iter()
        .map(|own| (own.parts.as_slice(), own.algorithms.as_slice()))
        .collect();
    let expected_parts = ["generalization-type".to_owned()];
    let expected = ["k-member".to_owned(), "mondrian".to_owned()];
    assert_eq!(sets, [(&expected_parts[..], &expected[..])]);
    assert!(
        found.relaxations[0].changes[0]
            .fr
            .contains("tout type de généralisation")
    );
}

/// Six people cannot be in two groups of five: nothing is proposed that could only come out empty, and the answer says what would have to change.
#[test]
fn a_k_that_the_people_cannot_carry_is_not_proposed() {
    let few = found(|facts, _| (facts.rows, facts.people) = (6, 6));
    assert!(few.signatures.is_empty());
    let said: Vec<&str> = few
        .relaxations
        .iter()
        .flat_map(|own| own.changes.iter().map(|change| change.en.as_str()))
        .collect();
    let expected = "tolerate a risk of 34 % or more, or give a table of at least 10 people";
    assert!(said.contains(&expected), "{said:?}");
    // Rows are not people: 1000 rows of 12 people carry k = 5 and not 7 or 10.
    let repeated = found(|facts, _| facts.people = 12);
    let largest = repeated.signatures.iter().map(|own| own.k).max();
    assert_eq!(largest, Some(5));
}
