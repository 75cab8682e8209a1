//! Who is alive, and what is known of them. What nothing has touched since it was last looked at is not looked at again.

use std::collections::HashMap;

use oxigraph::model::{NamedNode, NamedOrBlankNode, Term};

use super::threads::in_threads;
use super::writer::{Basis, Writer};
use crate::context::{End, Quasi, Role};
use crate::error::Result;
use crate::graph::{Exact, term_of_key};
use crate::invariance::{Id, Tuple, Value};
use crate::state::Known;

/// Entities that a thread looks at in one go.
const PART: usize = 500;

/// What is known of the living.
#[derive(Default)]
pub struct Living {
    /// Those who can be published, with places on the scales.
    pub tuples: Vec<Tuple>,
    /// Sensitive values that have no number yet: theirs are the next ones.
    pub values: Vec<String>,
    /// Those that have no place in classes: nothing sensitive is declared.
    pub plain: Vec<Id>,
    /// How many lack something.
    pub incomplete: usize,
}

/// Everybody who can be published; all have been looked at.
pub fn living(basis: Basis<'_>) -> Living {
    let (context, state) = (basis.context, basis.state);
    let mut numbers: HashMap<String, Value> = state.values.iter().cloned().zip(0..).collect();
    let mut ids: Vec<Id> = state
        .links
        .values()
        .filter(|link| link.owner.is_none())
        .map(|link| link.id)
        .collect();
    // A map has no order, and a release must follow from the journal alone.
    ids.sort_unstable();
    let quasi: Vec<&Quasi> = context
        .quasi
        .iter()
        .filter(|own| own.is_published())
        .collect();
    let mut living = Living::default();
    for id in ids {
        match state.known.get(&id) {
            None | Some(Known::Gone) => {}
            Some(Known::Incomplete) => living.incomplete += 1,
            Some(Known::Plain) => living.plain.push(id),
            Some(Known::Whole(sensitive, values)) => {
                let (next, text) = (numbers.len() as Value, sensitive.to_string());
                let value = *numbers.entry(text.clone()).or_insert(next);
                if value == next {
                    living.values.push(text);
                }
                let places = quasi
                    .iter()
                    .zip(values)
                    .map(|(own, value)| own.place(value))
                    .collect();
                living.tuples.push(Tuple { id, value, places });
            }
        }
    }
    normalise(&mut living.tuples);
    living
}

/// Looks at all entities that are not known as they are now.
pub fn look(writer: &mut Writer<'_, '_>) -> Result<()> {
    let basis = writer.basis();
    let asked = Asked::new(basis);
    let unknown: Vec<(Id, &String)> = basis
        .state
        .links
        .iter()
        .filter(|(_, link)| link.owner.is_none() && !basis.state.known.contains_key(&link.id))
        .map(|(address, link)| (link.id, address))
        .collect();
    let parts: Vec<&[(Id, &String)]> = unknown.chunks(PART).collect();
    let found = in_threads(&parts, &|part| {
        let mut found = Vec::with_capacity(part.len());
        for (id, address) in *part {
            let node = match term_of_key(address) {
                Term::NamedNode(node) => NamedOrBlankNode::from(node),
                Term::BlankNode(node) => node.into(),
                Term::Literal(_) => continue,
            };
            found.push((*id, known(basis, &node, &asked)?));
        }
        Ok(found)
    })?;
    writer.state.known.extend(found.into_iter().flatten());
    Ok(())
}

/// Properties, with those from which they follow, and the end at which the entity stands.
type Paths = Vec<(NamedNode, End)>;

/// What is asked of everybody.
struct Asked<'a> {
    sensitive: Paths,
    quasi: Vec<(&'a Quasi, Paths)>,
}

impl<'a> Asked<'a> {
    fn new(basis: Basis<'a>) -> Asked<'a> {
        let (context, closure) = (basis.context, &basis.state.closure);
        let quasi = context.quasi.iter().enumerate();
        let quasi = quasi.filter(|(_, own)| own.is_published());
        Asked {
            sensitive: closure.paths(context, Role::Sensitive),
            quasi: quasi
                .map(|(at, own)| (own, closure.paths(context, Role::Quasi(at))))
                .collect(),
        }
    }
}

/// The values of a property that somebody has, each once, whatever the graph: everything about somebody is private.
fn values(basis: Basis<'_>, node: &NamedOrBlankNode, paths: &Paths) -> Result<Vec<Term>> {
    let mut values = Vec::new();
    for (property, end) in paths {
        let property = Some(property.as_ref());
        let found = match end {
            End::Subject => {
                basis
                    .store
                    .quads_for_pattern(Some(node.as_ref()), property, None, None)
            }
            End::Object => {
                basis
                    .store
                    .quads_for_pattern(None, property, Some(node.as_ref().into()), None)
            }
        };
        for quad in found {
            let quad = quad?;
            let value = match end {
                End::Subject => quad.object,
                End::Object => quad.subject.into(),
            };
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    Ok(values)
}

/// What the triples say of somebody: the sensitive value and the quasi-identifiers, if each is there once and can be generalised.
fn known(basis: Basis<'_>, node: &NamedOrBlankNode, asked: &Asked<'_>) -> Result<Known> {
    let found = values(basis, node, &asked.sensitive)?;
    if found.is_empty()
        && !Exact::new(basis.store, basis.context, basis.state).is_alive(node.as_ref())?
    {
        return Ok(Known::Gone);
    }
    if basis.context.sensitive.is_none() {
        return Ok(Known::Plain);
    }
    // None or several: whose signature it would be is not defined. The label of a blank node would join releases.
    let [value @ (Term::NamedNode(_) | Term::Literal(_))] = found.as_slice() else {
        return Ok(Known::Incomplete);
    };
    let mut quasi = Vec::with_capacity(asked.quasi.len());
    for (own, paths) in &asked.quasi {
        match values(basis, node, paths)?.as_slice() {
            [found] if own.accepts(found) => quasi.push(found.clone()),
            _ => return Ok(Known::Incomplete),
        }
    }
    Ok(Known::Whole(value.clone(), quasi))
}

/// Places from 0 to 1.
fn normalise(tuples: &mut [Tuple]) {
    let width = tuples.first().map_or(0, |tuple| tuple.places.len());
    for at in 0..width {
        let places = tuples
            .iter()
            .filter_map(|tuple| tuple.places.get(at).copied());
        let (least, most) = places
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), own| {
                (own.min(least), own.max(most))
            });
        let span = if most > least { most - least } else { 1.0 };
        tuples
            .iter_mut()
            .filter_map(|tuple| tuple.places.get_mut(at))
            .for_each(|place| *place = (*place - least) / span);
    }
}
