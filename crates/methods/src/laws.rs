//! Laws that every technique of the registry must obey, on random tables: a new technique is held to them by being listed.

use bauta_privacy::{Distance, Release, Requirement};
use bauta_table::recoding::{Prepared, apply};
use bauta_table::{Qi, Role, Silent, Table};
use bauta_testkit::{oracle, random_table};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::{ALL, Context, Outcome, ParameterKind, Settings, Task, Technique};

pub(crate) fn context(seed: u64) -> Context<'static> {
    Context { rng: ChaCha20Rng::seed_from_u64(seed), progress: &Silent, notes: Vec::new(), view: None }
}

/// The table's quasi-identifiers, each with a hierarchy of its values in pairs and `*`.
pub(crate) fn with_hierarchies(table: &Table) -> Vec<Qi> {
    let qis = table.with_role(Role::QuasiIdentifier).into_iter();
    qis.map(|index| {
        let dictionary = table.attributes()[index].column.dictionary();
        let rows: Vec<Vec<String>> = (0..dictionary.value_count() as u32)
            .map(|code| vec![dictionary.label(code).into_owned(), format!("pair {}", code / 2), "*".into()])
            .collect();
        let hierarchy = bauta_table::Hierarchy::from_rows("q", &rows).unwrap();
        Qi::new(table, index, Some(hierarchy)).unwrap()
    })
    .collect()
}

/// Every combination of the technique's choices.
fn all_settings(technique: &dyn Technique) -> Vec<Settings> {
    let mut all = vec![Settings::new()];
    for parameter in technique.descriptor().parameters {
        if let ParameterKind::Choice(choices) = parameter.kind {
            all = all
                .into_iter()
                .flat_map(|settings| {
                    choices.iter().map(move |choice| {
                        let mut settings = settings.clone();
                        settings.insert(parameter.name.into(), choice.word.into());
                        settings
                    })
                })
                .collect();
        }
    }
    all
}

/// k, l and, by turns, one of the models that look closer at sensitive values; the bounds are such that many tables meet them.
fn requirements(k: u64, l: u64, also: u8) -> Vec<Requirement> {
    let mut all = vec![Requirement::KAnonymity { k }];
    if l > 1 {
        all.push(Requirement::DistinctLDiversity { l });
    }
    match also {
        1 => all.push(Requirement::EntropyLDiversity { l: 1.0 + 0.75 * (l - 1) as f64 }),
        2 => all.push(Requirement::RecursiveLDiversity { c: 3.0, l }),
        3 => all.push(Requirement::TCloseness { t: 0.3, distance: Some(Distance::Equal) }),
        4 => all.push(Requirement::TCloseness { t: 0.2, distance: Some(Distance::Ordered) }),
        _ => {}
    }
    all
}

/// Runs a technique to the verified tables, as strings; `None` where it says that there is no way.
fn released(
    technique: &dyn Technique,
    table: &Table,
    (k, l, also): (u64, u64, u8),
    settings: &Settings,
) -> Option<Vec<Vec<Vec<String>>>> {
    let plain = || table.with_role(Role::QuasiIdentifier).into_iter().map(|index| Qi::new(table, index, None).unwrap());
    let qis = if technique.descriptor().needs.hierarchies { with_hierarchies(table) } else { plain().collect() };
    let prepared = Prepared::new(table, qis);
    let requirements = requirements(k, l, also);
    let limit = table.rows() as u64 / 10;
    let task = Task::new(technique, &prepared, &requirements, settings, Vec::new()).unwrap().with_limit(limit);
    let Outcome::Plan(plan) = technique.plan(&task, &mut context(7)).unwrap() else { return None };
    let draft = apply(&prepared, &plan);
    let suppressed = draft.suppressed_rows as usize;
    assert!(suppressed as u64 <= limit, "suppression is within its limit");
    let release = Release::verify(draft, table.rows() as u64, &requirements)
        .unwrap_or_else(|refusal| panic!("{} made an unsafe draft: {:?}", technique.descriptor().id, refusal.checked));
    for (_, part) in release.tables() {
        assert_eq!(part.rows() + suppressed, table.rows(), "rows are kept or counted as suppressed");
        let rows = oracle::rows_of(part);
        let (qi, sensitive) = (part.with_role(Role::QuasiIdentifier), part.with_role(Role::Sensitive));
        assert!(oracle::k(&rows, &qi) >= k as usize, "the oracle agrees on k");
        assert!(sensitive.iter().all(|&s| oracle::distinct_l(&rows, &qi, s) >= l as usize), "the oracle agrees on l");
    }
    Some(release.tables().iter().map(|(_, part)| oracle::rows_of(part)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_verified_models_hold_rows_are_kept_and_the_same_seed_gives_the_same_release(
        seed in any::<u64>(), rows in 6usize..60, width in 1usize..4, distinct in 1usize..9, k in 1u64..6, l in 1u64..4,
        also in 0u8..5
    ) {
        let table = random_table(seed, rows, width, distinct, 5);
        let values = table.attributes()[table.with_role(Role::Sensitive)[0]].column.dictionary().value_count() as u64;
        let l = l.min(values);
        for technique in ALL {
            for settings in all_settings(*technique) {
                let once = released(*technique, &table, (k, l, also), &settings);
                let again = released(*technique, &table, (k, l, also), &settings);
                prop_assert!(once == again);
            }
        }
    }
}

/// A table meets its own distribution: every way to a release finds one, whatever distance is asked for.
#[test]
fn closeness_to_the_table_can_always_be_reached() {
    let table = random_table(5, 200, 2, 12, 5);
    for technique in ALL {
        for also in [3, 4] {
            assert!(
                released(*technique, &table, (2, 1, also), &Settings::new()).is_some(),
                "{}",
                technique.descriptor().id
            );
        }
    }
}

#[test]
fn ids_are_unique_and_every_default_is_accepted() {
    let mut ids: Vec<_> = ALL.iter().map(|technique| technique.descriptor().id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), ALL.len());
    for technique in ALL {
        technique.descriptor().check(&Settings::new(), &["a".into()]).unwrap();
    }
}
