//! A table in memory: every row is looked at, and written to files.

use std::collections::BTreeSet;

use bauta_formats::{Locator, Source, Staged, WriteOptions};
use bauta_privacy::Release;
use bauta_table::{Progress, Stage, Table};
use rayon::prelude::*;

use super::{Backend, Capabilities, DraftRows, Looked, Places, StagedFiles, StagedRows};
use crate::project::Project;
use crate::reading::cancelled;
use bauta_messages::{Error, Problems, Result};

/// A table in memory.
pub struct Memory {
    columns: Vec<String>,
    source: Option<(Table, Vec<String>)>,
}

impl Memory {
    /// A table that was read.
    pub fn new(source: Source) -> Self {
        let names = source.table.attributes().iter();
        Memory {
            columns: names.map(|attribute| attribute.name.clone()).collect(),
            source: Some((source.table, source.notes)),
        }
    }
}

impl Backend for Memory {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            single_rows: true,
            row_numbers: true,
            every_pseudonym: true,
        }
    }

    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn faults(&mut self, _: &Project, _: &mut Problems) {}

    fn count(&mut self, _: &Project, _: &dyn Progress) -> Result<Looked> {
        let (table, notes) = self
            .source
            .take()
            .ok_or_else(|| Error::internal("a table was counted twice"))?;
        Ok(Looked {
            table,
            outside: None,
            notes,
        })
    }

    fn stage(
        &self,
        project: &Project,
        places: &Places,
        rows: &DraftRows,
        progress: &dyn Progress,
    ) -> Result<Box<dyn StagedRows>> {
        let DraftRows::Release { release, .. } = rows else {
            return Err(Error::internal(
                "rows in memory were taken for rows outside",
            ));
        };
        Ok(Box::new(StagedFiles {
            rows: release.assessment().rows,
            staged: staged(project, places, release, progress)?,
        }))
    }
}

/// Writes every table of a release beside its final place.
fn staged(
    project: &Project,
    places: &Places,
    release: &Release,
    progress: &dyn Progress,
) -> Result<Vec<Staged>> {
    let template = match (&places.input, project.output.keep_workbook) {
        (Locator::File { path, .. }, true) => Some(path.clone()),
        _ => None,
    };
    let found = project
        .input
        .delimiter
        .and_then(|delimiter| u8::try_from(delimiter).ok());
    let write = |(place, locator): (usize, &Locator)| {
        let options = WriteOptions {
            force: project.output.force,
            template: template.clone(),
            delimiter: locator.delimited_like(found),
            ..WriteOptions::default()
        };
        let Some(table) = release.written_at(place, project.output.keep_order) else {
            return Ok(None);
        };
        // One of several that are written at the same time tells how far it is.
        let quiet = CancelOnly(progress);
        let progress = if place == 0 { progress } else { &quiet };
        bauta_formats::stage(&table, locator, &options, progress)
            .map(Some)
            .map_err(cancelled)
    };
    let all = places.outputs.iter().enumerate();
    let staged: Vec<Option<Staged>> = if are_apart(&places.outputs) {
        let all: Vec<_> = all.collect();
        all.into_par_iter().map(write).collect::<Result<_>>()?
    } else {
        all.map(write).collect::<Result<_>>()?
    };
    Ok(staged.into_iter().flatten().collect())
}

/// Whether each output is a file of its own, so that all can be written at the same time.
fn are_apart(outputs: &[Locator]) -> bool {
    let path = |output: &Locator| match output {
        Locator::File { path, .. } => Some(path.clone()),
        _ => None,
    };
    let paths: Option<BTreeSet<_>> = outputs.iter().map(path).collect();
    paths.is_some_and(|paths| paths.len() == outputs.len())
}

/// Progress that shows nothing, and stops when it is stopped.
struct CancelOnly<'a>(&'a dyn Progress);

impl Progress for CancelOnly<'_> {
    fn tell(&self, _: Stage, _: u64, _: Option<u64>) {}

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}
