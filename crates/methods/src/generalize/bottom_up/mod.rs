//! Bottom-up generalisation: put together the siblings that lose least about a class, per person that they hide.
//!
//! **Paper** wang2004bottomup, sections 3 and 4; thesis, section 7.5.
//!
//! **Guarantee** every class of the release satisfies every model; one value always becomes one value; outliers are left out, no
//! more than allowed.
//!
//! **Idea**
//! 1. The cut of each quasi-identifier is its leaves, those that do not occur included.
//! 2. If every class holds, or those that do not have no more rows than may be left out: done.
//! 3. A candidate is a node whose children are all in the cut. Its information loss is what its children tell about the class
//!    attribute; its anonymity gain is how much larger the smallest class gets. Take the candidate with the least loss per
//!    gain (the loss itself where nothing is gained).
//! 4. Put it in the place of its children; go to 2.
//!
//! **Notation** G: {c} → p → a node in the place of its children · I(p) = IL → `gain` of a node (information that its children have)
//! · A_VID → size of the smallest class · P(G) = AG → gain in that size · R_x → rows whose original value lies under x.
//!
//! **Differences from the paper**
//! (a) The thesis' annex first looks at *critical* generalisations only, those with a gain in anonymity; its chapter does not
//!     say so. `rule` offers both.
//! (b) Ties (within 1e-12) go to the quasi-identifier named first, then to the first value, then to the lower node; `steps`
//!     names nodes to be taken first, which reproduces choices made by chance.
//! (c) Any model may be asked for. The gain in anonymity stays that of the smallest class, outliers included; what stops the
//!     search is step 2.
//! (d) The class attribute is the one with the role target, else the first sensitive one.
//!
//! **Cost** Losses are computed once. A step looks at the classes under the chosen node, and for gains at the smallest classes: a
//! node can only have a gain if it is above all of them, which at most one node of each quasi-identifier is.
//!
//! **Invariants** `every_step_is_the_best_by_slow_counting`, `every_class_holds_and_every_value_is_covered`.

mod classes;

use std::collections::BTreeSet;
use std::sync::Arc;

use bauta_table::{Fault, Stage};

use super::subtree::{EPSILON, Forest, named_nodes, no_class, unknown_steps};
use crate::contract::{Context, Error, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::{Choice, Choices, List, Parameter, Parameters};
use crate::trace::{
    Candidate, Decision, Example, Fate, Figure, Lesson, Rule, Subject, Template, Trace,
};
use classes::Classes;

/// Bottom-up generalisation.
pub struct BottomUp;

impl Technique for BottomUp {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(BottomUpParameters {
            rule: parameters.get(&RULE),
            steps: parameters.get(&STEPS),
        })
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        Some(&LESSON)
    }
}

/// Which step is taken.
#[derive(Clone, Copy, PartialEq)]
enum StepRule {
    Ratio,
    CriticalFirst,
}

/// What bottom-up generalisation is told.
struct BottomUpParameters {
    rule: StepRule,
    /// Steps to take first.
    steps: Vec<String>,
}

impl Planner for BottomUpParameters {
    fn technique(&self) -> &'static dyn Technique {
        &BottomUp
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        no_class(task, DESCRIPTOR.id)
            .into_iter()
            .chain(unknown_steps(task, &self.steps))
            .collect()
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let forest = Forest::new(task);
        let mut search = Search::new(&forest, self);
        let (mut done, steps) = (
            0,
            forest.trees.iter().flat_map(|tree| &tree.nodes).count() as u64,
        );
        let trace = context.trace.as_ref();
        trace.iter().for_each(|trace| {
            trace.tell(Decision::Start, Vec::new(), forest.state(&search.cuts()));
        });
        // Step 2.
        let outliers = loop {
            if let Some(outliers) = search.classes.outliers(forest.may_drop()) {
                break outliers;
            }
            if context.progress.cancelled() {
                return Err(Error::Cancelled);
            }
            context.progress.tell(Stage::Search, done, Some(steps));
            done += 1;
            let mut weighed = trace.map(|_| Vec::new());
            let Some((qi, node)) = search.choose(weighed.as_mut()) else {
                return Ok(forest.unreachable(search.classes.outlier_rows()));
            };
            let smallest = trace.map(|_| search.classes.smallest());
            search.generalize(qi, node);
            if let (Some(trace), Some(weighed), Some(smallest)) = (trace, weighed, smallest) {
                search.tell(trace, (qi, node), smallest, weighed);
            }
        };
        let (named, taken) = (self.steps.len(), search.steps_taken);
        if taken < named {
            context.notes.push(format!(
                "{} of {named} named steps were not taken: what is asked for held before, or the value could not be generalised then",
                named - taken
            ));
        }
        let dropped: u64 = outliers.iter().map(|&tuple| forest.rows(tuple)).sum();
        let plan = forest.told_plan(&search.cuts(), outliers, (trace, dropped));
        Ok(plan.unwrap_or_else(|| forest.unreachable(0)))
    }
}

/// A candidate with its score, for who listens.
struct Weighed {
    qi: usize,
    node: u32,
    gain: u64,
    score: f64,
}

/// Where the search stands.
struct Search<'f, 'a> {
    forest: &'f Forest<'a>,
    classes: Classes<'f, 'a>,
    in_cut: Vec<Vec<bool>>,
    /// For each node, how many of its children are not in the cut.
    lacking: Vec<Vec<usize>>,
    /// Candidates in the order of ties: quasi-identifier, first value, height.
    candidates: BTreeSet<(usize, (u32, u8), u32)>,
    critical_first: bool,
    /// Nodes to be taken first, the next one last.
    steps: Vec<(usize, u32)>,
    /// How many of them were taken.
    steps_taken: usize,
}

impl<'f, 'a> Search<'f, 'a> {
    /// Step 1.
    fn new(forest: &'f Forest<'a>, parameters: &BottomUpParameters) -> Self {
        let steps = named_nodes(&forest.trees, forest.task, &parameters.steps).unwrap_or_default();
        let mut search = Search {
            forest,
            classes: Classes::new(forest),
            in_cut: forest
                .trees
                .iter()
                .map(|tree| vec![false; tree.nodes.len()])
                .collect(),
            lacking: forest
                .trees
                .iter()
                .map(|tree| tree.nodes.iter().map(|node| node.children.len()).collect())
                .collect(),
            candidates: BTreeSet::new(),
            critical_first: parameters.rule == StepRule::CriticalFirst,
            steps: steps.into_iter().rev().collect(),
            steps_taken: 0,
        };
        for (qi, tree) in forest.trees.iter().enumerate() {
            tree.leaves()
                .into_iter()
                .for_each(|leaf| search.enter(qi, leaf));
        }
        search
    }

    /// A node is in the cut: its parent may be a candidate now.
    fn enter(&mut self, qi: usize, node: u32) {
        self.in_cut[qi][node as usize] = true;
        if let Some(parent) = self.forest.trees[qi].nodes[node as usize].parent {
            let lacking = &mut self.lacking[qi][parent as usize];
            *lacking -= 1;
            if *lacking == 0 {
                self.candidates.insert((
                    qi,
                    self.forest.trees[qi].nodes[parent as usize].order,
                    parent,
                ));
            }
        }
    }

    /// Step 3.
    fn choose(&mut self, mut weighed: Option<&mut Vec<Weighed>>) -> Option<(usize, u32)> {
        while let Some((qi, node)) = self.steps.pop() {
            if self.candidates.contains(&(
                qi,
                self.forest.trees[qi].nodes[node as usize].order,
                node,
            )) {
                self.steps_taken += 1;
                return Some((qi, node));
            }
        }
        let before = self.classes.smallest();
        let mut gains: Vec<(usize, u32, u64)> = Vec::new();
        for (qi, node) in self.classes.critical_parents() {
            if self.lacking[qi][node as usize] == 0 {
                let gain = self.classes.smallest_after(qi, node) - before;
                gains.extend((gain > 0).then_some((qi, node, gain)));
            }
        }
        let only_critical = self.critical_first && !gains.is_empty();
        let mut best: Option<(f64, (usize, u32))> = None;
        for &(qi, _, node) in &self.candidates {
            let loss = self.forest.trees[qi].nodes[node as usize].gain;
            let gain = gains
                .iter()
                .find(|gain| (gain.0, gain.1) == (qi, node))
                .map(|found| found.2);
            let score = match gain {
                Some(gain) => loss / gain as f64,
                None if only_critical => continue,
                None => loss,
            };
            weighed.iter_mut().for_each(|all| {
                all.push(Weighed {
                    qi,
                    node,
                    gain: gain.unwrap_or(0),
                    score,
                });
            });
            if best.is_none_or(|best| score < best.0 - EPSILON) {
                best = Some((score, (qi, node)));
            }
        }
        best.map(|best| best.1)
    }

    /// Step 4.
    fn generalize(&mut self, qi: usize, node: u32) {
        let own = &self.forest.trees[qi].nodes[node as usize];
        self.candidates.remove(&(qi, own.order, node));
        own.children
            .iter()
            .for_each(|&child| self.in_cut[qi][child as usize] = false);
        self.classes.generalize(qi, node);
        self.enter(qi, node);
    }

    /// Tells of a node that was put in the place of its children; nothing was weighed where the user named it.
    fn tell(&self, trace: &Trace, (qi, node): (usize, u32), smallest: u64, weighed: Vec<Weighed>) {
        let node_of = |qi: usize, node: u32| &self.forest.trees[qi].nodes[node as usize];
        let rule = if weighed.is_empty() {
            Rule::Told
        } else {
            Rule::LossPerGain
        };
        let candidate = |other: &Weighed| {
            let own = node_of(other.qi, other.node);
            Candidate {
                what: Subject::Part {
                    qi: other.qi,
                    part: own.summary.clone(),
                },
                figures: vec![
                    (Figure::InformationLoss, own.gain),
                    (Figure::AnonymityGain, other.gain as f64),
                    (Figure::Score, other.score),
                ],
                fate: if (other.qi, other.node) == (qi, node) {
                    Fate::Chosen
                } else {
                    Fate::Passed
                },
            }
        };
        let together = Decision::PutTogether {
            qi,
            part: node_of(qi, node).summary.clone(),
            smallest,
            rule,
        };
        trace.tell(
            together,
            weighed.iter().map(candidate).collect(),
            self.forest.state(&self.cuts()),
        );
    }

    fn cuts(&self) -> Vec<Vec<u32>> {
        let nodes = |cut: &Vec<bool>| {
            (0..)
                .zip(cut)
                .filter(|(_, is_in)| **is_in)
                .map(|(node, _)| node)
                .collect()
        };
        self.in_cut.iter().map(nodes).collect()
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
    id: "bottom-up",
    title: Text {
        en: "Bottom-up generalization",
        fr: "Généralisation ascendante",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Puts sibling values together, branch by branch, where least is lost about a class attribute (the target, else the first sensitive attribute) for the anonymity gained.",
        fr: "Réunit des valeurs sœurs, branche par branche, là où l'on perd le moins sur un attribut de classe (la cible, sinon le premier attribut sensible) pour l'anonymat gagné.",
    },
    papers: &["wang2004bottomup"],
    parameters: &[&RULE, &STEPS],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 0,
        sensitive_at_most: usize::MAX,
        hierarchies: true,
    },
    guarantees: Text {
        en: "Every class satisfies every requirement; a value always becomes the same value, but branches may stop at different heights; outliers are left out, no more than allowed.",
        fr: "Chaque classe satisfait toutes les exigences ; une valeur devient toujours la même valeur, mais les branches peuvent s'arrêter à des hauteurs différentes ; les cas isolés sont écartés, pas plus que permis.",
    },
    cost: "O(m) classes under a node at each of at most g steps, for m distinct tuples and g groups",
    outputs: 1,
};

const RULE: Parameter<Choices<StepRule>> = Parameter {
    name: "rule",
    kind: Choices(&[
        Choice {
            word: "ratio",
            value: StepRule::Ratio,
            help: Text {
                en: "least loss per anonymity gained",
                fr: "la moindre perte par anonymat gagné",
            },
        },
        Choice {
            word: "critical-first",
            value: StepRule::CriticalFirst,
            help: Text {
                en: "the same, but only steps that make the smallest class larger, where there are any",
                fr: "de même, mais seulement les pas qui agrandissent la plus petite classe, s'il y en a",
            },
        },
    ]),
    default: StepRule::Ratio,
    help: Text {
        en: "which step is taken",
        fr: "quel pas est fait",
    },
};

pub(super) const STEPS: Parameter<List> = Parameter {
    name: "steps",
    kind: List,
    default: "",
    help: Text {
        en: "steps to take first, before the method chooses: groups by their label (bottom-up, top-down) or attributes (mu-argus)",
        fr: "pas à faire d'abord, avant que la méthode choisisse : groupes par leur étiquette (bottom-up, top-down) ou attributs (mu-argus)",
    },
};

#[cfg(test)]
mod tests;
