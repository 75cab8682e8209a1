//! The risk of a survey: people are drawn from a population, and live in households.
//!
//! A table whose columns have the roles of a weight and of a household is measured by them, before and after each step and in its release. The risk of a row is
//! its individual risk ([`individual_risk`]) where there are weights, and one by the size of its class elsewhere; that of a household is found by
//! [`household_risk`].

use bauta_table::count::FrequencySet;
use bauta_table::{Role, Table};
use serde::Serialize;

use super::{
    HouseholdRisk, IndividualRisk, class_sizes_by_weight, household_risk, individual_risk,
};

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
        let quasi_identifiers = table.with_role(Role::QuasiIdentifier);
        let (set, class_of) = FrequencySet::count(table, &quasi_identifiers, &[]);
        let individual = weight.map(|column| {
            let dictionary = column.dictionary();
            let codes = 0..dictionary.len() as u32;
            let weight_of: Vec<f64> = codes
                .map(|code| dictionary.measure(code).unwrap_or(1.0))
                .collect();
            let (people, _) =
                class_sizes_by_weight(set.counts(), &class_of, (column, &weight_of), None);
            individual_risk(set.counts(), &people)
        });
        let household = household.map(|column| {
            let risk = |row: usize| {
                let class = class_of[row] as usize;
                match &individual {
                    Some(individual) => individual.of_class[class],
                    None => 1.0 / set.counts()[class] as f64,
                }
            };
            let of_row: Vec<u32> = column.codes().iter().collect();
            household_risk(of_row.iter().copied(), column.dictionary().len(), risk)
        });
        Some(SurveyRisk {
            individual,
            household,
        })
    }
}
