//! The tree that a hierarchy writes, with repeated labels taken as one node.
//!
//! A hierarchy has all its leaves at one depth, so a short branch repeats its label. Algorithms that walk the tree must
//! not see such a step: a group with the label and the leaves of its only child is that child. A group with one child
//! but another label is a node of its own.

use super::Hierarchy;

/// A node of a [`Tree`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeNode {
    /// The lowest level where the node stands.
    pub level: usize,
    /// Its group there.
    pub group: u32,
    /// The highest level up to which its label is repeated.
    pub top_level: usize,
    /// The node above it; none for a root.
    pub parent: Option<u32>,
    /// The nodes right below it, in leaf order.
    pub children: Vec<u32>,
    /// How many leaves it has.
    pub leaves: u32,
}

/// The nodes of a hierarchy, leaves first and each below its parent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<TreeNode>,
    node_of: Vec<Vec<u32>>,
}

impl Tree {
    /// All nodes; the first are the leaves, in their order, and a parent comes after its children.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// The node that a group of a level is, or is a repetition of.
    pub fn node_of(&self, level: usize, group: u32) -> u32 {
        self.node_of[level][group as usize]
    }

    /// The nodes without a parent: one if the hierarchy has a root.
    pub fn roots(&self) -> impl Iterator<Item = u32> {
        (0..self.nodes.len() as u32).filter(|&node| self.nodes[node as usize].parent.is_none())
    }
}

impl Hierarchy {
    /// The tree without repetitions.
    pub fn tree(&self) -> Tree {
        let mut tree = Tree {
            nodes: Vec::new(),
            node_of: Vec::with_capacity(self.levels.len()),
        };
        for (level, groups) in self.levels.iter().enumerate() {
            let repeated = self.repeated_groups(level);
            let ids =
                (0..groups.group_count() as u32).map(|group| match repeated[group as usize] {
                    Some(below) => {
                        let id = tree.node_of[level - 1][below as usize];
                        tree.nodes[id as usize].top_level = level;
                        id
                    }
                    None => {
                        let leaves = self.leaves_under(level, group);
                        let children = Vec::new();
                        tree.nodes.push(TreeNode {
                            level,
                            group,
                            top_level: level,
                            parent: None,
                            children,
                            leaves,
                        });
                        tree.nodes.len() as u32 - 1
                    }
                });
            let ids = ids.collect();
            tree.node_of.push(ids);
        }
        self.link(&mut tree);
        tree
    }

    /// For each group of a level, the group below that it repeats, if it does.
    fn repeated_groups(&self, level: usize) -> Vec<Option<u32>> {
        let mut repeated = vec![None; self.levels[level].group_count()];
        let Some(below) = level.checked_sub(1) else {
            return repeated;
        };
        for (group, &parent) in self.levels[below].parent.iter().enumerate() {
            let group = group as u32;
            if self.leaves_under(below, group) == self.leaves_under(level, parent)
                && self.label(below, group) == self.label(level, parent)
            {
                repeated[parent as usize] = Some(group);
            }
        }
        repeated
    }

    fn link(&self, tree: &mut Tree) {
        for id in 0..tree.nodes.len() {
            let node = &tree.nodes[id];
            let (top_level, lowest) = (node.top_level, (node.level, node.group));
            // The label is repeated up to the top level, where the next step leads to another node.
            let mut group = lowest.1;
            for level in lowest.0..=top_level {
                let Some(above) = self.parent(level, group) else {
                    break;
                };
                group = above;
                if level == top_level {
                    let parent = tree.node_of[level + 1][group as usize];
                    tree.nodes[id].parent = Some(parent);
                    tree.nodes[parent as usize].children.push(id as u32);
                }
            }
        }
        let first_leaf = self.first_leaves(tree);
        for node in &mut tree.nodes {
            node.children
                .sort_by_key(|&child| first_leaf[child as usize]);
        }
    }

    /// The first leaf of each node; parents come after their children.
    fn first_leaves(&self, tree: &Tree) -> Vec<u32> {
        let mut first = vec![u32::MAX; tree.nodes.len()];
        for (id, node) in tree.nodes.iter().enumerate() {
            if node.level == 0 {
                first[id] = node.group;
            }
            if let Some(parent) = node.parent {
                first[parent as usize] = first[parent as usize].min(first[id]);
            }
        }
        first
    }
}
