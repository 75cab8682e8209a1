//! Terms that name an entity besides its own: IRIs that extend its IRI, IRIs that identify it, and literals with either in them.

use rayon::prelude::*;

use crate::collections::Set;
use crate::context::{Context, Resolved};
use crate::model::{Graph, Id, TermKind, literal_suffix};

/// What may follow the name of an entity in an IRI that is derived from it: every mark of an IRI, as letters and digits go on with
/// the name. An encoded character (`%2F`) counts as a mark, whatever it stands for.
pub const EXTENDS: &str = "/#?.;:-_@,~!()[]+=&%*'$";

/// IRIs that extend an entity's at a boundary (`…/Person1/Paper2`, not `…/Person12`), and IRIs that are values of an identifier; ascending.
pub(super) fn names(graph: &Graph, context: &Context, resolved: &Resolved) -> Vec<Id> {
    let mut found: Set<Id> = identifying(graph, resolved).collect();
    if context.identifiers.derived {
        let own = OwnIris::of(graph, resolved.entities.iter().chain(&resolved.aliases));
        let derived = (0..graph.dictionary.len() as Id)
            .into_par_iter()
            .filter(|&id| {
                graph
                    .dictionary
                    .iri(id)
                    .is_some_and(|iri| own.has_start(iri))
            });
        found.extend(derived.collect::<Vec<_>>());
    }
    let mut found: Vec<Id> = found.into_iter().collect();
    found.retain(|&id| !resolved.is_entity(id) && graph.dictionary.kind(id) == TermKind::Iri);
    found.sort_unstable();
    found
}

/// Values of identifiers of entities.
fn identifying<'a>(graph: &'a Graph, resolved: &'a Resolved) -> impl Iterator<Item = Id> + 'a {
    let properties = resolved.identifiers.iter();
    let links = properties.flat_map(|&property| graph.each(Some(property)));
    links
        .filter(|link| resolved.is_entity(link.0))
        .map(|link| link.1)
}

/// IRIs that may not be recognised in others.
#[derive(Default)]
struct OwnIris<'a> {
    all: Set<&'a str>,
    schemes: Set<&'a str>,
    longest: usize,
}

impl<'a> OwnIris<'a> {
    fn of(graph: &'a Graph, terms: impl Iterator<Item = &'a Id>) -> Self {
        let all: Set<&str> = terms.filter_map(|&id| graph.dictionary.iri(id)).collect();
        let scheme = |iri: &&'a str| Some(iri.split_once(':')?.0);
        OwnIris {
            schemes: all.iter().filter_map(scheme).collect(),
            longest: all.iter().map(|iri| iri.len()).max().unwrap_or(0),
            all,
        }
    }

    /// Whether an IRI is one of them or goes on from one.
    fn has(&self, iri: &str) -> bool {
        self.all.contains(iri) || self.has_start(iri)
    }

    /// Whether an IRI goes on from one of them.
    fn has_start(&self, iri: &str) -> bool {
        iri.char_indices()
            .take_while(|(end, _)| *end <= self.longest)
            .filter(|(_, c)| EXTENDS.contains(*c))
            .any(|(end, _)| self.all.contains(&iri[..end]))
    }

    /// Whether a text has one of them in it, or an IRI that goes on from one.
    fn are_in(&self, text: &str) -> bool {
        let ends_iri = |c: char| c.is_whitespace() || "<>\"{}|\\^`".contains(c);
        text.match_indices(':').any(|(colon, _)| {
            // However a word goes over into the scheme: "seehttp:" has one too.
            let mut starts = self
                .schemes
                .iter()
                .filter(|scheme| text[..colon].ends_with(**scheme));
            starts.any(|scheme| {
                let rest = &text[colon - scheme.len()..];
                // No further than any of them reaches.
                let far = rest
                    .char_indices()
                    .map(|(at, _)| at)
                    .find(|at| *at > self.longest + 1);
                let near = &rest[..far.unwrap_or(rest.len())];
                self.has(&near[..near.find(ends_iri).unwrap_or(near.len())])
            })
        })
    }
}

/// By term, whether it is a literal that names an entity.
pub(super) fn naming_literals(
    graph: &Graph,
    context: &Context,
    resolved: &Resolved,
    names: &[Id],
) -> Vec<bool> {
    let entities = resolved.entities.iter().chain(&resolved.aliases);
    let own = match context.identifiers.replace {
        true => OwnIris::of(graph, entities.chain(names)),
        false => OwnIris::default(),
    };
    let values: Set<Id> = identifying(graph, resolved).collect();
    let texts: Set<String> = values
        .iter()
        .filter(|&&id| graph.dictionary.kind(id) == TermKind::Iri || is_text(graph, id))
        .map(|&id| graph.dictionary.label(id).into_owned())
        .collect();
    let names_one = |id: Id| {
        if graph.dictionary.kind(id) != TermKind::Literal {
            return false;
        }
        let label = graph.dictionary.label(id);
        let datatype = literal_suffix(graph.dictionary.text(id)).strip_prefix("^^<");
        let datatype = datatype.and_then(|rest| rest.strip_suffix('>'));
        values.contains(&id)
            || (texts.contains(label.as_ref())
                && (is_text(graph, id) || datatype.is_some_and(|own| own.ends_with("anyURI"))))
            || datatype.is_some_and(|datatype| own.has(datatype))
            || own.are_in(&label)
    };
    (0..graph.dictionary.len() as Id)
        .into_par_iter()
        .map(names_one)
        .collect()
}

/// Whether a literal is a text, with a language or without.
fn is_text(graph: &Graph, id: Id) -> bool {
    let text = graph.dictionary.text(id);
    graph.dictionary.kind(id) == TermKind::Literal && !literal_suffix(text).starts_with("^^")
}
