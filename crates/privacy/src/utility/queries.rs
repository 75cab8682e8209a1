//! Random count queries: what an analyst who counts rows would get from the release.
//!
//! **Idea.** (1) A query names some quasi-identifiers, a range of values of each (a set, where values have no order), and perhaps a sensitive
//! value: *how many rows have age 30 to 40, profession nurse or cook, and disease D?* The width of the ranges is such that,
//! were attributes independent and uniform, a share `selectivity` of the rows would fit. (2) The original is counted. (3) The release is
//! estimated: rows are uniform inside their box, and a sensitive value is spread over its group as its histogram says.
//! (4) Error of a query = |estimate − count| / max(count, sanity bound). Mean and median are reported.
//! **Source** `xiao2006anatomy`, §6, and `lefevre2006workload`; the sanity bound is that of the literature, a small share of the rows.
//! **Direction** loss: 0 = as good as the original. Rows that were left out count for nothing in the estimate.

use bauta_table::count::FrequencySet;
use bauta_table::recoding::Prepared;
use bauta_table::{Role, Table};
use rayon::prelude::*;
use serde::Serialize;

use super::cover::Ranks;
use super::reading::Reading;

/// What queries are asked.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Workload {
    /// How many queries.
    pub count: usize,
    /// How many quasi-identifiers each names; all, if there are fewer.
    pub attributes: usize,
    /// Share of the rows that a query would select if attributes were independent and uniform.
    pub selectivity: f64,
    /// Smallest count by which an error is divided, as a share of the rows.
    pub sanity: f64,
    /// Whether a sensitive value is asked for too.
    pub sensitive: bool,
}

impl Default for Workload {
    fn default() -> Self {
        Workload {
            count: 1000,
            attributes: 2,
            selectivity: 0.05,
            sanity: 0.001,
            sensitive: true,
        }
    }
}

/// One query: ranks by quasi-identifier, and the label of a sensitive value.
pub struct Query {
    /// Which quasi-identifiers, and which of their values.
    pub ranges: Vec<(usize, Ranks)>,
    /// The code of a value of the first sensitive attribute.
    pub value: Option<u32>,
}

/// How far estimates are from counts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct QueryError {
    /// Queries asked.
    pub queries: usize,
    /// Mean relative error.
    pub mean: f64,
    /// Median relative error.
    pub median: f64,
}

/// Draws queries; `draw(n)` is a number below `n`, uniformly.
pub fn queries(
    prepared: &Prepared<'_>,
    workload: &Workload,
    mut draw: impl FnMut(usize) -> usize,
) -> Vec<Query> {
    let several: Vec<usize> = (0..prepared.qis.len())
        .filter(|&qi| prepared.qis[qi].ranks() > 1)
        .collect();
    let values = prepared.sensitive.first().map(|&index| {
        prepared.table.attributes()[index]
            .column
            .dictionary()
            .value_count()
    });
    let named = workload.attributes.min(several.len());
    let width = workload
        .selectivity
        .clamp(0.0, 1.0)
        .powf(1.0 / (named.max(1)) as f64);
    let mut one = || {
        let mut left = several.clone();
        let mut ranges = Vec::new();
        for _ in 0..named {
            let qi = left.swap_remove(draw(left.len()));
            ranges.push((qi, range(prepared, qi, width, &mut draw)));
        }
        let value = values
            .filter(|&count| workload.sensitive && count > 0)
            .map(|count| draw(count) as u32);
        Query { ranges, value }
    };
    (0..workload.count).map(|_| one()).collect()
}

/// Neighbouring values where they have an order, any values where they have none.
fn range(
    prepared: &Prepared<'_>,
    qi: usize,
    width: f64,
    draw: &mut impl FnMut(usize) -> usize,
) -> Ranks {
    let qi = &prepared.qis[qi];
    let ranks = qi.ranks();
    let wanted = ((width * ranks as f64).round() as usize).clamp(1, ranks);
    if qi.is_measurable() || qi.hierarchy.is_some() {
        let first = draw(ranks - wanted + 1);
        return Ranks::Range(first as u32, (first + wanted - 1) as u32);
    }
    let mut left: Vec<u32> = (0..ranks as u32).collect();
    Ranks::of(
        (0..wanted)
            .map(|_| left.swap_remove(draw(left.len())))
            .collect(),
    )
}

/// Counts a query on the original.
pub fn answer(prepared: &Prepared<'_>, query: &Query) -> u64 {
    let set = prepared.set();
    let wanted: Vec<(usize, Vec<bool>)> = query
        .ranges
        .iter()
        .map(|(qi, ranks)| {
            (
                *qi,
                prepared.qis[*qi]
                    .rank_of_code()
                    .iter()
                    .map(|&rank| ranks.contains(rank))
                    .collect(),
            )
        })
        .collect();
    let fits = |tuple: &usize| {
        wanted
            .iter()
            .all(|(qi, wanted)| wanted[set.codes(*qi).get(*tuple) as usize])
    };
    let rows = |tuple: usize| match (query.value, set.histograms().first()) {
        (Some(value), Some(histogram)) => histogram
            .of(tuple)
            .find(|(code, _)| *code == value)
            .map_or(0, |(_, n)| n),
        _ => set.counts()[tuple],
    };
    (0..set.len()).filter(fits).map(rows).sum()
}

/// A release made ready to be asked.
pub struct Estimator<'a> {
    reading: &'a Reading,
    codes: Vec<Vec<u32>>,
    rows: Vec<u64>,
    /// The group of each cell, and for each group its rows and how many have each sensitive value, by original code.
    group_of: Vec<u32>,
    group_rows: Vec<u64>,
    values: Vec<Vec<(u32, u64)>>,
}

impl<'a> Estimator<'a> {
    /// Groups are the classes of the table that has the sensitive attribute. Where quasi-identifiers and sensitive values are in two
    /// tables, `quasi` and `sensitive` differ and share the attributes in the role of a quasi-identifier: the bucket.
    pub fn new(
        prepared: &Prepared<'_>,
        reading: &'a Reading,
        quasi: &Table,
        sensitive: &Table,
    ) -> Self {
        let name = prepared
            .sensitive
            .first()
            .map(|&index| prepared.table.attributes()[index].name.as_str());
        let links: Vec<&str> = quasi
            .with_role(Role::QuasiIdentifier)
            .into_iter()
            .map(|index| quasi.attributes()[index].name.as_str())
            .filter(|name| sensitive.index_of(name).is_ok())
            .collect();
        let at = |table: &Table, names: &[&str]| -> Vec<usize> {
            names
                .iter()
                .filter_map(|name| table.index_of(name).ok())
                .collect()
        };
        let value = name.and_then(|name| sensitive.index_of(name).ok());
        let (groups, _) = FrequencySet::count(sensitive, &at(sensitive, &links), value.as_slice());
        let kept: Vec<usize> = reading
            .columns
            .iter()
            .filter_map(|column| column.attribute)
            .collect();
        let keys: Vec<usize> = kept.iter().copied().chain(at(quasi, &links)).collect();
        let (cells, _) = FrequencySet::count(quasi, &keys, &[]);
        let group_of = linked(&cells, kept.len(), quasi, &groups, sensitive, &links);
        let mut place = 0;
        let codes = reading.columns.iter().map(|column| match column.attribute {
            None => vec![0; cells.len()],
            Some(_) => {
                place += 1;
                cells.codes(place - 1).iter().collect()
            }
        });
        let codes = codes.collect();
        let values = value_counts(prepared, &groups, sensitive, value);
        Estimator {
            reading,
            codes,
            rows: cells.counts().to_vec(),
            group_of,
            group_rows: groups.counts().to_vec(),
            values,
        }
    }

    /// The expected number of rows that fit.
    pub fn estimate(&self, query: &Query) -> f64 {
        let shares: Vec<(usize, Vec<f64>)> = query
            .ranges
            .iter()
            .map(|(qi, ranks)| {
                let covers = &self.reading.columns[*qi].covers;
                (
                    *qi,
                    covers
                        .iter()
                        .map(|cover| cover.ranks.share_in(ranks))
                        .collect(),
                )
            })
            .collect();
        let of_group = |group: usize| match query.value {
            None => 1.0,
            Some(value) => {
                let found = self.values[group]
                    .iter()
                    .find(|(code, _)| *code == value)
                    .map_or(0, |(_, count)| *count);
                found as f64 / self.group_rows[group].max(1) as f64
            }
        };
        let of_group: Vec<f64> = (0..self.group_rows.len()).map(of_group).collect();
        let cell = |number: usize| {
            let share: f64 = shares
                .iter()
                .map(|(qi, of_code)| of_code[self.codes[*qi][number] as usize])
                .product();
            let linked = of_group
                .get(self.group_of[number] as usize)
                .copied()
                .unwrap_or(0.0);
            self.rows[number] as f64 * share * linked
        };
        (0..self.rows.len()).map(cell).sum()
    }
}

/// The group of each cell, by the labels of the attributes that both tables share.
fn linked(
    cells: &FrequencySet,
    skip: usize,
    quasi: &Table,
    groups: &FrequencySet,
    sensitive: &Table,
    links: &[&str],
) -> Vec<u32> {
    let key = |set: &FrequencySet, table: &Table, skip: usize, item: usize| -> Vec<String> {
        let label = |(place, name): (usize, &&str)| {
            let index = table.index_of(name).ok()?;
            Some(
                table.attributes()[index]
                    .column
                    .dictionary()
                    .label(set.codes(skip + place).get(item))
                    .into_owned(),
            )
        };
        links.iter().enumerate().filter_map(label).collect()
    };
    let number: std::collections::HashMap<Vec<String>, u32> = (0..groups.len())
        .map(|group| (key(groups, sensitive, 0, group), group as u32))
        .collect();
    (0..cells.len())
        .map(|cell| {
            number
                .get(&key(cells, quasi, skip, cell))
                .copied()
                .unwrap_or(u32::MAX)
        })
        .collect()
}

/// The sensitive values of each group, by their codes in the original.
fn value_counts(
    prepared: &Prepared<'_>,
    groups: &FrequencySet,
    sensitive: &Table,
    value: Option<usize>,
) -> Vec<Vec<(u32, u64)>> {
    let (Some(&index), Some(value), Some(histogram)) = (
        prepared.sensitive.first(),
        value,
        groups.histograms().first(),
    ) else {
        return vec![Vec::new(); groups.len()];
    };
    let original = prepared.table.attributes()[index].column.dictionary();
    let code_of: std::collections::HashMap<String, u32> = (0..original.len() as u32)
        .map(|code| (original.label(code).into_owned(), code))
        .collect();
    let released = sensitive.attributes()[value].column.dictionary();
    let map: Vec<Option<u32>> = (0..released.len() as u32)
        .map(|code| code_of.get(released.label(code).as_ref()).copied())
        .collect();
    let counts = |group: usize| {
        histogram
            .of(group)
            .filter_map(|(code, n)| Some((map[code as usize]?, n)))
            .collect()
    };
    (0..groups.len()).map(counts).collect()
}

/// The errors of all queries; `None` without queries or rows.
pub fn error(
    prepared: &Prepared<'_>,
    estimator: &Estimator<'_>,
    queries: &[Query],
    sanity: f64,
) -> Option<QueryError> {
    let least = (sanity * prepared.set().rows() as f64).max(1.0);
    let mut errors: Vec<f64> = queries
        .par_iter()
        .map(|query| {
            let count = answer(prepared, query) as f64;
            (estimator.estimate(query) - count).abs() / count.max(least)
        })
        .collect();
    errors.sort_by(f64::total_cmp);
    let middle = *errors.get(errors.len() / 2)?;
    let median = match errors.len() % 2 {
        0 => (middle + errors[errors.len() / 2 - 1]) / 2.0,
        _ => middle,
    };
    Some(QueryError {
        queries: errors.len(),
        mean: errors.iter().sum::<f64>() / errors.len() as f64,
        median,
    })
}
