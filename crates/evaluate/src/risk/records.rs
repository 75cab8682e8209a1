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
    let counts = measured.set.counts();
    let mut columns = vec![("row".to_owned(), rows(ready.table.rows()))];
    let mut add = |name: &str, figure: &dyn Fn(usize) -> f64| {
        columns.push((name.to_owned(), by_class(measured, figure)));
    };
    add("class_rows", &|class| counts[class] as f64);
    add("prosecutor_risk", &|class| 1.0 / counts[class] as f64);
    if let Some(people) = &measured.people {
        add("population_rows", &|class| people.of_class[class]);
        add("journalist_risk", &|class| 1.0 / people.of_class[class]);
        if let Some(individual) = &people.individual {
            add("individual_risk", &|class| individual.of_class[class]);
        }
    }
    if let Some(suda) = &measured.suda {
        add("suda_score", &|class| suda.scores[class]);
        add("dis_suda_score", &|class| suda.dis_scores[class]);
    }
    columns.extend(household(ready, measured).map(|column| ("household_risk".to_owned(), column)));
    Table::new(columns)
}

fn rows(rows: usize) -> Column {
    let mut builder = ColumnBuilder::new();
    (1..=rows as i64).for_each(|row| builder.push(Cell::Integer(row)));
    builder.finish(&ReadAs::default())
}

/// A figure that all rows of a class share: work a class, then one look-up a row.
fn by_class(measured: &Measured, figure: &dyn Fn(usize) -> f64) -> Column {
    let mut builder = ColumnBuilder::new();
    let codes: Vec<u32> = (0..measured.set.len())
        .map(|class| builder.code_of(Cell::Decimal(figure(class))))
        .collect();
    builder.push_codes(measured.class_of.iter().map(|&class| codes[class as usize]));
    builder.finish(&ReadAs {
        whole_decimals_are_integers: true,
        ..ReadAs::default()
    })
}

fn household(ready: &Ready, measured: &Measured) -> Option<Column> {
    let column = &ready.table.attributes()[ready.household?].column;
    let risk = &measured.household.as_ref()?.risk;
    let missing = column.dictionary().missing_code();
    let mut alone = column.dictionary().len();
    let mut builder = ColumnBuilder::new();
    for code in column.codes().iter() {
        let place = if Some(code) == missing {
            alone
        } else {
            code as usize
        };
        alone += usize::from(Some(code) == missing);
        builder.push(Cell::Decimal(
            risk.of_household.get(place).copied().unwrap_or(0.0),
        ));
    }
    Some(builder.finish(&ReadAs::default()))
}
