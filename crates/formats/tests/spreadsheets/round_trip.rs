//! What is written comes back: all kinds, any text, in both formats, and by the eyes of another reader.

use bauta_table::{Cell, Kind, Table};
use calamine::{Data, Reader};
use proptest::prelude::*;

use crate::support::{assert_same, people, read, table, write};

#[test]
fn every_kind_and_every_trap_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["people.ods", "people.xlsx"] {
        let path = folder.path().join(name);
        write(&people(), &path);
        let source = read(&path).unwrap();
        assert_same(&people(), &source.table);
        assert_eq!(source.part.as_deref(), Some("Sheet1"));
        assert!(source.notes.is_empty(), "{:?}", source.notes);
    }
}

#[test]
fn the_same_table_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.ods", "a.xlsx"] {
        let (first, second) = (
            folder.path().join(name),
            folder.path().join(format!("2{name}")),
        );
        write(&people(), &first);
        write(&people(), &second);
        assert!(
            std::fs::read(first).unwrap() == std::fs::read(second).unwrap(),
            "{name}"
        );
    }
}

#[test]
fn an_independent_reader_sees_the_same_cells() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["people.ods", "people.xlsx"] {
        let path = folder.path().join(name);
        write(&people(), &path);
        let mut book = calamine::open_workbook_auto(&path).unwrap();
        let range = book.worksheet_range("Sheet1").unwrap();
        assert_eq!(range.get_size(), (6, 8), "{name}");
        assert_eq!(range.get_value((1, 0)), Some(&Data::String("Zoé".into())));
        assert_eq!(range.get_value((1, 1)), Some(&Data::String("01000".into())));
        assert_eq!(range.get_value((1, 3)), Some(&Data::Float(1234.5)));
        assert_eq!(range.get_value((1, 6)), Some(&Data::Bool(true)));
        assert_eq!(
            range.get_value((5, 7)),
            Some(&Data::String("=cmd|'/C calc'!A0".into()))
        );
        let date = range
            .get_value((1, 4))
            .map(ToString::to_string)
            .unwrap_or_default();
        assert!(
            date.starts_with("1984-02-29") || date == "30741",
            "{name}: {date}"
        );
    }
}

#[test]
fn values_that_a_spreadsheet_would_change_are_written_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let given = table(&[
        (
            "id",
            &[Cell::Integer(9_007_199_254_740_993), Cell::Integer(1)],
        ),
        (
            "born",
            &[
                crate::support::day("1500-01-01"),
                crate::support::day("2000-01-01"),
            ],
        ),
    ]);
    for name in ["t.ods", "t.xlsx"] {
        let path = folder.path().join(name);
        let notes = crate::support::write_with(&given, path.to_str().unwrap(), &Default::default())
            .unwrap();
        assert_eq!(notes.len(), 2, "{notes:?}");
        let back = read(&path).unwrap().table;
        let texts: Vec<_> = back
            .attributes()
            .iter()
            .map(|a| a.column.label(0).into_owned())
            .collect();
        assert_eq!(texts, ["9007199254740993", "1500-01-01"], "{name}");
        assert!(
            back.attributes()
                .iter()
                .all(|a| a.column.dictionary().kind() == Kind::Text)
        );
    }
}

/// A column's cells, owned.
#[derive(Debug, Clone)]
enum Cells {
    Text(Vec<Option<String>>),
    Integer(Vec<Option<i64>>),
    Decimal(Vec<Option<f64>>),
    Date(Vec<Option<i32>>),
    Moment(Vec<Option<i64>>),
    Boolean(Vec<Option<bool>>),
}

impl Cells {
    fn borrowed(&self) -> Vec<Cell<'_>> {
        fn each<'a, T>(cells: &'a [Option<T>], make: impl Fn(&'a T) -> Cell<'a>) -> Vec<Cell<'a>> {
            cells
                .iter()
                .map(|cell| cell.as_ref().map_or(Cell::Missing, &make))
                .collect()
        }
        match self {
            Cells::Text(v) => each(v, |v| Cell::Text(v)),
            Cells::Integer(v) => each(v, |v| Cell::Integer(*v)),
            Cells::Decimal(v) => each(v, |v| Cell::Decimal(*v)),
            Cells::Date(v) => each(v, |v| Cell::Date(*v)),
            Cells::Moment(v) => each(v, |v| Cell::DateTime(*v * 1000)),
            Cells::Boolean(v) => each(v, |v| Cell::Boolean(*v)),
        }
    }
}

fn column(rows: usize) -> impl Strategy<Value = Cells> {
    fn cells<T: std::fmt::Debug>(
        s: impl Strategy<Value = T>,
        rows: usize,
    ) -> impl Strategy<Value = Vec<Option<T>>> {
        proptest::collection::vec(proptest::option::of(s), rows)
    }
    let text = prop_oneof![
        "[ -~]{1,12}",
        "[ \\n\\t=+@&<>\"'_x0-9a-fé😀-]{1,16}",
        "\\PC{1,8}",
        "_x00[0-9]{2}_"
    ];
    prop_oneof![
        cells(text, rows).prop_map(Cells::Text),
        cells(-(1i64 << 53)..=(1i64 << 53), rows).prop_map(Cells::Integer),
        cells(proptest::num::f64::NORMAL, rows).prop_map(Cells::Decimal),
        cells(-25_000i32..2_932_896, rows).prop_map(Cells::Date),
        cells(-2_100_000_000_000i64..3_400_000_000_000, rows).prop_map(Cells::Moment),
        cells(any::<bool>(), rows).prop_map(Cells::Boolean),
    ]
}

/// Columns of tables whose last row is not empty: empty rows at the end of a sheet do not exist.
fn columns() -> impl Strategy<Value = Vec<Cells>> {
    (1usize..12).prop_flat_map(|rows| {
        let key =
            proptest::collection::vec((0i64..99).prop_map(Some), rows).prop_map(Cells::Integer);
        (key, proptest::collection::vec(column(rows), 1..5)).prop_map(|(key, mut columns)| {
            columns.push(key);
            columns
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_table_comes_back_from_ods(given in columns()) {
        come_back(&given, "t.ods");
    }

    #[test]
    fn any_table_comes_back_from_xlsx(given in columns()) {
        come_back(&given, "t.xlsx");
    }
}

fn come_back(columns: &[Cells], name: &str) {
    let names: Vec<String> = (0..columns.len())
        .map(|index| format!("é {index} "))
        .collect();
    let borrowed: Vec<Vec<Cell<'_>>> = columns.iter().map(Cells::borrowed).collect();
    let pairs: Vec<(&str, &[Cell<'_>])> = names
        .iter()
        .map(String::as_str)
        .zip(borrowed.iter().map(Vec::as_slice))
        .collect();
    let given: Table = table(&pairs);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    write(&given, &path);
    assert_same(&given, &read(&path).unwrap().table);
}
