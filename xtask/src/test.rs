//! `cargo xtask test`: everything that must hold before a change is merged, the quick judges first.
//!
//! It installs what the tests need, stops at the first failure, and ends with a table of the steps, the number of tests
//! that passed, and those that were skipped.

use std::time::Instant;

use crate::setup;
use crate::shell::{Result, cargo, finish, installed, program, shown, succeeds, target};
use crate::tally::{self, Tally};

struct Step {
    name: &'static str,
    command: std::process::Command,
}

struct Done {
    name: &'static str,
    seconds: f64,
}

pub fn run() -> Result {
    setup::compiler()?;
    setup::toolchain()?;
    let mut skipped: Vec<String> = Vec::new();
    for package in setup::install(&[
        setup::LIBREOFFICE,
        setup::POSTGRESQL,
        setup::NODE,
        setup::CHROMIUM,
    ]) {
        skipped.push(format!(
            "{} ({} is not installed and could not be)",
            package.purpose, package.name
        ));
    }
    skipped.iter().for_each(|what| println!("skipped: {what}"));

    let nextest = succeeds(&mut cargo("nextest --version"));
    let dependencies = Dependencies::look();
    let steps = steps(nextest, dependencies)
        .into_iter()
        .chain(page()?)
        .collect::<Vec<_>>();
    let count = steps.len();
    tally::forget();
    let mut tests = String::new();
    let mut done: Vec<Done> = Vec::new();
    for (index, Step { name, mut command }) in steps.into_iter().enumerate() {
        println!("\n[{}/{count}] {name}: {}", index + 1, shown(&command));
        let start = Instant::now();
        let result = finish(&mut command);
        done.push(Done {
            name,
            seconds: start.elapsed().as_secs_f64(),
        });
        if name == "tests" && nextest {
            tests = Tally::read().map_or_else(
                |why| format!("tests: how many passed is not known ({why})\n"),
                |tally| tally.summary(),
            );
        }
        if let Err(why) = result {
            let left = Some(count - done.len());
            print!("{}{tests}", summary(&done, left, &skipped));
            return Err(format!("step {name}: {why}"));
        }
    }
    skipped.extend(dependencies.skipped().map(str::to_owned));
    print!("{}{tests}", summary(&done, None, &skipped));
    Ok(())
}

/// What can be said of dependencies here.
#[derive(Clone, Copy, PartialEq)]
enum Dependencies {
    /// Nothing: `cargo-deny` is not installed.
    Nothing,
    /// Their licences and sources; the database of advisories cannot be had.
    Licences,
    /// Known weaknesses as well.
    Advisories,
}

impl Dependencies {
    fn look() -> Self {
        if !installed("cargo-deny") {
            Dependencies::Nothing
        } else if succeeds(&mut cargo("deny fetch db")) {
            Dependencies::Advisories
        } else {
            Dependencies::Licences
        }
    }

    /// The steps, by name and command. The database was fetched just before.
    fn steps(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let licences = (
            "licences and sources of dependencies",
            "deny check bans licenses sources",
        );
        let advisories = (
            "advisories about dependencies",
            "deny check --disable-fetch advisories",
        );
        let first = (self != Dependencies::Nothing).then_some(licences);
        let second = (self == Dependencies::Advisories).then_some(advisories);
        first.into_iter().chain(second)
    }

    /// What is left out, and why.
    fn skipped(self) -> impl Iterator<Item = &'static str> {
        let all: &[&str] = match self {
            Dependencies::Nothing => &[
                "licences and sources of dependencies: cargo-deny is not installed",
                "advisories about dependencies: cargo-deny is not installed",
            ],
            Dependencies::Licences => {
                &["advisories about dependencies: their database cannot be fetched"]
            }
            Dependencies::Advisories => &[],
        };
        all.iter().copied()
    }
}

fn steps(nextest: bool, dependencies: Dependencies) -> Vec<Step> {
    // Without nextest the harness shows what passing tests print, else nobody would see what they skipped.
    let tests = if nextest {
        "nextest run --workspace --features bauta-cli/cluster --no-fail-fast"
    } else {
        "test --workspace --features bauta-cli/cluster --all-targets -- --show-output"
    };
    let mut steps = vec![
        ("format", "fmt --all --check"),
        ("tidy", "xtask tidy"),
        (
            "lints",
            "clippy --workspace --features bauta-cli/cluster --all-targets -- -D warnings",
        ),
        (
            "examples in documentation",
            "test --workspace --features bauta-cli/cluster --doc",
        ),
        ("tests", tests),
        ("golden files", "xtask golden --check"),
        ("demo", "xtask demo"),
    ];
    steps.extend(dependencies.steps());
    steps
        .into_iter()
        .map(|(name, words)| Step {
            name,
            command: cargo(words),
        })
        .collect()
}

/// The page of the workbench: its types, and what it does in a browser with the program that the demo built. Both say
/// themselves what they skip.
fn page() -> Result<[Step; 2]> {
    let mut browser = program("crates/ui/e2e/run.sh");
    browser.arg(target()?.join("debug").join("bauta"));
    let types = Step {
        name: "types of the page",
        command: program("crates/ui/check.sh"),
    };
    Ok([
        types,
        Step {
            name: "the page in a browser",
            command: browser,
        },
    ])
}

fn summary(done: &[Done], left: Option<usize>, skipped: &[String]) -> String {
    let mut out = String::from("\n");
    for (index, Done { name, seconds }) in done.iter().enumerate() {
        let failed = left.is_some() && index + 1 == done.len();
        out += &format!(
            "{seconds:8.1} s  {}  {name}\n",
            if failed { "FAILED" } else { "ok    " }
        );
    }
    let total: f64 = done.iter().map(|step| step.seconds).sum();
    out += &format!("{total:8.1} s  in all\n");
    if let Some(left) = left.filter(|&left| left > 0) {
        out += &format!("{left} steps after the failure were not run\n");
    }
    skipped
        .iter()
        .for_each(|what| out += &format!("skipped: {what}\n"));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each check of dependencies is either a step or told as skipped.
    #[test]
    fn no_check_of_dependencies_is_left_out_in_silence() {
        for found in [
            Dependencies::Nothing,
            Dependencies::Licences,
            Dependencies::Advisories,
        ] {
            let told = found
                .skipped()
                .map(|what| what.split(':').next().unwrap_or_default());
            let mut names: Vec<&str> = found.steps().map(|step| step.0).chain(told).collect();
            names.sort_unstable();
            let both = [
                "advisories about dependencies",
                "licences and sources of dependencies",
            ];
            assert_eq!(names, both);
        }
    }

    #[test]
    fn the_summary_marks_the_step_that_failed_and_what_was_left_out() {
        let done = [
            Done {
                name: "format",
                seconds: 1.0,
            },
            Done {
                name: "lints",
                seconds: 2.5,
            },
        ];
        let text = summary(&done, Some(3), &["this".to_owned()]);
        assert!(
            text.contains("ok      format") && text.contains("FAILED  lints"),
            "{text}"
        );
        assert!(
            text.contains("3.5 s  in all")
                && text.contains("3 steps")
                && text.contains("skipped: this"),
            "{text}"
        );
    }
}
