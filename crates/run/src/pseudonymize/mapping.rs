//! The correspondence table: who is who, in a file of its own, for its owner only, encrypted where asked for.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use age::secrecy::SecretString;
use bauta_formats::{FileFormat, Locator, ReadOptions, Staged, WriteOptions};
use bauta_table::{Fault, Progress, Table};
use zeroize::Zeroizing;

use super::key_file::read_secret;
use crate::places::Target;
use crate::project::Pseudonyms;
use crate::reading::cancelled;
use bauta_messages::Problems;
use bauta_messages::{Error, Result};

/// Where the correspondence table goes, and how.
pub enum Place {
    Plain(Locator),
    Encrypted { path: PathBuf, to: Readers },
}

/// Who can decrypt it.
pub enum Readers {
    Recipients(Vec<age::x25519::Recipient>),
    Passphrase(SecretString),
}

impl Place {
    /// The place that was asked for, if one was; what is wrong is noted.
    pub(super) fn new(settings: &Pseudonyms, problems: &mut Problems) -> Option<Place> {
        let readers = readers(settings, problems);
        let Some(text) = &settings.mapping else {
            if readers.is_some() {
                problems.push(Fault::Request(
                    "there is no correspondence table to encrypt; name one with --mapping, or leave out its encryption"
                        .into(),
                ));
            }
            return None;
        };
        let inner = text.strip_suffix(".age");
        let locator = problems.take(inner.unwrap_or(text).parse::<Locator>())?;
        match (readers, inner) {
            (None, None) => Some(Place::Plain(locator)),
            (None, Some(_)) => {
                problems.push(Fault::Request(
                    "a correspondence table that ends in .age is encrypted; say for whom: --mapping-recipient or --mapping-passphrase"
                        .into(),
                ));
                None
            }
            (Some(to), _) => match &locator {
                Locator::File {
                    path,
                    format: FileFormat::Csv,
                    ..
                } => {
                    let mut name = path.clone().into_os_string();
                    name.push(".age");
                    Some(Place::Encrypted {
                        path: name.into(),
                        to,
                    })
                }
                _ => {
                    problems.push(Fault::Request(
                        "an encrypted correspondence table is CSV inside; choose a name that ends in .csv".into(),
                    ));
                    None
                }
            },
        }
    }

    /// As a place among others.
    pub(super) fn target(&self) -> Target {
        match self {
            Place::Plain(locator) => Target::table(locator),
            Place::Encrypted { path, .. } => Target::text(path),
        }
    }

    /// Writes the table beside its place.
    pub(crate) fn stage(
        &self,
        table: &Table,
        replace: bool,
        progress: &dyn Progress,
    ) -> Result<Staged> {
        let options = WriteOptions {
            force: replace,
            private: true,
            ..WriteOptions::default()
        };
        match self {
            Place::Plain(locator) => {
                bauta_formats::stage(table, locator, &options, progress).map_err(cancelled)
            }
            Place::Encrypted { path, to } => {
                let plain = Zeroizing::new(
                    bauta_formats::csv::to_bytes(table, &options, progress).map_err(cancelled)?,
                );
                let bytes = to
                    .encrypt(&plain)
                    .map_err(|source| bauta_formats::Error::io(path, source))?;
                Ok(bauta_formats::stage_private(&bytes, path, replace)?)
            }
        }
    }
}

impl Readers {
    fn encrypt(&self, plain: &[u8]) -> std::io::Result<Vec<u8>> {
        let encryptor = match self {
            Readers::Passphrase(passphrase) => {
                age::Encryptor::with_user_passphrase(passphrase.clone())
            }
            Readers::Recipients(all) => {
                age::Encryptor::with_recipients(all.iter().map(|one| one as &dyn age::Recipient))
                    .map_err(std::io::Error::other)?
            }
        };
        let mut out = Vec::with_capacity(plain.len() + 512);
        let mut writer = encryptor
            .wrap_output(&mut out)
            .map_err(std::io::Error::other)?;
        writer.write_all(plain)?;
        writer.finish()?;
        Ok(out)
    }
}

fn readers(settings: &Pseudonyms, problems: &mut Problems) -> Option<Readers> {
    if !settings.recipients.is_empty() && settings.passphrase_file.is_some() {
        problems.push(Fault::Request(
            "the correspondence table is encrypted for recipients or with a passphrase, not both; leave out one".into(),
        ));
        return None;
    }
    if let Some(file) = &settings.passphrase_file {
        return problems
            .take(passphrase(Path::new(file)))
            .map(Readers::Passphrase);
    }
    let parsed: Vec<_> = settings
        .recipients
        .iter()
        .filter_map(|text| {
            let wrong = || {
                Error::request(format!(
                    "\"{text}\" is no recipient of age, which looks like age1…"
                ))
            };
            problems.take(
                text.trim()
                    .parse::<age::x25519::Recipient>()
                    .map_err(|_| wrong()),
            )
        })
        .collect();
    (!parsed.is_empty()).then_some(Readers::Recipients(parsed))
}

/// The first line of a file that only its owner may read.
fn passphrase(path: &Path) -> Result<SecretString> {
    let bytes = read_secret(path)?;
    let text = std::str::from_utf8(&bytes)
        .ok()
        .and_then(|text| text.lines().next())
        .unwrap_or_default();
    if text.chars().count() < 12 {
        let shown = path.display();
        return Err(Error::request(format!(
            "the passphrase in {shown} is too short; 12 characters are the least"
        )));
    }
    Ok(SecretString::from(text.to_owned()))
}

/// Reads a correspondence table again, decrypted with an identity file or a passphrase file.
pub(super) fn open(
    place: &str,
    identity: Option<&Path>,
    phrase: Option<&Path>,
    progress: &dyn Progress,
) -> Result<Table> {
    if !place.ends_with(".age") {
        let locator: Locator = place.parse()?;
        return Ok(
            bauta_formats::read(&locator, &ReadOptions::default(), progress)
                .map_err(cancelled)?
                .table,
        );
    }
    let identities: Vec<Box<dyn age::Identity>> = match (identity, phrase) {
        (Some(file), _) => identities(file)?,
        (None, Some(file)) => vec![Box::new(age::scrypt::Identity::new(passphrase(file)?))],
        (None, None) => {
            return Err(Error::request(format!(
                "the correspondence table {place} is encrypted; give --identity or --mapping-passphrase"
            )));
        }
    };
    let closed = || Error::request(format!("{place} cannot be decrypted with what was given"));
    let bytes = std::fs::read(place)
        .map_err(|source| bauta_formats::Error::io(Path::new(place), source))?;
    let decryptor = age::Decryptor::new_buffered(&bytes[..]).map_err(|_| closed())?;
    let mut reader = decryptor
        .decrypt(identities.iter().map(|one| &**one))
        .map_err(|_| closed())?;
    let mut plain = Zeroizing::new(Vec::new());
    reader.read_to_end(&mut plain).map_err(|_| closed())?;
    Ok(
        bauta_formats::csv::read_bytes(plain, place, &ReadOptions::default(), progress)
            .map_err(cancelled)?
            .table,
    )
}

/// The identities in a file of `age-keygen`.
fn identities(path: &Path) -> Result<Vec<Box<dyn age::Identity>>> {
    let bytes = read_secret(path)?;
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("AGE-SECRET-KEY-"));
    let found: Vec<Box<dyn age::Identity>> = lines
        .filter_map(|line| line.parse::<age::x25519::Identity>().ok())
        .map(|identity| Box::new(identity) as Box<dyn age::Identity>)
        .collect();
    if found.is_empty() {
        let shown = path.display();
        return Err(Error::request(format!(
            "{shown} holds no identity of age; age-keygen makes such a file"
        )));
    }
    Ok(found)
}
