//! A census that never took place: as many people as wanted, drawn from a seed.
//!
//! **Idea.** A person is drawn attribute by attribute, each given those before it: age from a pyramid, sex and marital status
//! from age, education from age, occupation from age and education, household from age and marital status, income from
//! education, occupation and age, diagnosis from age and sex, and a postcode from a skewed map of France. So the marginals
//! are uneven and the attributes depend on one another, as in real data: few rows are typical, many are nearly unique.
//!
//! **Invariants.** The same rows and seed give the same table; the first rows of a longer census are those of a shorter one;
//! the census with missing values has the same people. Only sums and products of numbers are used, so that every machine
//! draws the same people.

mod hierarchies;
mod model;
mod places;

use std::fmt::Write;

use bauta_table::{Attribute, Cell, ColumnBuilder, Kind, ReadAs, Role, Table};
use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

pub use hierarchies::census_hierarchies;
use model::Person;

/// The attributes of the census, in their order.
pub const ATTRIBUTES: [&str; 12] = [
    "id",
    "name",
    "sex",
    "birth_date",
    "age",
    "postcode",
    "marital_status",
    "education",
    "occupation",
    "household_size",
    "income",
    "diagnosis",
];

/// Attributes to remove before a release; the birth date is here because the age stands for it.
pub const IDENTIFIERS: [&str; 3] = ["id", "name", "birth_date"];

/// Attributes that single a person out together; each has a hierarchy in [`census_hierarchies`].
pub const QUASI_IDENTIFIERS: [&str; 6] = [
    "sex",
    "age",
    "postcode",
    "marital_status",
    "education",
    "occupation",
];

/// Attributes that people do not want disclosed.
pub const SENSITIVE: [&str; 1] = ["diagnosis"];

/// `rows` people, all attributes insensitive as if just read.
pub fn census(rows: usize, seed: u64) -> Table {
    draw(rows, seed, false)
}

/// The same people as [`census`], about one in fifty of whose education, occupation, income and diagnosis are missing.
pub fn census_with_missing(rows: usize, seed: u64) -> Table {
    draw(rows, seed, true)
}

/// The same table with the roles of [`IDENTIFIERS`], [`QUASI_IDENTIFIERS`] and [`SENSITIVE`].
pub fn with_roles(table: Table) -> Table {
    let role_of = |name: &str| match name {
        _ if IDENTIFIERS.contains(&name) => Role::Identifier,
        _ if QUASI_IDENTIFIERS.contains(&name) => Role::QuasiIdentifier,
        _ if SENSITIVE.contains(&name) => Role::Sensitive,
        _ => Role::Insensitive,
    };
    let attributes = table.into_attributes().into_iter();
    Table::from_attributes(
        attributes
            .map(|a| Attribute {
                role: role_of(&a.name),
                ..a
            })
            .collect(),
    )
}

fn draw(rows: usize, seed: u64, with_missing: bool) -> Table {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    // Another stream, so that the people stay the same.
    let mut holes = ChaCha20Rng::seed_from_u64(seed);
    holes.set_stream(1);
    let places = places::Places::new();
    let mut columns = vec![ColumnBuilder::new(); ATTRIBUTES.len()];
    let mut text = String::new();
    for row in 0..rows {
        let person = Person::draw(&mut rng);
        let postcode = places.draw(&mut rng);
        let mut missing = || with_missing && holes.random_range(0..50) == 0;
        push(
            &mut columns,
            row,
            &person,
            postcode,
            &mut missing,
            &mut text,
        );
    }
    Table::new(ATTRIBUTES.iter().zip(columns).map(|(&name, column)| {
        // A postcode is text also where no leading zero shows it.
        let kind = matches!(name, "id" | "postcode").then_some(Kind::Text);
        let how = ReadAs {
            kind,
            text_may_be_typed: true,
            ..ReadAs::default()
        };
        (name.to_owned(), column.finish(&how))
    }))
}

fn push(
    columns: &mut [ColumnBuilder],
    row: usize,
    person: &Person,
    postcode: &str,
    missing: &mut impl FnMut() -> bool,
    text: &mut String,
) {
    let mut written = |column: &mut ColumnBuilder, what: std::fmt::Arguments| {
        text.clear();
        text.write_fmt(what).unwrap();
        column.push_text(text);
    };
    let [
        id,
        name,
        sex,
        birth_date,
        age,
        place,
        marital,
        education,
        occupation,
        household,
        income,
        diagnosis,
    ] = columns
    else {
        panic!("a census has {} attributes", ATTRIBUTES.len())
    };
    written(id, format_args!("P{:08}", row + 1));
    written(
        name,
        format_args!("{} {}", person.given_name, person.surname),
    );
    sex.push_text(person.sex);
    birth_date.push(Cell::Date(person.birth_day));
    age.push(Cell::Integer(person.age));
    place.push_text(postcode);
    marital.push_text(person.marital_status);
    education.push_text(if missing() { "" } else { person.education });
    occupation.push_text(if missing() { "" } else { person.occupation });
    household.push(Cell::Integer(person.household_size));
    if missing() {
        income.push(Cell::Missing);
    } else {
        written(
            income,
            format_args!(
                "{}.{:02}",
                person.income_cents / 100,
                person.income_cents % 100
            ),
        );
    }
    diagnosis.push_text(if missing() { "" } else { person.diagnosis });
}

#[cfg(test)]
mod tests;
