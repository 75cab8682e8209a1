//! Which language to speak: the one asked for, else the system's, else English.

/// `fr` or `en`.
pub fn chosen(asked: Option<&str>) -> &'static str {
    let system = || {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty())
            .unwrap_or_default()
    };
    let word = asked.map_or_else(system, str::to_owned);
    if word.starts_with("fr") { "fr" } else { "en" }
}

/// The text of a language.
pub fn pick<'a>(language: &str, en: &'a str, fr: &'a str) -> &'a str {
    if language == "fr" { fr } else { en }
}
