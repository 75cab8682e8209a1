//! What engines can fail with.

/// What an engine can fail with. No variant holds a cell's value, a password or a query with data in it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Files and databases.
    #[error(transparent)]
    Formats(#[from] bauta_formats::Error),
    /// What was asked cannot be done by this engine.
    #[error("{what}; {hint}")]
    Request {
        /// What is wrong.
        what: String,
        /// What to do.
        hint: String,
    },
    /// There are more combinations than may be held.
    #[error(
        "the data have at least {combinations} different combinations, more than --memory has room for; generalise the attributes with most values first, name fewer quasi-identifiers, or raise --memory"
    )]
    TooMany {
        /// How many were found before counting was given up.
        combinations: u64,
    },
    /// The engine does not answer, or broke off.
    #[error("{engine}: {problem}")]
    Engine {
        /// The engine, as it was named, without a password.
        engine: String,
        /// What happened, without data.
        problem: String,
    },
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
    /// A request that cannot be done.
    pub fn request(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Error::Request {
            what: what.into(),
            hint: hint.into(),
        }
    }

    /// Something was asked of an engine that does not declare it.
    pub(crate) fn undeclared(what: &str) -> Self {
        Error::Internal {
            what: format!("an engine was asked for {what}, which it does not declare"),
        }
    }

    /// Pseudonyms that executors do not know how to make.
    pub(crate) fn unknown_to_executors() -> Self {
        Error::request(
            "executors make pseudonyms of texts, whole numbers and dates only, by hmac-sha-256 and the usual normalisation",
            "leave out --hash, --slow and --normalize, or choose --engine datafusion",
        )
    }

    /// Whether the request or the data are at fault (exit status 2) rather than a file, an engine or the network (3).
    pub fn is_fault(&self) -> bool {
        match self {
            Error::Formats(error) => error.is_fault(),
            Error::Request { .. } | Error::TooMany { .. } => true,
            Error::Engine { .. } | Error::Internal { .. } => false,
        }
    }

    /// Whether the user stopped it.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Error::Formats(bauta_formats::Error::Cancelled))
    }
}

/// Result of this crate.
pub type Result<T> = std::result::Result<T, Error>;
