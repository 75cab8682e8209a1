//! Headers, and the sizes of files and functions. The limits are those that admired code keeps.

use super::Problems;
use super::tree::{File, Tree, indent};

/// No file is longer, and nine in ten are shorter than the second number.
const FILE: (usize, usize) = (700, 350);
/// The same for functions, tests left out.
const FUNCTION: (usize, usize) = (100, 40);

pub fn headers(tree: &Tree) -> Problems {
    let bare = tree.rust().filter(|file| {
        file.header()
            .first()
            .is_none_or(|line| line.trim().is_empty())
    });
    bare.map(|file| {
        format!(
            "{}: begins without `//!`; say the idea of the module",
            file.path
        )
    })
    .collect()
}

pub fn files(tree: &Tree) -> Problems {
    let sizes: Vec<_> = tree
        .rust()
        .map(|file| (file.path.clone(), file.text.lines().count()))
        .collect();
    judged(&sizes, FILE, "files")
}

pub fn functions(tree: &Tree) -> Problems {
    let found = tree.rust().flat_map(|file| {
        let place = |function: Function| {
            (
                format!("{}:{} {}", file.path, function.line, function.name),
                function.length,
            )
        };
        functions_of(file).into_iter().map(place)
    });
    judged(&found.collect::<Vec<_>>(), FUNCTION, "functions")
}

fn judged(sizes: &[(String, usize)], (most, usual): (usize, usize), what: &str) -> Problems {
    let long = sizes.iter().filter(|(_, lines)| *lines > most);
    let mut problems: Problems = long
        .map(|(place, lines)| format!("{place}: {lines} lines, at most {most}; part it"))
        .collect();
    let short = sizes.iter().filter(|(_, lines)| *lines < usual).count();
    if short * 10 < sizes.len() * 9 {
        problems.push(format!(
            "only {short} of {} {what} have fewer than {usual} lines; 90 % should",
            sizes.len()
        ));
    }
    problems
}

struct Function {
    line: usize,
    name: String,
    length: usize,
}

/// Functions with a body, found by the indentation that rustfmt gives: a body ends at the first `}` under its `fn`.
fn functions_of(file: &File) -> Vec<Function> {
    let lines = file.own_lines();
    let mut found = Vec::new();
    for (start, (number, first)) in lines.iter().enumerate() {
        let Some(name) = function_name(first) else {
            continue;
        };
        let mut open = false;
        for (length, (_, line)) in (1..).zip(&lines[start..]) {
            open |= line.contains('{');
            if open && line.ends_with('}') && indent(line) == indent(first) {
                found.push(Function {
                    line: *number,
                    name: name.to_owned(),
                    length,
                });
                break;
            }
            if !open && line.ends_with(';') {
                break;
            }
        }
    }
    found
}

/// The name, if a line declares a function.
pub fn function_name(line: &str) -> Option<&str> {
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

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

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
    fn bodies_are_measured_and_declarations_are_not() {
        let text = "//! Idea.\ntrait T {\n    fn declared(\n        &self,\n    ) -> u8;\n    fn given(&self) {}\n}\n\
            fn long(\n    a: u8,\n) -> u8\nwhere\n    u8: Copy,\n{\n    if a > 1 {\n        2\n    } else {\n        a\n    }\n}\n";
        let tree = tree(&[("a.rs", text)]);
        let found: Vec<(String, usize)> = functions_of(&tree.files()[0])
            .into_iter()
            .map(|found| (found.name, found.length))
            .collect();
        assert_eq!(found, [("given".to_owned(), 1), ("long".to_owned(), 12)]);
    }

    #[test]
    fn limits_name_the_place_and_watch_the_share() {
        let sizes = |lines: &[usize]| {
            lines
                .iter()
                .map(|&lines| ("a.rs".to_owned(), lines))
                .collect::<Vec<_>>()
        };
        assert!(
            judged(
                &sizes(&[400, 10, 10, 10, 10, 10, 10, 10, 10, 10]),
                FILE,
                "files"
            )
            .is_empty()
        );
        assert_eq!(
            judged(
                &sizes(&[601, 10, 10, 10, 10, 10, 10, 10, 10, 10]),
                FILE,
                "files"
            )
            .len(),
            1
        );
        assert_eq!(
            judged(&sizes(&[400, 10]), FILE, "files"),
            ["only 1 of 2 files have fewer than 400 lines; 90 % should"]
        );
    }

    #[test]
    fn a_file_without_a_header_is_named() {
        let tree = tree(&[
            ("a.rs", "//! Idea.\n"),
            ("b.rs", "use x;\n"),
            ("c.rs", "//!\n"),
            ("d.md", "text"),
        ]);
        assert_eq!(headers(&tree).len(), 2);
    }
}
