//! Pseudonyms in place of identifiers.

use bauta_formats::{Locator, Staged, WriteOptions};
use bauta_methods::pseudonym;
use bauta_table::recoding::{Pseudonyms, pseudonymized};
use bauta_table::{Fault, Progress, Role, Stage, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use crate::error::{Error, Result};
use crate::places::{self, Target};
use crate::problems::Problems;
use crate::project::Project;
use crate::request::{cancelled, read_options};

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

/// The pseudonyms' name is that of another attribute.
pub(crate) fn name_taken(name: &str) -> Fault {
    Fault::Request(format!("an attribute is already called \"{name}\"; choose another name for the pseudonym"))
}

/// Pseudonymises a table and does nothing else to it: the result is **not** anonymous.
pub fn pseudonymize(project: &Project, progress: &dyn Progress) -> Result<Pseudonymized> {
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    if project.roles.identifiers.is_empty() {
        problems.push(Fault::NoneInRole { needs: "pseudonymising".into(), role: Role::Identifier, flag: "--id" });
    }
    problems.extend(pseudonym::find(&project.pseudonyms.method).err());
    let input: Locator = project.input.data.parse()?;
    let places = project.output.tables.iter().chain(&project.pseudonyms.mapping);
    let targets: Vec<Target> =
        places.filter_map(|text| problems.take(text.parse())).map(|place| Target::table(&place)).collect();
    places::check(Some(&input), &targets, project.output.force, &mut problems);
    let (header, source) = match bauta_formats::read(&input, &read_options(project), progress) {
        Ok(source) => (source.table.attributes().iter().map(|a| a.name.clone()).collect(), Ok(source)),
        Err(bauta_formats::Error::Data { faults, header, source_name }) => {
            (header.clone(), Err(bauta_formats::Error::Data { faults, header, source_name }))
        }
        Err(error) if error.is_fault() => (Vec::new(), Err(error)),
        Err(error) => return Err(cancelled(error)),
    };
    if !header.is_empty() {
        problems.extend(project.roles.unknown(header.iter().map(String::as_str)));
        let (name, own) = (&project.pseudonyms.name, &project.roles.identifiers);
        problems.extend((header.contains(name) && !own.contains(name)).then(|| name_taken(name)));
    }
    let source = problems.take(source);
    problems.result()?;
    let Some(source) = source else { return Err(Error::request("the data cannot be read")) };
    progress.tell(Stage::Apply, 0, None);
    let mut table = source.table;
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
        let place: Locator = text.parse()?;
        let options = WriteOptions { delimiter: place.delimited_like(source.delimiter), ..options.clone() };
        staged.push(bauta_formats::stage(&table, &place, &options, progress).map_err(cancelled)?);
    }
    if let Some((place, mapping)) = &mapping {
        let options = WriteOptions { private: true, ..options };
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
