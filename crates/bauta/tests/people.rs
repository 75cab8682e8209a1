//! People with several rows: every technique that promises k reaches k *people*, as an independent count of the written file finds; and a
//! pseudonym by which a reader sees all rows of a person together is published only where k people have the same rows.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bauta::project::{HierarchySource, Project};
use bauta::{Answer, Report};
use bauta_methods::Family;
use bauta_table::Silent;

/// Stays of people: some have one, some up to four, at ages and in towns that mostly stay the same.
fn stays(people: u64, seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut text = String::from("patient,stay,age,town,illness,cost\n");
    let mut stay = 0;
    for patient in 0..people {
        let (age, town) = (30 + draw(20), draw(4));
        for _ in 0..1 + draw(4) {
            let town = if draw(5) == 0 { draw(4) } else { town };
            let illness = ["flu", "cold", "cough", "asthma"][draw(4) as usize];
            text += &format!(
                "N{patient},{stay},{age},town {town},{illness},{}\n",
                100 + draw(900)
            );
            stay += 1;
        }
    }
    text
}

fn rows(path: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut rows = bauta_formats::read_rows(Path::new(path)).unwrap();
    let header = rows.remove(0);
    (header, rows)
}

fn project(folder: &Path, method: &str) -> Project {
    let place = |name: &str| folder.join(name).display().to_string();
    let mut project = Project::new(&place("stays.csv"));
    project.roles.quasi_identifiers = vec!["age".into(), "town".into()];
    project.roles.sensitive = vec!["illness".into()];
    // The number of a stay leads back to its row: only a test would publish it.
    project.roles.insensitive = vec!["stay".into(), "cost".into()];
    for column in ["age", "town"] {
        let file = HierarchySource::File(place(&format!("{column}.csv")));
        project.hierarchies.insert(column.into(), file);
    }
    if method == "lsd-mondrian" {
        project.roles.insensitive.retain(|name| name != "cost");
        project.roles.targets = vec!["cost".into()];
    }
    project.targets.set_k(Some(3));
    project.anonymize.method = method.into();
    project.anonymize.max_suppression = Some(0.9);
    project.output.tables = vec![place("out.csv")];
    project.output.force = true;
    project
}

fn written(folder: &Path, seed: u64) {
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("stays.csv", &stays(60, seed));
    let ages = (30..50).map(|age| format!("{age};[{}-{}];*\n", age / 5 * 5, age / 5 * 5 + 4));
    write("age.csv", &ages.collect::<String>());
    let towns = (0..4).map(|town| format!("town {town};region {};*\n", town / 2));
    write("town.csv", &towns.collect::<String>());
}

fn released(project: &Project, what: &str) -> Option<Report> {
    match bauta::anonymize(project, &Silent).unwrap_or_else(|error| panic!("{what}: {error}")) {
        Answer::Released(report) => Some(*report),
        Answer::Unreachable(_) => None,
    }
}

/// The people behind each combination of released quasi-identifiers, counted anew from the files.
fn people_of_classes(folder: &Path) -> BTreeMap<Vec<String>, BTreeSet<String>> {
    let (_, original) = rows(folder.join("stays.csv").to_str().unwrap());
    let patient_of: BTreeMap<&str, &str> = original
        .iter()
        .map(|row| (row[1].as_str(), row[0].as_str()))
        .collect();
    let (header, out) = rows(folder.join("out.csv").to_str().unwrap());
    let at = |name: &str| header.iter().position(|own| own == name).unwrap();
    let (stay, age, town) = (at("stay"), at("age"), at("town"));
    let mut classes: BTreeMap<Vec<String>, BTreeSet<String>> = BTreeMap::new();
    for row in &out {
        let patient = patient_of[row[stay].as_str()].to_owned();
        classes
            .entry(vec![row[age].clone(), row[town].clone()])
            .or_default()
            .insert(patient);
    }
    classes
}

#[test]
fn every_technique_that_promises_k_reaches_k_people() {
    let folder = tempfile::tempdir().unwrap();
    let mut reached = BTreeSet::new();
    let mut promising = BTreeSet::new();
    for seed in 1..4 {
        written(folder.path(), seed);
        for technique in bauta_methods::ALL {
            let descriptor = technique.descriptor();
            if descriptor.family != Family::Generalization {
                continue;
            }
            promising.insert(descriptor.id);
            let mut project = project(folder.path(), descriptor.id);
            project.roles.person = vec!["patient".into()];
            let Some(report) = released(&project, descriptor.id) else {
                continue;
            };
            reached.insert(descriptor.id);
            let assessment = report.assessment.unwrap();
            let classes = people_of_classes(folder.path());
            let fewest = classes.values().map(BTreeSet::len).min().unwrap() as u64;
            assert!(fewest >= 3, "{}: a class of {fewest} people", descriptor.id);
            assert_eq!(assessment.privacy.k, fewest, "{}", descriptor.id);
            let all: BTreeSet<&String> = classes.values().flatten().collect();
            let people = assessment.people.unwrap();
            assert_eq!((people.count, people.shown_by), (all.len() as u64, None));
            let pairs: usize = classes.values().map(BTreeSet::len).sum();
            let mean = classes.len() as f64 / pairs as f64;
            assert!((assessment.risk.prosecutor.mean - mean).abs() < 1e-12);
        }
    }
    assert_eq!(reached, promising, "a technique was not put to the test");
}

/// With a pseudonym, all rows of a person are compared; without one, rows are. The count of the file decides.
#[test]
fn a_pseudonym_is_judged_by_all_rows_of_a_person() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path(), 7);
    let mut project = project(folder.path(), "mondrian");
    project.roles.insensitive = vec!["cost".into()];
    project.roles.drop = vec!["stay".into()];
    project.roles.identifiers = vec!["patient".into()];
    project.pseudonyms.method = "random".into();
    let Answer::Unreachable(report) = bauta::anonymize(&project, &Silent).unwrap() else {
        panic!("people who are alone with their rows were published");
    };
    let miss = report.nearest_miss.unwrap();
    assert!(
        miss.attempt
            .contains("\"Pseudo\" shows which rows are one person's"),
        "{miss:?}"
    );
    assert!(miss.advice.contains("--person"), "{miss:?}");
    assert!(!folder.path().join("out.csv").exists());

    // Where k is 1 nothing is promised, and the figures are those of whole lists of rows.
    project.targets.set_k(Some(1));
    let report = released(&project, "k = 1").unwrap();
    let (header, out) = rows(folder.path().join("out.csv").to_str().unwrap());
    let at = |name: &str| header.iter().position(|own| own == name).unwrap();
    let (pseudo, age, town) = (at("Pseudo"), at("age"), at("town"));
    let mut lists: BTreeMap<&String, Vec<(&String, &String)>> = BTreeMap::new();
    for row in &out {
        lists
            .entry(&row[pseudo])
            .or_default()
            .push((&row[age], &row[town]));
    }
    let mut alike: BTreeMap<Vec<(&String, &String)>, u64> = BTreeMap::new();
    for mut list in lists.into_values() {
        list.sort();
        *alike.entry(list).or_default() += 1;
    }
    let assessment = report.assessment.unwrap();
    let people = assessment.people.clone().unwrap();
    assert_eq!(people.shown_by.as_deref(), Some("Pseudo"));
    assert_eq!(
        (people.count, people.classes),
        (alike.values().sum(), alike.len() as u64)
    );
    assert_eq!(assessment.privacy.k, *alike.values().min().unwrap());

    // A check of the file that knows whose rows they are finds the same.
    let mut written = project.clone();
    written.input.data = project.output.tables[0].clone();
    written.roles.identifiers.clear();
    written.roles.drop.clear();
    written.hierarchies.clear();
    written.roles.person = vec!["Pseudo".into()];
    let checked = bauta::check(&written, &bauta::CheckOptions::default(), &Silent).unwrap();
    assert_eq!(checked.assessment.privacy.k, assessment.privacy.k);
    assert_eq!(checked.assessment.people, Some(people));
    assert_eq!(checked.assessment.risk, assessment.risk);
}

/// Rows of one person do not hide each other, as 20 people with three visits each and no two alike show.
#[test]
fn three_rows_of_one_person_are_not_three_people() {
    let folder = tempfile::tempdir().unwrap();
    let visits = |person: u64| {
        format!(
            "N{person},{},flu\nN{person},{0},cold\nN{person},{0},cough\n",
            20 + person
        )
    };
    let text: String = (0..20).map(visits).collect();
    std::fs::write(
        folder.path().join("v.csv"),
        format!("name,age,illness\n{text}"),
    )
    .unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let mut project = Project::new(&place("v.csv"));
    project.roles.identifiers = vec!["name".into()];
    project.roles.quasi_identifiers = vec!["age".into()];
    project.roles.sensitive = vec!["illness".into()];
    project.targets.set_k(Some(3));
    project.pseudonyms.method = "random".into();
    project.output.tables = vec![place("out.csv")];
    let report = released(&project, "visits").expect("classes of three people exist");
    let assessment = report.assessment.unwrap();
    assert!(assessment.privacy.k >= 3, "{:?}", assessment.privacy);
    // Everybody had the flu: that is certain, whatever else they had.
    assert_eq!(assessment.privacy.l["illness"], 1);
    let (_, out) = rows(&place("out.csv"));
    let mut people: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for row in &out {
        people.entry(&row[1]).or_default().insert(&row[0]);
    }
    assert!(people.values().all(|people| people.len() >= 3));
}
