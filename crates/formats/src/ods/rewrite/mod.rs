//! The same workbook with the cells of one sheet replaced.
//!
//! **Idea.** 1. [`survey`] walks over the template: where the sheet's table lies, how its columns look, which other sheets there
//! are. 2. [`filter`] copies `content.xml` event by event and puts the new table where the old one was ([`sheet`]). 3. [`parts`]
//! copies the parts that hold looks, not data, byte by byte.
//!
//! **Caution.** A workbook holds its data more than once: in the preview picture, in tracked changes, in notes, in the values
//! that a chart or pivot table remembers, in filters and lists of allowed values. All of these are left out, in the whole
//! workbook where they are not tied to one sheet. Parts are copied by a list of what may stay, so that what is not known is left
//! out. The other sheets stay as they are, and the caller is told so.
//!
//! **What is kept of the looks**: a column keeps its width and the cell style that most of its cells have, when an attribute of
//! its name is written. A single cell's colour is not kept: rows may have moved, and a colour may say something about a person.

mod filter;
mod parts;
mod sheet;
mod survey;

use std::collections::BTreeSet;
use std::path::Path;

use bauta_table::{Progress, Table};

use super::write::{MIMETYPE, packed, part, stored, zipped};
use crate::error::{Error, Result};
use crate::staged::Out;
use crate::workbook::listed;

pub(super) use survey::{Survey, survey};

/// What was met while copying.
#[derive(Default)]
pub(super) struct Met {
    /// Kinds of content that were left out.
    pub(super) left_out: BTreeSet<&'static str>,
    /// Pictures that a kept sheet shows.
    pictures: BTreeSet<String>,
}

impl Met {
    /// What to tell about it.
    pub(super) fn notes(&self) -> Option<String> {
        if self.left_out.is_empty() {
            return None;
        }
        let things: Vec<&str> = self.left_out.iter().copied().collect();
        Some(format!(
            "left out of the template, because they can repeat its data: {}",
            things.join(", ")
        ))
    }
}

impl Survey {
    /// What to tell about the sheets that stay.
    pub(super) fn notes(&self) -> Option<String> {
        let kept = self.other_sheets();
        (!kept.is_empty()).then(|| {
            format!(
                "kept as they were, with their formulas, results and comments: the sheets {}; make sure that they hold no personal data",
                listed(&kept)
            )
        })
    }
}

/// Writes the whole file.
pub(super) fn write(
    table: &Table,
    survey: &Survey,
    as_text: &[bool],
    path: &Path,
    out: &mut Out<'_>,
    progress: &dyn Progress,
) -> Result<Met> {
    let failed = |error: std::io::Error| Error::io(path, error);
    let mut package = super::read::open(&survey.path, crate::Limits::default().unpacked_bytes)?;
    zipped(path, out, |zip| {
        let mut met = Met::default();
        part(zip, "mimetype", MIMETYPE, stored()).map_err(failed)?;
        zip.start_file("content.xml", packed())
            .map_err(|error| failed(error.into()))?;
        let new = sheet::NewSheet {
            table,
            survey,
            as_text,
            path,
            progress,
        };
        package.read("content.xml", |xml| filter::copy(xml, &new, zip, &mut met))?;
        parts::copy(&mut package, path, zip, &mut met)?;
        Ok(met)
    })
}
