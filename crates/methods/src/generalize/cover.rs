//! What the summary of some values would cover, kept up to date while values are added one by one.
//!
//! A search that compares many ways to part a group asks for the loss of thousands of groups that are never made. A cover
//! answers without making the [`Summary`]: it is as wide as the summary that `summarize` would make of the same values.

use std::collections::HashSet;

use bauta_table::Qi;
use bauta_table::recoding::Summary;

use super::summarize::Style;

/// The values of one quasi-identifier that were added since the last [`clear`](Cover::clear).
pub(crate) struct Cover<'a> {
    qi: &'a Qi,
    shape: Shape,
    is_empty: bool,
    /// Whether only missing values, or only known ones, were added; both together say nothing.
    first_is_missing: bool,
    mixed: bool,
}

enum Shape {
    Range {
        low: u32,
        high: u32,
    },
    /// One bit a rank.
    Set(u128),
    /// The same where there are more ranks.
    LargeSet(HashSet<u32>),
    /// None when no group holds them all.
    Group(Option<(usize, u32)>),
}

impl<'a> Cover<'a> {
    /// Nothing yet.
    pub(crate) fn new(qi: &'a Qi, style: Style) -> Self {
        let shape = match (style, &qi.hierarchy) {
            (Style::Auto, Some(_)) => Shape::Group(None),
            (Style::Auto, None) if qi.is_measurable() => Shape::Range { low: 0, high: 0 },
            (Style::Range, _) => Shape::Range { low: 0, high: 0 },
            _ if qi.ranks() > 128 => Shape::LargeSet(HashSet::new()),
            _ => Shape::Set(0),
        };
        Cover {
            qi,
            shape,
            is_empty: true,
            first_is_missing: false,
            mixed: false,
        }
    }

    /// Forgets all values.
    pub(crate) fn clear(&mut self) {
        self.is_empty = true;
        self.mixed = false;
    }

    /// Adds a value, by its rank.
    #[inline]
    pub(crate) fn add(&mut self, rank: u32) {
        if self.is_empty {
            return self.start(rank);
        }
        if let Some(missing) = self.qi.missing_rank() {
            self.mixed |= (rank == missing) != self.first_is_missing;
        }
        match &mut self.shape {
            Shape::Range { low, high } => (*low, *high) = ((*low).min(rank), (*high).max(rank)),
            Shape::Set(present) => *present |= 1 << rank,
            Shape::LargeSet(present) => drop(present.insert(rank)),
            Shape::Group(found) if !self.mixed => {
                if let (Some((level, group)), Some(bound)) = (*found, &self.qi.hierarchy) {
                    *found = climbed(bound.hierarchy(), (level, group), rank);
                }
            }
            Shape::Group(_) => {}
        }
    }

    fn start(&mut self, rank: u32) {
        self.is_empty = false;
        self.first_is_missing = self.qi.missing_rank() == Some(rank);
        match &mut self.shape {
            Shape::Range { low, high } => (*low, *high) = (rank, rank),
            Shape::Set(present) => *present = 1 << rank,
            Shape::LargeSet(present) => {
                present.clear();
                present.insert(rank);
            }
            Shape::Group(found) => *found = Some((0, rank)),
        }
    }

    /// The share of so many values, the first not counted.
    fn among(&self, present: usize) -> f64 {
        (present - 1) as f64 / (self.qi.ranks().max(2) - 1) as f64
    }

    /// Share of the scale or of the values that their summary covers.
    pub(crate) fn spread(&self) -> f64 {
        if self.is_empty {
            return 0.0;
        }
        match &self.shape {
            _ if self.mixed => 1.0,
            Shape::Range { low, high } => self.qi.share(*low, *high),
            Shape::Set(present) => self.among(present.count_ones() as usize),
            Shape::LargeSet(present) => self.among(present.len()),
            Shape::Group(None) => 1.0,
            // One value is written as itself, whether or not the hierarchy knows it.
            Shape::Group(Some((0, _))) => 0.0,
            Shape::Group(Some((level, group))) => Summary::Group {
                level: *level as u8,
                group: *group,
            }
            .spread(self.qi),
        }
    }
}

/// The lowest group that holds a group and a leaf.
fn climbed(
    hierarchy: &bauta_table::Hierarchy,
    mut found: (usize, u32),
    leaf: u32,
) -> Option<(usize, u32)> {
    // Also where the leaf is that of missing values, which the hierarchy need not know.
    if found == (0, leaf) {
        return Some(found);
    }
    while hierarchy.group(found.0, leaf) != found.1 {
        found = (found.0 + 1, hierarchy.parent(found.0, found.1)?);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generalize::summarize::summary;
    use crate::laws::with_hierarchies;
    use bauta_table::Role;
    use bauta_testkit::random_table;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_cover_is_as_wide_as_the_summary(seed in any::<u64>(), picks in proptest::collection::vec(0u32..40, 1..12)) {
            let table = random_table(seed, 40, 2, 9, 3);
            let plain = table.with_role(Role::QuasiIdentifier).into_iter().map(|qi| Qi::new(&table, qi, None).unwrap());
            for qi in plain.chain(with_hierarchies(&table)) {
                let codes = table.attributes()[qi.attribute].column.codes();
                let ranks: Vec<u32> = codes.iter().map(|code| qi.rank_of_code()[code as usize]).collect();
                for style in [Style::Auto, Style::Range, Style::Set] {
                    let mut cover = Cover::new(&qi, style);
                    for _ in 0..2 {
                        cover.clear();
                        picks.iter().for_each(|&row| cover.add(ranks[row as usize]));
                        prop_assert_eq!(cover.spread(), summary(&qi, &ranks, &picks, style).spread(&qi));
                    }
                }
            }
        }
    }
}
