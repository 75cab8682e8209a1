//! Graphs in files: by the ending of their names, compressed or not, staged when written.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use bauta_engines::triples;
use bauta_formats::Staged;
use bauta_graph::generate::Universities;
use bauta_graph::read::{
    Compression, ReadOptions, Reading, compressed, decompressed, format_of, read,
};
use bauta_graph::write::{Written, write};
use bauta_graph::{Graph, RdfFormat};
use bauta_table::Progress;

use super::{columns, unknown_format};
use bauta_messages::{Error, Result};

/// A graph that was read.
#[derive(Default)]
pub struct Loaded {
    /// The graph.
    pub graph: Graph,
    /// Prefixes that its files declare.
    pub prefixes: Vec<(String, String)>,
    /// What is worth saying about its files.
    pub notes: Vec<String>,
}

/// Reads a graph from one file or several.
///
/// # Errors
/// Failing files, and malformed triples unless they may be left out.
pub fn load(paths: &[PathBuf], lenient: bool, progress: &dyn Progress) -> Result<Loaded> {
    let mut loaded = Loaded::default();
    for path in paths {
        if triples::is_folder(path) {
            columns::load(path, &mut loaded.graph, progress)?;
            continue;
        }
        let (format, compression) = form(path)?;
        let failed = |source| Error::Formats(bauta_formats::Error::io(path, source));
        let file = File::open(path).map_err(failed)?;
        let stream = decompressed(file, compression).map_err(failed)?;
        let options = ReadOptions {
            name: path.display().to_string(),
            lenient,
            base: None,
        };
        let found = read(&mut loaded.graph, stream, format, &options, progress)
            .map_err(|error| at(error, path))?;
        loaded.notes.extend(left_out(path, &found));
        for prefix in found.prefixes {
            if !loaded.prefixes.iter().any(|known| known.0 == prefix.0) {
                loaded.prefixes.push(prefix);
            }
        }
    }
    Ok(loaded)
}

/// What is said where malformed triples were left out.
pub(super) fn left_out(path: &Path, found: &Reading) -> Option<String> {
    let (line, column) = found.places.first().copied().unwrap_or_default();
    (found.skipped > 0).then(|| {
        let (name, skipped) = (path.display(), found.skipped);
        format!("{name}: {skipped} malformed triples were left out, the first in line {line}, column {column}")
    })
}

/// A failing stream is told with its file.
pub(super) fn at(error: bauta_graph::Error, path: &Path) -> Error {
    match error {
        bauta_graph::Error::Io(source) => bauta_formats::Error::io(path, source).into(),
        other => other.into(),
    }
}

pub(super) fn form(path: &Path) -> Result<(RdfFormat, Compression)> {
    format_of(&path.to_string_lossy()).ok_or_else(|| unknown_format(path))
}

/// Refuses a name that tells no format before work begins.
pub(super) fn writable(path: &Path) -> Result<()> {
    if columns::is_named(path) {
        Ok(())
    } else {
        form(path).map(|_| ())
    }
}

/// Writes a graph beside its final name.
pub(super) fn stage(
    graph: &dyn Written,
    path: &Path,
    prefixes: &[(String, String)],
    force: bool,
    progress: &dyn Progress,
) -> Result<Staged> {
    if columns::is_named(path) {
        return columns::stage(graph, path, force, progress);
    }
    let (format, compression) = form(path)?;
    bauta_formats::stage_stream(path, force, |out: &mut (dyn Write + Send)| {
        let done = compressed(out, compression, |out| {
            write(graph, out, format, prefixes, progress).map(|_| ())
        });
        done.map_err(|error| at(error, path))
    })
}

/// Writes a generated graph: as it is made where lines are asked for, else from memory.
pub(super) fn stage_generated(
    asked: &Universities,
    path: &Path,
    force: bool,
    progress: &dyn Progress,
) -> Result<(Staged, u64)> {
    if columns::is_named(path) {
        let graph = asked.graph()?;
        return Ok((
            columns::stage(&graph, path, force, progress)?,
            graph.len() as u64,
        ));
    }
    let (format, compression) = form(path)?;
    if !matches!(format, RdfFormat::NTriples | RdfFormat::NQuads) {
        let graph = asked.graph()?;
        let prefixes = [("ub".to_owned(), bauta_graph::generate::NAMESPACE.to_owned())];
        let triples = graph.len() as u64;
        return Ok((stage(&graph, path, &prefixes, force, progress)?, triples));
    }
    let mut triples = 0;
    let staged = bauta_formats::stage_stream(path, force, |out: &mut (dyn Write + Send)| {
        let done = compressed(out, compression, |out| {
            triples = asked.write(out, progress)?;
            Ok(())
        });
        done.map_err(|error: bauta_graph::Error| at(error, path))
    })?;
    Ok((staged, triples))
}
