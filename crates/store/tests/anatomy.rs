//! Semantic anatomy in the store: data that only grow, groups of like values that stay as they were published.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bauta_store::{Context, Engine, Error, Refusal, View};
use common::{HOSPITAL, as_set, ask, public_text, quads, update};
use proptest::prelude::*;

fn text() -> String {
    format!("method = \"semantic-anatomy\"\n{HOSPITAL}")
}

fn context() -> Context {
    Context::parse(&text(), Path::new(".")).unwrap()
}

/// Diseases of two kinds.
const KINDS: &str = "ex:d0 a ex:Lung . ex:d1 a ex:Lung . ex:d2 a ex:Skin . ex:d3 a ex:Skin .
ex:Lung rdfs:subClassOf ex:Disease . ex:Skin rdfs:subClassOf ex:Disease .";

fn patient(who: usize, disease: u8) -> String {
    format!(
        "ex:p{who} a ex:Patient ; ex:name \"Name {who}\" ; ex:age {} ; ex:zipcode \"{:05}\" ; ex:sex \"F\" ; ex:disease ex:d{disease} ; ex:treatedIn ex:ward . ",
        20 + who % 60,
        who
    )
}

/// Groups as everybody sees them: the ages of their members, and how often each value occurs.
fn groups(engine: &Engine) -> BTreeSet<(Vec<String>, BTreeMap<String, String>)> {
    let rows = |query: &str| ask(engine, query, View::Public).unwrap();
    let mut found: BTreeMap<String, (Vec<String>, BTreeMap<String, String>)> = BTreeMap::new();
    for row in rows("SELECT ?g ?a { ?s <urn:bauta:inGroup> ?g ; ex:age ?a }") {
        let (group, age) = row.split_once(' ').unwrap();
        found
            .entry(group.to_owned())
            .or_default()
            .0
            .push(age.to_owned());
    }
    for row in rows(
        "SELECT ?g ?v ?n { ?g ex:disease ?x . ?x <urn:bauta:value> ?v ; <urn:bauta:cardinality> ?n }",
    ) {
        let parts: Vec<&str> = row.split(' ').collect();
        found
            .entry(parts[0].to_owned())
            .or_default()
            .1
            .insert(parts[1].to_owned(), parts[2].to_owned());
    }
    found.into_values().collect()
}

fn number(literal: &str) -> usize {
    literal.split('"').nth(1).unwrap().parse().unwrap()
}

#[test]
fn like_values_are_grouped_and_nobody_has_one_any_more() {
    let engine = Engine::in_memory(context()).unwrap();
    engine.insert(quads(KINDS)).unwrap();
    engine
        .insert(quads(
            &(0..8)
                .map(|who| patient(who, (who % 4) as u8))
                .collect::<String>(),
        ))
        .unwrap();
    let summary = engine.publish().unwrap();
    assert_eq!(
        (summary.entities, summary.classes, summary.counterfeits),
        (8, 2, 0)
    );
    assert!((summary.risk - 0.5).abs() < 1e-9 && summary.loss == 0.0);
    let values: BTreeSet<Vec<String>> = groups(&engine)
        .into_iter()
        .map(|(_, values)| values.into_keys().collect())
        .collect();
    let pair = |a: u8, b: u8| {
        vec![
            format!("<http://example.org/d{a}>"),
            format!("<http://example.org/d{b}>"),
        ]
    };
    assert_eq!(values, [pair(0, 1), pair(2, 3)].into(), "lungs and skins");
    assert_eq!(
        ask(
            &engine,
            "SELECT ?s { ?s a ex:Patient ; ex:disease ?d }",
            View::Public
        )
        .unwrap(),
        [""; 0]
    );
    let public = public_text(&engine);
    assert!(
        !public.contains("Name ") && !public.contains("org/p") && !public.contains("\"F\""),
        "{public}"
    );
    assert_eq!(
        ask(
            &engine,
            "SELECT ?s { ?s ex:age 21 ; ex:zipcode \"00001\" }",
            View::Public
        )
        .unwrap()
        .len(),
        1
    );
}

#[test]
fn what_is_published_cannot_be_taken_back() {
    let engine = Engine::in_memory(context()).unwrap();
    engine
        .insert(quads(&format!(
            "{} {} {}",
            patient(1, 0),
            patient(2, 1),
            patient(3, 0)
        )))
        .unwrap();
    update(
        &engine,
        "DELETE { ex:p1 ex:age ?a } INSERT { ex:p1 ex:age 30 } WHERE { ex:p1 ex:age ?a }",
    )
    .unwrap();
    update(&engine, "DELETE WHERE { ex:p3 ?p ?o }").unwrap();
    engine.publish().unwrap();
    for change in [
        "DELETE WHERE { ex:p1 ?p ?o }",
        "DELETE WHERE { ex:p1 ex:disease ?d }",
        "DELETE { ex:p1 ex:age ?a } INSERT { ex:p1 ex:age 31 } WHERE { ex:p1 ex:age ?a }",
        "INSERT DATA { ex:p2 ex:disease ex:d3 }",
        "CLEAR ALL",
    ] {
        let Err(error) = update(&engine, change) else {
            panic!("{change} was done")
        };
        assert!(
            matches!(error, Error::Refused(Refusal::OnlyGrows)),
            "{change}: {error}"
        );
        assert!(
            error.to_string().contains("only grow") && error.text("fr").contains("anatomie"),
            "{error}"
        );
    }
    assert_eq!(
        ask(&engine, "SELECT ?p { ?p ex:disease ?d }", View::Exact)
            .unwrap()
            .len(),
        2
    );
    update(
        &engine,
        "INSERT DATA { ex:p2 ex:treatedIn ex:ward2 ; ex:name \"Another\" }",
    )
    .unwrap();
    assert!(!public_text(&engine).contains("ward2"));
    engine.publish().unwrap();
    assert!(public_text(&engine).contains("ward2"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// `groups_stay_as_they_were_published` and `every_group_is_diverse`, through restarts.
    #[test]
    fn any_growth_keeps_groups_and_their_diversity(batches in prop::collection::vec(prop::collection::vec(0..4u8, 0..12), 1..6), crash in any::<bool>()) {
        let folder = tempfile::tempdir().unwrap();
        let open = || Engine::open(folder.path(), context(), &text()).unwrap();
        let mut engine = open();
        engine.insert(quads(KINDS)).unwrap();
        let (mut who, mut all, mut before) = (0, KINDS.to_owned(), BTreeSet::new());
        for batch in &batches {
            let came: String = batch.iter().enumerate().map(|(at, disease)| patient(who + at, *disease)).collect();
            who += batch.len();
            all += &came;
            engine.insert(quads(&came)).unwrap();
            let summary = engine.publish().unwrap();
            if crash {
                let public = public_text(&engine).lines().map(str::to_owned).collect::<BTreeSet<_>>();
                drop(engine);
                engine = open();
                prop_assert_eq!(public_text(&engine).lines().map(str::to_owned).collect::<BTreeSet<_>>(), public);
            }
            let now = groups(&engine);
            prop_assert!(now.is_superset(&before), "a group has changed");
            for (members, values) in &now {
                let counts: Vec<usize> = values.values().map(|count| number(count)).collect();
                prop_assert_eq!(counts.iter().sum::<usize>(), members.len());
                prop_assert!(counts.len() >= 2 && 2 * counts.iter().max().unwrap() <= members.len());
            }
            prop_assert_eq!(summary.entities + summary.deferred, who);
            prop_assert_eq!(now.iter().map(|(members, _)| members.len()).sum::<usize>(), summary.entities);
            prop_assert_eq!(as_set(engine.exact(None).unwrap()), as_set(quads(&all)));
            before = now;
        }
    }
}
