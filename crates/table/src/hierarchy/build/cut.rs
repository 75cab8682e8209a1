//! Where the line is cut at each level, and what the pieces are called.

use super::axis::{Axis, MAX_DIGITS};
use super::draft::Grouping;
use super::intervals::IntervalLabels;
use crate::dictionary::TextPool;

/// How the levels cut the line.
pub(super) enum Cut<'a> {
    /// Equal widths through an origin.
    Grid {
        axis: Axis<'a>,
        origin: i128,
        widths: Vec<i128>,
        factor: Option<u32>,
    },
    /// Ascending edges; values outside are a group on either side.
    Edges {
        axis: Axis<'a>,
        edges: Edges,
        factor: Option<u32>,
    },
}

/// Ascending bounds.
#[derive(Clone)]
pub(super) struct Edges {
    pub(super) bounds: Vec<i128>,
    /// Whether the last bound belongs to the last interval.
    pub(super) closed: bool,
}

/// From a bound to below another; none = to infinity.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    low: Option<i128>,
    high: Option<i128>,
    /// Whether the upper bound belongs to it.
    closed: bool,
}

impl Cut<'_> {
    /// The levels above the values.
    pub(super) fn levels(&self, labels: IntervalLabels) -> Vec<Grouping> {
        match self {
            Cut::Grid {
                axis,
                origin,
                widths,
                factor,
            } => {
                let on = |width: i128| {
                    grouping(axis, labels, |code| {
                        let low = origin + axis.cell_of(code, *origin, width) * width;
                        Piece {
                            low: Some(low),
                            high: Some(low + width),
                            closed: false,
                        }
                    })
                };
                let mut levels: Vec<Grouping> = widths.iter().map(|&width| on(width)).collect();
                if let (Some(factor), Some(&width)) = (factor, widths.last()) {
                    grow(axis, width, *factor, on, &mut levels);
                }
                levels
            }
            Cut::Edges {
                axis,
                edges,
                factor,
            } => {
                let mut levels = vec![grouping(axis, labels, |code| piece_of(axis, edges, code))];
                let mut edges = edges.clone();
                while let Some(factor) = factor
                    && edges.bounds.len() > *factor as usize + 1
                {
                    edges.bounds = every(&edges.bounds, *factor as usize);
                    levels.push(grouping(axis, labels, |code| piece_of(axis, &edges, code)));
                }
                levels
            }
        }
    }
}

/// Adds levels of `factor` times the width, as long as the width is within the range of values. Levels that put nothing
/// together are left out, and so is a single interval: that is for the top to say.
fn grow(
    axis: &Axis<'_>,
    width: i128,
    factor: u32,
    on: impl Fn(i128) -> Grouping,
    levels: &mut Vec<Grouping>,
) {
    let range = axis
        .range()
        .map_or(0.0, |(low, high)| axis.units_in(high - low));
    let mut width = width;
    while let Some(wider) = width.checked_mul(i128::from(factor))
        && wider as f64 <= range
    {
        width = wider;
        let level = on(width);
        let groups = level.1.len();
        // A level that joins nothing would be a step without effect, and one that joins everything is the top, which is added later.
        if groups > 1 && levels.last().is_none_or(|(_, below)| groups < below.len()) {
            levels.push(level);
        }
    }
}

/// Each `step`-th edge, and the last.
fn every(edges: &[i128], step: usize) -> Vec<i128> {
    let mut kept: Vec<i128> = edges.iter().copied().step_by(step).collect();
    if kept.last() != edges.last() {
        // The scale must reach its end at every level, also where the steps do not divide it.
        kept.extend(edges.last());
    }
    kept
}

fn piece_of(axis: &Axis<'_>, edges: &Edges, code: u32) -> Piece {
    let Edges { bounds, closed } = edges;
    // How many edges the value has reached: the edge before that number is its lower bound.
    let mut at = bounds.partition_point(|&edge| axis.reaches(code, edge));
    // The last interval has its upper bound in it.
    if *closed && at == bounds.len() {
        at -= 1;
    }
    let closed = *closed && at + 1 == bounds.len();
    Piece {
        low: at.checked_sub(1).map(|below| bounds[below]),
        high: bounds.get(at).copied(),
        closed,
    }
}

/// One group for each piece. Values ascend, so the values of a piece follow each other.
fn grouping(axis: &Axis<'_>, labels: IntervalLabels, piece_of: impl Fn(u32) -> Piece) -> Grouping {
    let (mut groups, mut pool, mut last) = (Vec::new(), TextPool::default(), None);
    for code in 0..axis.values() {
        let piece = piece_of(code);
        // Values come in order, so that equal pieces are neighbours.
        if last != Some(piece) {
            pool.push(&label(axis, labels, piece));
            last = Some(piece);
        }
        groups.push(pool.len() as u32 - 1);
    }
    (groups, pool)
}

fn label(axis: &Axis<'_>, labels: IntervalLabels, piece: Piece) -> String {
    let (low, high) = match (piece.low, piece.high) {
        (Some(low), Some(high)) => (low, high),
        (None, Some(high)) => return format!("<{}", axis.write(high)),
        (Some(low), None) => return format!(">={}", axis.write(low)),
        (None, None) => return String::new(),
    };
    let separator = match labels {
        IntervalLabels::HalfOpen => {
            let separator = if axis.uses_comma() { ';' } else { ',' };
            let end = if piece.closed { ']' } else { '[' };
            // With decimal commas a comma cannot separate the bounds.
            return format!("[{}{separator}{}{end}", axis.write(low), axis.write(high));
        }
        IntervalLabels::Dash => "-",
        IntervalLabels::Dots => "..",
    };
    // One whole number: `[5-5]` would be read as a range.
    if high - low == 1 {
        return axis.write(low);
    }
    format!("[{}{separator}{}]", axis.write(low), axis.write(high - 1))
}

/// Edges of `count` intervals of equal width from the least to the greatest value, and the line in their units. Edges
/// are whole units, so widths differ by one unit where the range is no multiple of `count`.
pub(super) fn equal_width(axis: Axis<'_>, count: u32) -> (Axis<'_>, Edges) {
    let (low, high) = axis.range().unwrap_or_default();
    let axis = if axis.is_decimal() && high > low {
        // A hundredth of the width, or finer.
        let digits = (-((high - low) / f64::from(count)).log10()).ceil() + 2.0;
        axis.with_digits(digits.clamp(0.0, f64::from(MAX_DIGITS)) as u32)
    } else {
        axis
    };
    let (first, (end, closed)) = (axis.floor(0), end_of(&axis));
    let mut bounds: Vec<i128> = (0..=i128::from(count))
        // Multiplied before it is divided, in whole units: bounds do not add up their rounding.
        .map(|at| first + at * (end - first) / i128::from(count))
        .collect();
    bounds.dedup();
    (axis, Edges { bounds, closed })
}

/// A bound for the greatest value, and whether it is that value: decimals have no next one to stop before.
fn end_of(axis: &Axis<'_>) -> (i128, bool) {
    let last = axis.values().saturating_sub(1);
    let bound = axis.floor(last);
    let closed = axis.is_decimal() && axis.is_at(last, bound) && bound > axis.floor(0);
    (if closed { bound } else { bound + 1 }, closed)
}

/// Edges of `count` intervals with as nearly as can be equally many rows, and the line in their units. Decimals get as
/// few digits as tell the intervals apart.
pub(super) fn equal_frequency<'a>(axis: Axis<'a>, counts: &[u64], count: u32) -> (Axis<'a>, Edges) {
    let starts = quantiles(&counts[..counts.len().min(axis.values() as usize)], count);
    let mut fine = (0..=MAX_DIGITS).map(|digits| axis.with_digits(digits));
    let separates = |axis: &Axis<'_>| {
        starts
            .iter()
            .all(|&start| !axis.reaches(start - 1, axis.floor(start)))
    };
    let axis = if axis.is_decimal() {
        fine.clone()
            .find(separates)
            .or(fine.next_back())
            .unwrap_or(axis)
    } else {
        axis
    };
    let (end, closed) = end_of(&axis);
    let mut bounds = vec![axis.floor(0)];
    bounds.extend(starts.iter().map(|&start| axis.floor(start)));
    bounds.push(end);
    bounds.dedup();
    (axis, Edges { bounds, closed })
}

/// The values that start a new interval, so that the rows before each are nearest to a whole share.
fn quantiles(counts: &[u64], intervals: u32) -> Vec<u32> {
    let before: Vec<u128> = counts
        .iter()
        .scan(0u128, |sum, &count| {
            *sum += u128::from(count);
            Some(*sum)
        })
        .collect();
    let total = before.last().copied().unwrap_or(0);
    let mut starts: Vec<u32> = (1..u128::from(intervals))
        .filter_map(|share| {
            // Rows before value `at + 1` are before[at]; compared with share / intervals of all rows.
            let wanted = total * share;
            let above = before.partition_point(|&rows| rows * u128::from(intervals) < wanted);
            // Of the two values around the wanted share the nearer one ends the interval; both sides are multiplied, so that nothing is
            // rounded.
            let off = |at: usize| {
                before
                    .get(at)
                    .map(|&rows| (rows * u128::from(intervals)).abs_diff(wanted))
            };
            let at = match (above.checked_sub(1), off(above)) {
                (Some(below), Some(up)) if off(below)? <= up => below,
                (Some(below), None) => below,
                _ => above,
            };
            (at + 1 < counts.len()).then_some(at as u32 + 1)
        })
        .collect();
    starts.dedup();
    starts
}
