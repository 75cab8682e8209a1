//! A folder of triples under an engine: its tables by name, and answers as numbers and texts.

use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};
use bauta_engines::datafusion::Tables;
use bauta_engines::triples::{self, Predicate};
use bauta_table::Progress;

use bauta_messages::{Error, Result};

/// A folder whose tables are called `terms` and, by the number of their predicate, `links0`, `links1`, ….
pub(super) struct Asked<'a> {
    pub(super) tables: &'a Tables,
    pub(super) predicates: Vec<Predicate>,
    /// What is needed on the way.
    pub(super) aside: PathBuf,
    pub(super) progress: &'a dyn Progress,
}

/// The name of the table of a predicate's links.
pub(super) fn links(number: usize) -> String {
    format!("links{number}")
}

impl<'a> Asked<'a> {
    pub(super) fn open(
        tables: &'a Tables,
        folder: &Path,
        aside: PathBuf,
        progress: &'a dyn Progress,
    ) -> Result<Asked<'a>> {
        let predicates = triples::predicates(folder)?;
        tables.register("terms", &triples::terms_of(folder))?;
        for predicate in &predicates {
            tables.register(&links(predicate.number), &predicate.links(folder))?;
        }
        Ok(Asked {
            tables,
            predicates,
            aside,
            progress,
        })
    }

    /// The predicate with an address.
    pub(super) fn find(&self, iri: &str) -> Option<&Predicate> {
        let (start, end) = ("<", ">");
        self.predicates.iter().find(|predicate| {
            predicate
                .text
                .strip_prefix(start)
                .and_then(|text| text.strip_suffix(end))
                == Some(iri)
        })
    }

    /// The table of the links of a predicate.
    pub(super) fn links_of(&self, iri: &str) -> Option<String> {
        self.find(iri).map(|predicate| links(predicate.number))
    }

    pub(super) fn triples(&self) -> u64 {
        self.predicates
            .iter()
            .map(|predicate| predicate.triples)
            .sum()
    }

    /// One number.
    pub(super) fn number(&self, query: &str) -> Result<u64> {
        let found = self.numbers(query, 1)?;
        found
            .first()
            .and_then(|row| row.first().copied().flatten())
            .map(|number| number as u64)
            .ok_or_else(no_answer)
    }

    /// Rows of so many numbers.
    pub(super) fn numbers(&self, query: &str, columns: usize) -> Result<Vec<Vec<Option<i64>>>> {
        let mut rows = Vec::new();
        for batch in self.tables.ask(query, self.progress)? {
            rows.extend(numbers_in(&batch, columns)?);
        }
        Ok(rows)
    }

    /// Pairs of numbers.
    pub(super) fn pairs(&self, query: &str) -> Result<Vec<(i64, i64)>> {
        let pair = |row: Vec<Option<i64>>| Some((row.first().copied()??, row.get(1).copied()??));
        Ok(self
            .numbers(query, 2)?
            .into_iter()
            .filter_map(pair)
            .collect())
    }

    /// One column of numbers.
    pub(super) fn column(&self, query: &str) -> Result<Vec<i64>> {
        let mut found = Vec::new();
        for batch in self.tables.ask(query, self.progress)? {
            let column = batch
                .columns()
                .first()
                .and_then(|column| column.as_primitive_opt::<Int64Type>());
            found.extend_from_slice(column.ok_or_else(no_answer)?.values());
        }
        Ok(found)
    }

    /// Numbers and texts.
    pub(super) fn texts(&self, query: &str) -> Result<Vec<(i64, String)>> {
        let mut found = Vec::new();
        for batch in self.tables.ask(query, self.progress)? {
            let numbers = batch
                .columns()
                .first()
                .and_then(|column| column.as_primitive_opt::<Int64Type>());
            let texts = batch
                .columns()
                .get(1)
                .and_then(|column| column.as_string_opt::<i32>());
            let (numbers, texts) = numbers.zip(texts).ok_or_else(no_answer)?;
            found.extend(
                (0..batch.num_rows()).map(|row| (numbers.value(row), texts.value(row).to_owned())),
            );
        }
        Ok(found)
    }

    /// Writes a table that is needed on the way, and gives it a name.
    pub(super) fn aside(&self, name: &str, query: &str) -> Result<u64> {
        let path = self.aside.join(format!("{name}.parquet"));
        let rows = self.tables.write(query, &path, self.progress)?;
        if rows > 0 {
            self.tables.register(name, &path)?;
        }
        Ok(rows)
    }

    /// Gives columns that were decided here a name there.
    pub(super) fn given(&self, name: &str, columns: triples::Columns) -> Result<()> {
        let path = self.aside.join(format!("{name}.parquet"));
        triples::write_columns(&path, columns)?;
        Ok(self.tables.register(name, &path)?)
    }
}

/// The rows of a batch that has nothing but numbers.
pub(super) fn numbers_in(batch: &RecordBatch, columns: usize) -> Result<Vec<Vec<Option<i64>>>> {
    let arrays = batch
        .columns()
        .iter()
        .take(columns)
        .map(|column| column.as_primitive_opt::<Int64Type>());
    let arrays: Option<Vec<_>> = arrays.collect();
    let arrays = arrays
        .filter(|arrays| arrays.len() == columns)
        .ok_or_else(no_answer)?;
    let row = |row: usize| {
        arrays
            .iter()
            .map(|array| array.is_valid(row).then(|| array.value(row)))
            .collect()
    };
    Ok((0..batch.num_rows()).map(row).collect())
}

pub(super) fn no_answer() -> Error {
    Error::request("the engine gave other columns than were asked for")
}
