//! The verifier's look at names: whether anything in the release, in whatever place, names an entity, tells of it undeclared, or tells of it as a statement.
//!
//! It goes by the texts of the release's terms and finds what may not be there anew from the original, without the code that chose what goes.

use super::Release;
use super::verify::Finding;
use crate::collections::{Map, Set};
use crate::context::{Context, Others};
use crate::model::{DEFAULT_GRAPH, Graph, Id, TermKind, Triple, iri};
use crate::write::Written;

/// Marks that no IRI may have, though a lenient reader lets them through: they end no name.
const NO_MARKS: &str = "<>\"{}|\\^`";

const NAMED: &str = "no entity is named by its IRI or one that extends it, be it as a graph, a predicate or in a literal";
const IDENTIFIED: &str = "no value of an identifier of an entity is left anywhere";
const UNDECLARED: &str = "no triple of an entity has a property that is not declared";
const GRAPHED: &str = "no named graph has a triple of an entity";
const TOLD: &str = "no reified statement tells a protected triple";

/// What is looked for here.
pub const NAME_FINDINGS: [&str; 5] = [NAMED, IDENTIFIED, UNDECLARED, GRAPHED, TOLD];

/// What of each triple of a release is counted.
#[derive(Default)]
struct Counts {
    named: u64,
    identifying: u64,
    undeclared: u64,
    graphed: u64,
}

/// What is found of names.
pub(super) fn names(graph: &Graph, context: &Context, release: &Release) -> Vec<Finding> {
    let look = Look::new(graph, context, release);
    let edited = release.edited(graph);
    let mut counts = Counts::default();
    let mut told: Map<Id, Told> = Map::default();
    for (triple, name) in (0..edited.places()).filter_map(|place| edited.at(place)) {
        look.count(triple, name, &mut counts);
        look.note_statement(triple, &mut told);
    }
    let mut findings = Vec::new();
    let mut say = |what: &str, holds: bool| {
        findings.push(Finding {
            what: what.to_owned(),
            holds,
        });
    };
    if context.identifiers.replace {
        say(NAMED, counts.named == 0);
    }
    if !release.resolved.identifiers.is_empty() {
        say(IDENTIFIED, counts.identifying == 0);
    }
    if context.others == Others::Withheld {
        say(UNDECLARED, counts.undeclared == 0);
    }
    if graph.has_named_graphs() {
        say(GRAPHED, counts.graphed == 0);
    }
    let told = told.values().filter(|told| look.is_protected(told)).count();
    say(TOLD, told == 0);
    findings
}

/// A reified statement.
#[derive(Default, Clone, Copy)]
struct Told {
    of_entity: bool,
    predicate: Option<Id>,
}

struct Look<'a> {
    release: &'a Release,
    /// By term, whether it names an entity, and whether it equals an identifying value.
    named: Vec<bool>,
    identifying: Vec<bool>,
    entities: Set<Id>,
    /// Properties that the context names, or that releases are written with.
    declared: Set<Id>,
    /// Properties whose values are generalised or grouped: they may equal an identifying value.
    valued: Set<Id>,
    hidden: Set<Id>,
    kind: Option<Id>,
    statement: [Option<Id>; 6],
}

impl<'a> Look<'a> {
    fn new(graph: &'a Graph, context: &'a Context, release: &'a Release) -> Self {
        let resolved = &release.resolved;
        let find = |name: &str| graph.dictionary.find_iri(name);
        let full = |name: &String| find(&context.iri(name).ok()?);
        let valued = resolved.valued();
        let own = ["inGroup", "value", "cardinality", "min", "max"]
            .map(|name| find(&context.vocabulary.iri(name)));
        let mut declared: Set<Id> = valued.clone();
        declared.extend(context.open.iter().filter_map(full));
        declared.extend(&resolved.neighbourhood);
        declared.extend(own.into_iter().flatten());
        let mut hidden: Set<Id> = resolved.identifiers.iter().copied().collect();
        hidden.extend(release.grouped.iter().map(|property| property.property));
        if !release.published.is_empty() {
            hidden.extend(
                resolved
                    .quasi_identifiers
                    .iter()
                    .map(|quasi| quasi.property),
            );
        }
        Look {
            named: named(graph, context, release),
            identifying: identifying(graph, release),
            entities: resolved
                .entities
                .iter()
                .map(|&old| release.edits.name(old))
                .collect(),
            declared,
            valued,
            hidden,
            kind: find(iri::TYPE),
            statement: [
                iri::REIFIED_SUBJECT,
                iri::ANNOTATED_SOURCE,
                iri::REIFIED_OBJECT,
                iri::ANNOTATED_TARGET,
                iri::REIFIED_PREDICATE,
                iri::ANNOTATED_PROPERTY,
            ]
            .map(find),
            release,
        }
    }

    fn count(&self, triple: Triple, graph: Id, counts: &mut Counts) {
        let Triple {
            subject,
            predicate,
            object,
        } = triple;
        let is = |marks: &[bool], id: Id| marks.get(id as usize).copied().unwrap_or(false);
        let places = [subject, predicate, object, graph];
        counts.named += u64::from(places.iter().any(|&id| is(&self.named, id)));
        let own = [subject, object].map(|id| self.entities.contains(&id));
        let is_value = own[0] && self.valued.contains(&predicate);
        counts.identifying += u64::from(is(&self.identifying, object) && !is_value);
        let of_entity = own[0] || own[1];
        let is_class = Some(predicate) == self.kind && Some(object) == self.release.resolved.class;
        let is_declared = self.declared.contains(&predicate) || is_class;
        counts.undeclared += u64::from(of_entity && !is_declared);
        counts.graphed += u64::from(of_entity && graph != DEFAULT_GRAPH);
    }

    fn note_statement(&self, triple: Triple, told: &mut Map<Id, Told>) {
        let Some(part) = self
            .statement
            .iter()
            .position(|id| *id == Some(triple.predicate))
        else {
            return;
        };
        let own = told.entry(triple.subject).or_default();
        match part {
            0..4 => own.of_entity |= self.entities.contains(&triple.object),
            _ => own.predicate = Some(triple.object),
        }
    }

    fn is_protected(&self, told: &Told) -> bool {
        told.of_entity
            && told
                .predicate
                .is_none_or(|predicate| self.hidden.contains(&predicate))
    }
}

/// By term, whether it may not stand in the release: an entity's IRI, one that extends it, or a literal with either in it.
fn named(graph: &Graph, context: &Context, release: &Release) -> Vec<bool> {
    use rayon::prelude::*;
    if !context.identifiers.replace {
        return Vec::new();
    }
    let resolved = &release.resolved;
    let entities = resolved.entities.iter().chain(&resolved.aliases);
    let own: Set<&str> = entities
        .filter_map(|&id| graph.dictionary.iri(id))
        .collect();
    let longest = own.iter().map(|iri| iri.len()).max().unwrap_or(0);
    let derived = context.identifiers.derived;
    let is_mark = |c: char| c.is_ascii_punctuation() && !NO_MARKS.contains(c);
    // Prefixes that end before a mark, no longer than the longest name.
    let starts_with_name = |iri: &str| {
        let mut ends = iri.char_indices().take_while(|(at, _)| *at <= longest);
        ends.any(|(at, c)| is_mark(c) && own.contains(&iri[..at]))
    };
    let is_named = |iri: &str| own.contains(iri) || (derived && starts_with_name(iri));
    let firsts: Set<&str> = own
        .iter()
        .filter_map(|iri| iri.split_inclusive(':').next())
        .collect();
    let has_name = |text: &str| {
        let words = text.split(|c: char| c.is_whitespace() || NO_MARKS.contains(c));
        words.filter(|word| word.contains(':')).any(|word| {
            let begins = |first: &&str| {
                word.match_indices(*first)
                    .map(|(at, _)| at)
                    .collect::<Vec<_>>()
            };
            let mut places = firsts.iter().flat_map(begins);
            places.any(|at| own.contains(&word[at..]) || starts_with_name(&word[at..]))
        })
    };
    (0..graph.dictionary.len() as Id)
        .into_par_iter()
        .map(|id| match graph.dictionary.kind(id) {
            TermKind::Iri => graph.dictionary.iri(id).is_some_and(is_named),
            TermKind::Blank => false,
            // The whole term: its datatype may be an IRI of theirs too.
            TermKind::Literal => {
                has_name(&graph.dictionary.label(id)) || has_name(graph.dictionary.text(id))
            }
        })
        .collect()
}

/// By term, whether it is a literal that says what an identifier of an entity said.
fn identifying(graph: &Graph, release: &Release) -> Vec<bool> {
    let values = release
        .resolved
        .identifying
        .iter()
        .map(|triple| triple.object);
    let values: Set<Id> = values
        .filter(|&id| graph.dictionary.kind(id) == TermKind::Literal)
        .collect();
    let is_text = |id: Id| !graph.dictionary.text(id).ends_with('>');
    let texts: Set<String> = values
        .iter()
        .filter(|&&id| is_text(id))
        .map(|&id| graph.dictionary.label(id).into_owned())
        .collect();
    (0..graph.dictionary.len() as Id)
        .map(|id| {
            let is_literal = graph.dictionary.kind(id) == TermKind::Literal;
            is_literal
                && (values.contains(&id)
                    || (is_text(id) && texts.contains(graph.dictionary.label(id).as_ref())))
        })
        .collect()
}
