//! `bauta step`: a statistician brings the risk down, one attribute at a time.

use crate::support::Folder;

/// Twelve people; two attributes to reduce.
const PEOPLE: &str = "town,age,job,illness
Lille,23,cook,flu
Lille,24,cook,cough
Roubaix,27,nurse,flu
Roubaix,29,nurse,asthma
Lille,31,cook,cough
Roubaix,33,nurse,flu
Nice,35,cook,asthma
Cannes,38,nurse,flu
Nice,41,cook,cough
Cannes,44,nurse,flu
Nice,46,cook,asthma
Cannes,49,nurse,cough
";

const PROJECT: &str = "# what we publish
version = 1

[input]
data = \"people.csv\"

[roles]
quasi-identifiers = [\"town\", \"age\", \"job\"]
sensitive = [\"illness\"]

[targets] # the office's own
k = 3
l = 2

[anonymize]
method = \"as-is\"

[output]
tables = [\"out.csv\"]
";

fn folder() -> Folder {
    Folder::new()
        .with("people.csv", PEOPLE)
        .with("bauta.toml", PROJECT)
}

/// From every row alone to classes of three, undone and taken again, then published.
#[test]
fn the_risk_comes_down_step_by_step() {
    let folder = folder();
    let start = folder.run("step bauta.toml --json").ok().json();
    assert_eq!(
        (&start["before"]["k"], &start["before"]["uniques"]),
        (&1.into(), &12.into())
    );
    assert_eq!(start["reached"], false);

    folder.run("step bauta.toml recode --attributes town --groups North=Lille|Roubaix;South=Nice|Cannes").ok();
    let file = folder.text("bauta.toml");
    assert!(
        file.starts_with("# what we publish") && file.contains("[targets] # the office's own"),
        "{file}"
    );
    assert_eq!(file.matches("[[steps]]").count(), 1);

    folder
        .run("step bauta.toml suppress --scope attributes --attributes job")
        .ok();
    let run = folder
        .run("step bauta.toml round --attributes age --base 30 --rounding down --json")
        .ok()
        .json();
    let (steps, before) = (run["steps"].as_array().unwrap(), &run["before"]);
    assert_eq!(steps.len(), 3);
    let losses: Vec<f64> = steps
        .iter()
        .map(|step| step["after"]["information_loss"].as_f64().unwrap())
        .collect();
    assert!(
        before["information_loss"] == 0.0 && losses.is_sorted() && losses[0] > 0.0,
        "{losses:?}"
    );
    assert!(steps[2]["after"]["k"].as_u64() >= Some(2));

    let undone = folder.run("step bauta.toml --undo").ok();
    assert_eq!(
        folder.text("bauta.toml").matches("[[steps]]").count(),
        2,
        "{undone}"
    );
    let last = folder
        .run("step bauta.toml round --attributes age --base 100 --rounding down --json")
        .ok()
        .json();
    assert_eq!(last["steps"][2]["after"]["k"], 6);
    assert_eq!(last["reached"], true);

    folder.run("run bauta.toml").ok();
    let out = folder.text("out.csv");
    assert!(
        out.starts_with("town,age,illness\nNorth,0,asthma\n"),
        "{out}"
    );
    let report = folder.run("run bauta.toml --force --json").ok().json();
    assert_eq!(report["steps"].as_array().map(Vec::len), Some(3));
    // What labels show and what only the maker knows, together.
    let utility = |name: &str| report["utility"][name].as_f64().unwrap();
    let lost = 1.0 - (1.0 - utility("information_loss")) * (1.0 - utility("hidden_loss"));
    let last = report["steps"][2]["after"]["information_loss"].as_f64();
    assert!((last.unwrap() - lost).abs() < 1e-9, "{last:?} {lost}");
}

#[test]
fn a_trial_leaves_the_project_as_it_is() {
    let folder = folder();
    let run = folder
        .run("step bauta.toml round --attributes age --base 10 --try")
        .ok();
    assert!(run.out.contains("1. round age"), "{run}");
    let tried = folder
        .run("step bauta.toml round --attributes age --base 10 --try --json")
        .ok()
        .json();
    assert!(
        tried["steps"][0]["after"]["information_loss"].as_f64() > Some(0.02),
        "{tried}"
    );
    assert_eq!(folder.text("bauta.toml"), PROJECT);
    let french = folder
        .run("step bauta.toml round --attributes age --base 10 --try --lang fr")
        .ok();
    assert!(
        french.out.contains("pas encore atteint") && french.out.contains("au départ"),
        "{french}"
    );
}

#[test]
fn steps_that_cannot_be_taken_are_not_written_down() {
    let folder = folder();
    for (line, says) in [
        ("step bauta.toml nonsense", "nonsense"),
        ("step bauta.toml round --attributes town", "step 1"),
        (
            "step bauta.toml recode --attributes town --groups North=Lille",
            "step 1",
        ),
        ("step bauta.toml anatomy", "step 1"),
        ("step bauta.toml --undo", "no step to undo"),
        ("step other.toml", "other.toml"),
    ] {
        let run = folder.run(line);
        assert!(
            [2, 3].contains(&run.status) && run.err.contains(says),
            "{line}: {run}"
        );
        assert!(
            !run.err.contains("Lille") && !run.err.contains("Nice") || line.contains("Lille"),
            "{run}"
        );
        assert_eq!(folder.text("bauta.toml"), PROJECT, "{line}");
    }
}

/// A project whose steps do not suffice is not published.
#[test]
fn the_last_word_is_the_verifiers() {
    let folder = folder();
    let run = folder.run("run bauta.toml");
    assert_eq!(run.status, 1, "{run}");
    assert!(!folder.names().contains(&"out.csv".to_owned()));
}
