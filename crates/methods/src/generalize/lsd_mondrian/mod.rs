//! LSD Mondrian: regions are cut so that a number is nearly the same on each side, for regressions on the release.
//!
//! **Paper** lefevre2008workload, section 4.2 (least squared deviance); thesis, section 7.9.
//!
//! **Guarantee** that of Mondrian: every region satisfies every model asked for.
//!
//! **Idea**
//! 1. For every dimension and every threshold, add up the squared deviations of the target from its mean on either side.
//! 2. Cut where that is least, among the cuts whose two sides satisfy every model.
//! 3. Do the same with both sides, until no cut is allowed.
//!
//! **Notation** r_i → target of row i · Error² → [`Sums::deviance`] of both sides.
//!
//! **Differences from the paper**
//! (a) Rows without a known target say nothing about it and are left out of the sums.
//! (b) Sums are of distances to the table's mean: the squares of large numbers would cancel each other to noise.
//!
//! **Cost** O(d · m · log m) for d quasi-identifiers and m tuples; both cores.
//!
//! **Invariants** `the_cut_has_the_least_deviance_of_all`, `large_numbers_do_not_blur_the_deviance`.

use std::sync::Arc;

use bauta_table::Fault;
use bauta_table::recoding::Prepared;

use super::mondrian::strict;
use super::summarize::{NOTATION, RECODING, SummaryParameters};
use super::target::{self, ByTarget, Measure};
use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::Parameters;
use crate::trace::{Example, Figure, Lesson, Rule, Template};

/// Mondrian for regression.
pub struct LsdMondrian;

impl Technique for LsdMondrian {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(LsdMondrianParameters {
            summary: SummaryParameters::read(parameters),
        })
    }

    fn misses(&self, prepared: &Prepared<'_>) -> Vec<Fault> {
        target::faults(DESCRIPTOR.id, prepared, true)
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        Some(&LESSON)
    }
}

/// What LSD Mondrian is told.
struct LsdMondrianParameters {
    summary: SummaryParameters,
}

impl Planner for LsdMondrianParameters {
    fn technique(&self) -> &'static dyn Technique {
        &LsdMondrian
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let numbers = Numbers::new(task.prepared, target::of(task.prepared).unwrap_or(0));
        strict(task, context, &ByTarget { measure: numbers }, self.summary)
    }
}

/// Number, sum and sum of squares of some targets, each less the table's mean.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn less(&self, other: &Sums) -> Sums {
        Sums {
            n: self.n - other.n,
            sum: self.sum - other.sum,
            squares: self.squares - other.squares,
        }
    }

    /// Sum of the squared deviations from the mean.
    fn deviance(&self) -> f64 {
        if self.n < 0.5 {
            0.0
        } else {
            (self.squares - self.sum * self.sum / self.n).max(0.0)
        }
    }
}

/// The targets of every tuple.
pub(super) struct Numbers {
    of_tuple: Vec<Sums>,
}

impl Numbers {
    pub(super) fn new(prepared: &Prepared<'_>, target: usize) -> Self {
        let column = &prepared.table.attributes()[target].column;
        let (dictionary, histogram) = (column.dictionary(), prepared.histogram(target));
        let known = |code: u32| {
            (Some(code) != dictionary.missing_code())
                .then(|| dictionary.measure(code))
                .flatten()
        };
        let counts = column.codes().counts(dictionary.len());
        let (mut n, mut sum) = (0.0, 0.0);
        for (code, &count) in counts.iter().enumerate() {
            if let Some(value) = known(code as u32) {
                n += count as f64;
                sum += count as f64 * value;
            }
        }
        let mean = if n > 0.0 { sum / n } else { 0.0 };
        let of_tuple = (0..prepared.set().len()).map(|tuple| {
            let mut sums = Sums::default();
            for (code, count) in histogram.of(tuple) {
                if let Some(value) = known(code) {
                    let (n, off) = (count as f64, value - mean);
                    sums.add(&Sums {
                        n,
                        sum: n * off,
                        squares: n * off * off,
                    });
                }
            }
            sums
        });
        Numbers {
            of_tuple: of_tuple.collect(),
        }
    }

    fn all(&self, tuples: &[u32]) -> Sums {
        let mut all = Sums::default();
        tuples
            .iter()
            .for_each(|&tuple| all.add(&self.of_tuple[tuple as usize]));
        all
    }
}

impl Measure for Numbers {
    /// Steps 1 and 2.
    fn after_each_cut(&self, sorted: &[u32], ends: &[usize]) -> Vec<f64> {
        let (all, mut left, mut start) = (self.all(sorted), Sums::default(), 0);
        let cuts = &ends[..ends.len().saturating_sub(1)];
        cuts.iter()
            .map(|&end| {
                left.add(&self.all(&sorted[start..end]));
                start = end;
                left.deviance() + all.less(&left).deviance()
            })
            .collect()
    }

    /// What rounding may leave of the squares that were added.
    fn slack(&self, tuples: &[u32]) -> f64 {
        1e-12 * self.all(tuples).squares
    }

    fn rule(&self) -> (Rule, Figure) {
        (Rule::LeastDeviance, Figure::Deviance)
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
        number_is_target: true,
        ..Example::PLAIN
    },
};

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "lsd-mondrian",
    title: Text {
        en: "LSD Mondrian",
        fr: "LSD Mondrian",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Mondrian that cuts where a target number deviates least from its mean on either side, so that a regression can still be made on the release.",
        fr: "Mondrian qui coupe là où un nombre cible s'écarte le moins de sa moyenne de part et d'autre, pour qu'une régression puisse encore se faire sur la publication.",
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
    cost: "O(d m log m) for m distinct tuples and d quasi-identifiers",
    outputs: 1,
};

#[cfg(test)]
mod tests;
