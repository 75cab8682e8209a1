//! Anatomy: two tables that share only a group; in each group every sensitive value is at most one in l.
//!
//! **Paper** xiao2006anatomy, section 5, algorithm Anatomize.
//!
//! **Guarantee** whoever joins the tables finds a sensitive value of a person with a chance of at most 1/l. Quasi-identifiers stay
//! exact: who is in the table is not hidden.
//!
//! **Idea**
//! 1. If a value has more than one in l of the rows, there is no way.
//! 2. Rows by sensitive value. While at least l values have rows left: a group of one row of each of the l values with most
//!    rows left, drawn by chance.
//! 3. Each row that is left goes to a group that has its value not yet. Rows with a missing value go to groups in turn.
//! 4. Where more is asked for than l (k, closeness), groups are joined in pairs until it holds: a union keeps the bound.
//! 5. Published are the quasi-identifiers with the group, and for each group its values with their counts.
//!
//! **Notation** QIT → the first table; ST → the second; residue tuple → row that is left.
//!
//! **Differences from the paper** (a) step 4 is ours. (b) With no l asked for, l is 2 where that can be had. (c) Of values with equally
//! many rows the first one counts, and rows are drawn by the seed.
//!
//! **Cost** O(n log n).
//!
//! **Invariants** `the_join_gives_one_in_l_and_no_more`, `a_value_that_is_too_frequent_is_out_of_reach`.

mod telling;

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bauta_privacy::Requirement;
use bauta_table::recoding::{BucketOutput, Buckets, Recoding};
use bauta_table::{Codes, with_codes};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use super::bucketize::{broken_among, broken_models, diversity_asked};
use crate::contract::{Context, NearestMiss, Outcome, Planner, Result, Task, Technique, stream};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::{Choice, Choices, Parameter, Parameters};
use crate::trace::{Decision, Example, Grouping, Lesson, State, Template, Trace};
use telling::Telling;

/// Anatomy.
pub struct Anatomy;

impl Technique for Anatomy {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(AnatomyParameters {
            counts: parameters.get(&COUNTS),
        })
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        Some(&LESSON)
    }
}

/// What the table of sensitive values has a row for.
#[derive(Clone, Copy, PartialEq)]
enum SensitiveTable {
    Counts,
    Rows,
}

/// What anatomy is told.
struct AnatomyParameters {
    counts: SensitiveTable,
}

impl Planner for AnatomyParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Anatomy
    }

    /// l-diversity is held to the paper's bound on top.
    fn requires(&self, requirements: &[Requirement]) -> Vec<Requirement> {
        let bound = |requirement: &Requirement| {
            let l = requirement.as_distinct_l_diversity().filter(|l| *l > 1)?;
            Some(Requirement::alpha_anonymity(1.0 / l as f64))
        };
        requirements.iter().filter_map(bound).collect()
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let column = &task.prepared.table.attributes()[task.prepared.sensitive[0]].column;
        let values = column.dictionary().value_count();
        let counts = column.codes().counts(values + 1);
        // Step 1.
        let most = counts[..values]
            .iter()
            .max()
            .map_or(0, |&most| most as usize);
        let known = counts[..values].iter().sum::<u64>() as usize;
        let can_have = |l: u64| l.saturating_mul(most as u64) <= known as u64;
        let asked = diversity_asked(task);
        let l = if asked == 1 && can_have(2) { 2 } else { asked };
        if !can_have(l) {
            return Ok(Outcome::Unreachable(too_frequent(task, most, known)));
        }
        let trace = context.trace.as_ref();
        let start = vec![None; column.len()];
        trace.iter().for_each(|trace| {
            trace.tell(Decision::Start, Vec::new(), State::Grouped(start.clone()));
        });
        // Which values are drawn does not depend on which of their rows are.
        let (drawn, by_value) = rayon::join(
            || drawn(&counts[..values], l as usize),
            || shuffled(column.codes(), &counts, &context.rng),
        );
        let (mut bucket_of, joined) =
            anatomized(by_value, &drawn, (l as usize, column.len()), trace);
        // Step 4.
        let mut count = bucket_of.iter().max().map_or(0, |&last| last as usize + 1);
        let small =
            |bucket_of: &[u32], count: usize| smallest(bucket_of, count) < task.least_rows();
        let mut broken = broken(task, &drawn, l as usize, &joined);
        debug_assert_eq!(
            broken,
            broken_models(task, &bucket_of),
            "groups hold what they were made of"
        );
        while count > 1 && (!broken.is_empty() || small(&bucket_of, count)) {
            // The last of an odd number joins the one before.
            let last = (count / 2).max(1) as u32 - 1;
            bucket_of
                .iter_mut()
                .for_each(|bucket| *bucket = (*bucket / 2).min(last));
            if let Some(trace) = trace {
                let paired = Decision::PairGroups {
                    before: count,
                    after: last as usize + 1,
                };
                trace.tell(
                    paired,
                    Vec::new(),
                    State::Grouped(bucket_of.iter().copied().map(Some).collect()),
                );
            }
            count = last as usize + 1;
            broken = broken_models(task, &bucket_of);
        }
        if !broken.is_empty() {
            let advice = "ask for less, or generalise more".to_owned();
            return Ok(Outcome::Unreachable(NearestMiss {
                attempt: format!("{count} groups"),
                missing: broken,
                advice,
            }));
        }
        let output = match self.counts {
            SensitiveTable::Rows => BucketOutput::TwoTables,
            SensitiveTable::Counts => BucketOutput::Counted,
        };
        let plan = Recoding::Buckets(Buckets {
            bucket_of_row: bucket_of,
            count,
            output,
        });
        if let Some(trace) = trace {
            trace.tell(
                Decision::PartTables { groups: count },
                Vec::new(),
                State::recoded(plan.clone()),
            );
        }
        Ok(Outcome::Plan(plan))
    }
}

/// Rows of the smallest group.
fn smallest(bucket_of: &[u32], count: usize) -> u64 {
    let mut sizes = vec![0; count];
    bucket_of
        .iter()
        .for_each(|&bucket| sizes[bucket as usize] += 1);
    sizes.into_iter().min().unwrap_or(0)
}

/// The rows of each value, those with a missing one last, in an order drawn by chance. Each value draws from a stream of its own, so that several
/// can be shuffled at the same time.
fn shuffled(codes: &Codes, counts: &[u64], rng: &ChaCha20Rng) -> Vec<Vec<u32>> {
    let mut by_value: Vec<Vec<u32>> = counts
        .iter()
        .map(|&count| Vec::with_capacity(count as usize))
        .collect();
    with_codes!(codes, codes => codes.iter().zip(0..).for_each(|(&code, row)| by_value[code as usize].push(row)));
    by_value
        .par_iter_mut()
        .enumerate()
        .for_each(|(value, rows)| rows.shuffle(&mut stream(rng, value)));
    by_value
}

/// Values among which those with most rows left are found by keeping all in order; a heap takes longer unless there are more.
const FEW: usize = 64;

/// Step 2 as far as it is about values: those of one group after the other, `l` each. They follow from how many rows each value has.
fn drawn(counts: &[u64], l: usize) -> Vec<u32> {
    let left: Vec<(u64, Reverse<u32>)> = counts
        .iter()
        .zip(0..)
        .filter(|(count, _)| **count > 0)
        .map(|(&count, value)| (count, Reverse(value)))
        .collect();
    if left.len() <= FEW {
        drawn_of_few(left, l)
    } else {
        drawn_of_many(left, l)
    }
}

/// From rows that are left with their values; of values with equally many rows the first one counts.
fn drawn_of_many(left: Vec<(u64, Reverse<u32>)>, l: usize) -> Vec<u32> {
    let mut drawn = Vec::with_capacity(left.iter().map(|(count, _)| *count as usize).sum());
    let mut heap = BinaryHeap::from(left);
    let mut largest = Vec::with_capacity(l);
    while heap.len() >= l {
        largest.extend((0..l).filter_map(|_| heap.pop()));
        drawn.extend(largest.iter().map(|(_, value)| value.0));
        heap.extend(
            largest
                .drain(..)
                .map(|(left, value)| (left - 1, value))
                .filter(|(left, _)| *left > 0),
        );
    }
    drawn
}

/// The same, with the values in order all the time: those that are drawn stay in order among themselves, as do the others, and both are merged.
fn drawn_of_few(mut left: Vec<(u64, Reverse<u32>)>, l: usize) -> Vec<u32> {
    let mut drawn = Vec::with_capacity(left.iter().map(|(count, _)| *count as usize).sum());
    left.sort_unstable_by(|a, b| b.cmp(a));
    let mut largest = Vec::with_capacity(l);
    while left.len() >= l {
        largest.clear();
        largest.extend(left[..l].iter().map(|&(count, value)| (count - 1, value)));
        drawn.extend(largest.iter().map(|(_, value)| value.0));
        let mut other = l;
        for (place, &own) in largest.iter().enumerate() {
            while let Some(&next) = left.get(other).filter(|next| **next > own) {
                left[place + other - l] = next;
                other += 1;
            }
            left[place + other - l] = own;
        }
        while left.pop_if(|(count, _)| *count == 0).is_some() {}
    }
    drawn
}

/// Groups that a core gives their rows in one go; more where there are many values, since each part starts with how many rows each has left.
const PART: usize = 1 << 14;

/// Step 2 as far as it is about rows: each group gets the last row of each of its values that no group before has. Returns the group of each row
/// that has one, and how many rows of each value are left.
fn dealt(
    by_value: &[Vec<u32>],
    drawn: &[u32],
    (l, rows): (usize, usize),
) -> (Vec<AtomicU32>, Vec<usize>) {
    let group_of: Vec<AtomicU32> = (0..rows)
        .into_par_iter()
        .map(|_| AtomicU32::new(0))
        .collect();
    // How many rows of each value are left before each part.
    let mut left: Vec<u32> = by_value.iter().map(|rows| rows.len() as u32).collect();
    let groups = PART.max(by_value.len() / l);
    let parts = drawn.chunks(groups * l).map(|part| {
        let before = left.clone();
        part.iter().for_each(|&value| left[value as usize] -= 1);
        (part, before)
    });
    let parts: Vec<(&[u32], Vec<u32>)> = parts.collect();
    parts
        .into_par_iter()
        .enumerate()
        .for_each(|(place, (part, mut left))| {
            for (values, group) in part.chunks_exact(l).zip((place * groups) as u32..) {
                for &value in values {
                    let last = &mut left[value as usize];
                    *last -= 1;
                    let row = by_value[value as usize][*last as usize];
                    group_of[row as usize].store(group, Ordering::Relaxed);
                }
            }
        });
    (
        group_of,
        left.into_iter().map(|rows| rows as usize).collect(),
    )
}

/// Steps 2 and 3: the group of each row.
fn anatomized(
    mut by_value: Vec<Vec<u32>>,
    drawn: &[u32],
    (l, rows): (usize, usize),
    trace: Option<&Trace>,
) -> (Vec<u32>, Joined) {
    let missing = by_value.pop().unwrap_or_default();
    let mut told = trace.map(|trace| Telling::new(trace, rows));
    told.iter_mut()
        .for_each(|told| told.all_drawn(by_value.clone(), drawn, l));
    let (group_of, left) = dealt(&by_value, drawn, (l, rows));
    let mut bucket_of: Vec<u32> = group_of.into_iter().map(AtomicU32::into_inner).collect();
    by_value
        .iter_mut()
        .zip(left)
        .for_each(|(rows, left)| rows.truncate(left));
    let groups = (drawn.len() / l).max(1);
    let mut joined: BTreeSet<(usize, u32)> = BTreeSet::new();
    for (left, value) in by_value.iter().zip(0u32..) {
        let has = |group: usize| {
            drawn
                .get(group * l..(group + 1) * l)
                .is_some_and(|values| values.contains(&value))
        };
        for &row in left {
            // There is one: the value's rows are at most as many as groups.
            let free = |group: &usize| !has(*group) && !joined.contains(&(*group, value));
            let place = (0..groups).find(free).unwrap_or(0);
            joined.insert((place, value));
            bucket_of[row as usize] = place as u32;
            told.iter_mut()
                .for_each(|told| told.joins(row, place, Grouping::FirstWithout));
        }
    }
    for (turn, &row) in missing.iter().enumerate() {
        bucket_of[row as usize] = (turn % groups) as u32;
        told.iter_mut()
            .for_each(|told| told.joins(row, turn % groups, Grouping::InTurn));
    }
    (
        bucket_of,
        Joined {
            values: joined,
            missing: missing.len(),
        },
    )
}

/// What joins groups after they are drawn.
struct Joined {
    /// Groups and values of which a row was left.
    values: BTreeSet<(usize, u32)>,
    /// Rows with a missing value, in turn.
    missing: usize,
}

/// The titles of the models that some group breaks. What groups hold is known from how they were made: no row is looked at.
fn broken(task: &Task<'_>, drawn: &[u32], l: usize, joined: &Joined) -> Vec<String> {
    let groups = (drawn.len() / l).max(1);
    broken_among(task, groups, &|group, values| {
        let own = drawn.get(group * l..(group + 1) * l).unwrap_or_default();
        let later = joined
            .values
            .range((group, 0)..=(group, u32::MAX))
            .map(|(_, value)| value);
        values.extend(own.iter().chain(later).map(|&value| (value, 1)));
        values.sort_unstable();
        let missing = joined.missing / groups + usize::from(group < joined.missing % groups);
        (values.len() + missing) as u64
    })
}

fn too_frequent(task: &Task<'_>, most: usize, rows: usize) -> NearestMiss {
    NearestMiss {
        attempt: format!("the most frequent sensitive value has {most} of {rows} rows"),
        missing: task
            .models
            .iter()
            .filter(|model| model.needs_sensitive())
            .map(bauta_privacy::Judge::title)
            .collect(),
        advice: "the sensitive attribute has too few different values; ask for less".into(),
    }
}

/// How it is explained.
pub const LESSON: Lesson = Lesson {
    template: Template::Separation,
    words: Text {
        en: include_str!("explain.en.md"),
        fr: include_str!("explain.fr.md"),
    },
    example: Example {
        k: None,
        l: Some(3),
        may_leave_out: 0,
        ..Example::PLAIN
    },
};

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "anatomy",
    title: Text {
        en: "Anatomy",
        fr: "Anatomie",
    },
    family: Family::Separation,
    summary: Text {
        en: "Publishes exact quasi-identifiers with a group in one table, and the sensitive values of each group with their counts in another.",
        fr: "Publie les quasi-identifiants exacts avec un groupe dans une table, et les valeurs sensibles de chaque groupe avec leurs effectifs dans une autre.",
    },
    papers: &["xiao2006anatomy"],
    parameters: &[&COUNTS],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 1,
        sensitive_at_most: 1,
        hierarchies: false,
    },
    guarantees: Text {
        en: "In a person's group no sensitive value is more frequent than one in l. Who is in the table is not hidden.",
        fr: "Dans le groupe d'une personne, aucune valeur sensible ne dépasse la fréquence 1/l. La présence dans la table n'est pas cachée.",
    },
    cost: "O(n log n)",
    outputs: 2,
};

const COUNTS: Parameter<Choices<SensitiveTable>> = Parameter {
    name: "counts",
    kind: Choices(&[
        Choice {
            word: "counts",
            value: SensitiveTable::Counts,
            help: Text {
                en: "a row a value of a group, with its count",
                fr: "une ligne par valeur d'un groupe, avec son effectif",
            },
        },
        Choice {
            word: "rows",
            value: SensitiveTable::Rows,
            help: Text {
                en: "a row a person",
                fr: "une ligne par personne",
            },
        },
    ]),
    default: SensitiveTable::Counts,
    help: Text {
        en: "how sensitive values are published",
        fr: "comment publier les valeurs sensibles",
    },
};

#[cfg(test)]
mod tests;
