//! Compressed streams: gzip and zstd.

use std::io::{self, BufReader, Read, Write};

use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

/// How a stream is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// gzip
    Gzip,
    /// Zstandard
    Zstd,
}

impl Compression {
    /// What a file's name tells, and the name without it.
    pub fn of(name: &str) -> (&str, Compression) {
        for (ending, compression) in [(".gz", Compression::Gzip), (".zst", Compression::Zstd)] {
            if let Some(stem) = name.strip_suffix(ending) {
                return (stem, compression);
            }
        }
        (name, Compression::None)
    }
}

/// The stream inside a compressed one.
///
/// # Errors
/// When the stream cannot be begun.
pub fn decompressed<'a, R: Read + Send + 'a>(
    input: R,
    compression: Compression,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    let input = BufReader::with_capacity(1 << 18, input);
    Ok(match compression {
        Compression::None => Box::new(input),
        Compression::Gzip => Box::new(MultiGzDecoder::new(input)),
        Compression::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(input)?),
    })
}

/// Lets `write` fill a stream that is compressed on the way.
///
/// # Errors
/// What `write` fails with, and what the stream does.
pub fn compressed<W: Write, E: From<io::Error>>(
    output: W,
    compression: Compression,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    match compression {
        Compression::None => {
            let mut output = output;
            write(&mut output)?;
            Ok(output.flush()?)
        }
        Compression::Gzip => {
            let mut packed = GzEncoder::new(output, flate2::Compression::default());
            write(&mut packed)?;
            Ok(packed.finish()?.flush()?)
        }
        Compression::Zstd => {
            let mut packed = zstd::stream::write::Encoder::new(output, 3)?;
            write(&mut packed)?;
            Ok(packed.finish()?.flush()?)
        }
    }
}
