//! Writing a new OpenDocument spreadsheet, row by row, in constant memory.
//!
//! A library would build the whole document first; at a million rows that is gigabytes. The parts besides the rows are few and
//! short, so they stand here as text.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use bauta_table::{Progress, Stage, Table};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::render::{ColumnXml, escape, style_attribute, text_cell};
use super::styles::{HEADER, NAMESPACES, value_styles, width_style, width_styles};
use crate::error::{Error, Result};
use crate::staged::Out;
use crate::workbook::plan;

/// The media type, which also is the first part of the zip.
pub(super) const MIMETYPE: &str = "application/vnd.oasis.opendocument.spreadsheet";
const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const LEVEL: i64 = 4;
const FLUSH_AT: usize = 1 << 16;
const ROWS_A_LOOK: usize = 4096;
/// Most bytes of a part: beyond them zip needs its long form, which LibreOffice does not open.
const MOST_BYTES: u64 = u32::MAX as u64 - (1 << 24);

/// The zip being written.
pub(super) type Zip<'a, 'b> = ZipWriter<&'a mut Out<'b>>;

/// Writes the whole file.
pub(super) fn write(
    table: &Table,
    sheet: &str,
    as_text: &[bool],
    path: &Path,
    out: &mut Out<'_>,
    progress: &dyn Progress,
) -> Result<()> {
    let failed = |error: io::Error| Error::io(path, error);
    zipped(path, out, |zip| {
        part(zip, "mimetype", MIMETYPE, stored()).map_err(failed)?;
        zip.start_file("content.xml", packed())
            .map_err(|e| failed(e.into()))?;
        content(table, sheet, as_text, path, zip, progress)?;
        part(zip, "styles.xml", &styles(), packed()).map_err(failed)?;
        part(zip, "meta.xml", &meta(), packed()).map_err(failed)?;
        part(zip, "settings.xml", &settings(sheet), packed()).map_err(failed)?;
        part(zip, "META-INF/manifest.xml", &manifest(), packed()).map_err(failed)
    })
}

/// Lets `fill` write the parts of a zip, and ends it.
pub(super) fn zipped<'a, 'b, T>(
    path: &Path,
    out: &'a mut Out<'b>,
    fill: impl FnOnce(&mut Zip<'a, 'b>) -> Result<T>,
) -> Result<T> {
    let mut zip = ZipWriter::new(out);
    match fill(&mut zip) {
        Ok(done) => zip
            .finish()
            .map(|_| done)
            .map_err(|error| Error::io(path, error.into())),
        Err(error) => {
            // Dropping it would end the zip all the same, and complain on standard error where the disk is full.
            std::mem::forget(zip);
            Err(error)
        }
    }
}

/// Options of a part that is not packed.
pub(super) fn stored() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(CompressionMethod::Stored)
}

/// Options of a part that is packed, quickly.
pub(super) fn packed() -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(LEVEL))
}

/// Writes a short part.
pub(super) fn part(
    zip: &mut Zip<'_, '_>,
    name: &str,
    text: &str,
    options: SimpleFileOptions,
) -> io::Result<()> {
    zip.start_file(name, options)?;
    zip.write_all(text.as_bytes())
}

fn content(
    table: &Table,
    sheet: &str,
    as_text: &[bool],
    path: &Path,
    zip: &mut Zip<'_, '_>,
    progress: &dyn Progress,
) -> Result<()> {
    let widths: Vec<usize> = table
        .attributes()
        .iter()
        .map(|a| plan::width(&a.name, a.column.dictionary()))
        .collect();
    let mut head = format!(
        "{XML}<office:document-content{} office:version=\"1.3\">",
        namespaces()
    )
    .into_bytes();
    head.extend_from_slice(b"<office:automatic-styles>");
    head.extend_from_slice(
        width_styles(&widths.iter().copied().collect::<BTreeSet<_>>()).as_bytes(),
    );
    head.extend_from_slice(value_styles(table.attributes(), as_text).as_bytes());
    head.extend_from_slice(
        b"</office:automatic-styles><office:body><office:spreadsheet><table:table table:name=\"",
    );
    escape(&mut head, sheet);
    head.extend_from_slice(b"\">");
    for width in widths {
        head.extend_from_slice(
            format!(
                "<table:table-column{}/>",
                style_attribute(&width_style(width))
            )
            .as_bytes(),
        );
    }
    head.extend_from_slice(b"<table:table-row>");
    for attribute in table.attributes() {
        text_cell(&mut head, &style_attribute(HEADER), &attribute.name);
    }
    head.extend_from_slice(b"</table:table-row>");
    zip.write_all(&head)
        .map_err(|error| Error::io(path, error))?;
    let columns = ColumnXml::all(table.attributes(), as_text, |_| None);
    rows(
        table.rows(),
        &columns,
        "<table:table-row>",
        path,
        zip,
        progress,
    )?;
    let tail = b"</table:table></office:spreadsheet></office:body></office:document-content>";
    zip.write_all(tail).map_err(|error| Error::io(path, error))
}

/// Writes all rows; `start` is their start tag, and may bring empty cells with it.
pub(super) fn rows(
    count: usize,
    columns: &[ColumnXml<'_>],
    start: &str,
    path: &Path,
    out: &mut impl Write,
    progress: &dyn Progress,
) -> Result<()> {
    let mut buffer = Vec::with_capacity(2 * FLUSH_AT);
    let mut written = 0;
    for row in 0..count {
        if row % ROWS_A_LOOK == 0 {
            progress.tell(Stage::Write, row as u64, Some(count as u64));
            if progress.cancelled() {
                return Err(Error::Cancelled);
            }
        }
        buffer.extend_from_slice(start.as_bytes());
        columns
            .iter()
            .for_each(|column| column.push(row, &mut buffer));
        buffer.extend_from_slice(b"</table:table-row>");
        if buffer.len() >= FLUSH_AT {
            written += buffer.len() as u64;
            if written > MOST_BYTES {
                return Err(too_large(path));
            }
            out.write_all(&buffer)
                .map_err(|error| Error::io(path, error))?;
            buffer.clear();
        }
    }
    progress.tell(Stage::Write, count as u64, Some(count as u64));
    out.write_all(&buffer)
        .map_err(|error| Error::io(path, error))
}

fn too_large(path: &Path) -> Error {
    Error::Locator {
        what: format!(
            "{} would hold more than 4 GB of cells, which spreadsheet programs do not open",
            path.display()
        ),
        hint: "write to a .csv or .parquet file instead".into(),
    }
}

fn namespaces() -> String {
    NAMESPACES
        .iter()
        .map(|(prefix, uri)| format!(" {prefix}=\"{uri}\""))
        .collect()
}

fn styles() -> String {
    format!(
        "{XML}<office:document-styles{} office:version=\"1.3\"><office:styles><style:style style:name=\"Default\" style:family=\"table-cell\"/></office:styles></office:document-styles>",
        namespaces()
    )
}

/// Nothing about who wrote the file, or when.
pub(super) fn meta() -> String {
    format!(
        "{XML}<office:document-meta xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:meta=\"urn:oasis:names:tc:opendocument:xmlns:meta:1.0\" office:version=\"1.3\"><office:meta><meta:generator>Bauta</meta:generator></office:meta></office:document-meta>"
    )
}

/// The header row stays in sight.
fn settings(sheet: &str) -> String {
    let mut name = Vec::new();
    escape(&mut name, sheet);
    let name = String::from_utf8(name).unwrap_or_default();
    let item = |key: &str, kind: &str, value: u8| {
        format!(
            "<config:config-item config:name=\"{key}\" config:type=\"{kind}\">{value}</config:config-item>"
        )
    };
    let items: String = [
        item("HorizontalSplitMode", "short", 0),
        item("VerticalSplitMode", "short", 2),
        item("HorizontalSplitPosition", "int", 0),
        item("VerticalSplitPosition", "int", 1),
        item("ActiveSplitRange", "short", 2),
        item("PositionTop", "int", 0),
        item("PositionBottom", "int", 1),
    ]
    .concat();
    format!(
        "{XML}<office:document-settings xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:config=\"urn:oasis:names:tc:opendocument:xmlns:config:1.0\" xmlns:ooo=\"http://openoffice.org/2004/office\" office:version=\"1.3\"><office:settings><config:config-item-set config:name=\"ooo:view-settings\"><config:config-item-map-indexed config:name=\"Views\"><config:config-item-map-entry><config:config-item config:name=\"ViewId\" config:type=\"string\">view1</config:config-item><config:config-item-map-named config:name=\"Tables\"><config:config-item-map-entry config:name=\"{name}\">{items}</config:config-item-map-entry></config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed></config:config-item-set></office:settings></office:document-settings>"
    )
}

fn manifest() -> String {
    let entries: String = ["content.xml", "styles.xml", "meta.xml", "settings.xml"]
        .iter()
        .map(|name| format!("<manifest:file-entry manifest:full-path=\"{name}\" manifest:media-type=\"text/xml\"/>"))
        .collect();
    format!(
        "{XML}<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" manifest:version=\"1.3\"><manifest:file-entry manifest:full-path=\"/\" manifest:version=\"1.3\" manifest:media-type=\"{MIMETYPE}\"/>{entries}</manifest:manifest>"
    )
}
