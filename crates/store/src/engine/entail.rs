//! What reasoning would give away: an open property from whose facts those of a protected one follow (`rdfs:subPropertyOf`, `owl:equivalentProperty`,
//! `owl:inverseOf`, over any number of steps) is not published.

use std::collections::HashSet;

use oxigraph::model::vocab::rdfs;
use oxigraph::model::{NamedNodeRef, NamedOrBlankNode, Quad, Term};

use crate::context::{Context, Role};
use crate::error::Result;
use crate::graph::Source;

const EQUIVALENT: NamedNodeRef<'static> =
    NamedNodeRef::new_unchecked("http://www.w3.org/2002/07/owl#equivalentProperty");
const INVERSE: NamedNodeRef<'static> =
    NamedNodeRef::new_unchecked("http://www.w3.org/2002/07/owl#inverseOf");

/// Properties that lead from one to the other, and whether also back.
const STEPS: [(NamedNodeRef<'static>, bool); 3] = [
    (rdfs::SUB_PROPERTY_OF, false),
    (EQUIVALENT, true),
    (INVERSE, true),
];

/// Whether a fact may change what follows from others.
pub fn teaches(quad: &Quad) -> bool {
    STEPS
        .iter()
        .any(|(property, _)| quad.predicate == *property)
}

/// Open properties from which protected ones follow.
pub fn veiled<'a>(store: impl Source<'a>, context: &Context) -> Result<HashSet<String>> {
    let mut links: Vec<(String, String)> = Vec::new();
    for (property, back) in STEPS {
        for quad in store.quads(None, Some(property), None, None) {
            let quad = quad?;
            let (NamedOrBlankNode::NamedNode(low), Term::NamedNode(high)) =
                (quad.subject, quad.object)
            else {
                continue;
            };
            if back {
                links.push((high.as_str().to_owned(), low.as_str().to_owned()));
            }
            links.push((low.into_string(), high.into_string()));
        }
    }
    let protected = |name: &str| {
        matches!(
            context.role(name),
            Role::Identifier | Role::Quasi(_) | Role::Sensitive
        )
    };
    let mut reached: HashSet<String> = links
        .iter()
        .map(|(_, high)| high)
        .filter(|name| protected(name))
        .cloned()
        .collect();
    let mut before = usize::MAX;
    while before != reached.len() {
        before = reached.len();
        let lower: Vec<String> = links
            .iter()
            .filter(|(_, high)| reached.contains(high))
            .map(|(low, _)| low.clone())
            .collect();
        reached.extend(lower);
    }
    reached.retain(|name| context.role(name) == Role::Open);
    Ok(reached)
}
