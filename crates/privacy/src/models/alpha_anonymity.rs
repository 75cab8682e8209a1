//! (α,k)-anonymity without its k: in every class no sensitive value is more frequent than α.
//!
//! **Paper** wong2006alpha · **Counters** homogeneity: nobody's value is known with a confidence above α · **Monotone** yes: a
//! merged class has shares between those of its parts · **Does not counter** linking a record to a person (ask for k as well:
//! together they are the paper's model), skewness below α, similarity.
//!
//! The share is that among the known values of the class: rows with a missing value hide nobody. Every value of every sensitive
//! attribute is bounded; the paper also lets one value be named.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target, bounds,
};
use crate::disclosure::Measure;
use crate::released_classes::ReleasedClasses;

/// A share of at most `alpha` for each value.
#[derive(Debug, Clone, Copy)]
pub struct AlphaAnonymity {
    /// The largest share of a value in a class.
    pub alpha: f64,
}

impl Model for AlphaAnonymity {
    fn bounds(&self) -> Vec<(Measure, f64)> {
        vec![(Measure::HighestConfidence, self.alpha)]
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.sensitive.iter().all(|values| {
            let known: u64 = values.iter().map(|value| value.1).sum();
            let most = values.iter().map(|value| value.1).max().unwrap_or(0);
            most as f64 <= self.alpha * known as f64 * (1.0 + bounds::SLACK)
        })
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        released.failing_where(|class, s| {
            let known = released.known(class, s) as f64;
            released
                .counts(class, s)
                .any(|(_, count)| count as f64 / known > self.alpha + bounds::SLACK)
        })
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "alpha-anonymity",
    name: "(α,k)-anonymity",
    statement: Text {
        en: "no value above a share of {alpha}",
        fr: "aucune valeur au-dessus d'une part de {alpha}",
    },
    parameters: &[ModelParameter {
        name: "alpha",
        path: &["alpha"],
        value_name: "A",
        domain: ParameterDomain::Number {
            least: 0.0,
            above: true,
            start: 0.5,
            limit: Limit::Fixed {
                most: 1.0,
                allowed: Text {
                    en: "a share above 0, up to 1; 0.5 lets one value have half of a class",
                    fr: "une part supérieure à 0, jusqu'à 1 ; 0.5 laisse à une valeur la moitié d'une classe",
                },
            },
        },
        called: Text {
            en: "the α of (α,k)-anonymity",
            fr: "le α du (α,k)-anonymat",
        },
        title: None,
    }],
    needs: ModelNeeds::SENSITIVE,
    papers: &["wong2006alpha"],
    target: Some(Target {
        key: "alpha",
        flag: "--alpha",
        purpose: Purpose::Learned,
        usual: false,
        title: Text {
            en: "(α,k)-anonymity",
            fr: "(α,k)-anonymat",
        },
        help: Text {
            en: "(α,k)-anonymity, with k: no sensitive value has a larger share than α in any group. 0.5 lets one value have half of a group.",
            fr: "(α,k)-anonymat, avec k : aucune valeur sensible n’a une part plus grande que α dans un groupe. Avec 0,5, une valeur peut occuper la moitié d’un groupe.",
        },
    }),
    build: |asked, _| {
        Box::new(AlphaAnonymity {
            alpha: asked.number("alpha"),
        })
    },
};

impl Requirement {
    /// (α,k)-anonymity without its k.
    pub fn alpha_anonymity(alpha: f64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Number(alpha)])
    }
}
