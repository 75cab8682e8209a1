//! Turtle texts, and where things stand in them.

use std::collections::BTreeMap;

use oxigraph::io::{RdfFormat, RdfParseError, RdfParser};
use oxigraph::model::{NamedOrBlankNode, Quad};

use super::NAMESPACE;
use crate::Said;

/// A Turtle file, by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// Its name, for faults.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// A file that is Turtle.
pub(super) struct Parsed {
    pub name: String,
    pub quads: Vec<Quad>,
    lines: BTreeMap<String, usize>,
}

impl Parsed {
    /// The line where a thing is first spoken of, where that can be told.
    pub fn line(&self, subject: &NamedOrBlankNode) -> Option<usize> {
        self.lines.get(&subject.to_string()).copied()
    }
}

/// Reads a file.
pub(super) fn parse(source: SourceText) -> Result<Parsed, Said> {
    let parser = RdfParser::from_format(RdfFormat::Turtle).rename_blank_nodes();
    let quads: Result<Vec<Quad>, _> = parser.for_slice(source.text.as_bytes()).collect();
    let quads = quads.map_err(|error| fault(&source.name, &RdfParseError::from(error)))?;
    let lines = lines(&source.text, &quads);
    Ok(Parsed {
        name: source.name,
        quads,
        lines,
    })
}

fn fault(name: &str, error: &RdfParseError) -> Said {
    let line = match error {
        RdfParseError::Syntax(error) => error.location().map(|place| place.start.line + 1),
        RdfParseError::Io(_) => None,
    };
    let place = |word: &str| line.map_or(String::new(), |line| format!(", {word} {line}"));
    Said::new(
        format!("{name}{}: this is no Turtle: {error}", place("line")),
        format!(
            "{name}{} : ce n'est pas du Turtle : {error}",
            place("ligne")
        ),
    )
}

/// Where subjects stand: named ones where a line begins with their name; those without a name in the order of the lines that
/// begin with a bracket.
fn lines(text: &str, quads: &[Quad]) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let mut nameless = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            nameless.push(index + 1);
        }
        let name = line
            .split_whitespace()
            .next()
            .and_then(|word| word.strip_prefix("g:"));
        if let Some(name) = name.filter(|_| !line.starts_with(char::is_whitespace)) {
            found
                .entry(format!("<{NAMESPACE}{name}>"))
                .or_insert(index + 1);
        }
    }
    // What nobody refers to begins a statement.
    let referred: std::collections::BTreeSet<String> =
        quads.iter().map(|quad| quad.object.to_string()).collect();
    let mut first = Vec::new();
    for quad in quads
        .iter()
        .filter(|quad| matches!(quad.subject, NamedOrBlankNode::BlankNode(_)))
    {
        let name = quad.subject.to_string();
        if !referred.contains(&name) && first.last() != Some(&name) && !first.contains(&name) {
            first.push(name);
        }
    }
    found.extend(first.into_iter().zip(nameless));
    found
}
