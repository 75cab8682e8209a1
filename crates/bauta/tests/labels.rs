//! What every technique of the registry writes, read back from its labels alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::BTreeMap;

use bauta_methods::{Context, Outcome, Task};
use bauta_privacy::utility::{Losses, Reading, pairing};
use bauta_table::recoding::{Prepared, Recoding, apply};
use bauta_table::{Qi, Role, Silent, Table};
use bauta_testkit::table_of;
use rand_chacha::rand_core::SeedableRng;

fn near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() <= 1e-6 * expected.abs().max(1.0),
        "{what}: {found} is not {expected}"
    );
}

/// Numbers, decimals, dates and words, some of them missing.
fn mixed(seed: u64) -> Table {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(7);
    let mut draw = move |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let rows: Vec<Vec<String>> = (0..40)
        .map(|_| {
            let missing =
                |text: String, chance: u64| if chance == 0 { String::new() } else { text };
            vec![
                missing(format!("{}", draw(60) as i64 - 20), draw(12)),
                format!("{}.5", draw(9)),
                missing(
                    format!("19{:02}-0{}-1{}", 50 + draw(40), 1 + draw(9), draw(10)),
                    draw(12),
                ),
                format!("town {}, {}", draw(3), draw(3)),
                ["flu", "cold", "cough"][draw(3) as usize].to_owned(),
            ]
        })
        .collect();
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    let mut table = table_of(&["a", "b", "c", "d", "s"], &rows);
    (0..4).for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    table.set_role(4, Role::Sensitive);
    table
}

/// What every technique writes is understood, and measured from its labels as from its plan.
#[test]
fn labels_of_every_technique_are_understood() {
    let requirements = [bauta_privacy::Requirement::k_anonymity(3)];
    let mut released = 0;
    for seed in 0..12 {
        let table = mixed(seed);
        for (technique, with) in bauta_methods::ALL
            .iter()
            .flat_map(|technique| [(technique, false), (technique, true)])
        {
            let id = technique.descriptor().id;
            let hierarchy = |index: usize| {
                let (name, column) = (
                    &table.attributes()[index].name,
                    &table.attributes()[index].column,
                );
                let spec = bauta_table::HierarchySpec::suggest(column)?;
                spec.build(name, column).ok().filter(|_| with)
            };
            let qis: Vec<Qi> = (0..4)
                .filter_map(|index| Qi::new(&table, index, hierarchy(index)).ok())
                .collect();
            let prepared = Prepared::new(&table, qis);
            let Ok(task) = Task::new(
                *technique,
                &prepared,
                &requirements,
                &BTreeMap::new(),
                Vec::new(),
            ) else {
                continue;
            };
            let task = task.with_limit(4);
            let rng = rand_chacha::ChaCha20Rng::seed_from_u64(seed);
            let mut context = Context {
                rng,
                progress: &Silent,
                elapsed: &|| 0.0,
                notes: Vec::new(),
                view: None,
                trace: None,
            };
            let Ok(Outcome::Plan(plan)) = task.plan(&mut context) else {
                continue;
            };
            let draft = apply(&prepared, &plan);
            let expected = bauta_privacy::draft_loss(&draft, 40).unwrap();
            let release = bauta_privacy::Release::verify(
                draft,
                40,
                &task.method.verified(&requirements),
                &bauta_privacy::Background::default(),
            );
            let as_told = technique.descriptor().family.does_as_told();
            let release = match release {
                Ok(release) => release,
                // Who does as told promises nothing; the verifier says so.
                Err(_) if as_told => continue,
                Err(_) => panic!("{id}: refused"),
            };
            let quasi = &release.tables()[0].1;
            let reading = Reading::of(&table, &prepared.qis, quasi, 40);
            assert_eq!(reading.not_understood(), 0, "{id} {seed} {with}");
            let found = Losses::cheap(&reading, &vec![1.0; prepared.qis.len()]);
            let found = found.information_loss.unwrap();
            // A hierarchy may use one label (`other`) on several levels; where levels are mixed, the plan knows more than its reader.
            if with && !matches!(plan, Recoding::Levels(_)) {
                assert!(
                    (0.0..=1.0).contains(&found),
                    "{id} {seed}: {found} {expected}"
                );
            } else {
                near(found, expected, &format!("{id} {seed} {with}"));
            }
            if let Some(source) = pairing::pair(&table, &prepared.qis, quasi, &reading) {
                let generalizes =
                    technique.descriptor().family == bauta_methods::Family::Generalization;
                let untrue = pairing::untrue_cells(&table, &prepared.qis, quasi, &reading, &source);
                assert!(
                    !generalizes || untrue == 0 || (with && !matches!(plan, Recoding::Levels(_))),
                    "{id} {seed} {with}"
                );
            }
            released += 1;
        }
    }
    assert!(released > 30, "{released}");
}
