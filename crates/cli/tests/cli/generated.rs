//! What shells, `man` and editors read; and how the program looks on and off a terminal.

use crate::support::{Folder, ROLES, has};

const COMMANDS: [&str; 12] = [
    "inspect",
    "init",
    "run",
    "check",
    "anonymize",
    "pseudonymize",
    "key",
    "convert",
    "show",
    "hierarchy",
    "methods",
    "generate",
];

#[test]
fn completions_know_the_commands_and_the_methods_parameters() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish"] {
        let run = folder.run(&format!("generate completions {shell}")).ok();
        for word in COMMANDS.iter().chain(&["median", "missing-values"]) {
            assert!(run.out.contains(word), "{shell} does not know {word}");
        }
    }
}

#[test]
fn bash_takes_the_completions() {
    let folder = Folder::new();
    let script = "source <(\"$BAUTA\" generate completions bash) && complete -p bauta";
    let output = folder.bash(script);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn there_is_a_manual_page_for_each_command() {
    let folder = Folder::new();
    folder.run("generate man man").ok();
    let pages: Vec<String> = std::fs::read_dir(folder.path("man"))
        .unwrap()
        .map(|e| crate::support::name_of(&e.unwrap().path()))
        .collect();
    for command in COMMANDS {
        assert!(pages.contains(&format!("bauta-{command}.1")), "{pages:?}");
    }
    assert!(folder.text("man/bauta.1").contains("anonymize"));
    let page = folder.text("man/bauta-anonymize.1");
    assert!(
        page.contains("missing") && page.contains("median") && page.starts_with(".ie"),
        "{page}"
    );
}

#[test]
fn help_is_there_for_every_command() {
    let folder = Folder::new();
    for command in COMMANDS {
        let run = folder.run(&format!("{command} --help")).ok();
        assert!(run.out.contains("Usage: bauta"), "{run}");
    }
    assert!(folder.run("--version").ok().out.starts_with("bauta "));
}

/// The output of a line under a terminal of its own.
fn on_a_terminal(folder: &Folder, before: &str, line: &str) -> String {
    let output = folder.bash(&format!(
        "{before} TERM=xterm script -qec \"$BAUTA {line}\" /dev/null"
    ));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn colours_are_for_terminals_and_can_be_switched_off() {
    if !has("script", "--version") {
        return;
    }
    let folder = Folder::with_people();
    let check = "check people.csv --qi CP,Age --keep Nom -k 1";
    assert!(
        on_a_terminal(&folder, "", check).contains("\u{1b}[32m✓"),
        "a green mark"
    );
    let plain = on_a_terminal(&folder, "NO_COLOR=1", check);
    assert!(
        plain.contains("✓ 1-anonymity") && !plain.contains("\u{1b}[3"),
        "{plain:?}"
    );
    // Off a terminal: `Folder::run` refuses escape sequences in any output.
    folder.run(check).ok();
    folder
        .run(&format!("anonymize people.csv {ROLES} -o out.csv"))
        .ok();
    folder.run("inspect people.csv").ok();
    folder.run("methods").ok();
    folder.run("anonymize").exits(2);
}

#[test]
fn the_language_is_that_of_the_system_unless_another_is_asked_for() {
    let folder = Folder::with_people();
    let run = |variable: &str, more: &str| {
        let script =
            format!("{variable} \"$BAUTA\" anonymize people.csv --qi CPP -k 3 -o o.csv {more}");
        String::from_utf8_lossy(&folder.bash(&script).stderr).into_owned()
    };
    assert!(run("LC_ALL=fr_FR.UTF-8", "").starts_with("erreur: il n'y a pas d'attribut « CPP »"));
    assert!(
        run("LC_ALL=fr_FR.UTF-8", "--lang en").starts_with("error: there is no attribute \"CPP\"")
    );
    assert!(run("LC_ALL= LC_MESSAGES=fr_CA LANG=en_GB", "").starts_with("erreur:"));
    assert!(run("LC_ALL=C", "").starts_with("error:"));
}
