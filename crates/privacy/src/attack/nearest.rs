//! The released rows nearest to a person.
//!
//! **Idea.** Gower's distance (gower1971) over labels as sets: an attribute adds the gap between a person's number and the nearest one that the label may mean, as
//! a share of the attribute's range, or, for words, 0 if the label may mean the value and 1 if not. Of labels at the same distance the one that says
//! more is nearer: a thousandth of the share of values that it covers is added, so that `*` never hides an exact match.
//! **Cost** people × distinct released rows × attributes, one look-up each.

use bauta_table::count::FrequencySet;

use super::frame::{Field, Frame};
use super::people::{person_of_row, shows_people};
use crate::utility::Ranks;

/// How much less near a label is that says nothing.
const VAGUE: f32 = 1e-3;

/// Distances closer than this are equal.
const EQUAL: f32 = 1e-6;

/// Distinct released rows, in an order that does not depend on theirs.
pub struct Near<'f, 't> {
    pub(super) frame: &'f Frame<'t>,
    pub(super) view: usize,
    /// For each field of the frame, the released code of each distinct row.
    pub(super) codes: Vec<Vec<u32>>,
    /// How many rows each stands for; people, where a reader sees which rows are one person's.
    pub(super) rows: Vec<u64>,
    /// The people of each, where a reader sees them.
    people_of: Option<Vec<Vec<u32>>>,
    /// How many people (rows) there are.
    all: u64,
}

impl<'f, 't> Near<'f, 't> {
    /// The distinct rows of one view, by all fields.
    pub fn new(frame: &'f Frame<'t>, view: usize) -> Self {
        let released = &frame.views[view];
        let (set, tuple_of_row) = FrequencySet::count(released.table, &released.columns, &[]);
        let width = frame.fields.len();
        let mut order: Vec<usize> = (0..set.len()).collect();
        let key = |tuple: usize| (0..width).map(move |field| (field, tuple));
        order.sort_by(|&a, &b| {
            let codes = |(field, tuple): (usize, usize)| set.codes(field).get(tuple);
            key(a).map(codes).cmp(key(b).map(codes))
        });
        let codes = (0..width).map(|field| {
            order
                .iter()
                .map(|&tuple| set.codes(field).get(tuple))
                .collect()
        });
        let shown = person_of_row(released.table).filter(|_| shows_people(released.table));
        let all = match &shown {
            Some(people) => people.iter().max().map_or(0, |&most| u64::from(most) + 1),
            None => set.rows(),
        };
        let people_of = shown.map(|person_of_row| {
            let mut people: Vec<Vec<u32>> = vec![Vec::new(); set.len()];
            let rows = tuple_of_row.iter().zip(person_of_row);
            rows.for_each(|(&tuple, person)| people[tuple as usize].push(person));
            for own in &mut people {
                own.sort_unstable();
                own.dedup();
            }
            order.iter().map(|&tuple| people[tuple].clone()).collect()
        });
        let rows = match &people_of {
            Some(people) => {
                let people: &Vec<Vec<u32>> = people;
                people.iter().map(|own| own.len() as u64).collect()
            }
            None => order.iter().map(|&tuple| set.counts()[tuple]).collect(),
        };
        Near {
            frame,
            view,
            codes: codes.collect(),
            rows,
            people_of,
            all,
        }
    }

    /// How many people there are in the release; rows, where a reader does not see which are one person's.
    pub(super) fn all(&self) -> u64 {
        self.all
    }

    /// Whether a reader sees which rows are one person's.
    pub(super) fn shows_people(&self) -> bool {
        self.people_of.is_some()
    }

    /// How many people (rows) some distinct rows stand for.
    pub(super) fn count(&self, tuples: &[u32]) -> u64 {
        match self.people(tuples) {
            Some(people) => people.len() as u64,
            None => tuples.iter().map(|&tuple| self.rows[tuple as usize]).sum(),
        }
    }

    /// The people of some distinct rows, ascending, where a reader sees them.
    pub(super) fn people(&self, tuples: &[u32]) -> Option<Vec<u32>> {
        let people_of = self.people_of.as_ref()?;
        let all = tuples.iter();
        let mut people: Vec<u32> = all
            .flat_map(|&tuple| people_of[tuple as usize].iter().copied())
            .collect();
        people.sort_unstable();
        people.dedup();
        Some(people)
    }

    /// The attributes.
    pub fn fields(&self) -> &[Field] {
        &self.frame.fields
    }

    /// The distinct rows nearest to a person by some fields; all that are equally near. `scratch` is any vector, reused.
    pub(super) fn nearest(
        &self,
        people: usize,
        row: usize,
        fields: &[usize],
        scratch: &mut Vec<f32>,
    ) -> Vec<u32> {
        scratch.clear();
        scratch.resize(self.rows.len(), 0.0);
        for &field in fields {
            let person = &self.frame.views[people].seen[field];
            let ranks = &person.covers[person.codes.get(row) as usize].ranks;
            if ranks.len() >= self.frame.fields[field].domain {
                continue;
            }
            let distances = self.distances(field, ranks);
            scratch
                .iter_mut()
                .zip(&self.codes[field])
                .for_each(|(sum, &code)| *sum += distances[code as usize]);
        }
        let least = scratch.iter().copied().fold(f32::INFINITY, f32::min);
        let near = scratch
            .iter()
            .enumerate()
            .filter(|(_, distance)| **distance <= least + EQUAL);
        near.map(|(tuple, _)| tuple as u32).collect()
    }

    /// The distance from a person's value to each released label.
    fn distances(&self, field: usize, person: &Ranks) -> Vec<f32> {
        let described = &self.frame.fields[field];
        let range = described.range();
        let all = described.domain.max(1) as f32;
        let covers = self.frame.views[self.view].seen[field].covers.iter();
        let distance = |ranks: &Ranks| match &described.positions {
            Some(positions) if range > 0.0 => (gap(positions, person, ranks) / range) as f32,
            _ if person.share_in(ranks) > 0.0 => 0.0,
            _ => 1.0,
        };
        covers
            .map(|cover| distance(&cover.ranks) + VAGUE * (cover.ranks.len() as f32 - 1.0) / all)
            .collect()
    }
}

/// The smallest difference between a value of one set and one of the other.
fn gap(positions: &[f64], one: &Ranks, other: &Ranks) -> f64 {
    let at = |rank: u32| positions[rank as usize];
    match (ends(one), ends(other)) {
        (Some((a, b)), Some((c, d))) if is_range(one) && is_range(other) => {
            (at(c) - at(b)).max(at(a) - at(d)).max(0.0)
        }
        (Some(_), Some(_)) => {
            let pairs = one
                .iter()
                .flat_map(|a| other.iter().map(move |c| (at(a) - at(c)).abs()));
            pairs.fold(f64::INFINITY, f64::min)
        }
        _ => positions
            .last()
            .zip(positions.first())
            .map_or(0.0, |(last, first)| (last - first).abs()),
    }
}

fn is_range(ranks: &Ranks) -> bool {
    matches!(ranks, Ranks::Range(..))
}

fn ends(ranks: &Ranks) -> Option<(u32, u32)> {
    match ranks {
        Ranks::Range(first, last) => Some((*first, *last)),
        Ranks::Set(ranks) => Some((*ranks.first()?, *ranks.last()?)),
    }
}
