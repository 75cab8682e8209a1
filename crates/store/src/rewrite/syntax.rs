//! Errors of the SPARQL parser as a sentence: where, and what is wrong if that can be told. The parser lists every token that could have come.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::error::{Error, Said};

/// What is to be passed over, and prefixes as they are declared and used. None if it is not a regular expression, which a test would show.
static PREFIXES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let long = r#"(?s:""".*?"""|'''.*?''')"#;
    let short = r#""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"#;
    let names = r"<[^<>\s]*>|#[^\n]*|[?$]\w+|_:[\w.-]*";
    let prefix = r"(?:\w[\w.-]*)?";
    let declared = format!(r"(?i:\bPREFIX)\s+(?P<declared>{prefix}):");
    let used = format!("(?P<used>{prefix}):");
    Regex::new(&format!("{long}|{short}|{names}|{declared}|{used}")).ok()
});

/// How the parser's messages begin.
const START: &str = "error at ";

/// The first words of updates.
const UPDATES: [&str; 10] = [
    "INSERT", "DELETE", "WITH", "LOAD", "CLEAR", "DROP", "CREATE", "COPY", "MOVE", "ADD",
];

/// The first words of queries.
const QUERIES: [&str; 4] = ["SELECT", "CONSTRUCT", "DESCRIBE", "ASK"];

/// What the parser calls something, and what we do.
const KNOWN: [(&str, &str, &str); 7] = [
    (
        "The SELECT contains a variable that is unbound",
        "SELECT has a variable that is neither grouped by nor in an aggregate",
        "SELECT a une variable qui n'est ni dans GROUP BY ni dans un agrégat",
    ),
    (
        "Duplicated variable name in SELECT",
        "SELECT names a variable twice",
        "SELECT nomme deux fois une variable",
    ),
    (
        "SELECT * is not authorized with GROUP BY",
        "SELECT * does not go with GROUP BY",
        "SELECT * ne va pas avec GROUP BY",
    ),
    (
        "BIND is overriding an existing variable",
        "BIND gives a value to a variable that has one",
        "BIND donne une valeur à une variable qui en a une",
    ),
    (
        "Repeated variables are not allowed in VALUES",
        "VALUES names a variable twice",
        "VALUES nomme deux fois une variable",
    ),
    (
        "The VALUES clause rows should have exactly",
        "a row of VALUES has more or fewer values than there are variables; write UNDEF for none",
        "une ligne de VALUES a plus ou moins de valeurs qu'il y a de variables ; écrivez UNDEF pour aucune",
    ),
    (
        "only available in SPARQL 1.2",
        "this is SPARQL 1.2, which the store does not read",
        "ceci est du SPARQL 1.2, que l'entrepôt ne lit pas",
    ),
];

/// The error of a parser about a text.
pub fn explained(error: &dyn std::fmt::Display, text: &str, updates: bool) -> Error {
    let told = error.to_string();
    let undeclared = undeclared(text);
    let place = undeclared.or_else(|| place(&told));
    let known = KNOWN.iter().find(|(start, ..)| told.contains(start));
    let (en, fr) = match (first_word(text), known) {
        (Some(word), _) if !updates && UPDATES.contains(&word.as_str()) => (
            "this is an update; send it as one (application/sparql-update, or update=)",
            "ceci est une mise à jour ; envoyez-la comme telle (application/sparql-update, ou update=)",
        ),
        (Some(word), _) if updates && QUERIES.contains(&word.as_str()) => (
            "this is a query; send it as one (application/sparql-query, or query=)",
            "ceci est une requête ; envoyez-la comme telle (application/sparql-query, ou query=)",
        ),
        _ if undeclared.is_some() => ("a prefix is not declared", "un préfixe n'est pas déclaré"),
        (_, Some((_, en, fr))) => (*en, *fr),
        (_, None) if place.is_some_and(|place| is_end(text, place)) => (
            "the text cannot end here: perhaps a bracket or a quotation mark is open, or VALUES or SELECT do not fit what they name",
            "le texte ne peut finir ici : une parenthèse ou un guillemet est peut-être ouvert, ou VALUES ou SELECT ne convient pas à ce qui y est nommé",
        ),
        (_, None) => (
            "what stands here cannot be understood",
            "ce qui se trouve ici ne peut être compris",
        ),
    };
    let located = |line: &str, column: &str| {
        place.map_or(String::new(), |(row, at)| {
            format!("{line} {row}, {column} {at}: ")
        })
    };
    Error::Syntax(Said::new(
        located("line", "column") + en,
        located("ligne", "colonne").replace(": ", " : ") + fr,
    ))
}

/// Line and column, from 1.
fn place(told: &str) -> Option<(usize, usize)> {
    let (place, _) = told.strip_prefix(START)?.split_once(": ")?;
    let (line, column) = place.split_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

/// Where a prefix is used that was not declared before. The parser finds other faults first.
fn undeclared(text: &str) -> Option<(usize, usize)> {
    let mut declared = BTreeSet::new();
    for found in PREFIXES.as_ref()?.captures_iter(text) {
        if let Some(own) = found.name("declared") {
            declared.insert(own.as_str());
        }
        if let Some(own) = found.name("used")
            && !declared.contains(own.as_str())
        {
            let before = text.get(..own.start())?;
            let line = before.rsplit('\n').next().unwrap_or_default();
            return Some((before.matches('\n').count() + 1, line.chars().count() + 1));
        }
    }
    None
}

/// Whether nothing but white space follows a place.
fn is_end(text: &str, (line, column): (usize, usize)) -> bool {
    let mut rest = text.split('\n').skip(line.saturating_sub(1));
    let own = rest.next().unwrap_or_default();
    let own = own
        .chars()
        .skip(column.saturating_sub(1))
        .collect::<String>();
    own.trim().is_empty() && rest.all(|line| line.trim().is_empty())
}

/// The first word behind declarations and comments, in capitals.
fn first_word(text: &str) -> Option<String> {
    let mut words = text.lines().flat_map(|line| {
        line.split("# ")
            .next()
            .unwrap_or_default()
            .split_whitespace()
    });
    loop {
        let word = words.next()?;
        match word.to_ascii_uppercase().as_str() {
            "PREFIX" => {
                words.nth(1)?;
            }
            "BASE" => {
                words.next()?;
            }
            _ => {
                let letters = word.chars().take_while(char::is_ascii_alphabetic);
                return Some(letters.collect::<String>().to_ascii_uppercase());
            }
        }
    }
}
