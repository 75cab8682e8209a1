//! Time, processor time and peak memory of a program, and how busy it kept the machine.
//!
//! The system tells the peak memory of *all* children of a process together. So each program is run by a fresh copy of this
//! one, which has no other child.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::time::Instant;

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::Result;

/// The argument that turns this program into the measuring copy.
pub const WORD: &str = "measure";

/// What a program took.
pub struct Taken {
    pub wall: f64,
    pub cpu: f64,
    /// Processor seconds that nobody used meanwhile.
    pub idle: f64,
    pub peak_bytes: f64,
}

impl Taken {
    /// Cores kept busy, of those that other programs left free: on a machine with nothing else to do, processor time by time.
    pub fn cores(&self) -> f64 {
        cores() as f64 * self.cpu / (self.cpu + self.idle)
    }
}

/// How many cores there are.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs a program in a measuring copy; what it prints is dropped, what it complains of is not.
pub fn run<S: AsRef<OsStr>>(command: impl IntoIterator<Item = S>) -> Result<Taken> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let done = Command::new(here)
        .arg(WORD)
        .args(command)
        .stderr(Stdio::inherit())
        .output();
    let done = done.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&done.stdout);
    let figures: Vec<f64> = text
        .split_whitespace()
        .filter_map(|figure| figure.parse().ok())
        .collect();
    match figures.as_slice() {
        &[wall, cpu, idle, peak_bytes] if done.status.success() => Ok(Taken {
            wall,
            cpu,
            idle,
            peak_bytes,
        }),
        _ => Err("a measured program failed".to_owned()),
    }
}

/// The argument that turns this program into one that takes memory and ends.
pub const TOUCH: &str = "touch";

/// More than any measured program takes, with the files that it writes.
const TOUCHED: usize = 768 << 20;

/// Lets the next program have memory that was in use a moment ago. A machine that is somebody else's guest gives back what nobody uses within seconds, and
/// getting it anew takes up to two seconds a gigabyte: whoever comes first would pay for that.
pub fn warm() -> Result<()> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let done = Command::new(here)
        .arg(TOUCH)
        .status()
        .map_err(|error| error.to_string())?;
    if done.success() {
        Ok(())
    } else {
        Err("memory could not be had".to_owned())
    }
}

/// Takes memory, writes to all of it, and gives it back.
pub fn touch() -> Result<bool> {
    let mut memory: Vec<u8> = vec![0; TOUCHED];
    memory.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
    Ok(std::hint::black_box(&memory).len() == TOUCHED)
}

/// The measuring copy: runs the command and prints the figures.
pub fn child(command: &[&str]) -> Result<bool> {
    let [program, words @ ..] = command else {
        return Err("nothing to measure".to_owned());
    };
    let idle = idle_seconds();
    let start = Instant::now();
    let status = Command::new(program)
        .args(words)
        .stdout(Stdio::null())
        .status();
    let wall = start.elapsed().as_secs_f64();
    let status = status.map_err(|error| format!("{program}: {error}"))?;
    let usage = usage(UsageWho::RUSAGE_CHILDREN)?;
    let cpu = seconds(&usage);
    let idle = match (idle, idle_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => (cores() as f64 * wall - cpu).max(0.0),
    };
    println!("{wall} {cpu} {idle} {}", usage.max_rss() * 1024);
    Ok(status.success())
}

/// Processor seconds of this process so far.
pub fn own_cpu() -> Result<f64> {
    Ok(seconds(&usage(UsageWho::RUSAGE_SELF)?))
}

/// Processor seconds since the start of the machine in which no program ran, waiting for a disk or not.
fn idle_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    let ticks: Vec<f64> = text
        .lines()
        .next()?
        .split_whitespace()
        .skip(1)
        .map_while(|tick| tick.parse().ok())
        .collect();
    // user, nice, system, idle, waiting; a hundred ticks a second
    Some((ticks.get(3)? + ticks.get(4)?) / 100.0)
}

fn usage(who: UsageWho) -> Result<Usage> {
    getrusage(who).map_err(|error| error.to_string())
}

fn seconds(usage: &Usage) -> f64 {
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
}
