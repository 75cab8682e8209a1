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
    /// Variables that published data outside bind: a private block meets them over the link.
    pub published: BTreeSet<Variable>,
}

impl Scope {
    /// Both together.
    pub fn with(&self, other: Scope) -> Scope {
        let published: BTreeSet<Variable> = self.published.union(&other.published).cloned().collect();
        let open = |own: &&Variable| !published.contains(own);
        let sure: BTreeSet<Variable> = self.sure.union(&other.sure).filter(open).cloned().collect();
        let perhaps =
            self.perhaps.union(&other.perhaps).filter(open).filter(|own| !sure.contains(own)).cloned().collect();
        Scope { sure, perhaps, published }
    }

    /// The same inside of a part that is asked for what `outside` has bound.
    pub fn inside_of(&self, context: &Context, outside: &GraphPattern, place: At) -> Scope {
        let mut scope = self.clone();
        let known = |own: &Variable| self.sure.contains(own) || self.perhaps.contains(own);
        scope.published.extend(published(context, outside, place).into_iter().filter(|own| !known(own)));
        scope
    }

    /// Only some variables.
    pub fn only(&self, variables: &[Variable]) -> Scope {
        let among = |own: &&Variable| variables.contains(own);
        Scope {
            sure: self.sure.iter().filter(among).cloned().collect(),
            perhaps: self.perhaps.iter().filter(among).cloned().collect(),
            published: self.published.iter().filter(among).cloned().collect(),
        }
    }

    /// What both branches of a union bind.
    fn meet(&self, other: &Scope) -> Scope {
        let all = |scope: &Scope| -> BTreeSet<Variable> { scope.sure.union(&scope.perhaps).cloned().collect() };
        let sure: BTreeSet<Variable> = self.sure.intersection(&other.sure).cloned().collect();
        let perhaps = all(self).intersection(&all(other)).filter(|own| !sure.contains(own)).cloned().collect();
        Scope { sure, perhaps, published: BTreeSet::new() }
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

/// Variables that every solution of a pattern has bound by published data.
fn published(context: &Context, pattern: &GraphPattern, place: At) -> BTreeSet<Variable> {
    let of = |pattern: &GraphPattern| published(context, pattern, place);
    let among = |found: BTreeSet<Variable>, variables: &[Variable]| {
        found.into_iter().filter(|own| variables.contains(own)).collect()
    };
    let variable = |term: &TermPattern| match term {
        TermPattern::Variable(own) => Some(own.clone()),
        TermPattern::NamedNode(_) | TermPattern::BlankNode(_) | TermPattern::Literal(_) => None,
    };
    match pattern {
        GraphPattern::Bgp { patterns } if place == At::Public => {
            patterns.iter().flat_map(|triple| [&triple.subject, &triple.object]).filter_map(variable).collect()
        }
        GraphPattern::Path { subject, object, .. } if place == At::Public => {
            [subject, object].into_iter().filter_map(variable).collect()
        }
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } => BTreeSet::new(),
        GraphPattern::Values { .. } | GraphPattern::Service { .. } => BTreeSet::new(),
        GraphPattern::Graph { name, inner } => published(context, inner, at(context, name)),
        GraphPattern::Join { left, right } | GraphPattern::Lateral { left, right } => {
            of(left).union(&of(right)).cloned().collect()
        }
        GraphPattern::Union { left, right } => of(left).intersection(&of(right)).cloned().collect(),
        GraphPattern::LeftJoin { left, .. } | GraphPattern::Minus { left, .. } => of(left),
        GraphPattern::Filter { inner, .. }
        | GraphPattern::Extend { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. } => of(inner),
        GraphPattern::Project { inner, variables } | GraphPattern::Group { inner, variables, .. } => {
            among(of(inner), variables)
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
