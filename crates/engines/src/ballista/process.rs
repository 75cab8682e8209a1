//! What scheduler and executor share: threads, words on the screen, and a log that keeps to itself.

use std::net::{IpAddr, SocketAddr, TcpListener};

use ballista_core::error::BallistaError;
use log::{LevelFilter, Log, Metadata, Record};
use tokio::runtime::Runtime;

use crate::error::{Error, Result};

/// Told once, when a process is ready for work: its address.
pub type Ready<'a> = &'a (dyn Fn(SocketAddr) + Sync);

/// Longest line of the log.
const LINE: usize = 300;

/// Warnings and errors on the error stream. What is less important is not logged: at that level Ballista writes whole plans. Of a message
/// only the first line is kept, as plans and causes of causes stand below it.
struct Warnings;

impl Log for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= LevelFilter::Warn
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let text = record.args().to_string();
            let line: String = text
                .lines()
                .next()
                .unwrap_or_default()
                .chars()
                .take(LINE)
                .collect();
            eprintln!("{} {}: {line}", record.level(), record.target());
        }
    }

    fn flush(&self) {}
}

/// Turns the log on, once a process.
pub(super) fn log_warnings() {
    static WARNINGS: Warnings = Warnings;
    if log::set_logger(&WARNINGS).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

/// Plans are trees that are walked by recursion, and deep ones need more than the usual two megabytes where programs are not optimised.
const STACK: usize = 16 << 20;

pub(super) fn threads(who: &str) -> Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .thread_stack_size(STACK)
        .enable_all()
        .build()
        .map_err(|_| broke(who, "the system gives no threads for it"))
}

pub(super) fn broke(who: &str, problem: impl Into<String>) -> Error {
    Error::Engine {
        engine: who.to_owned(),
        problem: problem.into(),
    }
}

/// What a process of Ballista says when it ends; about processes, not about data.
pub(super) fn ended(who: &str, error: &BallistaError) -> Error {
    let problem = match error {
        BallistaError::GrpcConnectionError(_) => {
            "no scheduler answers; start it with bauta scheduler, or correct --scheduler".to_owned()
        }
        BallistaError::IoError(error) => format!("it ended: {error}"),
        BallistaError::Configuration(problem) => format!("a setting is wrong: {problem}"),
        _ => "it ended; its log says more".to_owned(),
    };
    broke(who, problem)
}

/// A free port, where none was asked for.
pub(super) fn port_of(host: IpAddr, asked: u16) -> Result<u16> {
    if asked != 0 {
        return Ok(asked);
    }
    let free = TcpListener::bind((host, 0)).and_then(|listener| listener.local_addr());
    Ok(free
        .map_err(|error| broke("bauta", format!("no port can be had on {host}: {error}")))?
        .port())
}
