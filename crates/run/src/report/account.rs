//! The full account of a run, for people who must answer for it: what was done and why it is safe, before and after.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::Report;
use super::standing::Standing;

/// Everything that a report page shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Account {
    /// What the run tells about itself.
    #[serde(flatten)]
    pub report: Report,
    /// The roles of the attributes, by name.
    pub roles: Vec<(String, &'static str)>,
    /// The table as it came, identifiers replaced.
    pub before: Standing,
    /// The release, where it is one table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Standing>,
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

/// The SHA-256 of a file, as digits; none where it cannot be read again (a pipe).
pub(crate) fn sha256(path: &Path) -> Option<String> {
    let file = File::open(path)
        .ok()
        .filter(|file| file.metadata().is_ok_and(|about| about.is_file()))?;
    digest(file).ok()
}

fn digest(mut from: impl Read) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match from.read(&mut buffer)? {
            0 => break,
            read => hasher.update(&buffer[..read]),
        }
    }
    Ok(hasher
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard's own example.
    #[test]
    fn a_file_is_known_by_its_sha256() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest(&b"abc"[..]).unwrap(), abc);
    }
}
