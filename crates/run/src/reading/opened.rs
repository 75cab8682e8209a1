//! A project together with its data, where these are open already: who asks several things of one table reads it once.

use bauta_formats::{Locator, Source};
use bauta_table::{Progress, Table};

use super::{cancelled, read, read_options};
use crate::checksum::sum_of_input;
use crate::project::Project;
use bauta_messages::Result;

/// Data as they were read once, in no roles yet. Rows are shared, so that taking them again costs nothing.
pub struct Opened {
    source: Source,
    sha256: Option<String>,
}

impl Opened {
    /// Reads a project's data.
    ///
    /// # Errors
    /// Everything that is wrong with the data; or the failure of a file.
    pub fn read(project: &Project, progress: &dyn Progress) -> Result<Opened> {
        let input: Locator = project.input.data.parse()?;
        let source =
            bauta_formats::read(&input, &read_options(project), progress).map_err(cancelled)?;
        Ok(Opened {
            source,
            sha256: sum_of_input(&input),
        })
    }

    /// A table that is in memory only, such as a release; its roles are forgotten, as they are in a file.
    pub fn of_table(table: &Table) -> Opened {
        let columns = table.attributes().iter();
        let columns = columns.map(|attribute| (attribute.name.clone(), attribute.column.clone()));
        let source = Source {
            table: Table::new(columns),
            part: None,
            delimiter: None,
            notes: Vec::new(),
        };
        Opened {
            source,
            sha256: None,
        }
    }

    /// The rows.
    pub fn table(&self) -> &Table {
        &self.source.table
    }

    /// Things worth saying about the reading.
    pub fn notes(&self) -> &[String] {
        &self.source.notes
    }

    /// The fingerprint of the file as it was when it was read.
    pub(crate) fn sha256(&self) -> Option<String> {
        self.sha256.clone()
    }

    /// The data as they were read.
    pub fn source(&self) -> Source {
        self.source.clone()
    }
}

/// A project and its data: in the place that it names, or open already.
#[derive(Clone, Copy)]
pub struct ProjectInput<'a> {
    /// What is asked, and how the data are read.
    pub project: &'a Project,
    /// The data, read in the way that the project says; without them the project's file is read.
    pub opened: Option<&'a Opened>,
}

impl<'a> From<&'a Project> for ProjectInput<'a> {
    fn from(project: &'a Project) -> Self {
        ProjectInput {
            project,
            opened: None,
        }
    }
}

impl ProjectInput<'_> {
    /// The data in no roles yet.
    ///
    /// # Errors
    /// Everything that is wrong with the data; or the failure of a file.
    pub fn source(self, progress: &dyn Progress) -> Result<Source> {
        match self.opened {
            Some(opened) => Ok(opened.source()),
            None => read(self.project, progress),
        }
    }
}
