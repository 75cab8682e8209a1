//! What one query may take: its time, told by a token, and the memory that its thread holds.
//!
//! The evaluator has no limits of its own. Queries are rewritten (`rewrite::watch`) so that they call a [`Budget`] at each row of whatever may
//! multiply or be held; where too much was taken, the evaluation is left by unwinding, since the evaluator has no other way out of a sort or a join.
//!
//! Memory is what the allocator counts for the thread: strings, rows, hash tables and all. It is counted where the program's allocator is an
//! `alloc_metrics::MetricAlloc`; elsewhere nothing is counted, and the limit does not hold.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use oxigraph::sparql::CancellationToken;

use crate::error::{Error, Result};

/// The longest value that a function may make, in bytes.
pub const LONGEST: usize = 16 << 20;

/// Time and memory of one query.
#[derive(Clone)]
pub struct Budget {
    token: CancellationToken,
    /// The thread may hold no more than this.
    most: Option<isize>,
}

/// Why an evaluation was left in the middle.
enum Stopped {
    Time,
    Memory,
}

fn held() -> isize {
    alloc_metrics::thread_metrics().allocated_bytes
}

impl Budget {
    /// For a query of this thread, from now on: until the token is cancelled, and with this much memory besides what the thread holds already.
    pub fn new(token: &CancellationToken, memory: Option<usize>) -> Budget {
        let more =
            |limit: usize| held().saturating_add(isize::try_from(limit).unwrap_or(isize::MAX));
        Budget {
            token: token.clone(),
            most: memory.map(more),
        }
    }

    /// Leaves the evaluation if too much was taken.
    pub fn spend(&self) {
        if self.token.is_cancelled() {
            resume_unwind(Box::new(Stopped::Time));
        }
        if self.most.is_some_and(|most| held() > most) {
            resume_unwind(Box::new(Stopped::Memory));
        }
    }

    /// Leaves the evaluation if a value is too long.
    pub fn measure(&self, length: usize) {
        self.spend();
        if length > LONGEST {
            resume_unwind(Box::new(Stopped::Memory));
        }
    }
}

/// Runs work that evaluates, which may be left in the middle.
pub fn until_stopped<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done,
        Err(payload) => match payload.downcast::<Stopped>() {
            Ok(stopped) => Err(match *stopped {
                Stopped::Time => Error::TooLong,
                Stopped::Memory => Error::TooMuchMemory,
            }),
            Err(other) => resume_unwind(other),
        },
    }
}
