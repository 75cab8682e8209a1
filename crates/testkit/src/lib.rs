//! What only tests need: people that do not exist, judges that are too slow to ship, and servers that live for one test run.
//!
//! Nothing here is part of a released program. The oracles work on plain strings and share no code with the kernels that
//! they judge, so that a bug in the coding of columns cannot hide itself.

// A test that cannot be set up must stop at once and say where: that is what these calls do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod census;
pub mod disclosure;
pub mod machines;
pub mod oracle;
pub mod postgres;
pub mod shared;
pub mod skip;
mod tables;

pub use skip::{skip, skip_part};
pub use tables::{random_table, table_of, write_csv};
