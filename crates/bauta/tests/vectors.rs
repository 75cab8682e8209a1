//! The golden cases of the thesis that the foundation covers: k-anonymity, l-diversity, t-closeness, bucketisation, full-domain recoding,
//! the lattice, the Mondrians. Compared with `expected*`, never with `printed*`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bauta::Answer;
use bauta::project::{HierarchySource, Project};
use bauta_formats::{Locator, ReadOptions, read_rows};
use bauta_methods::{Context, Settings, Task, View};
use bauta_privacy::{
    Background, Class, Distance, Measures, Release, Requirement, Whole, examine, examine_with,
};
use bauta_table::recoding::{BucketOutput, Buckets, Levels, Prepared, Recoding, apply};
use bauta_table::{Hierarchy, Lattice, Node, Qi, Role, Silent, Table};
use bauta_testkit::oracle::rows_of;
use rand::SeedableRng;
use serde_json::Value;

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(id)
}

fn case(id: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder(id).join("case.json")).unwrap()).unwrap()
}

/// The input table, with the roles that the case gives.
fn input(id: &str) -> Table {
    let locator: Locator = folder(id)
        .join("input.csv")
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    let mut table = bauta_formats::read(&locator, &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    for (name, role) in case(id)["roles"].as_object().into_iter().flatten() {
        let role = match role.as_str().unwrap() {
            "quasi_identifier" => Role::QuasiIdentifier,
            "sensitive" => Role::Sensitive,
            _ => Role::Insensitive,
        };
        table.set_role(table.index_of(name).unwrap(), role);
    }
    table
}

fn hierarchy(id: &str, attribute: &str) -> Hierarchy {
    let file = case(id)["hierarchies"][attribute]
        .as_str()
        .unwrap()
        .to_owned();
    Hierarchy::from_rows(attribute, &read_rows(&folder(id).join(file)).unwrap()).unwrap()
}

fn expected(id: &str, file: &str) -> Vec<Vec<String>> {
    read_rows(&folder(id).join(file))
        .unwrap()
        .into_iter()
        .skip(1)
        .collect()
}

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

#[test]
fn bucketisation_with_the_given_permutation() {
    let id = "c2-t12-bucketization";
    let (case, table) = (case(id), input(id));
    let mut bucket_of_row = vec![0; table.rows()];
    for (bucket, rows) in case["params"]["buckets"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        for row in rows.as_array().unwrap() {
            bucket_of_row[row.as_u64().unwrap() as usize - 1] = bucket as u32;
        }
    }
    let permutation = case["params"]["permutation_of_sensitive"]
        .as_array()
        .unwrap();
    let permutation = permutation
        .iter()
        .map(|row| row.as_u64().unwrap() as u32 - 1)
        .collect();
    let qis = table.with_role(Role::QuasiIdentifier);
    let prepared = Prepared::new(
        &table,
        qis.into_iter()
            .map(|i| Qi::new(&table, i, None).unwrap())
            .collect(),
    );
    let plan = Buckets {
        bucket_of_row,
        count: 2,
        output: BucketOutput::Permuted(permutation),
    };
    let draft = apply(&prepared, &Recoding::Buckets(plan));
    let released = rows_of(&draft.tables[0].1);
    let without_group: Vec<Vec<String>> = released.iter().map(|row| row[..3].to_vec()).collect();
    assert_eq!(without_group, expected(id, "expected.csv"));
    let release = Release::verify(
        draft,
        6,
        &[Requirement::k_anonymity(3)],
        &Background::default(),
    )
    .unwrap();
    assert_eq!(
        release.measures().privacy.l["Maladie"],
        2,
        "the less diverse of 3 and 2"
    );
}

/// Applies one level an attribute to a table and compares the rows.
fn full_domain(id: &str, table: &Table, levels: &[(&str, u8)]) -> Measures {
    let qis: Vec<Qi> = levels
        .iter()
        .map(|(name, _)| {
            Qi::new(
                table,
                table.index_of(name).unwrap(),
                Some(hierarchy(id, name)),
            )
            .unwrap()
        })
        .collect();
    let prepared = Prepared::new(table, qis);
    let node = Node::from(levels.iter().map(|(_, level)| *level).collect::<Vec<u8>>());
    let draft = apply(
        &prepared,
        &Recoding::Levels(Levels {
            node,
            dropped: Vec::new(),
        }),
    );
    let file = folder(id).join("expected.csv");
    if file.exists() {
        assert_eq!(
            rows_of(&draft.tables[0].1),
            expected(id, "expected.csv"),
            "{id}"
        );
    }
    Release::verify(draft, table.rows() as u64, &[], &Background::default())
        .unwrap()
        .measures()
        .clone()
}

#[test]
fn full_domain_recodings() {
    let table = input("c2-t08-generalization");
    let measures = full_domain("c2-t08-generalization", &table, &[("Ville", 1), ("Age", 2)]);
    assert_eq!((measures.privacy.k, measures.classes), (4, 2));

    let mut table = input("a0-t28-node-S1Z1");
    table.set_role(0, Role::QuasiIdentifier);
    table.set_role(1, Role::QuasiIdentifier);
    let measures = full_domain(
        "a0-t28-node-S1Z1",
        &table,
        &[("Sexe", 1), ("Code postal", 1)],
    );
    assert_eq!(measures.privacy.k, 6);

    let mut table = input("g1-full-domain");
    table.set_role(0, Role::QuasiIdentifier);
    full_domain("g1-full-domain", &table, &[("Niveau d'étude", 2)]);
}

/// All 24 nodes: classes, smallest class, outliers, discernibility and precision, each from the release and by roll-up.
#[test]
fn every_node_of_the_lattice() {
    let id = "a0-lattice";
    let table = input(id);
    let names = ["Sexe", "Code postal", "Niveau d'étude"];
    let qis: Vec<Qi> = names
        .iter()
        .map(|name| {
            Qi::new(
                &table,
                table.index_of(name).unwrap(),
                Some(hierarchy(id, name)),
            )
            .unwrap()
        })
        .collect();
    let heights: Vec<usize> = qis
        .iter()
        .map(|qi| qi.hierarchy.as_ref().unwrap().height())
        .collect();
    assert_eq!(Lattice::new(&heights).size(), 24);
    let prepared = Prepared::new(&table, qis);
    let rows = expected(id, "expected_lattice.csv");
    assert_eq!(rows.len(), 24);
    for row in rows {
        let number = |index: usize| row[index].parse::<f64>().unwrap();
        let levels: Vec<u8> = (0..3).map(|i| number(i) as u8).collect();
        let bounds = prepared.qis.iter().zip(&levels).map(|(qi, &level)| {
            let bound = qi.hierarchy.as_ref().unwrap();
            (
                bound.level(usize::from(level)),
                bound.group_count(usize::from(level)),
            )
        });
        let (rolled, _) = prepared
            .set()
            .roll_up(&bounds.map(Some).collect::<Vec<_>>());
        assert_eq!(rolled.len() as f64, number(4), "classes of {levels:?}");
        assert_eq!(
            rolled.counts().iter().copied().min().unwrap() as f64,
            number(5)
        );
        assert_eq!(
            rolled
                .counts()
                .iter()
                .filter(|&&size| size < 2)
                .sum::<u64>() as f64,
            number(6)
        );
        let settings: Vec<(&str, u8)> = names.into_iter().zip(levels.iter().copied()).collect();
        let measures = full_domain(id, &table, &settings);
        assert_eq!(measures.classes as f64, number(4));
        assert_eq!(measures.utility.discernibility, number(7));
        assert!(
            (measures.utility.precision.unwrap() - number(8)).abs() < 1e-6,
            "precision of {levels:?}"
        );
    }
}

/// Runs a multidimensional method on a case's table; compares measures and rows with what the case expects.
fn multidimensional(id: &str, method: &str, parameters: &[(&str, &str)], file: &str) {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("out.csv");
    let case = case(id);
    let mut project = Project::new(folder(id).join("input.csv").to_str().unwrap());
    for (name, role) in case["roles"].as_object().unwrap() {
        match role.as_str().unwrap() {
            "quasi_identifier" => {
                project.roles.quasi_identifiers.push(name.clone());
                let file = folder(id).join(case["hierarchies"][name].as_str().unwrap());
                let source = HierarchySource::File(file.to_str().unwrap().to_owned());
                project.hierarchies.insert(name.clone(), source);
            }
            "sensitive" => project.roles.sensitive.push(name.clone()),
            "target" => project.roles.targets.push(name.clone()),
            _ => project.roles.identifiers.push(name.clone()),
        }
    }
    // The tie of two equally wide attributes goes to the first.
    project.roles.quasi_identifiers.sort();
    project.targets.set_k(case["params"]["k"].as_u64());
    project.anonymize.method = method.into();
    project.anonymize.parameters = parameters
        .iter()
        .map(|(name, word)| (name.to_string(), word.to_string()))
        .collect();
    project.output.tables = vec![path.to_str().unwrap().to_owned()];
    let Ok(Answer::Released(report)) = bauta::anonymize(&project, &Silent) else {
        panic!("{id}: no release")
    };
    let (measures, wanted) = (report.measures.unwrap(), &case["expected"]);
    assert_eq!(Some(measures.privacy.k), wanted["k"].as_u64(), "{id}");
    assert_eq!(
        Some(measures.utility.discernibility),
        wanted["DM"].as_f64(),
        "{id}"
    );
    assert_eq!(
        measures.utility.average_class_size,
        wanted["C_AVG"].as_f64(),
        "{id}"
    );
    let expected = expected(id, file);
    let start = if case["roles"]["Sexe"] == "ignored" {
        1
    } else {
        0
    };
    let shown = |row: Vec<String>| row[start..start + expected[0].len()].to_vec();
    let released: Vec<Vec<String>> = read_rows(&path)
        .unwrap()
        .into_iter()
        .skip(1)
        .map(shown)
        .collect();
    assert_eq!(released, expected, "{id}");
}

#[test]
fn median_mondrian_of_the_thesis() {
    for (recoding, notation, file) in [
        ("auto", "dash", "expected.csv"),
        ("range", "dots", "expected_range.csv"),
    ] {
        let reading = [
            ("choose", "widest"),
            ("median", "distinct"),
            ("recoding", recoding),
            ("notation", notation),
        ];
        multidimensional("a7-median-mondrian-seed", "mondrian", &reading, file);
    }
}

#[test]
fn infogain_mondrian_of_the_thesis() {
    multidimensional(
        "a8-infogain-mondrian",
        "infogain-mondrian",
        &[],
        "expected.csv",
    );
}

#[test]
fn lsd_mondrian_of_the_thesis() {
    multidimensional("a9-lsd-mondrian", "lsd-mondrian", &[], "expected.csv");
}

/// The printed multidimensional recoding cannot be right: a row says something that its value is not.
#[test]
fn a_printed_row_that_is_no_ancestor_is_found() {
    let id = "g3-multidimensional";
    let hierarchy = hierarchy(id, "Niveau d'étude");
    let lines = hierarchy.rows();
    let rows = expected(id, "input.csv")
        .into_iter()
        .zip(expected(id, "printed.csv"));
    let wrong: Vec<u64> = (1..)
        .zip(rows)
        .filter(|(_, (original, printed))| {
            let line = lines.iter().find(|line| line[0] == original[0]).unwrap();
            !line.contains(&printed[0].as_str())
        })
        .map(|(row, _)| row)
        .collect();
    assert_eq!(
        wrong,
        numbers(&case(id)["expected"]["rows_not_ancestor_or_self"])
    );
}

/// Runs a method on a case's table and hierarchies, with `max_suppression` rows that may be left out.
fn full_domain_run(
    id: &str,
    method: &str,
    prefer: Option<&str>,
) -> (bauta::Report, Vec<Vec<String>>) {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("out.csv");
    let case = case(id);
    let mut project = Project::new(folder(id).join("input.csv").to_str().unwrap());
    project.roles.quasi_identifiers =
        vec!["Sexe".into(), "Code postal".into(), "Niveau d'étude".into()];
    project.roles.sensitive = vec!["Salaire".into()];
    for name in &project.roles.quasi_identifiers {
        let file = folder(id).join(case["hierarchies"][name].as_str().unwrap());
        project.hierarchies.insert(
            name.clone(),
            HierarchySource::File(file.to_str().unwrap().to_owned()),
        );
    }
    project.targets.set_k(case["params"]["k"].as_u64());
    project.anonymize.method = method.into();
    project.anonymize.max_suppression =
        Some(case["params"]["max_suppression"].as_f64().unwrap() / 12.0);
    project
        .anonymize
        .parameters
        .extend(prefer.map(|word| ("prefer".into(), word.into())));
    project.output.tables = vec![path.to_str().unwrap().to_owned()];
    let Ok(Answer::Released(report)) = bauta::anonymize(&project, &Silent) else {
        panic!("{id}: no release")
    };
    let rows = read_rows(&path)
        .unwrap()
        .into_iter()
        .skip(1)
        .map(|row| row[..3].to_vec())
        .collect();
    (*report, rows)
}

fn levels(report: &bauta::Report) -> Vec<u64> {
    let node = report.node.as_ref().unwrap();
    ["Sexe", "Code postal", "Niveau d'étude"]
        .map(|name| u64::from(node[name]))
        .to_vec()
}

fn numbers(value: &Value) -> Vec<u64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_u64().unwrap())
        .collect()
}

#[test]
fn datafly_of_the_thesis() {
    let id = "a2-datafly-maxsup2";
    let (report, rows) = full_domain_run(id, "datafly", None);
    let wanted = &case(id)["expected"];
    assert_eq!(levels(&report), numbers(&wanted["node"]));
    assert_eq!(rows, expected(id, "expected.csv"));
    let measures = report.measures.unwrap();
    assert_eq!(measures.suppressed_rows, 0);
    assert_eq!(Some(measures.utility.discernibility), wanted["DM"].as_f64());
    assert!(
        (measures.utility.precision.unwrap() - wanted["Prec_kept_rows"].as_f64().unwrap()).abs()
            < 1e-6
    );
}

/// The released node is one of the minimal ones, and its rows are those of the case; `first` is the first of them.
#[test]
fn samarati_of_the_thesis() {
    for id in ["a3-samarati-maxsup0", "a3-samarati-maxsup3"] {
        let wanted = &case(id)["expected"];
        let solutions: Vec<Vec<u64>> = wanted["solutions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|solution| numbers(&solution["node"]))
            .collect();
        for prefer in ["loss", "first"] {
            let (report, rows) = full_domain_run(id, "samarati", Some(prefer));
            let node = levels(&report);
            assert_eq!(Some(node.iter().sum()), wanted["height"].as_u64(), "{id}");
            assert!(solutions.contains(&node), "{id}");
            if prefer == "first" {
                assert_eq!(node, solutions[0], "{id}");
            }
            let file = format!("expected_S{}Z{}E{}.csv", node[0], node[1], node[2]);
            assert_eq!(rows, expected(id, &file), "{id}");
        }
    }
}

/// What a subset of the quasi-identifiers lets survive is what solves on it alone: each step of the case is a search of its own.
#[test]
fn incognito_of_the_thesis() {
    let id = "a4-incognito";
    let (case, letters) = (
        case(id),
        [("Sexe", 'S'), ("Code postal", 'Z'), ("Niveau d'étude", 'E')],
    );
    let words = |value: &Value| -> BTreeSet<String> {
        value
            .as_array()
            .unwrap()
            .iter()
            .map(|word| word.as_str().unwrap().to_owned())
            .collect()
    };
    for step in case["steps"].as_array().unwrap() {
        let size = step["size"].as_u64().unwrap();
        let subsets = (1u8..8).filter(|subset| u64::from(subset.count_ones()) == size);
        let survivors: BTreeSet<String> = subsets
            .flat_map(|subset| {
                let own: Vec<_> = (0..3)
                    .filter(|place| subset >> place & 1 == 1)
                    .map(|place| letters[place])
                    .collect();
                incognito_solutions(id, &own)
            })
            .collect();
        assert_eq!(survivors, words(&step["survivors"]), "{size}");
        let removed: BTreeSet<String> = words(&step["candidates"])
            .difference(&survivors)
            .cloned()
            .collect();
        assert_eq!(removed, words(&step["removed"]), "{size}");
        if size == 3 {
            assert_eq!(survivors, words(&case["expected"]["solutions"]));
        }
    }
    let (report, _) = full_domain_run(id, "incognito", Some("height"));
    assert_eq!(levels(&report), [0, 1, 3]);
}

/// All solutions on some quasi-identifiers, as the case writes them: S0Z1E3.
fn incognito_solutions(id: &str, own: &[(&str, char)]) -> Vec<String> {
    let table = input(id);
    let qi = |name: &str| {
        Qi::new(
            &table,
            table.index_of(name).unwrap(),
            Some(hierarchy(id, name)),
        )
        .unwrap()
    };
    let prepared = Prepared::new(&table, own.iter().map(|(name, _)| qi(name)).collect());
    let (technique, k) = (
        bauta_methods::find("incognito").unwrap(),
        case(id)["params"]["k"].as_u64().unwrap(),
    );
    let requirements = [Requirement::k_anonymity(k)];
    let task = Task::new(
        technique,
        &prepared,
        &requirements,
        &Settings::new(),
        Vec::new(),
    )
    .unwrap();
    let rng = rand_chacha::ChaCha20Rng::seed_from_u64(0);
    let view = Some(View::default());
    let mut context = Context {
        rng,
        progress: &Silent,
        elapsed: &|| 0.0,
        notes: Vec::new(),
        view,
        trace: None,
    };
    task.plan(&mut context).unwrap();
    let heights: Vec<usize> = prepared
        .qis
        .iter()
        .map(|qi| qi.hierarchy.as_ref().unwrap().height())
        .collect();
    let drawn = context
        .view
        .unwrap()
        .drawn(&Lattice::new(&heights), Vec::new(), None);
    let solutions = drawn
        .nodes
        .iter()
        .filter(|node| node.found.is_some_and(|found| found.satisfies));
    let word = |levels: &[u8]| {
        own.iter()
            .zip(levels)
            .map(|((_, letter), level)| format!("{letter}{level}"))
            .collect()
    };
    solutions.map(|node| word(&node.levels)).collect()
}
