//! Mean risk: on average over its rows, a release is linked to persons with at most a given probability.
//!
//! **Paper** dankar2012 (marketer risk); the statistics office's manual, section 4 · **Counters** linking many records, each as well as one can ·
//! **Monotone** yes: merging leaves fewer classes of as many rows · **Does not counter** that somebody is found: single rows may
//! be alone in their class.
//!
//! A statement about the whole release: number of classes by number of rows.

use bauta_table::Text;

use super::{
    ClassSizes, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target, bounds,
};
use crate::disclosure::Measure;
use crate::released_classes::ReleasedClasses;

/// A mean risk of at most `risk`.
#[derive(Debug, Clone, Copy)]
pub struct MeanRisk {
    /// The largest mean over rows.
    pub risk: f64,
}

impl Model for MeanRisk {
    fn bounds(&self) -> Vec<(Measure, f64)> {
        vec![(Measure::MeanRisk, self.risk)]
    }

    fn holds_for(&self, sizes: &ClassSizes) -> bool {
        sizes.classes() as f64 <= self.risk * sizes.rows() as f64 * (1.0 + bounds::SLACK)
    }

    fn enough_rows(&self) -> Option<u64> {
        Some(bounds::rows_for(self.risk))
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

    fn breaks_whole(&self, released: &ReleasedClasses) -> bool {
        let each_row = released
            .sizes()
            .iter()
            .map(|&size| size as f64 * (1.0 / size as f64))
            .sum::<f64>();
        let rows = released.sizes().iter().sum::<u64>() as f64;
        rows > 0.0 && each_row / rows > self.risk + bounds::SLACK
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "mean-risk",
    name: "the mean risk",
    statement: Text {
        en: "mean risk {risk}",
        fr: "risque moyen {risk}",
    },
    parameters: &[ModelParameter {
        name: "risk",
        path: &["mean-risk"],
        value_name: "R",
        domain: ParameterDomain::Number {
            least: 0.0,
            above: true,
            start: 0.1,
            limit: Limit::Fixed {
                most: 1.0,
                allowed: bounds::RISK,
            },
        },
        called: Text {
            en: "the mean risk",
            fr: "le risque moyen",
        },
        title: None,
    }],
    needs: ModelNeeds::NOTHING,
    papers: &["dankar2012"],
    target: Some(Target {
        key: "mean-risk",
        flag: "--mean-risk",
        purpose: Purpose::Found,
        usual: false,
        title: Text {
            en: "Mean risk",
            fr: "Risque moyen",
        },
        help: Text {
            en: "Mean risk: the probability that somebody who is known to be in the release is found, on average over all rows.",
            fr: "Risque moyen : la probabilité de retrouver quelqu’un dont on sait qu’il est dans la version publiée, en moyenne sur toutes les lignes.",
        },
    }),
    build: |asked, _| {
        Box::new(MeanRisk {
            risk: asked.number("risk"),
        })
    },
};

impl Requirement {
    /// A largest mean risk of all rows.
    pub fn mean_risk(risk: f64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Number(risk)])
    }
}
