//! A first look at a table: kinds, distinct values, missing values, and a proposed role for each attribute with its reason.
//!
//! The proposal is deliberately cautious: what might single a person out is proposed as a quasi-identifier, and the person
//! decides. It looks at names (English and French) and at how many different values there are, never at who they are.

use bauta_table::{Kind, Role, Table};
use serde::Serialize;

/// What was found in a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Inspection {
    /// Number of rows.
    pub rows: u64,
    /// Each attribute.
    pub attributes: Vec<AttributeProfile>,
    /// Things worth saying.
    pub notes: Vec<String>,
}

/// What was found in an attribute.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AttributeProfile {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
    /// Different values, missing not counted.
    pub distinct: u64,
    /// Missing cells.
    pub missing: u64,
    /// Values that occur once.
    pub unique: u64,
    /// Cells that contradict what most cells are.
    pub contradicting: u64,
    /// The proposed role.
    #[serde(flatten)]
    pub proposal: Proposal,
}

/// A proposed role and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Proposal {
    /// The role.
    pub role: Role,
    /// Why.
    pub reason: String,
}

/// Looks at a table.
pub fn inspect(table: &Table, notes: Vec<String>) -> Inspection {
    let proposals = propose(table);
    let attributes = table
        .attributes()
        .iter()
        .zip(proposals)
        .map(|(attribute, proposal)| {
            let dictionary = attribute.column.dictionary();
            let counts = attribute.column.codes().counts(dictionary.len());
            AttributeProfile {
                name: attribute.name.clone(),
                kind: dictionary.kind(),
                distinct: dictionary.value_count() as u64,
                missing: dictionary.missing_code().map_or(0, |code| counts[code as usize]),
                unique: counts[..dictionary.value_count()].iter().filter(|&&count| count == 1).count() as u64,
                contradicting: attribute.column.contradiction().map_or(0, |found| found.cells),
                proposal,
            }
        })
        .collect();
    Inspection { rows: table.rows() as u64, attributes, notes }
}

const IDENTIFIERS: &[&str] = &[
    "nom",
    "name",
    "surname",
    "prenom",
    "firstname",
    "lastname",
    "id",
    "identifiant",
    "identifier",
    "email",
    "mail",
    "courriel",
    "telephone",
    "phone",
    "tel",
    "mobile",
    "ssn",
    "nir",
    "iban",
    "passport",
    "passeport",
    "adresse",
    "address",
    "matricule",
    "login",
    "user",
    "username",
];
const QUASI_IDENTIFIERS: &[&str] = &[
    "age",
    "naissance",
    "birth",
    "birthdate",
    "birthday",
    "dob",
    "sexe",
    "sex",
    "gender",
    "genre",
    "cp",
    "zip",
    "zipcode",
    "postal",
    "postcode",
    "commune",
    "ville",
    "city",
    "town",
    "departement",
    "region",
    "pays",
    "country",
    "county",
    "nationality",
    "nationalite",
    "marital",
    "matrimonial",
    "education",
    "etude",
    "diplome",
    "occupation",
    "profession",
    "job",
    "race",
    "ethnicity",
    "workclass",
];
const SENSITIVE: &[&str] = &[
    "salaire",
    "salary",
    "revenu",
    "income",
    "wage",
    "maladie",
    "disease",
    "diagnosis",
    "diagnostic",
    "condition",
    "illness",
    "religion",
    "politics",
    "politique",
    "opinion",
    "medication",
    "medicament",
    "treatment",
    "traitement",
    "debt",
    "dette",
    "consommation",
    "consumption",
    "score",
];

/// The role that each attribute most likely has.
pub fn propose(table: &Table) -> Vec<Proposal> {
    table
        .attributes()
        .iter()
        .map(|attribute| {
            let distinct = attribute.column.dictionary().value_count();
            let kind = attribute.column.dictionary().kind();
            by_name(&attribute.name).unwrap_or_else(|| by_values(distinct, table.rows(), kind))
        })
        .collect()
}

fn by_name(name: &str) -> Option<Proposal> {
    let words = words(name);
    let lists =
        [(IDENTIFIERS, Role::Identifier), (QUASI_IDENTIFIERS, Role::QuasiIdentifier), (SENSITIVE, Role::Sensitive)];
    lists.into_iter().find_map(|(list, role)| {
        let word = words.iter().find(|word| list.contains(&word.as_str()))?;
        Some(Proposal { role, reason: format!("the name contains \"{word}\"") })
    })
}

fn by_values(distinct: usize, rows: usize, kind: Kind) -> Proposal {
    let (role, reason) = match (distinct, kind) {
        (0, _) => (Role::Insensitive, "it has no value".to_owned()),
        (1, _) => (Role::Insensitive, "all values are equal".to_owned()),
        (_, Kind::Text) if distinct == rows && rows > 1 => {
            (Role::Identifier, "every row has a value of its own".to_owned())
        }
        (_, Kind::Integer) if distinct == rows && rows > 20 => {
            (Role::Identifier, "every row has a number of its own".to_owned())
        }
        (_, Kind::Date | Kind::DateTime) => (Role::QuasiIdentifier, "dates are easily known by others".to_owned()),
        _ => (Role::QuasiIdentifier, "it may be known by others; change the role if it is not".to_owned()),
    };
    Proposal { role, reason }
}

/// The words of a name in lower case without accents: `CodePostal`, `code_postal` and `Code postal` have the same.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        let camel = c.is_uppercase() && before.is_lowercase();
        if (!c.is_alphanumeric() || camel) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase().map(plain));
        }
        before = c;
    }
    words
}

fn plain(c: char) -> char {
    match c {
        'à' | 'â' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' | 'ö' => 'o',
        'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_understood_in_both_languages() {
        let role = |name: &str| by_name(name).map(|proposal| proposal.role);
        assert_eq!(role("Prénom"), Some(Role::Identifier));
        assert_eq!(role("DateNaissance"), Some(Role::QuasiIdentifier));
        assert_eq!(role("marital-status"), Some(Role::QuasiIdentifier));
        assert_eq!(role("Maladie"), Some(Role::Sensitive));
        assert_eq!(role("nombre"), None);
    }

    #[test]
    fn values_decide_where_the_name_does_not() {
        assert_eq!(by_values(6, 6, Kind::Text).role, Role::Identifier);
        assert_eq!(by_values(1, 6, Kind::Text).role, Role::Insensitive);
        assert_eq!(by_values(4, 6, Kind::Text).role, Role::QuasiIdentifier);
    }
}
