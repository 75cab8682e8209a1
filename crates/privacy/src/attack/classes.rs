//! The classes of a release and the sensitive values in each.

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::Table;
use bauta_table::count::FrequencySet;
use serde::Serialize;

use super::people::{person_of_row, shows_people};
use crate::released_classes::Alike;

/// How many classes are listed.
const LISTED: usize = 20;

/// Classes of rows with equal labels, and how often each has each value of one sensitive attribute. Where people have several rows, these are classes of people
/// (by all their rows, where a reader sees whose they are), and a person counts once for each value.
pub struct Classes {
    /// The sensitive attribute.
    pub attribute: String,
    /// Rows (people) of each class.
    pub rows: Vec<u64>,
    /// Those of each class whose value is known.
    pub known: Vec<u64>,
    /// The first row of each class, 0-based.
    pub first_rows: Vec<u64>,
    /// Codes and counts of each class, missing values left out.
    pub values: Vec<Vec<(u32, u64)>>,
    /// Rows (people) of each code in the whole release.
    pub overall: Vec<u64>,
    /// Those of the whole release whose value is known.
    pub overall_known: u64,
}

impl Classes {
    /// The classes of a release by its quasi-identifiers.
    pub fn of(released: &Table, quasi_identifiers: &[usize], sensitive: usize) -> Self {
        if let Some(classes) = Classes::of_people(released, quasi_identifiers, sensitive) {
            return classes;
        }
        let attribute = &released.attributes()[sensitive];
        let dictionary = attribute.column.dictionary();
        let (set, of_row) = FrequencySet::count(released, quasi_identifiers, &[sensitive]);
        let mut first_rows = vec![u64::MAX; set.len()];
        for (row, &class) in of_row.iter().enumerate() {
            first_rows[class as usize] = first_rows[class as usize].min(row as u64);
        }
        let known = |code: u32| Some(code) != dictionary.missing_code();
        let mut overall = vec![0; dictionary.len()];
        let values = (0..set.len()).map(|class| {
            let values = set.histograms()[0]
                .of(class)
                .filter(|(code, _)| known(*code));
            values.collect::<Vec<(u32, u64)>>()
        });
        let values: Vec<Vec<(u32, u64)>> = values.collect();
        values
            .iter()
            .flatten()
            .for_each(|&(code, rows)| overall[code as usize] += rows);
        let sum = |values: &Vec<(u32, u64)>| values.iter().map(|(_, count)| count).sum();
        Classes {
            known: values.iter().map(sum).collect(),
            overall_known: overall.iter().sum(),
            attribute: attribute.name.clone(),
            rows: set.counts().to_vec(),
            first_rows,
            values,
            overall,
        }
    }

    fn of_people(released: &Table, quasi_identifiers: &[usize], sensitive: usize) -> Option<Self> {
        let person_of_row = person_of_row(released)?;
        let alike = Alike::by(released, quasi_identifiers, shows_people(released))?;
        let attribute = &released.attributes()[sensitive];
        let missing = attribute.column.dictionary().missing_code();
        let mut first_rows = vec![u64::MAX; alike.people.len()];
        let mut counted: BTreeSet<(u32, u32, u32)> = BTreeSet::new();
        let mut having: BTreeSet<(u32, u32)> = BTreeSet::new();
        let rows = alike.class_of.iter().zip(attribute.column.codes().iter());
        for (row, ((&class, code), &person)) in rows.zip(&person_of_row).enumerate() {
            let first = &mut first_rows[class as usize];
            *first = (*first).min(row as u64);
            if Some(code) != missing {
                counted.insert((class, code, person));
                having.insert((class, person));
            }
        }
        let mut values: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); alike.people.len()];
        let mut overall: Vec<BTreeSet<u32>> =
            vec![BTreeSet::new(); attribute.column.dictionary().len()];
        for (class, code, person) in counted {
            *values[class as usize].entry(code).or_default() += 1;
            overall[code as usize].insert(person);
        }
        let mut known = vec![0; alike.people.len()];
        having
            .iter()
            .for_each(|(class, _)| known[*class as usize] += 1);
        let everybody: BTreeSet<u32> = having.into_iter().map(|(_, person)| person).collect();
        Some(Classes {
            attribute: attribute.name.clone(),
            rows: alike.people,
            known,
            first_rows,
            values: values
                .into_iter()
                .map(|it| it.into_iter().collect())
                .collect(),
            overall: overall.iter().map(|people| people.len() as u64).collect(),
            overall_known: everybody.len() as u64,
        })
    }

    /// Whether everybody in a class whose value is known has the same one, whatever other values people with several rows have besides.
    pub fn is_homogeneous(&self, class: usize) -> bool {
        let known = self.known[class];
        let mut values = self.values[class].iter();
        known > 0 && values.any(|(_, count)| *count == known)
    }

    /// The classes that satisfy something, and their rows.
    pub fn shares(&self, wanted: impl Fn(usize) -> bool) -> Shares {
        let chosen: Vec<usize> = (0..self.rows.len())
            .filter(|&class| wanted(class))
            .collect();
        let all: u64 = self.rows.iter().sum();
        let rows: u64 = chosen.iter().map(|&class| self.rows[class]).sum();
        let mut first_rows: Vec<u64> = chosen
            .iter()
            .map(|&class| self.first_rows[class] + 1)
            .collect();
        first_rows.sort_unstable();
        first_rows.truncate(LISTED);
        Shares {
            classes: chosen.len() as u64,
            rows,
            share: rows as f64 / all.max(1) as f64,
            first_rows,
        }
    }
}

/// Classes that fall to an attack.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Shares {
    /// How many.
    pub classes: u64,
    /// Their rows; people, where they have several.
    pub rows: u64,
    /// Their share of all.
    pub share: f64,
    /// The first row of some of them, 1-based.
    pub first_rows: Vec<u64>,
}
