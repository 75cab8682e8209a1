//! One suite for every engine: what it counts and writes is what a slow and obvious judge finds in the table that our own reader makes of
//! the same data, and what every other engine finds.

// A helper that cannot do its part must stop the test at once and say where.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg(feature = "cluster")]

mod data;
mod here;
mod judge;
mod machines;
mod order;
mod regions;
mod resilience;
mod server;
mod stores;

use bauta_engines::{Engine, Written};
use bauta_formats::{Locator, ReadOptions};
use bauta_privacy::examine;
use bauta_table::Silent;

/// The columns of [`data::people`] that are counted together.
const QUASI: [&str; 4] = ["born", "zip", "age", "rate"];

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn locator(text: &str) -> Locator {
    text.parse().unwrap()
}

/// Everything that must hold of an engine on a data set that our own reader can read; writes to `output`, which `read_back` reads.
fn holds(engine: &dyn Engine, source: &Locator, output: &Locator, read_back: &Locator) {
    let whole = bauta_formats::read(source, &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    judge::profiles(engine, &whole);
    judge::counts(engine, &whole, &QUASI);
    judge::counts(engine, &whole, &["name"]);
    judge::counts(engine, &whole, &["seen", "active"]);
    order::scans(engine, &whole);
    judge::by_value(engine, &whole, output, read_back);
    judge::by_tuple(engine, &whole, output, read_back);
    regions::hold(engine, &whole, output, read_back);
}

/// Publishes what was written, with the verifier's approval of what is found there; nothing is asked of the rows.
fn publish(written: Box<dyn Written>) {
    let again = written.reopen().unwrap();
    let found = again.frequency_set(&again.columns()[..1], &Silent).unwrap();
    drop(again);
    let examined = examine(&found.table.weighted(found.weights), &[]);
    written.publish(&examined.approval().unwrap()).unwrap();
}

/// What is written is counted again before it is final.
fn counted_again(written: &dyn Written, columns: &[&str]) -> Vec<(Vec<String>, u64)> {
    judge::labels_of(
        &written
            .reopen()
            .unwrap()
            .frequency_set(&owned(columns), &Silent)
            .unwrap(),
    )
}
