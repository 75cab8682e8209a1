//! The search: rounds on all units; where there are many, on samples of them first. Each sample is four times as large as the one
//! before and has a fourth of its rounds; what one comes to is the start of the next. So a stage takes about as long as any other.

use super::grid::Grid;
use super::incidence::Incidence;
use super::rounds::{Stage, rounds};
use super::sample::{MANY, extended, sample, sizes};
use bauta_methods::Result;

/// How long to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// Neighbourhoods looked at after the first starts.
    pub rounds: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            seed: 1,
            rounds: 20,
        }
    }
}

/// The best grid so far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// Rounds that are done.
    pub round: usize,
    /// Its criterion.
    pub criterion: f64,
    /// Its numbers of parts.
    pub parts: [usize; 2],
}

/// Watches a search: told of every better grid, asked whether to go on.
pub trait Watch: Sync {
    /// A round ended with this as the best grid.
    fn tell(&self, found: &Found);

    /// So many rounds are done, of so many, those on samples among them.
    fn at(&self, _done: usize, _of: usize) {}

    /// Whether what has been found is enough: the search ends with its best grid.
    fn enough(&self) -> bool {
        false
    }

    /// Whether nobody wants the answer any more.
    fn cancelled(&self) -> bool {
        false
    }
}

/// A search that nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn tell(&self, _: &Found) {}
}

/// The best grid that is found, and its criterion.
///
/// # Errors
/// [`Error::Cancelled`](crate::contract::Error::Cancelled) when nobody wants it any more.
pub fn search(incidence: &Incidence, effort: Effort, watch: &dyn Watch) -> Result<(Grid, f64)> {
    let units = incidence.units(0);
    let sizes = if units > MANY {
        sizes(units)
    } else {
        Vec::new()
    };
    staged(incidence, effort, &sizes, watch)
}

/// The same by samples of these sizes, which grow.
pub(super) fn staged(
    incidence: &Incidence,
    effort: Effort,
    sizes: &[usize],
    watch: &dyn Watch,
) -> Result<(Grid, f64)> {
    let units = incidence.units(0);
    let least = sizes.first().copied().unwrap_or(units).max(1);
    let stage = |number: usize| {
        let size = sizes.get(number).copied().unwrap_or(units).max(1);
        Stage {
            seed: effort.seed,
            number,
            rounds: (effort.rounds as u128 * least as u128 / size as u128) as usize,
        }
    };
    let of = (0..=sizes.len())
        .map(|number| stage(number).rounds.saturating_add(1))
        .fold(0, usize::saturating_add);
    let mut staged = Staged {
        watch,
        before: 0,
        of,
        whole: false,
    };
    let mut start: Option<Grid> = None;
    for (number, &size) in sizes.iter().enumerate() {
        if start.is_none() || !watch.enough() {
            let sample = sample(incidence, size, &mut stage(number).drawing(usize::MAX));
            let first = start.map(|grid| extended(&sample, &grid));
            start = Some(rounds(&sample, stage(number), first, &staged)?.0);
        }
        staged.before = staged
            .before
            .saturating_add(stage(number).rounds.saturating_add(1));
    }
    staged.whole = true;
    let start = start.map(|grid| extended(incidence, &grid));
    rounds(incidence, stage(sizes.len()), start, &staged)
}

/// A stage's rounds among all. What a sample comes to says nothing about the whole: it is not told.
struct Staged<'a> {
    watch: &'a dyn Watch,
    before: usize,
    of: usize,
    whole: bool,
}

impl Watch for Staged<'_> {
    fn tell(&self, found: &Found) {
        self.watch
            .at(self.before.saturating_add(found.round + 1), self.of);
        if self.whole {
            self.watch.tell(found);
        }
    }

    fn enough(&self) -> bool {
        self.watch.enough()
    }

    fn cancelled(&self) -> bool {
        self.watch.cancelled()
    }
}
