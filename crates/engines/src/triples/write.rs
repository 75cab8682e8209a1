//! Writing folders of triples: in one pass, with as much memory whatever the size.
//!
//! Links wait in memory until there are many, and go to a new file of their predicate. Terms go to temporary files by the first bits of
//! their number; each of these is then put in order by itself. A term that was seen lately is not written again.

use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use super::{Predicate, broken, failed, links_of, list_of, numbers_of, part, terms_of};
use crate::error::Result;

/// Temporary files of terms, by the first bits of their numbers.
const SHARES: usize = 256;

/// Links that wait in memory, all predicates together.
const WAITING: usize = 4 << 20;

/// Links of a predicate that are worth a file of their own before the end.
const MANY: usize = 1 << 16;

/// Terms that are remembered so as not to be written again.
const REMEMBERED: usize = 2 << 20;

/// Terms of a file.
const TERMS: usize = 4 << 20;

/// Triples on their way to a folder.
pub struct Split {
    folder: PathBuf,
    shares: Vec<BufWriter<File>>,
    seen: HashMap<i64, u64, FixedState>,
    predicates: Vec<Waiting>,
    number_of: HashMap<String, usize, FixedState>,
    waiting: usize,
}

/// Links of a predicate.
struct Waiting {
    text: String,
    links: Vec<(i64, i64)>,
    files: usize,
    triples: u64,
}

impl Split {
    /// Begins in a folder that is there and empty.
    ///
    /// # Errors
    /// The disk failed.
    pub fn begin(folder: &Path) -> Result<Split> {
        let share =
            || tempfile::tempfile_in(folder).map(|file| BufWriter::with_capacity(1 << 16, file));
        let shares = (0..SHARES)
            .map(|_| share())
            .collect::<std::io::Result<_>>()
            .map_err(failed(folder))?;
        std::fs::create_dir(terms_of(folder)).map_err(failed(folder))?;
        Ok(Split {
            folder: folder.to_owned(),
            shares,
            seen: HashMap::default(),
            predicates: Vec::new(),
            number_of: HashMap::default(),
            waiting: 0,
        })
    }

    /// Adds a triple, of texts as N-Triples writes them.
    ///
    /// # Errors
    /// The disk failed.
    pub fn push(&mut self, [subject, predicate, object]: [&str; 3]) -> Result<()> {
        let link = (self.term(subject)?, self.term(object)?);
        let next = self.predicates.len();
        let number = *self.number_of.entry_ref(predicate).or_insert(next);
        if number == next {
            self.predicates.push(Waiting {
                text: predicate.to_owned(),
                links: Vec::new(),
                files: 0,
                triples: 0,
            });
        }
        if let Some(waiting) = self.predicates.get_mut(number) {
            waiting.links.push(link);
        }
        self.waiting += 1;
        if self.waiting >= WAITING {
            self.flush(MANY)?;
            if self.waiting > WAITING / 2 {
                self.flush(1)?;
            }
        }
        Ok(())
    }

    fn term(&mut self, text: &str) -> Result<i64> {
        let (id, check) = numbers_of(text);
        if self.seen.get(&id) == Some(&check) {
            return Ok(id);
        }
        if self.seen.len() >= REMEMBERED {
            self.seen.clear();
        }
        self.seen.insert(id, check);
        if let Some(share) = self.shares.get_mut((id >> 55) as usize) {
            let length = (text.len() as u64).to_le_bytes();
            [&id.to_le_bytes(), &length, text.as_bytes()]
                .into_iter()
                .try_for_each(|bytes| share.write_all(bytes))
                .map_err(failed(&self.folder))?;
        }
        Ok(id)
    }

    /// Writes the links of predicates that have at least so many.
    fn flush(&mut self, least: usize) -> Result<()> {
        for (number, waiting) in self
            .predicates
            .iter_mut()
            .enumerate()
            .filter(|(_, it)| it.links.len() >= least)
        {
            let folder = links_of(&self.folder, number);
            std::fs::create_dir_all(&folder).map_err(failed(&folder))?;
            let links = std::mem::take(&mut waiting.links);
            let column = |of: fn(&(i64, i64)) -> i64| -> ArrayRef {
                Arc::new(Int64Array::from_iter_values(links.iter().map(of)))
            };
            let columns = [
                ("subject", column(|link| link.0)),
                ("object", column(|link| link.1)),
            ];
            write_columns(&folder.join(part(waiting.files)), columns.into())?;
            waiting.files += 1;
            waiting.triples += links.len() as u64;
            self.waiting -= links.len();
        }
        Ok(())
    }

    /// Writes what is left, and the list of predicates.
    ///
    /// # Errors
    /// The disk failed; two terms have one number.
    pub fn finish(mut self) -> Result<Vec<Predicate>> {
        self.flush(1)?;
        let shares = std::mem::take(&mut self.shares);
        put_in_order(&self.folder, shares)?;
        let predicates = self.predicates.into_iter().enumerate();
        let predicates = predicates.map(|(number, it)| Predicate {
            number,
            text: it.text,
            triples: it.triples,
        });
        let predicates: Vec<Predicate> = predicates.collect();
        write_list(&self.folder, &predicates)?;
        Ok(predicates)
    }
}

/// Writes the list of predicates of a folder.
///
/// # Errors
/// The disk failed.
pub fn write_list(folder: &Path, predicates: &[Predicate]) -> Result<()> {
    let numbers = Int64Array::from_iter_values(predicates.iter().map(|it| it.number as i64));
    let texts = StringArray::from_iter_values(predicates.iter().map(|it| &it.text));
    let triples = Int64Array::from_iter_values(predicates.iter().map(|it| it.triples as i64));
    let columns: Columns = vec![
        ("number", Arc::new(numbers)),
        ("predicate", Arc::new(texts)),
        ("triples", Arc::new(triples)),
    ];
    write_columns(&list_of(folder), columns)
}

/// Terms of the temporary files, once each, ascending.
fn put_in_order(folder: &Path, shares: Vec<BufWriter<File>>) -> Result<()> {
    let (mut ready, mut files) = (Vec::new(), 0);
    let shares_left = shares.len();
    for (number, share) in shares.into_iter().enumerate() {
        let mut terms = terms_in(share).map_err(failed(folder))?;
        terms.sort_unstable();
        terms.dedup();
        if terms.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(broken(
                folder,
                "two of its terms have one number, which chance does to few graphs; nothing was written",
            ));
        }
        ready.append(&mut terms);
        if ready.len() >= TERMS || number + 1 == shares_left {
            write_terms(&terms_of(folder).join(part(files)), &ready)?;
            ready.clear();
            files += 1;
        }
    }
    Ok(())
}

fn write_terms(path: &Path, terms: &[(i64, String)]) -> Result<()> {
    let ids = Int64Array::from_iter_values(terms.iter().map(|term| term.0));
    let texts = StringArray::from_iter_values(terms.iter().map(|term| &term.1));
    write_columns(path, vec![("id", Arc::new(ids)), ("term", Arc::new(texts))])
}

/// What was written to a temporary file of terms.
fn terms_in(share: BufWriter<File>) -> std::io::Result<Vec<(i64, String)>> {
    use std::io::{Seek, SeekFrom};
    let mut file = share
        .into_inner()
        .map_err(std::io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    let mut file = BufReader::with_capacity(1 << 18, file);
    let mut terms = Vec::new();
    let mut word = [0; 8];
    loop {
        match file.read_exact(&mut word) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(terms),
            other => other?,
        }
        let id = i64::from_le_bytes(word);
        file.read_exact(&mut word)?;
        let mut text = vec![0; u64::from_le_bytes(word) as usize];
        file.read_exact(&mut text)?;
        terms.push((id, String::from_utf8(text).map_err(std::io::Error::other)?));
    }
}

/// Columns by name.
pub type Columns = Vec<(&'static str, ArrayRef)>;

/// Writes a Parquet file of these columns.
///
/// # Errors
/// The disk failed.
pub fn write_columns(path: &Path, columns: Columns) -> Result<()> {
    let batch = RecordBatch::try_from_iter(columns).map_err(|error| broken(path, error))?;
    let file = File::create_new(path).map_err(failed(path))?;
    let settings = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .build();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(settings))
        .map_err(|error| broken(path, error))?;
    writer.write(&batch).map_err(|error| broken(path, error))?;
    writer.close().map_err(|error| broken(path, error))?;
    Ok(())
}
