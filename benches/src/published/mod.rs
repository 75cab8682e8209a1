//! Published experiments on generated universities: each of our figures beside the published one.
//!
//! **Paper** thouvenot2022, chapters 4 and 5. Errors of counts after semantic anatomy and after masking, for four ways to spread values; recall after
//! k-anonymity, for 300 and 3000 post codes and questions with one, two or three digits less; time to group advisors; rate of
//! generalising. Chapter 6 is about stores that publish again and again, and is not asked here.
//!
//! **Differences from the paper** only professors are generated, who alone are asked about; values are taken to the granularity of the
//! questions first (`asked-level`), which is how recall is kept.

mod comparison;
mod errors;
mod figures;
mod recall;
mod speed;

use std::time::Instant;

use bauta_graph::context::Context;
use bauta_graph::evaluate::{Evaluation, Overlap, evaluate};
use bauta_graph::generate::{Extension, NAMESPACE, Universities};
use bauta_graph::read::{ReadOptions, read};
use bauta_graph::release::{Answer, Given, anonymize};
use bauta_graph::write::write;
use bauta_graph::{Graph, RdfFormat};
use bauta_table::Silent;

use crate::Result;
use crate::bars::Bar;
use comparison::{Comparison, Standing, judge};

/// How many times graphs are drawn, where nothing else is said. What was published was drawn once: how far draws are apart tells which
/// differences mean something.
const DRAWS: u32 = 5;

/// The seed of the first draw; the next ones have the seeds after it.
const SEED: u64 = 1;

/// Runs the experiments on graphs of 100, 1000 or 5000 universities, for which figures were published; `words` are this number and the
/// number of draws.
pub fn run(words: &[&str]) -> Result {
    let (universities, draws) = asked(words)?;
    let mut work = Work {
        universities,
        seed: SEED,
        professors: 0,
    };
    let mut runs = Vec::new();
    for draw in 0..draws {
        work.seed = SEED.wrapping_add(u64::from(draw));
        let mut own = errors::found(&mut work)?;
        own.extend(recall::found(&mut work)?);
        runs.push(own);
        println!(
            "draw {} of {draws}: {} professors",
            draw + 1,
            work.professors
        );
    }
    let mut found = over(&runs);
    found.extend(speed::grouping(universities));
    judge(&mut found);
    found.iter().for_each(|one| println!("{one}"));
    let of = |standing| found.iter().filter(|one| one.standing == standing).count();
    println!(
        "{} of {} figures are no worse than those published, and {} more but for the chance of {draws} draws",
        of(Standing::NoWorse),
        found.len(),
        of(Standing::ByChance)
    );
    Ok(vec![Bar::at_most(
        format!("published: figures of LUBM {universities} that are worse than drawing explains"),
        of(Standing::Worse) as f64,
        0.0,
    )])
}

/// The number of universities and of draws.
fn asked(words: &[&str]) -> Result<(u32, u32)> {
    let universities = words.first().copied().unwrap_or("100");
    let universities = [100, 1000, 5000]
        .into_iter()
        .find(|known: &u32| known.to_string() == universities)
        .ok_or("figures were published for 100, 1000 and 5000 universities")?;
    let draws = match words.get(1) {
        Some(word) => word.parse().ok().filter(|draws| (2..=1000).contains(draws)),
        None => Some(DRAWS),
    };
    Ok((
        universities,
        draws.ok_or("graphs are drawn 2 to 1000 times; one draw tells nothing of chance")?,
    ))
}

/// The figures of several draws, each as one.
fn over(runs: &[Vec<Comparison>]) -> Vec<Comparison> {
    let of = |place: usize| -> Vec<Comparison> {
        let own = runs.iter().filter_map(|own| own.get(place).cloned());
        own.collect()
    };
    (0..runs.first().map_or(0, Vec::len))
        .filter_map(|place| Comparison::over(&of(place)))
        .collect()
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Experiments on graphs of one size.
struct Work {
    universities: u32,
    seed: u64,
    /// Professors of the last graph.
    professors: u64,
}

impl Work {
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
        asked.graph().map_err(said)
    }

    /// A release of a graph and what comes of asking it, and the seconds of deciding.
    fn evaluated(
        &mut self,
        graph: &mut Graph,
        text: &str,
        given: &Given,
    ) -> Result<(Evaluation, f64)> {
        let head = format!(
            "version = 1\nentailment = \"none\"\n[prefixes]\nub = \"{NAMESPACE}\"\n[entities]\nclass = \"ub:Professor\"\n"
        );
        let context = Context::parse(&(head + text), "study").map_err(said)?;
        let start = Instant::now();
        let answer = anonymize(graph, &context, given, &Silent).map_err(said)?;
        let seconds = start.elapsed().as_secs_f64();
        let release = match answer {
            Answer::Released(release) => release,
            Answer::Unreachable(miss) => return Err(miss.attempt),
        };
        let (mut lines, form) = (Vec::new(), RdfFormat::NTriples);
        write(&release.edited(graph), &mut lines, form, &[], &Silent).map_err(said)?;
        self.professors = release.resolved.entities.len() as u64;
        drop(release);
        let mut again = Graph::default();
        let options = ReadOptions::default();
        read(&mut again, lines.as_slice(), form, &options, &Silent).map_err(said)?;
        drop(lines);
        let found = evaluate(graph, &again, &context, Overlap::Drop, &Silent).map_err(said)?;
        Ok((found, seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_were_not_published_are_refused() {
        assert_eq!(asked(&[]), Ok((100, DRAWS)));
        assert_eq!(asked(&["1000", "20"]), Ok((1000, 20)));
        assert!(asked(&["7"]).is_err_and(|why| why.contains("100, 1000 and 5000")));
        assert!(asked(&["100", "1"]).is_err());
    }
}
