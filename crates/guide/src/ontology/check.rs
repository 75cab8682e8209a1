//! What is wrong with an ontology, by the rules that its vocabulary states.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use oxigraph::model::vocab::{rdf, rdfs, xsd};
use oxigraph::model::{Literal, NamedNode, NamedOrBlankNode, Quad, Term};
use serde::Serialize;

use super::NAMESPACE;
use super::source::Parsed;
use crate::Said;

/// What the rules for signatures ask of an algorithm that is in a family.
const DESCRIBED: [&str; 9] = [
    "smallDataOnly",
    "correlatedAttributes",
    "accepts",
    "hierarchies",
    "acceptsSuppression",
    "target",
    "automation",
    "generalizationType",
    "usage",
];

/// A fault of an ontology.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// The line, where it can be told.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: Said,
}

impl Fault {
    /// In a language: `file, line 3: what`.
    pub fn text(&self, language: &str) -> String {
        let (word, colon) = if language == "fr" {
            ("ligne", " :")
        } else {
            ("line", ":")
        };
        let line = self
            .line
            .map_or(String::new(), |line| format!(", {word} {line}"));
        format!("{}{line}{colon} {}", self.file, self.what.get(language))
    }
}

/// What the vocabulary says of a property.
#[derive(Default)]
struct Property {
    range: Option<NamedNode>,
    words: BTreeSet<String>,
}

/// Everything that is known for checking.
struct Rules<'a> {
    classes: HashSet<&'a NamedNode>,
    must_have: HashMap<&'a NamedNode, Vec<&'a NamedNode>>,
    properties: HashMap<&'a NamedNode, Property>,
    /// What each thing of all files is.
    types: HashMap<&'a NamedOrBlankNode, HashSet<&'a NamedNode>>,
    /// What is said of it, in all files.
    said: HashMap<&'a NamedOrBlankNode, Vec<(&'a NamedNode, &'a Term)>>,
}

/// All faults, by file and line.
pub(super) fn check(parsed: &[Parsed]) -> Vec<Fault> {
    let quads: Vec<&Quad> = parsed.iter().flat_map(|parsed| &parsed.quads).collect();
    let rules = rules(&quads);
    let mut faults = BTreeSet::new();
    for file in parsed {
        for quad in &file.quads {
            let whats = rules.of_statement(quad);
            faults.extend(
                whats
                    .into_iter()
                    .map(|what| file.fault(&quad.subject, what)),
            );
        }
        let subjects: HashSet<&NamedOrBlankNode> =
            file.quads.iter().map(|quad| &quad.subject).collect();
        for subject in subjects {
            let whats = rules.of_thing(subject);
            faults.extend(whats.into_iter().map(|what| file.fault(subject, what)));
        }
    }
    faults.into_iter().collect()
}

impl Parsed {
    fn fault(&self, subject: &NamedOrBlankNode, what: Said) -> Fault {
        Fault {
            file: self.name.clone(),
            line: self.line(subject),
            what,
        }
    }
}

fn rules<'a>(quads: &[&'a Quad]) -> Rules<'a> {
    let own = |name: &str| format!("{NAMESPACE}{name}");
    let (must_have, one_of) = (own("mustHave"), own("oneOf"));
    let mut rules = Rules {
        classes: HashSet::new(),
        must_have: HashMap::new(),
        properties: HashMap::new(),
        types: HashMap::new(),
        said: HashMap::new(),
    };
    for quad in quads {
        rules
            .said
            .entry(&quad.subject)
            .or_default()
            .push((&quad.predicate, &quad.object));
        if let (true, Term::NamedNode(class)) = (quad.predicate == rdf::TYPE, &quad.object) {
            rules.types.entry(&quad.subject).or_default().insert(class);
        }
        let NamedOrBlankNode::NamedNode(subject) = &quad.subject else {
            continue;
        };
        match &quad.object {
            Term::NamedNode(object) if quad.predicate == rdf::TYPE && *object == rdfs::CLASS => {
                rules.classes.insert(subject);
            }
            Term::NamedNode(object) if quad.predicate == rdf::TYPE && *object == rdf::PROPERTY => {
                rules.properties.entry(subject).or_default();
            }
            Term::NamedNode(object) if quad.predicate == rdfs::RANGE => {
                rules.properties.entry(subject).or_default().range = Some(object.clone());
            }
            Term::NamedNode(object) if quad.predicate.as_str() == must_have => {
                rules.must_have.entry(subject).or_default().push(object);
            }
            Term::Literal(word) if quad.predicate.as_str() == one_of => {
                rules
                    .properties
                    .entry(subject)
                    .or_default()
                    .words
                    .insert(word.value().to_owned());
            }
            _ => {}
        }
    }
    rules
}

impl Rules<'_> {
    /// Whether a thing belongs to the vocabulary itself.
    fn is_vocabulary(&self, subject: &NamedOrBlankNode) -> bool {
        self.types.get(subject).is_some_and(|types| {
            types
                .iter()
                .any(|class| **class == rdfs::CLASS || **class == rdf::PROPERTY)
        })
    }

    fn of_statement(&self, quad: &Quad) -> Vec<Said> {
        if self.is_vocabulary(&quad.subject) {
            return Vec::new();
        }
        let thing = shown(&quad.subject);
        if quad.predicate == rdf::TYPE {
            let known =
                matches!(&quad.object, Term::NamedNode(class) if self.classes.contains(class));
            let class = term(&quad.object);
            let what = || {
                Said::new(
                    format!("{thing}: there is no class {class}; see vocabulary.ttl"),
                    format!("{thing} : il n'y a pas de classe {class} ; voyez vocabulary.ttl"),
                )
            };
            return (!known).then(what).into_iter().collect();
        }
        let property = local(quad.predicate.as_str());
        let Some(known) = self.properties.get(&quad.predicate) else {
            return vec![Said::new(
                format!("{thing}: there is no property {property}; see vocabulary.ttl"),
                format!("{thing} : il n'y a pas de propriété {property} ; voyez vocabulary.ttl"),
            )];
        };
        let wanted = known
            .range
            .as_ref()
            .filter(|range| !self.fits(&quad.object, range));
        let mut whats: Vec<Said> = wanted
            .map(|range| {
                let (given, range) = (term(&quad.object), local(range.as_str()));
                Said::new(
                    format!("{thing}: {property} must be {range}, and {given} is not"),
                    format!("{thing} : {property} doit être {range}, et {given} ne l'est pas"),
                )
            })
            .into_iter()
            .collect();
        if let Term::Literal(word) = &quad.object
            && !known.words.is_empty()
            && !known.words.contains(word.value())
        {
            let words = known
                .words
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(", ");
            whats.push(Said::new(
                format!(
                    "{thing}: {property} is one of {words}, not \"{}\"",
                    word.value()
                ),
                format!(
                    "{thing} : {property} vaut l'un de {words}, pas « {} »",
                    word.value()
                ),
            ));
        }
        whats
    }

    /// Whether a value is what a range says: a literal of a type, or a thing of a class.
    fn fits(&self, object: &Term, range: &NamedNode) -> bool {
        match object {
            Term::Literal(literal) if *range == rdf::LANG_STRING => literal.language().is_some(),
            Term::Literal(literal) => is_a(literal, range),
            Term::NamedNode(node) => self.has_type(&node.clone().into(), range),
            Term::BlankNode(node) => self.has_type(&node.clone().into(), range),
            #[allow(
                unreachable_patterns,
                reason = "the library may learn another kind of term"
            )]
            _ => false,
        }
    }

    fn has_type(&self, thing: &NamedOrBlankNode, class: &NamedNode) -> bool {
        self.types
            .get(thing)
            .is_some_and(|types| types.contains(class))
    }

    /// What is missing of a thing, and what its numbers cannot be.
    fn of_thing(&self, subject: &NamedOrBlankNode) -> Vec<Said> {
        if self.is_vocabulary(subject) {
            return Vec::new();
        }
        let thing = shown(subject);
        let said = self
            .said
            .get(subject)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let has = |name: &str| {
            said.iter()
                .any(|(property, _)| local(property.as_str()) == name)
        };
        let Some(types) = self.types.get(subject) else {
            return vec![Said::new(
                format!("{thing} has no class; say what it is with \"a g:…\""),
                format!("{thing} n'a pas de classe ; dites ce que c'est par « a g:… »"),
            )];
        };
        let asked = types
            .iter()
            .filter_map(|class| self.must_have.get(class))
            .flatten();
        let mut wanted: BTreeSet<&str> = asked.map(|property| local(property.as_str())).collect();
        if has("inFamily") {
            wanted.extend(DESCRIBED);
        }
        let mut whats: Vec<Said> = wanted
            .into_iter()
            .filter(|property| !has(property))
            .map(|property| {
                Said::new(
                    format!("{thing}: {property} is missing"),
                    format!("{thing} : il manque {property}"),
                )
            })
            .collect();
        whats.extend(one_language(&thing, said));
        whats.extend(numbers(&thing, said));
        whats
    }
}

/// Texts that are there in one language only.
fn one_language(thing: &str, said: &[(&NamedNode, &Term)]) -> Vec<Said> {
    let mut languages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (property, object) in said {
        if let Term::Literal(literal) = object
            && let Some(language) = literal.language()
        {
            languages
                .entry(local(property.as_str()))
                .or_default()
                .insert(language);
        }
    }
    let lacking = languages
        .into_iter()
        .filter(|(_, found)| !(found.contains("en") && found.contains("fr")));
    let say = |(property, _)| {
        Said::new(
            format!("{thing}: {property} must be there in English (@en) and French (@fr)"),
            format!("{thing} : {property} doit être là en anglais (@en) et en français (@fr)"),
        )
    };
    lacking.map(say).collect()
}

/// Numbers that no experiment has.
fn numbers(thing: &str, said: &[(&NamedNode, &Term)]) -> Vec<Said> {
    let least = |name: &str| match name {
        "k" | "quasiIdentifiers" | "rows" => Some(1.0),
        "value" => Some(0.0),
        _ => None,
    };
    let mut whats = Vec::new();
    for (property, object) in said {
        let (name, Term::Literal(literal)) = (local(property.as_str()), object) else {
            continue;
        };
        let number = literal.value().parse::<f64>();
        if let (Some(least), Ok(number)) = (least(name), number)
            && (!number.is_finite() || number < least)
        {
            whats.push(Said::new(
                format!("{thing}: {name} must be {least} or more"),
                format!("{thing} : {name} doit valoir {least} ou plus"),
            ));
        }
    }
    whats
}

/// Whether a literal is of a type; whole numbers are decimals too.
fn is_a(literal: &Literal, range: &NamedNode) -> bool {
    let kind = literal.datatype();
    let number = [xsd::INTEGER, xsd::DECIMAL, xsd::DOUBLE].contains(&kind);
    if *range == xsd::DECIMAL {
        number
    } else {
        literal.language().is_none() && kind == range.as_ref()
    }
}

/// The last part of a name.
fn local(name: &str) -> &str {
    name.rsplit(['#', '/']).next().unwrap_or(name)
}

fn shown(subject: &NamedOrBlankNode) -> String {
    match subject {
        NamedOrBlankNode::NamedNode(node) => local(node.as_str()).to_owned(),
        NamedOrBlankNode::BlankNode(_) => "[…]".to_owned(),
    }
}

fn term(object: &Term) -> String {
    match object {
        Term::NamedNode(node) => local(node.as_str()).to_owned(),
        Term::Literal(literal) => format!("\"{}\"", literal.value()),
        _ => "[…]".to_owned(),
    }
}
