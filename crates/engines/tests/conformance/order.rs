//! The order of written rows: that of their values, whatever the order of the source was.

use std::fs;
use std::path::Path;

use bauta_engines::{Engine, Local, Mapping, Output, Replaced, Settings, ballista, datafusion};
use bauta_formats::{Locator, ReadOptions};
use bauta_table::{Silent, Table};
use bauta_testkit::machines::Machines;

use crate::{data, judge, locator, owned};

/// The columns of the output: labels, and columns of every kind that stay as they are.
const COLUMNS: [&str; 7] = ["zip", "age", "born", "name", "rate", "active", "seen"];

/// Opens an engine on some data.
type Open<'a> = dyn Fn(&str) -> Box<dyn Engine> + 'a;

/// Labels for two columns, and all others as they are.
fn mapping(engine: &dyn Engine) -> Mapping {
    let coarse = judge::mapping_by_value(engine).columns;
    let column = |name: &&str| {
        let known = coarse.iter().find(|(own, _)| own == name);
        let labels = known.filter(|_| ["zip", "born"].contains(name));
        let replaced = labels.map_or(Replaced::Kept, |(_, replaced)| replaced.clone());
        ((*name).to_owned(), replaced)
    };
    Mapping {
        columns: COLUMNS.iter().map(column).collect(),
        tuples: None,
    }
}

fn written(engine: &dyn Engine, place: &Locator, rows: u64) {
    let output = Output {
        place: place.clone(),
        force: true,
    };
    let written = engine.apply(&mapping(engine), &output, &Silent).unwrap();
    assert_eq!(written.rows(), rows);
    crate::publish(written);
}

fn read(place: &Locator) -> Table {
    bauta_formats::read(place, &ReadOptions::default(), &Silent)
        .unwrap()
        .table
}

/// The rows as they stand; they stand in the order of their values, as a release from memory does.
fn rows_in_order(place: &Locator) -> Vec<Vec<String>> {
    let table = read(place);
    let rows = judge::rows_of(&table, &COLUMNS);
    assert!(rows == judge::rows_of(&table.in_order_of_values(), &COLUMNS));
    rows
}

/// Equal people in two orders, in three files each.
fn sources(folder: &Path) -> [String; 2] {
    let people = data::people(21, 700);
    let mut moved: Vec<u32> = (0..700).collect();
    moved.rotate_left(300);
    moved.reverse();
    // The first rows have a value everywhere, which says of what kind a column is.
    moved.splice(0..0, 0..3);
    let mut seen = vec![false; 700];
    moved.retain(|&row| !std::mem::replace(&mut seen[row as usize], true));
    let moved = people.picked(&moved);
    [
        data::spread(&people, &folder.join("sorted"), 3),
        data::spread(&moved, &folder.join("moved"), 3),
    ]
}

#[test]
fn rows_stand_in_the_order_of_their_values_in_one_process() {
    let (_held, folder) = data::folder();
    let sources = sources(&folder);
    let local = |memory: Option<u64>| {
        move |source: &str| -> Box<dyn Engine> {
            let settings = Settings {
                memory,
                ..Settings::default()
            };
            Box::new(Local::open(&locator(source), settings).unwrap())
        }
    };
    let fusion = |source: &str| -> Box<dyn Engine> {
        datafusion::open(&locator(source), &ReadOptions::default(), Some(64 << 20)).unwrap()
    };
    let (whole, little) = (local(None), local(Some(100_000)));
    let engines: [&Open<'_>; 3] = [&whole, &little, &fusion];
    let mut known: Option<Vec<Vec<String>>> = None;
    for (number, open) in engines.into_iter().enumerate() {
        let mut bytes = Vec::new();
        for source in &sources {
            let path = folder.join(format!("out-{number}.parquet"));
            let place = locator(path.to_str().unwrap());
            written(open(source).as_ref(), &place, 700);
            let rows = rows_in_order(&place);
            assert!(
                known.get_or_insert_with(|| rows.clone()) == &rows,
                "engine {number}: another order"
            );
            bytes.push(fs::read(path).unwrap());
        }
        assert!(bytes[0] == bytes[1], "engine {number}: the order shows");
    }
}

/// Several processes write a file each: neither the file of a row nor its place there tells from which file it was read.
#[test]
fn rows_of_a_cluster_are_dealt_by_their_values() {
    for machines in [Machines::start(2), Machines::stock(2)] {
        let Some(machines) = machines else { return };
        let (_held, folder) = data::folder();
        let mut all: Vec<Vec<Vec<Vec<String>>>> = Vec::new();
        for source in sources(&folder) {
            let open = ballista::open(
                &machines.engine(),
                &locator(&source),
                &ReadOptions::default(),
            );
            let path = folder.join("out.parquet");
            written(
                open.unwrap().as_ref(),
                &locator(path.to_str().unwrap()),
                700,
            );
            let part = |part: usize| {
                let file = path.join(format!("part-{part:05}.parquet"));
                rows_in_order(&locator(file.to_str().unwrap()))
            };
            all.push((0..3).map(part).collect());
        }
        assert!(all[0] == all[1], "files tell where rows come from");
        assert!(all[0].iter().all(|part| part.len() > 100), "files are even");
        let mut people = judge::rows_of(&data::people(21, 700), &["name"]);
        let mut found: Vec<Vec<String>> = all[0].concat().into_iter().collect();
        found.iter_mut().for_each(|row| *row = vec![row[3].clone()]);
        people.sort();
        found.sort();
        assert!(found == people, "no row is lost or there twice");
    }
}

/// A file that gets no row is there all the same, or is not: the others are read.
#[test]
fn a_cluster_with_more_files_than_rows() {
    let Some(machines) = Machines::start(1) else {
        return;
    };
    let (_held, folder) = data::folder();
    let people = data::people(22, 6);
    let pattern = data::spread(&people, &folder.join("many"), 6);
    let open = ballista::open(
        &machines.engine(),
        &locator(&pattern),
        &ReadOptions::default(),
    );
    let path = folder.join("out.parquet");
    written(open.unwrap().as_ref(), &locator(path.to_str().unwrap()), 6);
    let found = read(&locator(&format!("{}/*.parquet", path.display())));
    let names = |table: &Table| judge::count(judge::rows_of(table, &["name"]));
    assert!(names(&found) == names(&people));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is left");
}

#[test]
fn rows_of_a_database_stand_in_the_order_of_their_values() {
    let Some(server) = bauta_testkit::postgres::server() else {
        return;
    };
    let database = server.fresh_database();
    let (_held, folder) = data::folder();
    let place = |name: &str| locator(&format!("{}#{name}", server.url(&database)));
    let mut all = Vec::new();
    for (number, source) in sources(&folder).iter().enumerate() {
        let name = format!("people{number}");
        let options = bauta_formats::WriteOptions::default();
        bauta_formats::stage(&read(&locator(source)), &place(&name), &options, &Silent)
            .unwrap()
            .commit()
            .unwrap();
        let engine =
            bauta_engines::postgres::open(&server.url(&database), &name, &ReadOptions::default());
        written(engine.unwrap().as_ref(), &place("out"), 700);
        all.push(rows_in_order(&place("out")));
    }
    assert!(all[0] == all[1], "the order of the source shows");
}

/// Rows that are shown to be compared are all rows, each once.
pub fn scans(engine: &dyn Engine, whole: &Table) {
    let columns = ["name", "zip"];
    let rows = std::sync::Mutex::new(Vec::new());
    let each = |batch: &arrow_array::RecordBatch| {
        let texts = batch
            .columns()
            .iter()
            .map(|column| arrow_cast::cast(column, &arrow_schema::DataType::Utf8).unwrap());
        let texts: Vec<arrow_array::ArrayRef> = texts.collect();
        let mut rows = rows.lock().unwrap();
        for row in 0..batch.num_rows() {
            let cell = |column: &arrow_array::ArrayRef| {
                let texts = arrow_array::cast::AsArray::as_string::<i32>(column);
                let missing = arrow_array::Array::is_null(texts, row);
                if missing {
                    String::new()
                } else {
                    texts.value(row).to_owned()
                }
            };
            rows.push(texts.iter().map(cell).collect::<Vec<String>>());
        }
        Ok(())
    };
    engine.scan(&owned(&columns), &each, &Silent).unwrap();
    let rows = rows.lock().unwrap().clone();
    assert!(judge::count(rows) == judge::count(judge::rows_of(whole, &columns)));
    assert!(engine.scan(&owned(&["none"]), &each, &Silent).is_err());
}
