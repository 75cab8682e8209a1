//! Privacy models on the thesis' tables and on the papers' own distributions.

use super::*;

#[test]
fn models_of_the_thesis_tables() {
    for id in [
        "c2-t02-kanonymity-ok",
        "c2-t03-kanonymity-ko",
        "c2-t04-ldiversity",
    ] {
        let (case, table) = (case(id), input(id));
        let expected = &case["expected"];
        let found = examine(&table, &[]);
        assert_eq!(Some(found.k()), expected["k"].as_u64(), "{id}");
        assert_eq!(
            Some(found.classes.len() as u64),
            expected["n_classes"].as_u64(),
            "{id}"
        );
        assert_eq!(
            Some(found.l()[0].1),
            expected["distinct_l"].as_u64(),
            "{id}"
        );
        let mut sizes: Vec<(u64, u64)> = (0..found.classes.len())
            .map(|c| (found.classes.size(c), found.classes.distinct(c, 0)))
            .collect();
        let classes = expected["classes"].as_array().unwrap().iter();
        let mut wanted: Vec<(u64, u64)> = classes
            .map(|c| {
                (
                    c["size"].as_u64().unwrap(),
                    c["distinct_sensitive"].as_u64().unwrap(),
                )
            })
            .collect();
        sizes.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(sizes, wanted, "{id}");
        if let Some(satisfied) = expected["satisfied"].as_bool() {
            let k = case["params"]["k"].as_u64().unwrap();
            assert_eq!(
                examine(&table, &[Requirement::k_anonymity(k)]).holds(),
                satisfied,
                "{id}"
            );
        }
        for (l, satisfied) in expected["distinct"].as_object().into_iter().flatten() {
            let l = l.parse().unwrap();
            let holds = examine(&table, &[Requirement::distinct_l_diversity(l)]).holds();
            assert_eq!(Some(holds), satisfied.as_bool(), "{id}");
        }
        for (l, satisfied) in expected["entropy"].as_object().into_iter().flatten() {
            let l = l.parse().unwrap();
            let holds = examine(&table, &[Requirement::entropy_l_diversity(l)]).holds();
            assert_eq!(Some(holds), satisfied.as_bool(), "{id}");
        }
        spread_of_values(id, &table, expected);
        let distance = Some(Distance::Equal);
        let t = expected["t_closeness_equal_distance"].as_f64().unwrap();
        for (t, holds) in [(t + 1e-6, true), (t - 1e-6, false)] {
            let found = examine(&table, &[Requirement::t_closeness(t, distance)]);
            assert_eq!(found.holds(), holds, "{id}");
            assert!((found.t()[0].1 - t).abs() < 3e-6, "{id}");
        }
    }
}

/// Entropy and recursive diversity: the bound that is just met, and every (c,l) of the case.
fn spread_of_values(id: &str, table: &Table, expected: &Value) {
    let l = expected["entropy_l"].as_f64().unwrap();
    for (l, holds) in [(l - 1e-6, true), (l + 1e-5, false)] {
        assert_eq!(
            examine(table, &[Requirement::entropy_l_diversity(l)]).holds(),
            holds,
            "{id}"
        );
    }
    for line in expected["recursive"].as_array().into_iter().flatten() {
        let (c, l) = (line["c"].as_f64().unwrap(), line["l"].as_u64().unwrap());
        let holds = examine(table, &[Requirement::recursive_l_diversity(c, l)]).holds();
        assert_eq!(Some(holds), line["satisfied"].as_bool(), "{id}: ({c}, {l})");
    }
}

/// Distinct diversity does not see that eight of ten rows share a value; the others do.
#[test]
fn skewness_is_seen_by_entropy_and_recursive_diversity() {
    let id = "c2-skewness";
    let (case, table) = (case(id), input(id));
    let expected = &case["expected"];
    assert_eq!(
        Some(examine(&table, &[]).l()[0].1),
        expected["distinct_l"].as_u64()
    );
    let holds = examine(&table, &[Requirement::entropy_l_diversity(2.0)]).holds();
    assert_eq!(Some(holds), expected["entropy_2_diverse"].as_bool());
    spread_of_values(id, &table, expected);
}

/// A table distributed as `q` with a class distributed as `p`; the rest of its rows are another class.
fn table_with_class(p: &Value, q: &Value) -> Table {
    let share = |of: &Value, value: &str| of[value].as_f64().unwrap_or(0.0);
    let is_whole = |rows: f64| (rows - rows.round()).abs() < 1e-9;
    let values: Vec<&String> = q.as_object().unwrap().keys().collect();
    let rows_of = |of: &Value| {
        (1..100)
            .map(f64::from)
            .find(|n| values.iter().all(|v| is_whole(n * share(of, v))))
    };
    let (class, rows) = (rows_of(p).unwrap(), rows_of(q).unwrap());
    let mut lines = Vec::new();
    for value in values {
        let inside = (class * share(p, value)).round() as usize;
        let all = (rows * share(q, value)).round() as usize;
        lines.extend(
            (0..all).map(|row| [if row < inside { "class" } else { "rest" }, value.as_str()]),
        );
    }
    let lines: Vec<&[&str]> = lines.iter().map(|line| &line[..]).collect();
    let mut table = bauta_testkit::table_of(&["group", "value"], &lines);
    table.set_role(0, Role::QuasiIdentifier);
    table.set_role(1, Role::Sensitive);
    table
}

#[test]
fn distances_of_the_closeness_paper() {
    let case = case("x-emd");
    for distance in Distance::ALL {
        let cases = case["expected"][distance.name()].as_array().unwrap();
        assert_eq!(cases.len(), 2);
        for case in cases {
            let table = table_with_class(&case["p"], &case["q"]);
            let emd = case["emd"].as_f64().unwrap();
            let tree = hierarchy("x-emd", "Niveau d'étude");
            let bound = (distance == Distance::Hierarchical)
                .then(|| tree.bind("value", &table.attributes()[1].column).unwrap());
            let hierarchies = [("value".to_owned(), tree)].into();
            let background = Background {
                hierarchies: bound.as_ref().map(|_| &hierarchies),
                ..Background::default()
            };
            let classes = examine_with(&table, &[], &background).classes;
            let class = (0..classes.len())
                .find(|&class| (classes.distance(class, 0, Some(distance)) - emd).abs() < 1e-6);
            assert!(
                class.is_some(),
                "no class is {emd} away by {} distance",
                distance.name()
            );
            let whole = Whole::of(&table).with_hierarchies(&[bound]);
            let column = &table.attributes()[1].column;
            let mut counts = vec![0; column.dictionary().len()];
            let inside =
                (0..table.rows()).filter(|&row| table.attributes()[0].column.label(row) == "class");
            inside.for_each(|row| counts[column.codes().get(row) as usize] += 1);
            let values: Vec<(u32, u64)> =
                (0..).zip(counts).filter(|(_, count)| *count > 0).collect();
            let size = values.iter().map(|value| value.1).sum();
            for (t, holds) in [(emd + 1e-6, true), (emd - 1e-6, false)] {
                let model = Requirement::t_closeness(t, Some(distance)).model(&whole);
                assert_eq!(
                    model.holds(&Class {
                        size,
                        sensitive: std::slice::from_ref(&values),
                        population: 0
                    }),
                    holds
                );
            }
        }
    }
}

fn vector_table(id: &str, file: &str) -> Table {
    let locator: Locator = folder(id).join(file).to_str().unwrap().parse().unwrap();
    let mut table = bauta_formats::read(&locator, &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    for (name, role) in case(id)["roles"].as_object().unwrap() {
        if let Ok(index) = table.index_of(name) {
            let role = if role == "quasi_identifier" {
                Role::QuasiIdentifier
            } else {
                Role::Insensitive
            };
            table.set_role(index, role);
        }
    }
    table
}

/// Persons of the external table are scored; released classes that it lacks are named as failing, whatever the bounds.
#[test]
fn presence_of_the_thesis() {
    let id = "c2-t06-delta-presence";
    let (released, external) = (
        vector_table(id, "released.csv"),
        vector_table(id, "external.csv"),
    );
    let wanted = &case(id)["expected"];
    assert_eq!(
        Some(examine(&external, &[]).k()),
        wanted["external_k"].as_u64()
    );
    let background = Background {
        population: Some(&external),
        ..Background::default()
    };
    let classes = examine_with(&released, &[], &background).classes;
    let mut presence: Vec<(u64, u64)> = (0..classes.len())
        .map(|class| (classes.size(class), classes.population(class)))
        .collect();
    presence.sort_unstable();
    let unmatched = wanted["unmatched_released_classes"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(presence, [(2, 0), (2, 0), (3, 4)]);
    assert_eq!(
        presence.iter().filter(|class| class.1 == 0).count(),
        unmatched
    );
    assert_eq!(classes.unreached(), 3, "the class of probability 0");
    for line in wanted["satisfied"].as_array().unwrap() {
        let (min, max) = (
            line["delta_min"].as_f64().unwrap(),
            line["delta_max"].as_f64().unwrap(),
        );
        let found = examine_with(
            &released,
            &[Requirement::delta_presence(min, max)],
            &background,
        );
        let persons = if line["ok"].as_bool().unwrap() { 0 } else { 1 };
        assert_eq!(found.failing.len(), unmatched + persons, "({min}, {max})");
    }
    let id = "c2-table-linkage-probability";
    let (released, external) = (
        &case(id)["params"]["class_size_released"],
        &case(id)["params"]["class_size_external"],
    );
    let class = Class {
        size: released.as_u64().unwrap(),
        sensitive: &[],
        population: external.as_u64().unwrap(),
    };
    let probability = case(id)["expected"]["presence_probability"]
        .as_f64()
        .unwrap();
    for (max, holds) in [(probability, true), (probability - 1e-6, false)] {
        let model = Requirement::delta_presence(0.0, max).model(&Whole::default());
        assert_eq!(model.holds(&class), holds);
    }
}
