//! Pseudonyms: numbers that stand for persons, decided here and put in place by the table crate.
//!
//! **Source** a statistics office's manual, section 2. The correspondence between identifiers and pseudonyms is a table of its
//! own, to be held by somebody else.

use rand::RngExt;
use rand::seq::SliceRandom;

use crate::descriptor::Text;

/// A way to number persons.
pub struct Numbering {
    /// Its id, fixed for ever.
    pub id: &'static str,
    /// What it does.
    pub help: Text,
    number: fn(usize, &mut dyn rand::CryptoRng) -> Vec<i64>,
}

impl Numbering {
    /// Distinct numbers for `persons` persons. `secret` must come from the operating system, never from a recorded seed:
    /// who can draw the same numbers again can undo the pseudonyms.
    pub fn numbers(&self, persons: usize, secret: &mut dyn rand::CryptoRng) -> Vec<i64> {
        (self.number)(persons, secret)
    }
}

/// Every way, in the order of the catalogue.
pub const ALL: &[Numbering] = &[SEQUENTIAL, RANDOM];

/// The way with an id, or the fault to report.
pub fn find(id: &str) -> Result<&'static Numbering, bauta_table::Fault> {
    let ids = || ALL.iter().map(|way| way.id);
    ALL.iter().find(|way| way.id == id).ok_or_else(|| bauta_table::Fault::UnknownWord {
        parameter: "the way to make pseudonyms".into(),
        given: id.to_owned(),
        nearest: bauta_table::nearest_name(id, ids()),
        possible: ids().map(str::to_owned).collect(),
    })
}

/// 1, 2, 3, … in the order in which persons first appear. The pseudonyms tell that order, as the rows do anyway.
const SEQUENTIAL: Numbering = Numbering {
    id: "sequential",
    help: Text {
        en: "1, 2, 3, … in order of appearance; safe only where the order of rows tells nothing",
        fr: "1, 2, 3, … dans l'ordre d'apparition ; sûr seulement si l'ordre des lignes ne dit rien",
    },
    number: |persons, _| (1..=persons as i64).collect(),
};

/// Persons in random order get growing numbers with random steps of 1 to 10: no duplicate, no order, and gaps that hide how
/// many persons there are. No list of used numbers is needed.
const RANDOM: Numbering = Numbering {
    id: "random",
    help: Text {
        en: "random numbers without duplicates, drawn from the operating system's secret source",
        fr: "nombres aléatoires sans doublon, tirés de la source secrète du système",
    },
    number: |persons, secret| {
        let mut order: Vec<usize> = (0..persons).collect();
        order.shuffle(secret);
        let mut next = secret.random_range(1..=10 * persons.max(100) as i64);
        let mut numbers = vec![0; persons];
        for person in order {
            numbers[person] = next;
            next += secret.random_range(1..=10);
        }
        numbers
    },
};

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha20Rng;

    use super::*;

    #[test]
    fn sequential_numbers_follow_appearance() {
        let mut secret = ChaCha20Rng::seed_from_u64(1);
        assert_eq!(SEQUENTIAL.numbers(3, &mut secret), [1, 2, 3]);
    }

    /// Tries to break the claim: over many draws the numbers are distinct and their order says nothing about appearance.
    #[test]
    fn random_numbers_are_distinct_and_leak_no_order() {
        let mut rises = 0;
        for seed in 0..200 {
            let mut secret = ChaCha20Rng::seed_from_u64(seed);
            let numbers = RANDOM.numbers(50, &mut secret);
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
