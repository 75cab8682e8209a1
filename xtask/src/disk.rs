//! `cargo xtask disk`: the tests of the store once more, with all its graphs on the disk.
//!
//! A chore of its own: RocksDB is 300 files of C++, which take longer to build than all tests of the store.

use crate::setup;
use crate::shell::{self, Result, cargo};

/// Tests that open stores. Those that only parse or calculate would say the same again.
const TESTS: [&str; 8] =
    ["anatomy", "cancellation", "crash", "partition", "reasoning", "rewriting", "secrets", "updates"];

pub fn run() -> Result {
    setup::compiler()?;
    if let Some(package) = setup::install(&[setup::LIBCLANG]).first() {
        return Err(format!("{} is missing; install it: apt-get install {}", package.purpose, package.name));
    }
    // With the features of the other tests, so that what these have built serves here too.
    let mut command = cargo("nextest run --workspace --features bauta-cli/cluster,bauta-cli/disk --no-fail-fast");
    TESTS.iter().for_each(|name| {
        command.args(["--test", name]);
    });
    shell::run(command.env("BAUTA_STORAGE", "disk"))
}
