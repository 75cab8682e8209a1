//! Arrow batches of any origin as a table, typed as a file with the same cells would be.

use arrow_array::RecordBatch;
use arrow_schema::Schema;

use super::cells::{asked_type, push_all};
use crate::assemble::Assembler;
use crate::error::{Error, Result};
use crate::options::ReadOptions;
use bauta_table::Table;

/// A table of batches that have one schema. `text_may_be_typed`: text may stand for numbers and dates, as in CSV.
///
/// # Errors
/// Columns of a kind that cannot be read; a schema that is no header; no row.
pub fn table_of(
    source_name: &str,
    schema: &Schema,
    batches: &[RecordBatch],
    options: &ReadOptions,
    text_may_be_typed: bool,
) -> Result<Table> {
    let names = schema
        .fields()
        .iter()
        .map(|field| field.name().trim().to_owned())
        .collect();
    let mut assembler = Assembler::new(source_name, names, options)?;
    let unreadable = |column: usize, problem: &str| Error::Unreadable {
        name: source_name.to_owned(),
        problem: format!("column \"{}\" {problem}", schema.field(column).name()),
        hint: "convert it to numbers, dates or text first".to_owned(),
    };
    for batch in batches {
        for (index, array) in batch.columns().iter().enumerate() {
            let asked = asked_type(array.data_type())
                .ok_or_else(|| unreadable(index, "is of a kind that cannot be read"))?;
            let array = arrow_cast::cast(array, &asked)
                .map_err(|_| unreadable(index, "cannot be read as it is"))?;
            let column = &mut assembler.columns_mut()[index];
            push_all(&array, column).map_err(|problem| unreadable(index, problem))?;
        }
    }
    assembler.finish(options, text_may_be_typed, false)
}
