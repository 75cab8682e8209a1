//! The new table in the place and the clothes of the old one.

use std::io::Write;
use std::path::Path;

use bauta_table::{Progress, Table};

use super::super::render::{ColumnXml, style_attribute, text_cell};
use super::super::styles::{HEADER, value_styles, width_style, width_styles};
use super::super::write::rows;
use super::survey::{Look, Survey};
use crate::error::{Error, Result};
use crate::workbook::plan;

/// What is written, and over what.
pub(super) struct NewSheet<'a> {
    pub(super) table: &'a Table,
    pub(super) survey: &'a Survey,
    pub(super) as_text: &'a [bool],
    pub(super) path: &'a Path,
    pub(super) progress: &'a dyn Progress,
}

impl NewSheet<'_> {
    /// Styles for attributes that the template has no style for.
    pub(super) fn styles(&self) -> String {
        let attributes = self.table.attributes();
        let widths = attributes
            .iter()
            .map(|a| plan::width(&a.name, a.column.dictionary()))
            .collect();
        width_styles(&widths) + &value_styles(attributes, self.as_text)
    }

    /// Writes what stands between the start and the end of the sheet's element.
    pub(super) fn write(&self, out: &mut impl Write) -> Result<()> {
        let mut head = self.columns().into_bytes();
        if self.survey.first_row > 0 {
            let rows = format!(
                "<table:table-row table:number-rows-repeated=\"{}\"><table:table-cell/></table:table-row>",
                self.survey.first_row
            );
            head.extend_from_slice(rows.as_bytes());
        }
        head.extend_from_slice(self.row_start(&self.survey.header_row_style).as_bytes());
        for attribute in self.table.attributes() {
            let old = self.survey.column_of(&attribute.name);
            let style = old.map_or(HEADER, |column| self.survey.header_style(column));
            text_cell(&mut head, &style_attribute(style), &attribute.name);
        }
        head.extend_from_slice(b"</table:table-row>");
        out.write_all(&head)
            .map_err(|error| Error::io(self.path, error))?;
        let columns = ColumnXml::all(self.table.attributes(), self.as_text, |index| {
            self.cell_style(index)
        });
        let start = self.row_start(self.survey.row_style.as_deref().unwrap_or_default());
        rows(
            self.table.rows(),
            &columns,
            &start,
            self.path,
            out,
            self.progress,
        )
    }

    fn columns(&self) -> String {
        let mut out = String::new();
        for column in 0..self.survey.first_column {
            out.push_str(&format!(
                "<table:table-column{}/>",
                self.survey.definition(column).unwrap_or_default()
            ));
        }
        for attribute in self.table.attributes() {
            let old = self
                .survey
                .column_of(&attribute.name)
                .and_then(|column| self.survey.definition(column));
            let definition = match old {
                Some(definition) => definition.to_owned(),
                None => style_attribute(&width_style(plan::width(
                    &attribute.name,
                    attribute.column.dictionary(),
                ))),
            };
            out.push_str(&format!("<table:table-column{definition}/>"));
        }
        out
    }

    fn row_start(&self, style: &str) -> String {
        let style = style_attribute(style);
        match self.survey.first_column {
            0 => format!("<table:table-row{style}>"),
            before => format!(
                "<table:table-row{style}><table:table-cell table:number-columns-repeated=\"{before}\"/>"
            ),
        }
    }

    /// The style of an attribute's cells: that of most cells of its column; none where the column's definition gives one;
    /// that of its kind (`None`) where the template has no style that shows it.
    fn cell_style(&self, index: usize) -> Option<String> {
        let attribute = &self.table.attributes()[index];
        let column = self.survey.column_of(&attribute.name)?;
        let wanted = if self.as_text[index] {
            Look::Any
        } else {
            Look::of(attribute.column.dictionary().cell(0))
        };
        match self.survey.cell_style(column, wanted)? {
            "" if wanted == Look::Any && !self.survey.has_default_style(column) => None,
            style => Some(style.to_owned()),
        }
    }
}
