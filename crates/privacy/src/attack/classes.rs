//! The classes of a release and the sensitive values in each.

use bauta_table::Table;
use bauta_table::count::FrequencySet;
use serde::Serialize;

/// How many classes are listed.
const LISTED: usize = 20;

/// Classes of rows with equal labels, and how often each has each value of one sensitive attribute.
pub struct Classes {
    /// The sensitive attribute.
    pub attribute: String,
    /// Rows of each class.
    pub rows: Vec<u64>,
    /// The first row of each class, 0-based.
    pub first_rows: Vec<u64>,
    /// Codes and counts of each class, missing values left out.
    pub values: Vec<Vec<(u32, u64)>>,
    /// Rows of each code in the whole release.
    pub overall: Vec<u64>,
}

impl Classes {
    /// The classes of a release by its quasi-identifiers.
    pub fn of(released: &Table, quasi_identifiers: &[usize], sensitive: usize) -> Self {
        let attribute = &released.attributes()[sensitive];
        let dictionary = attribute.column.dictionary();
        let (set, of_row) = FrequencySet::count(released, quasi_identifiers, &[sensitive]);
        let mut first_rows = vec![u64::MAX; set.len()];
        for (row, &class) in of_row.iter().enumerate() {
            first_rows[class as usize] = first_rows[class as usize].min(row as u64);
        }
        let known = |code: u32| Some(code) != dictionary.missing_code();
        let mut overall = vec![0; dictionary.len()];
        let values = (0..set.len()).map(|class| {
            let values = set.histograms()[0]
                .of(class)
                .filter(|(code, _)| known(*code));
            values.collect::<Vec<(u32, u64)>>()
        });
        let values: Vec<Vec<(u32, u64)>> = values.collect();
        values
            .iter()
            .flatten()
            .for_each(|&(code, rows)| overall[code as usize] += rows);
        Classes {
            attribute: attribute.name.clone(),
            rows: set.counts().to_vec(),
            first_rows,
            values,
            overall,
        }
    }

    /// The classes that satisfy something, and their rows.
    pub fn shares(&self, wanted: impl Fn(usize) -> bool) -> Shares {
        let chosen: Vec<usize> = (0..self.rows.len())
            .filter(|&class| wanted(class))
            .collect();
        let all: u64 = self.rows.iter().sum();
        let rows: u64 = chosen.iter().map(|&class| self.rows[class]).sum();
        let mut first_rows: Vec<u64> = chosen
            .iter()
            .map(|&class| self.first_rows[class] + 1)
            .collect();
        first_rows.sort_unstable();
        first_rows.truncate(LISTED);
        Shares {
            classes: chosen.len() as u64,
            rows,
            share: rows as f64 / all.max(1) as f64,
            first_rows,
        }
    }
}

/// Classes that fall to an attack.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Shares {
    /// How many.
    pub classes: u64,
    /// Their rows.
    pub rows: u64,
    /// Their share of all rows.
    pub share: f64,
    /// The first row of some of them, 1-based.
    pub first_rows: Vec<u64>,
}
