//! The page of the workbench, as files in the program.
//!
//! `build.rs` makes them of `web/`, `vendor/` and the texts of the repository. This crate knows nothing of the server that sends them nor of its interface.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/page"]
struct Page;

/// Content types by extension.
const TYPES: [(&str, &str); 8] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("json", "application/json"),
    ("txt", "text/plain; charset=utf-8"),
    ("ftl", "text/plain; charset=utf-8"),
    ("md", "text/plain; charset=utf-8"),
];

/// A file of the page and its content type, by its path with or without the first slash; `/` is the page itself.
pub fn file(path: &str) -> Option<(Cow<'static, [u8]>, &'static str)> {
    let path = match path.trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let kind = TYPES
        .iter()
        .find(|(known, _)| *known == extension)
        .map_or("application/octet-stream", |(_, kind)| kind);
    Page::get(path).map(|file| (file.data, kind))
}

/// The paths of all files of the page.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Page::iter()
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod texts_tests;
#[cfg(test)]
mod vendor_tests;
