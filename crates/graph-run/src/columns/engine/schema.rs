//! What an ontology says, which is small beside its data: read whole, whatever is read in parts.

use std::collections::{BTreeMap, BTreeSet};

use bauta_engines::triples::id_of;
use bauta_graph::iri;

use super::asked::Asked;
use bauta_messages::Result;

/// Properties of which all links are the ontology's.
const PROPERTIES: [&str; 21] = [
    iri::SUB_CLASS,
    iri::SUB_PROPERTY,
    iri::DOMAIN,
    iri::RANGE,
    iri::INVERSE,
    iri::EQUIVALENT_PROPERTY,
    iri::EQUIVALENT_CLASS,
    iri::CHAIN,
    iri::HAS_VALUE,
    iri::ON_PROPERTY,
    iri::HAS_KEY,
    iri::ON_CLASS,
    iri::MAX_CARDINALITY,
    iri::CARDINALITY,
    iri::MAX_QUALIFIED,
    iri::QUALIFIED,
    iri::INTERSECTION,
    iri::UNION,
    iri::ONE_OF,
    iri::SOME_VALUES,
    iri::ALL_VALUES,
];

/// Kinds of properties.
const KINDS: [&str; 4] = [
    iri::SYMMETRIC,
    iri::TRANSITIVE,
    iri::FUNCTIONAL,
    iri::INVERSE_FUNCTIONAL,
];

/// The ontology's links by predicate, as N-Triples writes it.
#[derive(Default)]
pub(super) struct Schema {
    pub(super) links: BTreeMap<String, Vec<(i64, i64)>>,
}

impl Schema {
    pub(super) fn read(asked: &Asked<'_>) -> Result<Schema> {
        let mut schema = Schema::default();
        let listing = [
            iri::CHAIN,
            iri::HAS_KEY,
            iri::INTERSECTION,
            iri::UNION,
            iri::ONE_OF,
        ];
        let lists = listing.into_iter().any(|name| asked.find(name).is_some());
        let lists = [iri::FIRST, iri::REST].into_iter().filter(|_| lists);
        for property in PROPERTIES.into_iter().chain(lists) {
            if let Some(table) = asked.links_of(property) {
                let links = asked.pairs(&format!("SELECT subject, object FROM {table}"))?;
                schema.links.insert(format!("<{property}>"), links);
            }
        }
        if let Some(table) = asked.links_of(iri::TYPE) {
            let kinds = KINDS
                .map(|kind| id_of(&format!("<{kind}>")).to_string())
                .join(", ");
            let links = asked.pairs(&format!(
                "SELECT subject, object FROM {table} WHERE object IN ({kinds})"
            ))?;
            schema.links.insert(format!("<{}>", iri::TYPE), links);
        }
        Ok(schema)
    }

    /// A class and all below it.
    pub(super) fn classes_below(&self, class: &str) -> BTreeSet<i64> {
        self.below(iri::SUB_CLASS, class)
    }

    /// A property and all below it.
    pub(super) fn properties_below(&self, property: &str) -> BTreeSet<i64> {
        self.below(iri::SUB_PROPERTY, property)
    }

    fn below(&self, relation: &str, top: &str) -> BTreeSet<i64> {
        let edges = self
            .links
            .get(&format!("<{relation}>"))
            .map(Vec::as_slice)
            .unwrap_or_default();
        let mut children: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        edges
            .iter()
            .for_each(|&(low, high)| children.entry(high).or_default().push(low));
        let mut found = BTreeSet::new();
        let mut open = vec![id_of(&format!("<{top}>"))];
        while let Some(id) = open.pop() {
            if found.insert(id) {
                open.extend(children.get(&id).into_iter().flatten());
            }
        }
        found
    }

    /// All numbers of terms.
    pub(super) fn terms(&self) -> impl Iterator<Item = i64> + '_ {
        self.links
            .values()
            .flatten()
            .flat_map(|&(subject, object)| [subject, object])
    }
}
