//! Attributes of professors that the benchmark lacks: what people keep to themselves, and what singles them out.

use rand::RngExt;
use rand_chacha::ChaCha20Rng;

/// How values are spread over people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spread {
    /// The attribute is not there.
    None,
    /// All equally often.
    #[default]
    Uniform,
    /// By the shares of [`RELIGIONS`] and [`POLITICS`].
    Skewed,
}

/// Religions and their shares where these are skewed. The published shares come to 101, so they are weights; the ninth has none.
pub const RELIGIONS: [(&str, u32); 9] = [
    ("Islam", 25),
    ("Catholicism", 16),
    ("Protestantism", 13),
    ("Orthodoxy", 3),
    ("Atheism", 15),
    ("Hinduism", 15),
    ("ChineseFolkReligion", 6),
    ("Buddhism", 8),
    ("Judaism", 0),
];

/// Political leanings and their shares.
pub const POLITICS: [(&str, u32); 6] = [
    ("Progressivism", 28),
    ("Liberalism", 24),
    ("Conservatism", 19),
    ("Socialism", 15),
    ("Communism", 9),
    ("Ecologism", 5),
];

/// Which attributes professors have.
#[derive(Debug, Clone, PartialEq)]
pub struct Extension {
    /// `hasReligion`
    pub religion: Spread,
    /// Whether the ninth religion occurs where all are equally frequent; measured figures fit eight.
    pub nine_religions: bool,
    /// `politics`
    pub politics: Spread,
    /// `age`, 20 to 100.
    pub age: bool,
    /// `sex`
    pub sex: bool,
    /// `zipcode`: the first and how many.
    pub zipcode: Option<(u32, u32)>,
    /// Other properties and the number of their values, from 0 on.
    pub generic: Vec<(String, u32)>,
}

impl Default for Extension {
    fn default() -> Self {
        Extension {
            religion: Spread::Uniform,
            nine_religions: false,
            politics: Spread::Uniform,
            age: true,
            sex: true,
            zipcode: Some((80_000, 300)),
            generic: Vec::new(),
        }
    }
}

impl Extension {
    /// Nothing but the benchmark's own attributes.
    pub fn none() -> Self {
        Extension {
            religion: Spread::None,
            nine_religions: false,
            politics: Spread::None,
            age: false,
            sex: false,
            zipcode: None,
            generic: Vec::new(),
        }
    }

    pub(super) fn religion(&self, rng: &mut ChaCha20Rng) -> Option<&'static str> {
        let among = if self.nine_religions {
            &RELIGIONS[..]
        } else {
            &RELIGIONS[..8]
        };
        drawn(self.religion, among, rng)
    }

    pub(super) fn politics(&self, rng: &mut ChaCha20Rng) -> Option<&'static str> {
        drawn(self.politics, &POLITICS, rng)
    }
}

fn drawn(
    spread: Spread,
    among: &[(&'static str, u32)],
    rng: &mut ChaCha20Rng,
) -> Option<&'static str> {
    let weight = |share: u32| match spread {
        Spread::None => 0,
        Spread::Uniform => 1,
        Spread::Skewed => share,
    };
    let all: u32 = among.iter().map(|&(_, share)| weight(share)).sum();
    if all == 0 {
        return None;
    }
    let mut at = rng.random_range(0..all);
    for &(name, share) in among {
        if at < weight(share) {
            return Some(name);
        }
        at -= weight(share);
    }
    None
}
