//! Time to group as many sensitive values as there are advisors.

use std::time::Instant;

use bauta_graph::anatomy::{Bounds, Clustering, Unclassed, Value, clustered};
use bauta_graph::generate::NAMESPACE;
use bauta_graph::taxonomy::{Mode, Taxonomy};
use bauta_graph::{Graph, iri};

use super::comparison::{Comparison, Measure};

/// Advisors of the published graphs, and the seconds of their grouping.
const PUBLISHED: [(u32, usize, f64); 2] = [(100, 60_160, 67.5), (1000, 599_101, 9861.554)];

pub(super) fn grouping(universities: u32) -> Vec<Comparison> {
    let known = PUBLISHED.iter().filter(|known| known.0 == universities);
    known
        .map(|&(_, values, published)| {
            let graph = advisors(values);
            let start = Instant::now();
            grouped(&graph, values);
            let seconds = start.elapsed().as_secs_f64();
            let setting = format!("grouping {values} advisors");
            let dataset = format!("LUBM {universities}");
            Comparison::new(
                "advisor",
                &dataset,
                setting,
                Measure::Seconds,
                (published, published),
                seconds,
            )
        })
        .collect()
}

fn advisors(values: usize) -> Graph {
    let mut graph = Graph::default();
    let classes = ["FullProfessor", "AssociateProfessor", "AssistantProfessor"];
    let ub = |name: &str| format!("<{NAMESPACE}{name}>");
    for class in classes {
        graph.push_texts(
            &ub(class),
            &format!("<{}>", iri::SUB_CLASS),
            &ub("Professor"),
        );
    }
    for (value, class) in (0..values).zip(classes.into_iter().cycle()) {
        graph.push_texts(
            &format!("<http://advisor/{value}>"),
            &format!("<{}>", iri::TYPE),
            &ub(class),
        );
    }
    graph
}

fn grouped(graph: &Graph, values: usize) -> usize {
    let terms: Vec<u32> = (0..values)
        .filter_map(|value| {
            graph
                .dictionary
                .find_iri(&format!("http://advisor/{value}"))
        })
        .collect();
    let taxonomy = Taxonomy::of_values(graph, &terms, Mode::Instance);
    let value = |(place, &term): (usize, &u32)| Value {
        term,
        count: 1 + (place as u64 * 7919) % 11,
        concept: taxonomy.realised(term),
    };
    let values: Vec<Value> = terms.iter().enumerate().map(value).collect();
    let bounds = Bounds::diverse(2, values.iter().map(|value| value.count).sum());
    let rule = (Clustering::Stable, Unclassed::OneGroup);
    clustered(&values, &taxonomy, &graph.dictionary, rule, &bounds).map_or(0, |groups| groups.len())
}
