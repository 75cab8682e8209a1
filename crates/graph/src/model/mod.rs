//! A graph in columns: terms once in a dictionary, triples as three columns of numbers.
//!
//! A named graph, where there is any, is a fourth column. Methods look at all triples whatever graph they are in; writing gives
//! each its graph again.

mod dictionary;

pub use dictionary::{Dictionary, Id, TermKind, kind_of, literal_suffix, literal_text, write_term};

/// No graph name: the default graph.
pub const DEFAULT_GRAPH: Id = Id::MAX;

/// A triple by the numbers of its terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Triple {
    /// Subject.
    pub subject: Id,
    /// Predicate.
    pub predicate: Id,
    /// Object.
    pub object: Id,
}

/// A graph, or several named ones together.
#[derive(Debug, Default)]
pub struct Graph {
    /// The terms.
    pub dictionary: Dictionary,
    subjects: Vec<Id>,
    predicates: Vec<Id>,
    objects: Vec<Id>,
    /// The graph of each triple; empty as long as all are in the default graph.
    graphs: Vec<Id>,
    /// Blank nodes that were named so far.
    blanks: u64,
}

impl Graph {
    /// A new blank node.
    pub fn fresh_blank(&mut self) -> Id {
        loop {
            let before = self.dictionary.len();
            let id = self.dictionary.intern(&format!("_:b{}", self.blanks));
            self.blanks += 1;
            // A name that the file has taken already would make two nodes one.
            if self.dictionary.len() > before {
                return id;
            }
        }
    }

    /// Number of triples, repeated ones counted as often as they stand.
    pub fn len(&self) -> usize {
        self.subjects.len()
    }

    /// Whether there is no triple.
    pub fn is_empty(&self) -> bool {
        self.subjects.is_empty()
    }

    /// Adds a triple to the default graph.
    pub fn push(&mut self, triple: Triple) {
        self.push_to(triple, DEFAULT_GRAPH);
    }

    /// Adds a triple to a graph.
    pub fn push_to(&mut self, triple: Triple, graph: Id) {
        if graph != DEFAULT_GRAPH && self.graphs.is_empty() {
            // A graph without named graphs has no such column: it begins with the first one that is named.
            self.graphs = vec![DEFAULT_GRAPH; self.len()];
        }
        if graph != DEFAULT_GRAPH || !self.graphs.is_empty() {
            self.graphs.push(graph);
        }
        self.subjects.push(triple.subject);
        self.predicates.push(triple.predicate);
        self.objects.push(triple.object);
    }

    /// Adds a triple of texts as N-Triples writes them.
    pub fn push_texts(&mut self, subject: &str, predicate: &str, object: &str) {
        let [subject, predicate, object] =
            [subject, predicate, object].map(|text| self.dictionary.intern(text));
        self.push(Triple {
            subject,
            predicate,
            object,
        });
    }

    /// Keeps the triples that `keep` wants, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Triple) -> bool) {
        let mut kept = 0;
        for place in 0..self.len() {
            let triple = self.triple(place);
            if keep(triple) {
                (self.subjects[kept], self.predicates[kept]) = (triple.subject, triple.predicate);
                self.objects[kept] = triple.object;
                if !self.graphs.is_empty() {
                    self.graphs[kept] = self.graphs[place];
                }
                kept += 1;
            }
        }
        [
            &mut self.subjects,
            &mut self.predicates,
            &mut self.objects,
            &mut self.graphs,
        ]
        .into_iter()
        .for_each(|column| column.truncate(kept));
    }

    /// Puts other terms in the place of some, wherever they stand.
    pub fn replace_terms(&mut self, of: impl Fn(Id) -> Id) {
        for column in [
            &mut self.subjects,
            &mut self.predicates,
            &mut self.objects,
            &mut self.graphs,
        ] {
            column.iter_mut().for_each(|id| *id = of(*id));
        }
    }

    /// The triple at a place.
    #[inline]
    pub fn triple(&self, place: usize) -> Triple {
        Triple {
            subject: self.subjects[place],
            predicate: self.predicates[place],
            object: self.objects[place],
        }
    }

    /// The graph of the triple at a place; [`DEFAULT_GRAPH`] for none.
    #[inline]
    pub fn graph_of(&self, place: usize) -> Id {
        self.graphs.get(place).copied().unwrap_or(DEFAULT_GRAPH)
    }

    /// Whether some triple is in a named graph.
    pub fn has_named_graphs(&self) -> bool {
        self.graphs.iter().any(|&graph| graph != DEFAULT_GRAPH)
    }

    /// All triples in their order.
    pub fn triples(&self) -> impl Iterator<Item = Triple> + '_ {
        (0..self.len()).map(|place| self.triple(place))
    }

    /// The subjects.
    pub fn subjects(&self) -> &[Id] {
        &self.subjects
    }

    /// The predicates.
    pub fn predicates(&self) -> &[Id] {
        &self.predicates
    }

    /// The objects.
    pub fn objects(&self) -> &[Id] {
        &self.objects
    }

    /// Subject and object of every triple with a predicate, in their order.
    pub fn each(&self, predicate: Option<Id>) -> impl Iterator<Item = (Id, Id)> + '_ {
        let places = self
            .predicates
            .iter()
            .enumerate()
            .filter(move |(_, found)| Some(**found) == predicate);
        places.map(|(place, _)| (self.subjects[place], self.objects[place]))
    }

    /// The same by the address of the predicate; nothing where it does not occur.
    pub fn each_of(&self, iri: &str) -> impl Iterator<Item = (Id, Id)> + '_ {
        self.each(self.dictionary.find_iri(iri))
    }

    /// Subject and object of every triple with a predicate, once each, ascending.
    pub fn links(&self, predicate: Id) -> Vec<(Id, Id)> {
        let mut links: Vec<(Id, Id)> = self.each(Some(predicate)).collect();
        links.sort_unstable();
        links.dedup();
        links
    }

    /// The same by the address of the predicate; nothing where it does not occur.
    pub fn links_of(&self, iri: &str) -> Vec<(Id, Id)> {
        self.dictionary
            .find_iri(iri)
            .map(|id| self.links(id))
            .unwrap_or_default()
    }

    /// Whether an IRI stands as a predicate.
    pub fn has_predicate(&self, iri: &str) -> bool {
        self.dictionary
            .find_iri(iri)
            .is_some_and(|id| self.predicates.contains(&id))
    }
}

/// Addresses that every graph shares.
pub mod iri {
    /// `rdf:type`
    pub const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
    /// `rdfs:subClassOf`
    pub const SUB_CLASS: &str = "http://www.w3.org/2000/01/rdf-schema#subClassOf";
    /// `rdfs:subPropertyOf`
    pub const SUB_PROPERTY: &str = "http://www.w3.org/2000/01/rdf-schema#subPropertyOf";
    /// `rdfs:domain`
    pub const DOMAIN: &str = "http://www.w3.org/2000/01/rdf-schema#domain";
    /// `rdfs:range`
    pub const RANGE: &str = "http://www.w3.org/2000/01/rdf-schema#range";
    /// `rdfs:Class`
    pub const RDFS_CLASS: &str = "http://www.w3.org/2000/01/rdf-schema#Class";
    /// `rdfs:Resource`
    pub const RESOURCE: &str = "http://www.w3.org/2000/01/rdf-schema#Resource";
    /// `owl:Class`
    pub const OWL_CLASS: &str = "http://www.w3.org/2002/07/owl#Class";
    /// `owl:Thing`
    pub const THING: &str = "http://www.w3.org/2002/07/owl#Thing";
    /// `owl:sameAs`
    pub const SAME_AS: &str = "http://www.w3.org/2002/07/owl#sameAs";
    /// `owl:inverseOf`
    pub const INVERSE: &str = "http://www.w3.org/2002/07/owl#inverseOf";
    /// `owl:SymmetricProperty`
    pub const SYMMETRIC: &str = "http://www.w3.org/2002/07/owl#SymmetricProperty";
    /// `owl:TransitiveProperty`
    pub const TRANSITIVE: &str = "http://www.w3.org/2002/07/owl#TransitiveProperty";
    /// `owl:equivalentProperty`
    pub const EQUIVALENT_PROPERTY: &str = "http://www.w3.org/2002/07/owl#equivalentProperty";
    /// `owl:equivalentClass`
    pub const EQUIVALENT_CLASS: &str = "http://www.w3.org/2002/07/owl#equivalentClass";
    /// `owl:FunctionalProperty`
    pub const FUNCTIONAL: &str = "http://www.w3.org/2002/07/owl#FunctionalProperty";
    /// `owl:InverseFunctionalProperty`
    pub const INVERSE_FUNCTIONAL: &str = "http://www.w3.org/2002/07/owl#InverseFunctionalProperty";
    /// `owl:propertyChainAxiom`
    pub const CHAIN: &str = "http://www.w3.org/2002/07/owl#propertyChainAxiom";
    /// `owl:hasValue`
    pub const HAS_VALUE: &str = "http://www.w3.org/2002/07/owl#hasValue";
    /// `owl:onProperty`
    pub const ON_PROPERTY: &str = "http://www.w3.org/2002/07/owl#onProperty";
    /// `owl:intersectionOf`
    pub const INTERSECTION: &str = "http://www.w3.org/2002/07/owl#intersectionOf";
    /// `owl:unionOf`
    pub const UNION: &str = "http://www.w3.org/2002/07/owl#unionOf";
    /// `owl:oneOf`
    pub const ONE_OF: &str = "http://www.w3.org/2002/07/owl#oneOf";
    /// `owl:someValuesFrom`
    pub const SOME_VALUES: &str = "http://www.w3.org/2002/07/owl#someValuesFrom";
    /// `owl:allValuesFrom`
    pub const ALL_VALUES: &str = "http://www.w3.org/2002/07/owl#allValuesFrom";
    /// `owl:hasKey`
    pub const HAS_KEY: &str = "http://www.w3.org/2002/07/owl#hasKey";
    /// `owl:onClass`
    pub const ON_CLASS: &str = "http://www.w3.org/2002/07/owl#onClass";
    /// `owl:maxCardinality`
    pub const MAX_CARDINALITY: &str = "http://www.w3.org/2002/07/owl#maxCardinality";
    /// `owl:cardinality`
    pub const CARDINALITY: &str = "http://www.w3.org/2002/07/owl#cardinality";
    /// `owl:maxQualifiedCardinality`
    pub const MAX_QUALIFIED: &str = "http://www.w3.org/2002/07/owl#maxQualifiedCardinality";
    /// `owl:qualifiedCardinality`
    pub const QUALIFIED: &str = "http://www.w3.org/2002/07/owl#qualifiedCardinality";
    /// `rdf:first`
    pub const FIRST: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#first";
    /// `rdf:rest`
    pub const REST: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#rest";
    /// `rdf:subject`
    pub const REIFIED_SUBJECT: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#subject";
    /// `rdf:predicate`
    pub const REIFIED_PREDICATE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#predicate";
    /// `rdf:object`
    pub const REIFIED_OBJECT: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#object";
    /// `owl:annotatedSource`
    pub const ANNOTATED_SOURCE: &str = "http://www.w3.org/2002/07/owl#annotatedSource";
    /// `owl:annotatedProperty`
    pub const ANNOTATED_PROPERTY: &str = "http://www.w3.org/2002/07/owl#annotatedProperty";
    /// `owl:annotatedTarget`
    pub const ANNOTATED_TARGET: &str = "http://www.w3.org/2002/07/owl#annotatedTarget";
    /// `xsd:integer`
    pub const INTEGER: &str = "http://www.w3.org/2001/XMLSchema#integer";
    /// `xsd:decimal`
    pub const DECIMAL: &str = "http://www.w3.org/2001/XMLSchema#decimal";
}
