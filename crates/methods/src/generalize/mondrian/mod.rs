//! Mondrian: the space of quasi-identifiers is cut in two, and again, as long as both sides satisfy every requirement.
//!
//! **Paper** lefevre2006mondrian, section 4 (strict multidimensional partitioning); thesis, section 7.7; the spreadsheet
//! workflow's Algorithm 1.
//!
//! **Guarantee** every region satisfies every model asked for. Values become ranges, sets or groups that contain the
//! original value.
//!
//! **Idea**
//! 1. If no cut of the region is allowed, the region is final; it is summarised by the values present in it.
//! 2. Choose a dimension: the one with the widest normalised range first.
//! 3. Take the median of the region's values on it.
//! 4. Cut in `<= median` and `> median`, if both sides satisfy every model; else try the next dimension.
//! 5. Do the same with both sides.
//!
//! **Notation** partition → region · allowable cut → cut whose two sides hold · frequency set fs → the region's weights by
//! rank · lhs, rhs → left, right · phi(region) → [`Summary`].
//!
//! **Differences from the paper**
//! (a) It works on distinct tuples with their counts, not on rows: equal rows cannot be parted by a strict cut anyway.
//! (b) A region is summarised by the values *present*, not by the box that the cuts leave: less is lost and nothing is
//!     disclosed that the region's own rows do not say.
//! (c) Categorical attributes are cut in their order (the hierarchy's, else the natural one) and summarised by the lowest
//!     common group of the hierarchy, or by the set of values present. Words without a hierarchy are as wide as the share of
//!     their values that is present: places in the alphabet are no distance.
//! (d) The sources disagree on the median; `median` offers all readings ([`cut::median_rank`]).
//!
//! **Cost** O(d · m · log m) for m distinct tuples and d quasi-identifiers; both cores.
//!
//! **Invariants** `every_region_holds`, `every_value_is_in_its_summary`, `no_allowed_cut_is_left`,
//! `cores_do_not_change_the_result`.

mod cut;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bauta_privacy::Class;
use bauta_table::Stage;
use bauta_table::recoding::{Recoding, Regions, Tree};

use crate::contract::{Context, Error, NearestMiss, Outcome, Result, Task, Technique};
use crate::descriptor::{Choice, Descriptor, Family, Needs, Parameter, ParameterKind, Text};
use crate::generalize::summarize::{self, NOTATION, RECODING, notation};

/// Strict Mondrian.
pub struct Mondrian;

impl Technique for Mondrian {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let mut set_aside = vec![false; task.prepared.set.len()];
        task.set_aside.iter().for_each(|&tuple| set_aside[tuple as usize] = true);
        let mut tuples: Vec<u32> = (0..set_aside.len() as u32).filter(|&tuple| !set_aside[tuple as usize]).collect();
        if let Some(miss) = missed(task, &tuples) {
            return Ok(Outcome::Unreachable(miss));
        }
        let search = Search::new(task, context);
        let tree = search.region(&mut tuples);
        if search.stopped.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let notation = notation(task.parameters.get("notation"));
        let (starred, dropped) = aside(task);
        Ok(Outcome::Plan(Recoding::Regions(Regions { tree, notation, starred, dropped })))
    }
}

/// What the whole table as one region would miss: then there is no plan at all.
fn missed(task: &Task<'_>, tuples: &[u32]) -> Option<NearestMiss> {
    let (size, sensitive) = task.class_of(tuples);
    let class = Class { size, sensitive: &sensitive };
    let missing: Vec<String> =
        task.models.iter().filter(|model| !model.holds(&class)).map(|model| model.title()).collect();
    (!missing.is_empty()).then(|| NearestMiss {
        attempt: format!("all {size} rows in one region"),
        missing,
        advice: "ask for less, or add rows: no generalisation of this table can reach it".into(),
    })
}

/// Tuples set aside are published with `*` in every quasi-identifier if they are safe together, else left out.
fn aside(task: &Task<'_>) -> (Vec<u32>, Vec<u32>) {
    let (size, sensitive) = task.class_of(&task.set_aside);
    match task.holds(&Class { size, sensitive: &sensitive }) {
        true => (task.set_aside.clone(), Vec::new()),
        false => (Vec::new(), task.set_aside.clone()),
    }
}

/// Below this many tuples a region is finished on one core.
const PARALLEL: usize = 1 << 11;

pub(super) struct Search<'a> {
    task: &'a Task<'a>,
    /// For each quasi-identifier, the rank of each tuple.
    ranks: Vec<Vec<u32>>,
    median: cut::Median,
    /// The dimensions that may be cut, and whether they are tried in this order rather than widest first.
    dimensions: Vec<usize>,
    in_order: bool,
    summary: summarize::Style,
    least_rows: u64,
    progress: &'a dyn bauta_table::Progress,
    done: AtomicU64,
    stopped: AtomicBool,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task<'a>, context: &Context<'a>) -> Self {
        let prepared = task.prepared;
        let ranks = (0..prepared.qis.len())
            .map(|qi| {
                let rank_of = prepared.qis[qi].rank_of_code();
                prepared.set.codes(qi).iter().map(|code| rank_of[code as usize]).collect()
            })
            .collect();
        let attribute = task.parameters.get("attribute");
        let dimensions = match task.parameters.get("dimensions") {
            "one" => (0..prepared.qis.len()).filter(|&qi| prepared.qis[qi].name == attribute).collect(),
            _ => (0..prepared.qis.len()).collect(),
        };
        Search {
            task,
            ranks,
            median: cut::Median::of(task.parameters.get("median")),
            dimensions,
            in_order: task.parameters.get("choose") == "in-order",
            summary: summarize::Style::of(task.parameters.get("recoding")),
            least_rows: task.least_rows(),
            progress: context.progress,
            done: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// Steps 1 to 5 on one region.
    fn region(&self, tuples: &mut [u32]) -> Tree {
        match self.cut(tuples) {
            None => self.finished(tuples),
            Some(cut) => {
                let middle = partition(tuples, |tuple| self.ranks[cut.qi][tuple as usize] <= cut.rank);
                let parallel = tuples.len() > PARALLEL;
                let (left, right) = tuples.split_at_mut(middle);
                let (left, right) = match parallel {
                    true => rayon::join(|| self.region(left), || self.region(right)),
                    false => (self.region(left), self.region(right)),
                };
                Tree::Cut { qi: cut.qi, rank: cut.rank, left: Box::new(left), right: Box::new(right) }
            }
        }
    }

    fn finished(&self, tuples: &[u32]) -> Tree {
        let counts = self.task.prepared.set.counts();
        let rows: u64 = tuples.iter().map(|&tuple| counts[tuple as usize]).sum();
        let done = self.done.fetch_add(rows, Ordering::Relaxed) + rows;
        self.progress.tell(Stage::Search, done, Some(self.task.prepared.table.rows() as u64));
        let summaries = self.task.prepared.qis.iter().zip(&self.ranks);
        Tree::Region(summaries.map(|(qi, ranks)| summarize::summary(qi, ranks, tuples, self.summary)).collect())
    }
}

/// Moves the tuples that go left to the front; returns how many there are.
fn partition(tuples: &mut [u32], left: impl Fn(u32) -> bool) -> usize {
    let mut middle = 0;
    for index in 0..tuples.len() {
        if left(tuples[index]) {
            tuples.swap(index, middle);
            middle += 1;
        }
    }
    middle
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "mondrian",
    title: Text { en: "Mondrian", fr: "Mondrian" },
    family: Family::Generalization,
    summary: Text {
        en: "Cuts the table along its quasi-identifiers into regions as small as the requirements allow, and replaces each value by what its region covers: a range, a set, or a group of the hierarchy.",
        fr: "Découpe la table selon ses quasi-identifiants en régions aussi petites que les exigences le permettent, et remplace chaque valeur par ce que couvre sa région : un intervalle, un ensemble ou un groupe de la hiérarchie.",
    },
    papers: &["lefevre2006mondrian"],
    parameters: &[DIMENSIONS, ATTRIBUTE, MEDIAN, CHOOSE, RECODING, NOTATION],
    needs: Needs { quasi_identifiers: 1, sensitive: 0, sensitive_at_most: usize::MAX, hierarchies: false },
    guarantees: Text {
        en: "Every region satisfies every requirement; each released value contains the original one.",
        fr: "Chaque région satisfait toutes les exigences ; chaque valeur publiée contient la valeur d'origine.",
    },
    cost: "O(d m log m) for m distinct tuples and d quasi-identifiers",
    outputs: 1,
};

const DIMENSIONS: Parameter = Parameter {
    name: "dimensions",
    kind: ParameterKind::Choice(&[
        Choice {
            word: "many",
            help: Text { en: "cut along any quasi-identifier", fr: "couper selon tout quasi-identifiant" },
        },
        Choice {
            word: "one", help: Text { en: "always cut along the same one", fr: "toujours couper selon le même" }
        },
    ]),
    default: "many",
    help: Text { en: "one-dimensional or multi-dimensional", fr: "unidimensionnel ou multidimensionnel" },
};

const ATTRIBUTE: Parameter = Parameter {
    name: "attribute",
    kind: ParameterKind::QuasiIdentifier,
    default: "",
    help: Text {
        en: "the quasi-identifier to cut when dimensions is one; the first if not given",
        fr: "le quasi-identifiant à couper si dimensions vaut one ; le premier par défaut",
    },
};

const MEDIAN: Parameter = Parameter {
    name: "median",
    kind: ParameterKind::Choice(&[
        Choice {
            word: "weighted",
            help: Text { en: "median of the rows' values", fr: "médiane des valeurs des lignes" },
        },
        Choice {
            word: "distinct",
            help: Text { en: "lower median of the distinct values", fr: "médiane inférieure des valeurs distinctes" },
        },
        Choice {
            word: "nearest",
            help: Text {
                en: "the allowed cut nearest to the median of the rows",
                fr: "la coupe permise la plus proche de la médiane des lignes",
            },
        },
    ]),
    default: "weighted",
    help: Text { en: "where a region is cut", fr: "où couper une région" },
};

const CHOOSE: Parameter = Parameter {
    name: "choose",
    kind: ParameterKind::Choice(&[
        Choice {
            word: "widest",
            help: Text { en: "widest normalised range first", fr: "l'étendue normalisée la plus large d'abord" },
        },
        Choice {
            word: "in-order",
            help: Text { en: "in the order of the quasi-identifiers", fr: "dans l'ordre des quasi-identifiants" },
        },
    ]),
    default: "widest",
    help: Text { en: "which quasi-identifier is cut first", fr: "quel quasi-identifiant couper d'abord" },
};

#[cfg(test)]
mod tests;
