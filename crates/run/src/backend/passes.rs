//! Mondrian where the distinct rows are too many for memory: they stay where they are, and are cut in passes.
//!
//! **Idea** (1) Our own kernel leaves the distinct rows on the disk, in codes; other engines number the rows, and keep them. (2) Regions that are too large are outlined by a pass, or
//! by what the engine counts, and cut; those that fit are finished in memory ([`passes`]). (3) Every row is sent down the cuts while it is written. (4) What was
//! written is counted again and judged: it has as many combinations as there are regions.
//!
//! **Invariant** the release is the one that more memory would have given.

mod cutting;
mod tuples;

use bauta_engines::{Counted, Distinct, Engine, LargeCounts, Made, Mapping, Output};
use bauta_methods::generalize::mondrian::{Mondrian, passes};
use bauta_methods::{Task, Technique};
use bauta_table::recoding::Prepared;
use bauta_table::{Attribute, Codes, Progress, Table};

use super::OutsidePlan;
use super::on_engine::looked_at;
use crate::project::{MissingPolicy, Project};
use bauta_messages::{Error, Result};
use cutting::mapping;
use tuples::{InEngine, OnDisk, Values};

/// Said of a release that was made in passes.
const CUT_ON_DISK: &str = "the distinct rows did not fit in memory: regions were cut in passes over the disk, and losses were not measured";

/// Bytes that a tuple needs while a region is finished in memory.
const TUPLE_BYTES: u64 = 256;

/// Whether a project can be done in passes.
pub(super) fn can(project: &Project) -> bool {
    let mondrian = project.anonymize.method == Mondrian.descriptor().id && project.steps.is_empty();
    let whole = project.targets.requirements().iter().any(|asked| {
        let model = asked.model(&Default::default());
        model.speaks_of_whole() || model.needs_population()
    });
    mondrian && !whole && project.anonymize.missing_values != MissingPolicy::Suppress
}

/// Whether the project's targets say something about sensitive values.
pub(super) fn of_sensitive(project: &Project) -> bool {
    let asked = project.targets.requirements();
    asked
        .iter()
        .any(bauta_privacy::Requirement::needs_sensitive)
}

/// Where the rows are that regions are cut of.
enum Found {
    /// Distinct rows on the disk.
    Disk(Box<dyn Distinct>),
    /// All rows in the engine; here are the values of their columns.
    Engine(Values),
}

impl Found {
    fn new(project: &Project, engine: &dyn Engine, progress: &dyn Progress) -> Result<Self> {
        let columns = looked_at(project, engine);
        Ok(match engine.capabilities().large_counts {
            LargeCounts::OnDisk => Found::Disk(engine.distinct(&columns, progress)?),
            LargeCounts::InEngine => Found::Engine(Values::of(engine, &columns, progress)?),
        })
    }

    fn columns(&self) -> &[tuples::Column] {
        match self {
            Found::Disk(distinct) => distinct.columns(),
            Found::Engine(values) => &values.columns,
        }
    }
}

/// Distinct rows that do not fit in memory.
pub(super) struct Outside {
    found: Found,
    memory: u64,
}

impl Outside {
    pub(super) fn new(
        project: &Project,
        engine: &dyn Engine,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let found = Found::new(project, engine, progress)?;
        Ok(Outside { found, memory })
    }

    /// A table whose dictionaries are those of the data, in rows that mean nothing; and the sensitive attributes with their counts.
    pub(super) fn values(
        &self,
        project: &Project,
        engine: &dyn Engine,
        progress: &dyn Progress,
    ) -> Result<(Table, Table)> {
        values(project, engine, self.found.columns(), progress)
    }

    /// Searches regions.
    pub(super) fn plan(
        &self,
        (project, engine): (&Project, &dyn Engine),
        task: &Task<'_>,
        prepared: &Prepared<'_>,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<OutsidePlan> {
        // Half of the budget is for the tuples of a region.
        let most = (self.memory / 2 / TUPLE_BYTES).max(1) as usize;
        let ((rows, dropped), outcome) = match &self.found {
            Found::Disk(distinct) => {
                let tuples = OnDisk::new(project, distinct.as_ref(), prepared);
                let rows = tuples.rows(project)?;
                let outcome = passes::plan(task, &tuples, most, progress).map_err(unread)??;
                (rows, outcome)
            }
            Found::Engine(values) => {
                let tuples = InEngine::new((project, engine), values, prepared, output, progress)?;
                (tuples.rows(), passes::plan(task, &tuples, most, progress)??)
            }
        };
        Ok(OutsidePlan {
            outcome,
            rows,
            dropped,
            qis: prepared.qis.clone(),
        })
    }

    /// The regions as cuts that rows are sent down.
    pub(super) fn mapping(
        &self,
        project: &Project,
        columns: &[String],
        pseudonyms: Option<Made>,
        plan: &OutsidePlan,
    ) -> Result<Mapping> {
        let regions = plan.regions()?;
        let values = self.found.columns();
        Ok(mapping(
            project,
            (columns, pseudonyms),
            values,
            &plan.qis,
            regions,
        ))
    }

    /// A remark for the report.
    pub(super) fn note(&self, engine: &dyn Engine) -> String {
        match &self.found {
            Found::Disk(_) => CUT_ON_DISK.to_owned(),
            Found::Engine(_) => format!(
                "the distinct rows did not fit in memory: regions were cut by what the engine {} counted, and losses were not measured",
                engine.name()
            ),
        }
    }
}

fn unread(source: std::io::Error) -> Error {
    bauta_formats::Error::Io {
        name: "temporary files".to_owned(),
        source,
    }
    .into()
}

/// A table with every value of every column, and how often sensitive values occur together.
fn values(
    project: &Project,
    engine: &dyn Engine,
    columns: &[tuples::Column],
    progress: &dyn Progress,
) -> Result<(Table, Table)> {
    let most = columns
        .iter()
        .map(|(attribute, _)| attribute.column.dictionary().len())
        .max();
    let column = |(attribute, _): &(Attribute, _)| {
        let distinct = attribute.column.dictionary().len();
        let last = distinct.saturating_sub(1);
        let codes = Codes::from_fn(most.unwrap_or(0), distinct, |row| row.min(last) as u32);
        Attribute {
            column: attribute.column.with_codes(codes),
            ..attribute.clone()
        }
    };
    let table = Table::from_attributes(columns.iter().map(column).collect());
    let sensitive = &project.roles.sensitive;
    if sensitive.is_empty() {
        return Ok((table, Table::from_attributes(Vec::new())));
    }
    let Counted {
        table: original,
        weights,
        ..
    } = engine.frequency_set(sensitive, progress)?;
    let mut original = original.weighted(weights);
    project.roles.assign(&mut original);
    Ok((table, original))
}
