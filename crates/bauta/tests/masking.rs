//! The golden cases of the thesis for masking techniques. Compared with `expected*`, never with `printed*`. Where chance decides,
//! the case gives what was drawn, and the plan is applied as it stands.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::path::{Path, PathBuf};

use bauta::Answer;
use bauta::project::Project;
use bauta_formats::{Locator, ReadOptions, read_rows};
use bauta_privacy::{Background, Release, Requirement};
use bauta_table::recoding::{
    BucketOutput, Buckets, Change, New, Prepared, Recoding, Replaced, apply,
};
use bauta_table::{Column, Precision, Qi, Role, Silent, Table};
use bauta_testkit::oracle::rows_of;
use serde_json::Value;

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(id)
}

fn case(id: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder(id).join("case.json")).unwrap()).unwrap()
}

fn input(id: &str) -> Table {
    let locator: Locator = folder(id)
        .join("input.csv")
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    bauta_formats::read(&locator, &ReadOptions::default(), &Silent)
        .unwrap()
        .table
}

fn expected(id: &str, file: &str) -> Vec<Vec<String>> {
    read_rows(&folder(id).join(file))
        .unwrap()
        .into_iter()
        .skip(1)
        .collect()
}

/// Runs a method as a user would; returns the released rows.
fn released(id: &str, method: &str, parameters: &[(&str, &str)]) -> Vec<Vec<String>> {
    let folder_of_outputs = tempfile::tempdir().unwrap();
    let output = folder_of_outputs.path().join("out.csv");
    let mut project = Project::new(folder(id).join("input.csv").to_str().unwrap());
    let columns = ["Sexe", "Ville", "Profession", "Statut marital", "Age"];
    project.roles.insensitive = columns.map(str::to_owned).to_vec();
    project.anonymize.method = method.into();
    project.anonymize.parameters = parameters
        .iter()
        .map(|(name, value)| ((*name).into(), (*value).into()))
        .collect();
    project.output.tables = vec![output.display().to_string()];
    let Answer::Released(report) = bauta::anonymize(&project, &Silent).unwrap() else {
        panic!("released")
    };
    assert!(
        report.text("en").contains("rows 11"),
        "{}",
        report.text("en")
    );
    read_rows(&output).unwrap().into_iter().skip(1).collect()
}

/// The rows that a plan of one changed attribute leads to.
fn replaced(id: &str, attribute: &str, to: impl Fn(&Column) -> New) -> Vec<Vec<String>> {
    let table = input(id);
    let index = table.index_of(attribute).unwrap();
    let to = to(&table.attributes()[index].column);
    let plan = Replaced {
        changes: vec![Change {
            attribute: index,
            to,
        }],
        ..Replaced::default()
    };
    let draft = apply(
        &Prepared::new(&table, Vec::new()),
        &Recoding::Replaced(plan),
    );
    rows_of(&draft.tables[0].1)
}

#[test]
fn microaggregation_of_the_thesis() {
    let id = "c2-t11-microaggregation";
    let parameters = [
        ("attributes", "Température"),
        ("by", "Age"),
        ("grouping", "fixed"),
        ("group-size", "3"),
    ];
    let found = released(id, "microaggregate", &parameters);
    for (found, expected) in found.iter().zip(expected(id, "expected.csv")) {
        assert_eq!(found[..8], expected[..8]);
        let number = |text: &str| text.parse::<f64>().unwrap();
        assert!((number(&found[8]) - number(&expected[8])).abs() < 1e-6);
    }
}

#[test]
fn swapping_of_the_thesis() {
    let id = "c2-t16-swapping";
    let swap = case(id)["params"]["swaps"][0].clone();
    let (a, b) = (
        swap[0].as_u64().unwrap() as usize - 1,
        swap[1].as_u64().unwrap() as usize - 1,
    );
    let mut source: Vec<u32> = (0..11).collect();
    source.swap(a, b);
    assert_eq!(
        replaced(id, "Profession", |_| New::Moved(source.clone())),
        expected(id, "expected.csv")
    );
}

#[test]
fn global_recoding_of_the_thesis() {
    let id = "c2-t17-global-recoding";
    let case = case(id);
    let intervals = case["params"]["intervals"].as_array().unwrap();
    let labels = intervals
        .iter()
        .map(|interval| interval["label"].as_str().unwrap());
    let groups = labels.collect::<Vec<_>>().join(";");
    assert_eq!(
        released(
            id,
            "recode",
            &[("attributes", "Cholestérol"), ("groups", &groups)]
        ),
        expected(id, "expected.csv")
    );
}

#[test]
fn top_coding_of_the_thesis() {
    let id = "c2-t18-top-coding";
    let parameters = [
        ("attributes", "Température"),
        ("limit", "38"),
        ("replace", "label"),
    ];
    assert_eq!(
        released(id, "top-code", &parameters),
        expected(id, "expected.csv")
    );
}

#[test]
fn additive_noise_of_the_thesis() {
    let id = "c2-t20-additive-noise";
    let noise: Vec<f64> = case(id)["params"]["noise"]
        .as_array()
        .unwrap()
        .iter()
        .map(|drawn| drawn.as_f64().unwrap())
        .collect();
    let moved = |column: &Column| {
        let values: Vec<f64> = column
            .measures()
            .unwrap()
            .iter()
            .zip(&noise)
            .map(|(value, drawn)| value + drawn)
            .collect();
        New::Rows(Column::of_measures(
            &values,
            column.dictionary(),
            Precision::Source,
        ))
    };
    assert_eq!(replaced(id, "JH", moved), expected(id, "expected.csv"));
}

/// The thesis' own groups: distinct 2-diverse, but one value has two of three rows of a group, so that the paper's bound refuses them.
#[test]
fn anatomy_of_the_thesis() {
    let id = "c2-t13-anatomy";
    let mut table = input(id);
    (0..2).for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    table.set_role(2, Role::Sensitive);
    let qis = [0, 1]
        .map(|index| Qi::new(&table, index, None).unwrap())
        .to_vec();
    let plan = Buckets {
        bucket_of_row: vec![0, 0, 0, 1, 1, 1],
        count: 2,
        output: BucketOutput::Counted,
    };
    let draft = || {
        apply(
            &Prepared::new(&table, qis.clone()),
            &Recoding::Buckets(plan.clone()),
        )
    };
    let asked = [Requirement::distinct_l_diversity(2)];
    let Ok(release) = Release::verify(draft(), 6, &asked, &Background::default()) else {
        panic!("2-diverse")
    };
    let [quasi, counts] = &release.published()[..] else {
        panic!("two tables")
    };
    let unnamed = |rows: Vec<Vec<String>>, column: usize| -> Vec<Vec<String>> {
        let strip = |mut row: Vec<String>| {
            row[column] = row[column].trim_start_matches('G').to_owned();
            row
        };
        rows.into_iter().map(strip).collect()
    };
    assert_eq!(unnamed(rows_of(quasi), 2), expected(id, "expected_qit.csv"));
    let sorted = |mut rows: Vec<Vec<String>>| {
        rows.sort();
        rows
    };
    assert_eq!(
        sorted(unnamed(rows_of(counts), 0)),
        sorted(expected(id, "expected_st.csv"))
    );
    let bound = [Requirement::alpha_anonymity(0.5)];
    assert_eq!(
        case(id)["expected"]["anatomy_l2_frequency_bound_ok"].as_bool(),
        Some(false)
    );
    assert!(Release::verify(draft(), 6, &bound, &Background::default()).is_err());
}
