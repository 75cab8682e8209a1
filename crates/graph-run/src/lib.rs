//! Knowledge graphs from files to files: generate, anonymise, evaluate.
//!
//! This is where paths, compression, seeds and reports are; what is done to a graph is in `bauta-graph`.

mod columns;
mod convert;
mod files;
mod ledger;
mod noisy;
mod paper;
mod policies;

pub use bauta_graph::evaluate::{Evaluation, Overlap};
pub use bauta_graph::generate::{Extension, Spread, Universities};
pub use bauta_graph::release::{Finding, Miss};
pub use convert::convert_graph;
pub use files::{Loaded, load};
pub use ledger::Cost;
pub use noisy::{
    CountAnswer, CountRequest, Groups, NoisyCounts, Terms, key, noisy_count, read_keys,
};
pub use policies::{Policies, PolicyRequest, policies};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bauta_formats::Staged;
use bauta_graph::context::{Context, HierarchySource};
use bauta_graph::release::{Answer, Given, Release, updates};
use bauta_table::{Fault, Hierarchy, Progress};
use serde::Serialize;

use bauta_messages::{Error, Result};
use bauta_run::hierarchies::read_hierarchy;
use bauta_run::report::timed;

/// A graph to be anonymised.
#[derive(Debug, Clone, Default)]
pub struct GraphRequest {
    /// The graph: one file or several.
    pub data: Vec<PathBuf>,
    /// The context file.
    pub context: PathBuf,
    /// Where the release goes.
    pub output: PathBuf,
    /// Where the same change goes as SPARQL updates.
    pub updates: Option<PathBuf>,
    /// The report for people: .html, .md or .json.
    pub report: Option<PathBuf>,
    /// Language of the report.
    pub language: String,
    /// Seed of new names; drawn by the operating system if not given.
    pub seed: Option<u64>,
    /// Malformed triples are left out.
    pub lenient: bool,
    /// Replace what is there.
    pub force: bool,
    /// Who reads and writes: nothing or `local` for memory, `datafusion`, or `ballista://host:port`.
    pub engine: Option<String>,
    /// What the engine may hold, such as 2GB.
    pub memory: Option<String>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
pub struct GraphReport {
    /// Whether there is a release.
    pub released: bool,
    /// Triples that were read and written.
    pub triples: (u64, u64),
    /// Entities.
    pub entities: u64,
    /// What was verified.
    pub guarantees: Vec<Finding>,
    /// Entities that are alike at the least.
    pub k: Option<u64>,
    /// Classes of alike entities.
    pub classes: Option<u64>,
    /// The fewest values of a group, by property.
    pub l: BTreeMap<String, u64>,
    /// The largest share of a value in its group, by property.
    pub max_posterior: BTreeMap<String, f64>,
    /// Groups, by property.
    pub groups: BTreeMap<String, u64>,
    /// The fewest sub-concepts with values of a group's concept, by property.
    pub semantic_l: BTreeMap<String, u64>,
    /// The greatest distance of a group from all along the taxonomy (hierarchical t), by property.
    pub semantic_t: BTreeMap<String, f64>,
    /// Addresses that became blank nodes, entities' own and those that extend them.
    pub renamed: (u64, u64),
    /// How near it came, where there is none.
    pub nearest_miss: Option<Miss>,
    /// What is worth saying.
    pub notes: Vec<String>,
    /// Seconds of reading, deciding and verifying, writing.
    pub seconds: (f64, f64, f64),
}

/// Anonymises a graph from file to file.
///
/// # Errors
/// Faults of files, context or graph; nothing is written then.
pub fn anonymize_graph(request: &GraphRequest, progress: &dyn Progress) -> Result<GraphReport> {
    if let Some(engine) = request
        .engine
        .as_deref()
        .filter(|engine| *engine != "local")
    {
        return on_engine(request, engine, progress);
    }
    let context = read_context(&request.context)?;
    let given = Given {
        hierarchies: hierarchies(&context, &request.context)?,
        seed: seed(request.seed)?,
        ..Given::default()
    };
    files::writable(&request.output)?;
    let mut seconds = (0.0, 0.0, 0.0);
    let mut loaded = timed(&mut seconds.0, || {
        load(&request.data, request.lenient, progress)
    })?;
    let answer = timed(&mut seconds.1, || {
        bauta_graph::release::anonymize(&mut loaded.graph, &context, &given, progress)
            .map_err(Error::from)
    })?;
    let mut report = GraphReport::new(loaded.graph.len() as u64, loaded.notes.clone());
    let release = match answer {
        Answer::Released(release) => release,
        Answer::Unreachable(miss) => {
            report.nearest_miss = Some(miss);
            if let Some(path) = &request.report {
                stage_report(&report, path, request)?.commit()?;
            }
            return Ok(report);
        }
    };
    report.tell(&release);
    let mut staged = Vec::new();
    timed(&mut seconds.2, || -> Result<()> {
        let mut prefixes = context.prefix_list();
        prefixes.extend(
            loaded
                .prefixes
                .iter()
                .filter(|(name, _)| !context.prefixes.contains_key(name))
                .cloned(),
        );
        if !prefixes.iter().any(|(name, _)| name == "bauta") {
            prefixes.push(("bauta".to_owned(), context.vocabulary.namespace.clone()));
        }
        staged.push(files::stage(
            &release.edited(&loaded.graph),
            &request.output,
            &prefixes,
            request.force,
            progress,
        )?);
        if let Some(path) = &request.updates {
            let text = updates(&loaded.graph, &context, &release).join(" ;\n");
            staged.push(bauta_formats::stage_text(
                &(text + "\n"),
                path,
                request.force,
            )?);
        }
        Ok(())
    })?;
    report.seconds = seconds;
    if let Some(path) = &request.report {
        staged.push(stage_report(&report, path, request)?);
    }
    for staged in staged {
        staged.commit()?;
    }
    Ok(report)
}

/// The same with the graph in a folder of triples that an engine reads.
fn on_engine(request: &GraphRequest, engine: &str, progress: &dyn Progress) -> Result<GraphReport> {
    let memory = request
        .memory
        .as_deref()
        .map(bauta_run::backend::bytes)
        .transpose()?;
    if engine != "datafusion" && !engine.starts_with("ballista://") {
        return Err(Error::request(
            "graphs have no such engine; name local, datafusion or ballista://host:port",
        ));
    }
    #[cfg(feature = "cluster")]
    {
        let tables = match engine {
            "datafusion" => bauta_engines::datafusion::tables(memory)?,
            address => bauta_engines::ballista::tables(address)?,
        };
        columns::engine::anonymize(request, &tables, progress)
    }
    #[cfg(not(feature = "cluster"))]
    {
        let _ = (memory, progress);
        Err(Error::request(
            "this program was built without that engine; build it with --features cluster",
        ))
    }
}

fn stage_report(report: &GraphReport, path: &Path, request: &GraphRequest) -> Result<Staged> {
    let text = paper::release(report, path, &request.language)?;
    Ok(bauta_formats::stage_text(&text, path, request.force)?)
}

impl GraphReport {
    fn new(triples: u64, notes: Vec<String>) -> Self {
        GraphReport {
            released: false,
            triples: (triples, 0),
            entities: 0,
            guarantees: Vec::new(),
            k: None,
            classes: None,
            l: BTreeMap::new(),
            max_posterior: BTreeMap::new(),
            groups: BTreeMap::new(),
            semantic_l: BTreeMap::new(),
            semantic_t: BTreeMap::new(),
            renamed: (0, 0),
            nearest_miss: None,
            notes,
            seconds: (0.0, 0.0, 0.0),
        }
    }

    fn tell(&mut self, release: &Release) {
        let verified = &release.verified;
        self.released = true;
        self.triples.1 = verified.triples;
        self.entities = release.resolved.entities.len() as u64;
        self.guarantees.clone_from(&verified.findings);
        (self.k, self.classes) = (verified.k, verified.classes);
        self.l.clone_from(&verified.l);
        self.max_posterior.clone_from(&verified.max_posterior);
        self.groups = release
            .grouped
            .iter()
            .map(|found| (found.name.clone(), found.groups.len() as u64))
            .collect();
        let named = |l: Option<u64>, name: &String| l.map(|l| (name.clone(), l));
        self.semantic_l = release
            .grouped
            .iter()
            .filter_map(|found| named(found.semantic_l, &found.name))
            .collect();
        let named = |t: Option<f64>, name: &String| t.map(|t| (name.clone(), t));
        self.semantic_t = release
            .grouped
            .iter()
            .filter_map(|found| named(found.semantic_t, &found.name))
            .collect();
        self.renamed = (
            release.edits.entities_renamed,
            release.edits.derived_renamed,
        );
        self.notes.extend(release.notes.iter().cloned());
    }
}

/// A release to be compared with the graph it was made from.
#[derive(Debug, Clone, Default)]
pub struct GraphComparison {
    /// The graph: one file or several.
    pub data: Vec<PathBuf>,
    /// The release.
    pub release: PathBuf,
    /// The context file.
    pub context: PathBuf,
    /// How an entity counts whose published value is wider than what is asked.
    pub overlap: Overlap,
    /// Malformed triples are left out.
    pub lenient: bool,
}

/// Compares a release with the graph it was made from.
///
/// # Errors
/// Faults of files, context or graphs.
pub fn evaluate_graph(request: &GraphComparison, progress: &dyn Progress) -> Result<Evaluation> {
    let context = read_context(&request.context)?;
    let original = load(&request.data, request.lenient, progress)?;
    let release = load(
        std::slice::from_ref(&request.release),
        request.lenient,
        progress,
    )?;
    let found = bauta_graph::evaluate::evaluate(
        &original.graph,
        &release.graph,
        &context,
        request.overlap,
        progress,
    )?;
    Ok(found)
}

/// An evaluation as a file whose name ends in `.html`, `.md` or `.json`; the caller commits it.
///
/// # Errors
/// When it cannot be written.
pub fn stage_evaluation(
    found: &Evaluation,
    path: &Path,
    language: &str,
    force: bool,
) -> Result<Staged> {
    Ok(bauta_formats::stage_text(
        &paper::evaluation(found, path, language)?,
        path,
        force,
    )?)
}

/// Generates a university graph; answers the number of triples.
///
/// # Errors
/// What cannot be generated, a failing file, or that it was stopped.
pub fn generate_graph(
    asked: &Universities,
    output: &Path,
    force: bool,
    progress: &dyn Progress,
) -> Result<u64> {
    asked.check()?;
    let (staged, triples) = files::stage_generated(asked, output, force, progress)?;
    staged.commit()?;
    Ok(triples)
}

/// A context file.
///
/// # Errors
/// What is wrong with it.
pub fn read_context(path: &Path) -> Result<Context> {
    let text =
        std::fs::read_to_string(path).map_err(|source| bauta_formats::Error::io(path, source))?;
    Ok(Context::parse(&text, &path.display().to_string())?)
}

/// The hierarchy files that a context names, relative to it.
fn hierarchies(context: &Context, path: &Path) -> Result<BTreeMap<String, Hierarchy>> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let (mut found, mut faults) = (BTreeMap::new(), Vec::new());
    for quasi in &context.quasi_identifiers {
        let Some(HierarchySource::File(file)) = &quasi.hierarchy else {
            continue;
        };
        match read_hierarchy(&quasi.name(), &folder.join(file)) {
            Ok(hierarchy) => {
                found.insert(quasi.name(), hierarchy);
            }
            Err(Error::Faults(more)) => faults.extend(more),
            Err(other) => return Err(other),
        }
    }
    if faults.is_empty() {
        Ok(found)
    } else {
        Err(Error::Faults(faults))
    }
}

fn seed(asked: Option<u64>) -> Result<u64> {
    if let Some(seed) = asked {
        return Ok(seed);
    }
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| Error::NoRandomness)?;
    Ok(u64::from_le_bytes(bytes))
}

/// A fault about a name that tells no format.
fn unknown_format(path: &Path) -> Error {
    Error::Faults(vec![Fault::Request(format!(
        "{} has none of the endings .nt, .nq, .ttl, .trig, .rdf, .owl and .jsonld, with or without .gz or .zst, and is no folder of triples (.triples)",
        path.display()
    ))])
}
