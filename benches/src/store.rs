//! The store that anonymises itself, with 100 universities (13.8 million triples): releases after changes of a tenth of the professors, m = 4, against
//! what was published (100 s, of which 1 s for the phases of m-invariance); and eight queries of the public against the same facts in a plain
//! store of the library.
//!
//! `BAUTA_BENCH_UNIVERSITIES` names another number of universities; the bars are for 100.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use bauta_graph::generate::{NAMESPACE, Universities};
use bauta_store::invariance::{History, Id, Tuple, publish};
use bauta_store::{Asked, Context, Engine, Using, View};
use bauta_table::Silent;
use oxigraph::model::{GraphName, NamedOrBlankNode, Quad, Triple};
use oxigraph::sparql::{CancellationToken, QueryResults, SparqlEvaluator};
use oxigraph::store::Store;
use oxttl::NTriplesParser;

use crate::Result;
use crate::bars::{Bar, best, median};
use crate::data;
use crate::measure::own_cpu;

/// A release changes one professor of so many.
const RATE: usize = 10;
const RELEASES: usize = 4;
/// Quads in one change.
const PART: usize = 200_000;
/// Each query is asked so often, and so many times more as fit in [`ENOUGH`] seconds, up to [`MOST`]: the answer of one that takes 50 µs tells
/// more about what else the machine does than about the store.
const REPEATS: usize = 7;
const ENOUGH: f64 = 1.0;
const MOST: usize = 500;
/// Seconds of a release: a fiftieth of what was published.
const SECONDS: f64 = 2.0;
/// Seconds of the phases alone.
const PHASES: f64 = 1.0;
/// Times of a plain store.
const TIMES: f64 = 1.2;

/// Names, mail and phones are not declared, as students have them too: of professors what is not declared is never published. Advisors are: students who point to professors by
/// a property that is not declared would be private.
const CONTEXT: &str = r#"
others = "public"
m = 4
minimum = "http://minValue"
maximum = "http://maxValue"
[entity]
classes = ["ub:FullProfessor", "ub:AssociateProfessor", "ub:AssistantProfessor"]
sensitive = "ub:hasReligion"
open = ["ub:advisor", "ub:worksFor", "ub:researchInterest", "ub:undergraduateDegreeFrom", "ub:mastersDegreeFrom", "ub:doctoralDegreeFrom"]
[entity.quasi-identifiers]
"ub:age" = { kind = "number", widths = [5, 10, 20] }
"ub:zipcode" = { kind = "prefix", hidden = 2 }
"ub:sex" = { kind = "withheld" }
"ub:politics" = { kind = "withheld" }
"#;

const QUERIES: [(&str, &str); 8] = [
    (
        "one interval",
        "SELECT ?min ?max { ?p ub:age ?b . ?b <http://minValue> ?min ; <http://maxValue> ?max } LIMIT 1",
    ),
    (
        "five intervals",
        "SELECT ?min ?max { ?p ub:age ?b . ?b <http://minValue> ?min ; <http://maxValue> ?max } LIMIT 5",
    ),
    (
        "full professors",
        "SELECT ?p ?min ?max { ?p a ub:FullProfessor ; ub:age ?b . ?b <http://minValue> ?min ; <http://maxValue> ?max }",
    ),
    (
        "students of a department",
        "SELECT ?s ?n { ?s ub:memberOf <http://www.Department0.University0.edu> ; ub:name ?n }",
    ),
    (
        "by age",
        "SELECT ?min ?max (COUNT(*) AS ?n) { ?p ub:age ?b . ?b <http://minValue> ?min ; <http://maxValue> ?max } GROUP BY ?min ?max",
    ),
    (
        "by post code and age",
        "SELECT ?z ?min ?max (COUNT(*) AS ?n) { ?p ub:zipcode ?z ; ub:age ?b . ?b <http://minValue> ?min ; <http://maxValue> ?max } GROUP BY ?z ?min ?max",
    ),
    (
        "by religion and post code",
        "SELECT ?r ?z (COUNT(*) AS ?n) { ?p ub:hasReligion ?r ; ub:zipcode ?z } GROUP BY ?r ?z",
    ),
    (
        "by department",
        "SELECT ?d (COUNT(*) AS ?n) { ?p ub:hasReligion ?r ; ub:worksFor ?d } GROUP BY ?d",
    ),
];

pub fn run() -> Result {
    let count = std::env::var("BAUTA_BENCH_UNIVERSITIES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(100);
    let source = data::cache()?.join(format!("universities{count}.nt"));
    if !source.exists() {
        let mut out = BufWriter::with_capacity(1 << 20, File::create(&source).map_err(said)?);
        let triples = Universities::new(count, 1)
            .write(&mut out, &Silent)
            .map_err(said)?;
        out.flush().map_err(said)?;
        println!("{triples} triples generated");
    }
    let professors = professors(&source)?;
    let half = professors.len() / 2;
    let later: HashSet<&str> = professors.iter().skip(half).map(String::as_str).collect();
    let folder = tempfile::tempdir().map_err(said)?;
    let text = context();
    let parsed = Context::parse(&text, Path::new(".")).map_err(said)?;
    let engine = Engine::open(folder.path(), parsed, &text).map_err(said)?;
    let start = Instant::now();
    let mut pool = loaded(&engine, &source, &later)?;
    println!(
        "{} professors, half of them loaded with all else in {:.0} s",
        professors.len(),
        start.elapsed().as_secs_f64()
    );
    let mut bars = vec![Bar::at_most(
        "store: seconds of the phases",
        phases(half)?,
        PHASES,
    )];
    let mut alive: VecDeque<String> = professors.iter().take(half).cloned().collect();
    let mut seconds = Vec::new();
    for number in 0..=RELEASES {
        if number > 0 {
            changed(&engine, &mut alive, &mut pool, half / RATE)?;
        }
        seconds.push(released(&engine)?);
    }
    let plain = plain(&engine)?;
    let stale = asked(&engine, &plain, "with what releases left behind")?;
    let start = Instant::now();
    engine.tidy().map_err(said)?;
    println!("tidied in {:.0} s", start.elapsed().as_secs_f64());
    let clean = asked(&engine, &plain, "tidied")?;
    println!("slowest ratio before tidying: {stale:.2}");
    bars.push(Bar::at_most(
        "store: seconds of the first release",
        *seconds.first().unwrap_or(&f64::NAN),
        SECONDS,
    ));
    bars.push(Bar::at_most(
        "store: seconds of a release",
        median(seconds.get(1..).unwrap_or_default()),
        SECONDS,
    ));
    bars.push(Bar::at_most(
        "store: slowest query by the plain store",
        clean,
        TIMES,
    ));
    Ok(bars)
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn context() -> String {
    format!("{CONTEXT}\n[prefixes]\nub = \"{NAMESPACE}\"\n")
}

fn triples(source: &Path) -> Result<impl Iterator<Item = Result<Triple>>> {
    let input = BufReader::with_capacity(1 << 20, File::open(source).map_err(said)?);
    Ok(NTriplesParser::new()
        .for_reader(input)
        .map(|triple| triple.map_err(said)))
}

/// Professors in an order that has nothing to do with where they work.
fn professors(source: &Path) -> Result<Vec<String>> {
    let religion = format!("{NAMESPACE}hasReligion");
    let mut found = Vec::new();
    for triple in triples(source)? {
        let triple = triple?;
        if let (NamedOrBlankNode::NamedNode(node), true) =
            (triple.subject, triple.predicate.as_str() == religion)
        {
            found.push(node.into_string());
        }
    }
    found.sort_by_cached_key(|name| {
        name.bytes().fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        })
    });
    Ok(found)
}

/// Loads everything but those who come later, whose facts are handed back.
fn loaded(engine: &Engine, source: &Path, later: &HashSet<&str>) -> Result<VecDeque<Vec<Quad>>> {
    let mut pool: BTreeMap<String, Vec<Quad>> = BTreeMap::new();
    let mut part = Vec::with_capacity(PART);
    for triple in triples(source)? {
        let triple = triple?;
        let owner = match &triple.subject {
            NamedOrBlankNode::NamedNode(node) => owner(node.as_str(), later),
            NamedOrBlankNode::BlankNode(_) => None,
        };
        let quad = triple.in_graph(GraphName::DefaultGraph);
        match owner {
            Some(owner) => pool.entry(owner).or_default().push(quad),
            None => part.push(quad),
        }
        if part.len() == PART {
            engine.insert(std::mem::take(&mut part)).map_err(said)?;
        }
    }
    engine.insert(part).map_err(said)?;
    Ok(pool.into_values().collect())
}

/// Who comes later and has the address, or one that it extends.
fn owner(address: &str, later: &HashSet<&str>) -> Option<String> {
    let start = address.rsplit_once('/').map_or(address, |(start, _)| start);
    [address, start]
        .into_iter()
        .find(|own| later.contains(own))
        .map(str::to_owned)
}

fn changed(
    engine: &Engine,
    alive: &mut VecDeque<String>,
    pool: &mut VecDeque<Vec<Quad>>,
    number: usize,
) -> Result<()> {
    let gone: Vec<String> = alive.drain(..number.min(alive.len())).collect();
    let names: String = gone.iter().map(|name| format!("<{name}> ")).collect();
    let text = format!("DELETE {{ ?s ?p ?o }} WHERE {{ VALUES ?s {{ {names} }} ?s ?p ?o }}");
    engine
        .update(&text, None, Using::default(), CancellationToken::new())
        .map_err(said)?;
    let came: Vec<Quad> = pool.drain(..number.min(pool.len())).flatten().collect();
    engine.insert(came).map_err(said)
}

fn released(engine: &Engine) -> Result<f64> {
    let (start, cpu) = (Instant::now(), own_cpu()?);
    let summary = engine.publish().map_err(said)?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), own_cpu()? - cpu);
    println!(
        "release {}: {wall:.2} s, {cpu:.2} s of processor; {} entities in {} classes, {} counterfeits, {} wait",
        summary.number, summary.entities, summary.classes, summary.counterfeits, summary.deferred
    );
    Ok(wall)
}

/// Division, balancing, assignment and split of as many tuples, the second release after a tenth of them changed.
fn phases(count: usize) -> Result<f64> {
    let tuple = |id: Id| Tuple {
        id,
        value: (id % 8) as u32,
        places: vec![
            (id.wrapping_mul(7919) % 81) as f64 / 81.0,
            (id.wrapping_mul(104_729) % 300) as f64 / 300.0,
        ],
    };
    let mut history = History::new();
    let mut seconds = Vec::new();
    for release in 0..4 {
        let first = (release * count / RATE) as Id;
        let alive: Vec<Tuple> = (first..first + count as Id).map(tuple).collect();
        let start = Instant::now();
        let made = publish(&mut history, alive, 4);
        seconds.push(start.elapsed().as_secs_f64());
        if made.classes.is_empty() {
            return Err("no class was made".to_owned());
        }
    }
    println!(
        "phases: {:.2} s for the first release, {:.2} s for others",
        seconds[0],
        median(&seconds[1..])
    );
    Ok(seconds.into_iter().fold(0.0, f64::max))
}

/// The public facts in a store of the library.
fn plain(engine: &Engine) -> Result<Store> {
    let store = Store::new().map_err(said)?;
    let mut part = Vec::with_capacity(PART);
    for quad in &engine.public() {
        part.push(quad.map_err(said)?);
        if part.len() == PART {
            store.extend(part.drain(..)).map_err(said)?;
        }
    }
    store.extend(part).map_err(said)?;
    Ok(store)
}

fn rows(results: QueryResults<'_>) -> usize {
    match results {
        QueryResults::Solutions(rows) => rows.filter(std::result::Result::is_ok).count(),
        QueryResults::Boolean(_) | QueryResults::Graph(_) => 0,
    }
}

/// The slowest ratio of all queries to the plain store; both take turns.
fn asked(engine: &Engine, plain: &Store, what: &str) -> Result<f64> {
    let mut slowest = 0.0f64;
    println!("queries, {what}:");
    for (name, text) in QUERIES {
        let text = format!("PREFIX ub: <{NAMESPACE}> {text}");
        let asked = Asked::new(&text, View::Public);
        let (mut own, mut other, mut found) = (Vec::new(), Vec::new(), (0, 0));
        let begun = Instant::now();
        while own.len() < REPEATS || (own.len() < MOST && begun.elapsed().as_secs_f64() < ENOUGH) {
            let start = Instant::now();
            found.0 = engine
                .query(&asked, &CancellationToken::new(), |results| {
                    Ok(rows(results))
                })
                .map_err(said)?;
            own.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            let query = SparqlEvaluator::new().parse_query(&text).map_err(said)?;
            found.1 = rows(query.on_store(plain).execute().map_err(said)?);
            other.push(start.elapsed().as_secs_f64());
        }
        if found.0 != found.1 || found.0 == 0 {
            return Err(format!("{name}: {} rows and {}", found.0, found.1));
        }
        let ratio = best(&own) / best(&other);
        println!(
            "  {name}: {:.2} ms, {ratio:.2} times the plain store, {} rows",
            1e3 * best(&own),
            found.0
        );
        slowest = slowest.max(ratio);
    }
    Ok(slowest)
}
