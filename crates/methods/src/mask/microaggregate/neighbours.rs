//! A k-d tree from which points are taken out: the nearest to a point, and the farthest from it, among those that are left.
//!
//! Boxes shrink as points go, so that the search for the farthest stays quick while the outermost points go first. Of equally far
//! points the first row counts, so that the result does not depend on the shape of the tree. A point has a fixed number `W` of
//! numbers, so that distances compile to a few instructions; those of a leaf that are left stand at its front.

/// Points of a leaf.
const LEAF: usize = 24;
const NONE: u32 = u32::MAX;

/// How far points are from each other; all that counts is their order.
pub(super) trait Metric: Sync {
    fn between<const W: usize>(&self, a: &[f64; W], b: &[f64; W]) -> f64;
    /// The length of which no side of a triangle is longer than the other two together.
    fn length(&self, distance: f64) -> f64;
    /// The least distance from a point to a box.
    fn nearest<const W: usize>(&self, point: &[f64; W], low: &[f64; W], high: &[f64; W]) -> f64;
    /// The largest.
    fn farthest<const W: usize>(&self, point: &[f64; W], low: &[f64; W], high: &[f64; W]) -> f64;
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
pub(super) struct Tree<'a, M, const W: usize> {
    metric: &'a M,
    nodes: Vec<Node>,
    low: Vec<[f64; W]>,
    high: Vec<[f64; W]>,
    /// Points in the order of leaves; in a leaf those that are left come first.
    points: Vec<[f64; W]>,
    row_of: Vec<u32>,
    place_of: Vec<u32>,
    leaf_of: Vec<u32>,
    /// By row.
    gone: Vec<bool>,
}

impl<'a, M: Metric, const W: usize> Tree<'a, M, W> {
    /// All rows.
    pub(super) fn new(points: &[[f64; W]], metric: &'a M) -> Self {
        let rows = points.len();
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
                let column = widest(points, &row_of[start..end]);
                let middle = (end - start) / 2;
                let at = |row: &u32| points[*row as usize][column];
                row_of[start..end].select_nth_unstable_by(middle, |a, b| at(a).total_cmp(&at(b)).then(a.cmp(b)));
                open.push((start + middle, end, index));
                open.push((start, start + middle, index));
            }
        }
        let ordered: Vec<[f64; W]> = row_of.iter().map(|&row| points[row as usize]).collect();
        let (mut place_of, mut leaf_of) = (vec![0; rows], vec![0; rows]);
        row_of.iter().enumerate().for_each(|(place, &row)| place_of[row as usize] = place as u32);
        for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.left == NONE) {
            leaf_of[node.start as usize..node.end as usize].fill(index as u32);
        }
        let bounds = vec![[0.0; W]; nodes.len()];
        let (low, high, gone) = (bounds.clone(), bounds, vec![false; rows]);
        let mut tree = Tree { metric, nodes, low, high, points: ordered, row_of, place_of, leaf_of, gone };
        // Children have higher numbers than their parents.
        (0..tree.nodes.len()).rev().for_each(|node| tree.shrink(node));
        tree
    }

    /// The numbers of a row.
    pub(super) fn point_of(&self, row: u32) -> &[f64; W] {
        &self.points[self.place_of[row as usize] as usize]
    }

    /// The length from a row to a point.
    pub(super) fn far(&self, row: u32, point: &[f64; W]) -> f64 {
        self.apart(self.point_of(row), point)
    }

    /// The length between two points.
    pub(super) fn apart(&self, a: &[f64; W], b: &[f64; W]) -> f64 {
        self.metric.length(self.metric.between(a, b))
    }

    /// Rows that are left.
    pub(super) fn len(&self) -> usize {
        self.nodes.first().map_or(0, |root| root.alive as usize)
    }

    /// Whether a row was taken out.
    pub(super) fn is_gone(&self, row: u32) -> bool {
        self.gone[row as usize]
    }

    /// The rows that are left.
    pub(super) fn left(&self) -> Vec<u32> {
        (0..self.row_of.len() as u32).filter(|&row| !self.is_gone(row)).collect()
    }

    /// Takes a row out.
    pub(super) fn remove(&mut self, row: u32) {
        self.gone[row as usize] = true;
        let place = self.place_of[row as usize] as usize;
        let point = self.points[place];
        let mut node = self.leaf_of[place];
        self.put_last(node as usize, place);
        let mut on_edge = true;
        while node != NONE {
            self.nodes[node as usize].alive -= 1;
            if on_edge {
                on_edge = self.touches(node as usize, &point);
                if on_edge {
                    self.shrink(node as usize);
                }
            }
            node = self.nodes[node as usize].parent;
        }
    }

    /// Changes a point's place with the last of its leaf that is left.
    fn put_last(&mut self, leaf: usize, place: usize) {
        let Node { start, alive, .. } = self.nodes[leaf];
        let last = (start + alive - 1) as usize;
        self.points.swap(place, last);
        self.row_of.swap(place, last);
        for place in [place, last] {
            self.place_of[self.row_of[place] as usize] = place as u32;
        }
    }

    /// Whether a point lies on the surface of a node's box.
    fn touches(&self, node: usize, point: &[f64; W]) -> bool {
        let (low, high) = self.bounds(node);
        (0..W).any(|column| point[column] <= low[column] || point[column] >= high[column])
    }

    fn bounds(&self, node: usize) -> (&[f64; W], &[f64; W]) {
        (&self.low[node], &self.high[node])
    }

    /// The points of a leaf that are left, with their rows.
    fn leaf(&self, node: usize) -> impl Iterator<Item = (&[f64; W], u32)> {
        let Node { start, alive, .. } = self.nodes[node];
        let places = start as usize..(start + alive) as usize;
        self.points[places.clone()].iter().zip(self.row_of[places].iter().copied())
    }

    /// Makes a node's box as small as its points allow.
    fn shrink(&mut self, node: usize) {
        let Node { left, right, .. } = self.nodes[node];
        let (mut low, mut high) = ([f64::INFINITY; W], [f64::NEG_INFINITY; W]);
        let mut hold = |least: &[f64; W], most: &[f64; W]| {
            for column in 0..W {
                low[column] = low[column].min(least[column]);
                high[column] = high[column].max(most[column]);
            }
        };
        match left {
            NONE => self.leaf(node).for_each(|(point, _)| hold(point, point)),
            _ => {
                [left, right].into_iter().for_each(|child| hold(&self.low[child as usize], &self.high[child as usize]));
            }
        }
        (self.low[node], self.high[node]) = (low, high);
    }

    /// The row farthest from a point.
    pub(super) fn farthest(&self, point: &[f64; W]) -> Option<u32> {
        let mut best: Option<(f64, u32)> = None;
        let mut open = vec![(f64::INFINITY, 0)];
        while let Some((reach, node)) = open.pop() {
            if self.nodes.get(node).is_none_or(|node| node.alive == 0) || best.is_some_and(|best| reach < best.0) {
                continue;
            }
            let Node { left, right, .. } = self.nodes[node];
            if left != NONE {
                let reach = |child: u32| {
                    let (low, high) = self.bounds(child as usize);
                    (self.metric.farthest(point, low, high), child as usize)
                };
                let (left, right) = (reach(left), reach(right));
                open.extend(if left.0 < right.0 { [left, right] } else { [right, left] });
                continue;
            }
            for (other, row) in self.leaf(node) {
                let found = (self.metric.between(point, other), row);
                if best.is_none_or(|best| found.0 > best.0 || (found.0 == best.0 && found.1 < best.1)) {
                    best = Some(found);
                }
            }
        }
        best.map(|best| best.1)
    }

    /// The `count` rows nearest to a point, the nearest first, with their distances.
    pub(super) fn nearest(&self, point: &[f64; W], count: usize) -> Vec<(f64, u32)> {
        let mut best: Vec<(f64, u32)> = Vec::with_capacity(count + 1);
        let mut open = vec![(0.0, 0)];
        while let Some((reach, node)) = open.pop() {
            let full = best.len() == count;
            if self.nodes.get(node).is_none_or(|node| node.alive == 0)
                || (full && best.last().is_some_and(|worst| reach > worst.0))
            {
                continue;
            }
            let Node { left, right, .. } = self.nodes[node];
            if left != NONE {
                let reach = |child: u32| {
                    let (low, high) = self.bounds(child as usize);
                    (self.metric.nearest(point, low, high), child as usize)
                };
                let (left, right) = (reach(left), reach(right));
                open.extend(if left.0 <= right.0 { [right, left] } else { [left, right] });
                continue;
            }
            for (other, row) in self.leaf(node) {
                let found = (self.metric.between(point, other), row);
                if best.len() == count && best.last().is_some_and(|worst| found.0 > worst.0) {
                    continue;
                }
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
fn widest<const W: usize>(points: &[[f64; W]], rows: &[u32]) -> usize {
    let (mut low, mut high) = ([f64::INFINITY; W], [f64::NEG_INFINITY; W]);
    for &row in rows {
        for column in 0..W {
            low[column] = low[column].min(points[row as usize][column]);
            high[column] = high[column].max(points[row as usize][column]);
        }
    }
    let spread = |column: usize| high[column] - low[column];
    (0..W).max_by(|&a, &b| spread(a).total_cmp(&spread(b)).then(b.cmp(&a))).unwrap_or(0)
}
