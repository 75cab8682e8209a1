//! The golden cases of the thesis for table recoding: bottom-up generalisation, top-down specialisation. Compared with
//! `expected*`, never with `printed*`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bauta::project::{HierarchySource, Project};
use bauta::{Answer, Report};
use bauta_formats::read_rows;
use bauta_table::Silent;
use serde_json::Value;

const QIS: [&str; 3] = ["Sexe", "Code postal", "Niveau d'étude"];

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(id)
}

fn case(id: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder(id).join("case.json")).unwrap()).unwrap()
}

fn expected(id: &str) -> Vec<Vec<String>> {
    read_rows(&folder(id).join("expected.csv")).unwrap().into_iter().skip(1).collect()
}

/// The project of a case: its table, roles, hierarchies and k.
fn project(id: &str, method: &str, parameters: &[(&str, &str)]) -> Project {
    let case = case(id);
    let mut project = Project::new(folder(id).join("input.csv").to_str().unwrap());
    project.roles.quasi_identifiers = QIS.map(str::to_owned).to_vec();
    for (name, role) in case["roles"].as_object().unwrap() {
        match role.as_str().unwrap() {
            "target" => project.roles.targets.push(name.clone()),
            "sensitive" => project.roles.sensitive.push(name.clone()),
            _ => {}
        }
    }
    for name in QIS {
        let file = folder(id).join(case["hierarchies"][name].as_str().unwrap());
        project.hierarchies.insert(name.to_owned(), HierarchySource::File(file.to_str().unwrap().to_owned()));
    }
    project.targets.k = case["params"]["k"].as_u64();
    project.anonymize.method = method.into();
    let given = parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    project.anonymize.parameters.extend(given);
    project
}

/// The report and the released rows.
fn run(mut project: Project) -> (Report, Vec<Vec<String>>) {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("out.csv");
    project.output.tables = vec![path.to_str().unwrap().to_owned()];
    match bauta::anonymize(&project, &Silent) {
        Ok(Answer::Released(report)) => (*report, read_rows(&path).unwrap().into_iter().skip(1).collect()),
        Ok(Answer::Unreachable(report)) => panic!("{:?}", report.nearest_miss),
        Err(error) => panic!("{error}"),
    }
}

/// Rows, smallest class and sizes of the classes are those of the case.
fn check(id: &str, method: &str, parameters: &[(&str, &str)]) {
    let (report, rows) = run(project(id, method, parameters));
    assert_eq!(rows, expected(id), "{id}");
    let wanted = &case(id)["expected"];
    assert_eq!(Some(report.measures.unwrap().privacy.k), wanted["k"].as_u64(), "{id}");
    let mut classes: BTreeMap<String, u64> = BTreeMap::new();
    rows.iter().for_each(|row| *classes.entry(row[..3].join("|")).or_default() += 1);
    let wanted: BTreeMap<String, u64> = serde_json::from_value(wanted["classes"].clone()).unwrap();
    assert_eq!(classes, wanted, "{id}");
}

#[test]
fn bottom_up_of_the_thesis() {
    check("a5-bottom-up-ilag", "bottom-up", &[]);
    let forced = "1305*, collège, 3ième cycle";
    let rule = ("rule", "critical-first");
    check("a5-bottom-up-critical-first-seed-ties", "bottom-up", &[rule, ("steps", forced)]);
}

#[test]
fn top_down_of_the_thesis() {
    check("a6-tds", "top-down", &[]);
    check("a6-tds-seed-first-choice", "top-down", &[("steps", "Tout_niveau_d'étude")]);
}

/// A step may be named by attribute and label; one that no hierarchy has is refused.
#[test]
fn steps_are_checked() {
    let steps = "Niveau d'étude=Tout_niveau_d'étude";
    check("a6-tds-seed-first-choice", "top-down", &[("steps", steps)]);
    let refused = bauta::anonymize(
        &{
            let mut project = project("a6-tds", "top-down", &[("steps", "130**; nowhere")]);
            project.output.tables = vec!["out.csv".into()];
            project
        },
        &Silent,
    );
    let Err(error) = refused else { panic!("accepted") };
    assert!(error.to_string().contains("nowhere"), "{error}");
}
