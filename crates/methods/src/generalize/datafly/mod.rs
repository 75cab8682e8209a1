//! Datafly: generalise the attribute with most different values, until few enough rows are left to be suppressed.
//!
//! **Paper** sweeney2002datafly, section 4; thesis, section 7.2.
//!
//! **Guarantee** every class of the release satisfies every model; outliers are left out, no more than allowed.
//!
//! **Idea**
//! 1. Start with the original values.
//! 2. Find the outliers: rows of classes that break a model. If they are no more than may be left out, leave them out: done.
//! 3. Else generalise, one level up, the attribute with most different values in the current table; go to 2.
//!
//! **Notation** MaxSup → rows that may be left out · DA (distinct attribute) → different values of a quasi-identifier ·
//! outliers(T, k) → outliers.
//!
//! **Differences from the paper**
//! (a) It stops at `outliers <= limit`; the sources also print `<` and `<= k`.
//! (b) Ties go to the attribute that was named first; the sources leave them open.
//! (c) The optional last step, which suppresses more rows until the suppressed ones are k themselves, is not taken: the
//!     suppressed rows are not published.
//! (d) Any model may be asked for, not only k-anonymity.
//!
//! **Cost** O(h · m) for m distinct tuples and h steps, the sum of the hierarchies' heights at most.
//!
//! **Invariants** `every_step_generalises_the_attribute_with_most_values`.

use std::sync::Arc;

use bauta_table::Stage;
use bauta_table::count::Scratch;

use super::full_domain::{Domain, too_wide};
use super::outliers::{OUTLIERS, Outliers};
use crate::contract::{Context, Error, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::Parameters;
use crate::trace::{Candidate, Decision, Example, Fate, Figure, Lesson, Rule, Subject, Template};

/// Datafly.
pub struct Datafly;

impl Technique for Datafly {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(DataflyParameters {
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

/// What Datafly is told.
struct DataflyParameters {
    outliers: Outliers,
}

impl Planner for DataflyParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Datafly
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let Some(domain) = Domain::new(task, self.outliers) else {
            return Ok(too_wide(task));
        };
        let steps = domain.lattice.max_height() as u64;
        let mut node = domain.lattice.bottom();
        let mut set = domain.base().clone();
        let mut scratch = Scratch::default();
        let trace = context.trace.as_ref();
        trace
            .iter()
            .for_each(|trace| trace.tell(Decision::Start, Vec::new(), domain.state(&node)));
        loop {
            // Step 1.
            let outliers = domain.count(&set, |_| ()).outliers;
            domain.tell(context.view.as_ref(), node.levels(), outliers);
            // Step 2.
            if outliers <= domain.may_drop() {
                return Ok(domain.told_plan(domain.judge(node), trace));
            }
            if context.progress.cancelled() {
                return Err(Error::Cancelled);
            }
            context
                .progress
                .tell(Stage::Search, node.height() as u64, Some(steps));
            // Step 3. The first of those with most values, among the attributes that can still be generalised.
            let (heights, distinct) = (domain.lattice.heights(), domain.distinct(&set));
            let open = || (0..heights.len()).filter(|&qi| node.levels()[qi] < heights[qi]);
            let Some(qi) = open().max_by_key(|&qi| (distinct[qi], std::cmp::Reverse(qi))) else {
                return Ok(domain.unreachable(outliers));
            };
            let next = node.with_level(qi, node.levels()[qi] + 1);
            if let Some(trace) = trace {
                let level = next.levels()[qi];
                let weighed = open().map(|other| {
                    weighed(
                        other,
                        node.levels()[other] + 1,
                        distinct[other],
                        other == qi,
                    )
                });
                let (limit, rule) = (domain.may_drop(), Rule::MostValues);
                let raise = Decision::Raise {
                    qi,
                    level,
                    outliers,
                    limit,
                    rule,
                };
                trace.tell(raise, weighed.collect(), domain.state(&next));
            }
            set = domain.raised(&set, node.levels(), next.levels(), &mut scratch);
            node = next;
        }
    }
}

/// An attribute that could be generalised, for who listens.
fn weighed(qi: usize, level: u8, distinct: usize, is_chosen: bool) -> Candidate {
    let fate = if is_chosen {
        Fate::Chosen
    } else {
        Fate::Passed
    };
    Candidate {
        what: Subject::Level { qi, level },
        figures: vec![(Figure::DistinctValues, distinct as f64)],
        fate,
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
    id: "datafly",
    title: Text {
        en: "Datafly",
        fr: "Datafly",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Generalises the attribute with most different values, one level of its hierarchy at a time, until few enough rows are left to be left out.",
        fr: "Généralise l'attribut qui a le plus de valeurs différentes, un niveau de sa hiérarchie à la fois, jusqu'à ce qu'il reste assez peu de lignes à écarter.",
    },
    papers: &["sweeney2002datafly"],
    parameters: &[&OUTLIERS],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 0,
        sensitive_at_most: usize::MAX,
        hierarchies: true,
    },
    guarantees: Text {
        en: "Every class satisfies every requirement; every value of an attribute is at the same level; outliers are left out, no more than allowed.",
        fr: "Chaque classe satisfait toutes les exigences ; toutes les valeurs d'un attribut sont au même niveau ; les cas isolés sont écartés, pas plus que permis.",
    },
    cost: "O(h m) for m distinct tuples and hierarchies of total height h",
    outputs: 1,
};

#[cfg(test)]
mod tests;
