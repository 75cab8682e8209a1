//! What tests of the store share: a hospital that does not exist, and answers as sets of rows.

#![allow(dead_code)] // not every test uses all of it

use std::collections::BTreeSet;
use std::path::Path;

use bauta_store::{Asked, Context, Engine, Using, View};
use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::model::{Quad, Term};
use oxigraph::sparql::{CancellationToken, QueryResults};

pub const HOSPITAL: &str = r#"
private-graph = "http://private"
others = "public"
m = 2
minimum = "ex:minValue"
maximum = "ex:maxValue"
[prefixes]
ex = "http://example.org/"
rdfs = "http://www.w3.org/2000/01/rdf-schema#"
[entity]
classes = ["ex:Patient"]
identifiers = ["ex:name", "ex:mail"]
sensitive = "ex:disease"
open = ["ex:treatedIn", "ex:author", "ex:title", "ex:likes"]
[entity.quasi-identifiers]
"ex:age" = { kind = "number", widths = [10, 20, 40] }
"ex:zipcode" = { kind = "prefix", hidden = 2 }
"ex:sex" = { kind = "withheld" }
"#;

pub fn hospital() -> Context {
    Context::parse(HOSPITAL, Path::new(".")).unwrap()
}

pub fn quads(turtle: &str) -> Vec<Quad> {
    let prefixed = format!(
        "@prefix ex: <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n{turtle}"
    );
    RdfParser::from_format(RdfFormat::TriG)
        .for_slice(&prefixed)
        .map(Result::unwrap)
        .collect()
}

pub fn engine(turtle: &str) -> Engine {
    let engine = Engine::in_memory(hospital()).unwrap();
    engine.insert(quads(turtle)).unwrap();
    engine
}

/// Eight patients with four diseases, a ward and a paper about one of them.
pub fn people() -> String {
    let diseases = ["flu", "gastritis", "asthma", "gout"];
    let mut text = String::from(
        "ex:ward1 rdfs:label \"Ward one\" . ex:paper1 ex:author ex:p1 ; ex:title \"A case\" . ",
    );
    for at in 0..8 {
        text += &format!(
            "ex:p{at} a ex:Patient ; ex:name \"Name {at}\" ; ex:mail <mailto:p{at}@example.org> ; ex:age {} ; ex:sex \"M\" ; \
             ex:zipcode \"8050{at}\" ; ex:disease ex:{} ; ex:treatedIn ex:ward1 . ",
            20 + 3 * at,
            diseases[at % 4]
        );
    }
    text
}

pub fn update(engine: &Engine, text: &str) -> bauta_store::Result<()> {
    let text = format!("PREFIX ex: <http://example.org/> {text}");
    engine.update(&text, None, Using::default(), CancellationToken::new())
}

/// The rows of an answer; `true` and `false` for ASK, N-Triples for graphs.
pub fn ask(engine: &Engine, query: &str, view: View) -> bauta_store::Result<Vec<String>> {
    let text = format!(
        "PREFIX ex: <http://example.org/> PREFIX owl: <http://www.w3.org/2002/07/owl#> {query}"
    );
    engine.query(
        &Asked::new(&text, view),
        &CancellationToken::new(),
        |results| Ok(rows(results)),
    )
}

pub fn rows(results: QueryResults<'_>) -> Vec<String> {
    let mut rows: Vec<String> = match results {
        QueryResults::Boolean(value) => vec![value.to_string()],
        QueryResults::Solutions(solutions) => {
            let variables = solutions.variables().to_vec();
            let row = |solution: oxigraph::sparql::QuerySolution| -> Vec<String> {
                variables
                    .iter()
                    .map(|own| solution.get(own).map_or("-".to_owned(), Term::to_string))
                    .collect()
            };
            solutions
                .map(|solution| row(solution.unwrap()).join(" "))
                .collect()
        }
        QueryResults::Graph(triples) => triples.map(|triple| triple.unwrap().to_string()).collect(),
    };
    rows.sort();
    rows
}

pub fn as_set(quads: Vec<Quad>) -> BTreeSet<String> {
    quads.iter().map(Quad::to_string).collect()
}

/// Everything that everybody sees, as text.
pub fn public_text(engine: &Engine) -> String {
    engine
        .public()
        .iter()
        .map(|quad| format!("{}\n", quad.unwrap()))
        .collect()
}

/// Whether all stores are in files of RocksDB instead of memory.
pub fn on_disk() -> bool {
    cfg!(feature = "disk") && std::env::var_os("BAUTA_STORAGE").is_some_and(|own| own == "disk")
}
