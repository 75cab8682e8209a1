//! Our own files come back as they were; work that is stopped leaves nothing behind.

use super::*;

fn there_and_back(table: &Table) -> Table {
    let folder = folder();
    let out = locator(&folder, "o.parquet");
    stage(table, &out, &WriteOptions::default(), &Silent)
        .unwrap()
        .commit()
        .unwrap();
    read(&out, &ReadOptions::default(), &Silent).unwrap().table
}

/// Same names, kinds and values; how numbers and days are written is not in the file.
fn assert_same(left: &Table, right: &Table) {
    assert_eq!(
        (left.rows(), left.attributes().len()),
        (right.rows(), right.attributes().len())
    );
    for (a, b) in left.attributes().iter().zip(right.attributes()) {
        assert_eq!(a.name, b.name);
        let (x, y) = (&a.column, &b.column);
        assert!(
            x.dictionary().value_count() == 0 || x.dictionary().kind() == y.dictionary().kind()
        );
        assert!(
            (0..left.rows()).all(|row| x.cell(row) == y.cell(row)),
            "{} differs",
            a.name
        );
    }
}

fn cell() -> impl Strategy<Value = Vec<String>> {
    let cells = prop_oneof![
        Just(vec![
            "é€",
            "a;b",
            "",
            "\"x\"\n",
            "007",
            "a text of more than thirty-two bytes in all",
            "=1"
        ]),
        Just(vec!["1", "-5", "", "9007199254740993", "0"]),
        Just(vec!["1.5", "-0.25", "", "1234567.125", "3"]),
        Just(vec!["31/12/2001", "01/01/1900", ""]),
        Just(vec!["2024-01-31T12:30:00", "1969-12-31T23:59:59.250", ""]),
        Just(vec!["vrai", "faux", ""]),
    ];
    cells.prop_map(|cells| cells.into_iter().map(String::from).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn what_is_written_is_read_back(
        columns in prop::collection::vec((cell(), prop::collection::vec(any::<prop::sample::Index>(), 20)), 1..5),
        rows in 1usize..20,
    ) {
        let pick = |(cells, picks): &(Vec<String>, Vec<prop::sample::Index>)| {
            picks[..rows].iter().map(|at| at.get(cells).clone()).collect::<Vec<_>>()
        };
        let table = table_of(&columns.iter().map(pick).collect::<Vec<_>>());
        assert_same(&there_and_back(&table), &table);
    }
}

#[test]
fn a_table_of_several_row_groups_comes_back() {
    let rows = (1 << 20) + 1000;
    let column = |n: usize| {
        (0..rows)
            .map(|row| format!("v{}", row * 7 % n))
            .collect::<Vec<_>>()
    };
    let table = table_of(&[column(3), column(70_000)]);
    assert_same(&there_and_back(&table), &table);
}

struct StopAfter(AtomicU64, u64);

impl Progress for StopAfter {
    fn tell(&self, _: Stage, _: u64, _: Option<u64>) {}

    fn cancelled(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= self.1
    }
}

#[test]
fn stopped_work_leaves_nothing_behind_and_what_exists_is_refused() {
    let folder = folder();
    let table = table_of(&[vec!["a".into(); 300_000], vec!["1".into(); 300_000]]);
    let out = locator(&folder, "o.parquet");
    let stopped = stage(
        &table,
        &out,
        &WriteOptions::default(),
        &StopAfter(AtomicU64::new(0), 2),
    );
    assert!(matches!(stopped, Err(Error::Cancelled)));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);

    stage(&table, &out, &WriteOptions::default(), &Silent)
        .unwrap()
        .commit()
        .unwrap();
    let stopped = read(
        &out,
        &ReadOptions::default(),
        &StopAfter(AtomicU64::new(0), 2),
    );
    assert!(matches!(stopped, Err(Error::Cancelled)));
    let exists = stage(&table, &out, &WriteOptions::default(), &Silent)
        .err()
        .unwrap();
    assert!(matches!(exists, Error::Exists { .. }));
    let force = WriteOptions {
        force: true,
        ..WriteOptions::default()
    };
    stage(&table, &out, &force, &Silent)
        .unwrap()
        .commit()
        .unwrap();
}
