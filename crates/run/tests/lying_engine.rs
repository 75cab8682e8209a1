//! An engine that writes other rows than were planned is caught by the verifier, which reads what was written.
//!
//! The engine is our own kernel; only what it is told to write is changed, after planning. The verifier is the one of every run.

// A helper that cannot do its part must stop the test at once and say where.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::sync::Arc;

use bauta_engines::{
    Capabilities, Counted, Cuts, Distinct, Engine, Local, Mapping, Output, Profile, Ranked,
    Replaced, Scan, Settings, Tuples, Written,
};
use bauta_formats::Locator;
use bauta_messages::Error;
use bauta_run::{Answer, Project, Request, publish};
use bauta_table::{Progress, Silent};

/// What an engine does to the plan before it writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lie {
    /// Nothing: it writes what it is told.
    None,
    /// The youngest person gets the label of the oldest, and leaves a class of two behind.
    OneLabel,
    /// One person is left out.
    OneRow,
}

/// Our own kernel, told something else than was planned.
struct Lying {
    engine: Local,
    lie: Lie,
}

impl Engine for Lying {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn columns(&self) -> &[String] {
        self.engine.columns()
    }

    fn capabilities(&self) -> Capabilities {
        self.engine.capabilities()
    }

    fn limit(&mut self, memory: u64) {
        self.engine.limit(memory);
    }

    fn profile(
        &self,
        columns: &[String],
        progress: &dyn Progress,
    ) -> bauta_engines::Result<Vec<Profile>> {
        self.engine.profile(columns, progress)
    }

    fn frequency_set(
        &self,
        columns: &[String],
        progress: &dyn Progress,
    ) -> bauta_engines::Result<Counted> {
        self.engine.frequency_set(columns, progress)
    }

    fn distinct(
        &self,
        columns: &[String],
        progress: &dyn Progress,
    ) -> bauta_engines::Result<Box<dyn Distinct>> {
        self.engine.distinct(columns, progress)
    }

    fn scan(
        &self,
        columns: &[String],
        each: &Scan<'_>,
        progress: &dyn Progress,
    ) -> bauta_engines::Result<()> {
        self.engine.scan(columns, each, progress)
    }

    fn check_output(&self, place: &Locator) -> bauta_engines::Result<()> {
        self.engine.check_output(place)
    }

    fn apply(
        &self,
        mapping: &Mapping,
        output: &Output,
        progress: &dyn Progress,
    ) -> bauta_engines::Result<Box<dyn Written>> {
        let changed = Mapping {
            columns: mapping
                .columns
                .iter()
                .map(|(name, replaced)| (name.clone(), self.changed(replaced)))
                .collect(),
            tuples: self.tuples(mapping),
        };
        self.engine.apply(&changed, output, progress)
    }
}

impl Lying {
    fn changed(&self, replaced: &Replaced) -> Replaced {
        match (self.lie, replaced) {
            (Lie::OneLabel, Replaced::ByValue { keys, labels }) => {
                let mut labels = labels.clone();
                labels[0] = labels[labels.len() - 1].clone();
                Replaced::ByValue {
                    keys: Arc::clone(keys),
                    labels,
                }
            }
            (Lie::OneLabel, Replaced::ByRegion { cuts, labels }) => {
                let ranked = |column: &Ranked| {
                    let mut ranks = column.ranks.clone();
                    ranks[0] = ranks[ranks.len() - 1];
                    Ranked {
                        column: column.column.clone(),
                        keys: Arc::clone(&column.keys),
                        ranks,
                    }
                };
                let cuts = Cuts {
                    columns: cuts.columns.iter().map(ranked).collect(),
                    nodes: cuts.nodes.clone(),
                    regions: cuts.regions,
                };
                Replaced::ByRegion {
                    cuts: Arc::new(cuts),
                    labels: labels.clone(),
                }
            }
            _ => replaced.clone(),
        }
    }

    /// All combinations but the first, which are found by the ages of the data.
    fn tuples(&self, mapping: &Mapping) -> Option<Tuples> {
        let left_out = usize::from(self.lie == Lie::OneRow);
        let age = std::slice::from_ref(&self.engine.columns()[0]).to_vec();
        match &mapping.tuples {
            Some(_) => panic!("every age has one label"),
            None if left_out == 0 => None,
            None => {
                let keys = self.engine.frequency_set(&age, &Silent).unwrap().keys;
                Some(Tuples {
                    keys: keys.slice(left_out, keys.num_rows() - left_out),
                    labels: Vec::new(),
                })
            }
        }
    }
}

/// Twelve people of different ages: Mondrian makes four classes of three.
fn people(folder: &Path) {
    let diseases = ["flu", "asthma", "gout"];
    let row = |n: usize| format!("{},{}\n", 20 + 3 * n, diseases[n % 3]);
    let text: String = (0..12).map(row).collect();
    std::fs::write(folder.join("people.csv"), format!("age,disease\n{text}")).unwrap();
}

/// What comes of a run whose engine may hold `memory` bytes, and the files that there are afterwards.
fn run(lie: Lie, memory: Option<u64>) -> (Result<Answer, Error>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    people(folder.path());
    let at = |name: &str| folder.path().join(name).display().to_string();
    let text = format!(
        "version = 1\ninput.data = {:?}\n[roles]\nquasi-identifiers = [\"age\"]\nsensitive = [\"disease\"]\n\
         [targets]\nk = 3\n[anonymize]\nmethod = \"mondrian\"\n[output]\ntables = [{:?}]\nrecord = {:?}\n",
        at("people.csv"),
        at("out.csv"),
        at("out.json"),
    );
    let project = Project::parse(&text, "a test").unwrap();
    let settings = Settings {
        memory,
        ..Settings::default()
    };
    let engine = Local::open(&at("people.csv").parse().unwrap(), settings).unwrap();
    let request = Request::new(&project).on_engine(Box::new(Lying { engine, lie }));
    let answer = publish(request, &Silent);
    let names = std::fs::read_dir(folder.path()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    (answer, names)
}

/// Room for the classes, and not for the people.
const LITTLE: u64 = 2 * 48 * 8;

#[test]
fn an_honest_engine_publishes() {
    for memory in [None, Some(LITTLE)] {
        let (answer, files) = run(Lie::None, memory);
        let Ok(Answer::Released(report)) = answer else {
            panic!("{memory:?}: {:?}", answer.err());
        };
        assert_eq!(report.assessment.map(|found| found.privacy.k), Some(3));
        assert_eq!(files, ["out.csv", "out.json", "people.csv"]);
    }
}

#[test]
fn one_label_that_was_not_planned_is_refused_by_the_verifier() {
    for memory in [None, Some(LITTLE)] {
        let (answer, files) = run(Lie::OneLabel, memory);
        let Err(Error::Refused { method, broken }) = answer else {
            panic!("{memory:?}: {:?}", answer.err());
        };
        assert_eq!(
            (method.as_str(), broken),
            ("mondrian", vec!["3-anonymity".to_owned()])
        );
        assert_eq!(
            files,
            ["people.csv"],
            "nothing is published, nothing is left behind"
        );
    }
}

#[test]
fn one_row_that_is_missing_is_refused() {
    let (answer, files) = run(Lie::OneRow, None);
    let Err(Error::Refused { broken, .. }) = answer else {
        panic!("{:?}", answer.err());
    };
    assert_eq!(broken, ["11 rows written, 12 planned"]);
    assert_eq!(
        files,
        ["people.csv"],
        "nothing is published, nothing is left behind"
    );
}
