//! The statistics of the published profile.

use std::collections::BTreeMap;

use bauta_table::Silent;

use super::*;
use crate::model::iri;

fn counts(graph: &Graph) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (_, class) in graph.links_of(iri::TYPE) {
        *counts
            .entry(graph.dictionary.label(class).replace(NAMESPACE, ""))
            .or_insert(0) += 1;
    }
    counts
}

#[test]
fn classes_are_as_frequent_as_the_profile_says() {
    let universities = 12;
    let graph = Universities::new(universities, 7).graph().unwrap();
    let counts = counts(&graph);
    // Expected per university: 20 departments by the middle of each range.
    let expected = [
        ("Department", 20.0),
        ("FullProfessor", 170.0),
        ("AssociateProfessor", 240.0),
        ("AssistantProfessor", 190.0),
        ("Lecturer", 120.0),
        ("UndergraduateStudent", 20.0 * 36.0 * 11.0),
        ("GraduateStudent", 20.0 * 36.0 * 3.5),
        (
            "Publication",
            20.0 * (8.5 * 17.5 + 12.0 * 14.0 + 9.5 * 7.5 + 6.0 * 2.5),
        ),
        ("ResearchGroup", 300.0),
        ("Course", 20.0 * 36.0 * 1.5),
        ("GraduateCourse", 20.0 * 36.0 * 1.5),
    ];
    for (class, each) in expected {
        let found = counts[class] as f64 / f64::from(universities);
        assert!(
            (found / each - 1.0).abs() < 0.12,
            "{class}: {found} a university, expected {each}"
        );
    }
    assert_eq!(counts["University"], universities as usize);
    // 13.5 million triples for 100 universities, and six more for each of 600 professors here.
    let triples = graph.len() as f64 / f64::from(universities);
    assert!(
        (triples / (135_000.0 + 3_000.0) - 1.0).abs() < 0.12,
        "{triples} triples a university"
    );
}

#[test]
fn the_ontology_has_the_published_size() {
    let graph = Universities {
        count: 0,
        ..Universities::new(0, 1)
    }
    .graph()
    .unwrap();
    let counts = counts(&graph);
    let vector: serde_json::Value = serde_json::from_str(include_str!(
        "../../tests/vectors/ontology/lubm_extension.json"
    ))
    .unwrap();
    let expected = |key: &str| vector["base_benchmark"][key].as_u64().unwrap() as usize;
    let owl = |name: &str| counts[&format!("http://www.w3.org/2002/07/owl#{name}")];
    assert_eq!(owl("Class"), expected("classes"));
    assert_eq!(owl("ObjectProperty"), expected("object_properties"));
    assert_eq!(owl("DatatypeProperty"), expected("datatype_properties"));
}

#[test]
fn a_smaller_graph_is_the_beginning_of_a_larger_one() {
    let text = |count: u32, seed: u64| {
        let mut out = Vec::new();
        let triples = Universities::new(count, seed)
            .write(&mut out, &Silent)
            .unwrap();
        let lines = out.iter().filter(|&&byte| byte == b'\n').count() as u64;
        assert_eq!(triples, lines);
        out
    };
    let (one, two) = (text(1, 3), text(2, 3));
    assert!(two.starts_with(&one) && two.len() > one.len());
    assert_ne!(one, text(1, 4));
}

#[test]
fn skewed_values_have_the_published_shares() {
    let extension = Extension {
        religion: Spread::Skewed,
        politics: Spread::Skewed,
        zipcode: Some((80_000, 3000)),
        generic: vec![("generic".into(), 15)],
        ..Extension::default()
    };
    let graph = Universities {
        extension,
        ..Universities::new(8, 5)
    }
    .graph()
    .unwrap();
    let shares = |property: &str| -> BTreeMap<String, f64> {
        let links = graph.links_of(&format!("{NAMESPACE}{property}"));
        let mut shares = BTreeMap::new();
        for (_, value) in &links {
            *shares
                .entry(graph.dictionary.label(*value).replace(NAMESPACE, ""))
                .or_insert(0.0) += 1.0 / links.len() as f64;
        }
        shares
    };
    for line in include_str!("../../tests/vectors/ontology/table_2_3_skewed_distribution.csv")
        .lines()
        .skip(1)
    {
        let cells: Vec<&str> = line.split(',').collect();
        let (up, down) = cells[3].split_once('/').unwrap();
        let expected = up.parse::<f64>().unwrap() / down.parse::<f64>().unwrap();
        let found = shares(cells[0])[cells[1]];
        assert!((found - expected).abs() < 0.02, "{line}: {found}");
    }
    let ages = shares("age");
    assert_eq!(
        (
            ages.len(),
            ages.contains_key("20"),
            ages.contains_key("100")
        ),
        (81, true, true)
    );
    assert!(
        shares("zipcode")
            .keys()
            .all(|zip| ("80000".."83000").contains(&zip.as_str()))
    );
    assert_eq!(shares("generic").len(), 15);
    assert_eq!(shares("researchInterest").len(), 30);
    assert_eq!(shares("sex").len(), 2);
}

#[test]
fn professors_alone_have_the_same_attributes_and_numbers() {
    let whole = counts(&Universities::new(3, 7).graph().unwrap());
    let asked = Universities {
        professors_only: true,
        ..Universities::new(12, 7)
    };
    let graph = asked.graph().unwrap();
    let alone = counts(&graph);
    for class in ["FullProfessor", "AssociateProfessor", "AssistantProfessor"] {
        let (a, b) = (whole[class] as f64 / 3.0, alone[class] as f64 / 12.0);
        assert!((a / b - 1.0).abs() < 0.2, "{class}: {a} {b}");
    }
    assert!(
        ["UndergraduateStudent", "Lecturer", "Publication", "Course"]
            .iter()
            .all(|class| !alone.contains_key(*class))
    );
    let professors: usize = ["FullProfessor", "AssociateProfessor", "AssistantProfessor"]
        .iter()
        .map(|class| alone[*class])
        .sum();
    for property in [
        "hasReligion",
        "politics",
        "age",
        "sex",
        "zipcode",
        "researchInterest",
    ] {
        assert_eq!(
            graph.links_of(&format!("{NAMESPACE}{property}")).len(),
            professors,
            "{property}"
        );
    }
}

#[test]
fn what_is_no_university_graph_is_refused() {
    let told = |asked: &Universities| asked.check().unwrap_err().to_string();
    assert!(told(&Universities::new(0, 1)).contains("at least one university"));
    let with = |extension: Extension| Universities {
        extension,
        ..Universities::new(1, 1)
    };
    assert!(
        told(&with(Extension {
            zipcode: Some((99_900, 300)),
            ..Extension::default()
        }))
        .contains("five digits")
    );
    let generic = vec![
        ("age".to_owned(), 3),
        ("a".to_owned(), 3),
        ("a".to_owned(), 4),
    ];
    let both = told(&with(Extension {
        generic,
        ..Extension::default()
    }));
    assert!(
        both.contains("\"age\" is a property already")
            && both.contains("\"a\" is a property already")
    );
    assert!(Universities::new(1, 1).check().is_ok());
}
