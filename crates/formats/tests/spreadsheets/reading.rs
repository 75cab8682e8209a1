//! Sheets as they are found: empty rows and columns, repetitions, merged cells, dates by format, several sheets.

use bauta_formats::{Error, ReadOptions};
use bauta_table::{Cell, Fault, Kind, Table};

use crate::support::{
    assert_same, day, moment, ods_of, read, read_with, table, xlsx_of, xlsx_parts,
};

fn row(cells: &str) -> String {
    format!("<table:table-row>{cells}</table:table-row>")
}

fn text(text: &str) -> String {
    format!(
        "<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
    )
}

fn number(value: &str) -> String {
    format!(
        "<table:table-cell office:value-type=\"float\" office:value=\"{value}\"><text:p>shown</text:p></table:table-cell>"
    )
}

fn sheet(name: &str, rows: &[String]) -> String {
    format!(
        "<table:table table:name=\"{name}\">{}</table:table>",
        rows.concat()
    )
}

fn labels(table: &Table, column: usize) -> Vec<String> {
    (0..table.rows())
        .map(|row| table.attributes()[column].column.label(row).into_owned())
        .collect()
}

#[test]
fn the_first_sheet_is_read_and_the_others_are_mentioned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.ods");
    let data = |value: &str| [row(&text("a")), row(&number(value))];
    ods_of(
        &path,
        &[
            sheet("One", &data("1")),
            sheet("Empty", &[]),
            sheet("Two", &data("2")),
        ]
        .concat(),
    );
    let source = read(&path).unwrap();
    assert_eq!(
        (source.part.as_deref(), labels(&source.table, 0)),
        (Some("One"), vec!["1".to_owned()])
    );
    assert!(
        source.notes[0].contains("\"Two\"") && !source.notes[0].contains("Empty"),
        "{:?}",
        source.notes
    );
    let named = read_with(&format!("{}#Two", path.display()), &ReadOptions::default()).unwrap();
    assert_eq!(
        (named.part.as_deref(), labels(&named.table, 0)),
        (Some("Two"), vec!["2".to_owned()])
    );
    let wrong = read_with(&format!("{}#Twoo", path.display()), &ReadOptions::default())
        .err()
        .unwrap();
    assert!(matches!(wrong, Error::Locator { .. }));
    let said = wrong.to_string();
    assert!(
        said.contains("did you mean \"Two\"") && said.contains("\"One\", \"Empty\", \"Two\""),
        "{said}"
    );
    let empty = read_with(
        &format!("{}#Empty", path.display()),
        &ReadOptions::default(),
    )
    .err()
    .unwrap()
    .to_string();
    assert!(
        empty.contains("\"Empty\"") && empty.contains("#One"),
        "{empty}"
    );
}

#[test]
fn empty_rows_and_columns_around_the_table_are_left_out_and_those_inside_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.ods");
    let blank = "<table:table-cell table:number-columns-repeated=\"2\"/>";
    let rows = [
        "<table:table-row table:number-rows-repeated=\"3\"><table:table-cell/></table:table-row>"
            .to_owned(),
        row(&[blank, &text("a"), &text("b"), blank].concat()),
        row(&[blank, &number("1")].concat()),
        row(blank),
        row(&[blank, "<table:table-cell/>", &number("2")].concat()),
        row(blank),
    ];
    ods_of(&path, &sheet("S", &rows));
    let source = read(&path).unwrap();
    assert_eq!(labels(&source.table, 0), ["1", "", ""]);
    assert_eq!(labels(&source.table, 1), ["", "", "2"]);
    assert!(source.notes[0].contains("cell C4"), "{:?}", source.notes);
    assert!(source.notes[1].contains("row 6"), "{:?}", source.notes);
}

#[test]
fn repeated_and_merged_cells_notes_and_paragraphs_are_read_as_people_see_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.ods");
    let rows = [
        row(&[text("a"), text("b"), text("c")].concat()),
        "<table:table-row table:number-rows-repeated=\"2\"><table:table-cell table:number-columns-repeated=\"3\" office:value-type=\"string\"><text:p>x</text:p></table:table-cell></table:table-row>".to_owned(),
        row(
            "<table:table-cell table:number-columns-spanned=\"2\" office:value-type=\"string\"><office:annotation><dc:creator>Eve</dc:creator><text:p>a note</text:p></office:annotation><text:p>one  <text:span>t</text:span>wo<text:s text:c=\"2\"/>three</text:p><text:p/><text:p> four<text:line-break/>five<text:tab/>&amp;</text:p><draw:frame><text:p>shape</text:p></draw:frame></table:table-cell><table:covered-table-cell office:value-type=\"string\"><text:p>hidden</text:p></table:covered-table-cell>",
        ),
    ];
    let changes = "<table:tracked-changes><table:cell-content-change><table:table-row><table:table-cell office:value-type=\"string\"><text:p>old</text:p></table:table-cell></table:table-row></table:cell-content-change></table:tracked-changes>";
    ods_of(&path, &(changes.to_owned() + &sheet("S", &rows)));
    let source = read(&path).unwrap();
    assert_eq!(
        labels(&source.table, 0),
        ["x", "x", "one  two  three\n\n four\nfive\t&"]
    );
    assert_eq!(labels(&source.table, 1), ["x", "x", ""]);
    assert!(
        source.notes[0].contains("under a merged cell"),
        "{:?}",
        source.notes
    );
}

#[test]
fn ods_types_and_error_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.ods");
    let typed = |kind: &str, value: &str| {
        format!(
            "<table:table-cell office:value-type=\"{kind}\" {value}><text:p>?</text:p></table:table-cell>"
        )
    };
    let header = [
        "n", "percent", "money", "date", "moment", "time", "truth", "bad",
    ]
    .map(text)
    .concat();
    let first = [
        typed("float", "office:value=\"-7\""),
        typed("percentage", "office:value=\"0.25\""),
        typed("currency", "office:value=\"12.5\" office:currency=\"EUR\""),
        typed("date", "office:date-value=\"1984-02-29\""),
        typed("date", "office:date-value=\"1970-01-02T00:00:01.500000000\""),
        typed("time", "office:time-value=\"PT12H30M00S\""),
        typed("boolean", "office:boolean-value=\"true\""),
        "<table:table-cell table:formula=\"of:=1/0\" office:value-type=\"string\" office:string-value=\"\" calcext:value-type=\"error\"><text:p>#DIV/0!</text:p></table:table-cell>".to_owned(),
    ];
    let second = "<table:table-cell table:number-columns-repeated=\"7\"/><table:table-cell table:formula=\"of:=NA()\" office:value-type=\"float\" office:value=\"0\"><text:p>#N/A</text:p></table:table-cell>";
    ods_of(
        &path,
        &sheet("S", &[row(&header), row(&first.concat()), row(second)]),
    );
    let source = read(&path).unwrap();
    let expected = table(&[
        ("n", &[Cell::Integer(-7), Cell::Missing]),
        ("percent", &[Cell::Decimal(0.25), Cell::Missing]),
        ("money", &[Cell::Decimal(12.5), Cell::Missing]),
        ("date", &[day("1984-02-29"), Cell::Missing]),
        ("moment", &[Cell::DateTime(86_401_500_000), Cell::Missing]),
        ("time", &[Cell::Text("PT12H30M00S"), Cell::Missing]),
        ("truth", &[Cell::Boolean(true), Cell::Missing]),
        ("bad", &[Cell::Missing, Cell::Missing]),
    ]);
    assert_same(&source.table, &expected);
    assert!(
        source.notes[0].contains("2 cells hold an error value")
            && source.notes[0].contains("row 2")
    );
}

#[test]
fn cells_outside_the_header_are_faults_with_their_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.ods");
    let rows = [
        row(&text("a")),
        row(&number("1")),
        row(&[number("1"), number("2")].concat()),
        row(&[number("1"), "<table:table-cell/>".to_owned(), number("2")].concat()),
    ];
    ods_of(&path, &sheet("S", &rows));
    let Err(Error::Data { faults, .. }) = read(&path) else {
        panic!("a fault")
    };
    let expected = [(3, 2), (4, 3)].map(|(row, found)| Fault::RaggedRow {
        row,
        expected: 1,
        found,
    });
    assert_eq!(faults, expected);
    ods_of(
        &path,
        &sheet(
            "S",
            &[
                row(&["<table:table-cell/>".to_owned(), text("a")].concat()),
                row(&number("1")),
            ],
        ),
    );
    let Err(Error::Data { faults, .. }) = read(&path) else {
        panic!("a fault")
    };
    assert_eq!(faults, [Fault::EmptyHeader { column: 1 }]);
}

#[test]
fn headers_without_rows_or_with_a_name_twice_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.ods");
    ods_of(&path, &sheet("S", &[row(&text("a"))]));
    assert!(matches!(read(&path), Err(Error::Data { faults, .. }) if faults == [Fault::NoRows]));
    ods_of(
        &path,
        &sheet(
            "S",
            &[row(&[text("a"), text("a")].concat()), row(&number("1"))],
        ),
    );
    assert!(
        matches!(read(&path), Err(Error::Data { faults, .. }) if matches!(faults[..], [Fault::DuplicateHeader { .. }]))
    );
    ods_of(
        &path,
        &sheet(
            "S",
            &[
                row(&[number("2019"), number("2020.5")].concat()),
                row(&number("1")),
            ],
        ),
    );
    let names: Vec<_> = read(&path)
        .unwrap()
        .table
        .attributes()
        .iter()
        .map(|a| a.name.clone())
        .collect();
    assert_eq!(names, ["2019", "2020.5"]);
}

#[test]
fn excel_dates_follow_the_format_and_the_epoch() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.xlsx");
    let head = |names: &[&str]| {
        let cells: String = names
            .iter()
            .map(|name| format!("<c t=\"inlineStr\"><is><t>{name}</t></is></c>"))
            .collect();
        format!("<row r=\"1\">{cells}</row>")
    };
    let rows = head(&[
        "day", "moment", "long", "lasting", "clock", "percent", "iso",
    ]) + "<row r=\"2\"><c r=\"A2\" s=\"1\"><v>30741</v></c><c r=\"B2\" s=\"2\"><v>25570.5</v></c><c r=\"C2\" s=\"3\"><v>1</v></c><c r=\"D2\" s=\"4\"><v>1.25</v></c><c r=\"E2\" s=\"5\"><v>0.5</v></c><c r=\"F2\" s=\"6\"><v>0.25</v></c><c r=\"G2\" t=\"d\"><v>2024-01-31</v></c></row>";
    xlsx_of(&path, &rows, "");
    let expected = |d: &str, long: &str, second: i64| {
        table(&[
            ("day", &[day(d)]),
            ("moment", &[moment(second)]),
            ("long", &[day(long)]),
            ("lasting", &[Cell::Text("PT30H00M00S")]),
            ("clock", &[Cell::Text("PT12H00M00S")]),
            ("percent", &[Cell::Decimal(0.25)]),
            ("iso", &[day("2024-01-31")]),
        ])
    };
    assert_same(
        &read(&path).unwrap().table,
        &expected("1984-02-29", "1900-01-01", 129_600),
    );
    let workbook = "<workbook xmlns:r=\"r\"><workbookPr date1904=\"1\"/><sheets><sheet name=\"Data\" r:id=\"rId1\"/></sheets></workbook>";
    xlsx_parts(
        &path,
        workbook,
        &format!("<worksheet><sheetData>{rows}</sheetData></worksheet>"),
        "",
    );
    assert_same(
        &read(&path).unwrap().table,
        &expected("1988-03-01", "1904-01-02", 129_600 + 1462 * 86_400),
    );
}

#[test]
fn excel_texts_of_every_sort_and_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.xlsx");
    let strings = "<si><t>a</t></si><si><r><t xml:space=\"preserve\">rich </t></r><r><t>text</t></r><rPh><t>guide</t></rPh></si><si><t xml:space=\"preserve\"> _x000D_&amp;_x005F_x0041_ </t></si><si/>";
    let rows = "<row><c t=\"s\"><v>0</v></c></row><row><c t=\"s\"><v>1</v></c></row><row><c t=\"s\"><v>2</v></c></row><row><c t=\"str\"><f>A1</f><v>made &lt;</v></c></row><row><c t=\"inlineStr\"><is><t>in</t></is></c></row><row><c t=\"e\"><v>#SPILL!</v></c></row><row r=\"9\"><c r=\"A9\" t=\"s\"><v>0</v></c></row>";
    xlsx_of(&path, rows, strings);
    let source = read(&path).unwrap();
    assert_eq!(
        labels(&source.table, 0),
        ["rich text", " \r&_x0041_ ", "made <", "in", "", "", "", "a"]
    );
    assert!(
        source.notes[0].contains("error value") && source.notes[1].contains("2 rows"),
        "{:?}",
        source.notes
    );
    assert_eq!(
        source.table.attributes()[0].column.dictionary().kind(),
        Kind::Text
    );
}

#[test]
fn other_sheets_of_an_excel_workbook_are_mentioned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.xlsx");
    let workbook = "<workbook xmlns:r=\"r\"><sheets><sheet name=\"One\" r:id=\"rId1\"/><sheet name=\"Two\" r:id=\"rId1\"/></sheets></workbook>";
    let sheet = "<worksheet><sheetData><row><c t=\"str\"><v>a</v></c></row><row><c><v>1</v></c></row></sheetData></worksheet>";
    xlsx_parts(&path, workbook, sheet, "");
    let source = read(&path).unwrap();
    assert_eq!(source.part.as_deref(), Some("One"));
    assert!(source.notes[0].contains("\"Two\""));
    let wrong = read_with(&format!("{}#Twoo", path.display()), &ReadOptions::default())
        .err()
        .unwrap()
        .to_string();
    assert!(wrong.contains("did you mean \"Two\""), "{wrong}");
}
