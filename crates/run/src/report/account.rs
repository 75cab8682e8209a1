//! The full account of a run, for people who must answer for it: what was done and why it is safe, before and after.

use serde::Serialize;

use super::{AttackResults, Report};
use crate::standing::Standing;

/// Everything that a report page shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Account {
    /// What the run tells about itself.
    #[serde(flatten)]
    pub report: Report,
    /// When the report was made, in universal time.
    pub date: String,
    /// The SHA-256 of the project, as a file without comments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_sha256: Option<String>,
    /// Whether the rows are in the order of the source.
    pub keep_order: bool,
    /// The roles of the attributes, by name.
    pub roles: Vec<(String, &'static str)>,
    /// The table as it came, identifiers replaced.
    pub before: Standing,
    /// The release, where it is one table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Standing>,
    /// What attacks on the release gave, where they were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacks: Option<AttackResults>,
    /// The method in words, with its papers.
    pub paragraph: Paragraph,
    /// The input's SHA-256, where it is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_sha256: Option<String>,
    /// Each output's SHA-256, where it is a file.
    pub output_sha256: Vec<Option<String>>,
    /// The files of an input that are several, each with its SHA-256.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub input_files: Vec<FileSum>,
    /// The same of the output.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output_files: Vec<FileSum>,
}

/// A file of several, and its SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileSum {
    /// Its name.
    pub file: String,
    /// Its SHA-256.
    pub sha256: String,
}

/// A method in words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Paragraph {
    /// Its name.
    pub title: String,
    /// What it does.
    pub summary: String,
    /// What its result guarantees.
    pub guarantees: String,
    /// Where it was published.
    pub papers: Vec<String>,
}

impl Account {
    /// The attributes in a role.
    pub(super) fn in_role(&self, role: &str) -> Vec<&str> {
        let own = self.roles.iter().filter(|(_, own)| *own == role);
        own.map(|(name, _)| name.as_str()).collect()
    }

    /// Whether classes and risks count people who have several rows, and not rows.
    pub(super) fn counts_people(&self) -> bool {
        let assessment = self.report.assessment.as_ref();
        assessment.is_some_and(|it| it.people.is_some())
    }

    /// The same account, its method in the words of a language (`en` or `fr`).
    #[must_use]
    pub fn in_language(mut self, language: &str) -> Account {
        if let Ok(technique) = bauta_methods::find(&self.report.method) {
            self.paragraph = Paragraph::of(technique, language);
        }
        self
    }
}

impl Paragraph {
    /// A technique, in a language (`en` or `fr`).
    pub(crate) fn of(technique: &dyn bauta_methods::Technique, language: &str) -> Self {
        let descriptor = technique.descriptor();
        Paragraph {
            title: descriptor.title.get(language).to_owned(),
            summary: descriptor.summary.get(language).to_owned(),
            guarantees: descriptor.guarantees.get(language).to_owned(),
            papers: descriptor
                .papers
                .iter()
                .map(|key| super::references::reference(key))
                .collect(),
        }
    }
}
