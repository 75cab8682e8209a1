//! The way back: the person behind one pseudonym, for the holder of the correspondence table or the key.

use std::path::PathBuf;

use bauta_formats::Locator;
use bauta_methods::pseudonym::{self, FormatPreserving, Method};
use bauta_table::{Progress, Table};
use serde::Serialize;

use super::access_log::{self, Access};
use super::key_file::read_key;
use super::mapping;
use bauta_messages::{Error, Result};

/// What to look up, and where.
#[derive(Debug, Clone, Default)]
pub struct ReverseOptions {
    /// The pseudonym.
    pub pseudonym: String,
    /// Why it is looked up.
    pub reason: String,
    /// The log of re-identifications; by default beside the correspondence table or the key.
    pub log: Option<PathBuf>,
    /// How it was made.
    pub method: String,
    /// Name of the pseudonyms' column in the correspondence table.
    pub name: String,
    /// The correspondence table.
    pub mapping: Option<String>,
    /// The file of identities that decrypts it.
    pub identity: Option<PathBuf>,
    /// Or the file of the passphrase that does.
    pub passphrase_file: Option<PathBuf>,
    /// The key file, for format-preserving encryption.
    pub key_file: Option<PathBuf>,
}

/// Who is behind a pseudonym. It holds personal data: it is for standard output and nothing else.
#[derive(Serialize)]
pub struct Reversed {
    /// Each spelling of the person's identifiers: names of columns and values. Empty where the pseudonym is nobody's.
    pub persons: Vec<Vec<(String, String)>>,
}

/// Finds who is behind a pseudonym. Every look-up is in the log before it is answered.
///
/// # Errors
/// When neither the table nor the key that could tell is given, or they cannot be read; when there is no reason, or the log cannot be written.
pub fn reverse(options: &ReverseOptions, progress: &dyn Progress) -> Result<Reversed> {
    if options.reason.trim().is_empty() {
        return Err(Error::request(
            "a re-identification is logged with its reason; give one with --reason",
        ));
    }
    let found = looked_up(options, progress)?;
    let usual = || access_log::usual_place(options.mapping.as_deref(), options.key_file.as_deref());
    let log = options.log.clone().map_or_else(usual, Ok)?;
    let source = match (&options.mapping, &options.key_file) {
        (Some(place), _) if place.ends_with(".age") => place.clone(),
        // A locator is shown without the password that it may have.
        (Some(place), _) => place.parse::<Locator>()?.to_string(),
        (None, key) => key.iter().map(|it| it.display().to_string()).collect(),
    };
    let is_found = !found.persons.is_empty();
    Access::now(&options.reason, &options.pseudonym, &source, is_found).append(&log)?;
    Ok(found)
}

fn looked_up(options: &ReverseOptions, progress: &dyn Progress) -> Result<Reversed> {
    if let Some(place) = &options.mapping {
        let table = mapping::open(
            place,
            options.identity.as_deref(),
            options.passphrase_file.as_deref(),
            progress,
        )?;
        return look_up(&table, place, options);
    }
    let method = pseudonym::find(&options.method).map_err(|fault| vec![fault])?;
    match (method, &options.key_file) {
        (Method::FormatPreserving, Some(file)) => decrypted(&options.pseudonym, read_key(file)?),
        (Method::FormatPreserving, None) => Err(Error::request(
            "the key undoes format-preserving encryption; give its file with --key",
        )),
        (Method::KeyedHash | Method::Sha512Base64, _) => Err(Error::request(
            "a hash cannot be undone, not with the key either: only the correspondence table tells who is behind it; give it with --mapping",
        )),
        (Method::Sequential | Method::Random, _) => Err(Error::request(
            "only the correspondence table tells who is behind a number; give it with --mapping",
        )),
    }
}

fn look_up(table: &Table, place: &str, options: &ReverseOptions) -> Result<Reversed> {
    let Some((last, identifiers)) = table
        .attributes()
        .split_last()
        .filter(|(last, _)| last.name == options.name)
    else {
        return Err(Error::request(format!(
            "{place} is no correspondence table with a last column \"{}\"; give its name with --name",
            options.name
        )));
    };
    let code = (0..last.column.dictionary().len() as u32)
        .find(|&code| last.column.dictionary().label(code) == options.pseudonym.as_str());
    let rows = (0..table.rows()).filter(|&row| Some(last.column.codes().get(row)) == code);
    let person = |row: usize| {
        identifiers
            .iter()
            .map(|it| (it.name.clone(), it.column.label(row).into_owned()))
            .collect()
    };
    Ok(Reversed {
        persons: rows.map(person).collect(),
    })
}

fn decrypted(pseudonym: &str, key: bauta_methods::pseudonym::Key) -> Result<Reversed> {
    let wrong = || {
        Error::request(
            "this is no pseudonym of format-preserving encryption: too few digits and letters, or others than A-Z and 0-9",
        )
    };
    let value = FormatPreserving::new(&key)
        .ok_or_else(wrong)?
        .decrypt(pseudonym)
        .map_err(|_| wrong())?;
    Ok(Reversed {
        persons: vec![vec![("identifier".to_owned(), value)]],
    })
}
