//! Leaks by reasoning: links that were removed and can be derived again from what is left.
//!
//! **Paper** thouvenot2022, chapter 7 (the danger); hayes2014rdf (RDFS rules), motik2012owlrl (the OWL 2 RL rules that bear on links).
//!
//! **Idea**
//! 1. Properties that stand in for one another: below, equivalent, inverse, symmetric. From each the links of a hidden property follow directly.
//! 2. Terms that are the same (`owl:sameAs`, and what functional and inverse functional properties, keys and cardinalities of one make the
//!    same) are one.
//! 3. Transitive properties and property chains tell more: links along paths. Classes all of whose instances have a value (`owl:hasValue`) tell
//!    it of whoever is known to be in them, by its type, by a domain or a range.
//! 4. All of it until nothing new follows ([`closure`]); then look which hidden links are there again.
//! 5. Where it is asked for, a general reasoner goes on from there ([`Regime::OwlRl`]): rules over other class expressions.
//!
//! **Differences from OWL 2 RL** exact cardinalities of one are followed too, as the upper bound that they are. Steps 1 to 4 run on the columns of
//! those properties that matter; the reasoner would copy the graph, so it is given no more than that.
//!
//! **Invariants** `an_inverse_that_was_left_tells_everything`, `closure_is_that_of_a_slow_reasoner`, `both_reasoners_find_the_same_links`,
//! `every_rule_has_a_closure_derived_by_hand`.

mod reasoner;
mod rules;
mod schema;

pub use rules::closure;
pub use schema::Schema;

use serde::Serialize;

use crate::collections::Set;
use crate::model::{Graph, Id, Triple, iri};
use crate::write::Written;

/// By what links are derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regime {
    /// RDFS and the rules of OWL 2 RL about properties and values.
    Rules,
    /// These, and the rules about class expressions.
    OwlRl,
}

/// What can be derived.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Leak {
    /// Hidden links that follow from the release.
    pub derived: u64,
    /// Hidden links in all.
    pub hidden: u64,
    /// Properties from which they follow, by their addresses.
    pub through: Vec<String>,
}

/// Looks which hidden links can be derived from a released graph, by what an ontology says. Terms are numbered alike in both.
pub fn leaks(ontology: &Graph, release: &dyn Written, hidden: &[Triple], regime: Regime) -> Leak {
    // Who is the same as whom is what the release says, with its names.
    let mut schema = Schema::of(ontology).apart();
    let same = ontology.dictionary.find_iri(iri::SAME_AS);
    let released = || {
        (0..release.places())
            .filter_map(|place| release.at(place))
            .map(|(triple, _)| triple)
    };
    if same.is_some() {
        released()
            .filter(|triple| Some(triple.predicate) == same)
            .for_each(|triple| {
                schema.join(triple.subject, triple.object);
            });
    }
    let targets: Set<Id> = hidden
        .iter()
        .map(|link| schema.same(link.predicate))
        .collect();
    // Only links of properties that lead to a hidden one, or make terms the same, can matter.
    let canonical = schema.canonical();
    let mut relevant = canonical.relevant(&targets);
    if regime == Regime::OwlRl {
        relevant = reasoner::widened(ontology, &canonical, relevant);
    }
    let matters = |triple: &Triple| relevant.contains(&schema.same(triple.predicate));
    let triples: Vec<Triple> = released().filter(matters).collect();
    let used: Set<Id> = triples.iter().map(|triple| triple.predicate).collect();
    let (known, schema) = derived(ontology, triples, schema, &relevant, regime);
    let found: Vec<&Triple> = hidden
        .iter()
        .filter(|link| known.contains(&named(&schema, **link)))
        .collect();
    let properties: Set<Id> = found.iter().map(|link| link.predicate).collect();
    let canonical = schema.canonical();
    let ends: Set<Id> = properties
        .iter()
        .map(|&property| schema.same(property))
        .collect();
    let sources: Set<Id> = ends
        .iter()
        .flat_map(|&end| canonical.sources(end))
        .collect();
    // The hidden property itself stands in the release between groups and values; it is told only where nothing else leads to it.
    let of = |wanted: &dyn Fn(Id) -> bool| {
        used.iter()
            .copied()
            .filter(|&id| wanted(schema.same(id)))
            .collect()
    };
    let mut ways: Vec<Id> = of(&|id| sources.contains(&id) && !ends.contains(&id));
    if ways.is_empty() {
        ways = of(&|id| sources.contains(&id) || ends.contains(&id));
    }
    if ways.is_empty() && regime == Regime::OwlRl && !found.is_empty() {
        ways.extend(&used);
    }
    let mut through: Vec<String> = ways
        .into_iter()
        .map(|id| ontology.dictionary.label(id).into_owned())
        .collect();
    through.sort_unstable();
    through.dedup();
    Leak {
        derived: found.len() as u64,
        hidden: hidden.len() as u64,
        through,
    }
}

/// Properties from whose links those of hidden ones could follow, or that could make terms the same, by what an ontology says; the hidden
/// ones themselves left out. Where there is none, nothing hidden follows whatever the links are.
pub fn leading_to(ontology: &Graph, hidden: &[Id]) -> Vec<Id> {
    let targets: Set<Id> = hidden.iter().copied().collect();
    let mut found: Vec<Id> = Schema::of(ontology)
        .apart()
        .relevant(&targets)
        .into_iter()
        .collect();
    found.retain(|id| !targets.contains(id) && !Schema::is_step(*id, ontology.dictionary.len()));
    found.sort_unstable();
    found
}

/// A triple by the terms that stand for all that are the same.
fn named(schema: &Schema, triple: Triple) -> Triple {
    let [subject, predicate, object] =
        [triple.subject, triple.predicate, triple.object].map(|id| schema.same(id));
    Triple {
        subject,
        predicate,
        object,
    }
}

/// Everything that follows, by terms that stand for all that are the same.
fn derived(
    ontology: &Graph,
    mut triples: Vec<Triple>,
    mut schema: Schema,
    relevant: &Set<Id>,
    regime: Regime,
) -> (Set<Triple>, Schema) {
    let statements = if regime == Regime::OwlRl {
        reasoner::statements(ontology)
    } else {
        Vec::new()
    };
    let same = ontology.dictionary.find_iri(iri::SAME_AS);
    loop {
        let (all, merged) = closure(&triples, &schema);
        let known: Set<Triple> = all.into_iter().collect();
        if regime == Regime::Rules {
            return (known, merged);
        }
        let terms = ontology.dictionary.len();
        let mut given: Vec<Triple> = statements
            .iter()
            .map(|triple| named(&merged, *triple))
            .collect();
        given.extend(
            known
                .iter()
                .filter(|triple| !Schema::is_step(triple.predicate, terms)),
        );
        let mut next = merged.clone();
        let (mut more, mut joined) = (Vec::new(), false);
        for triple in reasoner::reasoned(&ontology.dictionary, &given) {
            if Some(triple.predicate) == same {
                joined |= next.join(triple.subject, triple.object);
            } else if relevant.contains(&merged.same(triple.predicate))
                && !known.contains(&named(&merged, triple))
            {
                more.push(triple);
            }
        }
        if more.is_empty() && !joined {
            return (known, merged);
        }
        triples.extend(more);
        schema = next;
    }
}

#[cfg(test)]
mod tests;
