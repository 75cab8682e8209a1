//! What reading, asking and anonymising a graph can fail with. "There is no such release" is an answer, not an error.

use bauta_table::Fault;

/// What a function of this crate can fail with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request or the data are wrong: everything that was found. The user mends it.
    #[error("{}", lines(.0))]
    Faults(Vec<Fault>),
    /// A file or another stream failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The verifier refused what a method made: a bug of ours. Nothing was written.
    #[error("the verifier refused the graph, so nothing was written ({})", .0.join(", "))]
    Refused(Vec<String>),
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

/// Result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// One request fault.
    pub fn request(sentence: impl Into<String>) -> Self {
        Error::Faults(vec![Fault::Request(sentence.into())])
    }

    /// Our mistake, with what broke.
    pub fn internal(what: impl Into<String>) -> Self {
        Error::Internal { what: what.into() }
    }
}

impl From<Vec<Fault>> for Error {
    fn from(faults: Vec<Fault>) -> Self {
        Error::Faults(faults)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Error::Faults(vec![fault])
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
