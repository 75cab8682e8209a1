//! An S3-compatible store on loopback, in this process and on a cluster.
//!
//! The store is described by the environment, which a process cannot change for itself: the tests run themselves again, with it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use bauta_engines::{Engine, Output, ballista, datafusion};
use bauta_formats::ReadOptions;
use bauta_table::Silent;

use crate::{QUASI, data, judge, locator, owned};
use bauta_testkit::machines::Machines;

/// Set where the environment describes a store.
const INSIDE: &str = "BAUTA_TEST_STORE";

struct Store {
    watcher: Child,
    address: String,
}

impl Store {
    /// Starts one; nothing where it cannot be had.
    fn start() -> Option<Store> {
        let target = std::env::current_exe().ok()?.ancestors().nth(3)?.to_owned();
        let mut watcher = Command::new("sh")
            .args(["-c", include_str!("s3.sh"), "sh"])
            .arg(target.join("moto"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut address = String::new();
        BufReader::new(watcher.stdout.take()?)
            .read_line(&mut address)
            .ok()?;
        let store = Store {
            watcher,
            address: address.trim().to_owned(),
        };
        (!store.address.is_empty()).then_some(store)
    }

    fn environment(&self) -> [(&str, &str); 6] {
        [
            ("AWS_ENDPOINT", &self.address),
            ("AWS_ALLOW_HTTP", "true"),
            ("AWS_ACCESS_KEY_ID", "k"),
            ("AWS_SECRET_ACCESS_KEY", "s"),
            ("AWS_REGION", "us-east-1"),
            (INSIDE, "yes"),
        ]
    }

    /// Runs a test of this file again, with the store in its environment.
    fn run(&self, test: &str) {
        let done = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", &format!("stores::{test}"), "--nocapture"])
            .envs(self.environment())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(
            done.status.success() && said.contains("1 passed"),
            "{said}{}",
            String::from_utf8_lossy(&done.stderr)
        );
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        let _ = self.watcher.wait();
    }
}

/// Whether this process has the store; otherwise starts one and the test again.
fn inside(test: &str) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    match Store::start() {
        Some(store) => store.run(test),
        None => bauta_testkit::skip("an S3-compatible server (PyPI moto) cannot be had"),
    }
    false
}

/// Copies files to the bucket by the engine itself: what it writes it can read.
fn upload(folder: &Path, people: &bauta_table::Table, name: &str) -> PathBuf {
    let pattern = data::spread(people, &folder.join(name), 3);
    for number in 0..3 {
        let file = format!(
            "{}/people {number}.parquet",
            pattern.trim_end_matches("/*.parquet")
        );
        let engine = datafusion::open(&locator(&file), &ReadOptions::default(), None).unwrap();
        let columns = engine
            .columns()
            .iter()
            .map(|name| (name.clone(), bauta_engines::Replaced::Kept))
            .collect();
        let place = locator(&format!("s3://data/{name}/people {number}.parquet"));
        let mapping = bauta_engines::Mapping {
            columns,
            tuples: None,
        };
        crate::publish(
            engine
                .apply(
                    &mapping,
                    &Output {
                        place,
                        force: false,
                    },
                    &Silent,
                )
                .unwrap(),
        );
    }
    PathBuf::from(pattern)
}

fn same(engine: &dyn Engine, people: &bauta_table::Table, output: &str) {
    judge::counts(engine, people, &QUASI);
    let output = Output {
        place: locator(output),
        force: true,
    };
    let columns = ["zip", "age", "born", "name", "rate"];
    let written = engine
        .apply(&judge::mapping_by_value(engine), &output, &Silent)
        .unwrap();
    assert_eq!(written.rows(), people.rows() as u64);
    let staged = crate::counted_again(written.as_ref(), &columns);
    crate::publish(written);
    let again = datafusion::open(&output.place, &ReadOptions::default(), None).unwrap();
    assert!(judge::labels_of(&again.frequency_set(&owned(&columns), &Silent).unwrap()) == staged);
}

#[test]
fn files_of_a_store() {
    if !inside("files_of_a_store") {
        return;
    }
    let (_held, folder) = data::folder();
    let people = data::people(2, 200);
    let pattern = upload(&folder, &people, "a b");
    let whole = bauta_formats::read(
        &locator(pattern.to_str().unwrap()),
        &ReadOptions::default(),
        &Silent,
    )
    .unwrap()
    .table;
    let engine = datafusion::open(
        &locator("s3://data/a b/*.parquet"),
        &ReadOptions::default(),
        None,
    )
    .unwrap();
    same(engine.as_ref(), &whole, "s3://data/out/release.parquet");
    let refused = Output {
        place: locator("s3://data/out/release.parquet"),
        force: false,
    };
    let Err(refused) = engine.apply(&judge::mapping_by_value(engine.as_ref()), &refused, &Silent)
    else {
        panic!("it is there")
    };
    assert!(refused.is_fault(), "{refused}");
}

#[test]
fn a_cluster_on_a_store() {
    if !inside("a_cluster_on_a_store") {
        return;
    }
    let Some(machines) = Machines::start(2) else {
        return;
    };
    let (_held, folder) = data::folder();
    let people = data::people(6, 200);
    let pattern = upload(&folder, &people, "c");
    let whole = bauta_formats::read(
        &locator(pattern.to_str().unwrap()),
        &ReadOptions::default(),
        &Silent,
    )
    .unwrap()
    .table;
    let engine = ballista::open(
        &machines.engine(),
        &locator("s3://data/c/*.parquet"),
        &ReadOptions::default(),
    )
    .unwrap();
    same(engine.as_ref(), &whole, "s3://data/out/cluster.parquet");
    noisy_sample(&machines);
}

/// What executors draw by lies on the store: they draw what this process draws, of the rows that it would sample.
fn noisy_sample(machines: &Machines) {
    let program = bauta_testkit::machines::program().expect("the machines run it");
    let (_held, folder) = data::folder();
    let rows = |engine: &str, name: &str| {
        let place = format!("s3://data/out/{name}.parquet");
        let project = format!(
            "version = 1\n[input]\ndata = \"s3://data/c/*.parquet\"\nengine = \"{engine}\"\n[roles]\nquasi-identifiers = [\"zip\"]\ninsensitive = [\"name\", \"age\"]\n[targets]\nk = 1\n\
             [anonymize]\nmethod = \"noise\"\nmax-suppression = 1.0\nmissing-values = \"category\"\nparameters = {{ attributes = \"rate,born\" }}\n\
             [output]\ntables = [\"{place}\"]\n[[steps]]\nmethod = \"sample\"\nparameters = {{ share = \"0.5\" }}\n"
        );
        let path = folder.join("project.toml");
        std::fs::write(&path, project).unwrap();
        let done = Command::new(&program)
            .args(["run", path.to_str().unwrap()])
            .output()
            .unwrap();
        assert!(
            done.status.success(),
            "{engine}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        let place = if name == "spread" {
            format!("{place}/*.parquet")
        } else {
            place
        };
        let written = datafusion::open(&locator(&place), &ReadOptions::default(), None).unwrap();
        judge::labels_of(
            &written
                .frequency_set(&owned(&["name", "zip", "rate", "born"]), &Silent)
                .unwrap(),
        )
    };
    let (here, there) = (
        rows("datafusion", "one"),
        rows(&machines.engine(), "spread"),
    );
    assert_eq!(here.iter().map(|(_, weight)| weight).sum::<u64>(), 100);
    assert_eq!(here, there);
}
