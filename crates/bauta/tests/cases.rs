//! Runs every page of `cases/`. Only this file knows the library's interface; the pages do not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bauta::project::{HierarchySource, Project};
use bauta::{Answer, Error};
use bauta_table::Silent;

#[derive(Default)]
struct Page {
    /// Blocks by their word, with what stands behind it.
    blocks: Vec<(String, String, String)>,
}

impl Page {
    fn parse(text: &str) -> Page {
        let mut page = Page::default();
        let mut open: Option<(String, String, String)> = None;
        for line in text.lines() {
            match (&mut open, line.strip_prefix("```")) {
                (Some(_), Some("")) => page.blocks.extend(open.take()),
                (Some((_, _, body)), _) => {
                    body.push_str(line);
                    body.push('\n');
                }
                (None, Some(info)) => {
                    let mut words = info.splitn(3, ' ').skip(1);
                    let word = words.next().unwrap_or_default().to_owned();
                    open = Some((
                        word,
                        words.next().unwrap_or_default().to_owned(),
                        String::new(),
                    ));
                }
                (None, None) => {}
            }
        }
        page
    }

    fn all<'a>(&'a self, word: &str) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let word = word.to_owned();
        self.blocks
            .iter()
            .filter(move |block| block.0 == word)
            .map(|block| (block.1.as_str(), block.2.as_str()))
    }

    fn one(&self, word: &str) -> Option<&str> {
        self.all(word).next().map(|block| block.1)
    }
}

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|e| e == "md")
            && path.file_name().is_some_and(|n| n != "README.md")
        {
            found.push(path);
        }
    }
}

fn project(page: &Page, folder: &Path, outputs: usize) -> Project {
    let input = folder.join("input.csv");
    std::fs::write(
        &input,
        page.one("input").expect("a page has an input block"),
    )
    .unwrap();
    let text = format!(
        "version = 1\n[input]\ndata = {:?}\ndelimiter = \";\"\n{}",
        input.display().to_string(),
        page.one("project").expect("a page has a project block")
    );
    let mut project = Project::parse(&text, "project block").unwrap_or_else(|e| panic!("{e}"));
    for (name, rows) in page.all("hierarchy") {
        let file = folder.join(format!("{name}.csv"));
        std::fs::write(&file, rows).unwrap();
        project.hierarchies.insert(
            name.to_owned(),
            HierarchySource::File(file.display().to_string()),
        );
    }
    if let Some(rows) = page.one("population") {
        let file = folder.join("population.csv");
        std::fs::write(&file, rows).unwrap();
        project.targets.population = Some(file.display().to_string());
    }
    project.output.tables = (0..outputs)
        .map(|i| folder.join(format!("out{i}.csv")).display().to_string())
        .collect();
    project
}

/// The cells of a CSV text, whatever its delimiter and quotes.
fn cells(path: &Path) -> Vec<Vec<String>> {
    bauta_formats::read_rows(path).unwrap()
}

fn run(page: &Page, folder: &Path) {
    let expected: Vec<&str> = page.all("expected").map(|block| block.1).collect();
    if let Some(check) = page.one("check") {
        return checked(page, folder, check);
    }
    if let Some(expected) = page.one("risk") {
        return measured(page, folder, expected);
    }
    if let Some(attack) = page.one("attack") {
        return attacked(page, folder, attack);
    }
    if page.one("graph").is_some() {
        return graph_released(page, folder);
    }
    if let Some(expected) = page.one("score") {
        return scored(page, folder, expected);
    }
    if let Some(expected) = page.one("advice") {
        return advised(page, folder, expected);
    }
    let outputs = if expected.is_empty() && page.one("project").unwrap().contains("bucketize") {
        2
    } else {
        expected.len().max(1)
    };
    let project = project(page, folder, outputs);
    let answer = bauta::anonymize(&project, &Silent);
    match (answer, page.one("no"), page.one("faults")) {
        (Ok(Answer::Released(_)), None, None) => {
            for (index, text) in expected.iter().enumerate() {
                let file = folder.join("expected.csv");
                std::fs::write(&file, text).unwrap();
                assert_eq!(
                    cells(Path::new(&project.output.tables[index])),
                    cells(&file),
                    "table {index}"
                );
            }
        }
        (Ok(Answer::Unreachable(report)), Some(missing), None) => {
            let found = report.nearest_miss.unwrap().missing.join("\n");
            assert_eq!(found.trim(), missing.trim());
        }
        (Err(Error::Faults(faults)), None, Some(parts)) => {
            let all: String = faults.iter().map(|fault| format!("{fault}\n")).collect();
            assert!(parts.lines().all(|part| all.contains(part)), "{all}");
        }
        (Ok(Answer::Released(_)), ..) => panic!("released, which was not expected"),
        (Ok(Answer::Unreachable(report)), ..) => panic!("unreachable: {:?}", report.nearest_miss),
        (Err(error), ..) => panic!("{error}"),
    }
}

/// A graph and its context; the released graph is compared by its triples, all blank nodes written alike, figures by their places in `--json`.
fn graph_released(page: &Page, folder: &Path) {
    let write = |word: &str, file: &str| {
        let path = folder.join(file);
        std::fs::write(&path, page.one(word).unwrap_or_default()).unwrap();
        path
    };
    let request = bauta::graph::GraphRequest {
        data: vec![write("graph", "graph.ttl")],
        context: write("context", "context.toml"),
        output: folder.join("released.nt"),
        seed: Some(1),
        ..bauta::graph::GraphRequest::default()
    };
    let found = bauta::graph::anonymize_graph(&request, &Silent).unwrap_or_else(|e| panic!("{e}"));
    if let Some(missing) = page.one("no") {
        assert_eq!(
            found
                .nearest_miss
                .expect("a miss")
                .missing
                .join("\n")
                .trim(),
            missing.trim()
        );
        return;
    }
    let triples = |path: PathBuf| -> std::collections::BTreeSet<Vec<String>> {
        let graph = bauta::graph::load(&[path], false, &Silent)
            .unwrap_or_else(|e| panic!("{e}"))
            .graph;
        let text = |id: u32| match graph.dictionary.text(id) {
            blank if blank.starts_with("_:") => "_:b".to_owned(),
            text => text.to_owned(),
        };
        graph
            .triples()
            .map(|t| [t.subject, t.predicate, t.object].map(text).to_vec())
            .collect()
    };
    assert_eq!(
        triples(request.output.clone()),
        triples(write("released", "expected.ttl"))
    );
    let found = serde_json::to_value(found).unwrap();
    for (path, wanted) in page
        .one("figures")
        .unwrap_or_default()
        .parse::<toml::Table>()
        .unwrap()
    {
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
            (value - wanted).abs() < 1e-6,
            "{path}: {value} is not {wanted}"
        );
    }
}

/// Pairwise comparison; scores are compared to six digits.
fn scored(page: &Page, folder: &Path, expected: &str) {
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
fn advised(page: &Page, folder: &Path, expected: &str) {
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

fn checked(page: &Page, folder: &Path, expected: &str) {
    let expected: toml::Table = expected.parse().unwrap();
    let found = bauta::check(&project(page, folder, 0), &Silent).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(Some(found.holds), expected["holds"].as_bool());
    assert_eq!(
        Some(found.measures.privacy.k as i64),
        expected["k"].as_integer()
    );
    assert_eq!(
        Some(found.measures.classes as i64),
        expected["classes"].as_integer()
    );
    if let Some(l) = expected.get("l").and_then(toml::Value::as_table) {
        let l: BTreeMap<String, u64> = l
            .iter()
            .map(|(k, v)| (k.clone(), v.as_integer().unwrap() as u64))
            .collect();
        assert_eq!(found.measures.privacy.l, l);
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
fn measured(page: &Page, folder: &Path, expected: &str) {
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
fn attacked(page: &Page, folder: &Path, expected: &str) {
    let place = |word: &str| {
        let file = folder.join(format!("{word}.csv"));
        std::fs::write(&file, page.one(word)?).unwrap();
        Some(file.display().to_string())
    };
    let settings: toml::Table = page.one("attacker").unwrap_or_default().parse().unwrap();
    let truth = settings
        .get("truth")
        .and_then(toml::Value::as_str)
        .map(str::to_owned);
    let (against, second) = (place("against"), place("second"));
    let request = bauta::AttackRequest {
        against,
        second,
        truth,
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

#[test]
fn every_page_holds() {
    let mut found = Vec::new();
    pages(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases"),
        &mut found,
    );
    found.sort();
    assert!(found.len() >= 12, "pages are missing");
    let mut failed = Vec::new();
    for path in found {
        let page = Page::parse(&std::fs::read_to_string(&path).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let outcome =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&page, folder.path())));
        if outcome.is_err() {
            failed.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    assert!(failed.is_empty(), "pages that do not hold: {failed:?}");
}
