//! A cluster of real processes on this machine: `bauta scheduler` and `bauta executor`, or Ballista's own as they come, ended by their ids.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use crate::skip::NO_CLUSTER;

/// A process that has said that it is ready. Ended, and waited for, when it is let go.
pub struct Process {
    child: Mutex<Child>,
    /// What it said.
    pub said: String,
}

impl Process {
    fn start(program: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Process {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env("LC_ALL", "C")
            .envs(environment.iter().copied());
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut said = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("it has an output"));
        out.read_line(&mut said).expect("it says something");
        assert!(!said.is_empty(), "{arguments:?} ended before it was ready");
        Process {
            child: Mutex::new(child),
            said: said.trim_end().to_owned(),
        }
    }

    /// Ends it at once, as a power cut would.
    pub fn kill(&self) {
        let mut child = self.child.lock().expect("nobody panicked");
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The program beside the test, or nothing where it was built without clusters.
pub fn program() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    let program = test.ancestors().nth(2)?.join("bauta");
    // Without clusters it refuses at once; with them it refuses the port.
    let said = Command::new(&program)
        .args([
            "executor",
            "--scheduler",
            "127.0.0.1:1",
            "--work-dir",
            "/dev/null",
        ])
        .env("LC_ALL", "C")
        .output();
    let said = String::from_utf8_lossy(&said.ok()?.stderr).into_owned();
    (!said.contains("built without")).then_some(program)
}

/// A scheduler with executors.
pub struct Machines {
    /// The scheduler.
    pub scheduler: Process,
    /// The executors.
    pub executors: Vec<Process>,
    /// Where the executors keep what they hand to each other.
    pub work: tempfile::TempDir,
}

impl Machines {
    /// Starts them; says why where it cannot.
    pub fn start(executors: usize) -> Option<Machines> {
        Machines::with(executors, &[], &[])
    }

    /// The same with more words for executors, and with an environment.
    pub fn with(
        executors: usize,
        words: &[&str],
        environment: &[(&str, &str)],
    ) -> Option<Machines> {
        let Some(program) = program() else {
            crate::skip(NO_CLUSTER);
            return None;
        };
        let scheduler = Process::start(
            &program,
            &["scheduler", "--bind", "127.0.0.1:0"],
            environment,
        );
        Some(Machines::joined(scheduler, executors, |address, folder| {
            let usual = [
                "executor",
                "--scheduler",
                address,
                "--work-dir",
                folder,
                "--cores",
                "1",
                "--memory",
                "256MB",
            ];
            Process::start(&program, &[&usual[..], words].concat(), environment)
        }))
    }

    /// Ballista's own processes, which know nothing of ours: the example `stock` of the engines' crate.
    pub fn stock(executors: usize) -> Option<Machines> {
        let program = std::env::current_exe()
            .ok()?
            .ancestors()
            .nth(2)?
            .join("examples")
            .join("stock");
        if !program.is_file() {
            crate::skip("the example stock of bauta-engines is not built (cargo build --examples)");
            return None;
        }
        let scheduler = Process::start(&program, &["scheduler"], &[]);
        Some(Machines::joined(scheduler, executors, |address, folder| {
            let port = address.rsplit(':').next().expect("it says its port");
            Process::start(&program, &["executor", port, folder], &[])
        }))
    }

    /// A scheduler, and executors that are started by its address and a folder.
    fn joined(
        scheduler: Process,
        executors: usize,
        start: impl Fn(&str, &str) -> Process,
    ) -> Machines {
        let mut machines = Machines {
            scheduler,
            executors: Vec::new(),
            work: tempfile::tempdir().unwrap(),
        };
        for number in 0..executors {
            let folder = machines.work.path().join(number.to_string());
            machines
                .executors
                .push(start(&machines.address(), folder.to_str().unwrap()));
        }
        machines
    }

    /// `host:port` of the scheduler.
    fn address(&self) -> String {
        self.scheduler
            .said
            .rsplit_once("ballista://")
            .expect("it says its address")
            .1
            .to_owned()
    }

    /// The engine's name.
    pub fn engine(&self) -> String {
        format!("ballista://{}?partitions=4", self.address())
    }
}
