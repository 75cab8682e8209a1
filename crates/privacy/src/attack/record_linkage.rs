//! Record linkage: which released row is a person's?
//!
//! **Attacker** knows a person's values and that the person is in the release. **Claim**: one of the released rows that fit, chosen at random; a single row
//! that fits is a re-identification. **Right**, where the truth is known: the row is the person's own. **Unknown**: people of whom nothing can be said; no share counts them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Candidates, Rate};

/// How many people are listed.
const LISTED: usize = 20;

/// What linking people with rows gave.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct RecordLinkage {
    /// People that were looked for.
    pub people: u64,
    /// People of whom nothing can be said: labels were not understood, or no row fits although they are in the release.
    pub unknown: u64,
    /// People whom at least one released row fits, those of whom nothing can be said left out here and below.
    pub found: u64,
    /// People whom exactly one released row fits.
    pub unique: u64,
    /// Their share; absent where nothing can be said of anybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_share: Option<f64>,
    /// Right matches to be expected if everybody found is in the release: the sum of 1 / candidates.
    pub expected: f64,
    /// Their share; absent where nothing can be said of anybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_share: Option<f64>,
    /// The fewest candidates of anybody found; 0 where nobody is.
    pub fewest: u64,
    /// People by their number of candidates: `0`, `1`, `2`, `3-4`, `5-9`, `10-19`, `20-49`, `50+`.
    pub candidates: BTreeMap<&'static str, u64>,
    /// The first re-identifications: row of the person and released row, both 1-based.
    pub first_unique: Vec<(u64, u64)>,
    /// How often claims were right, where the truth is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
}

/// Claims that were compared with the truth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Measured {
    /// Re-identifications that named the right row.
    pub unique: Rate,
    /// All claims, one a person found, a row chosen at random among those that fit.
    pub any: Rate,
}

/// Links people and rows; `own` lists the released rows of each person's row (of each person, where they have several), where that is known.
pub fn record_linkage(
    matched: &Candidates,
    own: Option<&[Vec<u32>]>,
    confidence: f64,
) -> RecordLinkage {
    let rows = matched.rows_of_person();
    let known = || {
        let people = rows.iter().zip(&matched.person_rows).zip(&matched.unknown);
        people.filter(|(_, unknown)| !**unknown).map(|(it, _)| it)
    };
    let mut found = RecordLinkage {
        people: matched.person_of_row.len() as u64,
        unknown: matched.unknown_people(),
        found: 0,
        unique: 0,
        unique_share: None,
        expected: 0.0,
        expected_share: None,
        fewest: known()
            .map(|(&count, _)| count)
            .filter(|&count| count > 0)
            .min()
            .unwrap_or(0),
        candidates: BTreeMap::new(),
        first_unique: first_unique(matched, &rows),
        measured: own.map(|own| measured(matched, &rows, own, confidence)),
    };
    for (&count, &people) in known() {
        *found.candidates.entry(span(count)).or_default() += people;
        if count > 0 {
            found.found += people;
            found.expected += people as f64 / count as f64;
        }
        found.unique += people * u64::from(count == 1);
    }
    let judged = found.people - found.unknown;
    if judged > 0 {
        found.unique_share = Some(found.unique as f64 / judged as f64);
        found.expected_share = Some(found.expected / judged as f64);
    }
    found
}

fn span(count: u64) -> &'static str {
    match count {
        0 => "0",
        1 => "1",
        2 => "2",
        3..=4 => "3-4",
        5..=9 => "5-9",
        10..=19 => "10-19",
        20..=49 => "20-49",
        _ => "50+",
    }
}

fn first_unique(matched: &Candidates, rows: &[u64]) -> Vec<(u64, u64)> {
    let row_of = |person: u32| {
        let boxes = &matched.boxes_of_person[person as usize];
        let mut released = matched.box_of_row.iter();
        released.position(|of_row| boxes.contains(of_row))
    };
    let first = |target: usize| match &matched.people {
        Some(people) => u64::from(*people.rows_of_target[target].first().unwrap_or(&0)),
        None => target as u64,
    };
    let people = matched
        .person_of_row
        .iter()
        .enumerate()
        .filter(|(_, person)| rows[**person as usize] == 1 && !matched.unknown[**person as usize]);
    people
        .take(LISTED)
        .filter_map(|(row, &person)| Some((first(row) + 1, row_of(person)? as u64 + 1)))
        .collect()
}

fn measured(matched: &Candidates, rows: &[u64], own: &[Vec<u32>], confidence: f64) -> Measured {
    let (mut unique, mut right_unique, mut claims, mut right) = (0, 0.0, 0, 0.0);
    for (person, own) in matched.person_of_row.iter().zip(own) {
        let count = rows[*person as usize];
        if count == 0 || matched.unknown[*person as usize] {
            continue;
        }
        let boxes = &matched.boxes_of_person[*person as usize];
        let hits = own
            .iter()
            .filter(|&&row| {
                boxes
                    .binary_search(&matched.box_of_row[row as usize])
                    .is_ok()
            })
            .count();
        // Several rows of one person are one candidate.
        let hits = match &matched.people {
            Some(_) => hits.min(1),
            None => hits,
        };
        claims += 1;
        right += hits as f64 / count as f64;
        if count == 1 {
            unique += 1;
            right_unique += hits as f64;
        }
    }
    Measured {
        unique: Rate::new(right_unique, unique, confidence),
        any: Rate::new(right, claims, confidence),
    }
}
