//! The page's files. Until the page is part of the program, one that says so.

use std::borrow::Cow;

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

const PLAIN: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Bauta</title>\
                     <p>The interface is at <code>/api/v1</code>, described in <code>/api/v1/openapi.json</code>.";

/// Sends a file of the page.
pub async fn page(uri: Uri) -> Response {
    match file(uri.path()) {
        Some((bytes, kind)) => ([(header::CONTENT_TYPE, kind)], bytes.into_owned()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file of the page and its content type.
fn file(path: &str) -> Option<(Cow<'static, [u8]>, &'static str)> {
    matches!(path, "/" | "/index.html").then_some((Cow::Borrowed(PLAIN.as_bytes()), "text/html; charset=utf-8"))
}
