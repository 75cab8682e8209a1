//! What the closure of a context asks beyond what an engine does: it is refused, with the reason, instead of being left undone.

use std::collections::BTreeSet;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array};
use bauta_engines::triples::id_of;
use bauta_graph::context::Context;
use bauta_graph::protection::{End, Protection, Role};
use bauta_graph::{Graph, iri};

use super::asked::{Asked, links};
use super::entities::Named;
use bauta_messages::{Error, Result};

/// What is not looked at on an engine, as a note of the report.
pub(super) const NOT_LOOKED_AT: &str = "on an engine nothing is told of literals that have an entity's IRI or an identifying value in them, of reified statements, and of how many entities the properties that are not declared single out";

/// Refuses a folder in which more is protected than the declared properties, or more are entities than the instances of the class. `graph` has the ontology.
pub(super) fn refuse_more(
    asked: &Asked<'_>,
    context: &Context,
    named: &Named,
    graph: &Graph,
) -> Result<()> {
    let protection = context.protection(graph);
    let mut ways = protected(asked, context, named, &protection);
    ways.extend(designating(asked, &protection)?);
    if ways.is_empty() {
        return Ok(());
    }
    ways.sort_unstable();
    ways.dedup();
    Err(Error::request(format!(
        "more than what is declared is protected by the vocabulary, or makes entities ({}); an engine does not withhold it; leave out --engine",
        ways.join(", ")
    )))
}

/// Makes the table `naming`, of values of identifiers of entities: no triple with one of them is released.
pub(super) fn naming(asked: &Asked<'_>, named: &Named) -> Result<()> {
    let mut ids: BTreeSet<i64> = BTreeSet::new();
    for number in &named.identifiers {
        let links = links(*number);
        ids.extend(asked.column(&format!(
            "SELECT DISTINCT d.object FROM {links} AS d JOIN entities AS e ON d.subject = e.entity"
        ))?);
    }
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(ids));
    asked.given("naming", vec![("id", ids)])?;
    let iris = asked.number(
        "SELECT count(*) AS n FROM terms AS t JOIN naming AS n ON t.id = n.id WHERE substr(t.term, 1, 1) = '<'",
    )?;
    if iris > 0 {
        return Err(Error::request(
            "a value of an identifier is an IRI, which an engine does not rename; leave out --engine",
        ));
    }
    Ok(())
}

/// Properties and classes from which protected triples follow, besides those that are dealt with.
fn protected(
    asked: &Asked<'_>,
    context: &Context,
    named: &Named,
    protection: &Protection,
) -> Vec<String> {
    let declared = context.declared();
    let is_own = |property: &str, end: End| {
        let text = format!("<{property}>");
        let known = declared.role(property).is_some();
        end == End::Subject && (known || named.attributes.iter().any(|it| it.property == text))
    };
    let mut ways = Vec::new();
    for (property, ends) in &protection.properties {
        let mut guarded = ends.iter();
        let more =
            guarded.any(|(end, guard)| context.is_active(guard.role) && !is_own(property, *end));
        // Names are not changed without identifiers.replace, nor who is the same as whom.
        let is_name = property == iri::SAME_AS && !context.identifiers.replace;
        if more && !is_name && asked.find(property).is_some() {
            ways.push(property.clone());
        }
    }
    let active = |role: Role| context.is_active(role);
    let telling = protection.telling_classes.iter();
    ways.extend(
        telling
            .filter(|(_, guard)| active(guard.role))
            .map(|(class, _)| class.clone()),
    );
    ways
}

/// Properties and classes that make entities of resources that are no instances of the declared class.
fn designating(asked: &Asked<'_>, protection: &Protection) -> Result<Vec<String>> {
    let mut ways = Vec::new();
    for (property, ends) in &protection.designating {
        let Some(table) = asked.links_of(property) else {
            continue;
        };
        for end in ends {
            let column = match end {
                End::Subject => "subject",
                End::Object => "object",
            };
            let others = asked.number(&format!(
                "SELECT count(*) AS n FROM {table} AS d LEFT JOIN entities AS e ON d.{column} = e.entity WHERE e.entity IS NULL"
            ))?;
            if others > 0 {
                ways.push(property.clone());
            }
        }
    }
    ways.extend(protection.values.keys().cloned());
    let Some(table) = asked.links_of(iri::TYPE) else {
        return Ok(ways);
    };
    for class in &protection.classes {
        let id = id_of(&format!("<{class}>"));
        let others = asked.number(&format!(
            "SELECT count(*) AS n FROM {table} AS d LEFT JOIN entities AS e ON d.subject = e.entity WHERE d.object = {id} AND e.entity IS NULL"
        ))?;
        if others > 0 {
            ways.push(class.clone());
        }
    }
    Ok(ways)
}
