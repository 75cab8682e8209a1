//! What is deduced from data and ceilings.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;

/// The worked context of the thesis: 1000 rows, age, education and sex, salary to be predicted.
pub(crate) fn worked() -> (TableFacts, Answers) {
    let own = |name: &str, nature, distinct| QuasiIdentifier {
        name: name.to_owned(),
        nature,
        distinct,
        hierarchy: Hierarchies::Given,
        evenness: 0.97,
        association: Some(0.3),
    };
    let facts = TableFacts {
        rows: 1000,
        people: 1000,
        quasi_identifiers: vec![
            own("age", Nature::Continuous, 60),
            own("education", Nature::Categorical, 11),
            own("sex", Nature::Categorical, 2),
        ],
        roles_answered: true,
        roles_reason: Said::new("so you said", "vous l'avez dit"),
        sensitive: Vec::new(),
        target: Some(("salary".to_owned(), Nature::Categorical)),
    };
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../../tests/vectors/fig102_context.json")).unwrap();
    (facts, Answers::of_file(&file, "fig102").unwrap())
}

#[test]
fn ceilings_become_the_values_of_the_thesis() {
    assert_eq!(k_candidates(Percent::whole(20)), [5, 7, 10]);
    assert_eq!(suppression_candidates(1000, Percent::whole(10)), [100, 50]);
    assert_eq!(k_candidates("12.5".parse().unwrap()), [8, 14, 40]);
    assert_eq!(k_candidates(Percent::whole(5)), [20]);
    assert_eq!(k_candidates(Percent::whole(100)), [1, 2]);
    assert_eq!(suppression_candidates(1000, Percent::whole(0)), [0]);
    // Exact where binary numbers are not: 29 % of 100 rows are 29, 24 % are 24.
    assert_eq!(
        suppression_candidates(100, Percent::whole(29)),
        [29, 24, 19]
    );
    assert_eq!(suppression_candidates(7, "14.2857".parse().unwrap()), [0]);
}

#[test]
fn the_worked_context_is_put_together() {
    let (facts, answers) = worked();
    let ontology = Ontology::embedded().unwrap();
    let context = deduce(&ontology, &facts, &answers).unwrap();
    assert_eq!(
        (context.k.as_slice(), context.max_suppression.as_slice()),
        (&[5, 7, 10][..], &[100, 50][..])
    );
    assert_eq!(
        (context.size.as_str(), context.distribution.as_str()),
        ("large", "uniform")
    );
    assert_eq!(context.usage.need, "classification");
    assert_eq!(context.judgements.len(), 4);
    assert!(
        context
            .parts
            .iter()
            .all(|part| !part.reason.en.is_empty() && !part.reason.fr.is_empty())
    );
    // Without answers everything is deduced or has a default.
    let deduced = deduce(&ontology, &facts, &Answers::default()).unwrap();
    let part = |id: &str| deduced.parts.iter().find(|part| part.id == id).unwrap();
    assert_eq!(
        (part("size").value.as_str(), part("size").origin),
        ("large", Origin::Deduced)
    );
    assert_eq!(part("distribution").value, "uniform");
    assert_eq!(
        (part("usage").value.as_str(), part("usage").origin),
        ("any", Origin::Default)
    );
    // Every question of the ontology has its part.
    for question in ontology
        .questions()
        .unwrap()
        .iter()
        .filter(|question| question.named.id != "sensitive")
    {
        assert!(
            deduced
                .parts
                .iter()
                .any(|part| part.id == question.named.id),
            "{}",
            question.named.id
        );
    }
}

#[test]
fn wrong_answers_are_told_together() {
    let (facts, _) = worked();
    let file = serde_json::json!({"risk": 0, "usage": "reading", "size": "huge", "k": [3], "colour": "red", "interaction": "no"});
    let faults = Answers::of_file(&file, "c.json").unwrap_err();
    assert_eq!(faults.0.len(), 2, "{faults}");
    let file = serde_json::json!({"risk": "20", "suppression": 101, "usage": "reading", "size": "huge", "k": [3]});
    let answers = Answers::of_file(&file, "c.json").unwrap();
    let error = deduce(&Ontology::embedded().unwrap(), &facts, &answers).unwrap_err();
    let crate::Error::Faults(faults) = error else {
        panic!("{error}")
    };
    assert_eq!(faults.0.len(), 4, "{faults}");
    assert!(
        faults
            .lines("fr")
            .iter()
            .any(|line| line.contains("k = 3 ne tient pas le risque"))
    );
}
