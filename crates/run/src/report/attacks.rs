//! Attacks on a release for its own report. Which attacks there are is known to the crate that measures them; the driver calls it on the verified
//! rows, before they are published.

use std::fmt;
use std::sync::Arc;

use bauta_documents::Block;
use bauta_table::{Progress, Table};
use serde::{Serialize, Serializer};

use crate::project::Project;
use crate::reading::Opened;
use bauta_messages::{Error, Result};

/// A verified release, and the table that it was made of.
pub struct AttackTarget<'a> {
    /// The project of the run.
    pub project: &'a Project,
    /// The table as it was read.
    pub original: &'a Opened,
    /// The released table.
    pub released: &'a Table,
    /// What readers call the table as it was read, and the released one.
    pub names: [&'a str; 2],
}

/// Measures attacks on a release.
pub type ReleaseAttack = fn(&AttackTarget<'_>, &dyn Progress) -> Result<AttackResults>;

/// What attacks on a release gave, as JSON and for people.
#[derive(Clone)]
pub struct AttackResults {
    json: serde_json::Value,
    /// In English and in French.
    sections: Arc<[Vec<Block>; 2]>,
    /// A sentence for each criterion, in English and in French.
    sentences: [Vec<String>; 2],
}

impl AttackResults {
    /// Results, how a report shows them in a language (`en` or `fr`), and what they come to: a sentence for each criterion.
    ///
    /// # Errors
    /// The results cannot be written as JSON.
    pub fn new(
        results: &impl Serialize,
        section: impl Fn(&str) -> Vec<Block>,
        sentences: impl Fn(&str) -> Vec<String>,
    ) -> Result<Self> {
        let json = serde_json::to_value(results)
            .map_err(|_| Error::internal("the results of attacks are JSON"))?;
        Ok(AttackResults {
            json,
            sections: Arc::new(["en", "fr"].map(section)),
            sentences: ["en", "fr"].map(sentences),
        })
    }

    /// The section of a report in a language (`en` or `fr`).
    pub(super) fn section(&self, language: &str) -> &[Block] {
        let [english, french] = self.sections.as_ref();
        if language == "fr" { french } else { english }
    }

    /// What the attacks come to, a sentence for each criterion, in a language (`en` or `fr`).
    pub(super) fn sentences(&self, language: &str) -> &[String] {
        let [english, french] = &self.sentences;
        if language == "fr" { french } else { english }
    }
}

impl Serialize for AttackResults {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

impl fmt::Debug for AttackResults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("AttackResults")
    }
}

impl PartialEq for AttackResults {
    fn eq(&self, other: &Self) -> bool {
        self.json == other.json
    }
}
