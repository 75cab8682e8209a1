//! Distinct combinations that are too many for memory: they stay on the disk, in codes, and are visited in passes.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ArrayRef;
use arrow_schema::Field;
use bauta_formats::ReadOptions;
use bauta_table::{Attribute, Progress};

use super::count::{Sorted, attribute, sorted, stopped_by, tallied, unreadable};
use super::files::Files;
use super::tally::{self, Stopped, Widths};
use crate::contract::{Distinct, Visit};
use crate::error::Result;

/// Combinations in a file without a name.
struct Spilled {
    columns: Vec<(Attribute, ArrayRef)>,
    /// For each column, the code of each rank.
    code_of: Vec<Vec<u32>>,
    widths: Widths,
    file: Mutex<File>,
    entries: u64,
}

/// Counts combinations and leaves them on the disk.
pub(super) fn distinct(
    files: &Files,
    columns: &[usize],
    options: &ReadOptions,
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<Box<dyn Distinct>> {
    let (pools, tallies) = tallied(files, columns, memory, progress)?;
    let (sorted, widths) = sorted(files, &pools)?;
    let mut out =
        BufWriter::new(tempfile::tempfile().map_err(|source| stopped_by(files, source.into()))?);
    let (mut codes, mut entries, mut failed) = (vec![0; columns.len()], 0, None);
    tally::gather(tallies, &widths, |key, count| {
        widths.unpack(key, &mut codes);
        let ranks = codes
            .iter()
            .zip(&sorted)
            .map(|(&code, column): (&u32, &Sorted)| column.rank_of[code as usize]);
        let key = widths.pack(ranks);
        let written = out
            .write_all(&key.to_le_bytes())
            .and_then(|()| out.write_all(&count.to_le_bytes()));
        failed = failed.take().or(written.err());
        entries += 1;
    })
    .map_err(|stopped| stopped_by(files, stopped))?;
    if let Some(source) = failed {
        return Err(stopped_by(files, Stopped::Disk(source)));
    }
    let file = out
        .into_inner()
        .map_err(|error| stopped_by(files, Stopped::Disk(error.into_error())))?;
    let (mut found, mut code_of) = (Vec::new(), Vec::new());
    for (&column, sorted) in columns.iter().zip(&sorted) {
        let name = files.schema().field(column).name();
        let field = Field::new(name, sorted.values.data_type().clone(), true);
        let ranks: Vec<u32> = (0..sorted.values.len() as u32).collect();
        let attribute = attribute(files, &field, sorted, &ranks, options)?;
        code_of.push(attribute.column.codes().iter().collect());
        found.push((attribute, Arc::clone(&sorted.values)));
    }
    if found.is_empty() {
        return Err(unreadable(files)(arrow_schema::ArrowError::SchemaError(
            String::new(),
        )));
    }
    Ok(Box::new(Spilled {
        columns: found,
        code_of,
        widths,
        file: Mutex::new(file),
        entries,
    }))
}

impl Distinct for Spilled {
    fn columns(&self) -> &[(Attribute, ArrayRef)] {
        &self.columns
    }

    fn combinations(&self) -> u64 {
        self.entries
    }

    fn visit(&self, each: &mut Visit<'_>) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.rewind()?;
        let mut input = BufReader::with_capacity(1 << 20, &mut *file);
        let mut codes = vec![0; self.columns.len()];
        let (mut key, mut count) = ([0; 16], [0; 8]);
        for _ in 0..self.entries {
            input.read_exact(&mut key)?;
            input.read_exact(&mut count)?;
            self.widths.unpack(u128::from_le_bytes(key), &mut codes);
            codes
                .iter_mut()
                .zip(&self.code_of)
                .for_each(|(code, of)| *code = of[*code as usize]);
            each(&codes, u64::from_le_bytes(count));
        }
        Ok(())
    }
}
