//! What a release may give away, how that is measured, and who is assumed to attack.

use bauta_table::Text;
use serde::Serialize;

/// What a release may give away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Disclosure {
    /// Which row is a person's.
    Identity,
    /// A sensitive value of a person.
    Attribute,
    /// That a person is in the release.
    Membership,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The chance to pick the right row of the person who is easiest to find.
    HighestRisk,
    /// That chance on average over rows.
    MeanRisk,
    /// Share of rows that nobody shares.
    UniqueRows,
    /// The chance to pick the right person of the population, for the person who is easiest to find.
    HighestPopulationRisk,
    /// The individual risk by survey weights, for the person who is easiest to find.
    HighestIndividualRisk,
    /// The mean of the individual risk: the share of people that can be expected to be found.
    MeanIndividualRisk,
    /// The chance that a member of a household is found, for the household that is easiest to find.
    HighestHouseholdRisk,
    /// That chance on average over households.
    MeanHouseholdRisk,
    /// Share of rows whose sensitive value is certain.
    CertainValues,
    /// Largest share that one sensitive value has among the rows that a value may belong to.
    HighestConfidence,
    /// Largest distance between the sensitive values of such rows and those of the whole table.
    LargestDistance,
    /// The chance that a person is in the release, for the person of whom that is surest.
    HighestPresence,
}

/// What an attacker is assumed to know and to want.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Attacker {
    /// Knows a person's quasi-identifiers, and that the person is in the release.
    KnowsPresence,
    /// Knows the quasi-identifiers of a person of the population, who may be in the release.
    KnowsPopulation,
}

impl Disclosure {
    /// Its name, for people.
    pub const fn title(self) -> Text {
        match self {
            Disclosure::Identity => Text {
                en: "identity",
                fr: "identité",
            },
            Disclosure::Attribute => Text {
                en: "attribute",
                fr: "attribut",
            },
            Disclosure::Membership => Text {
                en: "membership",
                fr: "appartenance",
            },
        }
    }
}

impl Measure {
    /// Its name, for people.
    pub const fn title(self) -> Text {
        match self {
            Measure::HighestRisk => Text {
                en: "highest risk of being found",
                fr: "risque maximal d'être retrouvé",
            },
            Measure::MeanRisk => Text {
                en: "mean risk of being found",
                fr: "risque moyen d'être retrouvé",
            },
            Measure::UniqueRows => Text {
                en: "rows that are unique",
                fr: "lignes uniques",
            },
            Measure::HighestPopulationRisk => Text {
                en: "highest risk of being found in the population",
                fr: "risque maximal d'être retrouvé dans la population",
            },
            Measure::HighestIndividualRisk => Text {
                en: "highest individual risk, by survey weights",
                fr: "risque individuel maximal, selon les poids de sondage",
            },
            Measure::MeanIndividualRisk => Text {
                en: "people expected to be found, by survey weights",
                fr: "personnes que l'on s'attend à retrouver, selon les poids de sondage",
            },
            Measure::HighestHouseholdRisk => Text {
                en: "highest risk of a household",
                fr: "risque maximal d'un ménage",
            },
            Measure::MeanHouseholdRisk => Text {
                en: "mean risk of a household",
                fr: "risque moyen d'un ménage",
            },
            Measure::CertainValues => Text {
                en: "rows whose value is certain",
                fr: "lignes dont la valeur est certaine",
            },
            Measure::HighestConfidence => Text {
                en: "highest confidence in one value",
                fr: "confiance maximale en une valeur",
            },
            Measure::LargestDistance => Text {
                en: "largest distance to the whole table",
                fr: "plus grande distance à la table entière",
            },
            Measure::HighestPresence => Text {
                en: "highest chance to be known as present",
                fr: "probabilité maximale d'être reconnu comme présent",
            },
        }
    }

    /// What it is about.
    pub fn disclosure(self) -> Disclosure {
        match self {
            Measure::HighestRisk
            | Measure::MeanRisk
            | Measure::UniqueRows
            | Measure::HighestIndividualRisk
            | Measure::MeanIndividualRisk
            | Measure::HighestHouseholdRisk
            | Measure::MeanHouseholdRisk
            | Measure::HighestPopulationRisk => Disclosure::Identity,
            Measure::CertainValues | Measure::HighestConfidence | Measure::LargestDistance => {
                Disclosure::Attribute
            }
            Measure::HighestPresence => Disclosure::Membership,
        }
    }

    /// Who is assumed to attack.
    pub fn attacker(self) -> Attacker {
        match self {
            Measure::HighestPopulationRisk
            | Measure::HighestIndividualRisk
            | Measure::MeanIndividualRisk
            | Measure::HighestHouseholdRisk
            | Measure::MeanHouseholdRisk
            | Measure::HighestPresence => Attacker::KnowsPopulation,
            _ => Attacker::KnowsPresence,
        }
    }
}

impl Attacker {
    /// What is assumed, as a sentence.
    pub const fn assumption(self) -> Text {
        match self {
            Attacker::KnowsPresence => Text {
                en: "An attacker knows a person's quasi-identifiers, and that the person is in the release.",
                fr: "L'attaquant connaît les quasi-identifiants d'une personne et sait qu'elle est dans la publication.",
            },
            Attacker::KnowsPopulation => Text {
                en: "An attacker knows the quasi-identifiers of a person of the population, who may be in the release or not.",
                fr: "L'attaquant connaît les quasi-identifiants d'une personne de la population, qui peut être ou non dans la publication.",
            },
        }
    }
}
