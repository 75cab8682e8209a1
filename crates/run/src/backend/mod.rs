//! Where rows are: in memory, or in an engine. A run asks the same few things of both, and cannot tell which it has.
//!
//! **Idea**
//! 1. [`Backend::count`] gives the rows that a search looks at: all of them, or the distinct combinations with their weights.
//! 2. [`Backend::stage`] makes the rows that a reader would find, out of sight of any reader.
//! 3. [`StagedRows::read_back`] reads them again, as somebody else's file would be read.
//!
//! What a backend can do is declared in one value, [`Capabilities`]; a request that needs more is refused when it is checked,
//! with the reason and the nearest thing that can be done.

mod mapping;
mod memory;
mod on_engine;
mod open;
mod passes;
mod people;
mod projections;
mod pseudonyms;
mod steps;
mod undecided;

use bauta_formats::{Locator, Staged};
use bauta_methods::{Outcome, Task, Technique};
use bauta_privacy::{Approval, Release};
use bauta_table::recoding::{Prepared, Regions, RowsKept};
use bauta_table::{Fault, Progress, Table};

use crate::checksum::sha256;
use crate::project::Project;
use crate::report::Sums;
use crate::steps::Drawn;
use bauta_messages::{Error, Problems, Result};

pub use memory::Memory;
pub(crate) use on_engine::without_places;
pub use on_engine::{OnEngine, counted_table, needs_rows_in_reach, original};
pub use open::{Place, bytes, wanted};
pub use projections::remake;

/// What a backend can do. For an engine this follows from what the engine declares itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// A technique can look at single rows and change them, and a release can have several tables. Otherwise a search sees
    /// distinct rows with their weights, and one table is written.
    pub single_rows: bool,
    /// Rows have numbers, from 0 in the order of the data: what is drawn for a row by its number can be drawn.
    pub row_numbers: bool,
    /// Pseudonyms of every kind, correspondence tables and shifted dates. Otherwise identifiers are hashed with a key, or left out.
    pub every_pseudonym: bool,
}

impl From<bauta_engines::Capabilities> for Capabilities {
    fn from(engine: bauta_engines::Capabilities) -> Self {
        Capabilities {
            single_rows: false,
            row_numbers: engine.row_numbers,
            every_pseudonym: false,
        }
    }
}

/// The rows that a search looks at.
pub struct Looked {
    /// The rows, in no roles yet: all of them, or the distinct ones with their weights. Where these do not fit in memory, the
    /// values of every column, in rows that mean nothing.
    pub table: Table,
    /// Sensitive attributes with their counts, where the rows themselves do not fit in memory.
    pub outside: Option<Table>,
    /// Remarks of the reader.
    pub notes: Vec<String>,
}

/// Rows, wherever they are.
pub trait Backend {
    /// What it can do.
    fn capabilities(&self) -> Capabilities;

    /// The names of all columns, in their order.
    fn columns(&self) -> Vec<String>;

    /// Errors in a request that can be told before rows are counted, besides those that every backend has.
    fn faults(&mut self, project: &Project, problems: &mut Problems);

    /// The rows that a search looks at.
    ///
    /// # Errors
    /// The engine failed, or rows do not fit in memory and the request needs them there.
    fn count(&mut self, project: &Project, progress: &dyn Progress) -> Result<Looked>;

    /// Steps, or the method, that the backend takes itself while it reads or writes rows.
    fn drawn(&self) -> &[Drawn] {
        &[]
    }

    /// Plans for rows that do not fit in memory.
    ///
    /// # Errors
    /// Rows are in memory; the engine failed; or the work was stopped.
    fn plan_outside(
        &self,
        project: &Project,
        task: &Task<'_>,
        prepared: &Prepared<'_>,
        progress: &dyn Progress,
    ) -> Result<OutsidePlan> {
        let _ = (project, task, prepared, progress);
        Err(Error::internal(
            "rows in memory were searched as if they were outside",
        ))
    }

    /// Makes the rows of a release, hidden from readers.
    ///
    /// # Errors
    /// The output exists and may not be replaced, or writing failed; nothing is left behind then.
    fn stage(
        &self,
        project: &Project,
        places: &Places,
        rows: &DraftRows,
        progress: &dyn Progress,
    ) -> Result<Box<dyn StagedRows>>;

    /// Remarks about what the backend did, for the report.
    fn notes(&self, project: &Project) -> Vec<String> {
        let _ = project;
        Vec::new()
    }
}

/// Where a run reads and writes.
pub struct Places {
    /// Where the data come from.
    pub input: Locator,
    /// Where the release goes, a place per table.
    pub outputs: Vec<Locator>,
}

/// The rows of a release, before they are staged.
pub enum DraftRows {
    /// Verified rows in memory: all rows, or the distinct ones with their weights.
    Release {
        /// The rows.
        release: Box<Release>,
        /// Which of the counted rows each of them was.
        kept: RowsKept,
    },
    /// A plan for rows that do not fit in memory.
    Outside(Box<OutsidePlan>),
}

/// What came of a search over rows that do not fit in memory.
pub struct OutsidePlan {
    /// The regions, or how near the search came.
    pub outcome: Outcome,
    /// Rows of the data.
    pub rows: u64,
    /// Rows left out because a quasi-identifier is missing.
    pub dropped: u64,
    /// The quasi-identifiers as they were searched.
    pub qis: Vec<bauta_table::Qi>,
}

impl OutsidePlan {
    /// The regions.
    ///
    /// # Errors
    /// The search found no plan, or another kind of plan.
    pub(crate) fn regions(&self) -> Result<&Regions> {
        match &self.outcome {
            Outcome::Plan(bauta_table::recoding::Recoding::Regions(regions)) => Ok(regions),
            _ => Err(Error::internal(
                "a search outside of memory made no regions",
            )),
        }
    }
}

/// Rows of a release that no reader sees yet. Dropping it removes them.
pub trait StagedRows {
    /// Rows staged.
    fn rows(&self) -> u64;

    /// What a reader finds in the columns that the run looks at; none where the staged rows are those in memory that were verified.
    ///
    /// # Errors
    /// The engine failed.
    fn read_back(&self, project: &Project, progress: &dyn Progress) -> Result<Option<Table>>;

    /// The checksums of the hidden files of this machine that hold the rows; `place` is the name of the output's folder.
    fn sums(&self, place: &str) -> Sums;

    /// Remarks of the writers.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Makes the rows visible under their final names, once the verifier approved them.
    ///
    /// # Errors
    /// The file system, the store or the database failed.
    fn publish(self: Box<Self>, approval: &Approval) -> Result<()>;
}

/// The fault of a technique that looks at single rows where these stay in an engine.
pub(crate) fn looks_at_rows(technique: &dyn Technique, why: &str) -> Fault {
    let method = technique.descriptor().id;
    Fault::Request(format!(
        "{method} {why}, and rows stay in the engine; choose a method that generalises, such as optimal or mondrian, or work on blocks or a sample"
    ))
}

/// Tables of files, staged.
pub(crate) struct StagedFiles {
    pub(crate) rows: u64,
    pub(crate) staged: Vec<Staged>,
}

impl StagedRows for StagedFiles {
    fn rows(&self) -> u64 {
        self.rows
    }

    fn read_back(&self, _: &Project, _: &dyn Progress) -> Result<Option<Table>> {
        Ok(None)
    }

    fn sums(&self, _: &str) -> Sums {
        let sum = |staged: &Staged| staged.file().and_then(sha256);
        Sums {
            outputs: self.staged.iter().map(sum).collect(),
            ..Sums::default()
        }
    }

    fn notes(&self) -> Vec<String> {
        self.staged
            .iter()
            .flat_map(|staged| staged.notes().to_vec())
            .collect()
    }

    fn publish(self: Box<Self>, _: &Approval) -> Result<()> {
        for staged in self.staged {
            staged.commit()?;
        }
        Ok(())
    }
}
