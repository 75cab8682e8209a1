//! Which candidate `bauta compare` and `bauta advise` prefer, and what they say it goes by; answers of `bauta check` and figures of `bauta evaluate` that
//! follow what was asked.

use std::fmt::Write;

use crate::support::Folder;

/// Forty people of ten ages and two towns.
fn town() -> Folder {
    let mut csv = "age;town;ill\n".to_owned();
    for row in 0..40 {
        let (age, town) = (20 + row % 10, ["Lille", "Nice"][row % 2]);
        let ill = ["flu", "cold", "none"][row % 3];
        writeln!(csv, "{age};{town};{ill}").expect("text");
    }
    Folder::new().with("town.csv", csv)
}

const LINE: &str = "compare town.csv --qi age,town --keep ill";

#[test]
fn the_criteria_of_the_star_are_named_and_alike_candidates_share_one() {
    let folder = town();
    let line = format!("{LINE} -k 4 --method mondrian --method mondrian --method k-member");
    let found = folder.run(&format!("{line} --json")).ok().json();
    let criteria = [
        "highest-risk",
        "mean-risk",
        "information-lost",
        "rows-left-out",
    ];
    assert_eq!(found["criteria"], serde_json::json!(criteria));
    assert_eq!(found["candidates"][0]["pareto"], true);
    assert_eq!(found["candidates"][1]["pareto"], false);
    assert_eq!(found["candidates"][1]["same_as"], 1);
    folder.run(&line).ok().shows(&[
        "* no other candidate is as good in all of these and better in one: highest risk, mean risk, information lost, rows left out",
        "mondrian (4-anonymity) has the same figures as mondrian (4-anonymity) and shares its star",
    ]);
    let french = folder.run(&format!("{line} --lang fr")).ok();
    let meaning = "risque maximal, risque moyen, information perdue, lignes écartées";
    assert!(french.out.contains(meaning), "{french}");
    folder.run(&format!("{line} -o plot.html")).ok();
    let page = folder.text("plot.html");
    assert!(page.contains("and shares its star") && page.contains("rows left out"));
}

/// A sensitive attribute and a target add their criteria.
#[test]
fn what_is_declared_is_a_criterion() {
    let folder = town();
    let line = "compare town.csv --qi age,town --sensitive ill -k 4 --method mondrian --json";
    let found = folder.run(line).ok().json();
    let has = |name: &str| {
        let all = found["criteria"].as_array().expect("criteria");
        all.iter().any(|criterion| criterion == name)
    };
    assert!(has("certain-values") && !has("accuracy"));
}

/// Forty of forty rows in one class is a release, and nobody's choice: a table of suppressed cells has no star.
#[test]
fn a_table_of_suppressed_cells_has_no_star() {
    let folder = town();
    let line = format!("{LINE} -k 4,40 --method suppress --method mondrian");
    let found = folder.run(&format!("{line} --json")).ok().json();
    let candidates = found["candidates"].as_array().expect("candidates");
    let hollow = |candidate: &&serde_json::Value| {
        candidate["utility"]["information_loss"].as_f64() > Some(0.9)
    };
    assert!(candidates.iter().any(|it| hollow(&it)), "nothing was lost");
    for candidate in candidates.iter().filter(hollow) {
        assert_eq!(candidate["status"], "released");
        assert_eq!(candidate["pareto"], false);
    }
    assert!(candidates.iter().any(|it| it["pareto"] == true));
    folder
        .run(&line)
        .ok()
        .shows(&["suppress (40-anonymity) lost 100.0 % of the information: no star above 90 %"]);
}

#[test]
fn a_dominated_candidate_has_no_star() {
    let folder = town();
    let line = format!("{LINE} -k 4 --method mondrian --method suppress --method k-member --json");
    let found = folder.run(&line).ok().json();
    let candidates = found["candidates"].as_array().expect("candidates");
    let costs = |candidate: &serde_json::Value| {
        let figures = [
            &candidate["risk"]["prosecutor"]["max"],
            &candidate["risk"]["prosecutor"]["mean"],
            &candidate["utility"]["information_loss"],
            &candidate["suppressed_rows"],
        ];
        figures.map(|figure| figure.as_f64().expect("a figure"))
    };
    for own in candidates.iter().filter(|it| it["pareto"] == true) {
        let own = costs(own);
        for other in candidates {
            let pairs = || costs(other).into_iter().zip(own);
            let beaten = pairs().all(|(a, b)| a <= b) && pairs().any(|(a, b)| a < b - 1e-9);
            assert!(!beaten, "{other} beats {own:?}");
        }
    }
}

/// The column that holds a loss is not headed "precision".
#[test]
fn advice_names_its_figures_and_the_criteria_of_the_star() {
    let folder = town().with("answers.toml", "risk = 25\nsuppression = 5\n");
    let line = "advise town.csv --qi age,town --keep ill --context answers.toml";
    let first = folder.run(line).ok();
    let head = first.out.lines().find(|line| line.contains("signature"));
    let head = head.expect("a head");
    assert!(
        head.contains("information loss") && !head.contains("precision"),
        "{first}"
    );
    let run = folder.run(&format!("{line} --pick best -o out.csv")).ok();
    run.shows(&[
        "* no other one is as good in all of these and better in one: information loss, highest risk, rows left out",
        "no other measured release is as good in all of these and better in one: information loss, highest risk, rows left out",
    ]);
}

/// Six people: nothing is run that can only come out empty; the answer says what would have to change.
#[test]
fn advice_for_six_people_is_no_and_says_why() {
    let csv = "age;town\n30;Nice\n31;Nice\n42;Lille\n43;Lille\n55;Lille\n56;Nice\n";
    let folder = Folder::new()
        .with("six.csv", csv)
        .with("answers.toml", "risk = 10\n");
    let run = folder
        .run("advise six.csv --qi age,town --context answers.toml --pick best -o out.csv")
        .exits(1);
    run.shows(&[
        "6 people do not make two groups of that size",
        "tolerate a risk of 34 % or more, or give a table of at least 20 people",
    ]);
    assert!(!folder.path("out.csv").exists());
}

/// L6: whether three different values are in every class of a table that has two of them is a question with an answer.
#[test]
fn a_check_of_more_than_the_table_has_says_no() {
    let csv = "age;ill\n30;flu\n30;cold\n30;flu\n41;cold\n41;flu\n";
    let folder = Folder::new().with("two.csv", csv);
    let line = "check two.csv --qi age --sensitive ill";
    let found = folder.run(&format!("{line} -l 3 --json")).exits(1).json();
    assert_eq!(found["holds"], false);
    assert_eq!(found["failing_rows"], 5);
    folder.run(&format!("{line} -l 2")).ok();
    folder.run(&format!("{line} -k 50")).exits(1);
    folder.run(&format!("{line} --entropy-l 3")).exits(1);
    // Less than can be asked for is still a mistake, and so is a question about nothing.
    folder.run(&format!("{line} -l 0")).exits(2);
    let folder = folder.with("none.csv", "age;ill\n");
    let none = folder.run("check none.csv --qi age --sensitive ill -k 2");
    assert_eq!(none.status, 2, "{none}");
}

/// L8: the label of CM is the first that was named, not the first of the table.
#[test]
fn the_class_metric_goes_by_the_first_sensitive_attribute_named() {
    // In every class the job is mixed and the illness is not.
    let csv = "age;job;ill\n30;nurse;flu\n30;smith;flu\n41;smith;flu\n41;nurse;flu\n";
    let folder = Folder::new().with("jobs.csv", csv);
    let measured = |sensitive: &str| {
        let line = format!("evaluate jobs.csv jobs.csv --qi age --sensitive {sensitive} --json");
        let found = folder.run(&line).ok().json();
        found["utility"]["classification"].as_f64()
    };
    assert_eq!(measured("job,ill"), Some(0.5));
    assert_eq!(measured("ill,job"), Some(0.0));
}

/// L8: a value that stands there as it was has climbed nothing, even where its branch of the hierarchy repeats it on the next level.
#[test]
fn an_exact_value_of_a_short_branch_keeps_its_precision() {
    let folder = Folder::new()
        .with("plants.csv", "plant\nmoss\nmoss\noak\nelm\n")
        .with("cells.csv", "plant\nmoss\nmoss\n*\n*\n")
        .with("level.csv", "plant\nmoss\nmoss\ntree\ntree\n")
        .with("plant.csv", "moss;moss;*\noak;tree;*\nelm;tree;*\n");
    let precision = |release: &str| {
        let line =
            format!("evaluate plants.csv {release} --qi plant --hierarchy plant=plant.csv --json");
        let found = folder.run(&line).ok().json();
        found["utility"]["precision"].as_f64()
    };
    assert_eq!(precision("cells.csv"), Some(0.5));
    // Where all are recoded to one level, that level is counted for the short branch too.
    assert_eq!(precision("level.csv"), Some(0.5));
}

/// An attribute's importance is not a survey weight, and is called otherwise.
#[test]
fn importance_is_not_a_weight() {
    let folder = town();
    let line = "anonymize town.csv --qi age,town --keep ill -k 4 --method suppress -o out.csv";
    folder.run(&format!("{line} --weight age=9")).exits(2);
    let stars = |importance: &str, column: usize| {
        folder
            .run(&format!("{line} --force --importance {importance}"))
            .ok();
        let out = folder.text("out.csv");
        let cells = out.lines().filter_map(|line| line.split(';').nth(column));
        cells.filter(|cell| *cell == "*").count()
    };
    assert!(stars("town=9", 1) == 0 && stars("age=9", 0) <= stars("town=9", 0));
    let project = "[input]\ndata = \"town.csv\"\n[roles]\nquasi-identifiers = [\"age\", \"town\"]\ninsensitive = [\"ill\"]\n[targets]\nk = 4\n[anonymize]\nmethod = \"mondrian\"\n[utility.weights]\nage = 2\n";
    let folder = folder.with("old.toml", project);
    folder
        .run("run old.toml")
        .exits(2)
        .says(&["weights", "importance"]);
}
