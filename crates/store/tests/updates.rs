//! Updates: the matrix of what is written where, with its contradictions settled as `docs/store.md` says; journal entries; files that crashes
//! leave.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod common;

use std::io::Write;

use bauta_store::{Engine, Error, View};
use common::{HOSPITAL, ask, engine, hospital, people, public_text, quads, update};
use serde_json::Value as Json;

fn count(engine: &Engine, query: &str, view: View) -> usize {
    ask(engine, query, view).unwrap().len()
}

/// Private at once, changes that wait for the next release, and in public at once.
fn effect(engine: &Engine, change: &str) -> (bool, usize, bool) {
    let private = |engine: &Engine| {
        ask(
            engine,
            "SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(?p != owl:sameAs) }",
            View::Whole,
        )
        .unwrap()
    };
    let (before, entries, public) = (
        private(engine),
        engine.state().pending(),
        public_text(engine),
    );
    update(engine, change).unwrap();
    (
        private(engine) != before,
        engine.state().pending() - entries,
        public_text(engine) != public,
    )
}

#[test]
fn the_matrix_as_it_was_settled() {
    let matrix = include_str!("vectors/kgastor/table_6_2_update_matrix.csv");
    assert_eq!(
        matrix.lines().count(),
        13,
        "every line of the printed matrix has its line here"
    );
    // operation, target, update, private at once, entries, public at once
    let settled = [
        (
            "insert",
            "EID",
            "INSERT DATA { ex:p1 ex:name \"Other\" }",
            true,
            0,
            false,
        ),
        (
            "insert",
            "QID",
            "INSERT DATA { ex:p1 ex:sex \"F\" }",
            true,
            1,
            false,
        ),
        (
            "insert",
            "SA",
            "INSERT DATA { ex:p1 ex:disease ex:measles }",
            true,
            1,
            false,
        ),
        (
            "insert",
            "NSA",
            "INSERT DATA { ex:p1 ex:treatedIn ex:ward2 }",
            true,
            1,
            false,
        ),
        (
            "delete",
            "EID",
            "DELETE WHERE { ex:p2 ?p ?o }",
            true,
            5,
            false,
        ),
        (
            "delete",
            "QID",
            "DELETE WHERE { ex:p3 ex:age ?a }",
            true,
            1,
            false,
        ),
        (
            "delete",
            "SA",
            "DELETE WHERE { ex:p4 ex:disease ?d }",
            true,
            1,
            false,
        ),
        (
            "delete",
            "NSA",
            "DELETE DATA { ex:p5 ex:treatedIn ex:ward1 }",
            true,
            1,
            false,
        ),
        (
            "update",
            "EID",
            "DELETE { ?p ex:name ?n } INSERT { ?p ex:name \"New\" } WHERE { ?p ex:name ?n FILTER(?p = ex:p6) }",
            true,
            0,
            false,
        ),
        (
            "update",
            "QID",
            "DELETE { ?p ex:age ?a } INSERT { ?p ex:age 77 } WHERE { ?p ex:age ?a FILTER(?p = ex:p6) }",
            true,
            1,
            false,
        ),
        (
            "update",
            "SA",
            "DELETE { ?p ex:disease ?d } INSERT { ?p ex:disease ex:cold } WHERE { ?p ex:disease ?d FILTER(?p = ex:p6) }",
            true,
            1,
            false,
        ),
        (
            "update",
            "NSA",
            "DELETE { ?p ex:treatedIn ?w } INSERT { ?p ex:treatedIn ex:ward3 } WHERE { ?p ex:treatedIn ?w FILTER(?p = ex:p6) }",
            true,
            2,
            false,
        ),
    ];
    for (line, (operation, target, change, private, entries, public)) in
        matrix.lines().skip(1).zip(settled)
    {
        assert!(
            line.starts_with(&format!("{operation},{target},")),
            "{line}"
        );
        let engine = engine(&people());
        engine.publish().unwrap();
        assert_eq!(
            effect(&engine, change),
            (private, entries, public),
            "{operation} {target}"
        );
    }
}

#[test]
fn journal_entries_are_those_of_the_vector() {
    let vector: Json =
        serde_json::from_str(include_str!("vectors/kgastor/journal_entries.json")).unwrap();
    assert_eq!(
        vector["schema"],
        serde_json::json!(["b", "nv", "ov", "p", "t"])
    );
    let engine = engine("ex:x1 ex:disease ex:flu ; ex:zipcode \"80502\" .");
    update(&engine, "INSERT DATA { ex:x1 ex:age 30 }").unwrap();
    update(&engine, "DELETE DATA { ex:x1 ex:zipcode \"80502\" }").unwrap();
    update(
        &engine,
        "DELETE { ?x ex:age ?a } INSERT { ?x ex:age 31 } WHERE { ?x ex:age ?a }",
    )
    .unwrap();
    let entries = engine.entries().split_off(2);
    let integer = |value: u8| format!("\"{value}\"^^<http://www.w3.org/2001/XMLSchema#integer>");
    let expected = [
        (Some(integer(30)), None, "age"),
        (None, Some("\"80502\"".to_owned()), "zipcode"),
        (Some(integer(31)), Some(integer(30)), "age"),
    ];
    assert_eq!(entries.len(), expected.len());
    let label = entries[0].entity.clone();
    assert!(label.starts_with("_:"));
    for (entry, (new, old, property)) in entries.iter().zip(expected) {
        assert_eq!(
            (&entry.new, &entry.old, &entry.entity),
            (&new, &old, &label)
        );
        assert_eq!(entry.property, format!("http://example.org/{property}"));
        assert!(entry.time.ends_with('Z'));
    }
}

#[test]
fn an_update_is_done_as_a_whole_or_not_at_all() {
    let engine = engine(&people());
    let before = engine.exact(None).unwrap();
    let failing = "INSERT DATA { ex:new a ex:Patient ; ex:name \"Nobody\" } ; CLEAR GRAPH ex:none";
    assert!(matches!(update(&engine, failing), Err(Error::Graph(..))));
    assert!(matches!(
        update(
            &engine,
            "INSERT { GRAPH <http://private> { ?s ?p ?o } } WHERE { ?s ?p ?o }"
        ),
        Err(Error::Refused(_))
    ));
    assert!(matches!(
        update(
            &engine,
            "DELETE WHERE { GRAPH <http://private> { ?s ?p ?o } }"
        ),
        Err(Error::Refused(_))
    ));
    assert!(matches!(
        update(&engine, "LOAD <http://example.org/>"),
        Err(Error::Refused(_))
    ));
    assert_eq!(engine.exact(None).unwrap().len(), before.len());
    assert!(!engine.state().links.contains_key("http://example.org/new"));
    engine
        .insert(quads("ex:note rdfs:label \"Nobody\" ."))
        .unwrap();
    assert!(
        public_text(&engine).contains("Nobody"),
        "a name that was never accepted identifies nobody"
    );
}

#[test]
fn a_deleted_entity_stays_in_public_until_the_next_release() {
    let engine = engine(&people());
    engine.publish().unwrap();
    let before = public_text(&engine);
    update(&engine, "DELETE WHERE { ex:p1 ?p ?o }").unwrap();
    assert_eq!(
        public_text(&engine),
        before,
        "nothing tells who was deleted"
    );
    engine.publish().unwrap();
    assert_eq!(
        count(&engine, "SELECT ?s { ?s ex:disease ?d }", View::Whole),
        7
    );
    update(&engine, "INSERT DATA { ex:p1 a ex:Patient ; ex:age 23 ; ex:zipcode \"80501\" ; ex:disease ex:gastritis }")
        .unwrap();
    engine.publish().unwrap();
    assert_eq!(
        count(&engine, "SELECT ?s { ?s ex:disease ?d }", View::Whole),
        8
    );
}

#[test]
fn publication_by_number_of_changes_and_by_time() {
    let text = format!("{HOSPITAL}\n[publication]\nchanges = 3\nevery-seconds = 60\n");
    let context = bauta_store::Context::parse(&text, std::path::Path::new(".")).unwrap();
    let engine = Engine::in_memory(context).unwrap();
    assert!(
        engine.publish_if_due(1000).unwrap().is_none(),
        "nothing changed"
    );
    engine
        .insert(quads("ex:a ex:disease ex:flu ; ex:age 3 ."))
        .unwrap();
    assert!(engine.publish_if_due(10).unwrap().is_none());
    assert!(engine.publish_if_due(60).unwrap().is_some());
    engine
        .insert(quads(
            "ex:b ex:disease ex:flu ; ex:age 3 ; ex:zipcode \"1\" .",
        ))
        .unwrap();
    assert!(engine.publish_if_due(0).unwrap().is_some());
    // Open facts wait for a release as well.
    assert!(engine.publish_if_due(60).unwrap().is_none());
    engine.insert(quads("ex:a ex:treatedIn ex:ward .")).unwrap();
    assert!(engine.publish_if_due(60).unwrap().is_some());
}

#[test]
fn what_a_crash_cut_off_is_dropped_and_damage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Engine::open(folder.path(), hospital(), HOSPITAL);
    let engine = open().unwrap();
    assert!(matches!(open(), Err(Error::InUse(_))));
    update(&engine, "INSERT DATA { ex:a ex:age 1 }").unwrap();
    update(&engine, "INSERT DATA { ex:b ex:age 2 }").unwrap();
    drop(engine);
    let path = folder.path().join("journal-000000");
    let whole = std::fs::read(&path).unwrap();
    for cut in [1, 10, 30, whole.len() / 4] {
        std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        assert_eq!(
            open().unwrap().exact(None).unwrap().len(),
            1,
            "{cut} bytes cut off"
        );
    }
    std::fs::write(&path, &whole).unwrap();
    std::fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .unwrap()
        .write_all(&[0; 100])
        .unwrap();
    assert_eq!(
        open().unwrap().exact(None).unwrap().len(),
        2,
        "zeros after the end"
    );
    for at in [2, 12, 60] {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        assert!(matches!(open(), Err(Error::Damaged(..))), "byte {at}");
    }
    std::fs::write(&path, &whole).unwrap();
    let other = HOSPITAL.replace("m = 2", "m = 3");
    let context = bauta_store::Context::parse(&other, std::path::Path::new(".")).unwrap();
    assert!(matches!(
        Engine::open(folder.path(), context, &other),
        Err(Error::Context(_))
    ));
}

#[test]
fn the_audit_log_shows_every_change() {
    use bauta_store::audit::{Asked, Audit, verify};
    let folder = tempfile::tempdir().unwrap();
    let line = |text: &str| Asked {
        user: Some("officer".to_owned()),
        what: "query",
        text: text.to_owned(),
        status: 200,
        changes: false,
    };
    let audit = Audit::open(folder.path()).unwrap();
    ["a", "b", "c"]
        .iter()
        .for_each(|text| audit.tell(line(text)).unwrap());
    drop(audit);
    let audit = Audit::open(folder.path()).unwrap();
    audit.tell(line("d")).unwrap();
    let good = verify(folder.path()).unwrap();
    assert_eq!((good.users.lines, good.users.broken_at), (4, None));
    let path = folder.path().join("audit.log");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"b\"", "\"x\"", 1)).unwrap();
    assert_eq!(verify(folder.path()).unwrap().users.broken_at, Some(2));
    let without: String = text
        .lines()
        .enumerate()
        .filter(|(at, _)| *at != 2)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    std::fs::write(&path, without).unwrap();
    assert_eq!(verify(folder.path()).unwrap().users.broken_at, Some(3));
}

#[test]
fn wrong_contexts_are_told_whole() {
    let wrong = "m = 1\n[entity]\nidentifiers = [\"none:name\"]\nopen = [\"http://e.org/a\"]\n[entity.quasi-identifiers]\n\"http://e.org/a\" = { kind = \"number\", widths = [0] }";
    let error =
        bauta_store::Context::parse(wrong, std::path::Path::new("hospital.toml")).unwrap_err();
    let text = error.to_string();
    for part in [
        "none:name",
        "two roles",
        "m is at least 2",
        "width",
        "sensitive",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    for part in [
        "n'est pas une adresse",
        "deux rôles",
        "m vaut au moins 2",
        "largeur",
        "propriété sensible",
    ] {
        assert!(
            error.text("fr").contains(part),
            "{part} in {}",
            error.text("fr")
        );
    }
    let error = bauta_store::Context::parse(
        "m = 2\nprivate-grap = 1",
        std::path::Path::new("hospital.toml"),
    )
    .unwrap_err();
    for (language, part) in [
        ("en", "did you mean \"private-graph\"?"),
        ("fr", "vouliez-vous dire « private-graph » ?"),
    ] {
        let text = error.text(language);
        assert!(
            text.contains("hospital.toml, li") && text.contains(part),
            "{text}"
        );
    }
}
