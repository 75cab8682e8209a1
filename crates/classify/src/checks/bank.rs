//! Accounts and cards.

use super::{digits, luhn};

/// An IBAN: country, length and structure of the registry, and the check digits of ISO 7064 (mod 97).
pub(crate) fn iban(text: &str) -> bool {
    text.trim().to_uppercase().parse::<iban::Iban>().is_ok()
}

/// A payment card: a prefix and a length that a scheme issues, and the checksum of Luhn.
pub(crate) fn card(text: &str) -> bool {
    let fits = |found: &[u64]| {
        let prefix = found
            .iter()
            .take(4)
            .fold(0, |number, digit| number * 10 + digit);
        issued(prefix, found.len()) && luhn(found)
    };
    digits::<16>(text).is_some_and(|found| fits(&found))
        || digits::<15>(text).is_some_and(|found| fits(&found))
        || digits::<14>(text).is_some_and(|found| fits(&found))
        || digits::<19>(text).is_some_and(|found| fits(&found))
}

/// Whether a scheme issues cards of this length with these first four digits.
fn issued(prefix: u64, length: usize) -> bool {
    match prefix {
        4000..=4999 => matches!(length, 16 | 19),
        5100..=5599 | 2221..=2720 => length == 16,
        3400..=3499 | 3700..=3799 => length == 15,
        3000..=3059 | 3600..=3699 | 3800..=3999 => length == 14,
        6011 | 6221..=6229 | 6440..=6599 | 3528..=3589 => length == 16,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_need_a_scheme_and_a_checksum() {
        assert!(card("4242424242424242"));
        assert!(!card("9242424242424247"), "no scheme issues it");
        assert!(!card("0000000000000000"));
    }

    #[test]
    fn accounts_of_unknown_countries_fail() {
        assert!(!iban("XX82 WEST 1234 5698 7654 32"));
        assert!(
            iban("gb82 west 1234 5698 7654 32"),
            "small letters are read too"
        );
    }
}
