//! A file that is no table yet, as its owner sees it: a part of the sheet with the faulty cells marked.
//!
//! It goes to the page of the very person who sent the file, beside messages that hold no cell.

use bauta_formats::{Locator, Merged, ReadOptions, Sheet};
use bauta_table::Fault;
use serde::Serialize;
use utoipa::ToSchema;

use crate::language::Language;
use crate::places::Place;

/// A part of a sheet with marks.
#[derive(Clone, Serialize, ToSchema)]
pub struct SheetView {
    /// Its name, where a file has several.
    name: Option<String>,
    rows: Vec<RowView>,
    marks: Vec<Mark>,
}

impl std::fmt::Debug for SheetView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SheetView({} rows, {:?})", self.rows.len(), self.marks)
    }
}

/// A row of it.
#[derive(Clone, Serialize, ToSchema)]
pub struct RowView {
    /// Its number in the file.
    number: u64,
    /// Its cells from the first column on.
    cells: Vec<String>,
}

/// Cells that something is wrong with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Mark {
    /// The place of the fault in the list of faults.
    fault: usize,
    /// The number of the first row.
    row: u64,
    /// The first column, from 0.
    column: usize,
    rows: u64,
    columns: usize,
}

/// Looks at a file that was refused, and marks its faults; those that only the look shows are added to the list.
pub fn marked(
    locator: &str,
    faults: &[Fault],
    places: &mut Vec<Place>,
    language: Language,
) -> Option<SheetView> {
    let rows: Vec<u64> = faults.iter().filter_map(ragged).collect();
    let sheet = bauta_formats::look(
        &locator.parse::<Locator>().ok()?,
        &ReadOptions::default(),
        &rows,
    )
    .ok()?;
    let header = Header::of(&sheet)?;
    let mut marks: Vec<Mark> = Vec::new();
    for (index, fault) in faults.iter().enumerate() {
        let found = cells(fault, &header, &sheet);
        if let (Some(place), Some(mark)) = (places.get_mut(index), found.first()) {
            place.sheet.clone_from(&sheet.name);
            place.row = Some(mark.row);
            place.column = Some(letters(mark.column));
        }
        marks.extend(found.into_iter().map(|mark| Mark {
            fault: index,
            ..mark
        }));
    }
    let place = |mark: &Mark, message: String| Place {
        message,
        sheet: sheet.name.clone(),
        row: Some(mark.row),
        column: Some(letters(mark.column)),
    };
    for merged in &sheet.merged {
        let mark = Mark {
            fault: places.len(),
            ..area(merged)
        };
        places.push(place(&mark, told_merged(merged, language)));
        marks.push(mark);
    }
    // A title makes faults of all rows below it, so it is told first.
    if let Some(mark) = title(&header, &sheet) {
        marks.iter_mut().for_each(|mark| mark.fault += 1);
        places.insert(0, place(&mark, told_title(language)));
        marks.insert(0, mark);
    }
    let rows = sheet
        .rows
        .into_iter()
        .map(|row| RowView {
            number: row.number,
            cells: row.cells,
        })
        .collect();
    (!marks.is_empty()).then_some(SheetView {
        name: sheet.name,
        rows,
        marks,
    })
}

fn ragged(fault: &Fault) -> Option<u64> {
    if let Fault::RaggedRow { row, .. } = fault {
        Some(*row)
    } else {
        None
    }
}

/// Where the names of columns are.
struct Header {
    row: u64,
    first: usize,
    width: usize,
}

impl Header {
    /// As a reader takes it: the first row that holds anything.
    fn of(sheet: &Sheet) -> Option<Header> {
        let row = sheet.rows.first()?;
        let first = row.cells.iter().position(|cell| !cell.is_empty())?;
        Some(Header {
            row: row.number,
            first,
            width: row.cells.len() - first,
        })
    }

    /// Whether a column, counted from 1 in the header, has no name.
    fn has_gap(&self, column: usize, sheet: &Sheet) -> bool {
        let named = sheet
            .rows
            .first()
            .and_then(|row| row.cells.get(self.first + column.saturating_sub(1)));
        named.is_some_and(String::is_empty)
    }
}

fn cell(row: u64, column: usize) -> Mark {
    Mark {
        fault: 0,
        row,
        column,
        rows: 1,
        columns: 1,
    }
}

/// The cells that a fault is about.
fn cells(fault: &Fault, header: &Header, sheet: &Sheet) -> Vec<Mark> {
    let named = |number: usize| cell(header.row, header.first + number.saturating_sub(1));
    match fault {
        // A column inside the header is counted from its first, one left of it from the first of the sheet.
        Fault::EmptyHeader { column } if header.has_gap(*column, sheet) => vec![named(*column)],
        Fault::EmptyHeader { column } => vec![cell(header.row, column.saturating_sub(1))],
        Fault::DuplicateHeader { first, second, .. } => vec![named(*first), named(*second)],
        Fault::TooManyColumns { most, .. } => vec![named(most + 1)],
        Fault::NoRows => vec![cell(header.row + 1, header.first)],
        Fault::RaggedRow {
            row,
            expected,
            found,
        } => {
            let (from, to) = (expected.min(found), expected.max(found));
            let last = sheet
                .rows
                .iter()
                .find(|other| other.number == *row)
                .map_or(0, |row| row.cells.len());
            let columns = (to - from).min(
                last.max(header.first + header.width)
                    .saturating_sub(header.first + from),
            );
            vec![Mark {
                columns: columns.max(1),
                ..cell(*row, header.first + from)
            }]
        }
        _ => Vec::new(),
    }
}

/// A single cell above rows of several, which is most often a title.
fn title(header: &Header, sheet: &Sheet) -> Option<Mark> {
    let below = sheet.rows.get(1)?;
    let wider = below.cells.iter().filter(|cell| !cell.is_empty()).count() > 1;
    (header.width == 1 && wider).then_some(cell(header.row, header.first))
}

fn area(merged: &Merged) -> Mark {
    Mark {
        fault: 0,
        row: merged.row,
        column: merged.column,
        rows: merged.rows,
        columns: merged.columns,
    }
}

fn told_title(language: Language) -> String {
    let text = language.say(
        "the first row holds a single cell; if it is a title, delete its row: the first row must hold the names of the columns",
        "la première ligne n'a qu'une cellule ; si c'est un titre, supprimez sa ligne : la première ligne doit porter les noms des colonnes",
    );
    text.to_owned()
}

fn told_merged(merged: &Merged, language: Language) -> String {
    let last = letters(merged.column + merged.columns.saturating_sub(1));
    let place = format!(
        "{}{}:{last}{}",
        letters(merged.column),
        merged.row,
        merged.row + merged.rows.saturating_sub(1)
    );
    match language.0 {
        "fr" => format!(
            "les cellules {place} sont fusionnées ; défusionnez-les et donnez à chaque cellule sa valeur"
        ),
        _ => format!("cells {place} are merged; split them and give each cell its value"),
    }
}

/// A column as spreadsheets name it: `A`, `Z`, `AA`.
fn letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column.saturating_add(1);
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use bauta_formats::SheetRow;

    use super::*;

    fn sheet(rows: &[&[&str]]) -> Sheet {
        let row = |(at, cells): (usize, &&[&str])| SheetRow {
            number: at as u64 + 1,
            cells: cells.iter().map(|&cell| cell.to_owned()).collect(),
        };
        Sheet {
            rows: rows.iter().enumerate().map(row).collect(),
            ..Sheet::default()
        }
    }

    #[test]
    fn a_table_that_does_not_begin_in_the_first_column() {
        let sheet = sheet(&[&["", "a", "", "a"], &["", "1", "2", "3", "4"]]);
        let header = Header::of(&sheet).unwrap();
        assert_eq!(
            cells(&Fault::EmptyHeader { column: 2 }, &header, &sheet),
            [cell(1, 2)]
        );
        let twice = Fault::DuplicateHeader {
            name: "a".into(),
            first: 1,
            second: 3,
        };
        assert_eq!(cells(&twice, &header, &sheet), [cell(1, 1), cell(1, 3)]);
        let ragged = Fault::RaggedRow {
            row: 2,
            expected: 3,
            found: 4,
        };
        assert_eq!(cells(&ragged, &header, &sheet), [cell(2, 4)]);
        assert_eq!(
            cells(&Fault::EmptyHeader { column: 1 }, &header, &sheet),
            [cell(1, 0)]
        );
    }

    #[test]
    fn a_short_row_is_marked_where_cells_are_missing() {
        let sheet = sheet(&[&["a", "b", "c"], &["1"]]);
        let header = Header::of(&sheet).unwrap();
        let ragged = Fault::RaggedRow {
            row: 2,
            expected: 3,
            found: 1,
        };
        assert_eq!(
            cells(&ragged, &header, &sheet),
            [Mark {
                columns: 2,
                ..cell(2, 1)
            }]
        );
        assert!(title(&header, &sheet).is_none());
    }

    #[test]
    fn letters_of_columns() {
        assert_eq!(
            [0, 25, 26, 701, 702].map(letters),
            ["A", "Z", "AA", "ZZ", "AAA"]
        );
    }
}
