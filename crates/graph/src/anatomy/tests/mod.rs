//! The published partitions, and laws of both rules.

mod laws;
mod partitions;

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::Silent;
use oxrdfio::RdfFormat;
use proptest::prelude::*;

use super::*;
use crate::generate::RELIGIONS;
use crate::model::{Graph, iri};
use crate::read::{ReadOptions, read};
use crate::taxonomy::Mode;

const UB: &str = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#";

struct Religions {
    graph: Graph,
    taxonomy: Taxonomy,
}

impl Religions {
    fn new() -> Self {
        let mut graph = Graph::default();
        let text = include_str!("../../../tests/vectors/ontology/religion.ttl");
        read(
            &mut graph,
            text.as_bytes(),
            RdfFormat::Turtle,
            &ReadOptions::default(),
            &Silent,
        )
        .unwrap();
        let terms: Vec<Id> = RELIGIONS
            .iter()
            .map(|(name, _)| graph.dictionary.find_iri(&format!("{UB}{name}")).unwrap())
            .collect();
        let taxonomy = Taxonomy::of_values(&graph, &terms, Mode::Instance);
        Religions { graph, taxonomy }
    }

    fn value(&self, name: &str) -> Value {
        let term = self
            .graph
            .dictionary
            .find_iri(&format!("{UB}{name}"))
            .unwrap();
        let count = RELIGIONS.iter().find(|known| known.0 == name).unwrap().1;
        Value {
            term,
            count: u64::from(count.max(1)),
            concept: self.taxonomy.realised(term),
        }
    }

    fn name(&self, id: Id) -> String {
        self.graph.dictionary.iri(id).unwrap().replace(UB, "")
    }

    fn told(&self, values: &[Value], clusters: &[Cluster]) -> BTreeMap<Vec<String>, String> {
        let told = clusters.iter().map(|cluster| {
            let names: BTreeSet<String> = cluster
                .values
                .iter()
                .map(|&place| self.name(values[place].term))
                .collect();
            (
                names.into_iter().collect(),
                self.name(self.taxonomy.term(cluster.concept.unwrap())),
            )
        });
        told.collect()
    }
}
