//! People with several rows: their figures are the same whoever asks, whether or not the release shows whose its rows are.

use std::collections::BTreeSet;
use std::path::Path;

use bauta::project::Project;
use bauta::{Answer, CheckOptions, EvaluateOptions, ReleaseParts, ReleasePlaces, RiskOptions};
use bauta_methods::{Family, Settings, Technique};
use bauta_privacy::{Assessment, Measure};
use bauta_table::Silent;

use crate::{close, hierarchy, project, same_figures};

/// Stays of people who have several, with the weight and the household of each person; everybody's age and town stay the same. There are `ages` ages, four
/// years apart where they are few.
fn stays(ages: u64, towns: u64) -> String {
    let mut state = 0x0DDB_1A5E_5BAD_5EED_u64;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut text = String::from("patient,stay,age,town,illness,w,home\n");
    let mut stay = 0;
    for patient in 0..90 {
        let step = if ages < 12 { 4 } else { 1 };
        let (age, town, weight) = (20 + step * draw(ages), draw(towns), 5 + draw(60));
        for _ in 0..1 + draw(2) {
            let illness = ["flu", "cold", "cough", "asthma"][draw(4) as usize];
            text += &format!(
                "N{patient},{stay},{age},town {town},{illness},{weight},H{}\n",
                patient / 2
            );
            stay += 1;
        }
    }
    text
}

fn project_of_stays(folder: &Path, technique: &dyn Technique) -> Project {
    let mut project = project(folder, technique, Settings::new());
    project.input.data = folder.join("stays.csv").display().to_string();
    project.targets.set_k(Some(2));
    project.anonymize.max_suppression = Some(0.9);
    project.roles.insensitive = vec!["stay".into(), "home".into()];
    if technique.descriptor().id == "lsd-mondrian" {
        project.roles.targets = vec!["illness".into()];
        project.roles.sensitive.clear();
    }
    project.roles.weight = Some("w".into());
    project.roles.household = Some("home".into());
    project.output.tables = vec![folder.join("out.csv").display().to_string()];
    project
}

/// What `evaluate` says of a written release whose rows are found again by the number of the stay.
fn evaluated(project: &Project, released: &Assessment, what: &str) {
    let places = ReleasePlaces {
        table: project.output.tables[0].clone(),
        parts: ReleaseParts::default(),
    };
    let options = EvaluateOptions {
        models: false,
        match_by: vec!["stay".into()],
        ..EvaluateOptions::default()
    };
    let found = bauta::evaluate(project, &places, &options, &Silent).unwrap();
    same_figures(&format!("{what}: evaluate"), released, &found.assessment);
    assert_eq!(released.people, found.assessment.people, "{what}");
    for (one, other) in released.findings.iter().zip(&found.assessment.findings) {
        let (one, other) = (one.before, other.before);
        let known = one.zip(other);
        assert!(known.is_none_or(|(one, other)| close(one, other)), "{what}");
        assert_eq!(one.is_some(), other.is_some(), "{what}");
    }
}

fn page(project: &Project, released: &Assessment, what: &str) {
    let held = bauta::hold(project, &Silent).unwrap();
    let page = held.account.report.assessment.unwrap();
    same_figures(&format!("{what}: page"), released, &page);
    assert_eq!(released.people, page.people, "{what}");
}

/// The law of equal figures where people have several rows: with a pseudonym by which a reader sees all rows of a person, and without it.
#[test]
fn a_release_of_people_with_several_rows_has_the_same_figures_whoever_asks() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let ages = (20..32).map(|age| {
        (
            age.to_string(),
            format!("[{}-{}]", age / 4 * 4, age / 4 * 4 + 3),
        )
    });
    write("age.csv", &hierarchy(ages));
    let towns = (0..4).map(|town| (format!("town {town}"), format!("region {}", town / 2)));
    write("town.csv", &hierarchy(towns));
    let (mut shown, mut hidden) = (BTreeSet::new(), BTreeSet::new());
    let generalising = bauta_methods::ALL
        .iter()
        .filter(|it| it.descriptor().family == Family::Generalization);
    for technique in generalising {
        let id = technique.descriptor().id;
        let mut project = project_of_stays(folder.path(), *technique);
        write("stays.csv", &stays(12, 4));
        project.roles.person = vec!["patient".into()];
        if let Ok(Answer::Released(report)) = bauta::anonymize(&project, &Silent) {
            let released = report.assessment.unwrap();
            let what = format!("{id}, not shown");
            page(&project, &released, &what);
            evaluated(&project, &released, &what);
            compared(&project, &released, &what);
            hidden.insert(id);
        }
        write("stays.csv", &stays(3, 2));
        project.roles.person.clear();
        project.roles.identifiers = vec!["patient".into()];
        project.pseudonyms.method = "random".into();
        if let Ok(Answer::Released(report)) = bauta::anonymize(&project, &Silent) {
            let released = report.assessment.unwrap();
            let what = format!("{id}, shown");
            assert_eq!(
                released.people.as_ref().unwrap().shown_by.as_deref(),
                Some("Pseudo"),
                "{what}"
            );
            page(&project, &released, &what);
            evaluated(&project, &released, &what);
            checked_and_measured(&project, &released, &what);
            shown.insert(id);
        }
    }
    assert!(hidden.len() > 5 && shown.len() > 2, "{hidden:?} {shown:?}");
}

/// What `compare` says of the same method.
fn compared(project: &Project, released: &Assessment, what: &str) {
    let candidate = bauta::Candidate::parse(&project.anonymize.method).unwrap();
    let options = EvaluateOptions {
        models: false,
        ..EvaluateOptions::default()
    };
    let found = bauta::compare(project, &[candidate], &options, &Silent).unwrap();
    let own = found.candidates[0].assessment.as_ref().unwrap();
    same_figures(&format!("{what}: compare"), released, own);
    assert_eq!(released.people, own.people, "{what}");
}

/// What `check` and `risk` say of the written file, which shows whose its rows are.
fn checked_and_measured(project: &Project, released: &Assessment, what: &str) {
    let mut written = project.clone();
    written.input.data.clone_from(&project.output.tables[0]);
    written.roles.person = vec!["Pseudo".into()];
    written.hierarchies.clear();
    let options = CheckOptions {
        original: Some(project.input.data.clone()),
        ..CheckOptions::default()
    };
    let checked = bauta::check(&written, &options, &Silent).unwrap();
    same_figures(&format!("{what}: check"), released, &checked.assessment);
    assert_eq!(released.people, checked.assessment.people, "{what}");
    written.roles.identifiers.clear();
    let risk = bauta::risk(&written, &RiskOptions::default(), &Silent).unwrap();
    assert_eq!(
        (risk.rows, risk.classes),
        (released.rows, released.classes),
        "{what}"
    );
    assert_eq!(risk.privacy.k, released.privacy.k, "{what}");
    assert_eq!(risk.privacy.l, released.privacy.l, "{what}");
    assert_eq!(risk.risk.prosecutor, released.risk.prosecutor, "{what}");
    let people = (risk.people.as_ref()).map(|it| (it.count, it.shown_by.clone(), it.classes));
    let own = released.people.as_ref();
    assert_eq!(
        people,
        own.map(|it| (it.count, it.shown_by.clone(), it.classes)),
        "{what}"
    );
    let of = |measure| released.largest(measure).unwrap();
    let (individual, household) = (risk.risk.individual.unwrap(), risk.risk.household.unwrap());
    assert!(
        close(individual.max, of(Measure::HighestIndividualRisk)),
        "{what}"
    );
    assert!(
        close(individual.mean, of(Measure::MeanIndividualRisk)),
        "{what}"
    );
    assert!(
        close(household.risk.max, of(Measure::HighestHouseholdRisk)),
        "{what}"
    );
    assert!(
        close(household.risk.mean, of(Measure::MeanHouseholdRisk)),
        "{what}"
    );
}
