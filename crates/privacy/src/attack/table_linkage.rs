//! Table linkage: is a person in the release at all?
//!
//! **Attacker** has a table of people, of whom some are in the release. **Claim**: a person is in it with the probability (rows of the class in
//! the release) / (people of the class in the table) (nergiz2007presence). Where boxes overlap, each box shares its rows among
//! the people who may be in it, and a person's shares are added, up to 1; for classes that do not overlap this is the same.

use serde::Serialize;

use super::Candidates;

/// What linking people with the table gave.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct TableLinkage {
    /// People that were looked for, those of whom nothing can be said left out.
    pub people: u64,
    /// The smallest probability of anybody.
    pub least: f64,
    /// The largest.
    pub most: f64,
    /// Mean over people.
    pub mean: f64,
    /// People who are certainly in the release, if everybody of it is in the table.
    pub certain: u64,
    /// People who are certainly not.
    pub absent: u64,
    /// Released classes that nobody of the table fits.
    pub unmatched_classes: u64,
    /// Their rows.
    pub unmatched_rows: u64,
}

/// The probability that a class with this many released rows holds one of this many people.
pub fn presence(released: u64, people: u64) -> f64 {
    if people == 0 {
        0.0
    } else {
        (released as f64 / people as f64).min(1.0)
    }
}

/// The probability of each distinct person.
pub fn probabilities(matched: &Candidates) -> Vec<f64> {
    let people = matched.people_of_box();
    let share = |&b: &u32| matched.box_rows[b as usize] as f64 / people[b as usize].max(1) as f64;
    matched
        .boxes_of_person
        .iter()
        .map(|boxes| {
            boxes
                .iter()
                .map(share)
                .fold(0.0, |sum: f64, share| sum + share)
                .min(1.0)
        })
        .collect()
}

/// Links people and the table; none where nothing can be said of anybody.
pub fn table_linkage(matched: &Candidates) -> Option<TableLinkage> {
    let probabilities = probabilities(matched);
    let with = || {
        let people = probabilities.iter().zip(&matched.person_rows);
        let known = people
            .zip(&matched.unknown)
            .filter(|(_, unknown)| !**unknown);
        known.map(|(it, _)| it)
    };
    let people: u64 = with().map(|(_, rows)| rows).sum();
    if people == 0 {
        return None;
    }
    let those = |wanted: fn(f64) -> bool| {
        with()
            .filter(|(p, _)| wanted(**p))
            .map(|(_, rows)| rows)
            .sum()
    };
    let nobody = matched.people_of_box();
    let unmatched = || {
        nobody
            .iter()
            .zip(&matched.box_rows)
            .filter(|(people, _)| **people == 0)
    };
    Some(TableLinkage {
        people,
        least: with().map(|(p, _)| *p).fold(1.0, f64::min),
        most: with().map(|(p, _)| *p).fold(0.0, f64::max),
        mean: with().map(|(p, &rows)| p * rows as f64).sum::<f64>() / people.max(1) as f64,
        certain: those(|p| p >= 1.0 - 1e-12),
        absent: those(|p| p == 0.0),
        unmatched_classes: unmatched().count() as u64,
        unmatched_rows: unmatched().map(|(_, rows)| rows).sum(),
    })
}
