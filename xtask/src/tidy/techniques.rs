//! Techniques: registered, opened by their paper, cited rightly, and as good as their invariants say.

use std::collections::BTreeSet;

use super::Problems;
use super::tree::{File, Tree};

const METHODS: &str = "crates/methods/src";
const BIBLIOGRAPHY: &str = "docs/references.bib";
const HEADER: [&str; 5] = ["Paper", "Guarantee", "Idea", "Cost", "Invariants"];

/// A folder `crates/methods/src/<family>/<name>/` that holds a `mod.rs`.
struct Technique<'a> {
    family: &'a str,
    name: &'a str,
    module: &'a File,
}

fn techniques(tree: &Tree) -> impl Iterator<Item = Technique<'_>> {
    tree.rust().filter_map(|module| {
        let place = module
            .path
            .strip_prefix(METHODS)?
            .strip_prefix('/')?
            .strip_suffix("/mod.rs")?;
        let (family, name) = place
            .split_once('/')
            .filter(|(_, name)| !name.contains('/'))?;
        // What synthetic rows are drawn from is no technique: it has no plan (docs/design.md).
        ["generalize", "mask"]
            .contains(&family)
            .then_some(Technique {
                family,
                name,
                module,
            })
    })
}

pub fn registered(tree: &Tree) -> Problems {
    let text = |path: String| tree.get(&path).map_or("", |file| &file.text);
    let mut problems = Vec::new();
    for Technique { family, name, .. } in techniques(tree) {
        let path = format!("{METHODS}/{family}/mod.rs");
        if !text(path.clone())
            .lines()
            .any(|line| line.trim_start_matches("pub ") == format!("mod {name};"))
        {
            problems.push(format!("{path} has no `mod {name};`"));
        }
        let path = format!("{METHODS}/lib.rs");
        if !text(path.clone()).contains(&format!("&{family}::{name}::")) {
            problems.push(format!("{path}: ALL has no entry of {family}::{name}"));
        }
    }
    problems
}

pub fn headers(tree: &Tree) -> Problems {
    let mut problems = Vec::new();
    for Technique { module, .. } in techniques(tree) {
        let missing = HEADER.iter().filter(|word| section(module, word).is_none());
        problems
            .extend(missing.map(|word| format!("{}: the header lacks **{word}**", module.path)));
    }
    problems
}

pub fn papers(tree: &Tree) -> Problems {
    let mut problems = Vec::new();
    let known = tree
        .get(BIBLIOGRAPHY)
        .map(|file| bibliography_keys(&file.text))
        .unwrap_or_default();
    for Technique { module, .. } in techniques(tree) {
        let cited = cited(&module.text);
        if cited.is_empty() {
            problems.push(format!("{}: DESCRIPTOR.papers names no paper", module.path));
        }
        for key in cited {
            if !known.contains(key) {
                problems.push(format!("{}: {key} is not in {BIBLIOGRAPHY}", module.path));
            }
            if !section(module, "Paper").is_some_and(|paper| paper.contains(key)) {
                problems.push(format!(
                    "{}: **Paper** does not say what {key} is for",
                    module.path
                ));
            }
        }
    }
    problems
}

pub fn invariants(tree: &Tree) -> Problems {
    let in_methods = tree
        .rust()
        .filter(|file| file.path.starts_with("crates/methods/"));
    let lines = in_methods.flat_map(File::test_lines);
    let tests: BTreeSet<&str> = lines.filter_map(|(_, line)| function_name(line)).collect();
    let mut problems = Vec::new();
    for Technique { module, .. } in techniques(tree) {
        let Some(text) = section(module, "Invariants") else {
            continue;
        };
        let names: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
        if names.is_empty() {
            problems.push(format!("{}: **Invariants** names no test", module.path));
        }
        let untested = names
            .into_iter()
            .filter(|name| !tests.iter().any(|test| test.contains(name)));
        problems.extend(untested.map(|name| format!("{}: no test is named {name}", module.path)));
    }
    problems
}

/// The name, if a line declares a function.
fn function_name(line: &str) -> Option<&str> {
    let (before, after) = line
        .trim_start()
        .split_once("fn ")
        .or_else(|| line.trim_start().split_once("fn\t"))?;
    let modifier = |word: &str| {
        ["pub", "const", "async", "unsafe", "extern"]
            .iter()
            .any(|known| word.starts_with(known))
    };
    let name = after.split(['(', '<']).next()?;
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (plain && before.split_whitespace().all(modifier)).then_some(name)
}

/// The text of the header from `**word**` to the next such word.
fn section(module: &File, word: &str) -> Option<String> {
    let start = format!("**{word}**");
    let header = module.header();
    let first = header.iter().position(|line| line.starts_with(&start))?;
    let rest = header[first + 1..]
        .iter()
        .take_while(|line| !line.starts_with("**"));
    Some(
        std::iter::once(&header[first][start.len()..])
            .chain(rest.copied())
            .collect::<Vec<_>>()
            .join("\n"),
    )
}

/// Keys in `papers: &["…", …]`.
fn cited(text: &str) -> Vec<&str> {
    let list = text
        .split_once("papers: &[")
        .and_then(|(_, rest)| rest.split_once(']'));
    list.map_or_else(Vec::new, |(list, _)| {
        list.split('"').skip(1).step_by(2).collect()
    })
}

fn bibliography_keys(text: &str) -> BTreeSet<&str> {
    let entries = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix('@')?.split_once('{'));
    entries
        .map(|(_, rest)| rest.split([',', ' ']).next().unwrap_or(rest))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    const GOOD: &str = "//! Idea.\n//!\n//! **Paper** a2006, section 2.\n//! **Guarantee** x\n//! **Idea**\n//! 1. y\n\
        //! **Cost** z\n//! **Invariants** `rows_are_kept`,\n//! `k_holds`.\n\nconst D: D = D { papers: &[\"a2006\"] };\n";

    fn methods(module: &str) -> Tree {
        tree(&[
            (
                "crates/methods/src/lib.rs",
                "pub const ALL: X = &[&mask::good::Good];\n",
            ),
            ("crates/methods/src/mask/mod.rs", "pub mod good;\n"),
            ("crates/methods/src/mask/good/mod.rs", module),
            (
                "crates/methods/src/mask/good/tests.rs",
                "fn rows_are_kept() {}\nfn the_k_holds_always() {}\n",
            ),
            (
                "docs/references.bib",
                "@article{a2006,\n  title = {A},\n}\n",
            ),
        ])
    }

    #[test]
    fn names_are_found_behind_modifiers_only() {
        assert_eq!(
            function_name("    pub(crate) const fn a<T>(x: T) {"),
            Some("a")
        );
        assert_eq!(function_name("async fn b() -> c {"), Some("b"));
        assert_eq!(function_name("let x: fn (u8) = y;"), None);
        assert_eq!(function_name("// the fn a() of before"), None);
    }

    #[test]
    fn a_good_technique_has_no_problem() {
        let tree = methods(GOOD);
        for check in [registered, headers, papers, invariants] {
            assert_eq!(check(&tree), Vec::<String>::new());
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let tree = methods(
            &GOOD
                .replace("**Cost** z", "z")
                .replace("a2006\"", "b2007\"")
                .replace("`k_", "`l_"),
        );
        assert_eq!(
            headers(&tree),
            ["crates/methods/src/mask/good/mod.rs: the header lacks **Cost**"]
        );
        assert_eq!(papers(&tree).len(), 2);
        assert_eq!(
            invariants(&tree),
            ["crates/methods/src/mask/good/mod.rs: no test is named l_holds"]
        );
    }

    #[test]
    fn a_folder_that_nobody_registered_is_named() {
        let tree = tree(&[("crates/methods/src/mask/lost/mod.rs", GOOD)]);
        assert_eq!(registered(&tree).len(), 2);
    }
}
