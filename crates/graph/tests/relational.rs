//! The source's tables about people, as graphs of them: uniqueness before, classes and diversity after.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot be set up fails")]

mod support;

use std::collections::BTreeMap;

use bauta_graph::Graph;
use bauta_graph::context::Context;
use bauta_graph::evaluate::{Overlap, evaluate};
use bauta_graph::release::Given;
use bauta_privacy::{Requirement, examine};
use bauta_table::{ColumnBuilder, HierarchySpec, ReadAs, Role, Silent, Table};

fn rows(name: &str) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(format!("{}/tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| header.iter().zip(line.split(',')).map(|(a, b)| ((*a).to_owned(), b.to_owned())).collect();
    lines.map(row).collect()
}

fn vector(name: &str) -> serde_json::Value {
    let path = format!("{}/tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn fraction(value: &serde_json::Value) -> f64 {
    let text = value.as_str().unwrap();
    match text.split_once('/') {
        Some((up, down)) => up.parse::<f64>().unwrap() / down.parse::<f64>().unwrap(),
        None => text.parse().unwrap(),
    }
}

fn table(rows: &[BTreeMap<String, String>]) -> Table {
    let column = |name: &str| {
        let mut builder = ColumnBuilder::new();
        rows.iter().for_each(|row| builder.push_text(&row[name]));
        (name.to_owned(), builder.finish(&ReadAs::default()))
    };
    let mut table = Table::new(["zip", "age", "sex", "disease"].map(column));
    (0..3).for_each(|index| table.set_role(index, Role::QuasiIdentifier));
    table.set_role(3, Role::Sensitive);
    table
}

#[test]
fn classes_are_as_recomputed() {
    let checks = &vector("relational/count_query_example.json")["class_checks"];
    for (name, key) in [("table_3_2_4anonymous", "table_3_2"), ("table_3_3_3diverse", "table_3_3")] {
        let table = table(&rows(&format!("relational/{name}.csv")));
        let classes = checks[key].as_array().unwrap();
        let least = |field: &str| classes.iter().map(|class| class[field].as_u64().unwrap()).min().unwrap();
        let most = |field: &str| classes.iter().map(|class| fraction(&class[field])).fold(0.0, f64::max);
        let holds = |requirement: Requirement| examine(&table, &[requirement]).holds();
        let (k, l) = (least("k"), least("distinct_l"));
        let (t, alpha) = (most("t_equal_distance"), most("max_confidence"));
        assert!(holds(Requirement::KAnonymity { k }) && !holds(Requirement::KAnonymity { k: k + 1 }), "{key}");
        assert!(holds(Requirement::DistinctLDiversity { l }) && !holds(Requirement::DistinctLDiversity { l: l + 1 }));
        let close = |t: f64| Requirement::TCloseness { t, distance: None };
        assert!(holds(close(t + 1e-9)) && !holds(close(t - 0.01)), "{key}");
        let share = |alpha: f64| Requirement::AlphaAnonymity { alpha };
        assert!(holds(share(alpha)) && !holds(share(alpha - 0.01)), "{key}");
    }
}

#[test]
fn an_attacker_finds_those_who_are_alone() {
    let expected = vector("kanon/table_5_1_uniqueness.json");
    let mut graph = Graph::default();
    for row in rows("kanon/table_5_1_original.csv") {
        let person = format!("<http://e/{}>", row["id"]);
        graph.push_texts(&person, "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>", "<http://e/Person>");
        ["zip", "age", "gender", "condition"].iter().for_each(|name| {
            graph.push_texts(&person, &format!("<http://e/{name}>"), &format!("\"{}\"", row[*name]));
        });
    }
    let quasi = |names: &[&str]| -> String {
        names.iter().map(|name| format!("[[quasi-identifiers]]\nproperty = \"e:{name}\"\n")).collect()
    };
    let text = format!(
        "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:Person\"\n[[sensitive]]\nproperty = \"e:condition\"\n{}",
        quasi(&["zip", "age", "gender"])
    );
    let exact = Context::parse(&text, "graph.toml").unwrap();
    let (_, released) = support::released(&mut graph, &exact, &Given::default());
    let found =
        evaluate(&graph, &support::read_lines(&released), &exact, Overlap::Drop, &Silent).unwrap().attack.unwrap();
    assert_eq!(found.alone as usize, expected["unique_qid_rows"].as_array().unwrap().len());
    // With classes of three nobody is.
    let classes = Context::parse(&format!("{text}[k-anonymity]\nk = 3\n"), "graph.toml").unwrap();
    let (_, released) = support::released(&mut graph, &classes, &Given::default());
    let found =
        evaluate(&graph, &support::read_lines(&released), &classes, Overlap::Drop, &Silent).unwrap().attack.unwrap();
    assert!(found.alone == 0 && found.fewest_candidates >= 3, "{found:?}");
}

#[test]
fn post_codes_are_masked_as_published() {
    let rows = rows("kanon/hierarchy_zip_sample.csv");
    let mut builder = ColumnBuilder::new();
    rows.iter().for_each(|row| builder.push_text(&row["level0"]));
    let masking: HierarchySpec = toml::from_str("type = \"masking\"").unwrap();
    let hierarchy = masking.build("zip", &builder.finish(&ReadAs::default())).unwrap();
    for (row, found) in rows.iter().zip(hierarchy.rows()) {
        // The last level is called `*` here.
        (0..5).for_each(|level| assert_eq!(found[level], row[&format!("level{level}")]));
    }
}
