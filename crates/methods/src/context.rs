//! What comes from outside while a technique works, and what it can fail with.

use bauta_table::Progress;
use rand_chacha::ChaCha20Rng;

use crate::trace::Trace;
use crate::view::View;

/// What comes from outside while a technique works.
pub struct Context<'a> {
    /// Randomness from the recorded seed.
    pub rng: ChaCha20Rng,
    /// Told about progress; asked whether to stop.
    pub progress: &'a dyn Progress,
    /// Seconds since the work began: techniques own no clock.
    pub elapsed: &'a (dyn Fn() -> f64 + Sync),
    /// What is worth saying about the search, for the report.
    pub notes: Vec<String>,
    /// Where a search over a lattice tells what it finds out about its nodes, if somebody wants to see it.
    pub view: Option<View>,
    /// Where an algorithm tells its decisions, if somebody listens.
    pub trace: Option<Trace>,
}

/// Randomness of its own for one of several pieces of work, so that they can be done at the same time and in any order.
pub(crate) fn stream(rng: &ChaCha20Rng, piece: usize) -> ChaCha20Rng {
    let mut own = rng.clone();
    own.set_stream(1 + piece as u64);
    own
}

/// What a technique can fail with.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The user stopped it.
    #[error("stopped; nothing was written")]
    Cancelled,
    /// The operating system gave no randomness where a guarantee needs it.
    #[error("the operating system gives no randomness; nothing was written")]
    NoRandomness,
    /// Our mistake: a state that cannot be, with what broke. Nothing was written.
    #[error(
        "something went wrong inside the program ({what}), so nothing was written; this is a bug, please report it"
    )]
    Internal {
        /// What broke, without data.
        what: String,
    },
}

impl Error {
    /// Our mistake, with what broke.
    pub fn internal(what: impl Into<String>) -> Self {
        Error::Internal { what: what.into() }
    }
}

/// Result of a technique.
pub type Result<T, E = Error> = std::result::Result<T, E>;
