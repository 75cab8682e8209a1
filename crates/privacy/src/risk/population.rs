//! How many people of the population a class stands for, and the risk for whom membership is not known.
//!
//! **Formulas** Journalist risk of a row = 1/X: one of X people of the population is the right one. Expected correct matches of a class =
//! x/X; a manual of a statistics office prints this one as the risk of a class. Their sum over classes is the number of rows that
//! an attacker with a register of the population gets right on average.
//!
//! **X** (1) by weights: Σ w over the class. (2) By the sampling fraction: x/f. (3) By a super-population model, where only N is known: Pitman's
//! model as it was fitted to the class sizes lets each further person join a class of x rows with the probability (x - α) / (n + θ), so X =
//! x + (N - n) (x - α) / (n + θ). (4) By a table of the population: counted. X is never taken below x.

use bauta_table::count::{FrequencySet, KeyColumn, group};
use bauta_table::{Codes, Column, Table};
use serde::Serialize;

use super::classes::max_and_mean;

/// Risks that look at the population.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PopulationRisk {
    /// 1/X in the worst class.
    pub max: f64,
    /// 1/X on average over rows.
    pub mean: f64,
    /// Σ x/X over the classes: expected correct matches.
    pub expected_matches: f64,
    /// Largest x/X of a class: the manual's figure.
    pub max_share: f64,
    /// The smallest X.
    pub smallest: f64,
}

/// The risks from the rows of each class and the people that they stand for.
pub fn population_risk(counts: &[u64], population: &[f64]) -> PopulationRisk {
    let (max, mean) = max_and_mean(counts, |class| 1.0 / population[class]);
    let shares = || {
        counts
            .iter()
            .zip(population)
            .map(|(&x, &people)| x as f64 / people)
    };
    PopulationRisk {
        max,
        mean,
        expected_matches: shares().sum(),
        max_share: shares().fold(0.0, f64::max),
        smallest: population.iter().copied().fold(f64::INFINITY, f64::min),
    }
}

/// Sums of weights, those of a class not below its rows; also how many classes were below. `weight_of` maps the weight column's codes,
/// `rows_of` says how many rows of the data a row stands for, where it is not one.
pub fn class_sizes_by_weight(
    counts: &[u64],
    class_of: &[u32],
    (weights, weight_of): (&Column, &[f64]),
    rows_of: Option<&[u64]>,
) -> (Vec<f64>, u64) {
    let mut sums = vec![0.0; counts.len()];
    for (row, (&class, code)) in class_of.iter().zip(weights.codes().iter()).enumerate() {
        sums[class as usize] +=
            weight_of[code as usize] * rows_of.map_or(1.0, |rows| rows[row] as f64);
    }
    let mut below = 0;
    for (sum, &x) in sums.iter_mut().zip(counts) {
        // What rounding takes from weights of 1 is no fault of theirs.
        below += u64::from(*sum < x as f64 * (1.0 - 1e-9));
        *sum = sum.max(x as f64);
    }
    (sums, below)
}

/// Rows by sampling fraction.
pub fn class_sizes_by_fraction(counts: &[u64], fraction: f64) -> Vec<f64> {
    counts.iter().map(|&x| x as f64 / fraction).collect()
}

/// By Pitman's model with these parameters, in a population of N.
pub fn class_sizes_by_model(
    counts: &[u64],
    (alpha, theta): (f64, f64),
    population: f64,
) -> Vec<f64> {
    let n = counts.iter().sum::<u64>() as f64;
    let joining = (population - n).max(0.0) / (n + theta);
    counts
        .iter()
        .map(|&x| x as f64 + joining * (x as f64 - alpha).max(0.0))
        .collect()
}

/// Rows of a population table in each class, matched by the labels of the quasi-identifiers at these indices of both tables.
pub fn class_sizes_by_table(
    set: &FrequencySet,
    (table, own): (&Table, &[usize]),
    (population, theirs): (&Table, &[usize]),
) -> Vec<u64> {
    let columns: Vec<Codes> = own
        .iter()
        .zip(theirs)
        .enumerate()
        .map(|(place, (&own, &theirs))| {
            joined(
                set.codes(place),
                &table.attributes()[own].column,
                &population.attributes()[theirs].column,
            )
        })
        .collect();
    let keys: Vec<KeyColumn<'_>> = columns
        .iter()
        .enumerate()
        // One code more: a label that the sample lacks.
        .map(|(place, codes)| KeyColumn {
            codes,
            map: None,
            distinct: set.distinct(place) + 1,
        })
        .collect();
    let found = group(&keys, set.len() + population.rows());
    // The set's tuples come first and differ, so their numbers are their own.
    let mut people = vec![0; set.len()];
    for (row, &class) in found.class_of[set.len()..].iter().enumerate() {
        if let Some(people) = people.get_mut(class as usize) {
            *people += population.weights().map_or(1, |weights| weights[row]);
        }
    }
    people
}

/// The codes of the set's tuples, then those of the population's rows in the same dictionary.
fn joined(tuples: &Codes, own: &Column, theirs: &Column) -> Codes {
    let dictionary = own.dictionary();
    let code_of: hashbrown::HashMap<String, u32, foldhash::fast::FixedState> = (0
        ..dictionary.len() as u32)
        .map(|code| (dictionary.label(code).into_owned(), code))
        .collect();
    let unknown = dictionary.len() as u32;
    let map: Vec<u32> = (0..theirs.dictionary().len() as u32)
        .map(|code| {
            code_of
                .get(theirs.dictionary().label(code).as_ref())
                .copied()
                .unwrap_or(unknown)
        })
        .collect();
    let here = tuples.len();
    let code = |item: usize| match item.checked_sub(here) {
        None => tuples.get(item),
        Some(row) => map[theirs.codes().get(row) as usize],
    };
    Codes::from_fn(here + theirs.len(), dictionary.len() + 1, code)
}

#[cfg(test)]
mod tests {
    use bauta_testkit::table_of;

    use super::*;

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
    }

    #[test]
    fn three_figures_that_are_not_mixed() {
        // Two rows of a class of 10 people, three of a class of 4.
        let found = population_risk(&[2, 3], &[10.0, 4.0]);
        near(found.max, 0.25);
        near(found.mean, (2.0 * 0.1 + 3.0 * 0.25) / 5.0);
        near(found.expected_matches, 0.2 + 0.75);
        near(found.max_share, 0.75);
    }

    #[test]
    fn weights_are_summed_in_their_class_and_never_below_its_rows() {
        let table = table_of(&["q", "w"], &[&["a", "20"], &["b", "0.5"], &["a", "30"]]);
        let (set, class_of) = FrequencySet::count(&table, &[0], &[]);
        let column = &table.attributes()[1].column;
        let weight_of: Vec<f64> = (0..3)
            .filter_map(|code| column.dictionary().measure(code))
            .collect();
        let found = class_sizes_by_weight(set.counts(), &class_of, (column, &weight_of), None);
        assert_eq!(found, (vec![50.0, 1.0], 1));
    }

    #[test]
    fn a_table_is_matched_by_labels() {
        let sample = table_of(&["q", "r"], &[&["a", "1"], &["b", "1"], &["b", "1"]]);
        let rows: &[&[&str]] = &[
            &["1", "b"],
            &["1", "a"],
            &["2", "a"],
            &["1", "b"],
            &["1", "b"],
            &["1", "c"],
        ];
        let population = table_of(&["r", "q"], rows);
        let (set, _) = FrequencySet::count(&sample, &[0, 1], &[]);
        assert_eq!(
            class_sizes_by_table(&set, (&sample, &[0, 1]), (&population, &[1, 0])),
            [1, 3]
        );
    }

    /// All classes together, and the one that nobody is in yet, make up the population.
    #[test]
    fn the_model_shares_the_population_out() {
        let (counts, parameters) = ([5, 1, 1, 3], (0.5, 2.0));
        let found = class_sizes_by_model(&counts, parameters, 1000.0);
        let elsewhere = 990.0 * (parameters.1 + 4.0 * parameters.0) / (10.0 + parameters.1);
        near(found.iter().sum::<f64>() + elsewhere, 1000.0);
        assert!(found[0] > found[3] && found[1] >= 1.0);
    }
}
