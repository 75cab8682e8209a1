//! The step of the pipeline: identifiers become one pseudonym, and dates move.

use bauta_methods::pseudonym::{Identities, Method, Persons, Shift};
use bauta_table::recoding::{Pseudonyms, pseudonymized, shifted};
use bauta_table::{Column, Fault, Kind, Progress, Table};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;
use zeroize::Zeroizing;

use super::key_file::no_randomness;
use super::record::PseudonymRecord;
use super::settings::Settings;
use crate::project::{MissingIdentifiers, Project};
use crate::row_order::ordered_by;
use bauta_messages::Problems;
use bauta_messages::Result;

/// What the step made, besides the table with its pseudonyms.
pub(crate) struct Done {
    /// The correspondence table, where one is to be kept.
    pub mapping: Option<Table>,
    /// What is recorded.
    pub record: PseudonymRecord,
    /// Things worth saying.
    pub notes: Vec<String>,
}

/// Makes pseudonyms. The table comes back as it was, without anything done, where it has no identifiers or where something is
/// wrong, which is noted.
pub(crate) fn step(
    settings: &Settings,
    project: &Project,
    table: Table,
    problems: &mut Problems,
    progress: &dyn Progress,
) -> Result<(Table, Option<Done>)> {
    let columns: Vec<usize> = project
        .roles
        .identifiers
        .iter()
        .filter_map(|name| table.index_of(name).ok())
        .collect();
    if columns.is_empty() || columns.len() < project.roles.identifiers.len() {
        return Ok((table, None));
    }
    let mut secret = secret()?;
    let table = if project.pseudonyms.shuffle {
        let mut rows: Vec<u32> = (0..table.rows() as u32).collect();
        rows.shuffle(&mut secret);
        table.into_picked(&rows)
    } else {
        table
    };
    let work = Work {
        settings,
        project,
        table: &table,
        columns: &columns,
        progress,
    };
    let Some(planned) = work.planned(&mut secret, problems)? else {
        return Ok((table, None));
    };
    let Planned {
        plan,
        shifted,
        record,
        notes,
    } = planned;
    let mut attributes = table.into_attributes();
    for (index, column) in shifted {
        attributes[index].column = column;
    }
    let (table, mapping) = pseudonymized(Table::from_attributes(attributes), &plan);
    let mapping = settings.mapping.is_some().then_some(mapping);
    Ok((
        table,
        Some(Done {
            mapping,
            record,
            notes,
        }),
    ))
}

/// Randomness that nobody can draw again: from the operating system, never from the recorded seed.
pub(crate) fn secret() -> Result<ChaCha20Rng> {
    let mut seed = Zeroizing::new([0u8; 32]);
    getrandom::fill(&mut seed[..]).map_err(|_| no_randomness())?;
    Ok(ChaCha20Rng::from_seed(*seed))
}

/// What all parts of the step look at.
pub(super) struct Work<'a> {
    pub(super) settings: &'a Settings,
    pub(super) project: &'a Project,
    pub(super) table: &'a Table,
    pub(super) columns: &'a [usize],
    pub(super) progress: &'a dyn Progress,
}

/// Everything that is decided before the table changes.
struct Planned {
    plan: Pseudonyms,
    shifted: Vec<(usize, Column)>,
    record: PseudonymRecord,
    notes: Vec<String>,
}

impl Work<'_> {
    /// Decides everything; `None` where something is wrong.
    fn planned(
        &self,
        secret: &mut ChaCha20Rng,
        problems: &mut Problems,
    ) -> Result<Option<Planned>> {
        let identities = Identities::new(self.table, self.columns, self.settings.normalization);
        problems.extend(self.faults(&identities));
        if self.settings.slow.is_some() && !problems.is_empty() {
            return Ok(None);
        }
        let Some((persons, values)) = self.made(&identities, secret, problems)? else {
            return Ok(None);
        };
        problems.extend(self.order_faults(&identities, &persons));
        let record = self.record(&identities, &persons, &values);
        let mut linkage = None;
        if let Some((file, earlier)) = &self.settings.earlier {
            let differences = record.differences(earlier, file);
            // Files that differ in their settings do not link, and this is what is told.
            if differences.is_empty() {
                let least = self.project.pseudonyms.least_linked;
                let found = record.linkage(earlier, file, least);
                linkage = problems.take(found.map_err(|fault| vec![fault]));
            }
            problems.extend(differences);
        }
        let days = self.days(&identities, secret);
        let shifted = self.shifted(&identities, &days, problems);
        if !problems.is_empty() {
            return Ok(None);
        }
        let mut notes = self.notes(&identities, &record);
        notes.extend(linkage);
        let named = |combination: &usize| !identities.nameless[*combination];
        let spellings = match self.settings.mapping {
            Some(_) => (0..identities.len())
                .filter(named)
                .map(|it| identities.first_row[it])
                .collect(),
            None => Vec::new(),
        };
        let person_of_row = identities
            .of_row
            .par_iter()
            .map(|&it| persons.of_combination[it as usize])
            .collect();
        let plan = Pseudonyms {
            name: self.project.pseudonyms.name.clone(),
            values,
            person_of_row,
            spellings,
        };
        Ok(Some(Planned {
            plan,
            shifted,
            record,
            notes,
        }))
    }

    /// What is wrong with the identifiers and the dates.
    fn faults(&self, identities: &Identities<'_>) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut nameless: Vec<u32> = identities
            .first_row
            .iter()
            .zip(&identities.nameless)
            .filter(|(_, no)| **no)
            .map(|(row, _)| *row)
            .collect();
        nameless.sort_unstable();
        if !nameless.is_empty()
            && self.project.pseudonyms.missing_identifiers == MissingIdentifiers::Refuse
        {
            let (count, first) = (nameless.len(), listed(nameless.iter().copied()));
            let way = match self.settings.method {
                Method::FormatPreserving => "fill them in, or leave these rows out",
                _ => "fill them in, or give each a pseudonym of its own with --missing-ids own",
            };
            faults.push(Fault::Request(format!(
                "{count} rows have no value in any identifier, first in data row {first}; {way}"
            )));
        }
        for name in &self.project.pseudonyms.shift_dates {
            match self.table.index_of(name) {
                Err(fault) => faults.push(fault),
                Ok(index) => {
                    let kind = self.table.attributes()[index].column.dictionary().kind();
                    let known = self.project.roles.identifiers.contains(name);
                    if !known && !is_date(kind) {
                        faults.push(Fault::Request(format!(
                            "\"{name}\" is not a column of dates and cannot be shifted; correct its cells, or leave it out"
                        )));
                    }
                }
            }
        }
        faults
    }

    /// Attributes in whose order the persons stand, for numbers that follow it.
    fn order_faults(&self, identities: &Identities<'_>, persons: &Persons) -> Vec<Fault> {
        if self.settings.method != Method::Sequential || self.project.pseudonyms.shuffle {
            return Vec::new();
        }
        let first = persons.first.iter();
        let rows: Vec<usize> = first
            .map(|&it| identities.first_row[it as usize] as usize)
            .collect();
        let ordered = ordered_by(&self.project.roles, self.table, &rows).into_iter();
        ordered
            .map(|name| {
                Fault::Request(format!(
                    "the rows are in the order of \"{name}\", which sequential pseudonyms would reveal; use random pseudonyms, or --shuffle to put the rows in random order first"
                ))
            })
            .collect()
    }

    /// How many days each combination's dates move.
    fn days(&self, identities: &Identities<'_>, secret: &mut ChaCha20Rng) -> Vec<i32> {
        let settings = &self.project.pseudonyms;
        let Some(key) = self
            .settings
            .key
            .as_ref()
            .filter(|_| !settings.shift_dates.is_empty())
        else {
            return Vec::new();
        };
        let shift = Shift::new(key, settings.shift_days);
        let mut bytes = Vec::new();
        (0..identities.len())
            .map(|combination| {
                if identities.nameless[combination] {
                    shift.days(&secret.random::<[u8; 32]>())
                } else {
                    identities.encode(combination, &mut bytes);
                    shift.days(&bytes)
                }
            })
            .collect()
    }

    /// The columns whose dates move, moved.
    fn shifted(
        &self,
        identities: &Identities<'_>,
        days: &[i32],
        problems: &mut Problems,
    ) -> Vec<(usize, Column)> {
        let names = &self.project.pseudonyms.shift_dates;
        let mut columns = Vec::new();
        for (index, attribute) in self.table.attributes().iter().enumerate() {
            let kind = attribute.column.dictionary().kind();
            if days.is_empty() || !names.contains(&attribute.name) || !is_date(kind) {
                continue;
            }
            match shifted(&attribute.column, |row| {
                days[identities.of_row[row] as usize]
            }) {
                Some(column) => columns.push((index, column)),
                None => problems.push(Fault::Request(format!(
                    "\"{}\" has dates that a shift would move out of the calendar; correct them",
                    attribute.name
                ))),
            }
        }
        columns
    }
}

fn is_date(kind: Kind) -> bool {
    matches!(kind, Kind::Date | Kind::DateTime)
}

/// The first rows as people count them.
pub(super) fn listed(rows: impl Iterator<Item = u32>) -> String {
    rows.take(3)
        .map(|row| (row + 1).to_string())
        .collect::<Vec<_>>()
        .join(", ")
}
