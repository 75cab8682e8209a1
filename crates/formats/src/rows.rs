//! Small files beside a table: hierarchies (CSV without a header) and records (text).

use std::io::Write;
use std::path::Path;

use crate::error::{Error, Result};
use crate::options::WriteOptions;
use crate::staged::{Staged, StagedFile};

/// Reads a CSV file without a header; `;` or `,` or a tab, whichever its first line has most of. UTF-8, else Windows-1252.
pub fn read_rows(path: &Path) -> Result<Vec<Vec<String>>> {
    let bytes = std::fs::read(path).map_err(|source| Error::io(path, source))?;
    let (text, _, malformed) = encoding_rs::UTF_8.decode(&bytes);
    let text = if malformed {
        encoding_rs::WINDOWS_1252.decode(&bytes).0
    } else {
        text
    };
    let first = text.lines().next().unwrap_or("");
    let delimiter = [b';', b',', b'\t']
        .into_iter()
        .rev()
        .max_by_key(|&d| first.bytes().filter(|&b| b == d).count());
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter.unwrap_or(b';'))
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| Error::Unreadable {
            name: path.display().to_string(),
            problem: format!(
                "line {} is not CSV",
                error.position().map_or(0, csv::Position::line)
            ),
            hint: "check its quotes".into(),
        })?;
        rows.push(record.iter().map(str::to_owned).collect());
    }
    Ok(rows)
}

/// Writes a CSV file without a header, `;`-separated.
pub fn stage_rows(rows: &[Vec<&str>], path: &Path, force: bool) -> Result<Staged> {
    StagedFile::create(
        path,
        &WriteOptions {
            force,
            ..WriteOptions::default()
        },
    )?
    .fill(|out| {
        let mut writer = csv::WriterBuilder::new()
            .has_headers(false)
            .delimiter(b';')
            .from_writer(out);
        for row in rows {
            writer
                .write_record(row)
                .map_err(|error| Error::io(path, std::io::Error::other(error)))?;
        }
        writer.flush().map_err(|source| Error::io(path, source))
    })
}

/// Writes a text file.
pub fn stage_text(text: &str, path: &Path, force: bool) -> Result<Staged> {
    StagedFile::create(
        path,
        &WriteOptions {
            force,
            ..WriteOptions::default()
        },
    )?
    .fill(|out| {
        out.write_all(text.as_bytes())
            .map_err(|source| Error::io(path, source))
    })
}

/// Lets `write` fill a file as a stream.
///
/// # Errors
/// What `write` fails with, and what the file does.
pub fn stage_stream<E: From<Error>>(
    path: &Path,
    force: bool,
    write: impl FnOnce(&mut (dyn Write + Send)) -> std::result::Result<(), E>,
) -> std::result::Result<Staged, E> {
    let mut failed = None;
    let staged = StagedFile::create(
        path,
        &WriteOptions {
            force,
            ..WriteOptions::default()
        },
    )?
    .fill(|out| {
        write(out).map_err(|error| {
            failed = Some(error);
            Error::Cancelled
        })
    });
    match (failed, staged) {
        (Some(error), _) => Err(error),
        (None, staged) => Ok(staged?),
    }
}

/// Writes bytes that only the user may read: keys, encrypted correspondence tables.
pub fn stage_private(bytes: &[u8], path: &Path, force: bool) -> Result<Staged> {
    StagedFile::create(
        path,
        &WriteOptions {
            force,
            private: true,
            ..WriteOptions::default()
        },
    )?
    .fill(|out| {
        out.write_all(bytes)
            .map_err(|source| Error::io(path, source))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hierarchy_file_with_either_delimiter() {
        let folder = tempfile::tempdir().unwrap();
        for text in [
            "18000;Cher;*\n69000;Rhône;*\n",
            "18000,Cher,*\n69000,Rhône,*\n",
        ] {
            let path = folder.path().join("cp.csv");
            std::fs::write(&path, text).unwrap();
            assert_eq!(
                read_rows(&path).unwrap(),
                [["18000", "Cher", "*"], ["69000", "Rhône", "*"]]
            );
        }
    }

    #[test]
    fn rows_come_back_as_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("h.csv");
        let rows = vec![vec!["a;b", "x \"y\"", "*"], vec!["é", "", "*"]];
        stage_rows(&rows, &path, false).unwrap().commit().unwrap();
        assert_eq!(read_rows(&path).unwrap(), rows);
    }
}
