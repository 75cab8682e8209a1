//! Columns as CSV and workbooks give them.

use super::*;
use crate::{DateStyle, Style};

fn csv() -> ReadAs {
    ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    }
}

fn column(cells: &[&str], how: &ReadAs) -> Column {
    let mut builder = ColumnBuilder::new();
    for cell in cells {
        builder.push_text(cell);
    }
    builder.finish(how)
}

fn labels(column: &Column) -> Vec<String> {
    (0..column.len())
        .map(|row| column.label(row).into_owned())
        .collect()
}

#[test]
fn each_kind_is_found_and_written_back_as_it_was() {
    let cases: [(&[&str], Kind); 9] = [
        (&["18000", "-3", "0"], Kind::Integer),
        (&["01000", "18000"], Kind::Text),
        (&["1.50", "2.25"], Kind::Decimal),
        (&["1,5", "2"], Kind::Decimal),
        (&["2024-01-31", "2023-12-01"], Kind::Date),
        (&["31/01/2024", "01/02/2024"], Kind::Date),
        (
            &["2024-01-31T12:30:00", "2024-01-31T12:30:00.500"],
            Kind::DateTime,
        ),
        (&["vrai", "faux", "vrai"], Kind::Boolean),
        (&["Cher", "Rhône", ""], Kind::Text),
    ];
    for (cells, kind) in cases {
        let column = column(cells, &csv());
        assert_eq!(column.dictionary().kind(), kind);
        assert_eq!(labels(&column), cells);
    }
}

#[test]
fn values_equal_as_numbers_are_one_value() {
    let column = column(&["1.5", "1.50", "2.25"], &csv());
    assert_eq!(column.dictionary().len(), 2);
    assert_eq!(labels(&column), ["1.50", "1.50", "2.25"]);
}

#[test]
fn codes_follow_the_order_of_numbers_not_of_characters() {
    let column = column(&["100", "9", "20"], &csv());
    assert_eq!(column.codes().iter().collect::<Vec<_>>(), [2, 0, 1]);
}

/// French postcodes: most look like numbers, but those of the first departments and of Corsica do not.
#[test]
fn codes_of_digits_are_text_and_contradict_nothing() {
    for cells in [
        &["01000", "69000", "18500", "75001"][..],
        &["69000", "2A004", "09100", "18500", "75001"],
    ] {
        let column = column(cells, &csv());
        assert_eq!(column.dictionary().kind(), Kind::Text);
        assert!(column.contradiction().is_none());
    }
    for cells in [
        &["05", "27", "31"][..],
        &["007", "27", "31"],
        &["2A004", "69000", "18500"],
    ] {
        assert!(
            column(cells, &csv()).contradiction().is_some(),
            "a slip, not a code"
        );
    }
}

#[test]
fn a_word_among_numbers_is_a_contradiction_with_its_place() {
    let column = column(&["1", "2", "n/a", "4", "?"], &csv());
    assert_eq!(column.dictionary().kind(), Kind::Text);
    let contradiction = column.contradiction().expect("most cells are numbers");
    assert_eq!(contradiction.expected, Kind::Integer);
    assert_eq!(
        (contradiction.cells, contradiction.first_rows.clone()),
        (2, vec![2, 4])
    );
}

#[test]
fn named_missing_values_are_missing() {
    let how = ReadAs {
        missing: vec!["n/a".into(), "?".into()],
        ..csv()
    };
    let column = column(&["1", "n/a", "", "?"], &how);
    assert_eq!(column.dictionary().kind(), Kind::Integer);
    assert_eq!(column.dictionary().missing_code(), Some(1));
    assert_eq!(column.codes().iter().collect::<Vec<_>>(), [0, 1, 1, 1]);
}

#[test]
fn a_forced_kind_reports_what_does_not_fit() {
    let how = ReadAs {
        kind: Some(Kind::Date),
        ..csv()
    };
    let column = column(&["2024-01-31", "soon", "later"], &how);
    assert_eq!(
        column.contradiction().map(|c| (c.expected, c.cells)),
        Some((Kind::Date, 2))
    );
}

#[test]
fn workbook_numbers_without_fraction_are_integers_and_text_stays_text() {
    let how = ReadAs {
        whole_decimals_are_integers: true,
        ..ReadAs::default()
    };
    let mut numbers = ColumnBuilder::new();
    let mut texts = ColumnBuilder::new();
    for value in [22.0, 27.0] {
        numbers.push(Cell::Decimal(value));
        texts.push(Cell::Text("22"));
    }
    assert_eq!(numbers.finish(&how).dictionary().kind(), Kind::Integer);
    assert_eq!(texts.finish(&how).dictionary().kind(), Kind::Text);
}

#[test]
fn dates_keep_their_style() {
    let column = column(&["31/12/2024"], &csv());
    assert_eq!(
        *column.dictionary().style(),
        Style::Date(DateStyle::DaySlash)
    );
}

#[test]
fn appended_chunks_equal_one_pass() {
    let cells = ["b", "a", "", "b", "c", "a", "a"];
    for cut in 0..=cells.len() {
        let (mut left, mut right) = (ColumnBuilder::new(), ColumnBuilder::new());
        cells[..cut].iter().for_each(|c| left.push_text(c));
        cells[cut..].iter().for_each(|c| right.push_text(c));
        left.append(&right);
        assert!(left.finish(&csv()) == column(&cells, &csv()));
    }
}

#[test]
fn chunks_read_at_the_same_time_equal_one_pass() {
    let long = "a text of more than sixteen bytes";
    let cells = [
        "b",
        "a",
        "",
        "b",
        "exactly 16 bytes",
        long,
        "a",
        "exactly 16 byte",
        long,
        "é",
        "",
        "b",
    ];
    for size in 1..=cells.len() {
        for at_once in 1..=3 {
            let mut builder = ColumnBuilder::new();
            for batch in cells.chunks(size * at_once) {
                let read = |part: &[&str]| {
                    let mut chunk = builder.chunk(part.len());
                    part.iter().for_each(|cell| chunk.push_text(cell));
                    chunk.finish()
                };
                let read: Vec<_> = batch.chunks(size).map(read).collect();
                read.iter().for_each(|chunk| builder.absorb(chunk));
            }
            assert_eq!(builder.distinct(), 7);
            assert!(builder.finish(&csv()) == column(&cells, &csv()));
        }
    }
}

#[test]
fn a_cell_in_the_middle_of_a_block_is_told_from_its_neighbours() {
    let block = "ab;abc;a;;abcdefghijklmnopqrst;ab";
    let mut builder = ColumnBuilder::new();
    let mut chunk = builder.chunk(6);
    let mut start = 0;
    for cell in block.split(';') {
        chunk.push_slice(block, start, start + cell.len());
        start += cell.len() + 1;
    }
    let read = chunk.finish();
    builder.absorb(&read);
    assert_eq!(
        labels(&builder.finish(&csv())),
        ["ab", "abc", "a", "", "abcdefghijklmnopqrst", "ab"]
    );
}

#[test]
fn many_distinct_cells_of_every_kind_keep_their_values() {
    let mut builder = ColumnBuilder::new();
    let mut expected = Vec::new();
    for i in 0..70_000i64 {
        builder.push(Cell::Integer(i));
        expected.push(i.to_string());
    }
    builder.push_repeated(Cell::Text("word"), 2);
    let code = builder.code_of(Cell::Missing);
    builder.push_codes([code, code].into_iter());
    expected.extend(["word", "word", "", ""].map(String::from));
    assert_eq!(builder.distinct(), 70_002);
    assert!(labels(&builder.finish(&ReadAs::default())) == expected);
}

#[test]
fn a_hundred_thousand_distinct_texts_are_told_apart() {
    let cells: Vec<String> = (0..100_000)
        .map(|i| format!("{i:05}x{}", "long ".repeat(i % 5)))
        .collect();
    let mut builder = ColumnBuilder::new();
    for half in [&cells[..60_000], &cells[..], &cells[40_000..]] {
        let mut chunk = builder.chunk(half.len());
        half.iter().for_each(|cell| chunk.push_text(cell));
        let read = chunk.finish();
        builder.absorb(&read);
    }
    assert_eq!(builder.distinct(), 100_000);
    let column = builder.finish(&csv());
    let expected = cells[..60_000].iter().chain(&cells).chain(&cells[40_000..]);
    assert!(
        expected
            .enumerate()
            .all(|(row, cell)| column.label(row) == *cell)
    );
}
