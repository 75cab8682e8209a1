//! Which characters the bytes of a file stand for.
//!
//! A byte order mark decides; without one, zero bytes at every other place are UTF-16, valid UTF-8 is UTF-8, and anything
//! else is Windows-1252, the superset of Latin-1 that spreadsheets write. Where the start of a file is plain ASCII, its
//! first other character decides, however far down it is.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use bauta_table::Fault;

use crate::error::{Error, Result};

/// How bytes become text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Decoding {
    /// Only ASCII so far.
    Open,
    /// UTF-8, which is only checked.
    Utf8,
    /// One byte a character, ASCII below 128: delimiters can be found before decoding, so that every core decodes its part.
    Single(&'static Encoding),
    /// Anything else is decoded before delimiters are looked for.
    Stream(&'static Encoding),
}

impl Decoding {
    fn of(encoding: &'static Encoding) -> Self {
        match encoding {
            e if e == UTF_8 => Decoding::Utf8,
            e if e.is_single_byte() => Decoding::Single(e),
            e => Decoding::Stream(e),
        }
    }

    /// The name for notes and messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Decoding::Open | Decoding::Utf8 => UTF_8.name(),
            Decoding::Single(encoding) | Decoding::Stream(encoding) => encoding.name(),
        }
    }

    /// Decides on the first bytes beyond ASCII, if these have any.
    pub(super) fn narrowed(self, bytes: &[u8]) -> Self {
        if self != Decoding::Open || bytes.is_ascii() {
            return self;
        }
        let first = bytes.iter().position(|b| !b.is_ascii()).unwrap_or(0);
        let valid =
            std::str::from_utf8(&bytes[first..]).map_or_else(|e| e.valid_up_to() > 0, |_| true);
        if valid {
            Decoding::Utf8
        } else {
            Decoding::Single(WINDOWS_1252)
        }
    }

    /// The text of whole characters; the error is the place of the first byte that is none.
    pub(super) fn text(self, bytes: &[u8]) -> std::result::Result<Cow<'_, str>, usize> {
        match self {
            Decoding::Single(encoding) => Ok(encoding.decode_without_bom_handling(bytes).0),
            _ => std::str::from_utf8(bytes)
                .map(Cow::Borrowed)
                .map_err(|e| e.valid_up_to()),
        }
    }

    /// The text of the start of a file, whose last character may be cut.
    pub(super) fn glance(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Decoding::Stream(encoding) | Decoding::Single(encoding) => {
                encoding.decode_without_bom_handling(bytes).0
            }
            _ => String::from_utf8_lossy(bytes),
        }
    }
}

/// The decoding of a file that starts with `start` (all of it if `whole`), and the length of its byte order mark.
pub(super) fn detect(start: &[u8], whole: bool, label: Option<&str>) -> Result<(Decoding, usize)> {
    let mark = Encoding::for_bom(start);
    if let Some(label) = label {
        let asked = Encoding::for_label_no_replacement(label.trim().as_bytes())
            .ok_or_else(|| unknown(label))?;
        // `utf-16` does not say which byte comes first: the mark does.
        return Ok(match mark {
            Some((found, size)) if found == asked || is_utf16(found) && is_utf16(asked) => {
                (Decoding::of(found), size)
            }
            _ => (Decoding::of(asked), 0),
        });
    }
    if let Some((encoding, size)) = mark {
        return Ok((Decoding::of(encoding), size));
    }
    if let Some(encoding) = utf16_by_zeros(start) {
        return Ok((Decoding::of(encoding), 0));
    }
    Ok((without_mark(start, whole), 0))
}

fn without_mark(start: &[u8], whole: bool) -> Decoding {
    match std::str::from_utf8(start) {
        Ok(_) if start.is_ascii() => Decoding::Open,
        Ok(_) => Decoding::Utf8,
        // The start may end in the middle of a character.
        Err(error) if !whole && error.error_len().is_none() => {
            Decoding::Open.narrowed(&start[..error.valid_up_to()])
        }
        Err(_) => Decoding::Single(WINDOWS_1252),
    }
}

fn is_utf16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// Latin text in UTF-16 has a zero in nearly every character, always on the same side.
fn utf16_by_zeros(start: &[u8]) -> Option<&'static Encoding> {
    let pairs = start.len() / 2;
    let zeros = |side: usize| start.chunks_exact(2).filter(|pair| pair[side] == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    // Western text in UTF-16 has a zero in nearly every pair, always on the same side.
    let many = |count: usize| count * 10 >= pairs * 6;
    let few = |count: usize| count * 50 <= pairs;
    match (first, second) {
        _ if pairs == 0 => None,
        (a, b) if few(a) && many(b) => Some(UTF_16LE),
        (a, b) if many(a) && few(b) => Some(UTF_16BE),
        _ => None,
    }
}

fn unknown(label: &str) -> Error {
    let text = format!(
        "the encoding \"{label}\" is not known; use utf-8, windows-1252, latin1, utf-16le, utf-16be or another label of the WHATWG list"
    );
    Error::data("encoding", vec![Fault::Request(text)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(start: &[u8]) -> (&'static str, usize) {
        let (decoding, mark) = detect(start, true, None).unwrap();
        (decoding.name(), mark)
    }

    #[test]
    fn marks_zeros_and_validity_decide() {
        assert_eq!(found(b"\xef\xbb\xbfa;b"), ("UTF-8", 3));
        assert_eq!(found(b"\xff\xfea\0;\0b\0"), ("UTF-16LE", 2));
        assert_eq!(found(b"\xfe\xff\0a\0;\0b"), ("UTF-16BE", 2));
        assert_eq!(found(b"a\0;\0b\0\n\0"), ("UTF-16LE", 0));
        assert_eq!(found(b"\0a\0;\0b\0\n"), ("UTF-16BE", 0));
        assert_eq!(found("âge".as_bytes()), ("UTF-8", 0));
        assert_eq!(found(b"\xe2ge;\x80"), ("windows-1252", 0));
    }

    #[test]
    fn a_character_cut_at_the_end_of_the_start_is_not_an_error() {
        let (decoding, _) = detect(&"aé".as_bytes()[..2], false, None).unwrap();
        assert_eq!(decoding, Decoding::Open);
        let (decoding, _) = detect(&"éaé".as_bytes()[..4], false, None).unwrap();
        assert_eq!(decoding, Decoding::Utf8);
    }

    #[test]
    fn the_first_character_beyond_ascii_decides() {
        assert_eq!(Decoding::Open.narrowed(b"abc"), Decoding::Open);
        assert_eq!(Decoding::Open.narrowed("abcé".as_bytes()), Decoding::Utf8);
        assert_eq!(
            Decoding::Open.narrowed(b"abc\xe9;"),
            Decoding::Single(WINDOWS_1252)
        );
    }

    #[test]
    fn a_label_decides_and_an_unknown_one_is_refused() {
        let label =
            |label| detect(b"\xff\xfea\0", true, Some(label)).map(|(d, size)| (d.name(), size));
        assert_eq!(label("latin1").ok(), Some(("windows-1252", 0)));
        assert_eq!(label("utf-16").ok(), Some(("UTF-16LE", 2)));
        assert_eq!(label("iso-8859-15").ok(), Some(("ISO-8859-15", 0)));
        assert!(
            label("klingon")
                .err()
                .is_some_and(|e| e.to_string().contains("klingon"))
        );
    }
}
