//! A file in pieces, for who cannot hold it whole: rows as Arrow batches of texts, and such batches as lines.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use bauta_table::Fault;

use super::input::Input;
use super::read::{Bad, Origin, Sizes, delimiter, failed, header, text_of};
use super::render::{Look, cell};
use super::scan::{Sink, scan};
use crate::FileFormat;
use crate::assemble::check_header;
use crate::error::{Error, Result};
use crate::options::ReadOptions;

/// Bytes of a piece.
const PIECE: usize = 4 << 20;

/// Ragged rows that are listed.
const LISTED: usize = 10;

/// The rows of a file, a piece at a time. An empty cell is missing.
pub struct Pieces {
    input: Input,
    name: String,
    delimiter: u8,
    schema: SchemaRef,
    lines: u64,
}

impl Pieces {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// What is wrong with the file or its header.
    pub fn open(path: &Path, format: FileFormat, options: &ReadOptions) -> Result<Self> {
        let file = File::open(path).map_err(|source| Error::io(path, source))?;
        let origin = Origin {
            name: path.display().to_string(),
            format,
            size: None,
        };
        let opened = Input::open(Box::new(file), options.encoding.as_deref());
        let mut input = opened.map_err(|stop| failed(stop, &origin.name, 0))?;
        let found = delimiter(&input, &origin, options)?;
        let (names, delimiter, lines) =
            header(&mut input, found, &origin, Sizes::default(), options)?;
        let faults = check_header(&names, options.limits.columns);
        if !faults.is_empty() {
            return Err(Error::data(origin.name, faults).with_header(&names));
        }
        let fields: Vec<Field> = names
            .into_iter()
            .map(|name| Field::new(name, DataType::Utf8, true))
            .collect();
        Ok(Pieces {
            input,
            name: origin.name,
            delimiter,
            schema: Arc::new(Schema::new(fields)),
            lines,
        })
    }

    /// The columns, all of them texts.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// What parts the cells.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Bytes read so far.
    pub fn taken(&self) -> u64 {
        self.input.taken()
    }

    fn piece(&mut self) -> Result<Option<RecordBatch>> {
        let block = self.input.block_of(self.delimiter, PIECE);
        let Some(block) = block.map_err(|stop| failed(stop, &self.name, self.lines))? else {
            return Ok(None);
        };
        let text = text_of(&block).map_err(|bad| bad.error(&self.name, self.lines))?;
        let builders = self
            .schema
            .fields()
            .iter()
            .map(|_| StringBuilder::new())
            .collect();
        let mut cells = Texts {
            text: &text,
            builders,
            ragged: Vec::new(),
        };
        let scanned = scan(&text, self.delimiter, &mut cells);
        if let Some(line) = scanned.open_quote {
            return Err(Bad::OpenQuote(line).error(&self.name, self.lines));
        }
        if !cells.ragged.is_empty() {
            let expected = self.schema.fields().len();
            let fault = |&(line, found): &(u64, usize)| Fault::RaggedRow {
                row: self.lines + line + 1,
                expected,
                found,
            };
            let faults = cells.ragged.iter().take(LISTED).map(fault).collect();
            let names: Vec<String> = self
                .schema
                .fields()
                .iter()
                .map(|field| field.name().clone())
                .collect();
            return Err(Error::data(&self.name, faults).with_header(&names));
        }
        let arrays = cells
            .builders
            .iter_mut()
            .map(|builder| Arc::new(builder.finish()) as ArrayRef)
            .collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays);
        drop(cells);
        drop(text);
        self.lines += scanned.lines;
        self.input.recycle(block);
        let odd = |_| Error::Unreadable {
            name: self.name.clone(),
            problem: "its rows cannot be told apart".into(),
            hint: "convert it to Parquet first".into(),
        };
        batch.map(Some).map_err(odd)
    }
}

impl Iterator for Pieces {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.piece().transpose()
    }
}

struct Texts<'a> {
    text: &'a str,
    builders: Vec<StringBuilder>,
    ragged: Vec<(u64, usize)>,
}

impl Sink for Texts<'_> {
    fn cell(&mut self, column: usize, start: usize, end: usize) {
        let cell = self.text.get(start..end).filter(|cell| !cell.is_empty());
        if let Some(builder) = self.builders.get_mut(column) {
            builder.append_option(cell);
        }
    }

    fn unquoted(&mut self, column: usize, cell: &str) {
        if let Some(builder) = self.builders.get_mut(column) {
            builder.append_option(Some(cell).filter(|cell| !cell.is_empty()));
        }
    }

    fn row(&mut self, cells: usize, line: u64) {
        if cells != self.builders.len() {
            self.ragged.push((line, cells));
        }
    }
}

/// The header's line. What a spreadsheet would take for a formula gets an apostrophe, here and in [`lines`].
pub fn header_line(names: &[String], delimiter: u8) -> Vec<u8> {
    let look = Look {
        delimiter,
        guard: true,
        alone: names.len() == 1,
    };
    let mut line = Vec::new();
    for (index, name) in names.iter().enumerate() {
        if index > 0 {
            line.push(delimiter);
        }
        cell(name, look, &mut line);
    }
    line.push(b'\n');
    line
}

/// A batch of texts as lines; a column that is none is written empty.
pub fn lines(batch: &RecordBatch, delimiter: u8, out: &mut Vec<u8>) {
    let look = Look {
        delimiter,
        guard: true,
        alone: batch.num_columns() == 1,
    };
    let columns: Vec<_> = batch
        .columns()
        .iter()
        .map(|array| array.as_string_opt::<i32>())
        .collect();
    for row in 0..batch.num_rows() {
        for (index, column) in columns.iter().enumerate() {
            if index > 0 {
                out.push(delimiter);
            }
            let text = column
                .filter(|column| column.is_valid(row))
                .map_or("", |column| column.value(row));
            cell(text, look, out);
        }
        out.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_file_and_lines_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, "a;\"b c\"\n1;\"x\ny\"\n;=1+1\n\"q\"\"\";é\n").unwrap();
        let pieces = Pieces::open(&path, FileFormat::Csv, &ReadOptions::default()).unwrap();
        let (names, delimiter) = (
            pieces
                .schema()
                .fields()
                .iter()
                .map(|f| f.name().clone())
                .collect::<Vec<_>>(),
            pieces.delimiter(),
        );
        assert_eq!(
            (&names[..], delimiter),
            (&["a".to_owned(), "b c".to_owned()][..], b';')
        );
        let mut out = header_line(&names, delimiter);
        for piece in pieces {
            lines(&piece.unwrap(), delimiter, &mut out);
        }
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "a;b c\n1;\"x\ny\"\n;'=1+1\n\"q\"\"\";é\n"
        );
        std::fs::write(&path, "a;b\n1;2\n3\n").unwrap();
        let ragged = Pieces::open(&path, FileFormat::Csv, &ReadOptions::default())
            .unwrap()
            .next()
            .unwrap();
        assert!(ragged.err().unwrap().to_string().contains('3'));
    }
}
