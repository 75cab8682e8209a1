//! Which engine, and opening it.

use bauta_engines::{Engine, Local, Settings};
use bauta_formats::{FileFormat, Locator};

use crate::project::Project;
use crate::reading::read_options;
use bauta_messages::{Error, Result};

/// An engine as it was named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Our own kernel, over pieces of files.
    Local,
    /// DataFusion in this process.
    DataFusion,
    /// A Ballista cluster, by the address of its scheduler.
    Ballista(String),
    /// The database that holds the data.
    Postgres,
}

/// The engine that a project asks for; none where its data are read whole.
///
/// # Errors
/// A word that names no engine; a size that is none.
pub fn wanted(project: &Project) -> Result<Option<Place>> {
    memory(project)?;
    let Some(word) = &project.input.engine else {
        let asked = project.input.memory.is_some() || too_large(project);
        return Ok(asked.then_some(Place::Local));
    };
    match word.as_str() {
        "local" if project.input.memory.is_none() => Ok(None),
        "local" => Ok(Some(Place::Local)),
        "datafusion" => Ok(Some(Place::DataFusion)),
        "postgres" => Ok(Some(Place::Postgres)),
        word if word.starts_with("ballista://") => Ok(Some(Place::Ballista(word.to_owned()))),
        word if word.starts_with("postgres://") || word.starts_with("postgresql://") => {
            Ok(Some(Place::Postgres))
        }
        _ => Err(Error::request(
            "there is no such engine; name local, datafusion, ballista://host:port or postgres://user@host/db",
        )),
    }
}

/// Bytes that a cell needs in memory at the most, on the average of tables: its code, and what counting and recoding make of it.
const CELL_BYTES: u64 = 8;

/// Whether Parquet files are too large to be read whole, and can be done in pieces.
fn too_large(project: &Project) -> bool {
    let Ok(input) = project.input.data.parse::<Locator>() else {
        return false;
    };
    let parquet = matches!(
        input,
        Locator::ParquetGlob(_)
            | Locator::File {
                format: FileFormat::Parquet,
                ..
            }
    );
    let Some(available) = available_bytes().filter(|_| parquet && super::on_engine::fits(project))
    else {
        return false;
    };
    let Ok(files) = Local::open(&input, Settings::default()) else {
        return false;
    };
    let (rows, columns) = files.size();
    exceeds(rows, columns, available)
}

fn exceeds(rows: u64, columns: usize, available: u64) -> bool {
    rows.saturating_mul(columns as u64)
        .saturating_mul(CELL_BYTES)
        > available / 2
}

/// Memory that programs may still take, where the system tells it.
fn available_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim()
        .strip_suffix("kB")?
        .trim()
        .parse::<u64>()
        .ok()
        .map(|kilobytes| kilobytes * 1024)
}

/// The bytes that an engine may hold: a number with kB, MB, GB or TB, or KiB, MiB, GiB or TiB.
fn memory(project: &Project) -> Result<Option<u64>> {
    project.input.memory.as_deref().map(bytes).transpose()
}

/// A size with its unit in bytes.
pub fn bytes(text: &str) -> Result<u64> {
    let wrong = || Error::request("--memory is no size; write it as 500MB or 2GB");
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor: f64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "t" | "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1048576.0,
        "gib" => 1073741824.0,
        "tib" => 1099511627776.0,
        _ => return Err(wrong()),
    };
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * factor;
    if bytes >= 1.0 {
        Ok(bytes as u64)
    } else {
        Err(wrong())
    }
}

/// The bytes that an engine may hold; chosen by size, what it would have been allowed to be.
pub(super) fn budget(project: &Project) -> Result<u64> {
    Ok(memory(project)?
        .or_else(|| available_bytes().map(|bytes| bytes / 2))
        .unwrap_or(1 << 30))
}

/// Opens the engine on the data.
pub(super) fn open(project: &Project, input: &Locator, place: &Place) -> Result<Box<dyn Engine>> {
    // Chosen by size, it may hold what it would have been allowed to be.
    let budget = memory(project)?.or_else(|| available_bytes().map(|bytes| bytes / 2));
    let settings = Settings {
        options: read_options(project),
        memory: budget,
    };
    let mut engine: Box<dyn Engine> = match place {
        Place::Local => Box::new(Local::open(input, settings)?),
        Place::Postgres => match input {
            Locator::Postgres { url, table } => {
                bauta_engines::postgres::open(url, table, &settings.options)?
            }
            _ => {
                return Err(Error::request(
                    "the data are not in that database; name them as postgres://user@host/db#table, or choose another engine",
                ));
            }
        },
        Place::DataFusion | Place::Ballista(_) => clustered(input, place, &settings)?,
    };
    budget.into_iter().for_each(|bytes| engine.limit(bytes));
    Ok(engine)
}

/// DataFusion needs some room to count in, however little of what it counts may be held.
#[cfg(feature = "cluster")]
const LEAST_POOL: u64 = 64 << 20;

#[cfg(feature = "cluster")]
fn clustered(input: &Locator, place: &Place, settings: &Settings) -> Result<Box<dyn Engine>> {
    Ok(match place {
        Place::Ballista(address) => {
            bauta_engines::ballista::open(address, input, &settings.options)?
        }
        _ => {
            let pool = settings.memory.map(|bytes| bytes.max(LEAST_POOL));
            bauta_engines::datafusion::open(input, &settings.options, pool)?
        }
    })
}

#[cfg(not(feature = "cluster"))]
fn clustered(_: &Locator, _: &Place, _: &Settings) -> Result<Box<dyn Engine>> {
    Err(Error::request(
        "this program was built without that engine; build it with --features cluster",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(engine: Option<&str>, size: Option<&str>) -> Project {
        let mut project = Project::new("a.parquet");
        project.input.engine = engine.map(str::to_owned);
        project.input.memory = size.map(str::to_owned);
        project
    }

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("2GB", 2_000_000_000),
            ("500 MB", 500_000_000),
            ("1.5KiB", 1536),
            ("1024", 1024),
        ] {
            assert_eq!(
                memory(&asking(None, Some(text))).unwrap(),
                Some(bytes),
                "{text}"
            );
        }
        for text in ["", "GB", "2XB", "-1GB", "0"] {
            assert!(memory(&asking(None, Some(text))).is_err(), "{text}");
        }
    }

    #[test]
    fn files_that_do_not_fit_are_done_in_pieces() {
        assert!(!exceeds(1_000_000, 9, 8 << 30));
        assert!(exceeds(1_000_000_000, 9, 8 << 30));
        assert!(available_bytes().is_none_or(|bytes| bytes > 1 << 20));
    }

    #[test]
    fn engines() {
        assert_eq!(wanted(&asking(None, None)).unwrap(), None);
        assert_eq!(wanted(&asking(Some("local"), None)).unwrap(), None);
        assert_eq!(
            wanted(&asking(None, Some("1GB"))).unwrap(),
            Some(Place::Local)
        );
        assert_eq!(
            wanted(&asking(Some("datafusion"), None)).unwrap(),
            Some(Place::DataFusion)
        );
        assert!(wanted(&asking(Some("spark"), None)).is_err());
    }
}
