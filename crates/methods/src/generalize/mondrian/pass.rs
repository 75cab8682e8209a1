//! What a pass is told: tuples one by one, or counts of regions by who has the tuples.

use super::passes::{Part, Search};

/// A cut, or where cuts end. The first of some is where tuples start, and the left side of each cut is the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// Ranks up to `rank` go to the next node, others to `right`.
    Cut {
        /// The quasi-identifier.
        qi: usize,
        /// The last rank of the left side.
        rank: u32,
        /// Where the others go.
        right: usize,
    },
    /// A region, by its number; those that nobody asks about have the numbers from [`Pass::asked`] on.
    Region(u32),
}

/// A pass over the tuples. It asks for outlines of the regions `0..outlined()`, and for the tuples of `outlined()..asked()`.
pub struct Pass<'p, 'a> {
    search: &'p mut Search<'a>,
    /// The places of the regions that are asked about.
    places: Vec<usize>,
    outlined: u32,
    /// The code of a missing value of each sensitive attribute.
    missing: Vec<Option<u32>>,
    // Kept between tuples.
    ranks: Vec<u32>,
    known: Vec<Option<u32>>,
}

impl<'p, 'a> Pass<'p, 'a> {
    pub(super) fn new(search: &'p mut Search<'a>) -> Self {
        let is_seen = |part: &Part<'_>| matches!(part, Part::Seen(_));
        let is_gathered = |part: &Part<'_>| matches!(part, Part::Gathered(_));
        let of = |wanted: &dyn Fn(&Part<'_>) -> bool| -> Vec<usize> {
            (0..search.parts.len())
                .filter(|&at| wanted(&search.parts[at]))
                .collect()
        };
        let (mut places, gathered) = (of(&is_seen), of(&is_gathered));
        let outlined = places.len() as u32;
        places.extend(gathered);
        let prepared = search.task.prepared;
        let missing = |&index: &usize| {
            prepared.table.attributes()[index]
                .column
                .dictionary()
                .missing_code()
        };
        let missing: Vec<Option<u32>> = prepared.sensitive.iter().map(missing).collect();
        let (ranks, known) = (vec![0; prepared.qis.len()], vec![None; missing.len()]);
        Pass {
            search,
            places,
            outlined,
            missing,
            ranks,
            known,
        }
    }

    /// How many regions are to be outlined.
    pub fn outlined(&self) -> u32 {
        self.outlined
    }

    /// How many regions are asked about.
    pub fn asked(&self) -> u32 {
        self.places.len() as u32
    }

    /// The cuts made so far that regions are parted by which are asked about.
    pub fn cuts(&self) -> Vec<Node> {
        let mut others = self.asked()..;
        let asked = self.numbers();
        let mut nodes = Vec::new();
        // What is to come, and which cut's right side it is.
        let mut stack = vec![(0, None)];
        while let Some((part, right_of)) = stack.pop() {
            let at = nodes.len();
            if let Some(Node::Cut { right, .. }) =
                right_of.and_then(|node: usize| nodes.get_mut(node))
            {
                *right = at;
            }
            nodes.push(match (&self.search.parts[part], asked[part]) {
                (Part::Cut(cut, left, right), Some(_)) => {
                    stack.extend([(*right, Some(at)), (*left, None)]);
                    Node::Cut {
                        qi: cut.qi,
                        rank: cut.rank,
                        // Filled in when the right side is reached: nobody knows yet how long the left one is.
                        right: 0,
                    }
                }
                (_, number) => Node::Region(number.or_else(|| others.next()).unwrap_or(u32::MAX)),
            });
        }
        nodes
    }

    /// The number of each region that is asked about, and some number for what has such a region inside.
    fn numbers(&self) -> Vec<Option<u32>> {
        let mut numbers = vec![None; self.search.parts.len()];
        self.places
            .iter()
            .zip(0..)
            .for_each(|(&place, number)| numbers[place] = Some(number));
        // Sides come after their cut.
        for (at, part) in self.search.parts.iter().enumerate().rev() {
            if let Part::Cut(_, left, right) = part {
                // A cut is on the way to an asked part if one of its sides is.
                numbers[at] = numbers[*left].or(numbers[*right]);
            }
        }
        numbers
    }

    /// A tuple: the codes of its quasi-identifiers, those of its sensitive attributes, its rows.
    pub fn tuple(&mut self, codes: &[u32], sensitive: &[u32], rows: u64) {
        let qis = &self.search.task.prepared.qis;
        let of_codes = qis
            .iter()
            .zip(codes)
            .map(|(qi, &code)| qi.rank_of_code()[code as usize]);
        self.ranks
            .iter_mut()
            .zip(of_codes)
            .for_each(|(rank, of_code)| *rank = of_code);
        let of_codes = sensitive
            .iter()
            .zip(&self.missing)
            .map(|(&code, missing)| known(code, *missing));
        self.known
            .iter_mut()
            .zip(of_codes)
            .for_each(|(known, code)| *known = code);
        let mut at = 0;
        loop {
            match self.search.parts.get_mut(at) {
                Some(Part::Cut(cut, left, right)) => {
                    at = if self.ranks[cut.qi] <= cut.rank {
                        *left
                    } else {
                        *right
                    }
                }
                Some(Part::Seen(outline)) => return outline.add(&self.ranks, &self.known, rows),
                Some(Part::Gathered(held)) => {
                    return held.push((codes.to_vec(), sensitive.to_vec(), rows));
                }
                _ => return,
            }
        }
    }

    /// How many different tuples a region has; those that differ in sensitive values count apart.
    pub fn tuples(&mut self, region: u32, tuples: u64) {
        if let Some(Part::Seen(outline)) = self.part(region) {
            outline.tuples += tuples;
        }
    }

    /// The rows of a region that have a rank on a quasi-identifier; `bounds` are the least and the greatest rank that they have on each.
    pub fn rank(&mut self, region: u32, at: (usize, u32), rows: u64, bounds: &[(u32, u32)]) {
        if let Some(Part::Seen(outline)) = self.part(region) {
            outline.add_rank(at, rows, bounds.iter().copied());
        }
    }

    /// Those that have besides a code of a sensitive attribute.
    pub fn sensitive(
        &mut self,
        region: u32,
        at: (usize, u32),
        (attribute, code): (usize, u32),
        rows: u64,
    ) {
        if known(code, self.missing.get(attribute).copied().flatten()).is_none() {
            return;
        }
        if let Some(Part::Seen(outline)) = self.part(region) {
            outline.add_sensitive(at, (attribute, code), rows);
        }
    }

    /// A tuple of a region that is gathered, by its codes.
    pub fn held(&mut self, region: u32, codes: &[u32], sensitive: &[u32], rows: u64) {
        if let Some(Part::Gathered(held)) = self.part(region) {
            held.push((codes.to_vec(), sensitive.to_vec(), rows));
        }
    }

    fn part(&mut self, region: u32) -> Option<&mut Part<'a>> {
        let at = *self.places.get(region as usize)?;
        self.search.parts.get_mut(at)
    }
}

/// A code that is not the one of a missing value.
fn known(code: u32, missing: Option<u32>) -> Option<u32> {
    Some(code).filter(|_| Some(code) != missing)
}
