//! Attribute linkage: what is a person's sensitive value, without naming the row?
//!
//! **Attacker** knows a person's values. **Claim**: the most frequent sensitive value among the released rows that fit, with its
//! share as confidence; certain where it is the only one. **Right**, where the truth is known: it is the person's value.

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::Column;
use rayon::prelude::*;
use serde::Serialize;

use super::{Candidates, MatchedPeople, Rate};

/// From this confidence on a claim is called confident.
pub const CONFIDENT: f64 = 0.8;

/// What linking people with sensitive values gave.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct AttributeLinkage {
    /// The sensitive attribute.
    pub attribute: String,
    /// People about whom something is claimed; those of whom nothing can be said are left out.
    pub people: u64,
    /// People for whom only one value is left.
    pub certain: u64,
    /// Their share.
    pub certain_share: f64,
    /// People whose most frequent value has a share of at least 0.8.
    pub confident: u64,
    /// Mean confidence.
    pub mean_confidence: f64,
    /// Certain claims that were right, where the truth is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certain_right: Option<Rate>,
    /// Claims that were right, whatever their confidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<Rate>,
}

/// Counts of sensitive codes, missing ones left out; and how many people have one, where people have several rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Values(pub BTreeMap<u32, u64>, pub Option<u64>);

impl Values {
    /// The most frequent value and its share; of equals the first in the attribute's order.
    pub fn best(&self) -> Option<(u32, f64)> {
        let all = self.1.unwrap_or_else(|| self.0.values().sum());
        let (&code, &count) = self
            .0
            .iter()
            .max_by_key(|&(&code, &count)| (count, std::cmp::Reverse(code)))?;
        Some((code, count as f64 / all as f64))
    }

    /// What is left after the attacker excludes some values.
    pub fn without(&self, excluded: &[u32]) -> Self {
        let left = self.0.iter();
        let left = left.filter(|(code, _)| !excluded.contains(code));
        Values(left.map(|(&c, &n)| (c, n)).collect(), self.1)
    }
}

/// The sensitive values among the rows that may be each distinct person's.
pub fn values_of_people(matched: &Candidates, sensitive: &Column) -> Vec<Values> {
    if let Some(people) = &matched.people {
        return values_by_person(matched, people, sensitive);
    }
    let mut of_box = vec![Values::default(); matched.box_rows.len()];
    let missing = sensitive.dictionary().missing_code();
    for (&number, code) in matched.box_of_row.iter().zip(sensitive.codes().iter()) {
        if Some(code) != missing {
            *of_box[number as usize].0.entry(code).or_default() += 1;
        }
    }
    let joined = |boxes: &Vec<u32>| {
        let mut values = Values::default();
        for &number in boxes {
            of_box[number as usize]
                .0
                .iter()
                .for_each(|(&code, &rows)| *values.0.entry(code).or_default() += rows);
        }
        values
    };
    matched.boxes_of_person.par_iter().map(joined).collect()
}

/// As above, where people have several rows: a person counts once for each value.
fn values_by_person(
    matched: &Candidates,
    people: &MatchedPeople,
    sensitive: &Column,
) -> Vec<Values> {
    let missing = sensitive.dictionary().missing_code();
    let mut of_box: Vec<Vec<(u32, u32)>> = vec![Vec::new(); matched.box_rows.len()];
    let rows = matched.box_of_row.iter().zip(sensitive.codes().iter());
    for ((&number, code), &person) in rows.zip(&people.released_person) {
        if Some(code) != missing {
            of_box[number as usize].push((code, person));
        }
    }
    let joined = |boxes: &Vec<u32>| {
        let all = boxes.iter().flat_map(|&it| of_box[it as usize].iter());
        let pairs: BTreeSet<(u32, u32)> = all.copied().collect();
        let known: BTreeSet<u32> = pairs.iter().map(|(_, person)| *person).collect();
        let mut values = Values(BTreeMap::new(), Some(known.len() as u64));
        for (code, _) in pairs {
            *values.0.entry(code).or_default() += 1;
        }
        values
    };
    matched.boxes_of_person.par_iter().map(joined).collect()
}

/// Links people and sensitive values; `truth` is the same attribute in the table of people.
pub fn attribute_linkage(
    name: &str,
    matched: &Candidates,
    sensitive: &Column,
    truth: Option<&Column>,
    confidence: f64,
) -> AttributeLinkage {
    let best: Vec<Option<(u32, f64)>> = values_of_people(matched, sensitive)
        .iter()
        .zip(&matched.unknown)
        .map(|(values, unknown)| values.best().filter(|_| !unknown))
        .collect();
    let claims = || {
        best.iter()
            .zip(&matched.person_rows)
            .filter_map(|(best, &rows)| Some(((*best)?.1, rows)))
    };
    let those = |least: f64| {
        claims()
            .filter(|(share, _)| *share >= least)
            .map(|(_, rows)| rows)
            .sum::<u64>()
    };
    let people: u64 = claims().map(|(_, rows)| rows).sum();
    let (certain, all) = (those(1.0), people.max(1) as f64);
    let right = truth.map(|truth| checked(matched, &best, sensitive, truth, confidence));
    AttributeLinkage {
        attribute: name.to_owned(),
        people,
        certain,
        certain_share: certain as f64 / all,
        confident: those(CONFIDENT),
        mean_confidence: claims()
            .map(|(share, rows)| share * rows as f64)
            .sum::<f64>()
            / all,
        certain_right: right.map(|(certain, _)| certain),
        right: right.map(|(_, all)| all),
    }
}

fn checked(
    matched: &Candidates,
    best: &[Option<(u32, f64)>],
    sensitive: &Column,
    truth: &Column,
    confidence: f64,
) -> (Rate, Rate) {
    let (mut certain, mut certain_right, mut all, mut right) = (0, 0.0, 0, 0.0);
    let (here, there) = (sensitive.dictionary(), truth.dictionary());
    let label = |code: u32| there.label(code).trim().to_lowercase();
    let mut known: BTreeMap<(u32, u32), bool> = BTreeMap::new();
    for (target, &person) in matched.person_of_row.iter().enumerate() {
        let Some((code, share)) = best[person as usize] else {
            continue;
        };
        let own = match &matched.people {
            Some(people) => people.rows_of_target[target].clone(),
            None => vec![target as u32],
        };
        let own = own.into_iter().map(|row| truth.codes().get(row as usize));
        let own: Vec<u32> = own
            .filter(|&own| Some(own) != there.missing_code())
            .collect();
        if own.is_empty() {
            continue;
        }
        let mut same = |own: u32| {
            let same = || here.label(code).trim().to_lowercase() == label(own);
            *known.entry((code, own)).or_insert_with(same)
        };
        let hit = f64::from(u8::from(own.into_iter().any(&mut same)));
        all += 1;
        right += hit;
        if share >= 1.0 {
            certain += 1;
            certain_right += hit;
        }
    }
    (
        Rate::new(certain_right, certain, confidence),
        Rate::new(right, all, confidence),
    )
}
