//! DataFusion in this process.

use std::fs;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, Decimal128Array, DictionaryArray, Float32Array, Float64Array, RecordBatch,
    StringArray, TimestampNanosecondArray, UInt64Array,
};
use bauta_engines::{Engine, Local, Mapping, Output, Replaced, Settings, datafusion};
use bauta_formats::ReadOptions;
use bauta_table::{Progress, Silent, Stage};
use parquet::arrow::ArrowWriter;

use crate::{QUASI, data, holds, judge, locator, owned};

fn open(source: &str) -> Box<dyn Engine> {
    datafusion::open(&locator(source), &ReadOptions::default(), None).unwrap()
}

#[test]
fn parquet_files_of_every_shape() {
    for seed in 0..3 {
        let (_held, folder) = data::folder();
        let people = data::people(seed, 300);
        let output = locator(folder.join("out put.parquet").to_str().unwrap());
        let pattern = data::spread(&people, &folder.join("many"), 4);
        holds(
            open(&pattern).as_ref(),
            &locator(&pattern),
            &output,
            &output,
        );
        let one = folder.join("one.parquet");
        data::write(&people, &one);
        let one = one.to_str().unwrap();
        holds(open(one).as_ref(), &locator(one), &output, &output);
    }
}

#[test]
fn a_folder_is_all_its_files() {
    let (_held, folder) = data::folder();
    let people = data::people(7, 100);
    let pattern = data::spread(&people, &folder.join("people.parquet"), 3);
    let whole = bauta_formats::read(&locator(&pattern), &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    fs::write(
        folder.join("people.parquet/.hidden.parquet"),
        "no Parquet at all",
    )
    .unwrap();
    let engine = open(folder.join("people.parquet").to_str().unwrap());
    judge::counts(engine.as_ref(), &whole, &["zip", "age"]);
}

#[test]
fn csv_of_several_dialects() {
    for (name, delimiter) in [
        ("people.csv", b';'),
        ("people, too.csv", b','),
        ("people.tsv", b'\t'),
    ] {
        let (_held, folder) = data::folder();
        let path = folder.join(name);
        let text = locator(path.to_str().unwrap());
        let options = bauta_formats::WriteOptions {
            delimiter: Some(delimiter),
            ..Default::default()
        };
        bauta_formats::stage(&data::people(3, 200), &text, &options, &Silent)
            .unwrap()
            .commit()
            .unwrap();
        for output in ["out.csv", "out.parquet"] {
            let output = locator(folder.join(output).to_str().unwrap());
            // Texts of a CSV file may be numbers; in Parquet they are texts.
            if output.to_string().ends_with(".csv") {
                holds(
                    open(path.to_str().unwrap()).as_ref(),
                    &text,
                    &output,
                    &output,
                );
            } else {
                let engine = open(path.to_str().unwrap());
                let whole = bauta_formats::read(&text, &ReadOptions::default(), &Silent)
                    .unwrap()
                    .table;
                judge::counts(engine.as_ref(), &whole, &["name", "born", "rate"]);
            }
        }
    }
}

/// Kinds of columns that our writer never writes but others do.
#[test]
fn types_of_other_programs() {
    let (_held, folder) = data::folder();
    let path = folder.join("odd.parquet");
    let dictionary: DictionaryArray<Int32Type> =
        vec![Some("b"), None, Some("a"), Some("b"), Some("é")]
            .into_iter()
            .collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("word", Arc::new(dictionary)),
        (
            "price",
            Arc::new(
                Decimal128Array::from(vec![Some(150), Some(-5), None, Some(150), Some(0)])
                    .with_precision_and_scale(9, 2)
                    .unwrap(),
            ),
        ),
        (
            "real",
            Arc::new(Float64Array::from(vec![
                Some(f64::NAN),
                Some(0.0),
                None,
                Some(f64::NAN),
                Some(1e300),
            ])),
        ),
        (
            "single",
            Arc::new(Float32Array::from(vec![
                Some(0.1),
                Some(0.2),
                None,
                Some(0.1),
                Some(f32::NAN),
            ])),
        ),
        (
            "large",
            Arc::new(UInt64Array::from(vec![
                Some(u64::MAX),
                Some(1),
                None,
                Some(1),
                Some(2),
            ])),
        ),
        (
            "when",
            Arc::new(TimestampNanosecondArray::from(vec![
                Some(1_000),
                Some(0),
                None,
                Some(-1_000),
                Some(7_000),
            ])),
        ),
        (
            "text",
            Arc::new(StringArray::from(vec![
                Some(""),
                None,
                Some("x"),
                Some("x"),
                Some("y"),
            ])),
        ),
    ];
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns
            .iter()
            .map(|(name, array)| (*name, array.clone(), true)),
    )
    .unwrap();
    let mut writer =
        ArrowWriter::try_new(fs::File::create(&path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let text = path.to_str().unwrap();
    let whole = bauta_formats::read(&locator(text), &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    let engine = open(text);
    judge::profiles(engine.as_ref(), &whole);
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    names
        .iter()
        .for_each(|name| judge::counts(engine.as_ref(), &whole, &[name]));
    judge::counts(engine.as_ref(), &whole, &names);
    let output = locator(folder.join("out.parquet").to_str().unwrap());
    let kept = names
        .iter()
        .map(|name| ((*name).to_owned(), Replaced::Kept))
        .collect();
    let written = engine.apply(
        &Mapping {
            columns: kept,
            tuples: None,
        },
        &Output {
            place: output.clone(),
            force: false,
        },
        &Silent,
    );
    crate::publish(written.unwrap());
    assert!(
        judge::read(&output, &names) == judge::count(judge::rows_of(&whole, &names)),
        "kept columns stay as they are"
    );
}

/// Equal runs give equal bytes, with the rows in the order of their values.
#[test]
fn the_same_bytes_every_time() {
    let (_held, folder) = data::folder();
    let pattern = data::spread(&data::people(5, 500), &folder.join("many"), 5);
    let engine = open(&pattern);
    let bytes = |name: &str| {
        let path = folder.join(name);
        let output = Output {
            place: locator(path.to_str().unwrap()),
            force: false,
        };
        crate::publish(
            engine
                .apply(&judge::mapping_by_value(engine.as_ref()), &output, &Silent)
                .unwrap(),
        );
        fs::read(path).unwrap()
    };
    assert!(bytes("one.parquet") == bytes("two.parquet"));
    let whole = bauta_formats::read(&locator(&pattern), &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    let out = locator(folder.join("one.parquet").to_str().unwrap());
    let out = bauta_formats::read(&out, &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    let kept = ["name", "rate"];
    assert!(
        judge::count(judge::rows_of(&whole, &kept)) == judge::count(judge::rows_of(&out, &kept))
    );
    assert!(judge::rows_of(&out.in_order_of_values(), &kept) == judge::rows_of(&out, &kept));
}

/// Our own kernel is held to the same, and agrees bit for bit.
#[test]
fn the_kernel_of_our_own() {
    let (_held, folder) = data::folder();
    let pattern = data::spread(&data::people(12, 300), &folder.join("many"), 3);
    let output = locator(folder.join("out.parquet").to_str().unwrap());
    let kernel = Local::open(&locator(&pattern), Settings::default()).unwrap();
    holds(&kernel, &locator(&pattern), &output, &output);
    for columns in [&QUASI[..], &["name"], &["active", "seen", "name"]] {
        let one = kernel.frequency_set(&owned(columns), &Silent).unwrap();
        let other = open(&pattern)
            .frequency_set(&owned(columns), &Silent)
            .unwrap();
        assert!(
            judge::rows_of(&one.table, columns) == judge::rows_of(&other.table, columns),
            "{columns:?}"
        );
        assert_eq!(one.weights, other.weights);
    }
}

/// The data are ten times what the pool holds: the answer is the same, with temporary files.
#[test]
fn a_count_larger_than_its_memory() {
    let (_held, folder) = data::folder();
    let census = bauta_testkit::census::census(150_000, 1);
    let pattern = data::spread(&census, &folder.join("many"), 4);
    let columns = [
        "id",
        "name",
        "birth_date",
        "postcode",
        "income",
        "occupation",
        "diagnosis",
    ];
    let free = open(&pattern)
        .frequency_set(&owned(&columns), &Silent)
        .unwrap();
    let size = free.keys.get_array_memory_size() as u64;
    assert!(size > 10_000_000, "{size}");
    let small =
        datafusion::open(&locator(&pattern), &ReadOptions::default(), Some(size / 10)).unwrap();
    let counted = small.frequency_set(&owned(&columns), &Silent).unwrap();
    assert!(counted.keys == free.keys && counted.weights == free.weights);
    let whole = bauta_formats::read(&locator(&pattern), &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    assert!(judge::labels_of(&counted) == judge::count(judge::rows_of(&whole, &columns)));
}

/// An output that is there is not replaced unasked, and nothing is left of one that is given up.
#[test]
fn all_or_nothing() {
    let (_held, folder) = data::folder();
    let source = folder.join("people.parquet");
    data::write(&data::people(9, 50), &source);
    let engine = open(source.to_str().unwrap());
    let out = folder.join("out.parquet");
    let place = |force| Output {
        place: locator(out.to_str().unwrap()),
        force,
    };
    let mapping = judge::mapping_by_value(engine.as_ref());
    let files = || fs::read_dir(&folder).unwrap().count();
    drop(engine.apply(&mapping, &place(false), &Silent).unwrap());
    assert_eq!(files(), 1, "a run that is given up leaves nothing");
    // What a crashed run left: a hidden folder whose lock is free.
    let left = folder.join(".bauta-staging-out.parquet-1-2");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("lock"), "").unwrap();
    fs::write(left.join("l0.parquet"), "values").unwrap();
    crate::publish(engine.apply(&mapping, &place(false), &Silent).unwrap());
    assert_eq!(files(), 2, "what a crashed run left is gone");
    let Err(refused) = engine.apply(&mapping, &place(false), &Silent) else {
        panic!("it exists")
    };
    assert!(
        refused.is_fault() && refused.to_string().contains("--force"),
        "{refused}"
    );
    crate::publish(engine.apply(&mapping, &place(true), &Silent).unwrap());
    assert_eq!(files(), 2);
}

struct Stopped;

impl Progress for Stopped {
    fn tell(&self, _: Stage, _: u64, _: Option<u64>) {}

    fn cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_wish_to_stop_is_heard_and_leaves_nothing() {
    let (_held, folder) = data::folder();
    let pattern = data::spread(
        &bauta_testkit::census::census(200_000, 2),
        &folder.join("many"),
        2,
    );
    let engine = open(&pattern);
    let columns = engine.columns().to_vec();
    let kept = columns
        .iter()
        .map(|name| (name.clone(), Replaced::Kept))
        .collect();
    let output = Output {
        place: locator(folder.join("out.parquet").to_str().unwrap()),
        force: false,
    };
    let Err(stopped) = engine.apply(
        &Mapping {
            columns: kept,
            tuples: None,
        },
        &output,
        &Stopped,
    ) else {
        panic!("not stopped")
    };
    assert!(stopped.is_cancelled());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn what_is_wrong_is_told() {
    let (_held, folder) = data::folder();
    let told = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        let opened = datafusion::open(
            &locator(path.to_str().unwrap()),
            &ReadOptions::default(),
            None,
        );
        let counted =
            opened.and_then(|engine| engine.frequency_set(&owned(&["a"]), &Silent).map(|_| ()));
        counted.unwrap_err().to_string()
    };
    assert!(told("latin.csv", b"a;b\n\xe9t\xe9;2\n").contains("not in UTF-8"));
    assert!(told("sep.csv", b"sep=;\na;b\n1;2\n").contains("above its header"));
    assert!(told("twice.csv", b"a;a\n1;2\n").contains("two of one name"));
    assert!(told("ragged.csv", b"a;b\n1;2\n3\n").contains("another number of cells"));
    assert!(told("none.csv", b"b;c\n1;2\n").contains("no column \"a\""));
    let absent = datafusion::open(
        &locator(folder.join("x.parquet").to_str().unwrap()),
        &ReadOptions::default(),
        None,
    );
    assert!(absent.err().unwrap().to_string().contains("no file is at"));
    let (one, other) = (data::people(1, 20), bauta_testkit::census::census(5, 1));
    fs::create_dir(folder.join("mixed")).unwrap();
    data::write(&one, &folder.join("mixed/a.parquet"));
    data::write(&other, &folder.join("mixed/b.parquet"));
    let mixed = datafusion::open(
        &locator(&format!("{}/mixed/*.parquet", folder.display())),
        &ReadOptions::default(),
        None,
    );
    assert!(
        mixed
            .err()
            .unwrap()
            .to_string()
            .contains("b.parquet has other columns")
    );
}
