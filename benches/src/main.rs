//! Benchmarks with bars: `cargo xtask bench [mondrian|generalize|local|mask|risk|synthesis|csv|scale|graph|store]`, and
//! `cargo xtask bench published [UNIVERSITIES [DRAWS]]`, which takes long and runs only where it is named.
//!
//! A figure is a ratio to something that ran on the same machine in the same minute, a peer or a plain rewrite of the file,
//! so that it means the same everywhere. The program ends with 1 when a bar is missed.

mod bars;
mod csv;
mod data;
mod generalize;
mod graph;
mod local;
mod mask;
mod measure;
mod mondrian;
mod peer;
mod plain_mdav;
mod planned;
mod published;
mod risk;
mod scale;
mod store;
mod synthesis;

use std::process::ExitCode;

use bars::Bar;

/// As in the program that is measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What a benchmark answers: its bars, or one line that says why it could not run.
type Result<T = Vec<Bar>> = std::result::Result<T, String>;

/// A benchmark.
type Benchmark = fn() -> Result;

const ALL: [(&str, Benchmark); 10] = [
    ("mondrian", mondrian::run),
    ("generalize", generalize::run),
    ("local", local::run),
    ("mask", mask::run),
    ("risk", risk::run),
    ("synthesis", synthesis::run),
    ("csv", csv::run),
    ("scale", scale::run),
    ("graph", graph::run),
    ("store", store::run),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        [measure::WORD, command @ ..] => measure::child(command),
        [measure::TOUCH] => measure::touch(),
        ["published", words @ ..] => published::run(words).map(|bars| shown(&bars)),
        [] => run(&ALL),
        [name] => match ALL.iter().find(|(known, _)| known == name) {
            Some(benchmark) => run(&[*benchmark]),
            None => Err(format!(
                "no benchmark is called {name}; there are published, {}",
                ALL.map(|(name, _)| name).join(", ")
            )),
        },
        _ => Err("one name of a benchmark, or none for all".to_owned()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("failed: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Runs benchmarks and shows their bars; whether all were reached.
fn run(benchmarks: &[(&str, Benchmark)]) -> Result<bool> {
    let mut bars = Vec::new();
    for (name, benchmark) in benchmarks {
        println!("== {name}");
        bars.extend(benchmark()?);
        println!();
    }
    Ok(shown(&bars))
}

/// Shows bars; whether all were reached.
fn shown(bars: &[Bar]) -> bool {
    print!("{}", bars::table(bars));
    bars.iter().all(Bar::reached)
}
