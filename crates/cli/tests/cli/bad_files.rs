//! Files that are not what they say, are locked, or are made to harm.

use crate::refusals::{SECRET, refused};
use crate::support::{Folder, PEOPLE, ROLES, unzipped, zipped};

/// The people as a workbook of a format, with a value that must not be shown.
fn workbook(extension: &str) -> (Folder, Vec<u8>) {
    let folder = Folder::new().with("people.csv", PEOPLE.replace("Sue", SECRET));
    folder
        .run(&format!("convert people.csv -o people.{extension}"))
        .ok();
    let bytes = folder.bytes(&format!("people.{extension}"));
    (folder, bytes)
}

fn anonymize(input: &str) -> String {
    format!("anonymize {input} {ROLES} -o out.csv")
}

#[test]
fn a_sheet_that_does_not_exist_is_told_with_those_that_do() {
    for extension in ["ods", "xlsx"] {
        let (folder, _) = workbook(extension);
        let says = [format!(
            "people.{extension} has no sheet \"Sheet7\"; did you mean \"Sheet1\"? its sheets are \"Sheet1\""
        )];
        refused(
            &folder,
            &anonymize(&format!("people.{extension}#Sheet7")),
            2,
            &[&says[0]],
        );
    }
}

#[test]
fn a_workbook_that_is_cut_or_altered_is_damaged() {
    for extension in ["ods", "xlsx"] {
        let (folder, bytes) = workbook(extension);
        let altered = altered(
            &bytes,
            if extension == "ods" {
                "content.xml"
            } else {
                "xl/worksheets/sheet1.xml"
            },
        );
        let cases = [
            (
                "cut",
                bytes[..bytes.len() / 2].to_vec(),
                "the file is damaged or incomplete; copy it again",
            ),
            ("altered", altered, "the file is damaged"),
            (
                "text",
                PEOPLE.as_bytes().to_vec(),
                "it is not a workbook: the content is not what the name says",
            ),
            (
                "empty",
                Vec::new(),
                "the file is empty; check that it was copied completely",
            ),
        ];
        let mut folder = folder;
        for (name, bytes, says) in cases {
            let file = format!("{name}.{extension}");
            folder = folder.with(&file, bytes);
            refused(&folder, &anonymize(&file), 2, &[&format!("{file}: {says}")]);
        }
    }
}

/// The same zip with wrong bytes in the middle of a part.
fn altered(workbook: &[u8], part: &str) -> Vec<u8> {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(workbook)).expect("a zip");
    let entry = zip.by_name(part).expect("a part");
    let middle = (entry.data_start().expect("a place") + entry.compressed_size() / 2) as usize;
    drop(entry);
    let mut bytes = workbook.to_vec();
    bytes[middle..middle + 40].fill(0xAA);
    bytes
}

#[test]
fn a_workbook_under_another_name_is_recognised() {
    let (folder, bytes) = workbook("ods");
    let folder = folder
        .with("renamed.csv", &bytes)
        .with("renamed.xlsx", &bytes);
    refused(
        &folder,
        &anonymize("renamed.csv"),
        2,
        &["renamed.csv: this is a workbook or a zip archive, not CSV"],
    );
    refused(
        &folder,
        &anonymize("renamed.xlsx"),
        2,
        &["renamed.xlsx: it is an OpenDocument file; give it a name"],
    );
    for name in ["bad.parquet", "sqlite:bad.db#t"] {
        let file = name.trim_start_matches("sqlite:").trim_end_matches("#t");
        let folder = Folder::new().with(file, format!("{SECRET} is neither"));
        let run = folder
            .run(&format!("anonymize {name} {ROLES} -o out.csv"))
            .exits(2);
        assert!(
            run.errors().len() == 1 && !run.err.contains(SECRET),
            "{run}"
        );
    }
}

/// What LibreOffice writes for a document with a password: the parts are ciphertext, the manifest says how they were made.
#[test]
fn a_workbook_with_a_password_is_told_as_such() {
    let manifest = "<?xml version=\"1.0\"?><manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\"><manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\" manifest:size=\"4096\"><manifest:encryption-data manifest:checksum-type=\"SHA256/1K\" manifest:checksum=\"x\"><manifest:algorithm manifest:algorithm-name=\"aes256-cbc\"/></manifest:encryption-data></manifest:file-entry></manifest:manifest>";
    let ods = zipped(&[
        (
            "mimetype",
            b"application/vnd.oasis.opendocument.spreadsheet",
        ),
        ("content.xml", &[0x9b; 4096]),
        ("META-INF/manifest.xml", manifest.as_bytes()),
    ]);
    let mut xlsx = vec![0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
    xlsx.resize(4096, 0);
    let folder = Folder::new()
        .with("locked.ods", ods)
        .with("locked.xlsx", xlsx);
    refused(
        &folder,
        &anonymize("locked.ods"),
        2,
        &["locked.ods: it is protected by a password; open it"],
    );
    refused(
        &folder,
        &anonymize("locked.xlsx"),
        2,
        &["locked.xlsx: it is protected by a password"],
    );
}

/// Bombs: small files that unpack to far more than memory. Each is refused within an address space of less than half of
/// what it unpacks to.
#[test]
fn a_zip_bomb_is_refused_in_bounded_memory() {
    const UNPACKED: usize = 512 << 20;
    let (folder, ods) = workbook("ods");
    let (_, xlsx) = workbook("xlsx");
    let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
    let sheet = |rows: &str| {
        format!(
            "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"S\">{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
        )
    };
    let header = format!(
        "<table:table-row>{}{}</table:table-row>",
        cell("CP"),
        cell("Age")
    );
    let repeated = format!(
        "{header}<table:table-row table:number-rows-repeated=\"2000000000\">{}{}</table:table-row>",
        cell(SECRET),
        cell("1")
    );
    let laughs = format!(
        "<!DOCTYPE a [<!ENTITY b \"{SECRET}\"><!ENTITY c \"&b;&b;&b;\">]>{}",
        sheet(&header)
    );
    let folder = folder
        .with(
            "rows.ods",
            zipped(&[("content.xml", sheet(&repeated).as_bytes())]),
        )
        .with(
            "entities.ods",
            zipped(&[("content.xml", laughs.as_bytes())]),
        )
        .with(
            "text.ods",
            inflated(&ods, "content.xml", "<text:p>", UNPACKED),
        )
        .with(
            "text.xlsx",
            inflated(&xlsx, "xl/worksheets/sheet1.xml", "<t>", UNPACKED),
        );
    for name in ["rows.ods", "entities.ods", "text.ods", "text.xlsx"] {
        let before = folder.listing();
        // What the program takes, not how large its own code is.
        let script = format!("ulimit -d 240000; exec \"$BAUTA\" {}", anonymize(name));
        let run = crate::support::Run::of(name, &folder.bash(&script)).exits(2);
        assert!(run.err.contains(name) && !run.err.contains(SECRET), "{run}");
        assert_eq!(folder.listing(), before, "{run}");
    }
}

/// A workbook with very many spaces behind the first `mark` of a part.
fn inflated(workbook: &[u8], part: &str, mark: &str, spaces: usize) -> Vec<u8> {
    use std::io::Write;
    let options = zip::write::SimpleFileOptions::default().compression_level(Some(1));
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in unzipped(workbook) {
        zip.start_file(name.as_str(), options.large_file(name == part))
            .expect("a part");
        if name != part {
            zip.write_all(&bytes).expect("written");
            continue;
        }
        let text = String::from_utf8(bytes).expect("XML");
        let at = text
            .find(mark)
            .unwrap_or_else(|| panic!("{mark} in {text}"))
            + mark.len();
        zip.write_all(&text.as_bytes()[..at]).expect("written");
        let chunk = vec![b' '; 1 << 20];
        (0..spaces >> 20).for_each(|_| zip.write_all(&chunk).expect("written"));
        zip.write_all(&text.as_bytes()[at..]).expect("written");
    }
    zip.finish().expect("finished").into_inner()
}
