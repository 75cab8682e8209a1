//! Errors of counts by how religion and politics are spread: figures 4.7 to 4.9.

use bauta_graph::generate::{Extension, Spread};
use bauta_graph::release::Given;

use super::Work;
use super::comparison::Comparison;
use super::figures::bars;
use crate::Result;

/// The published names of the four ways to spread values.
const SPREADS: [(&str, Spread, Spread); 4] = [
    ("Skewed/Unskewed", Spread::Skewed, Spread::Uniform),
    ("Skewed/Skewed", Spread::Skewed, Spread::Skewed),
    ("Unskewed/Unskewed", Spread::Uniform, Spread::Uniform),
    ("Unskewed/Skewed", Spread::Uniform, Spread::Skewed),
];

/// With one sensitive property and with two; the third quasi-identifier has 15 values, which fits the published figures.
const SCHEMES: [(usize, &[&str], &[&str]); 2] = [
    (
        1,
        &["hasReligion"],
        &["politics", "researchInterest", "generic"],
    ),
    (
        2,
        &["hasReligion", "politics"],
        &["researchInterest", "generic"],
    ),
];

pub(super) fn found(work: &mut Work) -> Result<Vec<Comparison>> {
    let (bars, mut all) = (bars(), Vec::new());
    for (name, religion, politics) in SPREADS {
        let generic = vec![("generic".to_owned(), 15)];
        let extension = Extension {
            religion,
            politics,
            generic,
            age: false,
            sex: false,
            zipcode: None,
            ..Extension::default()
        };
        let mut graph = work.professors(extension)?;
        for (count, sensitive, quasi) in SCHEMES {
            let (evaluation, _) =
                work.evaluated(&mut graph, &context(sensitive, quasi), &Given::default())?;
            let dataset = work.dataset();
            let same = bars
                .iter()
                .filter(|bar| (bar.dataset, bar.distribution) == (dataset.as_str(), name));
            for bar in same.filter(|bar| bar.sensitive == count) {
                let counts = evaluation
                    .counts
                    .iter()
                    .find(|found| found.cardinality == bar.cardinality);
                let Some(ours) = counts.and_then(|found| bar.of(found)) else {
                    continue;
                };
                let setting = format!("{name}, {} attributes, {count} sensitive", bar.cardinality);
                all.push(Comparison::new(
                    bar.figure,
                    &dataset,
                    setting,
                    bar.measure(),
                    (bar.value, bar.value),
                    ours,
                ));
            }
        }
    }
    Ok(all)
}

fn context(sensitive: &[&str], quasi: &[&str]) -> String {
    let sensitive = sensitive
        .iter()
        .map(|name| format!("[[sensitive]]\nproperty = \"ub:{name}\"\n"));
    sensitive
        .chain(
            quasi
                .iter()
                .map(|name| format!("[[quasi-identifiers]]\nproperty = \"ub:{name}\"\n")),
        )
        .collect()
}
