//! Names that the page and the command line share: roles, privacy models, measures, attacks.
//!
//! They stand in the Fluent files of the folder `texts`, of which this reads `names.ftl`; the page reads them all. Sentences with
//! something to say about the data are elsewhere (`french`), for they are made where their figures are known.

use std::sync::OnceLock;

use fluent_bundle::FluentResource;
use fluent_bundle::concurrent::FluentBundle;

const ENGLISH: &str = include_str!("../../../texts/en/names.ftl");
const FRENCH: &str = include_str!("../../../texts/fr/names.ftl");

type Bundle = FluentBundle<FluentResource>;

/// A shared name by its key, in a language (`en` or `fr`); the key itself, if there is no such name.
pub fn word(language: &str, key: &str) -> String {
    static WORDS: OnceLock<[Bundle; 2]> = OnceLock::new();
    let [english, french] = WORDS.get_or_init(|| [bundle("en", ENGLISH), bundle("fr", FRENCH)]);
    let bundle = if language == "fr" { french } else { english };
    let pattern = bundle.get_message(key).and_then(|message| message.value());
    let told = pattern.map(|pattern| {
        bundle
            .format_pattern(pattern, None, &mut Vec::new())
            .into_owned()
    });
    told.unwrap_or_else(|| key.to_owned())
}

/// What can be read of a file; a test sees to it that this is all.
fn bundle(language: &str, text: &str) -> Bundle {
    let locales = language.parse().into_iter().collect();
    let mut bundle = FluentBundle::new_concurrent(locales);
    let resource =
        FluentResource::try_new(text.to_owned()).unwrap_or_else(|(resource, _)| resource);
    let _ = bundle.add_resource(resource);
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_in_both_languages() {
        assert_eq!(word("en", "role-sensitive"), "Sensitive");
        assert_eq!(word("fr", "role-sensitive"), "Sensible");
        assert_eq!(word("fr", "no-such-name"), "no-such-name");
    }

    #[test]
    fn the_files_have_no_mistake() {
        for text in [ENGLISH, FRENCH] {
            assert!(FluentResource::try_new(text.to_owned()).is_ok());
        }
    }
}
