//! Format-preserving encryption: FF1 of NIST SP 800-38G, from a library; here is only what a format is.
//!
//! **Idea.** (1) The digits and the letters A–Z of a value are its numerals, all else stays in place; a digit stays a digit, a capital a
//! capital. (2) Where all numerals have one radix (10, or 26) they are an FF1 numeral string of that radix: digits alone give what
//! every other FF1 gives with this key and no tweak. (3) Where both occur, the numerals are one number in a mixed radix; its bits
//! are an FF1 string of radix 2, encrypted again while the result is no such number (cycle walking, as the standard has it).
//!
//! **Refused.** Values with fewer than a million possibilities, as NIST demands; values with other letters or digits, which would
//! stay readable.

use aes::Aes256;
use fpe::ff1::{FF1, FlexibleNumeralString};
use num_bigint::BigUint;

use super::Key;

/// Fewest values that a format must have.
const FEWEST: u32 = 1_000_000;

/// Why a value cannot be encrypted in its format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unfit {
    /// Its format has too few values: who tries them all finds it.
    TooFew,
    /// It has letters or digits of other alphabets.
    OtherLetters,
}

/// The encryption with its key in place.
pub struct FormatPreserving {
    digits: FF1<Aes256>,
    letters: FF1<Aes256>,
    bits: FF1<Aes256>,
}

impl FormatPreserving {
    /// With a key; `None` where the library refuses a radix, which it does not for these.
    pub fn new(key: &Key) -> Option<FormatPreserving> {
        FormatPreserving::with(&key.derived("ff1 aes-256"))
    }

    fn with(key: &[u8; 32]) -> Option<FormatPreserving> {
        let of = |radix| FF1::<Aes256>::new(key, radix).ok();
        Some(FormatPreserving {
            digits: of(10)?,
            letters: of(26)?,
            bits: of(2)?,
        })
    }

    /// The value in another guise.
    pub fn encrypt(&self, value: &str) -> Result<String, Unfit> {
        self.run(value, true)
    }

    /// The value behind a guise.
    pub fn decrypt(&self, value: &str) -> Result<String, Unfit> {
        self.run(value, false)
    }

    fn run(&self, value: &str, forth: bool) -> Result<String, Unfit> {
        if value.chars().any(|c| !c.is_ascii() && c.is_alphanumeric()) {
            return Err(Unfit::OtherLetters);
        }
        let (numerals, radices): (Vec<u16>, Vec<u16>) = value.chars().filter_map(numeral).unzip();
        let size: BigUint = radices.iter().map(|&radix| BigUint::from(radix)).product();
        if radices.is_empty() || size < BigUint::from(FEWEST) {
            return Err(Unfit::TooFew);
        }
        let done = if radices.iter().all(|&radix| radix == 10) {
            crypt(&self.digits, numerals, forth)?
        } else if radices.iter().all(|&radix| radix == 26) {
            crypt(&self.letters, numerals, forth)?
        } else {
            self.walk(&numerals, &radices, &size, forth)?
        };
        let mut done = done.into_iter();
        Ok(value
            .chars()
            .map(|c| {
                if numeral(c).is_some() {
                    done.next().map_or(c, |n| like(c, n))
                } else {
                    c
                }
            })
            .collect())
    }

    /// Numerals of mixed radices: bits of their number, until the result is such a number again.
    fn walk(
        &self,
        numerals: &[u16],
        radices: &[u16],
        size: &BigUint,
        forth: bool,
    ) -> Result<Vec<u16>, Unfit> {
        let bits = (size - 1u32).bits();
        let mut number = numerals
            .iter()
            .zip(radices)
            .fold(BigUint::ZERO, |sum, (&n, &radix)| sum * radix + n);
        loop {
            let string = (0..bits)
                .rev()
                .map(|bit| u16::from(number.bit(bit)))
                .collect();
            let walked = crypt(&self.bits, string, forth)?;
            number = walked
                .into_iter()
                .fold(BigUint::ZERO, |sum, bit| (sum << 1u32) + bit);
            if number < *size {
                break;
            }
        }
        let mut out = vec![0; radices.len()];
        for (place, &radix) in out.iter_mut().zip(radices).rev() {
            *place = (&number % radix)
                .to_u32_digits()
                .first()
                .map_or(0, |&digit| digit as u16);
            number /= radix;
        }
        Ok(out)
    }
}

fn crypt(cipher: &FF1<Aes256>, numerals: Vec<u16>, forth: bool) -> Result<Vec<u16>, Unfit> {
    let string = FlexibleNumeralString::from(numerals);
    let done = if forth {
        cipher.encrypt(&[], &string)
    } else {
        cipher.decrypt(&[], &string)
    };
    done.map(Vec::from).map_err(|_| Unfit::TooFew)
}

/// A character as a numeral with its radix.
fn numeral(c: char) -> Option<(u16, u16)> {
    match c {
        '0'..='9' => Some((c as u16 - '0' as u16, 10)),
        'a'..='z' => Some((c as u16 - 'a' as u16, 26)),
        'A'..='Z' => Some((c as u16 - 'A' as u16, 26)),
        _ => None,
    }
}

/// The numeral as a character of the same kind.
fn like(c: char, numeral: u16) -> char {
    let first = match c {
        '0'..='9' => b'0',
        'a'..='z' => b'a',
        _ => b'A',
    };
    char::from(first.saturating_add(numeral.min(25) as u8))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ours() -> FormatPreserving {
        FormatPreserving::new(&Key::from_file(&[3; 32]).ok().unwrap()).unwrap()
    }

    /// NIST's sample 7 for FF1 with AES-256: radix 10, no tweak.
    #[test]
    fn digits_alone_are_ff1_of_the_standard() {
        let key = [
            0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf,
            0x4f, 0x3c, 0xef, 0x43, 0x59, 0xd8, 0xd5, 0x80, 0xaa, 0x4f, 0x7f, 0x03, 0x6d, 0x6f,
            0x04, 0xfc, 0x6a, 0x94,
        ];
        let nist = FormatPreserving::with(&key).unwrap();
        assert_eq!(nist.encrypt("0123456789").unwrap(), "6657667009");
        assert_eq!(nist.encrypt("01-23 45.67/89").unwrap(), "66-57 66.70/09");
    }

    #[test]
    fn what_would_be_found_by_trying_is_refused() {
        let ours = ours();
        for value in ["", "12345", "abcd", "12-3", "AB99", "1a1b1", "--------"] {
            assert_eq!(ours.encrypt(value).err(), Some(Unfit::TooFew), "{value}");
        }
        for value in ["123456", "abcde", "AB9999", "1a1b1c"] {
            assert!(ours.encrypt(value).is_ok(), "{value}");
        }
        assert_eq!(ours.encrypt("Zoé Martin").err(), Some(Unfit::OtherLetters));
        assert_eq!(ours.encrypt("١٢٣٤٥٦٧").err(), Some(Unfit::OtherLetters));
    }

    /// Every value of a part of a format gets another one, none twice.
    #[test]
    fn no_two_values_share_a_guise() {
        let ours = ours();
        let mut seen = std::collections::BTreeSet::new();
        for value in (0..1_000).map(|n| format!("AB-99{n:03}")) {
            let guise = ours.encrypt(&value).unwrap();
            assert_eq!(ours.decrypt(&guise).unwrap(), value);
            assert!(seen.insert(guise));
        }
    }

    proptest! {
        #[test]
        fn it_keeps_the_format_and_can_be_undone(value in "[A-Za-z0-9 ./-]{12,40}") {
            let ours = ours();
            let Ok(guise) = ours.encrypt(&value) else { return Ok(()) };
            prop_assert_eq!(ours.decrypt(&guise).unwrap(), value.clone());
            for (a, b) in value.chars().zip(guise.chars()) {
                prop_assert_eq!(a.is_ascii_digit(), b.is_ascii_digit());
                prop_assert_eq!(a.is_ascii_uppercase(), b.is_ascii_uppercase());
                prop_assert_eq!(a.is_ascii_lowercase(), b.is_ascii_lowercase());
                prop_assert!(a.is_ascii_alphanumeric() || a == b);
            }
        }
    }
}
