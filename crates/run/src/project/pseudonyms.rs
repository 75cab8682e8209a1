//! How identifiers become pseudonyms, as a user declares it. There is a path of a key here, never a key.

use bauta_methods::pseudonym::{self, Method};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How identifiers become pseudonyms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Pseudonyms {
    /// random, sequential, keyed-hash, sha512-base64 or format-preserving.
    pub method: String,
    /// Name of the attribute that replaces all identifiers.
    pub name: String,
    /// Where the correspondence table goes; without it no correspondence is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mapping: Option<String>,
    /// Who may decrypt the correspondence table: age1…; it is then encrypted, and its name ends in .age.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recipients: Vec<String>,
    /// A file with the passphrase that encrypts the correspondence table, instead of recipients.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passphrase_file: Option<String>,
    /// Replace a correspondence table that is there.
    #[serde(skip_serializing_if = "is_false")]
    pub replace_mapping: bool,
    /// The file that holds the key; the key itself has no place here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_file: Option<String>,
    /// The hash of keyed-hash: hmac-sha-256 or blake3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Send identifiers through Argon2id first, where there are few possible ones.
    #[serde(skip_serializing_if = "is_false")]
    pub slow: bool,
    /// What is done to identifiers before they are compared or hashed: nfkc, case, space, accents, dates; or none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normalize: Option<Vec<String>>,
    /// Rows without any identifier: refuse, or own (a pseudonym of its own for each).
    pub missing_identifiers: MissingIdentifiers,
    /// Put the rows in random order before they are numbered, so that sequential numbers reveal no order.
    #[serde(skip_serializing_if = "is_false")]
    pub shuffle: bool,
    /// Dates that move by a number of days of each person's own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shift_dates: Vec<String>,
    /// Most days that they move, forward or back.
    pub shift_days: u32,
    /// The record of an earlier run whose pseudonyms these must match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// The least share of people, from 0 to 1, who must be in the earlier run too; at least one of them if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_linked: Option<f64>,
}

/// What happens to rows without any identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MissingIdentifiers {
    /// The run stops and says where they are.
    #[default]
    Refuse,
    /// Each gets a random pseudonym of its own.
    Own,
}

impl Default for Pseudonyms {
    fn default() -> Self {
        Pseudonyms {
            method: Method::Random.id().into(),
            name: "Pseudo".into(),
            mapping: None,
            recipients: Vec::new(),
            passphrase_file: None,
            replace_mapping: false,
            key_file: None,
            hash: None,
            slow: false,
            normalize: None,
            missing_identifiers: MissingIdentifiers::Refuse,
            shuffle: false,
            shift_dates: Vec::new(),
            shift_days: 365,
            same_as: None,
            least_linked: None,
        }
    }
}

impl Pseudonyms {
    /// Random pseudonyms of the same people, of which nobody keeps a correspondence: they need no key, unless dates are shifted with it. A
    /// method that does not exist stays, so that its name is reported.
    pub(crate) fn drawn_anew(&self) -> Pseudonyms {
        let Ok(method) = pseudonym::find(&self.method) else {
            return self.clone();
        };
        let usual = || {
            let words = method.usual_normalization().words();
            words.into_iter().map(str::to_owned).collect()
        };
        Pseudonyms {
            method: Method::Random.id().into(),
            name: self.name.clone(),
            normalize: Some(self.normalize.clone().unwrap_or_else(usual)),
            missing_identifiers: self.missing_identifiers,
            shift_dates: self.shift_dates.clone(),
            shift_days: self.shift_days,
            key_file: self.key_file.clone(),
            ..Pseudonyms::default()
        }
    }

    /// Every path, to be made relative to the project file.
    pub(super) fn paths(&mut self) -> impl Iterator<Item = &mut String> {
        let files = [
            &mut self.mapping,
            &mut self.passphrase_file,
            &mut self.key_file,
            &mut self.same_as,
        ];
        files.into_iter().flatten()
    }
}

fn is_false(value: &bool) -> bool {
    !value
}
