//! Distinct l-diversity: every class has at least l different values of each sensitive attribute.
//!
//! **Paper** machanavajjhala2007ldiversity · **Counters** homogeneity and background knowledge · **Monotone** yes: merging
//! classes loses no value · **Does not counter** skewness: l values may be very unequally frequent.
//!
//! With several sensitive attributes each is judged by itself in the classes of the quasi-identifiers, and the least diverse
//! one decides. A missing sensitive value is no value: it does not add to the diversity.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target,
};
use crate::disclosure::Measure;
use crate::released_classes::ReleasedClasses;

/// At least `l` different sensitive values in each class.
#[derive(Debug, Clone, Copy)]
pub struct DistinctLDiversity {
    /// Values in the least diverse class.
    pub l: u64,
}

impl Model for DistinctLDiversity {
    fn bounds(&self) -> Vec<(Measure, f64)> {
        let none_is_certain = (self.l > 1).then_some((Measure::CertainValues, 0.0));
        none_is_certain.into_iter().collect()
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class
            .sensitive
            .iter()
            .all(|values| values.len() as u64 >= self.l)
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn absorbs(&self) -> bool {
        true
    }

    fn least_rows(&self) -> u64 {
        self.l
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        released.failing_where(|class, s| released.distinct(class, s) < self.l)
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "distinct-l-diversity",
    name: "l-diversity",
    statement: Text {
        en: "distinct {l}-diversity",
        fr: "{l}-diversité distincte",
    },
    parameters: &[ModelParameter {
        name: "l",
        path: &["l"],
        value_name: "L",
        domain: ParameterDomain::Count {
            least: 1,
            useful: 2,
            start: 2,
            limit: Limit::SensitiveValues,
        },
        called: Text { en: "l", fr: "l" },
        title: None,
    }],
    needs: ModelNeeds::SENSITIVE,
    papers: &["machanavajjhala2007ldiversity"],
    target: Some(Target {
        key: "l",
        flag: "-l",
        purpose: Purpose::Learned,
        usual: true,
        title: Text {
            en: "Different sensitive values (l)",
            fr: "Valeurs sensibles différentes (l)",
        },
        help: Text {
            en: "l-diversity: each group has at least l different sensitive values, so finding the group does not tell the value.",
            fr: "l-diversité : chaque groupe a au moins l valeurs sensibles différentes ; trouver le groupe n’apprend pas la valeur.",
        },
    }),
    build: |asked, _| {
        Box::new(DistinctLDiversity {
            l: asked.count("l"),
        })
    },
};

impl Requirement {
    /// Distinct l-diversity.
    pub fn distinct_l_diversity(l: u64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Count(l)])
    }

    /// The l that is asked for, if this is distinct l-diversity.
    pub fn as_distinct_l_diversity(&self) -> Option<u64> {
        (self.descriptor().id == DESCRIPTOR.id).then(|| self.count("l"))
    }
}
