//! The classes of the current cut, merged as the cut rises.
//!
//! A class knows its node on every quasi-identifier, its size and its tuples. Each node knows the classes that have it, so a
//! generalisation looks at the classes under the node's children and at no other.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

use super::super::subtree::Forest;

/// Smallest classes that are looked at before all are counted.
const PROBES: usize = 8;

pub(super) struct Classes<'f, 'a> {
    forest: &'f Forest<'a>,
    width: usize,
    /// The nodes of each class, one a quasi-identifier, one class after the other.
    keys: Vec<u32>,
    sizes: Vec<u64>,
    members: Vec<Vec<u32>>,
    /// Whether the class satisfies every model, once somebody asked.
    judged: Vec<Option<bool>>,
    /// Whether the class has been merged into another.
    gone: Vec<bool>,
    /// The classes that are left, ascending.
    live: Vec<u32>,
    /// For each quasi-identifier and node, the classes that have it; merged ones may still be listed.
    under: Vec<Vec<Vec<u32>>>,
}

impl<'f, 'a> Classes<'f, 'a> {
    /// The classes of the leaves.
    pub(super) fn new(forest: &'f Forest<'a>) -> Self {
        let width = forest.trees.len();
        let under = forest
            .trees
            .iter()
            .map(|tree| vec![Vec::new(); tree.nodes.len()])
            .collect();
        let (keys, sizes, members) = (Vec::new(), Vec::new(), Vec::new());
        let (judged, gone, live) = (Vec::new(), Vec::new(), Vec::new());
        let mut classes = Classes {
            forest,
            width,
            keys,
            sizes,
            members,
            judged,
            gone,
            live,
            under,
        };
        let mut table: HashTable<u32> = HashTable::new();
        for &tuple in &forest.tuples {
            let own: Vec<u32> = (0..width)
                .map(|qi| forest.trees[qi].leaf_of_code[forest.codes[qi][tuple as usize] as usize])
                .collect();
            let hash = FixedState::default().hash_one(&own[..]);
            let found = table
                .find(hash, |&class| classes.key(class) == &own[..])
                .copied();
            let class = found.unwrap_or_else(|| {
                let class = classes.add(&own);
                table.insert_unique(hash, class, |&class| {
                    FixedState::default().hash_one(classes.key(class))
                });
                class
            });
            classes.sizes[class as usize] += forest.rows(tuple);
            classes.members[class as usize].push(tuple);
        }
        classes
    }

    fn add(&mut self, key: &[u32]) -> u32 {
        let class = self.sizes.len() as u32;
        self.keys.extend_from_slice(key);
        self.sizes.push(0);
        self.members.push(Vec::new());
        self.judged.push(None);
        self.gone.push(false);
        self.live.push(class);
        key.iter()
            .enumerate()
            .for_each(|(qi, &node)| self.under[qi][node as usize].push(class));
        class
    }

    fn key(&self, class: u32) -> &[u32] {
        &self.keys[class as usize * self.width..][..self.width]
    }

    /// The size of the smallest class (A of the paper).
    pub(super) fn smallest(&self) -> u64 {
        self.live
            .iter()
            .map(|&class| self.sizes[class as usize])
            .min()
            .unwrap_or(0)
    }

    /// The classes under the children of a node.
    fn touched(&self, qi: usize, node: u32) -> Vec<u32> {
        let children = self.forest.trees[qi].nodes[node as usize].children.iter();
        let classes = children.flat_map(|&child| &self.under[qi][child as usize]);
        let mut touched: Vec<u32> = classes
            .copied()
            .filter(|&class| !self.gone[class as usize])
            .collect();
        // In their order, so that the class that stays in a merger does not depend on how the nodes were walked.
        touched.sort_unstable();
        touched
    }

    /// The nodes whose generalisation could make the smallest class larger: the parents, on one of its quasi-identifiers, of
    /// *every* smallest class.
    pub(super) fn critical_parents(&self) -> Vec<(usize, u32)> {
        let smallest = self.smallest();
        let least: Vec<u32> = self
            .live
            .iter()
            .copied()
            .filter(|&c| self.sizes[c as usize] == smallest)
            .collect();
        let parent = |qi: usize, class: u32| {
            self.forest.trees[qi].nodes[self.key(class)[qi] as usize].parent
        };
        let shared = |qi: usize| {
            let above = parent(qi, *least.first()?)?;
            least
                .iter()
                .all(|&class| parent(qi, class) == Some(above))
                .then_some((qi, above))
        };
        (0..self.width).filter_map(shared).collect()
    }

    /// What the smallest class would be after a generalisation.
    pub(super) fn smallest_after(&self, qi: usize, node: u32) -> u64 {
        let touched = self.touched(qi, node);
        let hash = |class: u32| self.hash_without(class, qi);
        let same = |a: u32, b: u32| {
            let (a, b) = (self.key(a), self.key(b));
            a[..qi] == b[..qi] && a[qi + 1..] == b[qi + 1..]
        };
        // Mostly one of the first smallest classes finds no other to merge with: then nothing is gained, and nobody need count.
        let smallest = self.smallest();
        let first = self
            .live
            .iter()
            .copied()
            .filter(|&class| self.sizes[class as usize] == smallest)
            .take(PROBES);
        for class in first {
            if !touched
                .iter()
                .any(|&other| other != class && same(other, class))
            {
                return smallest;
            }
        }
        let mut merged: HashTable<(u32, u64)> = HashTable::with_capacity(touched.len());
        for &class in &touched {
            let size = self.sizes[class as usize];
            match merged.find_mut(hash(class), |&(other, _)| same(other, class)) {
                Some(entry) => entry.1 += size,
                None => drop(
                    merged.insert_unique(hash(class), (class, size), |&(other, _)| hash(other)),
                ),
            }
        }
        let mut is_touched = vec![false; self.sizes.len()];
        touched
            .iter()
            .for_each(|&class| is_touched[class as usize] = true);
        let others = self
            .live
            .iter()
            .filter(|&&class| !is_touched[class as usize]);
        let sizes = others
            .map(|&class| self.sizes[class as usize])
            .chain(merged.iter().map(|entry| entry.1));
        sizes.min().unwrap_or(0)
    }

    fn hash_without(&self, class: u32, qi: usize) -> u64 {
        let key = self.key(class);
        FixedState::default().hash_one((&key[..qi], &key[qi + 1..]))
    }

    /// Puts the node in the place of its children, and the classes together that are then equal.
    pub(super) fn generalize(&mut self, qi: usize, node: u32) {
        let touched = self.touched(qi, node);
        for &class in &touched {
            // All keys first: classes are compared below as they are afterwards.
            self.keys[class as usize * self.width + qi] = node;
        }
        let mut table: HashTable<u32> = HashTable::with_capacity(touched.len());
        let mut kept = Vec::new();
        for class in touched {
            let hash = self.hash_without(class, qi);
            match table
                .find(hash, |&other| self.key(other) == self.key(class))
                .copied()
            {
                Some(other) => self.merge(other, class),
                None => {
                    table.insert_unique(hash, class, |&other| self.hash_without(other, qi));
                    kept.push(class);
                }
            }
        }
        let children = self.forest.trees[qi].nodes[node as usize].children.clone();
        children
            .into_iter()
            // Nothing stands at the children any more; a new list gives its memory back.
            .for_each(|child| self.under[qi][child as usize] = Vec::new());
        self.under[qi][node as usize] = kept;
        let gone = &self.gone;
        self.live.retain(|&class| !gone[class as usize]);
    }

    fn merge(&mut self, kept: u32, gone: u32) {
        let (kept, gone) = (kept as usize, gone as usize);
        self.sizes[kept] += self.sizes[gone];
        let mut fewer = std::mem::take(&mut self.members[gone]);
        if fewer.len() > self.members[kept].len() {
            // The shorter list is moved to the longer one, so that many mergers stay cheap.
            std::mem::swap(&mut fewer, &mut self.members[kept]);
        }
        self.members[kept].append(&mut fewer);
        // What was known of the smaller class says nothing of the larger one where a model is not monotone.
        self.judged[kept] = None;
        self.gone[gone] = true;
    }

    /// The tuples of the classes that break a model, unless they have more rows than `limit`.
    pub(super) fn outliers(&mut self, limit: u64) -> Option<Vec<u32>> {
        let least = self.forest.task.least_rows();
        let sizes = self.live.iter().map(|&class| self.sizes[class as usize]);
        // Most cuts have too many small classes: then nobody need look at sensitive values.
        if sizes.filter(|&size| size < least).sum::<u64>() > limit {
            return None;
        }
        let (mut rows, mut outliers) = (0, Vec::new());
        for index in 0..self.live.len() {
            let class = self.live[index] as usize;
            let holds =
                *self.judged[class].get_or_insert_with(|| self.forest.holds(&self.members[class]));
            if !holds {
                rows += self.sizes[class];
                outliers.extend_from_slice(&self.members[class]);
            }
            if rows > limit {
                return None;
            }
        }
        Some(outliers)
    }

    /// Rows in classes that break a model.
    pub(super) fn outlier_rows(&self) -> u64 {
        let live = self.live.iter().map(|&class| class as usize);
        live.filter(|&class| !self.forest.holds(&self.members[class]))
            .map(|class| self.sizes[class])
            .sum()
    }
}
