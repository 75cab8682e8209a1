//! What searches over a lattice tell to who listens.

use bauta_table::Node;

use super::{Domain, Judged};
use crate::contract::Outcome;
use crate::trace::{Candidate, Decision, Fate, Figure, Rule, State, Subject, Trace};

impl Domain<'_> {
    /// The table at a node, all rows in it: where a search stands.
    pub(in super::super) fn state(&self, node: &Node) -> State {
        State::recoded(super::super::outliers::plan(
            self.task,
            node.clone(),
            Vec::new(),
            self.outliers,
        ))
    }

    /// A node whose outliers were counted.
    pub(in super::super) fn weighed(&self, node: &Node, outliers: u64) -> Candidate {
        let fate = if outliers <= self.may_drop() {
            Fate::Solves
        } else {
            Fate::Fails
        };
        Candidate {
            what: Subject::of_node(node),
            figures: vec![(Figure::Outliers, outliers as f64)],
            fate,
        }
    }

    /// Tells which solution is released.
    pub(in super::super) fn tell_choice(
        &self,
        trace: &Trace,
        solutions: &[Node],
        chosen: &Node,
        rule: Rule,
        loss: &dyn Fn(&Node) -> f64,
    ) {
        let weighed = |node: &Node| Candidate {
            what: Subject::of_node(node),
            figures: vec![(Figure::Loss, loss(node))],
            fate: if node == chosen {
                Fate::Chosen
            } else {
                Fate::Passed
            },
        };
        let choice = Decision::ChooseNode {
            node: chosen.levels().to_vec(),
            rule,
        };
        trace.tell(
            choice,
            solutions.iter().map(weighed).collect(),
            self.state(chosen),
        );
    }

    /// The plan that releases a node: its outliers go.
    pub(in super::super) fn told_plan(&self, judged: Judged, trace: Option<&Trace>) -> Outcome {
        let (outliers, limit) = (judged.outliers, self.may_drop());
        let outcome = self.plan(judged);
        if let (Some(trace), Outcome::Plan(plan)) = (trace, &outcome) {
            let decision = Decision::LeaveOut { outliers, limit };
            trace.tell(decision, Vec::new(), State::recoded(plan.clone()));
        }
        outcome
    }
}
