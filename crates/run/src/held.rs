//! A run whose release stays in memory, for people who look at it before they decide where it goes.

use bauta_formats::{Locator, Staged, WriteOptions};
use bauta_methods::Drawn as LatticeView;
use bauta_privacy::Release;
use bauta_table::{Progress, Table};

use crate::driver::{Draft, Request, draft};
use crate::project::Project;
use crate::reading::{Opened, ProjectInput, cancelled};
use crate::report::{Account, Sums};
use bauta_messages::{Error, Result};

/// A run that wrote nothing.
pub struct Held {
    /// Everything that a report page shows; its `report` is the report of the run.
    pub account: Account,
    /// The verified release; none where the target cannot be reached.
    pub release: Option<Release>,
    /// The correspondence table, where pseudonyms were made; it names people.
    pub mapping: Option<Table>,
    /// The lattice, for full-domain methods.
    pub lattice: Option<LatticeView>,
    /// For each released row its original row, where that can be told.
    pub origins: Option<Vec<u32>>,
    delimiter: Option<u8>,
    keep_order: bool,
}

/// Runs a project and keeps the verified release. The project's outputs are not looked at, and nothing is written.
///
/// # Errors
/// All faults of the request and the data; the failure of a file; or that it was stopped.
pub fn hold<'a>(input: impl Into<ProjectInput<'a>>, progress: &dyn Progress) -> Result<Held> {
    let ProjectInput { project, opened } = input.into();
    let broken = || Error::internal("a run in memory gave no account of itself");
    let request = Request::new(project).in_memory().shown();
    let request = match opened {
        Some(opened) => request.on(opened.source()),
        None => request,
    };
    let sums = Sums {
        input: opened.and_then(Opened::sha256),
        ..Sums::default()
    };
    match draft(request, progress)? {
        Draft::Unreachable(mut unreachable) => Ok(Held {
            release: None,
            mapping: unreachable.mapping(),
            lattice: unreachable.lattice.take(),
            origins: None,
            delimiter: delimiter(&unreachable.checked.project),
            keep_order: false,
            account: unreachable.account(sums).ok_or_else(broken)?,
        }),
        Draft::Rows(drafted) => {
            let mut drafted = drafted.with_statistics();
            let account = drafted.account(sums).ok_or_else(broken)?;
            let (lattice, origins) = (drafted.lattice.take(), drafted.origins());
            let delimiter = delimiter(&drafted.checked.project);
            let keep_order = drafted.checked.project.output.keep_order;
            let (release, mapping) = drafted.into_tables();
            Ok(Held {
                account,
                release,
                mapping,
                lattice,
                origins,
                delimiter,
                keep_order,
            })
        }
    }
}

fn delimiter(project: &Project) -> Option<u8> {
    let delimiter = project.input.delimiter;
    delimiter.and_then(|delimiter| u8::try_from(delimiter).ok())
}

impl Held {
    /// Writes a table of the release beside its final place; the caller commits it. None if there is no such table.
    ///
    /// # Errors
    /// The failure of the file, or that it exists and may not be replaced.
    pub fn stage(
        &self,
        part: usize,
        place: &Locator,
        force: bool,
        progress: &dyn Progress,
    ) -> Result<Option<Staged>> {
        let Some(table) = self
            .release
            .as_ref()
            .and_then(|release| release.written_at(part, self.keep_order))
        else {
            return Ok(None);
        };
        let delimiter = place.delimited_like(self.delimiter);
        let options = WriteOptions {
            force,
            delimiter,
            ..WriteOptions::default()
        };
        Ok(Some(
            bauta_formats::stage(&table, place, &options, progress).map_err(cancelled)?,
        ))
    }
}
