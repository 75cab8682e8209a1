//! A release of semantic anatomy: everybody with quasi-identifiers as they are and a group instead of the sensitive value; groups with their values
//! and how many have each.

use std::collections::{BTreeMap, HashMap};

use oxigraph::model::{BlankNode, Literal, NamedNode, NamedNodeRef, Term};

use super::label::named;
use super::release::{Shown, about};
use super::writer::Basis;
use crate::error::{Error, Result};
use crate::invariance::Id;
use crate::state::{Decision, Known};

/// Who is in a group.
const IN_GROUP: NamedNodeRef<'static> = NamedNodeRef::new_unchecked("urn:bauta:inGroup");
/// A value of a group.
const VALUE: NamedNodeRef<'static> = NamedNodeRef::new_unchecked("urn:bauta:value");
/// How many of the group have it.
const CARDINALITY: NamedNodeRef<'static> = NamedNodeRef::new_unchecked("urn:bauta:cardinality");

/// Adds what a release shows of its groups.
pub fn groups(
    basis: Basis<'_>,
    decision: &Decision,
    addresses: &HashMap<Id, &String>,
    values: &[Term],
    shown: &mut Shown,
) -> Result<()> {
    let lost = || Error::Internal("a member of a group is lost".to_owned());
    let Some(property) = &basis.context.sensitive else {
        return Ok(());
    };
    for (number, class) in decision.classes.iter().enumerate() {
        let group = named(&format!("group {number}"));
        let mut counts: BTreeMap<u32, i64> = BTreeMap::new();
        for (id, _, value) in class {
            *counts.entry(*value).or_default() += 1;
            let id = id.as_ref().ok_or_else(lost)?;
            let link = addresses
                .get(id)
                .and_then(|address| basis.state.links.get(*address))
                .ok_or_else(lost)?;
            let Some(Known::Whole(_, own)) = basis.state.known.get(id) else {
                return Err(lost());
            };
            let quasi = basis
                .context
                .quasi
                .iter()
                .filter(|own| own.is_published())
                .map(|own| own.property.clone());
            let facts: Vec<(NamedNode, Term)> = quasi
                .zip(own.iter().cloned())
                .chain([(IN_GROUP.into_owned(), group.clone().into())])
                .collect();
            shown.add(about(&BlankNode::new_unchecked(link.label.clone()), &facts));
        }
        shown.made(&group);
        for (value, count) in counts {
            let node = named(&format!("group {number} value {value}"));
            let value = values.get(value as usize).cloned().ok_or_else(lost)?;
            shown.made(&node);
            shown.add(about(&group, &[(property.clone(), node.clone().into())]));
            let facts = [
                (VALUE.into_owned(), value),
                (CARDINALITY.into_owned(), Literal::from(count).into()),
            ];
            shown.add(about(&node, &facts));
        }
    }
    Ok(())
}
