//! Shifted dates: each person's dates move by one number of days, so that what lies between them stays exact.
//!
//! **Construction.** HMAC-SHA-256 with the key derived for "shift", of the person's identity; its first 128 bits, modulo 2N, choose one
//! of -N … -1, 1 … N. Zero is left out: nobody keeps the true dates. The bias of the modulo is below 10⁻³⁰.

use super::Key;
use super::hash::{Hash, Hasher};

/// The shifts that a key gives.
pub struct Shift {
    hasher: Hasher,
    most: u32,
}

impl Shift {
    /// Most days that dates may be moved, so that they stay dates: about a hundred years.
    pub const MOST: u32 = 36_500;

    /// Shifts of at most `most` days, 1 or more.
    pub fn new(key: &Key, most: u32) -> Shift {
        Shift {
            hasher: Hasher::with(&key.derived("shift"), Hash::HmacSha256),
            most: most.clamp(1, Shift::MOST),
        }
    }

    /// How many days the dates of a person move.
    pub fn days(&self, identity: &[u8]) -> i32 {
        let most = i32::try_from(self.most).unwrap_or(i32::MAX);
        let drawn = (self.hasher.quick(identity) % (2 * u128::from(self.most))) as i32;
        if drawn < most {
            drawn - most
        } else {
            drawn - most + 1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shift(byte: u8, most: u32) -> Shift {
        Shift::new(&Key::from_file(&[byte; 32]).ok().unwrap(), most)
    }

    #[test]
    fn every_number_of_days_but_zero_is_drawn_about_equally_often() {
        let (shift, mut counts) = (shift(1, 5), [0; 11]);
        for person in 0..10_000u32 {
            counts[(shift.days(&person.to_le_bytes()) + 5) as usize] += 1;
        }
        assert_eq!(counts[5], 0);
        // 10 equally likely numbers: 1000 each, 5 standard deviations of 30.
        let even = |count: &i32| (850..=1_150).contains(count);
        assert!(
            counts
                .iter()
                .enumerate()
                .all(|(day, count)| day == 5 || even(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn the_key_decides() {
        let days = |byte| {
            (0..100u32)
                .map(|person| shift(byte, 365).days(&person.to_le_bytes()))
                .collect::<Vec<_>>()
        };
        assert_eq!(days(1), days(1));
        assert_ne!(days(1), days(2));
    }
}
