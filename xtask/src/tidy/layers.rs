//! The direction of dependencies, and what the kernels must not know.

use super::Problems;
use super::tree::{File, Tree};
use super::words;

/// Crates from the ground up: each may depend on crates of the rows above its own, and on no other.
const LAYERS: &[&[&str]] = &[
    &["table"],
    &["privacy"],
    &["methods"],
    &["formats", "graph", "learn", "ui"],
    &["engines", "store", "guide"],
    &["messages"],
    &["documents", "classify"],
    &["run"],
    &["evaluate"],
    &["synthesis", "explain", "advise", "graph-run"],
    &["bauta"],
    &["server"],
    &["cli", "python"],
];

/// Stands apart: depends on the ground, and only tests depend on it.
const TESTKIT: &str = "testkit";

/// Crates that compute and nothing else, so that an algorithm can be tested on toys and run on any engine.
const KERNELS: [&str; 3] = ["table", "privacy", "methods"];

/// Folders of other crates that compute and nothing else.
const KERNEL_FOLDERS: [&str; 7] = [
    "crates/synthesis/src/cocluster/",
    "crates/synthesis/src/guard.rs",
    "crates/synthesis/src/measures/",
    "crates/synthesis/src/modalities/",
    "crates/synthesis/src/noisy/",
    "crates/synthesis/src/trees/",
    "crates/synthesis/src/verify.rs",
];

/// Files of these folders that stand at the door: one reads and writes models, the other looks at the clock.
const AT_THE_DOOR: [&str; 2] = [
    "crates/synthesis/src/cocluster/files.rs",
    "crates/synthesis/src/cocluster/watch.rs",
];

/// Parts of the standard library that kernels do not use, and makers of randomness.
const OUTSIDE: [&str; 4] = ["fs", "net", "time", "env"];
const CHANCE: [&str; 4] = ["rand::rng", "thread_rng", "getrandom", "from_os_rng"];

/// Starts of names of crates that kernels do not depend on.
const FOREIGN: [&str; 12] = [
    "arrow",
    "parquet",
    "datafusion",
    "ballista",
    "tokio",
    "hyper",
    "axum",
    "reqwest",
    "pyo3",
    "getrandom",
    "tempfile",
    "rusqlite",
];

pub fn direction(tree: &Tree) -> Problems {
    let mut problems = Vec::new();
    for (name, manifest) in manifests(tree) {
        let layer = layer(name);
        if layer.is_none() && name != TESTKIT {
            problems.push(format!(
                "crates/{name} has no layer; give it one in xtask/src/tidy/layers.rs"
            ));
        }
        for (section, dependency) in dependencies(&manifest.text) {
            let Some(other) = own(dependency) else {
                continue;
            };
            let only_tests = section == "dev-dependencies";
            let fine = match (self::layer(other), layer) {
                (Some(lower), Some(layer)) => lower < layer || only_tests,
                (Some(lower), None) => lower == 0,
                (None, _) => only_tests && other == TESTKIT,
            };
            if !fine {
                problems.push(format!(
                    "{}: {name} may not depend on {other}",
                    manifest.path
                ));
            }
        }
    }
    problems
}

pub fn purity(tree: &Tree) -> Problems {
    let mut problems = Vec::new();
    for (name, manifest) in manifests(tree).filter(|(name, _)| KERNELS.contains(name)) {
        let normal = dependencies(&manifest.text)
            .into_iter()
            .filter(|(section, _)| *section != "dev-dependencies");
        let foreign = normal
            .filter(|(_, dependency)| FOREIGN.iter().any(|start| dependency.starts_with(start)));
        problems.extend(
            foreign.map(|(_, dependency)| {
                format!("{}: {name} may not know {dependency}", manifest.path)
            }),
        );
        let folder = format!("crates/{name}/src/");
        for file in tree.rust().filter(|file| file.path.starts_with(&folder)) {
            problems.extend(outside(file));
        }
    }
    for file in tree.rust() {
        let path = file.path.as_str();
        if KERNEL_FOLDERS.iter().any(|it| path.starts_with(it)) && !AT_THE_DOOR.contains(&path) {
            problems.extend(outside(file));
        }
    }
    problems
}

fn outside(file: &File) -> Problems {
    let lines = file.own_lines();
    let direct = OUTSIDE.map(|part| format!("std::{part}"));
    let words: Vec<&str> = direct.iter().map(String::as_str).chain(CHANCE).collect();
    let mut problems = words::found(file, &lines, &words);
    for (number, line) in lines {
        // `use std::{fs, io};`
        let Some((_, listed)) = line.split_once("use std::{") else {
            continue;
        };
        let mut parts = listed
            .split([',', '}', ' ', ':'])
            .filter(|part| OUTSIDE.contains(part));
        problems.extend(
            parts
                .next()
                .map(|part| format!("{}:{number} has std::{part}", file.path)),
        );
    }
    problems
}

fn manifests(tree: &Tree) -> impl Iterator<Item = (&str, &File)> {
    tree.files().iter().filter_map(|file| {
        let name = file
            .path
            .strip_prefix("crates/")?
            .strip_suffix("/Cargo.toml")?;
        (!name.contains('/')).then_some((name, file))
    })
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

/// The folder of a crate of this project.
fn own(dependency: &str) -> Option<&str> {
    if dependency == "bauta" {
        Some("bauta")
    } else {
        dependency.strip_prefix("bauta-")
    }
}

/// Sections that declare dependencies, and the names in them.
fn dependencies(manifest: &str) -> Vec<(&str, &str)> {
    let mut section = "";
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            let name = name.trim_end_matches(']');
            section = name
                .rsplit('.')
                .next()
                .filter(|name| name.ends_with("dependencies"))
                .unwrap_or("");
        } else if !section.is_empty() && !line.is_empty() && !line.starts_with('#') {
            found.push((section, line.split(['.', ' ', '=']).next().unwrap_or(line)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    #[test]
    fn dependencies_are_read_by_section() {
        let manifest = "[package]\nname = \"a\"\n[dependencies]\nb.workspace = true\n# c\nd = { path = \"x\" }\n\n\
            [target.'cfg(unix)'.dependencies]\ne = \"1\"\n[dev-dependencies]\nf = \"1\"\n[lints]\nworkspace = true\n";
        let expected = [
            ("dependencies", "b"),
            ("dependencies", "d"),
            ("dependencies", "e"),
            ("dev-dependencies", "f"),
        ];
        assert_eq!(dependencies(manifest), expected);
    }

    #[test]
    fn a_dependency_upwards_or_on_the_testkit_is_refused() {
        let downwards =
            "[dependencies]\nbauta-table = \"1\"\n[dev-dependencies]\nbauta-testkit = \"1\"\n";
        let upwards =
            "[dependencies]\nbauta-methods = \"1\"\nbauta-testkit = \"1\"\nserde = \"1\"\n";
        assert!(direction(&tree(&[("crates/privacy/Cargo.toml", downwards)])).is_empty());
        assert_eq!(
            direction(&tree(&[("crates/privacy/Cargo.toml", upwards)])).len(),
            2
        );
        assert_eq!(
            direction(&tree(&[("crates/helpers/Cargo.toml", "")])).len(),
            1
        );
    }

    #[test]
    fn kernels_know_no_outside() {
        let text = "//! No std::fs here.\nuse std::{collections::BTreeMap, fs};\nlet now = std::time::Instant::now();\n\
            use std::fmt;\nlet rng = rand::rng();\n";
        let found = purity(&tree(&[
            ("crates/table/src/a.rs", text),
            ("crates/formats/src/a.rs", text),
            ("crates/synthesis/src/study/mod.rs", text),
            ("crates/synthesis/src/trees/grow.rs", text),
            (
                "crates/table/Cargo.toml",
                "[dependencies]\narrow-array = \"1\"\n[dev-dependencies]\ntempfile = \"1\"\n",
            ),
            ("crates/formats/Cargo.toml", ""),
        ]));
        assert_eq!(found.len(), 7, "{found:?}");
    }
}
