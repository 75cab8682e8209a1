//! Groups of neighbours in several attributes: MDAV and V-MDAV.

use bauta_table::Column;

use super::neighbours::{Metric, Tree};
use super::telling::Telling;
use crate::trace::Grouping as Why;

/// The group of each row, from 0.
#[derive(Debug, PartialEq)]
pub(super) struct Partition {
    pub of_row: Vec<u32>,
    pub count: usize,
}

impl Partition {
    /// Rows of each group.
    pub(super) fn sizes(&self) -> Vec<u64> {
        let mut sizes = vec![0; self.count];
        self.of_row
            .iter()
            .for_each(|&group| sizes[group as usize] += 1);
        sizes
    }
}

/// Rows as points.
pub(super) struct Space {
    points: Vec<f64>,
    /// For each attribute whether it is a number; words are codes.
    numbers: Vec<bool>,
}

impl Space {
    /// Numbers by their deviation, or by their range where words are among them.
    pub(super) fn of(columns: &[&Column]) -> Self {
        let numbers: Vec<bool> = columns
            .iter()
            .map(|column| column.dictionary().kind().is_measurable())
            .collect();
        let mixed = numbers.contains(&false);
        let scaled = columns.iter().map(|column| match column.measures() {
            Some(values) => {
                let scale = if mixed {
                    range(&values)
                } else {
                    deviation(&values)
                };
                values
                    .iter()
                    .map(|value| if scale > 0.0 { value / scale } else { 0.0 })
                    .collect()
            }
            None => column.codes().iter().map(f64::from).collect(),
        });
        let scaled: Vec<Vec<f64>> = scaled.collect();
        let rows = columns.first().map_or(0, |column| column.len());
        let points = (0..rows)
            .flat_map(|row| scaled.iter().map(move |column| column[row]))
            .collect();
        Space { points, numbers }
    }

    fn width(&self) -> usize {
        self.numbers.len()
    }

    /// The points in arrays, with zeros behind: they add nothing to any distance.
    fn arrays<const W: usize>(&self) -> Vec<[f64; W]> {
        let array = |point: &[f64]| {
            let mut array = [0.0; W];
            array
                .iter_mut()
                .zip(point)
                .for_each(|(into, from)| *into = *from);
            array
        };
        self.points
            .chunks_exact(self.width().max(1))
            .map(array)
            .collect()
    }
}

fn range(values: &[f64]) -> f64 {
    let (low, high) = values
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &v| {
            (low.min(v), high.max(v))
        });
    high - low
}

fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    (values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / values.len().max(1) as f64)
        .sqrt()
}

/// Euclid's distance, squared.
struct Euclid;

impl Metric for Euclid {
    fn length(&self, distance: f64) -> f64 {
        distance.sqrt()
    }

    fn between<const W: usize>(&self, a: &[f64; W], b: &[f64; W]) -> f64 {
        in_two::<W>(|c| (a[c] - b[c]) * (a[c] - b[c]))
    }

    fn nearest<const W: usize>(&self, point: &[f64; W], low: &[f64; W], high: &[f64; W]) -> f64 {
        in_two::<W>(|c| greater(greater(low[c] - point[c], point[c] - high[c]), 0.0).powi(2))
    }

    fn farthest<const W: usize>(&self, point: &[f64; W], low: &[f64; W], high: &[f64; W]) -> f64 {
        in_two::<W>(|c| greater((point[c] - low[c]).abs(), (high[c] - point[c]).abs()).powi(2))
    }
}

/// A sum in two parts, so that two numbers are computed at a time.
#[inline(always)]
fn in_two<const W: usize>(of: impl Fn(usize) -> f64) -> f64 {
    let mut sums = [0.0; 2];
    for pair in 0..W / 2 {
        sums[0] += of(2 * pair);
        sums[1] += of(2 * pair + 1);
    }
    sums[0] + sums[1] + if W % 2 == 1 { of(W - 1) } else { 0.0 }
}

/// The greater of two numbers: one instruction, as neither is missing.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Gower's distance, not divided by the number of attributes: differences of numbers, and 1 for words that differ.
struct Gower<'a>(&'a [bool]);

impl Gower<'_> {
    fn sum(&self, of: impl Fn(usize, bool) -> f64) -> f64 {
        self.0
            .iter()
            .enumerate()
            .map(|(column, &is_number)| of(column, is_number))
            .sum()
    }
}

impl Metric for Gower<'_> {
    fn length(&self, distance: f64) -> f64 {
        distance
    }

    fn between<const W: usize>(&self, a: &[f64; W], b: &[f64; W]) -> f64 {
        self.sum(|c, is_number| {
            if is_number {
                (a[c] - b[c]).abs()
            } else {
                f64::from(u8::from(a[c] != b[c]))
            }
        })
    }

    fn nearest<const W: usize>(&self, point: &[f64; W], low: &[f64; W], high: &[f64; W]) -> f64 {
        self.sum(|c, is_number| {
            if is_number {
                (low[c] - point[c]).max(point[c] - high[c]).max(0.0)
            } else {
                f64::from(u8::from(point[c] < low[c] || point[c] > high[c]))
            }
        })
    }

    fn farthest<const W: usize>(&self, point: &[f64; W], low: &[f64; W], high: &[f64; W]) -> f64 {
        self.sum(|c, is_number| {
            if is_number {
                (point[c] - low[c]).abs().max((high[c] - point[c]).abs())
            } else {
                f64::from(u8::from(low[c] != high[c] || low[c] != point[c]))
            }
        })
    }
}

/// So many attributes at most can be grouped on.
pub(super) const WIDEST: usize = 512;

/// Runs an expression with the least compiled width that holds the attributes of a space.
macro_rules! with_width {
    ($space:expr, $w:ident => $body:expr) => {
        match $space.width() {
            0..=2 => with_width!(@ 2, $w => $body),
            3 => with_width!(@ 3, $w => $body),
            4 => with_width!(@ 4, $w => $body),
            5..=6 => with_width!(@ 6, $w => $body),
            7..=8 => with_width!(@ 8, $w => $body),
            9..=16 => with_width!(@ 16, $w => $body),
            17..=64 => with_width!(@ 64, $w => $body),
            _ => with_width!(@ WIDEST, $w => $body),
        }
    };
    (@ $width:expr, $w:ident => $body:expr) => {{
        const $w: usize = $width;
        $body
    }};
}

/// MDAV.
pub(super) fn mdav(space: &Space, size: usize, told: Option<&Telling<'_>>) -> Partition {
    with_width!(space, W => if space.numbers.contains(&false) {
        Grouping::<_, W>::new(space, &Gower(&space.numbers), told).mdav(size)
    } else {
        Grouping::<_, W>::new(space, &Euclid, told).mdav(size)
    })
}

/// V-MDAV.
pub(super) fn v_mdav(
    space: &Space,
    size: usize,
    gamma: f64,
    told: Option<&Telling<'_>>,
) -> Partition {
    with_width!(space, W => if space.numbers.contains(&false) {
        Grouping::<_, W>::new(space, &Gower(&space.numbers), told).v_mdav(size, gamma)
    } else {
        // Distances are squared here.
        Grouping::<_, W>::new(space, &Euclid, told).v_mdav(size, gamma * gamma)
    })
}

/// Groups so far.
struct Grouping<'a, M, const W: usize> {
    space: &'a Space,
    metric: &'a M,
    tree: Tree<'a, M, W>,
    groups: Vec<Vec<u32>>,
    told: Option<&'a Telling<'a>>,
}

impl<'a, M: Metric, const W: usize> Grouping<'a, M, W> {
    fn new(space: &'a Space, metric: &'a M, told: Option<&'a Telling<'a>>) -> Self {
        let tree = Tree::new(&space.arrays::<W>(), metric);
        Grouping {
            space,
            metric,
            tree,
            groups: Vec::new(),
            told,
        }
    }

    fn mdav(mut self, size: usize) -> Partition {
        let mut centre = Centre::of(self.space);
        let mut outermost = Outermost::new(&self.tree, &centre.point());
        while self.tree.len() >= 3 * size {
            let Some(first) = outermost.next(&self.tree, &centre.point()) else {
                break;
            };
            let from = *self.tree.point_of(first);
            let second = self.tree.farthest(&from);
            self.around(first, (size, Why::FarFromCentre(first)), &mut centre);
            // Where many rows are alike, the farthest may be gone with the first group.
            let second = second
                .filter(|&row| !self.tree.is_gone(row))
                .or_else(|| self.tree.farthest(&from));
            second
                .into_iter()
                .for_each(|row| self.around(row, (size, Why::FarFromFirst(row)), &mut centre));
        }
        if self.tree.len() >= 2 * size {
            let first = outermost.next(&self.tree, &centre.point());
            first
                .into_iter()
                .for_each(|row| self.around(row, (size, Why::FarFromCentre(row)), &mut centre));
        }
        let rest = self.tree.left();
        if !rest.is_empty() {
            self.told
                .into_iter()
                .for_each(|told| told.formed(self.groups.len(), &rest, Why::Rest, &[]));
            self.groups.push(rest);
        }
        self.partition()
    }

    /// For who listens: the rows nearest to a point with their lengths, as they are before some go.
    fn lengths(&self, point: &[f64; W], count: usize) -> Vec<(f64, u32)> {
        let nearest = self.tree.nearest(point, count).into_iter();
        nearest
            .map(|(distance, row)| (self.metric.length(distance), row))
            .collect()
    }

    /// A group of a row and its nearest.
    fn around(&mut self, row: u32, (size, why): (usize, Why), centre: &mut Centre) {
        let point = *self.tree.point_of(row);
        let near = self.told.map(|_| self.lengths(&point, size + 2));
        let mut members: Vec<u32> = self
            .tree
            .nearest(&point, size)
            .into_iter()
            .map(|(_, row)| row)
            .collect();
        // Rows that are its equals may stand before it.
        if !members.contains(&row) {
            members.pop();
            members.push(row);
        }
        if let (Some(told), Some(near)) = (self.told, near) {
            told.formed(self.groups.len(), &members, why, &near);
        }
        for &member in &members {
            centre.without(self.tree.point_of(member));
            self.tree.remove(member);
        }
        self.groups.push(members);
    }

    fn v_mdav(mut self, size: usize, gamma: f64) -> Partition {
        let mut centre = Centre::of(self.space);
        let middle = centre.point();
        let mut outermost = Outermost::new(&self.tree, &middle);
        while self.tree.len() >= size {
            let Some(first) = outermost.next(&self.tree, &middle) else {
                break;
            };
            self.around(first, (size, Why::FarFromCentre(first)), &mut centre);
            while self
                .groups
                .last()
                .is_some_and(|group| group.len() < 2 * size - 1)
                && self.extended(gamma)
            {}
        }
        for row in self.tree.left() {
            let point = *self.tree.point_of(row);
            let nearest = self.nearest_group(&point);
            self.told
                .into_iter()
                .for_each(|told| told.joins(row, nearest, Why::Nearest));
            match self.groups.get_mut(nearest) {
                Some(group) => group.push(row),
                None => self.groups.push(vec![row]),
            }
        }
        self.partition()
    }

    /// Lets the last group take the row nearest to it, if that is nearer than gamma times its distance to others.
    fn extended(&mut self, gamma: f64) -> bool {
        let Some(group) = self.groups.last() else {
            return false;
        };
        let near = group.iter().filter_map(|&row| {
            self.tree
                .nearest(self.tree.point_of(row), 1)
                .first()
                .copied()
        });
        let Some((inside, row)) = near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
        else {
            return false;
        };
        let others = self.tree.nearest(self.tree.point_of(row), 2);
        let outside = others
            .iter()
            .find(|(_, other)| *other != row)
            .map_or(f64::INFINITY, |other| other.0);
        if inside >= gamma * outside {
            return false;
        }
        self.tree.remove(row);
        let last = self.groups.len() - 1;
        self.told
            .into_iter()
            .for_each(|told| told.joins(row, last, Why::NearerThanOthers));
        self.groups
            .last_mut()
            .into_iter()
            .for_each(|group| group.push(row));
        true
    }

    fn nearest_group(&self, point: &[f64; W]) -> usize {
        let centre = |group: &Vec<u32>| {
            let points: Vec<&[f64]> = group
                .iter()
                .map(|&row| self.tree.point_of(row).as_slice())
                .collect();
            centre_of(&points, &self.space.numbers)
        };
        let far = |group: &Vec<u32>| self.metric.between(point, &centre(group));
        let all = self.groups.iter().map(far).enumerate();
        all.min_by(|a, b| a.1.total_cmp(&b.1))
            .map_or(0, |(group, _)| group)
    }

    fn partition(self) -> Partition {
        let mut of_row = vec![0; self.groups.iter().map(Vec::len).sum()];
        for (group, rows) in self.groups.iter().enumerate() {
            rows.iter()
                .for_each(|&row| of_row[row as usize] = group as u32);
        }
        Partition {
            of_row,
            count: self.groups.len(),
        }
    }
}

/// The rows that are left, the farthest from their centre first.
///
/// The centre moves a little with every group, and no row's distance to it changes by more than the centre has moved since the rows
/// were put in order: only those at the front are computed again, and all are put in order anew once these become many. Only the outermost are sorted: the
/// others are looked for once these have gone.
struct Outermost<const W: usize> {
    /// Distance to the centre as it was, and the row.
    order: Vec<(f64, u32)>,
    /// No row that is not in the order was farther than this.
    others: f64,
    was: [f64; W],
    /// Rows looked at since, and how many may be.
    looked: usize,
    most: usize,
}

/// One row in so many is put in order at first.
const SORTED: usize = 6;

impl<const W: usize> Outermost<W> {
    fn new<M: Metric>(tree: &Tree<'_, M, W>, centre: &[f64; W]) -> Self {
        Self::sorted(tree, centre, SORTED)
    }

    /// One in so many rows that are left, the outermost, in their order.
    fn sorted<M: Metric>(tree: &Tree<'_, M, W>, centre: &[f64; W], share: usize) -> Self {
        let mut order: Vec<(f64, u32)> = tree
            .left()
            .into_iter()
            .map(|row| (tree.far(row, centre), row))
            .collect();
        let outer = |a: &(f64, u32), b: &(f64, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        let (most, sorted) = (4 * order.len(), order.len() / share);
        let mut others = f64::NEG_INFINITY;
        if sorted < order.len() {
            others = order.select_nth_unstable_by(sorted, outer).1.0;
            order.truncate(sorted);
        }
        order.sort_unstable_by(outer);
        Outermost {
            order,
            others,
            was: *centre,
            looked: 0,
            most,
        }
    }

    fn next<M: Metric>(&mut self, tree: &Tree<'_, M, W>, centre: &[f64; W]) -> Option<u32> {
        if self.looked > self.most {
            *self = Outermost::new(tree, centre);
        }
        let known = self.known(tree, centre);
        if known.is_some() || self.others == f64::NEG_INFINITY {
            return known;
        }
        *self = Outermost::sorted(tree, centre, 1);
        self.known(tree, centre)
    }

    /// The farthest row; nothing where it may be one that is not in the order.
    fn known<M: Metric>(&mut self, tree: &Tree<'_, M, W>, centre: &[f64; W]) -> Option<u32> {
        let moved = tree.apart(&self.was, centre) * (1.0 + 1e-9) + 1e-12;
        let mut best = (f64::NEG_INFINITY, u32::MAX);
        for &(was, row) in &self.order {
            if was + moved < best.0 {
                return Some(best.1);
            }
            self.looked += 1;
            if tree.is_gone(row) {
                continue;
            }
            let far = tree.far(row, centre);
            if far > best.0 || (far == best.0 && row < best.1) {
                best = (far, row);
            }
        }
        (best.0 > f64::NEG_INFINITY && self.others + moved < best.0).then_some(best.1)
    }
}

/// The centre of the rows that are left: mean of numbers, most frequent of words.
struct Centre {
    rows: usize,
    sums: Vec<f64>,
    /// For each attribute of words, how often each code occurs.
    counts: Vec<Vec<u32>>,
}

impl Centre {
    fn of(space: &Space) -> Self {
        let width = space.width();
        let (mut sums, mut counts) = (vec![0.0; width], vec![Vec::new(); width]);
        for point in space.points.chunks_exact(width.max(1)) {
            for (column, &value) in point.iter().enumerate() {
                if space.numbers[column] {
                    sums[column] += value;
                } else {
                    let count: &mut Vec<u32> = &mut counts[column];
                    count.resize(count.len().max(value as usize + 1), 0);
                    count[value as usize] += 1;
                }
            }
        }
        Centre {
            rows: space.points.len() / width.max(1),
            sums,
            counts,
        }
    }

    fn without(&mut self, point: &[f64]) {
        self.rows -= 1;
        for (column, &value) in point.iter().take(self.sums.len()).enumerate() {
            match self.counts[column].get_mut(value as usize) {
                Some(count) => *count -= 1,
                None => self.sums[column] -= value,
            }
        }
    }

    fn point<const W: usize>(&self) -> [f64; W] {
        let most = |counts: &Vec<u32>| {
            (0..counts.len())
                .max_by_key(|&code| (counts[code], std::cmp::Reverse(code)))
                .unwrap_or(0)
        };
        let mut point = [0.0; W];
        for (value, (sum, counts)) in point.iter_mut().zip(self.sums.iter().zip(&self.counts)) {
            *value = if counts.is_empty() {
                sum / self.rows.max(1) as f64
            } else {
                most(counts) as f64
            };
        }
        point
    }
}

fn centre_of<const W: usize>(points: &[&[f64]], numbers: &[bool]) -> [f64; W] {
    let width = numbers.len();
    let space = Space {
        points: points
            .iter()
            .flat_map(|point| point[..width].iter().copied())
            .collect(),
        numbers: numbers.to_vec(),
    };
    Centre::of(&space).point()
}
