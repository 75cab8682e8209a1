//! Work on several processors.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::{Error, Result};

/// Work on each of some parts, on as many threads as there are processors; results in any order.
pub fn in_threads<T: Sync, R: Send>(
    parts: &[T],
    work: &(dyn Fn(&T) -> Result<R> + Sync),
) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let several = || -> Result<Vec<R>> {
        let mut own = Vec::new();
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            own.push(work(part)?);
        }
        Ok(own)
    };
    let threads = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(parts.len());
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(several)).collect();
        // This thread works too, instead of waiting for the others.
        let mut all = several()?;
        for other in others {
            let lost = |_| Error::Internal("a thread of a release ended".to_owned());
            all.extend(other.join().map_err(lost)??);
        }
        Ok(all)
    })
}
