//! Columns without a role that look as if they pointed to people, in both languages.

use crate::Role;

pub(super) fn in_english(names: &[String], like: Role) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let is_quasi = like == Role::QuasiIdentifier;
    let (subject, kind, each) = match (names.len(), is_quasi) {
        (1, true) => (
            "column",
            "has no role and looks like a quasi-identifier",
            "it",
        ),
        (1, false) => ("column", "has no role and looks like an identifier", "it"),
        (_, true) => (
            "columns",
            "have no role and look like quasi-identifiers",
            "each",
        ),
        (_, false) => ("columns", "have no role and look like identifiers", "each"),
    };
    let protect = match is_quasi {
        true => "--qi protects it",
        false => "--id replaces it by a pseudonym",
    };
    format!(
        "{subject} {} {kind}; say what becomes of {each}: {protect}, --drop leaves it out, --keep publishes it unchanged",
        names.join(", ")
    )
}

pub(super) fn in_french(names: &[String], like: Role) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("« {name} »")).collect();
    let is_quasi = like == Role::QuasiIdentifier;
    let (subject, kind, each) = match (names.len(), is_quasi) {
        (1, true) => (
            "la colonne",
            "n'a pas de rôle et ressemble à un quasi-identifiant",
            "qu'elle devient",
        ),
        (1, false) => (
            "la colonne",
            "n'a pas de rôle et ressemble à un identifiant",
            "qu'elle devient",
        ),
        (_, true) => (
            "les colonnes",
            "n'ont pas de rôle et ressemblent à des quasi-identifiants",
            "que chacune devient",
        ),
        (_, false) => (
            "les colonnes",
            "n'ont pas de rôle et ressemblent à des identifiants",
            "que chacune devient",
        ),
    };
    let protect = match is_quasi {
        true => "--qi la protège",
        false => "--id la remplace par un pseudonyme",
    };
    format!(
        "{subject} {} {kind} ; dites ce {each} : {protect}, --drop l'écarte, --keep la publie telle quelle",
        names.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_column_and_several_read_as_sentences() {
        let one = in_english(&["phone".to_owned()], Role::Identifier);
        assert!(one.starts_with("column \"phone\" has no role and looks like an identifier; "));
        let several = ["born".to_owned(), "sex".to_owned()];
        let text = in_english(&several, Role::QuasiIdentifier);
        assert!(text.starts_with(
            "columns \"born\", \"sex\" have no role and look like quasi-identifiers; "
        ));
        let french = in_french(&several, Role::QuasiIdentifier);
        assert!(french.contains("« born », « sex » n'ont pas de rôle"));
    }
}
