//! Laws that every technique of the registry must obey, on random tables: a new technique is held to them by being listed.

use std::collections::BTreeMap;

use bauta_privacy::models::ParameterValue;
use bauta_privacy::{ALL as MODELS, Background, Distance, Release, Requirement, Source, Whole};
use bauta_table::recoding::{Prepared, Recoding, apply, recoded_population};
use bauta_table::{Attribute, ColumnBuilder, Hierarchy, Qi, ReadAs, Role, Silent, Table};
use bauta_testkit::{oracle, random_table};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::{ALL, Context, Family, Outcome, ParameterKind, Settings, Task, Technique};

pub(crate) fn context(seed: u64) -> Context<'static> {
    Context {
        rng: ChaCha20Rng::seed_from_u64(seed),
        progress: &Silent,
        elapsed: &|| 0.0,
        notes: Vec::new(),
        view: None,
        trace: None,
    }
}

/// A hierarchy of an attribute's values in pairs and `*`.
fn pairs(table: &Table, index: usize) -> Hierarchy {
    let dictionary = table.attributes()[index].column.dictionary();
    let rows: Vec<Vec<String>> = (0..dictionary.value_count() as u32)
        .map(|code| {
            vec![
                dictionary.label(code).into_owned(),
                format!("pair {}", code / 2),
                "*".into(),
            ]
        })
        .collect();
    Hierarchy::from_rows("q", &rows).unwrap()
}

/// The table's quasi-identifiers, each with a hierarchy of its values in pairs and `*`.
pub(crate) fn with_hierarchies(table: &Table) -> Vec<Qi> {
    let qis = table.with_role(Role::QuasiIdentifier).into_iter();
    qis.map(|index| Qi::new(table, index, Some(pairs(table, index))).unwrap())
        .collect()
}

/// Everybody in the table twice, and every third once more.
fn population(table: &Table) -> Table {
    let rows = 0..table.rows() as u32;
    table.picked(
        &rows
            .clone()
            .chain(rows.clone())
            .chain(rows.step_by(3))
            .collect::<Vec<_>>(),
    )
}

/// The table's quasi-identifiers, each with a hierarchy of two or three levels below `~`: pairs, and fours of all but the last
/// values, whose pairs stand right below the root. Labels of a level sort as their first leaves do.
pub(crate) fn with_deep_hierarchies(table: &Table) -> Vec<Qi> {
    let qis = table.with_role(Role::QuasiIdentifier).into_iter();
    qis.map(|index| {
        let dictionary = table.attributes()[index].column.dictionary();
        let rows: Vec<Vec<String>> = (0..dictionary.value_count() as u32)
            .map(|code| {
                let label = dictionary.label(code).into_owned();
                let pair = format!("{}+", dictionary.label(code / 2 * 2));
                let four = format!("{}++", dictionary.label(code / 4 * 4));
                vec![
                    label,
                    pair.clone(),
                    if code < 4 { four } else { pair },
                    "~".into(),
                ]
            })
            .collect();
        let hierarchy = bauta_table::Hierarchy::from_rows("q", &rows).unwrap();
        Qi::new(table, index, Some(hierarchy)).unwrap()
    })
    .collect()
}

/// A random table with a number to be learnt, for techniques that need a target.
pub(crate) fn with_target(table: Table) -> Table {
    let mut target = ColumnBuilder::new();
    (0..table.rows()).for_each(|row| target.push_text(&(row * row % 17).to_string()));
    let column = target.finish(&ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    });
    let mut attributes = table.into_attributes();
    attributes.push(Attribute {
        name: "target".into(),
        role: Role::Target,
        column,
    });
    Table::from_attributes(attributes)
}

/// The techniques that look for what is asked for; those that do as they are told have laws of their own.
fn searching() -> impl Iterator<Item = &'static &'static dyn Technique> {
    ALL.iter()
        .filter(|technique| !technique.descriptor().family.does_as_told())
}

/// Every combination of the technique's choices.
pub(crate) fn all_settings(technique: &dyn Technique) -> Vec<Settings> {
    let mut all = vec![Settings::new()];
    for parameter in technique.descriptor().parameters {
        if let ParameterKind::Choice(choices) = parameter.kind() {
            all = all
                .into_iter()
                .flat_map(|settings| {
                    choices.iter().map(move |choice| {
                        let mut settings = settings.clone();
                        settings.insert(parameter.name().into(), choice.word.into());
                        settings
                    })
                })
                .collect();
        }
    }
    all
}

/// Every model that people can ask for, with the values that a form begins with; where a distance can be said, with each.
fn asked_for() -> Vec<Requirement> {
    let asked = MODELS.iter().filter(|model| model.target.is_some());
    asked
        .flat_map(|model| {
            let start = model.start();
            let alike = move |sample: &Requirement| {
                let pairs = sample.values().iter().zip(start.values());
                pairs.into_iter().all(|(sample, start)| {
                    sample == start || matches!(sample, ParameterValue::Distance(_))
                })
            };
            model.samples().into_iter().filter(alike)
        })
        .collect()
}

/// k, l and one more requirement, or none: half of the time with the values that a form begins with, which many tables meet.
fn requirements() -> impl Strategy<Value = Vec<Requirement>> {
    let samples = MODELS.iter().filter(|model| model.target.is_some());
    let samples: Vec<Requirement> = samples.flat_map(|model| model.samples()).collect();
    let also = prop_oneof![
        1 => Just(None),
        6 => proptest::sample::select(asked_for()).prop_map(Some),
        6 => proptest::sample::select(samples).prop_map(Some),
    ];
    (1u64..6, 1u64..4, also).prop_map(|(k, l, also)| with(k, l, also))
}

fn with(k: u64, l: u64, also: Option<Requirement>) -> Vec<Requirement> {
    let mut all = vec![Requirement::k_anonymity(k)];
    all.extend((l > 1).then(|| Requirement::distinct_l_diversity(l)));
    all.extend(also);
    all
}

/// Those that the table can be asked for: some have too few different values.
fn possible(requirements: &[Requirement], table: &Table) -> Vec<Requirement> {
    let possible = |it: &&Requirement| it.faults(table).is_empty();
    requirements.iter().filter(possible).cloned().collect()
}

/// Runs a technique to the verified tables, as strings; `None` where it says that there is no way.
fn released(
    technique: &dyn Technique,
    table: &Table,
    requirements: &[Requirement],
    settings: &Settings,
) -> Option<Vec<Vec<Vec<String>>>> {
    let plain = || {
        table
            .with_role(Role::QuasiIdentifier)
            .into_iter()
            .map(|index| Qi::new(table, index, None).unwrap())
    };
    let needs = technique.descriptor().needs;
    let qis = if needs.hierarchies {
        with_hierarchies(table)
    } else {
        plain().collect()
    };
    // Whoever the technique cannot have a requirement with has said so, and that is all.
    if !crate::misfits(technique, requirements).is_empty() {
        return None;
    }
    let hierarchies = BTreeMap::from([(
        "sensitive".to_owned(),
        pairs(table, table.with_role(Role::Sensitive)[0]),
    )]);
    let population = population(table);
    let prepared = Prepared::new(table, qis)
        .with_sensitive_hierarchies(&hierarchies)
        .unwrap();
    let prepared = if needs.hierarchies {
        prepared.with_population(&population).unwrap()
    } else {
        prepared
    };
    let limit = table.counted_rows() / 10;
    // A technique may refuse a setting for some requirements, but nothing by default.
    let mut task = match Task::new(technique, &prepared, requirements, settings, Vec::new()) {
        Ok(task) => task.with_limit(limit),
        Err(_) if !settings.is_empty() => return None,
        Err(faults) => panic!("{}: {faults:?}", technique.descriptor().id),
    };
    let verified = task.method.verified(requirements);
    let Outcome::Plan(plan) = crate::plan(&mut task, &mut context(7)).unwrap() else {
        return None;
    };
    let draft = apply(&prepared, &plan);
    let suppressed = draft.suppressed_rows as usize;
    assert!(
        suppressed as u64 <= limit,
        "suppression is within its limit"
    );
    let population = match &plan {
        Recoding::Levels(levels) => {
            Some(recoded_population(&prepared, levels, &population).unwrap())
        }
        _ => None,
    };
    let background = Background {
        original: Some(table),
        hierarchies: Some(&hierarchies),
        population: population.as_ref(),
        rules: None,
    };
    let source = Source {
        table,
        qis: &prepared.qis,
        kept: &plan.rows_kept(&prepared),
    };
    let rows = table.counted_rows();
    let verdict = match task.method.is_truthful() {
        true => Release::verify_true(draft, rows, &verified, &background, &source),
        false => Release::verify(draft, rows, &verified, &background),
    };
    let release = verdict.unwrap_or_else(|refusal| {
        panic!(
            "{} made an unsafe draft: {:?} {:?}",
            technique.descriptor().id,
            refusal.assessment.guarantees,
            refusal.problem
        )
    });
    let linked_by = release.linked_by().to_vec();
    let largest = |of: fn(&Requirement) -> Option<u64>| requirements.iter().filter_map(of).max();
    let k = largest(Requirement::as_k_anonymity).unwrap_or(1);
    let l = largest(Requirement::as_distinct_l_diversity).unwrap_or(1);
    for (_, part) in release.tables() {
        assert_eq!(
            part.counted_rows() as usize + suppressed,
            table.counted_rows() as usize,
            "rows are kept or counted as suppressed"
        );
        let rows = oracle::rows_of(part);
        let links = linked_by.iter().map(|name| part.index_of(name).ok());
        // Where quasi-identifiers stay exact, k is the size of buckets, and values belong to these.
        let qi = if linked_by.is_empty() {
            part.with_role(Role::QuasiIdentifier)
        } else {
            links.flatten().collect()
        };
        let sensitive = part.with_role(Role::Sensitive);
        let of_any = verified
            .iter()
            .any(|it| it.descriptor().id == "k-anonymity-of-any-value");
        let found = if of_any {
            oracle::k_of_any_value(&rows, &qi)
        } else {
            oracle::k(&rows, &qi)
        };
        assert!(found >= k as usize, "the oracle agrees on k");
        assert!(
            sensitive
                .iter()
                .all(|&s| oracle::distinct_l(&rows, &qi, s) >= l as usize),
            "the oracle agrees on l"
        );
    }
    Some(
        release
            .tables()
            .iter()
            .map(|(_, part)| oracle::rows_of(part))
            .collect(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_verified_models_hold_rows_are_kept_and_the_same_seed_gives_the_same_release(
        seed in any::<u64>(), rows in 6usize..60, width in 1usize..4, distinct in 1usize..9,
        asked in requirements()
    ) {
        let table = with_target(random_table(seed, rows, width, distinct, 5));
        let asked = possible(&asked, &table);
        for technique in searching() {
            for settings in all_settings(*technique) {
                let once = released(*technique, &table, &asked, &settings);
                let again = released(*technique, &table, &asked, &settings);
                prop_assert!(once == again);
            }
        }
    }
}

/// The distinct rows of a table, sorted, and how often each occurs.
fn distinct_rows(table: &Table) -> Table {
    let mut rows: Vec<u32> = (0..table.rows() as u32).collect();
    let key = |row: u32| -> Vec<u32> {
        table
            .attributes()
            .iter()
            .map(|attribute| attribute.column.codes().get(row as usize))
            .collect()
    };
    rows.sort_by_key(|&row| key(row));
    let (first, weights): (Vec<u32>, Vec<u64>) = rows
        .chunk_by(|&a, &b| key(a) == key(b))
        .map(|same| (same[0], same.len() as u64))
        .unzip();
    table.picked(&first).weighted(weights)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Where rows are does not matter: a plan for the distinct rows and their counts is the plan for the rows.
    #[test]
    fn distinct_rows_with_their_counts_are_decided_like_the_rows(
        seed in any::<u64>(), rows in 6usize..90, width in 1usize..4, distinct in 1usize..7,
        asked in requirements()
    ) {
        prop_assume!(!asked.iter().any(Requirement::needs_population));
        let all = with_target(random_table(seed, rows, width, distinct, 5));
        // Sorted, so that both see tuples in the same order.
        let counted = distinct_rows(&all);
        let order: Vec<u32> = {
            let rows = oracle::rows_of(&all);
            let place = |wanted: &Vec<String>, used: &mut Vec<bool>| {
                let found = (0..rows.len()).find(|&row| !used[row] && rows[row] == *wanted).unwrap();
                used[found] = true;
                found as u32
            };
            let mut used = vec![false; rows.len()];
            oracle::rows_of(&counted).iter().map(|row| place(row, &mut used)).collect()
        };
        let all = all.picked(&order);
        let asked = possible(&asked, &all);
        let names: Vec<String> =
            all.with_role(Role::QuasiIdentifier).iter().map(|&index| all.attributes()[index].name.clone()).collect();
        for technique in searching() {
            for settings in all_settings(*technique) {
                let Ok(method) = technique.check(&settings, &names) else { continue };
                if method.needs_rows().is_some() {
                    continue;
                }
                let plain = released(*technique, &all, &asked, &settings);
                let weighted = released(*technique, &counted, &asked, &settings);
                prop_assert!(plain == weighted, "{} {:?}", technique.descriptor().id, settings);
            }
        }
    }
}

/// Every model that people can ask for is reached by some technique, on a table with a population that it was drawn from: a model
/// that no release satisfies is not exercised by the laws above.
#[test]
fn every_model_is_exercised() {
    let table = with_target(random_table(5, 200, 2, 12, 5));
    for asked in asked_for() {
        let reached = searching().any(|technique| {
            let asked = [Requirement::k_anonymity(2), asked.clone()];
            released(*technique, &table, &asked, &Settings::new()).is_some()
        });
        assert!(reached, "no technique reaches {asked:?}");
    }
}

/// A table meets its own distribution: every way to a release finds one, whatever is asked of sensitive values.
#[test]
fn closeness_to_the_table_can_always_be_reached() {
    let table = with_target(random_table(5, 200, 2, 12, 5));
    let close = |asked: &Requirement| {
        let judge = asked.model(&Whole::default());
        judge.compares_with_table()
    };
    let asked: Vec<Requirement> = asked_for().into_iter().filter(close).collect();
    assert!(!asked.is_empty());
    for technique in searching() {
        for asked in &asked {
            assert!(
                released(
                    *technique,
                    &table,
                    &with(2, 1, Some(asked.clone())),
                    &Settings::new()
                )
                .is_some(),
                "{}: {asked:?}",
                technique.descriptor().id
            );
        }
    }
}

/// Every statement about the whole can be met by classes that are large enough, and is met without making all of them so.
#[test]
fn statements_about_the_whole_hold() {
    let table = with_target(random_table(5, 200, 2, 12, 5));
    let of_whole = |asked: &Requirement| asked.model(&Whole::default()).speaks_of_whole();
    let asked: Vec<Requirement> = asked_for().into_iter().filter(of_whole).collect();
    assert!(!asked.is_empty());
    for technique in searching() {
        for asked in &asked {
            let all = with(1, 1, Some(asked.clone()));
            let fits = crate::misfits(*technique, &all).is_empty();
            let released = released(*technique, &table, &all, &Settings::new());
            assert_eq!(
                released.is_some(),
                fits,
                "{}: {asked:?}",
                technique.descriptor().id
            );
        }
    }
}

/// What holds anyway does not change the plan.
#[test]
fn a_statement_about_the_whole_that_holds_costs_nothing() {
    let table = with_target(random_table(5, 200, 2, 12, 5));
    for technique in searching() {
        let plain = released(*technique, &table, &with(5, 1, None), &Settings::new());
        let held = with(5, 1, Some(Requirement::mean_risk(0.2)));
        if technique.descriptor().family == Family::Separation {
            // Quasi-identifiers stay exact: nothing can be said about risks of people.
            assert_eq!(crate::misfits(*technique, &held).len(), 1);
            continue;
        }
        assert!(
            plain == released(*technique, &table, &held, &Settings::new()),
            "{}",
            technique.descriptor().id
        );
    }
}

/// Rows may be left out under closeness: what classes are compared with is the original table.
#[test]
fn closeness_goes_with_rows_left_out() {
    let table = with_target(random_table(9, 300, 2, 6, 5));
    let rows = |distance| {
        let close = Requirement::t_closeness(0.25, Some(distance));
        let released = released(
            &crate::generalize::samarati::Samarati,
            &table,
            &with(2, 1, Some(close)),
            &Settings::new(),
        );
        released.unwrap()[0].len()
    };
    assert!(
        Distance::ALL
            .into_iter()
            .any(|distance| rows(distance) < 300)
    );
}

#[test]
fn ids_are_unique_and_every_default_is_accepted() {
    let mut ids: Vec<_> = ALL
        .iter()
        .map(|technique| technique.descriptor().id)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), ALL.len());
    for technique in ALL {
        let descriptor = technique.descriptor();
        let method = technique.check(&Settings::new(), &["a".into()]).unwrap();
        assert_eq!(method.technique().descriptor().id, descriptor.id);
        // The record says every parameter, and a record is accepted as it was.
        let recorded = method.parameters().to_map();
        assert_eq!(recorded.len(), descriptor.parameters.len());
        let again = technique.check(&recorded, &["a".into()]).unwrap();
        assert_eq!(again.parameters(), method.parameters());
    }
}
