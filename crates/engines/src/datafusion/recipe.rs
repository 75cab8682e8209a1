//! Recipes as files: what a drawing is made of, on its way to the executors.
//!
//! **Idea** 1. Parts follow each other, each behind its length: the text, then every counted column as a Parquet file. 2. How tables are made of a column
//! (kind, words for missing values, whether texts are typed) stands in that file's own description. So the other side makes the table that this one has,
//! by the same function of the same values.
//!
//! **Invariant** `what_was_counted_is_counted_there`.

use std::collections::HashMap;
use std::sync::Arc;

use ::datafusion::arrow::array::{ArrayRef, AsArray, RecordBatch, UInt64Array};
use ::datafusion::arrow::compute::concat_batches;
use ::datafusion::arrow::datatypes::{Field, Schema, UInt64Type};
use bauta_formats::ReadOptions;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::lookup::{Fused, parquet_of};
use crate::contract::{Counted, Recipe};

/// Entries of a column's description.
const TYPED: &str = "bauta.typed";
const KIND: &str = "bauta.kind";
const MISSING: &str = "bauta.missing.";

/// The name of the counts; no other column is in the file but the first.
const ROWS: &str = "bauta\u{1}rows";

/// A recipe as bytes; `typed`: texts may stand for numbers and dates.
pub(super) fn bytes(recipe: &Recipe, reading: &ReadOptions, typed: bool) -> Fused<Vec<u8>> {
    let mut all = Vec::new();
    let mut add = |part: &[u8]| {
        all.extend((part.len() as u64).to_le_bytes());
        all.extend(part);
    };
    add(recipe.text.as_bytes());
    for (keys, rows) in &recipe.counted {
        add(&parquet_of(&column(keys, rows, reading, typed)?)?);
    }
    Ok(all)
}

fn column(
    keys: &RecordBatch,
    rows: &[u64],
    reading: &ReadOptions,
    typed: bool,
) -> Fused<RecordBatch> {
    let schema = keys.schema();
    let field = schema.field(0);
    let missing = reading
        .missing
        .iter()
        .enumerate()
        .map(|(at, word)| (format!("{MISSING}{at}"), word.clone()));
    let kind = reading
        .kinds
        .get(field.name())
        .map(|kind| (KIND.to_owned(), kind.name().to_owned()));
    let told = missing
        .chain(kind)
        .chain([(TYPED.to_owned(), typed.to_string())])
        .collect::<HashMap<_, _>>();
    let fields = vec![
        field.clone(),
        Field::new(
            ROWS,
            ::datafusion::arrow::datatypes::DataType::UInt64,
            false,
        ),
    ];
    let rows: ArrayRef = Arc::new(UInt64Array::from(rows.to_vec()));
    let schema = Arc::new(Schema::new_with_metadata(fields, told));
    Ok(RecordBatch::try_new(
        schema,
        vec![keys.column(0).clone(), rows],
    )?)
}

/// The text of a recipe, and its columns; none where these are no bytes of one.
pub(crate) fn read(bytes: &[u8]) -> Option<(String, Vec<Counted>)> {
    let (text, mut rest) = part(bytes)?;
    let text = String::from_utf8(text.to_vec()).ok()?;
    let mut all = Vec::new();
    while !rest.is_empty() {
        let (file, after) = part(rest)?;
        all.push(counted(file)?);
        rest = after;
    }
    Some((text, all))
}

/// The first part, and what follows it.
fn part(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

fn counted(file: &[u8]) -> Option<Counted> {
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::copy_from_slice(file)).ok()?;
    let schema = reader.schema().clone();
    let batches = reader.build().ok()?.collect::<Result<Vec<_>, _>>().ok()?;
    let whole = concat_batches(&schema, &batches).ok()?;
    let [values, rows] = whole.columns() else {
        return None;
    };
    let weights = rows.as_primitive_opt::<UInt64Type>()?.values().to_vec();
    let told = schema.metadata();
    let field = schema.field(0).clone();
    let words = (0..).map_while(|at| told.get(&format!("{MISSING}{at}")).cloned());
    let kind = told.get(KIND).and_then(|kind| kind.parse().ok());
    let reading = ReadOptions {
        missing: words.collect(),
        kinds: kind
            .map(|kind| (field.name().clone(), kind))
            .into_iter()
            .collect(),
        ..ReadOptions::default()
    };
    let alone = Arc::new(Schema::new(vec![field]));
    let keys = RecordBatch::try_new(alone.clone(), vec![values.clone()]).ok()?;
    let typed = told.get(TYPED).is_some_and(|typed| typed == "true");
    let table = bauta_formats::parquet::table_of(
        "recipe",
        &alone,
        std::slice::from_ref(&keys),
        &reading,
        typed,
    )
    .ok()?;
    Some(Counted {
        keys,
        table,
        weights,
    })
}

#[cfg(test)]
mod tests {
    use ::datafusion::arrow::array::StringArray;
    use bauta_table::Kind;

    use super::*;

    fn recipe(values: Vec<Option<&str>>) -> Recipe {
        let rows = (1..=values.len() as u64).collect();
        let keys: ArrayRef = Arc::new(StringArray::from(values));
        let schema = Arc::new(Schema::new(vec![Field::new(
            "â",
            keys.data_type().clone(),
            true,
        )]));
        let keys = RecordBatch::try_new(schema, vec![keys]).unwrap();
        Recipe {
            text: "{\"seed\": 7}".to_owned(),
            counted: vec![(keys, rows)],
        }
    }

    #[test]
    fn what_was_counted_is_counted_there() {
        let made = recipe(vec![Some("1,5"), Some("12,25"), Some("n/a"), None]);
        let reading = ReadOptions {
            missing: vec!["n/a".to_owned()],
            ..ReadOptions::default()
        };
        let (keys, rows) = &made.counted[0];
        for (kind, typed) in [(None, true), (None, false), (Some(Kind::Text), true)] {
            let kinds = kind
                .map(|kind| ("â".to_owned(), kind))
                .into_iter()
                .collect();
            let reading = ReadOptions {
                kinds,
                ..reading.clone()
            };
            let (text, all) = read(&bytes(&made, &reading, typed).unwrap()).unwrap();
            assert_eq!(text, made.text);
            let here = bauta_formats::parquet::table_of(
                "x",
                &keys.schema(),
                std::slice::from_ref(keys),
                &reading,
                typed,
            )
            .unwrap();
            let (there, here) = (&all[0].table.attributes()[0], &here.attributes()[0]);
            assert!(all[0].keys == *keys && all[0].weights == *rows);
            assert_eq!(there.name, "â");
            assert!(there.column.dictionary() == here.column.dictionary());
            let codes = |column: &bauta_table::Column| column.codes().iter().collect::<Vec<_>>();
            assert_eq!(codes(&there.column), codes(&here.column));
        }
    }

    #[test]
    fn what_is_no_recipe_is_none() {
        let whole = bytes(&recipe(vec![Some("a")]), &ReadOptions::default(), false).unwrap();
        for end in [0, 7, 8, 12, 30, whole.len() - 1] {
            assert!(read(&whole[..end]).is_none(), "{end}");
        }
        assert!(read(&[255; 40]).is_none());
    }
}
