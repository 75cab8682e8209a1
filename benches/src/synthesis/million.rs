//! A million rows of 13 columns, as a whole command: read, co-cluster, climb, draw, guard, verify, write.
//!
//! The people are of twelve planted kinds, each with its own taste in every column; hardly two rows are alike, so that nothing can be
//! saved by keeping equal rows together. Run with half of them too: memory must follow the non-empty cells.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::bars::Bar;
use crate::{Result, data, measure};

const ROWS: usize = 1_000_000;
const KINDS: u64 = 12;
/// Different values of each column.
const VALUES: [u64; 13] = [2, 75, 5, 7, 16, 40, 8, 14, 2, 100, 12, 30, 24];
/// The most seconds: minutes, not hours.
const SECONDS: f64 = 600.0;
/// The most memory of all rows by that of half of them.
const TIMES: f64 = 2.2;

/// Time and memory with all that is set by default.
pub fn run() -> Result {
    let program = std::env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name("bauta");
    let output = data::cache()?.join("drawn.csv");
    let mut peaks = Vec::new();
    let mut seconds = 0.0;
    for rows in [ROWS / 2, ROWS] {
        let words = [
            program.clone(),
            "synthesize".into(),
            planted(rows)?,
            "--quiet".into(),
            "--force".into(),
            "-o".into(),
        ];
        let taken = measure::run(words.iter().chain([&output]))?;
        println!(
            "{rows} rows x {} columns: {:.0} s, peak memory {:.0} MB, {:.0} bytes a cell",
            VALUES.len(),
            taken.wall,
            taken.peak_bytes / 1e6,
            taken.peak_bytes / (rows * VALUES.len()) as f64
        );
        peaks.push(taken.peak_bytes);
        seconds = taken.wall;
    }
    std::fs::remove_file(&output).map_err(|error| error.to_string())?;
    Ok(vec![
        Bar::at_most("a million rows x 13 columns: seconds", seconds, SECONDS),
        Bar::at_most(
            "a million rows: memory by that of half",
            peaks[1] / peaks[0],
            TIMES,
        ),
    ])
}

/// The file of so many people; made once.
fn planted(rows: usize) -> Result<PathBuf> {
    let path = data::cache()?.join(format!("planted_{rows}.csv"));
    if !path.exists() {
        let part = path.with_extension("part");
        write(rows, &part)
            .and_then(|()| std::fs::rename(&part, &path))
            .map_err(|error| error.to_string())?;
    }
    Ok(path)
}

fn write(rows: usize, path: &std::path::Path) -> std::io::Result<()> {
    let mut random = ChaCha20Rng::seed_from_u64(1);
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    let names: Vec<String> = (1..=VALUES.len())
        .map(|column| format!("c{column}"))
        .collect();
    writeln!(file, "{}", names.join(","))?;
    let mut line = String::new();
    for _ in 0..rows {
        let kind = random.next_u64() % KINDS;
        line.clear();
        for (column, &values) in VALUES.iter().enumerate() {
            let taste = kind * (2 * column as u64 + 3);
            // Of its own quarter of the values mostly, else of all.
            let near = random.next_u64() % (values / 4).max(1);
            let value = if random.next_u64() % 10 < 7 {
                (taste + near) % values
            } else {
                random.next_u64() % values
            };
            let comma = if column == 0 { "" } else { "," };
            // Writing to a string does not fail.
            let _ = if values > 60 {
                write!(line, "{comma}{value}")
            } else {
                write!(line, "{comma}v{value}")
            };
        }
        writeln!(file, "{line}")?;
    }
    file.flush()
}
