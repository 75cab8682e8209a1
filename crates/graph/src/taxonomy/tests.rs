//! The source's own examples, and random taxonomies against a slow walk.

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::Silent;
use oxrdfio::RdfFormat;
use proptest::prelude::*;

use super::*;
use crate::read::{ReadOptions, read};

const UB: &str = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#";

fn turtle(text: &str) -> Graph {
    let mut graph = Graph::default();
    read(
        &mut graph,
        text.as_bytes(),
        RdfFormat::Turtle,
        &ReadOptions::default(),
        &Silent,
    )
    .unwrap();
    graph
}

fn religions() -> Graph {
    turtle(include_str!("../../tests/vectors/ontology/religion.ttl"))
}

fn ub(graph: &Graph, name: &str) -> Id {
    graph.dictionary.find_iri(&format!("{UB}{name}")).unwrap()
}

fn name(graph: &Graph, id: Id) -> String {
    graph.dictionary.iri(id).unwrap().replace(UB, "")
}

fn fraction(text: &str) -> f64 {
    match text.split_once('/') {
        Some((up, down)) => up.parse::<f64>().unwrap() / down.parse::<f64>().unwrap(),
        None => text.parse().unwrap(),
    }
}

const VALUES: [&str; 9] = [
    "Islam",
    "Judaism",
    "Catholicism",
    "Protestantism",
    "Orthodoxy",
    "Hinduism",
    "ChineseFolkReligion",
    "Atheism",
    "Buddhism",
];

#[test]
fn services_are_those_of_the_source() {
    let vector: serde_json::Value =
        serde_json::from_str(include_str!("../../tests/vectors/semantic/services.json")).unwrap();
    let graph = religions();
    let values: Vec<Id> = VALUES.iter().map(|value| ub(&graph, value)).collect();
    let taxonomy = Taxonomy::of_values(&graph, &values, Mode::Instance);
    let of = |value: &str| taxonomy.realised(ub(&graph, value)).unwrap();
    let say = |concept: Concept| name(&graph, taxonomy.term(concept));
    for (value, expected) in vector["rea"].as_object().unwrap() {
        assert_eq!(say(of(value)), expected["recomputed"].as_str().unwrap());
    }
    for case in vector["lca"].as_array().unwrap() {
        let [a, b] = [0, 1].map(|place| of(case["args"][place].as_str().unwrap()));
        assert_eq!(
            say(taxonomy.common(a, b).unwrap()),
            case["recomputed"].as_str().unwrap()
        );
    }
    for (value, expected) in vector["uc"].as_object().unwrap() {
        let expected: BTreeSet<&str> = expected["recomputed_instance_mode"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        let found: BTreeSet<String> = taxonomy.upward(of(value)).into_iter().map(say).collect();
        assert_eq!(
            found.iter().map(String::as_str).collect::<BTreeSet<_>>(),
            expected
        );
    }
    let expected = |key: &str| fraction(vector[key]["instance_mode"].as_str().unwrap());
    assert_eq!(
        taxonomy.concept_match(of("Judaism"), of("Hinduism")),
        expected("cm_judaism_hinduism")
    );
    assert_eq!(
        taxonomy.similarity(of("Judaism"), of("Hinduism")),
        expected("ts_judaism_hinduism")
    );
    assert_eq!(
        taxonomy.similarity(of("Islam"), of("Judaism")),
        expected("ts_islam_judaism")
    );
    for (pair, expected) in vector["ts_classes_instance_mode"].as_object().unwrap() {
        let (a, b) = pair.split_once(',').unwrap();
        let concept = |class: &str| taxonomy.concept(ub(&graph, class)).unwrap();
        assert_eq!(
            taxonomy.similarity(concept(a), concept(b)),
            fraction(expected.as_str().unwrap()),
            "{pair}"
        );
    }
}

#[test]
fn values_as_classes_give_the_source_s_table() {
    let graph = religions();
    let values: Vec<Id> = VALUES.iter().map(|value| ub(&graph, value)).collect();
    let taxonomy = Taxonomy::of_values(&graph, &values, Mode::Class);
    let instances = Taxonomy::of_values(&graph, &values, Mode::Instance);
    let table = include_str!("../../tests/vectors/semantic/table_4_1_similarity.csv");
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [a, b] = [0, 1].map(|place| ub(&graph, cells[place]));
        let of = |taxonomy: &Taxonomy, id: Id| {
            taxonomy
                .realised(id)
                .or_else(|| taxonomy.concept(id))
                .unwrap()
        };
        assert_eq!(
            taxonomy.similarity(of(&taxonomy, a), of(&taxonomy, b)),
            fraction(cells[3]),
            "{line}"
        );
        assert_eq!(
            instances.similarity(of(&instances, a), of(&instances, b)),
            fraction(cells[5]),
            "{line}"
        );
    }
}

#[test]
fn circles_are_one_concept_and_everything_is_nothing() {
    let graph = turtle(
        "@prefix e: <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
         e:b rdfs:subClassOf e:a . e:a rdfs:subClassOf e:b , owl:Thing . e:c rdfs:subClassOf e:b , [] . e:x a e:c . e:y a e:a . e:z a e:lonely .",
    );
    let id = |name: &str| {
        graph
            .dictionary
            .find_iri(&format!("http://e/{name}"))
            .unwrap()
    };
    let values = [id("x"), id("y"), id("z")];
    let taxonomy = Taxonomy::of_values(&graph, &values, Mode::Instance);
    let [x, y, z] = values.map(|value| taxonomy.realised(value).unwrap());
    assert_eq!(taxonomy.concept(id("a")), taxonomy.concept(id("b")));
    assert_eq!(taxonomy.term(y), id("a"));
    assert_eq!((taxonomy.height(x), taxonomy.height(y)), (2, 1));
    assert_eq!(taxonomy.common(x, y), Some(y));
    assert_eq!(taxonomy.common(x, z), None);
    assert_eq!(taxonomy.similarity(x, z), 0.0);
}

#[test]
fn of_several_ancestors_the_deepest_and_then_the_first_is_taken() {
    let graph = turtle(
        "@prefix e: <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
         e:p rdfs:subClassOf e:q , e:o . e:r rdfs:subClassOf e:o , e:q . e:o rdfs:subClassOf e:top . e:q rdfs:subClassOf e:top .
         e:x a e:p , e:top . e:y a e:r .",
    );
    let id = |name: &str| {
        graph
            .dictionary
            .find_iri(&format!("http://e/{name}"))
            .unwrap()
    };
    let taxonomy = Taxonomy::of_values(&graph, &[id("x"), id("y")], Mode::Instance);
    assert_eq!(taxonomy.term(taxonomy.realised(id("x")).unwrap()), id("p"));
    let common = taxonomy
        .common(
            taxonomy.realised(id("x")).unwrap(),
            taxonomy.realised(id("y")).unwrap(),
        )
        .unwrap();
    assert_eq!(taxonomy.term(common), id("o"));
}

/// Everything that can be reached, by walking.
fn walked(edges: &BTreeSet<(u8, u8)>, from: u8) -> BTreeSet<u8> {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        for &(_, to) in edges.iter().filter(|edge| edge.0 == node) {
            if seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn closure_is_that_of_a_walk(edges in proptest::collection::btree_set((0u8..12, 0u8..12), 0..30)) {
        let mut graph = Graph::default();
        for (low, high) in &edges {
            graph.push_texts(&format!("<http://e/{low:02}>"), &format!("<{}>", iri::SUB_CLASS), &format!("<http://e/{high:02}>"));
        }
        let taxonomy = Taxonomy::of_graph(&graph);
        let id = |node: u8| graph.dictionary.find_iri(&format!("http://e/{node:02}"));
        let nodes: Vec<u8> = (0..12).filter(|&node| id(node).is_some()).collect();
        let up: BTreeMap<u8, BTreeSet<u8>> = nodes.iter().map(|&node| (node, walked(&edges, node))).collect();
        let concept = |node: u8| taxonomy.concept(id(node).unwrap()).unwrap();
        for &a in &nodes {
            for &b in &nodes {
                let same = up[&a].contains(&b) && up[&b].contains(&a);
                prop_assert_eq!(concept(a) == concept(b), same);
                prop_assert_eq!(taxonomy.is_below(concept(a), concept(b)), up[&a].contains(&b));
                let ts = taxonomy.similarity(concept(a), concept(b));
                prop_assert_eq!(ts, taxonomy.similarity(concept(b), concept(a)));
                prop_assert!((0.0..=1.0).contains(&ts));
                prop_assert_eq!(ts == 1.0, same);
                prop_assert!((0.0..=1.0).contains(&taxonomy.concept_match(concept(a), concept(b))));
                let up = taxonomy.upward(concept(a));
                prop_assert!(up.contains(&concept(a)) && up.iter().any(|&top| taxonomy.parents(top).is_empty()));
            }
        }
    }

    #[test]
    fn the_common_ancestor_is_least(edges in proptest::collection::btree_set((0u8..10, 0u8..10), 0..25)) {
        let mut graph = Graph::default();
        for (low, high) in &edges {
            graph.push_texts(&format!("<http://e/{low}>"), &format!("<{}>", iri::SUB_CLASS), &format!("<http://e/{high}>"));
        }
        let taxonomy = Taxonomy::of_graph(&graph);
        let all = 0..taxonomy.len() as Concept;
        for a in all.clone() {
            for b in all.clone() {
                let shared: Vec<Concept> =
                    all.clone().filter(|&c| taxonomy.is_below(a, c) && taxonomy.is_below(b, c)).collect();
                let found = taxonomy.common(a, b);
                prop_assert_eq!(found.is_some(), !shared.is_empty());
                prop_assert_eq!(found, taxonomy.common(b, a));
                if let Some(found) = found {
                    prop_assert!(shared.contains(&found));
                    prop_assert!(!shared.iter().any(|&c| c != found && taxonomy.is_below(c, found)));
                }
            }
        }
    }
}
