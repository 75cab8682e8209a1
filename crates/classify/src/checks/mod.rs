//! Numbers that check themselves: what a cell must satisfy to be a card, an account or a national number.
//!
//! **Idea.** Each function takes the text of a cell and says whether it is such a number, check digits included. A digit that is
//! altered makes the check fail, so a column of arbitrary numbers passes about one time in ten or less, never four times in five.
//! Separators that people write (spaces, dots, hyphens, slashes) are ignored where the number's custom has them.

pub(super) mod bank;
pub(super) mod europe;
pub(super) mod france;
pub(super) mod organisation;
pub(super) mod world;

/// The digits of a number written with separators; none if anything else stands in it or it has another length.
fn digits<const N: usize>(text: &str) -> Option<[u64; N]> {
    let mut found = [0; N];
    let mut places = found.iter_mut();
    for c in text.chars().filter(|c| !is_separator(*c)) {
        *places.next()? = u64::from(c.to_digit(10)?);
    }
    places.next().is_none().then_some(found)
}

/// What people write between groups of digits, no-break spaces included.
fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '.' | '-' | '/')
}

/// The text without separators, in upper case.
fn compact(text: &str) -> String {
    text.chars()
        .filter(|c| !is_separator(*c))
        .flat_map(char::to_uppercase)
        .collect()
}

/// The number that digits write.
fn number(digits: &[u64]) -> u64 {
    digits.iter().fold(0, |number, digit| number * 10 + digit)
}

/// Digits by weights, added up.
fn weighted(digits: &[u64], weights: &[u64]) -> u64 {
    digits
        .iter()
        .zip(weights)
        .map(|(digit, weight)| digit * weight)
        .sum()
}

/// The checksum of Luhn (ISO/IEC 7812-1): every second digit from the right is doubled; the sum of all digits ends in 0.
fn luhn(digits: &[u64]) -> bool {
    let doubled = |digit: u64| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let sum: u64 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, &d)| if at % 2 == 1 { doubled(d) } else { d })
        .sum();
    sum.is_multiple_of(10)
}

/// Whether this is a day of some year (a 29th of February is allowed: the century may be unknown).
fn is_day(month: u64, day: u64) -> bool {
    let last = match month {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=last).contains(&day)
}

#[cfg(test)]
mod tests {
    //! What all checks have in common: published examples pass, and with any one digit altered they fail.

    use super::*;

    type Check = fn(&str) -> bool;

    /// Every number with a check digit, with published or constructed valid examples.
    const EXAMPLES: &[(&str, Check, &[&str])] = &[
        (
            "iban",
            bank::iban,
            &[
                "GB82 WEST 1234 5698 7654 32",
                "FR1420041010050500013M02606",
                "DE89370400440532013000",
                "BE68 5390 0754 7034",
            ],
        ),
        (
            "card",
            bank::card,
            &[
                "4111 1111 1111 1111",
                "5555555555554444",
                "378282246310005",
                "6011111111111117",
                "30569309025904",
            ],
        ),
        (
            "nir",
            france::nir,
            &["2 55 08 14 168 025 38", "255081416802538"],
        ),
        (
            "dni",
            europe::spain,
            &["12345678Z", "X1234567L", "Y-1234567-X", "Z1234567R"],
        ),
        (
            "belgium",
            europe::belgium,
            &["85.07.30-033.28", "17 07 30 033 84"],
        ),
        (
            "italy",
            europe::italy,
            &["RSSMRA85T10A562S", "MRTMTT91D08F205J"],
        ),
        (
            "netherlands",
            europe::netherlands,
            &["111222333", "123456782"],
        ),
        (
            "germany",
            europe::germany,
            &["86095742719", "47036892816", "65929970489"],
        ),
        ("poland", europe::poland, &["44051401359", "02070803628"]),
        (
            "switzerland",
            europe::switzerland,
            &["756.9217.0769.85", "756.1234.5678.97"],
        ),
        ("nhs", world::nhs, &["943 476 5919", "401 023 2137"]),
        ("siren", organisation::siren, &["732829320", "404 833 048"]),
        (
            "siret",
            organisation::siret,
            &["73282932000074", "404 833 048 00022"],
        ),
    ];

    #[test]
    fn published_numbers_pass() {
        for (name, check, examples) in EXAMPLES {
            for example in *examples {
                assert!(check(example), "{name} {example}");
            }
        }
    }

    #[test]
    fn a_single_altered_digit_is_noticed() {
        for (name, check, examples) in EXAMPLES {
            for example in *examples {
                for (at, own) in example.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
                    for other in ('0'..='9').filter(|other| *other != own) {
                        let mut altered = example.to_string();
                        altered.replace_range(at..=at, &other.to_string());
                        assert!(!check(&altered), "{name} {example} became {altered}");
                    }
                }
            }
        }
    }

    #[test]
    fn shorter_longer_and_other_texts_fail() {
        for (name, check, examples) in EXAMPLES {
            for example in *examples {
                let shorter = &example[..example.len() - 1];
                for wrong in [shorter, &format!("{example}0"), "", "no number", "é", "0"] {
                    assert!(!check(wrong), "{name} {wrong}");
                }
            }
        }
    }

    #[test]
    fn luhn_is_that_of_the_standard() {
        assert!(luhn(&digits::<11>("79927398713").unwrap()));
        assert!(!luhn(&digits::<11>("79927398710").unwrap()));
    }
}
