//! What the name of a column says: its words, looked up in `words.txt`.
//!
//! **Idea.** (1) A name is cut in words at signs, at digits and where a capital follows a small letter; capitals, accents and little words such
//! as "de" and "of" go. (2) A phrase fits where its words stand side by side in the name; one written together (`codepostal`) fits too.
//! (3) Of the phrases that fit the longest wins, then the first; weak words (`nom`, `id`) only where nothing else is known.

use std::sync::LazyLock;

use super::content::Content;

/// What a name says.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Named {
    /// What the column holds.
    pub content: Content,
    /// The words that say so.
    pub words: String,
    /// From 0 to 1: a phrase that is the whole name says more than one of several words.
    pub weight: f64,
}

struct Phrase {
    words: Vec<&'static str>,
    content: Content,
    weak: bool,
}

static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let lines = include_str!("words.txt")
        .lines()
        .filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(':'))
        .flat_map(|(head, phrases)| phrases_of(head, phrases))
        .collect()
});

fn phrases_of(head: &'static str, phrases: &'static str) -> Vec<Phrase> {
    let (id, weak) = head
        .strip_suffix('?')
        .map_or((head, false), |id| (id, true));
    let Some(content) = Content::of_id(id) else {
        return Vec::new();
    };
    let words = phrases
        .split(',')
        .map(|phrase| phrase.split_whitespace().collect());
    words
        .map(|words| Phrase {
            words,
            content,
            weak,
        })
        .collect()
}

/// Words that say nothing of what a column holds.
const LITTLE: [&str; 17] = [
    "de", "du", "des", "d", "le", "la", "les", "l", "of", "the", "a", "an", "en", "et", "and",
    "au", "your",
];

/// Words that make of an identifier a count or a question: `nb_telephones`, `has_email`.
const COUNTING: [&str; 11] = [
    "nb", "nbr", "nombre", "count", "has", "flag", "is", "total", "type", "consent", "optin",
];

/// What a name says, if it says anything.
pub(super) fn named(name: &str) -> Option<Named> {
    let words: Vec<String> = words(name)
        .into_iter()
        .filter(|word| !LITTLE.contains(&word.as_str()))
        .collect();
    let joined = words.concat();
    let mut best: Option<(&Phrase, (bool, usize))> = None;
    for phrase in PHRASES
        .iter()
        .filter(|phrase| stands_in(&phrase.words, &words) || phrase.words.concat() == joined)
    {
        let rank = (!phrase.weak, phrase.words.len());
        if best.is_none_or(|(_, known)| rank > known) {
            best = Some((phrase, rank));
        }
    }
    let (phrase, _) = best?;
    let counted = words.iter().any(|word| COUNTING.contains(&word.as_str()));
    if counted && phrase.content.role() == bauta_table::Role::Identifier {
        return None;
    }
    let whole = phrase.words.concat() == joined;
    let weight = match (phrase.weak, whole) {
        (false, true) => 0.85,
        (false, false) => 0.75,
        (true, true) => 0.7,
        (true, false) => 0.6,
    };
    Some(Named {
        content: phrase.content,
        words: phrase.words.join(" "),
        weight,
    })
}

/// Whether a phrase stands somewhere in the words of a name; a plural counts as its singular.
fn stands_in(phrase: &[&str], words: &[String]) -> bool {
    let same = |(known, word): (&&str, &String)| {
        *known == word || word.strip_suffix('s') == Some(known) && known.len() > 2
    };
    words
        .windows(phrase.len().max(1))
        .any(|window| phrase.iter().zip(window).all(same))
}

/// The words of a name in small letters without accents: `CodePostal`, `code_postal` and `Code postal` have the same.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        let camel = c.is_uppercase() && before.is_lowercase();
        if (!c.is_alphabetic() || camel) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphabetic()) {
            c.to_lowercase().for_each(|c| push_plain(word, c));
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A small letter without its accent.
fn push_plain(word: &mut String, c: char) {
    match c {
        'à' | 'â' | 'ä' | 'á' | 'ã' | 'å' => word.push('a'),
        'é' | 'è' | 'ê' | 'ë' => word.push('e'),
        'î' | 'ï' | 'í' => word.push('i'),
        'ô' | 'ö' | 'ó' | 'õ' => word.push('o'),
        'ù' | 'û' | 'ü' | 'ú' => word.push('u'),
        'ç' => word.push('c'),
        'ñ' => word.push('n'),
        'œ' => word.push_str("oe"),
        'æ' => word.push_str("ae"),
        c => word.push(c),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn content(name: &str) -> Option<&'static str> {
        named(name).map(|named| named.content.id())
    }

    #[test]
    fn names_are_understood_in_both_languages() {
        for (name, expected) in [
            ("date_naissance", "date-of-birth"),
            ("DateOfBirth", "date-of-birth"),
            ("Date de naissance", "date-of-birth"),
            ("DOB", "date-of-birth"),
            ("nom_patient", "person-name"),
            ("Prénom", "person-name"),
            ("LastName", "person-name"),
            ("cp", "postal-code"),
            ("CodePostal", "postal-code"),
            ("codepostal", "postal-code"),
            ("zip", "postal-code"),
            ("n_secu", "national-number"),
            ("N° sécu", "national-number"),
            ("nir", "national-number"),
            ("SSN", "national-number"),
            ("revenu", "income"),
            ("Revenus_2023", "income"),
            ("salary-class", "income"),
            ("diagnostic", "health"),
            ("marital-status", "marital-status"),
            ("situation_familiale", "marital-status"),
            ("native-country", "place"),
            ("pays_de_naissance", "place"),
            ("nom_commune", "place"),
            ("id_commune", "place"),
            ("patient_id", "record-number"),
            ("adresse_ip", "ip-address"),
            ("adresse_mail", "email"),
            ("Adresse", "address"),
            ("tél.", "phone"),
            ("orientation_sexuelle", "sexual-life"),
            ("sexe", "sex"),
            ("casier judiciaire", "conviction"),
            ("TradeUnionMember", "union-membership"),
            ("date_saisie", "technical"),
            ("code_enqueteur", "technical"),
            ("race", "race"),
            ("workclass", "occupation"),
            ("Origine ethnique", "ethnicity"),
        ] {
            assert_eq!(content(name), Some(expected), "{name}");
        }
    }

    #[test]
    fn other_names_say_nothing() {
        for name in [
            "nombre",
            "x1",
            "C.E.",
            "",
            "été",
            "nb_telephones",
            "has_email",
            "amount",
            "stage",
            "paged",
        ] {
            assert_eq!(content(name), None, "{name}");
        }
    }

    #[test]
    fn every_line_of_the_list_is_read_and_no_phrase_stands_twice() {
        let lines = include_str!("words.txt")
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        for line in lines {
            let (head, _) = line.split_once(':').unwrap();
            assert!(
                Content::of_id(head.trim_end_matches('?')).is_some(),
                "{head}"
            );
        }
        let mut seen = BTreeMap::new();
        for phrase in PHRASES.iter() {
            let text = phrase.words.join(" ");
            assert_eq!(words(&text), phrase.words, "{text} is not folded");
            assert!(
                !phrase.words.iter().any(|word| LITTLE.contains(word)),
                "{text} has a little word"
            );
            assert_eq!(
                seen.insert(text.clone(), phrase.content),
                None,
                "{text} stands twice"
            );
        }
    }
}
