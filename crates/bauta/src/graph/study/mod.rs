//! The published experiments once more, on generated universities: what we find beside what was published.
//!
//! **Paper** thouvenot2022, chapters 4 and 5. Errors of counts after semantic anatomy and after masking, for four ways to spread values; recall after
//! k-anonymity, for 300 and 3000 post codes and questions with one, two or three digits less; time to group advisors; rate of
//! generalising. Chapter 6 is about stores that publish again and again, and is not asked here.
//!
//! **Differences from the paper** only professors are generated, who alone are asked about; values are taken to the granularity of the
//! questions first (`asked-level`), which is how recall is kept.

mod errors;
mod paper;
mod recall;
mod speed;

use std::path::Path;

use bauta_formats::Staged;
use bauta_graph::context::Context;
pub use bauta_graph::evaluate::{Beside, Measure};
use bauta_graph::evaluate::{Evaluation, Overlap, evaluate};
use bauta_graph::generate::{Extension, NAMESPACE, Universities};
use bauta_graph::read::{ReadOptions, read};
use bauta_graph::release::{Answer, Given, anonymize};
use bauta_graph::write::write;
use bauta_graph::{Graph, RdfFormat};
use bauta_table::{Fault, Progress, Stage};
use serde::Serialize;

use crate::error::{Error, Result};

/// What to run.
#[derive(Debug, Clone)]
pub struct StudyRequest {
    /// Sizes of graphs, in universities; figures were published for 100, 1000 and 5000.
    pub universities: Vec<u32>,
    /// Seed of everything that is drawn.
    pub seed: u64,
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
pub struct Study {
    /// Universities and their professors.
    pub sizes: Vec<(u32, u64)>,
    /// Our figures beside theirs.
    pub beside: Vec<Beside>,
    /// Those of ours that are no worse, and all.
    pub no_worse: (u64, u64),
}

/// Runs the published experiments.
///
/// # Errors
/// Sizes that were not published, or that it was stopped.
pub fn study(request: &StudyRequest, progress: &dyn Progress) -> Result<Study> {
    let unknown = |count: &&u32| ![100, 1000, 5000].contains(*count);
    if request.universities.is_empty() || request.universities.iter().any(|count| unknown(&count)) {
        let sentence = "figures were published for 100, 1000 and 5000 universities";
        return Err(Error::Faults(vec![Fault::Request(sentence.into())]));
    }
    let mut found = Study { sizes: Vec::new(), beside: Vec::new(), no_worse: (0, 0) };
    for &universities in &request.universities {
        let mut work = Work { universities, seed: request.seed, progress, done: 0, professors: 0 };
        found.beside.extend(errors::found(&mut work)?);
        found.beside.extend(recall::found(&mut work)?);
        found.beside.extend(speed::grouping(universities));
        found.sizes.push((universities, work.professors));
    }
    let better = found.beside.iter().filter(|one| one.no_worse).count();
    found.no_worse = (better as u64, found.beside.len() as u64);
    Ok(found)
}

/// A study as a file whose name ends in `.html`, `.md` or `.json`; the caller commits it.
///
/// # Errors
/// When it cannot be written.
pub fn stage_study(found: &Study, path: &Path, language: &str, force: bool) -> Result<Staged> {
    Ok(bauta_formats::stage_text(&paper::study(found, path, language)?, path, force)?)
}

/// Experiments on graphs of one size.
struct Work<'a> {
    universities: u32,
    seed: u64,
    progress: &'a dyn Progress,
    /// Releases so far.
    done: u64,
    /// Professors of the last graph.
    professors: u64,
}

impl Work<'_> {
    /// The published name of the graph.
    fn dataset(&self) -> String {
        format!("LUBM {}", self.universities)
    }

    /// Professors with some attributes.
    fn professors(&self, extension: Extension) -> Result<Graph> {
        let asked =
            Universities { extension, professors_only: true, ..Universities::new(self.universities, self.seed) };
        Ok(asked.graph()?)
    }

    /// A release of a graph and what comes of asking it, and the seconds of deciding.
    fn evaluated(&mut self, graph: &mut Graph, text: &str, given: &Given) -> Result<(Evaluation, f64)> {
        self.done += 1;
        self.progress.tell(Stage::Search, self.done, None);
        if self.progress.cancelled() {
            return Err(Error::from(bauta_graph::Error::Cancelled));
        }
        let head = format!(
            "version = 1\nentailment = \"none\"\n[prefixes]\nub = \"{NAMESPACE}\"\n[entities]\nclass = \"ub:Professor\"\n"
        );
        let context = Context::parse(&(head + text), "study")?;
        let mut seconds = 0.0;
        let answer = crate::report::timed(&mut seconds, || anonymize(graph, &context, given, &bauta_table::Silent))?;
        let release = match answer {
            Answer::Released(release) => release,
            Answer::Unreachable(miss) => return Err(Error::Faults(vec![Fault::Request(miss.attempt)])),
        };
        let mut lines = Vec::new();
        write(&release.edited(graph), &mut lines, RdfFormat::NTriples, &[], &bauta_table::Silent)?;
        self.professors = release.resolved.entities.len() as u64;
        drop(release);
        let mut again = Graph::default();
        read(&mut again, lines.as_slice(), RdfFormat::NTriples, &ReadOptions::default(), &bauta_table::Silent)?;
        drop(lines);
        Ok((evaluate(graph, &again, &context, Overlap::Drop, &bauta_table::Silent)?, seconds))
    }
}
