//! Rows that are still open to exchange, kept so that a partner is found without looking at all of them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rand::RngExt;
use rand_chacha::ChaCha20Rng;

/// So many partners are tried before a row gives up, where rules refuse them.
pub(super) const TRIES: usize = 1000;

const OUT: u32 = u32::MAX;

/// Open places within reach of the one whose turn it is.
pub(super) struct Window {
    members: Vec<u32>,
    /// Where each place stands among the members.
    at: Vec<u32>,
    /// The first place that was never within reach.
    next: u32,
}

impl Window {
    pub fn new(places: usize) -> Self {
        Window {
            members: Vec::new(),
            at: vec![OUT; places],
            next: 0,
        }
    }

    /// Lets places in, up to one.
    pub fn reach(&mut self, last: u32) {
        while self.next <= last {
            self.at[self.next as usize] = self.members.len() as u32;
            self.members.push(self.next);
            self.next += 1;
        }
    }

    /// Takes a place out; whether it was still open.
    pub fn take(&mut self, place: u32) -> bool {
        let at = self.at[place as usize];
        if at == OUT {
            return false;
        }
        self.members.swap_remove(at as usize);
        if let Some(&moved) = self.members.get(at as usize) {
            self.at[moved as usize] = at;
        }
        self.at[place as usize] = OUT;
        true
    }

    /// Whether nobody is within reach.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Draws a place that fits and takes it out, each of those that do with the same chance; none if it is not among the first
    /// [`TRIES`] that are drawn.
    pub fn draw(&mut self, rng: &mut ChaCha20Rng, fits: impl Fn(u32) -> bool) -> Option<u32> {
        for first in 0..self.members.len().min(TRIES) as u32 {
            let drawn = rng.random_range(first..self.members.len() as u32);
            self.members.swap(first as usize, drawn as usize);
            for at in [first, drawn] {
                self.at[self.members[at as usize] as usize] = at;
            }
            let place = self.members[first as usize];
            if fits(place) {
                self.take(place);
                return Some(place);
            }
        }
        None
    }
}

/// Open places by what they would give away.
pub(super) struct Queues {
    of_class: BTreeMap<u32, VecDeque<usize>>,
    /// The first place of each class.
    heads: BTreeSet<(usize, u32)>,
}

impl Queues {
    /// Places in ascending order, each with its class.
    pub fn new(classes: impl Iterator<Item = u32>) -> Self {
        let mut of_class: BTreeMap<u32, VecDeque<usize>> = BTreeMap::new();
        classes
            .enumerate()
            .for_each(|(place, class)| of_class.entry(class).or_default().push_back(place));
        let heads = of_class
            .iter()
            .filter_map(|(&class, places)| Some((*places.front()?, class)))
            .collect();
        Queues { of_class, heads }
    }

    /// Takes a place out; whether it was still open.
    pub fn take(&mut self, place: usize, class: u32) -> bool {
        let Some(places) = self.of_class.get_mut(&class) else {
            return false;
        };
        let Ok(at) = places.binary_search(&place) else {
            return false;
        };
        places.remove(at);
        if self.heads.remove(&(place, class)) {
            self.heads.extend(places.front().map(|&head| (head, class)));
        }
        true
    }

    /// The first open place of another class that fits; only the first ones of each class are tried.
    pub fn other(&self, class: u32, fits: impl Fn(usize) -> bool) -> Option<(usize, u32)> {
        let others = || self.heads.iter().filter(|(_, other)| *other != class);
        let first = others()
            .take(TRIES)
            .find(|(place, _)| fits(*place))
            .copied();
        first.or_else(|| {
            let deeper = others().flat_map(|&(_, other)| {
                let places = self.of_class.get(&other).into_iter().flatten().skip(1);
                places.map(move |&place| (place, other))
            });
            deeper.take(TRIES).find(|(place, _)| fits(*place))
        })
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn everybody_within_reach_is_drawn_alike() {
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        let mut drawn = [0u32; 6];
        for _ in 0..6_000 {
            let mut window = Window::new(8);
            window.reach(5);
            assert!(window.take(0) && !window.take(0) && !window.take(7));
            let place = window.draw(&mut rng, |place| place != 3).unwrap();
            assert!(!window.take(place), "who is drawn is gone");
            drawn[place as usize] += 1;
        }
        assert_eq!((drawn[0], drawn[3]), (0, 0));
        let others = [drawn[1], drawn[2], drawn[4], drawn[5]];
        assert!(
            others.iter().all(|&times| (1_350..1_650).contains(&times)),
            "{others:?}"
        );
    }

    #[test]
    fn the_first_of_another_class_is_found() {
        let mut queues = Queues::new([7, 7, 8, 7, 9].into_iter());
        assert_eq!(queues.other(7, |_| true), Some((2, 8)));
        assert_eq!(queues.other(7, |place| place == 4), Some((4, 9)));
        assert_eq!(
            queues.other(8, |place| place == 3),
            Some((3, 7)),
            "behind the first of its class"
        );
        assert!(queues.take(2, 8) && !queues.take(2, 8) && queues.take(0, 7));
        assert_eq!(
            (queues.other(7, |_| true), queues.other(9, |_| true)),
            (Some((4, 9)), Some((1, 7)))
        );
    }
}
