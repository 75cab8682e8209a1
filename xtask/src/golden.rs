//! `cargo xtask golden`: what the program shows, kept in files so that a change of it is seen in review.
//!
//! The commands are read from the program's own help, so a new command is covered without a word here.

use std::path::Path;
use std::process::Command;

use crate::shell::{Result, output, program, root, shown};

const FOLDER: &str = "crates/cli/tests/golden";
/// Where the knowledge is that advice goes by; a part of it is made from the methods.
const ONTOLOGY: &str = "crates/guide/ontology";
/// The page with the table of targets, and what stands around the table.
const TARGETS_PAGE: &str = "project-file.md";
const MARKERS: [&str; 2] = ["<!-- targets -->", "<!-- end of targets -->"];
/// Where the page is; its types are made from the server's description.
const PAGE: &str = "crates/ui/web/app";
const REGENERATE: &str = "cargo xtask golden";

pub fn run(check: bool) -> Result {
    let bauta = crate::demo::build()?;
    let files = [
        (FOLDER, "help.txt", help(&bauta)?),
        (
            FOLDER,
            "schema.json",
            output(&mut away_from_terminal(&bauta, "generate schema"))?,
        ),
        (FOLDER, "methods.en.txt", methods(&bauta, "en")?),
        (FOLDER, "methods.fr.txt", methods(&bauta, "fr")?),
        (
            FOLDER,
            "explain.en.md",
            output(&mut away_from_terminal(
                &bauta,
                "explain datafly --format md --lang en",
            ))?,
        ),
        (
            FOLDER,
            "explain.fr.md",
            output(&mut away_from_terminal(
                &bauta,
                "explain datafly --format md --lang fr",
            ))?,
        ),
        (
            ONTOLOGY,
            "methods.ttl",
            output(&mut away_from_terminal(&bauta, "generate ontology"))?,
        ),
        (
            PAGE,
            "generated.ts",
            output(&mut away_from_terminal(&bauta, "generate page-types"))?,
        ),
    ];
    let targets = output(&mut away_from_terminal(&bauta, "generate targets"))?;
    let page = read(&root().join("docs").join(TARGETS_PAGE))?;
    let page = with_table(&page, &targets)?;
    let mut stale = Vec::new();
    for (folder, name, fresh) in files.iter().chain([&("docs", TARGETS_PAGE, page)]) {
        let path = root().join(folder).join(name);
        if check {
            stale.extend(difference(
                &format!("{folder}/{name}"),
                &std::fs::read_to_string(&path).unwrap_or_default(),
                fresh,
            ));
        } else {
            write(&path, fresh)?;
        }
    }
    if stale.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "{}\nif this is meant, run: {REGENERATE}",
            stale.join("\n")
        ))
    }
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// A page with a fresh table between its markers.
fn with_table(page: &str, table: &str) -> Result<String> {
    let [begin, end] = MARKERS;
    let parts = page.split_once(begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(end)?;
        Some(format!(
            "{before}{begin}\n{}\n{end}{after}",
            table.trim_end()
        ))
    });
    parts.ok_or_else(|| format!("{TARGETS_PAGE} has no {begin} … {end}"))
}

fn write(path: &Path, text: &str) -> Result {
    let folder = path.parent().unwrap_or(path);
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{}", path.strip_prefix(root()).unwrap_or(path).display());
    Ok(())
}

/// The program in a fixed language and width, whoever runs it.
fn away_from_terminal(bauta: &Path, words: &str) -> Command {
    let mut command = program(bauta);
    command
        .args(words.split_whitespace())
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1");
    for (name, value) in [("LC_ALL", "C.UTF-8"), ("LANG", "C.UTF-8"), ("LANGUAGE", "")] {
        command.env(name, value);
    }
    command
}

/// The help of the program and of every command under it, in the order in which each help lists them.
fn help(bauta: &Path) -> Result<String> {
    let mut out = String::new();
    let mut todo = vec![String::new()];
    while let Some(words) = todo.pop() {
        let mut command = away_from_terminal(bauta, &format!("{words} --help"));
        let text = output(&mut command)?;
        out += &format!("$ {}\n{text}\n", shown(&command));
        todo.extend(
            commands(&text)
                .into_iter()
                .rev()
                .map(|name| format!("{words} {name}")),
        );
    }
    Ok(out)
}

/// The names under `Commands:` in a help text.
fn commands(help: &str) -> Vec<&str> {
    let listed = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| {
        line.strip_prefix("  ")
            .filter(|rest| !rest.starts_with(' '))
    });
    names
        .filter_map(|rest| rest.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect()
}

/// The catalogue, then each method with its parameters.
fn methods(bauta: &Path, language: &str) -> Result<String> {
    let mut out = output(&mut away_from_terminal(
        bauta,
        &format!("methods --lang {language}"),
    ))?;
    let ids = output(&mut away_from_terminal(bauta, "methods --json"))?;
    for id in ids
        .lines()
        .filter_map(|line| line.trim().strip_prefix("\"id\": \"")?.strip_suffix("\","))
    {
        let mut command = away_from_terminal(bauta, &format!("methods {id} --lang {language}"));
        out += &format!("\n$ {}\n{}", shown(&command), output(&mut command)?);
    }
    Ok(out)
}

/// The first line that differs, if any.
fn difference(place: &str, kept: &str, fresh: &str) -> Option<String> {
    if kept == fresh {
        return None;
    }
    let (mut kept, mut fresh) = (kept.lines(), fresh.lines());
    let mut number = 1;
    loop {
        let (old, new) = (kept.next(), fresh.next());
        if old != new || old.is_none() {
            let line = |text: Option<&str>| text.unwrap_or("(the end of the file)").to_owned();
            return Some(format!(
                "{place}:{number} differs\n  - {}\n  + {}",
                line(old),
                line(new)
            ));
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_from_the_help() {
        let help = "What it is\n\nUsage: x\n\nCommands:\n  inspect   Look\n            at it\n  run       Run\n  help      \
            Print\n\nOptions:\n  -q  Quiet\n";
        assert_eq!(commands(help), ["inspect", "run"]);
        assert!(commands("Usage: x\n\nOptions:\n  -q  Quiet\n").is_empty());
    }

    #[test]
    fn a_table_replaces_what_is_between_the_markers() {
        let page = "a\n<!-- targets -->\nold\n<!-- end of targets -->\nb\n";
        let fresh = with_table(page, "| new |\n").unwrap();
        assert_eq!(fresh, page.replace("old", "| new |"));
        assert!(with_table("a", "b").is_err());
    }

    #[test]
    fn the_first_difference_is_shown_with_its_place() {
        assert_eq!(difference("a", "1\n2\n", "1\n2\n"), None);
        let text = difference("golden/a", "1\n2\n", "1\n3\n").unwrap();
        assert!(
            text.contains("golden/a:2 differs") && text.contains("- 2") && text.contains("+ 3"),
            "{text}"
        );
        let text = difference("a", "1\n", "1\n2\n").unwrap();
        assert!(
            text.contains(":2 differs") && text.contains("- (the end"),
            "{text}"
        );
        assert!(difference("a", "1", "1\n").unwrap().contains("the end"));
    }
}
