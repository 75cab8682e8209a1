//! A rule that does not look at the order of values: the smallest groups that hold, from the deepest classes up.
//!
//! **Idea**
//! 1. Every class hands what it cannot group to one parent: that with most classes above it, then the first by its text.
//! 2. Classes in the order of their depth, deepest first. The values at a class, own and handed up, are sorted by how many people have
//!    them, most first; a group takes values from the front until it holds, then the next one begins. Values of like
//!    frequency so meet, which keeps the largest share low.
//! 3. What is left joins the last group of the class. Where there is none it joins the most similar group below the class, and the
//!    union is cut again as in step 2; where there is none of these either, it is handed up.
//! 4. What is left at the top has no company of like meaning.

use super::bounds::Bounds;
use super::{Cluster, Value, common_of};
use crate::taxonomy::{Concept, Taxonomy};

/// Groups of places, and what is left.
type Parted = (Vec<Vec<usize>>, Vec<usize>);

/// Groups of values with classes, and the values that found no company.
pub fn stable(
    values: &[Value],
    places: &[usize],
    ranks: &[u32],
    taxonomy: &Taxonomy,
    bounds: &Bounds<'_>,
) -> (Vec<Cluster>, Vec<usize>) {
    let mut work = Work {
        values,
        ranks,
        taxonomy,
        bounds,
        at: vec![Pool::default(); taxonomy.len()],
    };
    for &place in places {
        if let Some(concept) = values[place].concept {
            work.at[concept as usize].open.push(place);
        }
    }
    // A class is below its parents, and so has more classes above it.
    let mut order: Vec<Concept> = (0..taxonomy.len() as Concept).collect();
    order.sort_by_key(|&concept| (std::cmp::Reverse(taxonomy.height(concept)), concept));
    // From the most special to the most general: what a class cannot group goes to its parent.
    let (mut clusters, mut left) = (Vec::new(), Vec::new());
    for concept in order {
        let pool = work.grouped(concept);
        match primary_parent(taxonomy, concept) {
            Some(parent) => {
                let above = &mut work.at[parent as usize];
                above.open.extend(pool.open);
                above.done.extend(pool.done);
            }
            None => {
                clusters.extend(pool.done);
                left.extend(pool.open);
            }
        }
    }
    (clusters, left)
}

/// The parent that a class hands up to.
pub(super) fn primary_parent(taxonomy: &Taxonomy, concept: Concept) -> Option<Concept> {
    let parents = taxonomy.parents(concept).iter().copied();
    // One parent only, though there may be several: each value must end in one group.
    parents.max_by_key(|&parent| (taxonomy.height(parent), std::cmp::Reverse(parent)))
}

/// What is at a class: values without a group, and finished groups at or below it.
#[derive(Clone, Default)]
struct Pool {
    open: Vec<usize>,
    done: Vec<Cluster>,
}

struct Work<'a> {
    values: &'a [Value],
    ranks: &'a [u32],
    taxonomy: &'a Taxonomy,
    bounds: &'a Bounds<'a>,
    at: Vec<Pool>,
}

impl Work<'_> {
    /// Steps 2 and 3 at one class.
    fn grouped(&mut self, concept: Concept) -> Pool {
        let mut pool = std::mem::take(&mut self.at[concept as usize]);
        let (mut groups, mut rest) = smallest(
            self.values,
            std::mem::take(&mut pool.open),
            self.ranks,
            self.bounds,
        );
        // What is left cannot stand alone here: groups that were done open up again until it can.
        while groups.is_empty() && !rest.is_empty() {
            let Some(nearest) = self.nearest(&pool.done, concept) else {
                break;
            };
            // The order of `done` does not matter: the nearest is found anew, by likeness and then by its first value.
            rest.extend(pool.done.swap_remove(nearest).values);
            (groups, rest) = smallest(self.values, rest, self.ranks, self.bounds);
        }
        if let Some(last) = groups.last_mut() {
            // Fewer than a group needs, and never the most frequent ones: they can join without making a share too large.
            last.append(&mut rest);
        }
        pool.open = rest;
        pool.done
            .extend(groups.into_iter().map(|values| self.typed(values)));
        pool
    }

    fn typed(&self, values: Vec<usize>) -> Cluster {
        let concept = common_of(
            self.taxonomy,
            values.iter().map(|&place| self.values[place].concept),
        );
        Cluster { values, concept }
    }

    /// The group most similar to a class; of equals the one with the first value by text.
    fn nearest(&self, groups: &[Cluster], concept: Concept) -> Option<usize> {
        let similarity = |group: &Cluster| {
            group
                .concept
                .map_or(0.0, |of| self.taxonomy.similarity(of, concept))
        };
        let first = |group: &Cluster| group.values.iter().map(|&place| self.ranks[place]).min();
        (0..groups.len()).max_by(|&a, &b| {
            let (a, b) = (&groups[a], &groups[b]);
            similarity(a)
                .total_cmp(&similarity(b))
                .then_with(|| first(b).cmp(&first(a)))
        })
    }
}

/// Step 2: the smallest groups that hold, from the most frequent value on, and what is left.
pub(super) fn smallest(
    values: &[Value],
    mut places: Vec<usize>,
    ranks: &[u32],
    bounds: &Bounds<'_>,
) -> Parted {
    places.sort_unstable_by_key(|&place| (std::cmp::Reverse(values[place].count), ranks[place]));
    let mut groups = Vec::new();
    let (mut open, mut sum, mut most) = (Vec::new(), 0, 0);
    for place in places {
        open.push(place);
        sum += values[place].count;
        most = most.max(values[place].count);
        // Who has several of the values is counted only where the sums would do.
        if bounds.hold_for(open.len(), sum, most)
            && (bounds.holders.is_none() || bounds.hold_at(values, &open))
        {
            groups.push(std::mem::take(&mut open));
            (sum, most) = (0, 0);
        }
    }
    (groups, open)
}
