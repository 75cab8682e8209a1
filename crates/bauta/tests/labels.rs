//! What every technique of the registry writes, read back from its labels alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::BTreeMap;

use bauta_methods::{Context, Outcome, Task};
use bauta_privacy::attack::{Frame, candidates};
use bauta_privacy::utility::{Losses, Reading, pairing};
use bauta_table::recoding::{Levels, Prepared, Recoding, apply};
use bauta_table::{Hierarchy, HierarchySpec, Node, Qi, Role, Silent, Table};
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

/// The columns of people, and for each the hierarchies that are tried on it. Labels of the first ones say by themselves what they mean; the last
/// ones are understood with the hierarchy only.
fn kinds() -> Vec<(&'static str, Vec<serde_json::Value>, Vec<serde_json::Value>)> {
    let spec = |text: &str| serde_json::from_str(text).unwrap();
    let specs = |texts: &[&str]| texts.iter().map(|text| spec(text)).collect();
    let all: [(&str, &[&str], &[&str]); 8] = [
        (
            "age",
            &[
                r#"{"type":"intervals","width":10,"factor":2}"#,
                r#"{"type":"intervals","width":10,"labels":"dash"}"#,
                r#"{"type":"intervals","width":10,"labels":"dots"}"#,
                r#"{"type":"intervals","bounds":[20,40],"factor":2}"#,
            ],
            &[r#"{"type":"frequency","rows":4}"#],
        ),
        (
            "cost",
            &[
                r#"{"type":"intervals","count":4,"equal":"frequency"}"#,
                r#"{"type":"intervals","count":3}"#,
            ],
            &[],
        ),
        (
            "born",
            &[
                r#"{"type":"dates"}"#,
                r#"{"type":"dates","levels":["week"]}"#,
                r#"{"type":"intervals","width":30}"#,
                r#"{"type":"intervals","width":30,"labels":"dots"}"#,
                r#"{"type":"intervals","bounds":["1985-01-01"]}"#,
            ],
            &[r#"{"type":"dates","levels":["week","month","year"]}"#],
        ),
        (
            "entry",
            &[r#"{"type":"dates"}"#, r#"{"type":"intervals","width":30}"#],
            &[],
        ),
        (
            "moment",
            &[r#"{"type":"dates"}"#, r#"{"type":"intervals","width":0.5}"#],
            &[],
        ),
        (
            "zip",
            &[
                r#"{"type":"masking"}"#,
                r#"{"type":"masking","from":"left"}"#,
            ],
            &[r##"{"type":"masking","mask":"#"}"##],
        ),
        (
            "code",
            &[
                r#"{"type":"masking"}"#,
                r#"{"type":"masking","from":"left"}"#,
            ],
            &[],
        ),
        (
            "town",
            &[],
            &[
                r#"{"type":"order","sizes":[2,4]}"#,
                r#"{"type":"order","values":["c-d","Paris, 12e","[x]","Paris","Lyon, 3e","{a, b}"],"sizes":[2]}"#,
                r#"{"type":"groups","levels":[[{"label":"capital, all","members":["Paris","Paris, 12e"]}]],"other":"else"}"#,
                r#"{"type":"frequency","rows":6}"#,
            ],
        ),
    ];
    all.into_iter()
        .map(|(name, plain, named)| (name, specs(plain), specs(named)))
        .collect()
}

const TOWNS: [&str; 6] = ["Paris, 12e", "Paris", "Lyon, 3e", "{a, b}", "[x]", "c-d"];

fn people() -> Table {
    let rows: Vec<Vec<String>> = (0..48u32)
        .map(|row| {
            let (a, b) = (row * 7 % 12, row * 5 % 9);
            vec![
                (18 + a * 5).to_string(),
                format!("{}.{}", b * 3, a % 4 * 25),
                format!("{}-{:02}-{:02}", 1979 + a, 1 + b, 27 + row % 2),
                format!("{:02}/{:02}/{}", 1 + b, 1 + a, 2023 + row % 2),
                format!("2024-0{}-1{}T{:02}:30:00", 1 + b, a % 9, 2 * a),
                ["1053", "13053", "13060", "75001", "820"][row as usize % 5].to_owned(),
                ["A1", "A12", "B", "B99x", "ZZ"][row as usize * 3 % 5].to_owned(),
                TOWNS[row as usize % 6].to_owned(),
                ["flu", "cold", "cough"][row as usize % 3].to_owned(),
            ]
        })
        .collect();
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    let header = [
        "age", "cost", "born", "entry", "moment", "zip", "code", "town", "s",
    ];
    let mut table = table_of(&header, &rows);
    table.set_role(8, Role::Sensitive);
    table
}

/// The table as somebody reads it who has its text only: a column of years is numbers again.
fn read_again(table: &Table) -> Table {
    let header: Vec<&str> = table
        .attributes()
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    let label = |row: usize| -> Vec<String> {
        let cells = table.attributes().iter();
        cells.map(|it| it.column.label(row).into_owned()).collect()
    };
    let rows: Vec<Vec<String>> = (0..table.rows()).map(label).collect();
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    table_of(&header, &rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// Every label is read, and the row that was a person's is among those that match the person.
fn fits_own_rows(
    what: &str,
    prepared: &Prepared<'_>,
    plan: &Recoding,
    hierarchies: &BTreeMap<String, Hierarchy>,
) {
    let table = prepared.table;
    let draft = apply(prepared, plan);
    let released = read_again(&draft.tables[0].1);
    let Some(kept) = plan.rows_kept(prepared).list(table.rows()) else {
        return;
    };
    let names: Vec<String> = prepared.qis.iter().map(|qi| qi.name.clone()).collect();
    let frame = Frame::of(&[table, &released], &[1], &names, hierarchies)
        .unwrap_or_else(|faults| panic!("{what}: {faults:?}"));
    assert!(frame.not_understood(1).is_empty(), "{what}: not understood");
    assert!(frame.not_understood(0).is_empty(), "{what}: people");
    let fields: Vec<usize> = (0..names.len()).collect();
    let matched = candidates(&frame, 1, 0, &fields);
    for (row, from) in kept.into_iter().enumerate() {
        let person = matched.person_of_row[from as usize] as usize;
        let own = matched.box_of_row[row];
        let label = |name: &String| {
            let label = |table: &Table, row: usize| {
                let index = table.index_of(name).unwrap();
                table.attributes()[index].column.label(row).into_owned()
            };
            (label(table, from as usize), label(&released, row))
        };
        assert!(
            matched.boxes_of_person[person].contains(&own),
            "{what}: row {from} {:?}",
            names.iter().map(label).collect::<Vec<_>>()
        );
        assert!(!matched.unknown[person], "{what}: row {from}");
    }
}

/// For every kind of hierarchy and every level, each person matches their own released row: with the hierarchy, and without it where labels say by
/// themselves what they mean.
#[test]
fn people_match_their_own_row_at_every_level_of_every_kind_of_hierarchy() {
    let table = people();
    let mut levels = 0;
    for (name, plain, named) in kinds() {
        let index = table.index_of(name).unwrap();
        let column = &table.attributes()[index].column;
        let specs = plain.iter().map(|spec| (spec, true));
        for (spec, by_itself) in specs.chain(named.iter().map(|spec| (spec, false))) {
            let parsed: HierarchySpec = serde_json::from_value(spec.clone()).unwrap();
            let hierarchy = parsed.build(name, column).unwrap();
            let height = hierarchy.height();
            let qi = Qi::new(&table, index, Some(hierarchy.clone())).unwrap();
            let prepared = Prepared::new(&table, vec![qi]);
            for level in 0..=height {
                let plan = Recoding::Levels(Levels {
                    node: Node::from(vec![level as u8]),
                    dropped: Vec::new(),
                });
                let given = BTreeMap::from([(name.to_owned(), hierarchy.clone())]);
                let what = format!("{name} {spec} level {level}");
                fits_own_rows(&what, &prepared, &plan, &given);
                if by_itself {
                    fits_own_rows(&format!("{what}, bare"), &prepared, &plan, &BTreeMap::new());
                }
                levels += 1;
            }
        }
    }
    assert!(levels > 60, "{levels}");
}

/// Every technique that only makes values vaguer, with each recoding that it has: each person matches their own released row.
#[test]
fn people_match_their_own_row_of_every_technique() {
    let table = people();
    let requirements = [bauta_privacy::Requirement::k_anonymity(4)];
    let of = |names: &[&str]| -> Vec<usize> {
        names
            .iter()
            .map(|name| table.index_of(name).unwrap())
            .collect()
    };
    let sets = [
        of(&["age", "cost", "town"]),
        of(&["born", "zip", "code"]),
        of(&["entry", "moment", "age"]),
    ];
    let mut released = 0;
    for technique in bauta_methods::ALL {
        let descriptor = technique.descriptor();
        if descriptor.family != bauta_methods::Family::Generalization {
            continue;
        }
        let recodes = descriptor
            .parameters
            .iter()
            .any(|it| it.name() == "recoding");
        let recodings: &[&str] = if recodes {
            &["range", "set", "hierarchy"]
        } else {
            &[""]
        };
        for (columns, with) in sets.iter().flat_map(|set| [(set, false), (set, true)]) {
            let hierarchy = |index: usize| -> Option<Hierarchy> {
                let attribute = &table.attributes()[index];
                let all = kinds().into_iter().find(|it| it.0 == attribute.name)?;
                let spec = all.1.into_iter().chain(all.2).next()?;
                let spec: HierarchySpec = serde_json::from_value(spec).unwrap();
                spec.build(&attribute.name, &attribute.column).ok()
            };
            let given = columns.iter().filter(|_| with).filter_map(|&index| {
                Some((table.attributes()[index].name.clone(), hierarchy(index)?))
            });
            let given: BTreeMap<String, Hierarchy> = given.collect();
            let qi = |&index: &usize| {
                let own = given.get(&table.attributes()[index].name).cloned();
                Qi::new(&table, index, own).unwrap()
            };
            let prepared = Prepared::new(&table, columns.iter().map(qi).collect());
            for recoding in recodings {
                let settings = BTreeMap::from([("recoding".to_owned(), (*recoding).to_owned())]);
                let settings = if recodes { settings } else { BTreeMap::new() };
                let task = Task::new(*technique, &prepared, &requirements, &settings, Vec::new());
                let Ok(task) = task else {
                    continue;
                };
                let task = task.with_limit(4);
                let mut context = Context {
                    rng: rand_chacha::ChaCha20Rng::seed_from_u64(1),
                    progress: &Silent,
                    elapsed: &|| 0.0,
                    notes: Vec::new(),
                    view: None,
                    trace: None,
                };
                let Ok(Outcome::Plan(plan)) = task.plan(&mut context) else {
                    continue;
                };
                let what = format!("{} {recoding} {columns:?} {with}", descriptor.id);
                fits_own_rows(&what, &prepared, &plan, &given);
                released += 1;
            }
        }
    }
    assert!(released > 40, "{released}");
}
