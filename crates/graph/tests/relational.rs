//! The source's tables about people, as graphs of them: uniqueness before, classes and diversity after.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up fails"
)]

mod support;

use std::collections::BTreeMap;

use bauta_graph::Graph;
use bauta_graph::context::Context;
use bauta_graph::evaluate::{Overlap, evaluate};
use bauta_graph::release::Given;
use bauta_privacy::{Requirement, examine};
use bauta_table::{ColumnBuilder, HierarchySpec, ReadAs, Role, Silent, Table};

fn rows(name: &str) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(format!(
        "{}/tests/vectors/{name}",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        header
            .iter()
            .zip(line.split(','))
            .map(|(a, b)| ((*a).to_owned(), b.to_owned()))
            .collect()
    };
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
    for (name, key) in [
        ("table_3_2_4anonymous", "table_3_2"),
        ("table_3_3_3diverse", "table_3_3"),
    ] {
        let table = table(&rows(&format!("relational/{name}.csv")));
        let classes = checks[key].as_array().unwrap();
        let least = |field: &str| {
            classes
                .iter()
                .map(|class| class[field].as_u64().unwrap())
                .min()
                .unwrap()
        };
        let most = |field: &str| {
            classes
                .iter()
                .map(|class| fraction(&class[field]))
                .fold(0.0, f64::max)
        };
        let holds = |requirement: Requirement| examine(&table, &[requirement]).holds();
        let (k, l) = (least("k"), least("distinct_l"));
        let (t, alpha) = (most("t_equal_distance"), most("max_confidence"));
        assert!(
            holds(Requirement::k_anonymity(k)) && !holds(Requirement::k_anonymity(k + 1)),
            "{key}"
        );
        assert!(
            holds(Requirement::distinct_l_diversity(l))
                && !holds(Requirement::distinct_l_diversity(l + 1))
        );
        let close = |t: f64| Requirement::t_closeness(t, None);
        assert!(holds(close(t + 1e-9)) && !holds(close(t - 0.01)), "{key}");
        let share = |alpha: f64| Requirement::alpha_anonymity(alpha);
        assert!(holds(share(alpha)) && !holds(share(alpha - 0.01)), "{key}");
    }
}

#[test]
fn an_attacker_finds_those_who_are_alone() {
    let expected = vector("kanon/table_5_1_uniqueness.json");
    let mut graph = Graph::default();
    for row in rows("kanon/table_5_1_original.csv") {
        let person = format!("<http://e/{}>", row["id"]);
        graph.push_texts(
            &person,
            "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>",
            "<http://e/Person>",
        );
        ["zip", "age", "gender", "condition"]
            .iter()
            .for_each(|name| {
                graph.push_texts(
                    &person,
                    &format!("<http://e/{name}>"),
                    &format!("\"{}\"", row[*name]),
                );
            });
    }
    let quasi = |names: &[&str]| -> String {
        names
            .iter()
            .map(|name| format!("[[quasi-identifiers]]\nproperty = \"e:{name}\"\n"))
            .collect()
    };
    let text = format!(
        "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:Person\"\n[[sensitive]]\nproperty = \"e:condition\"\n{}",
        quasi(&["zip", "age", "gender"])
    );
    let exact = Context::parse(&text, "graph.toml").unwrap();
    let (_, released) = support::released(&mut graph, &exact, &Given::default());
    let found = evaluate(
        &graph,
        &support::read_lines(&released),
        &exact,
        Overlap::Drop,
        &Silent,
    )
    .unwrap()
    .attack
    .unwrap();
    assert_eq!(
        found.alone as usize,
        expected["unique_qid_rows"].as_array().unwrap().len()
    );
    // With classes of three nobody is.
    let classes = Context::parse(&format!("{text}[k-anonymity]\nk = 3\n"), "graph.toml").unwrap();
    let (_, released) = support::released(&mut graph, &classes, &Given::default());
    let found = evaluate(
        &graph,
        &support::read_lines(&released),
        &classes,
        Overlap::Drop,
        &Silent,
    )
    .unwrap()
    .attack
    .unwrap();
    assert!(
        found.alone == 0 && found.fewest_candidates >= 3,
        "{found:?}"
    );
}

#[test]
fn post_codes_are_masked_as_published() {
    let rows = rows("kanon/hierarchy_zip_sample.csv");
    let mut builder = ColumnBuilder::new();
    rows.iter()
        .for_each(|row| builder.push_text(&row["level0"]));
    let masking: HierarchySpec = toml::from_str("type = \"masking\"").unwrap();
    let hierarchy = masking
        .build("zip", &builder.finish(&ReadAs::default()))
        .unwrap();
    for (row, found) in rows.iter().zip(hierarchy.rows()) {
        // The last level is called `*` here.
        (0..5).for_each(|level| assert_eq!(found[level], row[&format!("level{level}")]));
    }
}

#[test]
fn the_published_generalisation_contains_its_original() {
    let original = rows("relational/table_3_1_original.csv");
    for name in ["table_3_2_4anonymous", "table_3_3_3diverse"] {
        for row in rows(&format!("relational/{name}.csv")) {
            let was = original.iter().find(|was| was["id"] == row["id"]).unwrap();
            let known = row["zip"].trim_end_matches('*');
            assert!(
                was["zip"].starts_with(known) && was["zip"].len() == row["zip"].len(),
                "{row:?}"
            );
            assert_eq!(was["disease"], row["disease"]);
        }
    }
    // Our own of the same people: four alike, and every value inside what is shown of it (the verifier refuses else).
    let mut graph = people(
        "relational/table_3_1_original.csv",
        "id",
        &["ssn", "zip", "age", "sex", "disease"],
    );
    let text = "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:Person\"\n[identifiers]\nproperties = [\"e:ssn\"]\n[[sensitive]]\nproperty = \"e:disease\"\n\
        [[quasi-identifiers]]\nproperty = \"e:zip\"\nhierarchy = { type = \"masking\" }\n[[quasi-identifiers]]\nproperty = \"e:age\"\n[[quasi-identifiers]]\nproperty = \"e:sex\"\n[k-anonymity]\nk = 4\n";
    let context = Context::parse(text, "graph.toml").unwrap();
    let (release, _) = support::released(&mut graph, &context, &Given::default());
    assert!(release.verified.k.unwrap() >= 4);
    assert!(
        release
            .verified
            .findings
            .iter()
            .any(|found| found.what.starts_with("generalised values") && found.holds)
    );
}

/// A table as a graph of people.
fn people(name: &str, id: &str, columns: &[&str]) -> Graph {
    let mut graph = Graph::default();
    for row in rows(name) {
        let person = format!("<http://e/{}>", row[id]);
        graph.push_texts(
            &person,
            "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>",
            "<http://e/Person>",
        );
        columns.iter().for_each(|column| {
            graph.push_texts(
                &person,
                &format!("<http://e/{column}>"),
                &format!("\"{}\"", row[*column]),
            );
        });
    }
    graph
}

#[test]
fn the_four_roles_are_treated_as_published() {
    // One number stands twice in the print: the same person with two post codes, two ages and two religions.
    let mut graph = people(
        "relational/figure_2_1_categories.csv",
        "ssn",
        &["ssn", "zip", "age", "sex", "religion"],
    );
    let text = "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:Person\"\n[identifiers]\nproperties = [\"e:ssn\"]\n[[sensitive]]\nproperty = \"e:religion\"\n\
        [[quasi-identifiers]]\nproperty = \"e:zip\"\nseveral-values = \"set\"\n[[quasi-identifiers]]\nproperty = \"e:age\"\nseveral-values = \"set\"\n[[quasi-identifiers]]\nproperty = \"e:sex\"\nseveral-values = \"set\"\n[k-anonymity]\nk = 2\n";
    let context = Context::parse(text, "graph.toml").unwrap();
    let (release, written) = support::released(&mut graph, &context, &Given::default());
    assert!(release.verified.k.unwrap() >= 2);
    for row in rows("relational/figure_2_1_categories.csv") {
        // Identifiers are gone, also from addresses; sensitive values are there, and nobody has them.
        assert!(!written.contains(&row["ssn"]), "an identifier is left");
        assert!(written.contains(&row["religion"]));
    }
    let again = support::read_lines(&written);
    let people: Vec<u32> = again
        .links_of("urn:bauta:graph#inGroup")
        .iter()
        .map(|link| link.0)
        .collect();
    assert!(
        again
            .links_of("http://e/religion")
            .iter()
            .all(|link| !people.contains(&link.0))
    );
}

#[test]
fn sex_is_kept_or_suppressed_as_published() {
    let published: Vec<Vec<String>> = rows("kanon/hierarchy_sex.csv")
        .iter()
        .map(|row| vec![row["level0"].clone(), row["level1"].clone()])
        .collect();
    let sex = bauta_table::Hierarchy::from_rows("sex", &published).unwrap();
    let mut graph = Graph::default();
    for (number, value) in ["male", "female", "male"].iter().enumerate() {
        let person = format!("<http://e/{number}>");
        graph.push_texts(
            &person,
            "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>",
            "<http://e/Person>",
        );
        graph.push_texts(&person, "<http://e/sex>", &format!("\"{value}\""));
    }
    let text = "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:Person\"\n[[quasi-identifiers]]\nproperty = \"e:sex\"\nhierarchy = \"sex.csv\"\n[k-anonymity]\nk = 3\nmethod = \"optimal\"\n";
    let context = Context::parse(text, "graph.toml").unwrap();
    let given = Given {
        hierarchies: BTreeMap::from([("sex".to_owned(), sex)]),
        seed: 1,
        ..Given::default()
    };
    let (_, written) = support::released(&mut graph, &context, &given);
    assert_eq!(
        written
            .lines()
            .filter(|line| line.ends_with("<http://e/sex> \"*\" ."))
            .count(),
        3,
        "{written}"
    );
}
