//! An external sort of rows that are bytes, each with how often it occurs.
//!
//! **Idea**
//! 1. A worker keeps the different rows that it has seen, and counts each of them: rows of a release are much alike.
//! 2. Where they outgrow its share of memory, they go to a temporary file in ascending order: a *run*. Many runs of a worker are merged to one.
//! 3. The runs of all workers are merged: equal rows meet, and come out once with their number.
//!
//! **Cost** one pass over the rows; where they do not fit, what is different of them is written and read once more (twice from [`RUNS`] runs on).
//!
//! **Invariant** `the_answer_depends_on_the_rows_alone`: neither on their order, nor on who had them, nor on the memory.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::hash::BuildHasher;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use hashbrown::HashTable;

type State = foldhash::fast::FixedState;

/// Runs of a worker that are merged to one. Each is an open file.
const RUNS: usize = 16;

/// What a row takes beside its bytes.
const ENTRY_BYTES: usize = 48;

/// Bytes that are read of a run at a time.
const BUFFER: usize = 32 << 10;

/// A row among the bytes of all.
#[derive(Clone, Copy)]
struct Entry {
    start: usize,
    end: usize,
    rows: u64,
}

/// Different rows that are held in memory.
#[derive(Default)]
struct Held {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    places: HashTable<usize>,
}

impl Held {
    fn row(&self, entry: &Entry) -> &[u8] {
        &self.bytes[entry.start..entry.end]
    }

    fn add(&mut self, row: &[u8], rows: u64) {
        let state = State::default();
        let (bytes, entries) = (&self.bytes, &mut self.entries);
        let of = |entry: &Entry| &bytes[entry.start..entry.end];
        let hash = state.hash_one(row);
        let known = self
            .places
            .find(hash, |&place| of(&entries[place]) == row)
            .copied();
        if let Some(place) = known {
            entries[place].rows += rows;
            return;
        }
        let rehash = |&place: &usize| state.hash_one(of(&entries[place]));
        self.places.insert_unique(hash, entries.len(), rehash);
        let start = self.bytes.len();
        self.bytes.extend_from_slice(row);
        let end = self.bytes.len();
        self.entries.push(Entry { start, end, rows });
    }

    fn size(&self) -> usize {
        self.bytes.len() + self.entries.len() * ENTRY_BYTES
    }

    /// The rows in ascending order, to be read only.
    fn sorted(mut self) -> Held {
        let mut entries = std::mem::take(&mut self.entries);
        entries.sort_unstable_by(|a, b| self.row(a).cmp(self.row(b)));
        Held {
            entries,
            places: HashTable::new(),
            bytes: self.bytes,
        }
    }
}

/// The rows of one worker.
pub(super) struct Sorter {
    held: Held,
    /// Bytes that may be held.
    most: usize,
    runs: Vec<File>,
}

impl Sorter {
    pub(super) fn new(most: usize) -> Self {
        Sorter {
            held: Held::default(),
            most,
            runs: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, row: &[u8]) -> io::Result<()> {
        self.held.add(row, 1);
        if self.held.size() > self.most {
            self.spill()?;
        }
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        let mut held = Merged::of(vec![Run::Held(std::mem::take(&mut self.held).sorted(), 0)])?;
        self.runs.push(held.written()?);
        if self.runs.len() == RUNS {
            let runs = std::mem::take(&mut self.runs).into_iter();
            let mut merged = Merged::of(runs.map(Run::of).collect::<io::Result<_>>()?)?;
            self.runs.push(merged.written()?);
        }
        Ok(())
    }
}

/// Rows in ascending order that are read one after the other.
enum Run {
    Held(Held, usize),
    File(BufReader<File>),
}

impl Run {
    fn of(mut file: File) -> io::Result<Run> {
        file.rewind()?;
        Ok(Run::File(BufReader::with_capacity(BUFFER, file)))
    }

    /// The next row, and how often it occurs.
    fn next(&mut self, row: &mut Vec<u8>) -> io::Result<Option<u64>> {
        row.clear();
        match self {
            Run::Held(held, next) => {
                let Some(entry) = held.entries.get(*next) else {
                    return Ok(None);
                };
                *next += 1;
                row.extend_from_slice(held.row(entry));
                Ok(Some(entry.rows))
            }
            Run::File(file) => {
                let mut number = [0; 8];
                match file.read_exact(&mut number) {
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                    read => read?,
                }
                let length = u64::from_le_bytes(number);
                file.read_exact(&mut number)?;
                file.take(length).read_to_end(row)?;
                Ok(Some(u64::from_le_bytes(number)))
            }
        }
    }
}

/// The first row of a run that did not come out yet.
struct Head {
    row: Vec<u8>,
    rows: u64,
    run: usize,
}

impl Ord for Head {
    /// The least row is the greatest head: it comes out first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.row.cmp(&self.row).then(other.run.cmp(&self.run))
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}

/// All rows in ascending order, each once with its number.
pub(super) struct Merged {
    runs: Vec<Run>,
    heads: BinaryHeap<Head>,
}

impl Merged {
    /// The rows of all workers.
    pub(super) fn of_all(sorters: Vec<Sorter>) -> io::Result<Merged> {
        let mut runs = Vec::new();
        for sorter in sorters {
            runs.push(Run::Held(sorter.held.sorted(), 0));
            for file in sorter.runs {
                runs.push(Run::of(file)?);
            }
        }
        Merged::of(runs)
    }

    fn of(mut runs: Vec<Run>) -> io::Result<Merged> {
        let mut heads = BinaryHeap::with_capacity(runs.len());
        for (place, run) in runs.iter_mut().enumerate() {
            let mut row = Vec::new();
            if let Some(rows) = run.next(&mut row)? {
                let run = place;
                heads.push(Head { row, rows, run });
            }
        }
        Ok(Merged { runs, heads })
    }

    /// The next row, and how often it occurs.
    pub(super) fn next(&mut self, row: &mut Vec<u8>) -> io::Result<Option<u64>> {
        row.clear();
        let mut all = None;
        while let Some(mut head) = self.heads.peek_mut() {
            match &mut all {
                None => {
                    row.extend_from_slice(&head.row);
                    all = Some(head.rows);
                }
                Some(all) if head.row == *row => *all += head.rows,
                Some(_) => break,
            }
            let place = head.run;
            match self.runs[place].next(&mut head.row)? {
                Some(rows) => head.rows = rows,
                None => drop(PeekMut::pop(head)),
            }
        }
        Ok(all)
    }

    /// The rows as a run.
    fn written(&mut self) -> io::Result<File> {
        let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile()?);
        let mut row = Vec::new();
        while let Some(rows) = self.next(&mut row)? {
            out.write_all(&(row.len() as u64).to_le_bytes())?;
            out.write_all(&rows.to_le_bytes())?;
            out.write_all(&row)?;
        }
        out.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn sorted(rows: &[Vec<u8>], workers: usize, most: usize) -> (Vec<(Vec<u8>, u64)>, usize) {
        let mut sorters: Vec<Sorter> = (0..workers).map(|_| Sorter::new(most)).collect();
        for (place, row) in rows.iter().enumerate() {
            sorters[place % workers].add(row).unwrap();
        }
        let runs = sorters.iter().map(|sorter| sorter.runs.len()).sum();
        let mut merged = Merged::of_all(sorters).unwrap();
        let (mut found, mut row) = (Vec::new(), Vec::new());
        while let Some(rows) = merged.next(&mut row).unwrap() {
            found.push((row.clone(), rows));
        }
        (found, runs)
    }

    /// Whatever fits in memory and whoever had which row, the answer is that of a sorted map.
    #[test]
    fn the_answer_depends_on_the_rows_alone() {
        let row = |n: usize| vec![(n * n % 251) as u8; n * 7 % 40];
        let mut rows: Vec<Vec<u8>> = (0..4_000).map(row).collect();
        let mut expected: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        for row in &rows {
            *expected.entry(row.clone()).or_insert(0) += 1;
        }
        let expected: Vec<(Vec<u8>, u64)> = expected.into_iter().collect();
        for (workers, most, spills) in [(1, usize::MAX, false), (3, 2_000, true), (2, 300, true)] {
            let (found, runs) = sorted(&rows, workers, most);
            assert!(found == expected, "{workers} workers, {most} bytes");
            assert_eq!(runs > 0, spills);
            assert!(runs < workers * RUNS, "runs are merged");
            rows.reverse();
        }
        assert!(sorted(&[], 2, 100).0.is_empty());
    }
}
