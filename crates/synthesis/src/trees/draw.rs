//! Drawing rows from trees: shares become whole numbers of rows, and what one leaf rounds off the next one makes good.

use rand::RngExt;
use rand_chacha::ChaCha20Rng;

use super::node::Trees;
use super::pairs;
use crate::request::Way;

/// How often every cell is looked at again, at the most.
const TURNS: usize = 12;

/// Draws rows: by variable, one code a row. Quotas follow the tables of the model as closely as whole numbers can; independent draws follow them up to
/// chance, which hides what one person changes in a count.
pub fn draw(trees: &Trees, rows: usize, way: Way, rng: &mut ChaCha20Rng) -> Vec<Vec<u32>> {
    let mut columns: Vec<Vec<u32>> = vec![vec![0; rows]; trees.trees.len()];
    for tree in &trees.trees {
        let mut place_of = vec![0; tree.nodes.len()];
        let leaves = tree.leaves();
        leaves
            .iter()
            .enumerate()
            .for_each(|(place, &leaf)| place_of[leaf] = place as u32);
        let lines: Vec<u32> = (0..rows)
            .map(|row| place_of[tree.leaf(|variable| columns[variable][row])])
            .collect();
        let mut shares = tree.shares();
        let shares: Vec<Vec<f64>> = leaves
            .iter()
            .map(|&leaf| std::mem::take(&mut shares[leaf]))
            .collect();
        columns[tree.variable] = match way {
            Way::Quotas => rounded(&lines, &shares, rng),
            Way::Independent => independent(&lines, &shares, rng),
        };
    }
    if way == Way::Quotas {
        pairs::bring_nearer(trees, &mut columns, TURNS, rng);
    }
    columns
}

/// A value for each row by the shares of its line, drawn by itself.
fn independent(lines: &[u32], shares: &[Vec<f64>], rng: &mut ChaCha20Rng) -> Vec<u32> {
    let sums: Vec<Vec<f64>> = shares
        .iter()
        .map(|shares| {
            let mut reached = 0.0;
            shares
                .iter()
                .map(|share| {
                    reached += share;
                    reached
                })
                .collect()
        })
        .collect();
    let mut value = |&line: &u32| {
        let sums = &sums[line as usize];
        let place = rng.random::<f64>() * sums.last().copied().unwrap_or(0.0);
        let value = sums.partition_point(|&sum| sum <= place);
        value.min(sums.len().saturating_sub(1)) as u32
    };
    lines.iter().map(&mut value).collect()
}

/// A value for each row by the shares of its line: in each line as many rows of a value as its share says, up to rounding, which the next line
/// makes good; which rows of the line have it is drawn.
pub(crate) fn rounded(lines: &[u32], shares: &[Vec<f64>], rng: &mut ChaCha20Rng) -> Vec<u32> {
    let mut of_line: Vec<Vec<u32>> = vec![Vec::new(); shares.len()];
    lines
        .iter()
        .enumerate()
        .for_each(|(row, &line)| of_line[line as usize].push(row as u32));
    // What is owed to each value; a random start, so that no value is always the one that is rounded up.
    let mut owed: Vec<f64> = (0..shares.first().map_or(0, Vec::len))
        .map(|_| rng.random::<f64>() - 0.5)
        .collect();
    let mut drawn = vec![0; lines.len()];
    for (mut rows, shares) in of_line.into_iter().zip(shares) {
        shuffle(&mut rows, rng);
        let counts = whole(shares, rows.len(), &mut owed);
        let values = counts
            .iter()
            .enumerate()
            .flat_map(|(value, &count)| std::iter::repeat_n(value as u32, count));
        rows.iter()
            .zip(values)
            .for_each(|(&row, value)| drawn[row as usize] = value);
    }
    drawn
}

fn shuffle(rows: &mut [u32], rng: &mut ChaCha20Rng) {
    for place in (1..rows.len()).rev() {
        rows.swap(place, rng.random_range(0..=place));
    }
}

/// Whole numbers near `rows` times the shares, that add up to `rows`; `owed` is carried to the next call. Values of share 0 get nothing.
fn whole(shares: &[f64], rows: usize, owed: &mut [f64]) -> Vec<usize> {
    let mut counts = vec![0; shares.len()];
    if rows == 0 {
        return counts;
    }
    // Where noise has left nothing, no value is likelier than another.
    let even = vec![1.0; shares.len()];
    let shares = if shares.iter().any(|&share| share > 0.0) {
        shares
    } else {
        &even
    };
    let sum: f64 = shares.iter().sum();
    let mut given = 0;
    for ((share, owed), count) in shares.iter().zip(owed.iter_mut()).zip(&mut counts) {
        let expected = share / sum * rows as f64;
        *owed += expected;
        if *share > 0.0 {
            // No more than a row beyond what the leaf itself expects, however much is owed from elsewhere.
            *count = owed
                .floor()
                .clamp((expected - 1.0).floor().max(0.0), expected.ceil() + 1.0)
                as usize;
        }
        given += *count;
    }
    let mut order: Vec<usize> = (0..shares.len())
        .filter(|&value| shares[value] > 0.0)
        .collect();
    order.sort_by(|&a, &b| {
        (owed[b] - counts[b] as f64)
            .total_cmp(&(owed[a] - counts[a] as f64))
            .then(a.cmp(&b))
    });
    let mut turn = 0;
    while given < rows {
        counts[order[turn % order.len()]] += 1;
        given += 1;
        turn += 1;
    }
    let mut turn = order.len();
    while given > rows {
        turn = if turn == 0 { order.len() - 1 } else { turn - 1 };
        if counts[order[turn]] > 0 {
            counts[order[turn]] -= 1;
            given -= 1;
        }
    }
    owed.iter_mut()
        .zip(&counts)
        .for_each(|(owed, &count)| *owed -= count as f64);
    counts
}
