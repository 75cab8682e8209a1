//! Samarati: the least general nodes of the lattice by a binary search on their height.
//!
//! **Paper** samarati2001microdata, section 5; thesis, section 7.3.
//!
//! **Guarantee** every class of the release satisfies every model; outliers are left out, no more than allowed; no node of less
//! height is a solution.
//!
//! **Idea**
//! 1. low = 0, high = the height of the most general node.
//! 2. While low < high: try the height in the middle. If some node of it is a solution, high = try; else low = try + 1.
//! 3. All solutions of height low are minimal; the one that loses least is released (the first in lexicographic order on ties).
//!
//! **Notation** MaxSup → rows that may be left out · VRT (vector of a node) → levels · height → sum of levels.
//!
//! **Differences from the paper**
//! (a) All solutions of the least height are looked at, not the first found; `prefer` chooses among them.
//! (b) Any monotone model may be asked for. A model that is not monotone may have a solution below a height that has none; the
//!     release is still verified, but may not be of the least height.
//!
//! **Cost** O(log H) heights; the nodes of one height are looked at on both cores, each counted from
//! a neighbour.
//!
//! **Invariants** `no_node_of_less_height_is_a_solution`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bauta_table::{Node, Progress, Stage};
use rayon::prelude::*;

use super::full_domain::{Domain, Loss, Losses, Walk, too_wide};
use super::outliers::{OUTLIERS, Outliers};
use crate::contract::{Context, Error, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::{Choice, Choices, Parameter, Parameters};
use crate::trace::{Candidate, Decision, Example, Fate, Lesson, Rule, Subject, Template, Trace};
use crate::view::View;

/// Samarati's algorithm.
pub struct Samarati;

impl Technique for Samarati {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(SamaratiParameters {
            prefer: parameters.get(&PREFER),
            outliers: parameters.get(&OUTLIERS),
        })
    }

    fn is_full_domain(&self) -> bool {
        true
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        Some(&LESSON)
    }
}

/// Which of the minimal nodes is released.
#[derive(Clone, Copy, PartialEq)]
enum Preference {
    Loss,
    First,
}

/// What Samarati's search is told.
struct SamaratiParameters {
    prefer: Preference,
    outliers: Outliers,
}

impl Planner for SamaratiParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Samarati
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let Some(domain) = Domain::new(task, self.outliers) else {
            return Ok(too_wide(task));
        };
        let trace = context.trace.as_ref();
        let judged = trace.map(|_| Mutex::default());
        let search = Heights {
            domain: &domain,
            progress: context.progress,
            view: context.view.as_ref(),
            judged,
        };
        let top = domain.judge(domain.lattice.top());
        if top.outliers > domain.may_drop() {
            return Ok(domain.unreachable(top.outliers));
        }
        let mut known = top.node.clone();
        trace
            .iter()
            .for_each(|trace| trace.tell(Decision::Start, Vec::new(), domain.state(&known)));
        // Step 1.
        let (mut low, mut high) = (0, domain.lattice.max_height());
        let rounds = (high + 1).ilog2() as u64 + 1;
        let mut round = 0;
        // Step 2.
        while low < high {
            context.progress.tell(Stage::Search, round, Some(rounds));
            round += 1;
            let middle = (low + high) / 2;
            let found = search.solutions(middle, true);
            let solved = !found.is_empty();
            if context.progress.cancelled() {
                return Err(Error::Cancelled);
            }
            known = found.into_iter().next().unwrap_or(known);
            trace
                .iter()
                .for_each(|trace| search.tell(trace, (low, high, middle), (solved, &known)));
            if solved {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        // Step 3.
        let solutions = search.solutions(low, false);
        let losses = Losses::new(&domain, Loss::Mean);
        let known = trace.map(|_| solutions.clone()).unwrap_or_default();
        let chosen = match self.prefer {
            Preference::First => solutions.into_iter().next(),
            Preference::Loss => solutions.into_iter().min_by(|a, b| {
                losses
                    .lower(a.levels(), None)
                    .total_cmp(&losses.lower(b.levels(), None))
                    .then_with(|| a.cmp(b))
            }),
        };
        let Some(node) = chosen else {
            return Ok(domain.unreachable(top.outliers));
        };
        if let Some(trace) = trace {
            let rule = if self.prefer == Preference::First {
                Rule::First
            } else {
                Rule::LeastLoss
            };
            let loss = |node: &Node| losses.lower(node.levels(), None);
            domain.tell_choice(trace, &known, &node, rule, &loss);
        }
        Ok(domain.told_plan(domain.judge(node), trace))
    }
}

/// The nodes of one height.
struct Heights<'s> {
    domain: &'s Domain<'s>,
    progress: &'s dyn Progress,
    view: Option<&'s View>,
    /// The nodes that were looked at since somebody asked, with their outliers; only where somebody listens.
    judged: Option<Mutex<Vec<(Node, u64)>>>,
}

/// Nodes that one core looks at in a row: neighbours share most of the counting.
const NEIGHBOURS: usize = 64;

impl Heights<'_> {
    /// All solutions of a height, in lexicographic order; or, if one is enough, some of them.
    fn solutions(&self, height: usize, one_is_enough: bool) -> Vec<Node> {
        let nodes: Vec<Node> = self.domain.lattice.nodes_at(height).collect();
        let found = AtomicBool::new(false);
        let solutions = nodes.par_chunks(NEIGHBOURS).map(|nodes| {
            let mut walk = Walk::new(self.domain);
            let solves = |node: &&Node| {
                if self.progress.cancelled() || one_is_enough && found.load(Ordering::Relaxed) {
                    return false;
                }
                let outliers = self
                    .domain
                    .count(walk.classes(node.levels()), |_| ())
                    .outliers;
                self.domain.tell(self.view, node.levels(), outliers);
                if let Some(Ok(mut judged)) = self.judged.as_ref().map(Mutex::lock) {
                    judged.push(((*node).clone(), outliers));
                }
                let solves = outliers <= self.domain.may_drop();
                found.fetch_or(solves, Ordering::Relaxed);
                solves
            };
            nodes.iter().filter(solves).cloned().collect::<Vec<Node>>()
        });
        solutions.flatten().collect()
    }

    /// Tells of a height that was tried, and of the solution that is known then.
    fn tell(
        &self,
        trace: &Trace,
        (low, high, height): (usize, usize, usize),
        (solved, known): (bool, &Node),
    ) {
        let judged = self
            .judged
            .as_ref()
            .and_then(|judged| judged.lock().ok().map(|mut all| std::mem::take(&mut *all)));
        let judged: BTreeMap<Node, u64> = judged.unwrap_or_default().into_iter().collect();
        let weighed = self
            .domain
            .lattice
            .nodes_at(height)
            .map(|node| match judged.get(&node) {
                Some(&outliers) => self.domain.weighed(&node, outliers),
                None => Candidate {
                    what: Subject::of_node(&node),
                    figures: Vec::new(),
                    fate: Fate::Skipped,
                },
            });
        trace.tell(
            Decision::TryHeight {
                low,
                high,
                height,
                solved,
            },
            weighed.collect(),
            self.domain.state(known),
        );
    }
}

/// How it is explained.
pub const LESSON: Lesson = Lesson {
    template: Template::LatticeChoice,
    words: Text {
        en: include_str!("explain.en.md"),
        fr: include_str!("explain.fr.md"),
    },
    example: Example::PLAIN,
};

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "samarati",
    title: Text {
        en: "Samarati",
        fr: "Samarati",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Finds the combinations of hierarchy levels with the fewest steps in all that satisfy the requirements, by a binary search, and releases the one that loses least.",
        fr: "Trouve par dichotomie les combinaisons de niveaux qui satisfont les exigences avec le moins de pas en tout, et publie celle qui perd le moins.",
    },
    papers: &["samarati2001microdata"],
    parameters: &[&PREFER, &OUTLIERS],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 0,
        sensitive_at_most: usize::MAX,
        hierarchies: true,
    },
    guarantees: Text {
        en: "Every class satisfies every requirement; every value of an attribute is at the same level; no combination of fewer steps would do.",
        fr: "Chaque classe satisfait toutes les exigences ; toutes les valeurs d'un attribut sont au même niveau ; aucune combinaison de moins de pas ne suffirait.",
    },
    cost: "O(log H) heights of the lattice, each node in O(m) for m distinct tuples",
    outputs: 1,
};

const PREFER: Parameter<Choices<Preference>> = Parameter {
    name: "prefer",
    kind: Choices(&[
        Choice {
            word: "loss",
            value: Preference::Loss,
            help: Text {
                en: "the one that loses least",
                fr: "celle qui perd le moins",
            },
        },
        Choice {
            word: "first",
            value: Preference::First,
            help: Text {
                en: "the first in order of levels",
                fr: "la première dans l'ordre des niveaux",
            },
        },
    ]),
    default: Preference::Loss,
    help: Text {
        en: "which of the combinations found is released; samarati finds those of least height, incognito all that satisfy the requirements",
        fr: "laquelle des combinaisons trouvées publier ; samarati trouve celles de moindre hauteur, incognito toutes celles qui satisfont les exigences",
    },
};

#[cfg(test)]
mod tests;
