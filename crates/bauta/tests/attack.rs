//! Attacks as users make them: the thesis' examples, and releases for which theory says what must come out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::path::{Path, PathBuf};

use bauta::project::Project;
use bauta::{AttackRequest, Attacked, Criterion, attack};
use bauta_privacy::attack::attribute_linkage::values_of_people;
use bauta_privacy::attack::{Frame, candidates, table_linkage};
use bauta_table::{Silent, Table};
use bauta_testkit::census::{IDENTIFIERS, QUASI_IDENTIFIERS, SENSITIVE, census};
use bauta_testkit::{table_of, write_csv};
use serde_json::Value;

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

fn vector(id: &str, file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(id)
        .join(file)
        .display()
        .to_string()
}

fn case(id: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(vector(id, "case.json")).unwrap()).unwrap()
}

fn project(release: &str, qi: &[&str], sensitive: &[&str]) -> Project {
    let mut project = Project::new(release);
    project.roles.quasi_identifiers = names(qi);
    project.roles.sensitive = names(sensitive);
    project
}

fn attacked(project: &Project, request: &AttackRequest) -> Attacked {
    attack(project, None, request, &Silent).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn figure_2_names_one_row() {
    let id = "c2-f02-record-linkage";
    let (case, mut request) = (case(id), AttackRequest::default());
    request.against = Some(vector(id, "external.csv"));
    let join = case["params"]["join"].as_array().unwrap().iter();
    request.on = join
        .map(|two| {
            (
                two[0].as_str().unwrap().into(),
                two[1].as_str().unwrap().into(),
            )
        })
        .collect();
    let found = attacked(
        &project(&vector(id, "released.csv"), &[], &["HealthProblem"]),
        &request,
    );
    let linkage = found.linkage.unwrap();
    let expected = &case["expected"]["matches"][0];
    let wanted = (
        expected["external_row"].as_u64().unwrap(),
        expected["released_rows"][0].as_u64().unwrap(),
    );
    assert_eq!(linkage.record.first_unique, [wanted]);
    assert_eq!(
        (linkage.record.unique, linkage.attributes[0].certain),
        (1, 1)
    );
}

#[test]
fn presence_as_in_the_thesis() {
    let linkage = case("c2-table-linkage-probability");
    let size = |key: &str| linkage["params"][key].as_u64().unwrap();
    let found = table_linkage::presence(size("class_size_released"), size("class_size_external"));
    assert_eq!(
        Some(found),
        linkage["expected"]["presence_probability"].as_f64()
    );
    let id = "c2-t06-delta-presence";
    let request = AttackRequest {
        against: Some(vector(id, "external.csv")),
        ..AttackRequest::default()
    };
    let found = attacked(
        &project(
            &vector(id, "released.csv"),
            &["Age", "Education"],
            &["Maladie"],
        ),
        &request,
    );
    let (table, expected) = (found.linkage.unwrap().table.unwrap(), &case(id)["expected"]);
    assert_eq!(
        (Some(table.least), Some(table.most)),
        (
            expected["delta_min"].as_f64(),
            expected["delta_max"].as_f64()
        )
    );
    assert_eq!(
        Some(table.unmatched_classes),
        expected["unmatched_released_classes"]
            .as_array()
            .map(|c| c.len() as u64)
    );
    assert_eq!((table.absent, table.certain), (3, 0));
}

#[test]
fn bob_and_junko() {
    let id = "c2-t02-attribute-linkage";
    let case = case(id);
    let read = |path: String| {
        let locator = path.parse().unwrap();
        bauta_formats::read(&locator, &bauta_formats::ReadOptions::default(), &Silent)
            .unwrap()
            .table
    };
    let released = read(vector(id, "input.csv"));
    for (victim, expected) in case["params"]["victims"]
        .as_array()
        .unwrap()
        .iter()
        .zip(case["expected"]["victims"].as_array().unwrap())
    {
        let (age, education) = (
            victim["Age"].to_string(),
            victim["Education"].as_str().unwrap(),
        );
        let person = table_of(&["Age", "Education"], &[&[&age, education]]);
        let frame = Frame::of(
            &[&person, &released],
            &[1],
            &names(&["Age", "Education"]),
            &Default::default(),
        )
        .unwrap();
        let matched = candidates(&frame, 1, 0, &[0, 1]);
        let rows: Vec<u64> = (0..released.rows())
            .filter(|&row| matched.boxes_of_person[0].contains(&matched.box_of_row[row]))
            .map(|row| row as u64 + 1)
            .collect();
        assert_eq!(serde_json::json!(rows), expected["rows"]);
        let sensitive = &released.attributes()[2].column;
        let code = |word: &Value| {
            (0..sensitive.dictionary().len() as u32)
                .find(|&code| sensitive.dictionary().label(code) == word.as_str().unwrap())
                .unwrap()
        };
        let excluded: Vec<u32> = victim["excluded_values"]
            .as_array()
            .into_iter()
            .flatten()
            .map(code)
            .collect();
        let left = values_of_people(&matched, sensitive)[0].without(&excluded);
        assert_eq!(left.best(), Some((code(&expected["inferred"]), 1.0)));
    }
    let found = attacked(
        &project(
            &vector(id, "input.csv"),
            &["Age", "Education"],
            &["Maladie"],
        ),
        &AttackRequest::default(),
    );
    assert_eq!(
        (
            found.classes[0].homogeneity.classes,
            found.classes[0].background[0].shares.classes
        ),
        (2, 3)
    );
}

#[test]
fn eight_of_ten() {
    let id = "c2-skewness";
    let found = attacked(
        &project(&vector(id, "input.csv"), &["QI"], &["Maladie"]),
        &AttackRequest::default(),
    );
    assert_eq!(
        Some(found.classes[0].skewness.max_confidence),
        case(id)["expected"]["max_confidence"].as_f64()
    );
}

/// People of the census without what names them, in files.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Files(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, table: &Table) -> String {
        std::fs::write(self.path(name), write_csv(table)).unwrap();
        self.path(name).display().to_string()
    }
}

fn people(from: usize, to: usize) -> Table {
    let whole = census(to, 11);
    let rows: Vec<u32> = (from as u32..to as u32).collect();
    let kept = whole.picked(&rows).into_attributes().into_iter();
    Table::from_attributes(
        kept.filter(|it| !IDENTIFIERS.contains(&it.name.as_str()))
            .collect(),
    )
}

fn request(original: &str, control: Option<&str>) -> AttackRequest {
    AttackRequest {
        original: Some(original.to_owned()),
        control: control.map(str::to_owned),
        attacks: 400,
        ..AttackRequest::default()
    }
}

fn census_project(release: &str) -> Project {
    project(release, &QUASI_IDENTIFIERS, &SENSITIVE)
}

fn all(found: &Attacked) -> Vec<(String, Criterion)> {
    let criteria = found.criteria.as_ref().unwrap();
    let out = [
        ("one", criteria.singling_out.one),
        ("several", criteria.singling_out.several),
    ];
    let out = out.into_iter().map(|(name, it)| (name.to_owned(), it));
    let link = criteria.linkability.map(|it| ("link".to_owned(), it));
    out.chain(link)
        .chain(
            criteria
                .inference
                .iter()
                .map(|it| (it.attribute.clone(), it.criterion)),
        )
        .collect()
}

#[test]
fn a_published_original_is_linked_and_singled_out() {
    let files = Files::new();
    let (original, control) = (
        files.write("o.csv", &people(0, 600)),
        files.write("c.csv", &people(600, 1200)),
    );
    let found = attacked(
        &census_project(&original),
        &request(&original, Some(&control)),
    );
    let record = &found.linkage.as_ref().unwrap().record;
    assert!(record.unique_share.unwrap() > 0.95, "{record:?}");
    let measured = record.measured.unwrap();
    assert_eq!(measured.unique.rate, 1.0);
    assert!((measured.any.rate - record.expected_share.unwrap()).abs() < 1e-9);
    let several = found.criteria.as_ref().unwrap().singling_out.several;
    assert!(
        several.attack.rate > 0.99 && several.risk.low > 0.5,
        "{several:?}"
    );
    let (name, inferred) = all(&found).pop().unwrap();
    assert!(
        name == "diagnosis" && inferred.attack.rate > 0.95 && inferred.risk.low > 0.5,
        "{inferred:?}"
    );
}

/// Review F6: with a control of a quarter, a copy of the original had a risk of 14 %.
#[test]
fn a_small_control_hides_no_copy() {
    let files = Files::new();
    let original = files.write("o.csv", &people(0, 800));
    let control = files.write("c.csv", &people(800, 1000));
    let found = attacked(
        &census_project(&original),
        &request(&original, Some(&control)),
    );
    let out = &found.criteria.as_ref().unwrap().singling_out;
    assert!(out.one.risk.risk > 0.9, "{:?}", out.one);
    assert!(out.several.risk.risk > 0.9, "{:?}", out.several);
    let told = "the control has 200 rows and the original 800";
    assert!(found.notes.iter().any(|note| note.contains(told)));
}

/// Columns that are shuffled one by one describe nobody, whatever the size of the control.
#[test]
fn independent_columns_single_nobody_out() {
    let files = Files::new();
    let table = people(0, 800);
    let original = files.write("o.csv", &table);
    let columns = table.attributes().iter().enumerate().map(|(at, it)| {
        let step = [7, 11, 13, 17, 19, 23, 29, 31, 37, 41][at % 10];
        let order: Vec<u32> = (0..800)
            .map(|row| (row * step + at as u32 * 97) % 800)
            .collect();
        (it.name.clone(), it.column.picked(&order))
    });
    let release = files.write("r.csv", &Table::new(columns.collect::<Vec<_>>()));
    for (from, to) in [(800, 1000), (800, 1600), (800, 2400)] {
        let control = files.write("c.csv", &people(from, to));
        let found = attacked(
            &census_project(&release),
            &request(&original, Some(&control)),
        );
        let several = found.criteria.as_ref().unwrap().singling_out.several;
        assert!(several.attack.rate > 0.1, "{several:?}");
        assert!(several.risk.risk.abs() < 0.1, "{from}-{to}: {several:?}");
    }
}

#[test]
fn a_release_of_other_people_gives_nobody_away() {
    let files = Files::new();
    let original = files.write("o.csv", &people(0, 500));
    let control = files.write("c.csv", &people(500, 1000));
    let release = files.write("r.csv", &people(1000, 1500));
    let found = attacked(
        &census_project(&release),
        &request(&original, Some(&control)),
    );
    for (name, it) in all(&found) {
        assert!(it.risk.low <= 0.0 && 0.0 <= it.risk.high, "{name}: {it:?}");
    }
}

#[test]
fn stars_are_no_better_than_guessing() {
    let files = Files::new();
    let table = people(0, 300);
    let original = files.write("o.csv", &table);
    let mut text = write_csv(&table).lines().next().unwrap().to_owned();
    (0..table.rows())
        .for_each(|_| text += &format!("\n{}", vec!["*"; table.attributes().len()].join(",")));
    std::fs::write(files.path("r.csv"), text).unwrap();
    let release = files.path("r.csv").display().to_string();
    let mut request = request(&original, None);
    request.fail_above = Some(0.05);
    let found = attacked(&census_project(&release), &request);
    for (name, it) in all(&found) {
        assert!(it.risk.low <= 0.0 && it.risk.risk <= 1e-9, "{name}: {it:?}");
    }
    assert_eq!(found.linkage.as_ref().unwrap().record.fewest, 300);
    assert_eq!(found.linkage.as_ref().unwrap().record.unique, 0);
}

#[test]
fn mondrian_keeps_its_promise_against_linkage() {
    let files = Files::new();
    let original = files.write("o.csv", &people(0, 1000));
    let mut project = census_project(&original);
    let header = std::fs::read_to_string(&original).unwrap();
    let columns = header.lines().next().unwrap().split(',');
    let undecided = columns.filter(|column| !project.roles.decides(column));
    project.roles.insensitive = undecided.map(str::to_owned).collect();
    project.targets.set_k(Some(10));
    project.anonymize.method = "mondrian".into();
    let release = files.path("r.csv").display().to_string();
    project.output.tables = vec![release.clone()];
    // What an attacker picks is compared with the truth row by row.
    project.output.keep_order = true;
    assert!(matches!(
        bauta::anonymize(&project, &Silent),
        Ok(bauta::Answer::Released(_))
    ));
    let found = attacked(&census_project(&release), &request(&original, None));
    let record = &found.linkage.as_ref().unwrap().record;
    assert_eq!((record.unique, record.found), (0, 1000));
    assert!(record.fewest >= 10);
    let any = record.measured.unwrap().any;
    assert!(
        any.rate <= 0.1 + 1e-9 && any.low <= 0.1 && any.rate > 0.0,
        "{any:?}"
    );
}

/// The order of the released rows decides nothing but row numbers and what rests on that order.
#[test]
fn shuffling_changes_no_risk() {
    let files = Files::new();
    let table = people(0, 300);
    let original = files.write("o.csv", &table);
    let order: Vec<u32> = (0..300u32).map(|row| (row * 7 + 3) % 300).collect();
    let (one, other) = (
        files.write("r.csv", &table),
        files.write("s.csv", &table.picked(&order)),
    );
    let request = request(&original, None);
    let (mut one, mut other) = (
        attacked(&census_project(&one), &request),
        attacked(&census_project(&other), &request),
    );
    for found in [&mut one, &mut other] {
        found.linkage.as_mut().unwrap().record.measured = None;
        found.linkage.as_mut().unwrap().record.first_unique.clear();
    }
    assert_eq!(
        (&one.criteria, &one.linkage),
        (&other.criteria, &other.linkage)
    );
    let shares = |found: &Attacked| {
        found
            .classes
            .iter()
            .map(|it| (it.homogeneity.share, it.skewness.largest_gain))
            .collect::<Vec<_>>()
    };
    assert_eq!(shares(&one), shares(&other));
}

/// Two releases of figure 6.1 as files, and what an attacker finds who has both.
fn figure_6_1(pair: &str) -> (Value, Value) {
    let case = case("figure-6-1");
    let folder = tempfile::tempdir().unwrap();
    let write = |release: &str| {
        let rows = case[pair][release].as_array().unwrap().iter().map(|row| {
            let cells = row
                .as_array()
                .unwrap()
                .iter()
                .map(|cell| format!("\"{}\"", cell.as_str().unwrap()));
            cells.collect::<Vec<_>>().join(",") + "\n"
        });
        let path = folder.path().join(format!("{release}.csv"));
        std::fs::write(
            &path,
            format!("Name,Age,Zip,Illness\n{}", rows.collect::<String>()),
        )
        .unwrap();
        path.display().to_string()
    };
    let mut project = project(&write("release1"), &["Age", "Zip"], &["Illness"]);
    project.roles.identifiers = names(&["Name"]);
    let request = AttackRequest {
        second: Some(write("release2")),
        match_by: names(&["Name"]),
        ..AttackRequest::default()
    };
    let found = serde_json::to_value(attacked(&project, &request)).unwrap();
    (
        case["expected"][format!("release_pair_{pair}")].clone(),
        found["intersection"]["attributes"][0].clone(),
    )
}

#[test]
fn figure_6_1_discloses_bob() {
    // Pair b: two illnesses in each release, one in both.
    let (expected, found) = figure_6_1("b");
    assert_eq!(expected["intersection"].as_array().unwrap().len(), 1);
    assert_eq!(
        (found["rows"].as_u64(), found["disclosed"].as_u64()),
        (Some(1), Some(1)),
        "{found}"
    );
    // Pair a: the illnesses are the same both times; the ranges of ages meet in one year.
    let (expected, found) = figure_6_1("a");
    assert_eq!(found["disclosed"].as_u64(), Some(0), "{found}");
    let case = case("figure-6-1");
    let range = |release: &str| {
        bauta_table::interval::parse(case["a"][release][0][1].as_str().unwrap()).unwrap()
    };
    let (first, second) = (range("release1"), range("release2"));
    let meet = (first.low.max(second.low), first.high.min(second.high));
    let age = expected["inferred_age"].as_f64().unwrap();
    assert_eq!(meet, (age, age));
}
