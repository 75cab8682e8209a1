//! Local suppression, first answers: which cells to leave out, without looking back.
//!
//! **Idea**
//! 1. *Sweep*: rows of classes that fail lose the next quasi-identifier of an order, until none fails or no cell is left.
//! 2. *Join*: patterns in the order of what they cost; of those that cost the same, the one that puts most rows of failing classes in classes
//!    that hold; settle these; again.
//! 3. Rows that lost every cell and are too few take others with them, as cheaply as they can: rows that their class can spare, or a whole class.

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::items::{Items, Map, Pattern};

/// Step 1; none where nothing holds.
pub(super) fn sweep(items: &Items<'_>, order: &[usize]) -> Option<Vec<Pattern>> {
    let mut patterns = vec![0; items.len()];
    let mut failing: Vec<u32> = items.all().collect();
    let mut pattern: Pattern = 0;
    for next in order.iter().map(Some).chain([None]) {
        let classes = items.classes(&failing, pattern);
        let fails = |class: &&(u128, Vec<u32>)| {
            !items.hold(items.rows_of(&class.1), class.1.iter().copied())
        };
        failing
            .iter()
            .for_each(|&item| patterns[item as usize] = pattern);
        failing = classes
            .iter()
            .filter(fails)
            .flat_map(|class| class.1.iter().copied())
            .collect();
        if let Some(&qi) = next {
            pattern |= 1 << qi;
        }
    }
    together(items, patterns, &failing)
}

/// Step 2; none where nothing holds. Patterns are given in the order of what they cost.
pub(super) fn join(items: &Items<'_>, order: &[Pattern]) -> Option<Vec<Pattern>> {
    let mut joining = Joining {
        items,
        patterns: vec![0; items.len()],
        failing: items.all().collect(),
        settled: Map::with_hasher(FixedState::default()),
    };
    let same = |a: &Pattern, b: &Pattern| (items.cost(*a) - items.cost(*b)).abs() < 1e-9;
    joining.settle(0);
    order
        .chunk_by(same)
        .for_each(|patterns| joining.round(patterns));
    together(items, joining.patterns, &joining.failing)
}

struct Joining<'a> {
    items: &'a Items<'a>,
    patterns: Vec<Pattern>,
    /// What is in no class that holds yet.
    failing: Vec<u32>,
    /// Classes that hold.
    settled: Map<u128, Vec<u32>>,
}

impl Joining<'_> {
    /// The failing items that a pattern would put in classes that hold.
    fn saved(&self, pattern: Pattern) -> Vec<(u128, Vec<u32>)> {
        let mut classes = self.items.classes(&self.failing, pattern);
        classes.retain(|(key, own)| {
            let with = self.settled.get(key).map_or(&[][..], Vec::as_slice);
            let rows = self.items.rows_of(own) + self.items.rows_of(with);
            self.items.hold(rows, own.iter().chain(with).copied())
        });
        classes
    }

    fn rows_saved(&self, pattern: Pattern) -> u64 {
        let rows = |class: &(u128, Vec<u32>)| self.items.rows_of(&class.1);
        self.saved(pattern).iter().map(rows).sum()
    }

    fn settle(&mut self, pattern: Pattern) {
        for (key, own) in self.saved(pattern) {
            own.iter()
                .for_each(|&item| self.patterns[item as usize] = pattern);
            self.settled.entry(key).or_default().extend(own);
        }
        let settled: Vec<bool> = {
            let mut settled = vec![false; self.items.len()];
            let own = self.settled.values().flatten();
            own.for_each(|&item| settled[item as usize] = true);
            settled
        };
        self.failing.retain(|&item| !settled[item as usize]);
    }

    /// Patterns of one cost. A pattern seldom saves more rows once others are settled, so that only the one that seems best is
    /// looked at again.
    fn round(&mut self, patterns: &[Pattern]) {
        let mut left: Vec<(u64, Pattern)> = patterns
            .par_iter()
            .map(|&pattern| (self.rows_saved(pattern), pattern))
            .collect();
        loop {
            left.retain(|(rows, _)| *rows > 0);
            let order = |place: &usize| (left[*place].0, std::cmp::Reverse(*place));
            let Some(best) = (0..left.len()).max_by_key(order) else {
                return;
            };
            let now = self.rows_saved(left[best].1);
            if now < left[best].0 {
                left[best].0 = now;
            } else {
                let (_, pattern) = left.remove(best);
                self.settle(pattern);
            }
        }
    }
}

/// Step 3: the failing items lose every cell, with enough others.
fn together(
    items: &Items<'_>,
    mut patterns: Vec<Pattern>,
    failing: &[u32],
) -> Option<Vec<Pattern>> {
    let everything = items.everything();
    failing
        .iter()
        .for_each(|&item| patterns[item as usize] = everything);
    loop {
        let blank: Vec<u32> = items
            .all()
            .filter(|&item| patterns[item as usize] == everything)
            .collect();
        if blank.is_empty() || items.hold(items.rows_of(&blank), blank.iter().copied()) {
            return Some(patterns);
        }
        let more = company(items, &patterns, items.rows_of(&blank))?;
        more.iter()
            .for_each(|&item| patterns[item as usize] = everything);
    }
}

/// The cheapest items to lose every cell: those that their classes can spare, if they are enough, or a class; none where none is left.
fn company(items: &Items<'_>, patterns: &[Pattern], have: u64) -> Option<Vec<u32>> {
    let everything = items.everything();
    let extra = |item: u32| (items.cost(everything) - items.cost(patterns[item as usize])).max(0.0);
    let lost = |own: &[u32]| -> f64 {
        own.iter()
            .map(|&item| extra(item) * items.rows(item) as f64)
            .sum()
    };
    let mut classes: Map<(Pattern, u128), Vec<u32>> = Map::with_hasher(FixedState::default());
    for item in items.all() {
        let pattern = patterns[item as usize];
        if pattern != everything {
            let key = (pattern, items.key(item, pattern));
            classes.entry(key).or_default().push(item);
        }
    }
    let mut classes: Vec<Vec<u32>> = classes.into_values().collect();
    classes.sort_unstable();
    let whole = classes
        .iter()
        .min_by(|a, b| lost(a).total_cmp(&lost(b)))
        .cloned();
    let spared = items.least().and_then(|least| {
        let mut spare: Vec<u32> = Vec::new();
        for class in &classes {
            let mut left = items.rows_of(class).saturating_sub(least);
            for &item in class.iter().filter(|&&item| items.rows(item) == 1) {
                if left == 0 {
                    break;
                }
                left -= 1;
                spare.push(item);
            }
        }
        spare.sort_by(|&a, &b| extra(a).total_cmp(&extra(b)).then(a.cmp(&b)));
        let needed = least.saturating_sub(have) as usize;
        spare.truncate(needed);
        (spare.len() == needed).then_some(spare)
    });
    match (whole, spared) {
        (Some(whole), Some(spared)) if lost(&whole) < lost(&spared) => Some(whole),
        (whole, spared) => spared.or(whole),
    }
}
