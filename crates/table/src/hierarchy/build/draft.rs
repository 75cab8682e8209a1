//! What all builders share: faults are collected, then levels become a hierarchy with a single group on top.

use foldhash::fast::FixedState;
use hashbrown::HashSet;

use super::super::rows::too_high;
use super::super::{Hierarchy, MAX_HEIGHT};
use crate::dictionary::{Dictionary, TextPool};
use crate::error::Fault;

/// The group of each leaf and the label of each group.
pub(super) type Grouping = (Vec<u32>, TextPool);

/// A hierarchy under construction.
pub(super) struct Draft<'a> {
    attribute: &'a str,
    what: &'static str,
    faults: Vec<Fault>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(attribute: &'a str, what: &'static str) -> Self {
        Draft {
            attribute,
            what,
            faults: Vec::new(),
        }
    }

    /// Notes a fault: why not, and what to do.
    pub(super) fn refuse(&mut self, problem: impl Into<String>) {
        let (attribute, what) = (self.attribute.to_owned(), self.what);
        self.faults.push(Fault::CannotBuild {
            attribute,
            what,
            problem: problem.into(),
        });
    }

    /// Notes a fault if `wrong`.
    pub(super) fn refuse_if(&mut self, wrong: bool, problem: impl Into<String>) {
        if wrong {
            self.refuse(problem);
        }
    }

    /// Ends here if there is a fault.
    pub(super) fn check(&mut self) -> Result<(), Vec<Fault>> {
        if self.faults.is_empty() {
            Ok(())
        } else {
            Err(std::mem::take(&mut self.faults))
        }
    }

    /// The hierarchy of these levels above `leaves`, and a single group called `top` unless the last level is that.
    pub(super) fn finish(
        mut self,
        leaves: TextPool,
        mut above: Vec<Grouping>,
        top: &str,
    ) -> Result<Hierarchy, Vec<Fault>> {
        self.refuse_if(
            leaves.is_empty(),
            "the attribute has no value to build from",
        );
        self.refuse_if(
            repeats(&leaves),
            "two values are written alike; write them with more digits",
        );
        for (at, (_, labels)) in above.iter().enumerate() {
            let level = at + 1;
            self.refuse_if(
                repeats(labels),
                format!("two groups of level {level} have the same label; rename one"),
            );
        }
        let is_top = |(_, labels): &Grouping| labels.len() == 1 && labels.get(0) == top;
        if !above.last().is_some_and(is_top) {
            above.push((vec![0; leaves.len()], TextPool::from_iter([top])));
        }
        if above.len() > MAX_HEIGHT {
            self.faults.push(too_high(self.attribute, above.len()));
        }
        self.check()?;
        Ok(Hierarchy::from_groups(leaves, above))
    }
}

fn repeats(labels: &TextPool) -> bool {
    let mut seen = HashSet::with_capacity_and_hasher(labels.len(), FixedState::default());
    !labels.iter().all(|label| seen.insert(label))
}

/// The text of every value, in their order.
pub(super) fn leaves_of(dictionary: &Dictionary) -> TextPool {
    (0..dictionary.value_count() as u32)
        .map(|code| dictionary.label(code))
        .collect()
}
