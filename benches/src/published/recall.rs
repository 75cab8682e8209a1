//! Recall after k-anonymity of professors, at the granularity of the questions: what the text says of figures 5.4 to 5.12.

use std::collections::BTreeMap;

use bauta_graph::generate::{Extension, Spread};
use bauta_graph::release::Given;
use bauta_table::Hierarchy;

use super::Work;
use super::comparison::{Comparison, Measure};
use super::figures::{RecallClaim, recall_claims};
use crate::Result;

/// The k that were published.
const SIZES: [u64; 5] = [2, 3, 5, 8, 15];
/// Generalised triples a second, whatever k (figure 5.4).
const RATE: f64 = 1700.0;

pub(super) fn found(work: &mut Work) -> Result<Vec<Comparison>> {
    let dataset = work.dataset();
    let claims: Vec<RecallClaim> = recall_claims()
        .into_iter()
        .filter(|claim| claim.dataset == dataset)
        .collect();
    let (mut all, mut rate) = (Vec::new(), f64::INFINITY);
    for zipcodes in [300, 3000] {
        let asked = claims.iter().filter(|claim| claim.zipcodes == zipcodes);
        let politics = Spread::None;
        let extension = Extension {
            politics,
            zipcode: Some((80_000, zipcodes)),
            ..Extension::default()
        };
        let mut graph = work.professors(extension)?;
        let mut known: BTreeMap<(usize, &str, u64), f64> = BTreeMap::new();
        for claim in asked {
            let mut worst = f64::INFINITY;
            for k in SIZES
                .into_iter()
                .filter(|k| (claim.k.0..=claim.k.1).contains(k))
            {
                let key = (claim.digits, claim.scope, k);
                let recall = match known.get(&key) {
                    Some(recall) => *recall,
                    None => {
                        let (evaluation, seconds) = work.evaluated(
                            &mut graph,
                            &context(claim.digits, claim.scope, k),
                            &given()?,
                        )?;
                        rate = rate.min(3.0 * work.professors as f64 / seconds.max(1e-9));
                        let counts = evaluation
                            .counts
                            .iter()
                            .find(|found| found.quasi_identifiers.len() == 2);
                        *known
                            .entry(key)
                            .or_insert(counts.map_or(0.0, |found| found.recall))
                    }
                };
                worst = worst.min(recall);
            }
            all.push(Comparison::new(
                claim.figure,
                &dataset,
                setting(claim),
                Measure::Recall,
                claim.recall,
                worst,
            ));
        }
    }
    let setting = "generalising sex, age and post code, the slowest of all runs".to_owned();
    all.push(Comparison::new(
        "5.4",
        &dataset,
        setting,
        Measure::TriplesPerSecond,
        (RATE, RATE),
        rate,
    ));
    Ok(all)
}

fn setting(claim: &RecallClaim) -> String {
    let RecallClaim {
        zipcodes,
        digits,
        scope,
        k,
        ..
    } = claim;
    let k = if k.0 == k.1 {
        k.0.to_string()
    } else {
        format!("{} to {}", k.0, k.1)
    };
    format!("{zipcodes} post codes, {digits} digits less, {scope}, k = {k}")
}

/// Values at the granularity of the questions: decades, prefixes, and no sex, for which nobody asks.
fn context(digits: usize, scope: &str, k: u64) -> String {
    let prefix = 5 - digits;
    format!(
        "[[sensitive]]\nproperty = \"ub:hasReligion\"\n\
         [[quasi-identifiers]]\nproperty = \"ub:age\"\nhierarchy = {{ type = \"intervals\", widths = [10, 20] }}\nasked-level = 1\nasked = {{ width = 10 }}\n\
         [[quasi-identifiers]]\nproperty = \"ub:zipcode\"\nhierarchy = {{ type = \"masking\" }}\nasked-level = {digits}\nasked = {{ prefix = {prefix} }}\n\
         [[quasi-identifiers]]\nproperty = \"ub:sex\"\nhierarchy = \"sex.csv\"\nasked-level = 1\n\
         [k-anonymity]\nk = {k}\nscope = \"{scope}\"\n"
    )
}

fn given() -> Result<Given> {
    let rows = [["male", "*"], ["female", "*"]].map(|row| row.map(str::to_owned).to_vec());
    let sex =
        Hierarchy::from_rows("sex", &rows).map_err(|_| "the hierarchy of sexes does not fit")?;
    Ok(Given {
        hierarchies: BTreeMap::from([("sex".to_owned(), sex)]),
        seed: 1,
        ..Given::default()
    })
}
