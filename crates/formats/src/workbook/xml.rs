//! XML events of one part, with bounds: no document type (so no entity bombs), no element nested without end, no single event
//! larger than memory.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::unreadable;
use crate::error::{Error, Result};

/// Largest tag or text between two tags. A cell of a spreadsheet holds at most 32,767 characters.
const MOST_EVENT: u64 = 16 << 20;
/// Deepest nesting. Real workbooks stay below 30.
const MOST_DEPTH: u32 = 256;

/// Why a stream was stopped on purpose.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stop {
    /// More bytes than the limit.
    #[error("unpacks to more than the limit")]
    TooMuch,
    /// One tag or text that never ends.
    #[error("a single text is larger than the limit")]
    TooLong,
}

/// The unpacked bytes of a part, as another thread sends them.
pub(crate) struct Inflated {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    at: usize,
    event: u64,
}

impl Inflated {
    pub(crate) fn new(chunks: Receiver<io::Result<Vec<u8>>>) -> Self {
        Inflated {
            chunks,
            chunk: Vec::new(),
            at: 0,
            event: 0,
        }
    }
}

impl Read for Inflated {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let ready = self.fill_buf()?;
        let count = ready.len().min(out.len());
        out[..count].copy_from_slice(&ready[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Inflated {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.event > MOST_EVENT {
            return Err(io::Error::other(Stop::TooLong));
        }
        if self.at == self.chunk.len() {
            self.chunk = self.chunks.recv().unwrap_or_else(|_| Ok(Vec::new()))?;
            self.at = 0;
        }
        Ok(&self.chunk[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
        self.event += count as u64;
    }
}

/// Events of a part.
pub(crate) struct Xml {
    reader: Reader<Inflated>,
    depth: u32,
    path: PathBuf,
    part: String,
}

impl Xml {
    pub(crate) fn new(bytes: Inflated, path: &Path, part: &str) -> Self {
        let reader = Reader::from_reader(bytes);
        Xml {
            reader,
            depth: 0,
            path: path.to_owned(),
            part: part.to_owned(),
        }
    }

    /// The next event.
    #[inline]
    pub(crate) fn next<'b>(&mut self, buffer: &'b mut Vec<u8>) -> Result<Event<'b>> {
        buffer.clear();
        self.reader.get_mut().event = 0;
        let event = self
            .reader
            .read_event_into(buffer)
            .map_err(|error| self.failed(&error))?;
        match &event {
            Event::Start(_) if self.depth == MOST_DEPTH => {
                return Err(self.damaged("its elements are nested too deep"));
            }
            Event::Start(_) => self.depth += 1,
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            Event::Eof if self.depth > 0 => return Err(self.damaged("it ends too early")),
            Event::DocType(_) => return Err(self.document_type()),
            _ => {}
        }
        Ok(event)
    }

    /// Passes over everything inside the element whose start was just read, its end included.
    pub(crate) fn skip(&mut self, buffer: &mut Vec<u8>) -> Result<()> {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside {
            self.next(buffer)?;
        }
        Ok(())
    }

    /// Adds the text that a reference such as `&amp;` or `&#10;` stands for.
    pub(crate) fn resolve(&self, reference: &BytesRef<'_>, text: &mut String) -> Result<()> {
        if let Ok(Some(character)) = reference.resolve_char_ref() {
            text.push(character);
        } else if let Some(known) = quick_xml::escape::resolve_predefined_entity(reference) {
            text.push_str(known);
        } else {
            return Err(self.damaged("it uses an unknown entity"));
        }
        Ok(())
    }

    /// An error about this part.
    pub(crate) fn damaged(&self, how: &str) -> Error {
        let problem = format!("the file is damaged ({}: {how})", self.part);
        unreadable(
            &self.path,
            problem,
            "open it in a spreadsheet program and save it again",
        )
    }

    fn failed(&self, error: &quick_xml::Error) -> Error {
        let stop = match error {
            quick_xml::Error::Io(error) => error
                .get_ref()
                .and_then(|inner| inner.downcast_ref::<Stop>()),
            _ => None,
        };
        match stop {
            Some(Stop::TooMuch) => too_much(&self.path),
            Some(Stop::TooLong) => {
                let problem = format!(
                    "{} holds a single text of more than {} MB",
                    self.part,
                    MOST_EVENT >> 20
                );
                unreadable(
                    &self.path,
                    problem,
                    "shorten that cell, or check where the file comes from",
                )
            }
            None => self.damaged("it is not well-formed"),
        }
    }

    fn document_type(&self) -> Error {
        let problem = format!(
            "{} declares a document type, which no spreadsheet program writes",
            self.part
        );
        unreadable(
            &self.path,
            problem,
            "check where the file comes from; open it in a spreadsheet program and save it again",
        )
    }
}

/// The error of a part that does not stop.
pub(crate) fn too_much(path: &Path) -> Error {
    unreadable(
        path,
        "it unpacks to more than the limit on unpacked bytes",
        "check where the file comes from, or save the sheet as .csv, which is not packed",
    )
}

/// An attribute's value, unescaped.
pub(crate) fn attribute<'a>(start: &'a BytesStart<'_>, name: &str) -> Option<Cow<'a, str>> {
    let mut attributes = start.attributes();
    let found = attributes
        .with_checks(false)
        .flatten()
        .find(|a| a.key.as_ref() == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok()
}

/// An attribute's value whatever its prefix.
pub(crate) fn local_attribute<'a>(start: &'a BytesStart<'_>, name: &str) -> Option<Cow<'a, str>> {
    let mut attributes = start.attributes();
    let found = attributes
        .with_checks(false)
        .flatten()
        .find(|a| a.key.local_name().as_ref() == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok()
}
