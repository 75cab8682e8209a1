//! Peers from the Python package index, each in an environment of its own that is made once.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use bauta_testkit::skip;

use crate::{Result, data};

/// A peer: the name of its environment, what it needs installed, and what must then be there to import.
pub struct Peer {
    pub name: &'static str,
    pub packages: &'static [&'static str],
    pub imports: &'static str,
}

impl Peer {
    /// A Python with the peer in it; none, and a line that says so, where it cannot be installed.
    pub fn python(&self) -> Result<Option<PathBuf>> {
        let folder = data::cache()?.join(self.name);
        let python = folder.join("bin/python");
        let ready = || {
            let import = format!("import {}", self.imports);
            let status = Command::new(&python)
                .args(["-c", &import])
                .stderr(Stdio::null())
                .status();
            status.is_ok_and(|status| status.success())
        };
        if ready() {
            return Ok(Some(python));
        }
        println!("installing {} into {} (once)", self.name, folder.display());
        let made = Command::new("python3")
            .args(["-m", "venv"])
            .arg(&folder)
            .status();
        if made.is_ok_and(|status| status.success()) {
            let _ = Command::new(&python)
                .args(["-m", "pip", "install", "--quiet"])
                .args(self.packages)
                .status();
        }
        if ready() {
            return Ok(Some(python));
        }
        skip(&format!(
            "{}: it could not be installed; this needs python3-venv and a package index",
            self.name
        ));
        Ok(None)
    }
}
