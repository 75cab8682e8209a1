//! How far the sensitive values of a class are from those of the whole release: the verifier's own distances.
//!
//! The ordered distance is found from the other side than while searching. There, cumulated shares are compared at each
//! value; here, rows of the class in order are moved to where the rows of the table in order lie: a value that holds the
//! rows from share u to share v of its class moves them over the integral, from u to v, of its distance to the table's quantile.
//!
//! The hierarchical distance is found as its paper has it: from the leaves up, what a group has too much in some parts fills
//! what others lack, at the cost of its level; what is left goes on to its parent. While searching, levels are compared with each other.
//!
//! "The whole" is the original table where it is known, and all released rows where only they are, or where an attribute was itself changed so
//! that released values are not original ones: both sides then have the same values, and every distance is defined. Labels that a hierarchy does
//! not know are as far apart as two values can be.

use bauta_table::Hierarchy;

use super::values::Values;
use crate::distance::Distance;

/// One sensitive attribute over the whole.
pub(crate) struct Totals {
    /// Whether its values are numbers or points in time.
    pub measurable: bool,
    /// Share of each label number.
    shares: Vec<f64>,
    /// Place of each label number among those that occur.
    places: Vec<Option<usize>>,
    /// For each place the share of all rows up to it.
    reached: Vec<f64>,
    /// For each place the integral of the quantiles up to there.
    area: Vec<f64>,
    /// The hierarchy, and the leaf of each label number.
    tree: Option<(Hierarchy, Vec<u32>)>,
}

impl Totals {
    /// From how often each label number (in the order of the dictionary) occurs.
    pub fn of(counts: &[u64], measurable: bool, tree: Option<(Hierarchy, Vec<u32>)>) -> Self {
        let rows = counts.iter().sum::<u64>().max(1) as f64;
        let shares: Vec<f64> = counts.iter().map(|&count| count as f64 / rows).collect();
        let (mut places, mut reached, mut area) = (Vec::new(), Vec::new(), Vec::new());
        let (mut seen, mut moved) = (0, 0.0);
        for &count in counts {
            places.push((count > 0).then_some(reached.len()));
            if count > 0 {
                seen += count;
                moved += reached.len() as f64 * (count as f64 / rows);
                reached.push(seen as f64 / rows);
                area.push(moved);
            }
        }
        Totals {
            measurable,
            shares,
            places,
            reached,
            area,
            tree,
        }
    }

    /// From a class to the whole; by the attribute's kind where no distance is asked for.
    pub fn distance(&self, class: Values<'_>, asked: Option<Distance>) -> f64 {
        let natural = if self.measurable {
            Distance::Ordered
        } else {
            Distance::Equal
        };
        match asked.unwrap_or(natural) {
            _ if class.len() == 0 => 0.0,
            Distance::Equal => self.equal(class),
            Distance::Ordered => self.ordered(class).unwrap_or_else(|| self.equal(class)),
            // No two values are farther apart than by the equal distance.
            Distance::Hierarchical => self
                .hierarchical(class)
                .unwrap_or_else(|| self.equal(class)),
        }
    }

    /// The share of a label number.
    pub fn share(&self, number: u32) -> f64 {
        self.shares[number as usize]
    }

    /// Different values.
    pub fn distinct(&self) -> u64 {
        self.reached.len() as u64
    }

    fn equal(&self, class: Values<'_>) -> f64 {
        let rows = class.map(|value| value.1).sum::<u64>() as f64;
        let (mut difference, mut elsewhere) = (0.0, 1.0);
        for (number, count) in class {
            let whole = self.shares[number as usize];
            difference += (count as f64 / rows - whole).abs();
            elsewhere -= whole;
        }
        0.5 * (difference + elsewhere)
    }

    /// None if the class has a value that the whole has not.
    fn ordered(&self, class: Values<'_>) -> Option<f64> {
        let rows = class.map(|value| value.1).sum::<u64>() as f64;
        let (mut seen, mut moved) = (0, 0.0);
        for (number, count) in class {
            let place = self.places[number as usize]?;
            let (from, to) = (seen as f64 / rows, (seen + count) as f64 / rows);
            // Up to here the table's rows lie at this value or below it, from here on above it.
            let turn = self.reached[place].clamp(from, to);
            let (start, middle, end) = (
                self.quantiles(from),
                self.quantiles(turn),
                self.quantiles(to),
            );
            moved += place as f64 * (turn - from) - (middle - start) + (end - middle)
                - place as f64 * (to - turn);
            seen += count;
        }
        Some(moved / self.reached.len().saturating_sub(1).max(1) as f64)
    }

    /// None without a hierarchy.
    fn hierarchical(&self, class: Values<'_>) -> Option<f64> {
        let (hierarchy, leaf_of) = self.tree.as_ref()?;
        let rows = class.map(|value| value.1).sum::<u64>() as f64;
        let mut extra = vec![0.0; hierarchy.leaf_count()];
        for (number, share) in self
            .shares
            .iter()
            .enumerate()
            .filter(|(_, share)| **share > 0.0)
        {
            extra[leaf_of[number] as usize] -= share;
        }
        for (number, count) in class {
            extra[leaf_of[number as usize] as usize] += count as f64 / rows;
        }
        let top = hierarchy.height() + usize::from(!hierarchy.has_root());
        let mut cost = 0.0;
        for level in 1..=top {
            let parent =
                |group: usize| hierarchy.parent(level - 1, group as u32).unwrap_or(0) as usize;
            let groups = hierarchy
                .levels()
                .get(level)
                .map_or(1, bauta_table::hierarchy::Level::group_count);
            let mut both = vec![(0.0, 0.0); groups];
            for (group, &extra) in extra.iter().enumerate() {
                let (positive, negative): &mut (f64, f64) = &mut both[parent(group)];
                if extra > 0.0 {
                    *positive += extra;
                } else {
                    *negative -= extra;
                }
            }
            cost += both
                .iter()
                .map(|(positive, negative)| positive.min(*negative))
                .sum::<f64>()
                * level as f64;
            extra = both
                .into_iter()
                .map(|(positive, negative)| positive - negative)
                .collect();
        }
        Some(cost / top as f64)
    }

    /// The integral of the table's quantiles from 0 to a share.
    fn quantiles(&self, share: f64) -> f64 {
        match self.reached.partition_point(|&reached| reached < share) {
            0 => 0.0,
            place => self.area[place - 1] + place as f64 * (share - self.reached[place - 1]),
        }
    }
}
