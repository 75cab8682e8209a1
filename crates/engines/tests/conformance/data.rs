//! People of chance, with everything in their cells that has ever broken a file.

use std::path::{Path, PathBuf};

use bauta_formats::WriteOptions;
use bauta_table::{ColumnBuilder, Kind, ReadAs, Silent, Table};
use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

const NAMES: [&str; 12] = [
    "Zoé",
    "zoé",
    "O\"Brien",
    "a,b",
    "x;y",
    "line\nbreak",
    "Noël d'Été",
    "e\u{301}",
    "'quoted'",
    "=1+1",
    "\\N",
    "tab\there",
];

/// The columns and their kinds.
const COLUMNS: [(&str, Kind); 7] = [
    ("name", Kind::Text),
    ("age", Kind::Integer),
    ("born", Kind::Date),
    ("rate", Kind::Decimal),
    ("zip", Kind::Text),
    ("active", Kind::Boolean),
    ("seen", Kind::DateTime),
];

/// `rows` people; about one cell in twelve is missing. The first rows have a value everywhere, so that every part of them has each kind.
pub fn people(seed: u64, rows: usize) -> Table {
    let mut chance = ChaCha20Rng::seed_from_u64(seed);
    let mut columns = vec![ColumnBuilder::new(); COLUMNS.len()];
    for row in 0..rows {
        let cells = [
            NAMES[chance.random_range(0..NAMES.len())].to_owned(),
            chance.random_range(-2..40).to_string(),
            format!(
                "19{:02}-{:02}-28",
                chance.random_range(60..63),
                chance.random_range(1..4)
            ),
            format!(
                "{}.{}",
                chance.random_range(-3..4),
                chance.random_range(0..4) * 25
            ),
            format!("0{:04}", chance.random_range(0..12) * 10),
            ["true", "false"][chance.random_range(0..2)].to_owned(),
            format!("2024-02-29 12:{:02}:00", chance.random_range(0..5)),
        ];
        for (builder, cell) in columns.iter_mut().zip(cells) {
            let missing = row > 2 && chance.random_range(0..12) == 0;
            builder.push_text(if missing { "" } else { &cell });
        }
    }
    Table::new(COLUMNS.iter().zip(columns).map(|((name, kind), column)| {
        let how = ReadAs {
            kind: Some(*kind),
            text_may_be_typed: true,
            ..ReadAs::default()
        };
        ((*name).to_owned(), column.finish(&how))
    }))
}

/// Some rows of a table, as a table.
pub fn part(table: &Table, rows: std::ops::Range<usize>) -> Table {
    let rows: Vec<u32> = rows.map(|row| row as u32).collect();
    let columns = table
        .attributes()
        .iter()
        .map(|a| (a.name.clone(), a.column.picked(&rows)));
    Table::new(columns)
}

/// Writes a table as one file.
pub fn write(table: &Table, path: &Path) {
    let locator = path.to_str().unwrap().parse().unwrap();
    bauta_formats::stage(table, &locator, &WriteOptions::default(), &Silent)
        .unwrap()
        .commit()
        .unwrap();
}

/// Writes a table as several files in a folder and gives the pattern that they all fit.
pub fn spread(table: &Table, folder: &Path, files: usize) -> String {
    std::fs::create_dir_all(folder).unwrap();
    let size = table.rows().div_ceil(files);
    for number in 0..files {
        let rows = number * size..table.rows().min((number + 1) * size);
        write(
            &part(table, rows),
            &folder.join(format!("people {number}.parquet")),
        );
    }
    format!("{}/*.parquet", folder.display())
}

/// A folder for a test.
pub fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    (folder, path)
}
