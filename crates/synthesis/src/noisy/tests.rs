//! What the noisy model promises.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::domain::declare;
use super::model::{NoisyModel, measure};
use super::*;
use crate::trees::Coded;

const VALUES: [usize; 4] = [4, 5, 2, 60];
const ORDERED: [bool; 4] = [false, false, false, true];

fn people(rows: usize) -> Vec<Vec<u32>> {
    let mut rng = ChaCha20Rng::seed_from_u64(9);
    let mut columns = vec![Vec::new(); 4];
    for _ in 0..rows {
        let first = rng.random_range(0..4u32);
        let second = if rng.random::<f64>() < 0.85 {
            first
        } else {
            rng.random_range(0..5)
        };
        let third = u32::from(second > 1) ^ u32::from(rng.random::<f64>() < 0.1);
        let fourth = first * 10 + rng.random_range(0..30);
        [first, second, third, fourth]
            .into_iter()
            .zip(&mut columns)
            .for_each(|(code, column)| column.push(code));
    }
    columns
}

fn measured(columns: &[Vec<u32>], epsilon: f64) -> NoisyModel {
    let data = Coded {
        columns,
        values: &VALUES,
        ordered: &ORDERED,
    };
    measure(
        &data,
        &Budget {
            epsilon,
            target: None,
        },
    )
    .unwrap()
}

/// Total variation of the table of two variables.
fn variation(one: &[Vec<u32>], other: &[Vec<u32>], [a, b]: [usize; 2]) -> f64 {
    let mut counts = std::collections::BTreeMap::<(u32, u32), [f64; 2]>::new();
    for (side, columns) in [one, other].into_iter().enumerate() {
        let rows = columns[0].len() as f64;
        columns[a]
            .iter()
            .zip(&columns[b])
            .for_each(|(&x, &y)| counts.entry((x, y)).or_default()[side] += 1.0 / rows);
    }
    counts
        .values()
        .map(|shares| (shares[0] - shares[1]).abs() / 2.0)
        .sum()
}

#[test]
fn the_parts_add_up_to_epsilon() {
    let columns = people(2_000);
    for epsilon in [0.1, 1.0, 7.5] {
        let model = measured(&columns, epsilon);
        assert!(
            model.epsilon() <= epsilon && model.epsilon() > 0.99 * epsilon,
            "{}",
            model.epsilon()
        );
        // Four one-way tables, three choices, three tables: nothing else looked at the rows.
        let of = |question: &str| {
            model
                .spent
                .iter()
                .filter(|it| it.question == question)
                .count()
        };
        assert_eq!([of("one-way"), of("choice"), of("table")], [4, 3, 3]);
    }
}

#[test]
fn more_privacy_less_likeness() {
    let columns = people(8_000);
    let off = |epsilon: f64| {
        let drawn = measured(&columns, epsilon).draw(8_000, &mut ChaCha20Rng::seed_from_u64(1));
        variation(&columns, &drawn, [0, 1])
    };
    let (little, much) = (off(20.0), off(0.01));
    assert!(little < 0.05 && much > 0.1, "{little} {much}");
}

/// The operating system's noise: two measurements of the same rows differ, whatever the seed.
#[test]
fn noise_is_there() {
    let columns = people(500);
    assert_ne!(measured(&columns, 0.5), measured(&columns, 0.5));
}

#[test]
fn a_named_target_is_followed_by_all() {
    let columns = people(3_000);
    let data = Coded {
        columns: &columns,
        values: &VALUES,
        ordered: &ORDERED,
    };
    let model = measure(
        &data,
        &Budget {
            epsilon: 5.0,
            target: Some(2),
        },
    )
    .unwrap();
    assert!(
        model
            .steps
            .iter()
            .all(|step| step.variable == 2 || step.follows.contains(&2))
    );
    let drawn = model.draw(3_000, &mut ChaCha20Rng::seed_from_u64(1));
    assert!(variation(&columns, &drawn, [1, 2]) < 0.06);
}

#[test]
fn bad_budgets_are_refused() {
    let columns = people(50);
    let data = Coded {
        columns: &columns,
        values: &VALUES,
        ordered: &ORDERED,
    };
    for epsilon in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            measure(
                &data,
                &Budget {
                    epsilon,
                    target: None
                }
            ),
            Err(Error::Budget)
        );
    }
    let none = Coded {
        columns: &columns[..1],
        values: &VALUES[..1],
        ordered: &ORDERED[..1],
    };
    assert_eq!(
        measure(
            &none,
            &Budget {
                epsilon: 1.0,
                target: None
            }
        ),
        Err(Error::Empty)
    );
}

#[test]
fn values_outside_the_declared_domain_are_refused() {
    let column = |cells: &[&str]| {
        let mut builder = bauta_table::ColumnBuilder::new();
        cells.iter().for_each(|cell| builder.push_text(cell));
        builder.finish(&bauta_table::ReadAs {
            text_may_be_typed: true,
            ..Default::default()
        })
    };
    let table = bauta_table::Table::new([
        ("age".to_owned(), column(&["30", "", "31"])),
        ("town".to_owned(), column(&["a", "b", "a"])),
    ]);
    let labels = |labels: &[&str]| {
        labels
            .iter()
            .map(|label| (*label).to_owned())
            .collect::<Vec<_>>()
    };
    let mut given =
        std::collections::BTreeMap::from([("age".to_owned(), labels(&["29", "30", "31"]))]);
    assert_eq!(
        declare(&table, &given).err().map(|faults| faults.len()),
        Some(1)
    );
    given.insert("town".into(), labels(&["a"]));
    assert_eq!(
        declare(&table, &given).err().map(|faults| faults.len()),
        Some(1)
    );
    given.insert("town".into(), labels(&["a", "b", "c"]));
    let Ok((domains, columns)) = declare(&table, &given) else {
        unreachable!("the domains cover the table")
    };
    assert_eq!(columns, [vec![1, 3, 2], vec![0, 1, 0]]);
    let back = domains[0].column(&columns[0]);
    assert_eq!(
        (0..3)
            .map(|row| back.label(row).into_owned())
            .collect::<Vec<_>>(),
        ["30", "", "31"]
    );
    assert!(back.dictionary().kind() == bauta_table::Kind::Integer);
}
