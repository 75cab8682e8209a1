//! Households: finding one member finds all of them.
//!
//! **Formula** 1 - Π (1 - r_i) over the members i, r being the risk of a member by itself, taken as independent of the others'.
//! **Source** `hundepool2012`, §3.3; every member of a household has the household's risk.

use bauta_table::Column;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use serde::Serialize;

use crate::released_classes::PeopleUnits;

/// Who lives where: a household of each row, and its members.
#[derive(Debug, Clone)]
pub struct Households {
    /// The household of each row.
    pub of_row: Vec<u32>,
    /// A row of each member: a person counts once in a household.
    pub members: Vec<u32>,
    /// How many numbers there are.
    pub count: usize,
}

impl Households {
    /// By the column that numbers them. A person without one lives alone.
    pub fn of(column: &Column, units: Option<&PeopleUnits>) -> Households {
        let missing = column.dictionary().missing_code();
        let person_of = |row: usize| match units {
            Some(units) => units.person_of_unit[units.of_row[row] as usize],
            None => row as u32,
        };
        let mut numbers: HashMap<(u32, u32), u32, FixedState> = HashMap::default();
        let mut known: HashMap<(u32, u32), (), FixedState> = HashMap::default();
        let (mut of_row, mut members) = (Vec::with_capacity(column.len()), Vec::new());
        for (row, code) in column.codes().iter().enumerate() {
            let person = person_of(row);
            let alone = if Some(code) == missing { person } else { 0 };
            let fresh = numbers.len() as u32;
            let household = *numbers.entry((code, alone)).or_insert(fresh);
            of_row.push(household);
            if known.insert((household, person), ()).is_none() {
                members.push(row as u32);
            }
        }
        Households {
            of_row,
            members,
            count: numbers.len(),
        }
    }

    /// Their risk, by that of the person of each row.
    pub fn risk(&self, risk_of_row: impl Fn(usize) -> f64) -> HouseholdRisk {
        let household_of = self.members.iter().map(|&row| self.of_row[row as usize]);
        household_risk(household_of, self.count, |member| {
            risk_of_row(self.members[member] as usize)
        })
    }
}

/// The risk of households.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct HouseholdRisk {
    /// How many households.
    pub households: u64,
    /// Members of the largest.
    pub largest: u64,
    /// The highest risk of one.
    pub max: f64,
    /// The mean risk over households.
    pub mean: f64,
    /// The mean risk over rows (people, where they have several), each having that of its household.
    pub mean_of_rows: f64,
    /// Rows that can be expected to be found: each with the risk of its household.
    pub expected: f64,
    /// The household risk of each household, by its number.
    #[serde(skip)]
    pub of_household: Vec<f64>,
}

/// The risk of households: `household_of` numbers that of each row, below `households`; `risk_of_row` is a row's own risk.
pub fn household_risk(
    household_of: impl Iterator<Item = u32> + Clone,
    households: usize,
    risk_of_row: impl Fn(usize) -> f64,
) -> HouseholdRisk {
    // Sums of logarithms: the product of thousands of factors must not vanish.
    let mut nobody = vec![0.0_f64; households];
    let mut members = vec![0_u64; households];
    for (row, household) in household_of.enumerate() {
        nobody[household as usize] += (-risk_of_row(row).clamp(0.0, 1.0)).ln_1p();
        members[household as usize] += 1;
    }
    let of_household: Vec<f64> = nobody.iter().map(|&nobody| -nobody.exp_m1()).collect();
    let inhabited = members.iter().filter(|&&members| members > 0).count();
    let rows: u64 = members.iter().sum();
    let expected: f64 = of_household
        .iter()
        .zip(&members)
        .map(|(risk, &members)| risk * members as f64)
        .sum();
    HouseholdRisk {
        households: inhabited as u64,
        largest: members.iter().copied().max().unwrap_or(0),
        max: of_household.iter().copied().fold(0.0, f64::max),
        mean: of_household.iter().sum::<f64>() / inhabited.max(1) as f64,
        mean_of_rows: expected / rows.max(1) as f64,
        expected,
        of_household,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // Two live together with 0.1 and 0.2; one alone with 0.5.
        let risks = [0.1, 0.5, 0.2];
        let found = household_risk([0, 1, 0].into_iter(), 2, |row| risks[row]);
        let together = 1.0 - 0.9 * 0.8;
        assert!(
            (found.max - 0.5).abs() < 1e-12 && (found.of_household[0] - together).abs() < 1e-12
        );
        assert!((found.mean - (together + 0.5) / 2.0).abs() < 1e-12);
        assert!((found.expected - (2.0 * together + 0.5)).abs() < 1e-12);
        assert_eq!((found.households, found.largest), (2, 2));
    }

    #[test]
    fn a_certain_member_makes_all_certain() {
        let found = household_risk(
            [0, 0, 0].into_iter(),
            1,
            |row| if row == 1 { 1.0 } else { 0.01 },
        );
        assert_eq!((found.max, found.mean_of_rows), (1.0, 1.0));
    }
}
