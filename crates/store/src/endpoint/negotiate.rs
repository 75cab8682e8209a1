//! Which format a caller wants, and which one was sent.

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, HeaderValue};
use oxigraph::io::{JsonLdProfileSet, RdfFormat};
use oxigraph::sparql::results::QueryResultsFormat;

/// Formats of graphs, the preferred first.
const GRAPHS: [RdfFormat; 7] = [
    RdfFormat::Turtle,
    RdfFormat::NTriples,
    RdfFormat::RdfXml,
    RdfFormat::JsonLd {
        profile: JsonLdProfileSet::empty(),
    },
    RdfFormat::NQuads,
    RdfFormat::TriG,
    RdfFormat::N3,
];

/// Formats of solutions, the preferred first.
const SOLUTIONS: [QueryResultsFormat; 4] = [
    QueryResultsFormat::Json,
    QueryResultsFormat::Xml,
    QueryResultsFormat::Csv,
    QueryResultsFormat::Tsv,
];

/// What a caller accepts, the dearest first.
fn accepted(headers: &HeaderMap) -> Vec<String> {
    let texts = headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut ranges: Vec<(f32, String)> = Vec::new();
    for range in texts.flat_map(|text| text.split(',')) {
        let mut parts = range.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let quality = parts
            .find_map(|part| part.strip_prefix("q="))
            .map_or(Some(1.0), |text| text.parse().ok());
        if !name.is_empty() {
            ranges.push((quality.unwrap_or(0.0), name));
        }
    }
    ranges.retain(|(quality, _)| *quality > 0.0);
    ranges.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut names: Vec<String> = ranges.into_iter().map(|(_, name)| name).collect();
    if !headers.contains_key(ACCEPT) {
        names.push("*/*".to_owned());
    }
    names
}

fn matches_range(range: &str, media: &str) -> bool {
    range == "*/*"
        || range
            .strip_suffix("/*")
            .is_some_and(|start| media.split('/').next() == Some(start))
}

/// Names of formats that `format=` and `output=` take, and what they accept.
const NAMES: [(&str, &str); 12] = [
    (
        "json",
        "application/sparql-results+json, application/ld+json;q=0.9",
    ),
    (
        "xml",
        "application/sparql-results+xml, application/rdf+xml;q=0.9",
    ),
    ("csv", "text/csv"),
    ("tsv", "text/tab-separated-values"),
    ("ttl", "text/turtle"),
    ("turtle", "text/turtle"),
    ("nt", "application/n-triples"),
    ("nq", "application/n-quads"),
    ("trig", "application/trig"),
    ("rdf", "application/rdf+xml"),
    ("jsonld", "application/ld+json"),
    ("json-ld", "application/ld+json"),
];

/// Whether a parameter says which format is wanted.
pub fn is_format(name: &str) -> bool {
    matches!(name, "format" | "output")
}

/// Puts what the parameters say in the place of what the caller accepts: a name, or a media type.
pub fn wanted(parameters: &[(String, String)], headers: &mut HeaderMap) {
    let Some((_, own)) = parameters.iter().find(|(name, _)| is_format(name)) else {
        return;
    };
    let named = NAMES
        .iter()
        .find(|(name, _)| own.eq_ignore_ascii_case(name));
    let media = named.map_or(own.as_str(), |(_, media)| *media);
    let value = HeaderValue::from_str(media).unwrap_or_else(|_| HeaderValue::from_static("none"));
    headers.insert(ACCEPT, value);
}

/// The format of a graph; none if the caller accepts none.
pub fn graph(headers: &HeaderMap) -> Option<RdfFormat> {
    accepted(headers).iter().find_map(|range| {
        let named = RdfFormat::from_media_type(range).filter(|format| {
            !matches!(format, RdfFormat::JsonLd { .. }) || range != "application/json"
        });
        named.or_else(|| {
            GRAPHS
                .into_iter()
                .find(|format| matches_range(range, format.media_type()))
        })
    })
}

/// The format of solutions; none if the caller accepts none.
pub fn solutions(headers: &HeaderMap) -> Option<QueryResultsFormat> {
    accepted(headers).iter().find_map(|range| {
        let named = QueryResultsFormat::from_media_type(range);
        named.or_else(|| {
            SOLUTIONS
                .into_iter()
                .find(|format| matches_range(range, format.media_type()))
        })
    })
}

/// The media type of a body, without its parameters.
pub fn sent(headers: &HeaderMap) -> Option<String> {
    let text = headers
        .get(axum::http::header::CONTENT_TYPE)?
        .to_str()
        .ok()?;
    Some(
        text.split(';')
            .next()
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase(),
    )
}
