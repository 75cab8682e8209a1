//! One walk over `content.xml`: sheets, columns, rows and cells, as the XML has them, repetitions not expanded.
//!
//! Reading a table and surveying a workbook before it is rewritten see the same cells, because both are a [`Visit`].
//! What is not the content of a cell is passed over: styles, tracked changes, notes, shapes, charts, cached foreign tables.

use bauta_table::Progress;
use quick_xml::events::{BytesStart, Event};

use super::cell::CellReader;
use crate::error::{Error, Result};
use crate::workbook::MOST_COLUMNS;
use crate::workbook::row::Row;
use crate::workbook::xml::{Xml, attribute};

/// Most sheets of a workbook, and longest name of one in bytes.
const MOST_SHEETS: usize = 10_000;
const MOST_NAME: usize = 1024;

/// Elements whose content is never a cell of a sheet.
const PASSED_OVER: [&str; 16] = [
    "office:scripts",
    "office:font-face-decls",
    "office:automatic-styles",
    "office:forms",
    "office:annotation",
    "table:tracked-changes",
    "table:content-validations",
    "table:label-ranges",
    "table:named-expressions",
    "table:database-ranges",
    "table:data-pilot-tables",
    "table:dde-links",
    "table:shapes",
    "calcext:conditional-formats",
    "table:desc",
    "table:title",
];

/// A row as it stands in the file.
pub(super) struct RowAt<'a> {
    /// 0-based number of the first.
    pub(super) number: u64,
    /// How many equal rows.
    pub(super) repeat: u64,
    /// Name of its style.
    pub(super) style: &'a str,
    /// Cells that hold something.
    pub(super) cells: &'a Row,
    /// Style names of all cells, empty ones too: column, how many, name.
    pub(super) styles: &'a [(u64, u64, String)],
}

/// What is done with the things met on the way.
pub(super) trait Visit {
    /// A sheet begins.
    fn sheet(&mut self, name: &str) -> Result<()>;

    /// The sheet that began is a cached copy of another file's.
    fn foreign(&mut self);

    /// Definition of `repeat` columns.
    fn column(&mut self, _definition: &BytesStart<'_>, _repeat: u64) {}

    /// Name of the validity rule of a cell, where style names are wanted.
    fn validity(&mut self, _name: &str) {}

    /// A cell with content under a merged cell.
    fn covered(&mut self, _row: u64) {}

    /// A cell that spans several rows or columns.
    fn merged(&mut self, _row: u64, _column: u64, _rows: u64, _columns: u64) {}

    /// Whether these are wanted.
    fn wants_merged(&self) -> bool {
        false
    }

    /// A row.
    fn row(&mut self, row: &RowAt<'_>) -> Result<()>;

    /// Whether cells' style names are wanted.
    fn wants_styles(&self) -> bool {
        false
    }
}

/// Walks over all sheets.
pub(super) fn walk(xml: Xml, visit: &mut dyn Visit, progress: &dyn Progress) -> Result<()> {
    let (with_styles, with_merged) = (visit.wants_styles(), visit.wants_merged());
    let mut walker = Walker {
        xml,
        visit,
        progress,
        with_styles,
        with_merged,
        cell: CellReader::default(),
        row: Row::default(),
        row_style: String::new(),
        styles: Vec::new(),
        place: Place::default(),
        rows_seen: 0,
        sheets_seen: 0,
    };
    walker.run()
}

/// Where the walk is.
#[derive(Default)]
struct Place {
    spreadsheet: bool,
    sheet: bool,
    row: u64,
    repeat: u64,
    column: u64,
}

struct Walker<'a> {
    xml: Xml,
    visit: &'a mut dyn Visit,
    progress: &'a dyn Progress,
    with_styles: bool,
    with_merged: bool,
    cell: CellReader,
    row: Row,
    row_style: String,
    styles: Vec<(u64, u64, String)>,
    place: Place,
    rows_seen: u64,
    sheets_seen: usize,
}

/// What follows the start of an element.
enum Then {
    Enter,
    PassOver,
    Cell { covered: bool },
}

impl Walker<'_> {
    fn run(&mut self) -> Result<()> {
        let mut buffer = Vec::new();
        loop {
            match self.xml.next(&mut buffer)? {
                Event::Start(start) => match self.start(&start)? {
                    Then::Enter => {}
                    Then::PassOver => self.xml.skip(&mut buffer)?,
                    Then::Cell { covered } => {
                        self.cell.content(&mut self.xml, &mut buffer)?;
                        self.put(covered);
                    }
                },
                Event::Empty(start) => self.empty(&start)?,
                Event::End(end) => match end.name().as_ref() {
                    "table:table-row" => self.end_row()?,
                    "table:table" => self.place.sheet = false,
                    _ => {}
                },
                Event::Eof if self.place.spreadsheet => return Ok(()),
                Event::Eof => return Err(self.xml.damaged("it is not a spreadsheet")),
                _ => {}
            }
        }
    }

    fn start(&mut self, start: &BytesStart<'_>) -> Result<Then> {
        match start.name().as_ref() {
            "table:table-cell" => {
                self.cell.head(start, self.with_styles);
                if self.with_merged {
                    let rows = repeated(start, "table:number-rows-spanned");
                    let columns = repeated(start, "table:number-columns-spanned");
                    self.visit
                        .merged(self.place.row, self.place.column, rows, columns);
                }
                return Ok(Then::Cell { covered: false });
            }
            "table:covered-table-cell" => {
                self.cell.head(start, self.with_styles);
                return Ok(Then::Cell { covered: true });
            }
            "table:table-row" => self.begin_row(start),
            "table:table" if self.place.sheet => return Ok(Then::PassOver),
            "table:table" => self.begin_sheet(start)?,
            "table:table-column" => self
                .visit
                .column(start, repeated(start, "table:number-columns-repeated")),
            "table:table-source" => {
                self.visit.foreign();
                return Ok(Then::PassOver);
            }
            "office:spreadsheet" => self.place.spreadsheet = true,
            name if PASSED_OVER.contains(&name) => return Ok(Then::PassOver),
            _ => {}
        }
        Ok(Then::Enter)
    }

    /// An element without content.
    fn empty(&mut self, start: &BytesStart<'_>) -> Result<()> {
        match self.start(start)? {
            Then::Cell { covered } => self.put(covered),
            Then::Enter if start.name().as_ref() == "table:table-row" => self.end_row()?,
            Then::Enter if start.name().as_ref() == "table:table" => self.place.sheet = false,
            _ => {}
        }
        Ok(())
    }

    fn begin_sheet(&mut self, start: &BytesStart<'_>) -> Result<()> {
        self.place = Place {
            spreadsheet: self.place.spreadsheet,
            sheet: true,
            ..Place::default()
        };
        self.sheets_seen += 1;
        let name = attribute(start, "table:name").unwrap_or_default();
        if self.sheets_seen > MOST_SHEETS || name.len() > MOST_NAME {
            return Err(self
                .xml
                .damaged("it has more sheets, or a longer name, than a workbook can have"));
        }
        self.visit.sheet(&name)
    }

    fn begin_row(&mut self, start: &BytesStart<'_>) {
        self.row.clear();
        self.styles.clear();
        self.place.repeat = repeated(start, "table:number-rows-repeated");
        self.place.column = 0;
        if self.with_styles {
            self.row_style = attribute(start, "table:style-name")
                .unwrap_or_default()
                .into_owned();
        }
    }

    fn put(&mut self, covered: bool) {
        let column = self.place.column;
        if !covered {
            self.cell.put(column, &mut self.row);
        } else if self.cell.holds_something() {
            self.visit.covered(self.place.row);
        }
        if !self.cell.validity.is_empty() {
            self.visit.validity(&self.cell.validity);
        }
        if self.with_styles && self.styles.len() < MOST_COLUMNS {
            self.styles
                .push((column, self.cell.repeat, self.cell.style.clone()));
        }
        self.place.column = column.saturating_add(self.cell.repeat);
    }

    fn end_row(&mut self) -> Result<()> {
        let Place { row, repeat, .. } = self.place;
        self.visit.row(&RowAt {
            number: row,
            repeat,
            style: &self.row_style,
            cells: &self.row,
            styles: &self.styles,
        })?;
        self.place.row = row.saturating_add(repeat);
        self.rows_seen += 1;
        if self.rows_seen.is_multiple_of(4096) && self.progress.cancelled() {
            return Err(Error::Cancelled);
        }
        Ok(())
    }
}

/// A repetition; one that is no number counts as one, one that is too large as the largest.
pub(super) fn repeated(start: &BytesStart<'_>, name: &str) -> u64 {
    attribute(start, name).map_or(1, |text| count(&text))
}

/// A count of at least one.
pub(super) fn count(text: &str) -> u64 {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits {
        text.parse().unwrap_or(u64::MAX).max(1)
    } else {
        1
    }
}
