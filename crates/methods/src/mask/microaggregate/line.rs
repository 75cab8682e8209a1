//! Groups along one attribute.

use bauta_table::Column;

use super::groups::Partition;
use super::telling::Telling;
use crate::mask::ranks::ascending;
use crate::trace::Grouping;

/// Rows along a line: where each lies, and all in ascending order.
#[derive(Default)]
pub(super) struct Line {
    pub values: Vec<f64>,
    pub order: Vec<u32>,
}

impl Line {
    /// Along an attribute of numbers; no row may lack it.
    pub(super) fn along(column: &Column) -> Self {
        let values = column.measures().unwrap_or_default();
        let order = ascending(column, 0..values.len() as u32);
        Line { values, order }
    }
}

/// k after k; the last group takes the rest.
pub(super) fn fixed(line: &Line, size: usize, told: Option<&Telling<'_>>) -> Partition {
    let last = (line.order.len() / size).max(1) - 1;
    let mut of_row = vec![0; line.order.len()];
    for (place, &row) in line.order.iter().enumerate() {
        of_row[row as usize] = (place / size).min(last) as u32;
    }
    let partition = Partition { of_row, count: last + 1 };
    told.into_iter().for_each(|told| told.all(&partition, Grouping::Neighbours));
    partition
}

/// The groups of k to 2k-1 neighbours with the least sum of squares: a shortest path over the ends of groups.
pub(super) fn optimal(Line { values, order }: &Line, size: usize, told: Option<&Telling<'_>>) -> Partition {
    if order.len() < 2 * size {
        let one = Partition { of_row: vec![0; values.len()], count: usize::from(!values.is_empty()) };
        told.into_iter().for_each(|told| told.all(&one, Grouping::Rest));
        return one;
    }
    // Running sums about the mean, so that squares of large numbers do not swallow their differences.
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let running = || {
        let mut sums = Vec::with_capacity(order.len() + 1);
        sums.push(0.0);
        sums
    };
    let (mut sums, mut squares) = (running(), running());
    let (mut sum, mut square) = (0.0, 0.0);
    for &row in order {
        let value = values[row as usize] - mean;
        (sum, square) = (sum + value, square + value * value);
        sums.push(sum);
        squares.push(square);
    }
    let cost = |from: usize, to: usize| {
        let sum: f64 = sums[to] - sums[from];
        squares[to] - squares[from] - sum * sum / (to - from) as f64
    };
    let mut best = vec![f64::INFINITY; order.len() + 1];
    let mut start_of = vec![0u32; order.len() + 1];
    best[0] = 0.0;
    for end in size..=order.len() {
        for start in end.saturating_sub(2 * size - 1)..=end - size {
            let whole = best[start] + cost(start, end);
            if whole < best[end] {
                (best[end], start_of[end]) = (whole, start as u32);
            }
        }
    }
    let mut ends = vec![order.len()];
    while let Some(&end) = ends.last().filter(|end| **end > 0) {
        ends.push(start_of[end] as usize);
    }
    ends.reverse();
    let mut of_row = vec![0; values.len()];
    for (group, pair) in ends.windows(2).enumerate() {
        order[pair[0]..pair[1]].iter().for_each(|&row| of_row[row as usize] = group as u32);
    }
    let partition = Partition { of_row, count: ends.len() - 1 };
    if let Some(told) = told {
        let way = |end: usize| (order[start_of[end] as usize..end].to_vec(), best[end]);
        let ways = (size..=order.len()).filter(|&end| best[end].is_finite()).map(way).collect();
        let taken: Vec<Vec<u32>> = ends.windows(2).map(|pair| order[pair[0]..pair[1]].to_vec()).collect();
        told.line(size, ways, &taken);
        told.all(&partition, Grouping::Cheapest);
    }
    partition
}
