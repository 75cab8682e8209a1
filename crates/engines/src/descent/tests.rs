//! The header's invariant, on random cuts.

use std::collections::HashMap;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::*;

/// Cuts of chance: `regions` of them, at most; `skew` of ten cuts leave one region on the left.
fn cuts(chance: &mut impl Rng, columns: usize, regions: u32, skew: u32) -> Vec<CutNode> {
    let mut nodes = Vec::new();
    // Regions to come, and which cut's right side they are.
    let mut stack = vec![(regions, None)];
    let mut number = 0;
    while let Some((regions, right_of)) = stack.pop() {
        let at = nodes.len();
        if let Some(CutNode::Cut { right, .. }) =
            right_of.and_then(|node: usize| nodes.get_mut(node))
        {
            *right = at;
        }
        if regions < 2 {
            nodes.push(CutNode::Region(number));
            number += 1;
            continue;
        }
        let left = if chance.random_range(0..10) < skew {
            1
        } else {
            chance.random_range(1..regions)
        };
        let (column, rank) = (chance.random_range(0..columns), chance.random_range(0..60));
        nodes.push(CutNode::Cut {
            column,
            rank,
            right: 0,
        });
        stack.extend([(regions - left, Some(at)), (left, None)]);
    }
    nodes
}

fn followed(cuts: &[CutNode], row: &[u32]) -> u32 {
    let mut at = 0;
    loop {
        match cuts[at] {
            CutNode::Region(region) => return region,
            CutNode::Cut {
                column,
                rank,
                right,
            } => at = if row[column] <= rank { at + 1 } else { right },
        }
    }
}

/// What the joins of [`Descent::with`] would do.
fn joined(descent: &Descent, row: &[u32]) -> i32 {
    let mut state = descent.start;
    for table in descent.tables() {
        let table: HashMap<String, Vec<i32>> = table.into_iter().collect();
        let Some(at) = table["step"].iter().position(|&step| step == state) else {
            continue;
        };
        let mut question = 0;
        while question < (1 << descent.depth) - 1 {
            let inside = row.iter().enumerate().all(|(column, &rank)| {
                let (low, high) = (
                    table[&low(question, column)][at],
                    table[&high(question, column)][at],
                );
                rank as i32 >= low && rank as i32 <= high
            });
            question = 2 * question + if inside { 1 } else { 2 };
        }
        state = table[&next(question + 1 - (1 << descent.depth))][at];
    }
    state
}

#[test]
fn steps_lead_where_cuts_lead() {
    let mut chance = ChaCha20Rng::seed_from_u64(5);
    for (columns, regions, skew) in [
        (1, 1, 0),
        (1, 2, 0),
        (2, 3, 5),
        (3, 40, 0),
        (4, 300, 5),
        (3, 200, 10),
        (40, 30, 3),
    ] {
        let cuts = cuts(&mut chance, columns, regions, skew);
        let descent = Descent::of(&cuts, columns).unwrap();
        for _ in 0..200 {
            let row: Vec<u32> = (0..columns).map(|_| chance.random_range(0..64)).collect();
            assert_eq!(
                joined(&descent, &row),
                reached(followed(&cuts, &row)),
                "{columns} {regions} {skew}"
            );
        }
    }
}

/// However deep the cuts are.
#[test]
fn joins_are_few() {
    let mut chance = ChaCha20Rng::seed_from_u64(6);
    for skew in [0, 5, 9, 10] {
        let cuts = cuts(&mut chance, 3, 20_000, skew);
        let levels = Descent::of(&cuts, 3).unwrap().levels();
        assert!(levels <= 8, "{skew}: {levels}");
    }
}

#[test]
fn cuts_that_do_not_fit_are_refused() {
    let region = CutNode::Region;
    let cut = |right| CutNode::Cut {
        column: 0,
        rank: 1,
        right,
    };
    assert!(Descent::of(&[], 1).is_err());
    assert!(Descent::of(&[cut(2), region(0)], 1).is_err());
    assert!(Descent::of(&[cut(0), region(0), region(1)], 1).is_err());
    assert!(Descent::of(&[region(0), region(1)], 1).is_err());
    assert!(
        Descent::of(
            &[
                CutNode::Cut {
                    column: 1,
                    rank: 1,
                    right: 2
                },
                region(0),
                region(1)
            ],
            1
        )
        .is_err()
    );
    assert!(Descent::of(&[cut(2), region(0), region(1)], 1).is_ok());
}
