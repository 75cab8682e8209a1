//! Singling out: does a description found in the release fit exactly one person of the original?
//!
//! **Paper** giomi2023anonymeter, section 5.1; the first criterion of wp29anonymisation2014.
//! **Attacker** has the release only. **Attempt**, one attribute: a value that occurs once, or the smallest or largest number. **Attempt**, several attributes: a
//! released row, described attribute by attribute in random order until the description fits that row alone. **Success**: exactly one person of the original has it.
//! **Differences from the paper.** (a) A label that is a set is described as "one of these"; a single number as "at least" or "at most", whichever side of the
//! median it is on, and where that isolates nobody, as it is. (b) A row that no description isolates is an attempt without a claim, and counts as failed; the paper draws again. (c) Without a
//! control, the baseline describes nobody: the same attributes, each with the value of another row.

use std::collections::BTreeSet;

use bauta_table::Role;
use rayon::prelude::*;

use super::{Near, Rate};
use crate::utility::Ranks;

/// One part of a description.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    field: usize,
    ranks: Ranks,
}

/// Descriptions that fit one released row each; `None` = no claim.
pub struct Descriptions(Vec<Option<Vec<Part>>>);

impl Descriptions {
    /// How many attempts there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many make a claim.
    pub fn claims(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Those that make a claim.
    pub(super) fn claims_of(&self) -> impl ParallelIterator<Item = &Vec<Part>> {
        self.0.par_iter().flatten()
    }
}

/// Descriptions by one attribute, at most as many as wanted, drawn among all there are.
pub fn by_one(
    near: &Near<'_, '_>,
    fields: &[usize],
    most: usize,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Descriptions {
    let mut all = Vec::new();
    for &field in fields {
        let seen = &near.frame.views[near.view].seen[field];
        let counts = seen.codes.counts(seen.covers.len());
        let tells = |code: &usize| {
            counts[*code] > 0 && seen.covers[*code].ranks.len() < near.frame.fields[field].domain
        };
        let is_alone = |code: usize| match near.shows_people() {
            false => counts[code] == 1,
            true => {
                let ranks = seen.covers[code].ranks.clone();
                fitting(near, near.view, &[Part { field, ranks }]) == 1
            }
        };
        let once = (0..counts.len())
            .filter(tells)
            .filter(|&code| is_alone(code));
        all.extend(once.map(|code| {
            vec![Part {
                field,
                ranks: seen.covers[code].ranks.clone(),
            }]
        }));
        if near.frame.fields[field].positions.is_some() {
            let singles = || {
                (0..counts.len())
                    .filter(tells)
                    .filter_map(|code| single(&seen.covers[code].ranks))
            };
            let last = near.frame.fields[field].domain.saturating_sub(1) as u32;
            let ends = [
                singles().min().map(|low| (0, low)),
                singles().max().map(|high| (high, last)),
            ];
            let ends = ends
                .into_iter()
                .flatten()
                .map(|(low, high)| Ranks::Range(low, high));
            all.extend(ends.map(|ranks| vec![Part { field, ranks }]));
        }
    }
    while all.len() > most {
        all.swap_remove(draw(all.len()));
    }
    let claims: Vec<Option<Vec<Part>>> = all
        .into_par_iter()
        .map(|parts| (fitting(near, near.view, &parts) == 1).then_some(parts))
        .collect();
    Descriptions(claims.into_iter().filter(Option::is_some).collect())
}

/// Descriptions by several attributes.
pub fn by_several(
    near: &Near<'_, '_>,
    fields: &[usize],
    attempts: usize,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Descriptions {
    let pick = Pick::new(near);
    let medians: Vec<f64> = (0..near.frame.fields.len())
        .map(|field| median(near, field))
        .collect();
    let drawn: Vec<(usize, Vec<usize>)> = (0..attempts)
        .map(|_| {
            let tuple = pick.draw(draw);
            let mut left = fields.to_vec();
            let order = (0..fields.len())
                .map(|_| left.swap_remove(draw(left.len())))
                .collect();
            (tuple, order)
        })
        .collect();
    let describe = |(tuple, order): (usize, Vec<usize>)| {
        let bounds = |field: usize| Some(medians[field]);
        isolating(near, tuple, &order, bounds).or_else(|| isolating(near, tuple, &order, |_| None))
    };
    Descriptions(drawn.into_par_iter().map(describe).collect())
}

/// The shortest beginning of an order of fields that fits one released row alone.
fn isolating(
    near: &Near<'_, '_>,
    tuple: usize,
    order: &[usize],
    median: impl Fn(usize) -> Option<f64>,
) -> Option<Vec<Part>> {
    let mut alive: Vec<u32> = (0..near.rows.len() as u32).collect();
    let mut parts = Vec::new();
    for &field in order {
        let Some(part) = part_of(near, tuple, field, median(field)) else {
            continue;
        };
        let fits = fits_by_code(near, near.view, &part);
        alive.retain(|&other| fits[near.codes[field][other as usize] as usize]);
        parts.push(part);
        if near.count(&alive) <= 1 {
            return (!alive.is_empty()).then_some(parts);
        }
    }
    None
}

/// The same attributes, each with the value of a row of its own: what describing nobody achieves.
pub fn of_nobody(
    near: &Near<'_, '_>,
    like: &Descriptions,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Descriptions {
    let pick = Pick::new(near);
    let medians: Vec<f64> = (0..near.frame.fields.len())
        .map(|field| median(near, field))
        .collect();
    let shuffled = |parts: &Option<Vec<Part>>, draw: &mut dyn FnMut(usize) -> usize| {
        let median =
            |part: &Part| Some(medians[part.field]).filter(|_| single(&part.ranks).is_none());
        let parts = parts.as_ref()?.iter();
        parts
            .map(|part| part_of(near, pick.draw(draw), part.field, median(part)))
            .collect()
    };
    Descriptions(like.0.iter().map(|parts| shuffled(parts, draw)).collect())
}

/// The share of attempts whose description fits exactly one person of a view; one row, where every row is a person of its own.
pub fn singling_out(
    near: &Near<'_, '_>,
    descriptions: &Descriptions,
    people: usize,
    confidence: f64,
) -> Rate {
    let isolates = |parts: &Option<Vec<Part>>| {
        parts
            .as_ref()
            .is_some_and(|parts| fitting(near, people, parts) == 1)
    };
    let hits = descriptions
        .0
        .par_iter()
        .filter(|parts| isolates(parts))
        .count();
    Rate::new(hits as f64, descriptions.0.len() as u64, confidence)
}

/// How many people of a view a description fits; rows, where every row is a person of its own or nobody sees whose they are.
pub(super) fn fitting(near: &Near<'_, '_>, view: usize, parts: &[Part]) -> usize {
    let rows = rows_fitting(near, view, parts);
    let table = near.frame.views[view].table;
    let counts_people = view != near.view || near.shows_people();
    let people = table.with_role(Role::Person).into_iter().next();
    match people.filter(|_| counts_people) {
        None => rows.map_or(table.rows(), |rows| rows.len()),
        Some(index) => {
            let person_of = table.attributes()[index].column.codes();
            let of_rows = |rows: &mut dyn Iterator<Item = u32>| {
                let people = rows.map(|row| person_of.get(row as usize));
                people.collect::<BTreeSet<u32>>().len()
            };
            match rows {
                Some(rows) => of_rows(&mut rows.into_iter()),
                None => of_rows(&mut (0..table.rows() as u32)),
            }
        }
    }
}

/// The rows of a view that a description fits; none where it says nothing.
fn rows_fitting(near: &Near<'_, '_>, view: usize, parts: &[Part]) -> Option<Vec<u32>> {
    let seen = &near.frame.views[view].seen;
    let mut alive: Option<Vec<u32>> = None;
    for part in parts {
        let fits = fits_by_code(near, view, part);
        let codes = seen[part.field].codes;
        alive = Some(match alive {
            None => codes
                .iter()
                .enumerate()
                .filter(|(_, code)| fits[*code as usize])
                .map(|(row, _)| row as u32)
                .collect(),
            Some(mut rows) => {
                rows.retain(|&row| fits[codes.get(row as usize) as usize]);
                rows
            }
        });
    }
    alive
}

/// Whether each code of a view fits a part: it can mean one of its values. Who says nothing is described by nothing, but in the release may be anybody.
fn fits_by_code(near: &Near<'_, '_>, view: usize, part: &Part) -> Vec<bool> {
    let domain = near.frame.fields[part.field].domain;
    let covers = near.frame.views[view].seen[part.field].covers.iter();
    covers
        .map(|cover| {
            if cover.ranks.len() >= domain {
                view == near.view
            } else {
                cover.ranks.share_in(&part.ranks) > 0.0
            }
        })
        .collect()
}

/// What a distinct row says about a field, with a bound for a number where its median is given; `None` where it says nothing.
fn part_of(near: &Near<'_, '_>, tuple: usize, field: usize, median: Option<f64>) -> Option<Part> {
    let described = &near.frame.fields[field];
    let ranks =
        &near.frame.views[near.view].seen[field].covers[near.codes[field][tuple] as usize].ranks;
    if ranks.len() >= described.domain {
        return None;
    }
    let ranks = match (&described.positions, single(ranks), median) {
        (Some(positions), Some(rank), Some(median)) if is_ordered(positions) => {
            if positions[rank as usize] >= median {
                Ranks::Range(rank, described.domain as u32 - 1)
            } else {
                Ranks::Range(0, rank)
            }
        }
        _ => ranks.clone(),
    };
    Some(Part { field, ranks })
}

/// Whether ranks follow positions; the leaves of a hierarchy need not.
fn is_ordered(positions: &[f64]) -> bool {
    positions.windows(2).all(|two| two[0] <= two[1])
}

fn single(ranks: &Ranks) -> Option<u32> {
    match ranks {
        Ranks::Range(first, last) if first == last => Some(*first),
        _ => None,
    }
}

/// The median of a field's single numbers in the release.
fn median(near: &Near<'_, '_>, field: usize) -> f64 {
    let Some(positions) = &near.frame.fields[field].positions else {
        return 0.0;
    };
    let seen = &near.frame.views[near.view].seen[field];
    let counts = seen.codes.counts(seen.covers.len());
    let mut at: Vec<(f64, u64)> = seen
        .covers
        .iter()
        .zip(counts)
        .filter_map(|(cover, count)| Some((positions[single(&cover.ranks)? as usize], count)))
        .collect();
    at.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = at.iter().map(|(_, count)| count).sum::<u64>() / 2;
    let mut sum = 0;
    let middle = at.iter().find(|(_, count)| {
        sum += count;
        sum > half
    });
    middle.map_or(0.0, |(position, _)| *position)
}

/// Draws a released row, as a distinct one.
struct Pick {
    ends: Vec<u64>,
}

impl Pick {
    fn new(near: &Near<'_, '_>) -> Self {
        let mut sum = 0;
        let ends = near.rows.iter().map(|rows| {
            sum += rows;
            sum
        });
        Pick {
            ends: ends.collect(),
        }
    }

    fn draw(&self, draw: &mut dyn FnMut(usize) -> usize) -> usize {
        let at = draw(self.ends.last().copied().unwrap_or(1) as usize) as u64;
        self.ends.partition_point(|&end| end <= at)
    }
}
