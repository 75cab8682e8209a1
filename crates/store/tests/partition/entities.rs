//! Entities that come, wait, change and go, and their counterfeits.

use super::*;

#[test]
fn a_graph_that_bears_the_name_of_an_entity_is_private() {
    let engine = engine("ex:p1 { ex:a ex:likes ex:b }");
    assert_eq!(
        ask(&engine, "SELECT ?g { GRAPH ?g {} }", View::Public)
            .unwrap()
            .len(),
        1
    );
    engine.insert(quads(&people())).unwrap();
    engine.publish().unwrap();
    assert!(!public_text(&engine).contains("org/a>"));
    assert_eq!(
        ask(&engine, "SELECT ?g { GRAPH ?g {} }", View::Public).unwrap(),
        [""; 0]
    );
    assert!(
        as_set(engine.exact(None).unwrap())
            .is_superset(&as_set(quads("ex:p1 { ex:a ex:likes ex:b }")))
    );
}

#[test]
fn counterfeits_are_public_only_and_go_with_their_release() {
    let engine = engine(&people());
    engine.publish().unwrap();
    for at in [0, 1, 2] {
        update(&engine, &format!("DELETE WHERE {{ ex:p{at} ?p ?o }}")).unwrap();
    }
    let summary = engine.publish().unwrap();
    assert!(summary.counterfeits > 0);
    let count = "SELECT (COUNT(*) AS ?n) { ?s ex:disease ?d }";
    let patients = |view| {
        ask(&engine, count, view).unwrap()[0]
            .split('"')
            .nth(1)
            .unwrap()
            .parse::<usize>()
            .unwrap()
    };
    assert_eq!(patients(View::Public), 5 + summary.counterfeits);
    assert_eq!(patients(View::Whole), 5, "privileged users do not see them");
    let typed = "SELECT ?s { ?s ex:disease ?d FILTER NOT EXISTS { ?s a ex:Patient ; ex:treatedIn ?w ; ex:age ?a ; ex:zipcode ?z } }";
    assert_eq!(
        ask(&engine, typed, View::Public).unwrap(),
        [""; 0],
        "a counterfeit has all that others have"
    );
    let entries = engine.entries();
    assert_eq!(
        entries.iter().filter(|entry| entry.counterfeit).count(),
        summary.counterfeits
    );
    let labels: Vec<String> = entries.iter().map(|entry| entry.entity.clone()).collect();
    engine.publish().unwrap();
    assert!(
        labels
            .iter()
            .all(|label| !public_text(&engine).contains(label.as_str()))
    );
}

#[test]
fn who_is_incomplete_or_too_many_waits_and_is_reported() {
    let engine = engine(
        "ex:a ex:disease ex:flu ; ex:age 3 ; ex:zipcode \"1\" . ex:b ex:disease ex:flu ; ex:age 4 ; ex:zipcode \"2\" . ex:c ex:age 5 .",
    );
    let summary = engine.publish().unwrap();
    assert_eq!(
        (summary.entities, summary.deferred, summary.incomplete),
        (0, 2, 1)
    );
    assert_eq!(public_text(&engine), "");
}

#[test]
fn what_a_release_copied_is_no_fact_of_who_becomes_an_entity() {
    let person = |who: u8, disease: &str| {
        format!(
            "ex:p{who} a ex:Patient ; ex:name \"Name {who}\" ; ex:age {who} ; ex:zipcode \"0000{who}\" ; ex:disease ex:{disease} ."
        )
    };
    let engine = engine(&format!(
        "ex:p8 ex:likes ex:p1 . {} {}",
        person(1, "flu"),
        person(2, "gout")
    ));
    engine.publish().unwrap();
    assert!(
        public_text(&engine).contains("org/p8>"),
        "of nobody that is protected"
    );
    update(&engine, "DELETE WHERE { ex:p8 ?p ?o }").unwrap();
    engine.insert(quads(&person(8, "flu"))).unwrap();
    assert_eq!(
        as_set(engine.exact(None).unwrap()),
        as_set(quads(
            &[1, 2, 8]
                .map(|who| { person(who, if who == 2 { "gout" } else { "flu" }) })
                .concat()
        ))
    );
    assert!(
        public_text(&engine).contains("org/p8>"),
        "that it goes would tell who came"
    );
    engine.insert(quads("ex:p9 ex:likes ex:p1 .")).unwrap();
    engine.publish().unwrap();
    assert!(!public_text(&engine).contains("org/p8>"));
    engine.insert(quads(&person(9, "gout"))).unwrap();
    assert!(
        as_set(engine.exact(None).unwrap()).is_superset(&as_set(quads("ex:p9 ex:likes ex:p1 .")))
    );
    engine.publish().unwrap();
    assert!(!public_text(&engine).contains("org/p9>"));
}

#[test]
fn counterfeits_lose_what_those_lose_whom_they_copy() {
    let person = |who: u8, disease: &str| {
        format!(
            "ex:p{who} a ex:Patient ; ex:age {who} ; ex:zipcode \"8050{who}\" ; ex:disease ex:{disease} ."
        )
    };
    let engine = engine(&format!("{} {}", person(1, "flu"), person(2, "gout")));
    engine.publish().unwrap();
    update(&engine, "DELETE WHERE { ex:p2 ?p ?o }").unwrap();
    engine
        .insert(quads(
            "ex:p1 ex:likes ex:p3 ; ex:author \"Somebody\" ; ex:title \"A title\" .",
        ))
        .unwrap();
    let summary = engine.publish().unwrap();
    assert_eq!((summary.entities, summary.counterfeits), (1, 1));
    let count = |part: &str| public_text(&engine).matches(part).count();
    assert_eq!(
        (count("org/p3>"), count("Somebody"), count("A title")),
        (2, 2, 2),
        "the counterfeit has copies"
    );
    // Somebody who is liked turns out to be an entity, a text to be a name, a property to tell a disease. Nothing of that is seen before the next release.
    let before = public_text(&engine);
    engine.insert(quads(&person(3, "flu"))).unwrap();
    engine
        .insert(quads("ex:p3 ex:name \"Somebody\" ."))
        .unwrap();
    engine
        .insert(quads("ex:title rdfs:subPropertyOf ex:disease ."))
        .unwrap();
    assert_eq!(public_text(&engine), before);
    engine.publish().unwrap();
    assert_eq!(
        (count("org/p3>"), count("Somebody"), count("A title")),
        (0, 0, 0)
    );
}
