//! Pseudonyms in place of identifiers.

use bauta_formats::{Locator, Staged, WriteOptions};
use bauta_methods::pseudonym;
use bauta_table::recoding::{Pseudonyms, pseudonymized};
use bauta_table::{Fault, Progress, Role, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use crate::error::{Error, Result};
use crate::pipeline::{cancelled, read_options};
use crate::project::Project;

/// What pseudonymising did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pseudonymized {
    /// Rows written.
    pub rows: u64,
    /// Different persons, that is combinations of identifiers.
    pub persons: u64,
    /// Things worth saying.
    pub notes: Vec<String>,
}

/// The step of the pipeline: identifiers become one pseudonym; without identifiers nothing happens. Returns the
/// correspondence table with its place, if one is to be kept.
pub(crate) fn step(
    project: &Project,
    table: Table,
    notes: &mut Vec<String>,
) -> Result<(Table, Option<(Locator, Table)>)> {
    if table.with_role(Role::Identifier).is_empty() {
        return Ok((table, None));
    }
    let settings = &project.pseudonyms;
    let way = pseudonym::find(&settings.method).map_err(|fault| vec![fault])?;
    if let Some(taken) = table.attributes().iter().find(|a| a.name == settings.name && a.role != Role::Identifier) {
        return Err(Error::request(format!(
            "an attribute is already called \"{}\"; choose another name for the pseudonym (--pseudonym-name)",
            taken.name
        )));
    }
    let mut plan = Pseudonyms::persons(&table, &settings.name);
    plan.numbers = way.numbers(plan.first_row.len(), &mut secret()?);
    let repeated = table.rows() - plan.first_row.len();
    if repeated > 0 {
        notes.push(format!("{repeated} rows repeat the identifiers of an earlier row and share its pseudonym"));
    }
    let (table, mapping) = pseudonymized(&table, &plan);
    let place = settings.mapping.as_ref().map(|text| text.parse::<Locator>()).transpose()?;
    Ok((table, place.map(|place| (place, mapping))))
}

/// Randomness that nobody can draw again: from the operating system, never from the recorded seed.
fn secret() -> Result<ChaCha20Rng> {
    let mut seed = [0u8; 32];
    getrandom::fill(&mut seed)
        .map_err(|_| Error::request("the operating system gives no random numbers; pseudonyms cannot be made"))?;
    Ok(ChaCha20Rng::from_seed(seed))
}

/// Pseudonymises a table and does nothing else to it: the result is **not** anonymous.
pub fn pseudonymize(project: &Project, progress: &dyn Progress) -> Result<Pseudonymized> {
    let mut faults = project.roles.faults();
    if project.roles.identifiers.is_empty() {
        faults.push(Fault::NoneInRole { needs: "pseudonymising".into(), role: Role::Identifier, flag: "--id" });
    }
    faults.extend(pseudonym::find(&project.pseudonyms.method).err());
    let input: Locator = project.input.data.parse()?;
    let source = bauta_formats::read(&input, &read_options(project), progress).map_err(cancelled)?;
    let mut table = source.table;
    faults.extend(project.roles.unknown(table.attributes().iter().map(|a| a.name.as_str())));
    if !faults.is_empty() {
        return Err(Error::Faults(faults));
    }
    project.roles.assign(&mut table);
    let mut notes = source.notes;
    let (table, mapping) = step(project, table, &mut notes)?;
    notes.push("a pseudonymised table is not anonymous: check the risk of its other attributes".into());
    let persons = table
        .index_of(&project.pseudonyms.name)
        .map_or(0, |index| table.attributes()[index].column.dictionary().len() as u64);
    let options = WriteOptions { force: project.output.force, ..WriteOptions::default() };
    let mut staged: Vec<Staged> = Vec::new();
    for text in &project.output.tables {
        staged.push(bauta_formats::stage(&table, &text.parse()?, &options, progress).map_err(cancelled)?);
    }
    if let Some((place, mapping)) = &mapping {
        staged.push(bauta_formats::stage(mapping, place, &options, progress).map_err(cancelled)?);
    }
    notes.extend(staged.iter().flat_map(|staged| staged.notes().to_vec()));
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    for staged in staged {
        staged.commit()?;
    }
    Ok(Pseudonymized { rows: table.rows() as u64, persons, notes })
}
