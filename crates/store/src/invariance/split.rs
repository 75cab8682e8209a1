//! A bucket cut into classes with one tuple for each value, so that the tuples of a class are alike.

use super::{Bucket, Member};

/// From this length on only the middle half of the places is tried.
const LONG: usize = 16;

/// Lists of one length, one for each sensitive value.
type Lists = Vec<Vec<Member>>;

/// Cuts a balanced bucket until every list has one tuple.
pub fn split(bucket: Bucket) -> Vec<Vec<Member>> {
    let mut classes = Vec::new();
    let mut open: Vec<Lists> = vec![bucket.into_values().collect()];
    while let Some(lists) = open.pop() {
        match lists.first().map_or(0, Vec::len) {
            // All lists of a bucket have one length, so that the first one tells all.
            0 => {}
            1 => classes.push(lists.into_iter().flatten().collect()),
            _ => {
                let (left, right) = halves(lists);
                open.push(right);
                open.push(left);
            }
        }
    }
    classes
}

/// The best cut over the orders by each quasi-identifier: the sum of both perimeters, each weighted with its tuples, is least.
fn halves(mut lists: Lists) -> (Lists, Lists) {
    let width = lists
        .iter()
        .flatten()
        .next()
        .map_or(0, |member| member.places.len());
    let mut best: Option<(f64, usize, usize)> = None;
    for by in 0..width {
        sort(&mut lists, by);
        let (index, score) = cut(&lists, true);
        if best.is_none_or(|(least, _, _)| score < least) {
            best = Some((score, by, index));
        }
    }
    let (_, by, index) = best.unwrap_or((0.0, 0, 1));
    // They are sorted by the last attribute already.
    if by + 1 < width {
        sort(&mut lists, by);
    }
    let right = lists.iter_mut().map(|list| list.split_off(index)).collect();
    (lists, right)
}

fn sort(lists: &mut Lists, by: usize) {
    for list in lists {
        list.sort_by(|a, b| place(a, by).total_cmp(&place(b, by)));
    }
}

fn place(member: &Member, by: usize) -> f64 {
    member.places.get(by).copied().unwrap_or(0.0)
}

/// The place at which the lists as they stand are cut best, the first of equals, and what is left there.
///
/// The plain reading adds the two perimeters; the weighted one multiplies each with its number of tuples first.
pub fn cut(lists: &[Vec<Member>], weighted: bool) -> (usize, f64) {
    let n = lists.first().map_or(0, Vec::len);
    let mut suffix = vec![0.0; n + 1];
    let mut bounds = Bounds::default();
    for i in (1..n).rev() {
        lists
            .iter()
            .filter_map(|list| list.get(i))
            .for_each(|member| bounds.add(member));
        if let Some(size) = suffix.get_mut(i) {
            *size = bounds.perimeter();
        }
    }
    let tried = if n > LONG {
        // Not too far from the middle: thin slices would make the tree deep and the work square.
        n / 4..=n - n / 4
    } else {
        1..=n.saturating_sub(1)
    };
    let mut prefix = Bounds::default();
    let mut best = (1, f64::INFINITY);
    for i in 1..n {
        lists
            .iter()
            .filter_map(|list| list.get(i - 1))
            .for_each(|member| prefix.add(member));
        let (left, right) = if weighted {
            (i as f64, (n - i) as f64)
        } else {
            (1.0, 1.0)
        };
        let score = left * prefix.perimeter() + right * suffix.get(i).copied().unwrap_or(0.0);
        if tried.contains(&i) && score < best.1 {
            best = (i, score);
        }
    }
    best
}

/// The sum of the widths of the quasi-identifiers of some members.
pub fn perimeter<'a>(members: impl IntoIterator<Item = &'a Member>) -> f64 {
    let mut bounds = Bounds::default();
    members.into_iter().for_each(|member| bounds.add(member));
    bounds.perimeter()
}

/// Least and most of each quasi-identifier.
#[derive(Default)]
struct Bounds(Vec<(f64, f64)>);

impl Bounds {
    fn add(&mut self, member: &Member) {
        if self.0.is_empty() {
            self.0 = member.places.iter().map(|place| (*place, *place)).collect();
            return;
        }
        for (bound, place) in self.0.iter_mut().zip(&member.places) {
            *bound = (bound.0.min(*place), bound.1.max(*place));
        }
    }

    fn perimeter(&self) -> f64 {
        self.0.iter().map(|(least, most)| most - least).sum()
    }
}
