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
    let deny = installed("cargo-deny");
    let steps = steps(nextest, deny)
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
    if !deny {
        skipped
            .push("licences and sources of dependencies: cargo-deny is not installed".to_owned());
    }
    print!("{}{tests}", summary(&done, None, &skipped));
    Ok(())
}

fn steps(nextest: bool, deny: bool) -> Vec<Step> {
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
    if deny {
        steps.push(("dependencies", "deny check bans licenses sources"));
    }
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
