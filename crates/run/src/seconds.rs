//! Where the time of a run went.

use std::time::Instant;

use chrono::{DateTime, Utc};
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

/// The time of the clock in universal time, as a text; that of SOURCE_DATE_EPOCH where this variable is set, so that reports can be made again
/// byte by byte.
pub(crate) fn now() -> String {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok();
    let set = set.and_then(|text| DateTime::from_timestamp(text.parse().ok()?, 0));
    let now: DateTime<Utc> = set.unwrap_or_else(|| std::time::SystemTime::now().into());
    now.format("%Y-%m-%d %H:%M UTC").to_string()
}

/// Adds the time that `work` takes.
pub fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *seconds += start.elapsed().as_secs_f64();
    result
}
