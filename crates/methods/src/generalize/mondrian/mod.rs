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
//! 2. Choose a dimension: the one whose cut leaves the least loss (ours), or that with the widest normalised range (the
//!    paper's).
//! 3. Choose where to cut it: where the least loss is left (ours), or at the median of the region's values on it.
//! 4. Cut in `<= median` and `> median`, if both sides satisfy every model; else try the next dimension.
//! 5. Do the same with both sides.
//!
//! Relaxed: in step 4 rows equal to the median go to either side, in the order of the table, so that the halves are even.
//!
//! **Notation** partition → region · allowable cut → cut whose two sides hold · frequency set fs → the region's weights by
//! rank · lhs, rhs → left, right · phi(region) → [`Summary`].
//!
//! **Differences from the paper**
//! (a) Strict partitioning works on distinct tuples with their counts, not on rows: equal rows cannot be parted by a strict
//!     cut anyway. Relaxed partitioning works on rows.
//! (b) A region is summarised by the values *present*, not by the box that the cuts leave: less is lost and nothing is
//!     disclosed that the region's own rows do not say.
//! (c) Categorical attributes are cut in their order (the hierarchy's, else the natural one) and summarised by the lowest
//!     common group of the hierarchy, or by the set of values present. Words without a hierarchy are as wide as the share of
//!     their values that is present: places in the alphabet are no distance.
//! (d) The sources disagree on the median; `median` offers all readings ([`cut`]). The default is none of them: the cut after
//!     which least is lost. A median says nothing of the other dimensions, whose summaries shrink too.
//!
//! **Cost** O(d · m · log m) for m distinct tuples and d quasi-identifiers, O(d² · m · log m) where loss is looked at; both
//! cores.
//!
//! **Invariants** `every_region_holds_and_every_value_is_in_its_summary`, `no_allowed_cut_is_left`,
//! `the_loss_after_each_cut_is_that_of_its_sides`, `relaxed_halves_are_even`, `cores_do_not_change_the_result`, `passes_make_the_regions_that_memory_makes` ([`passes`]).

mod cut;
mod loss;
mod outline;
mod pass;
pub mod passes;
pub(crate) mod search;
mod sight;
mod telling;

use std::sync::Arc;

use bauta_privacy::Class;
use bauta_table::count::FrequencySet;
use bauta_table::recoding::{Groups, Members, Recoding, Regions, Summary, Tree};

pub(crate) use cut::ByMedian;
use cut::{Choose, Median};
use search::{Parts, Space, Strategy, divide_told};
use telling::Telling;

use crate::contract::{Context, NearestMiss, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::generalize::summarize::{NOTATION, RECODING, SummaryParameters};
use crate::parameter::{Choice, Choices, Parameter, Parameters, QuasiIdentifier};
use crate::trace::{Example, Lesson, Template};

/// Mondrian, strict or relaxed.
pub struct Mondrian;

impl Technique for Mondrian {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(MondrianParameters::read(parameters))
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        Some(&LESSON)
    }
}

/// Along how many quasi-identifiers regions are cut.
#[derive(Clone, Copy, PartialEq)]
enum Dimensions {
    Many,
    One,
}

/// Whether equal rows stay together.
#[derive(Clone, Copy, PartialEq)]
enum Partitioning {
    Strict,
    Relaxed,
}

/// What Mondrian is told.
struct MondrianParameters {
    dimensions: Dimensions,
    /// The only quasi-identifier that is cut, where it is one.
    attribute: String,
    partitioning: Partitioning,
    median: Median,
    choose: Choose,
    summary: SummaryParameters,
}

impl MondrianParameters {
    fn read(parameters: &Parameters) -> Self {
        MondrianParameters {
            dimensions: parameters.get(&DIMENSIONS),
            attribute: parameters.get(&ATTRIBUTE),
            partitioning: parameters.get(&PARTITIONING),
            median: parameters.get(&MEDIAN),
            choose: parameters.get(&CHOOSE),
            summary: SummaryParameters::read(parameters),
        }
    }

    /// How regions are cut.
    fn strategy(&self, task: &Task<'_>) -> ByMedian {
        let qis = task.prepared.qis.iter().enumerate();
        let may_be_cut =
            qis.filter(|(_, qi)| self.dimensions == Dimensions::Many || qi.name == self.attribute);
        let median = match self.partitioning {
            Partitioning::Strict => self.median,
            Partitioning::Relaxed => Median::Even,
        };
        ByMedian {
            median,
            choose: self.choose,
            dimensions: may_be_cut.map(|(place, _)| place).collect(),
        }
    }
}

impl Planner for MondrianParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Mondrian
    }

    fn needs_rows(&self) -> Option<&'static str> {
        let is_relaxed = self.partitioning == Partitioning::Relaxed;
        is_relaxed.then_some("cuts between rows that are alike")
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let strategy = self.strategy(task);
        match self.partitioning {
            Partitioning::Relaxed => relaxed(task, context, &strategy, self.summary),
            Partitioning::Strict => strict(task, context, &strategy, self.summary),
        }
    }
}

/// Steps 1 to 5 on distinct tuples: equal rows stay together, and regions are boxes between cuts.
pub(crate) fn strict(
    task: &Task<'_>,
    context: &Context<'_>,
    strategy: &dyn Strategy,
    summary: SummaryParameters,
) -> Result<Outcome> {
    let tuples = partakers(task);
    if let Some(miss) = missed(task, &tuples) {
        return Ok(Outcome::Unreachable(miss));
    }
    let SummaryParameters { recoding, notation } = summary;
    let space = Space::new(task, task.prepared.set(), recoding);
    let told = context
        .trace
        .as_ref()
        .map(|trace| Telling::new(trace, &space, false, notation));
    let listening = (context.progress, told.as_ref());
    let parts = divide_told(&space, strategy, listening, tuples, &|tuples| {
        space.summaries(tuples)
    })?;
    let (starred, dropped) = aside(task);
    Ok(Outcome::Plan(Recoding::Regions(Regions {
        tree: tree(parts),
        notation,
        starred,
        dropped,
    })))
}

/// The same on rows, which a cut may part though they are equal.
fn relaxed(
    task: &Task<'_>,
    context: &Context<'_>,
    strategy: &dyn Strategy,
    summary: SummaryParameters,
) -> Result<Outcome> {
    let prepared = task.prepared;
    let mut partakes = vec![false; prepared.set().len()];
    let tuples = partakers(task);
    if let Some(miss) = missed(task, &tuples) {
        return Ok(Outcome::Unreachable(miss));
    }
    tuples
        .iter()
        .for_each(|&tuple| partakes[tuple as usize] = true);
    let rows: Vec<u32> = (0..prepared.tuple_of_row().len() as u32)
        .filter(|&row| partakes[prepared.tuple_of_row()[row as usize] as usize])
        .collect();
    let attributes: Vec<usize> = prepared.qis.iter().map(|qi| qi.attribute).collect();
    let set = FrequencySet::of_rows(prepared.table, &attributes, &prepared.sensitive);
    let SummaryParameters { recoding, notation } = summary;
    let space = Space::new(task, &set, recoding);
    let make = |rows: &[u32]| (rows.to_vec(), space.summaries(rows));
    let told = context
        .trace
        .as_ref()
        .map(|trace| Telling::new(trace, &space, true, notation));
    let groups = divide_told(
        &space,
        strategy,
        (context.progress, told.as_ref()),
        rows,
        &make,
    )?
    .regions();
    let mut group_of_row = vec![u32::MAX; prepared.tuple_of_row().len()];
    for (group, (rows, _)) in groups.iter().enumerate() {
        rows.iter()
            .for_each(|&row| group_of_row[row as usize] = group as u32);
    }
    let (starred, dropped) = aside(task);
    Ok(Outcome::Plan(Recoding::Groups(Groups {
        summaries: groups.into_iter().map(|(_, summaries)| summaries).collect(),
        members: Members::Rows(group_of_row),
        notation,
        starred,
        dropped,
    })))
}

/// The tuples that are not set aside.
pub(crate) fn partakers(task: &Task<'_>) -> Vec<u32> {
    let mut set_aside = vec![false; task.prepared.set().len()];
    task.set_aside
        .iter()
        .for_each(|&tuple| set_aside[tuple as usize] = true);
    (0..set_aside.len() as u32)
        .filter(|&tuple| !set_aside[tuple as usize])
        .collect()
}

fn tree(parts: Parts<Vec<Summary>>) -> Tree {
    match parts {
        Parts::Final(summaries) => Tree::Region(summaries),
        Parts::Cut { cut, left, right } => Tree::Cut {
            qi: cut.qi,
            rank: cut.rank,
            left: Box::new(tree(*left)),
            right: Box::new(tree(*right)),
        },
    }
}

/// What the whole table as one region would miss: then there is no plan at all.
pub(crate) fn missed(task: &Task<'_>, tuples: &[u32]) -> Option<NearestMiss> {
    let (size, sensitive) = task.class_of(tuples);
    let class = Class {
        size,
        sensitive: &sensitive,
        population: 0,
    };
    let missing: Vec<String> = task
        .models
        .iter()
        .filter(|model| !model.holds(&class))
        .map(bauta_privacy::Judge::title)
        .collect();
    (!missing.is_empty()).then(|| all_in_one(size, missing))
}

/// What is missed by all rows in one region.
fn all_in_one(rows: u64, missing: Vec<String>) -> NearestMiss {
    NearestMiss {
        attempt: format!("all {rows} rows in one region"),
        missing,
        advice: "ask for less, or add rows: no generalisation of this table can reach it".into(),
    }
}

/// Tuples set aside are published with `*` in every quasi-identifier if they are safe together, else left out.
pub(crate) fn aside(task: &Task<'_>) -> (Vec<u32>, Vec<u32>) {
    let (size, sensitive) = task.class_of(&task.set_aside);
    if task.holds(&Class {
        size,
        sensitive: &sensitive,
        population: 0,
    }) {
        (task.set_aside.clone(), Vec::new())
    } else {
        (Vec::new(), task.set_aside.clone())
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
    id: "mondrian",
    title: Text {
        en: "Mondrian",
        fr: "Mondrian",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Cuts the table along its quasi-identifiers into regions as small as the requirements allow, and replaces each value by what its region covers: a range, a set, or a group of the hierarchy.",
        fr: "Découpe la table selon ses quasi-identifiants en régions aussi petites que les exigences le permettent, et remplace chaque valeur par ce que couvre sa région : un intervalle, un ensemble ou un groupe de la hiérarchie.",
    },
    papers: &["lefevre2006mondrian"],
    parameters: &[
        &DIMENSIONS,
        &ATTRIBUTE,
        &PARTITIONING,
        &MEDIAN,
        &CHOOSE,
        &RECODING,
        &NOTATION,
    ],
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

const DIMENSIONS: Parameter<Choices<Dimensions>> = Parameter {
    name: "dimensions",
    kind: Choices(&[
        Choice {
            word: "many",
            value: Dimensions::Many,
            help: Text {
                en: "cut along any quasi-identifier",
                fr: "couper selon tout quasi-identifiant",
            },
        },
        Choice {
            word: "one",
            value: Dimensions::One,
            help: Text {
                en: "always cut along the same one",
                fr: "toujours couper selon le même",
            },
        },
    ]),
    default: Dimensions::Many,
    help: Text {
        en: "one-dimensional or multi-dimensional",
        fr: "unidimensionnel ou multidimensionnel",
    },
};

const ATTRIBUTE: Parameter<QuasiIdentifier> = Parameter {
    name: "attribute",
    kind: QuasiIdentifier,
    default: "",
    help: Text {
        en: "the quasi-identifier to cut when dimensions is one; the first if not given",
        fr: "le quasi-identifiant à couper si dimensions vaut one ; le premier par défaut",
    },
};

const PARTITIONING: Parameter<Choices<Partitioning>> = Parameter {
    name: "partitioning",
    kind: Choices(&[
        Choice {
            word: "strict",
            value: Partitioning::Strict,
            help: Text {
                en: "rows with equal values stay together",
                fr: "les lignes aux valeurs égales restent ensemble",
            },
        },
        Choice {
            word: "relaxed",
            value: Partitioning::Relaxed,
            help: Text {
                en: "rows equal to the median of the rows go to either side, so that halves are even; median is not looked at",
                fr: "les lignes égales à la médiane des lignes vont de part ou d'autre, pour des moitiés égales ; median n'est pas considéré",
            },
        },
    ]),
    default: Partitioning::Strict,
    help: Text {
        en: "whether equal rows stay together",
        fr: "si les lignes égales restent ensemble",
    },
};

const MEDIAN: Parameter<Choices<Median>> = Parameter {
    name: "median",
    kind: Choices(&[
        Choice {
            word: "best",
            value: Median::Best,
            help: Text {
                en: "the allowed cut after which least is lost",
                fr: "la coupe permise après laquelle on perd le moins",
            },
        },
        Choice {
            word: "weighted",
            value: Median::Weighted,
            help: Text {
                en: "median of the rows' values",
                fr: "médiane des valeurs des lignes",
            },
        },
        Choice {
            word: "distinct",
            value: Median::Distinct,
            help: Text {
                en: "lower median of the distinct values",
                fr: "médiane inférieure des valeurs distinctes",
            },
        },
        Choice {
            word: "nearest",
            value: Median::Nearest,
            help: Text {
                en: "the allowed cut nearest to the median of the rows",
                fr: "la coupe permise la plus proche de la médiane des lignes",
            },
        },
    ]),
    default: Median::Best,
    help: Text {
        en: "where a region is cut",
        fr: "où couper une région",
    },
};

const CHOOSE: Parameter<Choices<Choose>> = Parameter {
    name: "choose",
    kind: Choices(&[
        Choice {
            word: "least-loss",
            value: Choose::LeastLoss,
            help: Text {
                en: "the one whose cut leaves the least loss",
                fr: "celui dont la coupe laisse la plus petite perte",
            },
        },
        Choice {
            word: "widest",
            value: Choose::Widest,
            help: Text {
                en: "widest normalised range first",
                fr: "l'étendue normalisée la plus large d'abord",
            },
        },
        Choice {
            word: "in-order",
            value: Choose::InOrder,
            help: Text {
                en: "in the order of the quasi-identifiers",
                fr: "dans l'ordre des quasi-identifiants",
            },
        },
    ]),
    default: Choose::LeastLoss,
    help: Text {
        en: "which quasi-identifier is cut first",
        fr: "quel quasi-identifiant couper d'abord",
    },
};

#[cfg(test)]
mod tests;
