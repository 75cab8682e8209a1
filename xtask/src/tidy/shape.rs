//! Headers and the sizes of files. The limits are those that admired code keeps.

use super::Problems;
use super::tree::Tree;

/// No file is longer, and nine in ten are shorter than the second number.
const FILE: (usize, usize) = (700, 350);

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

/// The places that are longer than the first number of lines, and whether nine in ten are shorter than the second.
pub fn judged(sizes: &[(String, usize)], (most, usual): (usize, usize), what: &str) -> Problems {
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

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    #[test]
    fn limits_name_the_place_and_watch_the_share() {
        let sizes = |lines: &[usize]| {
            lines
                .iter()
                .map(|&lines| ("a.rs".to_owned(), lines))
                .collect::<Vec<_>>()
        };
        let nine = [10; 9];
        let with = |long: usize| sizes(&[&nine[..], &[long]].concat());
        assert_eq!(judged(&with(700), FILE, "files"), Problems::new());
        assert_eq!(
            judged(&with(701), FILE, "files"),
            ["a.rs: 701 lines, at most 700; part it"]
        );
        assert_eq!(
            judged(&sizes(&[350, 10]), FILE, "files"),
            ["only 1 of 2 files have fewer than 350 lines; 90 % should"]
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
