//! The criterion on tables small enough for pencil and paper.

use super::*;

/// Two instances (a, x) and (b, y), each value in a part of its own.
///
/// log 2 + log 2 (numbers of parts), B(2,2) = 2 on both axes, C(2+3, 3) = 10 for the cells, each part of one value and count one
/// costs 0, then log 2! for the instances: log (2·2·2·2·10·2) = log 320.
#[test]
fn tiny_tables_cost_what_a_hand_computes() {
    let mut criterion = Criterion::new(2, [2, 2], 0.0);
    let fine = criterion.constant()
        + criterion.shape([2, 2])
        + 4.0 * criterion.part(1, 1)
        + 2.0 * criterion.cell(1);
    assert!((fine - 320f64.ln()).abs() < 1e-12);
    // One part on each axis: B(2,1) = 1, one cell of two, C(2+1, 1) = 3 ways for the counts of the values of each axis,
    // 2! twice for the parts, 2! for the instances over 2! for the cell: log (2·2·3·3·2·2).
    let coarse = criterion.constant()
        + criterion.shape([1, 1])
        + 2.0 * criterion.part(2, 2)
        + criterion.cell(2);
    assert!((coarse - 144f64.ln()).abs() < 1e-12);
}

/// Values a (3), b (1) against x (2), y (2): a,x twice, a,y once, b,y once; all values apart.
///
/// V: 2·2; B: 2·2; C(4+3, 3) = 35; parts of one value: log m!, 3!·1!·2!·2!; 4! / (2!·1!·1!); minus values 3!·1!·2!·2!.
#[test]
fn the_counts_of_values_cancel_where_each_is_alone() {
    let logs = LogFactorials::new();
    let values = logs.of(3) + logs.of(2) + logs.of(2);
    let mut criterion = Criterion::new(4, [2, 2], values);
    let parts: f64 = [3, 1, 2, 2]
        .iter()
        .map(|&count| criterion.part(count, 1))
        .sum();
    let cells: f64 = [2, 1, 0, 1]
        .iter()
        .map(|&count| criterion.cell(count))
        .sum();
    let cost = criterion.constant() + criterion.shape([2, 2]) + parts + cells;
    assert!((cost - (2.0f64 * 2.0 * 2.0 * 2.0 * 35.0 * 24.0 / 2.0).ln()).abs() < 1e-12);
}
