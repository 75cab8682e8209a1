//! How a file is written, found from its start: for engines that read the rows by themselves.

use std::io::Read;

use super::input::Input;
use super::read::{Origin, Sizes, delimiter, failed, header};
use crate::error::Result;
use crate::options::ReadOptions;

/// How a CSV file is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialect {
    /// What parts cells.
    pub delimiter: u8,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The lines up to the header, it included: more than one where something stands above it.
    pub header_lines: u64,
    /// The encoding by its name; of a file that begins with plain ASCII it is UTF-8 as far as is known.
    pub encoding: &'static str,
}

pub(super) fn dialect(
    raw: Box<dyn Read + Send>,
    origin: &Origin,
    options: &ReadOptions,
) -> Result<Dialect> {
    let stopped = |stop| failed(stop, &origin.name, 0);
    let mut input = Input::open(raw, options.encoding.as_deref()).map_err(stopped)?;
    let delimiter = delimiter(&input, origin, options)?;
    let encoding = input.decoding().narrowed(input.start().0).name();
    let (header, delimiter, header_lines) =
        header(&mut input, delimiter, origin, Sizes::default(), options)?;
    Ok(Dialect {
        delimiter,
        header,
        header_lines,
        encoding,
    })
}

#[cfg(test)]
mod tests {
    use super::super::dialect;
    use crate::{FileFormat, ReadOptions};

    #[test]
    fn the_start_of_a_file_tells_how_it_is_written() {
        let of = |bytes: &'static [u8]| {
            dialect(bytes, "t", FileFormat::Csv, &ReadOptions::default()).unwrap()
        };
        let plain = of(b"\"a\nb\";c\n1;2\n");
        assert_eq!(
            (plain.delimiter, plain.header, plain.header_lines),
            (b';', vec!["a\nb".into(), "c".into()], 2)
        );
        assert_eq!(of("â,b\n1,2\n".as_bytes()).encoding, "UTF-8");
        assert_eq!(of(b"\xe2ge,b\n1,2\n").encoding, "windows-1252");
        let hidden = of(b"sep=;\na;b\n1;2\n");
        assert_eq!((hidden.header.len(), hidden.header_lines), (2, 2));
    }
}
