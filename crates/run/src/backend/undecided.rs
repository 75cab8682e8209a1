//! Columns of an engine that nobody gave a role: the first rows are looked at, as a table in memory is.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use arrow_array::RecordBatch;
use bauta_engines::Engine;
use bauta_formats::ReadOptions;
use bauta_table::{Fault, Progress};

use crate::project::Project;
use crate::reading::read_options;
use crate::undecided;
use bauta_messages::{Error, Result};

/// What values look like is seen in as many rows as this.
const ROWS: usize = 20_000;

/// The faults of columns without a role that look as if they pointed to people.
///
/// # Errors
/// The engine failed, or it was stopped.
pub(super) fn faults(
    project: &Project,
    engine: &dyn Engine,
    progress: &dyn Progress,
) -> Result<Vec<Fault>> {
    let roles = &project.roles;
    let is_undecided = |name: &&String| !roles.decides(name);
    let columns: Vec<String> = engine.columns().to_vec();
    if !columns.iter().any(|name| is_undecided(&name)) {
        return Ok(Vec::new());
    }
    // A column may tell what a quasi-identifier is.
    let looked_at = |name: &&String| is_undecided(name) || roles.quasi_identifiers.contains(name);
    let columns: Vec<String> = columns.iter().filter(looked_at).cloned().collect();
    let batches = first_rows(engine, &columns, progress)?;
    let Some(first) = batches.first() else {
        return Ok(Vec::new());
    };
    let options = ReadOptions {
        kinds: Default::default(),
        ..read_options(project)
    };
    let table =
        bauta_formats::parquet::table_of("columns", &first.schema(), &batches, &options, true);
    let mut table = table.map_err(|_| {
        Error::request("columns without a role are of a kind that cannot be looked at; give every column a role: --qi, --sensitive, --drop or --keep")
    })?;
    roles.assign(&mut table);
    Ok(undecided::faults(project, &table))
}

/// What stops an engine whose other rows are not needed.
fn stopped() -> bauta_engines::Error {
    bauta_engines::Error::Formats(bauta_formats::Error::Cancelled)
}

/// Enough batches to see what values look like; the engine is stopped then.
fn first_rows(
    engine: &dyn Engine,
    columns: &[String],
    progress: &dyn Progress,
) -> Result<Vec<RecordBatch>> {
    let (rows, batches) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let each = |batch: &RecordBatch| {
        if rows.fetch_add(batch.num_rows(), Ordering::Relaxed) >= ROWS {
            return Err(stopped());
        }
        if batch.num_rows() > 0 {
            let mut batches = batches.lock().unwrap_or_else(PoisonError::into_inner);
            batches.push(batch.clone());
        }
        Ok(())
    };
    let scanned = engine.scan(columns, &each, progress);
    let enough = rows.load(Ordering::Relaxed) >= ROWS && !progress.cancelled();
    if !enough {
        scanned?;
    }
    Ok(batches.into_inner().unwrap_or_else(PoisonError::into_inner))
}
