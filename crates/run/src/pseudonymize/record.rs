//! What is recorded of pseudonyms, without any key and any cell: enough to know whether two files link.

use std::path::Path;

use bauta_table::Fault;
use serde::{Deserialize, Serialize};

use super::sketch;
use bauta_messages::{Error, Result};

/// How pseudonyms were made.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct PseudonymRecord {
    /// The method.
    pub method: String,
    /// The hash, for a keyed hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The work of a slow hash: argon2id, memory, passes, lanes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slow: Option<String>,
    /// The steps of normalisation.
    pub normalize: Vec<String>,
    /// The identifiers, in the order that counts.
    pub fields: Vec<String>,
    /// Name of the attribute that replaced them.
    pub name: String,
    /// A keyed hash of a constant: equal for equal keys, and tells nothing about them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_fingerprint: Option<String>,
    /// Whether rows without any identifier were refused or got pseudonyms of their own.
    pub missing_identifiers: String,
    /// Whether the rows were shuffled.
    pub shuffled: bool,
    /// Dates that were shifted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shift_dates: Vec<String>,
    /// By at most so many days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift_days: Option<u32>,
    /// Different persons.
    pub persons: u64,
    /// Different ways of writing identifiers that became a person with another one by normalisation.
    pub merged_spellings: u64,
    /// Persons with several rows.
    pub persons_with_several_rows: u64,
    /// Rows without any identifier.
    pub rows_without_identifier: u64,
    /// The smallest hashes of the pseudonyms, at most 1024, by which a later run sees how many of its people this one has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sketch: Vec<String>,
}

/// A record of a run, of which only this part is read.
#[derive(Deserialize)]
struct Recorded {
    pseudonyms: PseudonymRecord,
}

impl PseudonymRecord {
    /// Reads the record of an earlier run.
    pub(crate) fn read(path: &Path) -> Result<PseudonymRecord> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| bauta_formats::Error::io(path, source))?;
        let recorded: Recorded = serde_json::from_str(&text).map_err(|_| {
            let shown = path.display();
            Error::request(format!(
                "{shown} is no record of pseudonyms; give the file that --record wrote"
            ))
        })?;
        Ok(recorded.pseudonyms)
    }

    /// Why the pseudonyms of this run would not match those of an earlier one, recorded in `file`.
    pub(crate) fn differences(&self, earlier: &PseudonymRecord, file: &str) -> Vec<Fault> {
        let pair = |ours: &Option<String>, theirs: &Option<String>| {
            let word = |it: &Option<String>| it.clone().unwrap_or_else(|| "-".to_owned());
            (word(ours), word(theirs))
        };
        let list = |words: &[String]| {
            if words.is_empty() {
                "none".to_owned()
            } else {
                words.join(",")
            }
        };
        // Files whose dates moved and files whose dates did not link all the same.
        let days = |days: Option<u32>| {
            days.or(self.shift_days)
                .or(earlier.shift_days)
                .map(|days| days.to_string())
        };
        let compared = [
            (
                "the method of pseudonyms differs from",
                (self.method.clone(), earlier.method.clone()),
            ),
            ("the hash differs from", pair(&self.hash, &earlier.hash)),
            (
                "the slow hash differs from",
                pair(&self.slow, &earlier.slow),
            ),
            (
                "the normalisation differs from",
                (list(&self.normalize), list(&earlier.normalize)),
            ),
            (
                "the number of identifiers differs from",
                (
                    self.fields.len().to_string(),
                    earlier.fields.len().to_string(),
                ),
            ),
            (
                "the key differs by its fingerprint from",
                pair(&self.key_fingerprint, &earlier.key_fingerprint),
            ),
            (
                "the number of days of shifts differs from",
                pair(&days(self.shift_days), &days(earlier.shift_days)),
            ),
        ];
        let differ = compared
            .into_iter()
            .filter(|(_, (ours, theirs))| ours != theirs);
        differ
            .map(|(what, (ours, theirs))| {
                Fault::Request(format!(
                    "{what} {file}: {theirs} there, {ours} here; the files would not link"
                ))
            })
            .collect()
    }
}

impl PseudonymRecord {
    /// How many people of this run an earlier one has, as a sentence; or the fault that they are fewer than the share that was asked for, and
    /// that there is none at all.
    pub(super) fn linkage(
        &self,
        earlier: &PseudonymRecord,
        file: &str,
        least: Option<f64>,
    ) -> std::result::Result<String, Fault> {
        let Some(linked) = sketch::linked(&self.sketch, &earlier.sketch) else {
            return Ok(format!(
                "how many people link with {file} cannot be told: it was written before this was recorded, or has no people"
            ));
        };
        let (found, compared) = (linked.found, linked.compared);
        let enough = linked.share() >= least.unwrap_or(f64::MIN_POSITIVE);
        if enough {
            return Ok(format!(
                "{found} of {compared} people that were compared link with {file}"
            ));
        }
        Err(Fault::Request(format!(
            "only {found} of {compared} people that were compared link with {file}; check that the identifiers are the same and written alike (--normalize nfkc,case,space,dates), or ask for less with --least-linked"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_that_unlinks_files_is_told() {
        let one = PseudonymRecord {
            method: "keyed-hash".into(),
            hash: Some("blake3".into()),
            normalize: vec!["nfkc".into()],
            fields: vec!["Nom".into()],
            key_fingerprint: Some("00".into()),
            ..PseudonymRecord::default()
        };
        let mut same = one.clone();
        same.fields = vec!["Name".into()];
        same.persons = 7;
        assert!(
            one.differences(&same, "r.json").is_empty(),
            "names of columns and counts may differ"
        );
        let other = PseudonymRecord {
            method: "sha512-base64".into(),
            slow: Some("argon2id".into()),
            shift_days: Some(3),
            ..PseudonymRecord::default()
        };
        assert_eq!(one.differences(&other, "r.json").len(), 6);
        let moved = PseudonymRecord {
            shift_days: Some(4),
            ..other.clone()
        };
        assert_eq!(moved.differences(&other, "r.json").len(), 1);
    }
}
