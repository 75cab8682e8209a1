//! Watching a search: progress, rounds, and the time limit. The only part of co-clustering that looks at a clock.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use bauta_table::{Progress, Stage};

use super::search::{Found, Watch};
use crate::report::Round;
use crate::request::{RoundWatch, SynthesisRequest};

/// Passes on where the search is, and ends it when its time is up.
pub(super) struct SearchWatch<'a> {
    progress: &'a dyn Progress,
    start: Instant,
    limit: Option<Duration>,
    rounds: Mutex<Vec<Round>>,
    watch: Option<&'a RoundWatch>,
}

impl<'a> SearchWatch<'a> {
    pub fn new(request: &'a SynthesisRequest<'_>, progress: &'a dyn Progress) -> Self {
        SearchWatch {
            progress,
            start: Instant::now(),
            limit: request.seconds.map(Duration::from_secs),
            rounds: Mutex::new(Vec::new()),
            watch: request.watch.as_ref(),
        }
    }

    /// Whether the time limit has passed.
    pub fn time_is_up(&self) -> bool {
        self.limit
            .is_some_and(|limit| self.start.elapsed() >= limit)
    }

    /// The rounds that it saw.
    pub fn into_rounds(self) -> Vec<Round> {
        self.rounds.into_inner().unwrap_or_default()
    }
}

impl Watch for SearchWatch<'_> {
    fn tell(&self, found: &Found) {
        let seconds = self.start.elapsed().as_secs_f64();
        let round = Round {
            round: found.round,
            criterion: found.criterion,
            parts: found.parts,
            seconds,
        };
        if let Some(watch) = self.watch {
            watch(&round);
        }
        if let Ok(mut rounds) = self.rounds.lock() {
            rounds.push(round);
        }
    }

    fn at(&self, done: usize, of: usize) {
        self.progress
            .tell(Stage::Search, done as u64, Some(of as u64));
    }

    fn enough(&self) -> bool {
        self.time_is_up()
    }

    fn cancelled(&self) -> bool {
        self.progress.cancelled()
    }
}

/// Passes on how far a search is, and nothing else.
pub(crate) struct ProgressWatch<'a>(pub &'a dyn Progress);

impl Watch for ProgressWatch<'_> {
    fn tell(&self, _: &Found) {}

    fn at(&self, done: usize, of: usize) {
        self.0.tell(Stage::Search, done as u64, Some(of as u64));
    }

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}
