//! Step 3: tuples move to other clusters, or change places, and clusters are given up, as long as the loss falls.

use bauta_table::Progress;

use super::cluster::{Clusters, SLACK};

/// How often all clusters are gone through at the most.
const PASSES: usize = 3;
/// How many of the nearest clusters are tried.
const TRIED: usize = 8;
/// A change must be worth more than rounding.
const WORTH: f64 = 1e-9;

/// What a change would do: the new tuples of two clusters.
struct Change {
    gain: f64,
    other: usize,
    own: Vec<u32>,
    others: Vec<u32>,
}

impl Clusters<'_> {
    /// Goes through all clusters, again while something changes and nobody stops it.
    pub(in super::super) fn improve(&mut self, progress: &dyn Progress) {
        for _ in 0..PASSES {
            let mut changes = 0;
            for cluster in 0..self.all.len() {
                if progress.cancelled() {
                    return;
                }
                changes += self.improve_members(cluster) + usize::from(self.give_up(cluster));
            }
            if changes == 0 {
                return;
            }
        }
    }

    /// Moves and swaps of a cluster's tuples.
    fn improve_members(&mut self, cluster: usize) -> usize {
        let (mut changes, mut place) = (0, 0);
        while place < self.all[cluster].tuples.len() && self.all[cluster].spread > 0.0 {
            match self.best_change(cluster, self.all[cluster].tuples[place]) {
                Some(change) => {
                    self.set(change.other, change.others);
                    self.set(cluster, change.own);
                    changes += 1;
                }
                // After a change another tuple stands at this place, which is looked at next.
                None => place += 1,
            }
        }
        changes
    }

    /// The most useful change that takes a tuple elsewhere, if any is allowed.
    fn best_change(&self, cluster: usize, tuple: u32) -> Option<Change> {
        let own = &self.all[cluster];
        let rest: Vec<u32> = own
            .tuples
            .iter()
            .copied()
            .filter(|&other| other != tuple)
            .collect();
        let (rest_hull, rest_spread) = self.hull_of(rest.iter().copied());
        let rows = self.space.rows(&[tuple]);
        let freed = own.loss() - (own.rows - rows) as f64 * rest_spread;
        // A gain of rounding errors would let two clusters hand a tuple to and fro for ever.
        if freed <= WORTH {
            return None;
        }
        let may_leave = rest.is_empty() || self.holds(&rest);
        let near = self.nearest_to(cluster, tuple, TRIED);
        let mut best: Option<Change> = None;
        for (added, other) in near {
            if may_leave {
                let gain = freed - added;
                if gain > best.as_ref().map_or(WORTH, |best| best.gain) {
                    let others = with(&self.all[other].tuples, tuple, None);
                    if self.holds(&others) {
                        best = Some(Change {
                            gain,
                            other,
                            own: rest.clone(),
                            others,
                        });
                    }
                }
            } else {
                let least = best.as_ref().map_or(WORTH, |best| best.gain);
                best = self
                    .best_swap(cluster, tuple, (&rest, &rest_hull), other, least)
                    .or(best);
            }
        }
        best
    }

    /// The `tried` clusters that a tuple could join at the least cost, cheapest first.
    fn nearest_to(&self, cluster: usize, tuple: u32, tried: usize) -> Vec<(f64, usize)> {
        let rows = self.space.rows(&[tuple]);
        let hull = self.hulls.of(tuple);
        let mut near: Vec<(f64, usize)> = Vec::with_capacity(tried + 1);
        for (other, at) in self
            .all
            .iter()
            .enumerate()
            .filter(|(other, at)| *other != cluster && at.rows > 0)
        {
            let most = if near.len() < tried {
                f64::INFINITY
            } else {
                near[tried - 1].0
            };
            // The tuple loses there at least what each row does already.
            if rows as f64 * at.spread >= most + SLACK {
                continue;
            }
            let (joined, lost) = ((at.rows + rows) as f64, at.loss());
            let widest = (most + lost) / joined + SLACK;
            let added = joined * self.hulls.spread_up_to(self.hull(other), hull, widest) - lost;
            if added < most {
                // Behind its equals: of these the first cluster stays first.
                let place = near.partition_point(|known| known.0 <= added);
                near.insert(place, (added, other));
                near.truncate(tried);
            }
        }
        near
    }

    /// The best tuple of another cluster to change places with, if that gains more than `least`.
    fn best_swap(
        &self,
        cluster: usize,
        tuple: u32,
        (rest, rest_hull): (&[u32], &[u64]),
        other: usize,
        least: f64,
    ) -> Option<Change> {
        let (own, others) = (&self.all[cluster], &self.all[other]);
        let before = own.loss() + others.loss();
        let rows = self.space.rows(&[tuple]);
        let mut best: Option<Change> = None;
        for &back in &others.tuples {
            let back_rows = self.space.rows(&[back]);
            let joined = if rest.is_empty() {
                0.0
            } else {
                self.hulls.spread(rest_hull, self.hulls.of(back))
            };
            let own_loss = (own.rows - rows + back_rows) as f64 * joined;
            let least = best.as_ref().map_or(least, |best| best.gain);
            // The other side can at best lose nothing: not even that would be enough.
            if before - own_loss <= least {
                continue;
            }
            let stay = others.tuples.iter().copied().filter(|&stays| stays != back);
            let (_, spread) = self.hull_of(stay.chain([tuple]));
            let gain = before - own_loss - (others.rows - back_rows + rows) as f64 * spread;
            if gain > least {
                let change = Change {
                    gain,
                    other,
                    own: with(rest, back, None),
                    others: with(&others.tuples, tuple, Some(back)),
                };
                if self.holds(&change.own) && self.holds(&change.others) {
                    best = Some(change);
                }
            }
        }
        best
    }

    /// Gives a cluster up where its tuples lose less in others.
    fn give_up(&mut self, cluster: usize) -> bool {
        let lost = self.all[cluster].loss();
        if lost <= WORTH {
            return false;
        }
        let mut at_most = 0.0;
        let mut joined: Vec<(usize, u32)> = Vec::new();
        for &tuple in &self.all[cluster].tuples {
            let Some(&(added, other)) = self.nearest_to(cluster, tuple, 1).first() else {
                return false;
            };
            at_most += added;
            joined.push((other, tuple));
            // Tuple by tuple, which is cheap to find out; what they add together is measured below, where this still pays.
            if at_most >= lost {
                return false;
            }
        }
        joined.sort_unstable();
        let mut changes: Vec<(usize, Vec<u32>)> = Vec::new();
        for (other, tuple) in joined {
            match changes.last_mut().filter(|change| change.0 == other) {
                Some(change) => change.1.push(tuple),
                None => changes.push((other, with(&self.all[other].tuples, tuple, None))),
            }
        }
        let added: f64 = changes
            .iter()
            .map(|(other, tuples)| {
                let (_, spread) = self.hull_of(tuples.iter().copied());
                self.space.rows(tuples) as f64 * spread - self.all[*other].loss()
            })
            .sum();
        if lost - added <= WORTH || !changes.iter().all(|(_, tuples)| self.holds(tuples)) {
            return false;
        }
        changes
            .into_iter()
            .for_each(|(other, tuples)| self.set(other, tuples));
        self.set(cluster, Vec::new());
        true
    }
}

/// Some tuples, one more and perhaps one less.
fn with(tuples: &[u32], more: u32, less: Option<u32>) -> Vec<u32> {
    tuples
        .iter()
        .copied()
        .filter(|&tuple| Some(tuple) != less)
        .chain([more])
        .collect()
}
