//! k-anonymity: every combination of quasi-identifiers that occurs, occurs at least k times.
//!
//! **Paper** samarati1998, sweeney2002kanonymity · **Counters** linking a record to a person · **Monotone** yes: classes
//! only grow when they are merged · **Does not counter** homogeneity: all k persons may share the sensitive value.
//!
//! k counts rows. One source words it with k different sensitive values, which its own examples do not satisfy; that
//! stricter reading is distinct l-diversity with l = k.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target,
};
use crate::disclosure::Measure;
use crate::released_classes::ReleasedClasses;

/// At least `k` rows in each class.
#[derive(Debug, Clone, Copy)]
pub struct KAnonymity {
    /// Rows in the smallest class.
    pub k: u64,
}

impl Model for KAnonymity {
    fn bounds(&self) -> Vec<(Measure, f64)> {
        vec![(Measure::HighestRisk, 1.0 / self.k.max(1) as f64)]
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= self.k
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn absorbs(&self) -> bool {
        true
    }

    fn is_by_size(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        self.k
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        (0..released.len())
            .filter(|&class| released.size(class) < self.k)
            .collect()
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "k-anonymity",
    name: "k-anonymity",
    statement: Text {
        en: "{k}-anonymity",
        fr: "{k}-anonymat",
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
    needs: ModelNeeds::NOTHING,
    papers: &["samarati1998", "sweeney2002kanonymity"],
    target: Some(Target {
        key: "k",
        flag: "-k",
        purpose: Purpose::Found,
        usual: true,
        title: Text {
            en: "Group size (k)",
            fr: "Taille des groupes (k)",
        },
        help: Text {
            en: "k-anonymity: everybody shares all their quasi-identifiers with at least k − 1 others, so nobody can be told apart within a group of k.",
            fr: "k-anonymat : chacun partage tous ses quasi-identifiants avec au moins k − 1 autres personnes ; dans un groupe de k, nul ne se distingue.",
        },
    }),
    build: |asked, _| {
        Box::new(KAnonymity {
            k: asked.count("k"),
        })
    },
};

impl Requirement {
    /// k-anonymity.
    pub fn k_anonymity(k: u64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Count(k)])
    }

    /// The k that is asked for, if this is k-anonymity.
    pub fn as_k_anonymity(&self) -> Option<u64> {
        (self.descriptor().id == DESCRIPTOR.id).then(|| self.count("k"))
    }
}
