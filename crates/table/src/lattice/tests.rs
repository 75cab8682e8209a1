//! The worked lattice of three attributes, then laws against enumeration.

use proptest::prelude::*;

use super::*;

/// Sex, post code, level of education.
fn worked() -> Lattice {
    Lattice::new(&[1, 2, 3])
}

#[test]
fn two_by_three_by_four_levels_are_24_nodes_of_height_up_to_6() {
    let lattice = worked();
    assert_eq!(
        (lattice.size(), lattice.max_height(), lattice.top().height()),
        (24, 6, 6)
    );
    assert_eq!(lattice.counts(), [1, 3, 5, 6, 5, 3, 1]);
    assert_eq!(lattice.nodes().count(), 24);
}

#[test]
fn nodes_of_a_height_come_in_lexicographic_order() {
    let nodes: Vec<String> = worked().nodes_at(2).map(|node| node.to_string()).collect();
    assert_eq!(
        nodes,
        ["<0,0,2>", "<0,1,1>", "<0,2,0>", "<1,0,1>", "<1,1,0>"]
    );
    assert_eq!(worked().nodes_at(7).count(), 0);
}

#[test]
fn neighbours_differ_by_one_step_of_one_attribute() {
    let lattice = worked();
    let node = Node::from([1, 0, 2]);
    assert_eq!(
        lattice.successors(&node).collect::<Vec<_>>(),
        [Node::from([1, 1, 2]), Node::from([1, 0, 3])]
    );
    assert_eq!(
        lattice.predecessors(&node).collect::<Vec<_>>(),
        [Node::from([0, 0, 2]), Node::from([1, 0, 1])]
    );
    assert_eq!(lattice.successors(&lattice.top()).count(), 0);
    assert_eq!(lattice.predecessors(&lattice.bottom()).count(), 0);
}

#[test]
fn generalisation_is_level_by_level() {
    let node = Node::from([1, 0, 2]);
    assert!(node.is_generalization_of(&node));
    assert!(Node::from([1, 1, 2]).is_generalization_of(&node));
    assert!(!Node::from([0, 2, 3]).is_generalization_of(&node));
    assert!(!Node::from([1, 1]).is_generalization_of(&node));
}

#[test]
fn a_lattice_far_beyond_64_bits_is_walked_without_being_made() {
    let lattice = Lattice::new(&[7; 40]);
    assert_eq!(lattice.size(), 1u128 << 120);
    let last = lattice.size() - 1;
    assert_eq!(lattice.node(last), Some(lattice.top()));
    assert_eq!(lattice.index(&lattice.top()), Some(last));
    assert_eq!(lattice.node(last + 1), None);
    assert_eq!(lattice.count_at(1), 40);
    assert_eq!(lattice.counts().iter().sum::<u128>(), lattice.size());
    let middle: Vec<Node> = lattice.nodes_at(140).take(1000).collect();
    assert!(middle.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(
        middle
            .iter()
            .all(|node| node.height() == 140 && lattice.contains(node))
    );
}

#[test]
fn beyond_128_bits_sizes_saturate_and_numbers_are_refused() {
    let lattice = Lattice::new(&[9; 60]);
    assert_eq!(
        (lattice.size(), lattice.index(&lattice.top())),
        (u128::MAX, None)
    );
    assert_eq!(lattice.count_at(0), 1);
    assert_eq!(lattice.nodes_at(539).count(), 60);
}

#[test]
fn a_node_of_another_lattice_has_no_number() {
    assert_eq!(worked().index(&Node::from([2, 0, 0])), None);
    assert_eq!(worked().index(&Node::from([0, 0])), None);
}

#[test]
fn without_attributes_there_is_one_node() {
    let lattice = Lattice::new(&[]);
    assert_eq!((lattice.size(), lattice.nodes().count()), (1, 1));
}

proptest! {
    #[test]
    fn heights_and_numbers_agree_with_enumeration(heights in proptest::collection::vec(0usize..5, 0..5)) {
        let lattice = Lattice::new(&heights);
        let by_number: Vec<Node> = (0..lattice.size()).map(|index| lattice.node(index).unwrap()).collect();
        prop_assert!(by_number.windows(2).all(|pair| pair[0] < pair[1]));
        for (index, node) in by_number.iter().enumerate() {
            prop_assert_eq!(lattice.index(node), Some(index as u128));
        }
        for height in 0..=lattice.max_height() {
            let expected: Vec<&Node> = by_number.iter().filter(|node| node.height() == height).collect();
            let found: Vec<Node> = lattice.nodes_at(height).collect();
            prop_assert_eq!(found.iter().collect::<Vec<_>>(), expected);
            prop_assert_eq!(lattice.count_at(height), found.len() as u128);
        }
    }

    #[test]
    fn successors_are_the_generalisations_one_step_up(
        heights in proptest::collection::vec(0usize..4, 1..4),
        pick in any::<prop::sample::Index>(),
    ) {
        let lattice = Lattice::new(&heights);
        let all: Vec<Node> = lattice.nodes().collect();
        let node = &all[pick.index(all.len())];
        let step_up = |other: &&Node| other.is_generalization_of(node) && other.height() == node.height() + 1;
        let mut successors: Vec<Node> = lattice.successors(node).collect();
        prop_assert!(successors.iter().all(|up| lattice.predecessors(up).any(|down| down == *node)));
        successors.sort();
        prop_assert_eq!(successors, all.iter().filter(step_up).cloned().collect::<Vec<_>>());
    }
}
