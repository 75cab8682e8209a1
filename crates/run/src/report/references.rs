//! The papers that methods rest on, as a reader would look them up.

use std::sync::LazyLock;

use biblatex::{Bibliography, ChunksExt, Entry, Person};

/// The project's own bibliography; it does not parse only if somebody broke it, and a test sees that.
static PAPERS: LazyLock<Bibliography> = LazyLock::new(|| {
    Bibliography::parse(include_str!("../../../../docs/references.bib")).unwrap_or_default()
});

/// A paper by its key: authors, year, title, where. The key itself where it is not known.
pub(crate) fn reference(key: &str) -> String {
    PAPERS.get(key).map_or_else(|| key.to_owned(), told)
}

fn told(entry: &Entry) -> String {
    let authors: Vec<String> = entry
        .author()
        .unwrap_or_default()
        .iter()
        .map(named)
        .collect();
    let field = |name: &str| {
        entry
            .get(name)
            .map(ChunksExt::format_verbatim)
            .filter(|text| !text.is_empty())
    };
    let year = field("year")
        .or_else(|| field("date"))
        .map_or_else(String::new, |year| format!(" ({year})"));
    let place = [
        "journal",
        "booktitle",
        "institution",
        "school",
        "publisher",
        "howpublished",
    ]
    .iter()
    .find_map(|name| field(name))
    .map_or_else(String::new, |place| format!(". {place}"));
    let title = field("title").unwrap_or_default();
    format!("{}{year}. {title}{place}.", authors.join(", "))
}

fn named(person: &Person) -> String {
    let first = person
        .given_name
        .chars()
        .next()
        .map_or_else(String::new, |first| format!("{first}. "));
    format!(
        "{first}{}{}",
        if person.prefix.is_empty() {
            String::new()
        } else {
            format!("{} ", person.prefix)
        },
        person.name
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paper_of_every_method_is_told() {
        let keys = bauta_methods::ALL
            .iter()
            .flat_map(|technique| technique.descriptor().papers);
        for key in keys {
            let told = reference(key);
            assert!(
                told.len() > 30 && told.contains('(') && told != *key,
                "{key}: {told}"
            );
        }
    }
}
