//! The project's own chores, in Rust so that they run wherever the project builds: `cargo xtask <chore>`.
//!
//! A chore is a module with one `run`. Chores need nothing but the standard library and the toolchain, so that the first
//! command on a fresh machine starts at once; what else a chore needs it installs itself, or says what to install.

mod bench;
mod demo;
mod disk;
mod golden;
mod setup;
mod shell;
mod tally;
mod test;
mod tidy;

use std::process::ExitCode;

use shell::Result;

const USAGE: &str = "usage: cargo xtask <chore>

  demo              builds bauta and anonymises the bundled example, examples/people/people.ods
  test              everything that must hold before a change is merged; installs what is missing
  disk              the tests of the store with its graphs in files of RocksDB, which is built first
  tidy              the rules of style and layout that a program can check
  golden [--check]  writes the golden files of the command line anew, or compares them
  bench [name]      builds with optimisation and measures against bars: mondrian, generalize, local, risk,
                    synthesis, csv, or all; published [universities [draws]]: published experiments on graphs
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match chore(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("failed: {why}");
            ExitCode::FAILURE
        }
    }
}

fn chore(words: &[&str]) -> Result {
    match words {
        ["demo"] => demo::run(),
        ["test"] => test::run(),
        ["disk"] => disk::run(),
        ["tidy"] => tidy::run(),
        ["golden"] => golden::run(false),
        ["golden", "--check"] => golden::run(true),
        ["bench", words @ ..] => bench::run(words),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => Err(format!("no such chore\n\n{USAGE}")),
    }
}
