//! Pseudonyms with a key: files that link, files that do not, dates that move, and the way back.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Folder, mode};

/// The same three people in two registers, spelled by two clerks; one more in each.
const CLINIC: &str = "Nom,Prénom,Né,Visite,Sortie\nMoore,Sue,1980-03-12,2024-01-02,2024-01-09\nStone,Pat,1975-02-01,2024-03-03,2024-03-04\nLévy,Zoé,1990-05-05,2024-02-05,2024-02-25\nBell,Ann,1961-07-30,2024-05-01,2024-05-02\n";
const SCHOOL: &str = "Naissance;Vorname;Nachname;Note;Jour\n1990-05-05;ZOÉ;  lévy;3;2024-02-05\n1975-02-01;pat;STONE;5;2024-02-05\n1980-03-12;sue ;moore;4;2024-02-05\n1988-01-01;Bob;Hill;2;2024-02-05\n";

fn folder() -> Folder {
    let folder = Folder::new()
        .with("clinic.csv", CLINIC)
        .with("school.csv", SCHOOL);
    folder.run("key new one.key").ok();
    folder.run("key new other.key").ok();
    folder
}

const CLINIC_LINE: &str = "pseudonymize clinic.csv --id Nom,Prénom,Né --method keyed-hash";
const SCHOOL_LINE: &str =
    "pseudonymize school.csv --id Nachname,Vorname,Naissance --method keyed-hash";

fn column(folder: &Folder, file: &str) -> Vec<String> {
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

/// What is known of a pseudonym from outside: base64 of SHA-512 of salt and fields, by coreutils.
#[test]
fn the_compatible_hash_is_what_other_programs_make() {
    let folder = folder().with("salt", "grain de sel\n");
    assert!(folder.bash("chmod 600 salt").status.success());
    let line =
        "pseudonymize clinic.csv --id Prénom,Nom,Né --method sha512-base64 --key salt -o out.csv";
    folder
        .run(line)
        .ok()
        .says(&["sha512-base64 is weaker than keyed-hash"]);
    let script = "printf 'grain de selZoé/Lévy/1990-05-05' | sha512sum | cut -d' ' -f1 | xxd -r -p | base64 -w0";
    let output = folder.bash(script);
    if !output.status.success() || output.stdout.is_empty() {
        return bauta_testkit::shared::skip("sha512sum or xxd is not installed");
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
    let line = "pseudonymize ids.csv --id id --method format-preserving --key one.key";
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

#[test]
fn one_pseudonym_can_be_undone_by_who_holds_the_table() {
    let folder = folder();
    folder
        .run(&format!(
            "{SCHOOL_LINE} --key one.key --mapping who.csv -o out.csv"
        ))
        .ok();
    let sue = column(&folder, "out.csv")[2].clone();
    let run = folder
        .run(&format!("pseudonymize --reverse {sue} --mapping who.csv"))
        .ok();
    assert_eq!(
        run.out,
        "Naissance: 1980-03-12, Vorname: sue , Nachname: moore\n"
    );
    let run = folder
        .run(&format!(
            "pseudonymize --reverse {sue} --mapping who.csv --json"
        ))
        .ok();
    assert_eq!(run.json()["persons"][0][2][1], "moore");
    let run = folder
        .run("pseudonymize --reverse 00 --mapping who.csv")
        .exits(1);
    assert!(
        run.out.is_empty() && run.err.contains("nobody has this pseudonym"),
        "{run}"
    );
    let run = folder
        .run(&format!(
            "pseudonymize --reverse {sue} --method keyed-hash --key one.key"
        ))
        .exits(2);
    run.says(&["a hash cannot be undone, not with the key either"]);
    folder
        .run("pseudonymize --reverse 3 --method random")
        .exits(2)
        .says(&["only the correspondence table tells"]);
    folder
        .run(&format!(
            "pseudonymize --reverse {sue} --mapping clinic.csv"
        ))
        .exits(2)
        .says(&["no correspondence table"]);
}

#[test]
fn an_encrypted_correspondence_table_opens_for_its_readers_only() {
    use age::secrecy::ExposeSecret;
    let identity = age::x25519::Identity::generate();
    let recipient = identity.to_public().to_string();
    let folder = folder().with(
        "me.txt",
        format!(
            "# made by a test\n{}\n",
            identity.to_string().expose_secret()
        ),
    );
    let folder = folder
        .with("phrase", "four unlikely words\n")
        .with("wrong", "others than these\n");
    assert!(
        folder
            .bash("chmod 600 me.txt phrase wrong")
            .status
            .success()
    );
    let line = format!("{CLINIC_LINE} --key one.key --mapping");
    folder
        .run(&format!(
            "{line} who.csv --mapping-recipient {recipient} -o a.csv"
        ))
        .ok();
    folder
        .run(&format!(
            "{line} why.csv --mapping-passphrase phrase -o b.csv"
        ))
        .ok();
    let zoe = column(&folder, "a.csv")[2].clone();
    for (place, reader) in [
        ("who.csv.age", "--identity me.txt"),
        ("why.csv.age", "--mapping-passphrase phrase"),
    ] {
        assert_eq!(mode(&folder.path(place)), 0o600);
        let bytes = folder.bytes(place);
        assert!(
            !bytes.windows(6).any(|part| part == "Lévy,".as_bytes()),
            "readable"
        );
        let line = format!("pseudonymize --reverse {zoe} --mapping {place}");
        assert!(
            folder
                .run(&format!("{line} {reader}"))
                .ok()
                .out
                .contains("Prénom: Zoé")
        );
        folder
            .run(&line)
            .exits(2)
            .says(&["is encrypted; give --identity or --mapping-passphrase"]);
        folder
            .run(&format!("{line} --mapping-passphrase wrong"))
            .exits(2)
            .says(&["cannot be decrypted"]);
    }
    assert!(
        !folder
            .names()
            .iter()
            .any(|name| name == "who.csv" || name == "why.csv")
    );
    let run = folder
        .run(&format!(
            "{line} x.ods --mapping-recipient {recipient} -o c.csv"
        ))
        .exits(2);
    run.says(&["an encrypted correspondence table is CSV inside"]);
    let run = folder
        .run(&format!(
            "{line} x.csv --mapping-recipient age1nobody -o c.csv"
        ))
        .exits(2);
    run.says(&["\"age1nobody\" is no recipient of age"]);
    folder
        .run(&format!("{line} x.csv.age -o c.csv"))
        .exits(2)
        .says(&["say for whom"]);
}

#[test]
fn a_correspondence_table_is_not_overwritten_and_not_beside_the_data() {
    let folder = folder();
    let line = format!("{CLINIC_LINE} --key one.key --mapping who.csv");
    folder.run(&format!("{line} -o a.csv")).ok();
    let kept = folder.bytes("who.csv");
    let run = folder.run(&format!("{line} --force -o a.csv")).exits(2);
    run.says(&["who.csv exists already, and who is who would be lost"]);
    assert_eq!(folder.bytes("who.csv"), kept);
    folder
        .run(&format!("{line} --force --force-mapping -o a.csv"))
        .ok();
    let run = folder
        .run(&format!(
            "{CLINIC_LINE} --key one.key --mapping sqlite:d.db#who -o sqlite:d.db#data"
        ))
        .exits(2);
    run.says(&["would stand in the file of the data, d.db"]);
    assert!(!folder.names().contains(&"d.db".to_owned()));
}

#[test]
fn rows_in_a_telling_order_get_no_numbers_in_that_order() {
    let rows: String = (0..40)
        .map(|row| {
            format!(
                "N{:02},{},2024-01-{:02}\n",
                (row * 17) % 40,
                row % 7,
                1 + row / 2
            )
        })
        .collect();
    let folder = Folder::new().with("sorted.csv", format!("Nom,x,Entrée\n{rows}"));
    let line = "pseudonymize sorted.csv --id Nom --method sequential";
    let run = folder.run(&format!("{line} -o a.csv")).exits(2);
    let run =
        run.says(&["the rows are in the order of \"Entrée\", which sequential pseudonyms would tell; use random"]);
    assert_eq!(run.errors().len(), 1, "{run}");
    folder
        .run(&format!("{line} -o a.csv --lang fr"))
        .exits(2)
        .says(&["les lignes sont dans l'ordre de « Entrée »"]);
    folder
        .run(&format!("{line} --shuffle -o b.csv"))
        .ok()
        .says(&["the rows were shuffled"]);
    let cells = folder.cells("b.csv");
    assert_eq!(
        column(&folder, "b.csv"),
        (1..=40).map(|n: u32| n.to_string()).collect::<Vec<_>>()
    );
    let days: Vec<&String> = cells[1..].iter().map(|row| &row[2]).collect();
    assert!(!days.is_sorted());
    folder
        .run("pseudonymize sorted.csv --id Nom --method random -o c.csv")
        .ok();
    let run = folder
        .run("anonymize sorted.csv --id Nom --qi Entrée -k 2 -o d.csv")
        .exits(2);
    run.says(&["the rows are in the order of \"Entrée\""]);
}

#[test]
fn nobody_without_a_name_shares_a_pseudonym() {
    let folder = folder().with(
        "gaps.csv",
        "Nom,Prénom,x\nMoore,Sue,1\n,,2\n , ,3\nMoore,,4\n,,5\n",
    );
    let line = "pseudonymize gaps.csv --id Nom,Prénom";
    let run = folder.run(&format!("{line} -o a.csv")).exits(2);
    run.says(&["3 rows have no value in any identifier, first in data row 2, 3, 5"]);
    for method in ["sequential", "random", "keyed-hash", "sha512-base64"] {
        let options = format!(
            "--method {method} --key one.key --normalize space --missing-ids own --mapping {method}-who.csv"
        );
        let run = folder
            .run(&format!("{line} {options} -o {method}.csv"))
            .ok();
        run.says(&[
            "3 rows without any identifier got a pseudonym each",
            "1 rows lack some of their identifiers",
        ]);
        let all: BTreeSet<String> = column(&folder, &format!("{method}.csv"))
            .into_iter()
            .collect();
        assert_eq!(all.len(), 5, "{method}");
        assert_eq!(
            folder.cells(&format!("{method}-who.csv")).len(),
            3,
            "{method}: header and two who have names"
        );
    }
}

#[test]
fn a_project_file_has_all_of_it() {
    let folder = folder();
    let rows: BTreeMap<usize, &str> = [(0, "flu"), (1, "cold")].into();
    let table: String = (0..8)
        .map(|i| {
            format!(
                "P{},{},2024-01-{:02},{}\n",
                i * 7 % 8,
                20 + i % 2,
                1 + i,
                rows[&(i % 2)]
            )
        })
        .collect();
    let folder = folder.with("in.csv", format!("Nom,Age,Jour,Mal\n{table}"));
    let project = "version = 1\n[input]\ndata = \"in.csv\"\n[roles]\nidentifiers = [\"Nom\"]\nquasi-identifiers = [\"Age\"]\nsensitive = [\"Mal\"]\n[pseudonyms]\nmethod = \"keyed-hash\"\nhash = \"blake3\"\nnormalize = [\"nfkc\", \"case\"]\nkey-file = \"one.key\"\nmapping = \"who.csv\"\nshift-dates = [\"Jour\"]\nshift-days = 30\n[targets]\nk = 4\n[output]\ntables = [\"out.csv\"]\nrecord = \"out.json\"\n";
    let folder = folder.with("bauta.toml", project);
    folder.run("run").ok().says(&[
        "dates moved by 1 to 30 days",
        "keep it apart from the release",
    ]);
    let record: serde_json::Value = serde_json::from_str(&folder.text("out.json")).unwrap();
    assert_eq!(record["pseudonyms"]["hash"], "blake3");
    assert_eq!(record["pseudonyms"]["shift_days"], 30);
    let line = "anonymize in.csv --id Nom --qi Age --sensitive Mal -k 4 --pseudonym keyed-hash --key one.key";
    folder
        .run(&format!(
            "{line} --hash blake3 --normalize nfkc,case --same-as out.json -o again.csv"
        ))
        .ok();
    let (one, two) = (column(&folder, "out.csv"), column(&folder, "again.csv"));
    assert_eq!(one, two);
}
