//! `bauta evaluate` and `bauta compare`.

use crate::support::{Folder, PEOPLE, ROLES};

const MORE: &str = "--qi CP,Age --sensitive C.E.";

fn close(found: &serde_json::Value, expected: f64) -> bool {
    found
        .as_f64()
        .is_some_and(|found| (found - expected).abs() < 1e-9)
}

#[test]
fn a_release_of_ours_is_measured_as_when_it_was_made() {
    let folder = Folder::with_people();
    let made = folder
        .run(&format!(
            "anonymize people.csv {ROLES} --keep-order -o out.csv --json"
        ))
        .ok()
        .json();
    let found = folder
        .run(&format!("evaluate people.csv out.csv {MORE} -k 3 --json"))
        .ok()
        .json();
    for key in [
        "discernibility",
        "precision",
        "information_loss",
        "completeness",
        "loss",
        "granularity",
        "classification",
    ] {
        let (made, found) = (&made["utility"][key], &found["utility"][key]);
        assert!(
            made.is_number() && close(found, made.as_f64().unwrap_or(0.0)),
            "{key}: {made} {found}"
        );
    }
    for key in ["ambiguity", "candidates", "kl_divergence"] {
        assert!(found["utility"][key].is_number(), "{key}");
    }
    // Six rows in order may be so by chance: nothing is said of which row is whose.
    assert_eq!(found["matched"], "not");
    assert!(found["utility"]["non_uniform_entropy"].is_null());
    assert_eq!(found["privacy"]["k"], 3);
    assert!(found["queries"]["mean"].is_number());
    assert!(
        found["not_understood"]
            .as_object()
            .is_some_and(serde_json::Map::is_empty)
    );
}

#[test]
fn nothing_is_lost_between_a_table_and_itself() {
    let folder = Folder::with_people();
    let found = folder
        .run(&format!(
            "evaluate people.csv people.csv {MORE} --match-by Nom --json"
        ))
        .ok()
        .json();
    for key in [
        "information_loss",
        "loss",
        "granularity",
        "non_uniform_entropy",
        "kl_divergence",
    ] {
        assert!(
            close(&found["utility"][key], 0.0),
            "{key}: {}",
            found["utility"][key]
        );
    }
    assert!(close(&found["queries"]["mean"], 0.0));
}

/// Intervals of another tool, a row left out, a word that nobody knows: counted, never shown.
#[test]
fn a_release_of_another_tool_is_understood_as_far_as_it_can_be() {
    let other = "CP,Age,C.E.\n18***,\"[20,25[\",50\n69***,\"[25,30[\",70\n18***,\"[20,25[\",90\n18***,youngish,60\n69***,26-28,70\n";
    let folder = Folder::with_people().with("other.csv", other);
    let run = folder
        .run(&format!("evaluate people.csv other.csv {MORE} --json"))
        .ok();
    assert!(
        !run.out.contains("youngish") && !run.err.contains("youngish"),
        "{run}"
    );
    let found = run.json();
    assert_eq!(found["not_understood"]["Age"], 1);
    assert_eq!(found["suppressed_rows"], 1);
    assert_eq!(found["matched"], "not");
    assert!(close(&found["utility"]["completeness"], 5.0 / 6.0));
    let text = folder
        .run(&format!("evaluate people.csv other.csv {MORE} --lang fr"))
        .ok();
    assert!(text.out.contains("cellules non comprises"), "{text}");
}

/// k holds for the groups; everybody's row is found all the same.
#[test]
fn two_tables_are_measured_together() {
    let folder = Folder::with_people();
    folder
        .run(&format!(
            "anonymize people.csv {ROLES} --method bucketize -o a.csv b.csv"
        ))
        .ok();
    let line = format!("evaluate people.csv a.csv b.csv --bucket Group {MORE} -l 2 --json");
    let found = folder.run(&format!("{line} --bucket-size 3")).ok().json();
    assert_eq!(found["privacy"]["k"], 1);
    assert_eq!(found["privacy"]["bucket_size"], 3);
    assert_eq!(found["risk"]["prosecutor"]["max"], 1.0);
    folder.run(&format!("{line} -k 3")).exits(1);
    assert!(close(&found["utility"]["information_loss"], 0.0));
    assert!(found["utility"]["classification"].as_f64() > Some(0.0));
    assert!(found["queries"]["mean"].as_f64() > Some(0.0));
    folder
        .run(&format!(
            "evaluate people.csv a.csv b.csv --bucket Groop {MORE}"
        ))
        .exits(2);
}

#[test]
fn a_target_that_does_not_hold_is_an_answer() {
    let folder = Folder::with_people();
    folder
        .run(&format!("evaluate people.csv people.csv {MORE} -k 2"))
        .exits(1);
}

#[test]
fn weights_count() {
    let folder = Folder::with_people();
    folder
        .run(&format!("anonymize people.csv {ROLES} -o out.csv"))
        .ok();
    let found = folder
        .run(&format!(
            "evaluate people.csv out.csv {MORE} --importance CP=0 --json"
        ))
        .ok()
        .json();
    let age = found["utility"]["attributes"]["Age"]["information_loss"]
        .as_f64()
        .expect("a number");
    assert!(close(&found["utility"]["information_loss"], age));
    folder
        .run(&format!(
            "evaluate people.csv out.csv {MORE} --importance Agee=1"
        ))
        .exits(2);
    folder
        .run(&format!(
            "evaluate people.csv out.csv {MORE} --selectivity 2"
        ))
        .exits(2);
    folder.run("evaluate people.csv out.csv").exits(2);
    folder
        .run(&format!("evaluate people.csv nowhere.csv {MORE}"))
        .exits(3);
}

/// Sixty people whose income follows their age.
fn workers() -> String {
    let mut text = "age,town,income\n".to_owned();
    for row in 0..240 {
        let age = 20 + (row * 7) % 45;
        let income = if age > 42 { "high" } else { "low" };
        text += &format!("{age},t{},{income}\n", (row * 11) % 4);
    }
    text
}

#[test]
fn models_learn_from_a_release() {
    let folder = Folder::new().with("work.csv", workers());
    folder
        .run("anonymize work.csv --qi age,town --target income -k 4 --keep-order -o out.csv")
        .ok();
    let found = folder
        .run("evaluate work.csv out.csv --qi age,town --target income --json")
        .ok()
        .json();
    let task = &found["task"];
    assert_eq!(task["held_out"], true);
    let models = task["models"].as_array().expect("models");
    assert_eq!(models.len(), 3);
    for model in models {
        assert!(
            model["original"]["accuracy"].as_f64() > Some(0.9),
            "{model}"
        );
        assert!(model["release"]["accuracy"].as_f64() > Some(0.7), "{model}");
        assert!(model["release"]["auc"].is_number());
    }
    let without = folder
        .run("evaluate work.csv out.csv --qi age,town --target income --no-models --json")
        .ok()
        .json();
    assert!(without.get("task").is_none());
}

#[test]
fn candidates_stand_side_by_side() {
    let folder = Folder::new().with("work.csv", workers());
    let line = "compare work.csv --qi age,town --target income -k 3,12,1000 --method mondrian --method mondrian:median=nearest --method datafly";
    let found = folder.run(&format!("{line} --json")).ok().json();
    let candidates = found["candidates"].as_array().expect("candidates");
    assert_eq!(candidates.len(), 9);
    let of = |status: &str| {
        candidates
            .iter()
            .filter(|candidate| candidate["status"] == status)
            .count()
    };
    assert_eq!(of("released"), 4);
    // More rows than there are, and a method without its hierarchies: shown with their reasons.
    assert_eq!(of("not-applicable") + of("unreachable"), 5);
    for candidate in candidates {
        if candidate["status"] == "released" {
            let k = candidate["privacy"]["k"].as_u64();
            assert!(k >= Some(3) && candidate["linkage"]["max"].as_f64() <= Some(1.0 / 3.0));
            assert_eq!(candidate["task"]["held_out"], true);
        } else {
            assert!(
                candidate["reasons"]
                    .as_array()
                    .is_some_and(|reasons| !reasons.is_empty())
            );
        }
    }
    assert!(
        candidates
            .iter()
            .any(|candidate| candidate["pareto"] == true)
    );
    assert_eq!(folder.names(), ["work.csv"]);
    let text = folder.run(&format!("{line} --lang fr")).ok();
    assert!(text.out.contains("ne s'applique pas"), "{text}");
}

#[test]
fn exact_quasi_identifiers_do_not_pass_for_hidden_people() {
    let folder = Folder::with_people();
    let line = "compare people.csv --id Nom --qi CP,Age --sensitive C.E. -k 3 --method bucketize --method mondrian";
    let found = folder.run(&format!("{line} --json")).ok().json();
    assert_eq!(found["candidates"][0]["risk"]["prosecutor"]["max"], 1.0);
    assert_eq!(found["candidates"][1]["pareto"], true);
    // k was asked for, and everybody can be found: no star, and a reason.
    assert_eq!(found["candidates"][0]["pareto"], false);
    let text = folder
        .run(line)
        .ok()
        .shows(&["leaves a highest risk of 100.0 %, above the 33.3 % that k = 3 allows: no star"]);
    assert!(text.out.contains("not a person's row"), "{text}");
}

#[test]
fn a_plan_and_a_plot() {
    let plan = "[[candidate]]\nmethod = \"mondrian\"\nk = 2\n[[candidate]]\nmethod = \"mondrian\"\nparameters = { median = \"nearest\" }\n";
    let folder = Folder::with_people().with("plan.toml", plan);
    let line = format!("compare people.csv --id Nom {MORE} -k 2,3 --plan plan.toml");
    let found = folder
        .run(&format!("{line} -o plot.svg --json"))
        .ok()
        .json();
    assert_eq!(found["candidates"].as_array().map(Vec::len), Some(3));
    let plot = folder.text("plot.svg");
    assert!(
        plot.starts_with("<svg")
            && plot.contains("prefers-color-scheme:dark")
            && !plot.contains("Sue")
    );
    folder.run(&format!("{line} -o plot.html --lang fr")).ok();
    let page = folder.text("plot.html");
    for part in [
        "lang=\"fr\"",
        "Risque et perte",
        "</table>",
        "default-src 'none'",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script") && !page.contains("src=\"http"));
    folder.run(&format!("{line} -o plot.svg")).exits(2);
    folder.run(&format!("{line} -o plot.svg --force")).ok();
    folder.run(&format!("{line} -o plot.png")).exits(2);
    folder
        .run(&format!("compare people.csv {MORE} -k 2 --method mondrain"))
        .exits(2);
    folder
        .run(&format!("compare people.csv {MORE} --method mondrian"))
        .exits(2);
    folder
        .run(&format!(
            "compare people.csv {MORE} -k 2 --method mondrian:medium=nearest"
        ))
        .exits(2);
    assert_eq!(folder.text("people.csv"), PEOPLE);
}
