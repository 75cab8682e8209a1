//! A k-d tree from which points are taken out: the nearest to a point, and the farthest from it, among those that are left.
//!
//! Boxes shrink as points go, so that the search for the farthest stays quick while the outermost points go first; once a quarter of
//! them has gone, the tree grows anew from the rest. Of equally far
//! points the first row counts, so that the result does not depend on the shape of the tree. A point has a fixed number `W` of
//! numbers, so that distances compile to a few instructions; those of a leaf that are left stand at its front.

/// Points of a leaf.
const LEAF: usize = 24;
/// Points are cut half-way between the outermost, unless fewer than one in so many would be on a side: then at the middle one.
const FEWEST: usize = 64;
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

struct Node<const W: usize> {
    low: [f64; W],
    high: [f64; W],
    start: u32,
    end: u32,
    /// The right child stands behind the left.
    left: u32,
    parent: u32,
    alive: u32,
}

impl<const W: usize> Node<W> {
    fn new(start: u32, end: u32, parent: u32) -> Self {
        let (low, high) = ([f64::INFINITY; W], [f64::NEG_INFINITY; W]);
        Node {
            low,
            high,
            start,
            end,
            left: NONE,
            parent,
            alive: end - start,
        }
    }
}

/// The tree; points are numbered by their rows.
pub(super) struct Tree<'a, M, const W: usize> {
    metric: &'a M,
    nodes: Vec<Node<W>>,
    /// Points in the order of leaves; in a leaf those that are left come first.
    points: Vec<[f64; W]>,
    row_of: Vec<u32>,
    place_of: Vec<u32>,
    leaf_of: Vec<u32>,
    /// By row, also of those that are gone.
    all: Vec<[f64; W]>,
    gone: Vec<bool>,
}

impl<'a, M: Metric, const W: usize> Tree<'a, M, W> {
    /// All rows.
    pub(super) fn new(points: &[[f64; W]], metric: &'a M) -> Self {
        let (place_of, leaf_of, gone) = (
            vec![0; points.len()],
            vec![0; points.len()],
            vec![false; points.len()],
        );
        let (all, entries) = (points.to_vec(), points.iter().copied().zip(0..).collect());
        let mut tree = Tree {
            metric,
            nodes: Vec::new(),
            points: Vec::new(),
            row_of: Vec::new(),
            place_of,
            leaf_of,
            all,
            gone,
        };
        tree.grow(entries);
        tree
    }

    /// Becomes the tree of some rows with their points.
    fn grow(&mut self, mut entries: Vec<([f64; W], u32)>) {
        self.nodes.clear();
        self.nodes.push(Node::new(0, entries.len() as u32, NONE));
        let mut next = 0;
        while let Some(&Node { start, end, .. }) = self.nodes.get(next) {
            let part = &mut entries[start as usize..end as usize];
            let (low, high) = around(part.iter().map(|(point, _)| (point, point)));
            if part.len() > LEAF {
                let middle = start + cut(part, &low, &high) as u32;
                self.nodes[next].left = self.nodes.len() as u32;
                let halves = [(start, middle), (middle, end)];
                self.nodes
                    .extend(halves.map(|(start, end)| Node::new(start, end, next as u32)));
            } else {
                self.leaf_of[start as usize..end as usize].fill(next as u32);
            }
            (self.nodes[next].low, self.nodes[next].high) = (low, high);
            next += 1;
        }
        (self.points, self.row_of) = entries.into_iter().unzip();
        for (place, &row) in self.row_of.iter().enumerate() {
            self.place_of[row as usize] = place as u32;
        }
    }

    /// The numbers of a row.
    pub(super) fn point_of(&self, row: u32) -> &[f64; W] {
        &self.all[row as usize]
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
        (0..self.gone.len() as u32)
            .filter(|&row| !self.is_gone(row))
            .collect()
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
        if self.len() * 4 < self.row_of.len() * 3 && self.len() > LEAF {
            let all = self.points.iter().copied().zip(self.row_of.iter().copied());
            self.grow(all.filter(|&(_, row)| !self.gone[row as usize]).collect());
        }
    }

    /// Changes a point's place with the last of its leaf that is left.
    fn put_last(&mut self, leaf: usize, place: usize) {
        let Node { start, alive, .. } = &self.nodes[leaf];
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
        (&self.nodes[node].low, &self.nodes[node].high)
    }

    /// The points of a leaf that are left, with their rows.
    fn leaf(&self, node: usize) -> impl Iterator<Item = (&[f64; W], u32)> {
        let &Node { start, alive, .. } = &self.nodes[node];
        let places = start as usize..(start + alive) as usize;
        self.points[places.clone()]
            .iter()
            .zip(self.row_of[places].iter().copied())
    }

    /// Makes a node's box as small as its points allow.
    fn shrink(&mut self, node: usize) {
        let left = self.nodes[node].left;
        let bounds = match left {
            NONE => around(self.leaf(node).map(|(point, _)| (point, point))),
            _ => around(
                [left, left + 1]
                    .into_iter()
                    .map(|child| self.bounds(child as usize)),
            ),
        };
        (self.nodes[node].low, self.nodes[node].high) = bounds;
    }

    /// The row farthest from a point.
    pub(super) fn farthest(&self, point: &[f64; W]) -> Option<u32> {
        let mut best = (f64::NEG_INFINITY, NONE);
        let mut open = vec![(f64::INFINITY, 0)];
        while let Some((reach, node)) = open.pop() {
            if reach < best.0 || self.nodes.get(node).is_none_or(|node| node.alive == 0) {
                continue;
            }
            let left = self.nodes[node].left;
            if left != NONE {
                let reach = |child: u32| {
                    let (low, high) = self.bounds(child as usize);
                    (self.metric.farthest(point, low, high), child as usize)
                };
                let (left, right) = (reach(left), reach(left + 1));
                open.extend(if left.0 < right.0 {
                    [left, right]
                } else {
                    [right, left]
                });
                continue;
            }
            for (other, row) in self.leaf(node) {
                let found = (self.metric.between(point, other), row);
                if found.0 > best.0 || (found.0 == best.0 && found.1 < best.1) {
                    best = found;
                }
            }
        }
        (best.1 != NONE).then_some(best.1)
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
            let left = self.nodes[node].left;
            if left != NONE {
                let reach = |child: u32| {
                    let (low, high) = self.bounds(child as usize);
                    (self.metric.nearest(point, low, high), child as usize)
                };
                let (left, right) = (reach(left), reach(left + 1));
                open.extend(if left.0 <= right.0 {
                    [right, left]
                } else {
                    [left, right]
                });
                continue;
            }
            for (other, row) in self.leaf(node) {
                let found = (self.metric.between(point, other), row);
                if best.len() == count && best.last().is_some_and(|worst| found.0 > worst.0) {
                    continue;
                }
                let before = |other: &(f64, u32)| {
                    other
                        .0
                        .total_cmp(&found.0)
                        .then(other.1.cmp(&found.1))
                        .is_lt()
                };
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

/// The least box around boxes.
#[inline(always)]
fn around<'p, const W: usize>(
    boxes: impl Iterator<Item = (&'p [f64; W], &'p [f64; W])>,
) -> ([f64; W], [f64; W]) {
    let (mut low, mut high) = ([f64::INFINITY; W], [f64::NEG_INFINITY; W]);
    for (least, most) in boxes {
        for column in 0..W {
            low[column] = if least[column] < low[column] {
                least[column]
            } else {
                low[column]
            };
            high[column] = if most[column] > high[column] {
                most[column]
            } else {
                high[column]
            };
        }
    }
    (low, high)
}

/// Puts points in two parts along the column in which they are spread most, and says how many are in the first. A cut half-way costs
/// one pass, and its boxes are nearer to cubes than those of a cut at the middle point: searches pass over more of them.
fn cut<const W: usize>(entries: &mut [([f64; W], u32)], low: &[f64; W], high: &[f64; W]) -> usize {
    let mut widest = 0;
    for column in 1..W {
        if high[column] - low[column] > high[widest] - low[widest] {
            widest = column;
        }
    }
    let middle = entries.len() / 2;
    if high[widest] == low[widest] {
        return middle;
    }
    let at = low[widest] + (high[widest] - low[widest]) / 2.0;
    let mut first = 0;
    for place in 0..entries.len() {
        let is_first = entries[place].0[widest] < at;
        entries.swap(first, place);
        first += usize::from(is_first);
    }
    let fewest = entries.len() / FEWEST;
    if first > fewest && entries.len() - first > fewest {
        return first;
    }
    entries.select_nth_unstable_by(middle, |a, b| a.0[widest].total_cmp(&b.0[widest]));
    middle
}
