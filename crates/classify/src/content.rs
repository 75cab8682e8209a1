//! What a column holds, and the role that such columns usually have.

use bauta_table::Role;
use serde::{Deserialize, Serialize};

/// What the values of an attribute are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
#[allow(missing_docs, reason = "each says itself; `name` has the words")]
pub enum Content {
    PersonName,
    RecordNumber,
    Email,
    Phone,
    BankAccount,
    CardNumber,
    NationalNumber,
    DocumentNumber,
    Address,
    IpAddress,
    Url,
    Uuid,
    Account,
    Vehicle,
    FreeText,
    DateOfBirth,
    Date,
    Age,
    Sex,
    PostalCode,
    Place,
    Coordinates,
    Nationality,
    MaritalStatus,
    Education,
    Occupation,
    OrganisationNumber,
    Household,
    Language,
    Race,
    Health,
    Income,
    Finances,
    Religion,
    Opinion,
    Ethnicity,
    UnionMembership,
    SexualLife,
    Conviction,
    Biometric,
    Technical,
}

use Content::*;

/// Each with its word in files, its English and its French.
const WORDS: [(Content, &str, &str, &str); 41] = [
    (
        PersonName,
        "person-name",
        "name of a person",
        "nom de personne",
    ),
    (
        RecordNumber,
        "record-number",
        "record number",
        "numéro de dossier",
    ),
    (Email, "email", "e-mail address", "adresse électronique"),
    (Phone, "phone", "phone number", "numéro de téléphone"),
    (
        BankAccount,
        "bank-account",
        "bank account (IBAN)",
        "compte bancaire (IBAN)",
    ),
    (CardNumber, "card-number", "card number", "numéro de carte"),
    (
        NationalNumber,
        "national-number",
        "national number",
        "numéro national",
    ),
    (
        DocumentNumber,
        "document-number",
        "number of an identity document",
        "numéro de pièce d'identité",
    ),
    (Address, "address", "postal address", "adresse postale"),
    (IpAddress, "ip-address", "IP address", "adresse IP"),
    (Url, "url", "web address", "adresse web"),
    (Uuid, "uuid", "UUID", "UUID"),
    (
        Account,
        "account",
        "user account or device",
        "compte d'utilisateur ou appareil",
    ),
    (Vehicle, "vehicle", "vehicle number", "immatriculation"),
    (FreeText, "free-text", "free text", "texte libre"),
    (
        DateOfBirth,
        "date-of-birth",
        "date of birth",
        "date de naissance",
    ),
    (Date, "date", "date", "date"),
    (Age, "age", "age", "âge"),
    (Sex, "sex", "sex", "sexe"),
    (PostalCode, "postal-code", "postal code", "code postal"),
    (Place, "place", "place", "lieu"),
    (
        Coordinates,
        "coordinates",
        "coordinates",
        "coordonnées géographiques",
    ),
    (Nationality, "nationality", "nationality", "nationalité"),
    (
        MaritalStatus,
        "marital-status",
        "marital status",
        "état matrimonial",
    ),
    (Education, "education", "education", "études"),
    (Occupation, "occupation", "occupation", "profession"),
    (
        OrganisationNumber,
        "organisation-number",
        "number of an organisation",
        "numéro d'entreprise",
    ),
    (Household, "household", "household", "ménage"),
    (Language, "language", "language", "langue"),
    (Race, "race", "race", "race"),
    (Health, "health", "health", "santé"),
    (Income, "income", "income", "revenu"),
    (Finances, "finances", "finances", "finances"),
    (Religion, "religion", "religion", "religion"),
    (Opinion, "opinion", "opinions", "opinions"),
    (Ethnicity, "ethnicity", "ethnic origin", "origine ethnique"),
    (
        UnionMembership,
        "union-membership",
        "union membership",
        "appartenance syndicale",
    ),
    (SexualLife, "sexual-life", "sexual life", "vie sexuelle"),
    (Conviction, "conviction", "convictions", "condamnations"),
    (
        Biometric,
        "biometric",
        "biometric or genetic data",
        "données biométriques ou génétiques",
    ),
    (Technical, "technical", "technical", "technique"),
];

impl Content {
    fn words(self) -> (&'static str, &'static str, &'static str) {
        let found = WORDS.iter().find(|(content, ..)| *content == self);
        found.map_or(("", "", ""), |&(_, id, english, french)| {
            (id, english, french)
        })
    }

    /// The content with a word of files.
    pub fn of_id(id: &str) -> Option<Content> {
        WORDS
            .iter()
            .find(|(_, own, ..)| *own == id)
            .map(|(content, ..)| *content)
    }

    /// The word used in files.
    pub fn id(self) -> &'static str {
        self.words().0
    }

    /// What it is called, in a language (`en` or `fr`).
    pub fn name(self, language: &str) -> &'static str {
        let (_, english, french) = self.words();
        if language == "fr" { french } else { english }
    }

    /// The role that such attributes usually have.
    pub fn role(self) -> Role {
        match self {
            PersonName | RecordNumber | Email | Phone | BankAccount | CardNumber
            | NationalNumber | DocumentNumber | Address | IpAddress | Url | Uuid | Account
            | Vehicle => Role::Identifier,
            // Free text may name anybody: it is no part of an identity, and nothing can generalise it.
            FreeText => Role::Drop,
            DateOfBirth | Date | Age | Sex | PostalCode | Place | Coordinates | Nationality
            | MaritalStatus | Education | Occupation | OrganisationNumber | Household
            | Language | Race => Role::QuasiIdentifier,
            Health | Income | Finances | Religion | Opinion | Ethnicity | UnionMembership
            | SexualLife | Conviction | Biometric => Role::Sensitive,
            Technical => Role::Insensitive,
        }
    }

    /// Whether the law sets such data apart: articles 9 and 10 of the GDPR.
    pub fn is_special_category(self) -> bool {
        matches!(
            self,
            Race | Health
                | Religion
                | Opinion
                | Ethnicity
                | UnionMembership
                | SexualLife
                | Conviction
                | Biometric
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_files_are_those_of_json() {
        for (content, id, english, french) in WORDS {
            assert_eq!(serde_json::to_value(content).unwrap(), id);
            assert_eq!(Content::of_id(id), Some(content));
            assert!(!english.is_empty() && !french.is_empty());
        }
    }
}
