//! How often somebody may ask: a bucket for each user, and for each address of those without a token. It fills at a steady rate and each
//! request takes one out. Tokens that are wrong have a bucket of their own, a small one.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Buckets that are full are forgotten from this number on.
const MANY: usize = 10_000;

/// Buckets by who asks.
pub struct Rate<K> {
    /// Requests a second.
    each_second: f64,
    /// The most at once.
    burst: f64,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Eq + Hash> Rate<K> {
    /// So many a second, and so many at once.
    pub fn new(each_second: f64, burst: f64) -> Rate<K> {
        Rate {
            each_second,
            burst,
            buckets: Mutex::default(),
        }
    }

    /// Whether somebody may ask now; if so, it counts.
    pub fn allows(&self, who: K, now: Instant) -> bool {
        self.taken(who, now, 1.0)
    }

    /// Whether somebody may still ask, without counting.
    pub fn has_left(&self, who: K, now: Instant) -> bool {
        self.taken(who, now, 0.0)
    }

    fn taken(&self, who: K, now: Instant, cost: f64) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MANY {
            buckets.retain(|_, (left, since)| self.filled(*left, *since, now) < self.burst);
        }
        let bucket = buckets.entry(who).or_insert((self.burst, now));
        let left = self.filled(bucket.0, bucket.1, now);
        let allowed = left >= 1.0;
        *bucket = (if allowed { left - cost } else { left }, now);
        allowed
    }

    fn filled(&self, left: f64, since: Instant, now: Instant) -> f64 {
        (left + self.each_second * now.saturating_duration_since(since).as_secs_f64())
            .min(self.burst)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_fills_again_and_is_its_owners() {
        let rate = Rate::new(2.0, 3.0);
        let now = Instant::now();
        let asked =
            |who: &'static str, at: f64| rate.allows(who, now + Duration::from_secs_f64(at));
        assert!([0.0, 0.0, 0.0].iter().all(|at| asked("a", *at)));
        assert!(!asked("a", 0.1) && asked("b", 0.1));
        assert!(asked("a", 0.6) && !asked("a", 0.7) && asked("a", 1.2));
        assert!(
            rate.has_left("b", now + Duration::from_secs(9))
                && rate.has_left("b", now + Duration::from_secs(9))
        );
    }
}
