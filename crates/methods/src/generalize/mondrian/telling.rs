//! What the recursion tells to who listens: each region that is cut or kept, and all regions as they stand then.

use std::sync::Mutex;

use bauta_table::recoding::{Groups, Members, Notation, Recoding};

use super::search::{Cut, Region, Space, Strategy};
use crate::trace::{Decision, State, Trace};

/// Follows a recursion that goes left first.
pub(super) struct Telling<'t> {
    trace: &'t Trace,
    space: &'t Space<'t>,
    /// Whether members are rows, not tuples.
    of_rows: bool,
    notation: Notation,
    regions: Mutex<Regions>,
}

/// All regions, left to right; the first ones are final.
#[derive(Default)]
struct Regions {
    all: Vec<Vec<u32>>,
    done: usize,
}

impl<'t> Telling<'t> {
    pub(super) fn new(
        trace: &'t Trace,
        space: &'t Space<'t>,
        of_rows: bool,
        notation: Notation,
    ) -> Self {
        Telling {
            trace,
            space,
            of_rows,
            notation,
            regions: Mutex::default(),
        }
    }

    /// All tuples are one region.
    pub(super) fn start(&self, tuples: &[u32]) {
        let Ok(mut regions) = self.regions.lock() else {
            return;
        };
        regions.all = vec![tuples.to_vec()];
        self.trace
            .tell(Decision::Start, Vec::new(), self.state(&regions.all));
    }

    /// A region was cut.
    pub(super) fn cut(
        &self,
        strategy: &dyn Strategy,
        region: &Region<'_>,
        (cut, low, high): (&Cut, &[u32], &[u32]),
    ) {
        let Ok(mut regions) = self.regions.lock() else {
            return;
        };
        let at = regions.done;
        regions.all.splice(at..=at, [low.to_vec(), high.to_vec()]);
        let sides = (self.space.rows(low), self.space.rows(high));
        let decision = Decision::CutRegion {
            qi: cut.qi,
            rank: cut.rank,
            sides,
            rule: strategy.rule(),
        };
        self.trace.tell(
            decision,
            strategy.weighed(region, Some(cut)),
            self.state(&regions.all),
        );
    }

    /// A region is final.
    pub(super) fn keep(&self, strategy: &dyn Strategy, region: &Region<'_>) {
        let Ok(mut regions) = self.regions.lock() else {
            return;
        };
        regions.done += 1;
        let decision = Decision::KeepRegion {
            rows: region.rows,
            least: self.space.least_rows,
        };
        self.trace.tell(
            decision,
            strategy.weighed(region, None),
            self.state(&regions.all),
        );
    }

    fn state(&self, regions: &[Vec<u32>]) -> State {
        let prepared = self.space.task.prepared;
        let count = if self.of_rows {
            prepared.tuple_of_row().len()
        } else {
            prepared.set().len()
        };
        let mut group_of = vec![u32::MAX; count];
        for (group, members) in (0..).zip(regions) {
            members
                .iter()
                .for_each(|&member| group_of[member as usize] = group);
        }
        let members = if self.of_rows {
            Members::Rows(group_of)
        } else {
            Members::Tuples(group_of)
        };
        let summaries = regions
            .iter()
            .map(|tuples| self.space.summaries(tuples))
            .collect();
        let (starred, dropped) = super::aside(self.space.task);
        State::recoded(Recoding::Groups(Groups {
            summaries,
            members,
            notation: self.notation,
            starred,
            dropped,
        }))
    }
}
