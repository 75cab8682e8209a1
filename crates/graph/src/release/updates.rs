//! The same change as SPARQL updates, for who audits it. Nothing runs through them.

use std::fmt::Write;

use super::Release;
use super::classes::Published;
use crate::context::Context;
use crate::model::{Graph, Id, iri};

/// The updates of groups, one a value, and of classes, one an entity. New names of entities are not among them: who has the list could
/// undo them.
pub fn updates(graph: &Graph, context: &Context, release: &Release) -> Vec<String> {
    let mut updates = of_groups(graph, context, release);
    updates.extend(of_classes(graph, context, release));
    updates
}

fn of_groups(graph: &Graph, context: &Context, release: &Release) -> Vec<String> {
    let text = |id: Id| graph.dictionary.text(id);
    let own = |name: &str| format!("<{}>", context.vocabulary.iri(name));
    let (in_group, value_of, cardinality) = (own("inGroup"), own("value"), own("cardinality"));
    let (mut updates, mut number) = (Vec::new(), 0);
    for property in &release.grouped {
        let predicate = text(property.property);
        for group in &property.groups {
            let node = own(&format!("group{number}"));
            let typed = group
                .class
                .map(|class| format!("{node} <{}> {} . ", iri::TYPE, text(class)))
                .unwrap_or_default();
            for (place, (value, count)) in group.values.iter().enumerate() {
                let attribute = own(&format!("attribute{number}-{place}"));
                let pattern = format!("?s {predicate} {} .", text(*value));
                updates.push(format!(
                    "DELETE {{ {pattern} }}\nINSERT {{ ?s {in_group} {node} . {typed}{node} {predicate} {attribute} .\n  \
                     {attribute} {value_of} {} . {attribute} {cardinality} {count} . }}\nWHERE {{ {pattern} }}",
                    text(*value)
                ));
            }
            number += 1;
        }
    }
    updates
}

fn of_classes(graph: &Graph, context: &Context, release: &Release) -> Vec<String> {
    let own = |name: &str| format!("<{}>", context.vocabulary.iri(name));
    let (min, max) = (own("min"), own("max"));
    let quasi_identifiers = &release.resolved.quasi_identifiers;
    let mut updates = Vec::new();
    if release.published.is_empty() {
        return updates;
    }
    for (place, &entity) in release.resolved.entities.iter().enumerate() {
        let entity = graph.dictionary.text(entity);
        let (mut old, mut new) = (String::new(), String::new());
        for (at, (quasi, published)) in quasi_identifiers.iter().zip(&release.published).enumerate()
        {
            let predicate = graph.dictionary.text(quasi.property);
            let inserted = match &published[place] {
                Published::Nothing | Published::Same(_) => continue,
                Published::Text(text) => {
                    format!(
                        "{entity} {predicate} {} . ",
                        crate::model::literal_text(text, None)
                    )
                }
                Published::Range(low, high) => {
                    format!(
                        "{entity} {predicate} _:r{at} . _:r{at} {min} {low} . _:r{at} {max} {high} . "
                    )
                }
            };
            let _ = write!(old, "{entity} {predicate} ?q{at} . ");
            new.push_str(&inserted);
        }
        if !old.is_empty() {
            updates.push(format!(
                "DELETE {{ {old}}}\nINSERT {{ {new}}}\nWHERE {{ {old}}}"
            ));
        }
    }
    updates
}
