//! Sensitive values that were themselves changed: every figure about them is a number, whatever technique changed them.

use std::collections::BTreeSet;

use bauta::Answer;
use bauta_methods::{ParameterKind, Settings, Technique};
use bauta_table::Silent;

use crate::{hierarchy, people, project, settings};

/// Settings of a technique that change the sensitive columns, where it can be told which columns to change.
fn settings_on(technique: &dyn Technique, column: &str) -> Vec<Settings> {
    let mut all = settings(technique);
    for parameter in technique.descriptor().parameters {
        if matches!(parameter.kind(), ParameterKind::Attributes(_)) {
            for settings in &mut all {
                settings
                    .entry(parameter.name().into())
                    .and_modify(|word| *word = column.into());
            }
        }
    }
    all
}

/// The largest distance, the smallest number of values and the gains of every class are numbers, and so are all findings: a value that the original lacks
/// (rounded, averaged, noisy, cut off) is compared with what the release as a whole shows.
#[test]
fn figures_of_changed_sensitive_values_are_finite() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("people.csv", &people());
    let ages = (20..32).map(|age| {
        let low = age / 4 * 4;
        (age.to_string(), format!("[{low}-{}]", low + 3))
    });
    write("age.csv", &hierarchy(ages));
    let towns = (0..4).map(|town| (format!("town {town}"), format!("region {}", town / 2)));
    write("town.csv", &hierarchy(towns));
    let mut released = BTreeSet::new();
    for technique in bauta_methods::ALL {
        let id = technique.descriptor().id;
        for column in ["income", "illness"] {
            for parameters in settings_on(*technique, column) {
                let what = format!("{id} of {column} {parameters:?}");
                let mut project = project(folder.path(), *technique, parameters);
                project.roles.sensitive = vec![column.into()];
                project.roles.targets = Vec::new();
                let other = if column == "income" {
                    "illness"
                } else {
                    "income"
                };
                project.roles.insensitive.push(other.into());
                if id == "lsd-mondrian" {
                    project.roles.targets = vec!["income".into()];
                    project.roles.insensitive.retain(|name| name != "income");
                }
                let Ok(Answer::Released(report)) = bauta::anonymize(&project, &Silent) else {
                    continue;
                };
                let found = report.assessment.unwrap();
                let privacy = &found.privacy;
                for (figure, by_column) in [
                    ("t", &privacy.t),
                    ("alpha", &privacy.alpha),
                    ("beta", &privacy.beta),
                ] {
                    let value = by_column.get(column);
                    assert!(
                        value.is_some_and(|value| value.is_finite()),
                        "{what}: {figure} is {value:?}"
                    );
                }
                let delta = privacy.delta_disclosure.get(column);
                assert!(delta.is_none_or(|delta| delta.is_finite()), "{what}");
                for finding in &found.findings {
                    assert!(
                        finding.after.is_none_or(f64::is_finite),
                        "{what}: {finding:?}"
                    );
                }
                released.insert((id, column));
            }
        }
    }
    // Techniques that change numbers only were tried on numbers; derived attributes change no sensitive value, they are new columns.
    let ids: BTreeSet<&str> = released.iter().map(|(id, _)| *id).collect();
    let all: BTreeSet<&str> = bauta_methods::ALL
        .iter()
        .map(|it| it.descriptor().id)
        .filter(|id| *id != "derive")
        .collect();
    assert_eq!(ids, all, "a technique of which nothing was released");
}
