//! Values known by their form: no check digit, but more than a number.

use std::net::IpAddr;

use super::names::words;

/// `local@domain.tld`, as mail systems accept it in practice: RFC 5321 without quoted local parts.
pub(super) fn email(text: &str) -> bool {
    let Some((local, domain)) = text.trim().rsplit_once('@') else {
        return false;
    };
    let sign = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    let local_fits = (1..=64).contains(&local.len()) && local.chars().all(sign);
    local_fits
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && is_domain(domain)
}

fn is_domain(domain: &str) -> bool {
    let labels: Vec<&str> = domain.split('.').collect();
    let label_fits = |label: &&str| {
        (1..=63).contains(&label.len())
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = labels
        .last()
        .is_some_and(|top| top.chars().count() > 1 && top.chars().all(char::is_alphabetic));
    labels.len() > 1 && top && labels.iter().all(label_fits)
}

/// A phone number with the sign of one: `+` or `00` and the country, the leading 0 of French numbers, or the brackets and
/// hyphens of American ones. Plain counts of ten digits are none.
pub(super) fn phone(text: &str) -> bool {
    let text = text.trim();
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let signs = |c: char| {
        c.is_ascii_digit()
            || matches!(
                c,
                ' ' | '\u{a0}' | '\u{202f}' | '.' | '-' | '/' | '(' | ')' | '+'
            )
    };
    if !text.chars().all(signs) || text.chars().skip(1).any(|c| c == '+') {
        return false;
    }
    let international = (text.starts_with('+') && !digits.starts_with('0')
        || text.starts_with("00") && !digits.starts_with("000"))
        && (8..=17).contains(&digits.len());
    let french = digits.len() == 10 && text.starts_with('0') && !digits.starts_with("00");
    international || french || american(text)
}

/// `(212) 555-0123` or `212-555-0123`.
fn american(text: &str) -> bool {
    let shape: String = text
        .chars()
        .map(|c| if c.is_ascii_digit() { 'd' } else { c })
        .collect();
    matches!(
        shape.as_str(),
        "(ddd) ddd-dddd" | "ddd-ddd-dddd" | "ddd.ddd.dddd" | "(ddd)ddd-dddd"
    )
}

/// IPv4 or IPv6, as the standard library reads them.
pub(super) fn ip(text: &str) -> bool {
    text.trim().parse::<IpAddr>().is_ok()
}

/// `http://…`, `https://…` or `www.…` with a host.
pub(super) fn url(text: &str) -> bool {
    let text = text.trim();
    let rest = ["https://", "http://", "ftp://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    let rest = rest.or_else(|| text.starts_with("www.").then_some(text));
    let host = rest.map(|rest| rest.split(['/', '?', '#', ':']).next().unwrap_or(rest));
    host.is_some_and(|host| is_domain(host) || host == "localhost" || ip(host))
        && !text.contains(char::is_whitespace)
}

/// 8-4-4-4-12 hexadecimal digits.
pub(super) fn uuid(text: &str) -> bool {
    let parts: Vec<&str> = text.trim().trim_matches(['{', '}']).split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [8, 4, 4, 4, 12]
        && parts
            .iter()
            .all(|part| part.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// `48.8584, 2.2945`: both with a fraction, both on the globe.
pub(super) fn coordinates(text: &str) -> bool {
    let text = text.trim().trim_matches(['(', ')', '[', ']']);
    let parts: Vec<&str> = text
        .split([',', ';', ' '])
        .filter(|part| !part.is_empty())
        .collect();
    let [first, second] = parts.as_slice() else {
        return false;
    };
    let within = |part: &str, most: f64| {
        let fraction = part
            .split_once('.')
            .is_some_and(|(_, fraction)| fraction.len() >= 2);
        fraction
            && part
                .parse::<f64>()
                .is_ok_and(|degrees| degrees.abs() <= most)
    };
    within(first, 90.0) && within(second, 180.0)
}

/// Words of streets, folded.
const STREETS: &[&str] = &[
    "rue",
    "avenue",
    "av",
    "ave",
    "boulevard",
    "bd",
    "bld",
    "blvd",
    "impasse",
    "chemin",
    "allee",
    "allees",
    "place",
    "route",
    "quai",
    "cours",
    "square",
    "faubourg",
    "passage",
    "sentier",
    "hameau",
    "lotissement",
    "residence",
    "lieu",
    "cite",
    "esplanade",
    "street",
    "st",
    "road",
    "rd",
    "lane",
    "ln",
    "drive",
    "dr",
    "court",
    "ct",
    "way",
    "close",
    "crescent",
    "terrace",
    "highway",
    "hwy",
    "parkway",
    "strasse",
    "str",
    "via",
    "calle",
    "straat",
    "laan",
];

/// A number and a word of streets among at least three words: `12 bis rue de la Paix`, `221B Baker Street`.
pub(super) fn address(text: &str) -> bool {
    let tokens = text
        .split([' ', ',', '\u{a0}', '\n'])
        .filter(|token| !token.is_empty());
    let numbered = tokens
        .clone()
        .any(|token| token.starts_with(|c: char| c.is_ascii_digit()) && token.len() <= 6);
    numbered
        && tokens.count() >= 3
        && words(text)
            .iter()
            .any(|word| STREETS.contains(&word.as_str()))
}

/// Post codes with letters or a hyphen, which nothing else looks like: `SW1A 1AA`, `1012 AB`, `K1A 0B1`, `12345-6789`.
pub(super) fn lettered_postal_code(text: &str) -> bool {
    let shape: String = text
        .trim()
        .chars()
        .map(|c| match c {
            '0'..='9' => '9',
            'A'..='Z' | 'a'..='z' => 'A',
            c => c,
        })
        .collect();
    let british = [
        "A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA",
    ];
    british.contains(&shape.as_str())
        || matches!(shape.as_str(), "9999 AA" | "A9A 9A9" | "99999-9999")
}

/// Five digits (France, Germany, the United States, Spain, Italy, …), four or six (Belgium, Switzerland, Poland): only where the name says so.
pub(super) fn plain_postal_code(text: &str) -> bool {
    let text = text.trim();
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    (digits && (4..=6).contains(&text.len()))
        || lettered_postal_code(text)
        || compact_postal_code(text)
}

/// The same without their space, and Corsica's beginnings.
fn compact_postal_code(text: &str) -> bool {
    let spaced = |at: usize| {
        text.split_at_checked(at)
            .is_some_and(|(a, b)| lettered_postal_code(&format!("{a} {b}")))
    };
    (5..=7).contains(&text.len()) && (2..=4).any(spaced)
}

/// Words for the sexes, folded: women, men, others.
const SEXES: [&[&str]; 3] = [
    &[
        "f", "female", "femme", "woman", "w", "feminin", "weiblich", "mme", "mrs", "ms", "madame",
        "girl", "fille",
    ],
    &[
        "m", "male", "homme", "h", "man", "masculin", "mannlich", "mr", "monsieur", "boy", "garcon",
    ],
    &[
        "x",
        "other",
        "autre",
        "divers",
        "nonbinary",
        "unknown",
        "inconnu",
        "d",
        "o",
        "u",
        "na",
    ],
];

/// Whether the few values of a column are words for both sexes and nothing else.
pub(super) fn sexes<'a>(values: impl Iterator<Item = &'a str>) -> bool {
    let mut seen = [false; 3];
    for value in values {
        let word = words(value).concat();
        let Some(which) = SEXES.iter().position(|list| list.contains(&word.as_str())) else {
            return false;
        };
        seen[which] = true;
    }
    seen[0] && seen[1]
}

/// Given names that are frequent where English and French are spoken, folded.
const GIVEN: &str = include_str!("given_names.txt");

/// One to four words with capitals and no digit, as names are written.
pub(super) fn capitalised(text: &str) -> bool {
    let mut tokens = text
        .split([' ', '-', ',', '\''])
        .filter(|token| !token.is_empty())
        .peekable();
    let capital = |token: &str| {
        token.chars().next().is_some_and(char::is_uppercase)
            || matches!(token, "de" | "du" | "la" | "van" | "von")
    };
    tokens.peek().is_some()
        && tokens.clone().count() <= 5
        && tokens
            .all(|token| capital(token) && token.chars().all(|c| c.is_alphabetic() || c == '.'))
}

/// Whether a frequent given name stands in the text.
pub(super) fn has_given_name(text: &str) -> bool {
    words(text)
        .iter()
        .any(|word| GIVEN.split_whitespace().any(|given| given == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What passes and what does not.
    fn check(test: fn(&str) -> bool, right: &[&str], wrong: &[&str]) {
        right.iter().for_each(|text| assert!(test(text), "{text}"));
        wrong.iter().for_each(|text| assert!(!test(text), "{text}"));
    }

    #[test]
    fn mail_addresses() {
        let right = [
            "jean.dupont@example.fr",
            "a+b@sub.example.co.uk",
            "o'neil@example.com",
            "josé@exemple.fr",
        ];
        check(
            email,
            &right,
            &[
                "jean.dupont",
                "@example.fr",
                "a@b",
                "a b@example.fr",
                "a..b@example.fr",
                "a@-x.fr",
                "a@1.2",
            ],
        );
    }

    #[test]
    fn phone_numbers_have_a_sign_of_one() {
        let right = [
            "+33 6 12 34 56 78",
            "0033612345678",
            "06 12 34 56 78",
            "0612345678",
            "01.23.45.67.89",
            "(212) 555-0123",
            "+44 20 7946 0958",
        ];
        let wrong = [
            "612345678",
            "1234567890",
            "2023",
            "12.50",
            "0000012345",
            "+3",
            "00",
            "1 234 567 890",
            "+0612345678",
            "12+345678901",
        ];
        check(phone, &right, &wrong);
    }

    #[test]
    fn addresses_of_machines_and_pages() {
        check(
            ip,
            &["192.168.0.1", "2001:db8::1", "::1"],
            &["256.1.1.1", "1.2.3", "12:30", "2001:db8"],
        );
        check(
            url,
            &[
                "https://example.org/a?b=c",
                "www.example.fr",
                "http://localhost:8080/",
            ],
            &["example", "http://", "https://a b.fr", "www"],
        );
        check(
            uuid,
            &["123e4567-e89b-12d3-a456-426614174000"],
            &[
                "123e4567-e89b-12d3-a456-42661417400",
                "123e4567e89b12d3a456426614174000",
                "g23e4567-e89b-12d3-a456-426614174000",
            ],
        );
    }

    #[test]
    fn places_on_the_globe() {
        check(
            coordinates,
            &["48.8584, 2.2945", "(-33.8568,151.2153)", "48.85 2.35"],
            &[
                "48, 2",
                "98.8584, 2.2945",
                "1.5;200.25",
                "12.50",
                "1.50, 2.30, 3.10",
            ],
        );
    }

    #[test]
    fn streets_need_a_number() {
        let right = [
            "12 bis rue de la Paix",
            "221B Baker Street",
            "3, allée des Tilleuls, 75001 Paris",
            "1600 Amphitheatre Pkwy St",
        ];
        check(
            address,
            &right,
            &[
                "rue de la Paix",
                "12 rue",
                "3 pommes de terre",
                "Baker Street",
                "123456789 rue longue",
            ],
        );
    }

    #[test]
    fn post_codes() {
        check(
            lettered_postal_code,
            &["SW1A 1AA", "M1 1AE", "1012 AB", "K1A 0B1", "12345-6789"],
            &["75001", "AB 12", "SW1A1AA", "A1"],
        );
        check(
            plain_postal_code,
            &["75001", "1000", "SW1A1AA", "1012AB", "190000"],
            &["123", "1234567", "Paris"],
        );
    }

    #[test]
    fn both_sexes_and_nothing_else() {
        assert!(
            sexes(["Male", "Female"].into_iter())
                && sexes(["H", "F", "autre"].into_iter())
                && sexes(["Féminin", "masculin"].into_iter())
        );
        assert!(
            !sexes(["M"].into_iter())
                && !sexes(["M", "L", "F"].into_iter())
                && !sexes(["1", "2"].into_iter())
        );
    }

    #[test]
    fn names_have_capitals_and_given_names_are_known() {
        check(
            capitalised,
            &[
                "Jean Dupont",
                "DUPONT Marie-Claire",
                "O'Neil, Sean",
                "Vincent van Gogh",
            ],
            &["flu", "12 Main", "", "Jean met his friends at the café"],
        );
        check(
            has_given_name,
            &["Jean Dupont", "SMITH John", "Élodie"],
            &["Paris", "Engineer"],
        );
    }
}
