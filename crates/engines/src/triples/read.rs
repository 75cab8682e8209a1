//! Reading folders of triples, batch by batch.

use std::fs::File;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Int64Array, RecordBatch, StringArray};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::{Predicate, broken, failed, files_of, list_of, terms_of};
use crate::error::{Error, Result};

/// The predicates of a folder, by number.
///
/// # Errors
/// The path is no folder of triples, or cannot be read.
pub fn predicates(folder: &Path) -> Result<Vec<Predicate>> {
    if !super::is_folder(folder) {
        return Err(Error::request(
            format!("{} is no folder of triples", folder.display()),
            "make one with bauta graph convert GRAPH -o NAME.triples",
        ));
    }
    let path = list_of(folder);
    let mut found = Vec::new();
    each_batch(&path, &mut |batch| {
        let (numbers, texts, triples) = (
            numbers(&path, batch, 0)?,
            texts(&path, batch, 1)?,
            numbers(&path, batch, 2)?,
        );
        for row in 0..batch.num_rows() {
            let (number, triples) = (numbers.value(row) as usize, triples.value(row) as u64);
            found.push(Predicate {
                number,
                text: texts.value(row).to_owned(),
                triples,
            });
        }
        Ok(())
    })?;
    Ok(found)
}

/// Calls `take` with every term and its number, ascending by number.
///
/// # Errors
/// The folder cannot be read; what `take` fails with.
pub fn each_term(folder: &Path, take: &mut dyn FnMut(i64, &str) -> Result<()>) -> Result<()> {
    for path in files_of(&terms_of(folder))? {
        each_batch(&path, &mut |batch| {
            let (ids, texts) = (numbers(&path, batch, 0)?, texts(&path, batch, 1)?);
            (0..batch.num_rows()).try_for_each(|row| take(ids.value(row), texts.value(row)))
        })?;
    }
    Ok(())
}

/// Calls `take` with subject and object of every triple that has a predicate.
///
/// # Errors
/// The folder cannot be read; what `take` fails with.
pub fn each_link(
    folder: &Path,
    predicate: &Predicate,
    take: &mut dyn FnMut(i64, i64) -> Result<()>,
) -> Result<()> {
    let mut rows = 0;
    for path in files_of(&predicate.links(folder))? {
        each_batch(&path, &mut |batch| {
            let (subjects, objects) = (numbers(&path, batch, 0)?, numbers(&path, batch, 1)?);
            rows += batch.num_rows() as u64;
            (0..batch.num_rows()).try_for_each(|row| take(subjects.value(row), objects.value(row)))
        })?;
    }
    if rows == predicate.triples {
        Ok(())
    } else {
        Err(broken(
            &predicate.links(folder),
            format!("{rows} triples, and {} are announced", predicate.triples),
        ))
    }
}

fn each_batch(path: &Path, take: &mut dyn FnMut(&RecordBatch) -> Result<()>) -> Result<()> {
    let file = File::open(path).map_err(failed(path))?;
    let reader = ParquetRecordBatchReaderBuilder::try_new(file)
        .and_then(ParquetRecordBatchReaderBuilder::build);
    for batch in reader.map_err(|error| broken(path, error))? {
        take(&batch.map_err(|error| broken(path, error))?)?;
    }
    Ok(())
}

fn numbers<'a>(path: &Path, batch: &'a RecordBatch, column: usize) -> Result<&'a Int64Array> {
    let found = batch
        .columns()
        .get(column)
        .and_then(|column| column.as_primitive_opt::<Int64Type>());
    found.ok_or_else(|| broken(path, "it has other columns than a folder of triples"))
}

fn texts<'a>(path: &Path, batch: &'a RecordBatch, column: usize) -> Result<&'a StringArray> {
    let found = batch
        .columns()
        .get(column)
        .and_then(|column| column.as_string_opt::<i32>());
    found.ok_or_else(|| broken(path, "it has other columns than a folder of triples"))
}
