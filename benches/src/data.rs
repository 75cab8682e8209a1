//! What the benchmarks run on: the Adult census in the folder `shared` beside the checkout, else the testkit's own census.

use std::path::{Path, PathBuf};
use std::process::Command;

use bauta_testkit::census::{QUASI_IDENTIFIERS, census};
use bauta_testkit::shared::shared_dir;
use bauta_testkit::skip;
use bauta_testkit::write_csv;

use crate::Result;

/// Names a file to use instead of the replicated one.
const LARGE_FILE: &str = "BAUTA_BENCH_LARGE_CSV";

/// A CSV file and its quasi-identifiers.
pub struct Data {
    pub path: PathBuf,
    pub delimiter: char,
    pub quasi_identifiers: Vec<&'static str>,
}

const ADULT: [&str; 9] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
];

/// 30 162 people.
pub fn small() -> Result<Data> {
    match adult() {
        Some(path) => Ok(Data {
            path,
            delimiter: ';',
            quasi_identifiers: ADULT.to_vec(),
        }),
        None => drawn(30_162),
    }
}

/// 3 million people: Adult a hundred times, with small changes; or the file that the environment names.
pub fn large() -> Result<Data> {
    if let Some(path) = std::env::var_os(LARGE_FILE) {
        return Ok(Data {
            path: path.into(),
            delimiter: ';',
            quasi_identifiers: ADULT.to_vec(),
        });
    }
    match adult() {
        Some(adult) => copies(&adult, 100),
        None => drawn(2_000_000),
    }
}

/// Adult ten times, with small changes; else as many people drawn.
pub fn medium() -> Result<Data> {
    match adult() {
        Some(adult) => copies(&adult, 10),
        None => drawn(301_620),
    }
}

fn copies(adult: &Path, number: usize) -> Result<Data> {
    let path = cache()?.join(format!("adult_x{number}.csv"));
    if !path.exists() {
        replicate(adult, &path, number)?;
    }
    Ok(Data {
        path,
        delimiter: ';',
        quasi_identifiers: ADULT.to_vec(),
    })
}

/// Where the benchmarks keep what they make, in the build folder.
pub fn cache() -> Result<PathBuf> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = program.ancestors().nth(2).unwrap_or(&program).join("bench");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

fn adult() -> Option<PathBuf> {
    let path = shared_dir()
        .map(|shared| shared.join("data/adult/adult.csv"))
        .filter(|path| path.is_file());
    if path.is_none() {
        skip(
            "Adult: there is no folder shared/data beside the checkout; a census is drawn instead",
        );
    }
    path
}

/// Copies the file some times, under another name until it is whole.
fn replicate(adult: &Path, path: &Path, number: usize) -> Result<()> {
    println!("making {} (once)", path.display());
    let script = adult
        .ancestors()
        .nth(2)
        .unwrap_or(adult)
        .join("replicate.py");
    let part = path.with_extension("part");
    let status = Command::new("python3")
        .arg(&script)
        .arg(adult)
        .arg(&part)
        .arg(number.to_string())
        .status();
    match status {
        Ok(status) if status.success() => {
            std::fs::rename(&part, path).map_err(|error| error.to_string())
        }
        Ok(status) => Err(format!("{} ended with {status}", script.display())),
        Err(error) => Err(format!("python3 cannot be started: {error}")),
    }
}

fn drawn(rows: usize) -> Result<Data> {
    let path = cache()?.join(format!("census_{rows}.csv"));
    if !path.exists() {
        let part = path.with_extension("part");
        let written = std::fs::write(&part, write_csv(&census(rows, 1)))
            .and_then(|()| std::fs::rename(&part, &path));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(Data {
        path,
        delimiter: ',',
        quasi_identifiers: QUASI_IDENTIFIERS.to_vec(),
    })
}
