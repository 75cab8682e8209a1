//! A graph written in another format.

use std::fs::File;
use std::path::{Path, PathBuf};

use bauta_engines::triples::{self, Split};
use bauta_formats::StagedFolder;
use bauta_graph::read::{ReadOptions, decompressed, each};
use bauta_table::Progress;

use super::{columns, files};
use bauta_messages::{Error, Result};

/// Writes a graph in another format; answers the number of triples and notes. To a folder of triples any graph goes in one pass; other
/// formats are written from memory.
///
/// # Errors
/// Failing files, and malformed triples unless they may be left out; nothing is written then.
pub fn convert_graph(
    data: &[PathBuf],
    output: &Path,
    (lenient, force): (bool, bool),
    progress: &dyn Progress,
) -> Result<(u64, Vec<String>)> {
    files::writable(output)?;
    if !columns::is_named(output) || data.iter().any(|path| triples::is_folder(path)) {
        let loaded = files::load(data, lenient, progress)?;
        let staged = files::stage(&loaded.graph, output, &loaded.prefixes, force, progress)?;
        staged.commit()?;
        return Ok((loaded.graph.len() as u64, loaded.notes));
    }
    let folder = StagedFolder::begin(output, force)?;
    let mut split = Split::begin(&folder.inside())?;
    let (mut triples, mut notes) = (0, Vec::new());
    for (file, path) in data.iter().enumerate() {
        let found = passed(path, file, lenient, &mut split, progress)?;
        triples += found.triples;
        notes.extend(files::left_out(path, &found));
    }
    split.finish()?;
    folder.staged().commit()?;
    Ok((triples, notes))
}

/// Hands every triple of a file on.
fn passed(
    path: &Path,
    file: usize,
    lenient: bool,
    split: &mut Split,
    progress: &dyn Progress,
) -> Result<bauta_graph::read::Reading> {
    let (format, compression) = files::form(path)?;
    let failed = |source| Error::Formats(bauta_formats::Error::io(path, source));
    let stream = decompressed(File::open(path).map_err(failed)?, compression).map_err(failed)?;
    let options = ReadOptions {
        name: path.display().to_string(),
        lenient,
        base: None,
    };
    let mut broke = None;
    let found = each(stream, (format, file), &options, progress, &mut |triple| {
        split.push(triple).map_err(|error| {
            broke = Some(error);
            bauta_graph::Error::Cancelled
        })
    });
    match broke {
        Some(error) => Err(error.into()),
        None => found.map_err(|error| files::at(error, path)),
    }
}
