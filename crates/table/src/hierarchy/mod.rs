//! Generalisation hierarchies: how the values of an attribute are put together, step by step, up to "anything".
//!
//! A [`Hierarchy`] belongs to an attribute, not to a table. It is a list of levels over the same leaves: level 0 has every
//! leaf by itself, each level above puts whole groups of the level below together, and the last one usually has a single
//! group, the root. All leaves are at the same depth: a branch with fewer steps repeats its label on the way up.
//!
//! Leaves keep the order of their file, which is the order of values for an ordinal attribute. Groups of a level are
//! numbered by their first leaf, so two hierarchies that say the same are equal.
//!
//! [`Hierarchy::bind`] turns it into arrays over the codes of one column, [`Hierarchy::tree`] into the tree without
//! repetitions that tree-walking algorithms need.

mod bind;
pub mod build;
mod lowest_common;
mod rows;
mod tree;

use std::sync::Arc;

use crate::dictionary::TextPool;

pub use bind::Bound;
pub use build::{HierarchySpec, declared};
pub use tree::{Tree, TreeNode};

/// The most steps a hierarchy can have, so that a level fits a byte.
pub const MAX_HEIGHT: usize = 255;

/// One way of grouping the leaves.
#[derive(Clone, PartialEq, Eq)]
pub struct Level {
    group_of_leaf: Vec<u32>,
    labels: TextPool,
    leaves_under: Vec<u32>,
    /// The group of the next level that each group is in; empty at the last level.
    parent: Vec<u32>,
    /// Whether the leaves of every group follow each other.
    contiguous: bool,
}

impl Level {
    /// The group of each leaf.
    pub fn group_of_leaf(&self) -> &[u32] {
        &self.group_of_leaf
    }

    /// The label of each group.
    pub fn labels(&self) -> &TextPool {
        &self.labels
    }

    /// Number of groups.
    pub fn group_count(&self) -> usize {
        self.labels.len()
    }

    /// How many leaves each group has.
    pub fn leaves_under(&self) -> &[u32] {
        &self.leaves_under
    }

    /// The group of the next level that each group is in; empty at the last level.
    pub fn parent(&self) -> &[u32] {
        &self.parent
    }
}

/// The generalisation hierarchy of an attribute. Cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub struct Hierarchy {
    levels: Arc<[Level]>,
}

/// Counts only: labels are values of the data.
impl std::fmt::Debug for Hierarchy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let groups: Vec<usize> = self.levels.iter().map(Level::group_count).collect();
        f.debug_struct("Hierarchy")
            .field("groups_by_level", &groups)
            .finish()
    }
}

impl Hierarchy {
    /// The hierarchy of `leaves` and, for each level above them, the group of each leaf and the label of each group.
    /// Leaves must be distinct, groups must be non-empty and nest, and the labels of a level must differ.
    pub(crate) fn from_groups(leaves: TextPool, above: Vec<(Vec<u32>, TextPool)>) -> Self {
        let identity = (0..leaves.len() as u32).collect();
        let mut levels: Vec<Level> = std::iter::once((identity, leaves))
            .chain(above)
            .map(|(groups, labels)| numbered(groups, &labels))
            .collect();
        for at in 1..levels.len() {
            let (below, above) = levels.split_at_mut(at);
            let (below, above) = (&mut below[at - 1], &above[0]);
            below.parent = vec![0; below.group_count()];
            for (leaf, &group) in below.group_of_leaf.iter().enumerate() {
                below.parent[group as usize] = above.group_of_leaf[leaf];
            }
        }
        Hierarchy {
            levels: levels.into(),
        }
    }

    /// Number of leaves.
    pub fn leaf_count(&self) -> usize {
        self.leaves().len()
    }

    /// The leaves in their order.
    pub fn leaves(&self) -> &TextPool {
        &self.levels[0].labels
    }

    /// Number of steps from a leaf to the last level.
    pub fn height(&self) -> usize {
        self.levels.len() - 1
    }

    /// All levels; the first has every leaf by itself.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The label of a group. The level is at most [`height`](Self::height).
    pub fn label(&self, level: usize, group: u32) -> &str {
        self.levels[level].labels.get(group as usize)
    }

    /// The group of a leaf.
    #[inline]
    pub fn group(&self, level: usize, leaf: u32) -> u32 {
        self.levels[level].group_of_leaf[leaf as usize]
    }

    /// How many leaves a group has.
    pub fn leaves_under(&self, level: usize, group: u32) -> u32 {
        self.levels[level].leaves_under[group as usize]
    }

    /// The group one level up, unless this is the last level.
    pub fn parent(&self, level: usize, group: u32) -> Option<u32> {
        self.levels[level].parent.get(group as usize).copied()
    }

    /// Whether the last level is a single group above the leaves.
    pub fn has_root(&self) -> bool {
        self.height() > 0 && self.levels[self.height()].group_count() == 1
    }

    /// The same hierarchy with a single group on top, unless it has one. One of [`MAX_HEIGHT`] steps stays as it is.
    #[must_use]
    pub fn with_root(self, label: &str) -> Self {
        if self.has_root() || self.height() >= MAX_HEIGHT {
            return self;
        }
        let mut above: Vec<(Vec<u32>, TextPool)> = self
            .levels
            .iter()
            .skip(1)
            .map(|level| (level.group_of_leaf.clone(), level.labels.clone()))
            .collect();
        above.push((vec![0; self.leaf_count()], TextPool::from_iter([label])));
        Hierarchy::from_groups(self.leaves().clone(), above)
    }
}

/// A level whose groups are numbered by their first leaf.
fn numbered(mut group_of_leaf: Vec<u32>, labels: &TextPool) -> Level {
    const UNSEEN: u32 = u32::MAX;
    let mut number_of = vec![UNSEEN; labels.len()];
    let (mut ordered, mut leaves_under) = (TextPool::default(), Vec::new());
    let (mut runs, mut last) = (0, UNSEEN);
    for group in &mut group_of_leaf {
        let number = &mut number_of[*group as usize];
        if *number == UNSEEN {
            *number = ordered.push(labels.get(*group as usize)) as u32;
            leaves_under.push(0);
        }
        *group = *number;
        leaves_under[*number as usize] += 1;
        runs += usize::from(last != *group);
        last = *group;
    }
    let contiguous = runs == ordered.len();
    Level {
        group_of_leaf,
        labels: ordered,
        leaves_under,
        parent: Vec::new(),
        contiguous,
    }
}

#[cfg(test)]
mod tests;
