//! Words that must not stand in certain files.

use super::Problems;
use super::tree::{File, Line, Tree};

/// Crates whose code is no library.
const PROGRAMS: [&str; 2] = ["crates/cli/", "crates/testkit/"];

const PANICS: [&str; 7] = [
    ".unwrap()",
    ".expect(",
    "panic!",
    "todo!",
    "unimplemented!",
    "unreachable!",
    "dbg!",
];

pub fn panics(tree: &Tree) -> Problems {
    let library =
        |file: &&File| is_crate(file) && !PROGRAMS.iter().any(|start| file.path.starts_with(start));
    let found = tree
        .rust()
        .filter(library)
        .flat_map(|file| found(file, &file.own_lines(), &PANICS));
    found
        .map(|place| format!("{place} in library code; return an error"))
        .collect()
}

pub fn lazy_tests(tree: &Tree) -> Problems {
    // Outside of tests a timer may run out: a bound on slow callers.
    let words = ["#[ignore", "thread::sleep", "time::sleep"];
    let in_crates = tree.rust().filter(|file| file.path.starts_with("crates/"));
    let found = in_crates.flat_map(|file| {
        let own = found(file, &file.own_lines(), &words[..2]);
        own.into_iter()
            .chain(found(file, &file.test_lines(), &words))
    });
    found
        .map(|place| format!("{place}; wait for the event itself, and run every test"))
        .collect()
}

pub fn machine_paths(tree: &Tree) -> Problems {
    // Written so that this file does not name them.
    let folders = ["root", "work", "home"].map(|name| format!("/{name}/"));
    let mut problems = Vec::new();
    for file in tree.files() {
        for (index, line) in file.text.lines().enumerate() {
            if let Some(folder) = folders.iter().find(|folder| starts_a_path(line, folder)) {
                problems.push(format!(
                    "{}:{} has a path under {folder}",
                    file.path,
                    index + 1
                ));
            }
        }
    }
    problems
}

/// Whether the folder stands at the start of a path, not in the middle of one.
fn starts_a_path(line: &str, folder: &str) -> bool {
    let before = |at: usize| line[..at].chars().next_back();
    line.match_indices(folder)
        .any(|(at, _)| before(at).is_none_or(|c| !(c.is_alphanumeric() || "._-~".contains(c))))
}

fn is_crate(file: &File) -> bool {
    file.path.starts_with("crates/") && file.path.contains("/src/")
}

/// Places of words outside comments.
pub fn found(file: &File, lines: &[Line<'_>], words: &[&str]) -> Vec<String> {
    let mut places = Vec::new();
    for (number, line) in lines {
        let code = without_comment(line);
        let hits = words.iter().filter(|word| code.contains(**word));
        places.extend(hits.map(|word| format!("{}:{number} has {word}", file.path)));
    }
    places
}

fn without_comment(line: &str) -> &str {
    let line = line.trim_start();
    if line.starts_with("//") {
        ""
    } else {
        line.split(" // ").next().unwrap_or(line)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    #[test]
    fn panics_are_found_in_library_code_only() {
        let text = "//! Never `.unwrap()`.\nlet a = b.unwrap(); // why\nlet a = b.unwrap_or(c); // not .unwrap()\n\
            #[cfg(test)]\nmod tests {\n    let a = b.unwrap();\n}\n";
        let paths = [
            "crates/table/src/a.rs",
            "crates/cli/src/a.rs",
            "crates/table/src/tests.rs",
            "xtask/src/a.rs",
        ];
        let found = panics(&tree(&paths.map(|path| (path, text))));
        assert_eq!(
            found,
            ["crates/table/src/a.rs:2 has .unwrap() in library code; return an error"]
        );
    }

    #[test]
    fn sleeping_is_found_in_tests_too() {
        let tree = tree(&[(
            "crates/cli/tests/a.rs",
            "std::thread::sleep(x);\n#[ignore]\n",
        )]);
        assert_eq!(lazy_tests(&tree).len(), 2);
    }

    #[test]
    fn only_whole_paths_are_somebodys() {
        let path = |name: &str| format!("see /{name}/x");
        let tree = tree(&[
            ("a.md", &path("home")),
            ("b.md", "docs/work/x https://x.org/home/"),
            ("c.md", &path("usr")),
        ]);
        assert_eq!(machine_paths(&tree).len(), 1);
    }
}
