//! δ-disclosure privacy: in every class each sensitive value is almost as frequent as in the whole table, by their ratio.
//!
//! **Paper** brickell2008cost · **Counters** skewness and homogeneity: what a class tells beyond the table is bounded ·
//! **Monotone** yes: a merged class has shares between those of its parts · **Does not counter** linking a record to a
//! person; similarity is not looked at.
//!
//! For every class and every value of the table |log2(p/q)| < δ, strictly, with its share p in the class and q in the table. A
//! value of the table that a class lacks has p = 0 and breaks it, as in the paper (some tools look only at the values that are
//! there). Missing values are left out on both sides; a class without a known value shows no distribution and holds.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target, Whole, bounds,
};
use crate::released_classes::ReleasedClasses;

/// Ratios of shares below `2^delta` both ways.
pub struct DeltaDisclosure {
    delta: f64,
    /// For each sensitive attribute the share of each code.
    shares: Vec<Vec<f64>>,
}

impl DeltaDisclosure {
    /// Compared with this table.
    pub fn new(delta: f64, whole: &Whole) -> Self {
        DeltaDisclosure {
            delta,
            shares: whole.shares(),
        }
    }
}

impl Model for DeltaDisclosure {
    fn holds(&self, class: &Class<'_>) -> bool {
        let ratio = self.delta.exp2();
        let near = |(s, values): (usize, &Vec<(u32, u64)>)| {
            let Some(shares) = self.shares.get(s) else {
                return false;
            };
            let known = values.iter().map(|value| value.1).sum::<u64>() as f64;
            let all_there = values.len() == shares.iter().filter(|&&share| share > 0.0).count();
            let within = |&(code, count): &(u32, u64)| {
                let (p, q) = (
                    count as f64 / known,
                    shares.get(code as usize).copied().unwrap_or(0.0),
                );
                p < q * ratio * (1.0 - bounds::SLACK) && p * ratio * (1.0 - bounds::SLACK) > q
            };
            values.is_empty() || all_there && values.iter().all(within)
        };
        class.sensitive.iter().enumerate().all(near)
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn compares_with_table(&self) -> bool {
        true
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        released.failing_where(|class, s| {
            let known: u64 = released.counts(class, s).map(|(_, count)| count).sum();
            let told = |(number, count): (u32, u64)| {
                (count as f64 / known as f64 / released.whole_share(s, number))
                    .log2()
                    .abs()
            };
            let lacks = released.distinct(class, s) < released.whole_distinct(s);
            // On the bound is beyond it; rounding may put it just below.
            known > 0
                && (lacks
                    || released
                        .counts(class, s)
                        .map(told)
                        .any(|told| told >= self.delta - 2.0 * bounds::SLACK))
        })
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "delta-disclosure",
    name: "δ-disclosure privacy",
    statement: Text {
        en: "{delta}-disclosure privacy",
        fr: "{delta}-divulgation bornée",
    },
    parameters: &[ModelParameter {
        name: "delta",
        path: &["delta-disclosure"],
        value_name: "D",
        domain: ParameterDomain::Number {
            least: 0.0,
            above: true,
            start: 1.0,
            limit: Limit::Fixed {
                most: f64::INFINITY,
                allowed: bounds::TWICE,
            },
        },
        called: Text {
            en: "the δ of δ-disclosure",
            fr: "le δ de la δ-divulgation",
        },
        title: None,
    }],
    needs: ModelNeeds::SENSITIVE,
    papers: &["brickell2008cost"],
    target: Some(Target {
        key: "delta-disclosure",
        flag: "--delta-disclosure",
        purpose: Purpose::Learned,
        usual: false,
        title: Text {
            en: "δ-disclosure privacy",
            fr: "δ-divulgation",
        },
        help: Text {
            en: "δ-disclosure privacy: each sensitive value has nearly the same share in every group as in the table, up to a factor of 2 to the power of δ. Very strict.",
            fr: "δ-divulgation : chaque valeur sensible a presque la même part dans chaque groupe que dans la table, à un facteur 2 puissance δ près. Très strict.",
        },
    }),
    build: |asked, whole| Box::new(DeltaDisclosure::new(asked.number("delta"), whole)),
};

impl Requirement {
    /// δ-disclosure privacy.
    pub fn delta_disclosure(delta: f64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Number(delta)])
    }
}
