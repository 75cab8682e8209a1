//! Rows in classes, by the labels of some attributes.

use bauta_table::{Column, Table, with_codes};

use super::numbers::Numbered;

/// Sizes and first rows of the classes, and the class of each row.
pub(super) fn classes_of(table: &Table, attributes: &[usize]) -> (Vec<u64>, Vec<u64>, Vec<u32>) {
    let mut class_of = vec![0u32; table.rows()];
    let mut classes = usize::from(table.rows() > 0);
    for &index in attributes {
        classes = refine(&mut class_of, classes, &table.attributes()[index].column);
    }
    let (sizes, first_rows) = rayon::join(
        || sizes(&class_of, classes, table.weights()),
        || first_rows(&class_of, classes),
    );
    (sizes, first_rows, class_of)
}

pub(super) fn sizes(class_of: &[u32], classes: usize, weights: Option<&[u64]>) -> Vec<u64> {
    let mut sizes = vec![0; classes];
    match weights {
        None => class_of
            .iter()
            .for_each(|&class| sizes[class as usize] += 1),
        Some(weights) => class_of
            .iter()
            .zip(weights)
            .for_each(|(&class, rows)| sizes[class as usize] += rows),
    }
    sizes
}

/// Classes are numbered by first appearance.
pub(super) fn first_rows(class_of: &[u32], classes: usize) -> Vec<u64> {
    let mut first_rows = Vec::with_capacity(classes);
    for (row, &class) in class_of.iter().enumerate() {
        if class as usize == first_rows.len() {
            first_rows.push(row as u64);
        }
    }
    first_rows
}

/// Splits every class by the labels of one more column; returns the new number of classes.
fn refine(class_of: &mut [u32], classes: usize, column: &Column) -> usize {
    let Numbered { of_code, labels } = Numbered::of(column);
    with_codes!(column.codes(), codes => match of_code {
        Some(of_code) => split(class_of, classes, codes, |code| of_code[code as usize], labels),
        None => split(class_of, classes, codes, |code| code, labels),
    })
}

fn split<T: Copy + Into<u32>>(
    class_of: &mut [u32],
    classes: usize,
    codes: &[T],
    number_of: impl Fn(u32) -> u32,
    labels: usize,
) -> usize {
    let mut next = 0u32;
    let mut fresh = |slot: &mut u32| {
        if *slot == u32::MAX {
            *slot = next;
            next += 1;
        }
        *slot
    };
    let rows = class_of
        .iter_mut()
        .zip(codes.iter().map(|&code| number_of(code.into())));
    if classes.saturating_mul(labels) <= 1 << 24 {
        let mut table = vec![u32::MAX; classes * labels];
        for (class, label) in rows {
            *class = fresh(&mut table[*class as usize * labels + label as usize]);
        }
    } else {
        let mut table = hashbrown::HashMap::with_hasher(foldhash::fast::FixedState::default());
        for (class, label) in rows {
            let pair = (u64::from(*class) << 32) | u64::from(label);
            *class = fresh(table.entry(pair).or_insert(u32::MAX));
        }
    }
    next as usize
}
