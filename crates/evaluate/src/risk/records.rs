//! The figures of each row, as a table to be written: row numbers and risks, no value of the data.

use bauta_formats::{Locator, WriteOptions};
use bauta_table::{Cell, Column, ColumnBuilder, Progress, ReadAs, Table};

use super::Measured;
use super::request::{Ready, RiskOptions};
use bauta_messages::Result;
use bauta_run::driver::cancelled;

/// Writes the table of records to its place.
pub(super) fn write(
    ready: &Ready,
    measured: &Measured,
    locator: &Locator,
    options: &RiskOptions,
    progress: &dyn Progress,
) -> Result<()> {
    let written = WriteOptions {
        force: options.force,
        ..WriteOptions::default()
    };
    bauta_formats::stage(&table(ready, measured), locator, &written, progress)
        .map_err(cancelled)?
        .commit()?;
    Ok(())
}

fn table(ready: &Ready, measured: &Measured) -> Table {
    let counts = measured.classes.set.counts();
    let size = match ready.units {
        Some(_) => "class_people",
        None => "class_rows",
    };
    let mut columns = vec![("row".to_owned(), rows(ready.table.rows()))];
    let mut add = |name: &str, figure: &dyn Fn(usize) -> f64| {
        columns.push((name.to_owned(), by_class(measured, figure)));
    };
    add(size, &|class| counts[class] as f64);
    add("prosecutor_risk", &|class| 1.0 / counts[class] as f64);
    if let Some(people) = &measured.people {
        add("population_rows", &|class| people.of_class[class]);
        add("journalist_risk", &|class| 1.0 / people.of_class[class]);
        if let Some(individual) = &people.individual {
            add("individual_risk", &|class| individual.of_class[class]);
        }
    }
    if let Some(suda) = &measured.suda {
        // Scores are those of a unit where people have several rows.
        let unit_of = ready.units.as_ref().map(|units| units.of_row.as_slice());
        let unit_of = unit_of.unwrap_or(&measured.classes.of_row);
        let score = |scores: &[f64]| by_item(unit_of, scores.len(), &|unit| scores[unit]);
        columns.push(("suda_score".to_owned(), score(&suda.scores)));
        columns.push(("dis_suda_score".to_owned(), score(&suda.dis_scores)));
    }
    columns.extend(household(measured).map(|column| ("household_risk".to_owned(), column)));
    Table::new(columns)
}

fn rows(rows: usize) -> Column {
    let mut builder = ColumnBuilder::new();
    (1..=rows as i64).for_each(|row| builder.push(Cell::Integer(row)));
    builder.finish(&ReadAs::default())
}

/// A figure that all rows of a class share: work a class, then one look-up a row.
fn by_class(measured: &Measured, figure: &dyn Fn(usize) -> f64) -> Column {
    let classes = &measured.classes;
    by_item(&classes.of_row, classes.set.len(), figure)
}

/// A figure that all rows with the same item share.
fn by_item(item_of: &[u32], items: usize, figure: &dyn Fn(usize) -> f64) -> Column {
    let mut builder = ColumnBuilder::new();
    let codes: Vec<u32> = (0..items)
        .map(|item| builder.code_of(Cell::Decimal(figure(item))))
        .collect();
    builder.push_codes(item_of.iter().map(|&item| codes[item as usize]));
    builder.finish(&ReadAs {
        whole_decimals_are_integers: true,
        ..ReadAs::default()
    })
}

fn household(measured: &Measured) -> Option<Column> {
    let risk = &measured.household.as_ref()?.risk;
    let mut builder = ColumnBuilder::new();
    for &household in &measured.households.as_ref()?.of_row {
        let own = risk.of_household.get(household as usize).copied();
        builder.push(Cell::Decimal(own.unwrap_or(0.0)));
    }
    Some(builder.finish(&ReadAs::default()))
}
