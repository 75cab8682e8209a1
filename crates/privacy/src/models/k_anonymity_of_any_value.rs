//! k-anonymity where a suppressed cell may be any value: at least k rows may be those of any person.
//!
//! **Paper** sweeney2002datafly (its account of local suppression) · **Counters** linking a record to a person, unless the reader
//! guesses what was suppressed · **Monotone** yes · **Does not counter** what k-anonymity does not; and a class with suppressed cells
//! may be a single row.
//!
//! While searching, classes are judged as by k-anonymity: a class of k rows is safe in either reading. Who counts on the weaker one
//! suppresses cells of the classes that fail, and the verifier looks at the result.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Requirement,
};
use crate::released_classes::ReleasedClasses;

/// At least `k` rows that agree with each class, where `*` agrees with everything.
#[derive(Debug, Clone, Copy)]
pub struct KAnonymityOfAnyValue {
    /// Rows that may be a person's, at the least.
    pub k: u64,
}

impl Model for KAnonymityOfAnyValue {
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
        released
            .agreeing()
            .iter()
            .enumerate()
            .filter(|(_, rows)| **rows < self.k)
            .map(|(class, _)| class)
            .collect()
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "k-anonymity-of-any-value",
    name: "k-anonymity",
    statement: Text {
        en: "{k}-anonymity, where a suppressed cell may be any value",
        fr: "{k}-anonymat, si une case supprimée peut être toute valeur",
    },
    parameters: &[ModelParameter {
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
    }],
    needs: ModelNeeds {
        labels: true,
        ..ModelNeeds::NOTHING
    },
    papers: &["sweeney2002datafly"],
    target: None,
    build: |asked, _| {
        Box::new(KAnonymityOfAnyValue {
            k: asked.count("k"),
        })
    },
};

impl Requirement {
    /// k-anonymity where a suppressed cell may be any value: weaker than k-anonymity, for methods that suppress cells.
    pub fn k_anonymity_of_any_value(k: u64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Count(k)])
    }
}
