//! What classes count where people have several rows.

use bauta_table::{Attribute, Column, ColumnBuilder, ReadAs, Role, Table};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::partition::classes_of;
use super::people::People;

/// What separates the values of a person's rows, where these are read as one.
const BETWEEN: &str = " · ";

/// What classes count where people have several rows: a person once for each combination of quasi-identifiers that the person has or, where a reader sees
/// which rows are one person's, a person once with all combinations.
#[derive(Clone)]
pub struct PeopleUnits {
    /// The quasi-identifiers, one row a unit.
    pub table: Table,
    /// The unit of each row of the table.
    pub of_row: Vec<u32>,
    /// A row of each unit.
    pub first_rows: Vec<u32>,
    /// The person of each unit, numbered from 0.
    pub person_of_unit: Vec<u32>,
    /// How many people there are.
    pub people: usize,
    /// The column by which a reader sees which rows are one person's.
    pub shown_by: Option<String>,
}

impl PeopleUnits {
    /// The units of a table in its roles; none where every row is a person of its own.
    pub fn of(table: &Table) -> Option<PeopleUnits> {
        let people = People::of(table)?;
        let qis = table.with_role(Role::QuasiIdentifier);
        let (_, _, class_of) = classes_of(table, &qis);
        let shown_by = people.shown_by(table).map(str::to_owned);
        // A reader who sees whose rows they are has one unit a person.
        let class = |row: usize| if shown_by.is_some() { 0 } else { class_of[row] };
        let (mut number, mut unit_of) = (
            Numbering::new(people.count),
            HashMap::<_, u32, FixedState>::default(),
        );
        let (mut of_row, mut first_rows, mut person_of_unit) = (Vec::new(), Vec::new(), Vec::new());
        for (row, person) in people.of_row.iter().enumerate() {
            let fresh = first_rows.len() as u32;
            let unit = *unit_of.entry((person, class(row))).or_insert(fresh);
            if unit == fresh {
                first_rows.push(row as u32);
                person_of_unit.push(number.of(person));
            }
            of_row.push(unit);
        }
        let attributes = qis.iter().map(|&index| &table.attributes()[index]);
        let columns = match &shown_by {
            None => attributes.map(|it| it.column.picked(&first_rows)).collect(),
            Some(_) => joined(attributes, &of_row, first_rows.len(), &class_of),
        };
        let attributes = qis.iter().zip(columns).map(|(&index, column)| Attribute {
            column,
            ..table.attributes()[index].clone()
        });
        Some(PeopleUnits {
            table: Table::from_attributes(attributes.collect()),
            of_row,
            first_rows,
            person_of_unit,
            people: number.next as usize,
            shown_by,
        })
    }

    /// The highest figure of each person over its units.
    pub fn highest(&self, of_unit: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut highest = vec![0.0_f64; self.people];
        for (unit, &person) in self.person_of_unit.iter().enumerate() {
            let own = &mut highest[person as usize];
            *own = own.max(of_unit(unit));
        }
        highest
    }

    /// Whether the rows of a person have different cells in a column.
    pub fn differs(&self, column: &Column) -> bool {
        let codes = column.codes();
        let mut known = vec![u32::MAX; self.people];
        let mut rows = self.of_row.iter().zip(codes.iter());
        rows.any(|(&unit, code)| {
            let own = &mut known[self.person_of_unit[unit as usize] as usize];
            let first = *own == u32::MAX;
            if first {
                *own = code;
            }
            *own != code
        })
    }
}

/// Numbers from 0 for those that are met.
struct Numbering {
    of: Vec<u32>,
    next: u32,
}

impl Numbering {
    fn new(most: usize) -> Self {
        Numbering {
            of: vec![u32::MAX; most],
            next: 0,
        }
    }

    fn of(&mut self, person: u32) -> u32 {
        let own = &mut self.of[person as usize];
        if *own == u32::MAX {
            *own = self.next;
            self.next += 1;
        }
        *own
    }
}

/// The labels of all rows of each unit as one, in the same order for units whose rows are alike.
fn joined<'a>(
    attributes: impl Iterator<Item = &'a Attribute>,
    of_row: &[u32],
    units: usize,
    class_of: &[u32],
) -> Vec<Column> {
    let mut rows_of: Vec<Vec<usize>> = vec![Vec::new(); units];
    for (row, &unit) in of_row.iter().enumerate() {
        rows_of[unit as usize].push(row);
    }
    rows_of
        .iter_mut()
        .for_each(|rows| rows.sort_by_key(|&row| class_of[row]));
    let column = |attribute: &Attribute| {
        let mut builder = ColumnBuilder::new();
        for rows in &rows_of {
            let labels: Vec<_> = rows
                .iter()
                .map(|&row| attribute.column.label(row))
                .collect();
            builder.push_text(&labels.join(BETWEEN));
        }
        builder.finish(&ReadAs::default())
    };
    attributes.map(column).collect()
}

/// The table as one about people, with its quasi-identifiers: one row for each of its units. None where every row is a person of its own.
pub fn people_view(table: &Table) -> Option<Table> {
    PeopleUnits::of(table).map(|units| units.table)
}
