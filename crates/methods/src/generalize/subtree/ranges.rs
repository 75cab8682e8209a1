//! A tree of ranges for numbers and dates without a hierarchy.
//!
//! A range is cut in two where the class attribute gains most, as Fung, Wang and Yu do for continuous attributes, as long as
//! something is gained and both sides have enough rows. Gains look at all rows under a range, never at classes, so the tree
//! is the one that cutting during the search would give.

use std::collections::BTreeMap;

use bauta_table::recoding::Summary;

use super::EPSILON;
use super::class::{Counts, disorder, rows, together, x_log_x};
use super::taxonomy::Taxonomy;

/// The most cuts between the whole range and a part of it.
const MAX_DEPTH: u8 = 32;

/// Adds the tree over the codes from `first` on, whose class values are given; returns its root.
pub(super) fn grow(tree: &mut Taxonomy, classes: &[Counts], first: u32, least: u64) -> u32 {
    part(tree, classes, first, least, 0).0
}

/// A part of the range: its node, and its height.
fn part(tree: &mut Taxonomy, classes: &[Counts], first: u32, least: u64, depth: u8) -> (u32, u8) {
    let high = first + classes.len() as u32 - 1;
    let summary = Summary::Range { low: first, high };
    let cut = if depth < MAX_DEPTH {
        best_cut(classes, least)
    } else {
        None
    };
    let Some(cut) = cut else {
        let leaf = tree.leaf(summary, first, None);
        (first..=high).for_each(|code| tree.leaf_of_code[code as usize] = leaf);
        return (leaf, 0);
    };
    let (left, right) = classes.split_at(cut);
    let (left, left_height) = part(tree, left, first, least, depth + 1);
    let (right, right_height) = part(tree, right, first + cut as u32, least, depth + 1);
    let height = left_height.max(right_height) + 1;
    (tree.above(vec![left, right], summary, height), height)
}

/// How many codes go to the left side; the first of the best cuts.
fn best_cut(classes: &[Counts], least: u64) -> Option<usize> {
    let mut right: BTreeMap<u32, u64> = together(classes.iter()).into_iter().collect();
    let mut left: BTreeMap<u32, u64> = BTreeMap::new();
    let (mut left_rows, mut right_rows) = (0, right.values().sum::<u64>());
    let whole = disorder(&right.iter().map(|(&class, &rows)| (class, rows)).collect());
    // Σ c log c of each side, kept up to date as values move from right to left.
    let (mut left_sum, mut right_sum) =
        (0.0, right.values().map(|&rows| x_log_x(rows)).sum::<f64>());
    let mut best: Option<(f64, usize)> = None;
    for (index, counts) in classes
        .iter()
        .enumerate()
        .take(classes.len().saturating_sub(1))
    {
        for &(class, rows) in counts {
            let (to, from) = (
                left.entry(class).or_insert(0),
                right.entry(class).or_insert(0),
            );
            left_sum += x_log_x(*to + rows) - x_log_x(*to);
            right_sum += x_log_x(*from - rows) - x_log_x(*from);
            *to += rows;
            *from -= rows;
        }
        left_rows += rows(counts);
        right_rows -= rows(counts);
        if left_rows < least || right_rows < least {
            continue;
        }
        let gain = whole - (x_log_x(left_rows) - left_sum) - (x_log_x(right_rows) - right_sum);
        let wanted = best.map_or(EPSILON * (left_rows + right_rows) as f64, |best| best.0);
        // Sums that drift by rounding must not look like a gain.
        if gain > wanted + 1e-9 {
            best = Some((gain, index + 1));
        }
    }
    best.map(|best| best.1)
}
