//! What all full-domain algorithms share: the lattice of a task, the classes of a node, and what a node would cost.
//!
//! **Idea.** The distinct tuples are packed once. The classes of a node are counted from those of any node below it, the nearest that
//! is at hand: only the fields of attributes that are raised change. Classes that break a model are outliers; a node is
//! a solution if its outliers are no more rows than may be left out.
//!
//! **Invariants** `a_walk_counts_as_from_the_base`, `no_node_above_loses_less_than_the_bound`.

mod loss;
mod telling;
mod walk;

pub(super) use loss::{CHOICES as LOSSES, Loss, Losses};
pub(super) use walk::Walk;

use std::collections::BTreeMap;

use bauta_privacy::{Class, ClassSizes};
use bauta_table::count::{FrequencySet, Histogram, KeyColumn, Layout, Raise, Scratch, TupleSet};
use bauta_table::{Codes, Lattice, Node, Qi};

use super::outliers::Outliers;
use crate::contract::{NearestMiss, Outcome, Task};
use crate::view::{Seen, View};

/// A task as a search over a lattice.
pub(super) struct Domain<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) lattice: Lattice,
    layout: Layout,
    /// The classes of the bottom.
    base: TupleSet,
    /// For each tuple of `base`, its number in the task's set.
    tuples: Vec<u32>,
    /// For each attribute and pair of levels, the higher group of each lower group.
    maps: Vec<Vec<Vec<Vec<u32>>>>,
    /// Whether the last level of each attribute is one group.
    has_root: Vec<bool>,
    missing: Vec<Option<u32>>,
    /// Rows that may still be left out.
    may_drop: u64,
    /// Whether statements about the whole release count.
    judges_whole: bool,
    /// What becomes of the outliers of the node that is released.
    outliers: Outliers,
}

/// What the classes of a node say about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    /// Rows in classes that break a model.
    pub(super) outliers: u64,
    /// Classes that break none.
    pub(super) kept: u64,
}

/// Classes that are left out for the sake of the whole.
#[derive(Default)]
struct Cut {
    /// Those of fewer rows,
    below: u64,
    /// and these, ascending.
    also: Vec<usize>,
}

impl Cut {
    fn leaves_out(&self, class: usize, rows: u64) -> bool {
        rows > 0 && (rows < self.below || self.also.binary_search(&class).is_ok())
    }
}

/// A node whose outliers are known.
pub(super) struct Judged {
    pub(super) node: Node,
    /// Rows in classes that break a model.
    pub(super) outliers: u64,
    /// The tuples (of the task's set) of those classes.
    outlier_tuples: Vec<u32>,
}

impl<'a> Domain<'a> {
    /// Packs the tuples of a task; none where there are so many quasi-identifiers that they cannot be packed.
    pub(super) fn new(task: &'a Task<'a>, outliers: Outliers) -> Option<Self> {
        let aside: u64 = task
            .set_aside
            .iter()
            .map(|&tuple| task.prepared.set().counts()[tuple as usize])
            .sum();
        let may_drop = task.may_drop.saturating_sub(aside);
        Domain::without(task, &task.set_aside, may_drop).map(|domain| Domain {
            judges_whole: true,
            outliers,
            ..domain
        })
    }

    /// The same without some tuples, when so many rows may be left out of the others. Nothing is asked about the whole.
    pub(super) fn without(task: &'a Task<'a>, aside: &[u32], may_drop: u64) -> Option<Self> {
        let qis = &task.prepared.qis;
        let heights: Vec<usize> = qis.iter().map(height).collect();
        let groups: Vec<usize> = qis.iter().map(|qi| group_count(qi, 0)).collect();
        let layout = Layout::new(&groups)?;
        let left = (!aside.is_empty()).then(|| task.prepared.set().without(aside));
        let (set, tuples) = match &left {
            Some((set, tuples)) => (set, tuples.clone()),
            None => (
                task.prepared.set(),
                (0..task.prepared.set().len() as u32).collect(),
            ),
        };
        let values = if task.needs_sensitive() {
            set.histograms().to_vec()
        } else {
            Vec::new()
        };
        let base = match &task.prepared.population {
            Some(people) => with_people(&layout, qis, set, values, people),
            None => TupleSet::new(&layout, &leaves(qis, set), set.counts().to_vec(), values),
        };
        let missing = task
            .prepared
            .sensitive
            .iter()
            .map(|&index| {
                task.prepared.table.attributes()[index]
                    .column
                    .dictionary()
                    .missing_code()
            })
            .collect();
        let maps = qis.iter().map(roll_ups).collect();
        let has_root = qis
            .iter()
            .map(|qi| group_count(qi, height(qi)) == 1)
            .collect();
        let lattice = Lattice::new(&heights);
        let judges_whole = false;
        Some(Domain {
            task,
            lattice,
            layout,
            base,
            tuples,
            maps,
            has_root,
            missing,
            may_drop,
            judges_whole,
            outliers: Outliers::Drop,
        })
    }

    /// The classes of the bottom.
    pub(super) fn base(&self) -> &TupleSet {
        &self.base
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The classes of node `to`, counted from those of a node below it. A level above an attribute's last leaves the attribute out.
    pub(super) fn raised(
        &self,
        set: &TupleSet,
        from: &[u8],
        to: &[u8],
        scratch: &mut Scratch,
    ) -> TupleSet {
        set.raised(&self.raises(from, to), scratch)
    }

    /// All tuples of the bottom with their groups at a node's levels, each still by itself.
    pub(super) fn relabelled(&self, to: &[u8]) -> TupleSet {
        self.base
            .relabelled(&self.raises(self.lattice.bottom().levels(), to))
    }

    /// The group of each tuple of the bottom at a level of an attribute.
    pub(super) fn groups(&self, qi: usize, level: u8) -> Vec<u32> {
        let field = self.layout.fields()[qi];
        let leaves = self.base.keys().map(|words| field.of(words));
        match level {
            0 => leaves.collect(),
            _ => leaves
                .map(|leaf| self.map(qi, 0, level)[leaf as usize])
                .collect(),
        }
    }

    fn raises(&self, from: &[u8], to: &[u8]) -> Vec<Raise<'_>> {
        from.iter()
            .zip(to)
            .enumerate()
            .filter(|(_, (from, to))| from < to)
            .map(|(qi, (&from, &to))| match self.lattice.heights()[qi] {
                top if to > top || to == top && self.has_root[qi] => {
                    Raise::Root(self.layout.fields()[qi])
                }
                _ => Raise::To(self.layout.fields()[qi], self.map(qi, from, to)),
            })
            .collect()
    }

    /// For each group of an attribute's level, its group at a higher one.
    pub(super) fn map(&self, qi: usize, from: u8, to: u8) -> &[u32] {
        &self.maps[qi][usize::from(from)][usize::from(to - from) - 1]
    }

    /// Rows that may still be left out, when those that take no part are.
    pub(super) fn may_drop(&self) -> u64 {
        self.may_drop
    }

    /// Whether a more general node never has more outliers, nor one with fewer attributes. Where something is asked about the
    /// whole, small classes are left out for the sake of others, and nothing is known.
    pub(super) fn is_monotone(&self) -> bool {
        if self.judges_whole && self.task.speaks_of_whole() {
            return false;
        }
        let absorbs = self.task.models.iter().all(|model| model.absorbs());
        absorbs || self.may_drop() == 0 && self.task.models.iter().all(|model| model.is_monotone())
    }

    /// The outliers among classes; `tell` hears of each of them. Classes without a row, of a population only, are none. Where
    /// something is asked about the whole, the smallest classes are outliers too, one after the other, until the others satisfy it.
    pub(super) fn count(&self, set: &TupleSet, mut tell: impl FnMut(usize)) -> Count {
        let mut count = Count {
            outliers: 0,
            kept: 0,
        };
        let least = self.task.least_rows();
        let by_size = self.task.models.iter().all(|model| model.is_by_size());
        let fails = |class: usize| {
            let rows = set.rows()[class];
            rows > 0 && (rows < least || !by_size && !self.holds(set, class))
        };
        let cut = match self.judges_whole && self.task.speaks_of_whole() {
            true => self.cut(set, &fails),
            false => Cut::default(),
        };
        for (class, &rows) in set.rows().iter().enumerate() {
            if fails(class) || cut.leaves_out(class, rows) {
                count.outliers += rows;
                tell(class);
            } else {
                count.kept += u64::from(rows > 0);
            }
        }
        count
    }

    /// Which of the classes that do not fail by themselves are left out, so that the others satisfy what is asked about the whole.
    fn cut(&self, set: &TupleSet, fails: &impl Fn(usize) -> bool) -> Cut {
        let mut sizes = ClassSizes::new(set.population().iter().sum());
        let kept = |class: &usize| set.rows()[*class] > 0 && !fails(*class);
        let add = |sizes: &mut ClassSizes, class: usize| {
            sizes.add(set.rows()[class], population(set, class));
        };
        (0..set.len())
            .filter(kept)
            .for_each(|class| add(&mut sizes, class));
        let Some(below) = self.task.smallest_kept(&sizes) else {
            return Cut {
                below: u64::MAX,
                also: Vec::new(),
            };
        };
        // Of the largest size that is left out, perhaps not every class has to be. Which ones go must not depend on how they were counted.
        let Some(last) = below.checked_sub(1) else {
            return Cut::default();
        };
        let of_size = |class: &usize| set.rows()[*class] == last && kept(class);
        let mut edge: Vec<usize> = (0..set.len()).filter(of_size).collect();
        let fields = self.layout.fields();
        edge.sort_by_cached_key(|&class| {
            let of = |field: &bauta_table::count::Field| field.of(set.key(class));
            fields.iter().map(of).collect::<Vec<u32>>()
        });
        let holds = |gone: usize| {
            let mut left = sizes.at_least(below);
            edge[gone..].iter().for_each(|&class| add(&mut left, class));
            self.task.whole_holds(&left)
        };
        // `low` fails, `high` holds.
        let (mut low, mut high) = (0, edge.len());
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            match holds(middle) {
                true => high = middle,
                false => low = middle,
            }
        }
        edge.truncate(high);
        edge.sort_unstable();
        Cut {
            below: last,
            also: edge,
        }
    }

    fn holds(&self, set: &TupleSet, class: usize) -> bool {
        let sensitive: Vec<Vec<(u32, u64)>> = set
            .values()
            .iter()
            .zip(&self.missing)
            .map(|(values, missing)| {
                values
                    .of(class)
                    .filter(|(code, _)| Some(*code) != *missing)
                    .collect()
            })
            .collect();
        let population = population(set, class);
        self.task.holds(&Class {
            size: set.rows()[class],
            sensitive: &sensitive,
            population,
        })
    }

    /// Tells a view what was found out about a node.
    pub(super) fn tell(&self, view: Option<&View>, levels: &[u8], outliers: u64) {
        if let Some(view) = view {
            view.tell(
                levels,
                Seen {
                    outliers,
                    satisfies: outliers <= self.may_drop(),
                    loss: None,
                },
            );
        }
    }

    /// Counts the classes of a node and finds those that break a model.
    pub(super) fn judge(&self, node: Node) -> Judged {
        let mut scratch = Scratch::default();
        let set = self.raised(
            &self.base,
            self.lattice.bottom().levels(),
            node.levels(),
            &mut scratch,
        );
        let mut fails = vec![false; set.len()];
        let count = self.count(&set, |class| fails[class] = true);
        let broken = scratch
            .class_of()
            .iter()
            .zip(&self.tuples)
            .filter(|(class, _)| fails[**class as usize]);
        let outlier_tuples = broken.map(|(_, &tuple)| tuple).collect();
        Judged {
            node,
            outliers: count.outliers,
            outlier_tuples,
        }
    }

    /// The tuples of each class of a node that satisfies every model, and those of all others.
    pub(super) fn parted(&self, node: &Node) -> (Vec<Vec<u32>>, Vec<u32>) {
        let mut scratch = Scratch::default();
        let set = self.raised(
            &self.base,
            self.lattice.bottom().levels(),
            node.levels(),
            &mut scratch,
        );
        let (mut classes, mut fails) = (vec![Vec::new(); set.len()], vec![false; set.len()]);
        self.count(&set, |class| fails[class] = true);
        let mut outliers = Vec::new();
        for (&class, &tuple) in scratch.class_of().iter().zip(&self.tuples) {
            let class = class as usize;
            if fails[class] {
                outliers.push(tuple);
            } else {
                classes[class].push(tuple);
            }
        }
        classes.retain(|tuples| !tuples.is_empty());
        (classes, outliers)
    }

    /// Different values of each quasi-identifier in some classes.
    pub(super) fn distinct(&self, set: &TupleSet) -> Vec<usize> {
        let distinct = |(qi, field): (usize, &bauta_table::count::Field)| {
            let mut seen = vec![false; group_count(&self.task.prepared.qis[qi], 0)];
            let of_rows = set.keys().zip(set.rows()).filter(|(_, rows)| **rows > 0);
            of_rows.for_each(|(words, _)| seen[field.of(words) as usize] = true);
            seen.into_iter().filter(|&seen| seen).count()
        };
        self.layout
            .fields()
            .iter()
            .enumerate()
            .map(distinct)
            .collect()
    }

    /// The plan that releases a node, with its outliers left out or starred.
    pub(super) fn plan(&self, judged: Judged) -> Outcome {
        Outcome::Plan(super::outliers::plan(
            self.task,
            judged.node,
            judged.outlier_tuples,
            self.outliers,
        ))
    }

    /// The plan that releases a node that was found to be a solution. Where no row may be left out it has no outlier, and need not be
    /// counted again.
    pub(super) fn released(&self, node: Node) -> Outcome {
        match self.may_drop {
            0 => self.plan(Judged {
                node,
                outliers: 0,
                outlier_tuples: Vec::new(),
            }),
            _ => self.plan(self.judge(node)),
        }
    }

    /// The answer when even the most general node has too many outliers.
    pub(super) fn unreachable(&self, outliers: u64) -> Outcome {
        Outcome::Unreachable(NearestMiss {
            attempt: format!("everything at its most general level leaves {outliers} outliers"),
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

/// The answer where a tuple of so many attributes cannot be packed.
pub(super) fn too_wide(task: &Task<'_>) -> Outcome {
    Outcome::Unreachable(NearestMiss {
        attempt: format!(
            "{} quasi-identifiers are more than this method can count together",
            task.prepared.qis.len()
        ),
        missing: task
            .models
            .iter()
            .map(bauta_privacy::Judge::title)
            .collect(),
        advice: "declare fewer quasi-identifiers, or use mondrian".into(),
    })
}

pub(super) fn height(qi: &Qi) -> usize {
    qi.hierarchy.as_ref().map_or(0, bauta_table::Bound::height)
}

pub(super) fn group_count(qi: &Qi, level: usize) -> usize {
    qi.hierarchy
        .as_ref()
        .map_or(qi.ranks(), |bound| bound.group_count(level))
}

/// The group at level 0 of each tuple, one column a quasi-identifier.
fn leaves<'s>(qis: &'s [Qi], set: &'s FrequencySet) -> Vec<KeyColumn<'s>> {
    let column = |(index, qi): (usize, &'s Qi)| {
        let map = Some(qi.rank_of_code());
        KeyColumn {
            codes: set.codes(index),
            map,
            distinct: group_count(qi, 0),
        }
    };
    qis.iter().enumerate().map(column).collect()
}

/// The tuples of a table and, after them and without a row, those that only the population has.
fn with_people(
    layout: &Layout,
    qis: &[Qi],
    set: &FrequencySet,
    values: Vec<Histogram>,
    population: &FrequencySet,
) -> TupleSet {
    let leaf = |(index, qi): (usize, &Qi)| {
        set.codes(index)
            .iter()
            .map(|code| qi.rank_of_code()[code as usize])
            .collect()
    };
    let mut columns: Vec<Vec<u32>> = qis.iter().enumerate().map(leaf).collect();
    let mut rows = set.counts().to_vec();
    let own = (0..rows.len()).map(|tuple| {
        (
            columns
                .iter()
                .map(|column| column[tuple])
                .collect::<Vec<u32>>(),
            tuple,
        )
    });
    let tuple_of: BTreeMap<Vec<u32>, usize> = own.collect();
    let mut people = vec![0; rows.len()];
    for (entry, &count) in population.counts().iter().enumerate() {
        let key: Vec<u32> = (0..columns.len())
            .map(|qi| population.codes(qi).get(entry))
            .collect();
        match tuple_of.get(&key) {
            Some(&tuple) => people[tuple] += count,
            None => {
                columns
                    .iter_mut()
                    .zip(key)
                    .for_each(|(column, group)| column.push(group));
                rows.push(0);
                people.push(count);
            }
        }
    }
    let columns: Vec<(Codes, usize)> = columns
        .into_iter()
        .zip(qis)
        .map(|(groups, qi)| (Codes::U32(groups), group_count(qi, 0)))
        .collect();
    let columns: Vec<KeyColumn<'_>> = columns
        .iter()
        .map(|(codes, distinct)| KeyColumn {
            codes,
            map: None,
            distinct: *distinct,
        })
        .collect();
    TupleSet::new(layout, &columns, rows, values).with_population(people)
}

/// Rows of the population in a class.
fn population(set: &TupleSet, class: usize) -> u64 {
    set.population().get(class).copied().unwrap_or(0)
}

fn roll_ups(qi: &Qi) -> Vec<Vec<Vec<u32>>> {
    let Some(bound) = &qi.hierarchy else {
        return vec![Vec::new()];
    };
    let top = bound.height();
    (0..=top)
        .map(|from| (from + 1..=top).map(|to| bound.roll_up(from, to)).collect())
        .collect()
}

#[cfg(test)]
pub(super) mod tests;
