//! Own experiments: a grid of algorithms, k, numbers of quasi-identifiers, rows and distributions runs on people who do not exist, and what
//! was measured is written as Turtle that estimates read.

use std::fmt::Write;

use bauta_guide::ontology::{Algorithm, Ontology};
use bauta_table::Progress;

use super::facts::with_hierarchies;
use super::people::{QUASI_IDENTIFIERS, TARGETS, csv};
use super::{knowledge, measure};
use bauta_evaluate::EvaluateOptions;
use bauta_evaluate::{Candidate, Compared, Status, compare};
use bauta_messages::{Error, Result};
use bauta_run::driver::read;
use bauta_run::project::Project;

/// What is run.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// Algorithms; none = all that the ontology describes and this program runs.
    pub algorithms: Vec<String>,
    /// Values of k.
    pub k: Vec<u64>,
    /// Numbers of quasi-identifiers, from 1 to 6.
    pub quasi_identifiers: Vec<usize>,
    /// Numbers of rows.
    pub rows: Vec<usize>,
    /// Seed of the people.
    pub seed: u64,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learned {
    /// The experiments as Turtle.
    pub turtle: String,
    /// Runs with a release.
    pub runs: usize,
    /// Runs that had none.
    pub without: usize,
}

/// Metrics that experiments tell; exact ones are not learnt.
const METRICS: [&str; 6] = [
    "information-loss",
    "average-class",
    "discernibility",
    "classification-kept",
    "query-error",
    "seconds",
];

const HEADER: &str = "# Experiments of this program on people who do not exist, made by `bauta guide learn`. Estimates are learnt from them.

@prefix g: <urn:bauta:guide#> .

";

/// Runs the grid.
///
/// # Errors
/// A grid that cannot be run, the failure of a file, or that it was stopped.
pub fn learn(grid: &Grid, progress: &dyn Progress) -> Result<Learned> {
    let ontology = knowledge::load_ontology(None)?;
    let algorithms = algorithms(grid, &ontology)?;
    let folder = tempfile::tempdir()
        .map_err(|source| bauta_formats::Error::io(&std::env::temp_dir(), source))?;
    let mut learned = Learned {
        turtle: HEADER.to_owned(),
        runs: 0,
        without: 0,
    };
    for &rows in &grid.rows {
        for uniform in [true, false] {
            let path = folder.path().join(format!("people-{rows}-{uniform}.csv"));
            let text = csv(rows, uniform, grid.seed);
            std::fs::write(&path, text)
                .map_err(|source| bauta_formats::Error::io(&path, source))?;
            for &count in &grid.quasi_identifiers {
                let shape = Shape {
                    data: path.display().to_string(),
                    rows,
                    uniform,
                    count,
                };
                shape.run(grid, &algorithms, &mut learned, progress)?;
            }
        }
    }
    Ok(learned)
}

fn algorithms(grid: &Grid, ontology: &Ontology) -> Result<Vec<Algorithm>> {
    let known: Vec<Algorithm> = ontology
        .algorithms()?
        .into_iter()
        .filter(|own| own.family.is_some() && measure::is_runnable(&own.named.id))
        .collect();
    let mut faults = Vec::new();
    for id in &grid.algorithms {
        if !known.iter().any(|own| own.named.id == *id) {
            let possible: Vec<String> = known.iter().map(|own| own.named.id.clone()).collect();
            faults.push(bauta_table::Fault::UnknownWord {
                parameter: "method".into(),
                given: id.clone(),
                nearest: bauta_table::nearest_name(id, possible.iter().map(String::as_str)),
                possible,
            });
        }
    }
    let out = |parameter: &str, given: String, allowed: &str| bauta_table::Fault::OutOfRange {
        parameter: parameter.into(),
        given,
        allowed: allowed.into(),
    };
    let counts = grid
        .quasi_identifiers
        .iter()
        .filter(|count| !(1..=QUASI_IDENTIFIERS.len()).contains(*count));
    faults.extend(counts.map(|count| {
        out(
            "quasi-identifiers",
            count.to_string(),
            "a whole number from 1 to 6",
        )
    }));
    let few = grid.rows.iter().filter(|rows| **rows < 20);
    faults.extend(few.map(|rows| out("rows", rows.to_string(), "a whole number, 20 or more")));
    faults.extend(
        grid.k
            .iter()
            .filter(|k| **k == 0)
            .map(|_| out("k", "0".into(), "a whole number, 1 or more")),
    );
    if !faults.is_empty() {
        return Err(Error::Faults(faults));
    }
    Ok(known
        .into_iter()
        .filter(|own| grid.algorithms.is_empty() || grid.algorithms.contains(&own.named.id))
        .collect())
}

/// One table of the grid, in some of its quasi-identifiers.
struct Shape {
    data: String,
    rows: usize,
    uniform: bool,
    count: usize,
}

impl Shape {
    /// Runs all algorithms: in groups that share a project, by whether they need hierarchies and by what they predict.
    fn run(
        &self,
        grid: &Grid,
        algorithms: &[Algorithm],
        learned: &mut Learned,
        progress: &dyn Progress,
    ) -> Result<()> {
        for (with, number) in [(false, false), (true, false), (false, true)] {
            let fits = |own: &&Algorithm| {
                (own.hierarchies == "all") == with && (own.target == "continuous") == number
            };
            let own: Vec<&Algorithm> = algorithms.iter().filter(fits).collect();
            let smaller = grid.k.iter().filter(|k| (**k as usize) * 2 <= self.rows);
            let candidates: Vec<Candidate> = smaller
                .flat_map(|&k| {
                    own.iter().map(move |own| Candidate {
                        method: own.named.id.clone(),
                        k: Some(k),
                        ..Candidate::default()
                    })
                })
                .collect();
            if candidates.is_empty() {
                continue;
            }
            let project = self.project(with, number, progress)?;
            let options = EvaluateOptions {
                seed: grid.seed,
                ..EvaluateOptions::default()
            };
            let compared = compare(&project, &candidates, &options, progress)?;
            for (candidate, found) in candidates.iter().zip(&compared.candidates) {
                match found.status {
                    Status::Released => {
                        learned.runs += 1;
                        self.write(&mut learned.turtle, candidate, found);
                    }
                    _ => learned.without += 1,
                }
            }
        }
        Ok(())
    }

    fn project(
        &self,
        with_hierarchies_built: bool,
        number: bool,
        progress: &dyn Progress,
    ) -> Result<Project> {
        let mut project = Project::new(&self.data);
        let names = QUASI_IDENTIFIERS.iter().take(self.count);
        project.roles.quasi_identifiers = names.map(|name| (*name).to_owned()).collect();
        let others = QUASI_IDENTIFIERS.iter().skip(self.count);
        project.roles.drop = others.map(|name| (*name).to_owned()).collect();
        let [class, amount] = TARGETS;
        project.roles.targets = vec![if number { amount } else { class }.to_owned()];
        project
            .input
            .types
            .insert("postcode".to_owned(), bauta_table::Kind::Text);
        // A twentieth of the rows may go, where an algorithm leaves any out.
        project.anonymize.max_suppression = Some(0.05);
        if !with_hierarchies_built {
            return Ok(project);
        }
        with_hierarchies(&project, &read(&project, progress)?.table)
    }

    fn write(&self, out: &mut String, candidate: &Candidate, found: &Compared) {
        let distribution = if self.uniform { "uniform" } else { "dense" };
        let (method, k) = (&candidate.method, candidate.k.unwrap_or(1));
        let points: Vec<String> = METRICS
            .iter()
            .filter_map(|metric| Some((metric, measure::value(metric, found)?)))
            .map(|(metric, value)| {
                format!("[ a g:Measurement ; g:metric g:{metric} ; g:value {value:.4} ]")
            })
            .collect();
        let (rows, count) = (self.rows, self.count);
        // Writing to a text cannot fail.
        let _ = writeln!(
            out,
            "[] a g:Experiment ; g:source \"bauta\" ; g:concerns g:method-{method} ; g:k {k} ; g:quasiIdentifiers {count} ; g:rows {rows} ; \
             g:distribution g:{distribution} ;\n    g:measured {} .",
            points.join(",\n        ")
        );
    }
}
