//! `attack`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bauta::project::Project;
use bauta::{AttackRequest, Attacked};
use bauta_table::Silent;

use crate::{Row, classes, near, project, rows, written};

/// A release with ages in groups; the order of rows and the names tell who is who to the test only.
fn release(folder: &Path, rows: &[Row], pseudonym: bool) -> String {
    let mut text = String::from(if pseudonym { "Pseudo," } else { "" });
    text += "age,town,illness\n";
    for (who, age, town, illness) in rows.iter().rev() {
        if pseudonym {
            text += &format!("P{},", who * 31 % 97);
        }
        let group = if *age < 2 { "[20-21]" } else { "[22-23]" };
        text += &format!("{group},town {town},ill {illness}\n");
    }
    let place = folder.join("out.csv").display().to_string();
    std::fs::write(&place, text).unwrap();
    place
}

fn attacked(place: &str, original: &str, pseudonym: bool) -> Attacked {
    let mut project = Project::new(place);
    project.roles.quasi_identifiers = vec!["age".into(), "town".into()];
    project.roles.sensitive = vec!["illness".into()];
    project.roles.identifiers = vec!["who".into()];
    let request = AttackRequest {
        original: Some(original.into()),
        attacks: 200,
        ..AttackRequest::default()
    };
    bauta::attack(&project, None, &request, &Silent)
        .unwrap_or_else(|error| panic!("pseudonym {pseudonym}: {error}"))
}

/// For each person, the released people who may be that person: every row of the one fits a row of the other.
fn fitting(rows: &[Row]) -> BTreeMap<u64, BTreeSet<u64>> {
    let fits = |one: &Row, other: &Row| (one.1 < 2) == (other.1 < 2) && one.2 == other.2;
    let people: BTreeSet<u64> = rows.iter().map(|row| row.0).collect();
    let of = |who: u64| rows.iter().filter(move |row| row.0 == who);
    let may_be = |who: u64, other: u64| of(who).all(|row| of(other).any(|it| fits(row, it)));
    people
        .iter()
        .map(|&who| {
            let others = people.iter().copied().filter(|&other| may_be(who, other));
            (who, others.collect())
        })
        .collect()
}

#[test]
fn attacks_look_for_people() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1..15 {
        let rows = rows(10 + seed % 7, seed);
        let original = written(folder.path(), "in.csv", &rows);
        let found = attacked(&release(folder.path(), &rows, true), &original, true);
        let expected = fitting(&rows);
        let people = expected.len() as u64;
        assert_eq!(found.people, Some(people), "seed {seed}");
        let record = &found.linkage.as_ref().unwrap().record;
        assert_eq!(
            (record.people, record.found),
            (people, people),
            "seed {seed}"
        );
        let unique = expected.values().filter(|fits| fits.len() == 1).count() as u64;
        assert_eq!(record.unique, unique, "seed {seed}");
        let share: f64 = expected.values().map(|fits| 1.0 / fits.len() as f64).sum();
        near(record.expected, share, "expected matches");
        // A value is certain where all who may be the person have it.
        let has = |who: u64, illness: u64| rows.iter().any(|row| row.0 == who && row.3 == illness);
        let certain = expected
            .values()
            .filter(|fits| (0..3).any(|illness| fits.iter().all(|&who| has(who, illness))));
        let linked = &found.linkage.as_ref().unwrap().attributes[0];
        assert_eq!(linked.certain, certain.count() as u64, "seed {seed}");
        // Homogeneous classes: everybody with the same rows has one value.
        let grouped: Vec<Row> = rows
            .iter()
            .map(|row| (row.0, u64::from(row.1 >= 2), row.2, row.3))
            .collect();
        let classes = classes(&grouped, &[0, 1], true);
        let homogeneous = classes
            .values()
            .filter(|people| (0..3).any(|illness| people.iter().all(|&who| has(who, illness))));
        let homogeneous: usize = homogeneous.map(BTreeSet::len).sum();
        assert_eq!(
            found.classes[0].homogeneity.rows, homogeneous as u64,
            "seed {seed}"
        );
        let criteria = found.criteria.as_ref().unwrap();
        assert_eq!(
            criteria.linkability.as_ref().unwrap().attack.attacks,
            people
        );
        assert_eq!(criteria.inference[0].criterion.attack.attacks, people);

        // Without pseudonyms nobody knows whose the released rows are: nothing is counted by rows instead.
        let found = attacked(&release(folder.path(), &rows, false), &original, false);
        assert!(
            found.linkage.is_none() && found.classes.is_empty(),
            "seed {seed}"
        );
        let unknown: Vec<&str> = found.unknown.iter().map(|it| it.attack).collect();
        assert!(unknown.contains(&"record-linkage") && unknown.contains(&"homogeneity"));
    }
}

/// Three rows of each person that are alike do not hide the person: whoever is described is one person.
#[test]
fn three_rows_of_one_person_single_out_one_person() {
    let folder = tempfile::tempdir().unwrap();
    let rows: Vec<Row> = (0..30)
        .flat_map(|who| (0..3).map(move |_| (who, who, who % 3, who % 2)))
        .collect();
    let original = written(folder.path(), "in.csv", &rows);
    let mut project = project(&original, true);
    project.roles.person.clear();
    project.roles.identifiers = vec!["who".into()];
    let request = AttackRequest {
        original: Some(original.clone()),
        attacks: 100,
        ..AttackRequest::default()
    };
    let found = bauta::attack(&project, None, &request, &Silent).unwrap();
    let several = &found.criteria.as_ref().unwrap().singling_out.several;
    assert!(several.attack.rate > 0.95, "{several:?}");
    let second = AttackRequest {
        second: Some(original),
        ..AttackRequest::default()
    };
    let refused = bauta::attack(&project, None, &second, &Silent).unwrap_err();
    assert!(
        refused.to_string().contains("intersected row by row"),
        "{refused}"
    );
}

/// A release that keeps the order of its source tells the judge whose the rows are, and the attacker nothing: a person is matched on one row.
#[test]
fn people_whom_only_the_judge_knows_are_matched_on_one_row() {
    let folder = tempfile::tempdir().unwrap();
    let rows: Vec<Row> = (0..40)
        .flat_map(|who| [(who, who * 2, 0, 0), (who, who * 2 + 1, 1, 1)])
        .collect();
    let original = written(folder.path(), "in.csv", &rows);
    let mut text = String::from("age,town,illness\n");
    for (_, age, town, illness) in &rows {
        text += &format!("{},town {town},ill {illness}\n", 20 + age);
    }
    let place = folder.path().join("out.csv").display().to_string();
    std::fs::write(&place, text).unwrap();
    let found = attacked(&place, &original, false);
    assert_eq!(found.people, Some(40), "{:?}", found.notes);
    let linkage = found.linkage.as_ref().unwrap();
    assert_eq!((linkage.record.people, linkage.record.unique), (40, 40));
    let measured = linkage.record.measured.as_ref().unwrap();
    assert!(measured.unique.attacks == 40 && measured.unique.rate > 0.999);
    // A person may be in several classes, whose shares of the release cannot be added up.
    assert!(linkage.table.is_none());
    // Each row is alone: its illness is certain, once a person and class.
    assert_eq!(found.classes[0].homogeneity.rows, 80);
    let told = found
        .notes
        .iter()
        .any(|it| it.contains("does not see which rows"));
    assert!(told, "{:?}", found.notes);
}
