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
pub use bauta_graph::evaluate::{Beside, Measure, Standing};
use bauta_graph::evaluate::{Evaluation, Overlap, evaluate, judge};
use bauta_graph::generate::{Extension, NAMESPACE, Universities};
use bauta_graph::read::{ReadOptions, read};
use bauta_graph::release::{Answer, Given, anonymize};
use bauta_graph::write::write;
use bauta_graph::{Graph, RdfFormat};
use bauta_table::{Fault, Progress, Stage};
use serde::Serialize;

use bauta_messages::{Error, Result};

/// What to run.
#[derive(Debug, Clone)]
pub struct StudyRequest {
    /// Sizes of graphs, in universities; figures were published for 100, 1000 and 5000.
    pub universities: Vec<u32>,
    /// Seed of the first draw; the next ones have the seeds after it.
    pub seed: u64,
    /// How many times graphs are drawn. What was published was drawn once: how far draws are apart tells which differences mean something.
    pub draws: u32,
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
pub struct Study {
    /// Universities and their professors.
    pub sizes: Vec<(u32, u64)>,
    /// Our figures beside theirs.
    pub beside: Vec<Beside>,
    /// How many times graphs were drawn.
    pub draws: u32,
    /// Figures of ours that are no worse.
    pub no_worse: u64,
    /// Those that are worse in the mean by no more than drawing explains, all figures judged together.
    pub by_chance: u64,
}

impl Study {
    /// What came of it, in a sentence.
    pub fn headline(&self, language: &str) -> String {
        let Study {
            beside,
            draws,
            no_worse,
            by_chance,
            ..
        } = self;
        let all = beside.len();
        match (language, draws) {
            ("fr", 0 | 1) => {
                format!("{no_worse} chiffres sur {all} ne sont pas moins bons que ceux publiés")
            }
            ("fr", _) => format!(
                "{no_worse} chiffres sur {all} ne sont pas moins bons que ceux publiés ; pour {by_chance} autres, l'écart tient au hasard ({draws} tirages)"
            ),
            (_, 0 | 1) => format!("{no_worse} of {all} figures are no worse than those published"),
            _ => format!(
                "{no_worse} of {all} figures are no worse than those published, and {by_chance} more but for the chance of {draws} draws"
            ),
        }
    }
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
    let mut found = Study {
        sizes: Vec::new(),
        beside: Vec::new(),
        draws: request.draws,
        no_worse: 0,
        by_chance: 0,
    };
    for &universities in &request.universities {
        let mut work = Work {
            universities,
            seed: request.seed,
            progress,
            done: 0,
            professors: 0,
        };
        let mut draws = Vec::new();
        for draw in 0..request.draws.max(1) {
            work.seed = request.seed.wrapping_add(u64::from(draw));
            let mut own = errors::found(&mut work)?;
            own.extend(recall::found(&mut work)?);
            draws.push(own);
        }
        found.beside.extend(over(&draws));
        found.beside.extend(speed::grouping(universities));
        found.sizes.push((universities, work.professors));
    }
    judge(&mut found.beside);
    let standing = |wanted| {
        found
            .beside
            .iter()
            .filter(|one| one.standing == wanted)
            .count() as u64
    };
    (found.no_worse, found.by_chance) = (standing(Standing::NoWorse), standing(Standing::ByChance));
    Ok(found)
}

/// The same figures of several draws, each as one.
fn over(draws: &[Vec<Beside>]) -> Vec<Beside> {
    let of = |place: usize| {
        draws
            .iter()
            .filter_map(|own| own.get(place).cloned())
            .collect::<Vec<_>>()
    };
    (0..draws.first().map_or(0, Vec::len))
        .filter_map(|place| Beside::over(&of(place)))
        .collect()
}

/// A study as a file whose name ends in `.html`, `.md` or `.json`; the caller commits it.
///
/// # Errors
/// When it cannot be written.
pub fn stage_study(found: &Study, path: &Path, language: &str, force: bool) -> Result<Staged> {
    Ok(bauta_formats::stage_text(
        &paper::study(found, path, language)?,
        path,
        force,
    )?)
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
        let asked = Universities {
            extension,
            professors_only: true,
            ..Universities::new(self.universities, self.seed)
        };
        Ok(asked.graph()?)
    }

    /// A release of a graph and what comes of asking it, and the seconds of deciding.
    fn evaluated(
        &mut self,
        graph: &mut Graph,
        text: &str,
        given: &Given,
    ) -> Result<(Evaluation, f64)> {
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
        let answer = bauta_run::report::timed(&mut seconds, || {
            anonymize(graph, &context, given, &bauta_table::Silent)
        })?;
        let release = match answer {
            Answer::Released(release) => release,
            Answer::Unreachable(miss) => {
                return Err(Error::Faults(vec![Fault::Request(miss.attempt)]));
            }
        };
        let mut lines = Vec::new();
        write(
            &release.edited(graph),
            &mut lines,
            RdfFormat::NTriples,
            &[],
            &bauta_table::Silent,
        )?;
        self.professors = release.resolved.entities.len() as u64;
        drop(release);
        let mut again = Graph::default();
        read(
            &mut again,
            lines.as_slice(),
            RdfFormat::NTriples,
            &ReadOptions::default(),
            &bauta_table::Silent,
        )?;
        drop(lines);
        Ok((
            evaluate(graph, &again, &context, Overlap::Drop, &bauta_table::Silent)?,
            seconds,
        ))
    }
}
