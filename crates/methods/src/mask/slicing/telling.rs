//! What is told to who listens: attributes that are joined, and buckets that are cut.

use crate::trace::{Candidate, Decision, Fate, Figure, State, Subject, Trace};

/// Follows the partition of attributes and of rows.
pub(super) struct Telling<'t> {
    trace: &'t Trace,
    rows: usize,
}

/// A quasi-identifier at whose median a bucket might be cut.
pub(super) struct Weighed {
    pub(super) qi: usize,
    pub(super) distinct: usize,
    pub(super) sides: (u64, u64),
    pub(super) allowed: bool,
}

/// Two groups of attributes and how much they tell about each other.
pub(super) struct Pair {
    pub(super) groups: (Vec<usize>, Vec<usize>),
    pub(super) strength: f64,
}

impl<'t> Telling<'t> {
    pub(super) fn new(trace: &'t Trace, rows: usize) -> Self {
        trace.tell(
            Decision::Start,
            Vec::new(),
            State::Grouped(vec![None; rows]),
        );
        Telling { trace, rows }
    }

    fn ungrouped(&self) -> State {
        State::Grouped(vec![None; self.rows])
    }

    /// The pair at a place is joined.
    pub(super) fn joined(&self, pairs: Vec<Pair>, chosen: usize, least: f64) {
        let strength = pairs.get(chosen).map_or(0.0, |pair| pair.strength);
        let candidate = |(place, pair): (usize, Pair)| Candidate {
            what: Subject::Columns(pair.groups.0, pair.groups.1),
            figures: vec![(Figure::Association, pair.strength)],
            fate: match () {
                () if place == chosen => Fate::Chosen,
                () if pair.strength < least => Fate::Worse,
                () => Fate::Passed,
            },
        };
        let candidates = pairs.into_iter().enumerate().map(candidate).collect();
        self.trace.tell(
            Decision::JoinColumns { strength, least },
            candidates,
            self.ungrouped(),
        );
    }

    /// All column groups.
    pub(super) fn columns(&self, groups: &[Vec<usize>], least: f64) {
        let kept = Decision::KeepColumns {
            groups: groups.to_vec(),
            least,
        };
        self.trace.tell(kept, Vec::new(), self.ungrouped());
    }

    /// A bucket was cut, or is final: then all of what was weighed is not allowed. Buckets that are done come first.
    pub(super) fn bucket(&self, done: &[Vec<u32>], open: &[Vec<u32>], weighed: Vec<Weighed>) {
        let cut = weighed
            .iter()
            .find(|at| at.allowed)
            .map(|at| Decision::CutBucket {
                qi: at.qi,
                sides: at.sides,
            });
        let rows = done.last().map_or(0, |rows| rows.len() as u64);
        let decision = cut.unwrap_or(Decision::KeepBucket { rows });
        let candidate = |at: Weighed| Candidate {
            what: Subject::Dimension(at.qi),
            figures: vec![
                (Figure::DistinctValues, at.distinct as f64),
                (Figure::Left, at.sides.0 as f64),
                (Figure::Right, at.sides.1 as f64),
            ],
            fate: if at.allowed {
                Fate::Chosen
            } else {
                Fate::Unsafe
            },
        };
        let mut bucket_of = vec![None; self.rows];
        for (bucket, rows) in (0..).zip(done.iter().chain(open.iter().rev())) {
            rows.iter()
                .for_each(|&row| bucket_of[row as usize] = Some(bucket));
        }
        self.trace.tell(
            decision,
            weighed.into_iter().map(candidate).collect(),
            State::Grouped(bucket_of),
        );
    }
}
