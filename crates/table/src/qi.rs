//! A quasi-identifier made ready for searching: the order of its values, their positions on a scale, its hierarchy.

use crate::hierarchy::{Bound, Hierarchy};
use crate::table::{Column, Table};
use crate::{Error, Fault};

/// A quasi-identifier of a table.
#[derive(Clone)]
pub struct Qi {
    /// Its index in the table.
    pub attribute: usize,
    /// Its name.
    pub name: String,
    /// Its hierarchy, if it has one.
    pub hierarchy: Option<Bound>,
    rank_of_code: Vec<u32>,
    position_of_rank: Vec<f64>,
    missing_rank: Option<u32>,
    measurable: bool,
}

impl Qi {
    /// Makes an attribute ready. With a hierarchy its values stand in the hierarchy's order, one step apart; without one, in
    /// their natural order, at their value where they are numbers or points in time.
    pub fn new(
        table: &Table,
        attribute: usize,
        hierarchy: Option<Hierarchy>,
    ) -> Result<Self, Fault> {
        let described = &table.attributes()[attribute];
        let (name, column) = (described.name.clone(), &described.column);
        match hierarchy {
            Some(hierarchy) => Qi::with_hierarchy(attribute, name, column, hierarchy),
            None => Qi::by_value(attribute, name, column),
        }
    }

    fn with_hierarchy(
        attribute: usize,
        name: String,
        column: &Column,
        hierarchy: Hierarchy,
    ) -> Result<Self, Fault> {
        let bound = hierarchy.bind(&name, column)?;
        let rank_of_code = bound.leaf_of_code().to_vec();
        let missing_rank = column
            .dictionary()
            .missing_code()
            .map(|code| rank_of_code[code as usize]);
        let ranks = rank_of_code
            .iter()
            .map(|&rank| rank as usize + 1)
            .max()
            .unwrap_or(0)
            .max(hierarchy.leaf_count());
        let position_of_rank = (0..ranks).map(|rank| rank as f64).collect();
        let hierarchy = Some(bound);
        Ok(Qi {
            attribute,
            name,
            hierarchy,
            rank_of_code,
            position_of_rank,
            missing_rank,
            measurable: false,
        })
    }

    fn by_value(attribute: usize, name: String, column: &Column) -> Result<Self, Fault> {
        if let Some(found) = column.contradiction() {
            return Err(found.fault(&name));
        }
        let dictionary = column.dictionary();
        let measurable = dictionary.kind().is_measurable();
        let codes = 0..dictionary.len() as u32;
        let mut position_of_rank: Vec<f64> = codes
            .clone()
            .map(|code| dictionary.measure(code).unwrap_or(f64::from(code)))
            .collect();
        let missing_rank = dictionary.missing_code();
        if let Some(missing) = missing_rank.filter(|_| measurable) {
            // A missing value is as far from every value as the values are from each other.
            let (low, high) = (
                position_of_rank[0],
                position_of_rank[missing.saturating_sub(1) as usize],
            );
            position_of_rank[missing as usize] = high + (high - low).max(1.0);
        }
        let rank_of_code = codes.collect();
        Ok(Qi {
            attribute,
            name,
            hierarchy: None,
            rank_of_code,
            position_of_rank,
            missing_rank,
            measurable,
        })
    }

    /// Where a code stands in the order of values.
    pub fn rank_of_code(&self) -> &[u32] {
        &self.rank_of_code
    }

    /// Number of places in that order, those of values that do not occur included.
    pub fn ranks(&self) -> usize {
        self.position_of_rank.len()
    }

    /// Where a rank lies on the attribute's scale.
    pub fn position(&self, rank: u32) -> f64 {
        self.position_of_rank[rank as usize]
    }

    /// The rank of missing values, if the table has any.
    pub fn missing_rank(&self) -> Option<u32> {
        self.missing_rank
    }

    /// Whether positions are values of a scale rather than places in an order.
    pub fn is_measurable(&self) -> bool {
        self.measurable
    }

    /// Distance between two ranks as a share of the whole scale; 0 where there is only one value.
    pub fn share(&self, low: u32, high: u32) -> f64 {
        let whole = match (self.position_of_rank.first(), self.position_of_rank.last()) {
            (Some(first), Some(last)) => last - first,
            _ => 0.0,
        };
        if whole > 0.0 {
            (self.position(high) - self.position(low)) / whole
        } else {
            0.0
        }
    }
}

/// Makes all quasi-identifiers ready, or tells everything that is wrong with them.
pub fn prepare(table: &Table, given: Vec<(usize, Option<Hierarchy>)>) -> Result<Vec<Qi>, Error> {
    let mut faults = Vec::new();
    let mut ready = Vec::new();
    for (attribute, hierarchy) in given {
        match Qi::new(table, attribute, hierarchy) {
            Ok(qi) => ready.push(qi),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() {
        Ok(ready)
    } else {
        Err(Error::Faults(faults))
    }
}
