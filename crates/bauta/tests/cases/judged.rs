//! What pages expect of releases: scores, advice, checks, measures, attacks.

use super::*;

/// Pairwise comparison; scores are compared to six digits.
pub fn scored(page: &Page, folder: &Path, expected: &str) {
    let write = |word: &str| {
        let path = folder.join(word);
        std::fs::write(&path, page.one(word).unwrap()).unwrap();
        path
    };
    let (evaluations, context, scales) = (write("evaluations"), write("context"), write("scales"));
    let weights = bauta::guide::ahp::WeightMethod::Eigenvector;
    let found = bauta::score_files(&bauta::ScoreFiles {
        evaluations,
        context,
        scales,
        weights,
    })
    .unwrap();
    let expected: toml::Table = expected.parse().unwrap();
    for (id, score) in expected["scores"].as_table().unwrap() {
        assert!(
            (found.scores[id] - score.as_float().unwrap()).abs() < 5e-7,
            "{id}: {}",
            found.scores[id]
        );
    }
}

/// What is suggested for a table and some answers.
pub fn advised(page: &Page, folder: &Path, expected: &str) {
    let answers =
        bauta::answers_of(page.one("answers").unwrap(), Path::new("answers.toml")).unwrap();
    let weights = bauta::guide::ahp::WeightMethod::Eigenvector;
    let project = project(page, folder, 0);
    let request = bauta::AdviceRequest {
        project,
        answers,
        ontology: None,
        scales: None,
        weights,
    };
    let session = bauta::advise(&request, None, &Silent).unwrap_or_else(|e| panic!("{e}"));
    let expected: toml::Table = expected.parse().unwrap();
    let numbers = |key: &str| -> Vec<u64> {
        expected[key]
            .as_array()
            .unwrap()
            .iter()
            .map(|value| value.as_integer().unwrap() as u64)
            .collect()
    };
    assert_eq!(
        (session.context.k, session.context.max_suppression),
        (numbers("k"), numbers("max-suppression"))
    );
    let found = session.suggestion.candidates;
    let algorithms: std::collections::BTreeSet<String> = found
        .signatures
        .into_iter()
        .map(|signature| signature.algorithm)
        .collect();
    let texts = |value: &toml::Value| -> Vec<String> {
        value
            .as_array()
            .unwrap()
            .iter()
            .map(|value| value.as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        algorithms.into_iter().collect::<Vec<_>>(),
        texts(&expected["algorithms"])
    );
    let relaxed: Vec<Vec<String>> = found.relaxations.into_iter().map(|own| own.parts).collect();
    assert_eq!(
        relaxed,
        expected["relaxations"]
            .as_array()
            .unwrap()
            .iter()
            .map(texts)
            .collect::<Vec<_>>()
    );
}

pub fn checked(page: &Page, folder: &Path, expected: &str) {
    let expected: toml::Table = expected.parse().unwrap();
    let found = bauta::check(
        &project(page, folder, 0),
        &bauta::CheckOptions::default(),
        &Silent,
    )
    .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(Some(found.holds), expected["holds"].as_bool());
    assert_eq!(
        Some(found.assessment.privacy.k as i64),
        expected["k"].as_integer()
    );
    assert_eq!(
        Some(found.assessment.classes as i64),
        expected["classes"].as_integer()
    );
    if let Some(l) = expected.get("l").and_then(toml::Value::as_table) {
        let l: BTreeMap<String, u64> = l
            .iter()
            .map(|(k, v)| (k.clone(), v.as_integer().unwrap() as u64))
            .collect();
        assert_eq!(found.assessment.privacy.l, l);
    }
    let rows: Vec<i64> = found
        .failing
        .iter()
        .map(|class| class.first_row as i64)
        .collect();
    let listed = expected
        .get("failing-rows")
        .and_then(toml::Value::as_array)
        .cloned()
        .unwrap_or_default();
    assert_eq!(
        rows,
        listed
            .iter()
            .filter_map(toml::Value::as_integer)
            .collect::<Vec<_>>()
    );
}

/// Figures of the JSON report, by their path with spaces between the keys.
pub fn measured(page: &Page, folder: &Path, expected: &str) {
    let asked: toml::Table = page.one("ask").unwrap_or_default().parse().unwrap();
    let text = |key: &str| {
        asked
            .get(key)
            .and_then(toml::Value::as_str)
            .map(str::to_owned)
    };
    let number = |key: &str, usual: u64| {
        asked
            .get(key)
            .and_then(toml::Value::as_integer)
            .map_or(usual, |n| n as u64)
    };
    let options = bauta::RiskOptions {
        weight: text("weight"),
        household: text("household"),
        population: text("population"),
        sampling_fraction: asked
            .get("sampling-fraction")
            .and_then(toml::Value::as_float),
        target_k: number("target-k", 10),
        target_l: number("target-l", 3),
        ..bauta::RiskOptions::default()
    };
    let found =
        bauta::risk(&project(page, folder, 0), &options, &Silent).unwrap_or_else(|e| panic!("{e}"));
    let found = serde_json::to_value(found).unwrap();
    for (path, wanted) in &expected.parse::<toml::Table>().unwrap() {
        let at = path
            .split(' ')
            .fold(&found, |value, key| match key.parse::<usize>() {
                Ok(place) if value.is_array() => &value[place],
                _ => &value[key],
            });
        match wanted {
            toml::Value::String(text) => assert_eq!(at.as_str(), Some(text.as_str()), "{path}"),
            toml::Value::Integer(n) => assert_eq!(at.as_i64(), Some(*n), "{path}"),
            wanted => {
                let (at, wanted) = (at.as_f64().unwrap(), wanted.as_float().unwrap());
                assert!((at - wanted).abs() < 1e-6, "{path}: {at}, not {wanted}");
            }
        }
    }
}

/// An attack on the input, with the tables that the page gives; figures are compared by their names in `--json`.
pub fn attacked(page: &Page, folder: &Path, expected: &str) {
    let place = |word: &str| {
        let file = folder.join(format!("{word}.csv"));
        std::fs::write(&file, page.one(word)?).unwrap();
        Some(file.display().to_string())
    };
    let settings: toml::Table = page.one("attacker").unwrap_or_default().parse().unwrap();
    let match_by = settings.get("match-by").and_then(toml::Value::as_str);
    let match_by = match_by.map(str::to_owned).into_iter().collect();
    let (against, second) = (place("against"), place("second"));
    let request = bauta::AttackRequest {
        against,
        second,
        match_by,
        ..bauta::AttackRequest::default()
    };
    let found = bauta::attack(&project(page, folder, 0), None, &request, &Silent)
        .unwrap_or_else(|e| panic!("{e}"));
    let found = serde_json::to_value(found).unwrap();
    for (path, wanted) in expected.parse::<toml::Table>().unwrap() {
        let value = found
            .pointer(&path)
            .unwrap_or_else(|| panic!("no {path} in {found}"))
            .as_f64()
            .unwrap();
        let wanted = wanted
            .as_float()
            .or_else(|| Some(wanted.as_integer()? as f64))
            .unwrap();
        assert!(
            (value - wanted).abs() < 1e-3,
            "{path}: {value} is not {wanted}"
        );
    }
}
