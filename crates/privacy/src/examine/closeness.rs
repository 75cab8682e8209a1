//! How far the sensitive values of a class are from those of the whole release: the verifier's own distances.
//!
//! The ordered distance is found from the other side than while searching. There, cumulated shares are compared at each
//! value; here, rows of the class in order are moved to where the rows of the table in order lie: a value that holds the
//! rows from share u to share v of its class moves them over the integral, from u to v, of its distance to the table's quantile.

use crate::models::Distance;

/// One sensitive attribute over all released rows.
pub(super) struct Totals {
    /// Whether its values are numbers or points in time.
    pub measurable: bool,
    /// Share of each label number.
    shares: Vec<f64>,
    /// Place of each label number among those that occur.
    places: Vec<usize>,
    /// For each place the share of all rows up to it.
    reached: Vec<f64>,
    /// For each place the integral of the quantiles up to there.
    area: Vec<f64>,
}

impl Totals {
    /// From the labels of the classes, each a number (in the order of the dictionary) and how often it occurs.
    pub fn of(classes: &[Vec<(u32, u64)>], labels: usize, measurable: bool) -> Self {
        let mut counts = vec![0u64; labels];
        classes.iter().flatten().for_each(|&(number, count)| counts[number as usize] += count);
        let rows = counts.iter().sum::<u64>().max(1) as f64;
        let shares: Vec<f64> = counts.iter().map(|&count| count as f64 / rows).collect();
        let (mut places, mut reached, mut area) = (Vec::new(), Vec::new(), Vec::new());
        let (mut seen, mut moved) = (0, 0.0);
        for &count in &counts {
            places.push(reached.len());
            if count > 0 {
                seen += count;
                moved += reached.len() as f64 * (count as f64 / rows);
                reached.push(seen as f64 / rows);
                area.push(moved);
            }
        }
        Totals { measurable, shares, places, reached, area }
    }

    /// From a class to the whole; by the attribute's kind where no distance is asked for.
    pub fn distance(&self, class: &[(u32, u64)], asked: Option<Distance>) -> f64 {
        let ordered = asked.map_or(self.measurable, |distance| distance == Distance::Ordered);
        match class.is_empty() {
            true => 0.0,
            false if ordered => self.ordered(class),
            false => self.equal(class),
        }
    }

    fn equal(&self, class: &[(u32, u64)]) -> f64 {
        let rows = class.iter().map(|value| value.1).sum::<u64>() as f64;
        let (mut difference, mut elsewhere) = (0.0, 1.0);
        for &(number, count) in class {
            let whole = self.shares[number as usize];
            difference += (count as f64 / rows - whole).abs();
            elsewhere -= whole;
        }
        0.5 * (difference + elsewhere)
    }

    fn ordered(&self, class: &[(u32, u64)]) -> f64 {
        let rows = class.iter().map(|value| value.1).sum::<u64>() as f64;
        let (mut seen, mut moved) = (0, 0.0);
        for &(number, count) in class {
            let place = self.places[number as usize];
            let (from, to) = (seen as f64 / rows, (seen + count) as f64 / rows);
            // Up to here the table's rows lie at this value or below it, from here on above it.
            let turn = self.reached[place].clamp(from, to);
            let (start, middle, end) = (self.quantiles(from), self.quantiles(turn), self.quantiles(to));
            moved += place as f64 * (turn - from) - (middle - start) + (end - middle) - place as f64 * (to - turn);
            seen += count;
        }
        moved / self.reached.len().saturating_sub(1).max(1) as f64
    }

    /// The integral of the table's quantiles from 0 to a share.
    fn quantiles(&self, share: f64) -> f64 {
        match self.reached.partition_point(|&reached| reached < share) {
            0 => 0.0,
            place => self.area[place - 1] + place as f64 * (share - self.reached[place - 1]),
        }
    }
}
