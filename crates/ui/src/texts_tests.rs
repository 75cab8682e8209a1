//! The texts: both languages say the same things, all that is used is there, and all that is there is used.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The keys of a language with the places in them.
fn texts(language: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for (path, text) in sources(&Path::new(ROOT).join("texts").join(language), &["ftl"]) {
        let parsed = fluent_syntax::parser::parse(text)
            .unwrap_or_else(|(_, errors)| panic!("{path}: {errors:?}"));
        for entry in parsed.body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let mut places = BTreeSet::new();
            collect(&message.value.unwrap(), &mut places);
            assert!(
                found.insert(message.id.name.clone(), places).is_none(),
                "{path}: {} twice",
                message.id.name
            );
        }
    }
    found
}

fn collect(pattern: &Pattern<String>, places: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        match element {
            PatternElement::Placeable {
                expression: Expression::Inline(inline),
            } => place(inline, places),
            PatternElement::Placeable {
                expression: Expression::Select { selector, variants },
            } => {
                place(selector, places);
                variants
                    .iter()
                    .for_each(|variant| collect(&variant.value, places));
            }
            PatternElement::TextElement { .. } => {}
        }
    }
}

fn place(inline: &InlineExpression<String>, places: &mut BTreeSet<String>) {
    if let InlineExpression::VariableReference { id } = inline {
        places.insert(id.name.clone());
    }
}

/// Files below a folder with one of these extensions, and what is in them.
fn sources(folder: &Path, extensions: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        let extension = path
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or_default();
        if path.is_dir() {
            found.extend(sources(&path, extensions));
        } else if extensions.contains(&extension) {
            found.push((
                path.display().to_string(),
                std::fs::read_to_string(&path).unwrap(),
            ));
        }
    }
    found
}

fn is_key(text: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
}

/// What stands between two marks, wherever that may be a key or begin one.
fn between(text: &str, open: &str, close: &str) -> Vec<String> {
    text.split(open)
        .skip(1)
        .filter_map(|rest| rest.split(close).next())
        .map(str::to_owned)
        .collect()
}

/// Keys that code names whole, and beginnings and ends of those that it puts together.
fn used() -> (BTreeSet<String>, Vec<(String, String)>) {
    let mut whole = BTreeSet::new();
    let mut parts = Vec::new();
    let page = sources(&Path::new(ROOT).join("crates/ui/web/app"), &["ts", "tsx"]);
    for (_, text) in &page {
        whole.extend(
            text.split('"')
                .filter(|part| is_key(part))
                .map(str::to_owned),
        );
        for made in text.split('`').filter(|part| part.contains("${")) {
            let first = made.split("${").next().unwrap_or_default();
            let last = made.rsplit('}').next().unwrap_or_default();
            parts.push((first.to_owned(), last.to_owned()));
        }
    }
    // Crates whose sources say a shared name by its key.
    let crates = [
        "advise",
        "classify",
        "cli",
        "documents",
        "evaluate",
        "explain",
        "graph-run",
        "messages",
        "run",
        "synthesis",
    ];
    for name in crates {
        for (_, text) in sources(
            &Path::new(ROOT).join("crates").join(name).join("src"),
            &["rs"],
        ) {
            whole.extend(
                text.split('"')
                    .filter(|part| is_key(part))
                    .map(str::to_owned),
            );
            let made = between(&text, "format!(\"", "{");
            parts.extend(made.into_iter().map(|first| (first, String::new())));
        }
    }
    parts.retain(|(first, last)| {
        first.len() > 3 && first.ends_with('-') && is_key(first) && is_key(last)
    });
    (whole, parts)
}

#[test]
fn both_languages_have_the_same_texts_with_the_same_places() {
    let (english, french) = (texts("en"), texts("fr"));
    assert!(english.len() > 300, "{}", english.len());
    let keys =
        |texts: &BTreeMap<String, BTreeSet<String>>| texts.keys().cloned().collect::<BTreeSet<_>>();
    let apart: Vec<_> = keys(&english)
        .symmetric_difference(&keys(&french))
        .cloned()
        .collect();
    assert!(apart.is_empty(), "only in one language: {apart:?}");
    for (key, places) in &english {
        assert_eq!(places, &french[key], "{key}");
    }
}

/// The compiler of types sees this too, but is not on every machine.
#[test]
fn every_text_that_is_asked_for_is_there() {
    let texts = texts("en");
    for (path, text) in sources(&Path::new(ROOT).join("crates/ui/web/app"), &["ts", "tsx"]) {
        for key in between(&text, " t(\"", "\"")
            .into_iter()
            .chain(between(&text, "{t(\"", "\""))
        {
            assert!(texts.contains_key(&key), "{path}: no text {key}");
        }
        for made in between(&text, "t(`", "`") {
            let (first, last) = (
                made.split("${").next().unwrap(),
                made.rsplit('}').next().unwrap(),
            );
            assert!(
                texts
                    .keys()
                    .any(|key| key.starts_with(first) && key.ends_with(last)),
                "{path}: no text {made}"
            );
        }
    }
}

#[test]
fn no_text_is_left_that_nobody_asks_for() {
    let (whole, parts) = used();
    let made = |key: &str| {
        parts
            .iter()
            .any(|(first, last)| key.starts_with(first) && key.ends_with(last))
    };
    let idle: Vec<String> = texts("en")
        .into_keys()
        .filter(|key| !whole.contains(key) && !made(key))
        .collect();
    assert!(idle.is_empty(), "{idle:?}");
}
