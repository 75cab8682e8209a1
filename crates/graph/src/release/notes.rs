//! What a report says of triples that are left out, and of those that stay undeclared.

use super::screen::{Screen, Types, Withheld};
use crate::context::{Resolved, short};
use crate::model::Graph;

/// What is said of triples that are left out, and of those that stay undeclared.
pub(super) fn of_screen(graph: &Graph, resolved: &Resolved, screen: &Screen) -> Vec<String> {
    let Withheld {
        undeclared,
        protected,
        naming,
    } = screen.withheld;
    let mut notes = Vec::new();
    match undeclared {
        0 => {}
        1 => notes.push("1 triple of an entity is left out, as its property is not declared; name it in open, or set others = \"open\"".into()),
        _ => notes.push(format!("{undeclared} triples of entities are left out, as their properties are not declared; name them in open, or set others = \"open\"")),
    }
    match protected {
        0 => {}
        1 => notes.push("1 triple is left out, as a protected triple follows from it".into()),
        _ => notes.push(format!(
            "{protected} triples are left out, as a protected triple follows from them"
        )),
    }
    match naming {
        0 => {}
        1 => notes.push("1 triple is left out, as it has an entity's IRI or an identifying value where no blank node can stand".into()),
        _ => notes.push(format!("{naming} triples are left out, as they have an entity's IRI or an identifying value where no blank node can stand")),
    }
    if screen.types == Types::Withheld {
        notes.push(
            "the class of entities is left out: some are protected and not stated to be of it"
                .into(),
        );
    }
    if graph.has_named_graphs() {
        notes.push("triples of entities are in the default graph of the release: in which named graph they were would single entities out".into());
    }
    if let Some((alone, properties)) = screen
        .singled_out
        .as_ref()
        .filter(|found| !found.1.is_empty())
    {
        let mut names: Vec<String> = properties
            .iter()
            .map(|&id| short(&graph.dictionary.label(id)))
            .collect();
        names.sort_unstable();
        notes.push(format!(
            "properties that are not declared stay as they are (others = \"open\"): {}; {alone} of {} entities are the only ones with their values of them",
            names.join(", "),
            resolved.count()
        ));
    }
    notes
}
