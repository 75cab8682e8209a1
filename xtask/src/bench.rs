//! `cargo xtask bench`: builds with optimisation and runs the benchmarks of `benches/`, which know their bars.

use crate::setup;
use crate::shell::{self, Result, cargo, program, target};

pub fn run(words: &[&str]) -> Result {
    setup::compiler()?;
    for package in setup::install(&[setup::PYTHON]) {
        println!(
            "skipped: {} ({} is not installed and could not be)",
            package.purpose, package.name
        );
    }
    // In one call, so that what both need is built once; the benchmarks find the program next to themselves.
    shell::run(&mut cargo(
        "build --release --package bauta-cli --package bauta-bench",
    ))?;
    let benchmarks = target()?.join("release").join("bauta-bench");
    shell::run(program(benchmarks).args(words))
}
