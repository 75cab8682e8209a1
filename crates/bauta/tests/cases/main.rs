//! Runs every page of `cases/`. Only this file knows the library's interface; the pages do not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod judged;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bauta::project::{HierarchySource, Project};
use bauta::{Answer, Error};
use bauta_table::Silent;
use judged::{advised, attacked, checked, measured, scored};

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
            // A page tells what becomes of each row; a written table is in another order.
            let held = bauta::hold(&project, &Silent).unwrap_or_else(|e| panic!("{e}"));
            let release = held.release.expect("a release");
            let sorted = |mut rows: Vec<Vec<String>>| {
                rows.sort();
                rows
            };
            for (index, text) in expected.iter().enumerate() {
                let file = folder.join("expected.csv");
                std::fs::write(&file, text).unwrap();
                let table = release.published_at(index).expect("a table");
                let found = folder.join("found.csv");
                std::fs::write(&found, bauta_testkit::write_csv(&table)).unwrap();
                assert_eq!(cells(&found), cells(&file), "table {index}");
                let written = cells(Path::new(&project.output.tables[index]));
                assert_eq!(sorted(written), sorted(cells(&file)), "table {index}");
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
