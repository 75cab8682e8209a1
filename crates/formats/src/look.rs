//! A look at a sheet as it stands, whatever its format. A file that is no table at all is still shown.

use crate::error::{Error, Result};
use crate::options::ReadOptions;
use crate::sheet::Sheet;
use crate::{FileFormat, Locator};

/// Looks at the sheet that a locator names, and at the rows (from 1) that are asked for.
///
/// # Errors
/// When the file cannot be opened, or is no file with rows of cells.
pub fn look(locator: &Locator, options: &ReadOptions, asked: &[u64]) -> Result<Sheet> {
    let Locator::File {
        path,
        format,
        sheet,
    } = locator
    else {
        return Err(Error::not_built(locator));
    };
    match format {
        FileFormat::Csv | FileFormat::Tsv => crate::csv::look(path, *format, options, asked),
        #[cfg(feature = "spreadsheet")]
        FileFormat::Ods => crate::ods::look(path, sheet.as_deref(), options, asked),
        #[cfg(feature = "spreadsheet")]
        FileFormat::Xlsx => crate::xlsx::look(path, sheet.as_deref(), options, asked),
        #[allow(unreachable_patterns)]
        _ => Err(Error::not_built(locator)),
    }
}
