//! The published examples of estimates and attacks, and laws.

use bauta_table::Silent;
use oxrdfio::RdfFormat;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

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
    let groups = [vec![("flu", 10), ("asthma", 5)], vec![("other", 1)]];
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
fn published_figures_are_those_of_the_digitised_charts() {
    let text = include_str!("../../tests/vectors/results/fig_4_7_4_8_4_9_digitised.csv");
    let wanted: Vec<String> = text
        .lines()
        .filter(|line| line.ends_with(",digitised"))
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            [cells[0], cells[4], cells[5], cells[2], cells[3], cells[7]].join(",")
        })
        .collect();
    let told = |bar: &published::Bar| {
        let published::Bar {
            figure,
            dataset,
            distribution,
            cardinality,
            sensitive,
            value,
        } = bar;
        format!("{figure},{dataset},{distribution},{cardinality},{sensitive},{value}")
    };
    let bars: Vec<String> = published::bars().iter().map(told).collect();
    // Numbers may be written with more zeros there.
    let plain = |line: &String| {
        let (head, value) = line.rsplit_once(',').unwrap();
        format!("{head},{}", value.parse::<f64>().unwrap())
    };
    assert_eq!(
        bars.iter().map(plain).collect::<Vec<_>>(),
        wanted.iter().map(plain).collect::<Vec<_>>()
    );
}

#[test]
fn recall_claims_are_those_of_the_text() {
    let text = include_str!("../../tests/vectors/results/claims_from_text.csv");
    let figures: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split(',').next())
        .collect();
    let claims = published::recall_claims();
    assert_eq!(claims.len(), 28);
    for claim in &claims {
        let known = |figure: &&str| match figure.split_once('-') {
            Some((from, to)) => claim.figure == from || claim.figure == to,
            None => **figure == *claim.figure,
        };
        assert!(figures.iter().any(known), "{claim:?}");
        assert!(
            claim.recall.0 <= claim.recall.1 && claim.recall.1 <= 1.0 && claim.k.0 <= claim.k.1
        );
    }
    let said = |words: &str| text.lines().any(|line| line.contains(words));
    assert!(
        said("\"global, 300 zip, 1 digit, k=15\",recall,36,%")
            && said("\"global, 3000 zip, 1 digit, k=15\",recall,~36,%")
    );
    let of = |dataset: &str, zipcodes: u32| {
        claims.iter().find(|c| {
            (c.dataset, c.zipcodes, c.digits, c.scope, c.k)
                == (dataset, zipcodes, 1, "global", (15, 15))
        })
    };
    assert_eq!(of("LUBM 100", 300).unwrap().recall, (0.36, 0.36));
    assert_eq!(of("LUBM 1000", 3000).unwrap().recall, (0.36, 0.36));
}

#[test]
fn ours_is_told_beside_theirs() {
    let told = |measure, published, ours| {
        let one = Beside::new("4.7", "LUBM 100", String::new(), measure, published, ours);
        (one.standing == Standing::NoWorse, one.ratio)
    };
    assert_eq!(
        told(Measure::RelativeError, (0.1, 0.2), 0.1),
        (true, Some(1.0))
    );
    assert_eq!(
        told(Measure::RelativeError, (0.1, 0.2), 0.4),
        (false, Some(2.0))
    );
    assert_eq!(told(Measure::Recall, (0.36, 0.36), 0.9), (true, Some(2.5)));
    assert_eq!(told(Measure::Recall, (0.0, 0.0), 0.9), (true, None));
    assert_eq!(told(Measure::Recall, (0.9, 1.0), 0.45), (false, Some(0.5)));
}

/// A figure of several draws beside a published one.
fn over(measure: Measure, published: f64, draws: &[f64]) -> Beside {
    let one = |&ours: &f64| {
        Beside::new(
            "4.7",
            "LUBM 100",
            String::new(),
            measure,
            (published, published),
            ours,
        )
    };
    Beside::over(&draws.iter().map(one).collect::<Vec<_>>()).unwrap()
}

/// The same, judged by itself.
fn told(measure: Measure, published: f64, draws: &[f64]) -> Beside {
    let mut all = over(measure, published, draws);
    judge(std::slice::from_mut(&mut all));
    all
}

#[test]
fn a_difference_that_drawing_makes_is_told_apart_from_a_worse_figure() {
    let better = told(Measure::RelativeError, 0.25, &[0.125, 0.25]);
    assert_eq!(
        (better.standing, better.ours, better.drawn),
        (Standing::NoWorse, 0.1875, (0.125, 0.25))
    );
    // Four draws, mean 5 and deviation 2: theirs is (5 - 3) / (2 * sqrt(1.25)) = 0.894 below, with three degrees of freedom.
    let draws = [3.0, 4.0, 6.0, 7.0].map(|draw| (draw - 5.0) * 2.0 / (10.0f64 / 3.0).sqrt() + 5.0);
    let near = told(Measure::RelativeError, 3.0, &draws);
    assert_eq!(near.standing, Standing::ByChance);
    assert!(
        (near.chance.unwrap() - 0.2186).abs() < 0.0005,
        "{:?}",
        near.chance
    );
    // More is better: the same the other way round.
    let recall = told(Measure::Recall, 7.0, &draws);
    assert!((recall.chance.unwrap() - near.chance.unwrap()).abs() < 1e-12);
    assert_eq!(
        told(Measure::RelativeError, -5.0, &draws).standing,
        Standing::Worse
    );
    // One draw tells nothing of chance, nor do draws that are all the same.
    assert_eq!(
        told(Measure::Recall, 0.5, &[0.25]).standing,
        Standing::Worse
    );
    assert_eq!(
        told(Measure::Recall, 0.5, &[0.25, 0.25]).standing,
        Standing::Worse
    );
    assert_eq!(Beside::over(&[]), None);
}

#[test]
fn figures_are_judged_together() {
    // By itself each is rare at one in twenty; of many such one is to be expected.
    let draws = [-1.5, -0.5, 0.5, 1.5, -1.0, 1.0, 0.0, 0.0];
    let mut figures: Vec<Beside> = (0..40)
        .map(|_| told(Measure::RelativeError, 1.0, &draws))
        .collect();
    let rare = told(Measure::RelativeError, -2.4, &draws);
    assert!(
        rare.chance.unwrap() < LEVEL && rare.standing == Standing::Worse,
        "{:?}",
        rare.chance
    );
    let certain = told(Measure::RelativeError, -20.0, &draws);
    figures.extend([rare, certain]);
    judge(&mut figures);
    let standings: Vec<Standing> = figures.iter().map(|one| one.standing).collect();
    assert_eq!(standings[40..], [Standing::ByChance, Standing::Worse]);
    assert!(
        standings[..40]
            .iter()
            .all(|&standing| standing == Standing::NoWorse)
    );
}

#[test]
fn draws_of_our_own_are_hardly_ever_told_as_worse() {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    // About normal: the sum of twelve.
    let mut draw = || (0..12).map(|_| rng.random_range(0.0..1.0)).sum::<f64>() - 6.0;
    let mut study = || {
        let mut figure = || {
            let published = draw();
            over(
                Measure::RelativeError,
                published,
                &(0..10).map(|_| draw()).collect::<Vec<_>>(),
            )
        };
        let mut figures: Vec<Beside> = (0..20).map(|_| figure()).collect();
        judge(&mut figures);
        figures.iter().any(|one| one.standing == Standing::Worse)
    };
    let wrong = (0..400).filter(|_| study()).count();
    // 5 % of 400 are 20, give or take 4.4.
    assert!((5..=35).contains(&wrong), "{wrong} of 400 studies");
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
