//! Survey weights and households: told wherever a risk is, and by an own count.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::Folder;

/// Sixty people of a sample, each standing for 10 to 49 others, two in a household.
fn survey() -> String {
    let mut text = "town,age,illness,w,home\n".to_owned();
    for row in 0..60 {
        let (town, age) = (["Lyon", "Lille", "Nice"][row % 3], 20 + (row * 7) % 12);
        let illness = ["flu", "cough", "asthma"][(row * 5) % 3];
        text += &format!(
            "{town},{age},{illness},{},H{}\n",
            10 + (row * 13) % 40,
            row / 2
        );
    }
    text
}

/// The definition: E(1/X) of a negative binomial X, term by term.
fn risk(rows: u64, people: f64) -> f64 {
    let (x, p) = (rows as f64, rows as f64 / people);
    let (mut chance, mut h, mut sum) = (p.powi(rows as i32), x, 0.0);
    for _ in 0..200_000 {
        sum += chance / h;
        h += 1.0;
        chance *= (h - 1.0) / (h - x) * (1.0 - p);
    }
    sum
}

/// Mean individual risk over rows, and the highest and mean risk over households, counted from a table.
fn by_hand(cells: &[Vec<String>]) -> (f64, f64, f64) {
    let column = |name: &str| cells[0].iter().position(|own| own == name).unwrap();
    let (town, age, weight, home) = (column("town"), column("age"), column("w"), column("home"));
    let mut classes: BTreeMap<(String, String), (u64, f64)> = BTreeMap::new();
    for row in &cells[1..] {
        let class = classes
            .entry((row[town].clone(), row[age].clone()))
            .or_default();
        class.0 += 1;
        class.1 += row[weight].parse::<f64>().unwrap();
    }
    let (mut total, mut nobody) = (0.0, BTreeMap::<String, f64>::new());
    for row in &cells[1..] {
        let (rows, people) = classes[&(row[town].clone(), row[age].clone())];
        let own = risk(rows, people);
        total += own;
        *nobody.entry(row[home].clone()).or_insert(1.0) *= 1.0 - own;
    }
    let homes: Vec<f64> = nobody.values().map(|nobody| 1.0 - nobody).collect();
    let mean = homes.iter().sum::<f64>() / homes.len() as f64;
    let most = homes.iter().copied().fold(0.0, f64::max);
    (total / (cells.len() - 1) as f64, most, mean)
}

fn finding(report: &Value, measure: &str, when: &str) -> f64 {
    let findings = report["findings"].as_array().unwrap();
    let own = findings.iter().find(|it| it["measure"] == measure);
    own.unwrap_or_else(|| panic!("no {measure} in {report}"))[when]
        .as_f64()
        .unwrap()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
}

const ROLES: &str = "--qi town,age --sensitive illness -l 2 -k 3 --weight w";

#[test]
fn a_release_tells_individual_and_household_risk_before_and_after() {
    let folder = Folder::new().with("in.csv", survey());
    let line = format!("anonymize in.csv {ROLES} --household home --keep home -o out.csv");
    let report = folder.run(&format!("{line} --json")).ok().json();
    for (when, file) in [("before", "in.csv"), ("after", "out.csv")] {
        let (mean, most_of_home, mean_of_home) = by_hand(&folder.cells(file));
        near(finding(&report, "mean-individual-risk", when), mean);
        near(
            finding(&report, "highest-household-risk", when),
            most_of_home,
        );
        near(finding(&report, "mean-household-risk", when), mean_of_home);
    }
    assert!(
        finding(&report, "mean-individual-risk", "after")
            < finding(&report, "mean-individual-risk", "before")
    );
    let said = folder.run(&format!("{line} --force --report r.md")).ok();
    assert!(
        said.out
            .contains("people expected to be found, by survey weights"),
        "{said}"
    );
    let page = folder.text("r.md");
    assert!(page.contains("highest risk of a household"));
    for role in ["| survey weight | w |", "| household | home |"] {
        assert!(page.contains(role), "{role} is not in {page}");
    }
    assert!(!page.contains("Columns left out"), "{page}");
    let french = folder.run(&format!("{line} --force --lang fr")).ok();
    assert!(
        french.out.contains("risque maximal d'un ménage"),
        "{french}"
    );
}

/// The weight is published as it is, the household only where somebody says so.
#[test]
fn households_stay_inside() {
    let folder = Folder::new().with("in.csv", survey());
    folder
        .run(&format!(
            "anonymize in.csv {ROLES} --household home -o out.csv --report r.md"
        ))
        .ok();
    assert_eq!(folder.cells("out.csv")[0], ["town", "age", "illness", "w"]);
    let page = folder.text("r.md");
    assert!(page.contains("Columns left out: home."), "{page}");
    folder
        .run(&format!(
            "anonymize in.csv {ROLES} --household home --memory 10MB -o m.csv"
        ))
        .exits(2)
        .says(&["survey weights and households are looked at row by row"]);
    let wrong = folder.with("bad.csv", survey().replace(",10,", ",-1,"));
    wrong
        .run(&format!(
            "anonymize bad.csv {ROLES} --household home -o b.csv"
        ))
        .exits(2)
        .says(&["the weights \"w\" are zero or negative"]);
}

/// Each step shows what it made of the expected number of people who are found.
#[test]
fn steps_are_measured_by_weights() {
    let project = "version = 1\n[input]\ndata = \"in.csv\"\n[roles]\nquasi-identifiers = [\"town\", \"age\"]\nsensitive = [\"illness\"]\nweight = \"w\"\nhousehold = \"home\"\n[targets]\nk = 3\n[anonymize]\nmethod = \"as-is\"\n[output]\ntables = [\"out.csv\"]\n";
    let folder = Folder::new()
        .with("in.csv", survey())
        .with("bauta.toml", project);
    let line = "step bauta.toml round --attributes age --base 10 --rounding down";
    let run = folder.run(&format!("{line} --try --json")).ok().json();
    let (mean, most, _) = by_hand(&folder.cells("in.csv"));
    near(
        run["before"]["survey"]["individual"]["mean"]
            .as_f64()
            .unwrap(),
        mean,
    );
    near(
        run["before"]["survey"]["household"]["max"]
            .as_f64()
            .unwrap(),
        most,
    );
    let after = run["steps"][0]["after"]["survey"]["individual"]["expected"]
        .as_f64()
        .unwrap();
    assert!(after < mean * 60.0, "{after}");
    // Only k is asked for, and k is all that is judged.
    assert_eq!(run["guarantees"].as_array().map(Vec::len), Some(1), "{run}");
    let said = folder.run(&format!("{line} --try")).ok();
    assert!(
        said.out.contains("expected to be found") && said.out.contains("3-anonymity"),
        "{said}"
    );
    let risk = folder
        .run("risk in.csv --project bauta.toml --json")
        .ok()
        .json();
    near(
        risk["risk"]["individual"]["mean"]
            .as_f64()
            .unwrap_or(f64::NAN),
        mean,
    );
}

/// A report of a table's risk has every measure that the terminal has.
#[test]
fn the_report_of_a_table_has_what_the_terminal_has() {
    let folder = Folder::new().with("in.csv", survey());
    let line = "risk in.csv --qi town,age --sensitive illness --weight w --household home --suda-size 2 --report r.md";
    folder.run(line).ok();
    let report = folder.text("r.md");
    for part in [
        "highest individual risk (Benedetti-Franconi)",
        "expected re-identifications",
        "highest risk of a household",
        "alone in the population",
        "Special uniques (SUDA2)",
    ] {
        assert!(report.contains(part), "{part} is not in {report}");
    }
}

/// Sixty people with one visit or two: what `by_hand` counts by rows, counted by people.
fn visits() -> String {
    let mut text = "who,visit,town,age,illness,w,home\n".to_owned();
    let mut visit = 0;
    for who in 0..60 {
        let (town, age) = (["Lyon", "Lille", "Nice"][who % 3], 20 + (who * 7) % 3);
        for _ in 0..1 + who % 2 {
            let illness = ["flu", "cough", "asthma"][(visit * 5) % 3];
            let weight = 10 + (who * 13) % 40;
            text += &format!(
                "N{who},{visit},{town},{age},{illness},{weight},H{}\n",
                who / 2
            );
            visit += 1;
        }
    }
    text
}

/// Expected people found, their share, and the highest risk of a household: people are alike if all their rows are.
fn people_by_hand(cells: &[Vec<String>], who: &str) -> (f64, f64, f64) {
    let column = |name: &str| cells[0].iter().position(|own| own == name).unwrap();
    let (who, town, age) = (column(who), column("town"), column("age"));
    let (weight, home) = (column("w"), column("home"));
    let mut lists: BTreeMap<&str, (Vec<[&str; 2]>, f64, &str)> = BTreeMap::new();
    for row in &cells[1..] {
        let own = lists.entry(&row[who]).or_default();
        own.0.push([&row[town], &row[age]]);
        own.0.sort_unstable();
        (own.1, own.2) = (row[weight].parse().unwrap(), &row[home]);
    }
    let mut classes: BTreeMap<&Vec<[&str; 2]>, (u64, f64)> = BTreeMap::new();
    for (list, weight, _) in lists.values() {
        let class = classes.entry(list).or_default();
        (class.0, class.1) = (class.0 + 1, class.1 + weight);
    }
    let (mut total, mut nobody) = (0.0, BTreeMap::<&str, f64>::new());
    for (list, _, home) in lists.values() {
        let (people, standing_for) = classes[list];
        let own = risk(people, standing_for);
        total += own;
        *nobody.entry(home).or_insert(1.0) *= 1.0 - own;
    }
    let most = nobody
        .values()
        .map(|nobody| 1.0 - nobody)
        .fold(0.0, f64::max);
    (total, total / lists.len() as f64, most)
}

/// `evaluate`, `compare` and `check` tell the risk by weights of households and people, as `anonymize` does and as an own count finds.
#[test]
fn every_command_honours_weights_and_households() {
    let folder = Folder::new().with("in.csv", survey());
    let survey = "--household home --keep home";
    folder
        .run(&format!("anonymize in.csv {ROLES} {survey} -o out.csv"))
        .ok();
    let (mean, most, _) = by_hand(&folder.cells("out.csv"));
    let (mean_before, most_before, _) = by_hand(&folder.cells("in.csv"));
    let evaluated = format!("evaluate in.csv out.csv {ROLES} {survey}");
    let checked = format!("check out.csv {ROLES} {survey}");
    for line in [&evaluated, &checked] {
        let report = folder.run(&format!("{line} --json")).ok().json();
        near(finding(&report, "mean-individual-risk", "after"), mean);
        near(finding(&report, "highest-household-risk", "after"), most);
        let rows = report["rows"].as_f64().unwrap();
        let expected = &report["verdict"]["survey"]["expected"];
        near(expected.as_f64().unwrap(), mean * rows);
    }
    let report = folder.run(&format!("{evaluated} --json")).ok().json();
    near(
        finding(&report, "mean-individual-risk", "before"),
        mean_before,
    );
    near(
        finding(&report, "highest-household-risk", "before"),
        most_before,
    );
    assert!(folder.run(&evaluated).ok().out.contains(" → "));
    let line = format!("compare in.csv {ROLES} {survey} --method mondrian");
    let candidates = folder.run(&format!("{line} --json")).ok().json();
    let own = &candidates["candidates"][0];
    near(finding(own, "mean-individual-risk", "after"), mean);
    near(finding(own, "mean-individual-risk", "before"), mean_before);
    let said = folder.run(&line).ok();
    assert!(said.out.contains("highest risk of a household"), "{said}");
    let report = format!("anonymize in.csv {ROLES} {survey} -o out.csv --force --report r.md");
    folder.run(&report).ok();
    assert!(
        folder
            .text("r.md")
            .contains("people can be expected to be found")
    );
}

#[test]
fn weights_count_people_who_have_several_rows() {
    let folder = Folder::new().with("in.csv", visits());
    let roles = "--qi town,age --sensitive illness --weight w --household home --keep visit,home";
    let line = format!(
        "anonymize in.csv {roles} --id who --pseudonym random -k 3 -o out.csv --max-suppression 0.9"
    );
    let report = folder.run(&format!("{line} --json")).ok().json();
    let (expected, mean, most) = people_by_hand(&folder.cells("out.csv"), "Pseudo");
    let same = |report: &Value| {
        near(finding(report, "mean-individual-risk", "after"), mean);
        near(finding(report, "highest-household-risk", "after"), most);
        near(
            report["verdict"]["survey"]["expected"].as_f64().unwrap(),
            expected,
        );
    };
    same(&report);
    let line = format!("evaluate in.csv out.csv {roles} --id who");
    same(&folder.run(&format!("{line} --json")).ok().json());
    let line = format!("check out.csv {roles} --person Pseudo -k 3");
    same(&folder.run(&format!("{line} --json")).ok().json());
    let (expected, mean, most) = people_by_hand(&folder.cells("in.csv"), "who");
    let line = "risk in.csv --qi town,age --sensitive illness --weight w --household home --id who";
    let report = folder.run(&format!("{line} --json")).ok().json();
    let risk = &report["risk"];
    near(risk["individual"]["expected"].as_f64().unwrap(), expected);
    near(risk["individual"]["mean"].as_f64().unwrap(), mean);
    near(risk["household"]["max"].as_f64().unwrap(), most);
    assert_eq!(report["people"]["count"], 60, "{report}");
    let said = folder.run(line).ok();
    assert!(said.out.contains("of 60 people"), "{said}");
    let french = folder.run(&format!("{line} --lang fr")).ok();
    assert!(french.out.contains("de 60 personnes"), "{french}");
}
