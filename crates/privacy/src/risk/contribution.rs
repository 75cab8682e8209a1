//! What each quasi-identifier adds to the risk: the same figures with all of them and without it.
//!
//! **Formula** with all quasi-identifiers and without one: k, rows alone in their class, mean prosecutor risk (classes / n). The
//! contribution is the share of the mean risk that goes away without it. Contributions do not add up to 1: attributes overlap.

use bauta_table::Table;
use bauta_table::count::{FrequencySet, KeyColumn, group};
use serde::Serialize;

use crate::released_classes::{Alike, PeopleUnits};

/// One quasi-identifier left out.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Contribution {
    /// Its name.
    pub attribute: String,
    /// Its different values, missing included.
    pub distinct: u64,
    /// Rows of the smallest class without it.
    pub k_without: u64,
    /// Rows alone in their class without it.
    pub uniques_without: u64,
    /// Classes without it.
    pub classes_without: u64,
    /// Mean prosecutor risk without it.
    pub mean_risk_without: f64,
    /// Share of the mean risk that goes away without it.
    pub contribution: f64,
}

/// Leaves out each quasi-identifier in turn; `names` in the order of the set's columns.
pub fn contributions(set: &FrequencySet, names: &[String]) -> Vec<Contribution> {
    let rows = set.rows().max(1) as f64;
    let all: Vec<KeyColumn<'_>> = (0..set.width())
        .map(|place| KeyColumn {
            codes: set.codes(place),
            map: None,
            distinct: set.distinct(place),
        })
        .collect();
    let without = |place: usize| {
        let mut columns = all.clone();
        columns.remove(place);
        let sizes = group(&columns, set.len()).sizes(Some(set.counts()));
        let mean = sizes.len() as f64 / rows;
        Contribution {
            attribute: names[place].clone(),
            distinct: set.distinct(place) as u64,
            k_without: sizes.iter().copied().min().unwrap_or(0),
            uniques_without: sizes.iter().filter(|&&size| size == 1).count() as u64,
            classes_without: sizes.len() as u64,
            mean_risk_without: mean,
            contribution: 1.0 - sizes.len() as f64 / set.len().max(1) as f64,
        }
    };
    (0..set.width()).map(without).collect()
}

/// The same where people have several rows, counted anew without each of the quasi-identifiers at these indices.
pub fn contributions_of_people(
    table: &Table,
    quasi_identifiers: &[usize],
    units: &PeopleUnits,
) -> Vec<Contribution> {
    let mean = |people: &[u64]| people.len() as f64 / people.iter().sum::<u64>().max(1) as f64;
    let people_by = |attributes: &[usize]| {
        let alike = Alike::by(table, attributes, units.shown_by.is_some());
        alike.map(|alike| alike.people).unwrap_or_default()
    };
    let whole = mean(&people_by(quasi_identifiers));
    let without = |place: usize| {
        let mut others = quasi_identifiers.to_vec();
        let attribute = &table.attributes()[others.remove(place)];
        let counts = attribute.column.codes();
        let counts = counts.counts(attribute.column.dictionary().len());
        let people = people_by(&others);
        let mean = mean(&people);
        Contribution {
            attribute: attribute.name.clone(),
            distinct: counts.iter().filter(|&&count| count > 0).count() as u64,
            k_without: people.iter().copied().min().unwrap_or(0),
            uniques_without: people.iter().filter(|&&people| people == 1).count() as u64,
            classes_without: people.len() as u64,
            mean_risk_without: mean,
            contribution: 1.0 - mean / whole.max(f64::MIN_POSITIVE),
        }
    };
    (0..quasi_identifiers.len()).map(without).collect()
}

#[cfg(test)]
mod tests {
    use bauta_table::count::FrequencySet;

    use super::*;

    /// Leaving a column out is counting without it.
    #[test]
    fn without_one_is_counting_the_others() {
        let table = bauta_testkit::random_table(3, 200, 4, 5, 2);
        let names: Vec<String> = (1..=4).map(|q| format!("q{q}")).collect();
        let (set, _) = FrequencySet::count(&table, &[0, 1, 2, 3], &[]);
        for (place, found) in contributions(&set, &names).into_iter().enumerate() {
            let others: Vec<usize> = (0..4).filter(|&other| other != place).collect();
            let (judge, _) = FrequencySet::count(&table, &others, &[]);
            assert_eq!(found.classes_without, judge.len() as u64);
            assert_eq!(Some(found.k_without), judge.counts().iter().copied().min());
            assert_eq!(
                found.uniques_without,
                judge.counts().iter().filter(|&&rows| rows == 1).count() as u64
            );
        }
    }

    #[test]
    fn alone_it_is_all_of_the_risk_but_that_of_one_class() {
        let table = bauta_testkit::random_table(3, 50, 1, 5, 2);
        let (set, _) = FrequencySet::count(&table, &[0], &[]);
        let found = &contributions(&set, &["q1".to_owned()])[0];
        assert_eq!((found.k_without, found.classes_without), (50, 1));
    }
}
