//! How long work tells where it is and learns that nobody wants it any more.

/// What a piece of long work is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Reading the source.
    Read,
    /// Looking for a recoding.
    Search,
    /// Applying it.
    Apply,
    /// Checking the release.
    Verify,
    /// Writing it.
    Write,
}

/// Told by long work, many times a second; must be cheap.
pub trait Progress: Sync {
    /// `done` of `total` units of the stage are done.
    fn tell(&self, stage: Stage, done: u64, total: Option<u64>);

    /// Whether to stop. Work that sees `true` returns its `Cancelled` error soon and leaves nothing behind.
    fn cancelled(&self) -> bool;
}

/// Progress that nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn tell(&self, _: Stage, _: u64, _: Option<u64>) {}

    fn cancelled(&self) -> bool {
        false
    }
}
