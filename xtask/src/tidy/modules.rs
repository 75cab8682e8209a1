//! How the modules of a crate stand to each other: no cycle of imports between its top-level modules, and at most two levels of folders
//! below `src`.
//!
//! A module imports another if a path in its files leads there: `crate::x::…`, enough `super::`, or a name that the crate's root
//! re-exports from there. Tests may import what they like, and the root itself is no module: it holds all of them.

use std::collections::{BTreeMap, BTreeSet};

use super::Problems;
use super::cycles::{Edges, components, told};
use super::imports::{self, Import};
use super::tree::{File, Tree};

/// Folders below `src`: `src/a/b/c.rs` is at the limit.
const LEVELS: usize = 2;

pub fn depth(tree: &Tree) -> Problems {
    let mut deep = BTreeSet::new();
    for file in tree.rust() {
        let Some((_, below)) = file.path.split_once("/src/") else {
            continue;
        };
        let folders = below.matches('/').count();
        if folders > LEVELS {
            deep.extend(file.path.rsplit_once('/').map(|(folder, _)| folder));
        }
    }
    let problem = |folder: &str| {
        format!("{folder}: more than {LEVELS} levels below src; move it up or make its parent flat")
    };
    deep.into_iter().map(problem).collect()
}

pub fn cycles(tree: &Tree) -> Problems {
    let mut sources: BTreeMap<&str, Vec<Source<'_>>> = BTreeMap::new();
    for source in tree.rust().filter_map(Source::of) {
        sources.entry(source.crate_folder).or_default().push(source);
    }
    let mut problems = Vec::new();
    for (folder, sources) in &sources {
        let edges = edges(sources);
        let found = components(&edges);
        problems.extend(found.iter().map(|cycle| told(folder, cycle, &edges)));
    }
    problems
}

/// A file of a crate's own code and the path of its module from the crate's root.
struct Source<'a> {
    file: &'a File,
    crate_folder: &'a str,
    module: Vec<String>,
}

impl<'a> Source<'a> {
    /// None of tests, and none of programs beside the crate, which are crates of their own.
    fn of(file: &'a File) -> Option<Source<'a>> {
        let (crate_folder, below) = file.path.split_once("/src/")?;
        if file.is_test || below.starts_with("bin/") {
            return None;
        }
        let parts = below.strip_suffix(".rs")?.split('/').map(str::to_owned);
        let mut module: Vec<String> = parts.collect();
        let is_its_folder = |name: &String| ["lib", "main", "mod"].contains(&name.as_str());
        module.pop_if(|name| is_its_folder(name));
        Some(Source {
            file,
            crate_folder,
            module,
        })
    }
}

fn edges(sources: &[Source<'_>]) -> Edges {
    let mut edges: Edges = BTreeMap::new();
    for source in sources {
        if let [top, ..] = &source.module[..] {
            edges.entry(top.clone()).or_default();
        }
    }
    // A file that does not parse is told of where functions are measured.
    let imports_of = |source: &Source<'_>| {
        let syntax = source.file.syntax();
        syntax.map_or_else(|_| Vec::new(), |file| imports::of(file, &source.module))
    };
    let roots = sources.iter().filter(|source| source.module.is_empty());
    let exported: BTreeMap<String, String> = roots
        .flat_map(&imports_of)
        .filter_map(|import| Some((import.name, import.path.into_iter().next()?)))
        .collect();
    for source in sources {
        let Some(top) = source.module.first() else {
            continue;
        };
        for Import { path, line, .. } in imports_of(source) {
            let Some(first) = path.first() else {
                continue;
            };
            let target = if edges.contains_key(first) {
                first
            } else {
                exported.get(first).unwrap_or(first)
            };
            if target != top && edges.contains_key(target) {
                let place = format!("{}:{line}", source.file.path);
                let target = target.clone();
                let from = edges.entry(top.clone()).or_default();
                from.entry(target).or_insert(place);
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    #[test]
    fn a_cycle_is_told_with_its_modules_and_the_places_of_a_way_around() {
        let cyclic = tree(&[
            ("crates/x/src/lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\n"),
            ("crates/x/src/a.rs", "use crate::b::B;\n"),
            ("crates/x/src/b/mod.rs", "mod e;\n"),
            (
                "crates/x/src/b/e.rs",
                "fn f() {\n    super::super::c::g();\n}\n",
            ),
            ("crates/x/src/c.rs", "fn g() {\n    vec![crate::a::A];\n}\n"),
            ("crates/x/src/d.rs", "use crate::{a::A, b};\n"),
        ]);
        assert_eq!(
            cycles(&cyclic),
            [
                "crates/x: the modules a, b, c import each other (a imports b at crates/x/src/a.rs:1, \
              b imports c at crates/x/src/b/e.rs:2, c imports a at crates/x/src/c.rs:2); move what they share below them"
            ]
        );
    }

    #[test]
    fn a_name_that_the_root_exports_leads_to_its_module() {
        let files = |export: &'static str| {
            tree(&[
                ("crates/x/src/lib.rs", export),
                ("crates/x/src/a.rs", "use crate::b;\n"),
                ("crates/x/src/b.rs", "use crate::Thing;\n"),
            ])
        };
        let cyclic = files("mod a;\nmod b;\npub use a::deep::{Other as Thing};\n");
        assert_eq!(cycles(&cyclic).len(), 1);
        let fine = files("mod a;\nmod b;\npub use a::deep::Other;\npub struct Thing;\n");
        assert_eq!(cycles(&fine), Problems::new());
    }

    #[test]
    fn tests_other_crates_and_imports_within_a_module_make_no_cycle() {
        let fine = tree(&[
            ("crates/x/src/a.rs", "use crate::b::B;\nuse super::b;\n"),
            (
                "crates/x/src/b/mod.rs",
                "use self::c::C;\nuse y::a;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n",
            ),
            ("crates/x/src/b/c.rs", "use super::B;\nuse crate::b::D;\n"),
            ("crates/x/src/b/tests.rs", "use crate::a::A;\n"),
            ("crates/y/src/b.rs", "use crate::a::A;\n"),
        ]);
        assert_eq!(cycles(&fine), Problems::new());
    }

    #[test]
    fn folders_below_the_second_level_are_named_once() {
        let deep = tree(&[
            ("crates/x/src/a/b/c.rs", ""),
            ("crates/x/src/a/b/c/mod.rs", ""),
            ("crates/x/src/a/b/c/d.rs", ""),
            ("crates/x/tests/a/b/c/d/e.rs", ""),
        ]);
        let problems = depth(&deep);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].starts_with("crates/x/src/a/b/c: more than 2 levels"));
    }
}
