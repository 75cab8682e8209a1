//! What an algorithm tells about its own run, for people who want to see how it works: what it weighed, what it chose and why, and
//! what the table is then.
//!
//! **Idea.** A technique that somebody listens to (`Context::trace`) tells an [`Event`] at each of its decisions. The state in an event is a
//! plan like any other, so that [`apply`](bauta_table::recoding::apply) shows what the table is at that point; nothing is computed a second time
//! in another way. Where nobody listens, nothing is collected.
//!
//! **Invariants** `the_last_state_is_the_result`, `listening_changes_nothing`, `every_choice_is_one_of_the_candidates`.

mod event;
#[cfg(test)]
mod laws;
mod lesson;

pub use event::{Candidate, Decision, Event, Fate, Figure, Grouping, Rule, State, Subject};
pub use lesson::{Example, Lesson, Slot, Template};

use std::sync::Mutex;

/// Collects what an algorithm tells.
#[derive(Default)]
pub struct Trace {
    runs: Mutex<Runs>,
}

/// A technique may be run several times, for statements about the whole release; one run is the one that is released.
#[derive(Default)]
struct Runs {
    kept: Vec<Event>,
    current: Vec<Event>,
}

impl Trace {
    /// Tells of a decision.
    pub(crate) fn tell(&self, decision: Decision, candidates: Vec<Candidate>, state: State) {
        if let Ok(mut runs) = self.runs.lock() {
            runs.current.push(Event {
                decision,
                candidates,
                state,
            });
        }
    }

    /// Begins a run: what the last one told is forgotten unless it was kept.
    pub(crate) fn begin(&self) {
        if let Ok(mut runs) = self.runs.lock() {
            runs.current.clear();
        }
    }

    /// The run that has just ended is the one to release.
    pub(crate) fn keep(&self) {
        if let Ok(mut runs) = self.runs.lock() {
            runs.kept = std::mem::take(&mut runs.current);
        }
    }

    /// What was told in the run that was released; in the last one where none was.
    pub fn into_events(self) -> Vec<Event> {
        let runs = self.runs.into_inner().unwrap_or_default();
        if runs.kept.is_empty() {
            runs.current
        } else {
            runs.kept
        }
    }
}
