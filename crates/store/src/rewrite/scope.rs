//! Which variables must meet an entity: those that a private block binds, as far as every solution passes it.

use std::collections::BTreeSet;

use spargebra::algebra::GraphPattern;
use spargebra::term::{NamedNodePattern, TermPattern, TriplePattern, Variable};

use super::At;
use super::inspect::{Seen, Visit};
use crate::context::Context;
use crate::graph::SAME_AS;

/// Variables that are bound to an entity, for sure or perhaps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    pub sure: BTreeSet<Variable>,
    pub perhaps: BTreeSet<Variable>,
}

impl Scope {
    /// Both together.
    pub fn with(&self, other: Scope) -> Scope {
        let sure: BTreeSet<Variable> = self.sure.union(&other.sure).cloned().collect();
        let perhaps = self.perhaps.union(&other.perhaps).filter(|own| !sure.contains(own)).cloned().collect();
        Scope { sure, perhaps }
    }

    /// Only some variables.
    pub fn only(&self, variables: &[Variable]) -> Scope {
        let among = |own: &&Variable| variables.contains(own);
        Scope {
            sure: self.sure.iter().filter(among).cloned().collect(),
            perhaps: self.perhaps.iter().filter(among).cloned().collect(),
        }
    }

    /// What both branches of a union bind.
    fn meet(&self, other: &Scope) -> Scope {
        let all = |scope: &Scope| -> BTreeSet<Variable> { scope.sure.union(&scope.perhaps).cloned().collect() };
        let sure: BTreeSet<Variable> = self.sure.intersection(&other.sure).cloned().collect();
        let perhaps = all(self).intersection(&all(other)).filter(|own| !sure.contains(own)).cloned().collect();
        Scope { sure, perhaps }
    }
}

/// In which graph a `GRAPH` block is matched.
pub fn at(context: &Context, name: &NamedNodePattern) -> At {
    match name {
        NamedNodePattern::NamedNode(node) if context.is_private(node.as_str()) => At::Private,
        NamedNodePattern::NamedNode(_) => At::Public,
        NamedNodePattern::Variable(_) => At::Any,
    }
}

/// What every solution of a pattern has bound to entities.
pub fn of(context: &Context, pattern: &GraphPattern, place: At) -> Scope {
    let of = |pattern: &GraphPattern| of(context, pattern, place);
    match pattern {
        GraphPattern::Bgp { patterns } if place == At::Private => of_triples(context, patterns),
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } => Scope::default(),
        GraphPattern::Values { .. } | GraphPattern::Service { .. } => Scope::default(),
        GraphPattern::Graph { name, inner } => self::of(context, inner, at(context, name)),
        GraphPattern::Join { left, right } | GraphPattern::Lateral { left, right } => of(left).with(of(right)),
        GraphPattern::Union { left, right } => of(left).meet(&of(right)),
        GraphPattern::LeftJoin { left, .. } | GraphPattern::Minus { left, .. } => of(left),
        GraphPattern::Filter { inner, .. }
        | GraphPattern::Extend { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. } => of(inner),
        GraphPattern::Project { inner, variables } | GraphPattern::Group { inner, variables, .. } => {
            of(inner).only(variables)
        }
    }
}

fn of_triples(context: &Context, patterns: &[TriplePattern]) -> Scope {
    let mut scope = Scope::default();
    for triple in patterns {
        let declared = match &triple.predicate {
            NamedNodePattern::NamedNode(node) => context.designates(node.as_str()) || node.as_ref() == SAME_AS,
            NamedNodePattern::Variable(_) => false,
        };
        if let TermPattern::Variable(variable) = &triple.subject {
            let place = if declared { &mut scope.sure } else { &mut scope.perhaps };
            place.insert(variable.clone());
        }
        if let TermPattern::Variable(variable) = &triple.object
            && !declared
        {
            scope.perhaps.insert(variable.clone());
        }
    }
    Scope::default().with(scope)
}

/// Whether a query names a private graph.
pub fn has_private_block(context: &Context, pattern: &GraphPattern) -> bool {
    Seen::of_pattern(pattern).is_ok_and(|seen| seen.graphs.iter().any(|graph| context.is_private(graph)))
}

/// Entities that private blocks name.
pub fn constants(context: &Context, pattern: &GraphPattern, is_entity: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut visit = |part: &GraphPattern| {
        if let GraphPattern::Graph { name, inner } = part
            && at(context, name) == At::Private
        {
            let mut terms = |part: &GraphPattern| {
                if let GraphPattern::Bgp { patterns } = part {
                    let ends = patterns.iter().flat_map(|triple| [&triple.subject, &triple.object]);
                    found.extend(ends.filter_map(|term| match term {
                        TermPattern::NamedNode(node) if is_entity(node.as_str()) => Some(node.as_str().to_owned()),
                        TermPattern::NamedNode(_) | TermPattern::BlankNode(_) | TermPattern::Literal(_) => None,
                        TermPattern::Variable(_) => None,
                    }));
                }
            };
            Visit(&mut terms).pattern(inner);
        }
    };
    Visit(&mut visit).pattern(pattern);
    found
}
