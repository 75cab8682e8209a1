//! Entropy l-diversity: the values of each sensitive attribute are spread in every class as widely as l equally frequent ones.
//!
//! **Paper** machanavajjhala2007ldiversity · **Counters** homogeneity, background knowledge and, in part, probabilistic
//! inference · **Monotone** yes: entropy is concave, so that of a merged class is at least the mean of its parts' ·
//! **Does not counter** skewness (a class may differ much from the table) and similarity (l values may mean the same).
//!
//! The entropy is taken in bits over the known values and compared with log2 l; a class of exactly l equally frequent values
//! lies on the bound, so the comparison has a slack of 1e-9. A class without a known value has no diversity and fails.

use bauta_table::Text;

use super::bounds::SLACK;
use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target,
};
use crate::released_classes::ReleasedClasses;

/// Entropy of at least log2 `l` in each class.
#[derive(Debug, Clone, Copy)]
pub struct EntropyLDiversity {
    /// Equally frequent values that would have the least entropy allowed.
    pub l: f64,
}

impl Model for EntropyLDiversity {
    fn holds(&self, class: &Class<'_>) -> bool {
        let spread = |values: &Vec<(u32, u64)>| {
            let known: u64 = values.iter().map(|value| value.1).sum();
            let weighted: f64 = values
                .iter()
                .map(|&(_, count)| count as f64 * (count as f64).log2())
                .sum();
            known > 0 && (known as f64).log2() - weighted / known as f64 >= self.l.log2() - SLACK
        };
        class.sensitive.iter().all(spread)
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        (self.l * (1.0 - SLACK)).ceil() as u64
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        let bits = |class: usize, s: usize| -> f64 {
            let total: u64 = released.counts(class, s).map(|(_, count)| count).sum();
            let shares = released
                .counts(class, s)
                .map(|(_, count)| count as f64 / total as f64);
            shares.map(|share| -share * share.log2()).sum()
        };
        let poor = |class: usize, s: usize| {
            released.distinct(class, s) == 0 || bits(class, s) + SLACK < self.l.log2()
        };
        (0..released.len())
            .filter(|&class| (0..released.sensitive_count()).any(|s| poor(class, s)))
            .collect()
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "entropy-l-diversity",
    name: "l-diversity",
    statement: Text {
        en: "entropy {l}-diversity",
        fr: "{l}-diversité entropique",
    },
    parameters: &[ModelParameter {
        name: "l",
        path: &["entropy-l"],
        value_name: "L",
        domain: ParameterDomain::Number {
            least: 1.0,
            above: false,
            start: 2.0,
            limit: Limit::SensitiveValues,
        },
        called: Text {
            en: "the l of entropy l-diversity",
            fr: "le l de la l-diversité entropique",
        },
        title: None,
    }],
    needs: ModelNeeds::SENSITIVE,
    papers: &["machanavajjhala2007ldiversity"],
    target: Some(Target {
        key: "entropy-l",
        flag: "--entropy-l",
        purpose: Purpose::Learned,
        usual: false,
        title: Text {
            en: "Entropy l-diversity",
            fr: "l-diversité par entropie",
        },
        help: Text {
            en: "Entropy l-diversity: the sensitive values of each group are also about equally frequent, spread as widely as l equally frequent ones.",
            fr: "l-diversité par entropie : les valeurs sensibles de chaque groupe sont aussi de fréquences proches, aussi étalées que l valeurs également fréquentes.",
        },
    }),
    build: |asked, _| {
        Box::new(EntropyLDiversity {
            l: asked.number("l"),
        })
    },
};

impl Requirement {
    /// Entropy l-diversity.
    pub fn entropy_l_diversity(l: f64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Number(l)])
    }
}
