//! A sequence of operations carried out on the columns.

use oxrdf::Term;
use spargebra::Query;
use spargebra::algebra::GraphPattern;
use spargebra::term::{NamedNodePattern, TermPattern, TriplePattern, Variable};

use super::{Kind, Operation};
use crate::collections::{Map, Set};
use crate::error::Result;
use crate::model::{Graph, Id, Triple, write_term};
use crate::sparql::Asked;

/// Carries out operations one after the other; how many triples went.
///
/// # Errors
/// When a query cannot be answered.
pub fn apply(graph: &mut Graph, sequence: &[&Operation]) -> Result<u64> {
    let mut removed = 0;
    for operation in sequence {
        let found = matches(graph, operation)?;
        let gone: Set<Triple> = found.iter().copied().collect();
        let before = graph.len();
        graph.retain(|triple| !gone.contains(&triple));
        removed += (before - graph.len()) as u64;
        for Triple {
            subject,
            predicate,
            object,
        } in found
        {
            match operation.kind {
                Kind::Delete => {}
                Kind::BlankSubject => {
                    let subject = graph.fresh_blank();
                    graph.push(Triple {
                        subject,
                        predicate,
                        object,
                    });
                }
                Kind::BlankObject => {
                    let object = graph.fresh_blank();
                    graph.push(Triple {
                        subject,
                        predicate,
                        object,
                    });
                }
            }
        }
    }
    Ok(removed)
}

/// The triples that an operation is about, once for each match of its body.
fn matches(graph: &Graph, operation: &Operation) -> Result<Vec<Triple>> {
    let variables = variables(&operation.body);
    let inner = Box::new(GraphPattern::Bgp {
        patterns: operation.body.clone(),
    });
    let pattern = GraphPattern::Project { inner, variables };
    let (names, rows) = Asked::new(graph).select(&Query::Select {
        dataset: None,
        pattern,
        base_iri: None,
    })?;
    let place_of: Map<String, usize> = names
        .into_iter()
        .enumerate()
        .map(|(place, name)| (name, place))
        .collect();
    let mut text = String::new();
    let mut id = |term: &Term| -> Option<Id> {
        text.clear();
        write_term(&mut text, term.as_ref());
        graph.dictionary.find(&text)
    };
    let mut found = Vec::new();
    for row in rows {
        let bound = |variable: &Variable| row.get(*place_of.get(variable.as_str())?)?.clone();
        let term = |term: &TermPattern| match term {
            TermPattern::Variable(variable) => bound(variable),
            TermPattern::NamedNode(node) => Some(node.clone().into()),
            TermPattern::Literal(literal) => Some(literal.clone().into()),
            TermPattern::BlankNode(_) => None,
        };
        let predicate = match &operation.pattern.predicate {
            NamedNodePattern::NamedNode(node) => Some(node.clone().into()),
            NamedNodePattern::Variable(variable) => bound(variable),
        };
        let terms = (
            term(&operation.pattern.subject),
            predicate,
            term(&operation.pattern.object),
        );
        if let (Some(subject), Some(predicate), Some(object)) = terms
            && let (Some(subject), Some(predicate), Some(object)) =
                (id(&subject), id(&predicate), id(&object))
        {
            found.push(Triple {
                subject,
                predicate,
                object,
            });
        }
    }
    Ok(found)
}

fn variables(patterns: &[TriplePattern]) -> Vec<Variable> {
    let mut found: Vec<Variable> = Vec::new();
    for pattern in patterns {
        let predicate = match &pattern.predicate {
            NamedNodePattern::Variable(variable) => Some(variable),
            NamedNodePattern::NamedNode(_) => None,
        };
        let ends = [&pattern.subject, &pattern.object]
            .into_iter()
            .filter_map(|term| match term {
                TermPattern::Variable(variable) => Some(variable),
                _ => None,
            });
        for variable in ends.chain(predicate) {
            if !found.contains(variable) {
                found.push(variable.clone());
            }
        }
    }
    found
}
