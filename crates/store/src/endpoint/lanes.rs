//! Who is worked on when many ask at once.
//!
//! A request has a turn, of which there are few. Those who see the exact data have turns of their own, so that nobody keeps them waiting. What
//! takes longer than a moment gives its turn back and goes on in a lane for long ones, with less and less of the processor: so short queries
//! are answered quickly however many long ones there are. When the lane is full, the one that has run longest is ended.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use oxigraph::sparql::CancellationToken;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A turn.
pub type Turn = OwnedSemaphorePermit;

/// Places in the lane for each turn.
const LONG: usize = 2;

/// Ended queries that have not noticed yet, for each turn; with more, turns are kept.
const ENDING: usize = 4;

/// Turns, and the lane of long queries.
pub struct Lanes {
    turns: Arc<Semaphore>,
    owners: Arc<Semaphore>,
    long: Arc<Mutex<Long>>,
    size: usize,
}

/// The queries in the lane, the longest first.
#[derive(Default)]
struct Long {
    next: u64,
    running: VecDeque<(u64, CancellationToken)>,
}

/// Where a request is; it leaves when this is dropped.
pub enum Lane {
    /// It has a turn.
    Turn(Turn),
    /// It is a long one.
    Long(#[expect(dead_code, reason = "held until it is dropped")] Place),
}

/// A place in the lane.
pub struct Place {
    number: u64,
    long: Arc<Mutex<Long>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut long = self.long.lock().unwrap_or_else(PoisonError::into_inner);
        long.running.retain(|(number, _)| *number != self.number);
    }
}

impl Lanes {
    /// `size` concurrent turns, as many again for users who see the exact data, and twice as many places in the slow lane.
    pub fn new(size: usize) -> Lanes {
        let size = size.max(1);
        Lanes {
            turns: Arc::new(Semaphore::new(size)),
            owners: Arc::new(Semaphore::new(size)),
            long: Arc::default(),
            size,
        }
    }

    /// How many requests of those who do not see the exact data there are at once, ended ones included.
    pub fn places(&self) -> usize {
        (1 + LONG + ENDING) * self.size
    }

    /// Waits for a turn; none if the store is stopping.
    pub async fn turn(&self, owner: bool) -> Option<Turn> {
        let turns = if owner { &self.owners } else { &self.turns };
        Arc::clone(turns).acquire_owned().await.ok()
    }

    /// Gives a turn back for a place among the long ones.
    pub fn leave(&self, lane: Lane, token: &CancellationToken) -> Lane {
        let Lane::Turn(turn) = lane else { return lane };
        let mut long = self.long.lock().unwrap_or_else(PoisonError::into_inner);
        if long.running.len() >= (LONG + ENDING) * self.size {
            return Lane::Turn(turn);
        }
        let number = long.next;
        long.next += 1;
        long.running.push_back((number, token.clone()));
        let going_on = |own: &&(u64, CancellationToken)| !own.1.is_cancelled();
        if long.running.iter().filter(going_on).count() > LONG * self.size
            && let Some((_, oldest)) = long.running.iter().find(going_on)
        {
            oldest.cancel();
        }
        Lane::Long(Place {
            number,
            long: Arc::clone(&self.long),
        })
    }
}

/// A thread whose priority can be lowered while it runs: never one that got its number after it.
#[derive(Default)]
pub struct Worker {
    #[cfg(target_os = "linux")]
    thread: Mutex<Option<rustix::thread::Pid>>,
}

#[cfg(target_os = "linux")]
impl Worker {
    /// The thread that calls this begins.
    pub fn begin(&self) {
        *self.thread.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(rustix::thread::gettid());
    }

    /// It has ended its work.
    pub fn end(&self) {
        *self.thread.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Others go first.
    pub fn lower(&self, priority: i32) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if thread.is_some() {
            // On Linux this is of the thread alone.
            let _ = rustix::process::setpriority_process(*thread, priority);
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Worker {
    /// The thread that calls this begins.
    pub fn begin(&self) {}

    /// It has ended its work.
    pub fn end(&self) {}

    /// Others go first, where threads have priorities.
    pub fn lower(&self, _: i32) {}
}
