//! A release beside its original: the spread of each attribute, and the regions of two attributes.

use std::collections::BTreeMap;

use bauta_privacy::Release;
use bauta_table::{Column, Table, interval};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dataset::Read;
use crate::histogram::{Bar, histogram};

/// An attribute before and after.
#[derive(Debug, Serialize, ToSchema)]
pub struct Distribution {
    /// Its name.
    pub name: String,
    /// As it was read; empty for an attribute that the release adds.
    pub before: Vec<Bar>,
    /// As it is released.
    pub after: Vec<Bar>,
}

/// The spread of every released attribute.
pub fn distributions(read: &Read, release: &Release) -> Vec<Distribution> {
    let mut found: Vec<Distribution> = Vec::new();
    for table in release.published() {
        for attribute in table.attributes() {
            if found.iter().any(|known| known.name == attribute.name) {
                continue;
            }
            let place = read.table().index_of(&attribute.name).ok();
            let before = place
                .and_then(|place| read.histograms.get(place))
                .cloned()
                .unwrap_or_default();
            found.push(Distribution {
                name: attribute.name.clone(),
                before,
                after: histogram(&attribute.column),
            });
        }
    }
    found
}

/// The region of two attributes.
#[derive(Debug, Serialize, ToSchema)]
pub struct Region {
    /// From and to; none where the label is no interval and no number.
    pub x: Option<(f64, f64)>,
    /// From and to.
    pub y: Option<(f64, f64)>,
    /// The label of the first attribute.
    pub x_label: String,
    /// The label of the second.
    pub y_label: String,
    /// Rows in it.
    pub rows: u64,
}

/// The regions of two columns of a table, largest first.
pub fn regions(table: &Table, x: usize, y: usize) -> Vec<Region> {
    let column = |index: usize| {
        table
            .attributes()
            .get(index)
            .map(|attribute| &attribute.column)
    };
    let (Some(x), Some(y)) = (column(x), column(y)) else {
        return Vec::new();
    };
    let mut counts: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    for pair in x.codes().iter().zip(y.codes().iter()) {
        *counts.entry(pair).or_default() += 1;
    }
    let region = |((one, other), rows)| Region {
        x: bounds(x, one),
        y: bounds(y, other),
        x_label: x.dictionary().label(one).into_owned(),
        y_label: y.dictionary().label(other).into_owned(),
        rows,
    };
    let mut regions: Vec<Region> = counts.into_iter().map(region).collect();
    regions.sort_by_key(|region| std::cmp::Reverse(region.rows));
    regions
}

fn bounds(column: &Column, code: u32) -> Option<(f64, f64)> {
    let dictionary = column.dictionary();
    let point = || {
        dictionary
            .label(code)
            .trim()
            .parse::<f64>()
            .ok()
            .map(|value| (value, value))
    };
    let measured = dictionary.measure(code).map(|value| (value, value));
    let interval = || interval::parse(&dictionary.label(code)).map(|found| (found.low, found.high));
    let found = measured.or_else(interval).or_else(point)?;
    // JSON has no infinity.
    (found.0.is_finite() && found.1.is_finite()).then_some(found)
}
