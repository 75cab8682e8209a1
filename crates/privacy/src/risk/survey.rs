//! The risk of a survey: people are drawn from a population, and live in households.
//!
//! A table whose columns have the roles of a weight and of a household is measured by them, before and after each step and in its release. The risk of a row is
//! its individual risk ([`individual_risk`]) where there are weights, and one by the size of its class elsewhere; that of a household is found by
//! [`household_risk`](super::household_risk). Where people have several rows, classes have people, a person stands for as many others as the weight of any of
//! its rows says, and has the risk of the class in which it is easiest to find.

use bauta_table::count::FrequencySet;
use bauta_table::{Role, Table};
use serde::Serialize;

use super::{HouseholdRisk, Households, IndividualRisk, class_sizes_by_weight, individual_risk};
use crate::released_classes::PeopleUnits;

/// The risk of a survey.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SurveyRisk {
    /// By the weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub individual: Option<IndividualRisk>,
    /// Of households.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub household: Option<HouseholdRisk>,
}

impl SurveyRisk {
    /// Of a table in its roles; none without weights and households, or where its rows stand for several.
    pub fn of(table: &Table) -> Option<SurveyRisk> {
        let of_role = |role| {
            let index = table.with_role(role).into_iter().next()?;
            Some(&table.attributes()[index].column)
        };
        let (weight, household) = (of_role(Role::Weight), of_role(Role::Household));
        if table.weights().is_some() || (weight.is_none() && household.is_none()) {
            return None;
        }
        let units = PeopleUnits::of(table);
        let units = units.as_ref();
        let counted = units.map_or(table, |units| &units.table);
        let quasi_identifiers = counted.with_role(Role::QuasiIdentifier);
        let (set, class_of) = FrequencySet::count(counted, &quasi_identifiers, &[]);
        let individual = weight.map(|column| {
            let dictionary = column.dictionary();
            let codes = 0..dictionary.len() as u32;
            let weight_of: Vec<f64> = codes
                .map(|code| dictionary.measure(code).unwrap_or(1.0))
                .collect();
            let own = units.map(|units| column.picked(&units.first_rows));
            let weights = (own.as_ref().unwrap_or(column), weight_of.as_slice());
            let (people, _) = class_sizes_by_weight(set.counts(), &class_of, weights, None);
            individual_risk(set.counts(), &people).over_people(units, &class_of)
        });
        let household = household.map(|column| {
            let of_class = |class: usize| match &individual {
                Some(individual) => individual.of_class[class],
                None => 1.0 / set.counts()[class] as f64,
            };
            let risks = risk_of_rows(units, &class_of, of_class);
            Households::of(column, units).risk(|row| risks[row])
        });
        Some(SurveyRisk {
            individual,
            household,
        })
    }
}

/// The risk of the person of each row, by that of the classes; `class_of` is the class of each unit, or of each row where every row is a person of its own.
pub fn risk_of_rows(
    units: Option<&PeopleUnits>,
    class_of: &[u32],
    of_class: impl Fn(usize) -> f64,
) -> Vec<f64> {
    let Some(units) = units else {
        return class_of
            .iter()
            .map(|&class| of_class(class as usize))
            .collect();
    };
    let highest = units.highest(|unit| of_class(class_of[unit] as usize));
    let person = |&unit: &u32| highest[units.person_of_unit[unit as usize] as usize];
    units.of_row.iter().map(person).collect()
}
