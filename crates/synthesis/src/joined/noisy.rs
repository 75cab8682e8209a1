//! Noisy tables, with differential privacy.

use std::collections::BTreeMap;

use bauta_methods::synthesis::noisy::{Budget, Domain, declare, measure};
use bauta_methods::synthesis::trees::Columns;
use bauta_table::{Attribute, Fault, Table};
use rand_chacha::ChaCha20Rng;

use super::{JoinedOptions, Made, PrivacySpent, target_of};
use bauta_messages::Result;

/// Measures and draws.
pub(super) fn make(
    table: &Table,
    given: &BTreeMap<String, Vec<String>>,
    epsilon: f64,
    options: &JoinedOptions,
    rng: &mut ChaCha20Rng,
) -> Result<Made> {
    let (domains, columns) = declare(table, given)?;
    let values = domains.iter().map(Domain::len).collect();
    let ordered = domains.iter().map(Domain::ordered).collect();
    let columns = Columns {
        columns,
        values,
        ordered,
    };
    let model = measure(
        &columns.coded(),
        &Budget {
            epsilon,
            target: target_of(table),
        },
    )
    .map_err(|error| vec![Fault::Request(error.to_string())])?;
    let codes = model.draw(options.rows.unwrap_or(model.rows as usize), rng);
    let attributes = domains.iter().zip(&codes).map(|(domain, codes)| Attribute {
        name: domain.name.clone(),
        role: domain.role,
        column: domain.column(codes),
    });
    let spent = PrivacySpent {
        epsilon: model.epsilon(),
        delta: 0.0,
        neighbours: "one row more or less",
        spent: model.spent.clone(),
    };
    let mut notes = vec![
        "the noise comes from the operating system: the same seed gives another table, as it must".to_owned(),
        "the proof rests on domains (declared values) and kinds of columns that were not chosen by looking at the rows"
            .to_owned(),
    ];
    if options.rows.is_none() {
        notes.push("the number of rows is noisy too: the true one is not told".into());
    }
    Ok(Made {
        table: Table::from_attributes(attributes.collect()),
        claim: format!("ε-differential privacy with ε = {epsilon} for one row more or less, δ = 0"),
        counts: None,
        copies: None,
        privacy: Some(spent),
        notes,
    })
}
