//! What is said and recorded of pseudonyms.

use bauta_methods::pseudonym::{Identities, Key, Method, Persons, Slow};
use bauta_table::{DateStyle, Style, Values};

use super::record::PseudonymRecord;
use super::sketch;
use super::step::Work;
use crate::project::MissingIdentifiers;

impl Work<'_> {
    pub(super) fn record(
        &self,
        identities: &Identities<'_>,
        persons: &Persons,
        pseudonyms: &Values,
    ) -> PseudonymRecord {
        let settings = &self.project.pseudonyms;
        let mut rows = vec![0u32; persons.first.len()];
        for &combination in &identities.of_row {
            rows[persons.of_combination[combination as usize] as usize] += 1;
        }
        let slow = |slow: Slow| {
            format!(
                "argon2id, {} KiB, {} passes, {} lanes",
                slow.memory, slow.passes, slow.lanes
            )
        };
        PseudonymRecord {
            method: self.settings.method.id().to_owned(),
            hash: (self.settings.method == Method::KeyedHash)
                .then(|| self.settings.hash.id().to_owned()),
            slow: self.settings.slow.map(slow),
            normalize: self
                .settings
                .normalization
                .words()
                .into_iter()
                .map(str::to_owned)
                .collect(),
            fields: self.project.roles.identifiers.clone(),
            name: settings.name.clone(),
            key_fingerprint: self.settings.key.as_ref().and_then(Key::fingerprint),
            missing_identifiers: match settings.missing_identifiers {
                MissingIdentifiers::Refuse => "refuse".to_owned(),
                MissingIdentifiers::Own => "own".to_owned(),
            },
            shuffled: settings.shuffle,
            shift_dates: settings.shift_dates.clone(),
            shift_days: (!settings.shift_dates.is_empty()).then_some(settings.shift_days),
            persons: persons.first.len() as u64,
            merged_spellings: (identities.len() - persons.first.len()) as u64,
            persons_with_several_rows: rows.iter().filter(|&&count| count > 1).count() as u64,
            rows_without_identifier: identities.nameless.iter().filter(|no| **no).count() as u64,
            sketch: sketch::of(pseudonyms),
        }
    }

    pub(super) fn notes(
        &self,
        identities: &Identities<'_>,
        record: &PseudonymRecord,
    ) -> Vec<String> {
        let mut notes = Vec::new();
        let repeated = self.table.rows() as u64 - record.persons;
        if repeated > 0 {
            let persons = record.persons_with_several_rows;
            notes.push(format!(
                "{repeated} rows repeat the identifiers of an earlier row and share its pseudonym"
            ));
            notes.push(format!(
                "{persons} persons have several rows; if there should be one each, people share their identifiers, as twins with a parent's number do"
            ));
        }
        if record.merged_spellings > 0 {
            notes.push(format!(
                "{} spellings of identifiers became a person with another spelling by normalisation ({})",
                record.merged_spellings,
                record.normalize.join(", ")
            ));
        }
        if record.rows_without_identifier > 0 {
            let count = record.rows_without_identifier;
            notes.push(format!(
                "{count} rows without any identifier got a pseudonym each, which links to nothing"
            ));
        }
        let partly = identities.partly_missing();
        if partly > 0 {
            notes.push(format!(
                "{partly} rows lack some of their identifiers; a missing one counts as a value"
            ));
        }
        if !self.settings.normalization.has_dates() && self.settings.method.needs_key() {
            notes.extend(
                self.columns
                    .iter()
                    .filter_map(|&index| self.foreign_date(index)),
            );
        }
        if self.settings.method == Method::Sha512Base64 {
            notes.push(
                "sha512-base64 is weaker than keyed-hash: use it only where files with such pseudonyms exist".into(),
            );
        }
        if self.project.pseudonyms.shuffle {
            notes.push("the rows were shuffled by the system's secret source".into());
        }
        if let Some(most) = record.shift_days {
            let list = record.shift_dates.join(", ");
            notes.push(format!(
                "dates moved by 1 to {most} days forward or back, by the same number for all rows of a person: {list}"
            ));
        }
        notes.extend(
            record
                .key_fingerprint
                .iter()
                .map(|print| format!("key fingerprint {print}")),
        );
        notes
    }

    /// A date among the identifiers that another file may write otherwise.
    fn foreign_date(&self, index: usize) -> Option<String> {
        let attribute = &self.table.attributes()[index];
        let style = attribute.column.dictionary().style();
        let foreign = matches!(style, Style::Date(style) if *style != DateStyle::Iso);
        foreign.then(|| {
            format!(
                "identifier \"{}\" is a date not written as 2024-01-31; add dates to --normalize where another file writes it otherwise",
                attribute.name
            )
        })
    }
}
