//! F7, H4: facts of named graphs count like those of the default graph, also after a restart.

use bauta_store::{Engine, View};

use super::common::{HOSPITAL, ask, engine, hospital, people, public_text, quads, update};

#[test]
fn patients_in_named_graphs_are_published() {
    let all: String = (0..24)
        .map(|at| {
            format!(
                "ex:q{at} a ex:Patient ; ex:name \"Name {at}\" ; ex:age {} ; ex:zipcode \"805{:02}\" ; ex:disease ex:d{} ; ex:treatedIn ex:ward{} . ",
                20 + at, at, at % 4, at % 3
            )
        })
        .collect();
    // The second half in another graph, and one value in both: still one value.
    let engine = engine(&format!(
        "ex:g1 {{ {all} }} ex:g2 {{ ex:q1 ex:disease ex:d1 ; ex:age 21 }}"
    ));
    let summary = engine.publish().unwrap();
    assert_eq!((summary.entities, summary.incomplete), (24, 0));
    let diseases = ask(
        &engine,
        "SELECT ?s { ?s ex:disease ?d ; ex:zipcode ?z ; ex:age ?a }",
        View::Public,
    )
    .unwrap();
    assert_eq!(diseases.len(), 24);
    let public = public_text(&engine);
    assert!(
        !public.contains("Name ") && !public.contains("org/q"),
        "{public}"
    );
    assert_eq!(
        ask(
            &engine,
            "SELECT ?s { GRAPH ex:g1 { ?s ex:treatedIn ?w } }",
            View::Public
        )
        .unwrap()
        .len(),
        24
    );
    // A second value makes it undefined whose signature it would be.
    update(
        &engine,
        "INSERT DATA { GRAPH ex:g3 { ex:q1 ex:disease ex:d2 } }",
    )
    .unwrap();
    assert_eq!(engine.publish().unwrap().incomplete, 1);
}

#[test]
fn identifiers_in_named_graphs_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Engine::open(folder.path(), hospital(), HOSPITAL).unwrap();
    let engine = open();
    engine.insert(quads(&people())).unwrap();
    engine.insert(quads("ex:g { ex:p1 ex:name \"Zoe Identity\" . ex:p2 ex:name \"shared\" } ex:p3 ex:name \"shared\" .")).unwrap();
    drop(engine);
    let engine = open();
    engine
        .insert(quads("ex:note2 ex:says \"Zoe Identity\" ."))
        .unwrap();
    // That one of two goes does not make the other one public.
    update(
        &engine,
        "DELETE DATA { GRAPH ex:g { ex:p2 ex:name \"shared\" } }",
    )
    .unwrap();
    engine
        .insert(quads("ex:note3 ex:says \"shared\" ."))
        .unwrap();
    engine.publish().unwrap();
    let public = public_text(&engine);
    assert!(
        !public.contains("Zoe Identity") && !public.contains("shared"),
        "{public}"
    );
    assert!(
        ask(&engine, "SELECT * { ?s ex:says ?o }", View::Exact)
            .unwrap()
            .len()
            == 2
    );
}

#[test]
fn identifiers_that_are_iris_are_hidden_wherever_they_stand() {
    let engine = engine(
        &(people()
            + "<mailto:p0@example.org> ex:lastLogin \"early\" . ex:x ex:writes <mailto:p1@example.org> . <mailto:p3@example.org> { ex:a ex:b ex:c }"),
    );
    engine.insert(quads("<mailto:p1@example.org> ex:lastLogin \"late\" . <mailto:p4@example.org> { ex:a ex:b ex:d }")).unwrap();
    engine.publish().unwrap();
    let public = public_text(&engine);
    for gone in ["early", "late", "mailto:", "org/d>"] {
        assert!(!public.contains(gone), "{gone} in {public}");
    }
    let graphs = ask(&engine, "SELECT ?g { GRAPH ?g {} }", View::Public).unwrap();
    assert!(!graphs.concat().contains("mailto"), "{graphs:?}");
}
