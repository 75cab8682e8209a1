//! What is above what: the upward closure of classes, and the services that build on it.
//!
//! **Paper** thouvenot2022, section 4.2: realisation (REA), least common ancestor (LCA), upward cotopy (UC), concept match (CM),
//! taxonomic similarity (TS).
//!
//! **Idea**
//! 1. Concepts are the classes of the values that matter and everything above them by `rdfs:subClassOf`; `owl:Thing` and
//!    `rdfs:Resource` are left out, since they are above everything.
//! 2. Classes that are above each other are one concept; the first by its text stands for all.
//! 3. UC of a concept is itself and the union of its parents' UC, as a row of bits; parents come before children.
//!
//! **Choices** where the source is silent: of several most specific types, and of several least common ancestors, the one with most
//! concepts above it is taken, and of these the first by its text. So nothing depends on the order of triples.
//!
//! **Cost** c²/64 words for c concepts.
//!
//! **Invariants** `services_are_those_of_the_source`, `closure_is_that_of_a_walk`, `the_common_ancestor_is_least`.

mod bits;
mod components;

use crate::collections::Map;

use crate::model::{Graph, Id, TermKind, iri};
pub use bits::BitRows;

/// The number of a concept in a [`Taxonomy`].
pub type Concept = u32;

/// How the values of an attribute are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// By the most specific class that each is an instance of.
    #[default]
    Instance,
    /// As if each value were a class itself, below its types.
    Class,
}

/// Concepts with everything above them.
#[derive(Debug, Default)]
pub struct Taxonomy {
    /// The term of each concept, by their texts.
    terms: Vec<Id>,
    of_term: Map<Id, Concept>,
    /// UC of each concept.
    above: BitRows,
    /// Number of concepts in UC.
    heights: Vec<u32>,
    parents: Vec<Vec<Concept>>,
    /// The concept of each value, where it has one.
    of_value: Map<Id, Concept>,
}

impl Taxonomy {
    /// All classes of a graph.
    pub fn of_graph(graph: &Graph) -> Self {
        let mut classes: Vec<Id> = Vec::new();
        let meta: Vec<Id> = meta_classes(graph);
        classes.extend(
            graph
                .each_of(iri::TYPE)
                .filter(|(_, class)| meta.contains(class))
                .map(|link| link.0),
        );
        classes.extend(
            graph
                .links_of(iri::SUB_CLASS)
                .iter()
                .flat_map(|&(low, high)| [low, high]),
        );
        Taxonomy::built(graph, classes, &[])
    }

    /// The classes of some values and everything above them.
    pub fn of_values(graph: &Graph, values: &[Id], mode: Mode) -> Self {
        let types = types_of(graph, values);
        let known = known_classes(graph, &types);
        let mut classes: Vec<Id> = types.iter().map(|&(_, class)| class).collect();
        classes.extend(values.iter().filter(|value| known.contains_key(*value)));
        let instances: &[(Id, Id)] = match mode {
            Mode::Instance => &[],
            Mode::Class => &types,
        };
        classes.extend(instances.iter().map(|&(value, _)| value));
        let mut taxonomy = Taxonomy::built(graph, classes, instances);
        taxonomy.realise(graph, values, &types);
        taxonomy
    }

    fn built(graph: &Graph, wanted: Vec<Id>, instances: &[(Id, Id)]) -> Self {
        let edges = upward(graph, instances);
        let nodes = reached(graph, wanted, &edges);
        let (terms, component_of) =
            components::condensed(&nodes, &edges, |id| graph.dictionary.text(id));
        let of_term: Map<Id, Concept> = nodes
            .iter()
            .enumerate()
            .map(|(node, &id)| (id, component_of[node]))
            .collect();
        let mut parents: Vec<Vec<Concept>> = vec![Vec::new(); terms.len()];
        for (low, high) in &edges {
            if let (Some(&low), Some(&high)) = (of_term.get(low), of_term.get(high))
                && low != high
            {
                parents[low as usize].push(high);
            }
        }
        parents.iter_mut().for_each(|parents| {
            parents.sort_unstable();
            parents.dedup();
        });
        let above = closed(&parents);
        let heights = (0..terms.len())
            .map(|concept| above.count(concept) as u32)
            .collect();
        Taxonomy {
            terms,
            of_term,
            above,
            heights,
            parents,
            of_value: Map::default(),
        }
    }

    /// The most specific type of each value; a class that has none stands for itself.
    fn realise(&mut self, graph: &Graph, values: &[Id], types: &[(Id, Id)]) {
        for &value in values {
            // The links are sorted by value.
            let start = types.partition_point(|link| link.0 < value);
            let own = types[start..].iter().take_while(|link| link.0 == value);
            let candidates = own.filter_map(|(_, class)| self.of_term.get(class).copied());
            // A value that is a class itself is more specific than any class it is an instance of.
            let as_class = self.of_term.get(&value).copied();
            let best = as_class.or_else(|| self.most_specific(graph, candidates));
            if let Some(best) = best {
                self.of_value.insert(value, best);
            }
        }
    }

    fn most_specific(
        &self,
        graph: &Graph,
        concepts: impl Iterator<Item = Concept>,
    ) -> Option<Concept> {
        let key = |concept: &Concept| {
            let text = graph.dictionary.text(self.terms[*concept as usize]);
            // The most classes above it; of equals the first by its text, which no order of triples changes.
            (self.heights[*concept as usize], std::cmp::Reverse(text))
        };
        concepts.max_by_key(key)
    }

    /// Number of concepts.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The term of a concept; of equivalent classes the first by its text.
    pub fn term(&self, concept: Concept) -> Id {
        self.terms[concept as usize]
    }

    /// The concept of a class.
    pub fn concept(&self, class: Id) -> Option<Concept> {
        self.of_term.get(&class).copied()
    }

    /// REA: the most specific class of a value.
    pub fn realised(&self, value: Id) -> Option<Concept> {
        self.of_value.get(&value).copied()
    }

    /// The direct parents of a concept.
    pub fn parents(&self, concept: Concept) -> &[Concept] {
        &self.parents[concept as usize]
    }

    /// UC: a concept and everything above it, ascending.
    pub fn upward(&self, concept: Concept) -> Vec<Concept> {
        self.above
            .ones(concept as usize)
            .map(|bit| bit as Concept)
            .collect()
    }

    /// H: whether one concept is below another, or the same.
    pub fn is_below(&self, low: Concept, high: Concept) -> bool {
        self.above.get(low as usize, high as usize)
    }

    /// Number of concepts above, itself included.
    pub fn height(&self, concept: Concept) -> u32 {
        self.heights[concept as usize]
    }

    /// LCA: the most specific concept above both, if there is any. Concepts are numbered by their texts, so the first of equals is
    /// the first by its text.
    pub fn common(&self, a: Concept, b: Concept) -> Option<Concept> {
        let shared = self
            .above
            .both(a as usize, b as usize)
            .map(|bit| bit as Concept);
        // Concepts are numbered in the order of their texts, so that the smaller number is the earlier text.
        shared.max_by_key(|&concept| (self.heights[concept as usize], std::cmp::Reverse(concept)))
    }

    /// CM: the concepts above both by those above either.
    pub fn concept_match(&self, a: Concept, b: Concept) -> f64 {
        let (both, either) = self.overlap(a, b);
        f64::from(both) / f64::from(either)
    }

    /// TS: 1 for the same concept, else half the concept match.
    pub fn similarity(&self, a: Concept, b: Concept) -> f64 {
        if a == b {
            1.0
        } else {
            self.concept_match(a, b) / 2.0
        }
    }

    /// Numerator and denominator of the concept match.
    pub fn overlap(&self, a: Concept, b: Concept) -> (u32, u32) {
        let both = self.above.both_count(a as usize, b as usize) as u32;
        (
            both,
            self.heights[a as usize] + self.heights[b as usize] - both,
        )
    }
}

fn meta_classes(graph: &Graph) -> Vec<Id> {
    [iri::RDFS_CLASS, iri::OWL_CLASS]
        .into_iter()
        .filter_map(|iri| graph.dictionary.find_iri(iri))
        .collect()
}

/// Value and class, ascending, for the values that matter; classes of classes are no classes of values.
fn types_of(graph: &Graph, values: &[Id]) -> Vec<(Id, Id)> {
    let mut wanted = vec![false; graph.dictionary.len()];
    values
        .iter()
        .for_each(|&value| wanted[value as usize] = true);
    let meta: Vec<Id> = [
        iri::RDFS_CLASS,
        iri::OWL_CLASS,
        iri::THING,
        iri::RESOURCE,
        "http://www.w3.org/2002/07/owl#NamedIndividual",
    ]
    .into_iter()
    .filter_map(|iri| graph.dictionary.find_iri(iri))
    .collect();
    let named = |class: Id| !meta.contains(&class) && graph.dictionary.kind(class) == TermKind::Iri;
    let own = graph
        .each_of(iri::TYPE)
        .filter(|&(value, class)| wanted[value as usize] && named(class));
    let mut types: Vec<(Id, Id)> = own.collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// Terms that the graph says are classes.
fn known_classes(graph: &Graph, types: &[(Id, Id)]) -> Map<Id, ()> {
    let meta = meta_classes(graph);
    let declared = graph
        .each_of(iri::TYPE)
        .filter(|(_, class)| meta.contains(class))
        .map(|link| link.0);
    let ordered = graph
        .links_of(iri::SUB_CLASS)
        .into_iter()
        .flat_map(|(low, high)| [low, high]);
    declared
        .chain(ordered)
        .chain(types.iter().map(|link| link.1))
        .map(|id| (id, ()))
        .collect()
}

/// Lower and higher class of every edge; expressions without a name are no concepts.
fn upward(graph: &Graph, instances: &[(Id, Id)]) -> Vec<(Id, Id)> {
    let everything: Vec<Id> = [iri::THING, iri::RESOURCE]
        .into_iter()
        .filter_map(|iri| graph.dictionary.find_iri(iri))
        .collect();
    let named = |id: Id| graph.dictionary.kind(id) == TermKind::Iri && !everything.contains(&id);
    let mut edges = graph.links_of(iri::SUB_CLASS);
    edges.extend_from_slice(instances);
    edges.retain(|&(low, high)| named(low) && named(high));
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The wanted classes and everything above them, by their texts.
fn reached(graph: &Graph, wanted: Vec<Id>, edges: &[(Id, Id)]) -> Vec<Id> {
    let mut seen: Map<Id, ()> = Map::default();
    let mut open = wanted;
    while let Some(id) = open.pop() {
        // Seen before: circles end here. Nameless classes are expressions, which stand for no concept.
        if graph.dictionary.kind(id) != TermKind::Iri || seen.insert(id, ()).is_some() {
            continue;
        }
        let start = edges.partition_point(|edge| edge.0 < id);
        open.extend(
            edges[start..]
                .iter()
                .take_while(|edge| edge.0 == id)
                .map(|edge| edge.1),
        );
    }
    let mut nodes: Vec<Id> = seen.into_keys().collect();
    nodes.sort_unstable_by(|&a, &b| graph.dictionary.text(a).cmp(graph.dictionary.text(b)));
    nodes
}

/// UC of every concept; there is no circle.
fn closed(parents: &[Vec<Concept>]) -> BitRows {
    let mut above = BitRows::new(parents.len());
    // When a concept's turn comes the lines of its parents are complete.
    for concept in components::parents_first(parents) {
        above.set(concept as usize, concept as usize);
        for &parent in &parents[concept as usize] {
            above.or(concept as usize, parent as usize);
        }
    }
    above
}

#[cfg(test)]
mod tests;
