//! SPARQL 1.1 Protocol: a request as the operation that it asks for, or why it is none.

use axum::http::{HeaderMap, Method, StatusCode, header};
use oxigraph::model::NamedNode;
use percent_encoding::percent_decode;

use super::answer::{Language, Problem, Result};
use super::negotiate::sent;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// A query.
    Query(Words),
    /// An update.
    Update(Words),
    /// What the service is, with the parameters that say which format is wanted.
    Description(Vec<(String, String)>),
}

/// A text and the graphs that go with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// The query or update.
    pub text: String,
    /// `default-graph-uri` or `using-graph-uri`.
    pub default: Vec<NamedNode>,
    /// `named-graph-uri` or `using-named-graph-uri`.
    pub named: Vec<NamedNode>,
    /// Whether the exact data are meant (`view=exact`).
    pub exact: bool,
    /// Parameters that say which format is wanted.
    pub parameters: Vec<(String, String)>,
}

/// Pairs of an address's query or of a form.
pub fn pairs(text: &[u8]) -> Option<Vec<(String, String)>> {
    let decoded = |part: &[u8]| {
        let spaced: Vec<u8> = part
            .iter()
            .map(|byte| if *byte == b'+' { b' ' } else { *byte })
            .collect();
        percent_decode(&spaced)
            .decode_utf8()
            .ok()
            .map(std::borrow::Cow::into_owned)
    };
    let parts = text
        .split(|byte| *byte == b'&')
        .filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let at = memchr::memchr(b'=', part).unwrap_or(part.len());
            let (name, value) = part.split_at(at);
            Some((decoded(name)?, decoded(value.get(1..).unwrap_or_default())?))
        })
        .collect()
}

/// The operation of a request.
pub fn operation(
    method: &Method,
    query: Option<&str>,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<Operation> {
    let language = Language::of(headers);
    let wrong = |status, en, fr| Problem::new(status, language.say(en, fr));
    let no_text = || {
        wrong(
            StatusCode::BAD_REQUEST,
            "the request is not UTF-8, or its address is not well encoded",
            "la requête n'est pas en UTF-8, ou son adresse est mal encodée",
        )
    };
    let address = pairs(query.unwrap_or_default().as_bytes()).ok_or_else(no_text)?;
    if method == Method::GET || method == Method::HEAD {
        if address.iter().any(|(name, _)| name == "update") {
            return Err(wrong(
                StatusCode::METHOD_NOT_ALLOWED,
                "an update is sent by POST",
                "une mise à jour s'envoie par POST",
            ));
        }
        return if address.iter().any(|(name, _)| name == "query") {
            words(&address, "query", language).map(Operation::Query)
        } else if address
            .iter()
            .all(|(name, _)| super::negotiate::is_format(name))
        {
            Ok(Operation::Description(address))
        } else {
            Err(missing(language))
        };
    }
    let text = || {
        std::str::from_utf8(body)
            .map(str::to_owned)
            .map_err(|_| no_text())
    };
    if charset(headers).is_some_and(|own| {
        !own.eq_ignore_ascii_case("utf-8") && !own.eq_ignore_ascii_case("us-ascii")
    }) {
        return Err(no_text());
    }
    match sent(headers).as_deref() {
        Some("application/sparql-query") => Ok(Operation::Query(with_graphs(
            text()?,
            &address,
            "query",
            language,
        )?)),
        Some("application/sparql-update") => Ok(Operation::Update(with_graphs(
            text()?,
            &address,
            "update",
            language,
        )?)),
        Some("application/x-www-form-urlencoded") => {
            let form = pairs(body).ok_or_else(no_text)?;
            let has = |key: &str| form.iter().any(|(name, _)| name == key);
            let all: Vec<(String, String)> = form.iter().cloned().chain(address).collect();
            match (has("query"), has("update")) {
                (true, false) => words(&all, "query", language).map(Operation::Query),
                (false, true) => words(&all, "update", language).map(Operation::Update),
                (true, true) | (false, false) => Err(missing(language)),
            }
        }
        Some(_) | None => Err(wrong(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "send application/sparql-query, application/sparql-update or application/x-www-form-urlencoded",
            "envoyez application/sparql-query, application/sparql-update ou application/x-www-form-urlencoded",
        )),
    }
}

fn charset(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let value = text
        .split(';')
        .find_map(|part| part.trim().strip_prefix("charset="))?;
    Some(value.trim_matches('"'))
}

fn missing(language: Language) -> Problem {
    let sentence = language.say(
        "send one query or one update",
        "envoyez une requête ou une mise à jour, une seule",
    );
    Problem::new(StatusCode::BAD_REQUEST, sentence)
}

fn words(pairs: &[(String, String)], key: &str, language: Language) -> Result<Words> {
    let mut texts = pairs
        .iter()
        .filter(|(name, _)| name == key)
        .map(|(_, value)| value);
    match (texts.next(), texts.next()) {
        (Some(text), None) => with_graphs(text.clone(), pairs, key, language),
        _ => Err(missing(language)),
    }
}

fn with_graphs(
    text: String,
    pairs: &[(String, String)],
    kind: &str,
    language: Language,
) -> Result<Words> {
    let (default, named) = match kind {
        "query" => ("default-graph-uri", "named-graph-uri"),
        _ => ("using-graph-uri", "using-named-graph-uri"),
    };
    let graphs = |key: &str| -> Result<Vec<NamedNode>> {
        let own = pairs.iter().filter(|(name, _)| name == key);
        own.map(|(_, value)| NamedNode::new(value))
            .collect::<std::result::Result<_, _>>()
            .map_err(|_| {
                Problem::new(
                    StatusCode::BAD_REQUEST,
                    language.say(
                        "a graph has no valid address",
                        "un graphe n'a pas d'adresse valide",
                    ),
                )
            })
    };
    let exact = pairs
        .iter()
        .any(|(name, value)| name == "view" && value == "exact");
    Ok(Words {
        text,
        default: graphs(default)?,
        named: graphs(named)?,
        exact,
        parameters: pairs
            .iter()
            .filter(|(name, _)| super::negotiate::is_format(name))
            .cloned()
            .collect(),
    })
}
