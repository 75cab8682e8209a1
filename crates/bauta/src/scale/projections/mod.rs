//! Projections: steps, or a method, that do to a row what its own values and its number say ([`RowWise`]).
//!
//! **Idea** 1. A sample is drawn by numbers alone: the engine passes over the other rows, and the run on distinct rows is told how many of those that each
//! stands for stay. 2. New cells are drawn while rows are written; for the search the attribute stays as it is, so it must be one that nothing looks at.
//! Figures of an attribute (its variance) come from its counted values. 3. What is drawn is what the technique draws for a table in memory, row by row.
//!
//! **Invariant** the release is the one of data in memory.

mod cells;
mod faults;

use std::collections::BTreeMap;

use bauta_cluster::{Counted, Drawn, Engine, Output};
use bauta_methods::{CheckedTechnique, Context, DifferentialPrivacy, RowWise, Settings, Technique};
use bauta_table::{Progress, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::missing;
use crate::project::{Project, Step};
use crate::report::Report;
use crate::steps::{At, Sampled};
use cells::Prescription;
pub use cells::remake;
pub(super) use faults::faults;

/// What stands in for a projection that draws cells, in the run on distinct rows.
const NOTHING: &str = "as-is";

/// A projection that a project asks for.
struct Asked<'p> {
    at: At,
    technique: &'static dyn Technique,
    settings: &'p Settings,
    method: CheckedTechnique,
}

impl Asked<'_> {
    /// Whether it draws rows, and not cells of attributes that it is told.
    fn draws_rows(&self) -> bool {
        matches!(self.method.row_wise(), Some(RowWise::Sampling(_)))
    }

    /// The attributes whose cells it draws.
    fn attributes(&self) -> Vec<String> {
        match self.method.row_wise() {
            Some(RowWise::Drawing(drawing)) => drawing.attributes().to_vec(),
            _ => Vec::new(),
        }
    }
}

/// The projections of a project, in their order.
fn asked(project: &Project) -> Vec<Asked<'_>> {
    let own = (
        At::Method,
        &project.anonymize.method,
        &project.anonymize.parameters,
    );
    let steps = project
        .steps
        .iter()
        .enumerate()
        .map(|(at, step)| (At::Step(at), &step.method, &step.parameters));
    let all = steps.chain([own]).filter_map(|(at, method, settings)| {
        let technique = bauta_methods::find(method).ok()?;
        let method = technique
            .check(settings, &project.roles.quasi_identifiers)
            .ok()?;
        method.row_wise().is_some().then_some(Asked {
            at,
            technique,
            settings,
            method,
        })
    });
    all.collect()
}

/// Whether a project asks for any.
pub(super) fn any(project: &Project) -> bool {
    !asked(project).is_empty()
}

/// The attributes whose cells are drawn.
pub(super) fn attributes(project: &Project) -> Vec<String> {
    asked(project).iter().flat_map(Asked::attributes).collect()
}

/// What is told of a projection that the run on distinct rows did not take.
struct Told {
    at: At,
    method: &'static str,
    parameters: BTreeMap<String, String>,
    reproducible: bool,
    differential_privacy: Option<DifferentialPrivacy>,
    notes: Vec<String>,
}

/// The projections of a project, drawn.
pub(super) struct Projected {
    /// The sampled rows.
    engine: Option<Box<dyn Engine>>,
    pub(super) sampled: Option<Sampled>,
    /// Columns that are drawn while rows are written.
    pub(super) drawn: Vec<(String, Drawn)>,
    told: Vec<Told>,
}

impl Projected {
    /// Draws the sample, and makes ready what draws cells.
    pub(super) fn new(
        project: &Project,
        engine: &dyn Engine,
        counted: &Counted,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let mut projected = Projected {
            engine: None,
            sampled: None,
            drawn: Vec::new(),
            told: Vec::new(),
        };
        let all = asked(project);
        if !all.is_empty() && leaves_out_first(project, counted) {
            return Err(Error::request(LEFT_OUT_FIRST));
        }
        for asked in &all {
            let elapsed = || 0.0;
            let rng = Chance::of(project, asked.at).generator();
            let mut context = Context {
                rng,
                progress,
                elapsed: &elapsed,
                notes: Vec::new(),
                view: None,
                trace: None,
            };
            match asked.draws_rows() {
                true => projected.sample(asked, (engine, counted, output), &mut context)?,
                false => projected.cells(project, asked, engine, &mut context)?,
            }
        }
        Ok(projected)
    }

    fn sample(
        &mut self,
        asked: &Asked<'_>,
        (engine, counted, output): (&dyn Engine, &Counted, &Output),
        context: &mut Context<'_>,
    ) -> Result<()> {
        let Some(RowWise::Sampling(sampling)) = asked.method.row_wise() else {
            return Ok(());
        };
        let chosen = sampling.chosen(counted.rows(), context);
        let planned = chosen.count();
        let chosen: bauta_cluster::Chosen = std::sync::Arc::new(move |row| chosen.contains(row));
        let sampled = engine.sampled(&chosen, output, context.progress)?;
        let columns: Vec<String> = counted
            .keys
            .schema()
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect();
        let weights = counted.counts_in(&sampled.frequency_set(&columns, context.progress)?)?;
        let drawn: u64 = weights.iter().sum();
        if drawn != planned {
            let broken = vec![format!("{drawn} rows drawn, {planned} planned")];
            return Err(Error::Refused {
                method: asked.technique.descriptor().id.to_owned(),
                broken,
            });
        }
        let notes = std::mem::take(&mut context.notes);
        (self.engine, self.sampled) = (
            Some(sampled),
            Some(Sampled {
                at: asked.at,
                weights,
                notes,
            }),
        );
        Ok(())
    }

    fn cells(
        &mut self,
        project: &Project,
        asked: &Asked<'_>,
        engine: &dyn Engine,
        context: &mut Context<'_>,
    ) -> Result<()> {
        let prescription = Prescription {
            method: asked.technique.descriptor().id.to_owned(),
            settings: asked.settings.clone(),
            quasi_identifiers: project.roles.quasi_identifiers.clone(),
            chance: Chance::of(project, asked.at),
            place: 0,
        };
        let (drawn, values) = cells::drawn(
            asked,
            (engine, self.engine.as_deref()),
            prescription,
            context,
        )?;
        self.drawn.extend(drawn);
        let mut values = values;
        project.roles.assign(&mut values);
        self.told.push(Told {
            at: asked.at,
            method: asked.technique.descriptor().id,
            parameters: asked.method.parameters().to_map(),
            reproducible: asked.method.repeats(),
            differential_privacy: asked.method.differential_privacy(&values),
            notes: std::mem::take(&mut context.notes),
        });
        Ok(())
    }

    /// The rows that are written.
    pub(super) fn engine<'e>(&'e self, own: &'e dyn Engine) -> &'e dyn Engine {
        self.engine.as_deref().unwrap_or(own)
    }

    /// How many rows that are written each distinct row stands for.
    pub(super) fn weights<'c>(&'c self, counted: &'c Counted) -> &'c [u64] {
        self.sampled
            .as_ref()
            .map_or(&counted.weights, |sampled| &sampled.weights)
    }

    /// The project as distinct rows see it: where cells are drawn, nothing happens.
    pub(super) fn without_cells(&self, project: &mut Project) {
        for told in &self.told {
            match told.at {
                At::Method => {
                    project.anonymize.method = NOTHING.to_owned();
                    project.anonymize.parameters.clear();
                }
                At::Step(at) => {
                    if let Some(step) = project.steps.get_mut(at) {
                        *step = Step {
                            method: NOTHING.to_owned(),
                            parameters: BTreeMap::new(),
                        };
                    }
                }
            }
        }
    }

    /// Tells in the report what was drawn in place of nothing.
    pub(super) fn tell(&self, report: &mut Report) {
        for told in &self.told {
            report.reproducible &= told.reproducible;
            match told.at {
                At::Method => {
                    report.method = told.method.to_owned();
                    report.parameters.clone_from(&told.parameters);
                    report.notes.extend(told.notes.clone());
                    if let Some(miss) = &mut report.nearest_miss {
                        miss.attempt = miss.attempt.replace(NOTHING, told.method);
                    }
                }
                At::Step(at) => {
                    let Some(step) = report.steps.get_mut(at) else {
                        continue;
                    };
                    step.method = told.method.to_owned();
                    step.parameters.clone_from(&told.parameters);
                    step.reproducible = told.reproducible;
                    step.differential_privacy
                        .clone_from(&told.differential_privacy);
                    step.notes.clone_from(&told.notes);
                }
            }
            // What was not released guarantees nothing, but for what steps did.
            let released = report.measures.is_some() || told.at != At::Method;
            report
                .differential_privacy
                .extend(told.differential_privacy.clone().filter(|_| released));
        }
    }
}

/// Said where a row's number is not the one that it would have in memory.
const LEFT_OUT_FIRST: &str = "rows with missing quasi-identifiers are left out before anything is drawn, and an engine does not know the numbers of the others; choose --missing-values category or suppress, or leave such rows out of the data first";

/// Whether rows are left out before the first step.
fn leaves_out_first(project: &Project, counted: &Counted) -> bool {
    let mut table: Table = counted.table.clone();
    project.roles.assign(&mut table);
    missing::kept_rows(&table, project.anonymize.missing_values)
        .is_some_and(|rows| rows.len() < table.rows())
}

/// What a step, or the method, draws from.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Chance {
    seed: u64,
    stream: u64,
}

impl Chance {
    fn of(project: &Project, at: At) -> Chance {
        let stream = match at {
            At::Method => 0,
            At::Step(place) => 1 + place as u64,
        };
        Chance {
            seed: project.anonymize.seed,
            stream,
        }
    }

    fn generator(self) -> ChaCha20Rng {
        let mut rng = ChaCha20Rng::seed_from_u64(self.seed);
        rng.set_stream(self.stream);
        rng
    }
}
