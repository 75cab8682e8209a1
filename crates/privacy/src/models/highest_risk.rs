//! Highest prosecutor risk: nobody known to be in the release is found with a probability above a threshold.
//!
//! **Paper** dankar2012 (thresholds on class sizes); the statistics office's manual, section 4 · **Counters** linking a record
//! to a person · **Monotone** yes: classes only grow when they are merged · **Does not counter** homogeneity.
//!
//! The risk of a row is 1 by the size of its class: a threshold of 1/k is k-anonymity.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target, bounds,
};
use crate::disclosure::Measure;
use crate::released_classes::ReleasedClasses;

/// A risk of at most `risk` in each class.
#[derive(Debug, Clone, Copy)]
pub struct HighestRisk {
    /// The largest risk of a row.
    pub risk: f64,
}

impl Model for HighestRisk {
    fn bounds(&self) -> Vec<(Measure, f64)> {
        vec![(Measure::HighestRisk, self.risk)]
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= bounds::rows_for(self.risk)
    }

    fn absorbs(&self) -> bool {
        true
    }

    fn is_by_size(&self) -> bool {
        true
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        bounds::rows_for(self.risk)
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        (0..released.len())
            .filter(|&class| 1.0 / released.size(class) as f64 > self.risk + bounds::SLACK)
            .collect()
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "highest-risk",
    name: "the highest risk",
    statement: Text {
        en: "highest risk {risk}",
        fr: "risque maximal {risk}",
    },
    parameters: &[ModelParameter {
        name: "risk",
        path: &["max-risk"],
        value_name: "R",
        domain: ParameterDomain::Number {
            least: 0.0,
            above: true,
            start: 0.2,
            limit: Limit::Fixed {
                most: 1.0,
                allowed: bounds::RISK,
            },
        },
        called: Text {
            en: "the highest risk",
            fr: "le risque maximal",
        },
        title: None,
    }],
    needs: ModelNeeds::NOTHING,
    papers: &["dankar2012"],
    target: Some(Target {
        key: "max-risk",
        flag: "--max-risk",
        purpose: Purpose::Found,
        usual: false,
        title: Text {
            en: "Highest risk",
            fr: "Risque maximal",
        },
        help: Text {
            en: "Highest risk: nobody who is known to be in the release is found with a larger probability. 0.2 is that of a group of five.",
            fr: "Risque maximal : nul, même si l’on sait qu’il est dans la version publiée, n’est retrouvé avec une probabilité plus grande. 0,2 est celle d’un groupe de cinq.",
        },
    }),
    build: |asked, _| {
        Box::new(HighestRisk {
            risk: asked.number("risk"),
        })
    },
};

impl Requirement {
    /// A largest risk of every row.
    pub fn highest_risk(risk: f64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Number(risk)])
    }
}
