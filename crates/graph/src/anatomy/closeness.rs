//! How much groups tell by meaning: their l over sub-concepts, and their distance from all people along the taxonomy.
//!
//! **Papers** thouvenot2022, section 4.6 (l); li2007tcloseness (t, with the hierarchical distance).
//!
//! **Idea** Two values are as far apart as the height of what they have in common, as a share of the height of all. On a tree the earth mover's distance is
//! a sum over its edges: the length of the edge times what has to pass it, |share in the group - share in all| below it. An edge below which
//! the group has nobody is passed by the share in all, whatever the group: that sum is made once, and a group corrects it along
//! the ways from its values to the top.
//!
//! **Differences from the papers** (a) Where a class has several parents, the one with most classes above it counts. (b) Values without a class
//! hang on a top of their own above all others.
//!
//! **Invariants** `the_distance_is_that_of_the_paper_s_recursion`, `nine_values_give_one_partition_in_any_order`.

use super::stable::primary_parent;
use super::{Cluster, Value};
use crate::collections::{Map, Set};
use crate::taxonomy::{Concept, Taxonomy};

/// The l of each group by meaning: direct sub-concepts of its concept that the data have, values of the concept itself included; nothing for
/// groups without a concept.
pub fn semantic_l(
    clusters: &[Cluster],
    values: &[Value],
    taxonomy: &Taxonomy,
) -> Vec<Option<usize>> {
    let mut own: Map<Concept, usize> = Map::default();
    values
        .iter()
        .filter_map(|value| value.concept)
        .for_each(|concept| *own.entry(concept).or_insert(0) += 1);
    let used: Set<Concept> = own
        .keys()
        .flat_map(|&concept| taxonomy.upward(concept))
        .collect();
    let mut children: Map<Concept, usize> = Map::default();
    for &concept in &used {
        taxonomy
            .parents(concept)
            .iter()
            .for_each(|&parent| *children.entry(parent).or_insert(0) += 1);
    }
    let of =
        |counts: &Map<Concept, usize>, concept: Concept| counts.get(&concept).copied().unwrap_or(0);
    clusters
        .iter()
        .map(|cluster| {
            cluster
                .concept
                .map(|concept| of(&own, concept) + of(&children, concept))
        })
        .collect()
}

/// The greatest distance of a group from all people, along the taxonomy; 0 where there is one group.
pub fn semantic_t(clusters: &[Cluster], values: &[Value], taxonomy: &Taxonomy) -> f64 {
    let tree = Tree::new(values, taxonomy);
    clusters
        .iter()
        .map(|cluster| tree.distance(cluster, values))
        .fold(0.0, f64::max)
}

/// Classes and a top above them, each with its height and its share of all people.
struct Tree {
    /// The class above; the top for those without.
    parent: Vec<usize>,
    /// The longest way down to a value.
    height: Vec<f64>,
    share: Vec<f64>,
    top: usize,
    total: f64,
    /// What passes the edges above classes where a group has nobody there.
    rest: f64,
    /// The same for the edges above single values.
    rest_of_values: f64,
}

impl Tree {
    fn new(values: &[Value], taxonomy: &Taxonomy) -> Self {
        let top = taxonomy.len();
        let parent: Vec<usize> = (0..top as Concept)
            .map(|concept| primary_parent(taxonomy, concept).map_or(top, |parent| parent as usize))
            .chain([top])
            .collect();
        let total = values.iter().map(|value| value.count).sum::<u64>().max(1) as f64;
        let mut tree = Tree {
            parent,
            height: vec![0.0; top + 1],
            share: vec![0.0; top + 1],
            top,
            total,
            rest: 0.0,
            rest_of_values: 0.0,
        };
        for value in values {
            let share = value.count as f64 / total;
            let mut height = 1.0;
            for node in tree.way(value) {
                tree.height[node] = tree.height[node].max(height);
                tree.share[node] += share;
                height += 1.0;
            }
        }
        tree.rest = (0..top)
            .map(|node| tree.edge(node) * tree.share[node])
            .sum();
        tree.rest_of_values = values
            .iter()
            .map(|value| tree.value_edge(value) * value.count as f64 / total)
            .sum();
        tree
    }

    /// The classes above a value, the nearest first, and the top.
    fn way(&self, value: &Value) -> Vec<usize> {
        let mut at = value.concept.map_or(self.top, |concept| concept as usize);
        let mut way = vec![at];
        while at != self.top {
            at = self.parent[at];
            way.push(at);
        }
        way
    }

    /// Half the difference of heights, so that the way from a value up and down to another is the height of what they have in common.
    fn edge(&self, node: usize) -> f64 {
        if self.share[node] == 0.0 {
            0.0
        } else {
            (self.height[self.parent[node]] - self.height[node]) / 2.0
        }
    }

    fn value_edge(&self, value: &Value) -> f64 {
        self.height[value.concept.map_or(self.top, |concept| concept as usize)] / 2.0
    }

    /// The height of what all values have in common.
    fn whole(&self) -> f64 {
        let mut at = self.top;
        while let Some(only) =
            // Levels that have one branch with everything in it move nothing: the scale begins where the tree forks.
            (0..self.top)
                .find(|&node| self.parent[node] == at && self.share[node] > 1.0 - 1e-12)
        {
            at = only;
        }
        self.height[at].max(1.0)
    }

    fn distance(&self, cluster: &Cluster, values: &[Value]) -> f64 {
        let members = || cluster.values.iter().map(|&place| &values[place]);
        let sum = members().map(|value| value.count).sum::<u64>().max(1) as f64;
        let (mut below, mut moved): (Map<usize, f64>, f64) =
            (Map::default(), self.rest + self.rest_of_values);
        for value in members() {
            let (own, all) = (value.count as f64 / sum, value.count as f64 / self.total);
            // The sum starts as if the group had none of any value; for those that it has, that part is taken back.
            moved += self.value_edge(value) * ((own - all).abs() - all);
            self.way(value)
                .into_iter()
                .for_each(|node| *below.entry(node).or_insert(0.0) += own);
        }
        let mut nodes: Vec<(usize, f64)> = below
            .into_iter()
            .filter(|(node, _)| *node != self.top)
            .collect();
        // A map has no order, and sums of doubles depend on it.
        nodes.sort_unstable_by_key(|node| node.0);
        for (node, own) in nodes {
            moved += self.edge(node) * ((own - self.share[node]).abs() - self.share[node]);
        }
        moved / self.whole()
    }
}
