//! Weights, consistency and scores against the golden numbers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

const CONTEXT: &str = include_str!("../../tests/vectors/fig102_context.json");
const SIGNATURES: &str = include_str!("../../tests/vectors/fig109_signatures_printed.csv");
const SCALES: &str = include_str!("../../tests/vectors/recovered_scales.json");

fn matrix_of(pairs: &[(usize, usize, f64)], size: usize) -> Matrix {
    let mut matrix = Matrix::equal(size);
    pairs
        .iter()
        .for_each(|&(a, b, intensity)| matrix.set(a, b, intensity));
    matrix
}

fn near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() < tolerance,
            "{found} is not {expected}"
        );
    }
}

fn scored(text: &str, method: WeightMethod) -> (Weighed, Scored) {
    let context = read_context(CONTEXT, "context").unwrap();
    let weighed = Criteria::new(&context.hierarchy, &context.judgements)
        .unwrap()
        .weigh(method);
    let evaluations = read_evaluations(text, &weighed.leaves, &context).unwrap();
    let (scales, notes) = read_scales(SCALES, "scales").unwrap();
    assert_eq!(notes.len(), 1, "completeness is binary");
    let scored = score(&weighed, &evaluations, &scales, method).unwrap();
    (weighed, scored)
}

fn cars() -> Matrix {
    matrix_of(
        &[
            (0, 1, 3.0),
            (0, 2, 7.0),
            (0, 3, 3.0),
            (1, 2, 9.0),
            (1, 3, 1.0),
            (3, 2, 7.0),
        ],
        4,
    )
}

#[test]
fn the_car_example_has_its_published_weights_and_ratio() {
    let cars = cars();
    near(
        &weights(&cars, WeightMethod::Eigenvector),
        &[0.510075, 0.234352, 0.040519, 0.215054],
        5e-7,
    );
    near(
        &weights(&cars, WeightMethod::RowSums),
        &[0.388204, 0.314261, 0.038732, 0.258803],
        5e-7,
    );
    let found = consistency(&cars);
    near(
        &[found.lambda_max, found.ci, found.cr],
        &[4.199235, 0.066412, 0.073791],
        5e-7,
    );
    assert!(found.consistent && repair(&cars).is_empty());
}

#[test]
fn five_signatures_are_compared_by_decimal_differences() {
    let (scales, _) = read_scales(SCALES, "scales").unwrap();
    let values: Vec<_> = ["0.54", "0.54", "0.61", "0.61", "0.65"]
        .iter()
        .map(|v| scale::decimal(v).unwrap())
        .collect();
    let mut matrix = Matrix::equal(5);
    let mut intensities = Vec::new();
    for (a, b) in matrix.pairs() {
        let intensity = scales["usage_need"].compare(values[a], values[b]);
        intensities.push(1.0 / intensity);
        matrix.set(a, b, intensity);
    }
    near(
        &intensities,
        &[1.0, 3.0, 3.0, 5.0, 3.0, 3.0, 5.0, 1.0, 2.0, 2.0],
        1e-12,
    );
    near(
        &weights(&matrix, WeightMethod::Eigenvector),
        &[0.075930, 0.075930, 0.219620, 0.219620, 0.408900],
        5e-7,
    );
    near(
        &weights(&matrix, WeightMethod::RowSums),
        &[0.075972, 0.075972, 0.225265, 0.225265, 0.397527],
        5e-7,
    );
    let found = consistency(&matrix);
    near(&[found.lambda_max, found.cr], &[5.005322, 0.001188], 5e-7);
}

#[test]
fn twelve_signatures_get_the_printed_scores() {
    let (weighed, scored) = scored(SIGNATURES, WeightMethod::RowSums);
    let leaves = ["precision", "usage_need", "completeness", "security"];
    near(
        &leaves.map(|leaf| weighed.global[leaf]),
        &[0.294493, 0.169556, 0.035951, 0.5],
        5e-7,
    );
    let mut lines = csv::Reader::from_reader(SIGNATURES.as_bytes());
    for record in lines.records() {
        let record = record.unwrap();
        let printed: f64 = record[8].parse().unwrap();
        let found = scored.scores[&record[0]];
        // Printed figures are cut after twelve digits.
        assert!(
            (found - printed).abs() < 1e-12,
            "signature {}: {found}, printed {printed}",
            &record[0]
        );
    }
    assert_eq!(scored.ranking.first().map(String::as_str), Some("7"));
}

#[test]
fn twelve_signatures_by_the_eigenvector() {
    let (weighed, scored) = scored(SIGNATURES, WeightMethod::Eigenvector);
    let leaves = ["precision", "usage_need", "completeness", "security"];
    near(
        &leaves.map(|leaf| weighed.global[leaf]),
        &[0.324559, 0.139477, 0.035964, 0.5],
        5e-7,
    );
    let expected = [
        0.072324, 0.073112, 0.061203, 0.061992, 0.055087, 0.055875, 0.136211, 0.128384, 0.119864,
        0.080675, 0.078366, 0.076906,
    ];
    let found: Vec<f64> = (1..=12).map(|id| scored.scores[&id.to_string()]).collect();
    near(&found, &expected, 5e-7);
    near(
        &[
            weighed.consistency["quality"].lambda_max,
            weighed.consistency["quality"].cr,
        ],
        &[3.064888, 0.055938],
        5e-7,
    );
}

#[test]
fn five_measured_candidates_get_the_printed_scores() {
    let measured = "id,precision_dm,classification,security,completeness\n\
        d5,40296,0.685291,0.919173,0.992\nm5,10906,0.733856,0.878900,1\nm7,12508,0.724956,0.902503,1\n\
        m10,16798,0.701122,0.931055,1\nt5,91680,0.787035,0.963947,1\n";
    let (_, by_sums) = scored(measured, WeightMethod::RowSums);
    let ids = ["d5", "m5", "m7", "m10", "t5"];
    let printed = [
        0.169791420341,
        0.224131003856,
        0.217933121655,
        0.205627061398,
        0.182517392747,
    ];
    near(&ids.map(|id| by_sums.scores[id]), &printed, 1e-12);
    let (_, by_vector) = scored(measured, WeightMethod::Eigenvector);
    near(
        &ids.map(|id| by_vector.scores[id]),
        &[0.146782, 0.233897, 0.228600, 0.218388, 0.172333],
        5e-7,
    );
    // The published tool did not notice that its own comparisons of precision are inconsistent.
    let precision = by_vector.consistency["precision"];
    assert!((precision.cr - 0.1077).abs() < 5e-5 && !precision.consistent);
}

#[test]
fn equal_decimal_steps_get_equal_intensities() {
    let text = r#"{"criteria": {"completeness": {"better": "higher", "unit": "0.01", "truncate": true, "upper_inclusive": [0,1,2,3,4,5,6,7]}}}"#;
    let (scales, notes) = read_scales(text, "own").unwrap();
    let value = |text: &str| scale::decimal(text).unwrap();
    let compare = |a: &str, b: &str| scales["completeness"].compare(value(a), value(b));
    assert_eq!(
        (compare("1.00", "0.95"), compare("0.95", "0.90")),
        (6.0, 6.0)
    );
    assert!(notes.is_empty());
}

#[test]
fn an_inconsistent_matrix_is_shown_with_its_cause_and_a_repair() {
    let hierarchy = BTreeMap::from([(
        "goal".to_owned(),
        ["a", "b", "c"].map(str::to_owned).to_vec(),
    )]);
    let judgement = |a: &str, b: &str, intensity| Judgement {
        parent: "goal".into(),
        a: a.into(),
        b: b.into(),
        intensity,
    };
    // a over b, b over c, and yet c over a.
    let judgements = [
        judgement("a", "b", 5.0),
        judgement("b", "c", 3.0),
        judgement("c", "a", 3.0),
    ];
    let criteria = Criteria::new(&hierarchy, &judgements).unwrap();
    let weighed = criteria.weigh(WeightMethod::Eigenvector);
    assert!(weighed.consistency["goal"].cr > 0.1 && !weighed.consistency["goal"].consistent);
    assert!(
        weighed.advice[0].en.contains("contradict each other"),
        "{:?}",
        weighed.advice
    );
    assert!(
        weighed
            .advice
            .iter()
            .any(|said| said.fr.starts_with("remède")),
        "{:?}",
        weighed.advice
    );
    let mut repaired = criteria.matrix("goal").unwrap().clone();
    for step in repair(&repaired) {
        repaired.set(step.a, step.b, step.suggested);
    }
    assert!(consistency(&repaired).consistent);
}

#[test]
fn faults_of_a_hierarchy_are_told_together() {
    let hierarchy = BTreeMap::from([(
        "goal".to_owned(),
        ["a", "b", "c"].map(str::to_owned).to_vec(),
    )]);
    let stranger = Judgement {
        parent: "goal".into(),
        a: "a".into(),
        b: "z".into(),
        intensity: 2.0,
    };
    let faults = Criteria::new(&hierarchy, &[stranger]).unwrap_err();
    assert_eq!(faults.0.len(), 4, "{faults}");
    let circle = BTreeMap::from([
        ("goal".to_owned(), vec!["a".to_owned()]),
        ("x".to_owned(), vec!["y".to_owned()]),
        ("y".to_owned(), vec!["x".to_owned()]),
    ]);
    assert!(
        Criteria::new(&circle, &[])
            .unwrap_err()
            .to_string()
            .contains("circle")
    );
    let text = r#"{"hierarchy": {"goal": ["a", "b"]}, "judgements": [{"parent": "goal", "a": "a", "b": "b", "verbal": "strongly", "intensity": 3}]}"#;
    assert!(
        read_context(text, "c")
            .unwrap_err()
            .to_string()
            .contains("differ")
    );
}

#[test]
fn words_and_fractions_are_judgements() {
    let text = r#"{"hierarchy": {"goal": ["a", "b"], "a": ["c", "d"], "d": ["e", "f"]}, "judgements": [
        {"parent": "goal", "a": "a", "b": "b", "verbal": "fortement"}, {"parent": "a", "a": "c", "b": "d", "intensity": "1/3"},
        {"parent": "d", "a": "e", "b": "f", "verbal": "slightly"}]}"#;
    let context = read_context(text, "c").unwrap();
    let weighed = Criteria::new(&context.hierarchy, &context.judgements)
        .unwrap()
        .weigh(WeightMethod::Eigenvector);
    assert_eq!(weighed.leaves, ["c", "e", "f", "b"]);
    near(
        &[weighed.global["e"], weighed.global["b"]],
        &[5.0 / 6.0 * 0.75 * 0.75, 1.0 / 6.0],
        1e-12,
    );
}

#[test]
fn sensitivity_solves_where_the_winner_changes() {
    // Security that discriminates would make another signature win.
    let (weighed, scored) = scored(SIGNATURES, WeightMethod::RowSums);
    let moved = sensitivity(&weighed, &scored);
    let usage = moved
        .iter()
        .find(|moved| moved.criterion == "usage_need")
        .unwrap();
    assert!(
        !usage.changes && usage.tips_to.as_deref() == Some("10"),
        "{usage:?}"
    );
    let security = moved
        .iter()
        .find(|moved| moved.criterion == "security")
        .unwrap();
    assert!(security.smallest_move.is_none_or(|by| by > 0.0));
}

proptest! {
    /// Weights add up to 1 whatever is judged, a consistent matrix gives back its weights, and repairs end consistent.
    #[test]
    fn laws_of_weights(given in proptest::collection::vec(1u8..=9, 6), flips in proptest::collection::vec(any::<bool>(), 6)) {
        let mut matrix = Matrix::equal(4);
        for ((a, b), (value, flip)) in matrix.pairs().zip(given.iter().zip(&flips)) {
            let value = f64::from(*value);
            matrix.set(a, b, if *flip { 1.0 / value } else { value });
        }
        for method in [WeightMethod::Eigenvector, WeightMethod::RowSums] {
            prop_assert!((weights(&matrix, method).iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        let mut repaired = matrix.clone();
        repair(&matrix).iter().for_each(|step| repaired.set(step.a, step.b, step.suggested));
        prop_assert!(consistency(&repaired).consistent, "{repaired:?}");
        let own: Vec<f64> = given.iter().take(4).map(|value| f64::from(*value)).collect();
        let mut ratios = Matrix::equal(4);
        for (a, b) in ratios.pairs() {
            ratios.set(a, b, own[a] / own[b]);
        }
        let sum: f64 = own.iter().sum();
        for (found, expected) in weights(&ratios, WeightMethod::Eigenvector).iter().zip(&own) {
            prop_assert!((found - expected / sum).abs() < 1e-12);
        }
        prop_assert!(consistency(&ratios).cr < 1e-9);
    }

    /// Just short of the tipping weight the winner is the same, just beyond it is the other one.
    #[test]
    fn law_of_sensitivity(values in proptest::collection::vec(0u32..100, 6)) {
        let text = format!("id,a,b\nx,{},{}\ny,{},{}\nz,{},{}\n", values[0], values[1], values[2], values[3], values[4], values[5]);
        let json = r#"{"hierarchy": {"goal": ["a", "b"]}, "judgements": [{"parent": "goal", "a": "a", "b": "b", "intensity": 2}]}"#;
        let context = read_context(json, "c").unwrap();
        let mut weighed = Criteria::new(&context.hierarchy, &context.judgements).unwrap().weigh(WeightMethod::Eigenvector);
        let evaluations = read_evaluations(&text, &weighed.leaves, &context).unwrap();
        let scale = r#"{"better": "higher", "upper_inclusive": [5, 15, 30, 50]}"#;
        let (scales, _) = read_scales(&format!(r#"{{"criteria": {{"a": {scale}, "b": {scale}}}}}"#), "s").unwrap();
        let first = score(&weighed, &evaluations, &scales, WeightMethod::Eigenvector).unwrap();
        let moved = sensitivity(&weighed, &first).into_iter().find(|moved| moved.criterion == "a").unwrap();
        let Some(tip) = moved.tips_at else { return Ok(()) };
        // Who is level with the winner already is neither short of the tipping weight nor beyond it.
        prop_assume!((tip - moved.weight).abs() > 2e-6);
        let step = 1e-6 * (tip - moved.weight).signum();
        let mut at = |w: f64| {
            weighed.global.insert("a".into(), w);
            weighed.global.insert("b".into(), 1.0 - w);
            score(&weighed, &evaluations, &scales, WeightMethod::Eigenvector).unwrap().scores
        };
        let (winner, other) = (&first.ranking[0], moved.tips_to.clone().unwrap());
        let before = at(tip - step);
        prop_assert!(before.values().all(|score| *score <= before[winner] + 1e-12));
        let after = at(tip + step);
        prop_assert!(after[&other] + 1e-9 >= after[winner]);
    }
}
