//! Projections: steps, or a method, that do to a row what its own values and its number say ([`RowWise`]).
//!
//! **Idea** 1. A sample is drawn by numbers alone: the engine passes over the other rows, and the run on distinct rows is told how many of those that each
//! stands for stay. 2. New cells are drawn while rows are written; for the search the attribute stays as it is, so it must be one that nothing looks at.
//! Figures of an attribute (its variance) come from its counted values. 3. What is drawn is what the technique draws for a table in memory, row by row.
//!
//! **Invariant** the release is the one of data in memory.

mod cells;
mod faults;

use bauta_engines::{Counted, Drawn as EngineDrawn, Engine, Output};
use bauta_methods::{CheckedTechnique, Context, RowWise, Settings, Technique};
use bauta_table::{Progress, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::{Deserialize, Serialize};

use crate::missing;
use crate::project::Project;
use crate::steps::{At, Drawn};
use bauta_messages::{Error, Result};
use cells::Prescription;
pub use cells::remake;
pub(super) use faults::{faults, unknown};

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

/// The projections of a project, drawn.
pub(super) struct Projected {
    /// The sampled rows.
    sampled: Option<(Box<dyn Engine>, Vec<u64>)>,
    /// Columns that are drawn while rows are written.
    pub(super) cells: Vec<(String, EngineDrawn)>,
    /// What the run on distinct rows takes in place of each of them.
    pub(super) taken: Vec<Drawn>,
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
            sampled: None,
            cells: Vec::new(),
            taken: Vec::new(),
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
            if asked.draws_rows() {
                projected.sample(asked, (engine, counted, output), &mut context)?;
            } else {
                projected.cells(project, asked, engine, &mut context)?;
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
        let chosen: bauta_engines::Chosen = std::sync::Arc::new(move |row| chosen.contains(row));
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
        self.taken.push(Drawn {
            at: asked.at,
            plan: Drawn::sample(&weights),
            notes: std::mem::take(&mut context.notes),
            differential_privacy: None,
        });
        self.sampled = Some((sampled, weights));
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
        let sampled = self.sampled.as_ref().map(|(engine, _)| engine.as_ref());
        let (drawn, mut values) = cells::drawn(asked, (engine, sampled), prescription, context)?;
        self.cells.extend(drawn);
        project.roles.assign(&mut values);
        self.taken.push(Drawn {
            at: asked.at,
            plan: Drawn::nothing(),
            notes: std::mem::take(&mut context.notes),
            differential_privacy: asked.method.differential_privacy(&values),
        });
        Ok(())
    }

    /// The sampled rows, where there is a sample.
    pub(super) fn engine(&self) -> Option<&dyn Engine> {
        self.sampled.as_ref().map(|(engine, _)| engine.as_ref())
    }

    /// How many rows of the sample each distinct row stands for, where there is a sample.
    pub(super) fn weights(&self) -> Option<&[u64]> {
        self.sampled.as_ref().map(|(_, weights)| weights.as_slice())
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
