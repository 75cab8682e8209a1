//! F4: what follows from the vocabulary of the data is protected like what the context declares, at loading, at every update and in every release.

use bauta_store::{Engine, View};

use super::common::{HOSPITAL, ask, engine, hospital, people, public_text, quads, update};

const OWL: &str = "http://www.w3.org/2002/07/owl#";

/// A vocabulary, a person who is protected by it only, and what must not be seen.
const CASES: [(&str, &str); 9] = [
    (
        "ex:InPatient rdfs:subClassOf ex:Mid . ex:Mid rdfs:subClassOf ex:Patient .",
        "ex:s1 a ex:InPatient ; ex:note \"SECRET\" .",
    ),
    (
        "ex:InPatient owl:equivalentClass ex:Patient .",
        "ex:s1 a ex:InPatient ; ex:note \"SECRET\" .",
    ),
    (
        "ex:hasPrimary rdfs:subPropertyOf ex:disease .",
        "ex:s1 ex:hasPrimary ex:SECRET .",
    ),
    (
        "ex:hasPrimary owl:equivalentProperty ex:disease .",
        "ex:s1 ex:hasPrimary ex:SECRET .",
    ),
    (
        "ex:nick rdfs:subPropertyOf ex:name .",
        "ex:s1 ex:nick \"SECRET\" . ex:other ex:says \"SECRET\" .",
    ),
    (
        "ex:affects owl:inverseOf ex:disease .",
        "ex:SECRET ex:affects ex:s1 . ex:s1 ex:note \"SECRET\" .",
    ),
    (
        "ex:admits rdfs:range ex:Patient .",
        "ex:clinic ex:admits ex:s1 . ex:s1 ex:note \"SECRET\" .",
    ),
    (
        "ex:bed rdfs:domain ex:Patient .",
        "ex:s1 ex:bed 7 ; ex:note \"SECRET\" .",
    ),
    (
        "ex:mbox a owl:InverseFunctionalProperty .",
        "ex:p1 ex:mbox <mailto:SECRET> . <http://other/alice> ex:mbox <mailto:SECRET> .",
    ),
];

fn with_owl(text: &str) -> String {
    format!("@prefix owl: <{OWL}> . {text}")
}

#[test]
fn what_follows_is_private_in_whatever_order_it_comes() {
    for (vocabulary, person) in CASES {
        for order in [
            "together",
            "vocabulary first",
            "vocabulary last",
            "after a restart",
        ] {
            let folder = tempfile::tempdir().unwrap();
            let open = || Engine::open(folder.path(), hospital(), HOSPITAL).unwrap();
            let mut engine = open();
            engine.insert(quads(&people())).unwrap();
            let parts = match order {
                "together" => vec![format!("{vocabulary} {person}")],
                "vocabulary last" => vec![person.to_owned(), vocabulary.to_owned()],
                _ => vec![vocabulary.to_owned(), person.to_owned()],
            };
            for (at, part) in parts.iter().enumerate() {
                if order == "after a restart" && at == 1 {
                    drop(engine);
                    engine = open();
                }
                engine.insert(quads(&with_owl(part))).unwrap();
            }
            if order != "vocabulary last" {
                let public = public_text(&engine);
                assert!(
                    !public.contains("SECRET"),
                    "before a release, {order}: {vocabulary} {public}"
                );
            }
            engine.publish().unwrap();
            let public = public_text(&engine);
            assert!(
                !public.contains("SECRET") && !public.contains("org/s1>"),
                "{order}: {vocabulary} {public}"
            );
            let exact = super::common::as_set(engine.exact(None).unwrap());
            let all = quads(&with_owl(&format!("{} {vocabulary} {person}", people())));
            assert_eq!(exact, super::common::as_set(all), "{order}: {vocabulary}");
        }
    }
}

/// The value of a property below counts as a value of the declared one.
#[test]
fn values_of_properties_below_are_published_as_those_of_the_declared_one() {
    let engine = engine(&with_owl(
        "ex:hasPrimary rdfs:subPropertyOf ex:disease . ex:affects owl:inverseOf ex:disease . ex:years rdfs:subPropertyOf ex:age . \
         ex:a a ex:Patient ; ex:hasPrimary ex:flu ; ex:years 30 ; ex:zipcode \"80501\" . ex:b a ex:Patient ; ex:age 31 ; ex:zipcode \"80502\" . ex:gout ex:affects ex:b . \
         ex:c a ex:Patient ; ex:disease ex:flu ; ex:hasPrimary ex:gout ; ex:age 31 ; ex:zipcode \"80502\" .",
    ));
    let summary = engine.publish().unwrap();
    assert_eq!(
        (summary.entities, summary.incomplete),
        (2, 1),
        "one has two values"
    );
    assert_eq!(
        ask(&engine, "SELECT ?d { ?s ex:disease ?d }", View::Public)
            .unwrap()
            .len(),
        2
    );
    let public = public_text(&engine);
    assert!(
        !public.contains("hasPrimary> _:") && !public.contains("_:") | public.contains("disease"),
        "{public}"
    );
}

/// An update that makes entities of a whole class; and one that takes it back.
#[test]
fn a_whole_class_becomes_entities() {
    let visitors: String = (0..50)
        .map(|at| format!("ex:v{at} a ex:Visitor ; ex:note \"Visitor {at}\" . "))
        .collect();
    let engine = engine(&(people() + &visitors));
    engine.publish().unwrap();
    assert!(public_text(&engine).contains("Visitor 7"));
    let link = "ex:Visitor <http://www.w3.org/2000/01/rdf-schema#subClassOf> ex:Patient";
    update(&engine, &format!("INSERT DATA {{ {link} }}")).unwrap();
    assert_eq!(engine.publish().unwrap().incomplete, 50);
    let public = public_text(&engine);
    assert!(
        !public.contains("Visitor 7") && !public.contains("org/v7>"),
        "{public}"
    );
    update(&engine, &format!("DELETE DATA {{ {link} }}")).unwrap();
    assert_eq!(engine.publish().unwrap().incomplete, 0);
    assert!(
        !public_text(&engine).contains("org/v7>"),
        "who was protected stays so"
    );
}

#[test]
fn a_cycle_of_properties_ends() {
    let engine = engine(
        &(people()
            + "ex:a rdfs:subPropertyOf ex:b . ex:b rdfs:subPropertyOf ex:a . ex:b rdfs:subPropertyOf ex:name . ex:p1 ex:a \"SECRET\" ."),
    );
    engine.publish().unwrap();
    assert!(!public_text(&engine).contains("SECRET"));
}
