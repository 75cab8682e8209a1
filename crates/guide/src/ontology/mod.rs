//! What is known of techniques, algorithms, models, measures and experiments: Turtle, asked by SPARQL.
//!
//! The project's own files are part of the program; a user's folder adds to them. An expert adds an algorithm or an experiment by
//! writing Turtle; [`Ontology::check`] tells what is wrong with it, by file and line.

mod check;
mod knowledge;
mod source;

use std::collections::BTreeMap;

use oxigraph::model::Term;
use oxigraph::sparql::{QueryResults, SparqlEvaluator};
use oxigraph::store::Store;

pub use check::Fault;
pub use knowledge::{Algorithm, ContextQuestion, Experiment, Metric, Named, Requirement};
pub use source::SourceText;

use crate::{Faults, Result, Said};
use source::Parsed;

/// The project's own files.
pub const EMBEDDED: [(&str, &str); 7] = [
    (
        "vocabulary.ttl",
        include_str!("../../ontology/vocabulary.ttl"),
    ),
    (
        "techniques.ttl",
        include_str!("../../ontology/techniques.ttl"),
    ),
    ("context.ttl", include_str!("../../ontology/context.ttl")),
    ("methods.ttl", include_str!("../../ontology/methods.ttl")),
    (
        "algorithms.ttl",
        include_str!("../../ontology/algorithms.ttl"),
    ),
    (
        "literature.ttl",
        include_str!("../../ontology/literature.ttl"),
    ),
    ("learned.ttl", include_str!("../../ontology/learned.ttl")),
];

/// The six competency questions, each with its query.
pub const COMPETENCY: [(&str, &str); 6] = [
    (
        "techniques",
        include_str!("../../ontology/queries/techniques.rq"),
    ),
    (
        "algorithms",
        include_str!("../../ontology/queries/algorithms.rq"),
    ),
    (
        "characteristics",
        include_str!("../../ontology/queries/characteristics.rq"),
    ),
    (
        "context-of-use",
        include_str!("../../ontology/queries/context-of-use.rq"),
    ),
    ("fit", include_str!("../../ontology/queries/fit.rq")),
    (
        "evaluations",
        include_str!("../../ontology/queries/evaluations.rq"),
    ),
];

/// The name space of the vocabulary.
pub const NAMESPACE: &str = "urn:bauta:guide#";

/// A row of an answer: what each variable is, as text.
pub type Row = BTreeMap<String, String>;

/// Loaded knowledge.
pub struct Ontology {
    store: Store,
    parsed: Vec<Parsed>,
}

impl Ontology {
    /// The project's own knowledge.
    ///
    /// # Errors
    /// When it is no Turtle, which a test excludes.
    pub fn embedded() -> Result<Self> {
        Self::with(&[])
    }

    /// The project's own knowledge and that of some texts.
    ///
    /// # Errors
    /// What is no Turtle, by file and line.
    pub fn with(extra: &[SourceText]) -> Result<Self> {
        let own = EMBEDDED.iter().map(|(name, text)| SourceText {
            name: (*name).into(),
            text: (*text).into(),
        });
        let mut faults = Vec::new();
        let mut parsed = Vec::new();
        for source in own.chain(extra.iter().cloned()) {
            match source::parse(source) {
                Ok(found) => parsed.push(found),
                Err(fault) => faults.push(fault),
            }
        }
        let store = Faults::unless(faults, ())
            .and_then(|()| Store::new().map_err(|error| broken(&error)))
            .and_then(|store| filled(store, &parsed))?;
        Ok(Ontology { store, parsed })
    }

    /// Everything that is wrong with it: unknown classes and properties, what is missing, values of another type, references to nothing,
    /// experiments that are none.
    pub fn check(&self) -> Vec<Fault> {
        check::check(&self.parsed)
    }

    /// The rows that a `SELECT` query finds.
    ///
    /// # Errors
    /// When it is no such query.
    pub fn select(&self, query: &str) -> Result<Vec<Row>> {
        let prepared = SparqlEvaluator::new()
            .parse_query(query)
            .map_err(|error| broken(&error))?;
        let QueryResults::Solutions(solutions) = prepared
            .on_store(&self.store)
            .execute()
            .map_err(|error| broken(&error))?
        else {
            return Err(Faults::one(
                "the query finds no rows; write SELECT",
                "la requête ne rend pas de lignes ; écrivez SELECT",
            ));
        };
        let mut rows = Vec::new();
        for solution in solutions {
            let solution = solution.map_err(|error| broken(&error))?;
            rows.push(
                solution
                    .iter()
                    .map(|(name, term)| (name.as_str().to_owned(), text(term)))
                    .collect(),
            );
        }
        Ok(rows)
    }
}

/// A term as text: the value of a literal, with its language after an `@` sign that no text of ours ends in; the name of a thing.
fn text(term: &Term) -> String {
    match term {
        Term::Literal(literal) => match literal.language() {
            Some(language) => format!("{}@{language}", literal.value()),
            None => literal.value().to_owned(),
        },
        Term::NamedNode(node) => node.as_str().to_owned(),
        other => other.to_string(),
    }
}

fn filled(store: Store, parsed: &[Parsed]) -> Result<Store> {
    let quads = parsed
        .iter()
        .flat_map(|parsed| parsed.quads.iter().cloned());
    store.extend(quads).map_err(|error| broken(&error))?;
    Ok(store)
}

fn broken(error: &dyn std::fmt::Display) -> Faults {
    Faults(vec![Said::new(
        format!("the ontology: {error}"),
        format!("l'ontologie : {error}"),
    )])
}

#[cfg(test)]
mod tests;
