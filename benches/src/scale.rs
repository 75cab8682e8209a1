//! 100 million rows in pieces, 9 quasi-identifiers, as a whole command, against plain DataFusion.
//!
//! Theirs: one GROUP BY over the columns and one rewrite of the file. Ours: count, search, write every row recoded, count what was
//! written, verify. Both by the clock, in one run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::bars::Bar;
use crate::peer::Peer;
use crate::{Result, data, measure};

const ROWS: u64 = 100_000_000;
const K: &str = "1000";
/// The most of their time.
const TIMES: f64 = 1.5;
/// The most memory, in gigabytes.
const GIGABYTES: f64 = 4.0;
/// Names another number of rows, for a quick look.
const FEWER: &str = "BAUTA_BENCH_SCALE_ROWS";

const PEER: Peer = Peer {
    name: "datafusion-55",
    packages: &["datafusion==55.*", "pyarrow"],
    imports: "datafusion, pyarrow",
};

pub fn run() -> Result {
    let rows = std::env::var(FEWER)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(ROWS);
    let Some(python) = PEER.python()? else {
        return Ok(Vec::new());
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peer_datafusion.py");
    let program = std::env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name("bauta");
    let source = data::large()?;
    let large = large(&source.path, rows, &program, (&python, script))?;
    println!("{}: {rows} rows", large.display());
    let folder = data::cache()?.join("scaled");
    let fresh = || {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())
    };
    fresh()?;
    let mut command = Command::new(&python);
    command
        .args([script, "run"])
        .arg(&large)
        .arg(folder.join("peer"))
        .args(&source.quasi_identifiers);
    let done = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| error.to_string())?;
    let peer: serde_json::Value =
        serde_json::from_slice(&done.stdout).map_err(|_| format!("{script} did not answer"))?;
    println!("datafusion  {peer}");
    let theirs =
        peer["group"].as_f64().unwrap_or(f64::NAN) + peer["rewrite"].as_f64().unwrap_or(f64::NAN);
    let mut bars = Vec::new();
    for (method, hierarchies) in [("mondrian", Vec::new()), ("optimal", hierarchies(&source)?)] {
        if method == "optimal" && hierarchies.is_empty() {
            continue;
        }
        fresh()?;
        let head: [OsString; 3] = [
            program.clone().into(),
            "anonymize".into(),
            large.clone().into(),
        ];
        let place = folder.join("out.parquet").display().to_string();
        let told = [
            "--qi",
            &source.quasi_identifiers.join(","),
            "-k",
            K,
            "--method",
            method,
            "--max-suppression",
            "0.02",
        ];
        let more = ["--memory", "2GB", "--quiet", "-o", &place];
        let words = told
            .iter()
            .chain(&more)
            .map(OsString::from)
            .chain(hierarchies.iter().map(OsString::from));
        let ours = measure::run(head.into_iter().chain(words))?;
        let gigabytes = ours.peak_bytes / 1e9;
        println!(
            "bauta, {method}: {:.1} s, processor {:.1} s, {gigabytes:.2} GB",
            ours.wall, ours.cpu
        );
        bars.push(Bar::at_most(
            format!("scale: {method}, times DataFusion's GROUP BY and rewrite"),
            ours.wall / theirs,
            TIMES,
        ));
        bars.push(Bar::at_most(
            format!("scale: {method}, gigabytes"),
            gigabytes,
            GIGABYTES,
        ));
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(bars)
}

/// The rows of a table again and again, as Parquet, made once.
fn large(
    small: &Path,
    rows: u64,
    program: &Path,
    (python, script): (&Path, &str),
) -> Result<PathBuf> {
    let path = data::cache()?.join(format!("rows_{rows}.parquet"));
    if path.exists() {
        return Ok(path);
    }
    println!("making {} (once)", path.display());
    let (seed, part) = (
        path.with_extension("seed.parquet"),
        path.with_extension("part"),
    );
    let converted = Command::new(program)
        .arg("convert")
        .arg(small)
        .args(["--force", "--quiet", "-o"])
        .arg(&seed)
        .status();
    let made = Command::new(python)
        .args([script, "make"])
        .arg(&seed)
        .arg(rows.to_string())
        .arg(&part)
        .status();
    let fine = |status: std::io::Result<std::process::ExitStatus>| {
        status.is_ok_and(|status| status.success())
    };
    if !fine(converted) || !fine(made) {
        return Err("the large file could not be made".to_owned());
    }
    let _ = std::fs::remove_file(&seed);
    std::fs::rename(&part, &path).map_err(|error| error.to_string())?;
    Ok(path)
}

/// The flags of the hierarchies beside the shared data; none where they are not there.
fn hierarchies(source: &data::Data) -> Result<Vec<String>> {
    let Some(folder) = bauta_testkit::shared::shared_dir().map(|shared| shared.join("data/adult"))
    else {
        return Ok(Vec::new());
    };
    let file = |name: &&str| folder.join(format!("adult_hierarchy_{name}.csv"));
    if !source
        .quasi_identifiers
        .iter()
        .all(|name| file(name).is_file())
    {
        return Ok(Vec::new());
    }
    let flag = |name: &&str| {
        [
            "--hierarchy".to_owned(),
            format!("{name}={}", file(name).display()),
        ]
    };
    Ok(source.quasi_identifiers.iter().flat_map(flag).collect())
}
