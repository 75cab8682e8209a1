//! What a run can fail with. "The target cannot be reached" is not here: it is an answer.

use bauta_table::Fault;

use crate::french;

/// What a function of this crate can fail with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request or the data are wrong: everything that was found. The user mends it.
    #[error("{}", lines(.0))]
    Faults(Vec<Fault>),
    /// A file or a database.
    #[error(transparent)]
    Formats(#[from] bauta_formats::Error),
    /// An engine.
    #[error(transparent)]
    Engine(bauta_engines::Error),
    /// The verifier refused what a technique made: a bug of ours. Nothing was written.
    #[error(
        "the verifier refused the release that {method} made, so nothing was written; this is a bug, please report it ({})",
        .broken.join(", ")
    )]
    Refused {
        /// The technique.
        method: String,
        /// The guarantees that do not hold.
        broken: Vec<String>,
    },
    /// Answers, judgements, scales or knowledge are wrong: everything that was found. The user mends it.
    #[error(transparent)]
    Guide(bauta_guide::Faults),
    /// Things of different kinds at once.
    #[error("{}", several(.0))]
    Several(Vec<Error>),
    /// The operating system gave no randomness where a guarantee needs it.
    #[error("the operating system gives no randomness; nothing was written")]
    NoRandomness,
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

/// Whose move it is: what the exit status of the program and the HTTP status of the server follow from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request is wrong, or what it says of the data.
    Request,
    /// The data are wrong.
    Data,
    /// A file is not there.
    NotFound,
    /// A file, a database, the network or the operating system failed.
    Io,
    /// An engine does not answer, or broke off.
    Engine,
    /// The user stopped it.
    Cancelled,
    /// Our mistake.
    Internal,
}

impl ErrorKind {
    /// The exit status of the contract: 2 for a wrong request or wrong data, 3 for a file, database or network, and for our own
    /// mistakes, which the contract gives no number of their own; and what shells expect, 130, for a run that the user stopped.
    pub fn exit_status(self) -> u8 {
        match self {
            ErrorKind::Request | ErrorKind::Data => 2,
            ErrorKind::NotFound | ErrorKind::Io | ErrorKind::Engine | ErrorKind::Internal => 3,
            ErrorKind::Cancelled => 130,
        }
    }
}

/// Result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Whose move it is. Of several errors, the kind of the one that the user can mend first.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Faults(_) | Error::Guide(_) => ErrorKind::Request,
            Error::Formats(error) => kind_of_format(error),
            Error::Engine(bauta_engines::Error::Formats(error)) => kind_of_format(error),
            Error::Engine(bauta_engines::Error::Internal { .. })
            | Error::Refused { .. }
            | Error::Internal { .. } => ErrorKind::Internal,
            Error::Engine(error) if error.is_fault() => ErrorKind::Request,
            Error::Engine(_) => ErrorKind::Engine,
            Error::Several(errors) => errors
                .iter()
                .map(Error::kind)
                .min_by_key(|kind| kind.exit_status())
                .unwrap_or(ErrorKind::Request),
            Error::NoRandomness => ErrorKind::Io,
            Error::Cancelled => ErrorKind::Cancelled,
        }
    }

    /// The exit status of the program for it.
    pub fn exit_status(&self) -> u8 {
        self.kind().exit_status()
    }

    /// The message in a language (`en` or `fr`), a line a fault.
    pub fn lines(&self, language: &str) -> Vec<String> {
        let say = |fault: &Fault| {
            if language == "fr" {
                french::of_fault(fault)
            } else {
                fault.to_string()
            }
        };
        match self {
            Error::Faults(faults) => faults.iter().map(say).collect(),
            Error::Guide(faults) => faults.lines(language),
            Error::Formats(bauta_formats::Error::Data { faults, .. }) => {
                faults.iter().map(say).collect()
            }
            Error::Several(errors) => errors
                .iter()
                .flat_map(|error| error.lines(language))
                .collect(),
            Error::Formats(error) if language == "fr" => vec![french::of_error(error)],
            Error::Refused { method, broken } if language == "fr" => vec![format!(
                "le vérificateur a refusé la publication faite par {method}, rien n'a été écrit ; c'est un défaut du programme, merci de le signaler ({})",
                broken.join(", ")
            )],
            Error::Engine(error) if language == "fr" => vec![french::of_engine(error)],
            Error::NoRandomness if language == "fr" => {
                vec!["le système ne donne pas d'aléa ; rien n'a été écrit".to_owned()]
            }
            Error::Cancelled if language == "fr" => vec!["arrêté ; rien n'a été écrit".to_owned()],
            Error::Internal { what } if language == "fr" => vec![french::of_internal(what)],
            other => vec![other.to_string()],
        }
    }

    /// One request fault.
    pub fn request(sentence: impl Into<String>) -> Self {
        Error::Faults(vec![Fault::Request(sentence.into())])
    }

    /// Our mistake, with what broke.
    pub fn internal(what: impl Into<String>) -> Self {
        Error::Internal { what: what.into() }
    }
}

fn kind_of_format(error: &bauta_formats::Error) -> ErrorKind {
    match error {
        bauta_formats::Error::Cancelled => ErrorKind::Cancelled,
        bauta_formats::Error::Internal { .. } => ErrorKind::Internal,
        bauta_formats::Error::Data { .. } | bauta_formats::Error::Unreadable { .. } => {
            ErrorKind::Data
        }
        bauta_formats::Error::Io { source, .. }
            if source.kind() == std::io::ErrorKind::NotFound =>
        {
            ErrorKind::NotFound
        }
        error if error.is_fault() => ErrorKind::Request,
        _ => ErrorKind::Io,
    }
}

impl From<bauta_table::Error> for Error {
    fn from(error: bauta_table::Error) -> Self {
        match error {
            bauta_table::Error::Faults(faults) => Error::Faults(faults),
            other => Error::internal(other.to_string()),
        }
    }
}

impl From<Vec<Fault>> for Error {
    fn from(faults: Vec<Fault>) -> Self {
        Error::Faults(faults)
    }
}

impl From<bauta_engines::Error> for Error {
    fn from(error: bauta_engines::Error) -> Self {
        match error {
            bauta_engines::Error::Formats(bauta_formats::Error::Cancelled) => Error::Cancelled,
            bauta_engines::Error::Formats(error) => Error::Formats(error),
            other => Error::Engine(other),
        }
    }
}

impl From<bauta_graph::Error> for Error {
    fn from(error: bauta_graph::Error) -> Self {
        match error {
            bauta_graph::Error::Faults(faults) => Error::Faults(faults),
            bauta_graph::Error::Io(source) => Error::Formats(bauta_formats::Error::Io {
                name: "graph".to_owned(),
                source,
            }),
            bauta_graph::Error::Refused(broken) => Error::Refused {
                method: "graph anonymize".to_owned(),
                broken,
            },
            bauta_graph::Error::NoRandomness => Error::NoRandomness,
            bauta_graph::Error::Cancelled => Error::Cancelled,
            bauta_graph::Error::Internal { what } => Error::Internal { what },
            other => Error::internal(other.to_string()),
        }
    }
}

impl From<bauta_guide::Faults> for Error {
    fn from(faults: bauta_guide::Faults) -> Self {
        Error::Guide(faults)
    }
}

impl From<bauta_guide::Error> for Error {
    fn from(error: bauta_guide::Error) -> Self {
        match error {
            bauta_guide::Error::Faults(faults) => Error::Guide(faults),
            bauta_guide::Error::Internal { what } => Error::Internal { what },
            other => Error::internal(other.to_string()),
        }
    }
}

impl From<bauta_methods::Error> for Error {
    fn from(error: bauta_methods::Error) -> Self {
        match error {
            bauta_methods::Error::NoRandomness => Error::NoRandomness,
            bauta_methods::Error::Cancelled => Error::Cancelled,
            bauta_methods::Error::Internal { what } => Error::Internal { what },
            other => Error::internal(other.to_string()),
        }
    }
}

fn lines(faults: &[Fault]) -> String {
    faults
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

fn several(errors: &[Error]) -> String {
    errors
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_mistakes_ask_for_a_report_in_both_languages() {
        let own = [
            Error::internal("a column is lost"),
            bauta_methods::Error::internal("a column is lost").into(),
            bauta_graph::Error::internal("a column is lost").into(),
            bauta_guide::Error::internal("a column is lost").into(),
            Error::Formats(bauta_formats::Error::Internal {
                what: "a column is lost".to_owned(),
            }),
            Error::Engine(bauta_engines::Error::Internal {
                what: "a column is lost".to_owned(),
            }),
        ];
        for error in own {
            assert_eq!(error.kind(), ErrorKind::Internal);
            assert_eq!(error.exit_status(), 3);
            let [en, fr] = ["en", "fr"].map(|language| error.lines(language).join("\n"));
            assert!(
                en.contains("(a column is lost)") && en.contains("please report it"),
                "{en}"
            );
            assert!(
                fr.contains("(a column is lost)") && fr.contains("merci de le signaler"),
                "{fr}"
            );
        }
    }

    #[test]
    fn a_kind_tells_whose_move_it_is() {
        let io = |kind| bauta_formats::Error::io(std::path::Path::new("x"), kind).into();
        let kinds: [(Error, ErrorKind, u8); 6] = [
            (Error::request("no"), ErrorKind::Request, 2),
            (
                bauta_formats::Error::data("x", Vec::new()).into(),
                ErrorKind::Data,
                2,
            ),
            (
                io(std::io::ErrorKind::NotFound.into()),
                ErrorKind::NotFound,
                3,
            ),
            (io(std::io::ErrorKind::Other.into()), ErrorKind::Io, 3),
            (
                bauta_formats::Error::Cancelled.into(),
                ErrorKind::Cancelled,
                130,
            ),
            (
                Error::Several(vec![Error::NoRandomness, Error::request("no")]),
                ErrorKind::Request,
                2,
            ),
        ];
        for (error, kind, status) in kinds {
            assert_eq!((error.kind(), error.exit_status()), (kind, status));
        }
    }
}
