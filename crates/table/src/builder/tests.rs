//! Columns as CSV and workbooks give them.

use super::*;
use crate::{ContradictionCause, DateStyle, Style};

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

/// The groups 10.1 and 10.10 of a classification of activities are different ones.
#[test]
fn values_that_differ_in_spelling_only_stay_text_and_are_told() {
    for (cells, kind, places) in [
        (
            &["10.1", "10.10", "2.25", "10.10"][..],
            Kind::Decimal,
            vec![1, 3],
        ),
        (&["1,5", "1,50", "2"], Kind::Decimal, vec![1]),
        (&["0.0", "1.5", "-0.0"], Kind::Decimal, vec![2]),
        (&["3", "3.0", "4.5"], Kind::Decimal, vec![1]),
        (&["TRUE", "false", "true"], Kind::Boolean, vec![2]),
        (&["vrai", "true", "faux"], Kind::Boolean, vec![1]),
    ] {
        let column = column(cells, &csv());
        assert_eq!(column.dictionary().kind(), Kind::Text);
        assert_eq!(labels(&column), cells);
        let found = column.contradiction().expect("told");
        assert_eq!(found.cause, ContradictionCause::Spellings);
        assert_eq!((found.expected, &found.first_rows), (kind, &places));
        assert_eq!(found.cells, places.len() as u64);
    }
}

#[test]
fn values_of_a_declared_kind_are_one_value_where_they_are_equal() {
    let how = ReadAs {
        kind: Some(Kind::Decimal),
        ..csv()
    };
    let column = column(&["1.5", "1.50", "2.25", "3"], &how);
    assert_eq!(column.dictionary().kind(), Kind::Decimal);
    assert_eq!(column.dictionary().value_count(), 3);
    assert_eq!(labels(&column), ["1.50", "1.50", "2.25", "3"]);
    assert!(column.contradiction().is_none());
}

/// The kind is found and each value keeps the text that it had, also where no style writes all of them back.
#[test]
fn numbers_of_several_spellings_are_numbers_and_keep_their_texts() {
    for (cells, kind) in [
        (&["1.50", "2.5", "3", ""][..], Kind::Decimal),
        (&["1,500", "-2,5", "0"], Kind::Decimal),
        (&["-0.0", "1.5"], Kind::Decimal),
        (&["-0.00", "1.50"], Kind::Decimal),
        (&["false", "TRUE", "false"], Kind::Boolean),
        (&["VRAI", "False"], Kind::Boolean),
    ] {
        let column = column(cells, &csv());
        assert_eq!(column.dictionary().kind(), kind);
        assert_eq!(labels(&column), cells);
    }
}

proptest::proptest! {
    /// Whatever a column is taken for, its cells are written as they were; two cells are one value only if they are one text.
    #[test]
    fn every_cell_is_written_back_as_it_was(
        cells in proptest::collection::vec(
            proptest::sample::select(vec![
                "", "1", "10", "-1", "1.5", "1.50", "10.1", "10.10", "0.0", "-0.0", "0", "-0", "1,5", "1,50", "2,0", "+3", "007", "1e3",
                "TRUE", "true", "False", "faux", "VRAI", "2024-01-31", "31/01/2024", "01/31/2024", "1/2/2024", "2024-01-31T12:30:00",
                "2024-01-31T12:30:00.5", "2024-01-31T12:30:00.500", " 1", "1 ", "word", "0.1", "123456789012345.5", "12345678901234.5",
            ]),
            1..6,
        ),
        digits in proptest::collection::vec("-?[0-9]{1,3}[.,]?[0-9]{0,3}", 1..6),
    ) {
        for cells in [&cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>(), &digits] {
            let texts: Vec<&str> = cells.iter().map(String::as_str).collect();
            let column = column(&texts, &csv());
            proptest::prop_assert_eq!(&labels(&column), cells);
            for (a, b) in (0..cells.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let same = column.codes().get(a) == column.codes().get(b);
                proptest::prop_assert_eq!(same, cells[a] == cells[b]);
            }
        }
    }
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
