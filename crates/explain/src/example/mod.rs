//! The example: twelve people who do not exist, and the hierarchies of what could give them away.

use std::collections::BTreeMap;

use bauta_table::{ColumnBuilder, Hierarchy, ReadAs, Role, Table};

/// The table in each language; columns stand in the same order.
const ENGLISH: &str = include_str!("people.en.csv");
const FRENCH: &str = include_str!("people.fr.csv");

/// The roles of its columns; the last one is a number that may be a target.
const ROLES: [Role; 5] = [
    Role::QuasiIdentifier,
    Role::QuasiIdentifier,
    Role::QuasiIdentifier,
    Role::Sensitive,
    Role::Insensitive,
];

/// The column of the number.
const NUMBER: usize = 4;

fn text(language: &str) -> &'static str {
    if language == "fr" { FRENCH } else { ENGLISH }
}

fn header(language: &str) -> Vec<&'static str> {
    text(language)
        .lines()
        .next()
        .unwrap_or_default()
        .split(',')
        .collect()
}

/// A column of the example in a language, by its English name; other words stay as they are.
pub(super) fn column(language: &str, english: &str) -> String {
    let place = header("en").iter().position(|name| *name == english);
    place
        .and_then(|place| header(language).get(place).copied())
        .unwrap_or(english)
        .to_owned()
}

/// The table in its roles.
pub(super) fn table(language: &str, number_is_target: bool) -> Table {
    let lines: Vec<Vec<&str>> = text(language)
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    let how = ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    };
    let columns = header(language)
        .into_iter()
        .enumerate()
        .map(|(place, name)| {
            let mut builder = ColumnBuilder::new();
            lines
                .iter()
                .for_each(|line| builder.push_text(line.get(place).unwrap_or(&"")));
            (name.to_owned(), builder.finish(&how))
        });
    let mut table = Table::new(columns.collect::<Vec<_>>());
    ROLES
        .into_iter()
        .enumerate()
        .for_each(|(index, role)| table.set_role(index, role));
    if number_is_target {
        table.set_role(NUMBER, Role::Target);
    }
    table
}

/// The hierarchies of the quasi-identifiers: ages in tens and twenties, towns in regions, and nothing above the sexes.
pub(super) fn hierarchies(language: &str) -> BTreeMap<String, Hierarchy> {
    let french = language == "fr";
    let (north, south) = if french {
        ("nord", "sud")
    } else {
        ("north", "south")
    };
    let man = if french { "H" } else { "M" };
    let ages = (20..60).map(|age: u32| {
        let (ten, twenty) = (age / 10 * 10, age / 20 * 20);
        vec![
            age.to_string(),
            format!("{ten}-{}", ten + 9),
            format!("{twenty}-{}", twenty + 19),
            "*".to_owned(),
        ]
    });
    let towns = [
        ("Arly", north),
        ("Brem", north),
        ("Corley", south),
        ("Denham", south),
    ];
    let towns =
        towns.map(|(town, region)| vec![town.to_owned(), region.to_owned(), "*".to_owned()]);
    let sexes = ["F", man].map(|sex| vec![sex.to_owned(), "*".to_owned()]);
    let all = [ages.collect(), towns.to_vec(), sexes.to_vec()];
    let named = header(language).into_iter().zip(all);
    named
        .filter_map(|(name, rows)| Some((name.to_owned(), Hierarchy::from_rows(name, &rows).ok()?)))
        .collect()
}
