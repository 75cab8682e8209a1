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

/// Cycles that are still there, by crate: a cycle among these modules is let pass. This list may only shrink: an entry without a cycle
/// is a problem, and so is a cycle that takes in one module more.
const CYCLIC: &[Cycle<'_>] = &[
    (
        "crates/cli",
        &["args", "commands", "output", "progress", "targets"],
    ),
    ("crates/engines", &["ballista", "datafusion"]),
    ("crates/explain", &["names", "words"]),
    ("crates/formats", &["csv", "look", "ods", "xlsx"]),
    ("crates/formats", &["error", "locator"]),
    ("crates/graph-run", &["columns", "files"]),
    ("crates/methods", &["by_row", "contract", "planner"]),
    ("crates/methods", &["descriptor", "parameter"]),
    ("crates/privacy", &["examine", "models"]),
    ("crates/server", &["job", "request", "result", "synthesis"]),
    ("crates/server", &["routes", "schema"]),
    ("crates/server", &["app", "guard"]),
    ("crates/table", &["error", "table"]),
];

/// The folder of a crate, and modules of it that import each other.
type Cycle<'a> = (&'a str, &'a [&'a str]);

/// Folders that still lie deeper than two levels. This list may only shrink too.
const DEEP: &[&str] = &[
    "crates/methods/src/generalize/mondrian/passes",
    "crates/table/src/hierarchy/build/intervals",
];

pub fn cycles(tree: &Tree) -> Problems {
    cycles_but(tree, CYCLIC)
}

pub fn depth(tree: &Tree) -> Problems {
    depth_but(tree, DEEP)
}

fn depth_but(tree: &Tree, exempt: &[&str]) -> Problems {
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
    let needless = exempt.iter().filter(|folder| !deep.contains(*folder));
    let gone: Problems = needless.map(|folder| needless_entry(folder)).collect();
    let deep = deep.into_iter().filter(|folder| !exempt.contains(folder));
    deep.map(problem).chain(gone).collect()
}

fn needless_entry(what: &str) -> String {
    format!("{what}: nothing to exempt any more; take it from xtask/src/tidy/modules.rs")
}

fn cycles_but(tree: &Tree, exempt: &[Cycle<'_>]) -> Problems {
    let mut sources: BTreeMap<&str, Vec<Source<'_>>> = BTreeMap::new();
    for source in tree.rust().filter_map(Source::of) {
        sources.entry(source.crate_folder).or_default().push(source);
    }
    let mut problems = Vec::new();
    let mut needless: BTreeSet<&Cycle<'_>> = exempt.iter().collect();
    for (folder, sources) in &sources {
        let edges = edges(sources);
        for cycle in components(&edges) {
            let covers = |(of, modules): &&Cycle<'_>| {
                of == folder && cycle.iter().all(|module| modules.contains(module))
            };
            if let Some(entry) = exempt.iter().find(covers) {
                needless.remove(entry);
            } else {
                problems.push(told(folder, &cycle, &edges));
            }
        }
    }
    let entry = |(folder, modules): &Cycle<'_>| {
        needless_entry(&format!("{folder}, the modules {}", modules.join(", ")))
    };
    problems.extend(needless.into_iter().map(entry));
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
            cycles_but(&cyclic, &[]),
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
        assert_eq!(cycles_but(&cyclic, &[]).len(), 1);
        let fine = files("mod a;\nmod b;\npub use a::deep::Other;\npub struct Thing;\n");
        assert_eq!(cycles_but(&fine, &[]), Problems::new());
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
        assert_eq!(cycles_but(&fine, &[]), Problems::new());
    }

    #[test]
    fn folders_below_the_second_level_are_named_once() {
        let deep = tree(&[
            ("crates/x/src/a/b/c.rs", ""),
            ("crates/x/src/a/b/c/mod.rs", ""),
            ("crates/x/src/a/b/c/d.rs", ""),
            ("crates/x/tests/a/b/c/d/e.rs", ""),
        ]);
        let problems = depth_but(&deep, &[]);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].starts_with("crates/x/src/a/b/c: more than 2 levels"));
    }

    #[test]
    fn an_exemption_that_is_not_needed_is_a_problem() {
        let deep = tree(&[("crates/x/src/a/b/c/d.rs", "")]);
        let folder = "crates/x/src/a/b/c";
        assert_eq!(depth_but(&deep, &[folder]), Problems::new());
        assert_eq!(
            depth_but(&deep, &[folder, "crates/x/src/e/f/g"]),
            [needless_entry("crates/x/src/e/f/g")]
        );
    }

    #[test]
    fn an_exempt_cycle_may_shrink_but_neither_grow_nor_vanish_unseen() {
        let cyclic = tree(&[
            ("crates/x/src/a.rs", "use crate::b;\n"),
            ("crates/x/src/b.rs", "use crate::a;\n"),
        ]);
        assert_eq!(
            cycles_but(&cyclic, &[("crates/x", &["a", "b", "c"])]),
            Problems::new()
        );
        let problems = cycles_but(&cyclic, &[("crates/x", &["a", "c"])]);
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert_eq!(problems[1], needless_entry("crates/x, the modules a, c"));
        assert_eq!(cycles_but(&cyclic, &[("crates/y", &["a", "b"])]).len(), 2);
    }
}
