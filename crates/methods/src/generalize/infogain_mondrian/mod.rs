//! InfoGain Mondrian: regions are cut so that each side knows its class, for classifiers that will be trained on the release.
//!
//! **Paper** lefevre2008workload, section 4.1 (single target classification model); thesis, section 7.8.
//!
//! **Guarantee** that of Mondrian: every region satisfies every model asked for.
//!
//! **Idea**
//! 1. For every dimension and every threshold, weigh the entropy of the classes on both sides by their rows.
//! 2. Cut where that is least, among the cuts whose two sides satisfy every model.
//! 3. Do the same with both sides, until no cut is allowed; pure regions are cut too.
//!
//! **Notation** P' → side of a cut · c → class, a value of the target · p(c|P') → its share of the side's rows.
//!
//! **Differences from the paper**
//! (a) The paper only tries thresholds between rows of different classes where values are continuous; here, as in the thesis,
//!     all are tried: with running sums they cost no more.
//! (b) Rows without a known class say nothing about it and are left out of the entropy.
//! (c) The target is the attribute in the role of target, else the first sensitive one. It may be both, or neither: entropy says
//!     what is easy to learn, and for a sensitive attribute that is what l-diversity and t-closeness limit.
//!
//! **Cost** O(d · e · log m) for d quasi-identifiers, m tuples and e pairs of a tuple and a class; both cores.
//!
//! **Invariants** `the_cut_has_the_least_entropy_of_all`, `pure_sides_have_no_entropy`.

use std::borrow::Cow;
use std::sync::Arc;

use bauta_table::Fault;
use bauta_table::count::Histogram;
use bauta_table::recoding::Prepared;

use super::mondrian::strict;
use super::summarize::{NOTATION, RECODING, SummaryParameters};
use super::target::{self, ByTarget, Measure};
use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::Parameters;
use crate::trace::{Example, Figure, Lesson, Rule, Template};

/// Mondrian for classification.
pub struct InfoGainMondrian;

impl Technique for InfoGainMondrian {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(InfoGainMondrianParameters {
            summary: SummaryParameters::read(parameters),
        })
    }

    fn misses(&self, prepared: &Prepared<'_>) -> Vec<Fault> {
        target::faults(DESCRIPTOR.id, prepared, false)
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        Some(&LESSON)
    }
}

/// What InfoGain Mondrian is told.
struct InfoGainMondrianParameters {
    summary: SummaryParameters,
}

impl Planner for InfoGainMondrianParameters {
    fn technique(&self) -> &'static dyn Technique {
        &InfoGainMondrian
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let classes = Classes::new(task.prepared, target::of(task.prepared).unwrap_or(0));
        strict(task, context, &ByTarget { measure: classes }, self.summary)
    }
}

/// The classes of every tuple.
pub(super) struct Classes<'a> {
    histogram: Cow<'a, Histogram>,
    missing: Option<u32>,
}

impl<'a> Classes<'a> {
    pub(super) fn new(prepared: &'a Prepared<'a>, target: usize) -> Self {
        let missing = prepared.table.attributes()[target]
            .column
            .dictionary()
            .missing_code();
        Classes {
            histogram: prepared.histogram(target),
            missing,
        }
    }

    fn of(&self, tuple: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.histogram
            .of(tuple as usize)
            .filter(|&(class, _)| Some(class) != self.missing)
    }
}

/// Rows by class. With n·log n of all counts added up, the entropy is known at once: n·H = n·log n - Σ n_c·log n_c.
#[derive(Clone)]
struct Counted {
    counts: Vec<u64>,
    rows: u64,
    sum: f64,
}

impl Counted {
    fn change(&mut self, class: usize, rows: u64, added: bool) {
        let before = self.counts[class];
        let after = if added { before + rows } else { before - rows };
        self.rows = if added {
            self.rows + rows
        } else {
            self.rows - rows
        };
        self.sum += n_log_n(after) - n_log_n(before);
        self.counts[class] = after;
    }

    fn entropy(&self) -> f64 {
        (n_log_n(self.rows) - self.sum).max(0.0)
    }
}

fn n_log_n(n: u64) -> f64 {
    if n < 2 {
        0.0
    } else {
        n as f64 * (n as f64).log2()
    }
}

impl Measure for Classes<'_> {
    /// Steps 1 and 2.
    fn after_each_cut(&self, sorted: &[u32], ends: &[usize]) -> Vec<f64> {
        let mut present: Vec<u32> = sorted
            .iter()
            .flat_map(|&tuple| self.of(tuple).map(|(class, _)| class))
            .collect();
        present.sort_unstable();
        present.dedup();
        let place = |class: u32| present.binary_search(&class).unwrap_or(0);
        let mut left = Counted {
            counts: vec![0; present.len()],
            rows: 0,
            sum: 0.0,
        };
        let mut right = left.clone();
        for &tuple in sorted {
            self.of(tuple)
                .for_each(|(class, rows)| right.change(place(class), rows, true));
        }
        let all = right.rows.max(1) as f64;
        let mut start = 0;
        let cuts = &ends[..ends.len().saturating_sub(1)];
        cuts.iter()
            .map(|&end| {
                for (class, rows) in sorted[start..end].iter().flat_map(|&tuple| self.of(tuple)) {
                    left.change(place(class), rows, true);
                    right.change(place(class), rows, false);
                }
                start = end;
                (left.entropy() + right.entropy()) / all
            })
            .collect()
    }

    /// Entropies are of the order of 1.
    fn slack(&self, _: &[u32]) -> f64 {
        1e-10
    }

    fn rule(&self) -> (Rule, Figure) {
        (Rule::LeastEntropy, Figure::Entropy)
    }
}

/// How it is explained.
pub const LESSON: Lesson = Lesson {
    template: Template::Partitioning,
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
    id: "infogain-mondrian",
    title: Text {
        en: "InfoGain Mondrian",
        fr: "InfoGain Mondrian",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Mondrian that cuts where the classes of a target attribute are parted best, so that a classifier can still be trained on the release.",
        fr: "Mondrian qui coupe là où les classes d'un attribut cible sont le mieux séparées, pour qu'un classifieur puisse encore apprendre sur la publication.",
    },
    papers: &["lefevre2008workload"],
    parameters: &[&RECODING, &NOTATION],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 0,
        sensitive_at_most: usize::MAX,
        hierarchies: false,
    },
    guarantees: Text {
        en: "Every region satisfies every requirement.",
        fr: "Chaque région satisfait toutes les exigences.",
    },
    cost: "O(d e log m) for m distinct tuples, d quasi-identifiers and e pairs of a tuple and a class",
    outputs: 1,
};

#[cfg(test)]
mod tests;
