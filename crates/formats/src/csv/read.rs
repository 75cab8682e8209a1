//! Reading: one core fetches blocks of whole rows while all cores take the blocks before them apart.
//!
//! 1. The start of the source shows encoding and delimiter; the first row is the header.
//! 2. Blocks come in batches. A batch is taken apart in parallel, each block into a chunk of every column, while the next
//!    batch is fetched; then the chunks are absorbed in order, columns in parallel.
//! 3. Kinds are found at the end, by distinct value.
//!
//! The result does not depend on the size of blocks and batches.

use std::io::Read;

use bauta_table::builder::{ChunkCells, ColumnChunk};
use bauta_table::{ColumnBuilder, Fault, Progress, Stage};
use memchr::memchr;
use rayon::prelude::*;

use super::encoding::Decoding;
use super::input::{Block, Input, Stop};
use super::scan::{Scanned, Sink, lines_in, scan};
use super::{refuse, sniff};
use crate::assemble::Assembler;
use crate::error::{Error, Result};
use crate::options::ReadOptions;
use crate::{FileFormat, Source};

/// Bytes of a block, and blocks of a batch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    pub(super) block: usize,
    pub(super) batch: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        // Blocks that stay in the second-level cache, and enough of them to keep every core busy to the end of a batch.
        Sizes {
            block: 512 << 10,
            batch: 8 * rayon::current_num_threads(),
        }
    }
}

/// What is read, for messages and progress.
pub(super) struct Origin {
    pub(super) name: String,
    pub(super) format: FileFormat,
    pub(super) size: Option<u64>,
}

/// Reads a source to its end.
pub(super) fn read(
    raw: Box<dyn Read + Send>,
    origin: &Origin,
    options: &ReadOptions,
    progress: &dyn Progress,
    sizes: Sizes,
) -> Result<Source> {
    let name = &origin.name;
    let mut input =
        Input::open(raw, options.encoding.as_deref()).map_err(|stop| failed(stop, name, 0))?;
    let delimiter = delimiter(&input, origin, options)?;
    let (names, delimiter, lines) = header(&mut input, delimiter, origin, sizes, options)?;
    let assembler = Assembler::new(name, names, options)?;
    let mut reading = Reading {
        origin,
        progress,
        sizes,
        delimiter,
        assembler,
        lines,
        blank: 0,
        trailing_blank: 0,
    };
    reading.run(&mut input)?;
    let Reading {
        assembler, blank, ..
    } = reading;
    let mut notes = vec![format!(
        "read as {}: delimiter {}, encoding {}",
        if origin.format == FileFormat::Tsv {
            "TSV"
        } else {
            "CSV"
        },
        if delimiter == b'\t' {
            "tab".to_owned()
        } else {
            format!("\"{}\"", delimiter as char)
        },
        input.decoding().name()
    )];
    if blank > 0 {
        notes.push(format!(
            "{blank} empty {} skipped",
            if blank == 1 { "line was" } else { "lines were" }
        ));
    }
    Ok(Source {
        table: assembler.finish(options, true, false)?,
        part: None,
        delimiter: Some(delimiter),
        notes,
    })
}

pub(super) fn failed(stop: Stop, name: &str, lines: u64) -> Error {
    match stop {
        Stop::Io(source) => Error::Io {
            name: name.to_owned(),
            source,
        },
        Stop::Malformed(encoding) => refuse::not_in_encoding(name, lines + 1, encoding),
        Stop::EndlessRow => refuse::endless_row(name, lines + 1),
        Stop::Refused(error) => error,
    }
}

/// The delimiter asked for, or that of the format, or that of the file's start.
pub(super) fn delimiter(input: &Input, origin: &Origin, options: &ReadOptions) -> Result<u8> {
    let (start, whole) = input.start();
    refuse::check(&origin.name, start, input.decoding())?;
    match options.delimiter {
        Some(byte) => super::usable(byte),
        None if origin.format == FileFormat::Tsv => Ok(b'\t'),
        None => Ok(sniff::delimiter(&input.decoding().glance(start), whole)),
    }
}

/// The names in the first row, the delimiter (which a line `sep=;` may name), and the lines above the data.
pub(super) fn header(
    input: &mut Input,
    mut delimiter: u8,
    origin: &Origin,
    sizes: Sizes,
    options: &ReadOptions,
) -> Result<(Vec<String>, u8, u64)> {
    let mut lines = 0;
    loop {
        let next = input
            .row(delimiter, sizes.block)
            .map_err(|stop| failed(stop, &origin.name, lines))?;
        let Some(block) = next else {
            return Err(Error::data(&origin.name, vec![Fault::Empty]));
        };
        let text = text_of(&block).map_err(|bad| bad.error(&origin.name, lines))?;
        if lines == 0
            && let Some(named) = sniff::named(&text)
        {
            if options.delimiter.is_none() {
                delimiter = super::usable(named)?;
            }
            lines += 1;
            continue;
        }
        let mut names = Names {
            text: &text,
            names: Vec::new(),
        };
        let scanned = scan(&text, delimiter, &mut names);
        if let Some(line) = scanned.open_quote {
            return Err(Bad::OpenQuote(line).error(&origin.name, lines));
        }
        lines += scanned.lines;
        if !names.names.is_empty() {
            return Ok((names.names, delimiter, lines));
        }
    }
}

struct Names<'a> {
    text: &'a str,
    names: Vec<String>,
}

impl Sink for Names<'_> {
    fn cell(&mut self, _: usize, start: usize, end: usize) {
        self.names.push(self.text[start..end].trim().to_owned());
    }

    fn unquoted(&mut self, _: usize, cell: &str) {
        self.names.push(cell.trim().to_owned());
    }

    fn row(&mut self, _: usize, _: u64) {}
}

/// What cannot be read in a block; lines are counted from its start.
pub(super) enum Bad {
    Zero(u64),
    NotText(u64, &'static str),
    OpenQuote(u64),
}

impl Bad {
    pub(super) fn error(&self, name: &str, lines: u64) -> Error {
        match *self {
            Bad::Zero(line) => refuse::zero_byte(name, lines + line + 1),
            Bad::NotText(line, encoding) => {
                refuse::not_in_encoding(name, lines + line + 1, encoding)
            }
            Bad::OpenQuote(line) => refuse::open_quote(name, lines + line + 1),
        }
    }
}

/// The text of a block; of several things that are wrong with it, the first is told, however blocks are cut.
pub(super) fn text_of(block: &Block) -> std::result::Result<std::borrow::Cow<'_, str>, Bad> {
    let bytes = &block.bytes;
    let zero = memchr(0, bytes);
    match (zero, block.decoding.text(bytes)) {
        (None, Ok(text)) => Ok(text),
        (zero, Err(at)) if zero.is_none_or(|zero| at < zero) => {
            Err(Bad::NotText(lines_in(&bytes[..at]), Decoding::Utf8.name()))
        }
        (zero, _) => Err(Bad::Zero(lines_in(&bytes[..zero.unwrap_or(0)]))),
    }
}

/// Everything that stays while batches come and go.
struct Reading<'a> {
    origin: &'a Origin,
    progress: &'a dyn Progress,
    sizes: Sizes,
    delimiter: u8,
    assembler: Assembler,
    lines: u64,
    blank: u64,
    trailing_blank: u64,
}

impl Reading<'_> {
    fn run(&mut self, input: &mut Input) -> Result<()> {
        let (delimiter, sizes) = (self.delimiter, self.sizes);
        let (mut batch, mut stop) = fetch(input, delimiter, sizes);
        while !batch.is_empty() {
            if self.progress.cancelled() {
                return Err(Error::Cancelled);
            }
            self.progress
                .tell(Stage::Read, input.taken(), self.origin.size);
            let columns: &[ColumnBuilder] = self.assembler.columns_mut();
            let ahead = stop.is_none();
            let (taken, next) = rayon::join(
                || {
                    batch
                        .par_iter()
                        .map(|block| take_apart(block, delimiter, columns))
                        .collect::<Vec<_>>()
                },
                || {
                    if ahead {
                        fetch(input, delimiter, sizes)
                    } else {
                        (Vec::new(), None)
                    }
                },
            );
            self.absorb(taken)?;
            batch.drain(..).for_each(|block| input.recycle(block));
            (batch, stop) = (next.0, if ahead { next.1 } else { stop });
        }
        match stop {
            Some(stop) => Err(failed(stop, &self.origin.name, self.lines)),
            None => Ok(()),
        }
    }

    fn absorb(&mut self, taken: Vec<std::result::Result<Taken, Bad>>) -> Result<()> {
        let mut parts = Vec::with_capacity(taken.len());
        for part in taken {
            let part = part.map_err(|bad| bad.error(&self.origin.name, self.lines))?;
            for &(line, cells) in &part.ragged {
                self.assembler.ragged(self.lines + line + 1, cells);
            }
            self.lines += part.scanned.lines;
            if part.rows > 0 {
                self.blank += self.trailing_blank + part.blank - part.trailing_blank;
                self.trailing_blank = 0;
            }
            self.trailing_blank += part.trailing_blank;
            parts.push(part.cells);
        }
        let absorb = |(index, column): (usize, &mut ColumnBuilder)| {
            parts
                .iter()
                .filter_map(|part| part.get(index))
                .for_each(|cells| column.absorb(cells));
        };
        self.assembler
            .columns_mut()
            .par_iter_mut()
            .enumerate()
            .for_each(absorb);
        Ok(())
    }
}

/// The next batch, and why it is the last one, if it is not for the end of the file.
fn fetch(input: &mut Input, delimiter: u8, sizes: Sizes) -> (Vec<Block>, Option<Stop>) {
    let mut batch = Vec::with_capacity(sizes.batch);
    while batch.len() < sizes.batch.max(1) {
        match input.block_of(delimiter, sizes.block) {
            Ok(Some(block)) => batch.push(block),
            Ok(None) => break,
            Err(stop) => return (batch, Some(stop)),
        }
    }
    (batch, None)
}

/// A block in chunks of columns.
struct Taken {
    cells: Vec<ChunkCells>,
    rows: u64,
    ragged: Vec<(u64, usize)>,
    blank: u64,
    trailing_blank: u64,
    scanned: Scanned,
}

fn take_apart(
    block: &Block,
    delimiter: u8,
    columns: &[ColumnBuilder],
) -> std::result::Result<Taken, Bad> {
    let text = text_of(block)?;
    let expected = text.len() / (8 * columns.len().max(1));
    let chunks = columns
        .iter()
        .map(|column| column.chunk(expected))
        .collect();
    let mut cells = Cells {
        text: &text,
        chunks,
        rows: 0,
        ragged: Vec::new(),
        blank: 0,
        trailing_blank: 0,
    };
    let scanned = scan(&text, delimiter, &mut cells);
    if let Some(line) = scanned.open_quote {
        return Err(Bad::OpenQuote(line));
    }
    let Cells {
        chunks,
        rows,
        ragged,
        blank,
        trailing_blank,
        ..
    } = cells;
    let cells = chunks.into_iter().map(ColumnChunk::finish).collect();
    Ok(Taken {
        cells,
        rows,
        ragged,
        blank,
        trailing_blank,
        scanned,
    })
}

struct Cells<'a> {
    text: &'a str,
    chunks: Vec<ColumnChunk<'a>>,
    rows: u64,
    ragged: Vec<(u64, usize)>,
    blank: u64,
    trailing_blank: u64,
}

impl Sink for Cells<'_> {
    #[inline]
    fn cell(&mut self, column: usize, start: usize, end: usize) {
        if let Some(chunk) = self.chunks.get_mut(column) {
            chunk.push_slice(self.text, start, end);
        }
    }

    fn unquoted(&mut self, column: usize, cell: &str) {
        if let Some(chunk) = self.chunks.get_mut(column) {
            chunk.push_text(cell);
        }
    }

    #[inline]
    fn row(&mut self, cells: usize, line: u64) {
        if cells != self.chunks.len() {
            self.ragged.push((line, cells));
        }
        self.rows += 1;
        self.trailing_blank = 0;
    }

    fn blank(&mut self) {
        self.blank += 1;
        self.trailing_blank += 1;
    }
}
