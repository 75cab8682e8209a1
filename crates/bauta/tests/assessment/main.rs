//! One assessment: a release has the same figures whoever asks. For every technique and every combination of its choices, what `anonymize`
//! says of a release, what the page says of it, and what `check`, `evaluate` and `risk` find in the files that were written, are the same.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod changed;
mod several_rows;

use std::collections::BTreeSet;
use std::path::Path;

use bauta::project::{HierarchySource, Project};
use bauta::{Answer, CheckOptions, EvaluateOptions, ReleaseParts, ReleasePlaces, RiskOptions};
use bauta_methods::{Family, ParameterKind, Settings, Technique};
use bauta_privacy::{Assessment, Finding};
use bauta_table::Silent;

const ROWS: u64 = 120;

/// People who do not exist: numbers, decimals, words; a quasi-identifier decides a little about the illness.
fn people() -> String {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut text = String::from("age,town,income,born,died,illness,job\n");
    for _ in 0..ROWS {
        let (age, town) = (20 + draw(12), draw(4));
        text += &format!(
            "{age},town {town},{}.5,19{}-0{}-1{},20{}-0{}-1{},{},job {}\n",
            1000 + draw(40) * 50,
            50 + draw(40),
            1 + draw(9),
            draw(10),
            10 + draw(10),
            1 + draw(9),
            draw(10),
            ["flu", "cold", "cough", "asthma"][((town + draw(3)) % 4) as usize],
            draw(5),
        );
    }
    text
}

fn hierarchy(values: impl Iterator<Item = (String, String)>) -> String {
    let lines = values.map(|(value, group)| format!("{value};{group};*\n"));
    lines.collect()
}

/// Every combination of a technique's choices, with the attributes and bounds that it needs.
fn settings(technique: &dyn Technique) -> Vec<Settings> {
    let mut all = vec![Settings::new()];
    for parameter in technique.descriptor().parameters {
        let words: Vec<String> = match parameter.kind() {
            ParameterKind::Choice(choices) => choices.iter().map(|it| it.word.into()).collect(),
            ParameterKind::Attributes(kind) if kind.measurable => vec!["age,income".into()],
            ParameterKind::Attributes(kind) if kind.least > 0 => vec!["town,age".into()],
            _ => continue,
        };
        let with = |settings: &Settings| {
            let one = |word: &String| {
                let mut settings = settings.clone();
                settings.insert(parameter.name().into(), word.clone());
                settings
            };
            words.iter().map(one).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all.iter_mut()
        .for_each(|settings| needed(technique.descriptor().id, settings));
    all
}

fn needed(id: &str, settings: &mut Settings) {
    let mut set = |name: &str, value: &str| {
        settings.insert(name.into(), value.into());
    };
    match id {
        "recode" => set("groups", "young=<26|town 1;rest=*"),
        "derive" => set("attributes", "born,died"),
        "microaggregate" => set("by", "age"),
        "suppress" => set("attributes", "job"),
        "noise" => {
            set("bounds", "0..5000");
            set("epsilon", "2");
            set("delta", "0.01");
        }
        _ => {}
    }
    match settings.get("noise").map(String::as_str) {
        Some("laplace") => drop(settings.insert("delta".into(), "0".into())),
        Some("gaussian") | None => {}
        Some(_) => ["bounds", "epsilon", "delta"]
            .iter()
            .for_each(|name| drop(settings.remove(*name))),
    }
    if settings
        .get("scope")
        .is_some_and(|word| word != "attributes")
    {
        settings.remove("attributes");
    }
    if settings.get("swapping").is_some_and(|word| word == "rank") {
        settings.insert("attributes".into(), "age,income".into());
    }
}

fn project(folder: &Path, technique: &dyn Technique, parameters: Settings) -> Project {
    let place = |name: &str| folder.join(name).display().to_string();
    let mut project = Project::new(&place("people.csv"));
    project.roles.quasi_identifiers = vec!["age".into(), "town".into()];
    project.roles.sensitive = vec!["illness".into()];
    for column in ["age", "town"] {
        let file = HierarchySource::File(place(&format!("{column}.csv")));
        project.hierarchies.insert(column.into(), file);
    }
    let id = technique.descriptor().id;
    // What is told to change a table promises nothing about it, and leaves out what it is told to.
    if !technique.descriptor().family.does_as_told() || id == "suppress" {
        project.targets.set_k(Some(3));
    }
    if !technique.descriptor().family.does_as_told() {
        project.anonymize.max_suppression = Some(0.3);
    }
    if id == "lsd-mondrian" {
        project.roles.targets = vec!["income".into()];
    }
    project.output.tables = (0..technique.outputs(&parameters))
        .map(|part| place(&format!("out{part}.csv")))
        .collect();
    project.output.force = true;
    project.anonymize.method = technique.descriptor().id.into();
    project.anonymize.parameters = parameters;
    // Two methods take columns away; the other columns that look as if others may know them are published all the same.
    let known: &[&str] = match id {
        "derive" => &["job"],
        "suppress" if project.anonymize.parameters.contains_key("attributes") => &["born", "died"],
        _ => &["born", "died", "job"],
    };
    project.roles.insensitive = known.iter().map(|&name| name.to_owned()).collect();
    project
}

/// How the written files are to be read, as a user would say it on the command line.
fn parts(released: &Assessment, project: &Project) -> ReleaseParts {
    let mut parts = ReleaseParts::default();
    if released.buckets.is_none() {
        return parts;
    }
    parts.linked_by = vec!["Group".into()];
    let linked = project.anonymize.parameters.get("linked");
    parts.linked_by.extend(linked.cloned());
    parts.sensitive = project.output.tables.get(1).cloned();
    let second = parts.sensitive.as_ref();
    let header = second.map(|place| std::fs::read_to_string(place).unwrap());
    let counted = header.is_some_and(|text| text.lines().next().unwrap().ends_with(",Count"));
    parts.count = counted.then(|| "Count".into());
    parts
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(1.0)
}

/// Figures that both have must be equal; `None` on one side is not a figure.
fn same_figures(what: &str, one: &Assessment, other: &Assessment) {
    let counts = |it: &Assessment| (it.rows, it.suppressed_rows, it.classes, it.buckets);
    assert_eq!(counts(one), counts(other), "{what}");
    let sizes = |it: &Assessment| (it.privacy.k, it.privacy.bucket_size, it.privacy.l.clone());
    assert_eq!(sizes(one), sizes(other), "{what}");
    let tables = |it: &Assessment| [it.privacy.t.clone(), it.privacy.alpha.clone()];
    for (one, other) in tables(one).iter().zip(tables(other)) {
        assert!(one.keys().eq(other.keys()), "{what}");
        let mut pairs = one.values().zip(other.values());
        // Distances of values that the original lacks are infinite on both sides.
        assert!(
            pairs.all(|(one, other)| close(*one, *other) || one == other),
            "{what}: {one:?} {other:?}"
        );
    }
    let risk = |it: &Assessment| (it.risk.prosecutor.max, it.risk.prosecutor.mean);
    assert_eq!(risk(one), risk(other), "{what}");
    let after = |it: &Finding| (it.measure, it.attribute.clone(), it.after.is_some());
    let figures = |it: &Assessment| it.findings.iter().map(after).collect::<Vec<_>>();
    assert_eq!(figures(one), figures(other), "{what}");
    for (one, other) in one.findings.iter().zip(&other.findings) {
        let figure = |it: &Finding| it.after.unwrap_or(0.0);
        assert!(
            close(figure(one), figure(other)),
            "{what}: {one:?} {other:?}"
        );
    }
    let losses = |it: &Assessment| {
        let utility = &it.utility;
        [
            Some(utility.discernibility),
            utility.completeness,
            utility.information_loss,
            utility.precision,
            utility.loss,
            utility.granularity,
            utility.classification,
        ]
    };
    for (place, (one, other)) in losses(one).into_iter().zip(losses(other)).enumerate() {
        let known = one.zip(other);
        assert!(
            known.is_none_or(|(one, other)| close(one, other)),
            "{what}: loss {place}: {one:?} {other:?}"
        );
    }
}

/// Releases a project and asks everybody about it; whether there was a release.
fn asked_of_all(project: &Project, what: &str) -> bool {
    let Ok(Answer::Released(report)) = bauta::anonymize(project, &Silent) else {
        return false;
    };
    let released = report.assessment.as_ref().unwrap();
    let parts = parts(released, project);
    // Noise of a stated ε comes from the system: the page draws other values.
    if report.reproducible {
        let held = bauta::hold(project, &Silent).unwrap();
        let page = held.account.report.assessment.unwrap();
        same_figures(&format!("{what}: page"), released, &page);
        assert_eq!(released.guarantees, page.guarantees, "{what}");
    }

    let mut written = project.clone();
    written.input.data.clone_from(&project.output.tables[0]);
    written.hierarchies.clear();
    if released.buckets.is_some() {
        // What `-k` is for a technique that leaves quasi-identifiers exact.
        written.targets.set_k(None);
        let asked = bauta_privacy::Requirement::bucket_size(3);
        let parameter = &asked.descriptor().parameters[0];
        written.targets.set(parameter, Some(asked.values()[0]));
    }
    let options = CheckOptions {
        subsets: Vec::new(),
        parts: parts.clone(),
        original: Some(project.input.data.clone()),
    };
    if !written.targets.requirements().is_empty() {
        let checked = bauta::check(&written, &options, &Silent).unwrap();
        same_figures(&format!("{what}: check"), released, &checked.assessment);
        let weaker = released.guarantees != checked.assessment.guarantees;
        // A reading of `*` as any value has a title of its own, and only what is read strictly can fail a strict check.
        assert!(checked.holds || weaker, "{what}: {:?}", checked.assessment);
    }

    let places = ReleasePlaces {
        table: project.output.tables[0].clone(),
        parts,
    };
    let mut original = project.clone();
    original.targets = written.targets.clone();
    let options = EvaluateOptions {
        models: false,
        ..EvaluateOptions::default()
    };
    let evaluated = bauta::evaluate(&original, &places, &options, &Silent).unwrap();
    same_figures(
        &format!("{what}: evaluate"),
        released,
        &evaluated.assessment,
    );

    if released.buckets.is_none() {
        let risk = bauta::risk(&written, &RiskOptions::default(), &Silent).unwrap();
        assert_eq!(risk.rows, released.rows, "{what}");
        assert_eq!(risk.privacy.k, released.privacy.k, "{what}");
        assert_eq!(risk.privacy.l, released.privacy.l, "{what}");
        assert_eq!(risk.risk.prosecutor, released.risk.prosecutor, "{what}");
        for found in &risk.findings {
            let own = released.findings.iter();
            let mut own =
                own.filter(|it| (it.measure, &it.attribute) == (found.measure, &found.attribute));
            let own = own.next().unwrap().after.unwrap();
            assert!(close(own, found.after.unwrap()), "{what}: {found:?} {own}");
        }
    }
    true
}

#[test]
fn a_release_has_the_same_figures_whoever_asks() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("people.csv", &people());
    let ages = (20..32).map(|age| {
        (
            age.to_string(),
            format!("[{}-{}]", age / 4 * 4, age / 4 * 4 + 3),
        )
    });
    write("age.csv", &hierarchy(ages));
    let towns = (0..4).map(|town| (format!("town {town}"), format!("region {}", town / 2)));
    write("town.csv", &hierarchy(towns));
    let mut released = BTreeSet::new();
    for technique in bauta_methods::ALL {
        let id = technique.descriptor().id;
        for parameters in settings(*technique) {
            let what = format!("{id} {parameters:?}");
            let project = project(folder.path(), *technique, parameters);
            if asked_of_all(&project, &what) {
                released.insert(id);
            }
        }
    }
    let all: BTreeSet<&str> = bauta_methods::ALL
        .iter()
        .map(|it| it.descriptor().id)
        .collect();
    assert_eq!(
        released, all,
        "a technique of which nothing was released was not put to the test"
    );
}

/// Exact quasi-identifiers are not k-anonymous, whatever the size of buckets; nothing says otherwise.
#[test]
fn buckets_are_not_classes() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("people.csv"), people()).unwrap();
    let separating = bauta_methods::ALL
        .iter()
        .filter(|it| it.descriptor().family == Family::Separation);
    for technique in separating {
        let id = technique.descriptor().id;
        let mut project = project(folder.path(), *technique, Settings::new());
        project.hierarchies.clear();
        project.targets.set_l(Some(2));
        let Ok(Answer::Released(report)) = bauta::anonymize(&project, &Silent) else {
            panic!("{id}: not released");
        };
        let titles: Vec<&str> = report.guarantees().iter().map(|it| it.0.as_str()).collect();
        assert!(titles.contains(&"buckets of at least 3 rows"), "{titles:?}");
        assert!(
            !titles
                .iter()
                .any(|title| title.contains("anonymity") && title.starts_with('3'))
        );
        let assessment = report.assessment.as_ref().unwrap();
        assert_eq!(assessment.privacy.k, 1, "{id}");
        assert!(assessment.privacy.bucket_size >= Some(3), "{id}");
        assert!(close(assessment.risk.prosecutor.max, 1.0), "{id}");
        assert!(
            report.text("en").contains("this is not k-anonymity"),
            "{id}"
        );
        assert!(
            report.text("fr").contains("ce n'est pas du k-anonymat"),
            "{id}"
        );

        let mut written = project.clone();
        written.input.data.clone_from(&project.output.tables[0]);
        written.targets.set_l(None);
        written.roles.sensitive.clear();
        let found = bauta::check(&written, &CheckOptions::default(), &Silent).unwrap();
        assert!(!found.holds, "{id}: 3-anonymity does not hold of its files");
    }
}

/// What a report says where released values contain the original ones, in both languages.
const CONTAINS: [&str; 2] = ["contains the original one", "contient la valeur d'origine"];

/// Whether a released label can be read as something that contains a value: itself, `*`, a group of the hierarchy, a range, or a set.
fn contains(label: &str, value: &str, groups: &[(String, String)]) -> bool {
    let own_group = || groups.iter().any(|it| it.0 == value && it.1 == label);
    if label == value || label == "*" || own_group() {
        return true;
    }
    let inside = label.trim_matches(['[', ']', '{', '}']);
    if label.starts_with('{') {
        return inside
            .split(", ")
            .any(|member| member == value || member == "*");
    }
    let bounds = inside
        .split_once("..")
        .or(inside.split_once(';'))
        .or(inside.split_once('-'));
    let number = |text: &str| text.parse::<f64>().ok();
    let Some((low, high)) = bounds else {
        return false;
    };
    match (number(low), number(value), number(high)) {
        (Some(low), Some(value), Some(high)) => low <= value && value <= high,
        // A range of words, in their order.
        _ => low <= value && value <= high,
    }
}

/// Whether every released quasi-identifier contains the value of its own row, read by this file alone; none where rows have no single origin.
fn values_are_contained(
    held: &bauta::Held,
    original: &bauta_table::Table,
    groups: &[(&str, Vec<(String, String)>)],
) -> Option<bool> {
    let (origins, release) = (held.origins.as_ref()?, held.release.as_ref()?);
    let [(_, released)] = release.tables() else {
        return None;
    };
    let mut all = true;
    for (name, groups) in groups {
        // A column that is gone says nothing untrue.
        let Ok(index) = released.index_of(name) else {
            continue;
        };
        let before = original.index_of(name).unwrap();
        for (row, &origin) in origins.iter().enumerate() {
            let label = released.attributes()[index].column.label(row);
            let value = original.attributes()[before].column.label(origin as usize);
            all &= contains(&label, &value, groups);
        }
    }
    Some(all)
}

/// After steps and methods that change values no report says that values contain the original ones; where it says so, they do. Every technique is
/// tried by itself, and as a step before a technique that generalises.
#[test]
fn a_report_says_that_values_contain_the_original_ones_only_where_they_do() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("people.csv", &people());
    let ages = (20..32).map(|age| {
        let low = age / 4 * 4;
        (age.to_string(), format!("[{low}-{}]", low + 3))
    });
    let towns = (0..4).map(|town| (format!("town {town}"), format!("region {}", town / 2)));
    let (ages, towns): (Vec<_>, Vec<_>) = (ages.collect(), towns.collect());
    write("age.csv", &hierarchy(ages.iter().cloned()));
    write("town.csv", &hierarchy(towns.iter().cloned()));
    let groups = [("age", ages), ("town", towns)];
    let mondrian = bauta_methods::find("mondrian").unwrap();
    // How often a report said so, and how often it rightly did not.
    let (mut said, mut untrue) = (0, 0);
    for technique in bauta_methods::ALL {
        for parameters in settings(*technique) {
            let alone = project(folder.path(), *technique, parameters.clone());
            let mut all = vec![alone];
            let descriptor = technique.descriptor();
            if descriptor.family.does_as_told() && technique.outputs(&parameters) == 1 {
                let mut stepped = project(folder.path(), mondrian, Settings::new());
                stepped.roles.insensitive = all[0].roles.insensitive.clone();
                stepped.steps = vec![bauta::project::Step {
                    method: descriptor.id.into(),
                    parameters: parameters.clone(),
                }];
                all.push(stepped);
            }
            for project in all {
                let what = format!("{} {parameters:?}, {}", descriptor.id, project.steps.len());
                let Ok(held) = bauta::hold(&project, &Silent) else {
                    continue;
                };
                let original = bauta::read(&project, &Silent).unwrap().table;
                let contained = values_are_contained(&held, &original, &groups);
                for (language, claim) in ["en", "fr"].into_iter().zip(CONTAINS) {
                    let text = held.account.text(Path::new("report.md"), language);
                    let claimed = text.unwrap().contains(claim);
                    said += u32::from(claimed);
                    untrue += u32::from(contained == Some(false));
                    assert!(!claimed || contained != Some(false), "{what}: {language}");
                }
            }
        }
    }
    assert!(
        said > 20 && untrue > 20,
        "{said} {untrue}: too few to show anything"
    );
}
