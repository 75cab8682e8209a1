//! Numbers for persons.

use rand::RngExt;
use rand::seq::SliceRandom;

/// 1, 2, 3, … in the order in which persons first appear. The pseudonyms tell that order.
pub fn sequential(persons: usize) -> Vec<i64> {
    (1..=persons as i64).collect()
}

/// Persons in random order get growing numbers with random steps of 1 to 10: no duplicate, no order, and gaps that hide how
/// many persons there are. No list of used numbers is needed. `secret` must come from the operating system, never from a
/// recorded seed: who can draw the same numbers again can undo the pseudonyms.
pub fn random(persons: usize, secret: &mut dyn rand::CryptoRng) -> Vec<i64> {
    let mut order: Vec<usize> = (0..persons).collect();
    order.shuffle(secret);
    let mut next = secret.random_range(1..=10 * persons.max(100) as i64);
    let mut numbers = vec![0; persons];
    for person in order {
        numbers[person] = next;
        next += secret.random_range(1..=10);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha20Rng;

    use super::*;

    #[test]
    fn sequential_numbers_follow_appearance() {
        assert_eq!(sequential(3), [1, 2, 3]);
    }

    /// Tries to break the claim: over many draws the numbers are distinct and their order says nothing about appearance.
    #[test]
    fn random_numbers_are_distinct_and_leak_no_order() {
        let mut rises = 0;
        for seed in 0..200 {
            let mut secret = ChaCha20Rng::seed_from_u64(seed);
            let numbers = random(50, &mut secret);
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), 50);
            rises += numbers.windows(2).filter(|pair| pair[0] < pair[1]).count();
        }
        // 200 x 49 neighbours, half of which rise; 4 standard deviations of about sqrt(n/12).
        assert!((4_785..=5_015).contains(&rises), "{rises} rises of 9800");
    }
}
