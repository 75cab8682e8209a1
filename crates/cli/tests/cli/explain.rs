//! `bauta explain`: a method in words, and its real run step by step.

use serde_json::Value;

use crate::support::Folder;

/// Twelve people who do not exist.
const PEOPLE: &str = "age,town,sex,illness,income
23,Lille,F,flu,1800
27,Lille,M,cough,2100
29,Roubaix,F,flu,1900
31,Roubaix,M,asthma,2600
34,Lille,F,flu,2400
36,Nice,F,cough,2900
38,Nice,M,flu,3100
42,Cannes,M,asthma,3600
45,Cannes,F,cough,3300
47,Nice,M,asthma,3900
52,Cannes,F,asthma,4200
58,Nice,M,cough,4400
";

fn folder() -> Folder {
    let ages: String = (20..60)
        .map(|age| {
            let (ten, twenty) = (age / 10 * 10, age / 20 * 20);
            format!("{age};{ten}-{};{twenty}-{};*\n", ten + 9, twenty + 19)
        })
        .collect();
    let towns = "Lille;north;*\nRoubaix;north;*\nNice;south;*\nCannes;south;*\n";
    Folder::new()
        .with("people.csv", PEOPLE)
        .with("age.csv", ages)
        .with("town.csv", towns)
        .with("sex.csv", "F;*\nM;*\n")
}

const ROLES: &str = "--qi age,town,sex --sensitive illness --target income --hierarchy age=age.csv --hierarchy town=town.csv --hierarchy sex=sex.csv";

/// The methods that explain themselves.
fn methods(folder: &Folder) -> Vec<String> {
    let cards = folder.run("explain --json").ok().json();
    cards
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card["id"].as_str().unwrap().to_owned())
        .collect()
}

/// What a method is asked on the people.
fn asked(method: &str) -> &'static str {
    match method {
        "anatomy" => "-l 2",
        "slicing" => "-k 3 -l 2",
        "microaggregate" => "--attributes age,income --group-size 3",
        _ => "-k 2 --max-suppression 0.1",
    }
}

/// The cells of a table in the last state, without the rows that are left out.
fn last_cells(told: &Value, table: usize) -> Vec<Vec<String>> {
    let steps = told["steps"].as_array().unwrap();
    let rows = steps.last().unwrap()["state"]["tables"][table]["rows"]
        .as_array()
        .unwrap();
    let kept = rows.iter().filter(|row| row["left_out"] == false);
    let cells = |row: &Value| {
        row["cells"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cell| cell.as_str().unwrap().to_owned())
            .collect()
    };
    kept.map(cells).collect()
}

/// The law of explanations: what `explain` shows last is what `anonymize` writes, for every method.
#[test]
fn the_last_state_is_the_release_of_the_same_request() {
    let folder = folder();
    let all = methods(&folder);
    assert!(all.len() >= 13, "{all:?}");
    for method in all {
        let asked = asked(&method);
        let told = folder
            .run(&format!(
                "explain {method} people.csv {ROLES} {asked} --json"
            ))
            .ok()
            .json();
        let outputs = if method == "anatomy" {
            vec!["one.csv", "two.csv"]
        } else {
            vec!["one.csv"]
        };
        let places = outputs.join(" ");
        folder
            .run(&format!(
                "anonymize people.csv {ROLES} {asked} --method {method} --force -o {places}"
            ))
            .ok();
        for (table, name) in outputs.iter().enumerate() {
            let released: Vec<Vec<String>> = folder
                .text(name)
                .lines()
                .skip(1)
                .map(|line| line.split(',').map(str::to_owned).collect())
                .collect();
            // The release is written in the order of its values.
            let mut shown = last_cells(&told, table);
            let mut released = released;
            shown.sort();
            released.sort();
            assert_eq!(shown, released, "{method}: {name}");
        }
        assert_eq!(told["outcome"]["reached"], true, "{method}");
    }
}

#[test]
fn every_method_is_told_on_the_example_in_both_languages() {
    let folder = Folder::new();
    for method in methods(&folder) {
        for language in ["en", "fr"] {
            let told = folder
                .run(&format!("explain {method} --lang {language} --json"))
                .ok()
                .json();
            let steps = told["steps"].as_array().unwrap();
            assert!(steps.len() >= 3, "{method}: {} steps", steps.len());
            for step in steps {
                let said = |key: &str| step[key].as_str().unwrap().to_owned();
                for text in [said("decision"), said("why"), said("result")] {
                    assert!(
                        !text.is_empty() && !text.contains('?'),
                        "{method} {language}: {text}"
                    );
                }
            }
            assert_eq!(told["outcome"]["reached"], true, "{method}");
            assert_eq!(told["template"].as_array().unwrap().len(), 8);
            let text = folder
                .run(&format!("explain {method} --lang {language}"))
                .ok()
                .out;
            assert!(text.contains(told["title"].as_str().unwrap()), "{text}");
        }
    }
}

/// A cell that a step changed is marked, and only such cells are.
#[test]
fn changed_cells_are_marked() {
    let told = Folder::new().run("explain datafly --json").ok().json();
    let rows = |step: &Value| {
        step["state"]["tables"][0]["rows"]
            .as_array()
            .unwrap()
            .clone()
    };
    let mut changes = 0;
    for pair in told["steps"].as_array().unwrap().windows(2) {
        for (before, after) in rows(&pair[0]).iter().zip(rows(&pair[1])) {
            for place in 0..5 {
                let marked = after["changed"].as_array().unwrap().contains(&place.into());
                assert_eq!(
                    marked,
                    before["cells"][place] != after["cells"][place],
                    "{}",
                    pair[1]["decision"]
                );
                changes += usize::from(marked);
            }
        }
    }
    assert!(changes > 20, "{changes}");
}

#[test]
fn explanations_are_written_as_their_name_says() {
    let folder = Folder::new();
    folder.run("explain mondrian -o told.md").ok();
    let text = folder.text("told.md");
    assert!(
        text.starts_with("# How Mondrian works") && text.contains("| row |") && text.contains("→"),
        "{text}"
    );
    folder.run("explain mondrian -o told.json").ok();
    let json: Value = serde_json::from_str(&folder.text("told.json")).unwrap();
    assert_eq!(json["method"], "mondrian");
    folder.run("explain mondrian -o told.html --lang fr").ok();
    assert!(
        folder
            .text("told.html")
            .contains("Comment fonctionne Mondrian")
    );
    assert_eq!(
        folder.run("explain mondrian --format md").ok().out.trim(),
        text.trim()
    );
    let run = folder.run("explain mondrian -o told.txt");
    assert_eq!(run.status, 2, "{run}");
}

/// What cannot be explained is told kindly, and nothing is written.
#[test]
fn requests_that_cannot_be_explained_are_refused() {
    let many: String = (0..100)
        .map(|row| format!("{},{}\n", 20 + row % 50, row % 7))
        .collect();
    let folder = folder().with("many.csv", format!("age,town\n{many}"));
    let refused = [
        ("explain dataflyy", "datafly"),
        ("explain swap", "bauta methods swap"),
        ("explain datafly --qi age", "example"),
        ("explain datafly many.csv --qi age,town -k 2", "--rows 20"),
        (
            "explain datafly many.csv --qi age,town -k 2 --rows 500",
            "60",
        ),
        ("explain datafly people.csv --qi age,tuwn -k 2", "town"),
        ("explain datafly nobody.csv --qi age -k 2", "nobody.csv"),
    ];
    for (words, hint) in refused {
        let run = folder.run(words);
        assert!(run.status == 2 || run.status == 3, "{words}: {run}");
        assert!(run.err.contains(hint), "{words}: {run}");
    }
    let unknown = folder.run("explain nomethod").err;
    assert!(
        unknown.contains("datafly") && !unknown.contains("swap"),
        "only what explains itself is offered: {unknown}"
    );
    let told = folder
        .run("explain mondrian many.csv --qi age,town -k 2 --rows 20 --json")
        .ok()
        .json();
    assert_eq!(told["setting"]["rows"], 20);
    let french = folder.run("explain datafly many.csv --qi age,town -k 2 --lang fr");
    assert!(french.err.contains("prenez-en quelques-unes"), "{french}");
    // What cannot be reached is an answer.
    let folder = folder.with(
        "flat.csv",
        "Lille;north\nRoubaix;north\nNice;south\nCannes;south\n",
    );
    let run = folder.run(
        "explain datafly people.csv --qi town --keep age,sex --hierarchy town=flat.csv -k 6 --json",
    );
    assert_eq!(run.status, 1, "{run}");
    assert_eq!(run.json()["outcome"]["reached"], false);
}

#[test]
fn a_project_is_explained_with_its_own_roles() {
    let project = "version = 1\n[input]\ndata = \"people.csv\"\n[roles]\nquasi-identifiers = [\"age\", \"town\"]\ninsensitive = [\"sex\"]\nsensitive = [\"illness\"]\n[targets]\nk = 3\n[anonymize]\nmethod = \"mondrian\"\n[anonymize.parameters]\nmedian = \"weighted\"\n[output]\ntables = [\"out.csv\"]\n";
    let folder = folder().with("bauta.toml", project);
    let own = folder.run("explain mondrian bauta.toml --json").ok().json();
    assert_eq!(
        (
            &own["setting"]["parameters"]["median"],
            &own["setting"]["quasi_identifiers"][1]
        ),
        (&"weighted".into(), &"town".into())
    );
    // The parameters of another method do not come along; hierarchies are made where the method needs them.
    let other = folder.run("explain datafly bauta.toml --json").ok().json();
    assert_eq!(other["setting"]["asked"][0], own["setting"]["asked"][0]);
    assert!(
        other["notes"].to_string().contains("made of its values"),
        "{}",
        other["notes"]
    );
    assert!(!folder.names().contains(&"out.csv".to_owned()));
}
