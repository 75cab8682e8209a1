//! H3, F8: what hangs on an entity by one step is protected with it, and what is published of it has new labels in each release.

use std::collections::BTreeSet;

use bauta_store::{Context, Engine, View};

use super::common::{HOSPITAL, as_set, ask, engine, people, public_text, quads, update};

const FACTS: &str = "ex:p0 ex:hasAddress [ ex:street \"SECRET street\" ; ex:city [ ex:zip \"SECRET zip\" ] ] . \
     ex:obs1 ex:patient ex:p0 ; ex:result \"SECRET result\" ; ex:code ex:code1 . ex:part1 ex:partOf ex:obs1 ; ex:value \"SECRET value\" . \
     ex:p1 ex:livesAt ex:home1 . ex:home1 ex:street \"SECRET home\" . <http://other/alice> <http://www.w3.org/2002/07/owl#sameAs> ex:p2 ; ex:says \"SECRET alias\" .";

const PUBLIC: &str = "ex:code1 rdfs:label \"A code\" . ex:obs9 ex:code ex:code1 . ex:country rdfs:label \"A country\" . \
     ex:p4 ex:livesIn ex:country . ex:p5 ex:livesIn ex:country . ex:ward1 ex:floor 3 .";

#[test]
fn what_exists_only_for_an_entity_is_private() {
    let all = people() + FACTS + PUBLIC;
    let together = engine(&all);
    let parts = engine(&people());
    parts.insert(quads(PUBLIC)).unwrap();
    parts.insert(quads(FACTS)).unwrap();
    for (when, engine) in [("together", together), ("in parts", parts)] {
        for released in [false, true] {
            if released {
                engine.publish().unwrap();
            }
            let public = public_text(&engine);
            assert!(
                !public.contains("SECRET") && !public.contains("obs1"),
                "{when}, released {released}: {public}"
            );
            for kept in ["A code", "A country", "org/floor>", "org/obs9>"] {
                assert!(public.contains(kept), "{kept} {when}");
            }
        }
        assert_eq!(engine.exact(None).unwrap().len(), quads(&all).len());
    }
    // Whoever came before the entity goes with the next release.
    let engine = engine(&format!("{FACTS} {PUBLIC}"));
    assert!(public_text(&engine).contains("SECRET"));
    engine.insert(quads(&people())).unwrap();
    engine.publish().unwrap();
    assert!(
        !public_text(&engine).contains("SECRET"),
        "{}",
        public_text(&engine)
    );
}

#[test]
fn what_is_no_entity_is_private_by_default() {
    let text = HOSPITAL.replace("others = \"public\"\n", "");
    let context = Context::parse(&text, std::path::Path::new(".")).unwrap();
    let engine = Engine::in_memory(context).unwrap();
    engine.insert(quads(&(people() + FACTS + PUBLIC))).unwrap();
    assert_eq!(public_text(&engine), "");
    engine.publish().unwrap();
    let public = public_text(&engine);
    assert!(
        !public.contains("SECRET")
            && !public.contains("A code")
            && public.contains("org/treatedIn>"),
        "{public}"
    );
}

fn blanks(engine: &Engine) -> BTreeSet<String> {
    let text = public_text(engine);
    let words = text
        .split_whitespace()
        .filter(|word| word.starts_with("_:"));
    words.map(str::to_owned).collect()
}

/// F8: 359 of 442 records could be joined by the blank nodes of their open facts.
#[test]
fn blank_nodes_of_open_facts_have_new_labels_in_each_release() {
    let places: String = (0..8)
        .map(|at| {
            format!(
                "ex:p{at} ex:likes [ ex:title \"T{}\" ; ex:author [ ex:title \"U\" ] ] . ",
                at % 2
            )
        })
        .collect();
    for others in ["public", "private"] {
        let text = HOSPITAL.replace("others = \"public\"", &format!("others = \"{others}\""));
        let context = Context::parse(&text, std::path::Path::new(".")).unwrap();
        let engine = Engine::in_memory(context).unwrap();
        engine.insert(quads(&(people() + &places))).unwrap();
        engine.publish().unwrap();
        let path = "SELECT ?s { ?s ex:likes/ex:author/ex:title \"U\" ; ex:disease ?d }";
        assert_eq!(ask(&engine, path, View::Public).unwrap().len(), 8);
        let first = blanks(&engine);
        engine.publish().unwrap();
        assert!(first.is_disjoint(&blanks(&engine)), "{others}");
        assert_eq!(ask(&engine, path, View::Public).unwrap().len(), 8);
    }
}

/// A structure is copied for a counterfeit with nodes of its own.
#[test]
fn counterfeits_have_values_and_inbound_links_of_their_own() {
    let places: String = (0..8)
        .map(|at| {
            format!(
                "ex:p{at} ex:likes [ ex:title \"T\" ] . ex:doc{} ex:author ex:p{at} . ",
                at % 2
            )
        })
        .collect();
    let engine = engine(&(people() + &places));
    engine.publish().unwrap();
    update(&engine, "DELETE { ?p ?q ?o . ?s ?r ?p } WHERE { VALUES ?p { ex:p0 ex:p1 ex:p2 } ?p ?q ?o OPTIONAL { ?s ?r ?p } }").unwrap();
    let summary = engine.publish().unwrap();
    assert!(summary.counterfeits > 0);
    let all = 5 + summary.counterfeits;
    let count = |query: &str| ask(&engine, query, View::Public).unwrap().len();
    assert_eq!(count("SELECT ?s { ?s ex:disease ?d }"), all);
    assert_eq!(
        count("SELECT DISTINCT ?v { ?s ex:disease ?d ; ex:likes ?v . ?v ex:title \"T\" }"),
        all
    );
    assert_eq!(
        count("SELECT ?s { ?s ex:disease ?d FILTER NOT EXISTS { ?doc ex:author ?s } }"),
        0
    );
    let labels: BTreeSet<String> = blanks(&engine);
    engine.publish().unwrap();
    assert!(
        labels.is_disjoint(&blanks(&engine)),
        "nodes of counterfeits go with their release"
    );
}

/// A chain of blank nodes does not overflow the stack.
#[test]
fn a_long_chain_of_blank_nodes_belongs_to_its_entity() {
    let chain: String = (0..20_000)
        .map(|at| format!("_:n{at} ex:next _:n{} . ", at + 1))
        .collect();
    let engine = engine(&format!(
        "{} ex:p0 ex:starts _:n0 . {chain} _:n20000 ex:says \"SECRET\" .",
        people()
    ));
    assert!(!public_text(&engine).contains("SECRET"));
    engine.publish().unwrap();
    assert!(!public_text(&engine).contains("SECRET"));
    assert_eq!(
        as_set(engine.exact(None).unwrap()).len(),
        quads(&people()).len() + 20_002
    );
}
