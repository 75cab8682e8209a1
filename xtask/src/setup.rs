//! What the chores need besides the Rust toolchain: looked for, and installed from Debian's packages where it is missing.
//!
//! Nothing here is fatal but a missing compiler: a test that lacks its program says so and passes over itself.

use std::io::IsTerminal;
use std::path::Path;
use std::process::Command;

use crate::shell::{Result, cargo, installed, program, run, succeeds};

/// Something to install, and how one sees that it is there.
pub struct Package {
    pub name: &'static str,
    /// What it is for, in the words of the message that it is missing.
    pub purpose: &'static str,
    pub present: fn() -> bool,
}

/// Linking, and the C parts of SQLite.
pub const COMPILER: Package = Package {
    name: "build-essential",
    purpose: "cc, the C compiler and linker",
    present: || installed("cc"),
};

/// Reads the headers of RocksDB.
pub const LIBCLANG: Package = Package {
    name: "libclang-dev",
    purpose: "tests of the store on the disk, whose library is built with libclang",
    present: has_libclang,
};

/// Judges spreadsheets.
pub const LIBREOFFICE: Package = Package {
    name: "libreoffice-calc",
    purpose: "tests that open spreadsheets with LibreOffice",
    present: || installed("soffice"),
};

/// A real server.
pub const POSTGRESQL: Package = Package {
    name: "postgresql",
    purpose: "tests against a PostgreSQL server",
    present: has_postgresql,
};

/// Checks the types of the page, and drives the browser.
pub const NODE: Package = Package {
    name: "npm",
    purpose: "types of the page, and the page in a browser",
    present: || installed("npm"),
};

/// A real browser.
pub const CHROMIUM: Package = Package {
    name: "chromium",
    purpose: "the page in a browser",
    present: || installed("chromium"),
};

/// Peers of the benchmarks live in a virtual environment.
pub const PYTHON: Package = Package {
    name: "python3-venv",
    purpose: "benchmarks against Python packages",
    present: || succeeds(program("python3").args(["-c", "import ensurepip, venv"])),
};

/// Debian keeps the server's programs off the search path.
fn has_postgresql() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    versions
        .into_iter()
        .any(|version| version.path().join("bin/initdb").is_file())
        || installed("initdb")
}

/// Debian keeps it in a folder for each version.
fn has_libclang() -> bool {
    let versions = std::fs::read_dir("/usr/lib")
        .into_iter()
        .flatten()
        .flatten();
    let is_llvm = |name: std::ffi::OsString| name.to_string_lossy().starts_with("llvm-");
    let folders = versions
        .filter(|version| is_llvm(version.file_name()))
        .map(|version| version.path().join("lib"));
    folders
        .into_iter()
        .any(|folder| folder.join("libclang.so").exists() || folder.join("libclang.so.1").exists())
}

/// Builds cannot do without a compiler.
pub fn compiler() -> Result {
    match install(&[COMPILER]).as_slice() {
        [] => Ok(()),
        _ => Err(
            "there is no C compiler (cc); install one: apt-get install build-essential".to_owned(),
        ),
    }
}

/// Toolchains of the minimal profile lack these two.
pub fn toolchain() -> Result {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !succeeds(cargo(tool).arg("--version"))
            && run(program("rustup").args(["component", "add", component])).is_err()
        {
            return Err(format!(
                "cargo {tool} is missing; install it: rustup component add {component}"
            ));
        }
    }
    Ok(())
}

/// Installs the packages that are missing; returns those that still are.
pub fn install(packages: &[Package]) -> Vec<&Package> {
    let missing: Vec<&Package> = packages
        .iter()
        .filter(|package| !(package.present)())
        .collect();
    if missing.is_empty() {
        return missing;
    }
    if let Some(mut apt) = apt_get("update") {
        // A stale list of packages may still serve.
        if let Err(why) = run(&mut apt) {
            eprintln!("warning: {why}");
        }
    }
    if let Some(mut apt) = apt_get("install") {
        apt.args(["--yes", "--no-install-recommends"])
            .args(missing.iter().map(|package| package.name));
        if let Err(why) = run(&mut apt) {
            eprintln!("warning: {why}");
        }
    }
    missing
        .into_iter()
        .filter(|package| !(package.present)())
        .collect()
}

/// `apt-get` for somebody who may: root, or a user with sudo (who is asked for a password only on a terminal).
fn apt_get(verb: &str) -> Option<Command> {
    if !Path::new("/usr/bin/apt-get").exists() {
        return None;
    }
    let mut words = vec!["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", verb];
    if !is_root() {
        if !installed("sudo") {
            return None;
        }
        let sudo: &[&str] = if std::io::stdin().is_terminal() {
            &["sudo"]
        } else {
            &["sudo", "--non-interactive"]
        };
        words.splice(0..0, sudo.iter().copied());
    }
    let mut command = program(words[0]);
    command.args(&words[1..]);
    Some(command)
}

fn is_root() -> bool {
    program("id")
        .arg("-u")
        .output()
        .is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}
