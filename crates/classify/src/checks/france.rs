//! The French national number, NIR ("numéro de sécurité sociale").

use super::{compact, is_day};

/// Thirteen places and a key of two: sex, year, month, department (2A and 2B in Corsica), commune, order; key = 97 − number mod 97.
pub(crate) fn nir(text: &str) -> bool {
    let text = compact(text);
    let (Some(body), Some(key)) = (text.get(..13), text.get(13..)) else {
        return false;
    };
    let two_digits = key.len() == 2 && key.bytes().all(|b| b.is_ascii_digit());
    let Some(number) = number_of(body) else {
        return false;
    };
    two_digits && key.parse() == Ok(97 - number % 97)
}

/// The same without its key: a shape only.
pub(crate) fn nir_without_key(text: &str) -> bool {
    let text = compact(text);
    text.len() == 13 && number_of(&text).is_some()
}

/// The number behind thirteen places: 2A counts as 19 and 2B as 18.
fn number_of(body: &str) -> Option<u64> {
    let plain = match body.get(5..7)? {
        "2A" => format!("{}19{}", body.get(..5)?, body.get(7..)?),
        "2B" => format!("{}18{}", body.get(..5)?, body.get(7..)?),
        _ => body.to_owned(),
    };
    if !plain.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let sex: u64 = plain.get(..1)?.parse().ok()?;
    let month: u64 = plain.get(3..5)?.parse().ok()?;
    let department: u64 = plain.get(5..7)?.parse().ok()?;
    // 3, 4, 7 and 8 are given while a person is being registered; months from 20 on where the month is not known.
    let fits = matches!(sex, 1..=4 | 7 | 8)
        && (is_day(month, 1) || (20..=42).contains(&month) || (50..=99).contains(&month))
        && department > 0;
    if fits { plain.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body with the key that belongs to it.
    fn with_key(body: &str) -> String {
        format!("{body}{:02}", 97 - number_of(body).unwrap() % 97)
    }

    #[test]
    fn corsica_and_unknown_months_are_understood() {
        assert!(nir("2 55 08 14 168 025 38"));
        // 1 80 01 2A 004 001: computed with 19 in place of 2A, 1800119004001 mod 97 = 83.
        assert_eq!(
            1_800_119_004_001u64 % 97,
            97 - with_key("180012A004001")[13..].parse::<u64>().unwrap()
        );
        for body in [
            "180012A004001",
            "280012B033021",
            "1802099123456",
            "1803199123456",
            "1805099123456",
            "7801275116001",
        ] {
            assert!(nir(&with_key(body)), "{body}");
        }
        assert_ne!(with_key("180012A004001"), with_key("180012B004001"));
    }

    #[test]
    fn impossible_sexes_months_and_departments_fail() {
        for body in [
            "0551214168025",
            "5551214168025",
            "2551314168025",
            "2550014168025",
            "2554514168025",
            "2551200168025",
        ] {
            assert!(number_of(body).is_none(), "{body}");
        }
        assert!(!nir("2 55 08 2C 168 025 38"));
        assert!(nir_without_key("2 55 08 14 168 025") && !nir_without_key("2 55 13 14 168 025"));
    }
}
