//! From CSV to CSV on 3 million rows: a whole run of `bauta anonymize` against `bauta convert`, which reads and rewrites the
//! same file and does nothing else. They take turns, so that what else the machine does falls on both.

use std::ffi::OsString;
use std::path::Path;

use bauta_testkit::skip;

use crate::Result;
use crate::bars::{Bar, median};
use crate::data::{self, Data};
use crate::measure::{self, Taken};

const RUNS: usize = 5;
/// Anonymising may take this many times the time of rewriting.
const TIMES: f64 = 4.0;
/// Peak memory may be this many times the size of the file.
const SIZES: f64 = 3.0;
/// Processor seconds by seconds when both cores work.
const CORES: f64 = 1.2;

pub fn run() -> Result {
    let data = data::large()?;
    let bytes = std::fs::metadata(&data.path)
        .map_err(|error| format!("{}: {error}", data.path.display()))?
        .len() as f64;
    println!("{} ({:.0} MB)", data.path.display(), bytes / 1e6);
    let program = std::env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name("bauta");
    let output = data::cache()?.join("out.csv");
    let commands = commands(&program, &data, &output);
    let mut taken: [Vec<Taken>; 3] = Default::default();
    for turn in 0..=RUNS {
        for (command, taken) in commands.iter().zip(&mut taken) {
            let one = measure::run(command)?;
            // The first turn fills the file cache.
            if turn > 0 {
                taken.push(one);
            }
        }
    }
    std::fs::remove_file(&output).map_err(|error| error.to_string())?;
    let [convert, anonymize, to_nowhere] = taken;
    line("convert", &convert, bytes);
    line("anonymize", &anonymize, bytes);
    line("to nowhere", &to_nowhere, bytes);
    let mut bars = vec![
        Bar::at_most(
            "csv: time of anonymize by convert",
            of(&anonymize, |t| t.wall) / of(&convert, |t| t.wall),
            TIMES,
        ),
        Bar::at_most(
            "csv: peak memory by file size",
            of(&anonymize, |t| t.peak_bytes) / bytes,
            SIZES,
        ),
    ];
    match measure::cores() {
        1 => skip("cores: this machine has only one"),
        _ => bars.push(Bar::at_least(
            "csv: cores that anonymize keeps busy",
            of(&to_nowhere, Taken::cores),
            CORES,
        )),
    }
    Ok(bars)
}

/// The third prints its release, which is dropped: while a file is brought to the disk, no core has anything to do.
fn commands(program: &Path, data: &Data, output: &Path) -> [Vec<OsString>; 3] {
    let command = |verb: &str, more: &[&str], output: &Path| {
        let mut words: Vec<OsString> = vec![program.into(), verb.into(), data.path.clone().into()];
        words.extend(more.iter().map(OsString::from));
        words.extend([
            "--quiet".into(),
            "--force".into(),
            "-o".into(),
            output.into(),
        ]);
        words
    };
    let columns = data.quasi_identifiers.join(",");
    let anonymize = |output| command("anonymize", &["--qi", &columns, "-k", "10"], output);
    [
        command("convert", &[], output),
        anonymize(output),
        anonymize(Path::new("-")),
    ]
}

fn of(taken: &[Taken], figure: fn(&Taken) -> f64) -> f64 {
    median(&taken.iter().map(figure).collect::<Vec<_>>())
}

fn line(name: &str, taken: &[Taken], bytes: f64) {
    let (wall, cpu, peak) = (
        of(taken, |t| t.wall),
        of(taken, |t| t.cpu),
        of(taken, |t| t.peak_bytes),
    );
    let size = peak / bytes;
    println!(
        "{name:10} {wall:6.2} s, processor {cpu:6.2} s, peak memory {:5.0} MB = {size:.2} x the file (medians of {})",
        peak / 1e6,
        taken.len()
    );
}
