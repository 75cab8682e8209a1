//! The published examples of estimates and attacks, and laws.

use bauta_table::Silent;
use oxrdfio::RdfFormat;

use super::*;
use crate::read::{ReadOptions, read};

fn turtle(text: &str) -> Graph {
    let mut graph = Graph::default();
    read(
        &mut graph,
        text.as_bytes(),
        RdfFormat::Turtle,
        &ReadOptions::default(),
        &Silent,
    )
    .unwrap();
    graph
}

fn fraction(value: &serde_json::Value) -> f64 {
    let text = value.as_str().unwrap();
    match text.split_once('/') {
        Some((up, down)) => up.parse::<f64>().unwrap() / down.parse::<f64>().unwrap(),
        None => text.parse().unwrap(),
    }
}

fn context(text: &str) -> Context {
    let head = "version = 1\n[prefixes]\nub = \"http://swat.cse.lehigh.edu/onto/univ-bench.owl#\"\n[vocabulary]\nnamespace = \"http://example.org/examples#\"\n[entities]\nquery = \"SELECT ?s WHERE { ?s ub:researchInterest ?r }\"\n";
    Context::parse(&format!("{head}{text}"), "graph.toml").unwrap()
}

const SETTINGS: &str = "[[sensitive]]\nproperty = \"ub:hasReligion\"\n[[quasi-identifiers]]\nproperty = \"ub:researchInterest\"\n";

#[test]
fn the_published_estimate_is_found() {
    let vector: serde_json::Value = serde_json::from_str(include_str!(
        "../../tests/vectors/semantic/count_estimate_example.json"
    ))
    .unwrap();
    let original = turtle(include_str!(
        "../../tests/vectors/semantic/anatomy_before.ttl"
    ));
    let release = turtle(include_str!(
        "../../tests/vectors/semantic/anatomy_after.ttl"
    ));
    let context = context(SETTINGS);
    let resolved = context.resolved(&original).unwrap();
    let after = reading::released(&release, &original, &context, &resolved).unwrap();
    let ai = after.shown[0]
        .iter()
        .position(|shown| *shown == Shown::Value("AI".into()))
        .unwrap() as u32;
    let members = after.rows.iter().filter(|row| row.quasi[0] == ai).count();
    assert_eq!(members as u64, vector["nb_ind"].as_u64().unwrap());
    let catholic = original
        .dictionary
        .find_iri("http://swat.cse.lehigh.edu/onto/univ-bench.owl#Catholicism")
        .unwrap();
    let share = after.groups[0].expected_share(catholic);
    assert_eq!(share, fraction(&vector["proba_SA"]));
    assert_eq!(
        estimate([(share, members as f64)].into_iter()),
        fraction(&vector["estimate"])
    );
    let found = evaluate(&original, &release, &context, Overlap::Drop, &Silent).unwrap();
    // Three counts are not 0: Catholicism and AI (1, estimated 4/3), Protestantism and AI (1, 2/3), Catholicism and DB (1, 2/3).
    assert_eq!(found.counts[1].queries, 3);
    assert!((found.counts[1].mean_relative_error - 1.0 / 3.0).abs() < 1e-12);
    assert!(found.counts[0].mean_relative_error < 1e-12);
    assert_eq!(found.posteriors["hasReligion"].largest, 2.0 / 3.0);
}

#[test]
fn the_published_attack_is_found() {
    let vector: serde_json::Value =
        serde_json::from_str(include_str!("../../tests/vectors/kanon/attack_5_2.json")).unwrap();
    let groups = [
        (15, vec![("flu", 10), ("asthma", 5)]),
        (1, vec![("other", 1)]),
    ];
    let near = posterior(&[(0, 2)], &groups);
    assert_eq!(
        near["flu"],
        fraction(&vector["scenario_1_prefix_805"]["P(flu)"])
    );
    assert_eq!(
        near["asthma"],
        fraction(&vector["scenario_1_prefix_805"]["P(asthma)"])
    );
    let wide = posterior(&[(0, 2), (1, 2)], &groups);
    let scenario = &vector["scenario_2_prefix_80"];
    assert!((wide["flu"] - fraction(&scenario["P(flu)"])).abs() < 1e-12);
    assert!((wide["asthma"] - fraction(&scenario["P(asthma)"])).abs() < 1e-12);
    assert_eq!(wide["other"], fraction(&scenario["P(any SA of Group2)"]));
}

#[test]
fn the_published_estimate_on_groups_of_rows_is_found() {
    let vector: serde_json::Value = serde_json::from_str(include_str!(
        "../../tests/vectors/relational/count_query_example.json"
    ))
    .unwrap();
    let rows = |text: &'static str| {
        text.lines()
            .skip(1)
            .map(|line| line.split(',').collect::<Vec<&str>>())
    };
    let counts = rows(include_str!(
        "../../tests/vectors/relational/table_3_4_st.csv"
    ));
    let mut share: std::collections::BTreeMap<String, (f64, f64)> = Default::default();
    for row in counts {
        let entry = share.entry(row[0].to_owned()).or_default();
        let count: f64 = row[2].parse().unwrap();
        entry.1 += count;
        entry.0 += if row[1] == "heart" { count } else { 0.0 };
    }
    let matching = |group: &str| {
        let inside = |row: &Vec<&str>| {
            (20..=30).contains(&row[2].parse::<u32>().unwrap())
                && (77_300..=77_500).contains(&row[1].parse::<u32>().unwrap())
        };
        rows(include_str!(
            "../../tests/vectors/relational/table_3_4_qit.csv"
        ))
        .filter(|row| row[4] == group && inside(row))
        .count() as f64
    };
    let parts = share
        .iter()
        .map(|(group, (heart, all))| (heart / all, matching(group)));
    assert_eq!(
        estimate(parts),
        fraction(&vector["anatomy_table_3_4"]["estimate_recomputed"])
    );
}

#[test]
fn exact_groups_of_one_value_would_err_by_nothing() {
    let original = turtle(
        "@prefix ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#> . @prefix e: <http://e/> . e:a ub:researchInterest \"x\" ; ub:hasReligion e:r . e:b ub:researchInterest \"y\" ; ub:hasReligion e:s .",
    );
    let release = turtle("@prefix ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#> . @prefix e: <http://e/> . @prefix ex: <http://example.org/examples#> .
        _:a ub:researchInterest \"x\" ; ex:inGroup ex:g0 . _:b ub:researchInterest \"y\" ; ex:inGroup ex:g1 . ex:g0 ub:hasReligion ex:a0 . ex:g1 ub:hasReligion ex:a1 .
        ex:a0 ex:value e:r ; ex:cardinality 1 . ex:a1 ex:value e:s ; ex:cardinality 1 .");
    let found = evaluate(
        &original,
        &release,
        &context(SETTINGS),
        Overlap::Drop,
        &Silent,
    )
    .unwrap();
    assert!(
        found
            .counts
            .iter()
            .all(|counts| counts.mean_relative_error == 0.0 && counts.recall == 1.0)
    );
    let attack = found.attack.unwrap();
    assert_eq!(
        (attack.alone, attack.sensitive["hasReligion"].right),
        (2, 1.0)
    );
}

#[test]
fn wider_values_count_for_nothing_or_for_their_share() {
    let mut cells = cells::Cells::new(Some(crate::context::Asking::Width(10.0)));
    for age in ["23", "31", "45"] {
        cells.of_value(&Shown::Value(age.into())).unwrap();
    }
    assert_eq!(
        cells.of_shown(&Shown::Range(20.0, 29.0), Overlap::Drop),
        [(0, 1.0)]
    );
    assert!(
        cells
            .of_shown(&Shown::Range(20.0, 39.0), Overlap::Drop)
            .is_empty()
    );
    assert_eq!(
        cells.of_shown(&Shown::Range(20.0, 39.0), Overlap::Uniform),
        [(0, 0.5), (1, 0.5)]
    );
    let mut zips = cells::Cells::new(Some(crate::context::Asking::Prefix(3)));
    for zip in ["80012", "80155"] {
        zips.of_value(&Shown::Value(zip.into())).unwrap();
    }
    assert_eq!(
        zips.of_shown(&Shown::Value("8001*".into()), Overlap::Drop),
        [(0, 1.0)]
    );
    assert!(
        zips.of_shown(&Shown::Value("80***".into()), Overlap::Drop)
            .is_empty()
    );
    assert_eq!(
        zips.of_shown(&Shown::Value("80***".into()), Overlap::Uniform),
        [(0, 0.5), (1, 0.5)]
    );
}

#[test]
fn masking_gives_every_value_an_equal_share() {
    // Of three in AI two are catholic: masked, both religions are given 1.5.
    let original = turtle(
        "@prefix ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#> . @prefix e: <http://e/> .
         e:a ub:researchInterest \"x\" ; ub:hasReligion e:r . e:b ub:researchInterest \"x\" ; ub:hasReligion e:r .
         e:c ub:researchInterest \"y\" ; ub:hasReligion e:r .",
    );
    let release = turtle("@prefix ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#> . @prefix e: <http://e/> . @prefix ex: <http://example.org/examples#> .
        _:a ub:researchInterest \"x\" ; ex:inGroup ex:g0 . _:b ub:researchInterest \"x\" ; ex:inGroup ex:g0 . _:c ub:researchInterest \"y\" ; ex:inGroup ex:g0 .
        ex:g0 ub:hasReligion ex:a0 . ex:a0 ex:value e:r ; ex:cardinality 3 .");
    let found = evaluate(
        &original,
        &release,
        &context(SETTINGS),
        Overlap::Drop,
        &Silent,
    )
    .unwrap();
    assert_eq!(
        (found.counts[0].masked_error, &found.counts[0].masked),
        (None, &None)
    );
    // Interest x: 2, estimated 1.5, 25 %; interest y: 1, estimated 1.5, 50 %.
    assert_eq!(found.counts[1].masked_error, Some(0.375));
    assert_eq!(found.counts[1].masked.as_deref(), Some("researchInterest"));
}
