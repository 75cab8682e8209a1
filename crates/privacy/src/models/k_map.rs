//! k-map: every class of a release is matched by at least k persons of a population.
//!
//! **Paper** sweeney2001thesis · **Counters** linking a record to a person by somebody who does not know who is in the release ·
//! **Monotone** yes: classes of the population grow as well · **Does not counter** an attacker who knows that the person is
//! there; homogeneity.
//!
//! The population is a table of its own, recoded as the release is. A released class that the population lacks is matched by nobody,
//! and breaks it.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target,
};
use crate::disclosure::Measure;
use crate::released_classes::ReleasedClasses;

/// At least `k` rows of the population in each class.
#[derive(Debug, Clone, Copy)]
pub struct KMap {
    /// Persons of the population for the rarest class.
    pub k: u64,
}

impl Model for KMap {
    fn bounds(&self) -> Vec<(Measure, f64)> {
        vec![(Measure::HighestPopulationRisk, 1.0 / self.k.max(1) as f64)]
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.population >= self.k
    }

    fn absorbs(&self) -> bool {
        true
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        (0..released.len())
            .filter(|&class| released.population(class) < self.k)
            .collect()
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "k-map",
    name: "k-map",
    statement: Text {
        en: "{k}-map",
        fr: "{k}-map",
    },
    parameters: &[ModelParameter {
        name: "k",
        path: &["k-map"],
        value_name: "K",
        domain: ParameterDomain::Count {
            least: 1,
            useful: 2,
            start: 3,
            limit: Limit::Fixed {
                most: f64::INFINITY,
                allowed: Text {
                    en: "1 or more; 1 hides nobody, 3 to 10 are usual",
                    fr: "1 ou plus ; 1 ne cache personne, 3 à 10 sont courants",
                },
            },
        },
        called: Text {
            en: "the k of k-map",
            fr: "le k de k-map",
        },
        title: Some(Text {
            en: "People of the population (k)",
            fr: "Personnes de la population (k)",
        }),
    }],
    needs: ModelNeeds::POPULATION,
    papers: &["sweeney2001thesis"],
    target: Some(Target {
        key: "k-map",
        flag: "--k-map",
        purpose: Purpose::Found,
        usual: false,
        title: Text {
            en: "k-map",
            fr: "k-map",
        },
        help: Text {
            en: "k-map: every group of the release fits at least k people of the population. Weaker than k-anonymity; needs a table of the population and a technique that takes one level of each hierarchy.",
            fr: "k-map : chaque groupe de la version correspond à au moins k personnes de la population. Plus faible que le k-anonymat ; demande une table de la population et une technique qui prend un niveau de chaque hiérarchie.",
        },
    }),
    build: |asked, _| {
        Box::new(KMap {
            k: asked.count("k"),
        })
    },
};

impl Requirement {
    /// k-map.
    pub fn k_map(k: u64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Count(k)])
    }
}
