//! Optimal: the full-domain node that loses least, under a limit on the rows left out.
//!
//! **Paper** the problem is that of samarati2001microdata and lefevre2005incognito; the bounds are ours, and so is the order of search.
//!
//! **Guarantee** every class of the release satisfies every model; outliers are left out, no more than allowed. In a lattice that is not
//! too large no other node loses less; in a larger one the best node of those that were looked at is released. A note says whether the best is
//! proven, and if not, how many nodes are left and what these lose at least (`proof`).
//!
//! **Idea**
//! 1. Give the attributes their levels one after the other, those with many values first. Two attributes by themselves tell below
//!    which level the one cannot be beside the other (`floors`): lower ones are not tried, and classes are counted from there.
//! 2. A level whose loss alone is above the best loss found, and all higher ones, need not be tried.
//! 3. Look at the classes in which the attributes without a level yet are at their top. Their outliers are outliers of every node with these
//!    first levels: if they are too many, or cost too much, none of those nodes need be looked at.
//! 4. Otherwise raise the attribute, counting from the nearest classes at hand, and go on with the next attribute.
//!
//! **Notation** the papers' MaxSup → rows that may be left out · vector of a node → levels · loss → any of `full_domain`'s.
//!
//! **Differences from the paper**
//! (a) The least loss is looked for, not the least height nor all solutions. Outliers are part of what is lost.
//! (b) Models that are not monotone may be asked for: step 3 is then left out. The anytime search goes from solution to solution, from the most
//!     general node on; with such models it may find none, or not the best, however long it looks.
//!
//! (c) Where something is asked about the whole release (a mean risk, a share of rows at risk), a node leaves out its smallest classes one after
//!     the other until the others satisfy it; of classes of one size the first ones in the order of their groups.
//!
//! **Cost** exact: at most all nodes, each in the number of classes of a neighbour; usually a small part of them.
//!
//! **Invariants** `the_best_node_is_that_of_brute_force`, `the_best_node_is_that_of_brute_force_where_the_whole_is_judged`, `height_agrees_with_samarati`,
//! `the_anytime_search_finds_solutions_and_given_time_the_best`, `no_solution_is_below_a_floor`, `what_is_said_of_the_proof_is_true`.

mod anytime;
mod exact;
mod floors;
mod proof;
mod telling;

use std::sync::Arc;

use bauta_table::{Node, Progress};
use exact::End;

use super::full_domain::{Domain, Loss, Losses, too_wide};
use super::outliers::{OUTLIERS, Outliers};
use crate::contract::{Context, Error, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::{Choice, Choices, Number, Parameter, Parameters, Whole};
use crate::trace::{Decision, Example, Lesson, Rule, Template};

/// The largest lattice that is searched exactly unless asked otherwise.
const EXACT: u128 = 1_000_000;

/// The best full-domain node.
pub struct Optimal;

impl Technique for Optimal {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(OptimalParameters {
            loss: parameters.get(&LOSS),
            search: parameters.get(&SEARCH),
            checks: parameters.get(&CHECKS),
            time_limit: parameters.get(&TIME_LIMIT),
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

/// How far to look.
#[derive(Clone, Copy, PartialEq)]
enum SearchScope {
    Auto,
    Exact,
    Anytime,
}

/// What the search is told.
struct OptimalParameters {
    loss: Loss,
    search: SearchScope,
    /// How many nodes an anytime search may look at.
    checks: u64,
    /// Seconds after which an anytime search stops; 0 = never.
    time_limit: f64,
    outliers: Outliers,
}

impl Planner for OptimalParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Optimal
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let Some(domain) = Domain::new(task, self.outliers) else {
            return Ok(too_wide(task));
        };
        let losses = Losses::new(&domain, self.loss);
        let (progress, view, trace) = (
            context.progress,
            context.view.as_ref(),
            context.trace.as_ref(),
        );
        trace.iter().for_each(|trace| {
            trace.tell(
                Decision::Start,
                Vec::new(),
                domain.state(&domain.lattice.bottom()),
            );
        });
        let exact = match self.search {
            SearchScope::Exact => true,
            SearchScope::Anytime => false,
            SearchScope::Auto => domain.lattice.size() <= EXACT,
        };
        let found = match exact {
            true => exact::Search::new(&domain, &losses, progress, view)
                .told_to(trace)
                .run(),
            false => {
                let seconds = self.time_limit;
                let expired = || seconds > 0.0 && (context.elapsed)() >= seconds;
                let (domain, losses) = (&domain, &losses);
                anytime::Search {
                    domain,
                    losses,
                    progress,
                    view,
                    trace,
                    most: self.checks,
                    expired: &expired,
                }
                .run()
            }
        };
        if found.end == End::Cancelled {
            return Err(Error::Cancelled);
        }
        context
            .notes
            .push(proof::note(&domain, &losses, &found, progress));
        let best = found.best;
        match best {
            Some(best) => {
                context.notes.push(format!(
                    "the best loses {:.6} ({})",
                    best.loss,
                    LOSS.kind.word(self.loss)
                ));
                let Some(trace) = trace else {
                    return Ok(domain.released(best.node));
                };
                let loss = |_: &Node| best.loss;
                domain.tell_choice(
                    trace,
                    std::slice::from_ref(&best.node),
                    &best.node,
                    Rule::LeastLoss,
                    &loss,
                );
                Ok(domain.told_plan(domain.judge(best.node), Some(trace)))
            }
            None => Ok(domain.unreachable(domain.judge(domain.lattice.top()).outliers)),
        }
    }
}

/// The best node of a domain and what it loses. It is exact where outliers bound the search and the lattice is not too large, or
/// where there are at most `checks` nodes; else so many are looked at.
pub(super) fn best(
    domain: &Domain<'_>,
    losses: &Losses,
    progress: &dyn Progress,
    checks: u64,
) -> Result<Option<(Node, f64)>> {
    let nodes = domain.lattice.size();
    let exact = nodes <= u128::from(checks) || nodes <= EXACT && domain.is_monotone();
    let found = match exact {
        true => exact::Search::new(domain, losses, progress, None).run(),
        false => anytime::Search {
            domain,
            losses,
            progress,
            view: None,
            trace: None,
            most: checks,
            expired: &|| false,
        }
        .run(),
    };
    match found.end {
        End::Cancelled => Err(Error::Cancelled),
        _ => Ok(found.best.map(|best| (best.node, best.loss))),
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
    id: "optimal",
    title: Text {
        en: "Optimal full-domain search",
        fr: "Recherche optimale sur domaine complet",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Finds, among all combinations of hierarchy levels, the one that loses least while leaving out no more rows than allowed.",
        fr: "Trouve, parmi toutes les combinaisons de niveaux des hiérarchies, celle qui perd le moins sans écarter plus de lignes que permis.",
    },
    papers: &["samarati2001microdata", "lefevre2005incognito"],
    parameters: &[&LOSS, &SEARCH, &CHECKS, &TIME_LIMIT, &OUTLIERS],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 0,
        sensitive_at_most: usize::MAX,
        hierarchies: true,
    },
    guarantees: Text {
        en: "Every class satisfies every requirement; every value of an attribute is at the same level; no other combination of levels loses less, if the search is exact.",
        fr: "Chaque classe satisfait toutes les exigences ; toutes les valeurs d'un attribut sont au même niveau ; aucune autre combinaison de niveaux ne perd moins, si la recherche est exacte.",
    },
    cost: "at most every node of the lattice, each in O(m) for m classes of a neighbour; usually a small part of them",
    outputs: 1,
};

const LOSS: Parameter<Choices<Loss>> = Parameter {
    name: "loss",
    kind: Choices(super::full_domain::LOSSES),
    default: Loss::Geometric,
    help: Text {
        en: "what is to be as small as possible",
        fr: "ce qui doit être aussi petit que possible",
    },
};

const SEARCH: Parameter<Choices<SearchScope>> = Parameter {
    name: "search",
    kind: Choices(&[
        Choice {
            word: "auto",
            value: SearchScope::Auto,
            help: Text {
                en: "exact up to a million combinations of levels, else anytime",
                fr: "exacte jusqu'à un million de combinaisons de niveaux, sinon à durée limitée",
            },
        },
        Choice {
            word: "exact",
            value: SearchScope::Exact,
            help: Text {
                en: "until the best is found, however long",
                fr: "jusqu'à la meilleure, quelle que soit la durée",
            },
        },
        Choice {
            word: "anytime",
            value: SearchScope::Anytime,
            help: Text {
                en: "improve until a limit is reached (checks, time-limit)",
                fr: "améliorer jusqu'à une limite (checks, time-limit)",
            },
        },
    ]),
    default: SearchScope::Auto,
    help: Text {
        en: "how far to look",
        fr: "jusqu'où chercher",
    },
};

const CHECKS: Parameter<Whole> = Parameter {
    name: "checks",
    kind: Whole {
        least: 1,
        most: 1_000_000_000_000,
    },
    default: 5000,
    help: Text {
        en: "anytime: how many combinations of levels may be looked at",
        fr: "à durée limitée : combien de combinaisons de niveaux examiner au plus",
    },
};

const TIME_LIMIT: Parameter<Number> = Parameter {
    name: "time-limit",
    kind: Number {
        least: 0.0,
        most: 1e9,
    },
    default: 0.0,
    help: Text {
        en: "anytime: stop after so many seconds; 0 = no such limit, and the same result every time",
        fr: "à durée limitée : arrêter après tant de secondes ; 0 = pas de telle limite, et toujours le même résultat",
    },
};

#[cfg(test)]
mod tests;
#[cfg(test)]
mod whole_tests;
