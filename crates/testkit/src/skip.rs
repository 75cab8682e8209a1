//! Tests that cannot run where they are say so, in one form that `cargo xtask test` counts and groups by reason.
//!
//! A test that says it has nothing to show: it returns at once and is counted as skipped, not as passed.

/// Why tests of clusters are skipped in a default build.
pub const NO_CLUSTER: &str =
    "the program is not built with clusters (cargo build --features cluster)";

/// Why tests of databases are skipped.
pub const NO_POSTGRESQL: &str = "PostgreSQL is not installed";

/// Why tests on the data of others are skipped.
pub const NO_SHARED_DATA: &str = "the benchmark data are not beside the checkout";

/// Says on standard error that a test did not run, and why. The test then returns.
pub fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
}

/// Says on standard error that a part of a test did not run, and why. The rest of it counts.
pub fn skip_part(reason: &str) {
    eprintln!("skipped in part: {reason}");
}
