//! How many tests passed, failed and were skipped, read from nextest's report, which keeps also what passing tests print.
//!
//! A test that cannot run says `skipped: why` and returns (`crates/testkit/src/skip.rs`); for nextest it passed, here it did not. One that
//! leaves out a part says `skipped in part: why` and counts as passed, but is named.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::shell::{Result, root};

/// Names of tests by the reason that they gave.
type ByReason = BTreeMap<String, BTreeSet<String>>;

/// The outcome of all tests.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    passed: usize,
    failed: usize,
    skipped: ByReason,
    in_part: ByReason,
}

/// Where nextest puts its report: under the root, wherever cargo builds.
fn place() -> PathBuf {
    root().join("target/nextest/default/junit.xml")
}

/// Takes away the report of another day, so that it is not read for today's.
pub fn forget() {
    // It is fine if there was none.
    _ = std::fs::remove_file(place());
}

impl Tally {
    /// Reads the report of the last run.
    pub fn read() -> Result<Tally> {
        let path = place();
        let report = std::fs::read_to_string(&path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Tally::of(&report))
    }

    /// A report in JUnit's form: `<testcase name="…" classname="…">`, with what the test printed inside.
    fn of(report: &str) -> Tally {
        let mut tally = Tally::default();
        for case in report.split("<testcase ").skip(1) {
            let case = case.split("</testcase>").next().unwrap_or(case);
            let head = case.split('>').next().unwrap_or(case);
            let name = format!(
                "{} {}",
                attribute(head, "classname"),
                attribute(head, "name")
            );
            if case.contains("<failure") || case.contains("<error") {
                tally.failed += 1;
                continue;
            }
            let reasons: BTreeSet<String> = said(case, "skipped: ").collect();
            tally.passed += usize::from(reasons.is_empty());
            for reason in reasons {
                tally
                    .skipped
                    .entry(reason)
                    .or_default()
                    .insert(name.clone());
            }
            for reason in said(case, "skipped in part: ") {
                tally
                    .in_part
                    .entry(reason)
                    .or_default()
                    .insert(name.clone());
            }
        }
        tally
    }

    /// The figures in one line, and below it the tests that were skipped, by reason.
    pub fn summary(&self) -> String {
        let skipped: BTreeSet<&String> = self.skipped.values().flatten().collect();
        let failed = match self.failed {
            0 => String::new(),
            failed => format!(", {failed} failed"),
        };
        let mut out = format!(
            "tests: {} passed{failed}, {} skipped\n",
            self.passed,
            skipped.len()
        );
        for (how, by_reason) in [
            ("skipped", &self.skipped),
            ("skipped in part", &self.in_part),
        ] {
            for (reason, names) in by_reason {
                out += &format!("{how}: {reason} ({})\n", names.len());
                names
                    .iter()
                    .for_each(|name| out += &format!("    {name}\n"));
            }
        }
        out
    }
}

/// The reasons that a test gave in lines that begin with `word`.
fn said(case: &str, word: &str) -> impl Iterator<Item = String> {
    case.lines().filter_map(move |line| {
        // The first line that a test prints follows the tag.
        let line = line.rsplit("<system-err>").next()?;
        let reason = line.trim_start().strip_prefix(word)?;
        let reason = reason.split("</system-").next().unwrap_or(reason);
        Some(plain(reason.trim()))
    })
}

/// The value of an attribute; no text where there is none.
fn attribute(head: &str, name: &str) -> String {
    let found = head
        .split_once(&format!("{name}=\""))
        .filter(|(before, _)| {
            // `name` is also the end of `classname`.
            before.is_empty() || before.ends_with(' ')
        });
    let found = found.or_else(|| head.split_once(&format!(" {name}=\"")));
    let value = found.and_then(|(_, rest)| rest.split('"').next());
    plain(value.unwrap_or_default())
}

/// XML's five escapes undone.
fn plain(text: &str) -> String {
    text.replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "<testsuite name=\"a\">\n\
        <testcase name=\"ran\" classname=\"a::b\" time=\"1\">\n</testcase>\n\
        <testcase classname=\"a::b\" name=\"tables\">\n<system-err>skipped: PostgreSQL is not installed</system-err>\n</testcase>\n\
        <testcase name=\"rows\" classname=\"a::c\">\n<system-err>a line\nskipped: PostgreSQL is not installed\nskipped: the W3C&apos;s tests\n</system-err>\n</testcase>\n\
        <testcase name=\"partly\" classname=\"a::c\">\n<system-err>skipped in part: no cluster</system-err>\n</testcase>\n\
        <testcase name=\"quotes\" classname=\"a::c\">\n<system-out>it said skipped: nothing</system-out>\n</testcase>\n\
        </testsuite>\n";

    #[test]
    fn skipped_tests_are_counted_once_and_named_by_reason() {
        let expected = "tests: 3 passed, 2 skipped\n\
            skipped: PostgreSQL is not installed (2)\n    a::b tables\n    a::c rows\n\
            skipped: the W3C's tests (1)\n    a::c rows\n\
            skipped in part: no cluster (1)\n    a::c partly\n";
        assert_eq!(Tally::of(REPORT).summary(), expected);
    }

    #[test]
    fn failed_tests_neither_passed_nor_were_skipped() {
        let report = "<testcase name=\"x\" classname=\"a\">\n<failure type=\"test failure\">no</failure>\n\
            <system-err>skipped: nothing</system-err>\n</testcase>\n<testcase name=\"y\" classname=\"a\"/>\n";
        assert_eq!(
            Tally::of(report).summary(),
            "tests: 1 passed, 1 failed, 0 skipped\n"
        );
    }
}
