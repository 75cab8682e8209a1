//! Co-clustering of rows and modalities of Adult against Khiops, on the same instances and in the same time; then a million rows, and the
//! attack by shadow models.
//!
//! Compared is what the grids explain: the criterion of one part on each axis less that of the grid, each program by its own report.
//! Khiops adds a constant for the choice of variables, which is the same for all grids and cancels but for some units.

mod million;
mod shadow;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use bauta_formats::{Locator, ReadOptions};
use bauta_synthesis::cocluster::Instances;
use bauta_synthesis::cocluster::search::{Effort, Found, Grid, Watch, search};
use bauta_synthesis::modalities::{Modalities, Preparing, Rare, prepare};
use bauta_table::Silent;

use crate::bars::Bar;
use crate::peer::Peer;
use crate::{Result, data};

/// Seconds that each program has.
const SECONDS: f64 = 60.0;
/// Seconds that Khiops has if it finds nothing in these.
const MORE_SECONDS: f64 = 420.0;

const PEER: Peer = Peer {
    name: "khiops-11",
    packages: &["khiops"],
    imports: "khiops",
};

pub fn run() -> Result {
    let mut bars = against_khiops()?;
    bars.extend(million::run()?);
    bars.extend(shadow::run()?);
    Ok(bars)
}

fn against_khiops() -> Result {
    let data = data::small()?;
    let locator: Locator = data
        .path
        .display()
        .to_string()
        .parse()
        .map_err(|error: bauta_formats::Error| error.to_string())?;
    let options = ReadOptions {
        delimiter: Some(data.delimiter as u8),
        ..ReadOptions::default()
    };
    let table = bauta_formats::read(&locator, &options, &Silent)
        .map_err(|error| error.to_string())?
        .table;
    let preparing = Preparing {
        least: 1,
        rare: Rare::Keep,
        ..Preparing::default()
    };
    let modalities =
        prepare(&table, &preparing).map_err(|faults| format!("{} faults", faults.len()))?;
    let instances = Instances::new(&modalities);
    let null = Grid::null(&instances.incidence).cost(&mut instances.incidence.criterion());
    let mut peer = peer(&modalities, SECONDS)?;
    if peer
        .as_ref()
        .is_some_and(|found| found["explained"].as_f64().unwrap_or(0.0) <= 0.0)
    {
        println!("khiops found no grid in {SECONDS:.0} s: it is given {MORE_SECONDS:.0} s");
        peer = self::peer(&modalities, MORE_SECONDS)?;
    }
    let watch = Until(Instant::now(), SECONDS);
    let effort = Effort {
        seed: 1,
        rounds: usize::MAX - 1,
    };
    let (grid, cost) =
        search(&instances.incidence, effort, &watch).map_err(|error| error.to_string())?;
    let [rows, columns] = grid.parts();
    println!(
        "bauta: criterion {cost:.1}, {:.1} below a single part, {rows} x {columns} parts, {SECONDS:.0} s",
        null - cost
    );
    let Some(peer) = peer else {
        return Ok(Vec::new());
    };
    let explained = peer["explained"].as_f64().unwrap_or(0.0);
    println!(
        "khiops: {explained:.1} below a single part, parts {}, {:.0} s",
        peer["parts"],
        peer["seconds"].as_f64().unwrap_or(0.0)
    );
    if explained <= 0.0 {
        println!("khiops found no grid in this time either");
        return Ok(vec![Bar::at_least(
            "co-clustering: explained, where Khiops explains nothing",
            null - cost,
            1.0,
        )]);
    }
    Ok(vec![Bar::at_least(
        "co-clustering: explained, by Khiops",
        (null - cost) / explained,
        1.0,
    )])
}

struct Until(Instant, f64);

impl Watch for Until {
    fn tell(&self, _: &Found) {}

    fn enough(&self) -> bool {
        self.0.elapsed().as_secs_f64() > self.1
    }
}

/// What Khiops finds; `None`, and a line that says so, where it cannot be installed.
fn peer(modalities: &Modalities, seconds: f64) -> Result<Option<serde_json::Value>> {
    let Some(python) = PEER.python()? else {
        return Ok(None);
    };
    let path = data::cache()?.join("instances.tsv");
    write_instances(modalities, &path).map_err(|error| error.to_string())?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peer_khiops.py");
    let done = Command::new(python)
        .arg(script)
        .arg(&path)
        .arg(seconds.to_string())
        .stderr(Stdio::inherit())
        .output();
    let done = done.map_err(|error| error.to_string())?;
    if !done.status.success() {
        return Err(format!("{script} failed"));
    }
    let last = String::from_utf8_lossy(&done.stdout)
        .lines()
        .last()
        .unwrap_or_default()
        .to_owned();
    serde_json::from_str(&last)
        .map(Some)
        .map_err(|_| format!("{script} did not answer"))
}

/// A row and a modality on each line.
fn write_instances(modalities: &Modalities, path: &Path) -> std::io::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    writeln!(file, "row\tmodality")?;
    for row in 0..modalities.rows() {
        for (place, variable) in modalities.variables().iter().enumerate() {
            writeln!(file, "{row}\t{place}={}", variable.codes.get(row))?;
        }
    }
    file.flush()
}
