//! What the template looks like: its sheets, and where and how the table of the chosen one stands.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bauta_table::{Cell, Progress};
use quick_xml::events::BytesStart;

use super::super::read::{no_content, open};
use super::super::walk::{RowAt, Visit, walk};
use crate::error::Result;
use crate::options::Limits;
use crate::workbook::grid::header_of;
use crate::workbook::{MOST_COLUMNS, no_such_sheet, unreadable};

/// How many different styles of a column are counted.
const MOST_STYLES: usize = 64;

/// What a cell's style must be able to show: LibreOffice makes a number of a date whose style shows none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Any,
    Moment,
    Truth,
}

impl Look {
    pub(super) fn of(cell: Cell<'_>) -> Self {
        match cell {
            Cell::Date(_) | Cell::DateTime(_) => Look::Moment,
            Cell::Boolean(_) => Look::Truth,
            _ => Look::Any,
        }
    }
}

/// The template.
pub(in super::super) struct Survey {
    /// The template's file.
    pub(super) path: PathBuf,
    sheets: Vec<String>,
    foreign: BTreeSet<usize>,
    target: usize,
    wanted: Option<String>,
    /// Validity rules that other sheets use.
    pub(super) validities: BTreeSet<String>,
    /// Definitions of columns: attributes without the repetition, and how many columns have them.
    columns: Vec<(String, u64)>,
    /// Where the header stands.
    pub(super) first_row: u64,
    /// Where the first attribute stands.
    pub(super) first_column: u64,
    names: Vec<String>,
    /// Style of the header row.
    pub(super) header_row_style: String,
    header_styles: BTreeMap<u64, String>,
    /// Style of the first row below it.
    pub(super) row_style: Option<String>,
    cell_styles: BTreeMap<u64, Vec<(Look, String, u64)>>,
}

/// Surveys a template; `sheet` is the one to be rewritten, the first if not given.
pub(in super::super) fn survey(
    path: &Path,
    sheet: Option<&str>,
    progress: &dyn Progress,
) -> Result<Survey> {
    let mut package = open(path, Limits::default().unpacked_bytes)?;
    let mut survey = Survey {
        path: path.to_owned(),
        sheets: Vec::new(),
        foreign: BTreeSet::new(),
        target: usize::MAX,
        wanted: sheet.map(str::to_owned),
        validities: BTreeSet::new(),
        columns: Vec::new(),
        first_row: 0,
        first_column: 0,
        names: Vec::new(),
        header_row_style: String::new(),
        header_styles: BTreeMap::new(),
        row_style: None,
        cell_styles: BTreeMap::new(),
    };
    let found = package.read("content.xml", |xml| walk(xml, &mut survey, progress))?;
    found.ok_or_else(|| no_content(path, &package))?;
    if survey.target < survey.sheets.len() && !survey.foreign.contains(&survey.target) {
        return Ok(survey);
    }
    let names = survey.own_sheets(|_| true);
    Err(match sheet {
        Some(sheet) if !names.is_empty() => no_such_sheet(path, sheet, &names),
        _ => unreadable(
            path,
            "it has no sheet",
            "open it in a spreadsheet program and save it again",
        ),
    })
}

impl Visit for Survey {
    fn sheet(&mut self, name: &str) -> Result<()> {
        if self.target == usize::MAX && self.wanted.as_ref().is_none_or(|wanted| wanted == name) {
            self.target = self.sheets.len();
        }
        self.sheets.push(name.to_owned());
        Ok(())
    }

    fn foreign(&mut self) {
        let current = self.sheets.len().saturating_sub(1);
        self.foreign.insert(current);
    }

    fn column(&mut self, definition: &BytesStart<'_>, repeat: u64) {
        if !self.in_target() || self.columns.len() >= MOST_COLUMNS {
            return;
        }
        let mut text = String::new();
        for attribute in definition.attributes().with_checks(false).flatten() {
            let key = attribute.key.as_ref();
            if matches!(
                key,
                "table:style-name" | "table:default-cell-style-name" | "table:visibility"
            ) {
                text.push_str(&format!(" {key}=\"{}\"", attribute.value));
            }
        }
        self.columns.push((text, repeat));
    }

    fn validity(&mut self, name: &str) {
        if !self.in_target() && self.validities.len() < MOST_COLUMNS {
            self.validities.insert(name.to_owned());
        }
    }

    fn row(&mut self, row: &RowAt<'_>) -> Result<()> {
        if !self.in_target() || row.cells.is_empty() {
            return Ok(());
        }
        if self.names.is_empty() {
            self.header(row);
        } else {
            self.data(row);
        }
        Ok(())
    }

    fn wants_styles(&self) -> bool {
        true
    }
}

impl Survey {
    fn in_target(&self) -> bool {
        self.sheets.len() == self.target.wrapping_add(1)
    }

    fn header(&mut self, row: &RowAt<'_>) {
        (self.first_column, self.names) = header_of(row.cells);
        self.first_row = row.number;
        self.header_row_style = row.style.to_owned();
        for (column, repeat, style) in row.styles {
            for column in *column..column.saturating_add(*repeat).min(MOST_COLUMNS as u64) {
                self.header_styles.insert(column, style.clone());
            }
        }
    }

    fn data(&mut self, row: &RowAt<'_>) {
        self.row_style.get_or_insert_with(|| row.style.to_owned());
        let end = self.first_column + self.names.len() as u64;
        let mut runs = row.cells.runs().peekable();
        for (first, repeat, style) in row.styles {
            while runs.next_if(|run| run.column < *first).is_some() {}
            let Some(run) = runs.next_if(|run| run.column == *first) else {
                continue;
            };
            let look = Look::of(run.cell);
            for column in *first..first.saturating_add(*repeat).min(end) {
                let styles = self.cell_styles.entry(column).or_default();
                if let Some((.., count)) =
                    styles.iter_mut().find(|(l, s, _)| *l == look && s == style)
                {
                    *count = count.saturating_add(row.repeat);
                } else if styles.len() < MOST_STYLES {
                    styles.push((look, style.clone(), row.repeat));
                }
            }
        }
    }

    fn own_sheets(&self, wanted: impl Fn(usize) -> bool) -> Vec<String> {
        let own = |index: &usize| !self.foreign.contains(index) && wanted(*index);
        (0..self.sheets.len())
            .filter(own)
            .map(|index| self.sheets[index].clone())
            .collect()
    }

    /// The sheets that are kept as they are.
    pub(super) fn other_sheets(&self) -> Vec<String> {
        self.own_sheets(|index| index != self.target)
    }

    /// Whether the sheet at this place in the file is the one to be rewritten.
    pub(super) fn is_target(&self, index: usize) -> bool {
        index == self.target
    }

    /// Whether the sheet at this place in the file is a cached copy of another file's.
    pub(super) fn is_foreign(&self, index: usize) -> bool {
        self.foreign.contains(&index)
    }

    /// The column of the template in which an attribute stood.
    pub(super) fn column_of(&self, name: &str) -> Option<u64> {
        let position = self.names.iter().position(|other| other == name)?;
        Some(self.first_column + position as u64)
    }

    /// A column's definition.
    pub(super) fn definition(&self, column: u64) -> Option<&str> {
        let mut end = 0u64;
        self.columns.iter().find_map(|(text, repeat)| {
            end = end.saturating_add(*repeat);
            (column < end).then_some(text.as_str())
        })
    }

    /// Whether a column's definition gives its cells a style of their own.
    pub(super) fn has_default_style(&self, column: u64) -> bool {
        let named = |text: &str| {
            let style = text
                .split_once("table:default-cell-style-name=\"")
                .map_or("", |(_, rest)| rest);
            !style.is_empty() && !style.starts_with("Default\"")
        };
        self.definition(column).is_some_and(named)
    }

    /// The style of a column's header cell.
    pub(super) fn header_style(&self, column: u64) -> &str {
        self.header_styles.get(&column).map_or("", String::as_str)
    }

    /// The style that most cells of a column have, of those that look as `wanted`; of equals, the first by name.
    pub(super) fn cell_style(&self, column: u64, wanted: Look) -> Option<&str> {
        let styles = self.cell_styles.get(&column)?.iter();
        let fitting = styles.filter(|(look, ..)| wanted == Look::Any || *look == wanted);
        let most = fitting.max_by(|a, b| a.2.cmp(&b.2).then(b.1.cmp(&a.1)))?;
        Some(&most.1)
    }
}
