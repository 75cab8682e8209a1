//! Keys: made well, refused where they are none, and never shown.

use crate::support::{Folder, Run, mode};

const PEOPLE: &str = "Nom,Ville,x\nZimmerfrau,Ulm,1\nQuasimodo,Ulm,2\n";
const LINE: &str = "pseudonymize people.csv --id Nom --method keyed-hash";

fn folder() -> Folder {
    let folder = Folder::new().with("people.csv", PEOPLE);
    folder.run("key new good.key").ok();
    folder
}

#[test]
fn a_new_key_is_for_its_owner_and_replaces_none() {
    let folder = folder();
    assert_eq!(mode(&folder.path("good.key")), 0o600);
    let text = folder.text("good.key");
    assert_eq!(text.lines().count(), 2);
    assert!(text.lines().nth(1).unwrap().len() == 64);
    folder
        .run("key new good.key")
        .exits(2)
        .says(&["good.key exists already"]);
    assert_eq!(folder.text("good.key"), text);
    folder.run("key new other.key").ok();
    let print = |file: &str| {
        folder
            .run(&format!("key fingerprint {file} --json"))
            .ok()
            .json()["fingerprint"]
            .clone()
    };
    assert_eq!(print("good.key"), print("good.key"));
    assert_ne!(print("good.key"), print("other.key"));
}

#[test]
fn what_is_no_key_is_refused_with_all_other_faults_and_nothing_is_written() {
    let folder = folder()
        .with("empty.key", "\n")
        .with("short.key", "grain de sel\n")
        .with("even.key", "a".repeat(64))
        .with("bad.key", "# bauta key v1\n12\n")
        .with("open.key", "0123456789abcdef0123456789abcdef\n");
    assert!(
        folder
            .bash("chmod 600 empty.key short.key even.key bad.key; chmod 640 open.key")
            .status
            .success()
    );
    let names = folder.names();
    for (file, says) in [
        ("none.key", "there is no file none.key"),
        ("empty.key", "the key file empty.key is empty"),
        (
            "short.key",
            "the key in short.key is too short or too regular",
        ),
        (
            "even.key",
            "the key in even.key is too short or too regular",
        ),
        ("bad.key", "the key file bad.key is damaged"),
        (
            "open.key",
            "others than its owner may use the file open.key; forbid it: chmod 600",
        ),
    ] {
        let run = folder
            .run(&format!(
                "{LINE} --id Nm --key {file} --normalize cases -o out.csv"
            ))
            .exits(2);
        let run = run.says(&[
            says,
            "a step of normalisation cannot be \"cases\"",
            "no attribute \"Nm\"",
        ]);
        assert_eq!(run.errors().len(), 3, "{run}");
        let french = folder
            .run(&format!("{LINE} --key {file} -o out.csv --lang fr"))
            .exits(2);
        assert!(
            !french.err.contains(" the ") && !french.err.contains("there is"),
            "{french}"
        );
    }
    folder
        .run(&format!("{LINE} -o out.csv"))
        .exits(2)
        .says(&["keyed-hash needs a key; give its file with --key"]);
    let run = folder
        .run("pseudonymize people.csv --id Nom --slow --hash blake3 -o out.csv")
        .exits(2);
    run.says(&[
        "only keyed-hash can be slow",
        "only keyed-hash has a choice of hashes",
    ]);
    assert_eq!(folder.names(), names);
}

#[test]
fn the_environment_names_a_key_file() {
    let folder = folder();
    let output = folder.bash(&format!(
        "BAUTA_KEY_FILE=good.key \"$BAUTA\" {LINE} -o a.csv"
    ));
    assert!(output.status.success());
    folder.run(&format!("{LINE} --key good.key -o b.csv")).ok();
    assert_eq!(folder.bytes("a.csv"), folder.bytes("b.csv"));
}

/// Runs everything there is with a key and looks for the key, in every way to write it, and for names, in all that is said and
/// written.
#[test]
fn no_key_and_no_name_is_ever_shown() {
    let folder = folder().with("salt", "a grain of salt that is long enough\n");
    assert!(folder.bash("chmod 600 salt").status.success());
    let key = folder.text("good.key").lines().nth(1).unwrap().to_owned();
    let bytes: Vec<u8> = (0..32)
        .map(|i| u8::from_str_radix(&key[2 * i..2 * i + 2], 16).unwrap())
        .collect();
    let mut runs = Vec::new();
    for (index, options) in [
        "--method keyed-hash --key good.key --slow",
        "--method keyed-hash --key good.key --hash blake3",
        "--method format-preserving --key good.key --normalize accents",
        "--method sha512-base64 --key salt",
        "--method keyed-hash --key good.key --same-as r0.json",
        "--method keyed-hash --key salt --id Nom,x --normalize acents",
        "--method random --shift-dates x --key good.key",
    ]
    .iter()
    .enumerate()
    {
        let line = format!(
            "pseudonymize people.csv --id Nom {options} --record r{index}.json -o o{index}.csv"
        );
        runs.push(folder.run(&line));
        runs.push(folder.run(&format!("{line} --json --force --lang fr")));
    }
    runs.push(folder.run("key fingerprint good.key --json"));
    let line =
        "anonymize people.csv --id Nom --qi Ville -k 2 --pseudonym keyed-hash --key good.key";
    runs.push(folder.run(&format!("{line} --record a.json -o a.csv")).ok());
    let said = |run: &Run| format!("{}{}", run.out, run.err).into_bytes();
    let written = folder
        .names()
        .into_iter()
        .filter(|name| !["people.csv", "good.key", "salt"].contains(&name.as_str()));
    let all: Vec<Vec<u8>> = runs
        .iter()
        .map(said)
        .chain(written.map(|name| folder.bytes(&name)))
        .collect();
    assert!(all.len() > 20);
    let secrets = [
        key.as_bytes(),
        &key.as_bytes()[..16],
        &bytes[..8],
        b"a grain of salt",
        b"Zimmerfrau",
        b"zimmerfrau",
        b"Quasimodo",
    ];
    for secret in secrets {
        let shown = all
            .iter()
            .find(|text| text.windows(secret.len()).any(|part| part == secret));
        assert!(
            shown.is_none(),
            "{}",
            String::from_utf8_lossy(shown.unwrap())
        );
    }
}
