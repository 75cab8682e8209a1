//! Data from files and into files, for those who hold the store's folder.

use std::io::Write;
use std::path::Path;

use bauta_graph::read::{Compression, decompressed, format_of};
use oxigraph::io::{RdfFormat, RdfParseError, RdfParser, RdfSerializer, RdfSyntaxError};
use oxigraph::model::{Quad, Triple};
use oxigraph::sparql::results::{QueryResultsFormat, QueryResultsSerializer};
use oxigraph::sparql::{CancellationToken, QueryResults};

use crate::engine::{Asked, Engine, View};
use crate::error::{Error, Result};

/// Files that are larger, in bytes, are loaded in parts.
const LARGE: u64 = 256 << 20;

/// Compressed ones that are larger, in bytes.
const LARGE_PACKED: u64 = 16 << 20;

/// Facts in one part.
const PART: usize = 200_000;

/// Whether a file is too large to be one change.
///
/// # Errors
/// When the file cannot be read or its format is not known.
pub fn is_large(path: &Path) -> Result<bool> {
    let large = match format(path)?.1 {
        Compression::None => LARGE,
        Compression::Gzip | Compression::Zstd => LARGE_PACKED,
    };
    let file = std::fs::metadata(path).map_err(|error| Error::file(path, error))?;
    Ok(file.len() > large)
}

/// Facts of a file, by its extension. Blank nodes are renamed, so that those of two files are not taken for one.
///
/// # Errors
/// When the file cannot be read or its format is not known.
pub fn read(path: &Path) -> Result<Vec<Quad>> {
    facts(path)?.collect()
}

/// Reads a file for its faults alone.
///
/// # Errors
/// As [`read`].
pub fn check(path: &Path) -> Result<()> {
    facts(path)?.try_for_each(|quad| quad.map(drop))
}

/// Loads a large file, each part of it a change of its own: what is loaded when something fails stays. The number of facts.
///
/// # Errors
/// As [`read`], and when the store fails.
pub fn load(engine: &Engine, path: &Path) -> Result<usize> {
    let (mut count, mut part) = (0, Vec::with_capacity(PART));
    for quad in facts(path)? {
        part.push(quad?);
        if part.len() == PART {
            count += PART;
            engine.insert(std::mem::take(&mut part))?;
        }
    }
    count += part.len();
    engine.insert(part)?;
    Ok(count)
}

fn wrong(path: &Path, error: &dyn std::fmt::Display) -> Error {
    Error::Data(format!("{}: {error}", path.display()))
}

fn unreadable(path: &Path, format: RdfFormat, error: RdfParseError) -> Error {
    match error {
        RdfParseError::Io(error) => Error::file(path, error),
        RdfParseError::Syntax(error) => malformed(Some(path.display().to_string()), format, &error),
    }
}

/// That data are not of their format, and where. What the parser quotes of them stays untold.
pub(crate) fn malformed(name: Option<String>, format: RdfFormat, error: &RdfSyntaxError) -> Error {
    let place = error
        .location()
        .map(|place| (place.start.line + 1, place.start.column + 1));
    Error::Malformed {
        name,
        format: format.name(),
        place,
    }
}

fn format(path: &Path) -> Result<(RdfFormat, Compression)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format_of(&name).ok_or_else(|| {
        wrong(
            path,
            &"the format is not known; name it .ttl, .nt, .nq, .trig, .rdf, .owl or .jsonld, and .gz or .zst behind it if it is compressed",
        )
    })
}

fn facts(path: &Path) -> Result<impl Iterator<Item = Result<Quad>>> {
    let (format, compression) = format(path)?;
    let file = std::fs::File::open(path).map_err(|error| Error::file(path, error))?;
    let base = path
        .canonicalize()
        .ok()
        .map(|own| format!("file://{}", own.display()));
    let mut parser = RdfParser::from_format(format).rename_blank_nodes();
    if let Some(base) = base.filter(|own| !own.contains(' ')) {
        parser = parser
            .with_base_iri(base)
            .map_err(|error| Error::Data(error.to_string()))?;
    }
    let text = decompressed(file, compression).map_err(|error| Error::file(path, error))?;
    let quads = parser.for_reader(std::io::BufReader::with_capacity(1 << 20, text));
    Ok(quads.map(move |quad| quad.map_err(|error| unreadable(path, format, error))))
}

/// Writes what a view has; the number of facts.
///
/// # Errors
/// When the format is not known or the output fails.
pub fn write(engine: &Engine, view: &View, format: &str, out: impl Write) -> Result<usize> {
    let format = RdfFormat::from_extension(format)
        .ok_or_else(|| Error::Data(format!("{format} is no format of graphs")))?;
    let quads = engine.graph(view, None)?.unwrap_or_default();
    let failed = |error: std::io::Error| Error::file(Path::new("output"), error);
    let mut writer = RdfSerializer::from_format(format).for_writer(out);
    for quad in &quads {
        if format.supports_datasets() {
            writer.serialize_quad(quad)
        } else {
            writer.serialize_triple(&Triple::from(quad.clone()))
        }
        .map_err(failed)?;
    }
    writer
        .finish()
        .and_then(|mut out| out.flush())
        .map_err(failed)?;
    Ok(quads.len())
}

/// The answer of a query in a format: `json`, `xml`, `csv`, `tsv`, or one of graphs.
///
/// # Errors
/// When the query is wrong, or the format does not fit its kind.
pub fn answer(engine: &Engine, asked: &Asked, format: Option<&str>) -> Result<String> {
    let failed = |error: std::io::Error| Error::Internal(error.to_string());
    let unknown = || {
        Error::Data("the format does not fit; json, xml, csv or tsv for SELECT and ASK, ttl, nt, rdf or jsonld for CONSTRUCT and DESCRIBE".to_owned())
    };
    let solutions = || {
        QueryResultsFormat::from_extension(format.unwrap_or("csv").replace("xml", "srx").as_str())
            .or_else(|| (format == Some("json")).then_some(QueryResultsFormat::Json))
    };
    let bytes = engine.query(asked, &CancellationToken::new(), |results| match results {
        QueryResults::Boolean(value) => {
            let format = solutions().ok_or_else(unknown)?;
            QueryResultsSerializer::from_format(format)
                .serialize_boolean_to_writer(Vec::new(), value)
                .map_err(failed)
        }
        QueryResults::Solutions(rows) => {
            let format = solutions().ok_or_else(unknown)?;
            let serializer = QueryResultsSerializer::from_format(format);
            let mut writer = serializer
                .serialize_solutions_to_writer(Vec::new(), rows.variables().to_vec())
                .map_err(failed)?;
            for row in rows {
                writer
                    .serialize(&row.map_err(crate::engine::evaluation)?)
                    .map_err(failed)?;
            }
            writer.finish().map_err(failed)
        }
        QueryResults::Graph(triples) => {
            let format = RdfFormat::from_extension(format.unwrap_or("nt")).ok_or_else(unknown)?;
            let mut writer = RdfSerializer::from_format(format).for_writer(Vec::new());
            for triple in triples {
                writer
                    .serialize_triple(&triple.map_err(crate::engine::evaluation)?)
                    .map_err(failed)?;
            }
            writer.finish().map_err(failed)
        }
    })?;
    String::from_utf8(bytes).map_err(|error| Error::Internal(error.to_string()))
}
