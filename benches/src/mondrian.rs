//! Mondrian, k = 10, in process, against the PyPI package anonypy on the same columns.
//!
//! Timed on both sides: from a table in memory to the recoded table in memory. Ours: ranks, frequency set, plan, apply.

use std::process::{Command, Stdio};
use std::time::Instant;

use bauta_formats::{Locator, ReadOptions};
use bauta_methods::Settings;
use bauta_privacy::{Background, Release, Requirement};
use bauta_table::recoding::{Draft, Prepared, apply};
use bauta_table::{Role, Silent, Table};

use crate::bars::{Bar, best, median};
use crate::data::{self, Data};
use crate::peer::Peer;
use crate::planned::planned;
use crate::{Result, measure};

const K: u64 = 10;
const RUNS: usize = 15;
/// Ways to cut, the default first: which dimension, where, and whether equal rows stay together.
const WAYS: [[&str; 3]; 5] = [
    ["least-loss", "best", "strict"],
    ["widest", "weighted", "strict"],
    ["widest", "distinct", "strict"],
    ["widest", "nearest", "strict"],
    ["least-loss", "best", "relaxed"],
];
/// The most information loss in percent with eight quasi-identifiers: what the peer with the tightest sets reaches.
const LOSS: f64 = 5.9;
/// The most seconds for it.
const SECONDS: f64 = 0.1;
/// How many times faster than the peer.
const TIMES: f64 = 100.0;

const PEER: Peer = Peer {
    name: "anonypy-0.2.1",
    packages: &["anonypy==0.2.1", "pandas"],
    imports: "anonypy, pandas",
};

pub fn run() -> Result {
    let data = data::small()?;
    let table = read(&data)?;
    let mut default = None;
    for way in WAYS {
        let ours = ours(&table, &data, way)?;
        println!(
            "{:34}  {}",
            format!("bauta, {}", way.join(", ")),
            ours.line()
        );
        default.get_or_insert(ours);
    }
    let mut bars = eight(&data)?;
    let Some(ours) = default else { return Ok(bars) };
    let Some(peer) = peer(&data)? else {
        return Ok(bars);
    };
    let figure = |name: &str| peer[name].as_f64().unwrap_or(f64::NAN);
    let theirs = Timed {
        walls: vec![figure("wall")],
        cpu: figure("cpu"),
        classes: figure("classes"),
        loss: figure("information_loss"),
    };
    println!("{:34}  {}", "anonypy 0.2.1", theirs.line());
    let ratio = median(&theirs.walls) / median(&ours.walls);
    println!("ratio of processor times {:.0}", theirs.cpu / ours.cpu);
    bars.push(Bar::at_least(
        "mondrian: times faster than anonypy",
        ratio,
        TIMES,
    ));
    Ok(bars)
}

/// The default way with eight quasi-identifiers, the last one of the data sensitive.
fn eight(data: &Data) -> Result<Vec<Bar>> {
    let quasi_identifiers = data.quasi_identifiers.iter().copied().take(8).collect();
    let data = Data {
        path: data.path.clone(),
        delimiter: data.delimiter,
        quasi_identifiers,
    };
    let ours = ours(&read(&data)?, &data, WAYS[0])?;
    println!("{:34}  {}", "bauta, 8 quasi-identifiers", ours.line());
    let loss = Bar::at_most("mondrian: information loss in %", 100.0 * ours.loss, LOSS);
    Ok(vec![
        loss,
        Bar::at_most("mondrian: seconds", median(&ours.walls), SECONDS),
    ])
}

/// What one contender took, and what it made.
struct Timed {
    walls: Vec<f64>,
    /// Of one run.
    cpu: f64,
    classes: f64,
    loss: f64,
}

impl Timed {
    fn line(&self) -> String {
        format!(
            "best {:8.4} s, median {:8.4} s of {:2}, processor {:8.4} s, {} classes, information loss {:.2} %",
            best(&self.walls),
            median(&self.walls),
            self.walls.len(),
            self.cpu,
            self.classes,
            100.0 * self.loss
        )
    }
}

pub fn read(data: &Data) -> Result<Table> {
    let locator: Locator = data
        .path
        .to_string_lossy()
        .parse()
        .map_err(|error: bauta_formats::Error| error.to_string())?;
    let source = bauta_formats::read(&locator, &ReadOptions::default(), &Silent)
        .map_err(|error| error.to_string())?;
    let attributes = source
        .table
        .into_attributes()
        .into_iter()
        .map(|mut attribute| {
            if data.quasi_identifiers.contains(&attribute.name.as_str()) {
                attribute.role = Role::QuasiIdentifier;
            }
            attribute
        });
    Ok(Table::from_attributes(attributes.collect()))
}

fn ours(table: &Table, data: &Data, way: [&str; 3]) -> Result<Timed> {
    let release = Release::verify(
        once(table, data, way)?,
        table.rows() as u64,
        &[Requirement::k_anonymity(K)],
        &Background::default(),
    );
    let release = release.map_err(|_| "the release does not hold".to_owned())?;
    let mut walls = Vec::new();
    let cpu = measure::own_cpu()?;
    for _ in 0..RUNS {
        let start = Instant::now();
        let draft = once(table, data, way)?;
        walls.push(start.elapsed().as_secs_f64());
        drop(draft);
    }
    let cpu = (measure::own_cpu()? - cpu) / RUNS as f64;
    let measures = release.assessment();
    let loss = measures.utility.information_loss.unwrap_or(f64::NAN);
    Ok(Timed {
        walls,
        cpu,
        classes: measures.classes as f64,
        loss,
    })
}

/// From the table to its recoded draft.
fn once(table: &Table, data: &Data, way: [&str; 3]) -> Result<Draft> {
    let given = data
        .quasi_identifiers
        .iter()
        .map(|name| table.index_of(name).map(|index| (index, None)));
    let given = given
        .collect::<std::result::Result<_, _>>()
        .map_err(|fault| fault.to_string())?;
    let prepared = Prepared::new(
        table,
        bauta_table::prepare(table, given).map_err(|error| error.to_string())?,
    );
    let names = ["choose", "median", "partitioning"];
    let settings: Settings = names
        .into_iter()
        .zip(way)
        .map(|(name, word)| (name.to_owned(), word.to_owned()))
        .collect();
    let (plan, _) = planned(
        "mondrian",
        &prepared,
        &[Requirement::k_anonymity(K)],
        &settings,
        0,
    )?;
    Ok(apply(&prepared, &plan))
}

/// What the peer answers; `None`, and a line that says so, where it cannot be installed.
fn peer(data: &Data) -> Result<Option<serde_json::Value>> {
    let Some(python) = PEER.python()? else {
        return Ok(None);
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peer_anonypy.py");
    let mut command = Command::new(python);
    command
        .arg(script)
        .arg(&data.path)
        .args([data.delimiter.to_string(), K.to_string()]);
    let done = command
        .arg(data.quasi_identifiers.join(","))
        .stderr(Stdio::inherit())
        .output();
    let done = done.map_err(|error| error.to_string())?;
    serde_json::from_slice(&done.stdout)
        .map(Some)
        .map_err(|_| format!("{script} did not answer"))
}
