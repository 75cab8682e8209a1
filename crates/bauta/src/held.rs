//! A run whose release stays in memory, for those who look at it before they decide where it goes.

use bauta_formats::{Locator, Staged, WriteOptions};
use bauta_methods::Drawn;
use bauta_privacy::Release;
use bauta_table::{Progress, Table};

use crate::error::Result;
use crate::opened::{Opened, ProjectInput};
use crate::pipeline::{Ran, run_on};
use crate::project::Output;
use crate::report::{Account, Sums};
use crate::request::{Destination, cancelled};

/// What came of a run that wrote nothing.
pub struct Held {
    /// Everything that a report page shows; its `report` is what a run tells about itself.
    pub account: Account,
    /// The verified release; none where the target cannot be reached.
    pub release: Option<Release>,
    /// Who is who, where pseudonyms were made; it names people.
    pub mapping: Option<Table>,
    /// The lattice, for full-domain methods.
    pub lattice: Option<Drawn>,
    /// For each released row its original row, where that can be told.
    pub origins: Option<Vec<u32>>,
    delimiter: Option<u8>,
}

/// Runs a project and keeps the verified release. The project's outputs are not looked at, and nothing is written.
///
/// # Errors
/// Everything that is wrong with the request or the data; the failure of a file; or that it was stopped.
pub fn hold<'a>(input: impl Into<ProjectInput<'a>>, progress: &dyn Progress) -> Result<Held> {
    let ProjectInput { project, opened } = input.into();
    let mut project = project.clone();
    project.output = Output {
        language: project.output.language.take(),
        ..Output::default()
    };
    let Ran {
        project,
        input,
        report,
        release,
        pseudonyms,
        accounting,
        lattice,
        origins,
        ..
    } = run_on(
        &project,
        opened.map(Opened::source),
        None,
        Destination::Memory,
        progress,
    )?
    .settled();
    let sums = Sums {
        input: opened.and_then(Opened::sha256),
        ..Sums::default()
    };
    let account = accounting.map(|it| it.account(&report, &input, release.as_ref(), sums));
    let Some(account) = account else {
        return Err(crate::Error::internal("a run gave no account of itself"));
    };
    let delimiter = project
        .input
        .delimiter
        .and_then(|delimiter| u8::try_from(delimiter).ok());
    let mapping = pseudonyms.and_then(|made| made.mapping);
    Ok(Held {
        account,
        release,
        mapping,
        lattice,
        origins,
        delimiter,
    })
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
            .and_then(|release| release.published().into_iter().nth(part))
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
