//! The classes of a table, of rows or of people, and what they tell.

use std::collections::BTreeMap;

use bauta_privacy::risk::{
    ClassMeasures, Conformity, Contribution, affordable_size, conformity, contributions,
    contributions_of_people,
};
use bauta_privacy::{
    Finding, Measure, PeopleUnits, examine, findings_of_counts, findings_of_people,
};
use bauta_table::count::FrequencySet;

use super::names;
use super::request::{Ready, RiskOptions};

/// So many combinations of a subset of attributes and a tuple are looked at without being asked.
const SUDA_BUDGET: f64 = 6e7;
/// How many times as long a combination takes where people have several rows.
const LONGER: f64 = 8.0;

/// Classes; where people have several rows, they have people.
pub(super) struct Classes {
    /// The distinct combinations of what classes count.
    pub set: FrequencySet,
    /// The class of each unit, or of each row where every row is a person of its own.
    pub of_unit: Vec<u32>,
    /// The class of each row.
    pub of_row: Vec<u32>,
    /// Rows of each combination of quasi-identifiers, where people have several.
    row_sizes: Option<Vec<u64>>,
    pub l: BTreeMap<String, u64>,
    pub t: BTreeMap<String, f64>,
    /// Those in classes of two or more in which everybody has the same value, by sensitive attribute.
    pub determined: Vec<(String, u64)>,
    pub conformity: Conformity,
    pub findings: Vec<Finding>,
    pub contributions: Vec<Contribution>,
    /// Whether each class misses a target.
    misses: Vec<bool>,
}

impl Classes {
    pub fn of(ready: &Ready, options: &RiskOptions) -> Classes {
        match &ready.units {
            Some(units) => Classes::of_people(ready, units, options),
            None => Classes::of_rows(ready, options),
        }
    }

    fn of_rows(ready: &Ready, options: &RiskOptions) -> Classes {
        let table = &ready.table;
        let (set, of_unit) = FrequencySet::count(table, &ready.quasi_identifiers, &ready.sensitive);
        let measures = ClassMeasures::of(table, &set, &ready.sensitive);
        let least = measures.least();
        let determined = measures.diversity.iter();
        Classes {
            determined: determined
                .map(|found| (found.attribute.clone(), found.determined))
                .collect(),
            l: measures.l(),
            t: measures.t(),
            conformity: conformity(
                set.counts(),
                least.as_deref(),
                options.target_k,
                options.target_l,
            ),
            findings: findings_of_counts(table, &set, &ready.sensitive),
            contributions: contributions(&set, &names(ready)),
            misses: Vec::new(),
            row_sizes: None,
            of_row: of_unit.clone(),
            of_unit,
            set,
        }
    }

    /// Sizes and sensitive values are what the verifier finds, which counts people.
    fn of_people(ready: &Ready, units: &PeopleUnits, options: &RiskOptions) -> Classes {
        let table = &ready.table;
        let (set, of_unit) =
            FrequencySet::count(&units.table, &ready.counted_quasi_identifiers(), &[]);
        let found = examine(table, &[]);
        let verified = &found.classes;
        let least = verified.least_distinct();
        let (sizes, k, l) = (verified.sizes(), options.target_k, options.target_l);
        let of_row = units.of_row.iter().map(|&unit| of_unit[unit as usize]);
        let of_row: Vec<u32> = of_row.collect();
        // The verifier has numbered classes in its own order.
        let mut misses = vec![false; set.len()];
        for (class, &size) in sizes.iter().enumerate() {
            let uniform = least.as_ref().is_some_and(|least| least[class] < l);
            let own = of_row[verified.first_row(class) as usize] as usize;
            misses[own] = size < k || uniform;
        }
        let sensitive = verified.sensitive_names().iter().enumerate();
        Classes {
            l: found.l().into_iter().collect(),
            t: found.t().into_iter().collect(),
            determined: sensitive
                .map(|(s, name)| (name.clone(), verified.determined(s)))
                .collect(),
            conformity: conformity(sizes, least.as_deref(), k, l),
            findings: findings(ready),
            contributions: contributions_of_people(table, &ready.quasi_identifiers, units),
            misses,
            row_sizes: Some(verified.row_sizes().to_vec()),
            of_row,
            of_unit,
            set,
        }
    }

    /// Rows of each combination of quasi-identifiers.
    pub fn row_sizes(&self) -> &[u64] {
        self.row_sizes.as_deref().unwrap_or(self.set.counts())
    }

    /// Whether a class of people misses a target.
    pub fn misses(&self, class: usize) -> bool {
        self.misses[class]
    }

    /// The people who are in a class of some kind.
    pub fn people_where(&self, units: &PeopleUnits, is_wanted: impl Fn(usize) -> bool) -> u64 {
        let wanted = |unit: usize| f64::from(u8::from(is_wanted(self.of_unit[unit] as usize)));
        let people = units.highest(wanted).into_iter();
        people.filter(|&wanted| wanted > 0.0).count() as u64
    }

    /// The largest sets of attributes that special uniques can be looked for in quickly.
    pub fn affordable_size(&self, most: usize) -> usize {
        let (items, budget) = match self.row_sizes {
            Some(_) => (self.of_row.len(), SUDA_BUDGET / LONGER),
            None => (self.set.len(), SUDA_BUDGET),
        };
        affordable_size(self.set.width(), items, most, budget)
    }
}

/// What an attacker can do, as the assessment of a release has it: what a table tells by itself.
fn findings(ready: &Ready) -> Vec<Finding> {
    let compares = |it: &Finding| {
        matches!(
            it.measure,
            Measure::LargestDistance | Measure::HighestPresence
        )
    };
    let mut found = findings_of_people(&ready.table).unwrap_or_default();
    found.retain(|it| !compares(it));
    found
}
