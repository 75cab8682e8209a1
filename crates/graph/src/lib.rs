//! Knowledge graphs: RDF read once into columns, anonymised by the engine of tables, and written in bulk.
//!
//! A [`Graph`] keeps each term once and triples as numbers. Methods decide on what they find in these columns (values, types, links)
//! and answer with edits; a verifier of its own reads the edited graph before anything is written. SPARQL is asked over
//! the same columns; updates that say the same as the edits are made for audit only.
//!
//! This crate opens no file: streams come in and go out. It knows nothing of reports and of the command line.

pub mod anatomy;
mod collections;
pub mod context;
pub mod counts;
mod error;
pub mod evaluate;
pub mod generate;
pub mod leak;
mod model;
pub mod neighbourhood;
pub mod policy;
pub mod protection;
pub mod read;
pub mod release;
pub mod sparql;
pub mod taxonomy;
pub mod write;

pub use error::{Error, Result};
pub use model::{
    DEFAULT_GRAPH, Dictionary, Graph, Id, TermKind, Triple, iri, kind_of, literal_suffix,
    literal_text,
};
pub use oxrdfio::RdfFormat;
