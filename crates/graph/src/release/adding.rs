//! New triples of a release: groups and their members, generalised quasi-identifiers, and the declared class.

use std::collections::BTreeMap;

use super::classes::Published;
use super::edits::Edits;
use super::groups::Grouped;
use super::screen::{Screen, Types};
use crate::context::{Context, Resolved};
use crate::model::{Graph, Id, TermKind, Triple, iri, literal_suffix, literal_text};

/// New triples.
pub(super) struct Adding<'a> {
    graph: &'a mut Graph,
    context: &'a Context,
    pub(super) added: Vec<Triple>,
}

impl<'a> Adding<'a> {
    pub(super) fn new(graph: &'a mut Graph, context: &'a Context) -> Self {
        Adding {
            graph,
            context,
            added: Vec::new(),
        }
    }

    fn own(&mut self, name: &str) -> Id {
        let iri = self.context.vocabulary.iri(name);
        self.graph.dictionary.intern_iri(&iri)
    }

    fn push(&mut self, subject: Id, predicate: Id, object: Id) {
        self.added.push(Triple {
            subject,
            predicate,
            object,
        });
    }

    pub(super) fn groups(&mut self, resolved: &Resolved, grouped: &[Grouped], edits: &Edits) {
        if grouped.is_empty() {
            return;
        }
        let [in_group, value_of, cardinality] =
            ["inGroup", "value", "cardinality"].map(|name| self.own(name));
        let kind = self.graph.dictionary.intern_iri(iri::TYPE);
        let mut number = 0;
        for property in grouped {
            let mut nodes = Vec::new();
            for group in &property.groups {
                let node = self.own(&format!("group{number}"));
                nodes.push(node);
                if let Some(class) = group.class {
                    self.push(node, kind, class);
                }
                for (place, &(value, count)) in group.values.iter().enumerate() {
                    let attribute = self.own(&format!("attribute{number}-{place}"));
                    let count = self
                        .graph
                        .dictionary
                        .intern(&literal_text(&count.to_string(), Some(iri::INTEGER)));
                    self.push(node, property.property, attribute);
                    self.push(attribute, value_of, edits.name(value));
                    self.push(attribute, cardinality, count);
                }
                number += 1;
            }
            let links = resolved.links_of(property.property);
            let mut memberships: Vec<(Id, u32)> = links
                .iter()
                .zip(&property.group_of_link)
                .map(|(link, &group)| (link.0, group))
                .collect();
            memberships.sort_unstable();
            memberships.dedup();
            for (entity, group) in memberships {
                self.push(edits.name(entity), in_group, nodes[group as usize]);
            }
        }
    }

    pub(super) fn classes(
        &mut self,
        resolved: &Resolved,
        published: &[Vec<Published>],
        edits: &Edits,
    ) {
        if published.is_empty() {
            return;
        }
        let bounds = ["min", "max"].map(|name| self.own(name));
        let quasi_identifiers: Vec<(Id, String)> = resolved
            .quasi_identifiers
            .iter()
            .map(|quasi| (quasi.property, self.datatype(&quasi.links)))
            .collect();
        for ((property, datatype), published) in quasi_identifiers.into_iter().zip(published) {
            let nodes = self.ranges(published, bounds, &datatype);
            for (&entity, what) in resolved.entities.iter().zip(published) {
                let entity = edits.name(entity);
                match what {
                    Published::Nothing => {}
                    Published::Same(values) => {
                        values
                            .iter()
                            .for_each(|&value| self.push(entity, property, edits.name(value)));
                    }
                    Published::Text(text) => {
                        let text = self.graph.dictionary.intern(&literal_text(text, None));
                        self.push(entity, property, text);
                    }
                    Published::Range(low, high) => {
                        let node = nodes.get(&(low.as_str(), high.as_str()));
                        node.into_iter()
                            .for_each(|&node| self.push(entity, property, node));
                    }
                }
            }
        }
    }

    /// The declared class of entities, where it does not stand in the release as it was: a type below it says more. It is published of all or of none, as some would
    /// be told from others by it.
    pub(super) fn types(&mut self, resolved: &Resolved, screen: &Screen, edits: &Edits) {
        let Some(class) = resolved.class else { return };
        let kind = self.graph.dictionary.intern_iri(iri::TYPE);
        if screen.types == Types::Added {
            for &entity in &resolved.entities {
                self.push(edits.name(entity), kind, class);
            }
        }
    }

    /// One node per range, in the order of ranges and not of entities: who has the same range shares it.
    fn ranges<'p>(
        &mut self,
        published: &'p [Published],
        bounds: [Id; 2],
        datatype: &str,
    ) -> BTreeMap<(&'p str, &'p str), Id> {
        let ranges = published.iter().filter_map(|what| match what {
            Published::Range(low, high) => Some(((low.as_str(), high.as_str()), 0)),
            _ => None,
        });
        let mut nodes: BTreeMap<(&str, &str), Id> = ranges.collect();
        for (&(low, high), node) in &mut nodes {
            *node = self.graph.fresh_blank();
            for (bound, number) in bounds.into_iter().zip([low, high]) {
                let number = self
                    .graph
                    .dictionary
                    .intern(&format!("\"{number}\"{datatype}"));
                self.added.push(Triple {
                    subject: *node,
                    predicate: bound,
                    object: number,
                });
            }
        }
        nodes
    }

    /// What follows the bounds of ranges: the datatype of a value, the same whatever the order of entities.
    fn datatype(&self, links: &[(Id, Id)]) -> String {
        // Of several datatypes the first one's: a range has one for both its ends.
        let literal = |id: &Id| self.graph.dictionary.kind(*id) == TermKind::Literal;
        let first = links.iter().map(|link| link.1).filter(literal).min();
        first
            .map(|id| literal_suffix(self.graph.dictionary.text(id)).to_owned())
            .unwrap_or_default()
    }
}
