//! The competency questions, and what a check finds wrong.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;

fn ask(name: &str) -> Vec<Row> {
    let query = COMPETENCY.iter().find(|(own, _)| *own == name).unwrap().1;
    Ontology::embedded().unwrap().select(query).unwrap()
}

fn column<'a>(rows: &'a [Row], name: &str) -> Vec<&'a str> {
    rows.iter()
        .filter_map(|row| row.get(name).map(String::as_str))
        .collect()
}

fn extra(text: &str) -> Vec<SourceText> {
    let prefixes = "@prefix g: <urn:bauta:guide#> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n";
    vec![SourceText {
        name: "mine.ttl".into(),
        text: format!("{prefixes}{text}"),
    }]
}

#[test]
fn the_own_knowledge_has_no_fault() {
    let faults: Vec<String> = Ontology::embedded()
        .unwrap()
        .check()
        .iter()
        .map(|fault| fault.text("en"))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn question_1_which_techniques_are_there() {
    let rows = ask("techniques");
    let ids = column(&rows, "id");
    for technique in [
        "generalization",
        "suppression",
        "microaggregation",
        "bucketization",
        "anatomy",
        "slicing",
        "swapping",
    ] {
        assert!(ids.contains(&technique), "{technique}");
    }
    let families: Vec<&str> = rows
        .iter()
        .filter(|row| row["id"] == "generalization")
        .filter_map(|row| row.get("family").map(String::as_str))
        .collect();
    assert_eq!(
        families,
        [
            "lattice-recoding",
            "multidimensional-recoding",
            "table-recoding"
        ]
    );
}

#[test]
fn question_2_which_algorithms_implement_them() {
    let rows = ask("algorithms");
    let of = |technique: &str| -> Vec<&str> {
        rows.iter()
            .filter(|row| row["technique"] == technique)
            .map(|row| row["id"].as_str())
            .collect()
    };
    for id in [
        "mu-argus",
        "datafly",
        "samarati",
        "incognito",
        "bottom-up",
        "top-down",
        "mondrian",
        "infogain-mondrian",
        "lsd-mondrian",
    ] {
        assert!(of("generalization").contains(&id), "{id}");
    }
    assert_eq!(of("anatomy"), ["anatomy"]);
    assert!(rows.iter().all(|row| row["help"].len() > 20));
}

#[test]
fn question_3_what_characterises_them() {
    let rows = ask("characteristics");
    let datafly: Vec<(&str, &str)> = rows
        .iter()
        .filter(|row| row["id"] == "datafly")
        .map(|row| {
            (
                row["label"].strip_suffix("@en").unwrap(),
                row["value"].as_str(),
            )
        })
        .collect();
    for known in [
        ("automation", "automatic"),
        ("direction", "bottom-up"),
        ("type of generalisation", "full-domain"),
        ("may leave rows out", "true"),
    ] {
        assert!(datafly.contains(&known), "{known:?} in {datafly:?}");
    }
    let groups: std::collections::BTreeSet<&str> = rows
        .iter()
        .map(|row| row["group"].rsplit('#').next().unwrap())
        .collect();
    assert_eq!(groups.len(), 4, "{groups:?}");
}

#[test]
fn question_4_where_each_algorithm_is_used() {
    let rows = ask("context-of-use");
    let lsd: Vec<&Row> = rows
        .iter()
        .filter(|row| row["id"] == "lsd-mondrian")
        .collect();
    assert!(lsd.iter().all(|row| row["usage"] == "regression"
        && row["target"] == "continuous"
        && row["type"] == "multidimensional"));
    let small = rows
        .iter()
        .filter(|row| row["small"] == "true")
        .map(|row| row["id"].as_str());
    assert_eq!(
        small
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>(),
        ["incognito", "samarati"]
    );
}

#[test]
fn question_5_what_tells_that_one_fits_best() {
    let rows = ask("fit");
    let pairs: Vec<(&str, &str, &str)> = rows
        .iter()
        .map(|row| {
            (
                row["goal"].as_str(),
                row["metric"].as_str(),
                row["better"].as_str(),
            )
        })
        .collect();
    for known in [
        ("security", "protection", "higher"),
        ("precision", "information-loss", "lower"),
        ("precision", "discernibility", "lower"),
        ("completeness", "kept-rows", "higher"),
        ("usage_need", "classification-kept", "higher"),
    ] {
        assert!(pairs.contains(&known), "{known:?} in {pairs:?}");
    }
}

#[test]
fn question_6_which_evaluations_there_are() {
    let rows = ask("evaluations");
    let literature: usize = rows
        .iter()
        .filter(|row| row["source"] == "literature")
        .map(|row| row["points"].parse::<usize>().unwrap())
        .sum();
    assert_eq!(literature, 84);
    let experiments = Ontology::embedded().unwrap().experiments().unwrap();
    let point = experiments.iter().find(|point| {
        (
            point.algorithm.as_str(),
            point.metric.as_str(),
            point.k as u32,
        ) == ("datafly", "discernibility", 5)
            && point.distribution == "dense"
    });
    assert_eq!(point.map(|point| point.value), Some(500_000_000.0));
}

#[test]
fn the_literature_is_that_of_the_vectors() {
    let experiments = Ontology::embedded().unwrap().experiments().unwrap();
    let mut reader = csv::Reader::from_reader(
        include_str!("../../tests/vectors/table40_42_experiments.csv").as_bytes(),
    );
    for record in reader.records() {
        let record = record.unwrap();
        let metric = match &record[1] {
            "DM" => "discernibility",
            "CAVG" => "average-class",
            other => other,
        };
        let algorithm = if &record[2] == "median_mondrian" {
            "mondrian"
        } else {
            &record[2]
        };
        let value: f64 = record[6].parse().unwrap();
        let found = experiments.iter().any(|point| {
            point.source == "literature"
                && point.metric == metric
                && point.algorithm == algorithm
                && point.k == record[3].parse::<f64>().unwrap()
                && point.distribution == record[5]
                && point.value == value
        });
        assert!(found, "{record:?}");
    }
}

#[test]
fn an_expert_adds_an_algorithm_by_writing_turtle() {
    let text = "g:method-mine a g:Algorithm ; g:id \"mine\" ; rdfs:label \"Mine\"@en, \"Mien\"@fr ; g:implements g:generalization ;\n\
        g:inFamily g:table-recoding ; g:smallDataOnly false ; g:correlatedAttributes false ; g:accepts g:categorical ; g:hierarchies \"all\" ;\n\
        g:acceptsSuppression true ; g:target \"none\" ; g:automation \"automatic\" ; g:generalizationType g:subtree ; g:usage g:any-usage .\n";
    let ontology = Ontology::with(&extra(text)).unwrap();
    assert!(ontology.check().is_empty(), "{:?}", ontology.check());
    let mine = ontology
        .algorithms()
        .unwrap()
        .into_iter()
        .find(|algorithm| algorithm.named.id == "mine")
        .unwrap();
    assert_eq!(
        (
            mine.types.first().map(String::as_str),
            mine.named.label.fr.as_str()
        ),
        (Some("subtree"), "Mien")
    );
}

#[test]
fn faults_are_told_with_file_and_line() {
    let text = "g:method-mine a g:Algoritm ; g:id 3 .\n\
        g:method-other a g:Algorithm ; g:id \"other\" ; g:implements g:nothing ; g:automation \"maybe\" ; g:colour \"red\" .\n\
        [] a g:Experiment ; g:source \"me\" ; g:concerns g:method-datafly ; g:k 0 ; g:quasiIdentifiers 2 ; g:distribution g:dense ;\n    \
        g:measured [ a g:Measurement ; g:metric g:seconds ; g:value \"fast\" ] .\n\
        [] a g:Experiment ; g:source \"me\" ; g:concerns g:method-datafly ; g:k 2 ; g:quasiIdentifiers 2 ; g:distribution g:dense .\n";
    let faults: Vec<String> = Ontology::with(&extra(text))
        .unwrap()
        .check()
        .iter()
        .map(|fault| fault.text("en"))
        .collect();
    let expected = [
        "mine.ttl, line 3: method-mine: there is no class Algoritm; see vocabulary.ttl",
        "mine.ttl, line 3: method-mine: id must be string, and \"3\" is not",
        "mine.ttl, line 4: method-other: automation is one of automatic, semi-automatic, not \"maybe\"",
        "mine.ttl, line 4: method-other: implements must be Technique, and nothing is not",
        "mine.ttl, line 4: method-other: label is missing",
        "mine.ttl, line 4: method-other: there is no property colour; see vocabulary.ttl",
        "mine.ttl, line 5: […]: k must be 1 or more",
        "mine.ttl, line 7: […]: measured is missing",
    ];
    for fault in expected {
        assert!(
            faults.iter().any(|found| found == fault),
            "{fault}\nin {faults:#?}"
        );
    }
    assert!(
        faults
            .iter()
            .any(|found| found.contains("value must be decimal")),
        "{faults:#?}"
    );
    let broken = Ontology::with(&extra("g:x a ;\n")).err().unwrap();
    assert!(
        matches!(&broken, Error::Faults(faults) if faults.0[0].en.starts_with("mine.ttl, line 3: this is no Turtle")),
        "{broken}"
    );
}

/// A query of ours that is none is no fault of what the user gave.
#[test]
fn a_query_that_fails_is_our_mistake() {
    let ontology = Ontology::embedded().unwrap();
    for query in ["SELECT", "ASK {}"] {
        let error = ontology.select(query).unwrap_err();
        assert!(
            matches!(error, Error::Internal { .. })
                && error.to_string().contains("please report it"),
            "{error}"
        );
    }
}
