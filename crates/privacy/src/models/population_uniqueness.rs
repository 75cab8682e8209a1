//! Population uniqueness: few rows of a release are likely to be the only ones of their kind in the population.
//!
//! **Papers** dankar2012, hoshino2001, zayatz1991 (see [`estimate`](crate::estimate)) · **Counters** linking a record to a
//! person by somebody who does not know who is in the release · **Monotone** no: fewer rows alone may look like a population of more
//! kinds · **Does not counter** an attacker who knows that the person is there.
//!
//! A statement about the whole release: the estimated share of rows that are unique in the population, from the sizes of all
//! classes and the sampling fraction (released rows by rows of the population). Searching and verifying count classes each in
//! their own way; the estimate itself, a function of these counts, is one.

use bauta_table::Text;

use super::{
    ClassSizes, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target, bounds,
};
use crate::estimate::population_uniqueness;
use crate::released_classes::ReleasedClasses;

/// An estimated share of at most `share`.
#[derive(Debug, Clone, Copy)]
pub struct PopulationUniqueness {
    /// The largest estimated share of rows that are unique in the population.
    pub share: f64,
    /// Released rows by rows of the population.
    pub sampling_fraction: f64,
}

impl Model for PopulationUniqueness {
    fn holds_for(&self, sizes: &ClassSizes) -> bool {
        let sizes: Vec<(u64, u64)> = sizes.sizes().collect();
        population_uniqueness(&sizes, self.sampling_fraction) <= self.share + bounds::SLACK
    }

    /// Who is not alone in the sample is not alone in the population.
    fn enough_rows(&self) -> Option<u64> {
        Some(2)
    }

    fn absorbs(&self) -> bool {
        true
    }

    fn is_by_size(&self) -> bool {
        true
    }

    fn is_monotone(&self) -> bool {
        false
    }

    fn breaks_whole(&self, released: &ReleasedClasses) -> bool {
        let mut sizes = released.sizes().to_vec();
        sizes.sort_unstable();
        let runs = sizes
            .chunk_by(|a, b| a == b)
            .filter_map(|run| Some((*run.first()?, run.len() as u64)));
        population_uniqueness(&runs.collect::<Vec<_>>(), self.sampling_fraction)
            > self.share + bounds::SLACK
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "population-uniqueness",
    name: "population uniqueness",
    statement: Text {
        en: "population uniqueness {share}, sampling fraction {sampling_fraction}",
        fr: "unicité dans la population {share}, taux de sondage {sampling_fraction}",
    },
    parameters: &[
        ModelParameter {
            name: "share",
            path: &["population-uniqueness"],
            value_name: "S",
            domain: ParameterDomain::Number {
                least: 0.0,
                above: false,
                start: 0.01,
                limit: Limit::Fixed {
                    most: 1.0,
                    allowed: bounds::SHARE,
                },
            },
            called: Text {
                en: "the population uniqueness",
                fr: "l'unicité dans la population",
            },
            title: Some(Text {
                en: "Largest share of rows",
                fr: "Plus grande part des lignes",
            }),
        },
        ModelParameter {
            name: "sampling_fraction",
            path: &["sampling-fraction"],
            value_name: "F",
            domain: ParameterDomain::Number {
                least: 0.0,
                above: true,
                start: 0.1,
                limit: Limit::Fixed {
                    most: 1.0,
                    allowed: Text {
                        en: "a share above 0, up to 1: rows of the table by rows of the population",
                        fr: "une part supérieure à 0, jusqu'à 1 : lignes de la table sur lignes de la population",
                    },
                },
            },
            called: Text {
                en: "the sampling fraction",
                fr: "le taux de sondage",
            },
            title: Some(Text {
                en: "Rows of the table by rows of the population",
                fr: "Lignes de la table par ligne de la population",
            }),
        },
    ],
    needs: ModelNeeds {
        sampling_fraction: true,
        ..ModelNeeds::NOTHING
    },
    papers: &["dankar2012", "hoshino2001", "zayatz1991"],
    target: Some(Target {
        key: "population-uniqueness",
        flag: "--population-uniqueness",
        purpose: Purpose::Found,
        usual: false,
        title: Text {
            en: "Uniqueness in the population",
            fr: "Unicité dans la population",
        },
        help: Text {
            en: "At most this share of the rows is estimated to be unique among all people whom the table was drawn from.",
            fr: "Au plus cette part des lignes est estimée unique parmi toutes les personnes dont la table est issue.",
        },
    }),
    build: |asked, _| {
        Box::new(PopulationUniqueness {
            share: asked.number("share"),
            sampling_fraction: asked.number("sampling_fraction"),
        })
    },
};

impl Requirement {
    /// A largest share of rows that are estimated to be unique in the population.
    pub fn population_uniqueness(share: f64, sampling_fraction: f64) -> Requirement {
        Requirement::new(
            &DESCRIPTOR,
            vec![
                ParameterValue::Number(share),
                ParameterValue::Number(sampling_fraction),
            ],
        )
    }
}
