//! Leaks by reasoning: links that were removed and can be derived again from what is left.
//!
//! **Paper** thouvenot2022, chapter 7 (the danger); hayes2014rdf (RDFS rules), motik2012owlrl (the OWL 2 RL rules that bear on links).
//!
//! **Idea**
//! 1. Properties that stand in for one another: below, equivalent, inverse, symmetric. From each the links of a hidden property follow directly.
//! 2. Terms that are the same (`owl:sameAs`, and what functional and inverse functional properties make the same) are one.
//! 3. Transitive properties and those with a domain or range tell more: links along chains, classes of values.
//! 4. All of it until nothing new follows ([`closure`]); then look which hidden links are there again.
//!
//! **Differences from OWL 2 RL** rules over class expressions (restrictions, intersections, keys, property chains) are not applied: they derive
//! types and not the links that are hidden here; property chains would, and are named in the findings where the ontology has
//! them. A general reasoner would copy the graph; these rules run on its columns.
//!
//! **Invariants** `an_inverse_that_was_left_tells_everything`, `closure_is_that_of_a_slow_reasoner`.

mod rules;

pub use rules::{Schema, closure};

use serde::Serialize;

use crate::collections::Set;
use crate::model::{Graph, Id, Triple};
use crate::write::Written;

/// What can be derived.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Leak {
    /// Hidden links that follow from the release.
    pub derived: u64,
    /// Hidden links in all.
    pub hidden: u64,
    /// Properties from which they follow, by their addresses.
    pub through: Vec<String>,
    /// The ontology has property chains, which were not looked at.
    pub chains: bool,
}

/// Looks which hidden links can be derived from a released graph, by what an ontology says. Terms are numbered alike in both.
pub fn leaks(ontology: &Graph, release: &dyn Written, hidden: &[Triple]) -> Leak {
    let schema = Schema::of(ontology);
    let targets: Set<Id> = hidden.iter().map(|link| link.predicate).collect();
    // Only links of properties that lead to a hidden one, or make terms the same, can matter.
    let relevant = schema.relevant(&targets);
    let triples = (0..release.places()).filter_map(|place| release.at(place)).map(|(triple, _)| triple);
    let triples: Vec<Triple> = triples.filter(|triple| relevant.contains(&triple.predicate)).collect();
    let (all, schema) = closure(&triples, &schema);
    let known: Set<Triple> = all.into_iter().collect();
    let mut properties: Set<Id> = Set::default();
    let mut derived = 0;
    for link in hidden {
        let (subject, predicate, object) =
            (schema.same(link.subject), schema.same(link.predicate), schema.same(link.object));
        if known.contains(&Triple { subject, predicate, object }) {
            derived += 1;
            properties.insert(link.predicate);
        }
    }
    let used: Set<Id> = triples.iter().map(|triple| triple.predicate).collect();
    let through = properties.iter().flat_map(|&property| schema.sources(property)).filter(|id| used.contains(id));
    let mut through: Vec<String> = through.map(|id| ontology.dictionary.label(id).into_owned()).collect();
    through.sort_unstable();
    through.dedup();
    let chains = ontology.has_predicate("http://www.w3.org/2002/07/owl#propertyChainAxiom");
    Leak { derived, hidden: hidden.len() as u64, through, chains }
}

#[cfg(test)]
mod tests;
