//! The assessment of a release: every figure that anybody is shown about it.
//!
//! It is computed once, from the released rows as a reader sees them, by what the verifier found in them. Commands, reports and pages
//! show its fields and compute nothing beside it. [`Finding`] says what an attacker can do, by kind of disclosure: *identity* (is a person's row found),
//! *attribute* (is something learnt of a person) and *membership* (is it learnt that a person is in the release). What is not known has no figure.

mod draft_loss;
mod figures;
mod finding;
mod verdict;

use bauta_table::count::FrequencySet;
use bauta_table::{Role, Table};
use serde::Serialize;

pub use draft_loss::draft_loss;
pub use figures::{Privacy, ProsecutorRisk, Risk, Utility};
pub use finding::{Finding, FoundBy};
pub use verdict::{ReleaseVerdict, Reservation, RiskChange, SurveyVerdict, VerdictLevel};

use crate::disclosure::Measure;
use crate::examine::{Examination, examine};
use crate::models::Requirement;
use crate::released_classes::Published;
use crate::utility::Losses;
use crate::utility::average_class_size::average_class_size;
use crate::utility::classification::classification;
use crate::utility::completeness::completeness;
use crate::utility::discernibility::{discernibility, with_suppression};

/// People who have several rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct People {
    /// How many there are.
    pub count: u64,
    /// The published column by which a reader sees which rows are one person's; people are then compared by all their rows together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown_by: Option<String>,
    /// Classes of people who cannot be told apart.
    pub classes: u64,
}

/// Every figure about a release.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Assessment {
    /// Rows of the release.
    pub rows: u64,
    /// People in it, where people have several rows; everything about risk then counts people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<People>,
    /// Rows of the original that were left out.
    pub suppressed_rows: u64,
    /// Equivalence classes: rows with the same quasi-identifiers.
    pub classes: u64,
    /// Buckets, where sensitive values are linked with these and not with rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buckets: Option<u64>,
    /// What was asked for, in words, and whether the verifier found it.
    pub guarantees: Vec<(String, bool)>,
    /// What an attacker can do, by kind of disclosure.
    pub findings: Vec<Finding>,
    /// What is guaranteed.
    pub privacy: Privacy,
    /// What an attacker may still find.
    pub risk: Risk,
    /// What was lost.
    pub utility: Utility,
    /// What it comes to.
    pub verdict: ReleaseVerdict,
    /// Sensitive attributes for which nothing was asked.
    #[serde(skip)]
    unprotected: Vec<String>,
    /// Number of quasi-identifiers.
    #[serde(skip)]
    quasi_identifiers: usize,
    /// People who can be expected to be found, by survey weights.
    #[serde(skip)]
    expected_found: Option<f64>,
    /// Whether a privacy model was asked for; edit rules are none.
    #[serde(skip)]
    asks_for_privacy: bool,
}

impl Assessment {
    /// What was found in a release of a table of `original_rows`; without them, in a table as it stands.
    pub fn of(found: &Examination, original_rows: Option<u64>) -> Self {
        let sizes = found.classes.row_sizes();
        let rows: u64 = sizes.iter().sum();
        let original = original_rows.unwrap_or(rows);
        let suppressed_rows = original.saturating_sub(rows);
        let (k, classes) = (found.k(), sizes.len() as u64);
        let people: u64 = found.classes.sizes().iter().sum();
        let share = found.classes.len() as f64 / people.max(1) as f64;
        let asked_k = found.requirements().iter().find_map(Requirement::asked_k);
        let mut guarantees: Vec<(String, bool)> = Vec::new();
        for line in &found.checked {
            if !guarantees.contains(line) {
                guarantees.push(line.clone());
            }
        }
        // All rows of a bucket may have the same value, whatever its size.
        let protects = found
            .requirements()
            .iter()
            .any(|asked| asked.needs_sensitive() && !asked.is_bucket_size());
        let sensitive = found.linked().sensitive_names().iter();
        Assessment {
            verdict: ReleaseVerdict::unknown(),
            unprotected: sensitive.filter(|_| !protects).cloned().collect(),
            quasi_identifiers: found.quasi_identifiers(),
            expected_found: found
                .survey()
                .and_then(|survey| Some(survey.individual.as_ref()?.expected)),
            asks_for_privacy: !found.requirements().is_empty(),
            rows,
            people: found.people().map(|count| People {
                count,
                shown_by: found.classes.shown_by().map(str::to_owned),
                classes: found.classes.len() as u64,
            }),
            suppressed_rows,
            classes,
            buckets: found.groups().map(|groups| groups.len() as u64),
            guarantees,
            findings: finding::of_examination(found),
            privacy: Privacy::of(found),
            risk: Risk {
                prosecutor: ProsecutorRisk {
                    max: if k > 0 { 1.0 / k as f64 } else { 0.0 },
                    mean: share,
                },
                marketer: share,
            },
            utility: Utility {
                discernibility: discernibility(sizes),
                discernibility_with_suppression: with_suppression(sizes, suppressed_rows, original),
                average_class_size: average_class_size(original, classes, asked_k.or(Some(k))),
                completeness: original_rows.and_then(|original| completeness(rows, original)),
                ..Utility::default()
            },
        }
        .judged()
    }

    fn judged(mut self) -> Self {
        self.verdict = ReleaseVerdict::of(&self);
        self
    }

    /// Sets the share of information that values lost although their labels look exact.
    #[must_use]
    pub fn with_hidden_loss(mut self, hidden: Option<f64>) -> Self {
        self.utility.hidden_loss = hidden;
        self.judged()
    }

    /// Sets what the release lost: on its quasi-identifiers, as its labels are read in terms of the original values, and by the majority of its
    /// classes, in the attribute of that name.
    #[must_use]
    pub fn with_losses(
        mut self,
        losses: Losses,
        published: &Published<'_>,
        label: Option<&str>,
    ) -> Self {
        self.utility.lose(losses);
        let original_rows = self.rows + self.suppressed_rows;
        self.utility.classification = classification(published, original_rows, label);
        self.judged()
    }

    /// Sets the figures of the original table beside those of the release.
    #[must_use]
    pub fn since(mut self, before: &[Finding]) -> Self {
        finding::beside(&mut self.findings, before);
        self.judged()
    }

    /// Whether everything that was asked for holds.
    pub fn holds(&self) -> bool {
        self.guarantees.iter().all(|(_, holds)| *holds)
    }

    /// Whether another look at the same release found the same rows, classes and sensitive values.
    pub fn agrees_with(&self, other: &Assessment) -> bool {
        let counts = |it: &Assessment| (it.rows, it.classes, it.buckets, it.privacy.k);
        counts(self) == counts(other)
            && self.privacy.l == other.privacy.l
            && self.guarantees == other.guarantees
    }

    /// Whether sensitive values are linked with buckets while quasi-identifiers are published as they are: then no statement about classes
    /// follows from the size of buckets.
    pub fn is_separated(&self) -> bool {
        self.buckets.is_some()
    }

    /// The largest figure of a measure over all attributes that it is about; none where it is not known.
    pub fn largest(&self, measure: Measure) -> Option<f64> {
        let own = self.findings.iter().filter(|it| it.measure == measure);
        own.filter_map(|it| it.after).reduce(f64::max)
    }
}

/// What an attacker can do with a table as it stands, by the counts of its quasi-identifiers.
pub fn findings_of_counts(table: &Table, set: &FrequencySet, sensitive: &[usize]) -> Vec<Finding> {
    finding::of_counts(table, set, sensitive)
}

/// What an attacker can do with a table as it stands, where people have several rows: none where every row is a person of its own.
pub fn findings_of_people(table: &Table) -> Option<Vec<Finding>> {
    let has_people = !table.with_role(Role::Person).is_empty();
    has_people.then(|| Assessment::of(&examine(table, &[]), None).findings)
}
