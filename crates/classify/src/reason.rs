//! Why a role is proposed, in both languages. A reason names attributes and counts, never a value.

use serde::{Serialize, Serializer};

use super::content::Content;

/// One reason.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The name says what the column holds.
    Name {
        /// The words that say so.
        words: String,
        /// What they stand for.
        content: Content,
    },
    /// The values have the form of something.
    Form {
        /// Of what.
        content: Content,
        /// The system of a national number: NIR, DNI, …
        system: Option<&'static str>,
        /// Percent of the cells.
        percent: u32,
        /// Whether check digits were verified.
        checked: bool,
    },
    /// The values are long texts, mostly different.
    FreeText {
        /// Words in a value, on average.
        words: u32,
    },
    /// A date column whose range is that of births.
    BirthRange,
    /// The values are names as people bear them.
    GivenNames {
        /// Percent of the cells with a frequent given name.
        percent: u32,
    },
    /// Every row has a value of its own.
    OwnValue,
    /// Whole numbers that count the rows.
    Counts,
    /// Nothing is in the column.
    NoValue,
    /// Nothing differs in the column.
    OneValue,
    /// Dates are easily known.
    Dates,
    /// Nothing speaks for or against it.
    MayBeKnown,
    /// Few different values for what the name says.
    FewValues,
    /// Articles 9 and 10 of the GDPR.
    SpecialCategory,
    /// It singles out rows together with others, or by itself where these are none.
    SinglesOut {
        /// The others.
        with: Vec<String>,
        /// Percent of the rows.
        percent: u32,
    },
    /// A role that the caller gave.
    Given,
    /// Nothing else can be a quasi-identifier.
    NothingElse,
}

impl Reason {
    /// The reason in a language (`en` or `fr`).
    pub fn text(&self, language: &str) -> String {
        if language == "fr" {
            self.french()
        } else {
            self.english()
        }
    }

    fn english(&self) -> String {
        match self {
            Reason::Name { words, content } => {
                format!("the name says \"{words}\": {}", content.name("en"))
            }
            Reason::Form {
                content,
                system,
                percent,
                checked,
            } => {
                let system = system.map_or(String::new(), |system| format!(" ({system})"));
                let check = if *checked {
                    ", check digits included"
                } else {
                    ""
                };
                format!(
                    "{percent} % of the cells have the form of: {}{system}{check}",
                    content.name("en")
                )
            }
            Reason::FreeText { words } => {
                format!(
                    "long texts, {words} words each on average and mostly different: unfit for k-anonymity"
                )
            }
            Reason::BirthRange => "its dates range as dates of birth do".to_owned(),
            Reason::GivenNames { percent } => {
                format!("{percent} % of the cells contain a frequent given name")
            }
            Reason::OwnValue => "every row has a value of its own".to_owned(),
            Reason::Counts => "whole numbers that number the rows".to_owned(),
            Reason::NoValue => "it has no value".to_owned(),
            Reason::OneValue => "all values are equal".to_owned(),
            Reason::Dates => "dates are easily known by others".to_owned(),
            Reason::MayBeKnown => {
                "it may be known by others; change the role if it is not".to_owned()
            }
            Reason::FewValues => "but it has few different values for that".to_owned(),
            Reason::SpecialCategory => {
                "special category of data (GDPR, articles 9 and 10)".to_owned()
            }
            Reason::SinglesOut { with, percent } if with.is_empty() => {
                format!("by itself it singles out {percent} % of the rows")
            }
            Reason::SinglesOut { with, percent } => {
                format!(
                    "together with {} it singles out {percent} % of the rows",
                    listed(with, "and")
                )
            }
            Reason::Given => "as you said".to_owned(),
            Reason::NothingElse => "no other attribute can be a quasi-identifier".to_owned(),
        }
    }

    fn french(&self) -> String {
        match self {
            Reason::Name { words, content } => {
                format!("le nom dit « {words} » : {}", content.name("fr"))
            }
            Reason::Form {
                content,
                system,
                percent,
                checked,
            } => {
                let system = system.map_or(String::new(), |system| format!(" ({system})"));
                let check = if *checked {
                    ", clé de contrôle comprise"
                } else {
                    ""
                };
                format!(
                    "{percent} % des cases ont la forme suivante : {}{system}{check}",
                    content.name("fr")
                )
            }
            Reason::FreeText { words } => {
                format!(
                    "longs textes de {words} mots en moyenne, presque tous différents : impropre au k-anonymat"
                )
            }
            Reason::BirthRange => "ses dates s'étendent comme des dates de naissance".to_owned(),
            Reason::GivenNames { percent } => {
                format!("{percent} % des cases contiennent un prénom courant")
            }
            Reason::OwnValue => "chaque ligne a sa propre valeur".to_owned(),
            Reason::Counts => "des nombres entiers qui numérotent les lignes".to_owned(),
            Reason::NoValue => "il n'a aucune valeur".to_owned(),
            Reason::OneValue => "toutes les valeurs sont égales".to_owned(),
            Reason::Dates => "les dates sont facilement connues d'autrui".to_owned(),
            Reason::MayBeKnown => {
                "il peut être connu d'autrui ; changez le rôle si ce n'est pas le cas".to_owned()
            }
            Reason::FewValues => "mais il a peu de valeurs différentes pour cela".to_owned(),
            Reason::SpecialCategory => {
                "catégorie particulière de données (RGPD, articles 9 et 10)".to_owned()
            }
            Reason::SinglesOut { with, percent } if with.is_empty() => {
                format!("à lui seul il isole {percent} % des lignes")
            }
            Reason::SinglesOut { with, percent } => {
                format!(
                    "avec {} il isole {percent} % des lignes",
                    listed(with, "et")
                )
            }
            Reason::Given => "comme vous l'avez dit".to_owned(),
            Reason::NothingElse => {
                "aucun autre attribut ne peut être un quasi-identifiant".to_owned()
            }
        }
    }
}

/// `a, b and c`.
pub fn listed(names: &[String], and: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

/// In JSON a reason is its English sentence.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.english())
    }
}
