//! The grid as a heat map, and the populations of clusters by level, as SVG.

use bauta_documents::unbroken;
use maud::{Markup, html};

use crate::report::SavedLevel;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 46.0;
const TOP: f64 = 28.0;

/// How strongly a cell is drawn: what its count is by what it would be if the axes had nothing to do with each other, from -1 (empty)
/// over 0 (as expected) to 1 (much more).
fn strength(count: u64, row: u64, column: u64, total: u64) -> f64 {
    let expected = row as f64 * column as f64 / total.max(1) as f64;
    let ratio = (count as f64 + 0.5) / (expected + 0.5);
    (ratio.ln() / 3.0).clamp(-1.0, 1.0)
}

/// A square a cell: filled where it has more than expected, hollow where it has less; the stronger, the darker.
pub(super) fn heat_map(cells: &[Vec<u64>], names: [&str; 2], words: &str) -> Markup {
    let columns = cells.first().map_or(0, Vec::len).max(1);
    let side = ((WIDTH - LEFT - 10.0) / columns as f64).clamp(4.0, 34.0);
    let height = TOP + side * cells.len() as f64 + 30.0;
    let sums: Vec<u64> = cells.iter().map(|row| row.iter().sum()).collect();
    let total: u64 = sums.iter().sum();
    let of_column = |column: usize| cells.iter().map(|row| row[column]).sum::<u64>();
    html! {
        svg viewBox=(format_args!("0 0 {WIDTH} {height:.0}")) role="img" aria-label=(unbroken(words)) {
            @for (row, counts) in cells.iter().enumerate() {
                @for (column, &count) in counts.iter().enumerate() {
                    @let strong = strength(count, sums[row], of_column(column), total);
                    @let (x, y) = (LEFT + side * column as f64, TOP + side * row as f64);
                    rect class=(if strong >= 0.0 { "s1" } else { "s2" }) fill-opacity=(format_args!("{:.2}", strong.abs()))
                        x=(tenths(x)) y=(tenths(y)) width=(tenths(side - 0.6)) height=(tenths(side - 0.6)) {}
                }
                @if side >= 11.0 || row % 5 == 0 {
                    text.small.soft x=(LEFT - 6.0) y=(tenths(TOP + side * (row as f64 + 0.5) + 4.0)) text-anchor="end" { (row + 1) }
                }
            }
            text.soft x=(LEFT) y="16" { (unbroken(names[1])) }
            text.soft x="4" y=(format_args!("{:.0}", height - 8.0)) { (unbroken(names[0])) }
        }
    }
}

/// A length of a picture.
fn tenths(value: f64) -> String {
    format!("{value:.1}")
}

/// The ends of the scales, and where numbers lie on them.
struct Scales {
    most_clusters: f64,
    most_rows: f64,
}

/// Where the axis of clusters lies.
const FLOOR: f64 = 220.0;

impl Scales {
    fn of(levels: &[SavedLevel]) -> Scales {
        let clusters = levels.iter().map(|level| level.row_clusters).max();
        let rows = levels.iter().map(|level| level.largest).max();
        Scales {
            most_clusters: clusters.unwrap_or(1).max(2) as f64,
            most_rows: rows.unwrap_or(1).max(2) as f64,
        }
    }

    fn x(&self, clusters: usize) -> f64 {
        let share = (clusters.max(1) as f64).ln() / self.most_clusters.ln();
        LEFT + 10.0 + (WIDTH - LEFT - 30.0) * share
    }

    fn y(&self, rows: u64) -> f64 {
        FLOOR - (FLOOR - TOP) * (rows.max(1) as f64).ln() / self.most_rows.ln()
    }

    /// A line through the levels; the class of a colour names it.
    fn line(&self, levels: &[SavedLevel], class: &str, of: fn(&SavedLevel) -> u64) -> Markup {
        let point = |level: &SavedLevel| {
            format!("{:.1},{:.1}", self.x(level.row_clusters), self.y(of(level)))
        };
        let points: Vec<String> = levels.iter().map(point).collect();
        html! {
            polyline fill="none" stroke={ "var(--" (class) ")" } stroke-width="2" points=(points.join(" ")) {}
        }
    }
}

/// Rows of the smallest and of the largest cluster against the number of clusters, on logarithmic scales.
pub(super) fn populations(levels: &[SavedLevel], names: [&str; 3], words: &str) -> Markup {
    let scales = Scales::of(levels);
    let clusters = [1usize, 2, 5, 10, 20, 50, 100, 200, 500];
    let clusters = clusters
        .into_iter()
        .filter(|&clusters| clusters == 1 || clusters as f64 <= scales.most_clusters);
    let rows = [1u64, 10, 100, 1000, 10_000, 100_000, 1_000_000];
    let rows = rows
        .into_iter()
        .filter(|&rows| rows as f64 <= scales.most_rows);
    html! {
        svg viewBox=(format_args!("0 0 {WIDTH} 260")) role="img" aria-label=(unbroken(words)) {
            (scales.line(levels, "two", |level| level.smallest))
            (scales.line(levels, "mixed", |level| level.largest))
            @for clusters in clusters {
                text.small.soft x=(tenths(scales.x(clusters))) y=(FLOOR + 16.0) text-anchor="middle" { (clusters) }
            }
            @for rows in rows {
                text.small.soft x=(LEFT) y=(tenths(scales.y(rows) + 4.0)) text-anchor="end" { (rows) }
            }
            path.axis d=(format_args!("M{} {FLOOR}H{}", LEFT + 10.0, WIDTH - 20.0)) {}
            rect.s1 x=(LEFT + 10.0) y="4" width="12" height="12" {}
            text x=(LEFT + 28.0) y="15" { (unbroken(names[0])) }
            rect.s2 x=(LEFT + 230.0) y="4" width="12" height="12" {}
            text x=(LEFT + 248.0) y="15" { (unbroken(names[1])) }
            text.soft x=(WIDTH / 2.0) y=(FLOOR + 36.0) text-anchor="middle" { (unbroken(names[2])) }
        }
    }
}
