//! Where a table is: a file, a sheet of a workbook, several Parquet files, a table of a database, standard input.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::{Error, Result};

/// The file formats, by extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// `.csv`, delimiter detected.
    Csv,
    /// `.tsv`, tab-delimited.
    Tsv,
    /// OpenDocument spreadsheet.
    Ods,
    /// Excel workbook.
    Xlsx,
    /// Apache Parquet.
    Parquet,
}

impl FileFormat {
    /// The extensions that are read and written, for messages.
    pub const EXTENSIONS: &'static str = ".ods, .xlsx, .csv, .tsv, .parquet";

    fn of(path: &Path) -> Option<FileFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" | "txt" => Some(FileFormat::Csv),
            "tsv" | "tab" => Some(FileFormat::Tsv),
            "ods" => Some(FileFormat::Ods),
            "xlsx" => Some(FileFormat::Xlsx),
            "parquet" | "pq" => Some(FileFormat::Parquet),
            _ => None,
        }
    }
}

/// Where a table is.
#[derive(Clone, PartialEq, Eq)]
pub enum Locator {
    /// CSV on standard input or output.
    Stdio,
    /// A file, with the sheet for workbooks (`people.ods#Sheet2`).
    File {
        /// Its path.
        path: PathBuf,
        /// Its format, by extension.
        format: FileFormat,
        /// The sheet that was named.
        sheet: Option<String>,
    },
    /// `dir/*.parquet`: all files that match, in name order.
    ParquetGlob(String),
    /// `sqlite:file.db#table`.
    Sqlite {
        /// The database file.
        path: PathBuf,
        /// The table; may be left out when the database has one.
        table: Option<String>,
    },
    /// `postgres://user@host/db#schema.table`.
    Postgres {
        /// Connection address without the table. May hold a password: never print it.
        url: String,
        /// `schema.table` or `table`.
        table: String,
    },
}

impl Error {
    /// An address of a kind that this build, or this operation, cannot use.
    pub(crate) fn not_built(locator: &Locator) -> Self {
        Error::Locator {
            what: format!("{locator} cannot be used here"),
            hint: format!(
                "choose a file that ends in one of {}",
                FileFormat::EXTENSIONS
            ),
        }
    }
}

impl FromStr for Locator {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if text == "-" {
            return Ok(Locator::Stdio);
        }
        if let Some(rest) = text.strip_prefix("sqlite:") {
            let (path, table) = split_fragment(rest);
            return Ok(Locator::Sqlite {
                path: path.into(),
                table,
            });
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return match split_fragment(text) {
                (url, Some(table)) => Ok(Locator::Postgres {
                    url: url.to_owned(),
                    table,
                }),
                _ => Err(Error::Locator {
                    what: "the database address names no table".into(),
                    hint: "add it at the end: postgres://user@host/db#schema.table".into(),
                }),
            };
        }
        if text.contains('*') && text.to_ascii_lowercase().ends_with(".parquet") {
            return Ok(Locator::ParquetGlob(text.to_owned()));
        }
        file(text)
    }
}

impl Locator {
    /// The delimiter for an output here when the source had `delimiter`: a CSV output is delimited like its CSV source.
    pub fn delimited_like(&self, delimiter: Option<u8>) -> Option<u8> {
        let csv = matches!(
            self,
            Locator::Stdio
                | Locator::File {
                    format: FileFormat::Csv,
                    ..
                }
        );
        delimiter.filter(|&delimiter| csv && delimiter != b'\t')
    }
}

/// A path that exists as it stands wins over a path with a sheet name behind `#`.
fn file(text: &str) -> Result<Locator> {
    let whole = Path::new(text);
    let (path, sheet) = match split_fragment(text) {
        (path, Some(sheet)) if !whole.exists() && FileFormat::of(Path::new(path)).is_some() => {
            (path, Some(sheet))
        }
        _ => (text, None),
    };
    let path = PathBuf::from(path);
    match FileFormat::of(&path) {
        Some(format @ (FileFormat::Ods | FileFormat::Xlsx)) => Ok(Locator::File {
            path,
            format,
            sheet,
        }),
        Some(format) if sheet.is_none() => Ok(Locator::File {
            path,
            format,
            sheet,
        }),
        Some(_) => Err(Error::Locator {
            what: format!("{} has no sheets", path.display()),
            hint: "leave out the part behind #".into(),
        }),
        None => Err(Error::Locator {
            what: format!(
                "the format of {} is not known from its name",
                path.display()
            ),
            hint: format!("use a name that ends in one of {}", FileFormat::EXTENSIONS),
        }),
    }
}

fn split_fragment(text: &str) -> (&str, Option<String>) {
    match text.rsplit_once('#') {
        Some((path, fragment)) if !fragment.is_empty() => (path, Some(fragment.to_owned())),
        _ => (text, None),
    }
}

/// As displayed: an address may hold a password.
impl std::fmt::Debug for Locator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// The same address without a password, fit for messages and records.
impl std::fmt::Display for Locator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Locator::Stdio => f.write_str("-"),
            Locator::File {
                path, sheet: None, ..
            } => write!(f, "{}", path.display()),
            Locator::File {
                path,
                sheet: Some(sheet),
                ..
            } => write!(f, "{}#{sheet}", path.display()),
            Locator::ParquetGlob(pattern) => f.write_str(pattern),
            Locator::Sqlite { path, table: None } => write!(f, "sqlite:{}", path.display()),
            Locator::Sqlite {
                path,
                table: Some(table),
            } => write!(f, "sqlite:{}#{table}", path.display()),
            Locator::Postgres { url, table } => write!(f, "{}#{table}", without_password(url)),
        }
    }
}

/// Cautious rather than exact: whatever may belong to a password is left out, also in an address that is wrong.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return "postgres://".to_owned();
    };
    let rest = match rest.split_once("password=") {
        Some((before, value)) => {
            let after = value.split_once('&').map_or("", |(_, after)| after);
            format!("{before}{after}")
                .trim_end_matches(['?', '&'])
                .to_owned()
        }
        None => rest.to_owned(),
    };
    let Some((user, host)) = rest.rsplit_once('@') else {
        return format!("{scheme}://{rest}");
    };
    let name = user.split_once(':').map_or(user, |(name, _)| name);
    format!("{scheme}://{name}@{host}")
}

/// The files that a pattern or a folder names, in name order; the file itself, where a locator names one.
///
/// # Errors
/// When none matches, or the locator names no file.
#[cfg(feature = "parquet")]
pub fn files_of(locator: &Locator) -> Result<Vec<PathBuf>> {
    match locator {
        Locator::File { path, .. } if path.is_dir() => {
            expand(&format!("{}/*.parquet", path.display()))
        }
        Locator::File { path, .. } => Ok(vec![path.clone()]),
        Locator::ParquetGlob(pattern) => expand(pattern),
        other => Err(Error::not_built(other)),
    }
}

/// The files that a pattern with `*` in its last part matches, in name order.
#[cfg(feature = "parquet")]
pub(crate) fn expand(pattern: &str) -> Result<Vec<PathBuf>> {
    let (folder, name) = pattern.rsplit_once('/').unwrap_or((".", pattern));
    let parts: Vec<&str> = name.split('*').collect();
    let entries =
        std::fs::read_dir(folder).map_err(|source| Error::io(Path::new(folder), source))?;
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| {
            path.file_name()
                .and_then(|n| n.to_str())
                .is_some_and(|n| matches_parts(n, &parts))
        })
        .collect();
    found.sort();
    if found.is_empty() {
        return Err(Error::Locator {
            what: format!("no file matches {pattern}"),
            hint: "check the folder".into(),
        });
    }
    Ok(found)
}

#[cfg(feature = "parquet")]
fn matches_parts(name: &str, parts: &[&str]) -> bool {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
        return false;
    };
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    for part in &parts[1..parts.len() - 1] {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        text.parse::<Locator>()
            .map_or_else(|e| e.to_string(), |l| l.to_string())
    }

    #[test]
    fn locators_of_the_contract() {
        for text in [
            "people.ods",
            "people.ods#Sheet2",
            "a.xlsx",
            "a.csv",
            "a.tsv",
            "a.parquet",
            "dir/*.parquet",
            "-",
        ] {
            assert_eq!(shown(text), text);
        }
        assert_eq!(shown("sqlite:file.db#people"), "sqlite:file.db#people");
        assert!(matches!(
            "dir/*.parquet".parse(),
            Ok(Locator::ParquetGlob(_))
        ));
    }

    #[test]
    fn a_password_is_never_shown() {
        assert_eq!(
            shown("postgres://ada:s3cret@host/db#public.t"),
            "postgres://ada@host/db#public.t"
        );
        assert_eq!(
            shown("postgres:///db?password=s3cret&host=/tmp#t"),
            "postgres:///db?host=/tmp#t"
        );
        assert_eq!(
            shown("postgres:///db?host=/tmp&password=s3cret#t"),
            "postgres:///db?host=/tmp#t"
        );
        for text in [
            "postgres://a:s3@cret@h/db#t",
            "postgres://a:s3?cret@h/db#t",
            "postgres:///db?password=s3@cret#t",
        ] {
            assert!(
                !shown(text).contains("s3") && !shown(text).contains("cret"),
                "{}",
                shown(text)
            );
        }
    }

    #[test]
    fn what_is_wrong_with_a_locator() {
        assert!(shown("people.docx").contains(".ods"));
        assert!(shown("a.csv#Sheet1").contains("no sheets"));
        assert!(shown("postgres://host/db").contains("names no table"));
    }
}
