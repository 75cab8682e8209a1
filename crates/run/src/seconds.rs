//! Where the time of a run went.

use std::time::Instant;

use serde::Serialize;

/// Where the time went.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct Seconds {
    /// Reading the source.
    pub read: f64,
    /// Looking for a recoding.
    pub search: f64,
    /// Applying it.
    pub apply: f64,
    /// Checking the release.
    pub verify: f64,
    /// Writing it.
    pub write: f64,
}

impl Seconds {
    /// The time of two pieces of work together.
    pub(crate) fn and(self, other: Seconds) -> Seconds {
        Seconds {
            read: self.read + other.read,
            search: self.search + other.search,
            apply: self.apply + other.apply,
            verify: self.verify + other.verify,
            write: self.write + other.write,
        }
    }
}

/// Adds the time that `work` takes.
pub fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *seconds += start.elapsed().as_secs_f64();
    result
}
