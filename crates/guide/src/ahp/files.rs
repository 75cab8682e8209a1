//! The files of `guide score`: evaluations as CSV, context and scales as JSON.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde_json::Value;

use super::document::DecisionContext;
use super::scale::{Arithmetic, Better, Scale, Scales, decimal};
use crate::{Faults, Result, Said};

/// Evaluations of alternatives on the leaves of the hierarchy.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Evaluations {
    /// The alternatives, in their order.
    pub ids: Vec<String>,
    /// For each leaf the evaluation of each alternative.
    pub values: BTreeMap<String, Vec<Decimal>>,
}

/// A context file.
///
/// # Errors
/// What is not of this shape.
pub fn read_context(text: &str, name: &str) -> Result<DecisionContext> {
    DecisionContext::parse(text, name)
}

/// The column of each leaf, from a CSV file with a header and a column `id`: the one of its name, one that begins with its name and `_`,
/// that of the usage need for `usage_need`, or what the context says.
///
/// # Errors
/// All faults: columns that are missing, cells that are no numbers, ids that stand twice.
pub fn read_evaluations(
    text: &str,
    leaves: &[String],
    context: &DecisionContext,
) -> Result<Evaluations> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let broken = |error: csv::Error| {
        Faults::one(
            format!("the evaluations cannot be read: {error}"),
            format!("les évaluations sont illisibles : {error}"),
        )
    };
    let header: Vec<String> = reader
        .headers()
        .map_err(broken)?
        .iter()
        .map(str::to_owned)
        .collect();
    let mut faults = Vec::new();
    let mut place = |column: Option<usize>, wanted: &str| {
        if column.is_none() {
            faults.push(Said::new(
                format!("the evaluations have no column for \"{wanted}\"; name it so, or under \"columns\" in the context"),
                format!("les évaluations n'ont pas de colonne pour « {wanted} » ; nommez-la ainsi, ou sous « columns » dans le contexte"),
            ));
        }
        column
    };
    let id = place(header.iter().position(|name| name == "id"), "id");
    let columns: Vec<Option<usize>> = leaves
        .iter()
        .map(|leaf| place(column(&header, leaf, context), leaf))
        .collect();
    let mut evaluations = Evaluations::default();
    for (row, record) in reader.records().enumerate() {
        let record = record.map_err(broken)?;
        let name = id
            .and_then(|id| record.get(id))
            .unwrap_or_default()
            .to_owned();
        if evaluations.ids.contains(&name) {
            faults.push(Said::new(
                format!(
                    "line {}: the id stands twice; give each alternative its own",
                    row + 2
                ),
                format!(
                    "ligne {} : l'identifiant figure deux fois ; donnez à chaque solution le sien",
                    row + 2
                ),
            ));
        }
        evaluations.ids.push(name);
        for (leaf, column) in leaves.iter().zip(&columns) {
            let Some(column) = column else { continue };
            match record.get(*column).and_then(decimal) {
                Some(value) => evaluations
                    .values
                    .entry(leaf.clone())
                    .or_default()
                    .push(value),
                None => faults.push(Said::new(
                    format!("line {}: the cell of \"{leaf}\" is no number", row + 2),
                    format!(
                        "ligne {} : la case de « {leaf} » n'est pas un nombre",
                        row + 2
                    ),
                )),
            }
        }
    }
    if evaluations.ids.is_empty() {
        faults.push(Said::new(
            "the evaluations have no row",
            "les évaluations n'ont aucune ligne",
        ));
    }
    Faults::unless(faults, evaluations)
}

fn column(header: &[String], leaf: &str, context: &DecisionContext) -> Option<usize> {
    let exactly = |wanted: &str| header.iter().position(|name| name == wanted);
    let told = context.columns.get(leaf).map(|wanted| exactly(wanted));
    let need = || {
        context
            .usage
            .as_ref()
            .filter(|_| leaf == "usage_need")
            .and_then(|usage| exactly(&usage.need))
    };
    let begun = || {
        header.iter().position(|name| {
            name.strip_prefix(leaf)
                .is_some_and(|rest| rest.starts_with('_'))
        })
    };
    told.unwrap_or_else(|| exactly(leaf).or_else(need).or_else(begun))
}

/// Scales by criterion, and what is worth saying about them. Two shapes are read: Bauta's own (`better`, `unit`, `truncate`,
/// `upper_inclusive`, `arithmetic`) and that of recovered scales (`one_compatible_grid_upper_inclusive`,
/// `upper_inclusive_integer_pct`, `one_compatible_rule`, `evidence`).
///
/// # Errors
/// All faults of the file.
pub fn read_scales(text: &str, name: &str) -> Result<(Scales, Vec<Said>)> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        Faults::one(
            format!("{name} is no JSON: {error}"),
            format!("{name} n'est pas du JSON : {error}"),
        )
    })?;
    let Some(criteria) = value.get("criteria").and_then(Value::as_object) else {
        return Err(Faults::one(
            format!("{name} has no \"criteria\" with a scale each"),
            format!("{name} n'a pas de « criteria » avec une échelle chacun"),
        ));
    };
    let (mut scales, mut notes, mut faults) = (Scales::new(), Vec::new(), Vec::new());
    for (criterion, given) in criteria {
        match scale(given) {
            Some(scale) => {
                notes.extend(said_of(criterion, given, &scale));
                scales.insert(criterion.clone(), scale);
            }
            None => faults.push(Said::new(
                format!("{name}: the scale of \"{criterion}\" needs \"better\" (higher or lower) and at most 8 increasing thresholds (\"upper_inclusive\")"),
                format!("{name} : l'échelle de « {criterion} » exige « better » (higher ou lower) et au plus 8 seuils croissants (« upper_inclusive »)"),
            )),
        }
    }
    Faults::unless(faults, (scales, notes))
}

fn scale(given: &Value) -> Option<Scale> {
    let better: Better = serde_json::from_value(given.get("better")?.clone()).ok()?;
    let points = decimal("0.01")?;
    let (unit, truncate, upper_inclusive) = if let Some(own) = given.get("upper_inclusive") {
        let unit = given.get("unit").map_or(Some(Decimal::ONE), number)?;
        (
            unit,
            given
                .get("truncate")
                .and_then(Value::as_bool)
                .unwrap_or(false),
            numbers(own)?,
        )
    } else if let Some(grid) = given.get("one_compatible_grid_upper_inclusive") {
        (Decimal::ONE, false, numbers(grid)?)
    } else if let Some(whole) = given.get("upper_inclusive_integer_pct") {
        (points, true, numbers(whole)?)
    } else if given.get("one_compatible_rule").and_then(Value::as_str)
        == Some("min(9, floor(pct)+1)")
    {
        (points, true, (0..8).map(Decimal::from).collect())
    } else if given.get("evidence").is_some_and(Value::is_string) {
        // Said in words only: every pair is equal.
        (Decimal::ONE, false, Vec::new())
    } else {
        return None;
    };
    let arithmetic = match given.get("arithmetic") {
        Some(told) => serde_json::from_value(told.clone()).ok()?,
        None if told_apart_in_binary(given) => Arithmetic::Binary,
        None => Arithmetic::Decimal,
    };
    let increasing = upper_inclusive.is_sorted_by(|a, b| a < b) && upper_inclusive.len() <= 8;
    (increasing && unit > Decimal::ZERO).then_some(Scale {
        better,
        unit,
        truncate,
        upper_inclusive,
        arithmetic,
    })
}

/// Whether the evidence of a scale has two differences nearer to each other than any decimals are, with different intensities.
fn told_apart_in_binary(given: &Value) -> bool {
    let pairs = given
        .get("evidence")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let read = |pair: &Value| Some((pair.get(0)?.as_f64()?, pair.get(1)?.as_i64()?));
    let pairs: Vec<(f64, i64)> = pairs.iter().filter_map(read).collect();
    pairs
        .windows(2)
        .any(|two| matches!(two, [a, b] if a.1 != b.1 && (a.0 - b.0).abs() < 1e-9))
}

fn said_of(criterion: &str, given: &Value, scale: &Scale) -> Option<Said> {
    let silent = given.get("arithmetic").is_some() || scale.arithmetic == Arithmetic::Decimal;
    (!silent).then(|| {
        Said::new(
            format!("\"{criterion}\": the evidence of its scale tells differences apart that are equal as decimals, so differences are binary as they were there"),
            format!("« {criterion} » : les preuves de son échelle distinguent des écarts égaux en décimal ; les écarts sont donc pris en binaire, comme là-bas"),
        )
    })
}

fn number(value: &Value) -> Option<Decimal> {
    value
        .as_str()
        .map_or_else(|| decimal(&value.to_string()), decimal)
}

fn numbers(value: &Value) -> Option<Vec<Decimal>> {
    value.as_array()?.iter().map(number).collect()
}
