//! The quick estimate that comes before everything else.
//!
//! **Formula** For each quasi-identifier, m = the smallest number of its values that together have at least 80 % of the rows;
//! estimator = n / Π m: about how many rows the frequent combinations have. **Reading** above 30 low, 10 to 30 medium, below 10 high.
//! **Source** a statistics office's manual. It needs the shares of values only, no classes; a missing value counts as a value.

use std::collections::BTreeMap;

use bauta_table::Table;
use serde::Serialize;

use super::readings::RiskReading;

/// What the quick estimate found.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct QuickEstimate {
    /// m of each quasi-identifier.
    pub per_attribute: BTreeMap<String, u64>,
    /// Their product.
    pub product: f64,
    /// Rows by product.
    pub estimator: f64,
    /// What it means.
    pub reading: RiskReading,
    /// What to do.
    pub advice: &'static str,
}

/// The quick estimate of a table, for the attributes at these indices.
pub fn quick_estimate(table: &Table, quasi_identifiers: &[usize]) -> QuickEstimate {
    let frequent = |&index: &usize| {
        let attribute = &table.attributes()[index];
        (
            attribute.name.clone(),
            values_for_most(table.counts_of(index)),
        )
    };
    let per_attribute: BTreeMap<String, u64> = quasi_identifiers.iter().map(frequent).collect();
    let product: f64 = per_attribute
        .values()
        .map(|&values| values as f64)
        .product();
    let estimator = table.counted_rows() as f64 / product;
    let reading = RiskReading::of_estimator(estimator);
    QuickEstimate {
        per_attribute,
        product,
        estimator,
        reading,
        advice: reading.advice(),
    }
}

/// How many of the most frequent values reach 80 % of all rows; counted in whole rows, so that exactly 80 % is enough.
fn values_for_most(mut counts: Vec<u64>) -> u64 {
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let all: u64 = counts.iter().sum();
    let mut reached = 0;
    let needed = counts.iter().take_while(|&&count| {
        let short = reached * 5 < all * 4;
        reached += count;
        short
    });
    (needed.count() as u64).max(1)
}

#[cfg(test)]
mod tests {
    use bauta_testkit::table_of;

    use super::*;

    /// The manual's example: six age groups, two sexes, a habitat with exactly 80 % in one value, 10 000 rows.
    #[test]
    fn the_example_of_the_manual() {
        let ages = [
            ("a", 2570),
            ("b", 2130),
            ("c", 1720),
            ("d", 1610),
            ("e", 1460),
            ("f", 510),
        ];
        let age: Vec<&str> = ages
            .iter()
            .flat_map(|&(age, rows)| vec![age; rows])
            .collect();
        let sex = |row: usize| if row.is_multiple_of(2) { "m" } else { "w" };
        let habitat = |row: usize| if row % 10 < 8 { "town" } else { "land" };
        let cells: Vec<[&str; 3]> = age
            .iter()
            .enumerate()
            .map(|(row, age)| [*age, sex(row), habitat(row)])
            .collect();
        let rows: Vec<&[&str]> = cells.iter().map(<[&str; 3]>::as_slice).collect();
        let found = quick_estimate(&table_of(&["age", "sex", "habitat"], &rows), &[0, 1, 2]);
        assert_eq!(
            found.per_attribute.values().copied().collect::<Vec<_>>(),
            [4, 1, 2]
        );
        assert_eq!(
            (found.product, found.estimator, found.reading),
            (8.0, 1250.0, RiskReading::Low)
        );
    }

    #[test]
    fn a_value_that_occurs_once_each_needs_four_fifths_of_them() {
        assert_eq!(values_for_most(vec![1; 10]), 8);
        assert_eq!(values_for_most(vec![7]), 1);
        assert_eq!(values_for_most(Vec::new()), 1);
    }
}
