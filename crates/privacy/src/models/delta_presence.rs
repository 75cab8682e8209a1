//! δ-presence: for everybody in a population, the probability of being in the release lies between two bounds.
//!
//! **Paper** nergiz2007presence; thesis, section 3.4 · **Counters** table linkage: that somebody is in the release is itself
//! telling · **Monotone** yes: the ratio of a merged class lies between those of its parts · **Does not counter** linking or
//! inference about somebody known to be there.
//!
//! A person of the population is in the release with the probability of rows released by rows of the population in their class; the
//! population is a table of its own, recoded as the release is. With a lower bound above 0, classes of the population without a
//! released row (probability 0) break it: a statement about the whole. A released class that the population lacks is an
//! error, not a person: it breaks the model, and `check` names it.

use bauta_table::{Fault, Text};

use super::{
    Class, ClassSizes, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target, bounds,
};
use crate::disclosure::Measure;
use crate::released_classes::ReleasedClasses;

/// A probability between `min` and `max` for each person of the population.
#[derive(Debug, Clone, Copy)]
pub struct DeltaPresence {
    /// The least probability.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Model for DeltaPresence {
    fn bounds(&self) -> Vec<(Measure, f64)> {
        vec![(Measure::HighestPresence, self.max)]
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let (rows, all) = (class.size as f64, class.population as f64);
        class.population >= class.size
            && rows <= self.max * all + bounds::SLACK
            && rows + bounds::SLACK >= self.min * all
    }

    fn holds_for(&self, sizes: &ClassSizes) -> bool {
        self.min <= 0.0 || sizes.unreached() == 0
    }

    fn speaks_of_whole(&self) -> bool {
        self.min > 0.0
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        let outside = |&class: &usize| match released.population(class) {
            all if all < released.size(class) => true,
            all => {
                let probability = released.size(class) as f64 / all as f64;
                probability > self.max + bounds::SLACK || probability < self.min - bounds::SLACK
            }
        };
        (0..released.len()).filter(outside).collect()
    }

    fn breaks_whole(&self, released: &ReleasedClasses) -> bool {
        self.min > 0.0 && released.unreached() > 0
    }

    fn faults(&self) -> Vec<Fault> {
        let given = format!("({}, {})", self.min, self.max);
        let out_of_order = (self.min > self.max).then(|| Fault::OutOfRange {
            parameter: "δ-presence".into(),
            given,
            allowed: PROBABILITIES.en.into(),
        });
        out_of_order.into_iter().collect()
    }
}

/// What both bounds may be.
const PROBABILITIES: Text = Text {
    en: "two probabilities from 0 to 1, the lesser first",
    fr: "deux probabilités de 0 à 1, la plus petite d'abord",
};

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "delta-presence",
    name: "δ-presence",
    statement: Text {
        en: "({min}, {max})-presence",
        fr: "({min}, {max})-présence",
    },
    parameters: &[
        ModelParameter {
            name: "min",
            path: &["delta-presence", "min"],
            value_name: "MIN",
            domain: ParameterDomain::Number {
                least: 0.0,
                above: false,
                start: 0.0,
                limit: Limit::Fixed {
                    most: 1.0,
                    allowed: PROBABILITIES,
                },
            },
            called: Text {
                en: "δ-presence",
                fr: "la δ-présence",
            },
            title: Some(Text {
                en: "Least probability",
                fr: "Probabilité minimale",
            }),
        },
        ModelParameter {
            name: "max",
            path: &["delta-presence", "max"],
            value_name: "MAX",
            domain: ParameterDomain::Number {
                least: 0.0,
                above: false,
                start: 0.5,
                limit: Limit::Fixed {
                    most: 1.0,
                    allowed: PROBABILITIES,
                },
            },
            called: Text {
                en: "δ-presence",
                fr: "la δ-présence",
            },
            title: Some(Text {
                en: "Greatest probability",
                fr: "Probabilité maximale",
            }),
        },
    ],
    needs: ModelNeeds::POPULATION,
    papers: &["nergiz2007presence"],
    target: Some(Target {
        key: "delta-presence",
        flag: "--delta-presence",
        purpose: Purpose::Present,
        usual: false,
        title: Text {
            en: "δ-presence",
            fr: "δ-présence",
        },
        help: Text {
            en: "δ-presence: whether somebody of the population is in the release at all cannot be told, since the probability lies between two bounds. Needs a table of the population and a technique that takes one level of each hierarchy.",
            fr: "δ-présence : on ne peut dire si quelqu’un de la population figure dans la version, car la probabilité reste entre deux bornes. Demande une table de la population et une technique qui prend un niveau de chaque hiérarchie.",
        },
    }),
    build: |asked, _| {
        Box::new(DeltaPresence {
            min: asked.number("min"),
            max: asked.number("max"),
        })
    },
};

impl Requirement {
    /// A least and a greatest probability of everybody in the population to be in the release.
    pub fn delta_presence(min: f64, max: f64) -> Requirement {
        Requirement::new(
            &DESCRIPTOR,
            vec![ParameterValue::Number(min), ParameterValue::Number(max)],
        )
    }
}
