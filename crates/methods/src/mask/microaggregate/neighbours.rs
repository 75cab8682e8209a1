//! A k-d tree from which points are taken out: the nearest to a point, and the farthest from it, among those that are left.
//!
//! Boxes shrink as points go, so that the search for the farthest stays quick while the outermost points go first. Of equally far
//! points the first row counts, so that the result does not depend on the shape of the tree.

/// Points of a leaf.
const LEAF: usize = 24;
const NONE: u32 = u32::MAX;

/// How far points are from each other; all that counts is their order.
pub(super) trait Metric: Sync {
    fn between(&self, a: &[f64], b: &[f64]) -> f64;
    /// The length of which no side of a triangle is longer than the other two together.
    fn length(&self, distance: f64) -> f64;
    /// The least distance from a point to a box.
    fn nearest(&self, point: &[f64], low: &[f64], high: &[f64]) -> f64;
    /// The largest.
    fn farthest(&self, point: &[f64], low: &[f64], high: &[f64]) -> f64;
}

struct Node {
    start: u32,
    end: u32,
    left: u32,
    right: u32,
    parent: u32,
    alive: u32,
}

/// The tree; points are numbered by their rows.
pub(super) struct Tree<'a, M> {
    metric: &'a M,
    width: usize,
    nodes: Vec<Node>,
    low: Vec<f64>,
    high: Vec<f64>,
    /// Points in the order of leaves.
    points: Vec<f64>,
    row_of: Vec<u32>,
    place_of: Vec<u32>,
    leaf_of: Vec<u32>,
    gone: Vec<bool>,
}

impl<'a, M: Metric> Tree<'a, M> {
    /// All rows of `points`, `width` numbers each.
    pub(super) fn new(points: &[f64], width: usize, metric: &'a M) -> Self {
        let rows = points.len() / width.max(1);
        let mut row_of: Vec<u32> = (0..rows as u32).collect();
        let mut nodes: Vec<Node> = Vec::new();
        let mut open = vec![(0, rows, NONE)];
        while let Some((start, end, parent)) = open.pop() {
            let index = nodes.len() as u32;
            if let Some(above) = nodes.get_mut(parent as usize) {
                if above.left == NONE { above.left = index } else { above.right = index }
            }
            nodes.push(Node {
                start: start as u32,
                end: end as u32,
                left: NONE,
                right: NONE,
                parent,
                alive: (end - start) as u32,
            });
            if end - start > LEAF {
                let column = widest(points, width, &row_of[start..end]);
                let middle = (end - start) / 2;
                let at = |row: &u32| points[*row as usize * width + column];
                row_of[start..end].select_nth_unstable_by(middle, |a, b| at(a).total_cmp(&at(b)).then(a.cmp(b)));
                open.push((start + middle, end, index));
                open.push((start, start + middle, index));
            }
        }
        let ordered: Vec<f64> =
            row_of.iter().flat_map(|&row| points[row as usize * width..][..width].iter().copied()).collect();
        let (mut place_of, mut leaf_of) = (vec![0; rows], vec![0; rows]);
        row_of.iter().enumerate().for_each(|(place, &row)| place_of[row as usize] = place as u32);
        for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.left == NONE) {
            leaf_of[node.start as usize..node.end as usize].fill(index as u32);
        }
        let bounds = vec![0.0; nodes.len() * width];
        let (low, high, gone) = (bounds.clone(), bounds, vec![false; rows]);
        let mut tree = Tree { metric, width, nodes, low, high, points: ordered, row_of, place_of, leaf_of, gone };
        // Children have higher numbers than their parents.
        (0..tree.nodes.len()).rev().for_each(|node| tree.shrink(node));
        tree
    }

    fn point(&self, place: usize) -> &[f64] {
        &self.points[place * self.width..][..self.width]
    }

    /// The numbers of a row.
    pub(super) fn point_of(&self, row: u32) -> &[f64] {
        self.point(self.place_of[row as usize] as usize)
    }

    /// The length from a row to a point.
    pub(super) fn far(&self, row: u32, point: &[f64]) -> f64 {
        self.apart(self.point_of(row), point)
    }

    /// The length between two points.
    pub(super) fn apart(&self, a: &[f64], b: &[f64]) -> f64 {
        self.metric.length(self.metric.between(a, b))
    }

    /// Rows that are left.
    pub(super) fn len(&self) -> usize {
        self.nodes.first().map_or(0, |root| root.alive as usize)
    }

    /// Whether a row was taken out.
    pub(super) fn is_gone(&self, row: u32) -> bool {
        self.gone[self.place_of[row as usize] as usize]
    }

    /// The rows that are left.
    pub(super) fn left(&self) -> Vec<u32> {
        (0..self.row_of.len() as u32).filter(|&row| !self.is_gone(row)).collect()
    }

    /// Takes a row out.
    pub(super) fn remove(&mut self, row: u32) {
        let place = self.place_of[row as usize] as usize;
        self.gone[place] = true;
        let mut node = self.leaf_of[place];
        let mut on_edge = true;
        while node != NONE {
            self.nodes[node as usize].alive -= 1;
            if on_edge {
                on_edge = self.touches(node as usize, place);
                if on_edge {
                    self.shrink(node as usize);
                }
            }
            node = self.nodes[node as usize].parent;
        }
    }

    /// Whether a point lies on the surface of a node's box.
    fn touches(&self, node: usize, place: usize) -> bool {
        let (low, high) = self.bounds(node);
        self.point(place).iter().zip(low.iter().zip(high)).any(|(value, (low, high))| value <= low || value >= high)
    }

    fn bounds(&self, node: usize) -> (&[f64], &[f64]) {
        (&self.low[node * self.width..][..self.width], &self.high[node * self.width..][..self.width])
    }

    /// Makes a node's box as small as its points allow.
    fn shrink(&mut self, node: usize) {
        let Node { start, end, left, right, .. } = self.nodes[node];
        let at = node * self.width;
        self.low[at..at + self.width].fill(f64::INFINITY);
        self.high[at..at + self.width].fill(f64::NEG_INFINITY);
        if left == NONE {
            for place in (start as usize..end as usize).filter(|&place| !self.gone[place]) {
                for column in 0..self.width {
                    let value = self.points[place * self.width + column];
                    self.low[at + column] = self.low[at + column].min(value);
                    self.high[at + column] = self.high[at + column].max(value);
                }
            }
            return;
        }
        for child in [left as usize, right as usize] {
            for column in 0..self.width {
                self.low[at + column] = self.low[at + column].min(self.low[child * self.width + column]);
                self.high[at + column] = self.high[at + column].max(self.high[child * self.width + column]);
            }
        }
    }

    /// The row farthest from a point.
    pub(super) fn farthest(&self, point: &[f64]) -> Option<u32> {
        let mut best: Option<(f64, u32)> = None;
        let mut open = vec![(f64::INFINITY, 0)];
        while let Some((reach, node)) = open.pop() {
            if self.nodes.get(node).is_none_or(|node| node.alive == 0) || best.is_some_and(|best| reach < best.0) {
                continue;
            }
            let Node { start, end, left, right, .. } = self.nodes[node];
            if left != NONE {
                let reach = |child: u32| {
                    let (low, high) = self.bounds(child as usize);
                    (self.metric.farthest(point, low, high), child as usize)
                };
                let (left, right) = (reach(left), reach(right));
                open.extend(if left.0 < right.0 { [left, right] } else { [right, left] });
                continue;
            }
            for place in (start as usize..end as usize).filter(|&place| !self.gone[place]) {
                let found = (self.metric.between(point, self.point(place)), self.row_of[place]);
                if best.is_none_or(|best| found.0 > best.0 || (found.0 == best.0 && found.1 < best.1)) {
                    best = Some(found);
                }
            }
        }
        best.map(|best| best.1)
    }

    /// The `count` rows nearest to a point, the nearest first, with their distances.
    pub(super) fn nearest(&self, point: &[f64], count: usize) -> Vec<(f64, u32)> {
        let mut best: Vec<(f64, u32)> = Vec::with_capacity(count + 1);
        let mut open = vec![(0.0, 0)];
        while let Some((reach, node)) = open.pop() {
            let full = best.len() == count;
            if self.nodes.get(node).is_none_or(|node| node.alive == 0)
                || (full && best.last().is_some_and(|worst| reach > worst.0))
            {
                continue;
            }
            let Node { start, end, left, right, .. } = self.nodes[node];
            if left != NONE {
                let reach = |child: u32| {
                    let (low, high) = self.bounds(child as usize);
                    (self.metric.nearest(point, low, high), child as usize)
                };
                let (left, right) = (reach(left), reach(right));
                open.extend(if left.0 <= right.0 { [right, left] } else { [left, right] });
                continue;
            }
            for place in (start as usize..end as usize).filter(|&place| !self.gone[place]) {
                let found = (self.metric.between(point, self.point(place)), self.row_of[place]);
                let before = |other: &(f64, u32)| other.0.total_cmp(&found.0).then(other.1.cmp(&found.1)).is_lt();
                let at = best.partition_point(before);
                if at < count {
                    best.insert(at, found);
                    best.truncate(count);
                }
            }
        }
        best
    }
}

/// The column in which some rows are spread most.
fn widest(points: &[f64], width: usize, rows: &[u32]) -> usize {
    let spread = |column: usize| {
        let values = rows.iter().map(|&row| points[row as usize * width + column]);
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        high - low
    };
    (0..width).max_by(|&a, &b| spread(a).total_cmp(&spread(b)).then(b.cmp(&a))).unwrap_or(0)
}
