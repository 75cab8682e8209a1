//! What is wrong with a file of settings, in words of people.
//!
//! **Idea.** Readers of settings say in English, and in terms of programs, what they met. The usual things that people get wrong, a key
//! or a word that there is not, one that is needed, a text where a number should be, are said again here in both languages. The rest stays
//! as it is.

use std::ops::Range;

use super::{Fault, french::nearest_fr, nearest_name, suggestion};

/// What a reader of settings met.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Misread {
    /// A key that there is not, and those that there are.
    UnknownKey(String, Vec<String>),
    /// A word that there is not, and those that there are.
    UnknownWord(String, Vec<String>),
    /// A key that is needed.
    NoKey(String),
    /// Something of one kind that should be of another.
    Kind(Sort, Sort),
    /// Anything else, in the reader's words.
    Other(String),
}

/// Kinds of what stands behind a key.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Sort {
    /// A whole number that is not negative.
    Count,
    /// A whole number.
    Whole,
    /// Any number.
    Number,
    /// A text.
    Words,
    /// True or false.
    Truth,
    /// A list.
    List,
    /// A table of keys.
    Table,
    /// A text or a table of keys.
    WordsOrTable,
    /// Anything else, in the reader's words.
    Other(String),
}

impl Fault {
    /// What a reader says of a file of settings, at its place in the text.
    pub fn misread(file: &str, text: &str, place: Option<Range<usize>>, message: &str) -> Fault {
        let before = text
            .as_bytes()
            .iter()
            .take(place.map_or(0, |place| place.start));
        let line = 1 + before.filter(|&&byte| byte == b'\n').count();
        Fault::Misread {
            file: file.to_owned(),
            line,
            what: Misread::of(message),
        }
    }
}

impl Misread {
    /// A reader's message, understood as far as may be.
    pub fn of(message: &str) -> Misread {
        let parted = |what: &str| {
            let (given, possible) = message
                .strip_prefix(what)?
                .strip_prefix('`')?
                .split_once("`, ")?;
            Some((given.to_owned(), quoted(possible)))
        };
        let kinds = || {
            let kinds = ["invalid type: ", "invalid value: "]
                .iter()
                .find_map(|what| message.strip_prefix(what));
            let (found, expected) = kinds?.rsplit_once(", expected ")?;
            Some(Misread::Kind(Sort::of(found), Sort::of(expected)))
        };
        let needed = || {
            message
                .strip_prefix("missing field `")?
                .strip_suffix('`')
                .map(str::to_owned)
        };
        let key =
            parted("unknown field ").map(|(given, possible)| Misread::UnknownKey(given, possible));
        let word = || {
            parted("unknown variant ")
                .map(|(given, possible)| Misread::UnknownWord(given, possible))
        };
        let understood = key
            .or_else(word)
            .or_else(|| needed().map(Misread::NoKey))
            .or_else(kinds);
        understood.unwrap_or_else(|| Misread::Other(message.to_owned()))
    }

    /// In English.
    pub(super) fn in_english(&self) -> String {
        match self {
            Misread::UnknownKey(given, possible) => {
                let meant = suggestion(&nearest_name(given, possible.iter().map(String::as_str)));
                format!(
                    "there is no key \"{given}\" here{meant} (possible: {})",
                    listed(possible, "none")
                )
            }
            Misread::UnknownWord(given, possible) => {
                let meant = suggestion(&nearest_name(given, possible.iter().map(String::as_str)));
                format!(
                    "\"{given}\" cannot stand here{meant} (possible: {})",
                    listed(possible, "nothing")
                )
            }
            Misread::NoKey(key) => format!("the key \"{key}\" is missing here; add it"),
            Misread::Kind(found, expected) => {
                format!(
                    "here is {}, but there must be {}",
                    found.words().0,
                    expected.words().0
                )
            }
            Misread::Other(message) => message.clone(),
        }
    }

    /// In French.
    pub(super) fn in_french(&self) -> String {
        match self {
            Misread::UnknownKey(given, possible) => {
                let meant = nearest_fr(&nearest_name(given, possible.iter().map(String::as_str)));
                format!(
                    "il n'y a pas de clé « {given} » ici{meant} (possibles : {})",
                    listed(possible, "aucune")
                )
            }
            Misread::UnknownWord(given, possible) => {
                let meant = nearest_fr(&nearest_name(given, possible.iter().map(String::as_str)));
                format!(
                    "« {given} » n'a pas sa place ici{meant} (possibles : {})",
                    listed(possible, "rien")
                )
            }
            Misread::NoKey(key) => format!("la clé « {key} » manque ici ; ajoutez-la"),
            Misread::Kind(found, expected) => {
                format!(
                    "il y a ici {}, mais il faut {}",
                    found.words().1,
                    expected.words().1
                )
            }
            Misread::Other(message) => message.clone(),
        }
    }
}

impl Sort {
    /// In the words of a reader, of what it found or of what it expected.
    fn of(words: &str) -> Sort {
        match words.split([' ', '`']).next().unwrap_or_default() {
            "u8" | "u16" | "u32" | "u64" | "usize" => return Sort::Count,
            "i8" | "i16" | "i32" | "i64" | "isize" | "integer" => return Sort::Whole,
            "f32" | "f64" | "floating" => return Sort::Number,
            "string" => return Sort::Words,
            "boolean" => return Sort::Truth,
            "sequence" => return Sort::List,
            "map" | "struct" => return Sort::Table,
            _ => (),
        }
        match words {
            "a string" | "path string" => Sort::Words,
            "a boolean" => Sort::Truth,
            "a sequence" => Sort::List,
            "a map" => Sort::Table,
            "a string or a map" => Sort::WordsOrTable,
            other => Sort::Other(other.to_owned()),
        }
    }

    /// In English and in French.
    fn words(&self) -> (&str, &str) {
        match self {
            Sort::Count => (
                "a whole number that is not negative",
                "un nombre entier qui n'est pas négatif",
            ),
            Sort::Whole => ("a whole number", "un nombre entier"),
            Sort::Number => ("a number", "un nombre"),
            Sort::Words => ("a text in quotes", "un texte entre guillemets"),
            Sort::Truth => ("true or false", "true ou false"),
            Sort::List => ("a list in [ ]", "une liste entre [ ]"),
            Sort::Table => ("a table of keys", "une table de clés"),
            Sort::WordsOrTable => (
                "a text in quotes or a table of keys",
                "un texte entre guillemets ou une table de clés",
            ),
            Sort::Other(words) => (words, words),
        }
    }
}

/// The words between back quotes.
fn quoted(text: &str) -> Vec<String> {
    text.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn listed(words: &[String], none: &str) -> String {
    if words.is_empty() {
        none.to_owned()
    } else {
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(message: &str) -> [String; 2] {
        let fault = Fault::misread("p.toml", "a = 1\nb = 2\n", Some(6..7), message);
        [fault.to_string(), fault.in_french()]
    }

    #[test]
    fn usual_mistakes_are_said_in_both_languages() {
        let [en, fr] = both("unknown field `sensitiv`, expected one of `identifiers`, `sensitive`");
        assert_eq!(
            en,
            "p.toml, line 2: there is no key \"sensitiv\" here; did you mean \"sensitive\"? (possible: identifiers, sensitive)"
        );
        assert!(
            fr.starts_with("p.toml, ligne 2 : il n'y a pas de clé « sensitiv » ici"),
            "{fr}"
        );
        assert!(
            fr.contains("« sensitive »") && fr.contains("(possibles : identifiers, sensitive)"),
            "{fr}"
        );
        let [en, fr] = both("unknown variant `blak`, expected `black` or `white`");
        assert!(
            en.contains("did you mean \"black\"") && fr.contains("possibles : black, white"),
            "{en} {fr}"
        );
        let [en, fr] = both("missing field `data`");
        assert!(
            en.ends_with("the key \"data\" is missing here; add it")
                && fr.contains("la clé « data » manque")
        );
        let [en, fr] = both("invalid type: string \"a, expected b\", expected u64");
        assert_eq!(
            en,
            "p.toml, line 2: here is a text in quotes, but there must be a whole number that is not negative"
        );
        assert!(
            fr.ends_with("il y a ici un texte entre guillemets, mais il faut un nombre entier qui n'est pas négatif")
        );
        let [en, fr] = both("invalid value: integer `-3`, expected u64");
        assert!(
            en.contains("whole number, but there must be a whole number that is not negative"),
            "{en} {fr}"
        );
        let [en, fr] = both("invalid type: integer `3`, expected a sequence");
        assert!(
            en.contains("a whole number, but") && fr.contains("une liste entre [ ]"),
            "{en} {fr}"
        );
    }

    #[test]
    fn what_is_not_understood_stays() {
        assert_eq!(both("duplicate key")[0], "p.toml, line 2: duplicate key");
        assert_eq!(
            Misread::of("unknown field"),
            Misread::Other("unknown field".to_owned())
        );
        assert_eq!(
            Misread::of("unknown field `x`, there are no fields"),
            Misread::UnknownKey("x".into(), Vec::new())
        );
    }
}
