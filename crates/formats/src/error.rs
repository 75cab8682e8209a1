//! What reading and writing can fail with.

use std::path::Path;

use bauta_table::Fault;

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
    #[error("{name}: {}", said(.source, "en"))]
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
    /// Our mistake: a state that cannot be, with what broke. Nothing was written.
    #[error(
        "something went wrong inside the program ({what}), so nothing was written; this is a bug, please report it"
    )]
    Internal {
        /// What broke, without data.
        what: String,
    },
}

impl Error {
    /// A file system error at a path.
    pub fn io(path: &Path, source: std::io::Error) -> Self {
        Error::Io {
            name: path.display().to_string(),
            source,
        }
    }

    /// Data faults of a source.
    pub fn data(source_name: impl ToString, faults: Vec<Fault>) -> Self {
        Error::Data {
            source_name: source_name.to_string(),
            faults,
            header: Vec::new(),
        }
    }

    /// The same fault with the header.
    pub(crate) fn with_header(self, names: &[String]) -> Self {
        match self {
            Error::Data {
                source_name,
                faults,
                ..
            } => Error::Data {
                source_name,
                faults,
                header: names.to_vec(),
            },
            other => other,
        }
    }

    /// The message in French.
    pub fn in_french(&self) -> String {
        match self {
            Error::Data { faults, .. } => faults
                .iter()
                .map(Fault::in_french)
                .collect::<Vec<_>>()
                .join("\n"),
            Error::Exists { name } => {
                format!(
                    "{name} existe déjà ; choisissez un autre nom, ou remplacez-le avec --force"
                )
            }
            Error::Io { name, source } => format!("{name} : {}", said(source, "fr")),
            Error::Database { name, problem } => format!("{name} : {problem}"),
            Error::Cancelled => "arrêté ; rien n'a été écrit".to_owned(),
            Error::Internal { what } => format!(
                "une erreur s'est produite dans le programme ({what}), rien n'a été écrit ; c'est un défaut, merci de le signaler"
            ),
            Error::Locator { what, hint } => format!("{what} ; {hint}"),
            Error::Unreadable {
                name,
                problem,
                hint,
            } => format!("{name} : {problem} ; {hint}"),
        }
    }

    /// Whether the request or the data are at fault (exit status 2) rather than a file, database or network (3).
    pub fn is_fault(&self) -> bool {
        matches!(
            self,
            Error::Locator { .. }
                | Error::Data { .. }
                | Error::Unreadable { .. }
                | Error::Exists { .. }
        )
    }
}

/// Result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

fn lines(faults: &[Fault]) -> String {
    faults
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

/// What the system says, in words that tell what to do; its own words where it says something rare.
fn said(source: &std::io::Error, language: &str) -> String {
    use std::io::ErrorKind::*;
    let (en, fr) = match source.kind() {
        NotFound => (
            "it does not exist; check the name and the folder",
            "il n'existe pas ; vérifiez le nom et le dossier",
        ),
        PermissionDenied | ReadOnlyFilesystem => (
            "permission denied; check the rights of the file and of its folder",
            "accès refusé ; vérifiez les droits du fichier et de son dossier",
        ),
        StorageFull | QuotaExceeded => (
            "the disk is full; make room, or write elsewhere",
            "le disque est plein ; faites de la place, ou écrivez ailleurs",
        ),
        FileTooLarge => (
            "the file would be larger than the system allows; write elsewhere, or raise the limit",
            "le fichier dépasserait la taille permise par le système ; écrivez ailleurs, ou relevez la limite",
        ),
        IsADirectory => (
            "it is a folder, not a file; name a file",
            "c'est un dossier, pas un fichier ; nommez un fichier",
        ),
        NotADirectory => (
            "a part of the path is a file, not a folder; check the path",
            "une partie du chemin est un fichier, pas un dossier ; vérifiez le chemin",
        ),
        BrokenPipe => ("nobody reads it any more", "plus personne ne le lit"),
        _ => return source.to_string(),
    };
    if language == "fr" {
        fr.to_owned()
    } else {
        en.to_owned()
    }
}
