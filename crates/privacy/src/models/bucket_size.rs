//! Bucket size: every sensitive value is linked with at least so many rows, any of which it may belong to.
//!
//! **Paper** xiao2006anatomy · **Counters** linking a sensitive value to one row, where sensitive values are published apart from the
//! rows of people · **Monotone** yes: buckets only grow when they are merged · **Does not counter** finding a person's row:
//! quasi-identifiers may be exact, so this is not k-anonymity; nor homogeneity: all rows of a bucket may share the value.
//!
//! Where a release links each value with its own row, the buckets are the equivalence classes, and this says as much as k-anonymity.

use bauta_table::Text;

use super::{
    Class, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter, ParameterDomain,
    ParameterValue, Purpose, Requirement, Target,
};
use crate::released_classes::ReleasedClasses;

/// At least `rows` rows in each bucket.
#[derive(Debug, Clone, Copy)]
pub struct BucketSize {
    /// Rows in the smallest bucket.
    pub rows: u64,
}

impl Model for BucketSize {
    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= self.rows
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
        self.rows
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        let sizes = released.sizes().iter().enumerate();
        let small = sizes.filter(|(_, rows)| **rows < self.rows);
        small.map(|(bucket, _)| bucket).collect()
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "bucket-size",
    name: "bucket size",
    statement: Text {
        en: "buckets of at least {rows} rows",
        fr: "paquets d'au moins {rows} lignes",
    },
    parameters: &[ModelParameter {
        name: "rows",
        path: &["bucket-size"],
        value_name: "ROWS",
        domain: ParameterDomain::Count {
            least: 1,
            useful: 2,
            start: 3,
            limit: Limit::Rows,
        },
        called: Text {
            en: "bucket-size",
            fr: "bucket-size",
        },
        title: None,
    }],
    needs: ModelNeeds::SENSITIVE,
    papers: &["xiao2006anatomy"],
    target: Some(Target {
        key: "bucket-size",
        flag: "--bucket-size",
        purpose: Purpose::Learned,
        usual: false,
        title: Text {
            en: "Rows per bucket",
            fr: "Lignes par paquet",
        },
        help: Text {
            en: "Bucket size: each sensitive value may belong to any of this many rows. It does not hide the rows themselves: where quasi-identifiers stay exact, a person's row can still be found.",
            fr: "Taille des paquets : chaque valeur sensible peut appartenir à n'importe laquelle d'autant de lignes. Les lignes elles-mêmes ne sont pas cachées : si les quasi-identifiants restent exacts, on peut retrouver la ligne d'une personne.",
        },
    }),
    build: |asked, _| {
        Box::new(BucketSize {
            rows: asked.count("rows"),
        })
    },
};

impl Requirement {
    /// Buckets of at least this many rows.
    pub fn bucket_size(rows: u64) -> Requirement {
        Requirement::new(&DESCRIPTOR, vec![ParameterValue::Count(rows)])
    }

    /// Whether it is about the size of buckets only.
    pub fn is_bucket_size(&self) -> bool {
        self.descriptor().id == DESCRIPTOR.id
    }
}
