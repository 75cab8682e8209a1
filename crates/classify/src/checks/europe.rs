//! National and tax numbers of other European countries.

use super::{compact, digits, is_day, number, weighted};

/// Spanish DNI (eight digits) or NIE (X, Y or Z and seven digits), with the letter of the number mod 23.
pub(crate) fn spain(text: &str) -> bool {
    const LETTERS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";
    let text = compact(text);
    let (Some(body), Some(letter)) = (text.get(..8), text.get(8..)) else {
        return false;
    };
    let body = match body.get(..1) {
        Some("X") => format!("0{}", &body[1..]),
        Some("Y") => format!("1{}", &body[1..]),
        Some("Z") => format!("2{}", &body[1..]),
        _ => body.to_owned(),
    };
    let Some(found) = digits::<8>(&body) else {
        return false;
    };
    let right = LETTERS.get((number(&found) % 23) as usize);
    letter.len() == 1 && letter.as_bytes().first() == right
}

/// Belgian national number: birth day, order, and 97 − the nine digits mod 97; a 2 stands before them for births from 2000 on.
pub(crate) fn belgium(text: &str) -> bool {
    let Some(found) = digits::<11>(text) else {
        return false;
    };
    let (body, key) = found.split_at(9);
    let (year, month, day) = (
        number(&found[..2]),
        number(&found[2..4]),
        number(&found[4..6]),
    );
    let (body, key) = (number(body), number(key));
    // Months are shifted by 20 or 40 in the numbers of people who are not registered; 0 where a day is unknown.
    let born = is_day(month % 20, day)
        || (month % 20 == 0 && month < 60)
        || (day == 0 && (1..=12).contains(&(month % 20)));
    // Nobody born before 2000 is mistaken for a child of the years to come.
    let born_since_2000 = year < 50 && 97 - (2_000_000_000 + body) % 97 == key;
    born && (97 - body % 97 == key || born_since_2000)
}

/// Italian codice fiscale: sixteen letters and digits, the last a check letter; digits may be replaced by letters where two
/// people would share a code.
pub(crate) fn italy(text: &str) -> bool {
    const ODD: [u64; 26] = [
        1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24,
        23,
    ];
    let text = compact(text);
    let code = text.as_bytes();
    if code.len() != 16 || !has_italian_shape(code) {
        return false;
    }
    // A digit has the place of its letter: 0 that of A, 1 that of B, …
    let place = |c: u8| {
        if c.is_ascii_digit() {
            usize::from(c - b'0')
        } else {
            usize::from(c - b'A')
        }
    };
    let value = |(at, &c): (usize, &u8)| {
        if at % 2 == 0 {
            ODD[place(c)]
        } else {
            place(c) as u64
        }
    };
    let sum: u64 = code[..15].iter().enumerate().map(value).sum();
    u64::from(code[15] - b'A') == sum % 26
}

/// Six letters, two digits, a month's letter, two digits, a letter, three digits, a letter.
fn has_italian_shape(code: &[u8]) -> bool {
    let digit = |c: &u8| c.is_ascii_digit() || b"LMNPQRSTUV".contains(c);
    code.iter().enumerate().all(|(at, c)| match at {
        6 | 7 | 9 | 10 | 12..=14 => digit(c),
        8 => b"ABCDEHLMPRST".contains(c),
        _ => c.is_ascii_uppercase(),
    })
}

/// Dutch BSN: nine digits whose sum by weights 9, 8, … 2, −1 is a multiple of 11.
pub(crate) fn netherlands(text: &str) -> bool {
    let Some(found) = digits::<9>(text) else {
        return false;
    };
    // −1 is 10 mod 11.
    found.iter().any(|&digit| digit > 0)
        && weighted(&found, &[9, 8, 7, 6, 5, 4, 3, 2, 10]).is_multiple_of(11)
}

/// German Steuer-ID: eleven digits; among the first ten one digit stands two or three times, the last is the check digit
/// of ISO 7064 (mod 11,10).
pub(crate) fn germany(text: &str) -> bool {
    let Some(found) = digits::<11>(text) else {
        return false;
    };
    let mut times = [0; 10];
    found[..10]
        .iter()
        .for_each(|&digit| times[digit as usize] += 1);
    let repeated: Vec<i32> = times.into_iter().filter(|&times| times > 1).collect();
    let product = found[..10]
        .iter()
        .fold(10, |product, digit| match (digit + product) % 10 {
            0 => 20 % 11,
            sum => 2 * sum % 11,
        });
    found[0] != 0 && matches!(repeated.as_slice(), [2 | 3]) && (11 - product) % 10 == found[10]
}

/// Polish PESEL: birth day (the month says the century), order and sex, and a check digit by weights 1, 3, 7, 9.
pub(crate) fn poland(text: &str) -> bool {
    let Some(found) = digits::<11>(text) else {
        return false;
    };
    let born = is_day(number(&found[2..4]) % 20, number(&found[4..6]));
    born && weighted(&found, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]).is_multiple_of(10)
}

/// Swiss AHV number: 756, nine digits, and the check digit of an EAN-13.
pub(crate) fn switzerland(text: &str) -> bool {
    let Some(found) = digits::<13>(text) else {
        return false;
    };
    found[..3] == [7, 5, 6]
        && weighted(&found, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]).is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_with_replaced_digits_keeps_its_check() {
        // RSSMRA85T10A562S with its last digit replaced by N: the check letter changes with it.
        let valid = ('A'..='Z')
            .filter(|letter| italy(&format!("RSSMRA85T10A56N{letter}")))
            .count();
        assert_eq!(valid, 1);
    }

    #[test]
    fn german_numbers_without_a_repeated_digit_fail() {
        let passing = (0..10)
            .filter(|last| germany(&format!("1234567890{last}")))
            .count();
        assert_eq!(passing, 0);
    }

    #[test]
    fn a_product_code_is_no_swiss_number() {
        assert!(!switzerland("4006381333931"));
    }
}
