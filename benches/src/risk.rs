//! Risk: a whole `bauta risk` on 3 million rows against reading them, the search for special uniques on Adult, and k, l and t
//! of Adult in process against the PyPI package pycanon.
//!
//! Reading is `bauta show`, which reads everything and prints a row. They take turns, so that what else the machine does falls on both.

use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::time::Instant;

use bauta_privacy::risk::{ClassMeasures, suda};
use bauta_table::count::FrequencySet;
use bauta_table::{Silent, Table};

use crate::bars::{Bar, median};
use crate::data::{self, Data};
use crate::measure::{self, Taken};
use crate::peer::Peer;
use crate::{Result, mondrian};

const RUNS: usize = 5;
/// The whole command may take this many times the time of reading.
const TIMES: f64 = 2.0;
/// The most seconds for special uniques of up to six attributes of nine.
const SECONDS: f64 = 5.0;
/// How many times faster than the peer.
const FASTER: f64 = 50.0;
/// So many quasi-identifiers are compared with the peer, which looks at every class by itself; the last attribute is sensitive.
const PEER: usize = 5;

const PYCANON: Peer = Peer {
    name: "pycanon",
    packages: &["pycanon", "pandas"],
    imports: "pycanon, pandas",
};

pub fn run() -> Result {
    let mut bars = vec![whole()?];
    let data = data::small()?;
    let table = mondrian::read(&data)?;
    bars.push(special(&table, &data)?);
    bars.extend(peer(&table, &data)?);
    Ok(bars)
}

fn whole() -> Result<Bar> {
    let data = data::large()?;
    println!("{}", data.path.display());
    let program = std::env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name("bauta");
    let command = |words: &[&str]| -> Vec<OsString> {
        let mut command: Vec<OsString> = vec![
            program.clone().into(),
            words[0].into(),
            data.path.clone().into(),
        ];
        command.extend(words[1..].iter().map(OsString::from));
        command
    };
    let (last, first) = data
        .quasi_identifiers
        .split_last()
        .ok_or("no quasi-identifiers")?;
    let first = first.join(",");
    let commands = [
        command(&["show", "--rows", "1"]),
        command(&["risk", "--qi", &first, "--sensitive", last, "--json"]),
    ];
    let mut taken: [Vec<Taken>; 2] = Default::default();
    for turn in 0..=RUNS {
        for (command, taken) in commands.iter().zip(&mut taken) {
            let one = measure::run(command)?;
            // The first turn fills the file cache.
            if turn > 0 {
                taken.push(one);
            }
        }
    }
    let walls =
        taken.map(|taken| median(&taken.iter().map(|taken| taken.wall).collect::<Vec<_>>()));
    println!(
        "read {:.2} s, risk {:.2} s (medians of {RUNS})",
        walls[0], walls[1]
    );
    Ok(Bar::at_most(
        "risk: time of risk by reading",
        walls[1] / walls[0],
        TIMES,
    ))
}

fn indices(table: &Table, names: &[&str]) -> Result<Vec<usize>> {
    names
        .iter()
        .map(|name| table.index_of(name).map_err(|fault| fault.to_string()))
        .collect()
}

fn special(table: &Table, data: &Data) -> Result<Bar> {
    let (set, _) = FrequencySet::count(table, &indices(table, &data.quasi_identifiers)?, &[]);
    let start = Instant::now();
    let found = suda(&set, 6, 0.01, &Silent).ok_or("stopped")?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "special uniques: {seconds:.3} s, {:?} minimal uniques by size, {} rows",
        found.minimal, found.rows
    );
    Ok(Bar::at_most(
        "risk: seconds for special uniques",
        seconds,
        SECONDS,
    ))
}

fn peer(table: &Table, data: &Data) -> Result {
    let columns: Vec<&str> = data.quasi_identifiers.iter().copied().take(PEER).collect();
    let sensitive = *data.quasi_identifiers.last().ok_or("no attributes")?;
    let (qi, sensitive_index) = (indices(table, &columns)?, indices(table, &[sensitive])?);
    let once = || {
        let start = Instant::now();
        let (set, _) = FrequencySet::count(table, &qi, &sensitive_index);
        let found = ClassMeasures::of(table, &set, &sensitive_index);
        let k = set.counts().iter().copied().min().unwrap_or(0);
        (start.elapsed().as_secs_f64(), k, found.l(), found.t())
    };
    let walls: Vec<f64> = (0..RUNS).map(|_| once().0).collect();
    let (_, k, l, t) = once();
    println!("bauta    {:.4} s: k {k}, l {l:?}, t {t:?}", median(&walls));
    let Some(python) = PYCANON.python()? else {
        return Ok(Vec::new());
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peer_pycanon.py");
    let mut command = Command::new(python);
    command
        .arg(script)
        .arg(&data.path)
        .arg(data.delimiter.to_string())
        .arg(columns.join(","))
        .arg(sensitive);
    let done = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| error.to_string())?;
    let answer: serde_json::Value =
        serde_json::from_slice(&done.stdout).map_err(|_| format!("{script} did not answer"))?;
    println!("pycanon  {answer}");
    let wall = answer["wall"].as_f64().unwrap_or(f64::NAN);
    Ok(vec![Bar::at_least(
        "risk: times faster than pycanon",
        wall / median(&walls),
        FASTER,
    )])
}
