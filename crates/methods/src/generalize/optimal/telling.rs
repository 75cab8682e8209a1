//! What the exact search tells to who listens: the levels of one attribute that were tried beside those that others have.

use bauta_table::count::TupleSet;

use super::exact::{Best, Frame, Search};
use crate::trace::{Candidate, Decision, Fate, Figure, Subject, Trace};

/// What was found out about a node.
pub(super) struct Looked {
    pub(super) outliers: u64,
    pub(super) loss: Option<f64>,
    pub(super) satisfies: bool,
    pub(super) is_best: bool,
}

/// The levels of an attribute that were tried.
pub(super) struct Tried<'t> {
    search: &'t Search<'t>,
    depth: usize,
    qi: usize,
    given: Vec<Option<u8>>,
    weighed: Vec<Candidate>,
}

impl<'t> Tried<'t> {
    /// Nothing was tried yet. Levels below the lowest that the attribute can have beside the others fail by two attributes alone.
    pub(super) fn new(search: &'t Search<'t>, depth: usize, frame: &Frame<'_>) -> Self {
        let qi = search.order[depth];
        let mut tried = Tried {
            search,
            depth,
            qi,
            given: Vec::new(),
            weighed: Vec::new(),
        };
        tried.given = tried.fixed(&frame.levels, depth);
        let mut levels = frame.levels.clone();
        for level in 0..frame.levels[qi] {
            levels[qi] = level;
            tried.push(&levels, Vec::new(), Fate::FailsAsSubset);
        }
        tried
    }

    /// The levels of the first attributes of the order, up to a place.
    fn fixed(&self, levels: &[u8], places: usize) -> Vec<Option<u8>> {
        let mut fixed = vec![None; levels.len()];
        self.search.order[..places]
            .iter()
            .for_each(|&qi| fixed[qi] = Some(levels[qi]));
        fixed
    }

    fn push(&mut self, levels: &[u8], figures: Vec<(Figure, f64)>, fate: Fate) {
        let what = Subject::Node(self.fixed(levels, self.depth + 1));
        self.weighed.push(Candidate {
            what,
            figures,
            fate,
        });
    }

    /// A level with which more is lost than by the best node.
    pub(super) fn worse(&mut self, levels: &[u8]) {
        self.push(levels, Vec::new(), Fate::Worse);
    }

    /// A node that was looked at.
    pub(super) fn looked(&mut self, levels: &[u8], looked: &Looked) {
        let loss = looked
            .loss
            .filter(|_| looked.satisfies)
            .map(|loss| (Figure::Loss, loss));
        let figures = [Some((Figure::Outliers, looked.outliers as f64)), loss]
            .into_iter()
            .flatten()
            .collect();
        let fate = match looked {
            Looked {
                satisfies: false, ..
            } => Fate::Fails,
            Looked { is_best: true, .. } => Fate::Solves,
            Looked { loss: None, .. } => Fate::Worse,
            _ => Fate::Passed,
        };
        self.push(levels, figures, fate);
    }

    /// A level beside which the other attributes could still have one, or could not.
    pub(super) fn bounded(&mut self, levels: &[u8], classes: &TupleSet, bound: Option<f64>) {
        let outliers = self.search.domain.count(classes, |_| ()).outliers;
        let fate = match bound {
            Some(_) => Fate::Passed,
            None if outliers > self.search.domain.may_drop() => Fate::Fails,
            None => Fate::Worse,
        };
        let bound = bound.map(|bound| (Figure::Loss, bound));
        let figures = [Some((Figure::Outliers, outliers as f64)), bound]
            .into_iter()
            .flatten()
            .collect();
        self.push(levels, figures, fate);
    }

    /// Tells what was tried, and of the best node so far.
    pub(super) fn tell(self, trace: &Trace, best: Option<Best>) {
        let domain = self.search.domain;
        let state = domain.state(
            &best
                .as_ref()
                .map_or_else(|| domain.lattice.bottom(), |best| best.node.clone()),
        );
        let tried = Decision::TryLevels {
            qi: self.qi,
            given: self.given,
            best: best.map(|best| best.loss),
        };
        trace.tell(tried, self.weighed, state);
    }
}
