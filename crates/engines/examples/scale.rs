//! How long an engine takes to count and to write: the figures of `docs/scale.md`.
//!
//! `scale make ROWS FILES FOLDER` draws people of the census and writes them as Parquet files; `scale run ENGINE PATTERN OUTPUT COLUMN …` counts
//! the columns' combinations, recodes each column by value, writes, counts again and says how long each took.

// A measurement that cannot be made stops at once and says where.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::time::Instant;

use bauta_engines::{Engine, Mapping, Output, Replaced};
use bauta_formats::{Locator, ReadOptions, WriteOptions};
use bauta_privacy::examine;
use bauta_table::{Silent, Table};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["make", rows, files, folder] => make(
            rows.parse().unwrap(),
            files.parse().unwrap(),
            Path::new(folder),
        ),
        ["run", engine, pattern, output, columns @ ..] => run(engine, pattern, output, columns),
        _ => println!("scale make ROWS FILES FOLDER | scale run ENGINE PATTERN OUTPUT COLUMN …"),
    }
}

fn make(rows: usize, files: usize, folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    let size = rows.div_ceil(files);
    for number in 0..files {
        let table = bauta_testkit::census::census(size, number as u64);
        let place: Locator = folder
            .join(format!("people-{number:04}.parquet"))
            .to_str()
            .unwrap()
            .parse()
            .unwrap();
        bauta_formats::stage(&table, &place, &WriteOptions::default(), &Silent)
            .unwrap()
            .commit()
            .unwrap();
    }
}

fn open(engine: &str, pattern: &str) -> Box<dyn Engine> {
    let (source, reading) = (pattern.parse().unwrap(), ReadOptions::default());
    match engine.split_once(':') {
        Some(("datafusion", memory)) => {
            bauta_engines::datafusion::open(&source, &reading, memory.parse().ok()).unwrap()
        }
        Some(_) => bauta_engines::ballista::open(engine, &source, &reading).unwrap(),
        None => bauta_engines::datafusion::open(&source, &reading, None).unwrap(),
    }
}

fn run(engine: &str, pattern: &str, output: &str, columns: &[&str]) {
    let columns: Vec<String> = columns.iter().map(|name| (*name).to_owned()).collect();
    let engine = open(engine, pattern);
    let counted = timed("count", || engine.frequency_set(&columns, &Silent).unwrap());
    println!(
        "{} rows, {} combinations",
        counted.rows(),
        counted.weights.len()
    );
    let by_value = |name: &String| {
        let counted = engine
            .frequency_set(std::slice::from_ref(name), &Silent)
            .unwrap();
        let labels = labels(&counted.table);
        (
            name.clone(),
            Replaced::ByValue {
                keys: counted.keys.column(0).clone(),
                labels,
            },
        )
    };
    let mut all: Vec<(String, Replaced)> =
        timed("look-up tables", || columns.iter().map(by_value).collect());
    all.push(("diagnosis".to_owned(), Replaced::Kept));
    let output = Output {
        place: output.parse().unwrap(),
        force: true,
    };
    let written = timed("write", || {
        engine
            .apply(
                &Mapping {
                    columns: all,
                    tuples: None,
                },
                &output,
                &Silent,
            )
            .unwrap()
    });
    let again = timed("count again", || {
        written
            .reopen()
            .unwrap()
            .frequency_set(&columns, &Silent)
            .unwrap()
    });
    println!(
        "{} rows, {} combinations",
        again.rows(),
        again.weights.len()
    );
    let examined = examine(&again.table.weighted(again.weights), &[]);
    written.publish(&examined.approval().unwrap()).unwrap();
}

/// The first two letters.
fn labels(table: &Table) -> Vec<Option<String>> {
    let label = |row| {
        table
            .attributes()
            .first()
            .map(|a| a.column.label(row).chars().take(2).collect())
    };
    (0..table.rows()).map(label).collect()
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    println!("{what}: {:.1} s", start.elapsed().as_secs_f64());
    done
}
