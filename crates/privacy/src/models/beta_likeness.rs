//! β-likeness: in every class no sensitive value is much more frequent than in the whole table, relative to its frequency.
//!
//! **Paper** cao2012beta · **Counters** skewness and homogeneity, rare values above all: what the table says of a value is a
//! measure of how much more a class may say · **Monotone** yes: a merged class has shares between those of its parts ·
//! **Does not counter** linking a record to a person; that a class *lacks* a value is not looked at.
//!
//! With a value's share p in the class and q in the table: where p > q, (p - q)/q <= β (*basic*); *enhanced*: <= min(β, -ln q), so
//! that frequent values are bounded too. Missing values are left out on both sides.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target, Whole, bounds,
};
use crate::released_classes::ReleasedClasses;

/// A relative gain of at most `beta` for each value.
pub struct BetaLikeness {
    beta: f64,
    enhanced: bool,
    /// For each sensitive attribute and code, the largest share that a class may have.
    most: Vec<Vec<f64>>,
}

impl BetaLikeness {
    /// Compared with this table.
    pub fn new(beta: f64, enhanced: bool, whole: &Whole) -> Self {
        let most = |q: f64| match (q > 0.0, enhanced) {
            (false, _) => 0.0,
            (true, false) => q * (1.0 + beta),
            (true, true) => q * (1.0 + beta.min(-q.ln()).max(0.0)),
        };
        let most = whole
            .shares()
            .into_iter()
            .map(|shares| shares.into_iter().map(most).collect())
            .collect();
        BetaLikeness {
            beta,
            enhanced,
            most,
        }
    }
}

impl Model for BetaLikeness {
    fn holds(&self, class: &Class<'_>) -> bool {
        let near = |(s, values): (usize, &Vec<(u32, u64)>)| {
            let known = values.iter().map(|value| value.1).sum::<u64>() as f64;
            let most = |code: u32| {
                self.most
                    .get(s)
                    .and_then(|most| most.get(code as usize))
                    .copied()
                    .unwrap_or(0.0)
            };
            values
                .iter()
                .all(|&(code, count)| count as f64 / known <= most(code) * (1.0 + bounds::SLACK))
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
            let known = released
                .counts(class, s)
                .map(|(_, count)| count)
                .sum::<u64>() as f64;
            released.counts(class, s).any(|(number, count)| {
                let q = released.whole_share(s, number);
                let gain = (count as f64 / known - q) / q;
                let bound = if self.enhanced {
                    self.beta.min(-q.ln())
                } else {
                    self.beta
                };
                gain > 0.0 && gain > bound + bounds::SLACK * (1.0 + bound)
            })
        })
    }
}

/// The declaration of basic β-likeness.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "beta-likeness",
    name: "β-likeness",
    statement: Text {
        en: "{beta}-likeness",
        fr: "{beta}-ressemblance",
    },
    parameters: &[ModelParameter {
        name: "beta",
        path: &["beta"],
        value_name: "B",
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
            en: "the β of β-likeness",
            fr: "le β de la β-ressemblance",
        },
        title: None,
    }],
    needs: ModelNeeds::SENSITIVE,
    papers: &["cao2012beta"],
    target: Some(Target {
        key: "beta",
        flag: "--beta",
        purpose: Purpose::Learned,
        usual: false,
        title: Text {
            en: "β-likeness",
            fr: "β-ressemblance",
        },
        help: Text {
            en: "β-likeness: no sensitive value gains more than β in a group, relative to its share in the table. 1 lets it be twice as frequent.",
            fr: "β-ressemblance : aucune valeur sensible ne gagne plus de β dans un groupe par rapport à sa part dans la table. Avec 1, elle peut y être deux fois plus fréquente.",
        },
    }),
    build: |asked, whole| Box::new(BetaLikeness::new(asked.number("beta"), false, whole)),
};

/// The declaration of enhanced β-likeness.
pub(super) static ENHANCED: ModelDescriptor = ModelDescriptor {
    id: "enhanced-beta-likeness",
    name: "β-likeness",
    statement: Text {
        en: "enhanced {beta}-likeness",
        fr: "{beta}-ressemblance renforcée",
    },
    parameters: &[ModelParameter {
        name: "beta",
        path: &["enhanced-beta"],
        value_name: "B",
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
            en: "the β of β-likeness",
            fr: "le β de la β-ressemblance",
        },
        title: None,
    }],
    needs: ModelNeeds::SENSITIVE,
    papers: &["cao2012beta"],
    target: Some(Target {
        key: "enhanced-beta",
        flag: "--enhanced-beta",
        purpose: Purpose::Learned,
        usual: false,
        title: Text {
            en: "Enhanced β-likeness",
            fr: "β-ressemblance renforcée",
        },
        help: Text {
            en: "Enhanced β-likeness: as β-likeness, and frequent values may gain even less, no more than the logarithm of their rarity.",
            fr: "β-ressemblance renforcée : comme la β-ressemblance, et les valeurs fréquentes peuvent gagner encore moins, pas plus que le logarithme de leur rareté.",
        },
    }),
    build: |asked, whole| Box::new(BetaLikeness::new(asked.number("beta"), true, whole)),
};

impl Requirement {
    /// β-likeness.
    pub fn beta_likeness(beta: f64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Number(beta)])
    }

    /// Enhanced β-likeness.
    pub fn enhanced_beta_likeness(beta: f64) -> Requirement {
        Requirement::new(&ENHANCED, vec![ParameterValue::Number(beta)])
    }
}
