//! The grid as a heat map, and the populations of clusters by level, as SVG.

use std::fmt::Write;

use crate::report::SavedLevel;

use bauta_documents::escaped;

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
pub(super) fn heat_map(cells: &[Vec<u64>], names: [&str; 2], words: &str) -> String {
    let columns = cells.first().map_or(0, Vec::len).max(1);
    let side = ((WIDTH - LEFT - 10.0) / columns as f64).clamp(4.0, 34.0);
    let height = TOP + side * cells.len() as f64 + 30.0;
    let sums: Vec<u64> = cells.iter().map(|row| row.iter().sum()).collect();
    let total: u64 = sums.iter().sum();
    let of_column = |column: usize| cells.iter().map(|row| row[column]).sum::<u64>();
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">",
        escaped(words)
    );
    for (row, counts) in cells.iter().enumerate() {
        for (column, &count) in counts.iter().enumerate() {
            let strong = strength(count, sums[row], of_column(column), total);
            let (x, y) = (LEFT + side * column as f64, TOP + side * row as f64);
            let class = if strong >= 0.0 { "s1" } else { "s2" };
            let _ = write!(
                out,
                "<rect class=\"{class}\" fill-opacity=\"{:.2}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                strong.abs(),
                side - 0.6,
                side - 0.6
            );
        }
        if side >= 11.0 || row % 5 == 0 {
            let y = TOP + side * (row as f64 + 0.5) + 4.0;
            let _ = write!(
                out,
                "<text class=\"small soft\" x=\"{}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                row + 1
            );
        }
    }
    let _ = write!(
        out,
        "<text class=\"soft\" x=\"{LEFT}\" y=\"16\">{}</text>",
        escaped(names[1])
    );
    let _ = write!(
        out,
        "<text class=\"soft\" x=\"4\" y=\"{:.0}\">{}</text>",
        height - 8.0,
        escaped(names[0])
    );
    out.push_str("</svg>");
    out
}

/// Rows of the smallest and of the largest cluster against the number of clusters, on logarithmic scales.
pub(super) fn populations(levels: &[SavedLevel], names: [&str; 3], words: &str) -> String {
    let (height, bottom) = (260.0, 220.0);
    let most_clusters = levels
        .iter()
        .map(|level| level.row_clusters)
        .max()
        .unwrap_or(1)
        .max(2) as f64;
    let most_rows = levels
        .iter()
        .map(|level| level.largest)
        .max()
        .unwrap_or(1)
        .max(2) as f64;
    let x = |clusters: usize| {
        LEFT + 10.0 + (WIDTH - LEFT - 30.0) * (clusters.max(1) as f64).ln() / most_clusters.ln()
    };
    let y = |rows: u64| bottom - (bottom - TOP) * (rows.max(1) as f64).ln() / most_rows.ln();
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">",
        escaped(words)
    );
    let mut line = |class: &str, of: &dyn Fn(&SavedLevel) -> u64| {
        let points: Vec<String> = levels
            .iter()
            .map(|level| format!("{:.1},{:.1}", x(level.row_clusters), y(of(level))))
            .collect();
        let _ = write!(
            out,
            "<polyline fill=\"none\" stroke=\"var(--{class})\" stroke-width=\"2\" points=\"{}\"/>",
            points.join(" ")
        );
    };
    line("two", &|level| level.smallest);
    line("mixed", &|level| level.largest);
    for (place, clusters) in [1usize, 2, 5, 10, 20, 50, 100, 200, 500].iter().enumerate() {
        if place == 0 || (*clusters as f64) <= most_clusters {
            let _ = write!(
                out,
                "<text class=\"small soft\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{clusters}</text>",
                x(*clusters),
                bottom + 16.0
            );
        }
    }
    for rows in [1u64, 10, 100, 1000, 10_000, 100_000, 1_000_000]
        .into_iter()
        .filter(|&rows| rows as f64 <= most_rows)
    {
        let _ = write!(
            out,
            "<text class=\"small soft\" x=\"{LEFT}\" y=\"{:.1}\" text-anchor=\"end\">{rows}</text>",
            y(rows) + 4.0
        );
    }
    let _ = write!(
        out,
        "<path class=\"axis\" d=\"M{} {bottom}H{}\"/>",
        LEFT + 10.0,
        WIDTH - 20.0
    );
    let _ = write!(
        out,
        "<rect class=\"s1\" x=\"{}\" y=\"4\" width=\"12\" height=\"12\"/>",
        LEFT + 10.0
    );
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"15\">{}</text>",
        LEFT + 28.0,
        escaped(names[0])
    );
    let _ = write!(
        out,
        "<rect class=\"s2\" x=\"{}\" y=\"4\" width=\"12\" height=\"12\"/>",
        LEFT + 230.0
    );
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"15\">{}</text>",
        LEFT + 248.0,
        escaped(names[1])
    );
    let _ = write!(
        out,
        "<text class=\"soft\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        WIDTH / 2.0,
        bottom + 36.0,
        escaped(names[2])
    );
    out.push_str("</svg>");
    out
}
