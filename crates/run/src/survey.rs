//! Surveys: how many people of the population a row stands for, and whose household it is.
//!
//! Both columns go with the rows under roles of their own, so that every measure of a table can look at them; a release leaves them out, and publishes what
//! the other lists say.

use bauta_privacy::PeopleUnits;
use bauta_table::{Attribute, Column, Fault, Kind, Role, Table};

use crate::project::Project;
use bauta_messages::Problems;

/// Said where rows do not come one by one.
const NEEDS_ROWS: &str = "survey weights and households are looked at row by row; leave out --engine and --memory, or weight and household";

/// The fault of a survey whose rows stay in an engine.
pub(crate) fn fault_on_engine(project: &Project) -> Option<Fault> {
    let roles = &project.roles;
    let asked = roles.weight.is_some() || roles.household.is_some();
    asked.then(|| Fault::Request(NEEDS_ROWS.into()))
}

/// The table with its weights and households; what is wrong with them is noted.
pub fn with_survey(project: &Project, table: Table, problems: &mut Problems) -> Table {
    let roles = &project.roles;
    let column = |name: &Option<String>| {
        let index = table.index_of(name.as_ref()?).ok()?;
        Some((index, table.attributes()[index].column.clone()))
    };
    let (weight, household) = (column(&roles.weight), column(&roles.household));
    if let Some((index, column)) = &weight {
        weights(&table, *index, problems);
        let units = PeopleUnits::of(&table);
        if units.is_some_and(|units| units.differs(column)) {
            let name = &table.attributes()[*index].name;
            problems.push(differing_weights(name));
        }
    }
    let mut table = table;
    let own = [(weight, Role::Weight), (household, Role::Household)];
    for (column, role) in own {
        if let Some((_, column)) = column {
            table = with_own_column(table, role, column);
        }
    }
    table
}

/// The fault of weights that are not those of people.
pub fn differing_weights(name: &str) -> Fault {
    Fault::Request(format!(
        "the weights \"{name}\" differ between rows of one person; a weight says how many people a person stands for: give each person one, or keep one row of each person"
    ))
}

/// A release with the weights and households of the rows that it was made of, where these are known.
pub fn with_survey_of_rows(
    table: Table,
    original: &Table,
    (roles, source): (&[Role], &[u32]),
) -> Table {
    let mut table = table;
    for role in roles {
        for index in original.with_role(*role) {
            let column = original.attributes()[index].column.picked(source);
            table = with_own_column(table, *role, column);
        }
    }
    table
}

/// The table with one more column, under a name that no other has.
pub(crate) fn with_own_column(table: Table, role: Role, column: Column) -> Table {
    let mut attributes = table.into_attributes();
    let mut name = role.name().to_owned();
    while attributes.iter().any(|attribute| attribute.name == name) {
        name.push('_');
    }
    attributes.push(Attribute { name, role, column });
    Table::from_attributes(attributes)
}

/// The weight of each code; what is wrong with weights is noted with its rows.
pub fn weights(table: &Table, index: usize, problems: &mut Problems) -> Vec<f64> {
    let attribute = &table.attributes()[index];
    let (name, column) = (&attribute.name, &attribute.column);
    if let Some(found) = column.contradiction() {
        problems.push(found.fault(name));
        return Vec::new();
    }
    let dictionary = column.dictionary();
    if !matches!(dictionary.kind(), Kind::Integer | Kind::Decimal) {
        problems.push(Fault::Request(format!(
            "the weights \"{name}\" are no numbers; name a column of numbers"
        )));
        return Vec::new();
    }
    let counts = table.counts_of(index);
    // Distinct rows have no place in the data.
    let found = |wanted: &dyn Fn(u32) -> bool| {
        let cells: u64 = (0..dictionary.len() as u32)
            .filter(|&code| wanted(code))
            .map(|c| counts[c as usize])
            .sum();
        let first = column
            .find_rows(1, wanted)
            .0
            .first()
            .map_or(1, |row| row + 1);
        let first = table
            .weights()
            .map_or(format!(", first in data row {first}"), |_| String::new());
        (cells > 0).then(|| format!("{cells} rows{first}"))
    };
    if let Some(rows) = found(&|code| Some(code) == dictionary.missing_code()) {
        problems.push(Fault::Request(format!(
            "the weights \"{name}\" are missing in {rows}; complete them, or leave these rows out"
        )));
    }
    let weight_of: Vec<f64> = (0..dictionary.len() as u32)
        .map(|code| dictionary.measure(code).unwrap_or(0.0))
        .collect();
    let wrong =
        |code: u32| Some(code) != dictionary.missing_code() && weight_of[code as usize] <= 0.0;
    let negative = found(&wrong);
    if let Some(rows) = &negative {
        problems.push(Fault::Request(format!(
            "the weights \"{name}\" are zero or negative in {rows}; a weight says how many people a row stands for"
        )));
    }
    let total: f64 = counts
        .iter()
        .zip(&weight_of)
        .map(|(&rows, weight)| rows as f64 * weight)
        .sum();
    if negative.is_none() && total < table.counted_rows() as f64 * (1.0 - 1e-9) {
        problems.push(Fault::Request(format!(
            "the weights \"{name}\" add up to less than the number of rows; a weight says how many people a row stands for"
        )));
    }
    weight_of
}
