//! The search: every set of attributes once, on ever fewer tuples.
//!
//! **Idea** (1) Sets of attributes are visited as a tree: a set's parent is the set without its lowest attribute, children come in ascending order.
//! So every subset comes before its supersets, and a child only refines its parent's groups. (2) A group of one tuple is told apart:
//! if that tuple is one row, the set is unique for it. Such groups take no further part below, nor do groups without a tuple of
//! one row: they can change nothing. (3) A set that is unique for a tuple is minimal if no minimal unique found before lies in it.
//! (4) Sets are parted by their highest attribute; below it, branches by the second highest run on both cores, and what they find is put
//! together in their order, so the result does not depend on the number of cores.

use bauta_table::count::FrequencySet;
use bauta_table::{Codes, Progress, Stage, with_codes};
use rayon::prelude::*;

/// Minimal uniques by tuple, as sets of bits; linked from the last found to the first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Minimal {
    /// Tuple, attributes, and the entry before it of the same tuple, counted from 1.
    entries: Vec<(u32, u64, u32)>,
    /// The last entry of each tuple, counted from 1; 0 = none.
    last: Vec<u32>,
}

impl Minimal {
    /// All: a tuple, and the attributes that single it out.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.entries.iter().map(|entry| (entry.0, entry.1))
    }

    /// Those of a tuple.
    pub fn of(&self, tuple: u32) -> impl Iterator<Item = u64> + '_ {
        let mut next = self.last.get(tuple as usize).copied().unwrap_or(0);
        std::iter::from_fn(move || {
            let (_, attributes, before) = self.entries.get((next as usize).checked_sub(1)?)?;
            next = *before;
            Some(*attributes)
        })
    }

    /// None yet of so many tuples.
    pub(super) fn none(tuples: usize) -> Self {
        Minimal {
            entries: Vec::new(),
            last: vec![0; tuples],
        }
    }

    /// Step 3.
    pub(super) fn lies_in(&self, tuple: u32, attributes: u64) -> bool {
        self.of(tuple).any(|known| known & attributes == known)
    }

    pub(super) fn push(&mut self, tuple: u32, attributes: u64) {
        let last = &mut self.last[tuple as usize];
        self.entries.push((tuple, attributes, *last));
        *last = self.entries.len() as u32;
    }
}

/// Tuples in groups that a set of attributes does not tell apart.
#[derive(Clone, Default)]
struct Groups {
    tuples: Vec<u32>,
    /// Where each group ends.
    ends: Vec<u32>,
}

/// What refining needs of memory, for each value of an attribute.
struct Scratch {
    /// Tuples of the group with the value; 0 between groups.
    tuples: Vec<u32>,
    /// Whether one of them is one row, and, later, where the next of them goes.
    place: Vec<u32>,
    touched: Vec<u32>,
}

pub(super) struct Search<'a> {
    set: &'a FrequencySet,
    single: Vec<bool>,
    size: usize,
    progress: &'a dyn Progress,
}

type Found = Vec<(u32, u64)>;

impl<'a> Search<'a> {
    pub fn new(set: &'a FrequencySet, size: usize, progress: &'a dyn Progress) -> Self {
        Search {
            set,
            single: set.counts().iter().map(|&rows| rows == 1).collect(),
            size,
            progress,
        }
    }

    /// All minimal uniques; none when cancelled.
    pub fn run(&self) -> Option<Minimal> {
        let tuples = self.set.len();
        let mut minimal = Minimal {
            entries: Vec::new(),
            last: vec![0; tuples],
        };
        let all = Groups {
            tuples: (0..tuples as u32).collect(),
            ends: vec![tuples as u32],
        };
        if self.size == 0 || !self.single.contains(&true) {
            return Some(minimal);
        }
        if tuples == 1 {
            // One row alone in the table: every attribute singles it out.
            (0..self.set.width()).for_each(|place| minimal.push(0, 1 << place));
            return Some(minimal);
        }
        for highest in 0..self.set.width() {
            if self.progress.cancelled() {
                return None;
            }
            // Branches double in size from one attribute to the next.
            self.progress.tell(
                Stage::Verify,
                1 << highest.min(40),
                Some(1 << self.set.width().min(40)),
            );
            let (found, groups) = self.refine(&all, highest, 1 << highest, &mut self.scratch());
            found
                .into_iter()
                .for_each(|(tuple, attributes)| minimal.push(tuple, attributes));
            let branches: Vec<Found> = (0..highest)
                .into_par_iter()
                .with_max_len(1)
                .map(|next| {
                    let mut found = Vec::new();
                    self.visit(
                        &groups,
                        next,
                        1 << highest,
                        &minimal,
                        &mut self.scratch(),
                        &mut found,
                    );
                    found
                })
                .collect();
            for (tuple, attributes) in branches.into_iter().flatten() {
                if !minimal.lies_in(tuple, attributes) {
                    minimal.push(tuple, attributes);
                }
            }
        }
        (!self.progress.cancelled()).then_some(minimal)
    }

    /// Adds an attribute to a set and goes on below.
    fn visit(
        &self,
        groups: &Groups,
        attribute: usize,
        above: u64,
        known: &Minimal,
        scratch: &mut Scratch,
        found: &mut Found,
    ) {
        let attributes = above | 1 << attribute;
        if attributes.count_ones() as usize > self.size
            || groups.tuples.is_empty()
            || self.progress.cancelled()
        {
            return;
        }
        let (unique, groups) = self.refine(groups, attribute, attributes, scratch);
        found.extend(
            unique
                .into_iter()
                .filter(|&(tuple, attributes)| !known.lies_in(tuple, attributes)),
        );
        for next in 0..attribute {
            self.visit(&groups, next, attributes, known, scratch, found);
        }
    }

    fn scratch(&self) -> Scratch {
        let most = (0..self.set.width())
            .map(|place| self.set.distinct(place))
            .max()
            .unwrap_or(0);
        Scratch {
            tuples: vec![0; most],
            place: vec![0; most],
            touched: Vec::new(),
        }
    }

    /// Step 2: splits groups by one more attribute; also returns the tuples of one row that are told apart.
    fn refine(
        &self,
        groups: &Groups,
        attribute: usize,
        attributes: u64,
        scratch: &mut Scratch,
    ) -> (Found, Groups) {
        let (mut found, mut out) = (Vec::new(), Groups::default());
        let codes: &Codes = self.set.codes(attribute);
        let mut start = 0;
        for &end in &groups.ends {
            let group = &groups.tuples[start as usize..end as usize];
            with_codes!(codes, codes => self.split(group, codes, attributes, scratch, &mut found, &mut out));
            start = end;
        }
        (found, out)
    }

    fn split<T: Copy + Into<u32>>(
        &self,
        group: &[u32],
        codes: &[T],
        attributes: u64,
        scratch: &mut Scratch,
        found: &mut Found,
        out: &mut Groups,
    ) {
        let code = |tuple: u32| -> usize { codes[tuple as usize].into() as usize };
        for &tuple in group {
            let value = code(tuple);
            if scratch.tuples[value] == 0 {
                scratch.touched.push(value as u32);
                scratch.place[value] = 0;
            }
            scratch.tuples[value] += 1;
            scratch.place[value] |= u32::from(self.single[tuple as usize]);
        }
        // A value that stays gets its place in the output; one that goes gets none.
        let mut end = out.tuples.len() as u32;
        for &value in &scratch.touched {
            let (tuples, single) = (
                scratch.tuples[value as usize],
                scratch.place[value as usize] > 0,
            );
            let stays = tuples > 1 && single;
            scratch.place[value as usize] = if stays { end } else { u32::MAX };
            if stays {
                end += tuples;
                out.ends.push(end);
            }
        }
        out.tuples.resize(end as usize, 0);
        for &tuple in group {
            let value = code(tuple);
            match scratch.place[value] {
                u32::MAX if scratch.tuples[value] == 1 && self.single[tuple as usize] => {
                    found.push((tuple, attributes));
                }
                u32::MAX => {}
                place => {
                    out.tuples[place as usize] = tuple;
                    scratch.place[value] += 1;
                }
            }
        }
        scratch
            .touched
            .drain(..)
            .for_each(|value| scratch.tuples[value as usize] = 0);
    }
}
