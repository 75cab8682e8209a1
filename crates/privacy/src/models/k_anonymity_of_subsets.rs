//! k-anonymity of every few quasi-identifiers: whoever knows any m of them finds nobody among fewer than k rows.
//!
//! **Paper** hundepool2012 (section 3.3.3, local suppression for all combinations of m); templ2015 · **Counters** linking by somebody who knows
//! at most m quasi-identifiers of a person · **Monotone** yes · **Does not counter** who knows more of them: weaker than
//! k-anonymity where there are more than m.
//!
//! A suppressed cell is a value of its own, as in k-anonymity: combinations with `*` have k rows too. k rows for each m mean k rows
//! for fewer, whose keys are unions of these.
//!
//! While searching, classes are judged as by k-anonymity: a class of k rows is safe here as well. Who counts on the weaker reading says
//! so to the verifier, which looks at the result.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Requirement,
};
use crate::released_classes::ReleasedClasses;

/// At least `k` rows for each combination of values of any `size` quasi-identifiers.
#[derive(Debug, Clone, Copy)]
pub struct KAnonymityOfSubsets {
    /// Rows of the rarest combination.
    pub k: u64,
    /// How many quasi-identifiers an attacker knows.
    pub size: usize,
}

impl Model for KAnonymityOfSubsets {
    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= self.k
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        self.k
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        let rows = released.rows_of_subsets(self.size);
        rows.iter()
            .enumerate()
            .filter(|(_, rows)| **rows < self.k)
            .map(|(class, _)| class)
            .collect()
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "k-anonymity-of-subsets",
    name: "k-anonymity",
    statement: Text {
        en: "{k}-anonymity of every {size} quasi-identifiers",
        fr: "{k}-anonymat de tout groupe de {size} quasi-identifiants",
    },
    parameters: &[
        ModelParameter {
            name: "k",
            path: &["k"],
            value_name: "K",
            domain: ParameterDomain::Count {
                least: 1,
                useful: 2,
                start: 3,
                limit: Limit::Rows,
            },
            called: Text { en: "k", fr: "k" },
            title: None,
        },
        ModelParameter {
            name: "size",
            path: &["size"],
            value_name: "M",
            domain: ParameterDomain::Count {
                least: 1,
                useful: 1,
                start: 2,
                limit: Limit::Fixed {
                    most: f64::INFINITY,
                    allowed: Text {
                        en: "1 or more",
                        fr: "1 ou plus",
                    },
                },
            },
            called: Text {
                en: "the size of subsets",
                fr: "la taille des sous-ensembles",
            },
            title: None,
        },
    ],
    needs: ModelNeeds {
        labels: true,
        ..ModelNeeds::NOTHING
    },
    papers: &["hundepool2012", "templ2015"],
    target: None,
    build: |asked, _| {
        Box::new(KAnonymityOfSubsets {
            k: asked.count("k"),
            size: asked.count("size") as usize,
        })
    },
};

impl Requirement {
    /// k-anonymity of any `size` quasi-identifiers: weaker than k-anonymity, for methods that suppress cells.
    pub fn k_anonymity_of_subsets(k: u64, size: usize) -> Requirement {
        Requirement::new(
            &DESCRIPTOR,
            vec![ParameterValue::Count(k), ParameterValue::Count(size as u64)],
        )
    }
}
