//! Closures by hand; random vocabularies are in `reasoned`.

use oxrdf::Triple;

use super::*;

mod reasoned;

const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const OWL: &str = "http://www.w3.org/2002/07/owl#";

fn triples(text: &str) -> Vec<Triple> {
    let text =
        format!("@prefix e: <http://e/> . @prefix owl: <{OWL}> . @prefix rdfs: <{RDFS}> . {text}");
    oxttl::TurtleParser::new()
        .for_slice(&text)
        .collect::<Result<_, _>>()
        .unwrap()
}

fn e(names: &[&str]) -> BTreeSet<String> {
    names
        .iter()
        .map(|name| format!("http://e/{name}"))
        .collect()
}

fn hospital() -> Declared {
    Declared {
        classes: e(&["Patient"]),
        identifiers: e(&["name"]),
        quasi_identifiers: e(&["age"]),
        sensitive: e(&["has"]),
        open: e(&["ward"]),
        designating: false,
    }
}

fn closure(text: &str) -> Protection {
    let triples = triples(text);
    let vocabulary = Vocabulary::of(triples.iter().map(Triple::as_ref));
    Protection::of(&hospital(), &vocabulary)
}

fn role(found: &Protection, property: &str, end: End) -> Option<Role> {
    found
        .guard(&format!("http://e/{property}"), end)
        .map(|guard| guard.role)
}

#[test]
fn every_way_to_a_protected_property_is_protected() {
    use End::{Object, Subject};
    use Role::{Identifier, QuasiIdentifier, Sensitive};
    let cases = [
        (
            "e:nick rdfs:subPropertyOf e:name .",
            "nick",
            Subject,
            Identifier,
        ),
        (
            "e:nick owl:equivalentProperty e:name .",
            "nick",
            Subject,
            Identifier,
        ),
        ("e:name owl:sameAs e:nick .", "nick", Subject, Identifier),
        (
            "e:exactAge rdfs:subPropertyOf e:years . e:years rdfs:subPropertyOf e:age .",
            "exactAge",
            Subject,
            QuasiIdentifier,
        ),
        (
            "e:affects owl:inverseOf e:has .",
            "affects",
            Object,
            Sensitive,
        ),
        (
            "e:has owl:inverseOf e:affects . e:kills rdfs:subPropertyOf e:affects .",
            "kills",
            Object,
            Sensitive,
        ),
        (
            "e:with a owl:SymmetricProperty ; rdfs:subPropertyOf e:has .",
            "with",
            Object,
            Sensitive,
        ),
        (
            "e:has owl:propertyChainAxiom (e:lies e:in e:treats) .",
            "lies",
            Subject,
            Sensitive,
        ),
        (
            "e:has owl:inverseOf e:of . e:of owl:propertyChainAxiom (e:a e:b) .",
            "b",
            Object,
            Sensitive,
        ),
        (
            "e:mbox a owl:InverseFunctionalProperty .",
            "mbox",
            Subject,
            Identifier,
        ),
        (
            "e:mbox a owl:InverseFunctionalProperty . e:mail rdfs:subPropertyOf e:mbox .",
            "mail",
            Subject,
            Identifier,
        ),
        (
            "e:owns a owl:FunctionalProperty .",
            "owns",
            Object,
            Identifier,
        ),
        (
            "e:Patient owl:hasKey (e:number) .",
            "number",
            Subject,
            Identifier,
        ),
        (
            "e:Patient owl:hasKey (e:ward e:bed) .",
            "bed",
            Subject,
            Identifier,
        ),
        (
            "e:HIV owl:onProperty e:has ; owl:hasValue e:hiv . e:clinic rdfs:domain e:HIV .",
            "clinic",
            Subject,
            Sensitive,
        ),
        (
            "e:HIV owl:onProperty e:has ; owl:hasValue e:hiv . e:In owl:equivalentClass e:HIV ; owl:onProperty e:room ; owl:hasValue e:r7 .",
            "room",
            Subject,
            Sensitive,
        ),
    ];
    for (text, property, end, expected) in cases {
        let found = closure(text);
        assert_eq!(role(&found, property, end), Some(expected), "{text}");
        let other = end.turned(true);
        let symmetric = text.contains("Symmetric");
        assert_eq!(role(&found, property, other).is_some(), symmetric, "{text}");
        assert_eq!(role(&closure(""), property, end), None, "{text}");
    }
    let key = closure("e:Patient owl:hasKey (e:age e:town) .");
    assert_eq!(
        role(&key, "town", End::Subject),
        None,
        "the key is broken by a generalised age"
    );
    let above = closure("e:name rdfs:subPropertyOf e:label .");
    assert_eq!(
        role(&above, "label", End::Subject),
        None,
        "nothing follows from what is above"
    );
    let same = closure("")
        .guard(iri::SAME_AS, End::Object)
        .map(|guard| guard.role);
    assert_eq!(same, Some(Role::Identifier));
}

#[test]
fn every_way_to_be_an_entity_is_known() {
    let cases = [
        (
            "e:In rdfs:subClassOf e:Mid . e:Mid rdfs:subClassOf e:Patient .",
            ["x", "a", "In"],
            [true, false],
        ),
        (
            "e:In owl:equivalentClass e:Patient .",
            ["x", "a", "In"],
            [true, false],
        ),
        (
            "e:Patient owl:equivalentClass e:In .",
            ["x", "a", "In"],
            [true, false],
        ),
        (
            "e:Patient owl:unionOf (e:In e:Out) .",
            ["x", "a", "Out"],
            [true, false],
        ),
        (
            "e:Both owl:intersectionOf (e:Patient e:Nurse) .",
            ["x", "a", "Both"],
            [true, false],
        ),
        (
            "e:Patient owl:intersectionOf (e:Person [ owl:onProperty e:bed ; owl:someValuesFrom e:Bed ]) .",
            ["x", "bed", "y"],
            [true, false],
        ),
        (
            "e:lies rdfs:domain e:Patient .",
            ["x", "lies", "y"],
            [true, false],
        ),
        (
            "e:lies rdfs:domain e:Patient . e:rests rdfs:subPropertyOf e:lies .",
            ["x", "rests", "y"],
            [true, false],
        ),
        (
            "e:treats rdfs:range e:Patient .",
            ["y", "treats", "x"],
            [false, true],
        ),
        (
            "e:treats rdfs:range e:Patient . e:treatedBy owl:inverseOf e:treats .",
            ["x", "treatedBy", "y"],
            [true, false],
        ),
        (
            "[] owl:onProperty e:status ; owl:hasValue e:ill ; rdfs:subClassOf e:Patient .",
            ["x", "status", "ill"],
            [true, false],
        ),
        (
            "e:Clinic rdfs:subClassOf [ owl:onProperty e:admits ; owl:allValuesFrom e:Patient ] .",
            ["y", "admits", "x"],
            [false, true],
        ),
        (
            "e:Patient owl:oneOf (e:x) .",
            ["y", "knows", "x"],
            [false, true],
        ),
        ("", ["x", "has", "flu"], [true, false]),
        (
            "e:affects owl:inverseOf e:has .",
            ["flu", "affects", "x"],
            [false, true],
        ),
        (
            "e:HIV rdfs:subClassOf [ owl:onProperty e:has ; owl:hasValue e:hiv ] .",
            ["x", "a", "HIV"],
            [true, false],
        ),
    ];
    for (text, [subject, predicate, object], expected) in cases {
        let [subject, object] = [subject, object].map(|name| format!("http://e/{name}"));
        let predicate = if predicate == "a" {
            iri::TYPE.to_owned()
        } else {
            format!("http://e/{predicate}")
        };
        assert_eq!(
            closure(text).designates(&subject, &predicate, &object),
            expected,
            "{text}"
        );
        if !text.is_empty() {
            assert_eq!(
                closure("").designates(&subject, &predicate, &object),
                [false, false],
                "{text}"
            );
        }
    }
    // Names and ages are common: they make an entity only where the context says so.
    let named = |declared: &Declared| {
        Protection::of(declared, &Vocabulary::default()).designates(
            "http://e/x",
            "http://e/name",
            "\"Ann\"",
        )
    };
    assert_eq!(named(&hospital()), [false, false]);
    assert_eq!(
        named(&Declared {
            designating: true,
            ..hospital()
        }),
        [true, false]
    );
}

#[test]
fn classes_that_tell_and_contradictions_are_named() {
    let found = closure(
        "e:HIV rdfs:subClassOf [ owl:onProperty e:has ; owl:hasValue e:hiv ] . e:Late rdfs:subClassOf e:HIV . e:Ward rdfs:subClassOf e:Patient .",
    );
    assert!(
        found
            .guard_of(End::Subject, iri::TYPE, "http://e/Late")
            .is_some()
    );
    assert!(
        found
            .guard_of(End::Subject, iri::TYPE, "http://e/Ward")
            .is_none()
    );
    assert!(found.contradictions.is_empty());
    let found = closure("e:ward rdfs:subPropertyOf e:has . e:age rdfs:subPropertyOf e:name .");
    let names: Vec<&str> = found.contradictions.keys().map(String::as_str).collect();
    assert_eq!(names, ["http://e/age", "http://e/ward"]);
    assert_eq!(
        role(&found, "age", End::Subject),
        Some(Role::QuasiIdentifier),
        "its own role is how it is protected"
    );
    let twice = Declared {
        open: e(&["ward", "name"]),
        ..hospital()
    };
    assert_eq!(twice.contradictions(), ["http://e/name"]);
    assert!(hospital().contradictions().is_empty());
}

#[test]
fn cycles_end() {
    let found = closure(
        "e:a rdfs:subPropertyOf e:b . e:b rdfs:subPropertyOf e:a , e:name . e:name rdfs:subPropertyOf e:b .
         e:A rdfs:subClassOf e:Patient . e:Patient rdfs:subClassOf e:A .
         e:has owl:propertyChainAxiom _:l . _:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> e:c ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:l .",
    );
    assert_eq!(role(&found, "a", End::Subject), Some(Role::Identifier));
    assert!(found.classes.contains("http://e/A"));
}
