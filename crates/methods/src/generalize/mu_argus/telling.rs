//! What is told to who listens, and how the method is explained.

use bauta_table::Node;
use bauta_table::recoding::{Cells, Recoding};

use super::Current;
use crate::descriptor::Text;
use crate::generalize::outliers;
use crate::trace::{
    Candidate, Decision, Example, Fate, Figure, Lesson, Rule, State, Subject, Template, Trace,
};

/// How it is explained.
pub const LESSON: Lesson = Lesson {
    template: Template::TableRecoding,
    words: Text {
        en: include_str!("explain.en.md"),
        fr: include_str!("explain.fr.md"),
    },
    example: Example {
        may_leave_out: 0,
        parameters: &[("local-share", "0.5")],
        ..Example::PLAIN
    },
};

impl Current<'_> {
    /// The table at these levels, all rows in it.
    pub(super) fn state(&self) -> State {
        State::recoded(outliers::plan(
            self.task,
            Node::from(self.levels.clone()),
            Vec::new(),
            outliers::Outliers::Drop,
        ))
    }

    /// Tells of a step; what every step would have left, where it was the method that chose.
    pub(super) fn tell(
        &self,
        trace: &Trace,
        (qi, next): (usize, &Self),
        limit: u64,
        left: &[(usize, u64)],
    ) {
        let weighed = |&(other, outliers): &(usize, u64)| Candidate {
            what: Subject::Level {
                qi: other,
                level: self.levels[other] + 1,
            },
            figures: vec![(Figure::Outliers, outliers as f64)],
            fate: if other == qi {
                Fate::Chosen
            } else {
                Fate::Passed
            },
        };
        let rule = if left.is_empty() {
            Rule::Told
        } else {
            Rule::FewestOutliers
        };
        let raise = Decision::Raise {
            qi,
            level: next.levels[qi],
            outliers: self.outliers,
            limit,
            rule,
        };
        trace.tell(raise, left.iter().map(weighed).collect(), next.state());
    }

    /// Tells which cells are suppressed.
    pub(super) fn tell_cells(&self, trace: &Trace, plan: &Cells) {
        let (cells, rows) = plan.count(self.task.prepared);
        let counts = self.task.prepared.set().counts();
        let dropped = plan
            .levels
            .dropped
            .iter()
            .map(|&tuple| counts[tuple as usize])
            .sum();
        let suppressed = Decision::SuppressCells {
            outliers: self.outliers,
            cells,
            rows,
            dropped,
        };
        trace.tell(
            suppressed,
            Vec::new(),
            State::recoded(Recoding::Cells(plan.clone())),
        );
    }
}
