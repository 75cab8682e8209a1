//! The lowest group that holds all of some leaves.
//!
//! A label that is repeated on the way up makes no difference: the lowest level where the leaves meet is the answer, so
//! a single leaf is its own, at level 0.

use super::Hierarchy;

impl Hierarchy {
    /// The lowest level and group that holds all `leaves`; none when there is no leaf, or no group holds them all
    /// because the hierarchy has no root.
    pub fn lowest_common(&self, leaves: impl IntoIterator<Item = u32>) -> Option<(usize, u32)> {
        let mut leaves = leaves.into_iter();
        let first = leaves.next()?;
        let mut found = (0, first);
        for leaf in leaves {
            while self.group(found.0, leaf) != found.1 {
                found = (found.0 + 1, self.parent(found.0, found.1)?);
            }
        }
        Some(found)
    }

    /// The lowest level and group that holds every leaf from `first` to `last`, both included.
    pub fn lowest_common_of_range(&self, first: u32, last: u32) -> Option<(usize, u32)> {
        let meets = |level: &super::Level| {
            let groups = level
                .group_of_leaf
                .get(first as usize..=last as usize)
                .unwrap_or_default();
            match groups {
                [] => false,
                [_] => true,
                [low, .., high] if level.contiguous => low == high,
                [low, rest @ ..] => rest.iter().all(|group| group == low),
            }
        };
        let level = self.levels.iter().position(meets)?;
        Some((level, self.group(level, first)))
    }
}
