//! What engines refuse: requests that do not fit the columns, or themselves.

use std::collections::HashSet;

use bauta_table::nearest_name;

use crate::contract::{Capabilities, Mapping, Replaced};
use crate::error::{Error, Result};

/// Refuses columns that are not there, are asked for twice, or none at all.
pub(crate) fn check_columns(known: &[String], asked: &[String]) -> Result<()> {
    if asked.is_empty() {
        return Err(Error::request(
            "no column is asked for",
            "name at least one",
        ));
    }
    let mut seen = HashSet::new();
    for name in asked {
        if !known.contains(name) {
            return Err(unknown(known, name));
        }
        if !seen.insert(name) {
            return Err(Error::request(
                format!("column \"{name}\" is asked for twice"),
                "name it once",
            ));
        }
    }
    Ok(())
}

fn unknown(known: &[String], name: &str) -> Error {
    let hint = match nearest_name(name, known.iter().map(String::as_str)) {
        Some(nearest) => format!("did you mean \"{nearest}\"?"),
        None => "check the name".to_owned(),
    };
    Error::request(format!("the data have no column \"{name}\""), hint)
}

/// Bytes that a combination takes in this process: as the engine gave it, in our codes, its weight.
const COMBINATION_BYTES: u64 = 150;

/// How many combinations may be held here: half of what may be taken is for what is made of them.
pub(crate) fn room(memory: Option<u64>) -> u64 {
    memory.map_or(u64::MAX, |bytes| bytes / 2 / COMBINATION_BYTES)
}

/// Refuses a mapping that does not fit the columns, itself or what the engine can do.
pub(crate) fn check_mapping(
    known: &[String],
    capabilities: Capabilities,
    mapping: &Mapping,
) -> Result<()> {
    check_names(known, mapping)?;
    let broken = |what: &str| {
        Error::request(
            format!("the look-up table of {what} does not fit"),
            "count the data again",
        )
    };
    let width = mapping
        .tuples
        .as_ref()
        .map_or(0, |tuples| tuples.labels.len());
    for (name, replaced) in &mapping.columns {
        match replaced {
            Replaced::ByValue { keys, labels } if keys.len() != labels.len() => {
                return Err(broken(name));
            }
            Replaced::Drawn(_) if !capabilities.row_numbers => {
                return Err(Error::undeclared("cells by row numbers"));
            }
            Replaced::Made(made) => capabilities.pseudonyms.check(made.by.as_ref())?,
            Replaced::ByTuple { place } if *place >= width => return Err(broken(name)),
            Replaced::ByRegion { cuts, labels } if labels.len() != cuts.regions as usize => {
                return Err(broken(name));
            }
            _ => {}
        }
    }
    if let Some(cuts) = mapping.cuts() {
        let columns: Vec<String> = cuts
            .columns
            .iter()
            .map(|ranked| ranked.column.clone())
            .collect();
        check_columns(known, &columns)?;
        if let Some(ranked) = cuts
            .columns
            .iter()
            .find(|ranked| ranked.keys.len() != ranked.ranks.len())
        {
            return Err(broken(&ranked.column));
        }
    }
    let Some(tuples) = &mapping.tuples else {
        return Ok(());
    };
    let keys: Vec<String> = tuples
        .keys
        .schema()
        .fields()
        .iter()
        .map(|field| field.name().clone())
        .collect();
    check_columns(known, &keys)?;
    if tuples
        .labels
        .iter()
        .all(|labels| labels.len() == tuples.keys.num_rows())
    {
        Ok(())
    } else {
        Err(broken("combinations"))
    }
}

/// Refuses columns that are not there or come twice. What is made may have a name of its own.
fn check_names(known: &[String], mapping: &Mapping) -> Result<()> {
    let mut all = known.to_vec();
    for (name, replaced) in &mapping.columns {
        if let Replaced::Made(made) = replaced {
            check_columns(known, &made.from)?;
            all.push(name.clone());
        }
    }
    let names: Vec<String> = mapping
        .columns
        .iter()
        .map(|(name, _)| name.clone())
        .collect();
    check_columns(&all, &names)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Int64Array};

    use super::*;
    use crate::contract::{LargeCounts, Pseudonyms};

    /// What every engine can do.
    const LEAST: Capabilities = Capabilities {
        row_numbers: false,
        pseudonyms: Pseudonyms::Nowhere,
        large_counts: LargeCounts::InEngine,
    };

    fn known() -> Vec<String> {
        vec!["age".to_owned(), "zip".to_owned()]
    }

    #[test]
    fn columns_are_checked_by_name() {
        assert!(check_columns(&known(), &known()).is_ok());
        let told = |asked: &[&str]| {
            let asked: Vec<String> = asked.iter().map(|name| (*name).to_owned()).collect();
            check_columns(&known(), &asked).unwrap_err().to_string()
        };
        assert!(told(&["agee"]).contains("did you mean \"age\"?"));
        assert!(told(&["age", "age"]).contains("twice"));
        assert!(told(&[]).contains("no column"));
    }

    #[test]
    fn a_mapping_must_fit_itself() {
        let keys: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None]));
        let by_value = |labels: usize| Mapping {
            columns: vec![(
                "age".into(),
                Replaced::ByValue {
                    keys: keys.clone(),
                    labels: vec![None; labels],
                },
            )],
            tuples: None,
        };
        assert!(check_mapping(&known(), LEAST, &by_value(2)).is_ok());
        assert!(check_mapping(&known(), LEAST, &by_value(1)).is_err());
        let lost = Mapping {
            columns: vec![("zip".into(), Replaced::ByTuple { place: 0 })],
            tuples: None,
        };
        assert!(check_mapping(&known(), LEAST, &lost).is_err());
    }
}
