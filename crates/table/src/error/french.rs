//! The faults in French. Every fault has both languages: a new one does not compile without this match.

use super::{Fault, first_in, undecided};
use crate::{Kind, Role};

/// Before the places of rows.
const WHERE: &str = ", d'abord à la ligne de données ";

impl Fault {
    /// The message in French.
    pub fn in_french(&self) -> String {
        self.request_in_french()
            .or_else(|| self.layout_in_french())
            .unwrap_or_else(|| self.data_in_french())
    }

    fn request_in_french(&self) -> Option<String> {
        Some(match self {
            Fault::UnknownAttribute { name, nearest } => {
                format!("il n'y a pas d'attribut « {name} »{}", nearest_fr(nearest))
            }
            Fault::TwoRoles {
                attribute,
                first,
                second,
            } => format!(
                "l'attribut « {attribute} » est donné comme {} et comme {} ; n'en gardez qu'un",
                role_fr(*first),
                role_fr(*second)
            ),
            Fault::Undecided { attributes, like } => undecided::in_french(attributes, *like),
            Fault::OutOfRange {
                parameter,
                given,
                allowed,
            } => {
                format!("{parameter} vaut {given}, mais doit être : {allowed}")
            }
            Fault::NoneInRole { needs, role, flag } => {
                format!(
                    "{needs} demande au moins un attribut {} ; nommez-le avec {flag}",
                    role_fr(*role)
                )
            }
            Fault::UnknownWord {
                parameter,
                given,
                nearest,
                possible,
            } => format!(
                "{parameter} ne peut pas être « {given} »{} (possibles : {})",
                nearest_fr(nearest),
                possible.join(", ")
            ),
            Fault::NoHierarchy { method, attribute } => format!(
                "{method} demande une hiérarchie pour « {attribute} » ; donnez-la avec --hierarchy {attribute}=FICHIER, ou construisez-la avec bauta hierarchy build"
            ),
            Fault::CannotBuild {
                attribute,
                what,
                problem,
            } => format!("{what} de « {attribute} » : {problem}"),
            Fault::Request(sentence) => sentence.clone(),
            Fault::Misread { file, line, what } => {
                format!("{file}, ligne {line} : {}", what.in_french())
            }
            Fault::InTable { table, fault } => format!("table « {table} » : {}", fault.in_french()),
            _ => return None,
        })
    }

    fn layout_in_french(&self) -> Option<String> {
        Some(match self {
            Fault::Empty => {
                "la table est vide : il faut une ligne d'en-tête et au moins une ligne".to_owned()
            }
            Fault::NoRows => "la table a un en-tête mais aucune ligne".to_owned(),
            Fault::EmptyHeader { column } => {
                format!("la colonne {column} n'a pas de nom dans l'en-tête ; donnez-lui-en un")
            }
            Fault::DuplicateHeader {
                name,
                first,
                second,
            } => {
                format!(
                    "les colonnes {first} et {second} s'appellent toutes deux « {name} » ; les noms doivent différer"
                )
            }
            Fault::RaggedRow {
                row,
                expected,
                found,
            } => {
                format!("la ligne {row} a {found} cellules alors que l'en-tête en a {expected}")
            }
            Fault::More { count } => format!("et {count} autres de ce genre"),
            Fault::TooManyColumns { columns, most } => {
                format!(
                    "la table a {columns} colonnes, au plus {most} sont possibles ; gardez celles qu'il faut"
                )
            }
            _ => return None,
        })
    }

    fn data_in_french(&self) -> String {
        match self {
            Fault::MissingValues {
                attribute,
                role,
                cells,
                first_rows,
            } => format!(
                "l'attribut {} « {attribute} » a {cells} valeurs manquantes{} ; choisissez quoi en faire : --missing-values category, drop ou suppress",
                role_fr(*role),
                first_in(WHERE, first_rows)
            ),
            Fault::WrongKind {
                attribute,
                expected,
                cells,
                first_rows,
            } => format!(
                "l'attribut « {attribute} » devrait être {}, mais {cells} cellules ne le sont pas{} ; corrigez-les, déclarez-les manquantes avec --missing, ou posez --type {attribute}=text",
                kind_fr(*expected),
                first_in(WHERE, first_rows)
            ),
            Fault::SeveralSpellings {
                attribute,
                expected,
                cells,
                first_rows,
            } => format!(
                "l'attribut « {attribute} » semble être {}, mais {cells} cellules écrivent une valeur autrement que des cellules précédentes{} ; posez --type {attribute}={expected} si elles sont égales, ou --type {attribute}=text si ce sont des codes différents",
                kind_fr(*expected),
                first_in(WHERE, first_rows)
            ),
            Fault::RaggedHierarchy {
                attribute,
                line,
                expected,
                found,
            } => format!(
                "hiérarchie de « {attribute} », ligne {line} : {found} niveaux alors que la première ligne en a {expected}"
            ),
            Fault::RepeatedLeaf {
                attribute,
                first,
                second,
            } => format!(
                "hiérarchie de « {attribute} » : les lignes {first} et {second} commencent par la même valeur ; gardez-en une"
            ),
            Fault::NotATree {
                attribute,
                level,
                first,
                second,
            } => format!(
                "la hiérarchie de « {attribute} » n'est pas un arbre : le groupe des lignes {first} et {second} au niveau {level} a deux parents différents au niveau {}",
                level + 1
            ),
            Fault::HierarchyLacksValues {
                attribute,
                values,
                first_rows,
            } => format!(
                "il manque {values} valeurs à la hiérarchie de « {attribute} »{} ; ajoutez une ligne pour chacune",
                first_in(WHERE, first_rows)
            ),
            Fault::EmptyHierarchy { attribute } => {
                format!("la hiérarchie de « {attribute} » est vide")
            }
            Fault::UnknownAttribute { .. }
            | Fault::TwoRoles { .. }
            | Fault::Undecided { .. }
            | Fault::OutOfRange { .. }
            | Fault::NoneInRole { .. }
            | Fault::UnknownWord { .. }
            | Fault::NoHierarchy { .. }
            | Fault::CannotBuild { .. }
            | Fault::Request(_)
            | Fault::InTable { .. }
            | Fault::Empty
            | Fault::NoRows
            | Fault::EmptyHeader { .. }
            | Fault::DuplicateHeader { .. }
            | Fault::RaggedRow { .. }
            | Fault::More { .. }
            | Fault::Misread { .. }
            | Fault::TooManyColumns { .. } => String::new(),
        }
    }
}

pub(super) fn nearest_fr(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map(|name| format!(" ; vouliez-vous dire « {name} » ?"))
        .unwrap_or_default()
}

/// The role as a French adjective.
fn role_fr(role: Role) -> &'static str {
    match role {
        Role::Identifier => "identifiant",
        Role::QuasiIdentifier => "quasi-identifiant",
        Role::Sensitive => "sensible",
        Role::Insensitive => "non sensible",
        Role::Target => "cible",
        Role::Person => "personne",
        Role::Weight => "poids",
        Role::Household => "ménage",
        Role::Drop => "à écarter",
    }
}

fn kind_fr(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "un texte",
        Kind::Integer => "un nombre entier",
        Kind::Decimal => "un nombre",
        Kind::Date => "une date",
        Kind::DateTime => "une date avec l'heure",
        Kind::Boolean => "vrai ou faux",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_advice_are_in_the_french_message_too() {
        let fault = Fault::UnknownAttribute {
            name: "Agee".into(),
            nearest: Some("Age".into()),
        };
        assert_eq!(
            fault.in_french(),
            "il n'y a pas d'attribut « Agee » ; vouliez-vous dire « Age » ?"
        );
        let fault = Fault::MissingValues {
            attribute: "CP".into(),
            role: Role::QuasiIdentifier,
            cells: 2,
            first_rows: vec![0, 4],
        };
        assert!(
            fault.in_french().contains("1, 5") && fault.in_french().contains("--missing-values")
        );
    }
}
