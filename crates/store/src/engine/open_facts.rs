//! Open facts of those in a release, and of what belongs to them.

use std::collections::{HashMap, HashSet};

use oxigraph::model::vocab::rdf;
use oxigraph::model::{GraphName, NamedNode, NamedOrBlankNode};

use super::counterfeit::Fact;
use super::mention::open_copy;
use super::profile::Profiles;
use super::release::Shown;
use super::threads::in_threads;
use super::writer::Basis;
use crate::context::Context;
use crate::error::Result;
use crate::graph::{key, key_of_node};
use crate::invariance::Id;

/// A property that is published, and the class that its facts name.
pub type Pattern = (NamedNode, Option<NamedNode>);

/// What is published as it is.
pub fn patterns(context: &Context) -> Vec<Pattern> {
    let classes = context.classes.iter().map(|class| {
        let class = NamedNode::new_unchecked(class);
        (rdf::TYPE.into_owned(), Some(class))
    });
    context
        .open_properties()
        .map(|property| (property, None))
        .chain(classes)
        .collect()
}

/// Open facts of those in a release.
#[derive(Default)]
pub struct OpenFacts {
    /// Of each who is a model of counterfeits, and of what belongs to them.
    pub facts: HashMap<Id, Vec<Fact>>,
    pub profiles: Profiles,
}

/// Shows open facts about those in the release, and of what belongs to them.
pub fn open_facts(
    basis: Basis<'_>,
    patterns: &[Pattern],
    likes: &HashSet<Id>,
    shown: &mut Shown,
) -> Result<OpenFacts> {
    let Basis { state, store, .. } = basis;
    let mut places = Vec::new();
    for graph in private_graphs(basis)? {
        if let Some(origin) = basis.context.origin(graph.as_str()) {
            let each = patterns.iter().enumerate();
            places.extend(each.map(|pattern| (graph.clone(), origin.clone(), pattern)));
        }
    }
    let released = shown.released();
    let of_place =
        |(graph, origin, (at, (property, object))): &(NamedNode, GraphName, (usize, &Pattern))| {
            let object = object.as_ref().map(|class| class.as_ref().into());
            let found = store.quads_for_pattern(
                None,
                Some(property.as_ref()),
                object,
                Some(graph.as_ref().into()),
            );
            let mut copies = Vec::new();
            for quad in found {
                let quad = quad?;
                let ends = [
                    state.entity(&key_of_node(quad.subject.as_ref())),
                    key(quad.object.as_ref()).and_then(|key| state.entity(&key)),
                ];
                let copy = open_copy(state, quad, origin, released);
                copies.extend(copy.map(|copy| (*at, ends, copy)));
            }
            Ok(copies)
        };
    let mut open = OpenFacts::default();
    for (at, ends, copy) in in_threads(&places, &of_place)?.into_iter().flatten() {
        for (id, is_subject) in ends.iter().zip([true, false]) {
            if let Some(id) = id {
                open.profiles.add(*id, &copy, is_subject);
            }
        }
        let [subject, object] = ends;
        let once = object.filter(|id| subject != Some(*id));
        for id in subject
            .into_iter()
            .chain(once)
            .filter(|id| likes.contains(id))
        {
            open.facts.entry(id).or_default().push((at, copy.clone()));
        }
        shown.add(std::iter::once(copy));
    }
    // Threads end in any order, and a release must follow from the journal alone.
    for facts in open.facts.values_mut() {
        facts.sort_by_cached_key(|(at, quad)| (*at, quad.to_string()));
    }
    Ok(open)
}

/// Private graphs that stand beside others; the one of sensitive values does not.
fn private_graphs(basis: Basis<'_>) -> Result<Vec<NamedNode>> {
    let mut graphs = vec![basis.context.private.clone()];
    for graph in basis.store.named_graphs() {
        if let NamedOrBlankNode::NamedNode(node) = graph?
            && node != basis.context.private
            && matches!(
                basis.context.origin(node.as_str()),
                Some(GraphName::NamedNode(_))
            )
        {
            graphs.push(node);
        }
    }
    Ok(graphs)
}
