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

use crate::{Error, Faults, Result};
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
    /// Our mistake: it is no Turtle, which a test excludes.
    pub fn embedded() -> Result<Self, Error> {
        Self::with(&[])
    }

    /// The project's own knowledge and that of some texts.
    ///
    /// # Errors
    /// What is no Turtle of these texts, by file and line.
    pub fn with(extra: &[SourceText]) -> Result<Self, Error> {
        let mut parsed = Vec::new();
        for (name, text) in EMBEDDED {
            let (name, text) = ((*name).into(), (*text).into());
            let own = source::parse(SourceText { name, text });
            parsed.push(own.map_err(|fault| Error::internal(fault.en))?);
        }
        let mut faults = Vec::new();
        for source in extra.iter().cloned() {
            match source::parse(source) {
                Ok(found) => parsed.push(found),
                Err(fault) => faults.push(fault),
            }
        }
        Faults::unless(faults, ())?;
        let store = filled(&parsed)?;
        Ok(Ontology { store, parsed })
    }

    /// Everything that is wrong with it: unknown classes and properties, what is missing, values of another type, references to nothing,
    /// experiments that are none.
    pub fn check(&self) -> Vec<Fault> {
        check::check(&self.parsed)
    }

    /// The rows that a `SELECT` query of ours finds: that it is one is our business, not the user's.
    pub(crate) fn select(&self, query: &str) -> Result<Vec<Row>, Error> {
        let prepared = SparqlEvaluator::new()
            .parse_query(query)
            .map_err(|error| broken(&error))?;
        let QueryResults::Solutions(solutions) = prepared
            .on_store(&self.store)
            .execute()
            .map_err(|error| broken(&error))?
        else {
            return Err(Error::internal("a query of the ontology finds no rows"));
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

fn filled(parsed: &[Parsed]) -> Result<Store, Error> {
    let quads = parsed
        .iter()
        .flat_map(|parsed| parsed.quads.iter().cloned());
    let store = Store::new().map_err(|error| broken(&error))?;
    store.extend(quads).map_err(|error| broken(&error))?;
    Ok(store)
}

fn broken(error: &dyn std::fmt::Display) -> Error {
    Error::internal(format!("the ontology: {error}"))
}

#[cfg(test)]
mod tests;
