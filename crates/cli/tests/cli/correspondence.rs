//! Correspondence tables: undoing one pseudonym, encrypted tables, and what is never overwritten or given away by order.

use std::collections::{BTreeMap, BTreeSet};

use crate::linking::{CLINIC_LINE, SCHOOL_LINE, column, folder};
use crate::support::{Folder, mode};

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
        .run(&format!(
            "pseudonymize --reverse {sue} --reason audit --mapping who.csv"
        ))
        .ok();
    assert_eq!(
        run.out,
        "Naissance: 1980-03-12, Vorname: sue , Nachname: moore\n"
    );
    let run = folder
        .run(&format!(
            "pseudonymize --reverse {sue} --reason audit --mapping who.csv --json"
        ))
        .ok();
    assert_eq!(run.json()["persons"][0][2][1], "moore");
    let run = folder
        .run("pseudonymize --reverse 00 --reason audit --mapping who.csv")
        .exits(1);
    assert!(
        run.out.is_empty() && run.err.contains("nobody has this pseudonym"),
        "{run}"
    );
    let run = folder
        .run(&format!(
            "pseudonymize --reverse {sue} --reason audit --method keyed-hash --key one.key"
        ))
        .exits(2);
    run.says(&["a hash cannot be undone, not with the key either"]);
    folder
        .run("pseudonymize --reverse 3 --reason audit --method random")
        .exits(2)
        .says(&["only the correspondence table tells"]);
    folder
        .run(&format!(
            "pseudonymize --reverse {sue} --reason audit --mapping clinic.csv"
        ))
        .exits(2)
        .says(&["no correspondence table"]);
}

/// Each look-up is a line of a log that only its owner may read; without a reason or a log there is no answer.
#[test]
fn every_reidentification_is_logged() {
    let folder = folder();
    folder
        .run(&format!(
            "{SCHOOL_LINE} --key one.key --mapping who.csv -o out.csv"
        ))
        .ok();
    let pseudonym = column(&folder, "out.csv")[0].clone();
    let line = format!("pseudonymize --reverse {pseudonym} --mapping who.csv");
    assert_eq!(folder.run(&line).status, 2);
    let run = folder.run_args(&[
        "pseudonymize",
        "--reverse",
        &pseudonym,
        "--mapping",
        "who.csv",
        "--reason",
        "  ",
    ]);
    run.exits(2).says(&["give one with --reason"]);
    let log = "who.csv.reidentifications.jsonl";
    assert!(!folder.names().contains(&log.to_owned()));
    folder.run(&format!("{line} --reason request-14")).ok();
    folder
        .run("pseudonymize --reverse 00 --mapping who.csv --reason typo")
        .exits(1);
    let text = folder.text(log);
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert_eq!(
        (&lines[0]["reason"], &lines[0]["found"]),
        (&"request-14".into(), &true.into())
    );
    assert_eq!(
        (&lines[1]["reason"], &lines[1]["found"]),
        (&"typo".into(), &false.into())
    );
    assert_eq!(lines[0]["pseudonym"], pseudonym.as_str());
    assert!(lines[0]["time"].as_str().unwrap().ends_with('Z') && lines[0]["user"].is_string());
    assert!(
        !text.contains("moore") && !text.contains("Hill"),
        "names are not in the log"
    );
    assert_eq!(mode(&folder.path(log)), 0o600);
    let run = folder.run(&format!("{line} --reason again --log missing/log.jsonl"));
    assert!(run.status == 3 && run.out.is_empty(), "{run}");
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
        let line = format!("pseudonymize --reverse {zoe} --reason audit --mapping {place}");
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
        run.says(&["the rows are in the order of \"Entrée\", which sequential pseudonyms would reveal; use random pseudonyms"]);
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
        .run("anonymize sorted.csv --id Nom --qi Entrée -k 2 --pseudonym sequential -o d.csv")
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
    let project = "version = 1\n[input]\ndata = \"in.csv\"\n[roles]\nidentifiers = [\"Nom\"]\nquasi-identifiers = [\"Age\"]\nsensitive = [\"Mal\"]\ninsensitive = [\"Jour\"]\n[pseudonyms]\nmethod = \"keyed-hash\"\nhash = \"blake3\"\nnormalize = [\"nfkc\", \"case\"]\nkey-file = \"one.key\"\nmapping = \"who.csv\"\nshift-dates = [\"Jour\"]\nshift-days = 30\n[targets]\nk = 4\n[output]\ntables = [\"out.csv\"]\nrecord = \"out.json\"\n";
    let folder = folder.with("bauta.toml", project);
    folder.run("run").ok().says(&[
        "dates moved by 1 to 30 days",
        "keep it apart from the release",
    ]);
    let record: serde_json::Value = serde_json::from_str(&folder.text("out.json")).unwrap();
    assert_eq!(record["pseudonyms"]["hash"], "blake3");
    assert_eq!(record["pseudonyms"]["shift_days"], 30);
    let line = "anonymize in.csv --id Nom --qi Age --sensitive Mal --keep Jour -k 4 --pseudonym keyed-hash --key one.key";
    folder
        .run(&format!(
            "{line} --hash blake3 --normalize nfkc,case --same-as out.json -o again.csv"
        ))
        .ok();
    let (one, two) = (column(&folder, "out.csv"), column(&folder, "again.csv"));
    assert_eq!(one, two);
}
