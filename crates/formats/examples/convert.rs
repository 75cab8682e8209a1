//! Reads a table and writes it again, with the time and memory that each took: `convert IN OUT`.

use std::time::Instant;

use bauta_formats::{Locator, ReadOptions, WriteOptions};
use bauta_table::Silent;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(from), to) = (arguments.next(), arguments.next()) else {
        return Err("usage: convert IN [OUT]".into());
    };
    let start = Instant::now();
    let source = bauta_formats::read(&from.parse::<Locator>()?, &ReadOptions::default(), &Silent)?;
    let columns = source.table.attributes().len();
    eprintln!(
        "read {} rows x {columns} columns in {:.3} s, {}",
        source.table.rows(),
        seconds(start),
        memory()
    );
    source.notes.iter().for_each(|note| eprintln!("  {note}"));
    for attribute in source.table.attributes().iter().take(20) {
        let dictionary = attribute.column.dictionary();
        eprintln!(
            "  {}: {}, {} distinct",
            attribute.name,
            dictionary.kind(),
            dictionary.value_count()
        );
    }
    if let Some(to) = to {
        let start = Instant::now();
        let options = WriteOptions {
            force: true,
            ..WriteOptions::default()
        };
        let staged = bauta_formats::stage(&source.table, &to.parse()?, &options, &Silent)?;
        staged.notes().iter().for_each(|note| eprintln!("  {note}"));
        staged.commit()?;
        eprintln!("written in {:.3} s, {}", seconds(start), memory());
    }
    Ok(())
}

fn seconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64()
}

/// The most memory the process has had, where the system says so.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or_else(String::new, |peak| format!("peak {}", peak.trim()))
}
