//! Groups along one attribute.

use std::ops::Range;

use bauta_table::Column;

use super::groups::Partition;
use super::telling::Telling;
use crate::mask::ranks::ascending;
use crate::trace::Grouping;

/// Rows along a line: all in ascending order, and the values that they have with how many rows each.
#[derive(Default)]
pub(super) struct Line {
    pub order: Vec<u32>,
    pub runs: Vec<(f64, usize)>,
}

impl Line {
    /// Along an attribute of numbers; no row may lack it.
    pub(super) fn along(column: &Column) -> Self {
        let dictionary = column.dictionary();
        let order = ascending(column, 0..column.len() as u32);
        let counts = column
            .codes()
            .counts(dictionary.len())
            .into_iter()
            .zip(dictionary.measures());
        let runs = counts
            .filter(|(rows, _)| *rows > 0)
            .map(|(rows, value)| (value, rows as usize))
            .collect();
        Line { order, runs }
    }
}

/// k after k; the last group takes the rest.
pub(super) fn fixed(line: &Line, size: usize, told: Option<&Telling<'_>>) -> Partition {
    let last = (line.order.len() / size).max(1) - 1;
    let mut of_row = vec![0; line.order.len()];
    for (place, &row) in line.order.iter().enumerate() {
        of_row[row as usize] = (place / size).min(last) as u32;
    }
    let partition = Partition {
        of_row,
        count: last + 1,
    };
    told.into_iter()
        .for_each(|told| told.all(&partition, Grouping::Neighbours));
    partition
}

/// A line of fewer rows that is cut alike.
///
/// Of the rows that share a value, at most 2k-2 are in a group with lesser values and as many in one with greater; whatever these take of 5k-4 rows,
/// k are left, and k or more rows are groups of k to 2k-1 by themselves, in which nothing is lost. So rows beyond that are spare: k after k they are groups
/// that cost nothing, and the others are cut as if there were no more of them.
struct Short {
    values: Vec<f64>,
    rows: Vec<u32>,
    /// Where in the order rows are spare: a multiple of k each.
    spare: Vec<Range<usize>>,
}

impl Short {
    fn of(line: &Line, size: usize) -> Short {
        let enough = 5 * size - 4;
        let mut short = Short {
            values: Vec::new(),
            rows: Vec::new(),
            spare: Vec::new(),
        };
        let mut start = 0;
        for &(value, count) in &line.runs {
            let spare = count.saturating_sub(enough) / size * size;
            let (kept, end) = (start + count - spare, start + count);
            short
                .values
                .extend(std::iter::repeat_n(value, kept - start));
            short.rows.extend(&line.order[start..kept]);
            short.spare.push(kept..end);
            start = end;
        }
        short
    }
}

/// The groups of k to 2k-1 neighbours with the least sum of squares: a shortest path over the ends of groups.
pub(super) fn optimal(line: &Line, size: usize, told: Option<&Telling<'_>>) -> Partition {
    let order = &line.order;
    if order.len() < 2 * size {
        let one = Partition {
            of_row: vec![0; order.len()],
            count: usize::from(!order.is_empty()),
        };
        told.into_iter()
            .for_each(|told| told.all(&one, Grouping::Rest));
        return one;
    }
    let Short {
        values,
        rows,
        spare,
    } = Short::of(line, size);
    let Path { best, start_of } = Path::over(&values, size);
    let mut ends = vec![rows.len()];
    while let Some(&end) = ends.last().filter(|end| **end > 0) {
        ends.push(start_of[end] as usize);
    }
    ends.reverse();
    let cut = ends.windows(2).map(|pair| &rows[pair[0]..pair[1]]);
    let spare = spare
        .into_iter()
        .flat_map(|range| order[range].chunks_exact(size));
    let (mut of_row, mut count) = (vec![0; order.len()], 0);
    for group in cut.chain(spare) {
        group.iter().for_each(|&row| of_row[row as usize] = count);
        count += 1;
    }
    let partition = Partition {
        of_row,
        count: count as usize,
    };
    if let Some(told) = told {
        let way = |end: usize| (rows[start_of[end] as usize..end].to_vec(), best[end]);
        let ways = (size..=rows.len())
            .filter(|&end| best[end].is_finite())
            .map(way)
            .collect();
        let taken: Vec<Vec<u32>> = ends
            .windows(2)
            .map(|pair| rows[pair[0]..pair[1]].to_vec())
            .collect();
        told.line(size, ways, &taken);
        told.all(&partition, Grouping::Cheapest);
    }
    partition
}

/// The cheapest ways to cut a line up to each of its places, and where the last group of each starts.
struct Path {
    best: Vec<f64>,
    start_of: Vec<u32>,
}

impl Path {
    fn over(values: &[f64], size: usize) -> Path {
        // Running sums about the mean, so that squares of large numbers do not swallow their differences.
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let running = |of: fn(f64) -> f64| {
            let sums = values.iter().scan(0.0, move |sum, value| {
                *sum += of(value - mean);
                Some(*sum)
            });
            std::iter::once(0.0).chain(sums).collect::<Vec<f64>>()
        };
        let (sums, squares) = (running(|value| value), running(|value| value * value));
        let cost = |from: usize, to: usize| {
            let sum: f64 = sums[to] - sums[from];
            squares[to] - squares[from] - sum * sum / (to - from) as f64
        };
        let mut best = vec![f64::INFINITY; values.len() + 1];
        let mut start_of = vec![0u32; values.len() + 1];
        best[0] = 0.0;
        for end in size..=values.len() {
            for start in end.saturating_sub(2 * size - 1)..=end - size {
                let whole = best[start] + cost(start, end);
                if whole < best[end] {
                    (best[end], start_of[end]) = (whole, start as u32);
                }
            }
        }
        Path { best, start_of }
    }
}
