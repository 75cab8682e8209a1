//! Which variables must meet an entity: those that a private block binds, as far as every solution passes it.

use std::collections::BTreeSet;

use spargebra::algebra::GraphPattern;
use spargebra::term::{NamedNodePattern, TermPattern, TriplePattern, Variable};

use super::At;
use super::inspect::{Seen, visit};
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
        let published: BTreeSet<Variable> =
            self.published.union(&other.published).cloned().collect();
        let open = |own: &&Variable| !published.contains(own);
        let sure: BTreeSet<Variable> = self.sure.union(&other.sure).filter(open).cloned().collect();
        let perhaps = self
            .perhaps
            .union(&other.perhaps)
            .filter(open)
            .filter(|own| !sure.contains(own))
            .cloned()
            .collect();
        Scope {
            sure,
            perhaps,
            published,
        }
    }

    /// The same inside of a part that is asked for what `outside` has bound.
    pub fn inside_of(&self, context: &Context, outside: &GraphPattern, place: At) -> Scope {
        let mut scope = self.clone();
        let known = |own: &Variable| self.sure.contains(own) || self.perhaps.contains(own);
        scope.published.extend(
            published(context, outside, place)
                .into_iter()
                .filter(|own| !known(own)),
        );
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
        let all = |scope: &Scope| -> BTreeSet<Variable> {
            scope.sure.union(&scope.perhaps).cloned().collect()
        };
        let sure: BTreeSet<Variable> = self.sure.intersection(&other.sure).cloned().collect();
        let perhaps = all(self)
            .intersection(&all(other))
            .filter(|own| !sure.contains(own))
            .cloned()
            .collect();
        Scope {
            sure,
            perhaps,
            published: BTreeSet::new(),
        }
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

/// What is known of the solutions of a pattern, put together from its parts.
struct Fold<'f, T> {
    context: &'f Context,
    /// Of triples and paths, and of the graph that they are matched in.
    leaf: &'f dyn Fn(&GraphPattern, At) -> T,
    /// Of two parts that every solution passes.
    both: fn(T, T) -> T,
    /// Of two parts of which a solution passes one.
    either: fn(T, T) -> T,
    /// Of what is handed out.
    only: fn(T, &[Variable]) -> T,
}

impl<T: Default> Fold<'_, T> {
    fn of(&self, pattern: &GraphPattern, place: At) -> T {
        match pattern {
            GraphPattern::Bgp { .. } | GraphPattern::Path { .. } => (self.leaf)(pattern, place),
            GraphPattern::Values { .. } | GraphPattern::Service { .. } => T::default(),
            GraphPattern::Graph { name, inner } => self.of(inner, at(self.context, name)),
            GraphPattern::Join { left, right } | GraphPattern::Lateral { left, right } => {
                (self.both)(self.of(left, place), self.of(right, place))
            }
            GraphPattern::Union { left, right } => {
                (self.either)(self.of(left, place), self.of(right, place))
            }
            GraphPattern::LeftJoin { left, .. } | GraphPattern::Minus { left, .. } => {
                self.of(left, place)
            }
            GraphPattern::Filter { inner, .. }
            | GraphPattern::Extend { inner, .. }
            | GraphPattern::OrderBy { inner, .. }
            | GraphPattern::Distinct { inner }
            | GraphPattern::Reduced { inner }
            | GraphPattern::Slice { inner, .. } => self.of(inner, place),
            GraphPattern::Project { inner, variables }
            | GraphPattern::Group {
                inner, variables, ..
            } => (self.only)(self.of(inner, place), variables),
        }
    }
}

/// What every solution of a pattern has bound to entities.
pub fn of(context: &Context, pattern: &GraphPattern, place: At) -> Scope {
    let leaf = |pattern: &GraphPattern, place: At| match pattern {
        GraphPattern::Bgp { patterns } if place == At::Private => of_triples(context, patterns),
        _ => Scope::default(),
    };
    let fold = Fold {
        context,
        leaf: &leaf,
        both: |left, right| left.with(right),
        either: |left, right| left.meet(&right),
        only: |scope, variables| scope.only(variables),
    };
    fold.of(pattern, place)
}

/// Variables that every solution of a pattern has bound by published data.
fn published(context: &Context, pattern: &GraphPattern, place: At) -> BTreeSet<Variable> {
    let variable = |term: &TermPattern| match term {
        TermPattern::Variable(own) => Some(own.clone()),
        TermPattern::NamedNode(_) | TermPattern::BlankNode(_) | TermPattern::Literal(_) => None,
    };
    let leaf = |pattern: &GraphPattern, place: At| match pattern {
        GraphPattern::Bgp { patterns } if place == At::Public => patterns
            .iter()
            .flat_map(|triple| [&triple.subject, &triple.object])
            .filter_map(variable)
            .collect(),
        GraphPattern::Path {
            subject, object, ..
        } if place == At::Public => [subject, object].into_iter().filter_map(variable).collect(),
        _ => BTreeSet::new(),
    };
    let fold = Fold {
        context,
        leaf: &leaf,
        both: |mut left: BTreeSet<Variable>, right| {
            left.extend(right);
            left
        },
        either: |left, right| left.intersection(&right).cloned().collect(),
        only: |mut found, variables| {
            found.retain(|own| variables.contains(own));
            found
        },
    };
    fold.of(pattern, place)
}

fn of_triples(context: &Context, patterns: &[TriplePattern]) -> Scope {
    let mut scope = Scope::default();
    for triple in patterns {
        let declared = match &triple.predicate {
            NamedNodePattern::NamedNode(node) => {
                context.designates(node.as_str()) || node.as_ref() == SAME_AS
            }
            NamedNodePattern::Variable(_) => false,
        };
        if let TermPattern::Variable(variable) = &triple.subject {
            let place = if declared {
                &mut scope.sure
            } else {
                &mut scope.perhaps
            };
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
    Seen::of_pattern(pattern)
        .is_ok_and(|seen| seen.graphs.iter().any(|graph| context.is_private(graph)))
}

/// Entities that private blocks name.
pub fn constants(
    context: &Context,
    pattern: &GraphPattern,
    is_entity: &dyn Fn(&str) -> bool,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut see = |part: &GraphPattern| {
        if let GraphPattern::Graph { name, inner } = part
            && at(context, name) == At::Private
        {
            let mut terms = |part: &GraphPattern| {
                if let GraphPattern::Bgp { patterns } = part {
                    let ends = patterns
                        .iter()
                        .flat_map(|triple| [&triple.subject, &triple.object]);
                    found.extend(ends.filter_map(|term| match term {
                        TermPattern::NamedNode(node) if is_entity(node.as_str()) => {
                            Some(node.as_str().to_owned())
                        }
                        TermPattern::NamedNode(_)
                        | TermPattern::BlankNode(_)
                        | TermPattern::Literal(_) => None,
                        TermPattern::Variable(_) => None,
                    }));
                }
            };
            visit(inner, &mut terms);
        }
    };
    visit(pattern, &mut see);
    found
}
