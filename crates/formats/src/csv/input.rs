//! The bytes of a source in blocks of whole rows.
//!
//! One thread reads; what it hands out can be taken apart on all cores. Buffers come back to be filled again.

use std::io::{self, Read};

use encoding_rs::Decoder;

use super::cut;
use super::encoding::{self, Decoding};
use crate::error::Error;

/// How much of a source is looked at before it is read.
pub(super) const START: usize = 64 << 10;

/// A row longer than this has a quote that was never closed.
const LONGEST_ROW: usize = 64 << 20;

/// Bytes of an encoding that is decoded here are taken in pieces of this size.
const PIECE: usize = 64 << 10;

/// Whole rows.
pub(super) struct Block {
    pub(super) bytes: Vec<u8>,
    pub(super) decoding: Decoding,
}

/// Why no block could be read; where in the file is known to who counted the lines before it.
#[derive(Debug)]
pub(super) enum Stop {
    /// The system says so.
    Io(io::Error),
    /// The next row never ends.
    EndlessRow,
    /// Bytes that are no character of the encoding.
    Malformed(&'static str),
    /// The request or the file is refused from the start.
    Refused(Error),
}

type Result<T> = std::result::Result<T, Stop>;

/// A source being read.
pub(super) struct Input {
    raw: Box<dyn Read + Send>,
    start: Vec<u8>,
    start_at: usize,
    whole: bool,
    taken: u64,
    decoding: Decoding,
    decoder: Option<Decoder>,
    piece: Vec<u8>,
    piece_at: usize,
    raw_ended: bool,
    ended: bool,
    /// Bytes of a row whose end was not read yet.
    rest: Vec<u8>,
    spare: Vec<Vec<u8>>,
}

impl Input {
    /// Reads the start of a source and finds its encoding.
    pub(super) fn open(mut raw: Box<dyn Read + Send>, label: Option<&str>) -> Result<Self> {
        let mut start = Vec::with_capacity(START);
        raw.by_ref()
            .take(START as u64)
            .read_to_end(&mut start)
            .map_err(Stop::Io)?;
        let whole = start.len() < START;
        let (decoding, mark) = encoding::detect(&start, whole, label).map_err(Stop::Refused)?;
        let decoder = match decoding {
            Decoding::Stream(encoding) => Some(encoding.new_decoder_without_bom_handling()),
            _ => None,
        };
        Ok(Input {
            raw,
            start,
            start_at: mark,
            whole,
            taken: 0,
            decoding,
            decoder,
            piece: Vec::new(),
            piece_at: 0,
            raw_ended: false,
            ended: false,
            rest: Vec::new(),
            spare: Vec::new(),
        })
    }

    /// The start of the source behind its byte order mark, and whether that is all of it.
    pub(super) fn start(&self) -> (&[u8], bool) {
        (
            self.start.get(self.start_at..).unwrap_or_default(),
            self.whole,
        )
    }

    /// How the source is read, as far as is known by now.
    pub(super) fn decoding(&self) -> Decoding {
        self.decoding
    }

    /// Bytes taken from the source so far.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    /// The next row alone.
    pub(super) fn row(&mut self, delimiter: u8, size: usize) -> Result<Option<Block>> {
        let mut buffer = std::mem::take(&mut self.rest);
        let end = self.fill_until(&mut buffer, size, |bytes, ended| {
            cut::first_row_end(bytes, delimiter, ended)
        })?;
        self.rest = buffer.split_off(end);
        Ok(self.block(buffer))
    }

    /// About `size` bytes of whole rows.
    pub(super) fn block_of(&mut self, delimiter: u8, size: usize) -> Result<Option<Block>> {
        let mut buffer = self.spare.pop().unwrap_or_default();
        buffer.clear();
        buffer.append(&mut self.rest);
        let end = self.fill_until(&mut buffer, size, |bytes, ended| {
            cut::last_row_end(bytes, delimiter, ended)
        })?;
        self.rest.extend_from_slice(&buffer[end..]);
        buffer.truncate(end);
        Ok(self.block(buffer))
    }

    /// Takes a buffer back.
    pub(super) fn recycle(&mut self, block: Block) {
        self.spare.push(block.bytes);
    }

    fn block(&mut self, bytes: Vec<u8>) -> Option<Block> {
        self.decoding = self.decoding.narrowed(&bytes);
        (!bytes.is_empty()).then_some(Block {
            bytes,
            decoding: self.decoding,
        })
    }

    /// Reads on until `end_of` finds an end in the buffer.
    fn fill_until(
        &mut self,
        buffer: &mut Vec<u8>,
        size: usize,
        end_of: impl Fn(&[u8], bool) -> Option<usize>,
    ) -> Result<usize> {
        let mut wanted = size.max(1);
        loop {
            if buffer.len() < wanted {
                self.fill(buffer, wanted)?;
            }
            if let Some(end) = end_of(buffer, self.ended) {
                return Ok(end);
            }
            if buffer.len() > LONGEST_ROW {
                return Err(Stop::EndlessRow);
            }
            wanted = buffer.len() * 2;
        }
    }

    /// Fills the buffer to `wanted` bytes, unless the source ends before.
    fn fill(&mut self, buffer: &mut Vec<u8>, wanted: usize) -> Result<()> {
        while buffer.len() < wanted && !self.ended {
            if self.decoder.is_some() {
                self.decode_into(buffer)?;
                continue;
            }
            let before = buffer.len();
            self.take_into(buffer, wanted - before).map_err(Stop::Io)?;
            self.ended = self.raw_ended;
        }
        Ok(())
    }

    /// Adds up to `most` bytes as they are: first those that were looked at already.
    fn take_into(&mut self, buffer: &mut Vec<u8>, most: usize) -> io::Result<()> {
        let seen = self.start.get(self.start_at..).unwrap_or_default();
        let got = if seen.is_empty() {
            self.start = Vec::new();
            buffer.reserve(most);
            let got = self.raw.by_ref().take(most as u64).read_to_end(buffer)?;
            self.raw_ended = got < most;
            got
        } else {
            let part = &seen[..seen.len().min(most)];
            buffer.extend_from_slice(part);
            self.start_at += part.len();
            self.raw_ended = self.whole && part.len() == seen.len();
            part.len()
        };
        self.taken += got as u64;
        Ok(())
    }

    fn decode_into(&mut self, buffer: &mut Vec<u8>) -> Result<()> {
        if self.piece_at == self.piece.len() && !self.raw_ended {
            let mut piece = std::mem::take(&mut self.piece);
            piece.clear();
            self.take_into(&mut piece, PIECE).map_err(Stop::Io)?;
            (self.piece, self.piece_at) = (piece, 0);
        }
        let Some(decoder) = &mut self.decoder else {
            return Ok(());
        };
        let source = &self.piece[self.piece_at..];
        let before = buffer.len();
        buffer.resize(before + source.len() + source.len() / 2 + 64, 0);
        let (result, read, written, bad) =
            decoder.decode_to_utf8(source, &mut buffer[before..], self.raw_ended);
        buffer.truncate(before + written);
        self.piece_at += read;
        if bad {
            return Err(Stop::Malformed(self.decoding.name()));
        }
        self.ended = self.raw_ended && result == encoding_rs::CoderResult::InputEmpty;
        Ok(())
    }
}
