//! The golden cases of the thesis for table recoding: bottom-up generalisation, top-down specialisation,
//! μ-Argus, local suppression. Compared with `expected*`, never with `printed*`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bauta::project::{HierarchySource, Project};
use bauta::{Answer, Report};
use bauta_formats::read_rows;
use bauta_privacy::utility::{Losses, Reading};
use bauta_table::recoding::{Cells, Levels, Prepared, Recoding, Suppressed, apply};
use bauta_table::{Node, Qi, Role, Silent};
use serde_json::Value;

const QIS: [&str; 3] = ["Sexe", "Code postal", "Niveau d'étude"];

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(id)
}

fn case(id: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder(id).join("case.json")).unwrap()).unwrap()
}

fn expected(id: &str) -> Vec<Vec<String>> {
    read_rows(&folder(id).join("expected.csv"))
        .unwrap()
        .into_iter()
        .skip(1)
        .collect()
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
        project.hierarchies.insert(
            name.to_owned(),
            HierarchySource::File(file.to_str().unwrap().to_owned()),
        );
    }
    project.targets.set_k(case["params"]["k"].as_u64());
    project.anonymize.method = method.into();
    let given = parameters
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    project.anonymize.parameters.extend(given);
    project
}

/// The report and the released rows.
fn run(mut project: Project) -> (Report, Vec<Vec<String>>) {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("out.csv");
    project.output.tables = vec![path.to_str().unwrap().to_owned()];
    match bauta::anonymize(&project, &Silent) {
        Ok(Answer::Released(report)) => {
            // The case tells what becomes of each row; a written table is in another order.
            let release = bauta::hold(&project, &Silent).unwrap().release.unwrap();
            let table = bauta_testkit::write_csv(&release.published()[0]);
            std::fs::write(&path, table).unwrap();
            let rows = read_rows(&path).unwrap().into_iter().skip(1).collect();
            (*report, rows)
        }
        Ok(Answer::Unreachable(report)) => panic!("{:?}", report.nearest_miss),
        Err(error) => panic!("{error}"),
    }
}

/// Rows, smallest class and sizes of the classes are those of the case.
fn check(id: &str, method: &str, parameters: &[(&str, &str)]) {
    let (report, rows) = run(project(id, method, parameters));
    assert_eq!(rows, expected(id), "{id}");
    let wanted = &case(id)["expected"];
    assert_eq!(
        Some(report.assessment.unwrap().privacy.k),
        wanted["k"].as_u64(),
        "{id}"
    );
    let mut classes: BTreeMap<String, u64> = BTreeMap::new();
    rows.iter()
        .for_each(|row| *classes.entry(row[..3].join("|")).or_default() += 1);
    let wanted: BTreeMap<String, u64> = serde_json::from_value(wanted["classes"].clone()).unwrap();
    assert_eq!(classes, wanted, "{id}");
}

#[test]
fn bottom_up_of_the_thesis() {
    check("a5-bottom-up-ilag", "bottom-up", &[]);
    let forced = "1305*, collège, 3ième cycle";
    let rule = ("rule", "critical-first");
    check(
        "a5-bottom-up-critical-first-seed-ties",
        "bottom-up",
        &[rule, ("steps", forced)],
    );
}

#[test]
fn top_down_of_the_thesis() {
    check("a6-tds", "top-down", &[]);
    check(
        "a6-tds-seed-first-choice",
        "top-down",
        &[("steps", "Tout_niveau_d'étude")],
    );
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
    let Err(error) = refused else {
        panic!("accepted")
    };
    assert!(error.to_string().contains("nowhere"), "{error}");
}

/// The thesis' choices, outliers after each step, and the suppressed cell; there a suppressed cell may be any value.
#[test]
fn mu_argus_of_the_thesis() {
    let id = "a1-mu-argus";
    let steps = ("steps", "Niveau d'étude, Code postal, Sexe");
    let (report, rows) = run(project(id, "mu-argus", &[steps, ("suppressed", "any")]));
    let wanted = expected(id).into_iter().map(|row| {
        row.into_iter()
            .map(|cell| cell.replace("*****", "*"))
            .collect()
    });
    let released: Vec<Vec<String>> = rows.iter().map(|row| row[..3].to_vec()).collect();
    assert_eq!(released, wanted.collect::<Vec<Vec<String>>>());
    let notes: Vec<&String> = report
        .notes
        .iter()
        .filter(|note| note.ends_with("outliers"))
        .collect();
    assert_eq!(notes.len(), 3);
    for (note, step) in notes.into_iter().zip(case(id)["steps"].as_array().unwrap()) {
        let outliers = step["outliers"].as_u64().unwrap();
        assert!(
            note.contains(step["generalize"].as_str().unwrap()),
            "{note}"
        );
        assert!(
            note.ends_with(&format!("leaves {outliers} outliers")),
            "{note}"
        );
    }
    assert_eq!(
        report.guarantees(),
        [(
            "2-anonymity, where a suppressed cell may be any value".to_owned(),
            true
        )]
    );
    let measures = report.assessment.unwrap();
    assert_eq!(measures.privacy.k, 1, "measured strictly");

    let (report, rows) = run(project(id, "mu-argus", &[steps]));
    let starred: Vec<usize> = (0..12)
        .filter(|&row| rows[row][2] == "*")
        .map(|row| row + 1)
        .collect();
    assert_eq!(
        starred,
        [7, 9],
        "row 9, whose values come first, keeps row 7 company"
    );
    let measures = report.assessment.unwrap();
    assert_eq!((measures.privacy.k, measures.suppressed_rows), (2, 0));
}

/// Cells named by the case are suppressed, and count as lost entirely.
#[test]
fn local_suppression_of_the_thesis() {
    let id = "c2-t09-local-suppression";
    let locator: bauta_formats::Locator = folder(id)
        .join("input.csv")
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    let mut table = bauta_formats::read(&locator, &bauta_formats::ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    let names = ["Sexe", "Ville", "Profession"];
    let indices = names.map(|name| table.index_of(name).unwrap());
    indices
        .into_iter()
        .for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    let prepared = Prepared::new(
        &table,
        indices
            .map(|index| Qi::new(&table, index, None).unwrap())
            .to_vec(),
    );
    let case = case(id);
    let suppressed = case["params"]["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| Suppressed {
            tuple: prepared.tuple_of_row()[cell["row"].as_u64().unwrap() as usize - 1],
            qis: vec![
                names
                    .iter()
                    .position(|name| *name == cell["column"])
                    .unwrap(),
            ],
        });
    let levels = Levels {
        node: Node::from(vec![0, 0, 0]),
        dropped: Vec::new(),
    };
    let plan = Cells {
        levels,
        suppressed: suppressed.collect(),
        rows: Vec::new(),
    };
    assert_eq!(plan.count(&prepared), (2, 2));
    let draft = apply(&prepared, &Recoding::Cells(plan));
    let wanted: Vec<Vec<String>> = expected(id)
        .into_iter()
        .map(|row| {
            row.into_iter()
                .map(|cell| cell.replace("****", "*"))
                .collect()
        })
        .collect();
    assert_eq!(bauta_testkit::oracle::rows_of(&draft.tables[0].1), wanted);
    let reading = Reading::of(&table, &prepared.qis, &draft.tables[0].1, 11);
    let utility = Losses::cheap(&reading, &[1.0; 3]);
    let lost = 2.0 / 33.0;
    assert!((utility.information_loss.unwrap() - lost).abs() < 1e-12);
    assert!((utility.precision.unwrap() - (1.0 - lost)).abs() < 1e-12);
}

/// Outliers that stay with `*` lose as much as outliers that are left out, but their rows are there.
#[test]
fn starred_outliers_stay_and_lose_everything() {
    for method in ["datafly", "samarati", "optimal"] {
        let project = |outliers| {
            let mut project = project("a3-samarati-maxsup3", method, &[("outliers", outliers)]);
            project.anonymize.max_suppression = Some(0.25);
            project
        };
        let (dropped, starred) = (
            run(project("drop")).0.assessment.unwrap(),
            run(project("star")).0.assessment.unwrap(),
        );
        assert_eq!(
            starred.suppressed_rows,
            if dropped.suppressed_rows >= 2 {
                0
            } else {
                dropped.suppressed_rows
            }
        );
        assert_eq!(starred.rows + starred.suppressed_rows, 12);
        assert!(starred.privacy.k >= 2);
        let loss =
            |measures: &bauta_privacy::Assessment| measures.utility.information_loss.unwrap();
        assert!((loss(&starred) - loss(&dropped)).abs() < 1e-12, "{method}");
        let precision = |measures: &bauta_privacy::Assessment| measures.utility.precision.unwrap();
        assert!(
            (precision(&starred) - precision(&dropped)).abs() < 1e-12,
            "{method}"
        );
    }
}

/// 30 162 rows of a census with eight quasi-identifiers; times are printed, not judged.
#[test]
fn a_census_by_every_table_recoding() {
    let Some(adult) = bauta_testkit::shared::shared_dir().map(|shared| shared.join("data/adult"))
    else {
        return bauta_testkit::skip(bauta_testkit::skip::NO_SHARED_DATA);
    };
    let names = [
        "sex",
        "age",
        "race",
        "marital-status",
        "education",
        "native-country",
        "workclass",
        "occupation",
    ];
    for (method, l, share) in [
        ("bottom-up", None, 0.0),
        ("top-down", None, 0.0),
        ("mu-argus", None, 0.0),
        ("bottom-up", Some(2), 0.02),
        ("top-down", Some(2), 0.02),
        ("mu-argus", Some(2), 0.02),
    ] {
        let mut project = Project::new(adult.join("adult.csv").to_str().unwrap());
        project.roles.quasi_identifiers = names.map(str::to_owned).to_vec();
        project.roles.sensitive = vec!["salary-class".into()];
        for name in names {
            let file = adult
                .join(format!("adult_hierarchy_{name}.csv"))
                .to_str()
                .unwrap()
                .to_owned();
            project
                .hierarchies
                .insert(name.to_owned(), HierarchySource::File(file));
        }
        project.targets.set_k(Some(5));
        project.targets.set_l(l);
        project.anonymize.max_suppression = Some(share);
        project.anonymize.method = method.into();
        let (report, _) = run(project);
        let measures = report.assessment.unwrap();
        assert!(measures.privacy.k >= 5);
        eprintln!(
            "{method}, l = {l:?}: {:.3} s, information lost {:.3}, {} classes, {} rows left out",
            report.seconds.search,
            measures.utility.information_loss.unwrap(),
            measures.classes,
            measures.suppressed_rows
        );
    }
}
