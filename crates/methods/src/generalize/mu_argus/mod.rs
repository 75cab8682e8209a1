//! μ-Argus: generalise whole attributes until few outliers are left, then suppress single cells of those.
//!
//! **Paper** hundepool1996argus and sweeney2002datafly, section 5; thesis, section 7.1.
//!
//! **Guarantee** every class of the release satisfies every model. With `suppressed = any` only k-anonymity, and in a weaker reading
//! that the release's guarantee names: a suppressed cell may be any value.
//!
//! **Idea**
//! 1. Start with the original values. Outliers are rows of classes that break a model.
//! 2. Generalise one attribute, one level up, and list the outliers again: the attributes of `steps`, in their order; without
//!    them, as long as outliers are more than `local-share` of the rows, the attribute whose step leaves fewest outliers.
//! 3. Report the combinations of two and three attributes that are rarer than the smallest class allowed.
//! 4. Suppress cells of the outliers ([`suppress`], [`any`]): as few as greedily found. Rows that no cells can save are left
//!    out, no more than allowed.
//!
//! **Notation** role 0, 1, 2, 3 (not, most, more identifying, identifying) → `identifying` · MINIMUM, k → models · unsafe
//! combination → outlier.
//!
//! **Differences from the paper**
//! (a) The paper tests combinations of two and three attributes only, so that its result may not be k-anonymous over all of them.
//!     Here classes over all quasi-identifiers decide, and rare combinations are reported. With roles, the combinations of
//!     attributes of different roles above 0 are; without, all of them.
//! (b) The user of the paper chooses the attributes; step 2 does so where `steps` does not. Ties go to the attribute named first.
//! (c) A suppressed cell is a value of its own by default, as a reader who groups the release sees it, and the verifier is
//!     strict. A lone outlier then needs company: rows of other classes that can spare them are suppressed in the same cells.
//! (d) Any model may be asked for, but with `suppressed = any` only k-anonymity.
//!
//! **Cost** O(d · m) a step for d quasi-identifiers and m classes; step 4 tries every set of cells while there are at most
//! [`patterns::MOST`] of a size.
//!
//! **Invariants** `every_automatic_step_leaves_fewest_outliers`, `a_lone_outlier_gets_company`,
//! `any_value_needs_no_more_cells_than_own_value`.

mod any;
mod combinations;
mod patterns;
mod suppress;
mod telling;

use std::sync::Arc;

use bauta_privacy::{Class, Requirement};
use bauta_table::count::{FrequencySet, RollUp};
use bauta_table::recoding::{Cells, Levels, Recoding, Suppressed};
use bauta_table::{Fault, Node, Stage};
use rayon::prelude::*;

use super::bottom_up::STEPS;
use crate::contract::{Context, Error, NearestMiss, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::{Choice, Choices, List, Number, Parameter, Parameters};
use crate::trace::{Decision, Lesson};

/// μ-Argus.
pub struct MuArgus;

impl Technique for MuArgus {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(MuArgusParameters {
            steps: parameters.get(&STEPS),
            local_share: parameters.get(&LOCAL_SHARE),
            suppressed: parameters.get(&SUPPRESSED),
            identifying: parameters.get(&IDENTIFYING),
        })
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        Some(&telling::LESSON)
    }
}

/// What a suppressed cell is when classes are counted.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Star {
    /// A value of its own.
    OwnValue,
    /// Any value.
    AnyValue,
}

/// What μ-Argus is told.
struct MuArgusParameters {
    /// Attributes to generalise first, in order.
    steps: Vec<String>,
    /// Share of the rows that may be outliers when cells are suppressed.
    local_share: f64,
    suppressed: Star,
    /// How identifying attributes are.
    identifying: Vec<String>,
}

impl Planner for MuArgusParameters {
    fn technique(&self) -> &'static dyn Technique {
        &MuArgus
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        let only_k = "a suppressed cell can be any value for k-anonymity only; leave out the other targets, or --suppressed any";
        let wrong = self.suppressed == Star::AnyValue
            && task
                .models
                .iter()
                .any(|model| model.name() != "k-anonymity");
        let wrong = wrong.then(|| Fault::Request(only_k.into()));
        steps(task, &self.steps)
            .err()
            .into_iter()
            .chain(combinations::roles(task, &self.identifying).err())
            .chain(wrong)
            .collect()
    }

    fn verified(&self, requirements: &[Requirement]) -> Vec<Requirement> {
        let weaker = |requirement: &Requirement| match requirement.as_k_anonymity() {
            Some(k) if self.suppressed == Star::AnyValue => {
                Requirement::k_anonymity_of_any_value(k)
            }
            _ => requirement.clone(),
        };
        requirements.iter().map(weaker).collect()
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let given = steps(task, &self.steps).unwrap_or_default();
        // Step 1.
        let mut current = Current::new(task, self);
        let trace = context.trace.as_ref();
        trace
            .iter()
            .for_each(|trace| trace.tell(Decision::Start, Vec::new(), current.state()));
        for &qi in &given {
            let next = current.up(qi);
            trace
                .iter()
                .for_each(|trace| current.tell(trace, (qi, &next), 0, &[]));
            current = next;
            context.notes.push(current.note(qi));
        }
        let limit = (self.local_share * current.set.rows() as f64 + 1e-6).floor() as u64;
        loop {
            if context.progress.cancelled() {
                return Err(Error::Cancelled);
            }
            let height = current.levels.iter().map(|&level| u64::from(level)).sum();
            context.progress.tell(Stage::Search, height, None);
            let few = !given.is_empty() || current.outliers <= limit;
            if let Some(plan) = few.then(|| current.suppressed()).flatten() {
                // Step 3.
                context.notes.extend(combinations::note(&current));
                let (cells, rows) = plan.count(task.prepared);
                trace
                    .iter()
                    .for_each(|trace| current.tell_cells(trace, &plan));
                context
                    .notes
                    .push(format!("{cells} cells of {rows} rows were suppressed"));
                return Ok(Outcome::Plan(Recoding::Cells(plan)));
            }
            let tried = if given.is_empty() {
                current.tried()
            } else {
                Vec::new()
            };
            let left: Vec<(usize, u64)> = tried
                .iter()
                .map(|(qi, next)| (*qi, next.outliers))
                .collect();
            match tried.into_iter().min_by_key(|(_, next)| next.outliers) {
                Some((qi, next)) => {
                    trace
                        .iter()
                        .for_each(|trace| current.tell(trace, (qi, &next), limit, &left));
                    current = next;
                    context.notes.push(current.note(qi));
                }
                None => return Ok(current.unreachable()),
            }
        }
    }
}

/// The attributes to generalise, in order.
fn steps(task: &Task<'_>, given: &[String]) -> Result<Vec<usize>, Fault> {
    let qis = &task.prepared.qis;
    let mut levels = vec![0; qis.len()];
    let step = |name: &String| {
        let qi = qis.iter().position(|qi| qi.name == *name)?;
        levels[qi] += 1;
        (levels[qi] <= qis[qi].hierarchy.as_ref()?.height()).then_some(qi)
    };
    let found: Option<Vec<usize>> = given.iter().map(step).collect();
    found.ok_or_else(|| Fault::OutOfRange {
        parameter: STEPS.name.into(),
        given: given.join(", "),
        allowed: "names of quasi-identifiers, each at most as often as its hierarchy has levels"
            .into(),
    })
}

/// The table at some levels.
struct Current<'a> {
    task: &'a Task<'a>,
    parameters: &'a MuArgusParameters,
    levels: Vec<u8>,
    /// The classes, rolled up from the step before.
    set: FrequencySet,
    /// Rows in classes that break a model.
    outliers: u64,
}

impl<'a> Current<'a> {
    fn new(task: &'a Task<'a>, parameters: &'a MuArgusParameters) -> Self {
        let (set, _) = task.prepared.set().without(&task.set_aside);
        let levels = vec![0; task.prepared.qis.len()];
        let maps: Vec<RollUp<'_>> = task
            .prepared
            .qis
            .iter()
            .map(|qi| {
                qi.hierarchy
                    .as_ref()
                    .map(|bound| (bound.level(0), bound.group_count(0)))
            })
            .collect();
        Current::at(task, parameters, levels, set.roll_up(&maps).0)
    }

    fn at(
        task: &'a Task<'a>,
        parameters: &'a MuArgusParameters,
        levels: Vec<u8>,
        set: FrequencySet,
    ) -> Self {
        let fails = |class: &usize| !holds(task, &set, *class);
        let outliers = (0..set.len())
            .filter(fails)
            .map(|class| set.counts()[class])
            .sum();
        Current {
            task,
            parameters,
            levels,
            set,
            outliers,
        }
    }

    /// Step 2, for one attribute: every value goes to its parent.
    fn up(&self, qi: usize) -> Self {
        let mut levels = self.levels.clone();
        levels[qi] += 1;
        let (from, to) = (usize::from(self.levels[qi]), usize::from(levels[qi]));
        let bound = self.task.prepared.qis[qi].hierarchy.as_ref();
        let map = bound.map(|bound| (bound.roll_up(from, to), bound.group_count(to)));
        let mut maps: Vec<RollUp<'_>> = vec![None; self.levels.len()];
        maps[qi] = map.as_ref().map(|(map, groups)| (&map[..], *groups));
        Current::at(
            self.task,
            self.parameters,
            levels,
            self.set.roll_up(&maps).0,
        )
    }

    /// All steps that can be made.
    fn tried(&self) -> Vec<(usize, Self)> {
        let height = |qi: usize| {
            self.task.prepared.qis[qi]
                .hierarchy
                .as_ref()
                .map_or(0, bauta_table::Bound::height)
        };
        let open: Vec<usize> = (0..self.levels.len())
            .filter(|&qi| usize::from(self.levels[qi]) < height(qi))
            .collect();
        open.into_par_iter().map(|qi| (qi, self.up(qi))).collect()
    }

    /// What a step on an attribute has led to.
    fn note(&self, qi: usize) -> String {
        let name = &self.task.prepared.qis[qi].name;
        format!(
            "\"{name}\" at level {} leaves {} outliers",
            self.levels[qi], self.outliers
        )
    }

    /// Step 4.
    fn suppressed(&self) -> Option<Cells> {
        let task = self.task;
        let classes = self.classes();
        let aside_holds = task.class_holds(&task.set_aside);
        let aside: u64 = task
            .set_aside
            .iter()
            .map(|&tuple| task.prepared.set().counts()[tuple as usize])
            .sum();
        let compares = task.models.iter().any(|model| model.compares_with_table());
        let may_drop = if compares {
            0
        } else {
            task.may_drop
                .saturating_sub(if aside_holds { 0 } else { aside })
        };
        let open = self.open();
        let (mut suppressed, mut dropped) = match self.parameters.suppressed {
            Star::AnyValue => (
                any::suppress(task, &classes, &open, task.least_rows())?,
                Vec::new(),
            ),
            Star::OwnValue => suppress::suppress(task, classes, &open, may_drop)?,
        };
        let all: Vec<usize> = (0..self.levels.len()).collect();
        if aside_holds {
            suppressed.extend(task.set_aside.iter().map(|&tuple| Suppressed {
                tuple,
                qis: all.clone(),
            }));
        } else {
            dropped.extend_from_slice(&task.set_aside);
        }
        Some(Cells {
            levels: Levels {
                node: Node::from(self.levels.clone()),
                dropped,
            },
            suppressed,
            rows: Vec::new(),
        })
    }

    /// The attributes that still tell something: those with more than one group.
    fn open(&self) -> Vec<usize> {
        let says = |qi: &usize| {
            (0..self.set.len()).any(|c| self.set.codes(*qi).get(c) != self.set.codes(*qi).get(0))
        };
        (0..self.levels.len()).filter(says).collect()
    }

    /// The classes with their tuples.
    fn classes(&self) -> Vec<OwnClass> {
        let (set, tuples) = self.task.prepared.set().without(&self.task.set_aside);
        let maps: Vec<RollUp<'_>> = self
            .task
            .prepared
            .qis
            .iter()
            .zip(&self.levels)
            .map(at_level)
            .collect();
        let (classes, class_of) = set.roll_up(&maps);
        let key = |class: usize| {
            (0..classes.width())
                .map(|qi| classes.codes(qi).get(class))
                .collect()
        };
        let mut own: Vec<OwnClass> = (0..classes.len())
            .map(|class| OwnClass {
                key: key(class),
                tuples: Vec::new(),
                holds: holds(self.task, &classes, class),
            })
            .collect();
        for (&class, &tuple) in class_of.iter().zip(&tuples) {
            own[class as usize].tuples.push(tuple);
        }
        own
    }

    fn unreachable(&self) -> Outcome {
        let steps = self
            .levels
            .iter()
            .map(|&level| u64::from(level))
            .sum::<u64>();
        Outcome::Unreachable(NearestMiss {
            attempt: format!("{steps} steps leave {} outliers", self.outliers),
            missing: self
                .task
                .models
                .iter()
                .map(bauta_privacy::Judge::title)
                .collect(),
            advice: "allow more rows to be left out (--max-suppression), or ask for less".into(),
        })
    }
}

fn at_level<'q>((qi, &level): (&'q bauta_table::Qi, &u8)) -> RollUp<'q> {
    let bound = qi.hierarchy.as_ref()?;
    Some((
        bound.level(usize::from(level)),
        bound.group_count(usize::from(level)),
    ))
}

/// A class of the current levels.
struct OwnClass {
    /// The group of each quasi-identifier.
    pub key: Vec<u32>,
    /// Its tuples.
    pub tuples: Vec<u32>,
    /// Whether it satisfies every model.
    pub holds: bool,
}

/// Whether a class of a frequency set satisfies every model.
fn holds(task: &Task<'_>, set: &FrequencySet, class: usize) -> bool {
    let attributes = task.prepared.table.attributes();
    let sensitive: Vec<Vec<(u32, u64)>> = if task.needs_sensitive() {
        set.histograms()
            .iter()
            .zip(&task.prepared.sensitive)
            .map(|(histogram, &attribute)| {
                let missing = attributes[attribute].column.dictionary().missing_code();
                histogram
                    .of(class)
                    .filter(|&(code, _)| Some(code) != missing)
                    .collect()
            })
            .collect()
    } else {
        Vec::new()
    };
    task.holds(&Class {
        size: set.counts()[class],
        sensitive: &sensitive,
        population: 0,
    })
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "mu-argus",
    title: Text {
        en: "μ-Argus",
        fr: "μ-Argus",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Generalises whole attributes, in the order given or by itself, until few outliers are left, and then replaces single cells of those by *.",
        fr: "Généralise des attributs entiers, dans l'ordre donné ou de lui-même, jusqu'à ce qu'il reste peu de cas isolés, puis remplace par * quelques-unes de leurs cases.",
    },
    papers: &["hundepool1996argus", "sweeney2002datafly"],
    parameters: &[&STEPS, &LOCAL_SHARE, &SUPPRESSED, &IDENTIFYING],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 0,
        sensitive_at_most: usize::MAX,
        hierarchies: true,
    },
    guarantees: Text {
        en: "Every class satisfies every requirement, * being a value of its own; with suppressed = any, k-anonymity only where * may be any value.",
        fr: "Chaque classe satisfait toutes les exigences, * étant une valeur comme une autre ; avec suppressed = any, k-anonymat seulement si * peut être toute valeur.",
    },
    cost: "O(d m) a step for d quasi-identifiers and m distinct tuples, and the sets of cells of the outliers",
    outputs: 1,
};

const LOCAL_SHARE: Parameter<Number> = Parameter {
    name: "local-share",
    kind: Number {
        least: 0.0,
        most: 1.0,
    },
    default: 0.05,
    help: Text {
        en: "share of the rows that may be outliers when generalising ends and cells are suppressed",
        fr: "part des lignes qui peuvent être des cas isolés quand cesse la généralisation et que des cases sont supprimées",
    },
};

pub(crate) const SUPPRESSED: Parameter<Choices<Star>> = Parameter {
    name: "suppressed",
    kind: Choices(&[
        Choice {
            word: "own",
            value: Star::OwnValue,
            help: Text {
                en: "a value of its own (strict)",
                fr: "une valeur comme une autre (strict)",
            },
        },
        Choice {
            word: "any",
            value: Star::AnyValue,
            help: Text {
                en: "any value: fewer cells, a weaker guarantee, k-anonymity only",
                fr: "toute valeur : moins de cases, une garantie plus faible, k-anonymat seulement",
            },
        },
    ]),
    default: Star::OwnValue,
    help: Text {
        en: "what a suppressed cell is when classes are counted",
        fr: "ce qu'est une case supprimée quand on compte les classes",
    },
};

const IDENTIFYING: Parameter<List> = Parameter {
    name: "identifying",
    kind: List,
    default: "",
    help: Text {
        en: "how identifying attributes are, as attribute=0 (not), 1 (most), 2 (more) or 3 (identifying): which combinations are reported",
        fr: "à quel point des attributs identifient : attribut=0 (pas), 1 (le plus), 2 (plus) ou 3 (identifiant) : quelles combinaisons signaler",
    },
};

#[cfg(test)]
mod tests;
