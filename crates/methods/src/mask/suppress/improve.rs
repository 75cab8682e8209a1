//! Local suppression, second thoughts: cells that can come back do, while every class holds.
//!
//! **Idea** Each move leaves every class holding and costs less.
//! 1. *Descend*: an item goes to a class that costs it less, if its own can spare it.
//! 2. *Dissolve*: all items of a class go to other classes, if that costs less in all.
//! 3. *Open*: items that a pattern costs less than what they have now become a class of that pattern. From a class that could not spare
//!    them go as many as it can, or all, and the rest of it moves elsewhere, whichever gains more. Where they are too few, rows of
//!    classes that can spare them join.
//!
//! Again until nothing gains, or for `PASSES` times.

use bauta_table::Progress;
use foldhash::fast::FixedState;

use super::items::{Items, Map, Pattern, bits};

/// How often all moves are tried.
const PASSES: usize = 12;
/// What is less than this is nothing.
const LITTLE: f64 = 1e-9;

/// A class: items with one pattern and one key.
struct Group {
    pattern: Pattern,
    items: Vec<u32>,
    rows: u64,
}

/// All items in classes that hold.
struct Groups<'a> {
    items: &'a Items<'a>,
    groups: Vec<Group>,
    group_of: Vec<u32>,
    place_in_group: Vec<u32>,
    at: Map<u128, u32>,
    /// How many classes a pattern has, where it has any.
    used: Map<Pattern, u32>,
}

/// Fewer cells than `patterns` says, or as many. `extra` are patterns that may be tried.
pub(super) fn improved(
    items: &Items<'_>,
    patterns: &[Pattern],
    extra: &[Pattern],
    progress: &dyn Progress,
) -> Vec<Pattern> {
    let mut groups = Groups::new(items, patterns);
    let mut cost = groups.cost();
    for _ in 0..PASSES {
        while groups.descend() {}
        groups.dissolve();
        groups.open(extra, progress);
        groups.dissolve();
        while groups.descend() {}
        let now = groups.cost();
        if now > cost - LITTLE || progress.cancelled() || items.is_enough() {
            break;
        }
        cost = now;
    }
    items.all().map(|item| groups.pattern(item)).collect()
}

impl<'a> Groups<'a> {
    fn new(items: &'a Items<'a>, patterns: &[Pattern]) -> Self {
        let mut groups = Groups {
            items,
            groups: Vec::new(),
            group_of: vec![0; items.len()],
            place_in_group: vec![0; items.len()],
            at: Map::with_hasher(FixedState::default()),
            used: Map::with_hasher(FixedState::default()),
        };
        items
            .all()
            .zip(patterns)
            .for_each(|(item, &pattern)| groups.put(item, pattern));
        groups
    }

    fn put(&mut self, item: u32, pattern: Pattern) {
        let key = self.items.key(item, pattern);
        let (groups, used) = (&mut self.groups, &mut self.used);
        let index = *self.at.entry(key).or_insert_with(|| {
            *used.entry(pattern).or_default() += 1;
            groups.push(Group {
                pattern,
                items: Vec::new(),
                rows: 0,
            });
            groups.len() as u32 - 1
        });
        let group = &mut self.groups[index as usize];
        self.group_of[item as usize] = index;
        self.place_in_group[item as usize] = group.items.len() as u32;
        group.items.push(item);
        group.rows += self.items.rows(item);
    }

    fn take(&mut self, item: u32) {
        let group = &mut self.groups[self.group_of[item as usize] as usize];
        let place = self.place_in_group[item as usize];
        group.items.swap_remove(place as usize);
        group.rows -= self.items.rows(item);
        if let Some(&moved) = group.items.get(place as usize) {
            self.place_in_group[moved as usize] = place;
        }
        if group.items.is_empty() {
            let pattern = group.pattern;
            self.at.remove(&self.items.key(item, pattern));
            if let Some(classes) = self.used.get_mut(&pattern) {
                *classes -= 1;
            }
            self.used.retain(|_, classes| *classes > 0);
        }
    }

    fn moved(&mut self, item: u32, pattern: Pattern) {
        self.take(item);
        self.put(item, pattern);
    }

    fn group(&self, item: u32) -> &Group {
        &self.groups[self.group_of[item as usize] as usize]
    }

    fn pattern(&self, item: u32) -> Pattern {
        self.group(item).pattern
    }

    fn cost(&self) -> f64 {
        let of = |group: &Group| self.items.cost(group.pattern) * group.rows as f64;
        self.groups.iter().map(of).sum()
    }

    fn holds(&self, group: u32) -> bool {
        let group = &self.groups[group as usize];
        group.items.is_empty() || self.items.hold(group.rows, group.items.iter().copied())
    }

    /// The patterns in use with what they cost, the cheapest first.
    fn patterns(&self) -> Vec<(f64, Pattern)> {
        let mut all: Vec<(f64, Pattern)> = self
            .used
            .keys()
            .map(|&pattern| (self.items.cost(pattern), pattern))
            .collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        all
    }

    /// The cheapest class that an item could be in besides its own, if it costs less than `limit`.
    fn elsewhere(
        &self,
        item: u32,
        patterns: &[(f64, Pattern)],
        limit: f64,
    ) -> Option<(f64, Pattern)> {
        let own = self.group_of[item as usize];
        let rows = self.items.rows(item);
        patterns
            .iter()
            .take_while(|(cost, _)| *cost < limit - LITTLE)
            .find(|(_, pattern)| {
                let there = self.at.get(&self.items.key(item, *pattern));
                there.is_some_and(|&index| {
                    let group = &self.groups[index as usize];
                    let all = group.items.iter().copied().chain([item]);
                    index != own && self.items.hold(group.rows + rows, all)
                })
            })
            .copied()
    }

    /// Step 1; whether anything moved.
    fn descend(&mut self) -> bool {
        let patterns = self.patterns();
        let mut any = false;
        for item in self.items.all() {
            if self.items.is_enough() {
                return false;
            }
            let group = self.group(item);
            let rest = group.items.iter().copied().filter(|&other| other != item);
            let rows = group.rows - self.items.rows(item);
            if group.pattern == 0 || rows == 0 || !self.items.hold(rows, rest) {
                continue;
            }
            let now = self.items.cost(group.pattern);
            if let Some((_, pattern)) = self.elsewhere(item, &patterns, now) {
                self.moved(item, pattern);
                any = true;
            }
        }
        any
    }

    /// Step 2.
    fn dissolve(&mut self) {
        let patterns = self.patterns();
        let mut order: Vec<u32> = (0..self.groups.len() as u32).collect();
        order.retain(|&group| self.groups[group as usize].pattern != 0);
        order.sort_by_key(|&group| (self.groups[group as usize].rows, group));
        for index in order {
            if self.items.is_enough() {
                return;
            }
            let group = &self.groups[index as usize];
            let now = self.items.cost(group.pattern) * group.rows as f64;
            let mut moves = Vec::new();
            let mut then = 0.0;
            for &item in &group.items {
                let place = self.elsewhere(item, &patterns, f64::INFINITY);
                then += place.map_or(f64::INFINITY, |(cost, pattern)| {
                    moves.push((item, pattern));
                    cost * self.items.rows(item) as f64
                });
                if then >= now {
                    break;
                }
            }
            if then < now - LITTLE {
                self.try_moves(&moves);
            }
        }
    }

    /// Step 3.
    fn open(&mut self, extra: &[Pattern], progress: &dyn Progress) {
        let finer = self
            .used
            .keys()
            .flat_map(|&pattern| bits(pattern).map(move |qi| pattern & !(1 << qi)));
        let mut order: Vec<Pattern> = finer.chain(extra.iter().copied()).collect();
        order.sort_by(|a, b| {
            let cost = |pattern: &Pattern| self.items.cost(*pattern);
            cost(a).total_cmp(&cost(b)).then(a.cmp(b))
        });
        order.dedup();
        for pattern in order {
            if progress.cancelled() || self.items.is_enough() {
                return;
            }
            let cost = self.items.cost(pattern);
            let costs_more = |item: &u32| self.items.cost(self.pattern(*item)) > cost + LITTLE;
            let mut wanted: Map<u128, ()> = Map::with_hasher(FixedState::default());
            for item in self.items.all().filter(costs_more) {
                wanted.insert(self.items.key(item, pattern), ());
            }
            let near = |item: &u32| wanted.contains_key(&self.items.key(*item, pattern));
            let near: Vec<u32> = self.items.all().filter(near).collect();
            for (key, own) in self.items.classes(&near, pattern) {
                let enough = self
                    .items
                    .least()
                    .is_none_or(|least| self.items.rows_of(&own) >= least);
                if enough && !self.at.contains_key(&key) {
                    self.try_open(pattern, &own);
                }
            }
        }
    }

    /// Makes a class of a pattern of some of these items, if that gains.
    fn try_open(&mut self, pattern: Pattern, own: &[u32]) {
        let patterns = self.patterns();
        let mut by_group: Vec<(u32, u32)> = own
            .iter()
            .map(|&item| (self.group_of[item as usize], item))
            .collect();
        by_group.sort_unstable();
        let (mut moves, mut spare, mut gain) = (Vec::new(), Vec::new(), 0.0);
        for chunk in by_group.chunk_by(|a, b| a.0 == b.0) {
            let from = chunk[0].0;
            let members: Vec<u32> = chunk.iter().map(|(_, item)| *item).collect();
            let each =
                self.items.cost(self.groups[from as usize].pattern) - self.items.cost(pattern);
            if each > LITTLE {
                let (won, taken) = self.leaving(from, &members, (pattern, each), &patterns);
                gain += won;
                moves.extend(taken);
            } else {
                let free = self.spared(from, &members);
                spare.extend(free.into_iter().map(|item| (-each, item)));
            }
        }
        if gain <= LITTLE {
            return;
        }
        spare.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let joined = |moves: &[(u32, Pattern)]| -> Vec<u32> {
            let joins = |step: &&(u32, Pattern)| step.1 == pattern;
            moves.iter().filter(joins).map(|step| step.0).collect()
        };
        for (loss, item) in spare {
            let now = joined(&moves);
            if gain <= LITTLE
                || self
                    .items
                    .hold(self.items.rows_of(&now), now.iter().copied())
            {
                break;
            }
            gain -= loss * self.items.rows(item) as f64;
            moves.push((item, pattern));
        }
        if gain > LITTLE {
            self.try_moves(&moves);
        }
    }

    /// What leaves a class for another pattern, and what that gains: what it can spare, or everything.
    fn leaving(
        &self,
        from: u32,
        members: &[u32],
        (pattern, each): (Pattern, f64),
        patterns: &[(f64, Pattern)],
    ) -> (f64, Vec<(u32, Pattern)>) {
        let own = self.items.cost(self.groups[from as usize].pattern);
        let all_gain = each * self.items.rows_of(members) as f64;
        let to = |items: &[u32]| {
            items
                .iter()
                .map(|&item| (item, pattern))
                .collect::<Vec<_>>()
        };
        let inside: Vec<bool> = {
            let group = &self.groups[from as usize];
            let mut inside = vec![false; group.items.len()];
            for &item in members {
                inside[self.place_in_group[item as usize] as usize] = true;
            }
            inside
        };
        let group = &self.groups[from as usize].items;
        let rest: Vec<u32> = group
            .iter()
            .zip(&inside)
            .filter(|(_, inside)| !**inside)
            .map(|(&item, _)| item)
            .collect();
        if rest.is_empty()
            || self
                .items
                .hold(self.items.rows_of(&rest), rest.iter().copied())
        {
            return (all_gain, to(members));
        }
        let some = self.spared(from, members);
        let some_gain = each * self.items.rows_of(&some) as f64;
        let mut moves = to(members);
        let mut left = all_gain;
        for item in rest {
            if left <= some_gain {
                break;
            }
            let Some((cost, there)) = self.elsewhere(item, patterns, f64::INFINITY) else {
                left = f64::NEG_INFINITY;
                break;
            };
            left -= (cost - own) * self.items.rows(item) as f64;
            moves.push((item, there));
        }
        match left > some_gain {
            true => (left, moves),
            false => (some_gain, to(&some)),
        }
    }

    /// Those of some items of a class without which it holds.
    fn spared(&self, from: u32, members: &[u32]) -> Vec<u32> {
        let group = &self.groups[from as usize];
        let (mut rows, mut left) = (group.rows, group.items.clone());
        let mut spared = Vec::new();
        for &item in members {
            let own = self.items.rows(item);
            let without = left.iter().copied().filter(|&other| other != item);
            if rows > own && self.items.hold(rows - own, without) {
                rows -= own;
                if self.items.least().is_none() {
                    left.retain(|&other| other != item);
                }
                spared.push(item);
            }
        }
        spared
    }

    /// Moves items, or leaves all where they are if a class would not hold.
    fn try_moves(&mut self, moves: &[(u32, Pattern)]) {
        let before: Vec<(u32, Pattern)> = moves
            .iter()
            .map(|&(item, _)| (item, self.pattern(item)))
            .collect();
        let mut touched: Vec<u32> = moves
            .iter()
            .map(|(item, _)| self.group_of[*item as usize])
            .collect();
        moves
            .iter()
            .for_each(|&(item, pattern)| self.moved(item, pattern));
        touched.extend(moves.iter().map(|(item, _)| self.group_of[*item as usize]));
        touched.sort_unstable();
        touched.dedup();
        if !touched.iter().all(|&group| self.holds(group)) {
            before
                .iter()
                .for_each(|&(item, pattern)| self.moved(item, pattern));
        }
    }
}
