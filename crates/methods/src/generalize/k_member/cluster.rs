//! Steps 2 and 3: clusters of one block.

use bauta_table::Progress;

use super::hull::Hulls;
use crate::generalize::mondrian::search::Space;

/// What rounding may take from a bound.
pub(in super::super) const SLACK: f64 = 1e-9;

/// Clusters of some tuples. A cluster that was joined to another is empty.
pub(in super::super) struct Clusters<'a> {
    pub(in super::super) space: &'a Space<'a>,
    pub(in super::super) hulls: &'a Hulls,
    pub(in super::super) all: Vec<Cluster>,
    /// The hull of each cluster, one after the other.
    hull_of: Vec<u64>,
}

/// A cluster.
#[derive(Clone, Default)]
pub(in super::super) struct Cluster {
    pub(in super::super) tuples: Vec<u32>,
    pub(in super::super) rows: u64,
    /// What each of its rows loses.
    pub(in super::super) spread: f64,
    /// Whether it satisfies every model.
    pub(in super::super) holds: bool,
}

impl Cluster {
    /// What all of its rows lose.
    pub(in super::super) fn loss(&self) -> f64 {
        self.rows as f64 * self.spread
    }
}

impl<'a> Clusters<'a> {
    /// A cluster a tuple.
    pub(in super::super) fn new(space: &'a Space<'a>, hulls: &'a Hulls, tuples: &[u32]) -> Self {
        let hull_of = tuples
            .iter()
            .flat_map(|&tuple| hulls.of(tuple))
            .copied()
            .collect();
        let all = tuples.iter().map(|&tuple| Cluster {
            tuples: vec![tuple],
            rows: space.set.counts()[tuple as usize],
            spread: 0.0,
            holds: space.rows(&[tuple]) >= space.least_rows && space.holds(&[tuple]),
        });
        Clusters {
            space,
            hulls,
            all: all.collect(),
            hull_of,
        }
    }

    /// Clusters of these tuples.
    pub(in super::super) fn of(
        space: &'a Space<'a>,
        hulls: &'a Hulls,
        clusters: Vec<Vec<u32>>,
    ) -> Self {
        let hull_of = vec![0; clusters.len() * hulls.width()];
        let mut made = Clusters {
            space,
            hulls,
            all: vec![Cluster::default(); clusters.len()],
            hull_of,
        };
        clusters
            .into_iter()
            .enumerate()
            .for_each(|(cluster, tuples)| made.set(cluster, tuples));
        made
    }

    pub(in super::super) fn hull(&self, cluster: usize) -> &[u64] {
        &self.hull_of[cluster * self.hulls.width()..][..self.hulls.width()]
    }

    /// The hull of some tuples, and what each of their rows would lose together.
    pub(in super::super) fn hull_of(
        &self,
        tuples: impl IntoIterator<Item = u32>,
    ) -> (Vec<u64>, f64) {
        let mut tuples = tuples.into_iter();
        let Some(first) = tuples.next() else {
            return (vec![0; self.hulls.width()], 0.0);
        };
        let mut hull = self.hulls.of(first).to_vec();
        tuples.for_each(|tuple| self.hulls.join(&mut hull, self.hulls.of(tuple)));
        let spread = self.hulls.spread(&hull, &hull);
        (hull, spread)
    }

    /// Gives a cluster other tuples.
    pub(in super::super) fn set(&mut self, cluster: usize, tuples: Vec<u32>) {
        let (hull, spread) = self.hull_of(tuples.iter().copied());
        self.hull_of[cluster * self.hulls.width()..][..self.hulls.width()].copy_from_slice(&hull);
        let rows = self.space.rows(&tuples);
        let holds = self.holds(&tuples);
        self.all[cluster] = Cluster {
            tuples,
            rows,
            spread,
            holds,
        };
    }

    /// Whether some tuples satisfy every model together.
    pub(in super::super) fn holds(&self, tuples: &[u32]) -> bool {
        self.space.rows(tuples) >= self.space.least_rows && self.space.holds(tuples)
    }

    /// Step 2: the cheapest union first, until every cluster holds. All tuples together hold, so this ends well. A block may be
    /// large: who stops it does not wait for its end, and throws away what there is.
    pub(in super::super) fn grow(&mut self, progress: &dyn Progress) {
        let mut alive: Vec<usize> = (0..self.all.len()).collect();
        let mut nearest: Vec<(f64, usize)> = Vec::with_capacity(alive.len());
        for &cluster in &alive {
            if progress.cancelled() {
                return;
            }
            nearest.push(self.nearest(cluster, &alive));
        }
        while !progress.cancelled() {
            // Clusters that hold are partners only: they never look for one.
            let open = alive.iter().filter(|&&cluster| !self.all[cluster].holds);
            let Some(&cluster) = open.min_by(|&&a, &&b| nearest[a].0.total_cmp(&nearest[b].0))
            else {
                return;
            };
            let partner = nearest[cluster].1;
            // Nobody is left to join: what does not hold then is left out by the caller.
            if partner == usize::MAX {
                return;
            }
            let mut tuples = std::mem::take(&mut self.all[partner].tuples);
            tuples.append(&mut self.all[cluster].tuples);
            // The place stays, empty, so that the numbers of the others stay true.
            self.all[cluster] = Cluster::default();
            self.set(partner, tuples);
            alive.retain(|&other| other != cluster);
            for &other in alive.iter().filter(|&&other| !self.all[other].holds) {
                // Their nearest is gone or has changed; for all others only the joined cluster can be nearer.
                if other == partner || nearest[other].1 == cluster || nearest[other].1 == partner {
                    nearest[other] = self.nearest(other, &alive);
                } else {
                    let cost = self.cost(other, partner, nearest[other].0);
                    if cost < nearest[other].0 {
                        nearest[other] = (cost, partner);
                    }
                }
            }
        }
    }

    /// The cheapest union of a cluster that does not hold yet.
    fn nearest(&self, cluster: usize, alive: &[usize]) -> (f64, usize) {
        let mut found = (f64::INFINITY, usize::MAX);
        if self.all[cluster].holds {
            return found;
        }
        for &other in alive.iter().filter(|&&other| other != cluster) {
            let cost = self.cost(cluster, other, found.0);
            if cost < found.0 {
                found = (cost, other);
            }
        }
        found
    }

    /// What a union adds to the loss, by the rows that it brings nearer to holding; any number above `most` where it is more.
    #[inline]
    fn cost(&self, cluster: usize, other: usize, most: f64) -> f64 {
        let (own, others) = (&self.all[cluster], &self.all[other]);
        // Per row that finds a place: joining two small clusters places the rows of both, but no more than are needed.
        let placed = if others.holds {
            own.rows
        } else {
            (own.rows + others.rows).min(self.space.least_rows)
        };
        let (rows, placed, lost) = (
            (own.rows + others.rows) as f64,
            placed.max(1) as f64,
            own.loss() + others.loss(),
        );
        // The spread at which the cost is no better than what is known; a little more, as it was divided and is multiplied again.
        let widest = (most * placed + lost) / rows + SLACK;
        (rows
            * self
                .hulls
                .spread_up_to(self.hull(cluster), self.hull(other), widest)
            - lost)
            / placed
    }
}
