//! French for sentences that are made where they are needed, in English.
//!
//! **Idea.** Most faults are typed and carry both languages. The others are sentences made in English: errors in a file,
//! remedies, notes. They are looked up here, whole, by their English pattern, in which `{}` stands for a
//! name or a number. A sentence that is not found is shown in English rather than not at all.
//!
//! **Invariant.** Every piece of an English pattern occurs in the sources, so that a reworded message cannot lose its French unseen.

mod attack;
mod cluster;
mod explain;
mod graph;
mod linked;
mod masking;
mod pseudonyms;
mod risk;
mod rules;
mod scale;
mod sentences;
mod synthesis;
mod synthetic;
mod triples;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use bauta_formats::Error;
use bauta_table::Fault;

/// What the privacy models say about themselves; a longer pattern first, since a shorter one may fit its sentences too.
fn of_models() -> impl Iterator<Item = (&'static str, &'static str)> {
    static PATTERNS: OnceLock<Vec<(String, String)>> = OnceLock::new();
    let patterns = PATTERNS.get_or_init(|| {
        let all = bauta_privacy::ALL
            .iter()
            .flat_map(|model| model.sentences());
        let distinct: BTreeMap<String, String> = all.collect();
        let mut patterns: Vec<_> = distinct.into_iter().collect();
        patterns.sort_by_key(|(en, _)| std::cmp::Reverse(en.len()));
        patterns
    });
    patterns.iter().map(|(en, fr)| (en.as_str(), fr.as_str()))
}

/// All patterns.
fn patterns() -> impl Iterator<Item = (&'static str, &'static str)> {
    let parts = [
        sentences::SENTENCES,
        pseudonyms::SENTENCES,
        risk::SENTENCES,
        attack::SENTENCES,
        masking::SENTENCES,
    ];
    let more = [
        explain::SENTENCES,
        linked::SENTENCES,
        rules::SENTENCES,
        synthesis::SENTENCES,
        synthetic::SENTENCES,
    ];
    let more = more.into_iter().chain([scale::SENTENCES]);
    // What is said of graphs is said more exactly than what fits it elsewhere.
    [triples::SENTENCES, graph::SENTENCES]
        .into_iter()
        .chain(parts)
        .chain(more)
        .chain([cluster::SENTENCES])
        .flatten()
        .copied()
        .chain(of_models())
}

/// A sentence in French, or as it is. Of several patterns that fit, the one with the fewest characters in its holes is
/// meant: "it has no sheet" is not "it has {}".
pub fn of(sentence: &str) -> String {
    let fitting = patterns().filter_map(|(en, fr)| {
        let found = holes(en, sentence)?;
        let in_holes: usize = found.iter().map(|hole| hole.len()).sum();
        Some((in_holes, fr, found))
    });
    fitting
        .min_by_key(|(in_holes, _, _)| *in_holes)
        .map_or_else(|| sentence.to_owned(), |(_, fr, found)| filled(fr, &found))
}

/// A note or another sentence of this program in a language (`en` or `fr`).
pub fn sentence(language: &str, english: &str) -> String {
    if language == "fr" {
        of(english)
    } else {
        english.to_owned()
    }
}

/// A fault in French, the sentences in it included.
pub fn of_fault(fault: &Fault) -> String {
    match fault {
        Fault::Request(sentence) => of(sentence),
        Fault::OutOfRange {
            parameter,
            given,
            allowed,
        } => {
            let (parameter, allowed) = (of(parameter), of(allowed));
            Fault::OutOfRange {
                parameter,
                given: given.clone(),
                allowed,
            }
            .in_french()
        }
        Fault::UnknownWord {
            parameter,
            given,
            nearest,
            possible,
        } => {
            let (given, nearest, possible) = (given.clone(), nearest.clone(), possible.clone());
            Fault::UnknownWord {
                parameter: of(parameter),
                given,
                nearest,
                possible,
            }
            .in_french()
        }
        Fault::InTable { table, fault } => format!("table « {table} » : {}", of_fault(fault)),
        other => other.in_french(),
    }
}

/// A failure of a file in French, a line a fault.
pub fn of_error(error: &Error) -> String {
    match error {
        Error::Locator { what, hint } => format!("{} ; {}", of(what), of(hint)),
        Error::Unreadable {
            name,
            problem,
            hint,
        } => format!("{name} : {} ; {}", of(problem), of(hint)),
        Error::Database { name, problem } => format!("{name} : {}", of(problem)),
        other => other.in_french(),
    }
}

/// What stands in a pattern's holes, if the sentence fits it.
fn holes<'a>(pattern: &str, sentence: &'a str) -> Option<Vec<&'a str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = sentence.strip_prefix(pieces.next()?)?;
    let mut holes = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        let end = match pieces.peek() {
            Some(_) => rest.find(piece)?,
            None => rest
                .len()
                .checked_sub(piece.len())
                .filter(|&end| rest.get(end..) == Some(piece))?,
        };
        holes.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    rest.is_empty().then_some(holes)
}

fn filled(pattern: &str, holes: &[&str]) -> String {
    let mut holes = holes.iter();
    let mut pieces = pattern.split("{}");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        text + holes.next().unwrap_or(&"") + piece
    })
}

/// What an engine failed with, in French.
pub fn of_engine(error: &bauta_engines::Error) -> String {
    match error {
        bauta_engines::Error::Formats(error) => of_error(error),
        bauta_engines::Error::Request { what, hint } => format!("{} ; {}", of(what), of(hint)),
        bauta_engines::Error::Engine { engine, problem } => format!("{engine} : {}", of(problem)),
        bauta_engines::Error::Internal { what } => of_internal(what),
        other => of(&other.to_string()),
    }
}

/// A mistake of ours in French, with what broke.
pub(crate) fn of_internal(what: &str) -> String {
    Error::Internal { what: of(what) }.in_french()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_found_and_filled() {
        assert_eq!(
            holes("line {} is not valid {}", "line 3 is not valid UTF-8"),
            Some(vec!["3", "UTF-8"])
        );
        assert_eq!(
            holes("{} has no sheet \"{}\"", "a b.ods has no sheet \"X\""),
            Some(vec!["a b.ods", "X"])
        );
        assert_eq!(holes("check the file", "check the files"), None);
        assert_eq!(
            of("line 3 is not valid UTF-8"),
            "la ligne 3 n'est pas en UTF-8 valide"
        );
        assert_eq!(of("nobody ever said this"), "nobody ever said this");
    }

    #[test]
    fn both_languages_have_the_same_holes() {
        for (en, fr) in patterns() {
            assert_eq!(en.matches("{}").count(), fr.matches("{}").count(), "{en}");
        }
    }

    #[test]
    fn every_pattern_stands_once() {
        let distinct: std::collections::BTreeSet<&str> = patterns().map(|(en, _)| en).collect();
        assert_eq!(distinct.len(), patterns().count());
    }

    /// A message that was reworded without its French shows up here.
    #[test]
    fn every_english_pattern_is_said_somewhere() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .unwrap();
        let mut sources = String::new();
        let mut folders = vec![crates.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "rs") && !folder_is_french(&path) {
                    sources.push_str(&std::fs::read_to_string(&path).unwrap());
                }
            }
        }
        // Models put their sentences together from their declarations, in both languages at once.
        let declared: Vec<&str> = of_models().map(|(en, _)| en).collect();
        let english = patterns()
            .map(|(en, _)| en)
            .filter(|en| !declared.contains(en));
        let lost: Vec<&str> = english
            .filter(|en| !en.split("{}").all(|piece| is_said(piece, &sources)))
            .collect();
        assert!(lost.is_empty(), "nobody says any more: {lost:#?}");
    }

    /// The patterns themselves are no source: each would confirm itself.
    fn folder_is_french(path: &std::path::Path) -> bool {
        path.components().any(|part| part.as_os_str() == "french")
    }

    /// Whether a piece between two holes stands in the sources, in one text or in two that are put together at run time.
    fn is_said(piece: &str, sources: &str) -> bool {
        let literal = |text: &str| {
            let words = text.trim_matches(|c: char| !c.is_alphanumeric());
            sources.contains(&words.replace('\\', "\\\\").replace('"', "\\\""))
        };
        // Any single word stands somewhere: beside one, the other text must be long.
        let words = |text: &str| text.split_whitespace().count();
        let long = |head: &str, tail: &str| match words(head).min(words(tail)) {
            0 => false,
            1 => words(head).max(words(tail)) > 3,
            _ => true,
        };
        literal(piece)
            || piece.match_indices(' ').any(|(at, _)| {
                let (head, tail) = piece.split_at(at);
                long(head, tail) && literal(head) && literal(tail)
            })
    }

    #[test]
    fn a_pattern_that_is_nowhere_said_is_noticed() {
        let sources = r#"format!("{} has no sheet \"{}\"", file, sheet); "puts rows in groups"; ", and rows stay there""#;
        assert!(is_said(" has no sheet \"", sources));
        assert!(is_said(
            " puts rows in groups, and rows stay there",
            sources
        ));
        assert!(!is_said(" has no sheets", sources));
        assert!(!is_said(
            " puts rows in heaps, and rows stay there",
            sources
        ));
    }

    #[test]
    fn the_most_exact_pattern_is_meant() {
        assert_eq!(of("it has no sheet"), "il n'a pas de feuille");
    }
}
