//! Hulls: what the summaries of a cluster would cover, in a few words of memory, so that millions of unions can be weighed.
//!
//! A hull is a row of 64-bit words. A quasi-identifier has one word for a range (both ranks) or a group of the hierarchy (its
//! number), or one bit a value for a set. Sets of very many values share bits with their neighbours; then the search sees a
//! little less than the truth, and the summaries, which are made from the values, do not.

use bauta_table::recoding::Summary;
use bauta_table::{Hierarchy, Qi};

use crate::generalize::mondrian::search::Space;
use crate::generalize::summarize::Style;

/// The most words of a set.
const SET_WORDS: usize = 16;
/// The most groups of a hierarchy for which the common group of any two is written down.
const TABULATED: usize = 1 << 10;

/// The hulls of all tuples, and how any two are joined.
pub(in super::super) struct Hulls {
    fields: Vec<Field>,
    /// Words of a hull.
    width: usize,
    of_tuple: Vec<u64>,
}

struct Field {
    qi: usize,
    at: usize,
    kind: Kind,
    ranks: usize,
    /// The rank of missing values, beside which nothing can be said.
    missing: Option<u32>,
    /// How much it counts.
    weight: f64,
}

enum Kind {
    /// The lowest rank in the high half of the word, the highest in the low half; where each lies on the scale, from 0 to 1.
    Range(Vec<f64>),
    /// One bit a value, or a neighbourhood of values; the share of a bit.
    Set { words: usize, bits: usize },
    /// A group of the hierarchy, by number.
    Group(Groups),
}

/// The groups of a hierarchy on all levels, the leaves first; then "everything", then "missing".
struct Groups {
    spread: Vec<f64>,
    parent: Vec<u32>,
    level: Vec<u8>,
    /// The lowest common group of any two; empty where there are too many.
    common: Vec<u16>,
    /// What is lost by it.
    lost: Vec<f64>,
}

impl Groups {
    fn new(qi: &Qi, hierarchy: &Hierarchy) -> Self {
        let mut starts = vec![0];
        for level in hierarchy.levels() {
            starts.push(starts.last().copied().unwrap_or(0) + level.group_count());
        }
        let all = starts.last().copied().unwrap_or(0);
        let mut groups = Groups {
            spread: Vec::new(),
            parent: Vec::new(),
            level: Vec::new(),
            common: Vec::new(),
            lost: Vec::new(),
        };
        for (level, below) in hierarchy.levels().iter().enumerate() {
            for group in 0..below.group_count() as u32 {
                let spread = Summary::Group {
                    level: level as u8,
                    group,
                }
                .spread(qi);
                groups.spread.push(if level == 0 { 0.0 } else { spread });
                let above = hierarchy
                    .parent(level, group)
                    .map(|parent| starts[level + 1] + parent as usize);
                groups.parent.push(above.unwrap_or(all) as u32);
                groups.level.push(level as u8);
            }
        }
        // Two groups more than the hierarchy has: above everything, and a missing value alone.
        groups.spread.extend([1.0, 0.0]);
        // Both lead to the one above everything, which is its own parent, so that climbing ends.
        groups.parent.extend([all as u32; 2]);
        // The one above everything never climbs first; a missing value climbs like a leaf.
        groups.level.extend([u8::MAX, 0]);
        // Small hierarchies: the common group of every pair in a table, which `u16` can number.
        if all < TABULATED {
            let ids = 0..all as u32 + 2;
            groups.common = ids
                .clone()
                .flat_map(|a| ids.clone().map(move |b| (a, b)))
                .map(|(a, b)| groups.climb(a, b) as u16)
                .collect();
            groups.lost = groups
                .common
                .iter()
                .map(|&both| groups.spread[usize::from(both)])
                .collect();
        }
        groups
    }

    /// The lowest group that holds two groups.
    fn climb(&self, mut a: u32, mut b: u32) -> u32 {
        while a != b {
            // The lower one climbs, so that neither passes the place where they meet.
            if self.level[a as usize] <= self.level[b as usize] {
                a = self.parent[a as usize];
            } else {
                b = self.parent[b as usize];
            }
        }
        a
    }

    #[inline]
    fn common(&self, a: u64, b: u64) -> usize {
        if self.common.is_empty() {
            self.climb(a as u32, b as u32) as usize
        } else {
            self.common[a as usize * self.spread.len() + b as usize] as usize
        }
    }

    /// What is lost by two groups together.
    #[inline]
    fn lost(&self, a: u64, b: u64) -> f64 {
        if self.lost.is_empty() {
            self.spread[self.climb(a as u32, b as u32) as usize]
        } else {
            self.lost[a as usize * self.spread.len() + b as usize]
        }
    }

    fn missing(&self) -> u64 {
        self.spread.len() as u64 - 1
    }
}

impl Hulls {
    /// The hulls of a space's tuples.
    pub(in super::super) fn new(space: &Space<'_>) -> Self {
        let (qis, mut at) = (&space.task.prepared.qis, 0);
        let mut order: Vec<usize> = (0..qis.len()).collect();
        // The fewer values, the more is lost by two different ones: unions that are too dear show it early.
        order.sort_by_key(|&qi| qis[qi].ranks());
        let field = |qi: usize| {
            let field = Field {
                weight: space.task.weights[qi],
                ..Field::new(qi, &qis[qi], space.style, at)
            };
            at += field.words();
            field
        };
        let fields: Vec<Field> = order.into_iter().map(field).collect();
        let mut of_tuple = vec![0; at * space.set.len()];
        for field in &fields {
            for (hull, &rank) in of_tuple
                .chunks_exact_mut(at.max(1))
                .zip(&space.ranks[field.qi])
            {
                field.start(rank, hull);
            }
        }
        Hulls {
            fields,
            width: at,
            of_tuple,
        }
    }

    /// Words of a hull.
    pub(in super::super) fn width(&self) -> usize {
        self.width
    }

    /// The hull of one tuple.
    pub(in super::super) fn of(&self, tuple: u32) -> &[u64] {
        &self.of_tuple[tuple as usize * self.width..][..self.width]
    }

    /// Makes a hull cover another one too.
    pub(in super::super) fn join(&self, hull: &mut [u64], other: &[u64]) {
        for field in &self.fields {
            let (own, other) = (
                &mut hull[field.at..][..field.words()],
                &other[field.at..][..field.words()],
            );
            match &field.kind {
                Kind::Range(_) => own[0] = joined_range(own[0], other[0]),
                Kind::Set { .. } => own
                    .iter_mut()
                    .zip(other)
                    .for_each(|(own, other)| *own |= other),
                Kind::Group(groups) => own[0] = groups.common(own[0], other[0]) as u64,
            }
        }
    }

    /// What one row loses in a cluster with both hulls: the spread of each summary by its weight, added up.
    pub(in super::super) fn spread(&self, a: &[u64], b: &[u64]) -> f64 {
        self.spread_up_to(a, b, f64::INFINITY)
    }

    /// The same; any number above `most` where it is more than that.
    #[inline]
    pub(in super::super) fn spread_up_to(&self, a: &[u64], b: &[u64], most: f64) -> f64 {
        let mut sum = 0.0;
        for field in &self.fields {
            sum += field.weight * field.spread(a, b);
            // Attributes only add: a union that is too dear already needs no exact figure.
            if sum > most {
                return f64::INFINITY;
            }
        }
        sum
    }
}

fn joined_range(a: u64, b: u64) -> u64 {
    // The lower bound in the upper half of the word, the upper bound in the lower half: a range is one number.
    let low = (a >> 32).min(b >> 32);
    let high = (a as u32).max(b as u32);
    low << 32 | u64::from(high)
}

impl Field {
    fn new(index: usize, qi: &Qi, style: Style, at: usize) -> Self {
        let scale = || {
            (0..qi.ranks() as u32)
                .map(|rank| qi.share(0, rank))
                .collect()
        };
        let kind = match (style, &qi.hierarchy) {
            (Style::Auto, Some(bound)) => Kind::Group(Groups::new(qi, bound.hierarchy())),
            (Style::Auto, None) if qi.is_measurable() => Kind::Range(scale()),
            (Style::Range, _) => Kind::Range(scale()),
            _ => {
                let words = qi.ranks().div_ceil(64).clamp(1, SET_WORDS);
                Kind::Set {
                    words,
                    bits: qi.ranks().min(64 * words),
                }
            }
        };
        Field {
            qi: index,
            at,
            kind,
            ranks: qi.ranks(),
            missing: qi.missing_rank(),
            weight: 1.0,
        }
    }

    fn words(&self) -> usize {
        match &self.kind {
            Kind::Set { words, .. } => *words,
            _ => 1,
        }
    }

    /// Which bit stands for a rank.
    fn bit(&self, bits: usize, rank: u32) -> usize {
        // More values than bits: neighbours share one, so that the spread may come out a little too small.
        rank as usize * bits / self.ranks.max(1)
    }

    /// Writes the hull of a single value.
    fn start(&self, rank: u32, hull: &mut [u64]) {
        match &self.kind {
            Kind::Range(_) => hull[self.at] = u64::from(rank) << 32 | u64::from(rank),
            Kind::Set { bits, .. } => {
                let bit = self.bit(*bits, rank);
                hull[self.at + bit / 64] |= 1 << (bit % 64);
            }
            Kind::Group(groups) => {
                hull[self.at] = if self.missing == Some(rank) {
                    groups.missing()
                } else {
                    u64::from(rank)
                }
            }
        }
    }

    #[inline]
    fn spread(&self, a: &[u64], b: &[u64]) -> f64 {
        match &self.kind {
            Kind::Range(scale) => {
                let both = joined_range(a[self.at], b[self.at]);
                let (low, high) = (both >> 32, both as u32);
                // Without a hierarchy a missing value has the last rank: it is in a range if it is its upper end.
                if self.missing == Some(high) && low != u64::from(high) {
                    return 1.0;
                }
                scale[high as usize] - scale[low as usize]
            }
            Kind::Set { words, bits } => {
                let both = |word: usize| a[self.at + word] | b[self.at + word];
                let present: u32 = (0..*words).map(|word| both(word).count_ones()).sum();
                if let Some(missing) = self.missing.filter(|_| present > 1) {
                    let bit = self.bit(*bits, missing);
                    if both(bit / 64) >> (bit % 64) & 1 == 1 {
                        return 1.0;
                    }
                }
                // A hull has at least one value, so that `present` is 1 or more.
                f64::from(present - 1) / ((*bits).max(2) - 1) as f64
            }
            Kind::Group(groups) => groups.lost(a[self.at], b[self.at]),
        }
    }
}
