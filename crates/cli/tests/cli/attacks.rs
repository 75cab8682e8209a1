//! `bauta attack`.

use crate::support::{Folder, PEOPLE};

const ROLES: &str = "--qi CP,Age --sensitive C.E.";

/// Three classes of another tool.
const RELEASE: &str = "CP,Age,C.E.\n18***,\"[20,25[\",50\n69***,\"[25,30[\",70\n18***,\"[20,25[\",90\n18***,\"[20,25[\",60\n69***,\"[25,30[\",70\n69***,\"[25,30[\",75\n";

fn folder() -> Folder {
    Folder::with_people().with("out.csv", RELEASE)
}

#[test]
fn a_release_is_attacked_in_both_languages_without_a_cell() {
    let folder = folder();
    let line = format!("attack out.csv {ROLES} --original people.csv");
    let english = folder.run(&line).ok();
    for part in [
        "record linkage",
        "table linkage",
        "homogeneity",
        "singling out",
        "linkability",
        "inference",
        "guessing",
    ] {
        assert!(english.out.contains(part), "{part}\n{english}");
    }
    let french = folder.run(&format!("{line} --lang fr")).ok();
    for part in [
        "rapprochement de ligne",
        "homogénéité",
        "individualisation",
        "corrélation",
        "inférence",
    ] {
        assert!(french.out.contains(part), "{part}\n{french}");
    }
    assert!(french.err.contains("pas de témoin"), "{french}");
    for run in [&english, &french] {
        assert!(
            !run.out.contains("18***") && !run.out.contains("[20,25["),
            "{run}"
        );
    }
}

#[test]
fn the_document_is_complete_and_repeats() {
    let folder = folder();
    let line = format!("attack out.csv {ROLES} --original people.csv --json");
    let mut found = folder.run(&line).ok().json();
    assert_eq!(found["linkage"]["record"]["fewest"], 3);
    assert_eq!(found["linkage"]["record"]["unique"], 0);
    let right = found["linkage"]["record"]["measured"]["any"]["rate"]
        .as_f64()
        .expect("a share");
    assert!((right - 1.0 / 3.0).abs() < 1e-9);
    assert_eq!(found["classes"][0]["classes"], 2);
    assert!(found["criteria"]["linkability"]["high"].is_number());
    assert_eq!(found["criteria"]["inference"][0]["attribute"], "C.E.");
    assert!(
        found["risks"]
            .as_array()
            .is_some_and(|risks| risks.len() >= 6)
    );
    let mut again = folder.run(&line).ok().json();
    for document in [&mut found, &mut again] {
        document["seconds"] = serde_json::Value::Null;
    }
    assert_eq!(found, again);
}

#[test]
fn a_limit_decides_the_exit_status() {
    let folder = folder().with(
        "star.csv",
        "CP,Age,C.E.\n*,*,50\n*,*,70\n*,*,90\n*,*,60\n*,*,70\n*,*,75\n",
    );
    folder
        .run(&format!(
            "attack out.csv {ROLES} --against people.csv --fail-above 0.3"
        ))
        .exits(1);
    let found = folder
        .run(&format!(
            "attack star.csv {ROLES} --against people.csv --fail-above 0.2 --json"
        ))
        .ok()
        .json();
    assert_eq!(found["holds"], true);
    let refused = folder
        .run(&format!(
            "attack out.csv {ROLES} --against people.csv --fail-above 0.3 --json"
        ))
        .exits(1);
    assert!(refused.json()["risks"][0]["above"] == true);
}

#[test]
fn columns_of_other_names_are_linked() {
    let others = "who,zip,years\nSue,18000,22\nEve,99000,50\n";
    let folder = folder().with("voters.csv", others);
    let found = folder
        .run("attack out.csv --against voters.csv --on CP=zip,Age=years --sensitive C.E. --json")
        .ok()
        .json();
    assert_eq!(found["linkage"]["record"]["candidates"]["3-4"], 1);
    assert_eq!(found["linkage"]["record"]["candidates"]["0"], 1);
    assert!(found["linkage"]["record"].get("measured").is_none());
}

#[test]
fn an_identifier_tells_which_claims_are_right() {
    let kept = PEOPLE.replace("18000", "180**").replace("69000", "690**");
    let folder = folder().with("kept.csv", kept);
    let found = folder
        .run(&format!(
            "attack kept.csv {ROLES} --against people.csv --truth Nom --json"
        ))
        .ok()
        .json();
    assert_eq!(
        found["linkage"]["record"]["measured"]["unique"]["rate"],
        1.0
    );
    assert_eq!(found["linkage"]["record"]["unique"], 6);
    assert!(!found.to_string().contains("Sue"));
}

#[test]
fn bad_requests_are_refused_in_words() {
    let words = "Age,CP,C.E.\nyoung,north,50\nold,south,60\n";
    let folder = folder()
        .with("strangers.csv", "x,y\n1,2\n")
        .with("words.csv", words);
    folder
        .run("attack out.csv")
        .exits(2)
        .says(&["nothing to attack with"]);
    folder
        .run(&format!(
            "attack out.csv {ROLES} --attacks 0 --original people.csv"
        ))
        .exits(2)
        .says(&["attacks is 0"]);
    folder
        .run("attack out.csv --against strangers.csv")
        .exits(2)
        .says(&["no attribute in common"]);
    let lacking = folder
        .run(&format!("attack out.csv {ROLES} --against strangers.csv"))
        .exits(2);
    assert_eq!(lacking.errors().len(), 2, "{lacking}");
    folder
        .run("attack out.csv --against people.csv --on CP=zip")
        .exits(2)
        .says(&["there is no attribute \"zip\""]);
    folder
        .run(&format!("attack words.csv {ROLES} --against people.csv"))
        .exits(2)
        .says(&["cannot be compared"]);
    folder
        .run(&format!("attack out.csv {ROLES} --second strangers.csv"))
        .exits(2)
        .says(&["two releases have no attribute"]);
    folder
        .run(&format!("attack out.csv {ROLES} --control people.csv"))
        .exits(2)
        .says(&["needs the original"]);
    folder
        .run(&format!(
            "attack out.csv {ROLES} --original people.csv --control strangers.csv"
        ))
        .exits(2);
    folder
        .run(&format!("attack out.csv {ROLES} --fail-above 2"))
        .exits(2);
    folder
        .run(&format!(
            "attack out.csv {ROLES} --against people.csv --truth Nom"
        ))
        .exits(2);
    folder
        .run(&format!("attack out.csv {ROLES} --against nowhere.csv"))
        .exits(3);
    let french = folder
        .run(&format!(
            "attack out.csv {ROLES} --against strangers.csv --lang fr"
        ))
        .exits(2);
    assert!(
        french
            .err
            .contains("le fichier donné par --against n'a pas d'attribut"),
        "{french}"
    );
}

#[test]
fn a_control_of_the_same_people_is_noticed() {
    let folder = folder();
    let line = format!("attack out.csv {ROLES} --original people.csv --control people.csv");
    folder
        .run(&line)
        .ok()
        .says(&["6 of 6 control rows are equal"]);
}
