//! Preparing a table, and turning modalities back into values.

use bauta_table::{Column, ColumnBuilder, ReadAs, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use super::*;

fn column(cells: &[String]) -> Column {
    let mut builder = ColumnBuilder::new();
    cells.iter().for_each(|cell| builder.push_text(cell));
    builder.finish(&ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    })
}

fn prepared(cells: &[String], preparing: &Preparing) -> Modalities {
    let table = Table::new([("x".to_owned(), column(cells))]);
    prepare(&table, preparing).unwrap_or_else(|_| Modalities::new(Vec::new()))
}

fn labels(column: &Column) -> Vec<String> {
    (0..column.len())
        .map(|row| column.label(row).into_owned())
        .collect()
}

/// Drawn values lie between those of their row's modality, and are written as the source writes.
#[test]
fn values_come_back_inside_their_interval_and_in_their_style() {
    let sources: [Vec<String>; 4] = [
        (0..400)
            .map(|i| format!("{},{:02}", i % 97, i % 100))
            .collect(),
        (0..400)
            .map(|i| format!("{:02}/{:02}/1980", 1 + i % 28, 1 + i % 12))
            .collect(),
        (0..400).map(|i| (i % 61 - 30).to_string()).collect(),
        (0..400)
            .map(|i| {
                if i % 7 == 0 {
                    String::new()
                } else {
                    format!("{}.5", i % 40)
                }
            })
            .collect(),
    ];
    for cells in sources {
        let source = column(&cells);
        let modalities = prepared(&cells, &Preparing::default());
        let variable = &modalities.variables()[0];
        let codes: Vec<u32> = variable.codes.iter().collect();
        let drawn = variable
            .form
            .column(&codes, &mut ChaCha20Rng::seed_from_u64(3));
        assert_eq!(drawn.dictionary().kind(), source.dictionary().kind());
        assert_eq!(drawn.dictionary().style(), source.dictionary().style());
        for (row, &code) in codes.iter().enumerate() {
            let measure = drawn.dictionary().measure(drawn.codes().get(row));
            match &variable.form.modalities[code as usize] {
                Modality::Interval(interval) => {
                    let (low, high) = interval.bounds();
                    assert!(measure.is_some_and(|value| (low..=high).contains(&value)));
                }
                _ => assert!(measure.is_none()),
            }
        }
    }
}

#[test]
fn a_heavy_number_is_a_modality_of_its_own() {
    let cells: Vec<String> = (0..1000)
        .map(|i| {
            if i < 900 {
                "0".to_owned()
            } else {
                (1000 + i).to_string()
            }
        })
        .collect();
    let modalities = prepared(&cells, &Preparing::default());
    let form = &modalities.variables()[0].form;
    assert_eq!(form.label(0), "0");
    assert_eq!(form.rows[0], 900);
    assert!(form.rows.iter().all(|&rows| rows >= 10));
}

#[test]
fn three_distinct_numbers_are_three_modalities() {
    let cells: Vec<String> = (0..300).map(|i| (i % 3).to_string()).collect();
    let form = prepared(&cells, &Preparing::default()).forms().remove(0);
    assert_eq!(
        (0..form.len())
            .map(|code| form.label(code))
            .collect::<Vec<_>>(),
        ["0", "1", "2"]
    );
}

#[test]
fn words_of_few_rows_are_not_told_unless_kept() {
    let cells: Vec<String> = (0..100)
        .map(|i| if i < 97 { "common" } else { "rare" }.to_owned())
        .collect();
    for (rare, told) in [(Rare::Hide, false), (Rare::Keep, true)] {
        let modalities = prepared(
            &cells,
            &Preparing {
                rare,
                ..Preparing::default()
            },
        );
        let variable = &modalities.variables()[0];
        let codes: Vec<u32> = variable.codes.iter().collect();
        let drawn = variable
            .form
            .column(&codes, &mut ChaCha20Rng::seed_from_u64(1));
        assert_eq!(labels(&drawn).iter().any(|label| label == "rare"), told);
    }
}

#[test]
fn the_extremes_are_those_of_ten_rows() {
    let cells: Vec<String> = (0..1000).map(|i| i.to_string()).collect();
    let form = prepared(&cells, &Preparing::default()).forms().remove(0);
    let ends: Vec<(f64, f64)> = form
        .modalities
        .iter()
        .filter_map(|modality| match modality {
            Modality::Interval(interval) => Some(interval.bounds()),
            _ => None,
        })
        .collect();
    assert_eq!((ends[0].0, ends[ends.len() - 1].1), (9.0, 990.0));
}

#[test]
fn texts_that_nobody_shares_are_refused() {
    let cells: Vec<String> = (0..50).map(|i| format!("name {i}")).collect();
    let table = Table::new([("name".to_owned(), column(&cells))]);
    assert!(prepare(&table, &Preparing::default()).is_err());
    assert!(
        prepare(
            &table,
            &Preparing {
                rare: Rare::Keep,
                ..Preparing::default()
            }
        )
        .is_ok()
    );
}

/// A single word that too few rows have is not told either: its rows come up without a value, like the others.
#[test]
fn the_only_word_of_few_rows_is_not_told() {
    let cells: Vec<String> = (0..50)
        .map(|i| if i < 3 { "only" } else { "" }.to_owned())
        .collect();
    let modalities = prepared(&cells, &Preparing::default());
    let variable = &modalities.variables()[0];
    let codes: Vec<u32> = variable.codes.iter().collect();
    let drawn = variable
        .form
        .column(&codes, &mut ChaCha20Rng::seed_from_u64(1));
    assert!(labels(&drawn).iter().all(String::is_empty));
}

/// A number that few rows have is no part of the number that most rows have, as long as k rows have it.
#[test]
fn a_rare_code_is_a_modality_of_its_own() {
    for ones in [30u32, 220, 450] {
        let cells: Vec<String> = (0..1000).map(|i| u32::from(i < ones).to_string()).collect();
        for quantiles in [None, Some(100)] {
            let preparing = Preparing {
                quantiles,
                ..Preparing::default()
            };
            let found = prepared(&cells, &preparing);
            let rows = &found.variables()[0].form.rows;
            assert_eq!(*rows, [1000 - u64::from(ones), u64::from(ones)], "{ones}");
        }
    }
    // Zero for most, any amount for the others.
    let cells: Vec<String> = (0..1000)
        .map(|i| {
            if i < 950 {
                "0".to_owned()
            } else {
                (7 * i).to_string()
            }
        })
        .collect();
    let found = prepared(&cells, &Preparing::default());
    assert_eq!(found.variables()[0].form.rows, [950, 50]);
    // Fewer than k rows stay with their neighbours, and no interval or piece has fewer.
    let cells: Vec<String> = (0..1000).map(|i| u32::from(i < 4).to_string()).collect();
    assert_eq!(
        prepared(&cells, &Preparing::default()).variables()[0]
            .form
            .rows,
        [1000]
    );
    let cells: Vec<String> = (0..200).map(|i| (i * i % 97).to_string()).collect();
    let found = prepared(&cells, &Preparing::default());
    for modality in &found.variables()[0].form.modalities {
        let Modality::Interval(interval) = modality else {
            continue;
        };
        assert!(interval.pieces.iter().all(|piece| piece.rows >= 10));
    }
}

#[test]
fn hidden_words_are_counted() {
    let cells: Vec<String> = (0..100)
        .map(|i| {
            if i < 90 {
                "a".to_owned()
            } else {
                format!("b{}", i % 4)
            }
        })
        .collect();
    let table = Table::new([("x".to_owned(), column(&cells))]);
    let told = hidden_values(&table, 10);
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with("\"x\": 4 values that fewer than 10 rows have"),
        "{told:?}"
    );
    assert!(
        told[0].contains("the 10 rows that have them (10.0 %)"),
        "{told:?}"
    );
    assert!(hidden_values(&table, 2).is_empty());
}
