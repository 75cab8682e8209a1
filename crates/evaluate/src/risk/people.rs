//! The population behind the classes: how large each one is there, and the risks that follow.

use bauta_privacy::estimate::pitman_parameters;
use bauta_privacy::risk::{
    Estimate, Estimator, IndividualRisk, PopulationRisk, Uniqueness, class_sizes_by_fraction,
    class_sizes_by_model, class_sizes_by_table, class_sizes_by_weight, individual_risk,
    population_risk, risk_bands, uniqueness,
};
use bauta_table::count::FrequencySet;
use bauta_table::{Fault, Table};

use super::classes::Classes;
use super::report::{PopulationReport, PopulationSource};
use super::request::{Population, Ready, RiskOptions};
use bauta_messages::Result;

/// The population, as far as it is known or estimated.
pub(super) struct People {
    pub source: PopulationSource,
    pub size: f64,
    /// X of each class.
    pub of_class: Vec<f64>,
    pub risk: PopulationRisk,
    pub individual: Option<IndividualRisk>,
    /// People here by people there.
    pub sampling_fraction: f64,
    /// Who is alone there; absent where a person may be in several classes, since estimators need each to be in one.
    pub uniqueness: Option<Uniqueness>,
    /// Classes whose weights add up to less than their rows.
    pub below: u64,
}

impl People {
    /// None where nothing is known; a fault where a class has fewer people than rows.
    pub fn of(ready: &Ready, options: &RiskOptions, classes: &Classes) -> Result<Option<People>> {
        let set = &classes.set;
        let counts = set.counts();
        let units = ready.units.as_ref();
        let people = units.map_or(set.rows(), |units| units.people as u64) as f64;
        // Where rows are not told to be one person's, a person may be in several classes.
        let overlap = units.is_some_and(|units| units.shown_by.is_none());
        let sizes = sizes_of(counts);
        if let Population::Table(everybody, places) = &ready.population {
            return People::of_table(ready, set, everybody, places).map(Some);
        }
        let known = match ready.population {
            Population::Size(size) => Some(size),
            _ => options.sampling_fraction.map(|fraction| people / fraction),
        };
        let (source, of_class, below) = match (&ready.weights, known) {
            (Some((index, weight_of)), _) => {
                let column = &ready.table.attributes()[*index].column;
                let own = units.map(|units| column.picked(&units.first_rows));
                let weights = (own.as_ref().unwrap_or(column), weight_of.as_slice());
                let rows_of = ready.table.weights();
                let (of_class, below) =
                    class_sizes_by_weight(counts, &classes.of_unit, weights, rows_of);
                (PopulationSource::Weights, of_class, below)
            }
            (None, Some(size)) if options.sampling_fraction.is_none() => {
                match pitman_parameters(&sizes).filter(|_| !overlap) {
                    Some(parameters) => (
                        PopulationSource::Model,
                        class_sizes_by_model(counts, parameters, size),
                        0,
                    ),
                    None => (
                        PopulationSource::SamplingFraction,
                        class_sizes_by_fraction(counts, people / size),
                        0,
                    ),
                }
            }
            (None, Some(size)) => (
                PopulationSource::SamplingFraction,
                class_sizes_by_fraction(counts, people / size),
                0,
            ),
            (None, None) => return Ok(None),
        };
        let weighed = || match (units, &ready.weights) {
            (Some(units), Some((index, weight_of))) => {
                let codes = ready.table.attributes()[*index].column.codes();
                let weight =
                    |unit: usize| weight_of[codes.get(units.first_rows[unit] as usize) as usize];
                units.highest(weight).into_iter().sum()
            }
            _ => of_class.iter().sum(),
        };
        let size = known.unwrap_or_else(weighed);
        let sampling_fraction = (people / size).min(1.0);
        Ok(Some(People {
            source,
            size,
            risk: population_risk(counts, &of_class),
            individual: Some(
                individual_risk(counts, &of_class).over_people(units, &classes.of_unit),
            ),
            sampling_fraction,
            uniqueness: (!overlap).then(|| uniqueness(&sizes, sampling_fraction)),
            of_class,
            below,
        }))
    }

    fn of_table(
        ready: &Ready,
        set: &FrequencySet,
        everybody: &Table,
        places: &[usize],
    ) -> Result<People> {
        let counts = set.counts();
        let found = class_sizes_by_table(
            set,
            (&ready.table, &ready.quasi_identifiers),
            (everybody, places),
        );
        let short = found
            .iter()
            .zip(counts)
            .filter(|(people, rows)| people < rows);
        let (classes, rows) = short.fold((0, 0), |(classes, all), (_, rows)| {
            (classes + 1, all + rows)
        });
        if classes > 0 {
            return Err(vec![Fault::Request(format!(
                "{classes} classes, of {rows} rows in all, have fewer people in the population table than rows here; it must hold everybody, recoded alike"
            ))]
            .into());
        }
        let size = everybody.rows() as f64;
        let (all, _) = FrequencySet::count(everybody, places, &[]);
        let alone = |counts: &[u64]| counts.iter().filter(|&&rows| rows == 1).count() as f64;
        let of_class: Vec<f64> = found.into_iter().map(|people| people as f64).collect();
        Ok(People {
            source: PopulationSource::Table,
            size,
            risk: population_risk(counts, &of_class),
            individual: None,
            sampling_fraction: (set.rows() as f64 / size).min(1.0),
            uniqueness: Some(Uniqueness {
                sampling_fraction: (set.rows() as f64 / size).min(1.0),
                pitman: None,
                zayatz: None,
                snb: None,
                chosen: Estimator::Exact,
                estimate: Estimate {
                    share: alone(all.counts()) / size,
                    standard_error: None,
                },
                sample_share: alone(counts) / set.rows().max(1) as f64,
            }),
            of_class,
            below: 0,
        })
    }

    pub fn report(&self, counts: &[u64]) -> PopulationReport {
        PopulationReport {
            source: self.source,
            size: self.size,
            smallest_class: self.risk.smallest,
            risk_distribution: risk_bands(counts, |class| 1.0 / self.of_class[class]),
            uniqueness: self.uniqueness.clone(),
        }
    }
}

/// How many classes of each size there are, ascending.
fn sizes_of(counts: &[u64]) -> Vec<(u64, u64)> {
    let mut sorted = counts.to_vec();
    sorted.sort_unstable();
    sorted
        .chunk_by(|a, b| a == b)
        .filter_map(|run| Some((*run.first()?, run.len() as u64)))
        .collect()
}
