//! One sheet rewritten: looks and other sheets stay, nothing of the old data does.

use std::io::Write;
use std::path::{Path, PathBuf};

use bauta_formats::{ReadOptions, WriteOptions};
use bauta_table::{Cell, Table};
use zip::write::SimpleFileOptions;

use crate::support::{
    assert_same, beside, convert, day, parts, read, read_with, table, write, write_with,
};

/// The name that must not survive.
const SECRET: &str = "Lovelace";

const NAMESPACES: &str = r#"xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.3""#;

fn fods() -> String {
    let text = |style: &str, text: &str| {
        format!(
            "<table:table-cell {style} office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
        )
    };
    let pink = "table:style-name=\"pink\"";
    let date = |date: &str| {
        format!(
            "<table:table-cell table:style-name=\"date\" office:value-type=\"date\" office:date-value=\"{date}\"/>"
        )
    };
    let people = [
        "<table:table table:name=\"People\"><table:table-column table:style-name=\"wide\"/><table:table-column table:number-columns-repeated=\"3\"/>".to_owned(),
        format!("<table:table-row>{}{}{}{}</table:table-row>", text(pink, "name"), text("", "city"), text("", "born"), text("", "note")),
        format!(
            "<table:table-row>{}{}{}<table:table-cell table:content-validation-name=\"val1\" office:value-type=\"string\"><office:annotation><dc:creator>{SECRET}</dc:creator><text:p>{SECRET} again</text:p></office:annotation><text:p>{SECRET}</text:p></table:table-cell></table:table-row>",
            text(pink, SECRET), text(pink, "Bourges"), date("1984-02-29")
        ),
        format!("<table:table-row>{}{}{}</table:table-row>", text(pink, SECRET), text("", "Tours"), date("1985-01-01")),
        format!("<table:table-row>{}{}{}</table:table-row>", text("", SECRET), text("", "Tours"), date("1985-01-02")),
        "</table:table>".to_owned(),
    ]
    .concat();
    format!(
        r##"<?xml version="1.0" encoding="UTF-8"?>
<office:document {NAMESPACES} office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:meta><meta:initial-creator>{SECRET}</meta:initial-creator><dc:title>{SECRET}</dc:title></office:meta><office:automatic-styles><number:date-style style:name="d"><number:day/><number:text>/</number:text><number:month/><number:text>/</number:text><number:year number:style="long"/></number:date-style><style:style style:name="date" style:family="table-cell" style:data-style-name="d"/><style:style style:name="pink" style:family="table-cell"><style:table-cell-properties fo:background-color="#ffccdd"/></style:style><style:style style:name="wide" style:family="table-column"><style:table-column-properties style:column-width="77mm"/></style:style></office:automatic-styles><office:body><office:spreadsheet><table:content-validations><table:content-validation table:name="val1" table:condition="of:cell-content-is-in-list(&quot;{SECRET}&quot;;&quot;B&quot;)"/></table:content-validations>{people}<table:table table:name="Codes"><table:table-row>{}{}</table:table-row><table:table-row>{}{}</table:table-row></table:table><table:database-ranges><table:database-range table:name="db" table:target-range-address="People.A1:People.D4" table:display-filter-buttons="true"><table:filter><table:filter-condition table:field-number="0" table:value="{SECRET}" table:operator="="/></table:filter></table:database-range></table:database-ranges></office:spreadsheet></office:body></office:document>"##,
        text("", "code"),
        text("", "label"),
        text(pink, "1"),
        text("", "kept &amp; safe"),
    )
}

/// A workbook as LibreOffice saves it, with a chart's cache and a preview as they are found in the wild.
fn template(folder: &Path) -> Option<PathBuf> {
    let source = folder.join("template.fods");
    std::fs::write(&source, fods()).unwrap();
    convert(&[&source], "ods", folder)?;
    let path = folder.join("template.ods");
    let mut kept = parts(&path);
    kept.retain(|(name, _)| name != "Thumbnails/thumbnail.png");
    let cache = format!(
        "<office:document-content><table:table table:name=\"local-table\">{SECRET}</table:table></office:document-content>"
    );
    for extra in [
        "Object 1/content.xml",
        "ObjectReplacements/Object 1",
        "Thumbnails/thumbnail.png",
        "Versions/1",
        "Pictures/face.png",
    ] {
        kept.push((extra.to_owned(), cache.clone().into_bytes()));
    }
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    for (name, bytes) in kept {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(&bytes).unwrap();
    }
    zip.finish().unwrap();
    Some(path)
}

fn released() -> Table {
    table(&[
        (
            "city",
            &[Cell::Text("Centre"), Cell::Text("=Centre"), Cell::Missing],
        ),
        (
            "born",
            &[day("1984-01-01"), day("1985-01-01"), day("1985-01-01")],
        ),
        (
            "name",
            &[Cell::Text("P1"), Cell::Text("P2"), Cell::Text("P3")],
        ),
        (
            "new",
            &[
                Cell::Boolean(true),
                Cell::Boolean(false),
                Cell::Boolean(true),
            ],
        ),
    ])
}

fn with_template(template: &Path) -> WriteOptions {
    WriteOptions {
        template: Some(template.to_owned()),
        ..WriteOptions::default()
    }
}

#[test]
fn a_rewritten_sheet_keeps_looks_and_other_sheets_and_forgets_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let Some(template) = template(folder.path()) else {
        return;
    };
    let out = folder.path().join("out.ods");
    let notes = write_with(
        &released(),
        out.to_str().unwrap(),
        &with_template(&template),
    )
    .unwrap();

    assert_same(&released(), &read(&out).unwrap().table);
    let kept = read_with(&format!("{}#Codes", out.display()), &ReadOptions::default())
        .unwrap()
        .table;
    assert_eq!(kept.attributes()[1].column.label(0), "kept & safe");

    for (name, bytes) in parts(&out) {
        let found = memchr::memmem::find(&bytes, SECRET.as_bytes()).is_some();
        assert!(!found, "{name} still holds the secret");
        let dropped = ["Object", "Thumbnails", "Versions", "Pictures"]
            .iter()
            .any(|folder| name.starts_with(folder));
        assert!(!dropped, "{name} was kept");
    }
    assert!(
        notes
            .iter()
            .any(|note| note.contains("\"Codes\"") && note.contains("personal data")),
        "{notes:?}"
    );
    let left_out = notes.iter().find(|note| note.contains("left out")).unwrap();
    for thing in [
        "preview",
        "author",
        "charts",
        "filters",
        "validity",
        "older versions",
        "pictures",
    ] {
        assert!(left_out.contains(thing), "{thing} in {left_out}");
    }
}

#[test]
fn libreoffice_opens_a_rewritten_workbook_with_its_colours() {
    let folder = tempfile::tempdir().unwrap();
    let Some(template) = template(folder.path()) else {
        return;
    };
    let out = folder.path().join("out.ods");
    write_with(
        &released(),
        out.to_str().unwrap(),
        &with_template(&template),
    )
    .unwrap();
    let again = folder.path().join("again");
    let Some(()) = convert(&[&out], "ods", &again) else {
        return;
    };
    let saved = beside(&again, &out, "ods");
    assert_same(&released(), &read(&saved).unwrap().table);
    let kept = read_with(
        &format!("{}#Codes", saved.display()),
        &ReadOptions::default(),
    )
    .unwrap()
    .table;
    assert_eq!(kept.attributes()[1].column.label(0), "kept & safe");

    let Some(()) = convert(&[&out], "fods", &again) else {
        return;
    };
    let flat = std::fs::read_to_string(beside(&again, &out, "fods")).unwrap();
    assert!(
        flat.contains("7.7cm") || flat.contains("3.03"),
        "the column width is lost"
    );
    let pink = pink_texts(&flat);
    for value in ["name", "P1", "P2", "P3"] {
        assert!(
            pink.iter().any(|text| text == value),
            "{value} lost its colour: {pink:?}"
        );
    }
    assert!(
        !pink.iter().any(|text| text == "Centre"),
        "most cells of city had no colour: {pink:?}"
    );
}

/// The texts of the cells of sheet People that are pink, by their own style or by that of their column.
fn pink_texts(flat: &str) -> Vec<String> {
    let value = |text: &str, key: &str| {
        let (_, rest) = text.split_once(&format!("{key}=\""))?;
        rest.split_once('"').map(|(value, _)| value.to_owned())
    };
    let styles = flat
        .split("<style:style ")
        .filter(|style| style.contains("#ffccdd"));
    let pink: Vec<String> = styles
        .filter_map(|style| value(style, "style:name"))
        .collect();
    let sheet = flat
        .split("<table:table ")
        .find(|sheet| sheet.starts_with("table:name=\"People\""))
        .expect("the sheet");
    let columns = sheet
        .split("<table:table-column ")
        .skip(1)
        .flat_map(|column| {
            let column = column.split("/>").next().unwrap_or_default();
            let repeat = value(column, "table:number-columns-repeated")
                .map_or(1, |n| n.parse().expect("a number"));
            vec![value(column, "table:default-cell-style-name").unwrap_or_default(); repeat]
        });
    let columns: Vec<String> = columns.take(10).collect();
    let mut found = Vec::new();
    for row in sheet.split("<table:table-row").skip(1) {
        for (index, cell) in row.split("<table:table-cell").skip(1).enumerate() {
            let tag = cell.split('>').next().unwrap_or_default();
            let style = value(tag, "table:style-name").unwrap_or_else(|| columns[index].clone());
            if pink.contains(&style)
                && let Some((_, text)) = cell.split_once("<text:p>")
            {
                found.push(text.split('<').next().unwrap_or_default().to_owned());
            }
        }
    }
    found
}

#[test]
fn a_workbook_can_be_rewritten_over_itself_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let Some(template) = template(folder.path()) else {
        return;
    };
    let options = WriteOptions {
        force: true,
        ..with_template(&template)
    };
    for _ in 0..2 {
        write_with(&released(), template.to_str().unwrap(), &options).unwrap();
        assert_same(&released(), &read(&template).unwrap().table);
    }
}

#[test]
fn a_table_keeps_its_place_in_the_sheet() {
    let folder = tempfile::tempdir().unwrap();
    let (template, out) = (folder.path().join("t.ods"), folder.path().join("out.ods"));
    let cell = |text: &str| {
        format!(
            "<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
        )
    };
    crate::support::ods_of(
        &template,
        &format!(
            "<table:table table:name=\"S\"><table:table-column table:number-columns-repeated=\"3\"/><table:table-row table:number-rows-repeated=\"4\"><table:table-cell/></table:table-row><table:table-row><table:table-cell/>{}</table:table-row><table:table-row><table:table-cell/>{}</table:table-row></table:table>",
            cell("name"),
            cell(SECRET)
        ),
    );
    write_with(
        &released(),
        out.to_str().unwrap(),
        &with_template(&template),
    )
    .unwrap();
    let source = read(&out).unwrap();
    assert_same(&released(), &source.table);
    assert!(source.notes[0].contains("cell B5"), "{:?}", source.notes);
}

#[test]
fn a_named_sheet_is_rewritten_or_said_to_be_missing() {
    let folder = tempfile::tempdir().unwrap();
    let Some(template) = template(folder.path()) else {
        return;
    };
    let out = folder.path().join("out.ods");
    let named = |sheet: &str| format!("{}#{sheet}", out.display());
    let error = write_with(&released(), &named("Code"), &with_template(&template))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("did you mean \"Codes\"") && error.contains("\"People\""),
        "{error}"
    );
    assert!(!out.exists());
    write_with(&released(), &named("Codes"), &with_template(&template)).unwrap();
    assert_same(
        &released(),
        &read_with(&named("Codes"), &ReadOptions::default())
            .unwrap()
            .table,
    );
    assert_eq!(
        read_with(&named("People"), &ReadOptions::default())
            .unwrap()
            .table
            .rows(),
        3
    );
}

#[test]
fn tracked_changes_and_charts_of_kept_sheets_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let (template, out) = (folder.path().join("t.ods"), folder.path().join("out.ods"));
    let cell = |text: &str| {
        format!(
            "<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
        )
    };
    let row = |text: &str| format!("<table:table-row>{}</table:table-row>", cell(text));
    let frame = "<draw:frame draw:name=\"c\"><draw:object xlink:href=\"./Object 1\"/><draw:image xlink:href=\"./ObjectReplacements/Object 1\"/></draw:frame>";
    crate::support::ods_of(
        &template,
        &format!(
            "<table:tracked-changes><table:deletion>{0}</table:deletion></table:tracked-changes><table:table table:name=\"S\"><table:shapes>{frame}</table:shapes>{1}{2}</table:table><table:table table:name=\"Kept\"><table:shapes>{frame}</table:shapes>{3}</table:table><table:table table:name=\"'file:///x'#S\"><table:table-source xlink:href=\"x\"/>{2}</table:table><table:data-pilot-tables><table:data-pilot-member table:name=\"{SECRET}\"/></table:data-pilot-tables><table:dde-links><table:dde-link><table:table>{2}</table:table></table:dde-link></table:dde-links>",
            row(SECRET),
            row("name"),
            row(SECRET),
            row("stays")
        ),
    );
    write_with(
        &released(),
        out.to_str().unwrap(),
        &with_template(&template),
    )
    .unwrap();
    let content = parts(&out)
        .into_iter()
        .find(|(name, _)| name == "content.xml")
        .map(|(_, bytes)| bytes)
        .unwrap();
    let content = String::from_utf8(content).unwrap();
    assert!(
        !content.contains(SECRET)
            && !content.contains("Object")
            && !content.contains("tracked-changes")
    );
    assert!(content.contains("stays") && content.contains("draw:frame"));
    assert_same(&released(), &read(&out).unwrap().table);
}

#[test]
fn a_template_is_refused_for_xlsx_with_a_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.xlsx");
    write(&released(), &path);
    let out = folder.path().join("out.xlsx");
    let error = write_with(&released(), out.to_str().unwrap(), &with_template(&path))
        .unwrap_err()
        .to_string();
    assert!(error.contains(".ods") && !out.exists(), "{error}");
}
