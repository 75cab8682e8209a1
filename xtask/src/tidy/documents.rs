//! Documents: there, and naming only things that are there.

use super::Problems;
use super::tree::{File, Line, Tree};

const DOCUMENTS: [&str; 9] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "docs/vocabulary.md",
    "docs/design.md",
    "docs/references.bib",
];

pub fn present(tree: &Tree) -> Problems {
    let missing = DOCUMENTS.iter().filter(|path| tree.get(path).is_none());
    missing.map(|path| format!("{path} is missing")).collect()
}

pub fn commands(tree: &Tree) -> Problems {
    let Some(readme) = tree.get("README.md") else {
        return vec!["README.md is missing".to_owned()];
    };
    let commands = ["cargo xtask demo", "cargo xtask test"];
    let missing = commands
        .iter()
        .filter(|command| !readme.text.contains(**command));
    missing
        .map(|command| format!("README.md does not tell `{command}`"))
        .collect()
}

pub fn links(tree: &Tree) -> Problems {
    let mut problems = Vec::new();
    for file in tree
        .files()
        .iter()
        .filter(|file| file.path.ends_with(".md"))
    {
        for (number, line) in prose(file) {
            for target in line
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split([')', ' ']).next())
            {
                let path = target.split('#').next().unwrap_or(target);
                let elsewhere = path.is_empty() || path.contains(':');
                if !elsewhere && !resolved(&file.path, path).is_some_and(|path| tree.has(&path)) {
                    problems.push(format!(
                        "{}:{number} links to {target}, which does not exist",
                        file.path
                    ));
                }
            }
        }
    }
    problems
}

pub fn architecture(tree: &Tree) -> Problems {
    let Some(file) = tree.get("ARCHITECTURE.md") else {
        return vec!["ARCHITECTURE.md is missing".to_owned()];
    };
    let mut problems = Vec::new();
    for (number, line) in prose(file) {
        let named = line
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|word| looks_like_path(word));
        let dead = named.filter(|path| !tree.has(path));
        problems.extend(
            dead.map(|path| format!("ARCHITECTURE.md:{number} names {path}, which does not exist")),
        );
    }
    problems
}

/// Numbered lines outside fenced blocks.
fn prose(file: &File) -> Vec<Line<'_>> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        if !fenced && !fence {
            lines.push((index + 1, line));
        }
    }
    lines
}

/// A word with a slash and nothing that no path of this project has; what is built is not there yet.
fn looks_like_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    word.contains('/')
        && word.chars().all(plain)
        && !word.starts_with(['/', '-'])
        && !word.starts_with("target/")
}

/// The path from the root of a link in a file, if it stays under the root.
fn resolved(file: &str, link: &str) -> Option<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let start = if link.starts_with('/') { "" } else { folder };
    let mut parts: Vec<&str> = start.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    #[test]
    fn links_are_followed_from_their_file() {
        assert_eq!(
            resolved("docs/a.md", "../README.md").as_deref(),
            Some("README.md")
        );
        assert_eq!(
            resolved("docs/a.md", "b/./c.md").as_deref(),
            Some("docs/b/c.md")
        );
        assert_eq!(resolved("README.md", "../x"), None);
        let text = "[a](design.md#why) [b](https://x.org/y) [c](#here) [d](../docs/) ![e](lost.png \"title\")\n```\n[f](g)\n```\n";
        let tree = tree(&[("docs/a.md", text), ("docs/design.md", "")]);
        assert_eq!(
            links(&tree),
            ["docs/a.md:1 links to lost.png, which does not exist"]
        );
    }

    #[test]
    fn dead_paths_in_the_architecture_are_named() {
        let text = "`crates/table` and `crates/table/src/lost.rs`, `a/b c`, `[a,b[`, `<name>/x`, `postgres://a/b`\n";
        let tree = tree(&[("ARCHITECTURE.md", text), ("crates/table/Cargo.toml", "")]);
        assert_eq!(
            architecture(&tree),
            ["ARCHITECTURE.md:1 names crates/table/src/lost.rs, which does not exist"]
        );
    }

    #[test]
    fn missing_documents_are_named() {
        let tree = tree(&[("README.md", "cargo xtask demo")]);
        assert_eq!(present(&tree).len(), DOCUMENTS.len() - 1);
        assert_eq!(
            commands(&tree),
            ["README.md does not tell `cargo xtask test`"]
        );
    }
}
