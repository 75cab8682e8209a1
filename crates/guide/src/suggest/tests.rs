//! The order of suggestions.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::context::tests::worked;
use crate::context::{Answers, deduce};

fn suggestion(change: impl FnOnce(&mut Answers)) -> Suggestion {
    let ontology = Ontology::embedded().unwrap();
    let (facts, mut answers) = worked();
    change(&mut answers);
    let context = deduce(&ontology, &facts, &answers).unwrap();
    let (preferences, _) = Preferences::new(None, METHOD).unwrap();
    suggest(&ontology, &context, &preferences).unwrap()
}

#[test]
fn the_worked_context_is_weighed_as_judged() {
    let found = suggestion(|_| ());
    let weight = |leaf: &str| found.weighed.global[leaf];
    assert!(
        (weight("precision") - 0.324559).abs() < 5e-7 && (weight("security") - 0.5).abs() < 1e-12
    );
    assert_eq!(found.metrics["security"], "protection");
    assert_eq!(found.metrics["usage_need"], "classification-kept");
    assert!(
        found
            .suggested
            .iter()
            .all(|own| own.estimates["security"].exact && own.estimates["completeness"].exact)
    );
}

#[test]
fn without_judgements_all_goals_that_are_measured_count_alike() {
    let found = suggestion(|answers| {
        answers.hierarchy.clear();
        answers.judgements.clear();
        answers.usage = None;
    });
    assert_eq!(
        found.weighed.leaves,
        ["completeness", "precision", "security"]
    );
    assert!((found.weighed.global["precision"] - 0.25).abs() < 1e-12);
    assert!(found.weighed.consistency.values().all(|own| own.consistent));
}

/// Where every estimate is known, scores add up to 1 and the best comes first.
#[test]
fn scores_are_shares_and_sorted() {
    let found = suggestion(|_| ());
    let Some(scored) = &found.scored else { return };
    assert!((scored.scores.values().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(
        found
            .suggested
            .windows(2)
            .all(|two| two[0].score.unwrap_or(-1.0) >= two[1].score.unwrap_or(-1.0))
    );
}

#[test]
fn a_criterion_that_nothing_measures_is_refused() {
    let ontology = Ontology::embedded().unwrap();
    let (facts, mut answers) = worked();
    answers
        .hierarchy
        .get_mut("goal")
        .unwrap()
        .push("beauty".to_owned());
    for a in ["quality", "security"] {
        answers.judgements.push(crate::ahp::Judgement {
            parent: "goal".into(),
            a: a.into(),
            b: "beauty".into(),
            intensity: 1.0,
        });
    }
    let context = deduce(&ontology, &facts, &answers).unwrap();
    let (preferences, _) = Preferences::new(None, METHOD).unwrap();
    let error = suggest(&ontology, &context, &preferences).unwrap_err();
    let crate::Error::Faults(faults) = error else {
        panic!("{error}")
    };
    assert!(
        faults.lines("fr")[0].contains("« beauty » n'est pas une exigence"),
        "{faults}"
    );
}
