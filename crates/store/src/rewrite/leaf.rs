//! A basic pattern or a path of the public graph, with entities replaced by the blank nodes that stand for them.

use spargebra::algebra::GraphPattern;
use spargebra::term::{TermPattern, TriplePattern, Variable};

use super::scope::Scope;
use super::{At, Rewriter};
use crate::graph::SAME_AS;

/// With more variables that perhaps are entities only the sure ones are replaced: each doubles the pattern.
const MOST: usize = 4;

/// A term to replace, and by what.
type Swap = (TermPattern, Variable);

impl Rewriter<'_> {
    pub(super) fn leaf(&mut self, pattern: &GraphPattern, at: At, scope: &Scope) -> GraphPattern {
        if at == At::Private {
            return self.private_leaf(pattern, scope);
        }
        let (mut sure, mut perhaps) = (Vec::new(), Vec::new());
        for term in ends(pattern) {
            let known = match &term {
                TermPattern::NamedNode(node) => {
                    self.constants.contains(node.as_str()).then_some(true)
                }
                TermPattern::Variable(own) if scope.published.contains(own) => None,
                TermPattern::Variable(own) if scope.sure.contains(own) => Some(true),
                TermPattern::Variable(own) if scope.perhaps.contains(own) => Some(false),
                TermPattern::Variable(_) | TermPattern::BlankNode(_) | TermPattern::Literal(_) => {
                    None
                }
            };
            match known {
                Some(true) if at == At::Public => sure.push(term),
                Some(_) => perhaps.push(term),
                None => {}
            }
        }
        if perhaps.len() > MOST {
            perhaps.clear();
        }
        let sure: Vec<Swap> = sure.into_iter().map(|term| (term, self.fresh())).collect();
        let mut all = self.linked(pattern, &sure);
        for choice in 1..1usize << perhaps.len() {
            let chosen = perhaps
                .iter()
                .enumerate()
                .filter(|(at, _)| choice >> at & 1 == 1);
            let mut swaps = sure.clone();
            swaps.extend(chosen.map(|(_, term)| (term.clone(), self.fresh())));
            let right = self.linked(pattern, &swaps);
            all = GraphPattern::Union {
                left: Box::new(all),
                right: Box::new(right),
            };
        }
        all
    }

    /// A pattern of a private graph: what published data outside have bound is perhaps a blank node that stands for an entity.
    fn private_leaf(&mut self, pattern: &GraphPattern, scope: &Scope) -> GraphPattern {
        let bound = |term: &TermPattern| matches!(term, TermPattern::Variable(own) if scope.published.contains(own));
        let mut met: Vec<TermPattern> = ends(pattern).into_iter().filter(bound).collect();
        if met.len() > MOST {
            met.clear();
        }
        let mut all = pattern.clone();
        for choice in 1..1usize << met.len() {
            let chosen = met
                .iter()
                .enumerate()
                .filter(|(at, _)| choice >> at & 1 == 1);
            let swaps: Vec<Swap> = chosen
                .map(|(_, term)| (term.clone(), self.fresh()))
                .collect();
            let right = self.joined(pattern, &swaps, &|(term, variable)| {
                (variable.clone().into(), term.clone())
            });
            all = GraphPattern::Union {
                left: Box::new(all),
                right: Box::new(right),
            };
        }
        all
    }

    /// The pattern with its terms swapped, joined with the links that bind them.
    fn linked(&self, pattern: &GraphPattern, swaps: &[Swap]) -> GraphPattern {
        self.joined(pattern, swaps, &|(term, variable)| {
            (term.clone(), variable.clone().into())
        })
    }

    /// The same, with both ends of each link: the entity and its blank node.
    fn joined(
        &self,
        pattern: &GraphPattern,
        swaps: &[Swap],
        ends: &dyn Fn(&Swap) -> (TermPattern, TermPattern),
    ) -> GraphPattern {
        if swaps.is_empty() {
            return pattern.clone();
        }
        let link = |swap: &Swap| {
            let (subject, object) = ends(swap);
            TriplePattern {
                subject,
                predicate: SAME_AS.into_owned().into(),
                object,
            }
        };
        let links = GraphPattern::Bgp {
            patterns: swaps.iter().map(link).collect(),
        };
        GraphPattern::Join {
            left: Box::new(GraphPattern::Graph {
                name: self.private(),
                inner: Box::new(links),
            }),
            right: Box::new(swapped(pattern, swaps)),
        }
    }
}

/// Subjects and objects, each once.
fn ends(pattern: &GraphPattern) -> Vec<TermPattern> {
    let mut found: Vec<TermPattern> = Vec::new();
    let mut add = |term: &TermPattern| {
        if !found.contains(term) {
            found.push(term.clone());
        }
    };
    if let GraphPattern::Bgp { patterns } = pattern {
        patterns
            .iter()
            .flat_map(|triple| [&triple.subject, &triple.object])
            .for_each(&mut add);
    } else if let GraphPattern::Path {
        subject, object, ..
    } = pattern
    {
        [subject, object].into_iter().for_each(&mut add);
    }
    found
}

fn swapped(pattern: &GraphPattern, swaps: &[Swap]) -> GraphPattern {
    let swap = |term: &mut TermPattern| {
        if let Some((_, variable)) = swaps.iter().find(|(own, _)| own == term) {
            *term = variable.clone().into();
        }
    };
    let mut pattern = pattern.clone();
    if let GraphPattern::Bgp { patterns } = &mut pattern {
        for triple in patterns {
            swap(&mut triple.subject);
            swap(&mut triple.object);
        }
    } else if let GraphPattern::Path {
        subject, object, ..
    } = &mut pattern
    {
        swap(subject);
        swap(object);
    }
    pattern
}
