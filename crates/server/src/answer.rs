//! What a request that cannot be answered gets: sentences, and the places in the data where there are some. Never a stack trace.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bauta::ErrorKind;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::language::Language;
use crate::places::{Place, faults, places};
use crate::sheet::{SheetView, marked};
use crate::wording::for_page;

/// An answer, or why there is none.
pub type Result<T> = std::result::Result<T, Problem>;

/// Why there is no answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Problem {
    #[serde(skip)]
    status: u16,
    /// Everything that is wrong, a sentence each.
    pub errors: Vec<String>,
    /// The same with places, as far as they are faults of the request or the data.
    pub faults: Vec<Place>,
    /// The file with the faults at their cells, where it was refused for its layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Box<SheetView>>,
}

impl Problem {
    /// One sentence.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Problem {
            status: status.as_u16(),
            errors: vec![sentence.into()],
            faults: Vec::new(),
            sheet: None,
        }
    }

    /// The request is wrong.
    pub fn wrong(language: Language, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Problem::new(
            StatusCode::BAD_REQUEST,
            if language.0 == "fr" {
                fr.into()
            } else {
                en.into()
            },
        )
    }

    /// What was asked for cannot be had now.
    pub fn no(language: Language, en: &str, fr: &str) -> Self {
        Problem::new(StatusCode::CONFLICT, language.say(en, fr))
    }

    /// There is no such thing.
    pub fn absent(language: Language, en: &str, fr: &str) -> Self {
        Problem::new(StatusCode::NOT_FOUND, language.say(en, fr))
    }

    /// There is no such dataset.
    pub fn no_dataset(language: Language) -> Self {
        Problem::absent(
            language,
            "there is no such dataset; open the file again",
            "ce jeu de données n'existe pas ; rouvrez le fichier",
        )
    }

    /// There is no such job.
    pub fn no_job(language: Language) -> Self {
        Problem::absent(
            language,
            "there is no such job; start it again",
            "cette tâche n'existe pas ; relancez-la",
        )
    }

    /// The server failed, not the request.
    pub fn failed(language: Language) -> Self {
        let sentence = language.say(
            "something went wrong in the program; this is a bug, please report it",
            "une erreur est survenue dans le programme ; c'est un défaut, merci de le signaler",
        );
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }

    /// A file of the session failed.
    pub fn file(language: Language, error: &std::io::Error) -> Self {
        let what = language.say(
            "a file of this session cannot be written or read",
            "un fichier de cette session ne peut être écrit ou lu",
        );
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("{what} ({})", error.kind()),
        )
    }

    /// An error of the library. `folder` is where the session's files are: users know their files by name.
    pub fn of(error: &bauta::Error, language: Language, folder: &std::path::Path) -> Self {
        let status = match error.kind() {
            ErrorKind::Request | ErrorKind::Data => StatusCode::BAD_REQUEST,
            ErrorKind::NotFound => StatusCode::NOT_FOUND,
            ErrorKind::Cancelled => StatusCode::CONFLICT,
            ErrorKind::Engine => StatusCode::BAD_GATEWAY,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let prefix = format!("{}/", folder.display());
        let page = |line: String| for_page(&line.replace(&prefix, ""), language);
        let errors = error.lines(language.0).into_iter().map(page).collect();
        Problem {
            status: status.as_u16(),
            errors,
            faults: places(error, language),
            sheet: None,
        }
    }

    /// The same, of a file that cannot be read: with the faults at their cells.
    #[must_use]
    pub fn shown(mut self, error: &bauta::Error, locator: &str, language: Language) -> Self {
        let found = faults(error);
        self.sheet = marked(locator, &found, &mut self.faults, language).map(Box::new);
        self
    }

    /// The same with another status.
    #[must_use]
    pub fn with(self, status: StatusCode) -> Self {
        Problem {
            status: status.as_u16(),
            ..self
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(self)).into_response()
    }
}

/// What stands behind the `?` of an address; what cannot be read is a problem like others.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Asked(value)),
            Err(error) => Err(Problem::new(error.status(), error.body_text())),
        }
    }
}

/// A JSON body; one that is none, or is not what it must be, is a problem like others.
pub struct Given<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Given<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        match Json::from_request(request, state).await {
            Ok(Json(value)) => Ok(Given(value)),
            Err(error) => Err(Problem::new(error.status(), error.body_text())),
        }
    }
}
