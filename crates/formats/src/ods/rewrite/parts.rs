//! The other parts of the package: those on the list are copied byte by byte, all others are left out.

use std::path::Path;

use super::super::write::{MIMETYPE, Zip, meta, packed, part};
use super::Met;
use crate::error::{Error, Result};
use crate::workbook::package::{Package, zip_failed};

const MOST_STYLES: u64 = 256 << 20;

/// Copies what may stay, and writes a list of parts to match.
pub(super) fn copy(
    package: &mut Package,
    path: &Path,
    zip: &mut Zip<'_, '_>,
    met: &mut Met,
) -> Result<()> {
    let failed = |error: std::io::Error| Error::io(path, error);
    let styles = package
        .small("styles.xml", MOST_STYLES)?
        .unwrap_or_default();
    let mut kept = Vec::new();
    for name in package.names() {
        if name == "mimetype"
            || name == "content.xml"
            || name == "META-INF/manifest.xml"
            || name.ends_with('/')
        {
            continue;
        }
        if let Some(what) = reason_to_drop(&name, met, &styles) {
            met.left_out.insert(what);
            continue;
        }
        let entry = package
            .archive()
            .by_name(&name)
            .map_err(|error| zip_failed(path, &error))?;
        zip.raw_copy_file(entry)
            .map_err(|error| failed(error.into()))?;
        kept.push(name);
    }
    part(zip, "meta.xml", &meta(), packed()).map_err(failed)?;
    part(zip, "META-INF/manifest.xml", &manifest(&kept), packed()).map_err(failed)
}

fn reason_to_drop(name: &str, met: &Met, styles: &[u8]) -> Option<&'static str> {
    match name.split_once('/').map_or(name, |(folder, _)| folder) {
        "styles.xml" | "settings.xml" | "manifest.rdf" | "Configurations2" | "Basic"
        | "Dialogs" | "Scripts" | "Fonts" => None,
        "Pictures" if met.pictures.contains(name) => None,
        "Pictures" if memchr::memmem::find(styles, name.as_bytes()).is_some() => None,
        "Pictures" => Some("pictures of the sheet"),
        "Thumbnails" => Some("the preview picture"),
        "meta.xml" => Some("the author and other document properties"),
        "META-INF" => Some("signatures"),
        "Versions" | "VersionList.xml" => Some("older versions of the document"),
        _ if name.starts_with("Object") => Some("charts and other embedded objects"),
        _ => Some("parts of unknown content"),
    }
}

fn manifest(kept: &[String]) -> String {
    let mut out = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" manifest:version=\"1.3\"><manifest:file-entry manifest:full-path=\"/\" manifest:version=\"1.3\" manifest:media-type=\"".to_vec();
    out.extend_from_slice(MIMETYPE.as_bytes());
    out.extend_from_slice(b"\"/>");
    for name in ["content.xml", "meta.xml"]
        .into_iter()
        .chain(kept.iter().map(String::as_str))
    {
        out.extend_from_slice(b"<manifest:file-entry manifest:full-path=\"");
        super::super::render::escape(&mut out, name);
        out.extend_from_slice(
            format!("\" manifest:media-type=\"{}\"/>", media_type(name)).as_bytes(),
        );
    }
    out.extend_from_slice(b"</manifest:manifest>");
    String::from_utf8(out).unwrap_or_default()
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("xml") => "text/xml",
        Some("rdf") => "application/rdf+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("svg") => "image/svg+xml",
        _ => "",
    }
}
