//! Knowledge graphs of 100 universities (13.8 million triples): semantic anatomy from file to file against parsing and rewriting the same file with
//! Oxigraph's parser and serializer; grouping 600 000 sensitive values; k-anonymity of all professors.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use bauta_graph::anatomy::{Bounds, Clustering, Unclassed, Value, clustered};
use bauta_graph::context::Context;
use bauta_graph::generate::{NAMESPACE, Universities};
use bauta_graph::read::{ReadOptions, read};
use bauta_graph::release::{Answer, Given, Release, anonymize};
use bauta_graph::taxonomy::{Mode, Taxonomy};
use bauta_graph::write::write;
use bauta_graph::{Graph, RdfFormat, iri};
use bauta_table::Silent;
use oxttl::{NTriplesParser, NTriplesSerializer};

use crate::Result;
use crate::bars::Bar;
use crate::data;

const UNIVERSITIES: u32 = 100;
/// Anatomy may take this many times the time of rewriting.
const TIMES: f64 = 2.0;
/// Seconds for grouping.
const SECONDS: f64 = 60.0;
const VALUES: usize = 600_000;
/// Generalised triples a second: a hundred times what was published.
const RATE: f64 = 170_000.0;

pub fn run() -> Result {
    let source = data::cache()?.join(format!("universities{UNIVERSITIES}.nt"));
    let output = data::cache()?.join("released.nt");
    if !source.exists() {
        generated(&source)?;
    }
    let start = Instant::now();
    rewritten(&source, &output)?;
    let rewriting = start.elapsed().as_secs_f64();
    println!("parse and rewrite {rewriting:.1} s");
    let start = Instant::now();
    let mut graph = loaded(&source)?;
    let reading = start.elapsed().as_secs_f64();
    let release = released(&mut graph, ANATOMY)?;
    let deciding = start.elapsed().as_secs_f64() - reading;
    written(&graph, &release, &output)?;
    let anatomy = start.elapsed().as_secs_f64();
    println!(
        "anatomy {anatomy:.1} s: {} triples read in {reading:.1} s, decided in {deciding:.1} s",
        graph.len()
    );
    drop(graph);
    let mut graph = loaded(&source)?;
    let start = Instant::now();
    let release = released(&mut graph, CLASSES)?;
    let seconds = start.elapsed().as_secs_f64();
    let triples: usize = release
        .resolved
        .quasi_identifiers
        .iter()
        .map(|quasi| quasi.links.len())
        .sum();
    println!(
        "k-anonymity {seconds:.2} s: {triples} triples, k = {:?}",
        release.verified.k
    );
    drop(graph);
    let grouping = grouped()?;
    let _ = std::fs::remove_file(&output);
    Ok(vec![
        Bar::at_most(
            "graph: time of anatomy by rewriting",
            anatomy / rewriting,
            TIMES,
        ),
        Bar::at_most(
            "graph: seconds of grouping 600 000 values",
            grouping,
            SECONDS,
        ),
        Bar::at_least(
            "graph: triples generalised a second",
            triples as f64 / seconds,
            RATE,
        ),
    ])
}

const ANATOMY: &str = "[[sensitive]]\nproperty = \"ub:hasReligion\"\n";
const CLASSES: &str = "[identifiers]\nreplace = false\n[[quasi-identifiers]]\nproperty = \"ub:age\"\nhierarchy = { type = \"intervals\", widths = [10, 20] }\n[[quasi-identifiers]]\nproperty = \"ub:sex\"\n[[quasi-identifiers]]\nproperty = \"ub:zipcode\"\nhierarchy = { type = \"masking\" }\n[k-anonymity]\nk = 5\n";

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn generated(path: &Path) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path).map_err(said)?);
    let triples = Universities::new(UNIVERSITIES, 1)
        .write(&mut out, &Silent)
        .map_err(said)?;
    println!("{triples} triples generated");
    out.flush().map_err(said)
}

fn rewritten(source: &Path, output: &Path) -> Result<()> {
    let input = BufReader::with_capacity(1 << 20, File::open(source).map_err(said)?);
    let output = BufWriter::with_capacity(1 << 20, File::create(output).map_err(said)?);
    let mut serializer = NTriplesSerializer::new().for_writer(output);
    for triple in NTriplesParser::new().for_reader(input) {
        serializer
            .serialize_triple(triple.map_err(said)?.as_ref())
            .map_err(said)?;
    }
    serializer.finish().flush().map_err(said)
}

fn loaded(source: &Path) -> Result<Graph> {
    let mut graph = Graph::default();
    let file = File::open(source).map_err(said)?;
    read(
        &mut graph,
        file,
        RdfFormat::NTriples,
        &ReadOptions::default(),
        &Silent,
    )
    .map_err(said)?;
    Ok(graph)
}

fn released(graph: &mut Graph, asked: &str) -> Result<Box<Release>> {
    let text = format!(
        "version = 1\n[prefixes]\nub = \"{NAMESPACE}\"\n[entities]\nclass = \"ub:Professor\"\n{asked}"
    );
    let context = Context::parse(&text, "context").map_err(said)?;
    match anonymize(graph, &context, &Given::default(), &Silent).map_err(said)? {
        Answer::Released(release) => Ok(release),
        Answer::Unreachable(miss) => Err(miss.attempt),
    }
}

fn written(graph: &Graph, release: &Release, output: &Path) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(output).map_err(said)?);
    write(
        &release.edited(graph),
        &mut out,
        RdfFormat::NTriples,
        &[],
        &Silent,
    )
    .map_err(said)?;
    out.flush().map_err(said)
}

/// Seconds for the slower of both rules, taxonomy included.
fn grouped() -> Result<f64> {
    let mut graph = Graph::default();
    let classes = ["FullProfessor", "AssociateProfessor", "AssistantProfessor"];
    for class in classes {
        graph.push_texts(
            &format!("<{NAMESPACE}{class}>"),
            &format!("<{}>", iri::SUB_CLASS),
            &format!("<{NAMESPACE}Professor>"),
        );
    }
    for value in 0..VALUES {
        let class = format!("<{NAMESPACE}{}>", classes[value % 3]);
        graph.push_texts(
            &format!("<http://person/{value}>"),
            &format!("<{}>", iri::TYPE),
            &class,
        );
    }
    let terms: Vec<u32> = (0..VALUES)
        .filter_map(|value| graph.dictionary.find_iri(&format!("http://person/{value}")))
        .collect();
    let mut slowest = 0.0f64;
    for clustering in [Clustering::Stable, Clustering::Printed] {
        let start = Instant::now();
        let taxonomy = Taxonomy::of_values(&graph, &terms, Mode::Instance);
        let value = |(place, &term): (usize, &u32)| Value {
            term,
            count: 1 + (place as u64 * 7919) % 11,
            concept: taxonomy.realised(term),
        };
        let values: Vec<Value> = terms.iter().enumerate().map(value).collect();
        let total = values.iter().map(|value| value.count).sum();
        let rule = (clustering, Unclassed::OneGroup);
        let groups = clustered(
            &values,
            &taxonomy,
            &graph.dictionary,
            rule,
            &Bounds::diverse(2, total),
        );
        let groups = groups.map_err(|_| "no grouping".to_owned())?;
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "grouping {seconds:.2} s: {VALUES} values in {} groups ({clustering:?})",
            groups.len()
        );
        slowest = slowest.max(seconds);
    }
    Ok(slowest)
}
