//! Normalisation: which spellings are one person. It decides how well files link, so it is chosen and recorded.
//!
//! **Order.** (1) `dates`: a day in any known style becomes `2024-01-31`. (2) `nfkc`: Unicode's compatible composition. (3) `accents`:
//! marks above and below letters go (`é` becomes `e`; letters without a decomposition, such as `ø` or `œ`, stay). (4) `case`: full
//! case folding (`ß` is `ss`), composed again under `nfkc`. (5) `space`: white space at the ends goes, inside it becomes one space.

use std::borrow::Cow;

use bauta_table::{Cell, DateStyle, Dictionary, Fault};
use unicode_normalization::{
    IsNormalized, UnicodeNormalization, char::is_combining_mark, is_nfkc_quick,
};

use super::word;

/// What is done to each value before it is hashed or compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Normalization {
    nfkc: bool,
    case: bool,
    space: bool,
    accents: bool,
    dates: bool,
}

impl Normalization {
    /// Values as they stand.
    pub const NONE: Normalization = Normalization {
        nfkc: false,
        case: false,
        space: false,
        accents: false,
        dates: false,
    };

    /// What differs between two clerks and never between two people: the encoding of a letter, capitals, spaces. Accents stay,
    /// since they tell names apart; dates stay, since 01/02/2024 is two days.
    pub const USUAL: Normalization = Normalization {
        nfkc: true,
        case: true,
        space: true,
        ..Normalization::NONE
    };

    /// From words; `none` alone is none of them.
    pub fn from_words<S: AsRef<str>>(words: &[S]) -> Result<Normalization, Vec<Fault>> {
        let possible: Vec<(&str, usize)> = Self::WORDS
            .iter()
            .chain(&["none"])
            .copied()
            .zip(0..)
            .collect();
        let mut chosen = [false; 6];
        let mut faults = Vec::new();
        for given in words {
            match word("a step of normalisation", given.as_ref(), &possible) {
                Ok(index) => chosen[index] = true,
                Err(fault) => faults.push(fault),
            }
        }
        let [nfkc, case, space, accents, dates, none] = chosen;
        if none && words.len() > 1 {
            let text = "\"none\" leaves values as they are; leave it out, or the other steps of normalisation";
            faults.push(Fault::Request(text.to_owned()));
        }
        if faults.is_empty() {
            Ok(Normalization {
                nfkc,
                case,
                space,
                accents,
                dates,
            })
        } else {
            Err(faults)
        }
    }

    const WORDS: [&str; 5] = ["nfkc", "case", "space", "accents", "dates"];

    /// Its words, as they are recorded.
    pub fn words(self) -> Vec<&'static str> {
        let flags = [self.nfkc, self.case, self.space, self.accents, self.dates];
        Self::WORDS
            .into_iter()
            .zip(flags)
            .filter_map(|(word, on)| on.then_some(word))
            .collect()
    }

    /// Whether days become ISO days.
    pub fn has_dates(self) -> bool {
        self.dates
    }

    /// A dictionary's value, or `None` where it is missing or nothing is left of it.
    pub fn value<'a>(self, dictionary: &'a Dictionary, code: u32) -> Option<Cow<'a, str>> {
        let text = match dictionary.cell(code) {
            Cell::Missing => return None,
            Cell::Date(days) if self.dates => return Some(DateStyle::Iso.format(days).into()),
            _ => dictionary.label(code),
        };
        let text = match text {
            Cow::Borrowed(text) => self.text(text),
            Cow::Owned(text) => Cow::Owned(self.text(&text).into_owned()),
        };
        (!text.is_empty()).then_some(text)
    }

    /// A text; borrowed where nothing is to be done.
    pub fn text(self, text: &str) -> Cow<'_, str> {
        if self.dates
            && let Some(days) = DateStyle::ALL
                .into_iter()
                .find_map(|style| style.parse(text.trim()))
        {
            return DateStyle::Iso.format(days).into();
        }
        let mut done = Cow::Borrowed(text);
        if !text.is_ascii() {
            done = self.composed(done);
            if self.accents {
                let plain: String = done.nfd().filter(|c| !is_combining_mark(*c)).collect();
                done = plain.nfc().collect::<String>().into();
            }
        }
        if self.case {
            done = if done.is_ascii() {
                lowered(done)
            } else {
                caseless::default_case_fold_str(&done).into()
            };
            done = self.composed(done);
        }
        if self.space { spaced(done) } else { done }
    }

    fn composed(self, text: Cow<'_, str>) -> Cow<'_, str> {
        if self.nfkc && !text.is_ascii() && is_nfkc_quick(text.chars()) != IsNormalized::Yes {
            return text.nfkc().collect::<String>().into();
        }
        text
    }
}

fn lowered(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        text.to_ascii_lowercase().into()
    } else {
        text
    }
}

fn spaced(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut before = ' ';
    let untidy = text.chars().any(|c| {
        let wrong = c.is_whitespace() && (c != ' ' || before == ' ');
        before = c;
        wrong
    });
    if untidy || text.ends_with(' ') {
        return text.split_whitespace().collect::<Vec<_>>().join(" ").into();
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn with(words: &[&str]) -> Normalization {
        Normalization::from_words(words).unwrap()
    }

    #[test]
    fn spellings_of_one_person_become_one() {
        let usual = Normalization::USUAL;
        for text in [
            "MÜLLER  Ann",
            " müller ann",
            "Mu\u{308}ller\u{a0}Ann ",
            "ｍüller ann",
            "müller\tANN",
        ] {
            assert_eq!(usual.text(text), "müller ann", "{text:?}");
        }
        assert_eq!(usual.text("Straße"), "strasse");
        assert_ne!(usual.text("Éva"), usual.text("Eva"));
        assert_eq!(with(&["nfkc", "case", "accents"]).text("ÉVA"), "eva");
    }

    #[test]
    fn days_of_every_style_become_iso_days() {
        for text in [
            "2024-01-31",
            "31/01/2024",
            "31.01.2024",
            "31-01-2024",
            "01/31/2024",
            "2024/01/31",
        ] {
            assert_eq!(with(&["dates"]).text(text), "2024-01-31");
        }
        assert_eq!(Normalization::USUAL.text("31/01/2024"), "31/01/2024");
    }

    #[test]
    fn words_come_back_and_wrong_ones_are_named() {
        assert_eq!(with(&["space", "nfkc"]).words(), ["nfkc", "space"]);
        assert_eq!(with(&["none"]), Normalization::NONE);
        assert_eq!(
            Normalization::from_words(&["cases", "none"])
                .unwrap_err()
                .len(),
            2
        );
        assert_eq!(Normalization::NONE.text(" A "), " A ");
    }

    proptest! {
        /// A normalised text is left as it is: who normalises before us links with us.
        #[test]
        fn normalising_twice_changes_nothing(text in "\\PC*") {
            let all = with(&["nfkc", "case", "space", "accents"]);
            for normalization in [Normalization::USUAL, all] {
                let once = normalization.text(&text).into_owned();
                let twice = normalization.text(&once).into_owned();
                prop_assert_eq!(twice, once);
            }
        }
    }
}
