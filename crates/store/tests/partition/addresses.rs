//! Addresses of people in every place of a fact: extended by any mark, as predicate, as datatype.

use super::common::{as_set, engine, people, public_text, quads, update};

/// Every mark that may stand in an address, and what may stand encoded. Letters and digits go on with the name.
const MARKS: [&str; 23] = [
    "/", "#", "?", ".", ":", "-", "_", "@", ";", ",", "~", "!", "(", ")", "+", "=", "&", "%2F",
    "%20", "*", "'", "$", "·",
];

fn facts() -> String {
    MARKS
        .iter()
        .enumerate()
        .map(|(at, mark)| format!("<http://example.org/p1{mark}x> ex:says \"derived {at}.\" . "))
        .collect()
}

/// Issue 24, item 24: 13 of 21 marks led past the private graph.
#[test]
fn whatever_mark_extends_the_address_of_a_person_the_facts_are_private() {
    let before = engine(&facts());
    before.insert(quads(&people())).unwrap();
    before.publish().unwrap();
    let after = engine(&(people() + &facts()));
    for (when, engine) in [("before", before), ("with", after)] {
        let public = public_text(&engine);
        for (at, mark) in MARKS.iter().enumerate() {
            assert!(
                !public.contains(&format!("derived {at}.")),
                "{mark} {when} the people"
            );
        }
        assert_eq!(
            as_set(engine.exact(None).unwrap()),
            as_set(quads(&(people() + &facts())))
        );
    }
}

#[test]
fn letters_and_digits_make_another_name() {
    let others = "<http://example.org/p12> ex:says \"twelve\" . <http://example.org/p1b> ex:says \"b\" . <http://example.org/p1%41> ex:says \"A\" . \
                  <http://example.org/p1%C3%A9> ex:says \"acute\" . <http://example.org/p1é> ex:says \"bare\" .";
    let engine = engine(&(people() + others));
    engine.publish().unwrap();
    let public = public_text(&engine);
    for text in ["twelve", "\"b\"", "\"A\"", "acute", "bare"] {
        assert!(public.contains(text), "{text} in {public}");
    }
}

/// No blank node can stand for a person there, so the whole fact is private, whichever came first.
#[test]
fn a_person_as_predicate_or_datatype_makes_a_fact_private() {
    let facts = "ex:a ex:p1 \"as predicate\" . ex:b ex:says \"as datatype\"^^ex:p1 . ex:c ex:p1\\/knows \"derived predicate\" . \
                 ex:d ex:says \"derived datatype\"^^<http://example.org/p1/type> . ex:p2 ex:title \"open datatype\"^^ex:p1 . \
                 ex:e ex:says \"other datatype\"^^ex:none .";
    let before = engine(facts);
    assert!(public_text(&before).contains("as datatype"));
    before.insert(quads(&people())).unwrap();
    before.publish().unwrap();
    let with = engine(&(people() + facts));
    with.publish().unwrap();
    let parts = engine("");
    update(
        &parts,
        "INSERT DATA { ex:b ex:says \"as datatype\"^^ex:p1 } ; INSERT DATA { ex:p1 a ex:Patient }",
    )
    .unwrap();
    for (when, engine) in [("before", &before), ("with", &with), ("in parts", &parts)] {
        let public = public_text(engine);
        for text in [
            "predicate\"",
            "as datatype",
            "derived datatype",
            "open datatype",
        ] {
            assert!(!public.contains(text), "{text} {when} the people: {public}");
        }
        assert!(!public.contains("/p1"), "{when}: {public}");
    }
    assert!(public_text(&with).contains("other datatype"));
    let all = as_set(quads(&(people() + facts)));
    assert_eq!(as_set(with.exact(None).unwrap()), all);
    assert_eq!(as_set(before.exact(None).unwrap()), all);
}

/// Properties that the context declares are nobody, whatever an ontology says of them.
#[test]
fn a_declared_property_with_a_name_is_still_a_property() {
    let engine =
        engine(&(people() + "ex:title ex:name \"title\" . ex:a ex:title \"A public title\" ."));
    engine.publish().unwrap();
    let public = public_text(&engine);
    assert!(
        public.contains("A public title") && public.contains("A case"),
        "{public}"
    );
}
