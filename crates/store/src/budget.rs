//! What one query may take: its time, told by a token, and the memory that its thread holds.
//!
//! The evaluator has no limits of its own. Queries are rewritten (`rewrite::watch`) so that they call a [`Budget`] at each row of whatever may
//! multiply or be held; where too much was taken, the evaluation is left by unwinding, since the evaluator has no other way out of a sort or a join.
//!
//! Memory is what the allocator counts for the thread: strings, rows, hash tables and all. It is counted where the program's allocator is an
//! `alloc_metrics::MetricAlloc`; elsewhere nothing is counted, and the limit does not hold.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};

use oxigraph::sparql::CancellationToken;

use crate::error::{Error, Result};

/// The longest value that a function may make, in bytes.
pub const LONGEST: usize = 16 << 20;

/// What a query may hold that is not told to its pool, in bytes.
const UNTOLD: isize = 1 << 20;

/// Memory that some queries may hold together.
#[derive(Debug)]
pub struct Pool {
    held: AtomicIsize,
    most: isize,
    /// A query that holds no more than this goes on when nothing is left.
    share: isize,
}

impl Pool {
    /// A pool of `bytes` for at most `queries` concurrent queries; half of it is reserved for small queries, which always go on.
    pub fn new(bytes: usize, queries: usize) -> Pool {
        let most = isize::try_from(bytes / 2).unwrap_or(isize::MAX);
        Pool {
            held: AtomicIsize::new(0),
            most,
            share: most / isize::try_from(queries.max(1)).unwrap_or(isize::MAX),
        }
    }
}

/// The part of one query in its pool.
struct Part {
    pool: Arc<Pool>,
    /// What its thread held at the beginning.
    start: isize,
    told: AtomicIsize,
}

impl Part {
    /// Whether the query may go on.
    fn fits(&self, held: isize) -> bool {
        let own = held - self.start;
        let more = own - self.told.load(Ordering::Relaxed);
        if more.abs() > UNTOLD {
            self.told.store(own, Ordering::Relaxed);
            self.pool.held.fetch_add(more, Ordering::Relaxed);
        }
        own <= self.pool.share || self.pool.held.load(Ordering::Relaxed) <= self.pool.most
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.pool
            .held
            .fetch_sub(self.told.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// The memory of one query.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// Bytes that it may hold; as many as there are, if none.
    pub own: Option<usize>,
    /// What it shares with others.
    pub pool: Option<Arc<Pool>>,
}

/// Time and memory of one query.
#[derive(Clone)]
pub struct Budget {
    token: CancellationToken,
    /// The thread may hold no more than this.
    most: Option<isize>,
    part: Option<Arc<Part>>,
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
    pub fn new(token: &CancellationToken, memory: &Memory) -> Budget {
        let start = held();
        let more =
            |limit: usize| start.saturating_add(isize::try_from(limit).unwrap_or(isize::MAX));
        let part = |pool: &Arc<Pool>| {
            Arc::new(Part {
                pool: Arc::clone(pool),
                start,
                told: AtomicIsize::new(0),
            })
        };
        Budget {
            token: token.clone(),
            most: memory.own.map(more),
            part: memory.pool.as_ref().map(part),
        }
    }

    /// Leaves the evaluation if too much was taken.
    pub fn spend(&self) {
        if self.token.is_cancelled() {
            resume_unwind(Box::new(Stopped::Time));
        }
        let held = held();
        if self.most.is_some_and(|most| held > most)
            || self.part.as_ref().is_some_and(|part| !part.fits(held))
        {
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
