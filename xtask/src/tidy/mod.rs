//! `cargo xtask tidy`: the rules of style and layout that a program can check, so that taste does not hang on memory.
//!
//! A check looks at the files of the project ([`Tree`]) and returns what it finds wrong, a line each. A rule that cannot be
//! checked belongs in CONTRIBUTING.md, with its why.

mod cycles;
mod documents;
mod functions;
mod imports;
mod layers;
mod modules;
mod shape;
mod techniques;
mod tree;
mod words;

use crate::shell::{Result, root};
use tree::Tree;

/// What a check found wrong: where, what, and what to do.
type Problems = Vec<String>;

type Check = fn(&Tree) -> Problems;

/// Every check and the rule it holds.
const CHECKS: &[(&str, Check)] = &[
    ("every module opens with its idea", shape::headers),
    ("files are short", shape::files),
    ("functions are short", functions::lengths),
    ("modules import each other in no cycle", modules::cycles),
    ("folders lie at most two levels below src", modules::depth),
    ("the library does not panic", words::panics),
    ("tests neither sleep nor hide", words::lazy_tests),
    ("no path of somebody's machine", words::machine_paths),
    ("crates depend downwards", layers::direction),
    ("kernels do no input, clock or chance", layers::purity),
    ("techniques are registered", techniques::registered),
    ("techniques open with their paper", techniques::headers),
    ("cited papers are in the bibliography", techniques::papers),
    ("invariants are tests", techniques::invariants),
    ("the documents are there", documents::present),
    ("the two commands are in the README", documents::commands),
    ("relative links lead somewhere", documents::links),
    ("paths in ARCHITECTURE.md exist", documents::architecture),
];

pub fn run() -> Result {
    let tree = Tree::load(&root())?;
    let mut wrong = 0;
    for (rule, check) in CHECKS {
        let problems = check(&tree);
        println!(
            "{}  {rule}",
            if problems.is_empty() {
                "ok    "
            } else {
                "BROKEN"
            }
        );
        problems
            .iter()
            .for_each(|problem| println!("          {problem}"));
        wrong += problems.len();
    }
    match wrong {
        0 => Ok(()),
        _ => Err(format!(
            "tidy found {wrong} problems in {} files",
            tree.files().len()
        )),
    }
}
