//! Tables, files and LibreOffice for the tests.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use bauta_formats::{Locator, ReadOptions, Result, Source, WriteOptions};
use bauta_table::{Cell, ColumnBuilder, ReadAs, Silent, Table};
use zip::write::SimpleFileOptions;

/// Days since 1970 of an ISO date.
pub fn day(text: &str) -> Cell<'static> {
    Cell::Date(bauta_table::DateStyle::Iso.parse(text).expect("a date"))
}

/// Seconds since 1970 as a moment.
pub fn moment(seconds: i64) -> Cell<'static> {
    Cell::DateTime(seconds * 1_000_000)
}

pub fn table(columns: &[(&str, &[Cell<'_>])]) -> Table {
    let how = ReadAs {
        whole_decimals_are_integers: true,
        ..ReadAs::default()
    };
    Table::new(columns.iter().map(|(name, cells)| {
        let mut builder = ColumnBuilder::new();
        cells.iter().for_each(|cell| builder.push(*cell));
        ((*name).to_owned(), builder.finish(&how))
    }))
}

/// A table with every kind and every trap.
pub fn people() -> Table {
    use Cell::{Boolean, Decimal, Integer, Missing, Text};
    table(&[
        (
            "nom",
            &[
                Text("Zoé"),
                Text("  deux  espaces "),
                Text("ligne 1\nligne 2\n"),
                Text("😀 & <b> \"q\""),
                Text("\ttab"),
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
                Integer(9_007_199_254_740_991),
            ],
        ),
        (
            "salaire",
            &[
                Decimal(1234.5),
                Decimal(-0.25),
                Decimal(1e-9),
                Missing,
                Decimal(1.5e300),
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
                moment(951_782_400),
                moment(1_700_000_001),
                Missing,
                moment(-1_000_000_000),
                moment(0),
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

/// Equal names, kinds and cells.
pub fn assert_same(left: &Table, right: &Table) {
    let names = |table: &Table| {
        table
            .attributes()
            .iter()
            .map(|a| a.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(left), names(right));
    assert_eq!(left.rows(), right.rows());
    for (a, b) in left.attributes().iter().zip(right.attributes()) {
        assert_eq!(
            a.column.dictionary().kind(),
            b.column.dictionary().kind(),
            "kind of {}",
            a.name
        );
        for row in 0..left.rows() {
            let (x, y) = (a.column.label(row), b.column.label(row));
            assert!(
                a.column.cell(row) == b.column.cell(row),
                "{} in row {row}: {x:?} and {y:?}",
                a.name
            );
        }
    }
}

pub fn read(path: &Path) -> Result<Source> {
    read_with(path.to_str().expect("a path"), &ReadOptions::default())
}

pub fn read_with(locator: &str, options: &ReadOptions) -> Result<Source> {
    bauta_formats::read(&locator.parse::<Locator>()?, options, &Silent)
}

pub fn write(table: &Table, path: &Path) {
    write_with(
        table,
        path.to_str().expect("a path"),
        &WriteOptions::default(),
    )
    .expect("written");
}

/// Writes, commits, and gives the notes.
pub fn write_with(table: &Table, locator: &str, options: &WriteOptions) -> Result<Vec<String>> {
    let staged = bauta_formats::stage(table, &locator.parse::<Locator>()?, options, &Silent)?;
    let notes = staged.notes().to_vec();
    staged.commit()?;
    Ok(notes)
}

/// What reading fails with, as a user sees it.
pub fn refusal(path: &Path, options: &ReadOptions) -> String {
    read_with(path.to_str().expect("a path"), options)
        .err()
        .expect("a refusal")
        .to_string()
}

pub fn zip_file(path: &Path, parts: &[(&str, &[u8])]) {
    let mut zip = zip::ZipWriter::new(std::fs::File::create(path).expect("a file"));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default())
            .expect("a part");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("finished");
}

/// An `.ods` of a sheet's XML.
pub fn ods_of(path: &Path, sheets: &str) {
    zip_file(path, &[("content.xml", content_of(sheets).as_bytes())]);
}

pub fn content_of(sheets: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><office:document-content><office:body><office:spreadsheet>{sheets}</office:spreadsheet></office:body></office:document-content>"
    )
}

/// An `.xlsx` of a sheet's rows and shared strings.
pub fn xlsx_of(path: &Path, rows: &str, strings: &str) {
    let workbook = "<workbook xmlns:r=\"r\"><workbookPr/><sheets><sheet name=\"Data\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>";
    xlsx_parts(
        path,
        workbook,
        &format!("<worksheet><sheetData>{rows}</sheetData></worksheet>"),
        strings,
    );
}

pub fn xlsx_parts(path: &Path, workbook: &str, sheet: &str, strings: &str) {
    let relations = "<Relationships><Relationship Id=\"rId1\" Type=\"http://x/worksheet\" Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"rId2\" Type=\"http://x/sharedStrings\" Target=\"/xl/sharedStrings.xml\"/><Relationship Id=\"rId3\" Type=\"http://x/styles\" Target=\"styles.xml\"/></Relationships>";
    let styles = "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"[$-40C]d mmmm yyyy;@\"/><numFmt numFmtId=\"165\" formatCode=\"[h]:mm\"/></numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"22\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/><xf numFmtId=\"20\"/><xf numFmtId=\"10\"/></cellXfs></styleSheet>";
    zip_file(
        path,
        &[
            ("xl/workbook.xml", workbook.as_bytes()),
            ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
            ("xl/styles.xml", styles.as_bytes()),
            (
                "xl/sharedStrings.xml",
                format!("<sst uniqueCount=\"999999999999\">{strings}</sst>").as_bytes(),
            ),
            ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
        ],
    );
}

/// All parts of a zip, unpacked.
pub fn parts(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(std::fs::File::open(path).expect("a file")).expect("a zip");
    (0..zip.len())
        .map(|index| {
            let mut part = zip.by_index(index).expect("a part");
            let mut bytes = Vec::new();
            part.read_to_end(&mut bytes).expect("unpacked");
            (part.name().expect("a name").into_owned(), bytes)
        })
        .collect()
}

/// Converts files with LibreOffice; `None`, said aloud, where it is not installed.
pub fn convert(files: &[&Path], to: &str, into: &Path) -> Option<()> {
    convert_from(files, None, to, into)
}

/// The same with a filter for the input.
pub fn convert_from(files: &[&Path], from: Option<&str>, to: &str, into: &Path) -> Option<()> {
    let profile = tempfile::tempdir().expect("a folder");
    let output = Command::new("soffice")
        .arg("--headless")
        .arg(format!(
            "-env:UserInstallation=file://{}",
            profile.path().display()
        ))
        .args(from.map(|filter| format!("--infilter={filter}")))
        .args(["--convert-to", to, "--outdir"])
        .arg(into)
        .args(files)
        .output();
    let Ok(output) = output else {
        bauta_testkit::skip("soffice is not installed");
        return None;
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(())
}

/// The same file name with another extension, in another folder.
pub fn beside(folder: &Path, file: &Path, extension: &str) -> PathBuf {
    folder.join(file.with_extension(extension).file_name().expect("a name"))
}
