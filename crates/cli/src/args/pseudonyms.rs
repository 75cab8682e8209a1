//! Flags of pseudonyms, for `pseudonymize` and `anonymize` alike, and of keys.

use std::path::PathBuf;

use bauta::project::{MissingIdentifiers, Pseudonyms};
use clap::{Args, Subcommand};

use super::ReadingArgs;

/// Names a key file where `--key` does not.
pub const KEY_FILE: &str = "BAUTA_KEY_FILE";

/// What all commands that make pseudonyms share.
#[derive(Args, Clone)]
#[command(next_help_heading = "Pseudonyms")]
pub struct PseudonymOptions {
    /// The key file of keyed-hash, sha512-base64 (its salt) and format-preserving, and of --shift-dates; by default the one
    /// that the variable BAUTA_KEY_FILE names. `bauta key new FILE` makes one
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// The hash of keyed-hash: hmac-sha-256 (default) or blake3
    #[arg(long, value_name = "HASH")]
    pub hash: Option<String>,
    /// Send identifiers through Argon2id first (19 MiB, 2 passes each), where there are few possible ones
    #[arg(long)]
    pub slow: bool,
    /// What makes two spellings one person: nfkc, case, space, accents, dates; or none. Default nfkc,case,space; none for
    /// sha512-base64 and format-preserving
    #[arg(long, value_name = "WORD,…", value_delimiter = ',')]
    pub normalize: Option<Vec<String>>,
    /// Rows without any identifier: refuse, or own (a random pseudonym each)
    #[arg(long, default_value = "refuse", value_parser = missing, value_name = "POLICY")]
    pub missing_ids: MissingIdentifiers,
    /// Put the rows in random order before they are numbered, so that sequential numbers reveal no order
    #[arg(long)]
    pub shuffle: bool,
    /// Dates that move by a number of days of each person's own, the same in every file with the same key
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub shift_dates: Vec<String>,
    /// Most days that they move, forward or back
    #[arg(long, default_value_t = 365, value_name = "DAYS")]
    pub shift_days: u32,
    /// The record of an earlier run; refuses settings and keys with which the two files would not link
    #[arg(long, value_name = "FILE")]
    pub same_as: Option<String>,
    /// The least share of people, from 0 to 1, who must be in the run of --same-as too; at least one of them by default
    #[arg(long, value_name = "SHARE", requires = "same_as")]
    pub least_linked: Option<f64>,
    /// Where the correspondence table goes; keep it apart
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<String>,
    /// Encrypt the correspondence table for somebody: age1… (may be repeated)
    #[arg(long, value_name = "RECIPIENT")]
    pub mapping_recipient: Vec<String>,
    /// Encrypt or decrypt the correspondence table with the passphrase in a file
    #[arg(long, value_name = "FILE")]
    pub mapping_passphrase: Option<PathBuf>,
    /// Replace a correspondence table that is there (--force does not)
    #[arg(long)]
    pub force_mapping: bool,
}

impl PseudonymOptions {
    fn settings(&self, method: &str, name: &str) -> Pseudonyms {
        let text = |path: &PathBuf| path.display().to_string();
        Pseudonyms {
            method: method.to_owned(),
            name: name.to_owned(),
            mapping: self.mapping.clone(),
            recipients: self.mapping_recipient.clone(),
            passphrase_file: self.mapping_passphrase.as_ref().map(text),
            replace_mapping: self.force_mapping,
            key_file: self.key.as_ref().map(text).or_else(key_file_of_environment),
            hash: self.hash.clone(),
            slow: self.slow,
            normalize: self.normalize.clone(),
            missing_identifiers: self.missing_ids,
            shuffle: self.shuffle,
            shift_dates: self.shift_dates.clone(),
            shift_days: self.shift_days,
            same_as: self.same_as.clone(),
            least_linked: self.least_linked,
        }
    }
}

/// The key file that the environment names; a path, never a key.
pub fn key_file_of_environment() -> Option<String> {
    std::env::var(KEY_FILE).ok().filter(|path| !path.is_empty())
}

#[derive(Args, Clone)]
#[command(next_help_heading = "Pseudonyms")]
pub struct PseudonymArgs {
    /// How pseudonyms are made: random, sequential, keyed-hash, sha512-base64 or format-preserving
    #[arg(long, default_value = "random", value_name = "METHOD")]
    pub pseudonym: String,
    /// Name of the column that replaces the identifiers
    #[arg(long, default_value = "Pseudo", value_name = "NAME")]
    pub pseudonym_name: String,
    #[command(flatten)]
    pub options: PseudonymOptions,
}

impl PseudonymArgs {
    pub fn settings(&self) -> Pseudonyms {
        self.options.settings(&self.pseudonym, &self.pseudonym_name)
    }
}

#[derive(Args)]
#[command(
    override_usage = "bauta pseudonymize [OPTIONS] --id <COL,…> --output <OUT> <DATA>\n       \
                            bauta pseudonymize --reverse <PSEUDONYM> --mapping <FILE> --reason <TEXT>"
)]
pub struct PseudonymizeArgs {
    /// people.ods, people.ods#Sheet2, .xlsx, .csv, .tsv, .parquet, sqlite:file.db#table,
    /// postgres://user@host/db#schema.table, or - for CSV on standard input
    #[arg(value_name = "DATA", required_unless_present = "reverse")]
    pub data: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Identifiers, all replaced by one pseudonym; hashes take them in this order
    #[arg(
        long = "id",
        value_name = "COL,…",
        value_delimiter = ',',
        required_unless_present = "reverse"
    )]
    pub identifiers: Vec<String>,
    /// Columns to leave out
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub drop: Vec<String>,
    /// Columns that look like identifiers and stay as they are
    #[arg(long, value_name = "COL,…", value_delimiter = ',')]
    pub keep: Vec<String>,
    /// How pseudonyms are made: sequential, random, keyed-hash, sha512-base64 or format-preserving
    #[arg(long, default_value = "random", value_name = "METHOD")]
    pub method: String,
    /// Name of the column that replaces the identifiers
    #[arg(long, default_value = "Pseudo", value_name = "NAME")]
    pub name: String,
    #[command(flatten)]
    pub options: PseudonymOptions,
    /// Tell on standard output who is behind one pseudonym, by --mapping (with --identity or --mapping-passphrase where it
    /// is encrypted), or by --key for format-preserving
    #[arg(long, value_name = "PSEUDONYM", conflicts_with_all = ["data", "identifiers", "output"], requires = "reason")]
    pub reverse: Option<String>,
    /// Why the person behind the pseudonym is looked up; it is written to the log with your name and the time
    #[arg(long, value_name = "TEXT", requires = "reverse")]
    pub reason: Option<String>,
    /// The log of re-identifications; by default beside the correspondence table or the key
    #[arg(long, value_name = "FILE", requires = "reverse")]
    pub log: Option<PathBuf>,
    /// The identity file of age that decrypts the correspondence table, for --reverse
    #[arg(long, value_name = "FILE", requires = "reverse")]
    pub identity: Option<PathBuf>,
    /// Where to write
    #[arg(short, long, value_name = "OUT", required_unless_present = "reverse")]
    pub output: Option<String>,
    /// Method, normalisation, fingerprint of the key and counts as JSON, without any key
    #[arg(long, value_name = "FILE")]
    pub record: Option<String>,
    /// Write the rows in the order of the source, if that order reveals nothing about people; by default they are sorted by their
    /// published values
    #[arg(long)]
    pub keep_order: bool,
    /// Replace outputs that are there
    #[arg(long)]
    pub force: bool,
}

impl PseudonymizeArgs {
    pub fn settings(&self) -> Pseudonyms {
        self.options.settings(&self.method, &self.name)
    }
}

#[derive(Args)]
pub struct KeyArgs {
    #[command(subcommand)]
    pub action: KeyAction,
}

#[derive(Subcommand)]
pub enum KeyAction {
    /// Make a key file of 32 random bytes that only you may read
    New {
        /// The key file
        file: PathBuf,
    },
    /// Show a key's fingerprint: equal for equal keys, and tells nothing else
    Fingerprint {
        /// The key file
        file: PathBuf,
    },
}

fn missing(word: &str) -> Result<MissingIdentifiers, String> {
    match word {
        "refuse" => Ok(MissingIdentifiers::Refuse),
        "own" => Ok(MissingIdentifiers::Own),
        _ => Err("expected refuse or own".to_owned()),
    }
}
