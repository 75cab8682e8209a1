//! Incognito: all solutions of the lattice, found on ever larger subsets of the quasi-identifiers.
//!
//! **Paper** lefevre2005incognito, section 3; thesis, section 7.4.
//!
//! **Guarantee** every class of the release satisfies every model; outliers are left out, no more than allowed; every solution of the
//! lattice is found, and the one that is preferred is released.
//!
//! **Idea**
//! 1. For i = 1, 2, … up to all quasi-identifiers: take each subset of i of them.
//! 2. Subset property: a node of the subset is a candidate only if it solves without any one of its attributes.
//! 3. Generalisation property: candidates are visited by height; one above a solution solves and need not be counted.
//! 4. Roll-up property: others are counted from a node below that was found wanting, or, where there is none, from the classes of the
//!    lowest levels that any candidate has.
//! 5. The solutions of the whole set are all there are; `prefer` chooses among them.
//!
//! To leave an attribute out is to raise it once more: above its last level stands one level that says nothing. So all subsets are one
//! lattice, and the subset property is the generalisation property in it.
//!
//! **Notation** T → the tuples · C_i → candidates of i attributes · S_i → their solutions · frequency set → classes.
//!
//! **Differences from the paper**
//! (a) Rows may be left out; where every model goes on to hold whatever is merged into a class, both properties hold with outliers too.
//! (b) Other models than k-anonymity may be asked for. Where the properties need not hold, every node of the whole set is counted.
//! (c) Candidates are told by looking up their subsets, not by joining and pruning; they are the same.
//!
//! **Cost** at most every node of every subset, each in O(m) for m classes of a node below it; a million nodes in all at most.
//!
//! **Invariants** `all_solutions_are_those_of_brute_force`, `the_least_loss_is_that_of_the_optimal_search`.

mod subset;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bauta_table::{Lattice, Node, Progress, Stage};
use rayon::prelude::*;

use super::full_domain::{Domain, Loss, Losses, Walk, too_wide};
use super::outliers::{OUTLIERS, Outliers};
use crate::contract::{Context, Error, NearestMiss, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::{Choice, Choices, Parameter, Parameters};
use crate::trace::{Decision, Example, Lesson, Rule, Template, Trace};
use crate::view::View;
use subset::Subset;

/// The most nodes, of all subsets together.
const MOST: u128 = 1_000_000;

/// Nodes or subsets that one core looks at in a row: neighbours share most of the counting.
const NEIGHBOURS: usize = 16;

/// Incognito.
pub struct Incognito;

impl Technique for Incognito {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(IncognitoParameters {
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

/// Which of the solutions is released.
#[derive(Clone, Copy, PartialEq)]
enum Preference {
    Loss,
    First,
    Height,
}

/// What Incognito is told.
struct IncognitoParameters {
    prefer: Preference,
    outliers: Outliers,
}

impl Planner for IncognitoParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Incognito
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let Some(domain) = Domain::new(task, self.outliers) else {
            return Ok(too_wide(task));
        };
        let trace = context.trace.as_ref();
        let search = Search {
            trace,
            ..Search::new(&domain, context.progress, context.view.as_ref())
        };
        if search.nodes() > MOST {
            return Ok(too_large(task));
        }
        trace.iter().for_each(|trace| {
            trace.tell(
                Decision::Start,
                Vec::new(),
                domain.state(&domain.lattice.bottom()),
            );
        });
        let solutions = search.solutions()?;
        // Step 5.
        let chosen = preferred(&domain, &solutions, self.prefer);
        if context.view.is_some() {
            tell_all(&domain, &solutions, context.view.as_ref());
        }
        let (checked, found) = (search.checked.into_inner(), solutions.len());
        context.notes.push(format!(
            "{found} of {} combinations of levels satisfy the requirements; {checked} were counted, those of fewer quasi-identifiers included",
            domain.lattice.size()
        ));
        match chosen {
            Some(node) => {
                trace
                    .iter()
                    .for_each(|trace| tell_choice(&domain, trace, self.prefer, &solutions, &node));
                Ok(domain.told_plan(domain.judge(node), trace))
            }
            None => Ok(domain.unreachable(domain.judge(domain.lattice.top()).outliers)),
        }
    }
}

/// A search for all solutions.
struct Search<'s> {
    domain: &'s Domain<'s>,
    /// Of all subsets: a level above the last leaves an attribute out.
    lattice: Lattice,
    monotone: bool,
    progress: &'s dyn Progress,
    view: Option<&'s View>,
    trace: Option<&'s Trace>,
    /// How many nodes were counted.
    checked: AtomicU64,
}

impl<'s> Search<'s> {
    fn new(domain: &'s Domain<'s>, progress: &'s dyn Progress, view: Option<&'s View>) -> Self {
        let heights: Vec<usize> = domain
            .lattice
            .heights()
            .iter()
            .map(|&height| usize::from(height) + 1)
            .collect();
        let (lattice, monotone) = (Lattice::new(&heights), domain.is_monotone());
        Search {
            domain,
            lattice,
            monotone,
            progress,
            view,
            trace: None,
            checked: AtomicU64::new(0),
        }
    }

    /// How many nodes may have to be counted.
    fn nodes(&self) -> u128 {
        if !self.monotone {
            self.domain.lattice.size()
        } else if self.domain.lattice.heights().contains(&u8::MAX) {
            // No level is left to stand above the last.
            u128::MAX
        } else {
            self.lattice.size()
        }
    }

    /// All solutions of the whole set, in lexicographic order.
    fn solutions(&self) -> Result<Vec<Node>> {
        let all = Subset::new(self, (0..self.domain.lattice.attributes()).collect());
        if !self.monotone {
            return self.all_solutions(&all, &[]);
        }
        let solves = self.smaller_subsets()?;
        self.all_solutions(&all, &solves)
    }

    fn all_solutions(&self, all: &Subset<'_>, solves: &[bool]) -> Result<Vec<Node>> {
        let mut solutions = all.solutions(solves, &mut Walk::new(self.domain));
        if self.progress.cancelled() {
            return Err(Error::Cancelled);
        }
        solutions.sort_unstable();
        Ok(solutions)
    }

    /// Which nodes of the proper subsets solve, by their number in the lattice of all subsets.
    fn smaller_subsets(&self) -> Result<Vec<bool>> {
        let width = self.domain.lattice.attributes();
        let mut solves = vec![false; self.lattice.size() as usize];
        // Step 1.
        for size in 1..width {
            let subsets: Vec<Subset<'_>> = choices(width, size)
                .map(|own| Subset::new(self, own))
                .collect();
            // Who listens hears of one subset after the other.
            let in_a_row = if self.trace.is_some() {
                subsets.len().max(1)
            } else {
                NEIGHBOURS
            };
            let found = subsets.par_chunks(in_a_row).flat_map_iter(|subsets| {
                let mut walk = Walk::new(self.domain);
                subsets
                    .iter()
                    .flat_map(|subset| subset.solutions(&solves, &mut walk))
                    .collect::<Vec<Node>>()
            });
            let found: Vec<Node> = found.collect();
            if self.progress.cancelled() {
                return Err(Error::Cancelled);
            }
            found
                .iter()
                .filter_map(|node| self.lattice.index(node))
                .for_each(|index| solves[index as usize] = true);
        }
        Ok(solves)
    }

    /// The outliers of a node, by its classes.
    fn outliers(&self, levels: &[u8], classes: &bauta_table::count::TupleSet) -> u64 {
        let checked = self.checked.fetch_add(1, Ordering::Relaxed);
        if checked.is_multiple_of(64) {
            self.progress
                .tell(Stage::Search, checked, Some(self.nodes() as u64));
        }
        let outliers = self.domain.count(classes, |_| ()).outliers;
        if levels
            .iter()
            .zip(self.domain.lattice.heights())
            .all(|(level, height)| level <= height)
        {
            self.domain.tell(self.view, levels, outliers);
        }
        outliers
    }
}

/// The subsets of `0..width` with so many members, in lexicographic order of who is in them.
fn choices(width: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    // The nodes of a lattice of height 1 each: 0 is in, 1 is out.
    let out: Vec<Node> = Lattice::new(&vec![1; width])
        .nodes_at(width - size)
        .collect();
    out.into_iter()
        .map(move |out| (0..width).filter(|&qi| out.levels()[qi] == 0).collect())
}

/// The solution to release; the first in lexicographic order of equal ones.
fn preferred(domain: &Domain<'_>, solutions: &[Node], prefer: Preference) -> Option<Node> {
    match prefer {
        Preference::First => solutions.first().cloned(),
        Preference::Height => solutions.iter().min_by_key(|node| node.height()).cloned(),
        Preference::Loss => least_loss(domain, solutions),
    }
}

/// The solution that loses least, outliers included. What it loses without them is known from its levels and never more, so that
/// only few are counted.
fn least_loss(domain: &Domain<'_>, solutions: &[Node]) -> Option<Node> {
    let losses = Losses::new(domain, Loss::Mean);
    let mut by_bound: Vec<(f64, &Node)> = solutions
        .iter()
        .map(|node| (losses.lower(node.levels(), None), node))
        .collect();
    by_bound.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1)));
    let mut walk = Walk::new(domain);
    let mut best: Option<(f64, &Node)> = None;
    for (bound, node) in by_bound {
        if best.is_some_and(|(loss, _)| bound > loss) {
            break;
        }
        let classes = walk.classes(node.levels());
        let mut outliers = Vec::new();
        let count = domain.count(classes, |class| outliers.push(class as u32));
        let loss = losses.of(domain, node.levels(), classes, (count, &outliers));
        if best.is_none_or(|best| loss < best.0 || loss == best.0 && node < best.1) {
            best = Some((loss, node));
        }
    }
    best.map(|(_, node)| node.clone())
}

/// Tells who listens which solution is released.
fn tell_choice(
    domain: &Domain<'_>,
    trace: &Trace,
    prefer: Preference,
    solutions: &[Node],
    chosen: &Node,
) {
    let rule = match prefer {
        Preference::First => Rule::First,
        Preference::Height => Rule::FewestSteps,
        Preference::Loss => Rule::LeastLoss,
    };
    let losses = Losses::new(domain, Loss::Mean);
    let loss = |node: &Node| {
        let mut walk = Walk::new(domain);
        let (classes, mut outliers) = (walk.classes(node.levels()), Vec::new());
        let count = domain.count(classes, |class| outliers.push(class as u32));
        losses.of(domain, node.levels(), classes, (count, &outliers))
    };
    domain.tell_choice(trace, solutions, chosen, rule, &loss);
}

/// Tells a view of all solutions, those that were not counted included.
fn tell_all(domain: &Domain<'_>, solutions: &[Node], view: Option<&View>) {
    solutions.par_chunks(NEIGHBOURS).for_each(|nodes| {
        let mut walk = Walk::new(domain);
        for node in nodes {
            let outliers = domain.count(walk.classes(node.levels()), |_| ()).outliers;
            domain.tell(view, node.levels(), outliers);
        }
    });
}

fn too_large(task: &Task<'_>) -> Outcome {
    Outcome::Unreachable(NearestMiss {
        attempt: format!(
            "more than {MOST} combinations of levels are too many to find all that satisfy the requirements"
        ),
        missing: task
            .models
            .iter()
            .map(bauta_privacy::Judge::title)
            .collect(),
        advice:
            "use optimal, which looks for the best one only, or declare fewer quasi-identifiers"
                .into(),
    })
}

/// How it is explained.
pub const LESSON: Lesson = Lesson {
    template: Template::LatticeChoice,
    words: Text {
        en: include_str!("explain.en.md"),
        fr: include_str!("explain.fr.md"),
    },
    example: Example {
        may_leave_out: 0,
        ..Example::PLAIN
    },
};

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "incognito",
    title: Text {
        en: "Incognito",
        fr: "Incognito",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Finds all combinations of hierarchy levels that satisfy the requirements, on ever larger subsets of the quasi-identifiers, and releases the preferred one.",
        fr: "Trouve toutes les combinaisons de niveaux qui satisfont les exigences, sur des sous-ensembles toujours plus grands des quasi-identifiants, et publie la préférée.",
    },
    papers: &["lefevre2005incognito"],
    parameters: &[&PREFER, &OUTLIERS],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 0,
        sensitive_at_most: usize::MAX,
        hierarchies: true,
    },
    guarantees: Text {
        en: "Every class satisfies every requirement; every value of an attribute is at the same level; no combination of levels that would do is overlooked.",
        fr: "Chaque classe satisfait toutes les exigences ; toutes les valeurs d'un attribut sont au même niveau ; aucune combinaison de niveaux qui conviendrait n'est oubliée.",
    },
    cost: "at most every node of every subset of attributes, each in O(m) for m classes of a node below it",
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
        Choice {
            word: "height",
            value: Preference::Height,
            help: Text {
                en: "the one with the fewest steps in all",
                fr: "celle qui a le moins de pas en tout",
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
