//! The main line: a person anonymises a spreadsheet in one command.

use crate::support::{Folder, PEOPLE, ROLES, has};

/// The worked table T1 after Algorithm 1 with k = 3.
const T1: [[&str; 4]; 7] = [
    ["Pseudo", "CP", "Age", "C.E."],
    ["1", "[18000-18510]", "[20-22]", "50"],
    ["2", "[69000-69300]", "[26-28]", "70"],
    ["3", "[18000-18510]", "[20-22]", "90"],
    ["4", "[18000-18510]", "[20-22]", "60"],
    ["5", "[69000-69300]", "[26-28]", "70"],
    ["6", "[69000-69300]", "[26-28]", "75"],
];

#[test]
fn a_spreadsheet_is_anonymised_in_one_command() {
    let folder = Folder::with_people();
    folder.run("convert people.csv -o people.ods").ok();
    let run = folder
        .run(&format!("anonymize people.ods {ROLES} -o out.ods"))
        .ok();
    for part in [
        "6 rows read",
        "✓ 3-anonymity: verified",
        "classes 2",
        "smallest class 3",
        "written: out.ods",
    ] {
        assert!(run.out.contains(part), "{part}\n{run}");
    }
    assert_eq!(folder.cells("out.ods"), T1);
    folder
        .run("check out.ods --person Pseudo --qi CP,Age --sensitive C.E. -k 3 -l 2")
        .ok();
    folder
        .run("check out.ods --person Pseudo --qi CP,Age --sensitive C.E. -k 4")
        .exits(1);
}

#[test]
fn libreoffice_opens_the_release() {
    if !has("soffice", "--version") {
        return;
    }
    let folder = Folder::with_people();
    folder
        .run(&format!("anonymize people.csv {ROLES} -o out.ods"))
        .ok();
    let convert =
        "soffice --headless -env:UserInstallation=file://$PWD/profile --convert-to csv out.ods";
    let output = folder.bash(convert);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let rows: Vec<String> = T1.iter().map(|row| row.join(",")).collect();
    assert_eq!(folder.text("out.csv"), rows.join("\n") + "\n");
}

const PLACES: [&str; 6] = [
    "a.csv",
    "a.tsv",
    "a.ods",
    "a.xlsx",
    "a.parquet",
    "sqlite:a.db#people",
];

#[test]
fn every_format_is_read_and_written_with_the_same_cells() {
    let folder = Folder::with_people();
    for input in PLACES {
        folder.run(&format!("convert people.csv -o {input}")).ok();
        for output in PLACES {
            let output = output.replace("a.", "b.");
            folder
                .run(&format!("anonymize {input} {ROLES} --force -o {output}"))
                .ok();
            assert_eq!(folder.cells(&output), T1, "{input} to {output}");
        }
    }
}

#[test]
fn a_tree_of_places_and_ages_drives_the_recoding() {
    let folder = Folder::with_people()
        .with("cp.csv", "18000;Cher;*\n18500;Cher;*\n18510;Cher;*\n69000;Rhône;*\n69100;Rhône;*\n69300;Rhône;*\n")
        .with("age.csv", "20;[20-24];*\n21;[20-24];*\n22;[20-24];*\n26;[25-29];*\n27;[25-29];*\n28;[25-29];*\n");
    folder
        .run(&format!(
            "anonymize people.csv {ROLES} --hierarchy CP=cp.csv --hierarchy Age=age.csv -o o.ods"
        ))
        .ok();
    let cells = folder.cells("o.ods");
    let (cher, rhone) = (["Cher", "[20-24]"], ["Rhône", "[25-29]"]);
    for (row, expected) in cells[1..]
        .iter()
        .zip([cher, rhone, cher, cher, rhone, rhone])
    {
        assert_eq!(row[1..3], expected);
    }
    let broken = folder
        .text("people.csv")
        .replace("Sue,18000,22", "Sue,Cher,[20-22]");
    let folder = folder.with("broken.csv", broken);
    folder
        .run("check broken.csv --keep Nom --qi CP,Age -k 3")
        .exits(1);
}

#[test]
fn bucketisation_writes_two_files_that_do_not_tell_who_has_what() {
    let folder = Folder::with_people();
    folder
        .run(&format!(
            "anonymize people.csv {ROLES} --method bucketize -o qid.ods ds.ods"
        ))
        .ok();
    let quasi: Vec<[&str; 4]> = vec![
        ["Pseudo", "CP", "Age", "Group"],
        ["1", "18000", "22", "G1"],
        ["2", "69000", "27", "G1"],
        ["3", "18500", "21", "G1"],
        ["4", "18510", "20", "G2"],
        ["5", "69100", "26", "G2"],
        ["6", "69300", "28", "G2"],
    ];
    assert_eq!(folder.cells("qid.ods"), quasi);
    let sensitive: Vec<[&str; 2]> = vec![
        ["Group", "C.E."],
        ["G1", "50"],
        ["G1", "70"],
        ["G1", "90"],
        ["G2", "60"],
        ["G2", "70"],
        ["G2", "75"],
    ];
    assert_eq!(folder.cells("ds.ods"), sensitive);
}

#[test]
fn roles_by_place_and_from_a_project_file_are_the_same_as_by_name() {
    let folder = Folder::with_people();
    folder
        .run("anonymize people.csv --layout I=1,Q=2 -k 3 --pseudonym sequential -o place.csv")
        .ok();
    assert_eq!(folder.cells("place.csv"), T1);
    folder
        .run("init people.csv --id Nom --qi CP,Age --sensitive C.E. -o p.toml")
        .ok();
    folder
        .run("anonymize people.csv --project p.toml -k 3 --pseudonym sequential -o project.csv")
        .ok();
    assert_eq!(folder.text("project.csv"), folder.text("place.csv"));
    folder
        .run("check project.csv --layout I=1,Q=2 -k 3 -l 2")
        .ok();
}

#[test]
fn standard_input_and_output_hold_csv_and_nothing_else() {
    let folder = Folder::new();
    let run = folder
        .run_with_input(&format!("anonymize - {ROLES} -o -"), PEOPLE)
        .ok();
    let rows: Vec<String> = T1.iter().map(|row| row.join(",")).collect();
    assert_eq!(run.out, rows.join("\n") + "\n");
    assert!(folder.names().is_empty());
    let run = folder.run_with_input("convert - -o -", PEOPLE).ok();
    assert_eq!(run.out, PEOPLE);
    let run = folder
        .run_with_input("pseudonymize - --id Nom --method sequential -o -", PEOPLE)
        .ok();
    assert!(
        run.out.starts_with("Pseudo,CP,Age,C.E.\n1,18000,22,50\n"),
        "{run}"
    );
}

#[test]
fn a_reader_that_stops_listening_is_no_panic() {
    let rows: String = (0..200_000)
        .map(|row| format!("name{row},{}\n", row % 90))
        .collect();
    let folder = Folder::new().with("many.csv", format!("name,age\n{rows}"));
    let output = folder.bash("\"$BAUTA\" convert many.csv -o - | head -1");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "name,age\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{said}");
    let output = folder.bash("\"$BAUTA\" check nothing.csv --qi a -k 2 2>/dev/full; echo $?");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3\n");
}

#[test]
fn a_workbook_keeps_its_other_sheets_when_asked() {
    let folder = Folder::with_people();
    folder.run("convert people.csv -o people.ods#Data").ok();
    folder
        .run(&format!(
            "anonymize people.ods#Data {ROLES} --keep-workbook -o out.ods#Data"
        ))
        .ok();
    assert_eq!(folder.cells("out.ods#Data"), T1);
}

/// Post codes of the first departments begin with 0: they are codes, keep their zeros and need no word from the user.
#[test]
fn post_codes_with_leading_zeros_are_handled_as_they_are() {
    let table = "Nom,CP,Age\nSue,01000,22\nPat,69000,27\nBob,01500,21\nBill,01510,20\nDan,69100,26\nSam,69300,28\n";
    let folder = Folder::new().with("in.csv", table);
    folder
        .run("anonymize in.csv --qi CP,Age --id Nom -k 3 --pseudonym sequential -o out.ods")
        .ok();
    let cells = folder.cells("out.ods");
    assert!(
        cells[1][1].contains("01000") && cells[2][1].contains("69300"),
        "{cells:?}"
    );
    folder
        .run("check out.ods --person Pseudo --qi CP,Age -k 3")
        .ok();
}
