//! What reading and writing can fail with.

use std::path::Path;

use bauta_table::Fault;

use crate::locator::Locator;

/// What a function of this crate can fail with. No variant holds a cell's value, a password or a query with data in it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address is wrong; the user corrects it.
    #[error("{what}; {hint}")]
    Locator {
        /// What is wrong.
        what: String,
        /// What to do.
        hint: String,
    },
    /// The data are wrong: all faults that were found, each with its place.
    #[error("{}", lines(.faults))]
    Data {
        /// The source, as the user named it.
        source_name: String,
        /// Everything that was found.
        faults: Vec<Fault>,
        /// The header, where it could be read, so that the request can be checked against it all the same.
        header: Vec<String>,
    },
    /// The file is not what its name says, is damaged, is protected by a password, or unpacks to more than the limit.
    #[error("{name}: {problem}; {hint}")]
    Unreadable {
        /// The file.
        name: String,
        /// What is wrong with it.
        problem: String,
        /// What to do.
        hint: String,
    },
    /// The output exists and may not be replaced.
    #[error("{name} exists already; choose another name, or replace it with --force")]
    Exists {
        /// The output.
        name: String,
    },
    /// The file system failed.
    #[error("{name}: {source}")]
    Io {
        /// The file.
        name: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The database failed.
    #[error("{name}: {problem}")]
    Database {
        /// The database, without a password.
        name: String,
        /// What it says, without data.
        problem: String,
    },
    /// The user stopped it.
    #[error("stopped; nothing was written")]
    Cancelled,
}

impl Error {
    /// A file system error at a path.
    pub fn io(path: &Path, source: std::io::Error) -> Self {
        Error::Io { name: path.display().to_string(), source }
    }

    /// Data faults of a source.
    pub fn data(source_name: impl ToString, faults: Vec<Fault>) -> Self {
        Error::Data { source_name: source_name.to_string(), faults, header: Vec::new() }
    }

    /// The same fault with the header.
    pub(crate) fn with_header(self, names: &[String]) -> Self {
        match self {
            Error::Data { source_name, faults, .. } => Error::Data { source_name, faults, header: names.to_vec() },
            other => other,
        }
    }

    pub(crate) fn not_built(locator: &Locator, _sheet: Option<&str>) -> Self {
        Error::Locator {
            what: format!("{locator} cannot be used here"),
            hint: format!("choose a file that ends in one of {}", crate::FileFormat::EXTENSIONS),
        }
    }

    /// The message in French.
    pub fn in_french(&self) -> String {
        match self {
            Error::Data { faults, .. } => faults.iter().map(Fault::in_french).collect::<Vec<_>>().join("\n"),
            Error::Exists { name } => {
                format!("{name} existe déjà ; choisissez un autre nom, ou remplacez-le avec --force")
            }
            Error::Io { name, source } => format!("{name} : {source}"),
            Error::Database { name, problem } => format!("{name} : {problem}"),
            Error::Cancelled => "arrêté ; rien n'a été écrit".to_owned(),
            Error::Locator { what, hint } => format!("{what} ; {hint}"),
            Error::Unreadable { name, problem, hint } => format!("{name} : {problem} ; {hint}"),
        }
    }

    /// Whether the request or the data are at fault (exit status 2) rather than a file, database or network (3).
    pub fn is_fault(&self) -> bool {
        matches!(self, Error::Locator { .. } | Error::Data { .. } | Error::Unreadable { .. } | Error::Exists { .. })
    }
}

/// Result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

fn lines(faults: &[Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
