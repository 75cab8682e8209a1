//! Files of some kilobytes that promise millions of rows, and pages that make the decoder panic.

use bauta_formats::Limits;

use super::*;

/// Most memory this process ever had, in MB.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes = line.split_whitespace().nth(1)?.parse::<u64>().ok()?;
    Some(kilobytes / 1024)
}

fn floor(held_bytes: u64) -> ReadOptions {
    let limits = Limits {
        held_bytes,
        ..Limits::default()
    };
    ReadOptions {
        limits,
        ..ReadOptions::default()
    }
}

/// One value in every row, as few pages as a writer makes of it.
fn constant(folder: &tempfile::TempDir, rows: usize) -> Locator {
    let batch = RecordBatch::try_from_iter([("x", numbers(vec![7; 1 << 16]))]).unwrap();
    let properties = WriterProperties::builder()
        .set_data_page_row_count_limit(usize::MAX)
        .set_statistics_enabled(parquet::file::properties::EnabledStatistics::None)
        .build();
    let file = File::create(path(folder, "constant.parquet")).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    (0..rows >> 16).for_each(|_| writer.write(&batch).unwrap());
    writer.close().unwrap();
    locator(folder, "constant.parquet")
}

#[test]
fn a_kilobyte_of_millions_of_rows_is_refused_before_they_are_read() {
    let folder = folder();
    let bomb = constant(&folder, 1 << 23);
    let size = std::fs::metadata(path(&folder, "constant.parquet"))
        .unwrap()
        .len();
    assert!(size < 1500, "{size}");
    let said = read(&bomb, &floor(1 << 20), &Silent).err().unwrap();
    let said = said.to_string();
    assert!(
        said.contains("kB would take more than") && said.contains("; check where"),
        "{said}"
    );
    assert!(
        peak_memory().is_none_or(|peak| peak < 200),
        "{:?} MB",
        peak_memory()
    );
    let rows = read(&bomb, &ReadOptions::default(), &Silent).unwrap();
    assert_eq!(rows.table.rows(), 1 << 23, "below the usual limit");
}

#[test]
fn a_long_text_that_packs_to_nothing_is_refused() {
    let folder = folder();
    let text: ArrayRef = Arc::new(StringArray::from(vec!["x".repeat(64 << 20)]));
    let packed = Compression::ZSTD(ZstdLevel::default());
    let bomb = foreign(&folder, "t.parquet", vec![("x", text)], packed);
    let said = read(&bomb, &floor(1 << 20), &Silent).err().unwrap();
    assert!(said.to_string().contains("would take more than"), "{said}");
}

const CHILD: &str = "BAUTA_TEST_READS_DAMAGED_PARQUET";

/// Run by the next test in a process of its own: reads files with one byte changed, and says how many made the decoder panic.
#[test]
fn child_reads_damaged_files() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let folder = folder();
    let words: Vec<String> = (0..300).map(|row| format!("secret {}", row % 7)).collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("word", Arc::new(StringArray::from(words))),
        ("number", numbers((0..300).collect())),
        ("few", numbers((0..300).map(|row| row % 3).collect())),
    ];
    let damaged = foreign(&folder, "t.parquet", columns, Compression::UNCOMPRESSED);
    let whole = std::fs::read(path(&folder, "t.parquet")).unwrap();
    let mut panics = 0;
    for at in 4..whole.len() - 8 {
        for change in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            std::fs::write(path(&folder, "t.parquet"), bytes).unwrap();
            if let Err(Error::Unreadable { problem, .. }) =
                read(&damaged, &ReadOptions::default(), &Silent)
            {
                panics += usize::from(problem.ends_with(" is damaged"));
            }
        }
    }
    println!("panics: {panics}");
}

#[test]
fn a_panic_of_the_decoder_is_told_as_a_damaged_file_and_nothing_else_is_printed() {
    let child = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "bounds::child_reads_damaged_files",
            "--nocapture",
        ])
        .env(CHILD, "1")
        .env("RUST_BACKTRACE", "1")
        .output()
        .unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&child.stdout),
        String::from_utf8_lossy(&child.stderr),
    );
    assert!(child.status.success(), "{out}{err}");
    assert!(
        out.contains("panics: ") && !out.contains("panics: 0"),
        "{out}"
    );
    assert!(
        !err.contains("panicked") && !err.contains("secret"),
        "{err}"
    );
}
