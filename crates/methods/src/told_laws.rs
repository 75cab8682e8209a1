//! Laws of the techniques that do as they are told, on random tables of every kind of value: a new one is held to them by
//! being listed.

use bauta_privacy::{Background, Release, Requirement};
use bauta_table::recoding::{Draft, Prepared, Recoding, apply};
use bauta_table::{Qi, Role, Table};
use bauta_testkit::{oracle, table_of};
use proptest::prelude::*;

use crate::laws::{all_settings, context};
use crate::{ALL, Outcome, ParameterKind, Settings, Task, Technique};

/// Whole numbers, decimals, dates and words, some of them missing: two quasi-identifiers, a sensitive attribute and three others.
pub(crate) fn mixed(seed: u64, rows: usize) -> Table {
    let mut state = seed | 1;
    let mut draw = move |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let rows: Vec<Vec<String>> = (0..rows)
        .map(|_| {
            let or_missing =
                |text: String, chance: u64| if chance == 0 { String::new() } else { text };
            vec![
                draw(30).to_string(),
                format!("town {}", draw(4)),
                or_missing(format!("{}.{}", draw(90), draw(10)), draw(9)),
                or_missing(
                    format!("19{:02}-0{}-1{}", 50 + draw(40), 1 + draw(9), draw(10)),
                    draw(9),
                ),
                ["flu", "cold", "cough"][draw(3) as usize].to_owned(),
                format!("20{:02}-0{}-1{}", draw(20), 1 + draw(9), draw(10)),
            ]
        })
        .collect();
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    let mut table = table_of(&["age", "town", "income", "born", "illness", "died"], &rows);
    (0..2).for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    table.set_role(4, Role::Sensitive);
    table
}

/// The technique's choices, with attributes that it can change.
pub(crate) fn told(technique: &dyn Technique) -> Vec<Settings> {
    let with_names = |mut settings: Settings| {
        for parameter in technique.descriptor().parameters {
            let names = match parameter.kind() {
                ParameterKind::Attributes(kind) if kind.measurable => "age,income",
                ParameterKind::Attributes(kind) if kind.least > 0 => "town,age",
                _ => continue,
            };
            settings.insert(parameter.name().into(), names.into());
        }
        match technique.descriptor().id {
            "recode" => drop(settings.insert("groups".into(), "some=<15|town 1;rest=*".into())),
            "swap" if settings.get("swapping").is_some_and(|word| word == "rank") => {
                settings.insert("attributes".into(), "age,income".into());
            }
            "noise"
                if settings
                    .get("noise")
                    .is_some_and(|word| matches!(word.as_str(), "laplace" | "gaussian")) =>
            {
                settings.insert("bounds".into(), "0..100".into());
                settings.insert("epsilon".into(), "2".into());
                let delta = if settings["noise"] == "gaussian" {
                    "0.01"
                } else {
                    "0"
                };
                settings.insert("delta".into(), delta.into());
            }
            "derive" => drop(settings.insert("attributes".into(), "born,died".into())),
            "microaggregate" => drop(settings.insert("by".into(), "age".into())),
            _ => {}
        }
        settings
    };
    all_settings(technique)
        .into_iter()
        .map(with_names)
        .collect()
}

/// The draft, if the technique takes the settings and finds a way.
fn drafted(
    technique: &dyn Technique,
    table: &Table,
    asked: &[Requirement],
    settings: &Settings,
) -> Option<(Recoding, Draft)> {
    let qis = table.with_role(Role::QuasiIdentifier).into_iter();
    let prepared = Prepared::new(
        table,
        qis.map(|index| Qi::new(table, index, None).unwrap())
            .collect(),
    );
    let mut task = Task::new(technique, &prepared, asked, settings, Vec::new()).ok()?;
    let Outcome::Plan(plan) = crate::plan(&mut task, &mut context(7)).unwrap() else {
        return None;
    };
    let draft = apply(&prepared, &plan);
    Some((plan, draft))
}

pub(crate) fn as_text(draft: &Draft) -> Vec<Vec<Vec<String>>> {
    draft
        .tables
        .iter()
        .map(|(_, table)| oracle::rows_of(table))
        .collect()
}

/// The attributes that a plan leaves alone, by name.
fn untouched(plan: &Recoding, table: &Table) -> Vec<usize> {
    match plan {
        Recoding::Replaced(replaced) if replaced.kept.is_none() => {
            let changed = |index: &usize| {
                replaced
                    .changes
                    .iter()
                    .any(|change| change.attribute == *index)
            };
            (0..table.attributes().len())
                .filter(|index| !changed(index))
                .collect()
        }
        _ => Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn told_techniques_keep_what_they_were_not_told_to_change(seed in any::<u64>(), rows in 6usize..50, k in 1u64..5) {
        let table = mixed(seed, rows);
        for technique in ALL.iter().filter(|technique| technique.descriptor().family.does_as_told()) {
            let id = technique.descriptor().id;
            let mut accepted = 0;
            for settings in told(*technique) {
                for asked in [vec![], vec![Requirement::k_anonymity(k)]] {
                    let Some((plan, draft)) = drafted(*technique, &table, &asked, &settings) else { continue };
                    accepted += 1;
                    let again = drafted(*technique, &table, &asked, &settings).map(|(_, draft)| as_text(&draft));
                    // Who declares that the seed is not all must mean it: noise of six rows is never the same by chance.
                    let method = technique.check(&settings, &[]).unwrap();
                    let repeated = again == Some(as_text(&draft));
                    prop_assert_eq!(repeated, method.repeats(), "{}: same seed, same bytes", id);
                    let released = &draft.tables[0].1;
                    prop_assert_eq!(released.rows() + draft.suppressed_rows as usize, rows, "{}: rows are kept or counted", id);
                    for index in untouched(&plan, &table) {
                        let was = &table.attributes()[index];
                        let is = &released.attributes()[released.index_of(&was.name).unwrap()];
                        prop_assert!(was == is, "{}: \"{}\" was not to be changed", id, was.name);
                    }
                    for attribute in released.attributes() {
                        let before = table.index_of(&attribute.name).map(|index| table.attributes()[index].role);
                        prop_assert!(before.is_err() || before == Ok(attribute.role), "{}: roles are kept", id);
                    }
                    for loss in &draft.losses {
                        prop_assert!(loss.spread.iter().all(|lost| (0.0..=1.0).contains(lost)), "{}: {:?}", id, loss.spread);
                    }
                    // Whatever the verifier says, it agrees with the oracle on k.
                    let qi = released.with_role(Role::QuasiIdentifier);
                    let holds = oracle::k(&oracle::rows_of(released), &qi) >= k as usize;
                    let background = Background { original: Some(&table), ..Background::default() };
                    let verdict = Release::verify(draft, rows as u64, &asked, &background);
                    prop_assert_eq!(verdict.is_ok(), asked.is_empty() || holds, "{}", id);
                }
            }
            prop_assert!(accepted > 0, "{}: nothing was accepted", id);
        }
    }
}
