//! The page: one query as two roles side by side, and releases: what changed, what the next one would be like. It wears the frame of the workbench.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::answer::body;

const PAGE: &str = include_str!("../../page/index.html");
const SCRIPT: &str = include_str!("../../page/page.js");
const STYLE: &str = include_str!("../../page/page.css");
/// Colours, type and the frame, as the workbench has them.
const BASE: &str = include_str!("../../../ui/web/style/base.css");
const PARTS: &str = include_str!("../../../ui/web/style/parts.css");
const ICON: &str = include_str!("../../../ui/web/icon.svg");

/// `/`.
pub async fn page() -> Response {
    body(StatusCode::OK, "text/html; charset=utf-8", PAGE.into())
}

/// Files of the page.
pub async fn file(Path(name): Path<String>) -> Response {
    let style = |text: &str| body(StatusCode::OK, "text/css; charset=utf-8", text.into());
    match name.as_str() {
        "page.js" => body(
            StatusCode::OK,
            "text/javascript; charset=utf-8",
            SCRIPT.into(),
        ),
        "page.css" => style(STYLE),
        "base.css" => style(BASE),
        "parts.css" => style(PARTS),
        "icon.svg" => body(StatusCode::OK, "image/svg+xml", ICON.into()),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
