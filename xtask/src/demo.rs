//! `cargo xtask demo`: the main job on the bundled example, from a fresh clone.
//!
//! It shows each command before it runs it, so that the reader can go on by hand.

use std::path::PathBuf;

use crate::setup;
use crate::shell::{self, Result, cargo, finish, program, shown, target};

const EXAMPLE: &str = "examples/people/people.ods";

pub fn run() -> Result {
    let bauta = build()?;
    let folder = target()?.join("demo");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let out = folder.join("people-anonymous.ods");

    println!("\nThe example, with names, post codes and ages as they are:\n");
    shell::run(program(&bauta).args(["show", EXAMPLE]))?;
    println!(
        "\nAnonymised: at least 3 people share each combination of post code and age, and names are gone:\n"
    );
    let mut anonymize = program(&bauta);
    anonymize.args([
        "anonymize",
        EXAMPLE,
        "--qi",
        "CP,Age",
        "--sensitive",
        "C.E.",
        "--id",
        "Nom",
        "-k",
        "3",
        "-o",
    ]);
    shell::run(anonymize.arg(&out).arg("--force"))?;
    println!("\nThe result:\n");
    shell::run(program(&bauta).arg("show").arg(&out))?;
    println!(
        "\nThe spreadsheet is {}\nThe program is {}",
        out.display(),
        bauta.display()
    );
    Ok(())
}

/// Builds the program; returns where it is.
pub fn build() -> Result<PathBuf> {
    setup::compiler()?;
    let mut build = cargo("build --package bauta-cli");
    println!("$ {}   (some minutes the first time)", shown(&build));
    finish(&mut build)?;
    let bauta = target()?.join("debug").join("bauta");
    if bauta.is_file() {
        Ok(bauta)
    } else {
        Err(format!("{} was not built", bauta.display()))
    }
}
