//! What is told to who listens.

use super::pieces::{Pieces, Split};
use crate::generalize::subtree::EPSILON;
use crate::trace::{Candidate, Decision, Fate, Figure, Rule, Subject, Trace};

/// A node that might be split.
pub(super) struct Weighed {
    pub(super) qi: usize,
    pub(super) node: u32,
    /// By how many rows the smallest class would shrink, and the score.
    pub(super) scored: Option<(u64, f64)>,
    pub(super) is_unsafe: bool,
}

impl Pieces<'_, '_> {
    /// Splits, and tells of it; nothing was weighed where the user named the node.
    pub(super) fn told_specialize(
        &mut self,
        split: Split,
        trace: Option<&Trace>,
        weighed: Vec<Weighed>,
    ) {
        let Some(trace) = trace else {
            return self.specialize(split);
        };
        let (qi, node, smallest) = (split.qi, split.node, self.smallest());
        let rule = if weighed.is_empty() {
            Rule::Told
        } else {
            Rule::GainPerLoss
        };
        let part = self.forest.trees[qi].nodes[node as usize].summary.clone();
        let candidates = if weighed.is_empty() {
            Vec::new()
        } else {
            self.candidates(&weighed, Some((qi, node)))
        };
        self.specialize(split);
        trace.tell(
            Decision::Split {
                qi,
                part,
                smallest,
                rule,
            },
            candidates,
            self.forest.state(self.cuts()),
        );
    }

    /// Tells that nothing can be split any more.
    pub(super) fn tell_end(&self, trace: &Trace, weighed: Vec<Weighed>) {
        trace.tell(
            Decision::NothingToSplit,
            self.candidates(&weighed, None),
            self.forest.state(self.cuts()),
        );
    }

    /// The nodes that were weighed, and those of the cut that were not since nothing would be gained.
    fn candidates(&self, weighed: &[Weighed], chosen: Option<(usize, u32)>) -> Vec<Candidate> {
        let own = |qi: usize, node: u32| &self.forest.trees[qi].nodes[node as usize];
        let known = |qi: usize, node: u32| {
            weighed
                .iter()
                .any(|other| (other.qi, other.node) == (qi, node))
        };
        let of_weighed = weighed.iter().map(|other| {
            let gain = (Figure::InformationGain, own(other.qi, other.node).gain);
            let scored = other.scored.iter();
            let scored = scored.flat_map(|&(lost, score)| {
                [(Figure::AnonymityLoss, lost as f64), (Figure::Score, score)]
            });
            let fate = match () {
                () if other.is_unsafe => Fate::Unsafe,
                () if Some((other.qi, other.node)) == chosen => Fate::Chosen,
                () => Fate::Passed,
            };
            let what = Subject::Part {
                qi: other.qi,
                part: own(other.qi, other.node).summary.clone(),
            };
            Candidate {
                what,
                figures: [gain].into_iter().chain(scored).collect(),
                fate,
            }
        });
        let cut = self
            .cuts()
            .iter()
            .enumerate()
            .flat_map(|(qi, nodes)| nodes.iter().map(move |&node| (qi, node)));
        let others =
            cut.filter(|&(qi, node)| !known(qi, node) && !own(qi, node).children.is_empty());
        let of_others = others.map(|(qi, node)| Candidate {
            what: Subject::Part {
                qi,
                part: own(qi, node).summary.clone(),
            },
            figures: vec![(Figure::InformationGain, own(qi, node).gain)],
            fate: if own(qi, node).gain > EPSILON {
                Fate::Unsafe
            } else {
                Fate::Useless
            },
        });
        of_weighed.chain(of_others).collect()
    }
}
