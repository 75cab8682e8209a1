//! M1: the summary says what share of people their open facts single out.

use std::collections::BTreeMap;

use bauta_store::{Engine, View};

use super::common::{HOSPITAL, ask, engine, people, update};

fn patients(wards: usize) -> String {
    (0..40)
        .map(|at| {
            format!(
                "ex:q{at} a ex:Patient ; ex:name \"Name {at}\" ; ex:age {} ; ex:zipcode \"805{:02}\" ; ex:disease ex:d{} ; ex:treatedIn ex:ward{} . ",
                20 + at % 7, at % 50, at % 4, (at * 7 + at / 5) % wards
            )
        })
        .collect()
}

/// As an attacker would count, from what everybody sees alone: everybody has a published age, post code, ward and disease.
fn counted(engine: &Engine, risk: f64) -> f64 {
    let rows = ask(
        engine,
        "SELECT ?s ?min ?max ?z ?w ?d { ?s ex:disease ?d ; ex:treatedIn ?w OPTIONAL { ?s ex:zipcode ?z } OPTIONAL { ?s ex:age ?a . ?a ex:minValue ?min ; ex:maxValue ?max } }",
        View::Public,
    )
    .unwrap();
    let mut alike: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for row in &rows {
        let mut words: Vec<&str> = row.split_whitespace().collect();
        let disease = words.pop().unwrap().to_owned();
        *alike
            .entry(words[1..].join(" "))
            .or_default()
            .entry(disease)
            .or_default() += 1;
    }
    let told: usize = alike
        .values()
        .flat_map(|values| {
            let all: usize = values.values().sum();
            values
                .values()
                .filter(move |count| **count as f64 > (risk + 1e-9) * all as f64)
        })
        .sum();
    told as f64 / rows.len() as f64
}

#[test]
fn the_share_of_those_whom_open_facts_single_out_is_in_the_summary() {
    for wards in [1, 3, 20] {
        let engine = engine(&patients(wards));
        let foreseen = engine.preview().unwrap();
        let summary = engine.publish().unwrap();
        assert_eq!((summary.entities, summary.counterfeits), (40, 0));
        let expected = counted(&engine, summary.risk);
        assert!(
            (summary.singled_out - expected).abs() < 1e-9,
            "{wards}: {} is not {expected}",
            summary.singled_out
        );
        assert!((summary.singled_out - foreseen.singled_out).abs() < 1e-9);
        assert_eq!(summary.singled_out > 0.0, wards == 20, "{wards}");
    }
    let folder = tempfile::tempdir().unwrap();
    let open = || Engine::open(folder.path(), super::common::hospital(), HOSPITAL).unwrap();
    let engine = open();
    engine.insert(super::common::quads(&people())).unwrap();
    let before = engine.publish().unwrap();
    update(&engine, "INSERT DATA { ex:p1 ex:age 3 }").unwrap();
    drop(engine);
    assert_eq!(open().last_release().unwrap(), before);
}
