//! Errors of counts on as many professors as the published graphs have, beside the published figures and their model.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up fails"
)]

mod support;

use std::collections::BTreeMap;

use bauta_graph::Graph;
use bauta_graph::context::Context;
use bauta_graph::evaluate::{Overlap, evaluate};
use bauta_graph::generate::{NAMESPACE, POLITICS, RELIGIONS};
use bauta_graph::release::Given;
use bauta_table::Silent;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use support::{read_lines, released, turtle};

fn vector(name: &str) -> String {
    std::fs::read_to_string(format!(
        "{}/tests/vectors/{name}",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap()
}

fn drawn(rng: &mut ChaCha20Rng, among: &[(&'static str, u32)], skewed: bool) -> &'static str {
    let weights: Vec<u32> = among
        .iter()
        .map(|one| if skewed { one.1 } else { 1 })
        .collect();
    let mut at = rng.random_range(0..weights.iter().sum::<u32>());
    for (one, weight) in among.iter().zip(weights) {
        if at < weight {
            return one.0;
        }
        at -= weight;
    }
    among[0].0
}

/// Professors without a university around them.
fn professors(count: u32, skewed: (bool, bool), zips: u32) -> Graph {
    let mut rng = ChaCha20Rng::seed_from_u64(20);
    let mut graph = turtle(&vector("ontology/religion.ttl"));
    let ub = |name: &str| format!("<{NAMESPACE}{name}>");
    let integer = "^^<http://www.w3.org/2001/XMLSchema#integer>";
    for number in 0..count {
        let person = format!("<http://person/{number}>");
        graph.push_texts(
            &person,
            "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>",
            &ub("Professor"),
        );
        graph.push_texts(
            &person,
            &ub("hasReligion"),
            &ub(drawn(&mut rng, &RELIGIONS[..8], skewed.0)),
        );
        graph.push_texts(
            &person,
            &ub("politics"),
            &ub(drawn(&mut rng, &POLITICS, skewed.1)),
        );
        graph.push_texts(
            &person,
            &ub("researchInterest"),
            &format!("\"Research{}\"", rng.random_range(0..30)),
        );
        graph.push_texts(
            &person,
            &ub("generic"),
            &format!("\"{}\"{integer}", rng.random_range(0..15)),
        );
        graph.push_texts(
            &person,
            &ub("age"),
            &format!("\"{}\"{integer}", rng.random_range(20..100)),
        );
        graph.push_texts(
            &person,
            &ub("sex"),
            if rng.random_range(0..2) == 0 {
                "\"male\""
            } else {
                "\"female\""
            },
        );
        graph.push_texts(
            &person,
            &ub("zipcode"),
            &format!("\"{}\"", 80_000 + rng.random_range(0..zips)),
        );
    }
    graph
}

fn context(text: &str) -> Context {
    let head = format!(
        "version = 1\n[prefixes]\nub = \"{NAMESPACE}\"\n[entities]\nclass = \"ub:Professor\"\n"
    );
    Context::parse(&format!("{head}{text}"), "graph.toml").unwrap()
}

fn quasi(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("[[quasi-identifiers]]\nproperty = \"ub:{name}\"\n"))
        .collect()
}

/// Mean relative error by cardinality, from the release as a file would hold it.
fn errors(graph: &mut Graph, context: &Context, given: &Given) -> BTreeMap<usize, (f64, f64)> {
    let (_, text) = released(graph, context, given);
    let found = evaluate(graph, &read_lines(&text), context, Overlap::Drop, &Silent).unwrap();
    found
        .counts
        .into_iter()
        .map(|counts| {
            (
                counts.cardinality,
                (counts.mean_relative_error, counts.recall),
            )
        })
        .collect()
}

#[test]
fn errors_of_semantic_anatomy_are_the_published_ones() {
    let model = vector("sim/anatomy_error_expected.csv");
    let cases = [
        (
            "Skewed/Skewed",
            (true, true),
            "1SA",
            vec!["hasReligion"],
            vec!["politics", "researchInterest", "generic"],
        ),
        (
            "Unskewed/Unskewed",
            (false, false),
            "2SA",
            vec!["hasReligion", "politics"],
            vec!["researchInterest", "generic"],
        ),
    ];
    for (name, skewed, scheme, sensitive, asked) in cases {
        let mut graph = professors(60_268, skewed, 300);
        let declared: String = sensitive
            .iter()
            .map(|name| format!("[[sensitive]]\nproperty = \"ub:{name}\"\n"))
            .collect();
        let found = errors(
            &mut graph,
            &context(&format!("{declared}{}", quasi(&asked))),
            &Given::default(),
        );
        for cardinality in [2, 3, 4] {
            // The model was fitted with 15 values of the last attribute; the others do not depend on it.
            let values = if cardinality == 4 { 15 } else { 30 };
            let row = format!("{values},100,60268,{name},{cardinality},{scheme},");
            let expected = model
                .lines()
                .find_map(|line| line.strip_prefix(&row))
                .unwrap();
            let cells: Vec<f64> = expected
                .split(',')
                .map(|cell| cell.parse().unwrap())
                .collect();
            let (mean, deviation) = (cells[1], cells[2]);
            let error = found[&cardinality].0;
            // The model's groups are the same; one draw is within some deviations of its mean.
            assert!(
                (error - mean).abs() <= 5.0 * deviation + 0.03 * mean,
                "{row} {error}, expected {mean} ± {deviation}"
            );
        }
    }
}

#[test]
fn recoding_at_the_granularity_of_questions_keeps_nine_tenths() {
    let zips = "[[quasi-identifiers]]\nproperty = \"ub:zipcode\"\nhierarchy = { type = \"masking\" }\nasked-level = 1\nasked = { prefix = 4 }\n";
    let ages = "[[quasi-identifiers]]\nproperty = \"ub:age\"\nhierarchy = { type = \"intervals\", widths = [10, 20] }\nasked-level = 1\nasked = { width = 10.0 }\n";
    let text = format!(
        "[[sensitive]]\nproperty = \"ub:hasReligion\"\n{ages}{zips}[k-anonymity]\nk = 15\nmethod = \"mondrian\"\n"
    );
    let mut graph = professors(60_268, (false, false), 300);
    let found = errors(&mut graph, &context(&text), &Given::default());
    // 36 % was published for this size, k and granularity.
    let model = vector("sim/kanon_recall_model.csv");
    let expected = |how: &str| -> f64 {
        let row = format!("100,60268,300,15,{how},1,");
        let line = model
            .lines()
            .find_map(|line| line.strip_prefix(&row))
            .unwrap();
        line.split(',').nth(1).unwrap().parse().unwrap()
    };
    assert!(
        found[&3].1 > expected("oracle") - 0.03 && found[&3].1 > expected("global") + 0.4,
        "{found:?}"
    );
}
