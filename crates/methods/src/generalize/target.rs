//! Cuts for those who will learn from the release: a strategy of Mondrian that looks at one attribute, the target.
//!
//! All thresholds of all dimensions are scored. The tuples of a region are swept in the order of each dimension, and a
//! [`Measure`] follows with running sums, so that a dimension costs as much as the region has tuples, however many
//! thresholds there are.

use bauta_table::recoding::Prepared;
use bauta_table::{Fault, Role};

use super::mondrian::search::{Cut, Region, Strategy};
use crate::trace::{self, Fate, Figure, Rule, Subject};

/// The attribute to learn: the first in the role of target, else the first sensitive one.
pub(crate) fn of(prepared: &Prepared<'_>) -> Option<usize> {
    let targets = prepared.table.with_role(Role::Target);
    targets.first().or(prepared.sensitive.first()).copied()
}

/// What is wrong with the target.
pub(crate) fn faults(id: &str, prepared: &Prepared<'_>, must_be_measurable: bool) -> Vec<Fault> {
    let Some(index) = of(prepared) else {
        return vec![Fault::NoneInRole {
            needs: id.into(),
            role: Role::Target,
            flag: "--target",
        }];
    };
    let attribute = &prepared.table.attributes()[index];
    if !must_be_measurable || attribute.column.dictionary().kind().is_measurable() {
        return Vec::new();
    }
    let name = &attribute.name;
    vec![Fault::Request(format!(
        "{id} needs a target of numbers or dates, which \"{name}\" is not; name another with --target"
    ))]
}

/// How well the sides of a cut know their targets; less is better.
pub(crate) trait Measure: Sync {
    /// The score after each cut but the last one. `sorted` are the region's tuples in the order of a dimension, `ends` where
    /// each of its ranks ends.
    fn after_each_cut(&self, sorted: &[u32], ends: &[usize]) -> Vec<f64>;

    /// Scores of these tuples that differ by no more than this are equal.
    fn slack(&self, tuples: &[u32]) -> f64;

    /// For who listens: the rule, and what the score is.
    fn rule(&self) -> (Rule, Figure);
}

/// The allowed cut with the least score; on ties the first quasi-identifier, then the lowest rank.
pub(crate) struct ByTarget<M> {
    pub(crate) measure: M,
}

struct Candidate {
    score: f64,
    cut: Cut,
    left: u64,
}

impl<M: Measure> Strategy for ByTarget<M> {
    fn cut(&self, region: &Region<'_>) -> Option<Cut> {
        let mut candidates: Vec<Candidate> = (0..region.space.ranks.len())
            .flat_map(|qi| self.candidates(region, qi))
            .collect();
        // Stable: equal ones stay in the order of quasi-identifiers and ranks.
        candidates.sort_by(|a, b| a.score.total_cmp(&b.score));
        let slack = self.measure.slack(region.tuples);
        let mut start = 0;
        while start < candidates.len() {
            let least = candidates[start].score;
            let ties = candidates[start..]
                .iter()
                .take_while(|at| at.score <= least + slack)
                .count();
            let tied = &mut candidates[start..start + ties];
            tied.sort_by_key(|at| (at.cut.qi, at.cut.rank));
            if let Some(found) = tied.iter().find(|at| region.is_allowed(&at.cut, at.left)) {
                return Some(found.cut);
            }
            start += ties;
        }
        None
    }

    fn rule(&self) -> Rule {
        self.measure.rule().0
    }

    /// All cuts with enough rows on both sides.
    fn weighed(&self, region: &Region<'_>, made: Option<&Cut>) -> Vec<trace::Candidate> {
        let all = (0..region.space.ranks.len()).flat_map(|qi| self.candidates(region, qi));
        let weighed = |at: Candidate| trace::Candidate {
            what: Subject::Cut {
                qi: at.cut.qi,
                rank: at.cut.rank,
            },
            figures: vec![
                (self.measure.rule().1, at.score),
                (Figure::Left, at.left as f64),
                (Figure::Right, (region.rows - at.left) as f64),
            ],
            fate: match () {
                () if Some(&at.cut) == made => Fate::Chosen,
                () if region.is_allowed(&at.cut, at.left) => Fate::Passed,
                () => Fate::Unsafe,
            },
        };
        all.map(weighed).collect()
    }
}

impl<M: Measure> ByTarget<M> {
    /// The cuts of one dimension that leave enough rows on both sides.
    fn candidates(&self, region: &Region<'_>, qi: usize) -> Vec<Candidate> {
        let (low, high) = region.bounds(qi);
        if low >= high {
            return Vec::new();
        }
        let (sorted, ends) = region.sorted(qi);
        let (mut left, mut start) = (0, 0);
        let scored = self
            .measure
            .after_each_cut(&sorted, &ends)
            .into_iter()
            .zip(&ends)
            .map(|(score, &end)| {
                left += region.space.rows(&sorted[start..end]);
                start = end;
                let rank = region.space.ranks[qi][sorted[end - 1] as usize];
                Candidate {
                    score,
                    cut: Cut {
                        qi,
                        rank,
                        at_rank: None,
                    },
                    left,
                }
            });
        let least = region.space.least_rows;
        scored
            .filter(|at| at.left >= least && region.rows - at.left >= least)
            .collect()
    }
}
