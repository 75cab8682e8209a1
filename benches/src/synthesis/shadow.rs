//! The strongest attack on a generator, as a whole command: a hundred shadow models of trees on Adult, each trained on half of the people attacked.
//!
//! The status of the command is its verdict on the generator (1 where the attack succeeds); here only the time counts.

use std::process::{Command, Stdio};
use std::time::Instant;

use crate::bars::Bar;
use crate::{Result, data};

/// The most seconds: an analyst waits for the answer before a release.
const SECONDS: f64 = 600.0;

pub fn run() -> Result {
    let program = std::env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name("bauta");
    let (data, output) = (data::small()?, data::cache()?.join("shadowed.csv"));
    let start = Instant::now();
    let done = Command::new(program)
        .arg("synthesize")
        .arg(&data.path)
        .args(["--method", "trees", "-k", "10", "--shadow-models", "100"])
        .args(["--json", "--quiet", "--force", "-o"])
        .arg(&output)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let told: serde_json::Value = serde_json::from_slice(&done.stdout)
        .map_err(|_| "the attack by shadow models did not answer".to_owned())?;
    println!(
        "100 shadow models of trees on {}: {seconds:.0} s; {}",
        data.path.display(),
        told["attacks"]
    );
    std::fs::remove_file(&output).map_err(|error| error.to_string())?;
    Ok(vec![Bar::at_most(
        "membership: seconds for 100 shadow models of trees",
        seconds,
        SECONDS,
    )])
}
