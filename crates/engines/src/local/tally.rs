//! Counting combinations: one packed key a row, and what does not fit in memory in partitions on the disk.
//!
//! A key has as many bits for each column as its largest code so far needs; when a code outgrows them, the keys that are held are packed
//! anew. Entries go to the disk under the widths they were packed with.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use hashbrown::HashMap;
use std::hash::BuildHasher;

type State = foldhash::fast::FixedState;
/// Keys with their counts.
pub(super) type Counts = HashMap<u128, u64, State>;

/// Partitions on the disk: each is put together by itself.
const PARTITIONS: usize = 64;

/// About what an entry of a hash table needs.
pub(super) const ENTRY_BYTES: usize = 48;

/// Bits of each column in a key, the first column on top.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Widths(Vec<u32>);

impl Widths {
    pub(super) fn of_counts(counts: &[usize]) -> Option<Self> {
        let widths = Widths(
            counts
                .iter()
                .map(|&count| bits(count.saturating_sub(1) as u32))
                .collect(),
        );
        widths.fits().then_some(widths)
    }

    pub(super) fn bits(&self) -> &[u32] {
        &self.0
    }

    fn fits(&self) -> bool {
        self.0.iter().sum::<u32>() <= 128
    }

    pub(super) fn pack(&self, codes: impl Iterator<Item = u32>) -> u128 {
        self.0
            .iter()
            .zip(codes)
            .fold(0, |key, (&width, code)| (key << width) | u128::from(code))
    }

    pub(super) fn unpack(&self, mut key: u128, codes: &mut [u32]) {
        for (code, &width) in codes.iter_mut().zip(&self.0).rev() {
            *code = (key & ((1u128 << width) - 1)) as u32;
            key >>= width;
        }
    }
}

fn bits(code: u32) -> u32 {
    (u32::BITS - code.leading_zeros()).max(1)
}

/// Counts of one worker.
pub(super) struct Tally {
    widths: Widths,
    counts: Counts,
    keys: Vec<u128>,
    /// Entries that may be held in memory.
    most: usize,
    spilled: Option<Spilled>,
}

/// Why counting stopped.
pub(super) enum Stopped {
    /// No key of 128 bits holds a combination.
    TooWide,
    Disk(io::Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Stopped::Disk(error)
    }
}

impl Tally {
    pub(super) fn new(columns: usize, most: usize) -> Self {
        let widths = Widths(vec![1; columns]);
        Tally {
            widths,
            counts: Counts::default(),
            keys: Vec::new(),
            most: most.max(1024),
            spilled: None,
        }
    }

    /// Counts rows, given by the codes of each column.
    pub(super) fn add(&mut self, columns: &[Vec<u32>]) -> Result<(), Stopped> {
        let rows = columns.first().map_or(0, Vec::len);
        let needed = columns
            .iter()
            .map(|codes| bits(codes.iter().copied().max().unwrap_or(0)));
        let needed = Widths(
            needed
                .zip(&self.widths.0)
                .map(|(needed, &width)| needed.max(width))
                .collect(),
        );
        if needed != self.widths {
            self.widen(needed)?;
        }
        self.keys.clear();
        self.keys.resize(rows, 0);
        for (codes, &width) in columns.iter().zip(&self.widths.0) {
            self.keys
                .iter_mut()
                .zip(codes)
                .for_each(|(key, &code)| *key = (*key << width) | u128::from(code));
        }
        for &key in &self.keys {
            *self.counts.entry(key).or_insert(0) += 1;
        }
        if self.counts.len() > self.most {
            self.spill()?;
        }
        Ok(())
    }

    fn widen(&mut self, widths: Widths) -> Result<(), Stopped> {
        if !widths.fits() {
            return Err(Stopped::TooWide);
        }
        let mut codes = vec![0; widths.0.len()];
        let packed = self.counts.drain().map(|(key, count)| {
            self.widths.unpack(key, &mut codes);
            (widths.pack(codes.iter().copied()), count)
        });
        self.counts = packed.collect();
        self.widths = widths;
        Ok(())
    }

    fn spill(&mut self) -> Result<(), Stopped> {
        let spilled = match &mut self.spilled {
            Some(spilled) => spilled,
            None => self.spilled.insert(Spilled::new()?),
        };
        spilled.write(&self.widths, self.counts.drain())?;
        Ok(())
    }
}

/// Entries on the disk, in files without a name.
struct Spilled {
    files: Vec<BufWriter<File>>,
}

impl Spilled {
    fn new() -> io::Result<Self> {
        let file = |_| Ok(BufWriter::with_capacity(1 << 15, tempfile::tempfile()?));
        Ok(Spilled {
            files: (0..PARTITIONS).map(file).collect::<io::Result<_>>()?,
        })
    }

    /// The partition of a combination is told by its codes, not by a key, whose bits depend on the widths.
    fn write(
        &mut self,
        widths: &Widths,
        entries: impl Iterator<Item = (u128, u64)>,
    ) -> io::Result<()> {
        let mut parts: Vec<Vec<(u128, u64)>> = vec![Vec::new(); PARTITIONS];
        let mut codes = vec![0; widths.0.len()];
        let state = State::default();
        for (key, count) in entries {
            widths.unpack(key, &mut codes);
            parts[(state.hash_one(&codes) >> 58) as usize].push((key, count));
        }
        for (file, part) in self.files.iter_mut().zip(parts) {
            widths
                .0
                .iter()
                .try_for_each(|width| file.write_all(&width.to_le_bytes()))?;
            file.write_all(&(part.len() as u64).to_le_bytes())?;
            for (key, count) in part {
                file.write_all(&key.to_le_bytes())?;
                file.write_all(&count.to_le_bytes())?;
            }
        }
        Ok(())
    }
}

/// The counts of all workers together, under the widths given; `visit` gets every combination once.
pub(super) fn gather(
    tallies: Vec<Tally>,
    widths: &Widths,
    mut visit: impl FnMut(u128, u64),
) -> Result<(), Stopped> {
    let repacked = |own: &Widths, key: u128, codes: &mut [u32]| {
        own.unpack(key, codes);
        widths.pack(codes.iter().copied())
    };
    let mut codes = vec![0; widths.0.len()];
    if tallies.iter().all(|tally| tally.spilled.is_none()) {
        let mut all = Counts::default();
        for tally in tallies {
            for (key, count) in tally.counts {
                *all.entry(repacked(&tally.widths, key, &mut codes))
                    .or_insert(0) += count;
            }
        }
        all.into_iter().for_each(|(key, count)| visit(key, count));
        return Ok(());
    }
    let mut files = Vec::new();
    for mut tally in tallies {
        tally.spill()?;
        if let Some(spilled) = tally.spilled {
            let rewound = spilled.files.into_iter().map(|file| {
                let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.rewind()?;
                Ok(file)
            });
            files.push(rewound.collect::<io::Result<Vec<File>>>()?);
        }
    }
    for partition in 0..PARTITIONS {
        let mut all = Counts::default();
        for own in &files {
            read(&own[partition], widths.0.len(), |from, key, count| {
                *all.entry(repacked(from, key, &mut codes)).or_insert(0) += count;
            })?;
        }
        all.into_iter().for_each(|(key, count)| visit(key, count));
    }
    Ok(())
}

fn read(file: &File, columns: usize, mut visit: impl FnMut(&Widths, u128, u64)) -> io::Result<()> {
    let mut file = BufReader::with_capacity(1 << 18, file);
    loop {
        let mut width = [0; 4];
        let mut widths = Vec::with_capacity(columns);
        for column in 0..columns {
            match file.read_exact(&mut width) {
                Err(error) if column == 0 && error.kind() == io::ErrorKind::UnexpectedEof => {
                    return Ok(());
                }
                other => other?,
            }
            widths.push(u32::from_le_bytes(width));
        }
        let widths = Widths(widths);
        let (mut key, mut count) = ([0; 16], [0; 8]);
        file.read_exact(&mut count)?;
        for _ in 0..u64::from_le_bytes(count) {
            file.read_exact(&mut key)?;
            file.read_exact(&mut count)?;
            visit(&widths, u128::from_le_bytes(key), u64::from_le_bytes(count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// However little fits in memory and however codes grow, every combination is counted once.
    #[test]
    fn what_goes_to_the_disk_is_counted_all_the_same() {
        for most in [1, usize::MAX / 2] {
            let mut expected: BTreeMap<(u32, u32), u64> = BTreeMap::new();
            let mut tallies = vec![Tally::new(2, most), Tally::new(2, most)];
            for round in 0..40u32 {
                let a: Vec<u32> = (0..500)
                    .map(|row| (row * 7 + round) % (1 + round * 9))
                    .collect();
                let b: Vec<u32> = (0..500).map(|row| (row * row + round) % 83).collect();
                a.iter()
                    .zip(&b)
                    .for_each(|(&a, &b)| *expected.entry((a, b)).or_insert(0) += 1);
                assert!(tallies[round as usize % 2].add(&[a, b]).is_ok());
            }
            assert_eq!(tallies[0].spilled.is_some(), most == 1);
            let widths = Widths::of_counts(&[400, 83]).unwrap();
            let mut found = BTreeMap::new();
            let mut codes = [0; 2];
            let visited = gather(tallies, &widths, |key, count| {
                widths.unpack(key, &mut codes);
                assert!(found.insert((codes[0], codes[1]), count).is_none());
            });
            assert!(visited.is_ok());
            assert_eq!(found, expected);
        }
    }
}
