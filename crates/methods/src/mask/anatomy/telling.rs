//! What is told to who listens: each group as it is formed, and each row that joins one.

use crate::trace::{Candidate, Decision, Fate, Figure, Grouping, State, Subject, Trace};

/// Follows the groups.
pub(super) struct Telling<'t> {
    trace: &'t Trace,
    group_of_row: Vec<Option<u32>>,
    groups: u32,
}

impl<'t> Telling<'t> {
    pub(super) fn new(trace: &'t Trace, rows: usize) -> Self {
        Telling {
            trace,
            group_of_row: vec![None; rows],
            groups: 0,
        }
    }

    /// All groups of `l` values each, one after the other, from the rows of each value.
    pub(super) fn all_drawn(&mut self, mut by_value: Vec<Vec<u32>>, drawn: &[u32], l: usize) {
        for values in drawn.chunks_exact(l) {
            self.drawn(&by_value, values);
            for &value in values {
                by_value[value as usize].pop();
            }
        }
    }

    /// A group of the last row of each of some values, which are about to be taken.
    fn drawn(&mut self, by_value: &[Vec<u32>], values: &[u32]) {
        let rows: Vec<u32> = values
            .iter()
            .filter_map(|&value| by_value[value as usize].last().copied())
            .collect();
        rows.iter()
            .for_each(|&row| self.group_of_row[row as usize] = Some(self.groups));
        let left = by_value
            .iter()
            .enumerate()
            .filter(|(_, rows)| !rows.is_empty());
        let mut weighed: Vec<(usize, usize)> =
            left.map(|(value, rows)| (value, rows.len())).collect();
        weighed.sort_by_key(|&(value, rows)| (std::cmp::Reverse(rows), value));
        let candidate = |(value, rows): (usize, usize)| Candidate {
            what: Subject::Value(value as u32),
            figures: vec![(Figure::RowsLeft, rows as f64)],
            fate: if values.contains(&(value as u32)) {
                Fate::Chosen
            } else {
                Fate::Passed
            },
        };
        let candidates = weighed.into_iter().map(candidate).collect();
        let formed = Decision::FormGroup {
            group: self.groups,
            rows,
            why: Grouping::MostFrequent,
        };
        self.groups += 1;
        self.trace.tell(
            formed,
            candidates,
            State::Grouped(self.group_of_row.clone()),
        );
    }

    /// A row joins a group.
    pub(super) fn joins(&mut self, row: u32, group: usize, why: Grouping) {
        self.group_of_row[row as usize] = Some(group as u32);
        let joined = Decision::JoinGroup {
            row,
            group: group as u32,
            why,
        };
        self.trace.tell(
            joined,
            Vec::new(),
            State::Grouped(self.group_of_row.clone()),
        );
    }
}
