//! Tables in which every attribute must get its role, columns that look like something else, and the promise to tell no value.

use bauta_table::{Role, Silent, Table};
use bauta_testkit::census::{ATTRIBUTES, census};
use bauta_testkit::table_of;
use proptest::prelude::*;
use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;
use Role::{Drop, Identifier, Insensitive, QuasiIdentifier, Sensitive};

/// A table of columns, each with its name and how its cells are made.
fn columns(rows: usize, columns: &[(&str, &dyn Fn(usize) -> String)]) -> Table {
    let header: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let cells: Vec<Vec<String>> = (0..rows)
        .map(|row| columns.iter().map(|(_, cell)| cell(row)).collect())
        .collect();
    let cells: Vec<Vec<&str>> = cells
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    table_of(
        &header,
        &cells.iter().map(Vec::as_slice).collect::<Vec<_>>(),
    )
}

fn proposed(table: &Table) -> Vec<Proposal> {
    propose(table, false, &Silent).unwrap().attributes
}

/// The proposal for one column.
fn alone(name: &str, rows: usize, cell: &dyn Fn(usize) -> String) -> Proposal {
    proposed(&columns(rows, &[(name, cell)])).remove(0)
}

/// Something that depends on the row without an order.
fn scatter(row: usize, below: usize) -> usize {
    (row * 7919 + 13) * 104_729 % 1_000_003 % below
}

fn pick(row: usize, from: &[&str]) -> String {
    from[scatter(row, from.len())].to_owned()
}

/// Digits of chance, the first not 0.
fn random_number(digits: u32, row: usize) -> String {
    let mut rng = ChaCha20Rng::seed_from_u64(row as u64);
    rng.random_range(10u64.pow(digits - 1)..10u64.pow(digits))
        .to_string()
}

/// A date column from a year on.
fn date(row: usize, from: usize, years: usize) -> String {
    format!(
        "{}-{:02}-{:02}",
        from + scatter(row, years),
        1 + scatter(row + 5, 12),
        1 + scatter(row + 9, 28)
    )
}

/// A French national number with its key.
fn nir(row: usize) -> String {
    let body = 1_550_814_168_025u64 + row as u64 * 7;
    format!("{body}{:02}", 97 - body % 97)
}

fn expect(table: &Table, expected: &[(&str, Role)]) {
    let proposals = proposed(table);
    assert_eq!(proposals.len(), expected.len());
    for ((attribute, proposal), (name, role)) in
        table.attributes().iter().zip(&proposals).zip(expected)
    {
        assert_eq!(attribute.name, *name);
        assert_eq!(proposal.role, *role, "{name}: {proposal:?}");
        assert!(
            (0.0..=1.0).contains(&proposal.confidence) && !proposal.reasons.is_empty(),
            "{name}: {proposal:?}"
        );
    }
}

#[test]
fn a_french_table() {
    let table = columns(
        300,
        &[
            ("N° sécu", &nir),
            ("Nom", &|row| {
                pick(row, &["Dupont", "Martin", "Bernard", "Petit", "Robert"])
                    + &scatter(row, 90).to_string()
            }),
            ("Prénom", &|row| {
                pick(
                    row,
                    &[
                        "Jean", "Marie", "Luc", "Zoé", "Inès", "Paul", "Théo", "Léa", "Ali", "Eva",
                        "Noé", "Max", "Tom", "Lou", "Jade", "Rose", "Hugo", "Anna", "Emma",
                        "Jules", "Nina", "Lina", "Sara",
                    ],
                )
            }),
            ("Courriel", &|row| format!("p{row}@exemple.fr")),
            ("Téléphone", &|row| {
                format!(
                    "06 {:02} {:02} {:02} {:02}",
                    row % 97,
                    row % 89,
                    row % 83,
                    row % 79
                )
            }),
            ("Adresse", &|row| format!("{} rue des Lilas", row + 1)),
            ("Date de naissance", &|row| date(row, 1940, 60)),
            ("Sexe", &|row| pick(row, &["1", "2"])),
            ("code_postal", &|row| {
                format!("{:05}", 1000 + 500 * scatter(row, 180))
            }),
            ("Situation familiale", &|row| {
                pick(row, &["célibataire", "marié", "veuf"])
            }),
            ("Profession", &|row| {
                pick(row, &["boulanger", "juge", "infirmier"])
            }),
            ("Revenu annuel", &|row| {
                (12_000 + 17 * scatter(row, 3000)).to_string()
            }),
            ("Diagnostic", &|row| {
                pick(row, &["grippe", "angine", "asthme"])
            }),
            ("Religion", &|row| pick(row, &["a", "b", "c"])),
            ("Appartenance syndicale", &|row| pick(row, &["oui", "non"])),
            ("date_saisie", &|row| format!("2024-03-{:02}", 1 + row % 28)),
            ("code_enqueteur", &|row| pick(row, &["E1", "E2", "E3"])),
            ("pays", &|_| "France".to_owned()),
            ("Commentaire", &|row| {
                format!(
                    "la patiente numéro {row} est venue avec sa voisine et se plaint de maux de tête"
                )
            }),
        ],
    );
    let expected = [
        ("N° sécu", Identifier),
        ("Nom", Identifier),
        ("Prénom", Identifier),
        ("Courriel", Identifier),
        ("Téléphone", Identifier),
        ("Adresse", Identifier),
        ("Date de naissance", QuasiIdentifier),
        ("Sexe", QuasiIdentifier),
        ("code_postal", QuasiIdentifier),
        ("Situation familiale", QuasiIdentifier),
        ("Profession", QuasiIdentifier),
        ("Revenu annuel", Sensitive),
        ("Diagnostic", Sensitive),
        ("Religion", Sensitive),
        ("Appartenance syndicale", Sensitive),
        ("date_saisie", Insensitive),
        ("code_enqueteur", Insensitive),
        ("pays", QuasiIdentifier),
        ("Commentaire", Drop),
    ];
    expect(&table, &expected);
}

#[test]
fn an_english_table() {
    let table = columns(
        300,
        &[
            ("PatientID", &|row| format!("P{row:05}")),
            ("full_name", &|row| {
                format!(
                    "{} {}son",
                    pick(row, &["John", "Mary", "Ann"]),
                    pick(
                        row + 3,
                        &[
                            "Jack", "Rob", "Wil", "Tom", "Hender", "Ander", "David", "Ferg"
                        ]
                    )
                )
            }),
            ("e-mail", &|row| format!("person.{row}@example.org")),
            ("phone", &|row| format!("+44 20 7946 {row:04}")),
            ("NHS number", &|row| format!("943476{row:04}")),
            ("ip", &|row| format!("10.0.{}.{}", row / 250, row % 250)),
            ("DateOfBirth", &|row| date(row, 1935, 70)),
            ("gender", &|row| pick(row, &["Male", "Female"])),
            ("postcode", &|row| {
                format!("SW{}A {}AB", 1 + scatter(row, 9), 1 + scatter(row + 1, 9))
            }),
            ("marital-status", &|row| pick(row, &["single", "married"])),
            ("nationality", &|row| {
                pick(row, &["British", "French", "Irish"])
            }),
            ("salary", &|row| {
                (20_000 + 13 * scatter(row, 2000)).to_string()
            }),
            ("diagnosis", &|row| pick(row, &["flu", "cold", "asthma"])),
            ("ethnicity", &|row| pick(row, &["a", "b", "c"])),
            ("criminal_record", &|row| pick(row, &["yes", "no"])),
            ("fingerprint", &|row| format!("h{}", scatter(row, 50))),
            ("created_at", &|row| format!("2024-03-{:02}", 1 + row % 28)),
            ("interviewer", &|row| pick(row, &["I1", "I2"])),
            ("latitude", &|row| {
                format!("51.{:04}", 1000 + scatter(row, 8000))
            }),
            ("longitude", &|row| {
                format!("-0.{:04}", 1000 + scatter(row + 7, 8000))
            }),
        ],
    );
    let expected = [
        ("PatientID", Identifier),
        ("full_name", Identifier),
        ("e-mail", Identifier),
        ("phone", Identifier),
        ("NHS number", Identifier),
        ("ip", Identifier),
        ("DateOfBirth", QuasiIdentifier),
        ("gender", QuasiIdentifier),
        ("postcode", QuasiIdentifier),
        ("marital-status", QuasiIdentifier),
        ("nationality", QuasiIdentifier),
        ("salary", Sensitive),
        ("diagnosis", Sensitive),
        ("ethnicity", Sensitive),
        ("criminal_record", Sensitive),
        ("fingerprint", Sensitive),
        ("created_at", Insensitive),
        ("interviewer", Insensitive),
        ("latitude", QuasiIdentifier),
        ("longitude", QuasiIdentifier),
    ];
    expect(&table, &expected);
}

/// The same contents under names that say nothing.
#[test]
fn values_speak_where_names_do_not() {
    let cases: [(&dyn Fn(usize) -> String, Content); 9] = [
        (&nir, Content::NationalNumber),
        (&|row| format!("p{row}@exemple.fr"), Content::Email),
        (
            &|row| format!("06 12 34 {:02} {:02}", row % 97, row % 89),
            Content::Phone,
        ),
        (
            &|row| format!("{} rue des Lilas", row + 1),
            Content::Address,
        ),
        (
            &|row| format!("192.168.{}.{}", row / 250, row % 250),
            Content::IpAddress,
        ),
        (&|row| format!("https://example.org/u/{row}"), Content::Url),
        (
            &|row| format!("123e4567-e89b-12d3-a456-{row:012}"),
            Content::Uuid,
        ),
        (
            &|row| {
                format!(
                    "{} {}",
                    pick(row, &["John", "Mary", "Ann", "Paul"]),
                    pick(
                        row + 3,
                        &["Smith", "Jones", "Brown", "Hall", "Young", "King", "Wright"]
                    )
                )
            },
            Content::PersonName,
        ),
        (
            &|row| {
                format!(
                    "48.{:04}, 2.{:04}",
                    1000 + scatter(row, 8000),
                    1000 + scatter(row + 7, 8000)
                )
            },
            Content::Coordinates,
        ),
    ];
    for (cell, content) in cases {
        let proposal = alone("x", 120, cell);
        assert_eq!(
            (proposal.content, proposal.role),
            (Some(content), content.role()),
            "{proposal:?}"
        );
    }
}

#[test]
fn look_alikes_are_not_called_identifiers_by_their_form() {
    let ean = |row: usize| {
        let body = 400_638_100_000u64 + row as u64 * 37;
        let digit = |at: u32| body / 10u64.pow(11 - at) % 10;
        let sum: u64 = (0..12)
            .map(|at| digit(at) * if at % 2 == 1 { 3 } else { 1 })
            .sum();
        format!("{body}{}", (10 - sum % 10) % 10)
    };
    let cases: [(&str, &dyn Fn(usize) -> String); 9] = [
        ("random of 16 digits", &|row| random_number(16, row)),
        ("product code", &ean),
        ("random of 15 digits", &|row| random_number(15, row)),
        ("random of 14 digits", &|row| random_number(14, row)),
        ("random of 9 digits", &|row| random_number(9, row)),
        ("random of 11 digits", &|row| random_number(11, row)),
        ("years", &|row| (1950 + scatter(row, 70)).to_string()),
        ("amounts", &|row| {
            format!("{}.{:02}", scatter(row, 5000), scatter(row + 1, 100))
        }),
        ("counts of 10 digits", &|row| random_number(10, row)),
    ];
    for (what, cell) in cases {
        let proposal = alone("x", 400, cell);
        assert!(
            !proposal
                .reasons
                .iter()
                .any(|reason| matches!(reason, Reason::Form { .. })),
            "{what}: {proposal:?}"
        );
    }
    // Five digits are a post code only where the name says so.
    let five = |row: usize| (10_000 + scatter(row, 800) * 100).to_string();
    assert_eq!(alone("x", 300, &five).content, None);
    assert_eq!(alone("zip", 300, &five).content, Some(Content::PostalCode));
}

#[test]
fn names_of_identifiers_on_categories_are_doubted() {
    assert_eq!(
        alone("telephone", 300, &|row| pick(row, &["fixe", "mobile"])).role,
        QuasiIdentifier
    );
    assert_eq!(
        alone("email", 300, &|row| pick(row, &["true", "false"])).role,
        QuasiIdentifier
    );
    // Few different names are names all the same.
    let few = alone("Prénom", 300, &|row| {
        pick(
            row,
            &["Jean", "Marie", "Luc", "Zoé", "Inès", "Paul", "Théo"],
        )
    });
    assert_eq!(
        (few.role, few.content),
        (Identifier, Some(Content::PersonName))
    );
}

#[test]
fn uniqueness_speaks_where_nothing_else_does() {
    assert_eq!(alone("x", 6, &|row| format!("n{row}")).role, Identifier);
    assert_eq!(alone("x", 6, &|_| "n".to_owned()).role, Insensitive);
    assert_eq!(alone("x", 6, &|_| String::new()).role, Insensitive);
    assert_eq!(
        alone("x", 6, &|row| format!("n{}", row % 4)).role,
        QuasiIdentifier
    );
    let counted = alone("x", 50, &|row| (row + 100).to_string());
    assert_eq!(
        (counted.role, &counted.reasons[0]),
        (Identifier, &Reason::Counts)
    );
}

#[test]
fn free_text_and_unique_sensitive_values_are_noted() {
    let table = columns(
        40,
        &[
            ("x", &|row| {
                format!(
                    "on day {row} the visitor told a long story about her neighbours and the weather"
                )
            }),
            ("income", &|row| format!("{}.5", 1000 + row)),
        ],
    );
    let found = propose(&table, false, &Silent).unwrap();
    assert_eq!(found.attributes[0].content, Some(Content::FreeText));
    assert!(
        matches!(
            found.attributes[0].reasons[0],
            Reason::FreeText { words: 15 }
        ),
        "{:?}",
        found.attributes[0]
    );
    assert_eq!(found.attributes[1].role, Sensitive);
    assert!(
        found.notes[0].starts_with("\"x\" is free text")
            && found.notes[1].starts_with("\"income\" is sensitive")
    );
    for note in &found.notes {
        assert_ne!(
            &bauta_messages::french::of(note),
            note,
            "a note without its French"
        );
    }
}

#[test]
fn technical_columns_that_single_people_out_are_noted() {
    let cells: [(&str, &dyn Fn(usize) -> String); 2] = [
        ("date_saisie", &|row| date(row, 1900 + row, 1)),
        ("ville", &|row| pick(row, &["Lyon", "Nice"])),
    ];
    let found = propose(&columns(90, &cells), false, &Silent).unwrap();
    assert_eq!(found.attributes[0].role, Insensitive);
    assert!(
        found.notes[0].contains("\"date_saisie\" would be published as it is"),
        "{:?}",
        found.notes
    );
    assert_ne!(bauta_messages::french::of(&found.notes[0]), found.notes[0]);
}

#[test]
fn the_census_gets_sensible_roles() {
    let table = census(2000, 3);
    let expected = [
        Identifier,
        Identifier,
        QuasiIdentifier,
        QuasiIdentifier,
        QuasiIdentifier,
        QuasiIdentifier,
        QuasiIdentifier,
        QuasiIdentifier,
        QuasiIdentifier,
        QuasiIdentifier,
        Sensitive,
        Sensitive,
    ];
    let expected: Vec<(&str, Role)> = ATTRIBUTES.into_iter().zip(expected).collect();
    expect(&table, &expected);
    let found = propose(&table, false, &Silent).unwrap();
    // A day of birth and a post code single out nearly everybody, and age adds nothing to the day.
    assert!(
        found.combinations[0].figures.unique_share > 0.9,
        "{:?}",
        found.combinations
    );
    let day_and_age = |c: &Combination| {
        c.attributes.contains(&"age".to_owned()) && c.attributes.contains(&"birth_date".to_owned())
    };
    assert!(
        !found.combinations.iter().any(day_and_age),
        "{:?}",
        found.combinations
    );
}

#[test]
fn a_known_census_gets_its_usual_roles() {
    let Some(file) =
        bauta_testkit::shared::shared_dir().map(|shared| shared.join("data/adult/adult.csv"))
    else {
        return bauta_testkit::skip(bauta_testkit::skip::NO_SHARED_DATA);
    };
    let place = file.to_string_lossy().parse().unwrap();
    let source = bauta_formats::read(&place, &Default::default(), &Silent).unwrap();
    let names = [
        "sex",
        "age",
        "race",
        "marital-status",
        "education",
        "native-country",
        "workclass",
        "occupation",
    ];
    let expected = names
        .into_iter()
        .map(|name| (name, QuasiIdentifier))
        .chain([("salary-class", Sensitive)]);
    expect(&source.table, &expected.collect::<Vec<_>>());
}

/// A sample finds the combinations; their figures are those of the table.
#[test]
fn figures_are_those_of_all_rows_though_a_sample_is_searched() {
    let rows = 3 * combinations::MOST_ROWS;
    // Every combination stands twice in the table, and mostly once in a sample.
    let table = columns(
        rows,
        &[
            ("a", &|row| (row / 2 % 500).to_string()),
            ("b", &|row| (row / 2 / 500).to_string()),
        ],
    );
    let quick = propose(&table, false, &Silent).unwrap();
    assert_eq!(
        (quick.search.rows, quick.search.seed),
        (combinations::MOST_ROWS as u64, Some(1))
    );
    let pair = &quick.combinations[0];
    assert_eq!(
        (
            pair.attributes.len(),
            pair.exact,
            pair.figures.unique_share,
            pair.figures.distinction
        ),
        (2, true, 0.0, 0.5)
    );
    for note in &quick.notes {
        assert_ne!(
            &bauta_messages::french::of(note),
            note,
            "a note without its French"
        );
    }
    let full = propose(&table, true, &Silent).unwrap();
    assert_eq!(
        (full.search.rows, full.search.seed, full.combinations.len()),
        (rows as u64, None, 0)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn no_cell_value_is_ever_told(seed in 0u64..10_000, rows in 1usize..60, shape in 0usize..5) {
        let secret = |row: usize, column: usize| {
            let at = scatter(row * 31 + column * 7 + seed as usize, 1 + rows * (column + 1) / 2);
            match shape {
                0 => format!("zqxw{at}@vbnk.org"),
                1 => format!("zqxw {at} rue vbnk"),
                2 => format!("zqxw{at}"),
                3 => format!("zqxw{at} vbnk and more words that make it a text which is long enough"),
                _ => format!("8437159{at:05}77"),
            }
        };
        let table = columns(rows, &[
            ("name", &|row| secret(row, 0)), ("age", &|row| secret(row, 1)), ("x", &|row| secret(row, 2)), ("income", &|row| secret(row, 3)),
        ]);
        let found = propose(&table, false, &Silent).unwrap();
        let french = found.attributes.iter().flat_map(|a| a.reasons.iter().map(|reason| reason.text("fr")));
        let told = format!(
            "{:?} {} {} {:?}",
            found, serde_json::to_string(&found.attributes).unwrap(), serde_json::to_string(&found.combinations).unwrap(), french.collect::<Vec<_>>()
        );
        for part in ["zqxw", "vbnk", "8437159"] {
            prop_assert!(!told.contains(part), "{}", told);
        }
    }
}
