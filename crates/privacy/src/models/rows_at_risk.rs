//! Rows at risk: few rows of a release have a risk above a threshold.
//!
//! **Paper** dankar2012 (thresholds on the share of records at risk) · **Counters** linking records to persons, but for a few ·
//! **Monotone** yes: merging lowers the risk of rows and leaves their number · **Does not counter** that one of the few is found.
//!
//! A statement about the whole release: the rows in classes whose risk (1 by their size) is above the threshold, by all rows.

use bauta_table::Text;

use super::{
    ClassSizes, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target, bounds,
};
use crate::released_classes::ReleasedClasses;

/// A share of at most `share` of rows whose risk is above `risk`.
#[derive(Debug, Clone, Copy)]
pub struct RowsAtRisk {
    /// The largest share of rows at risk.
    pub share: f64,
    /// The risk above which a row is at risk.
    pub risk: f64,
}

impl Model for RowsAtRisk {
    fn holds_for(&self, sizes: &ClassSizes) -> bool {
        let enough = bounds::rows_for(self.risk);
        sizes.rows_where(|rows| rows < enough) as f64
            <= self.share * sizes.rows() as f64 + bounds::SLACK
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
        let at_risk = released
            .sizes()
            .iter()
            .filter(|&&size| 1.0 / size as f64 > self.risk + bounds::SLACK);
        at_risk.sum::<u64>() as f64
            > self.share * released.sizes().iter().sum::<u64>() as f64 + bounds::SLACK
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "rows-at-risk",
    name: "the share of rows at risk",
    statement: Text {
        en: "share of rows above a risk of {risk}: {share}",
        fr: "part des lignes au-dessus d'un risque de {risk} : {share}",
    },
    parameters: &[
        ModelParameter {
            name: "share",
            path: &["rows-at-risk", "share"],
            value_name: "S",
            domain: ParameterDomain::Number {
                least: 0.0,
                above: false,
                start: 0.05,
                limit: Limit::Fixed {
                    most: 1.0,
                    allowed: bounds::SHARE,
                },
            },
            called: Text {
                en: "the share of rows at risk",
                fr: "la part de lignes à risque",
            },
            title: Some(Text {
                en: "Largest share of rows",
                fr: "Plus grande part des lignes",
            }),
        },
        ModelParameter {
            name: "risk",
            path: &["rows-at-risk", "risk"],
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
                en: "the risk of rows at risk",
                fr: "le risque des lignes à risque",
            },
            title: Some(Text {
                en: "Risk above which a row counts",
                fr: "Risque au-delà duquel une ligne compte",
            }),
        },
    ],
    needs: ModelNeeds::NOTHING,
    papers: &["dankar2012"],
    target: Some(Target {
        key: "rows-at-risk",
        flag: "--rows-at-risk",
        purpose: Purpose::Found,
        usual: false,
        title: Text {
            en: "Rows at risk",
            fr: "Lignes exposées",
        },
        help: Text {
            en: "At most a share of the rows may have a risk above a threshold.",
            fr: "Au plus une certaine part des lignes peut avoir un risque supérieur à un seuil.",
        },
    }),
    build: |asked, _| {
        Box::new(RowsAtRisk {
            share: asked.number("share"),
            risk: asked.number("risk"),
        })
    },
};

impl Requirement {
    /// A largest share of rows whose risk is above a threshold.
    pub fn rows_at_risk(share: f64, risk: f64) -> Requirement {
        Requirement::new(
            &DESCRIPTOR,
            vec![ParameterValue::Number(share), ParameterValue::Number(risk)],
        )
    }
}
