//! The files of the project as the checks see them: paths from the root, lines, and which of them are only for tests.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::Path;

use crate::shell::{Result, output, program};

/// All files that git knows or would add.
pub struct Tree {
    files: Vec<File>,
}

/// A file; `text` is empty if it is not UTF-8.
pub struct File {
    pub path: String,
    pub text: String,
    /// Built only under test: a test, an example, or a module behind `#[cfg(test)]`.
    pub is_test: bool,
    /// Parsed when a check asks for it.
    syntax: OnceCell<Result<syn::File>>,
}

impl Tree {
    pub fn load(root: &Path) -> Result<Tree> {
        let mut git = program("git");
        let listed = output(git.args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ]))?;
        let paths: BTreeSet<&str> = listed
            .split('\0')
            .filter(|path| root.join(path).is_file())
            .collect();
        let read = |path: &str| {
            std::fs::read(root.join(path))
                .ok()
                .and_then(|bytes| String::from_utf8(bytes).ok())
        };
        Ok(Tree::of(paths.into_iter().map(|path| {
            (path.to_owned(), read(path).unwrap_or_default())
        })))
    }

    /// A tree of paths and texts.
    pub fn of(files: impl IntoIterator<Item = (String, String)>) -> Tree {
        let file = |(path, text): (String, String)| File {
            is_test: is_test_path(&path),
            path,
            text,
            syntax: OnceCell::new(),
        };
        let mut files: Vec<File> = files.into_iter().map(file).collect();
        let behind: BTreeSet<String> = files.iter().flat_map(modules_behind_test).collect();
        for file in &mut files {
            file.is_test |= behind.iter().any(|start| file.path.starts_with(start));
        }
        Tree { files }
    }

    pub fn files(&self) -> &[File] {
        &self.files
    }

    pub fn get(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Whether a path, with or without a slash at its end, is a file or a folder with files.
    pub fn has(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        self.files
            .iter()
            .any(|file| file.path == path || file.path.starts_with(&folder))
    }

    /// The files of Rust.
    pub fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.path.ends_with(".rs"))
    }
}

/// A line with its number.
pub type Line<'a> = (usize, &'a str);

impl File {
    /// The items of a file of Rust, or where and why it does not parse.
    pub fn syntax(&self) -> std::result::Result<&syn::File, &str> {
        let parse = || {
            syn::parse_file(&self.text)
                .map_err(|error| format!("line {}: {error}", error.span().start().line))
        };
        self.syntax
            .get_or_init(parse)
            .as_ref()
            .map_err(String::as_str)
    }

    /// Numbered lines; those that only tests see are left out.
    pub fn own_lines(&self) -> Vec<Line<'_>> {
        if self.is_test {
            Vec::new()
        } else {
            self.parted().0
        }
    }

    /// Numbered lines that only tests see.
    pub fn test_lines(&self) -> Vec<Line<'_>> {
        if self.is_test {
            numbered(&self.text).collect()
        } else {
            self.parted().1
        }
    }

    /// Lines of the program, and lines of items behind `#[cfg(test)]`.
    fn parted(&self) -> (Vec<Line<'_>>, Vec<Line<'_>>) {
        let (mut own, mut test) = (Vec::new(), Vec::new());
        let mut lines = numbered(&self.text);
        while let Some(line) = lines.next() {
            if line.1.trim_start() != "#[cfg(test)]" {
                own.push(line);
                continue;
            }
            let indent = indent(line.1);
            test.push(line);
            for line in lines.by_ref() {
                test.push(line);
                let outermost =
                    self::indent(line.1) == indent && !line.1.trim_start().starts_with("#[");
                if outermost && line.1.ends_with(['}', ';']) {
                    break;
                }
            }
        }
        (own, test)
    }

    /// The lines of the module's own documentation, bare.
    pub fn header(&self) -> Vec<&str> {
        let lines = self.text.lines().map_while(|line| line.strip_prefix("//!"));
        lines
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect()
    }
}

fn numbered(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
}

/// Spaces at the start of a line.
pub fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn is_test_path(path: &str) -> bool {
    path.ends_with("/tests.rs")
        || ["/tests/", "/examples/"]
            .iter()
            .any(|folder| path.contains(folder))
}

/// Starts of the paths of modules that the file declares behind `#[cfg(test)]`.
fn modules_behind_test(file: &File) -> Vec<String> {
    let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    let Some(stem) = name.strip_suffix(".rs") else {
        return Vec::new();
    };
    let folder = if ["mod", "lib", "main"].contains(&stem) {
        folder.to_owned()
    } else {
        format!("{folder}/{stem}")
    };
    let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
    let pairs = lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]");
    let names = pairs.filter_map(|pair| {
        pair[1]
            .trim_start_matches("pub ")
            .strip_prefix("mod ")?
            .strip_suffix(';')
    });
    names
        .flat_map(|name| [format!("{folder}/{name}.rs"), format!("{folder}/{name}/")])
        .collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn tree(files: &[(&str, &str)]) -> Tree {
        Tree::of(
            files
                .iter()
                .map(|(path, text)| ((*path).to_owned(), (*text).to_owned())),
        )
    }

    #[test]
    fn what_only_tests_see_is_parted_from_the_program() {
        let text = "//! Idea.\nfn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {\n    }\n}\nfn c() {}\n#[cfg(test)]\nmod d;\n";
        let tree = tree(&[
            ("x/src/lib.rs", text),
            ("x/src/d.rs", "fn e() {}"),
            ("x/src/f/tests.rs", "fn g() {}"),
        ]);
        let numbers =
            |lines: Vec<Line<'_>>| lines.into_iter().map(|line| line.0).collect::<Vec<_>>();
        let lib = tree.get("x/src/lib.rs").unwrap();
        assert_eq!(numbers(lib.own_lines()), [1, 2, 8]);
        assert_eq!(numbers(lib.test_lines()), [3, 4, 5, 6, 7, 9, 10]);
        assert!(
            tree.get("x/src/d.rs").unwrap().is_test
                && tree.get("x/src/f/tests.rs").unwrap().is_test
        );
        assert!(!lib.is_test);
    }

    #[test]
    fn folders_are_there_when_they_hold_a_file() {
        let tree = tree(&[("docs/design.md", "")]);
        assert!(tree.has("docs") && tree.has("docs/") && tree.has("docs/design.md"));
        assert!(!tree.has("doc") && !tree.has("docs/design"));
    }

    #[test]
    fn the_header_ends_with_the_first_other_line() {
        let tree = tree(&[(
            "a.rs",
            "//! One.\n//!\n//! **Two** three\n\nuse x;\n//! four\n",
        )]);
        assert_eq!(tree.files()[0].header(), ["One.", "", "**Two** three"]);
    }
}
