//! What is told to who listens: each group as it is formed, and each row that joins one.

use std::sync::Mutex;

use super::groups::Partition;
use crate::trace::{Candidate, Decision, Fate, Figure, Grouping, State, Subject, Trace};

/// Follows the groups.
pub(super) struct Telling<'t> {
    trace: &'t Trace,
    group_of_row: Mutex<Vec<Option<u32>>>,
}

impl<'t> Telling<'t> {
    pub(super) fn new(trace: &'t Trace, rows: usize) -> Self {
        trace.tell(
            Decision::Start,
            Vec::new(),
            State::Grouped(vec![None; rows]),
        );
        Telling {
            trace,
            group_of_row: Mutex::new(vec![None; rows]),
        }
    }

    /// The groups with some rows put in one.
    fn with(&self, rows: &[u32], group: u32) -> State {
        let Ok(mut group_of) = self.group_of_row.lock() else {
            return State::Grouped(Vec::new());
        };
        rows.iter()
            .for_each(|&row| group_of[row as usize] = Some(group));
        State::Grouped(group_of.clone())
    }

    /// A group of rows; `near` are the rows that it was chosen from, with their distances.
    pub(super) fn formed(&self, group: usize, rows: &[u32], why: Grouping, near: &[(f64, u32)]) {
        let candidate = |&(distance, row): &(f64, u32)| Candidate {
            what: Subject::Row(row),
            figures: vec![(Figure::Distance, distance)],
            fate: if rows.contains(&row) {
                Fate::Chosen
            } else {
                Fate::Passed
            },
        };
        let formed = Decision::FormGroup {
            group: group as u32,
            rows: rows.to_vec(),
            why,
        };
        self.trace.tell(
            formed,
            near.iter().map(candidate).collect(),
            self.with(rows, group as u32),
        );
    }

    /// A row that joins a group.
    pub(super) fn joins(&self, row: u32, group: usize, why: Grouping) {
        let joined = Decision::JoinGroup {
            row,
            group: group as u32,
            why,
        };
        self.trace
            .tell(joined, Vec::new(), self.with(&[row], group as u32));
    }

    /// All groups, one after the other.
    pub(super) fn all(&self, partition: &Partition, why: Grouping) {
        for group in 0..partition.count {
            let rows = (0..)
                .zip(&partition.of_row)
                .filter(|(_, own)| **own == group as u32);
            self.formed(
                group,
                &rows.map(|(row, _)| row).collect::<Vec<u32>>(),
                why,
                &[],
            );
        }
    }

    /// The ways to cut a line of values, up to each of its places: the rows of the last group, and the squares of all groups.
    pub(super) fn line(&self, size: usize, ways: Vec<(Vec<u32>, f64)>, taken: &[Vec<u32>]) {
        let candidate = |(rows, squares): (Vec<u32>, f64)| Candidate {
            fate: if taken.contains(&rows) {
                Fate::Chosen
            } else {
                Fate::Passed
            },
            what: Subject::Rows(rows),
            figures: vec![(Figure::Squares, squares)],
        };
        self.trace.tell(
            Decision::WeighLine { size },
            ways.into_iter().map(candidate).collect(),
            self.with(&[], 0),
        );
    }
}
