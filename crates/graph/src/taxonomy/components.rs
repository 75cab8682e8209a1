//! Circles of classes made one concept (Tarjan's components, without recursion), and an order in which parents come first.

use crate::collections::Map;

use super::Concept;
use crate::model::Id;

/// One term for each circle, by their texts, and for each node the number of its circle. Nodes are in the order of their texts.
pub(super) fn condensed<'a>(
    nodes: &[Id],
    edges: &[(Id, Id)],
    text: impl Fn(Id) -> &'a str,
) -> (Vec<Id>, Vec<Concept>) {
    let node_of: Map<Id, usize> = nodes
        .iter()
        .enumerate()
        .map(|(node, &id)| (id, node))
        .collect();
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (low, high) in edges {
        if let (Some(&low), Some(&high)) = (node_of.get(low), node_of.get(high)) {
            above[low].push(high);
        }
    }
    let component_of = tarjan(&above);
    let count = component_of.iter().max().map_or(0, |&last| last + 1);
    // The first node of a component stands for it; components are numbered by these.
    let mut number_of = vec![Concept::MAX; count];
    let mut terms = Vec::new();
    for (node, &component) in component_of.iter().enumerate() {
        if number_of[component] == Concept::MAX {
            number_of[component] = terms.len() as Concept;
            terms.push(nodes[node]);
        }
    }
    debug_assert!(terms.windows(2).all(|pair| text(pair[0]) < text(pair[1])));
    let of_node = component_of
        .iter()
        .map(|&component| number_of[component])
        .collect();
    (terms, of_node)
}

/// The strongly connected component of each node.
fn tarjan(above: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let (mut index, mut low) = (vec![UNSEEN; above.len()], vec![0; above.len()]);
    let (mut component_of, mut components) = (vec![UNSEEN; above.len()], 0);
    let (mut next, mut open) = (0, Vec::new());
    for start in 0..above.len() {
        // A node and how many of its edges were followed.
        let mut path = if index[start] == UNSEEN {
            vec![(start, 0)]
        } else {
            Vec::new()
        };
        while let Some(&mut (node, ref mut followed)) = path.last_mut() {
            if *followed == 0 {
                index[node] = next;
                low[node] = next;
                next += 1;
                open.push(node);
            }
            if let Some(&to) = above[node].get(*followed) {
                *followed += 1;
                if index[to] == UNSEEN {
                    path.push((to, 0));
                } else if component_of[to] == UNSEEN {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                low[before] = low[before].min(low[node]);
            }
            if low[node] == index[node] {
                while let Some(member) = open.pop() {
                    component_of[member] = components;
                    if member == node {
                        break;
                    }
                }
                components += 1;
            }
        }
    }
    component_of
}

/// An order in which every concept comes after its parents.
pub(super) fn parents_first(parents: &[Vec<Concept>]) -> Vec<Concept> {
    let mut children: Vec<Vec<Concept>> = vec![Vec::new(); parents.len()];
    let mut missing: Vec<usize> = parents.iter().map(Vec::len).collect();
    for (concept, parents) in parents.iter().enumerate() {
        parents
            .iter()
            .for_each(|&parent| children[parent as usize].push(concept as Concept));
    }
    let mut order: Vec<Concept> = (0..parents.len() as Concept)
        .filter(|&c| missing[c as usize] == 0)
        .collect();
    let mut at = 0;
    while let Some(&concept) = order.get(at) {
        at += 1;
        for &child in &children[concept as usize] {
            missing[child as usize] -= 1;
            if missing[child as usize] == 0 {
                order.push(child);
            }
        }
    }
    order
}
