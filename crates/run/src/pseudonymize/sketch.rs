//! Whether the people of two files really link: a sketch of the pseudonyms of each.
//!
//! **Idea** The smallest hashes of a set are a random sample of it, and the same sample wherever the same element occurs (bottom-k sketch). Below the
//! largest hash that both sketches are sure to have, elements of both sets stand in both sketches: their share is the share of people who link. Sets
//! of at most [`MOST`] people are compared exactly.
//!
//! A sketch holds hashes of pseudonyms, which the table itself publishes: it says nothing about people to somebody without the key.

use std::collections::BTreeSet;

use bauta_table::Values;
use sha2::{Digest, Sha256};

/// How many hashes are kept.
pub(super) const MOST: usize = 1024;

/// The people of one file who link with another's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Linked {
    /// People that were compared.
    pub compared: u64,
    /// Those whose pseudonym the other file has too.
    pub found: u64,
}

impl Linked {
    /// Their share.
    pub fn share(self) -> f64 {
        self.found as f64 / self.compared.max(1) as f64
    }
}

/// The sketch of some pseudonyms: hashes as hexadecimal digits, ascending.
pub(super) fn of(pseudonyms: &Values) -> Vec<String> {
    let hash = |text: &str| {
        let mut hasher = Sha256::new();
        hasher.update(b"bauta/v1/link ");
        hasher.update(text.as_bytes());
        let digest = hasher.finalize();
        let eight = digest.iter().take(8);
        eight.map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let hashes: BTreeSet<String> = match pseudonyms {
        Values::Text(texts) => texts.iter().map(hash).collect(),
        Values::Integer(numbers) => numbers.iter().map(|it| hash(&it.to_string())).collect(),
        _ => BTreeSet::new(),
    };
    hashes.into_iter().take(MOST).collect()
}

/// How many people of a file link with those of another one, by their sketches; none where one of the two has none.
pub(super) fn linked(ours: &[String], theirs: &[String]) -> Option<Linked> {
    // Beyond its last hash a full sketch says nothing.
    let reach = |sketch: &[String]| match sketch.len() < MOST {
        true => None,
        false => sketch.last().cloned(),
    };
    let reach = match (reach(ours), reach(theirs)) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let within = |hash: &&String| reach.as_ref().is_none_or(|reach| *hash <= reach);
    let known: BTreeSet<&String> = theirs.iter().filter(within).collect();
    let compared = ours.iter().filter(within);
    let found = compared.clone().filter(|hash| known.contains(hash)).count() as u64;
    let compared = compared.count() as u64;
    (compared > 0 && !theirs.is_empty()).then_some(Linked { compared, found })
}

#[cfg(test)]
mod tests {
    use bauta_table::Values;

    use super::*;

    fn sketch(people: std::ops::Range<i64>) -> Vec<String> {
        of(&Values::Integer(people.collect()))
    }

    #[test]
    fn small_sets_are_compared_exactly() {
        let found = linked(&sketch(0..10), &sketch(7..20)).unwrap();
        assert_eq!((found.compared, found.found), (10, 3));
        assert_eq!(linked(&sketch(0..4), &sketch(4..8)).unwrap().found, 0);
        assert_eq!(linked(&sketch(0..4), &[]), None);
    }

    #[test]
    fn large_sets_are_estimated_closely() {
        for common in [0, 5_000, 10_000, 20_000] {
            let (ours, theirs) = (sketch(0..20_000), sketch(20_000 - common..60_000));
            let share = linked(&ours, &theirs).unwrap().share();
            let true_share = common as f64 / 20_000.0;
            assert!(
                (share - true_share).abs() < 0.08,
                "{share} for {true_share}"
            );
        }
        // A small file of people who are all in a large one.
        let found = linked(&sketch(100..130), &sketch(0..50_000));
        assert!(found.is_none_or(|found| found.share() == 1.0), "{found:?}");
    }
}
