//! Top-down specialisation (TDS): from "anything", split the group that tells most about a class, per person that it exposes.
//!
//! **Paper** fung2005tds, sections 3 and 4; thesis, section 7.6.
//!
//! **Guarantee** every class of the release satisfies every model; one value always becomes one value; outliers are left out, no
//! more than allowed.
//!
//! **Idea**
//! 1. The cut of each quasi-identifier is its root: everything is one class.
//! 2. A candidate is a node of the cut with children. It is *beneficial* if its children tell more about the class attribute
//!    than itself does, and *valid* if every class holds after it is split (or the outliers may be left out).
//! 3. Of the valid and beneficial candidates split the one with the most information gained per anonymity lost (the
//!    information itself where nothing is lost); go to 2. If there is none: done.
//!
//! **Notation** v → child(v) → a node of the cut and its children · InfoGain(v) → `gain` of a node · A → size of the smallest class ·
//! AnonyLoss(v) = A before − A after · R_v → rows whose original value lies under v.
//!
//! **Differences from the paper**
//! (a) The loss of anonymity is before − after; one of the sources prints it the other way round.
//! (b) Beneficial is a gain above 1e-12; the sources do not define it. Ties (within 1e-12) go to the quasi-identifier named
//!     first, then to the first value; `steps` names nodes to be split first, as far as they are valid.
//! (c) Any model may be asked for: validity is that of the models, the loss of anonymity stays that of the smallest class.
//! (d) Numbers and dates without a hierarchy get ranges that are cut where the class attribute gains most. The paper does so
//!     while it searches; gains look at the whole table, so cutting beforehand gives the same ranges. Words without a
//!     hierarchy are either all kept or all `*`.
//! (e) The class attribute is the one with the role target, else the first sensitive one.
//!
//! **Cost** O(d · m) a step for d quasi-identifiers and m distinct tuples, quasi-identifiers on both cores; sensitive values are
//! looked at for the candidate that would win only.
//!
//! **Invariants** `every_step_is_the_best_by_slow_counting`, `every_class_holds_and_no_useful_step_is_left`,
//! `numbers_without_a_hierarchy_get_ranges`.

mod pieces;
mod telling;

use std::sync::Arc;

use bauta_table::{Fault, Stage};

use super::bottom_up::STEPS;
use super::subtree::{Forest, named_nodes, no_class, unknown_steps};
use crate::contract::{Context, Error, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::Parameters;
use crate::trace::{Decision, Example, Lesson, Template};
use pieces::Pieces;

/// Top-down specialisation.
pub struct TopDown;

impl Technique for TopDown {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(TopDownParameters {
            steps: parameters.get(&STEPS),
        })
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        Some(&LESSON)
    }
}

/// What top-down specialisation is told.
struct TopDownParameters {
    /// Steps to take first.
    steps: Vec<String>,
}

impl Planner for TopDownParameters {
    fn technique(&self) -> &'static dyn Technique {
        &TopDown
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        no_class(task, DESCRIPTOR.id)
            .into_iter()
            .chain(unknown_steps(task, &self.steps))
            .collect()
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let forest = Forest::new(task);
        // Step 1.
        let mut pieces = Pieces::new(&forest);
        if pieces.outlier_rows() > forest.may_drop() {
            return Ok(forest.unreachable(pieces.outlier_rows()));
        }
        let trace = context.trace.as_ref();
        trace
            .iter()
            .for_each(|trace| trace.tell(Decision::Start, Vec::new(), forest.state(pieces.cuts())));
        let steps = named_nodes(&forest.trees, task, &self.steps).unwrap_or_default();
        for (qi, node) in steps {
            if let Some(split) = pieces.valid_split(qi, node) {
                pieces.told_specialize(split, trace, Vec::new());
            }
        }
        let all = forest.trees.iter().flat_map(|tree| &tree.nodes).count() as u64;
        let mut done = 0;
        // Steps 2 and 3.
        loop {
            let mut weighed = trace.map(|_| Vec::new());
            let Some(split) = pieces.best_split(weighed.as_mut()) else {
                trace
                    .iter()
                    .for_each(|trace| pieces.tell_end(trace, weighed.take().unwrap_or_default()));
                break;
            };
            if context.progress.cancelled() {
                return Err(Error::Cancelled);
            }
            context.progress.tell(Stage::Search, done, Some(all));
            done += 1;
            pieces.told_specialize(split, trace, weighed.unwrap_or_default());
        }
        let plan = forest.told_plan(
            pieces.cuts(),
            pieces.outliers(),
            (trace, pieces.outlier_rows()),
        );
        Ok(plan.unwrap_or_else(|| forest.unreachable(0)))
    }
}

/// How it is explained.
pub const LESSON: Lesson = Lesson {
    template: Template::TableRecoding,
    words: Text {
        en: include_str!("explain.en.md"),
        fr: include_str!("explain.fr.md"),
    },
    example: Example::PLAIN,
};

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "top-down",
    title: Text {
        en: "Top-down specialization (TDS)",
        fr: "Spécialisation descendante (TDS)",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Starts with everything at its most general and splits, branch by branch, what tells most about a class attribute (the target, else the first sensitive attribute) for the anonymity lost.",
        fr: "Part du plus général et divise, branche par branche, ce qui renseigne le plus sur un attribut de classe (la cible, sinon le premier attribut sensible) pour l'anonymat perdu.",
    },
    papers: &["fung2005tds"],
    parameters: &[&STEPS],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 0,
        sensitive_at_most: usize::MAX,
        hierarchies: false,
    },
    guarantees: Text {
        en: "Every class satisfies every requirement; a value always becomes the same value, but branches may stop at different heights; outliers are left out, no more than allowed.",
        fr: "Chaque classe satisfait toutes les exigences ; une valeur devient toujours la même valeur, mais les branches peuvent s'arrêter à des hauteurs différentes ; les cas isolés sont écartés, pas plus que permis.",
    },
    cost: "O(d m) at each of at most g steps, for d quasi-identifiers, m distinct tuples and g groups",
    outputs: 1,
};

#[cfg(test)]
mod tests;
