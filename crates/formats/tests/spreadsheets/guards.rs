//! Files that are damaged, protected or made to exhaust memory: each refused early, with what to do.

use std::io::Write;
use std::path::Path;

use bauta_formats::{Error, Limits, ReadOptions};
use zip::write::SimpleFileOptions;

use crate::support::{content_of, ods_of, people, refusal, write, xlsx_of, xlsx_parts, zip_file};

fn small(unpacked_bytes: u64, cells: u64) -> ReadOptions {
    ReadOptions {
        limits: Limits {
            unpacked_bytes,
            cells,
            columns: 100,
            ..Limits::default()
        },
        ..ReadOptions::default()
    }
}

fn expect(path: &Path, options: &ReadOptions, words: &[&str]) {
    let said = refusal(path, options);
    for word in words {
        assert!(said.contains(word), "{word:?} not in: {said}");
    }
    assert!(said.contains("; "), "says what to do: {said}");
}

/// Most memory this process ever had, in MB.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<u64>()
        .ok()
        .map(|kilobytes| kilobytes / 1024)
}

fn assert_memory_below(megabytes: u64) {
    match peak_memory() {
        Some(peak) => assert!(peak < megabytes, "{peak} MB"),
        None => bauta_testkit::skip_part("no /proc/self/status to measure memory with"),
    }
}

#[test]
fn what_is_not_a_workbook_is_said_to_be_none() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.ods", "t.xlsx"] {
        let path = folder.path().join(name);
        std::fs::write(&path, "name;age\nAda;36\n").unwrap();
        expect(&path, &ReadOptions::default(), &["not a workbook", ".csv"]);
        std::fs::write(&path, "").unwrap();
        expect(&path, &ReadOptions::default(), &["empty"]);
        std::fs::remove_file(&path).unwrap();
        let missing = crate::support::read(&path);
        assert!(matches!(missing, Err(Error::Io { .. })));
    }
}

#[test]
fn a_cut_or_altered_file_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.ods", "t.xlsx"] {
        let path = folder.path().join(name);
        write(&people(), &path);
        let whole = std::fs::read(&path).unwrap();
        for cut in [20, whole.len() / 2, whole.len() - 10] {
            std::fs::write(&path, &whole[..cut]).unwrap();
            expect(&path, &ReadOptions::default(), &["damaged"]);
        }
        let refused = (0..whole.len()).step_by(37).filter(|&at| {
            let mut altered = whole.clone();
            altered[at] ^= 0xff;
            std::fs::write(&path, &altered).unwrap();
            crate::support::read(&path).is_err()
        });
        assert!(refused.count() > 0, "{name}");
    }
}

#[test]
fn a_missing_part_and_a_wrong_name_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let (ods, xlsx) = (folder.path().join("t.ods"), folder.path().join("t.xlsx"));
    zip_file(&ods, &[("mimetype", b"x")]);
    expect(&ods, &ReadOptions::default(), &["content.xml is missing"]);
    zip_file(&xlsx, &[("a.txt", b"x")]);
    expect(
        &xlsx,
        &ReadOptions::default(),
        &["xl/workbook.xml is missing"],
    );
    zip_file(&ods, &[("xl/workbook.xml", b"<workbook/>")]);
    expect(&ods, &ReadOptions::default(), &["Excel workbook", ".xlsx"]);
    zip_file(&xlsx, &[("content.xml", b"<a/>")]);
    expect(&xlsx, &ReadOptions::default(), &["OpenDocument", ".ods"]);
    zip_file(
        &ods,
        &[(
            "content.xml",
            b"<office:document-content><office:body><office:text/></office:body></office:document-content>",
        )],
    );
    expect(&ods, &ReadOptions::default(), &["not a spreadsheet"]);
}

#[test]
fn a_password_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let (ods, xlsx) = (folder.path().join("t.ods"), folder.path().join("t.xlsx"));
    let manifest = b"<manifest:manifest><manifest:file-entry manifest:full-path=\"content.xml\"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>";
    zip_file(
        &ods,
        &[
            ("content.xml", &[0x8f; 100]),
            ("META-INF/manifest.xml", manifest),
        ],
    );
    expect(
        &ods,
        &ReadOptions::default(),
        &["protected by a password", "without a password"],
    );
    std::fs::write(&xlsx, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on").unwrap();
    expect(
        &xlsx,
        &ReadOptions::default(),
        &["protected by a password", "without a password"],
    );
}

#[test]
fn repetition_bombs_are_refused_under_default_limits_without_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bomb.ods");
    let cell = "<table:table-cell table:number-columns-repeated=\"16384\" office:value-type=\"string\"><text:p>x</text:p></table:table-cell>";
    let header: String = (0..16_384)
        .map(|index| {
            format!("<table:table-cell office:value-type=\"string\"><text:p>c{index}</text:p></table:table-cell>")
        })
        .collect();
    for rows in ["1048576", "4000000000", "99999999999999999999999"] {
        ods_of(
            &path,
            &format!(
                "<table:table table:name=\"S\"><table:table-row>{header}</table:table-row><table:table-row table:number-rows-repeated=\"{rows}\">{cell}</table:table-row></table:table>"
            ),
        );
        expect(
            &path,
            &ReadOptions::default(),
            &[
                "sheet \"S\"",
                "16384 columns",
                "limit of 100000000 cells",
                ".csv",
            ],
        );
    }
    assert_memory_below(200);
}

#[test]
fn a_header_without_end_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bomb.ods");
    let cell = "<table:table-cell table:number-columns-repeated=\"99999999999\" office:value-type=\"float\" office:value=\"1\"/>";
    ods_of(
        &path,
        &format!(
            "<table:table table:name=\"S\"><table:table-row>{cell}</table:table-row></table:table>"
        ),
    );
    expect(
        &path,
        &ReadOptions::default(),
        &["at most 16384 can be handled"],
    );
    assert_memory_below(200);
}

#[test]
fn a_million_styled_but_empty_rows_cost_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.ods");
    let text = |text: &str| {
        format!(
            "<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
        )
    };
    ods_of(
        &path,
        &format!(
            "<table:table table:name=\"S\"><table:table-row>{}<table:table-cell table:number-columns-repeated=\"16383\"/></table:table-row><table:table-row>{}</table:table-row><table:table-row table:number-rows-repeated=\"1048574\"><table:table-cell table:style-name=\"ce1\" table:number-columns-repeated=\"16384\"/></table:table-row></table:table>",
            text("a"),
            text("1")
        ),
    );
    let table = crate::support::read(&path).unwrap().table;
    assert_eq!((table.rows(), table.attributes().len()), (1, 1));
    assert_memory_below(200);
}

/// A part of `count` times `piece`, packed as tightly as zip can.
fn bomb(
    path: &Path,
    parts: &[(&str, &str)],
    name: &str,
    head: &str,
    piece: &str,
    count: usize,
    tail: &str,
) {
    let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, text) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.start_file(name, SimpleFileOptions::default()).unwrap();
    zip.write_all(head.as_bytes()).unwrap();
    let block = piece.repeat(1000);
    (0..count / 1000).for_each(|_| zip.write_all(block.as_bytes()).unwrap());
    zip.write_all(tail.as_bytes()).unwrap();
    zip.finish().unwrap();
}

#[test]
fn a_zip_bomb_is_refused_when_the_limit_is_reached() {
    let folder = tempfile::tempdir().unwrap();
    let (ods, xlsx) = (folder.path().join("t.ods"), folder.path().join("t.xlsx"));
    let row = "<table:table-row><table:table-cell office:value-type=\"float\" office:value=\"1\"/></table:table-row>";
    let content = content_of("<table:table table:name=\"S\">|</table:table>");
    let (head, tail) = content.split_once('|').unwrap();
    bomb(&ods, &[], "content.xml", head, row, 600_000, tail);
    expect(
        &ods,
        &small(10 << 20, 1 << 40),
        &["unpacks to more than the limit"],
    );
    let relations = "<Relationships><Relationship Id=\"r\" Type=\"x/worksheet\" Target=\"s.xml\"/></Relationships>";
    let workbook = "<workbook><sheets><sheet name=\"S\" id=\"r\"/></sheets></workbook>";
    let parts = [
        ("xl/workbook.xml", workbook),
        ("xl/_rels/workbook.xml.rels", relations),
    ];
    let (head, tail) = ("<worksheet><sheetData>", "</sheetData></worksheet>");
    bomb(
        &xlsx,
        &parts,
        "xl/s.xml",
        head,
        "<row><c><v>1</v></c></row>",
        2_000_000,
        tail,
    );
    expect(
        &xlsx,
        &small(10 << 20, 1 << 40),
        &["unpacks to more than the limit"],
    );
    expect(&xlsx, &small(1 << 40, 1000), &["limit of 1000 cells"]);
    expect(&ods, &small(1 << 40, 1000), &["limit of 1000 cells"]);
    assert_memory_below(200);
}

#[test]
fn texts_and_rows_without_end_are_refused_under_default_limits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.ods");
    let open = |inner: &str| {
        let content = content_of(&format!(
            "<table:table table:name=\"S\"><table:table-row>{inner}</table:table-row></table:table>"
        ));
        let (head, tail) = content
            .split_once('|')
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap();
        (head, tail)
    };
    let (head, tail) = open(
        "<table:table-cell office:value-type=\"string\"><text:p>|</text:p></table:table-cell>",
    );
    bomb(
        &path,
        &[],
        "content.xml",
        &head,
        "aaaaaaaaaaaaaaaaaaaa",
        2_000_000,
        &tail,
    );
    expect(
        &path,
        &ReadOptions::default(),
        &["single text of more than 16 MB"],
    );
    bomb(
        &path,
        &[],
        "content.xml",
        &head,
        "<text:s text:c=\"30000\"/>",
        1_000_000,
        &tail,
    );
    expect(
        &path,
        &ReadOptions::default(),
        &["more text than a cell can have"],
    );
    let (head, tail) = open("|");
    bomb(
        &path,
        &[],
        "content.xml",
        &head,
        "<table:table-cell office:value=\"1\" office:value-type=\"float\"/>",
        500_000,
        &tail,
    );
    expect(&path, &ReadOptions::default(), &["row 1", "more cells"]);
    bomb(&path, &[], "content.xml", "", "<a>", 1_000_000, "");
    expect(&path, &ReadOptions::default(), &["nested too deep"]);
    let content = content_of("|");
    let (head, tail) = content.split_once('|').unwrap();
    bomb(
        &path,
        &[],
        "content.xml",
        head,
        "<table:table table:name=\"S\"/>",
        1_000_000,
        tail,
    );
    expect(&path, &ReadOptions::default(), &["more sheets"]);
    assert_memory_below(250);
}

#[test]
fn a_workbook_that_claims_a_trillion_shared_strings_is_read_by_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.xlsx");
    let rows = "<row><c t=\"s\"><v>0</v></c></row><row><c><v>1</v></c></row>";
    xlsx_of(&path, rows, "<si><t>a</t></si>");
    assert_eq!(crate::support::read(&path).unwrap().table.rows(), 1);
    xlsx_of(&path, &rows.replace(">0<", ">7<"), "<si><t>a</t></si>");
    expect(
        &path,
        &ReadOptions::default(),
        &["shared text that is not there"],
    );
    assert_memory_below(200);
}

#[test]
fn a_cell_at_the_far_corner_does_not_make_a_sheet_of_seventeen_billion_cells() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.xlsx");
    let header: String = (0..200)
        .map(|index| format!("<c t=\"inlineStr\"><is><t>c{index}</t></is></c>"))
        .collect();
    let sheet = format!(
        "<worksheet><dimension ref=\"A1:XFD1048576\"/><sheetData><row r=\"1\">{header}</row><row r=\"1048576\"><c r=\"A1048576\"><v>1</v></c></row></sheetData></worksheet>"
    );
    let workbook =
        "<workbook xmlns:r=\"r\"><sheets><sheet name=\"Data\" r:id=\"rId1\"/></sheets></workbook>";
    xlsx_parts(&path, workbook, &sheet, "");
    expect(
        &path,
        &ReadOptions::default(),
        &["1048575 or more rows of 200 columns"],
    );
    assert_memory_below(200);
}

#[test]
fn entity_bombs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (ods, xlsx) = (folder.path().join("t.ods"), folder.path().join("t.xlsx"));
    let dtd = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>";
    let cell = "<table:table table:name=\"S\"><table:table-row><table:table-cell office:value-type=\"string\"><text:p>&b;</text:p></table:table-cell></table:table-row></table:table>";
    zip_file(
        &ods,
        &[(
            "content.xml",
            format!("{dtd}{}", content_of(cell)).as_bytes(),
        )],
    );
    expect(&ods, &ReadOptions::default(), &["declares a document type"]);
    ods_of(&ods, cell);
    expect(&ods, &ReadOptions::default(), &["unknown entity"]);
    xlsx_parts(&xlsx, &format!("{dtd}<workbook/>"), "<worksheet/>", "");
    expect(
        &xlsx,
        &ReadOptions::default(),
        &["declares a document type"],
    );
}

/// Shared texts that pack to a hundredth: unpacked they are below every limit of the package, but they are held.
#[test]
fn shared_texts_that_pack_to_nothing_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.xlsx");
    let filler = "x".repeat(1000);
    let items: String = (0..20_000)
        .map(|item| format!("<si><t>{filler}{item}</t></si>"))
        .collect();
    xlsx_of(&path, "<row r=\"1\"><c t=\"s\"><v>0</v></c></row>", &items);
    let mut options = small(1 << 30, 1000);
    options.limits.held_bytes = 1 << 20;
    expect(&path, &options, &["kB would take more than", "check where"]);
}
