//! Sheets that are no table, looked at as they stand.

use bauta_formats::{Locator, Merged, ReadOptions, Sheet, look};

use crate::support::{ods_of, xlsx_parts};

fn looked(path: &std::path::Path, asked: &[u64]) -> Sheet {
    let locator: Locator = path.to_str().unwrap().parse().unwrap();
    look(&locator, &ReadOptions::default(), asked).unwrap()
}

fn cells(sheet: &Sheet) -> Vec<(u64, Vec<&str>)> {
    sheet
        .rows
        .iter()
        .map(|row| (row.number, row.cells.iter().map(String::as_str).collect()))
        .collect()
}

#[test]
fn a_title_over_merged_cells_is_shown_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let cell = |text: &str| {
        format!(
            "<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
        )
    };
    let title = "<table:table-cell table:number-columns-spanned=\"3\" office:value-type=\"string\"><text:p>2024</text:p></table:table-cell><table:covered-table-cell table:number-columns-repeated=\"2\"/>";
    let rows = format!(
        "<table:table table:name=\"People\"><table:table-row>{title}</table:table-row><table:table-row table:number-rows-repeated=\"2\"><table:table-cell/></table:table-row><table:table-row>{}</table:table-row></table:table><table:table table:name=\"Other\"><table:table-row>{}</table:table-row></table:table>",
        [cell("a"), "<table:table-cell/>".to_owned(), cell("c")].concat(),
        cell("elsewhere")
    );
    let path = folder.path().join("t.ods");
    ods_of(&path, &rows);
    let sheet = looked(&path, &[]);
    assert_eq!(sheet.name.as_deref(), Some("People"));
    assert_eq!(cells(&sheet), [(1, vec!["2024"]), (4, vec!["a", "", "c"])]);
    assert_eq!(
        sheet.merged,
        [Merged {
            row: 1,
            column: 0,
            rows: 1,
            columns: 3
        }]
    );
    assert!(
        !format!("{sheet:?}").contains("2024"),
        "no cell in a debug text"
    );
}

#[test]
fn rows_far_down_are_shown_where_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.xlsx");
    let rows: String = (1..=500)
        .map(|row| format!("<row r=\"{row}\"><c r=\"B{row}\"><v>{row}</v></c></row>"))
        .collect();
    let workbook = "<workbook xmlns:r=\"r\"><sheets><sheet name=\"Data\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>";
    let sheet = format!(
        "<worksheet><sheetData>{rows}</sheetData><mergeCells count=\"2\"><mergeCell ref=\"B2:C3\"/><mergeCell ref=\"nonsense\"/></mergeCells></worksheet>"
    );
    xlsx_parts(&path, workbook, &sheet, "");
    let sheet = looked(&path, &[400]);
    let numbers: Vec<u64> = sheet.rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers, (1..=60).chain(398..=402).collect::<Vec<_>>());
    assert_eq!(cells(&sheet)[0], (1, vec!["", "1"]));
    assert_eq!(
        sheet.merged,
        [Merged {
            row: 2,
            column: 1,
            rows: 2,
            columns: 2
        }]
    );
}

#[test]
fn lines_of_a_text_file_keep_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv");
    std::fs::write(
        &path,
        "sep=;\nname;age\n\n\"two\nlines\";20\nBob;21;22;23\n",
    )
    .unwrap();
    let sheet = looked(&path, &[]);
    let expected = [
        (2, vec!["name", "age"]),
        (4, vec!["two\nlines", "20"]),
        (6, vec!["Bob", "21", "22", "23"]),
    ];
    assert_eq!(cells(&sheet), expected);
    assert!(sheet.name.is_none() && sheet.merged.is_empty());
}
