//! Writing: rows are put together from rendered values on all cores, while the rows before them go to the file.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::ops::Range;
use std::path::Path;

use bauta_table::{Progress, Stage, Style, Table};
use rayon::prelude::*;

use super::render::{Ahead, BLOCK, Look, Rendered, header};
use crate::FileFormat;
use crate::error::{Error, Result};
use crate::options::WriteOptions;
use crate::staged::{Commit, Staged, StagedFile};

/// Cells that one core puts together at a time.
const CELLS: usize = 1 << 17;

/// Writes beside the final name.
pub(super) fn to_file(
    table: &Table,
    path: &Path,
    format: FileFormat,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    let staged = StagedFile::create(path, options)?;
    let writing = Writing::new(table, format, options)?;
    let staged = staged.fill(|out| {
        writing
            .run(out, progress)
            .map_err(|stop| stop.error(&path.display().to_string()))
    })?;
    Ok(staged.with_notes(writing.notes()))
}

/// Writes to a temporary file that is copied to standard output at the end.
pub(super) fn to_stdout(
    table: &Table,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    let failed = |source| Stop::Io(source).error(Printed::NAME);
    let mut file = tempfile::tempfile().map_err(failed)?;
    let writing = Writing::new(table, FileFormat::Csv, options)?;
    let mut out = BufWriter::with_capacity(1 << 20, &mut file);
    writing
        .run(&mut out, progress)
        .map_err(|stop| stop.error(Printed::NAME))?;
    out.flush().map_err(failed)?;
    drop(out);
    Ok(Staged::new(Printed(file)).with_notes(writing.notes()))
}

/// Writes to memory.
pub(super) fn to_bytes(
    table: &Table,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let writing = Writing::new(table, FileFormat::Csv, options)?;
    writing
        .run(&mut bytes, progress)
        .map_err(|stop| stop.error("memory"))?;
    Ok(bytes)
}

/// Standard output, kept back.
struct Printed(File);

impl Printed {
    const NAME: &str = "standard output";
}

impl Commit for Printed {
    fn commit(mut self: Box<Self>) -> Result<()> {
        let mut copy = || -> io::Result<()> {
            self.0.rewind()?;
            let mut out = io::stdout().lock();
            io::copy(&mut self.0, &mut out)?;
            out.flush()
        };
        copy().map_err(|source| Stop::Io(source).error(Printed::NAME))
    }
}

enum Stop {
    Cancelled,
    Io(io::Error),
}

impl Stop {
    fn error(self, name: &str) -> Error {
        match self {
            Stop::Cancelled => Error::Cancelled,
            Stop::Io(source) => Error::Io {
                name: name.to_owned(),
                source,
            },
        }
    }
}

/// A table ready to be written.
struct Writing<'a> {
    header: Vec<u8>,
    columns: Vec<Rendered<'a>>,
    /// Cells of a row.
    width: usize,
    rows: usize,
    guarded: u64,
}

/// Bytes of consecutive rows; the buffer is longer.
#[derive(Default)]
struct Piece {
    buffer: Vec<u8>,
    len: usize,
    ahead: Vec<Ahead>,
}

impl<'a> Writing<'a> {
    fn new(table: &'a Table, format: FileFormat, options: &WriteOptions) -> Result<Self> {
        let delimiter = match options.delimiter {
            Some(byte) => super::usable(byte)?,
            None => default_delimiter(table, format),
        };
        let attributes = table.attributes();
        let look = Look {
            delimiter,
            guard: options.guard_formulas,
            alone: attributes.len() == 1,
        };
        let end = |index: usize| {
            if index + 1 == attributes.len() {
                b'\n'
            } else {
                delimiter
            }
        };
        let columns: Vec<Rendered<'_>> = attributes
            .par_iter()
            .enumerate()
            .map(|(i, a)| Rendered::new(&a.column, look, end(i)))
            .collect();
        let (header, guarded) = header(attributes, look);
        let columns = Rendered::joined(columns);
        let guarded = guarded + columns.iter().map(|column| column.guarded).sum::<u64>();
        Ok(Writing {
            header,
            columns,
            width: attributes.len(),
            rows: table.rows(),
            guarded,
        })
    }

    fn notes(&self) -> Vec<String> {
        let what = match self.guarded {
            0 => return Vec::new(),
            1 => "1 text that begins like a formula was".to_owned(),
            count => format!("{count} texts that begin like a formula were"),
        };
        vec![format!(
            "{what} written with an apostrophe before it, so that a spreadsheet does not run it"
        )]
    }

    fn run(
        &self,
        out: &mut (impl Write + Send),
        progress: &dyn Progress,
    ) -> std::result::Result<(), Stop> {
        out.write_all(&self.header).map_err(Stop::Io)?;
        let step = (CELLS / self.width.max(1)).max(1);
        let at_once = 2 * rayon::current_num_threads();
        let mut ready: Vec<Piece> = Vec::new();
        let mut spare: Vec<Piece> = Vec::new();
        let mut next = 0;
        while next < self.rows || !ready.is_empty() {
            if progress.cancelled() {
                return Err(Stop::Cancelled);
            }
            progress.tell(Stage::Write, next as u64, Some(self.rows as u64));
            let ranges: Vec<Range<usize>> = (next..self.rows)
                .step_by(step)
                .take(at_once)
                .map(|first| first..self.rows.min(first + step))
                .collect();
            next = ranges.last().map_or(self.rows, |range| range.end);
            spare.resize_with(ranges.len().max(spare.len()), Piece::default);
            let buffers = spare.drain(..ranges.len()).collect::<Vec<_>>();
            let (made, written) = rayon::join(
                || {
                    ranges
                        .into_par_iter()
                        .zip(buffers)
                        .map(|(rows, piece)| self.rows_of(rows, piece))
                        .collect()
                },
                || {
                    ready
                        .iter()
                        .try_for_each(|piece| out.write_all(&piece.buffer[..piece.len]))
                },
            );
            written.map_err(Stop::Io)?;
            spare.append(&mut ready);
            ready = made;
        }
        progress.tell(Stage::Write, self.rows as u64, Some(self.rows as u64));
        Ok(())
    }

    fn rows_of(&self, rows: Range<usize>, mut piece: Piece) -> Piece {
        let room: usize = self.columns.iter().map(Rendered::room).sum();
        let mut at = 0;
        piece.ahead.resize_with(self.columns.len(), Ahead::default);
        for first in rows.clone().step_by(BLOCK) {
            let block = first..rows.end.min(first + BLOCK);
            let columns = || self.columns.iter();
            columns()
                .zip(&mut piece.ahead)
                .for_each(|(column, ahead)| column.look_up(block.clone(), ahead));
            for (place, row) in block.enumerate() {
                if piece.buffer.len() < at + room {
                    piece.buffer.resize(2 * (at + room), 0);
                }
                for (column, ahead) in columns().zip(&piece.ahead) {
                    at = column.copy_ahead((row, place), ahead, &mut piece.buffer, at);
                }
            }
        }
        piece.len = at;
        piece
    }
}

/// A comma, unless a column's decimals have one.
fn default_delimiter(table: &Table, format: FileFormat) -> u8 {
    let comma = |style: &Style| matches!(style, Style::Decimal { comma: true, .. });
    match format {
        FileFormat::Tsv => b'\t',
        _ if table
            .attributes()
            .iter()
            .any(|a| comma(a.column.dictionary().style())) =>
        {
            b';'
        }
        _ => b',',
    }
}
