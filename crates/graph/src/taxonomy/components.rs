//! Circles of classes made one concept (strongly connected components), and an order in which parents come first.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::Concept;
use crate::collections::Map;
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
    let (component_of, count) = component_of(&above);
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

/// The strongly connected component of each node. Kosaraju's algorithm, because petgraph's Tarjan recurses: a chain of a hundred thousand
/// classes would end the program.
fn component_of(above: &[Vec<usize>]) -> (Vec<usize>, usize) {
    // Classes below each other in a circle are one concept: nothing tells them apart.
    let components = kosaraju_scc(&upward(above, |&high| high));
    let mut component_of = vec![0; above.len()];
    for (number, members) in components.iter().enumerate() {
        members
            .iter()
            .for_each(|node| component_of[node.index()] = number);
    }
    (component_of, components.len())
}

/// An order in which every concept comes after its parents: components come in reverse topological order, and each is one concept.
pub(super) fn parents_first(parents: &[Vec<Concept>]) -> Vec<Concept> {
    // Components come in reverse topological order of the edges, which lead upwards: so parents come first. There are no circles left, and
    // each has one member.
    let order = kosaraju_scc(&upward(parents, |&parent| parent as usize));
    order
        .into_iter()
        .flatten()
        .map(|node| node.index() as Concept)
        .collect()
}

/// A graph of nodes and what is above each.
fn upward<T>(above: &[Vec<T>], place: impl Fn(&T) -> usize) -> DiGraph<(), ()> {
    let count = above.iter().map(Vec::len).sum();
    let mut graph = DiGraph::with_capacity(above.len(), count);
    above.iter().for_each(|_| _ = graph.add_node(()));
    for (low, above) in above.iter().enumerate() {
        for high in above {
            graph.add_edge(NodeIndex::new(low), NodeIndex::new(place(high)), ());
        }
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_one_component_and_parents_come_first() {
        let (of, count) = component_of(&[vec![1], vec![2], vec![0, 3], vec![], vec![4]]);
        assert_eq!(count, 3);
        assert!(of[0] == of[1] && of[1] == of[2] && of[3] != of[0] && of[4] != of[3]);
        let order = parents_first(&[vec![2], vec![0], vec![], vec![1, 2]]);
        assert_eq!(order, [2, 0, 1, 3]);
    }

    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let chain: Vec<Vec<usize>> = (1..=200_000)
            .map(|next| {
                if next < 200_000 {
                    vec![next]
                } else {
                    Vec::new()
                }
            })
            .collect();
        assert_eq!(component_of(&chain).1, 200_000);
    }
}
