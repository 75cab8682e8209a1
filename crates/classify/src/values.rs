//! What the values of a column look like, on a bounded sample of the distinct ones.
//!
//! **Idea.** Values are looked at once each, not once a row. Of more than [`SAMPLE`] distinct values every n-th in their order is taken, so that the same
//! table gives the same proposal. A form counts with the rows that have it, and needs a clear majority of them ([`MAJORITY`]).

use std::borrow::Cow;

use bauta_table::{Column, Kind};

use super::checks::{bank, europe, france, organisation, world};
use super::content::Content;
use super::shapes;

/// Most distinct values that are looked at.
pub(super) const SAMPLE: usize = 5000;

/// Share of the cells with a value that must have a form.
pub(super) const MAJORITY: f64 = 0.8;

/// What is counted of a column.
pub(crate) struct Facts<'a> {
    pub(crate) kind: Kind,
    pub(crate) distinct: u64,
    pub(crate) missing: u64,
    /// Cells with a value.
    pub(crate) present: u64,
    /// Values that occur once.
    pub(crate) unique: u64,
    pub(super) column: &'a Column,
    /// Distinct values with their rows.
    sample: Vec<(Cow<'a, str>, u64)>,
}

impl<'a> Facts<'a> {
    pub(crate) fn of(column: &'a Column) -> Facts<'a> {
        let dictionary = column.dictionary();
        let distinct = dictionary.value_count();
        let counts = column.codes().counts(dictionary.len());
        let missing = dictionary
            .missing_code()
            .and_then(|code| counts.get(code as usize).copied())
            .unwrap_or(0);
        let taken = distinct.min(SAMPLE);
        let codes = (0..taken).map(|at| (at * distinct / taken.max(1)) as u32);
        let sample = codes.map(|code| {
            (
                dictionary.label(code),
                counts.get(code as usize).copied().unwrap_or(0),
            )
        });
        Facts {
            kind: dictionary.kind(),
            distinct: distinct as u64,
            missing,
            present: column.len() as u64 - missing,
            unique: counts
                .iter()
                .take(distinct)
                .filter(|&&count| count == 1)
                .count() as u64,
            column,
            sample: sample.collect(),
        }
    }

    /// Share of the cells that satisfy a test.
    pub(super) fn share(&self, test: impl Fn(&str) -> bool) -> f64 {
        let all: u64 = self.sample.iter().map(|(_, rows)| rows).sum();
        let fitting: u64 = self
            .sample
            .iter()
            .filter(|(label, _)| test(label))
            .map(|(_, rows)| rows)
            .sum();
        if all == 0 {
            0.0
        } else {
            fitting as f64 / all as f64
        }
    }

    /// A figure of the cells, on average.
    pub(super) fn mean(&self, figure: impl Fn(&str) -> usize) -> f64 {
        let all: u64 = self.sample.iter().map(|(_, rows)| rows).sum();
        let sum: f64 = self
            .sample
            .iter()
            .map(|(label, rows)| figure(label) as f64 * *rows as f64)
            .sum();
        if all == 0 { 0.0 } else { sum / all as f64 }
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = &str> {
        self.sample.iter().map(|(label, _)| label.as_ref())
    }

    /// Whether every cell with a value has one of its own.
    pub(super) fn all_different(&self) -> bool {
        self.distinct == self.present && self.present > 1
    }

    /// Lowest and highest value on a scale.
    pub(super) fn range(&self) -> Option<(f64, f64)> {
        let dictionary = self.column.dictionary();
        let last = u32::try_from(self.distinct.checked_sub(1)?).ok()?;
        Some((dictionary.measure(0)?, dictionary.measure(last)?))
    }

    /// Few values in many rows: categories, not persons. A name has more values than most things, and a file may still
    /// have few of them.
    pub(super) fn is_categorical(&self) -> bool {
        self.kind == Kind::Boolean || (self.distinct <= 5 && self.present >= 100)
    }

    /// Words a cell, if the cells are long texts that mostly differ.
    pub(super) fn words_of_free_text(&self) -> Option<f64> {
        let words = self.mean(|label| label.split_whitespace().count());
        let long = words >= 6.0 && self.mean(|label| label.chars().count()) >= 40.0;
        (self.kind == Kind::Text && long && self.distinct * 2 >= self.present && self.distinct > 1)
            .then_some(words)
    }
}

/// A form that values may have.
pub(super) struct Form {
    pub(super) content: Content,
    pub(super) system: Option<&'static str>,
    pub(super) checked: bool,
    /// How much it says where the name says nothing of the kind; 0 = nothing.
    pub(super) alone: f64,
    /// How much it says where the name says the same.
    pub(super) named: f64,
    test: fn(&str) -> bool,
}

const fn checked(
    content: Content,
    system: Option<&'static str>,
    alone: f64,
    test: fn(&str) -> bool,
) -> Form {
    Form {
        content,
        system,
        checked: true,
        alone,
        named: 0.95,
        test,
    }
}

const fn shaped(content: Content, alone: f64, named: f64, test: fn(&str) -> bool) -> Form {
    Form {
        content,
        system: None,
        checked: false,
        alone,
        named,
        test,
    }
}

/// Every form, the most telling first: of two with the same weight the first is taken.
const FORMS: &[Form] = &[
    checked(Content::BankAccount, None, 0.95, bank::iban),
    checked(Content::CardNumber, None, 0.95, bank::card),
    checked(Content::NationalNumber, Some("NIR"), 0.95, france::nir),
    checked(
        Content::NationalNumber,
        Some("codice fiscale"),
        0.95,
        europe::italy,
    ),
    checked(
        Content::NationalNumber,
        Some("AHV"),
        0.95,
        europe::switzerland,
    ),
    checked(
        Content::NationalNumber,
        Some("DNI, NIE"),
        0.9,
        europe::spain,
    ),
    checked(
        Content::NationalNumber,
        Some("Steuer-ID"),
        0.9,
        europe::germany,
    ),
    checked(Content::NationalNumber, Some("PESEL"), 0.9, europe::poland),
    checked(
        Content::NationalNumber,
        Some("rijksregisternummer"),
        0.9,
        europe::belgium,
    ),
    checked(Content::NationalNumber, Some("NHS"), 0.8, world::nhs),
    checked(
        Content::NationalNumber,
        Some("BSN"),
        0.8,
        europe::netherlands,
    ),
    checked(
        Content::OrganisationNumber,
        Some("SIRET"),
        0.85,
        organisation::siret,
    ),
    checked(
        Content::OrganisationNumber,
        Some("SIREN"),
        0.7,
        organisation::siren,
    ),
    shaped(Content::Email, 0.95, 0.98, shapes::email),
    shaped(Content::Uuid, 0.9, 0.95, shapes::uuid),
    Form {
        system: Some("SSN"),
        ..shaped(Content::NationalNumber, 0.85, 0.95, world::ssn)
    },
    Form {
        system: Some("NIR"),
        ..shaped(Content::NationalNumber, 0.0, 0.9, france::nir_without_key)
    },
    shaped(Content::IpAddress, 0.85, 0.95, shapes::ip),
    shaped(Content::Phone, 0.8, 0.95, shapes::phone),
    shaped(Content::Url, 0.7, 0.8, shapes::url),
    shaped(Content::Coordinates, 0.85, 0.95, shapes::coordinates),
    shaped(Content::Address, 0.85, 0.95, shapes::address),
    shaped(
        Content::PostalCode,
        0.85,
        0.95,
        shapes::lettered_postal_code,
    ),
    shaped(Content::PostalCode, 0.0, 0.9, shapes::plain_postal_code),
];

/// The form that most cells have, how many of them (from 0 to 1), and how much that says.
pub(super) fn form_of(
    facts: &Facts<'_>,
    named: Option<Content>,
) -> Option<(&'static Form, f64, f64)> {
    if matches!(
        facts.kind,
        Kind::Boolean | Kind::Date | Kind::DateTime | Kind::Decimal
    ) {
        return None;
    }
    let mut best: Option<(&Form, f64, f64)> = None;
    for form in FORMS {
        let said = named == Some(form.content);
        let mut weight = if said { form.named } else { form.alone };
        // Two or three numbers may satisfy a check digit by chance.
        if form.checked && !said && facts.distinct < 4 && form.content != Content::BankAccount {
            weight /= 2.0;
        }
        if weight == 0.0 || best.is_some_and(|(_, _, known)| known >= weight) {
            continue;
        }
        let share = facts.share(form.test);
        if share >= MAJORITY {
            best = Some((form, share, weight * share));
        }
    }
    best
}
