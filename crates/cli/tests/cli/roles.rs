//! Roles that `inspect` and `init` propose, as people see them.

use serde_json::Value;

use crate::support::Folder;

/// Forty people; words of the cells that no output may show.
fn patients() -> String {
    let row = |row: usize| {
        let body = 1_550_814_168_025u64 + row as u64 * 7;
        let key = 97 - body % 97;
        let day = 1 + row % 28;
        format!(
            "{body}{key:02};zqxw{row}@vbnk.fr;{day:02}/03/{};{};{:05};zqxwitis{};il est venu ce jour avec madame vbnk et repart avec une ordonnance {row};2024-05-{day:02}",
            1940 + row * 3 / 2,
            if row.is_multiple_of(2) { "H" } else { "F" },
            1000 + 1000 * (row % 8),
            row % 3,
        )
    };
    let rows: Vec<String> = (0..40).map(row).collect();
    format!(
        "n_secu;mail;naissance;sexe;cp;maladie;remarques;date_saisie\n{}\n",
        rows.join("\n")
    )
}

fn role(inspected: &Value, name: &str) -> String {
    let attributes = inspected["attributes"].as_array().expect("attributes");
    let own = attributes
        .iter()
        .find(|attribute| attribute["name"] == name)
        .expect("the attribute");
    own["role"].as_str().expect("a role").to_owned()
}

#[test]
fn inspect_explains_in_both_languages_and_shows_no_cell() {
    let folder = Folder::new().with("patients.csv", patients());
    let english = folder.run("inspect patients.csv").ok();
    let french = folder.run("inspect patients.csv --lang fr").ok();
    let json = folder.run("inspect patients.csv --json").ok();
    for run in [&english, &french, &json] {
        for secret in ["zqxw", "vbnk", "ordonnance"] {
            assert!(
                !run.out.contains(secret) && !run.err.contains(secret),
                "{run}"
            );
        }
    }
    let said = [
        "national number (NIR), check digits included",
        "the name says \"cp\": postal code",
        "unfit for k-anonymity",
        "Most dangerous combinations",
    ];
    let dit = [
        "numéro national (NIR), clé de contrôle comprise",
        "impropre au k-anonymat",
        "Combinaisons les plus dangereuses",
    ];
    let english = english.says(&["note: \"remarques\" is free text"]);
    let french = french.says(&["remarque: « remarques » est du texte libre"]);
    let reasons = json.json()["attributes"].to_string().replace("\\\"", "\"");
    assert!(
        said.iter()
            .all(|part| english.out.contains(part) || reasons.contains(part)),
        "{english}"
    );
    assert!(dit.iter().all(|part| french.out.contains(part)), "{french}");
    let found = json.json();
    let expected = [
        ("n_secu", "identifier"),
        ("mail", "identifier"),
        ("naissance", "quasi-identifier"),
        ("sexe", "quasi-identifier"),
        ("cp", "quasi-identifier"),
        ("maladie", "sensitive"),
        ("remarques", "drop"),
        ("date_saisie", "insensitive"),
    ];
    for (name, expected) in expected {
        assert_eq!(role(&found, name), expected, "{name}");
    }
}

#[test]
fn the_same_table_gets_the_same_proposal_and_full_finds_as_much() {
    let folder = Folder::new().with("patients.csv", patients());
    let once = folder.run("inspect patients.csv --json").ok();
    assert_eq!(once.out, folder.run("inspect patients.csv --json").ok().out);
    // Few rows are searched whole anyway.
    assert_eq!(
        once.out,
        folder.run("inspect patients.csv --full --json").ok().out
    );
    assert_eq!(once.json()["combination_search"]["seed"], Value::Null);
}

#[test]
fn what_the_user_says_wins_and_the_rest_is_proposed() {
    let folder = Folder::new().with("patients.csv", patients());
    folder
        .run("init patients.csv --keep sexe --sensitive cp")
        .ok();
    let text = folder.text("bauta.toml");
    assert!(
        text.contains("#   sexe: insensitive (1.00), as you said"),
        "{text}"
    );
    assert!(
        text.contains("insensitive = [\"sexe\", \"date_saisie\"]"),
        "{text}"
    );
    assert!(text.contains("sensitive = [\"cp\", \"maladie\"]"), "{text}");
    assert!(
        text.contains("identifiers = [\"n_secu\", \"mail\"]"),
        "{text}"
    );
    assert!(text.contains("drop = [\"remarques\"]"), "{text}");
    assert!(
        text.contains("% of the rows are singled out by")
            && text.contains("#   note: \"remarques\" is free text"),
        "{text}"
    );
    assert!(!text.contains("zqxw") && !text.contains("vbnk"), "{text}");
    folder.run("run").ok();
    // What makes up an identity was said: no other column becomes part of it.
    folder.run("init patients.csv --id n_secu --force").ok();
    let text = folder.text("bauta.toml");
    assert!(text.contains("identifiers = [\"n_secu\"]"), "{text}");
    assert!(text.contains("drop = [\"mail\", \"remarques\"]"), "{text}");
}
