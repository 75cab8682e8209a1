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
    // Six rows prove no order: what is expected is judged, and not called measured.
    assert!(found["linkage"]["record"].get("measured").is_none());
    let right = found["linkage"]["record"]["expected_share"]
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
            "attack kept.csv {ROLES} --against people.csv --match-by Nom --json"
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
            "attack out.csv {ROLES} --against people.csv --match-by Nom"
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

/// Review H1: six people, and the same rows rotated by one. Everybody is found.
#[test]
fn a_rotated_copy_is_not_called_safe() {
    let original = "town;age;ill\na;20;x\nb;30;x\nc;40;x\nd;50;x\ne;60;y\nf;70;y\n";
    let rotated = "town;age;ill\nb;30;x\nc;40;x\nd;50;x\ne;60;y\nf;70;y\na;20;x\n";
    let folder = Folder::new().with("o.csv", original).with("r.csv", rotated);
    let line = "attack r.csv --original o.csv --qi town,age --sensitive ill --attacks 200";
    let found = folder
        .run(&format!("{line} --fail-above 0.9 --json"))
        .exits(1)
        .json();
    let record = &found["linkage"]["record"];
    assert_eq!(
        (&record["unique_share"], &record["expected_share"]),
        (&1.0.into(), &1.0.into())
    );
    assert!(record.get("measured").is_none());
    assert_eq!(found["risks"][0]["attack"], "record-linkage");
    assert_eq!(found["risks"][0]["above"], true);
    let told = folder.run(line).ok();
    assert!(told.out.contains("not checked"), "{told}");
    told.says(&["order of the released rows is not proven"]);
    // Who knows which row is whose can check.
    let keyed = folder
        .run(&format!("{line} --match-by town,age --json"))
        .ok()
        .json();
    assert_eq!(
        keyed["linkage"]["record"]["measured"]["unique"]["rate"],
        1.0
    );
}

/// People with a day and a town that has a comma.
fn stays() -> (String, String) {
    let (mut original, mut released) = ("id;entry;town;ill\n".to_owned(), String::new());
    for row in 0..60 {
        let (month, day) = (1 + row % 12, 1 + row % 28);
        let town = ["Paris, 12e", "Paris, 13e", "Lyon"][row % 3];
        let ill = ["flu", "cold", "cough", "ulcer"][row % 4];
        original += &format!("{row};{day:02}/{month:02}/2024;{town};{ill}\n");
        let quarter = month.div_ceil(3);
        let set = [
            "{Paris, 12e, Paris, 13e}",
            "{Paris, 12e, Paris, 13e}",
            "Lyon",
        ][row % 3];
        released += &format!("{row};2024-Q{quarter};{set};{ill}\n");
    }
    (original, format!("id;entry;town;ill\n{released}"))
}

/// Review of the workbench, 1: calendar groups were not read, and 0 % of people were linked.
#[test]
fn calendar_groups_and_sets_with_commas_are_read() {
    let (original, released) = stays();
    let folder = Folder::new()
        .with("o.csv", original)
        .with("r.csv", released);
    let roles = "--qi entry,town --sensitive ill --id id";
    let found = folder
        .run(&format!("attack r.csv {roles} --original o.csv --json"))
        .ok()
        .json();
    let record = &found["linkage"]["record"];
    assert_eq!(
        (&record["people"], &record["found"], &record["unknown"]),
        (&60.into(), &60.into(), &0.into())
    );
    // Fifteen people in a quarter: ten in Paris, five in Lyon.
    assert_eq!(record["fewest"], 5);
    assert!((record["expected_share"].as_f64().expect("a share") - 8.0 / 60.0).abs() < 1e-9);
    // Their order is kept, and that is proven; the claims are then checked.
    assert!(record["measured"].is_object(), "{record}");
    let evaluated = folder
        .run(&format!("evaluate o.csv r.csv {roles} --json"))
        .ok()
        .json();
    assert_eq!(evaluated["matched"], "in-order");
    assert_eq!(evaluated["untrue_cells"], 0);
}

/// Labels that nobody can read: no share is told, and no limit is kept.
#[test]
fn what_cannot_be_read_is_unknown_and_not_zero() {
    let (original, released) = stays();
    let seasons = released
        .replace("2024-Q1", "winter")
        .replace("2024-Q2", "spring")
        .replace("2024-Q3", "summer")
        .replace("2024-Q4", "autumn");
    let half = released.replace("2024-Q1", "winter");
    let folder = Folder::new()
        .with("o.csv", original)
        .with("r.csv", seasons)
        .with("half.csv", half);
    let line = "--qi entry,town --sensitive ill --id id --original o.csv";
    let found = folder
        .run(&format!("attack r.csv {line} --fail-above 1 --json"))
        .exits(1)
        .json();
    let record = &found["linkage"]["record"];
    assert_eq!(record["unknown"], 60);
    assert!(record.get("expected_share").is_none() && record.get("unique_share").is_none());
    assert!(found["linkage"].get("table").is_none());
    assert_eq!(found["unknown"][0]["attack"], "record-linkage");
    let french = folder.run(&format!("attack r.csv {line} --lang fr")).ok();
    assert!(french.out.contains("inconnu"), "{french}");
    french.says(&["60 cellules de « entry » ne sont pas comprises"]);
    // Fifteen rows that cannot be read may be anybody's of their town.
    let found = folder
        .run(&format!("attack half.csv {line} --json"))
        .ok()
        .json();
    assert_eq!(found["linkage"]["record"]["unknown"], 60);
}

/// Values that were changed: nobody fits, although everybody is in the release.
#[test]
fn people_who_fit_no_row_are_not_called_safe() {
    let (original, released) = stays();
    let later = released.replace("2024-Q", "2031-Q");
    let folder = Folder::new().with("o.csv", original).with("r.csv", later);
    let run = folder
        .run("attack r.csv --qi entry,town --sensitive ill --id id --original o.csv --fail-above 1 --json")
        .exits(1);
    let found = run.json();
    assert_eq!(found["linkage"]["record"]["unknown"], 60);
    assert!(found["linkage"]["record"].get("expected_share").is_none());
    assert!(
        found["notes"]
            .to_string()
            .contains("60 people of the original fit no released row"),
        "{run}"
    );
}

/// Groups that only the project's hierarchy explains.
#[test]
fn built_hierarchies_of_the_project_are_used() {
    let (original, released) = stays();
    let named = released
        .replace("{Paris, 12e, Paris, 13e}", "capital")
        .replace("Lyon", "elsewhere");
    let project = "version = 1\n\n[input]\ndata = \"o.csv\"\n\n[roles]\nquasi-identifiers = [\"entry\", \"town\"]\nsensitive = [\"ill\"]\nidentifiers = [\"id\"]\n\n[hierarchies.town]\ntype = \"groups\"\nother = \"elsewhere\"\nlevels = [[{ label = \"capital\", members = [\"Paris, 12e\", \"Paris, 13e\"] }]]\n";
    let folder = Folder::new()
        .with("o.csv", original)
        .with("r.csv", named)
        .with("p.toml", project);
    let bare = folder
        .run("attack r.csv --qi entry,town --sensitive ill --id id --original o.csv --json")
        .ok()
        .json();
    assert_eq!(bare["linkage"]["record"]["unknown"], 60);
    let found = folder
        .run("attack r.csv --project p.toml --original o.csv --json")
        .ok()
        .json();
    assert_eq!(found["linkage"]["record"]["found"], 60);
    assert_eq!(found["linkage"]["record"]["fewest"], 5);
}

#[test]
fn the_report_has_the_three_criteria_in_both_languages() {
    let (original, released) = stays();
    let control = original.replace("/2024", "/2023");
    let folder = Folder::new()
        .with("o.csv", original)
        .with("r.csv", released)
        .with("c.csv", control);
    let line =
        "attack r.csv --qi entry,town --sensitive ill --id id --original o.csv --control c.csv";
    folder.run(&format!("{line} --report a.md")).ok();
    let english = folder.text("a.md");
    for part in [
        "The three criteria",
        "Singling out:",
        "Linkability:",
        "Inference:",
        "control",
        "guessing",
        "The release gives people away",
        "confidence of 95 %",
    ] {
        assert!(english.contains(part), "{part}\n{english}");
    }
    assert!(
        !english.contains("Paris") && !english.contains("-0 %"),
        "{english}"
    );
    folder
        .run("attack r.csv --qi entry,town --sensitive ill --original o.csv --report b.md")
        .ok();
    assert!(folder.text("b.md").contains("no limit was given"));
    folder
        .run(&format!("{line} --report a.html --fail-above 0 --lang fr"))
        .exits(1);
    let french = folder.text("a.html");
    for part in [
        "Les trois critères",
        "Individualisation",
        "Corrélation",
        "Inférence",
        "témoin",
        "hasard",
        "Rien ne montre",
    ] {
        assert!(french.contains(part), "{part}\n{french}");
    }
    folder.run(&format!("{line} --report a.json")).ok();
    let facts: serde_json::Value = serde_json::from_str(&folder.text("a.json")).expect("JSON");
    assert!(facts["criteria"]["singling_out"]["several"]["chance"]["high"].is_number());
    folder
        .run(&format!("{line} --report a.json"))
        .says(&["exists already"]);
    folder.run(&format!("{line} --report a.txt")).exits(2);
}

#[test]
fn a_shuffled_release_is_evaluated_without_pairs() {
    let (original, released) = stays();
    let (head, rows) = released.split_once('\n').expect("a header");
    let mut rows: Vec<&str> = rows.lines().collect();
    rows.reverse();
    let folder = Folder::new()
        .with("o.csv", original)
        .with("r.csv", format!("{head}\n{}\n", rows.join("\n")));
    let line = "evaluate o.csv r.csv --qi entry,town --sensitive ill --id id";
    let run = folder.run(&format!("{line} --json")).ok();
    let found = run.json();
    assert_eq!(found["matched"], "not");
    assert!(
        found["untrue_cells"].is_null() && found["utility"]["non_uniform_entropy"].is_null(),
        "{run}"
    );
    assert!(found["notes"].to_string().contains("--match-by"), "{run}");
    let keyed = folder
        .run(&format!("{line} --match-by id --json"))
        .ok()
        .json();
    assert_eq!(
        (&keyed["matched"], &keyed["untrue_cells"]),
        (&"by-key".into(), &0.into())
    );
    assert!(keyed["utility"]["non_uniform_entropy"].is_number());
    folder
        .run(&format!("{line} --match-by ill"))
        .exits(2)
        .says(&["name columns that identify rows"]);
}
