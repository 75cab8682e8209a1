//! The classes of many nodes, one after the other, each counted from the nearest node below that is at hand.
//!
//! **Idea.** Between two nodes in lexicographic order the first levels are often the same. A stack holds the classes with the first
//! levels raised and the others at 0; the next node starts from the last entry whose levels it shares.

use bauta_table::count::{Scratch, TupleSet};

use super::Domain;

/// Counts nodes; cheapest when they come in lexicographic order.
pub(in super::super) struct Walk<'d, 'a> {
    domain: &'d Domain<'a>,
    /// Entry i: the levels of the last node up to its i-th raised attribute, the others 0.
    stack: Vec<(Vec<u8>, TupleSet)>,
    scratch: Scratch,
}

impl<'d, 'a> Walk<'d, 'a> {
    pub(in super::super) fn new(domain: &'d Domain<'a>) -> Self {
        Walk {
            domain,
            stack: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// The classes of a node.
    pub(in super::super) fn classes(&mut self, levels: &[u8]) -> &TupleSet {
        let serves = |below: &[u8]| {
            // An entry serves if it has the node's levels up to its last raised attribute.
            let raised = below
                .iter()
                .rposition(|&level| level > 0)
                .map_or(0, |last| last + 1);
            below[..raised] == levels[..raised]
        };
        while self.stack.last().is_some_and(|(below, _)| !serves(below)) {
            self.stack.pop();
        }
        let mut below = self
            .stack
            .last()
            .map_or(vec![0; levels.len()], |(below, _)| below.clone());
        for qi in 0..levels.len() {
            if below[qi] < levels[qi] {
                let mut next = below.clone();
                next[qi] = levels[qi];
                let set = self.stack.last().map_or(self.domain.base(), |(_, set)| set);
                let set = self.domain.raised(set, &below, &next, &mut self.scratch);
                self.stack.push((next.clone(), set));
                below = next;
            }
        }
        self.stack.last().map_or(self.domain.base(), |(_, set)| set)
    }
}
