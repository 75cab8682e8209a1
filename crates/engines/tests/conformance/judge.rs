//! The judge: counts labels in ordered maps and recodes rows one by one, on the table that our own reader makes.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::{BooleanArray, RecordBatch};
use bauta_engines::{Counted, Engine, Mapping, Output, Replaced, Tuples};
use bauta_formats::{Locator, ReadOptions};
use bauta_table::{Silent, Table};

use crate::owned;

/// The rows of some columns as texts; a missing value is empty.
pub fn rows_of(table: &Table, columns: &[&str]) -> Vec<Vec<String>> {
    let column = |name: &&str| {
        &table
            .attributes()
            .iter()
            .find(|a| a.name == *name)
            .unwrap()
            .column
    };
    let columns: Vec<_> = columns.iter().map(column).collect();
    (0..table.rows())
        .map(|row| columns.iter().map(|c| c.label(row).into_owned()).collect())
        .collect()
}

/// What an engine counted, as texts with their counts; equal texts together.
pub fn labels_of(counted: &Counted) -> Vec<(Vec<String>, u64)> {
    let names: Vec<&str> = counted
        .table
        .attributes()
        .iter()
        .map(|a| a.name.as_str())
        .collect();
    let mut sums = BTreeMap::new();
    for (labels, weight) in rows_of(&counted.table, &names)
        .into_iter()
        .zip(&counted.weights)
    {
        *sums.entry(labels).or_insert(0) += weight;
    }
    sums.into_iter().collect()
}

pub fn count(rows: Vec<Vec<String>>) -> Vec<(Vec<String>, u64)> {
    let mut sums = BTreeMap::new();
    rows.into_iter()
        .for_each(|row| *sums.entry(row).or_insert(0) += 1);
    sums.into_iter().collect()
}

pub fn profiles(engine: &dyn Engine, whole: &Table) {
    let names: Vec<&str> = whole.attributes().iter().map(|a| a.name.as_str()).collect();
    assert_eq!(engine.columns(), owned(&names));
    for (profile, name) in engine
        .profile(&owned(&names), &Silent)
        .unwrap()
        .iter()
        .zip(&names)
    {
        let counts = count(rows_of(whole, &[name]));
        let missing: u64 = counts
            .iter()
            .filter(|(labels, _)| labels[0].is_empty())
            .map(|(_, weight)| weight)
            .sum();
        let distinct = counts
            .iter()
            .filter(|(labels, _)| !labels[0].is_empty())
            .count() as u64;
        assert_eq!(profile.column, *name);
        assert_eq!(
            (profile.rows, profile.missing, profile.distinct),
            (whole.rows() as u64, missing, distinct),
            "{name}"
        );
    }
}

pub fn counts(engine: &dyn Engine, whole: &Table, columns: &[&str]) {
    let counted = engine.frequency_set(&owned(columns), &Silent).unwrap();
    assert!(
        labels_of(&counted) == count(rows_of(whole, columns)),
        "{columns:?}"
    );
    assert_eq!(counted.rows(), whole.rows() as u64);
    assert_eq!(counted.keys.num_rows(), counted.weights.len());
    for (name, attribute) in columns.iter().zip(counted.table.attributes()) {
        let original = whole.attributes().iter().find(|a| a.name == *name).unwrap();
        let kinds = (
            attribute.column.dictionary().kind(),
            original.column.dictionary().kind(),
        );
        assert_eq!(
            (attribute.name.as_str(), kinds.0),
            (*name, kinds.1),
            "{name}"
        );
    }
}

/// A coarser label: a sign and the first two letters.
fn coarse(label: &str) -> Option<String> {
    (!label.is_empty()).then(|| "~".chars().chain(label.chars().take(2)).collect())
}

fn replaced(engine: &dyn Engine, column: &str) -> Replaced {
    let counted = engine.frequency_set(&owned(&[column]), &Silent).unwrap();
    let labels = rows_of(&counted.table, &[column])
        .iter()
        .map(|row| coarse(&row[0]))
        .collect();
    Replaced::ByValue {
        keys: counted.keys.column(0).clone(),
        labels,
    }
}

/// Recodes three columns by value, keeps two, leaves out the rest.
pub fn mapping_by_value(engine: &dyn Engine) -> Mapping {
    let mut columns: Vec<(String, Replaced)> = ["zip", "age", "born"]
        .iter()
        .map(|name| ((*name).to_owned(), replaced(engine, name)))
        .collect();
    columns.push(("name".into(), Replaced::Kept));
    columns.push(("rate".into(), Replaced::Kept));
    Mapping {
        columns,
        tuples: None,
    }
}

pub fn by_value(engine: &dyn Engine, whole: &Table, output: &Locator, read_back: &Locator) {
    let columns = ["zip", "age", "born", "name", "rate"];
    let expected = rows_of(whole, &columns).into_iter().map(|mut row| {
        row[..3]
            .iter_mut()
            .for_each(|label| *label = coarse(label).unwrap_or_default());
        row
    });
    let expected = count(expected.collect());
    let output = Output {
        place: output.clone(),
        force: true,
    };
    let written = engine
        .apply(&mapping_by_value(engine), &output, &Silent)
        .unwrap();
    assert_eq!(written.rows(), whole.rows() as u64);
    assert!(crate::counted_again(written.as_ref(), &columns) == expected);
    crate::publish(written);
    assert!(read(read_back, &columns) == expected);
}

/// Keeps combinations that at least two rows share, with labels that depend on the whole combination.
pub fn by_tuple(engine: &dyn Engine, whole: &Table, output: &Locator, read_back: &Locator) {
    let keys = ["zip", "active"];
    let counted = engine.frequency_set(&owned(&keys), &Silent).unwrap();
    let kept: Vec<bool> = counted.weights.iter().map(|&weight| weight > 2).collect();
    let label = |row: &[String]| format!("{}/{}", row[0].len(), row[1]);
    let labels: Vec<Option<String>> = rows_of(&counted.table, &keys)
        .iter()
        .zip(&kept)
        .filter(|(_, kept)| **kept)
        .map(|(row, _)| Some(label(row)))
        .collect();
    let nothing = vec![None; labels.len()];
    let tuples = Tuples {
        keys: filtered(&counted.keys, &kept),
        labels: vec![labels, nothing],
    };
    let columns = vec![
        ("name".to_owned(), Replaced::Kept),
        ("zip".to_owned(), Replaced::ByTuple { place: 0 }),
        ("active".to_owned(), Replaced::ByTuple { place: 1 }),
        ("age".to_owned(), replaced(engine, "age")),
    ];
    let output = Output {
        place: output.clone(),
        force: true,
    };
    let written = engine
        .apply(
            &Mapping {
                columns,
                tuples: Some(tuples),
            },
            &output,
            &Silent,
        )
        .unwrap();
    let often: BTreeMap<Vec<String>, u64> = count(rows_of(whole, &keys)).into_iter().collect();
    let rows = rows_of(whole, &["name", "zip", "active", "age"])
        .into_iter()
        .filter(|row| often[&row[1..3].to_vec()] > 2);
    let expected = rows.map(|row| {
        vec![
            row[0].clone(),
            label(&row[1..3]),
            String::new(),
            coarse(&row[3]).unwrap_or_default(),
        ]
    });
    let expected = count(expected.collect());
    assert!(
        expected.iter().map(|(_, weight)| weight).sum::<u64>() < whole.rows() as u64,
        "some rows are left out"
    );
    assert!(crate::counted_again(written.as_ref(), &["name", "zip", "active", "age"]) == expected);
    crate::publish(written);
    assert!(read(read_back, &["name", "zip", "active", "age"]) == expected);
}

fn filtered(keys: &RecordBatch, kept: &[bool]) -> RecordBatch {
    let kept = BooleanArray::from(kept.to_vec());
    let columns = keys
        .columns()
        .iter()
        .map(|array| arrow_select::filter::filter(array, &kept).unwrap())
        .collect();
    RecordBatch::try_new(Arc::clone(&keys.schema()), columns).unwrap()
}

/// The rows of an output, counted; an apostrophe before a formula is not part of it.
pub fn read(locator: &Locator, columns: &[&str]) -> Vec<(Vec<String>, u64)> {
    let table = bauta_formats::read(locator, &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    count(rows_of(&table, columns))
}
