//! `cargo xtask disk`: the tests of the store once more, with all its graphs on the disk.
//!
//! A chore of its own: RocksDB is 300 files of C++, which take longer to build than all tests of the store. Nothing but the store is built here.

use crate::setup;
use crate::shell::{self, Result, cargo};

pub fn run() -> Result {
    setup::compiler()?;
    if let Some(package) = setup::install(&[setup::LIBCLANG]).first() {
        return Err(format!(
            "{} is missing; install it: apt-get install {}",
            package.purpose, package.name
        ));
    }
    let mut command =
        cargo("nextest run --package bauta-store --features disk --tests --no-fail-fast");
    shell::run(command.env("BAUTA_STORAGE", "disk"))
}
