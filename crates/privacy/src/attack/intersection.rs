//! Intersection of two releases: what both together leave of a person's sensitive values.
//!
//! **Attacker** has two releases about partly the same people. **Claim**: the person's value is among those of its class in the first release *and* of where it can
//! be in the second. Each release may be diverse and the intersection a single value, which m-invariance is made to prevent (xiao2007minvariance).
//!
//! **Two ways.** With an identifier in both (a pseudonym that was kept), each linked row has one class in either release: exact. Without one, a row of the
//! first release may be any row of the second whose labels can mean the same: the second set holds the values of all these classes, and
//! the result is what the releases give away by themselves; who knows a person's exact values may learn more. An
//! empty intersection says that the person is not in both (or that its value changed), and is counted apart.

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::Column;
use serde::Serialize;

use super::{Candidates, People};

/// What the intersection left.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Intersection {
    /// The sensitive attribute.
    pub attribute: String,
    /// Whether an identifier told which rows are the same person's.
    pub linked_by_identifier: bool,
    /// Rows of the first release that have a counterpart.
    pub rows: u64,
    /// Those for which one value is left.
    pub one_value: u64,
    /// Those for which one value is left, though each release alone left several.
    pub disclosed: u64,
    /// Their share.
    pub disclosed_share: f64,
    /// Those for which fewer values are left than in either release, but more than one.
    pub narrowed: u64,
    /// Those for which no value is left: not the same person, or the value has changed.
    pub empty: u64,
    /// Those for which one value was left by the first release alone.
    pub disclosed_before: u64,
    /// Mean number of values left by the first release alone.
    pub mean_before: f64,
    /// Mean number of values left by both.
    pub mean_after: f64,
}

/// Sensitive values, by numbers that both releases share; those of classes in each release.
struct Sets {
    first: Vec<BTreeSet<u32>>,
    second: Vec<BTreeSet<u32>>,
}

/// Intersects by classes that can hold the same person: `matched` has the first release's rows as its people.
pub fn by_classes(
    name: &str,
    matched: &Candidates,
    first: &Column,
    second: &Column,
) -> Intersection {
    let sets = sets(matched, first, second);
    let mut found = Tally::new(name, false);
    for (person, boxes) in matched.boxes_of_person.iter().enumerate() {
        if boxes.is_empty() || matched.unknown[person] {
            continue;
        }
        let theirs: BTreeSet<u32> = boxes
            .iter()
            .flat_map(|&b| sets.second[b as usize].iter().copied())
            .collect();
        found.add(&sets.first[person], &theirs, matched.person_rows[person]);
    }
    found.done()
}

/// Intersects by an identifier.
pub fn by_identifier(
    name: &str,
    matched: &Candidates,
    first: &Column,
    second: &Column,
    people: &People,
) -> Intersection {
    let sets = sets(matched, first, second);
    let rows = people.rows_of_second();
    let mut found = Tally::new(name, true);
    for (row, person) in people.first.iter().enumerate() {
        for &other in rows.get(person).into_iter().flatten() {
            let class = matched.person_of_row[row] as usize;
            found.add(
                &sets.first[class],
                &sets.second[matched.box_of_row[other as usize] as usize],
                1,
            );
        }
    }
    found.done()
}

fn sets(matched: &Candidates, first: &Column, second: &Column) -> Sets {
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let mut gather = |column: &Column, class_of: &[u32], classes: usize| {
        let dictionary = column.dictionary();
        let of_code: Vec<u32> = (0..dictionary.len() as u32)
            .map(|code| {
                let next = numbers.len() as u32;
                *numbers
                    .entry(dictionary.label(code).trim().to_lowercase())
                    .or_insert(next)
            })
            .collect();
        let mut sets = vec![BTreeSet::new(); classes];
        for (&class, code) in class_of.iter().zip(column.codes().iter()) {
            if Some(code) != dictionary.missing_code() {
                sets[class as usize].insert(of_code[code as usize]);
            }
        }
        sets
    };
    let first = gather(first, &matched.person_of_row, matched.person_rows.len());
    let second = gather(second, &matched.box_of_row, matched.box_rows.len());
    Sets { first, second }
}

struct Tally {
    found: Intersection,
    before: u64,
    after: u64,
}

impl Tally {
    fn new(name: &str, linked_by_identifier: bool) -> Self {
        let found = Intersection {
            attribute: name.to_owned(),
            linked_by_identifier,
            rows: 0,
            one_value: 0,
            disclosed: 0,
            disclosed_share: 0.0,
            narrowed: 0,
            empty: 0,
            disclosed_before: 0,
            mean_before: 0.0,
            mean_after: 0.0,
        };
        Tally {
            found,
            before: 0,
            after: 0,
        }
    }

    fn add(&mut self, one: &BTreeSet<u32>, other: &BTreeSet<u32>, rows: u64) {
        let left = one.intersection(other).count();
        let least = one.len().min(other.len());
        self.found.rows += rows;
        self.before += one.len() as u64 * rows;
        self.after += left as u64 * rows;
        self.found.disclosed_before += if one.len() == 1 { rows } else { 0 };
        self.found.one_value += if left == 1 { rows } else { 0 };
        match left {
            0 => self.found.empty += rows,
            1 if least > 1 => self.found.disclosed += rows,
            _ if left < least => self.found.narrowed += rows,
            _ => {}
        }
    }

    fn done(self) -> Intersection {
        let rows = self.found.rows.max(1) as f64;
        Intersection {
            disclosed_share: self.found.disclosed as f64 / rows,
            mean_before: self.before as f64 / rows,
            mean_after: self.after as f64 / rows,
            ..self.found
        }
    }
}
