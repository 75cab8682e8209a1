//! LibreOffice as the judge: it opens what we write, and we read what it writes.

use std::path::Path;

use bauta_table::{Cell, Kind, Table};

use crate::support::{
    assert_same, beside, convert, convert_from, day, parts, people, read, table, write,
};

/// Comma, double quote, UTF-8, from line 1, cells as shown.
const CSV: &str = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false";

/// What LibreOffice keeps exactly: no number beyond its 15 digits shown, no line break at a text's end.
fn opened_table() -> Table {
    use Cell::{Boolean, Decimal, Integer, Missing, Text};
    table(&[
        (
            "nom",
            &[
                Text("Zoé"),
                Text("  deux  espaces "),
                Text("ligne 1\nligne 2"),
                Text("😀 & <b> \"q\""),
                Text("a\tb"),
            ],
        ),
        (
            "code postal",
            &[
                Text("01000"),
                Text("18000"),
                Text("75001"),
                Missing,
                Text("2A004"),
            ],
        ),
        (
            "âge",
            &[
                Integer(22),
                Integer(-3),
                Missing,
                Integer(0),
                Integer(123_456_789),
            ],
        ),
        (
            "salaire",
            &[
                Decimal(1234.5),
                Decimal(-0.25),
                Decimal(3.125),
                Missing,
                Decimal(0.5),
            ],
        ),
        (
            "né le",
            &[
                day("1984-02-29"),
                day("2000-01-01"),
                day("1900-03-01"),
                Missing,
                day("9999-12-31"),
            ],
        ),
        (
            "vu",
            &[
                crate::support::moment(951_782_401),
                crate::support::moment(1_700_000_001),
                Missing,
                Missing,
                Missing,
            ],
        ),
        (
            "actif",
            &[
                Boolean(true),
                Boolean(false),
                Boolean(true),
                Missing,
                Boolean(false),
            ],
        ),
        (
            "formule",
            &[
                Text("=1+1"),
                Text("+33 1"),
                Text("-x"),
                Text("@cmd"),
                Text("=cmd|'/C calc'!A0"),
            ],
        ),
    ])
}

fn csv_rows(path: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_path(path)
        .unwrap();
    reader
        .records()
        .map(|record| record.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

#[test]
fn libreoffice_shows_what_we_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let given = opened_table();
    for extension in ["ods", "xlsx"] {
        let path = folder.path().join(format!("t.{extension}"));
        write(&given, &path);
        let Some(()) = convert(&[&path], CSV, folder.path()) else {
            return;
        };
        let shown = csv_rows(&folder.path().join("t.csv"));
        assert_eq!(shown.len(), given.rows() + 1);
        for (column, attribute) in given.attributes().iter().enumerate() {
            assert_eq!(shown[0][column], attribute.name, "{extension}");
            for row in 0..given.rows() {
                let label = attribute.column.label(row).into_owned();
                let expected = match attribute.column.dictionary().kind() {
                    Kind::Boolean => label.to_uppercase(),
                    Kind::DateTime => label.replace('T', " "),
                    _ => label,
                };
                assert_eq!(
                    shown[row + 1][column],
                    expected,
                    "{extension}: {} in row {row}",
                    attribute.name
                );
            }
        }
    }
}

#[test]
fn what_we_wrote_and_libreoffice_saved_again_is_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let given = opened_table();
    let (ods, xlsx) = (folder.path().join("a.ods"), folder.path().join("b.xlsx"));
    write(&given, &ods);
    write(&given, &xlsx);
    for extension in ["ods", "xlsx"] {
        let again = folder.path().join(extension);
        let Some(()) = convert(&[&ods, &xlsx], extension, &again) else {
            return;
        };
        for file in [&ods, &xlsx] {
            let saved = beside(&again, file, extension);
            assert_same(&given, &read(&saved).unwrap().table);
        }
        let content = parts(&beside(&again, &ods, extension));
        let has_formula = content.iter().any(|(name, bytes)| {
            let text = String::from_utf8_lossy(bytes);
            name.ends_with(".xml")
                && (text.contains("table:formula") || text.contains("<f>") || text.contains("<f "))
        });
        assert!(!has_formula, "a text became a formula");
    }
}

#[test]
fn the_whole_of_our_own_test_table_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.ods");
    write(&people(), &path);
    let again = folder.path().join("again");
    let Some(()) = convert(&[&path], "ods", &again) else {
        return;
    };
    let saved = read(&beside(&again, &path, "ods")).unwrap().table;
    assert_eq!(saved.rows(), people().rows());
    assert_eq!(saved.attributes()[0].column.label(2), "ligne 1\nligne 2\n");
    assert_eq!(saved.attributes()[0].column.label(4), "\ttab");
}

/// A sheet with what spreadsheet users do: colours, a comment, merged cells, formulas, repeated rows, empty styled rows.
const FODS: &str = r##"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles><number:date-style style:name="d"><number:day/><number:text>/</number:text><number:month/><number:text>/</number:text><number:year number:style="long"/></number:date-style><style:style style:name="date" style:family="table-cell" style:data-style-name="d"/><style:style style:name="pink" style:family="table-cell"><style:table-cell-properties fo:background-color="#ffccdd"/></style:style></office:automatic-styles>
<office:body><office:spreadsheet>
<table:table table:name="People">
<table:table-row><table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>zip</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>born</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>rate</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>bad</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:style-name="pink" office:value-type="string"><office:annotation><dc:creator>Eve</dc:creator><text:p>remark</text:p></office:annotation><text:p>Ada</text:p><text:p>Lovelace</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>01000</text:p></table:table-cell><table:table-cell table:style-name="date" office:value-type="date" office:date-value="1984-02-29"><text:p>x</text:p></table:table-cell><table:table-cell office:value-type="percentage" office:value="0.25"><text:p>25%</text:p></table:table-cell><table:table-cell table:formula="of:=1/0"/></table:table-row>
<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>same</text:p></table:table-cell><table:table-cell table:style-name="date" office:value-type="date" office:date-value="2000-01-01"/><table:table-cell office:value-type="float" office:value="0.25"/></table:table-row>
<table:table-row><table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="1" office:value-type="string"><text:p>wide</text:p></table:table-cell><table:covered-table-cell/><table:table-cell table:style-name="date" office:value-type="date" office:date-value="2001-01-01"/></table:table-row>
<table:table-row table:number-rows-repeated="500"><table:table-cell table:style-name="pink" table:number-columns-repeated="40"/></table:table-row>
</table:table>
<table:table table:name="Other"><table:table-row><table:table-cell office:value-type="float" office:value="1"/></table:table-row></table:table>
</office:spreadsheet></office:body></office:document>"##;

#[test]
fn a_workbook_that_libreoffice_made_reads_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made.fods");
    std::fs::write(&path, FODS).unwrap();
    use Cell::{Decimal, Missing, Text};
    let quarter = Decimal(0.25);
    let expected = table(&[
        (
            "name",
            &[
                Text("Ada\nLovelace"),
                Text("same"),
                Text("same"),
                Text("same"),
                Text("wide"),
            ],
        ),
        (
            "zip",
            &[
                Text("01000"),
                Text("same"),
                Text("same"),
                Text("same"),
                Missing,
            ],
        ),
        (
            "born",
            &[
                day("1984-02-29"),
                day("2000-01-01"),
                day("2000-01-01"),
                day("2000-01-01"),
                day("2001-01-01"),
            ],
        ),
        ("rate", &[quarter, quarter, quarter, quarter, Missing]),
        ("bad", &[Missing; 5]),
    ]);
    for extension in ["ods", "xlsx"] {
        let Some(()) = convert(&[&path], extension, folder.path()) else {
            return;
        };
        let source = read(&folder.path().join(format!("made.{extension}"))).unwrap();
        assert_same(&source.table, &expected);
        assert_eq!(source.part.as_deref(), Some("People"));
        assert!(
            source.notes.iter().any(|note| note.contains("error value")),
            "{:?}",
            source.notes
        );
        assert!(
            source.notes.iter().any(|note| note.contains("\"Other\"")),
            "{:?}",
            source.notes
        );
    }
}

#[test]
fn a_workbook_that_libreoffice_made_of_a_csv_reads_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made.csv");
    std::fs::write(
        &path,
        "id,city,amount\n1,Évry,1.5\n2,\"a, b\",\n3,Łódź,-2\n",
    )
    .unwrap();
    let Some(()) = convert_from(&[&path], Some("CSV:44,34,76,1"), "ods", folder.path()) else {
        return;
    };
    let expected = table(&[
        (
            "id",
            &[Cell::Integer(1), Cell::Integer(2), Cell::Integer(3)],
        ),
        (
            "city",
            &[Cell::Text("Évry"), Cell::Text("a, b"), Cell::Text("Łódź")],
        ),
        (
            "amount",
            &[Cell::Decimal(1.5), Cell::Missing, Cell::Decimal(-2.0)],
        ),
    ]);
    assert_same(
        &read(&folder.path().join("made.ods")).unwrap().table,
        &expected,
    );
}
