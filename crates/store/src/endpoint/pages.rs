//! The page: one query as two roles side by side, and what the next release would be like.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::answer::body;

const PAGE: &str = include_str!("../../page/index.html");
const SCRIPT: &str = include_str!("../../page/page.js");
const STYLE: &str = include_str!("../../page/page.css");

/// `/`.
pub async fn page() -> Response {
    body(StatusCode::OK, "text/html; charset=utf-8", PAGE.into())
}

/// Files of the page.
pub async fn file(Path(name): Path<String>) -> Response {
    match name.as_str() {
        "page.js" => body(StatusCode::OK, "text/javascript; charset=utf-8", SCRIPT.into()),
        "page.css" => body(StatusCode::OK, "text/css; charset=utf-8", STYLE.into()),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
