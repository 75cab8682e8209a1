//! The page's files.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// Sends a file of the page.
pub async fn page(uri: Uri) -> Response {
    match bauta_ui::file(uri.path()) {
        Some((bytes, kind)) => ([(header::CONTENT_TYPE, kind)], bytes.into_owned()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
