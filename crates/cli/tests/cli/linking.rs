//! Pseudonyms with a key: files that link, files that do not, dates that move.

use std::collections::BTreeSet;

use crate::support::Folder;

/// The same three people in two registers, spelled by two clerks; one more in each.
const CLINIC: &str = "Nom,Prénom,Né,Visite,Sortie\nMoore,Sue,1980-03-12,2024-01-02,2024-01-09\nStone,Pat,1975-02-01,2024-03-03,2024-03-04\nLévy,Zoé,1990-05-05,2024-02-05,2024-02-25\nBell,Ann,1961-07-30,2024-05-01,2024-05-02\n";
const SCHOOL: &str = "Naissance;Vorname;Nachname;Note;Jour\n1990-05-05;ZOÉ;  lévy;3;2024-02-05\n1975-02-01;pat;STONE;5;2024-02-05\n1980-03-12;sue ;moore;4;2024-02-05\n1988-01-01;Bob;Hill;2;2024-02-05\n";

pub fn folder() -> Folder {
    let folder = Folder::new()
        .with("clinic.csv", CLINIC)
        .with("school.csv", SCHOOL);
    folder.run("key new one.key").ok();
    folder.run("key new other.key").ok();
    folder
}

pub const CLINIC_LINE: &str =
    "pseudonymize clinic.csv --id Nom,Prénom,Né --method keyed-hash --keep-order";
pub const SCHOOL_LINE: &str =
    "pseudonymize school.csv --id Nachname,Vorname,Naissance --method keyed-hash --keep-order";

pub fn column(folder: &Folder, file: &str) -> Vec<String> {
    folder.cells(file)[1..]
        .iter()
        .map(|row| row[0].clone())
        .collect()
}

#[test]
fn the_same_key_links_files_and_another_one_unlinks_them() {
    for options in ["", "--hash blake3", "--slow"] {
        let folder = folder();
        folder
            .run(&format!(
                "{CLINIC_LINE} {options} --key one.key -o clinic1.csv"
            ))
            .ok();
        folder
            .run(&format!(
                "{SCHOOL_LINE} {options} --key one.key -o school1.csv"
            ))
            .ok();
        folder
            .run(&format!(
                "{SCHOOL_LINE} {options} --key other.key -o school2.csv"
            ))
            .ok();
        let (clinic, school) = (
            column(&folder, "clinic1.csv"),
            column(&folder, "school1.csv"),
        );
        assert_eq!(
            [&clinic[0], &clinic[1], &clinic[2]],
            [&school[2], &school[1], &school[0]],
            "{options}"
        );
        let all: BTreeSet<&String> = clinic.iter().chain(&school).collect();
        assert_eq!(all.len(), 5, "three in both, one more in each");
        assert!(all.iter().all(|pseudonym| pseudonym.len() == 32));
        let other = column(&folder, "school2.csv");
        assert!(
            other.iter().all(|pseudonym| !all.contains(pseudonym)),
            "{options}"
        );
    }
}

#[test]
fn settings_that_would_not_link_are_refused() {
    let folder = folder();
    folder
        .run(&format!(
            "{CLINIC_LINE} --key one.key --record clinic.json -o clinic1.csv"
        ))
        .ok();
    folder
        .run(&format!(
            "{SCHOOL_LINE} --key one.key --same-as clinic.json -o school1.csv"
        ))
        .ok();
    let wrong =
        "--key other.key --hash blake3 --normalize nfkc --same-as clinic.json -o school2.csv";
    let run = folder.run(&format!("{SCHOOL_LINE} {wrong}")).exits(2);
    assert_eq!(run.errors().len(), 3, "{run}");
    let run = run.says(&["the hash differs from clinic.json: hmac-sha-256 there, blake3 here"]);
    run.says(&[
        "the normalisation differs",
        "the key differs by its fingerprint",
    ]);
    let run = folder
        .run(&format!("{SCHOOL_LINE} {wrong} --lang fr"))
        .exits(2);
    run.says(&[
        "la normalisation diffère de clinic.json",
        "la clé diffère par son empreinte",
    ]);
    assert!(!folder.names().contains(&"school2.csv".to_owned()));
    let run = folder
        .run(&format!(
            "{SCHOOL_LINE} --key one.key --same-as clinic.csv -o school2.csv"
        ))
        .exits(2);
    run.says(&["clinic.csv is no record of pseudonyms"]);
}

/// Settings and key agree, but dates are written in two ways, so nobody links. This was accepted without a word.
#[test]
fn files_in_which_nobody_links_are_refused() {
    let (visits, exams) = (
        "name,born,x\nMoore,01/02/1980,1\nStone,25/12/1975,2\nBell,30/07/1961,3\n",
        "nom,ne,y\nmoore,1980-02-01,1\nSTONE,1975-12-25,2\nHill,1988-01-01,3\n",
    );
    let folder = Folder::new()
        .with("visits.csv", visits)
        .with("exams.csv", exams);
    folder.run("key new one.key").ok();
    let line = |file: &str, ids: &str, more: &str| {
        format!("pseudonymize {file} --id {ids} --method keyed-hash --key one.key {more}")
    };
    let dates = "--normalize nfkc,case,space,dates";
    folder
        .run(&line("visits.csv", "name,born", "--record v.json -o v.csv"))
        .ok();
    let run = folder
        .run(&line("exams.csv", "nom,ne", "--same-as v.json -o e.csv"))
        .exits(2);
    run.says(&[
        "only 0 of 3 people that were compared link with v.json",
        "dates",
    ]);
    assert!(!folder.names().contains(&"e.csv".to_owned()));
    let again = format!("{dates} --record w.json -o w.csv");
    folder.run(&line("visits.csv", "name,born", &again)).ok();
    let same = format!("{dates} --same-as w.json");
    let run = folder.run(&line("exams.csv", "nom,ne", &format!("{same} -o e.csv")));
    assert!(
        run.ok()
            .err
            .contains("2 of 3 people that were compared link with w.json")
    );
    let most = format!("{same} --least-linked 0.9 -o f.csv");
    let run = folder.run(&line("exams.csv", "nom,ne", &most)).exits(2);
    run.says(&["only 2 of 3 people"]);
    let french = format!("{same} --least-linked 0.9 -o f.csv --lang fr");
    let run = folder.run(&line("exams.csv", "nom,ne", &french)).exits(2);
    run.says(&["seulement 2 des 3 personnes comparées"]);
}

/// What is known of a pseudonym from outside: base64 of SHA-512 of salt and fields, by coreutils.
#[test]
fn the_compatible_hash_is_what_other_programs_make() {
    let folder = folder().with("salt", "grain de sel\n");
    assert!(folder.bash("chmod 600 salt").status.success());
    let line = "pseudonymize clinic.csv --id Prénom,Nom,Né --method sha512-base64 --key salt -o out.csv --keep-order";
    folder
        .run(line)
        .ok()
        .says(&["sha512-base64 is weaker than keyed-hash"]);
    let script = "printf 'grain de selZoé/Lévy/1990-05-05' | sha512sum | cut -d' ' -f1 | xxd -r -p | base64 -w0";
    let output = folder.bash(script);
    if !output.status.success() || output.stdout.is_empty() {
        return bauta_testkit::skip_part("sha512sum or xxd is not installed");
    }
    assert_eq!(
        column(&folder, "out.csv")[2],
        String::from_utf8(output.stdout).unwrap()
    );
}

#[test]
fn dates_move_by_a_number_of_days_of_each_person() {
    let folder = folder();
    let shift = "--shift-dates Visite,Sortie --shift-days 100";
    folder
        .run(&format!("{CLINIC_LINE} --key one.key {shift} -o a.csv"))
        .ok()
        .says(&["dates moved by 1 to 100 days"]);
    folder
        .run(&format!(
            "{SCHOOL_LINE} --key one.key --shift-dates Jour --shift-days 100 -o b.csv"
        ))
        .ok();
    folder
        .run(&format!("{CLINIC_LINE} --key other.key {shift} -o c.csv"))
        .ok();
    let (before, one, school, other) = (
        folder.cells("clinic.csv"),
        folder.cells("a.csv"),
        folder.cells("b.csv"),
        folder.cells("c.csv"),
    );
    let moved = |cells: &[Vec<String>], row: usize, column: usize, from: &str| {
        day(&cells[row][column]) - day(from)
    };
    for (row, cells) in before.iter().enumerate().take(5).skip(1) {
        let days = moved(&one, row, 1, &cells[3]);
        assert!(days != 0 && days.abs() <= 100, "{days}");
        assert_eq!(
            days,
            moved(&one, row, 2, &cells[4]),
            "the stay is as long as it was"
        );
    }
    // Row 1 of the clinic is row 3 of the school, and so on; all were at school on the same day.
    for (row, there) in [(1, 3), (2, 2), (3, 1)] {
        assert_eq!(
            moved(&one, row, 1, &before[row][3]),
            moved(&school, there, 2, "2024-02-05")
        );
    }
    let shifts = |cells: &[Vec<String>]| {
        (1..5)
            .map(|row| moved(cells, row, 1, &before[row][3]))
            .collect::<Vec<_>>()
    };
    assert_ne!(shifts(&one), shifts(&other));
    let run = folder.run(&format!(
        "{CLINIC_LINE} --shift-dates Prénom,Visit --shift-days 0 --key one.key -o d.csv"
    ));
    run.exits(2).says(&[
        "\"Prénom\" is an identifier",
        "no attribute \"Visit\"",
        "shift-days is 0",
    ]);
}

fn day(text: &str) -> i64 {
    let parts: Vec<i64> = text.split('-').map(|part| part.parse().unwrap()).collect();
    let (year, month) = if parts[1] > 2 {
        (parts[0], parts[1])
    } else {
        (parts[0] - 1, parts[1] + 12)
    };
    365 * year + year / 4 - year / 100 + year / 400 + (153 * (month - 3) + 2) / 5 + parts[2]
}

#[test]
fn an_encrypted_number_keeps_its_format_and_the_key_gives_it_back() {
    let folder = folder().with(
        "ids.csv",
        "id,x\n1-85-02 A123,1\n2-90-11 B777,2\n1-85-02 A123,3\n",
    );
    let line = "pseudonymize ids.csv --keep-order --id id --method format-preserving --key one.key";
    folder.run(&format!("{line} -o out.csv")).ok();
    let guises = column(&folder, "out.csv");
    assert_eq!(guises[0], guises[2]);
    let shape = |text: &str| {
        text.replace(|c: char| c.is_ascii_digit(), "0")
            .replace(char::is_alphabetic, "A")
    };
    assert!(
        guises.iter().all(|guise| shape(guise) == "0-00-00 A000"),
        "{guises:?}"
    );
    let back = |key: &str| {
        let arguments = [
            "pseudonymize",
            "--reverse",
            &guises[1],
            "--method",
            "format-preserving",
            "--key",
            key,
            "--reason",
            "audit",
        ];
        folder.run_args(&arguments).ok().out
    };
    assert_eq!(back("one.key"), "identifier: 2-90-11 B777\n");
    assert_ne!(back("other.key"), back("one.key"));
    let folder = folder.with("short.csv", "id\n12345\n123456\nZoé Martin\n");
    let run = folder
        .run(
            &line
                .replace("ids.csv", "short.csv")
                .replace("--key", "-o s.csv --key"),
        )
        .exits(2);
    let run = run.says(&[
        "1 values of \"id\" have too few digits and letters",
        "first in data row 1",
    ]);
    run.says(&[
        "1 values of \"id\" have letters or digits other than A-Z",
        "first in data row 3",
    ]);
    let run = folder.run(
        "pseudonymize clinic.csv --id Nom,Né --method format-preserving --key one.key -o s.csv",
    );
    run.exits(2)
        .says(&["format-preserving encrypts one identifier, and 2 are given"]);
}
