//! Recursive (c,l)-diversity: in every class the most frequent value is less than c times as frequent as all values from the
//! l-th most frequent on together.
//!
//! **Paper** machanavajjhala2007ldiversity · **Counters** homogeneity, background knowledge (l - 2 values may be ruled out)
//! and probabilistic inference · **Monotone** yes: when classes are merged, the frequency of the first value grows by at
//! most the sum, and that of the tail by at least the sum · **Does not counter** skewness and similarity.
//!
//! With the counts r1 >= r2 >= … >= rm of a class: m >= l and r1 < c (rl + … + rm), strictly. Missing values are not counted.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target,
};
use crate::released_classes::ReleasedClasses;

/// The most frequent value is less than `c` times as frequent as the tail from the `l`-th on.
#[derive(Debug, Clone, Copy)]
pub struct RecursiveLDiversity {
    /// How many times as frequent the first value may be.
    pub c: f64,
    /// Where the tail begins.
    pub l: u64,
}

impl Model for RecursiveLDiversity {
    fn holds(&self, class: &Class<'_>) -> bool {
        let before_tail = self.l.saturating_sub(1) as usize;
        class.sensitive.iter().all(|values| {
            let mut counts: Vec<u64> = values.iter().map(|value| value.1).collect();
            counts.sort_unstable_by(|a, b| b.cmp(a));
            match (counts.first(), counts.get(before_tail..)) {
                (Some(&first), Some(tail)) => {
                    (first as f64) < self.c * tail.iter().sum::<u64>() as f64
                }
                _ => false,
            }
        })
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        self.l
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        let poor = |class: usize, s: usize| {
            let mut left: std::collections::BinaryHeap<u64> =
                released.counts(class, s).map(|(_, count)| count).collect();
            let Some(&most) = left.peek() else {
                return true;
            };
            for _ in 1..self.l.min(left.len() as u64 + 1) {
                left.pop();
            }
            left.is_empty() || most as f64 >= self.c * left.into_iter().sum::<u64>() as f64
        };
        (0..released.len())
            .filter(|&class| (0..released.sensitive_count()).any(|s| poor(class, s)))
            .collect()
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "recursive-l-diversity",
    name: "l-diversity",
    statement: Text {
        en: "recursive ({c}, {l})-diversity",
        fr: "({c}, {l})-diversité récursive",
    },
    parameters: &[
        ModelParameter {
            name: "c",
            path: &["recursive-l", "c"],
            value_name: "C",
            domain: ParameterDomain::Number {
                least: 0.0,
                above: true,
                start: 3.0,
                limit: Limit::Fixed {
                    most: f64::INFINITY,
                    allowed: Text {
                        en: "a number above 0; 2 to 5 are usual",
                        fr: "un nombre supérieur à 0 ; 2 à 5 sont courants",
                    },
                },
            },
            called: Text {
                en: "the c of recursive diversity",
                fr: "le c de la diversité récursive",
            },
            title: Some(Text {
                en: "Times as frequent (c)",
                fr: "Combien de fois plus fréquente (c)",
            }),
        },
        ModelParameter {
            name: "l",
            path: &["recursive-l", "l"],
            value_name: "L",
            domain: ParameterDomain::Count {
                least: 1,
                useful: 1,
                start: 2,
                limit: Limit::SensitiveValues,
            },
            called: Text {
                en: "the l of recursive diversity",
                fr: "le l de la diversité récursive",
            },
            title: Some(Text {
                en: "Counted from the value (l)",
                fr: "À partir de la valeur (l)",
            }),
        },
    ],
    needs: ModelNeeds::SENSITIVE,
    papers: &["machanavajjhala2007ldiversity"],
    target: Some(Target {
        key: "recursive-l",
        flag: "--recursive",
        purpose: Purpose::Learned,
        usual: false,
        title: Text {
            en: "Recursive (c,l)-diversity",
            fr: "(c,l)-diversité récursive",
        },
        help: Text {
            en: "Recursive (c,l)-diversity: the most frequent sensitive value of a group is less than c times as frequent as all from the l-th on together, so that no value stands out.",
            fr: "(c,l)-diversité récursive : la valeur sensible la plus fréquente d’un groupe l’est moins de c fois plus que toutes celles à partir de la l-ième réunies ; aucune valeur ne domine.",
        },
    }),
    build: |asked, _| {
        Box::new(RecursiveLDiversity {
            c: asked.number("c"),
            l: asked.count("l"),
        })
    },
};

impl Requirement {
    /// Recursive (c,l)-diversity.
    pub fn recursive_l_diversity(c: f64, l: u64) -> Requirement {
        Requirement::new(
            &DESCRIPTOR,
            vec![ParameterValue::Number(c), ParameterValue::Count(l)],
        )
    }
}
