//! Rows dealt to the files of an output by what is written of them.
//!
//! A file of an output that held the rows of one file that was read would tell where its rows come from: data are often stored hospital by hospital, or
//! name by name. So the rows of each file that is read go to a hidden file first, each with a number that a digest of its published cells gives; then each
//! file of the output takes the rows of its number from all hidden files and sorts them.
//!
//! **Cost** the rows are written and read once more. A hidden file is sorted by the numbers, so that of each a task reads little more than its own rows: pages with
//! other numbers are skipped by their statistics.
//!
//! **Invariants** In which file a row is and where it stands there depends on what is published of it alone. Both queries write one file whose name is known
//! before, so a task that runs twice writes the same rows over the same file.

use ::datafusion::arrow::datatypes::{DataType, Schema};

use crate::sql;

/// The number of the file that a row goes to; no column of the data is called so.
const PART: &str = "bauta\u{1}part";

/// The digits of a digest that a number is made of.
const DIGITS: usize = 4;

/// Whether every process prints the values of a type in one way.
fn is_printed(kind: &DataType) -> bool {
    use DataType as T;
    matches!(
        kind,
        T::Utf8
            | T::LargeUtf8
            | T::Utf8View
            | T::Boolean
            | T::Date32
            | T::Date64
            | T::Timestamp(..)
            | T::Decimal128(..)
            | T::Float32
            | T::Float64
    ) || kind.is_integer()
}

/// The rows of a query, each with the number of the file that it goes to, in the order of these numbers. `schema` is that of the query.
pub(super) fn dealt(query: &str, schema: &Schema, files: usize) -> String {
    let fields = schema.fields().iter();
    let printed = fields.filter(|field| is_printed(field.data_type()));
    let texts: String = printed
        .map(|field| format!(", CAST(o.{} AS VARCHAR)", sql::quoted(field.name())))
        .collect();
    let digit = |place: usize| {
        let worth = 16_usize.pow((DIGITS - place) as u32);
        format!("{worth} * (strpos('0123456789abcdef', substr(h.digest, {place}, 1)) - 1)")
    };
    let number = (1..=DIGITS).map(digit).collect::<Vec<_>>().join(" + ");
    let (part, names) = (sql::quoted(PART), names(schema, "h"));
    format!(
        "SELECT {names}, CAST(({number}) % {files} AS INT) AS {part} \
         FROM (SELECT o.*, md5(concat_ws('|', ''{texts})) AS digest FROM ({query}) AS o) AS h ORDER BY {part}"
    )
}

/// The rows that go to a file, in their order.
pub(super) fn gathered(table: &str, schema: &Schema, number: usize) -> String {
    let (part, names) = (sql::quoted(PART), names(schema, "o"));
    let rows = format!("SELECT {names} FROM {table} AS o WHERE o.{part} = {number}");
    let fields = schema.fields().iter();
    let order: Vec<String> = fields.map(|field| field.name().clone()).collect();
    sql::in_order(&rows, &order)
}

/// The columns of the rows, without the number.
pub(super) fn without_number(schema: &Schema) -> Schema {
    let fields = schema.fields().iter();
    let fields = fields.filter(|field| field.name() != PART).cloned();
    Schema::new(fields.collect::<Vec<_>>())
}

fn names(schema: &Schema, of: &str) -> String {
    let fields = schema.fields().iter();
    let names = fields.map(|field| format!("{of}.{}", sql::quoted(field.name())));
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use ::datafusion::arrow::datatypes::Field;
    use ::datafusion::prelude::SessionContext;

    use super::*;

    /// A number is one of the files, and rows that are published alike have one number.
    #[tokio::test]
    async fn a_number_depends_on_the_row_alone() {
        let context = SessionContext::new();
        let rows =
            "SELECT * FROM (VALUES ('a', 1), ('b', 2), (NULL, 3), ('a', 1), ('', NULL)) AS t(a, b)";
        let schema = Schema::new(vec![
            Field::new("a", DataType::Utf8, true),
            Field::new("b", DataType::Int64, true),
        ]);
        let frame = context.sql(&dealt(rows, &schema, 3)).await.unwrap();
        let batches = frame.collect().await.unwrap();
        let shown = ::datafusion::arrow::util::pretty::pretty_format_batches(&batches);
        let shown = shown.unwrap().to_string();
        let numbers = |cells: &str| {
            let rows = shown.lines().filter(|line| line.starts_with('|')).skip(1);
            let lines = rows.filter(|line| line.starts_with(cells));
            lines
                .map(|line| line.split('|').nth(3).unwrap().trim().to_owned())
                .collect::<Vec<String>>()
        };
        let same = numbers("| a ");
        assert_eq!(same.len(), 2, "{shown}");
        assert_eq!(same[0], same[1]);
        assert!(
            numbers("|")
                .iter()
                .all(|number| ["0", "1", "2"].contains(&number.as_str())),
            "{shown}"
        );
    }
}
