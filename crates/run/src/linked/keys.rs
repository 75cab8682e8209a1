//! Keys become pseudonyms: one way and one mapping for every table that shares them.

use std::collections::{BTreeMap, BTreeSet};

use bauta_formats::{Source, Staged};
use bauta_table::{Attribute, ColumnBuilder, Fault, Progress, ReadAs, Role, Table};

use super::plan::Plan;
use crate::places::Target;
use crate::project::Project;
use crate::pseudonymize::{Place, PseudonymRecord, Settings, staged_mapping, step};
use bauta_messages::Problems;
use bauta_messages::{Error, Result};

/// What was made of the keys.
pub(super) struct Keys {
    pub domains: Vec<Domain>,
}

/// Attributes that share their pseudonyms.
pub(super) struct Domain {
    /// `table.attribute`, that of the key first.
    pub attributes: Vec<String>,
    pub record: PseudonymRecord,
    place: Option<Place>,
    mapping: Option<Table>,
}

impl Domain {
    /// Writes the correspondence table beside its place.
    pub fn stage(&self, project: &Project, progress: &dyn Progress) -> Result<Staged> {
        let staged = staged_mapping(
            project,
            self.place.as_ref(),
            self.mapping.as_ref(),
            progress,
        )?;
        staged.ok_or_else(|| Error::internal("there is no correspondence table"))
    }
}

impl Keys {
    /// The domains with a correspondence table.
    pub fn mappings(&self) -> impl Iterator<Item = &Domain> {
        self.domains
            .iter()
            .filter(|domain| domain.place.is_some() && domain.mapping.is_some())
    }
}

/// The texts of an attribute.
pub(super) fn labels(table: &Table, attribute: &str) -> BTreeSet<String> {
    let Ok(index) = table.index_of(attribute) else {
        return BTreeSet::new();
    };
    let column = &table.attributes()[index].column;
    (0..column.len())
        .map(|row| column.label(row).into_owned())
        .collect()
}

/// Replaces keys in all tables, and leaves identifiers out.
pub(super) fn pseudonyms(
    project: &Project,
    plan: &Plan,
    sources: &mut [Source],
    places: &[Target],
    progress: &dyn Progress,
) -> Result<Keys> {
    let mut problems = Problems::default();
    let mut domains = Vec::new();
    for (number, members) in plan.domains.iter().enumerate() {
        let several = plan.domains.len() > 1;
        let Some((_, name)) = members.first() else {
            continue;
        };
        let single = of_key(project, name, several.then_some(number + 1));
        let Some(settings) = Settings::new(&single, &mut problems) else {
            continue;
        };
        settings.check_places(&single, places, &mut problems);
        domains.extend(replaced(
            project,
            &single,
            settings,
            members,
            sources,
            &mut problems,
            progress,
        )?);
    }
    for (source, table) in sources.iter_mut().zip(&project.tables) {
        let attributes = std::mem::take(&mut source.table).into_attributes();
        let kept = attributes
            .into_iter()
            .filter(|attribute| !table.roles.identifiers.contains(&attribute.name));
        source.table = Table::from_attributes(kept.collect());
    }
    problems.result()?;
    Ok(Keys { domains })
}

/// Replaces the keys of one domain.
fn replaced(
    project: &Project,
    single: &Project,
    settings: Settings,
    members: &[(usize, String)],
    sources: &mut [Source],
    problems: &mut Problems,
    progress: &dyn Progress,
) -> Result<Option<Domain>> {
    let Some(name) = single.roles.identifiers.first() else {
        return Ok(None);
    };
    let (place_of, values) = distinct(members, sources);
    let mut table = Table::new([(name.clone(), values)]);
    table.set_role(0, Role::Identifier);
    let count = table.rows() as u64;
    let (made, done) = step(&settings, single, table, problems, progress)?;
    let Some(mut done) = done else {
        return Ok(None);
    };
    // In the tables the pseudonyms stand under the name of the key.
    done.record.name.clone_from(name);
    if done.record.persons < count {
        problems.push(Fault::Request(format!(
            "different values of the key \"{name}\" become one pseudonym; leave out pseudonyms.normalize, or make them differ in more than spelling"
        )));
    }
    let Some(pseudonyms) = made.attributes().first().map(|attribute| &attribute.column) else {
        return Ok(None);
    };
    for (place, attribute) in members {
        let source = &mut sources[*place];
        let mut attributes = std::mem::take(&mut source.table).into_attributes();
        for own in attributes.iter_mut().filter(|own| own.name == *attribute) {
            let rows: Vec<u32> = (0..own.column.len())
                .map(|row| place_of[own.column.label(row).as_ref()])
                .collect();
            *own = Attribute {
                column: pseudonyms.picked(&rows),
                role: Role::Insensitive,
                name: own.name.clone(),
            };
        }
        source.table = Table::from_attributes(attributes);
    }
    let shown = |(place, attribute): &(usize, String)| {
        format!("{}.{attribute}", project.tables[*place].name)
    };
    Ok(Some(Domain {
        attributes: members.iter().map(shown).collect(),
        record: done.record,
        place: settings.mapping,
        mapping: done.mapping,
    }))
}

/// The different values of a domain as a column, and the row of each.
fn distinct(
    members: &[(usize, String)],
    sources: &[Source],
) -> (BTreeMap<String, u32>, bauta_table::Column) {
    let mut place_of = BTreeMap::new();
    let mut values = ColumnBuilder::new();
    for (place, attribute) in members {
        let table = &sources[*place].table;
        let Ok(index) = table.index_of(attribute) else {
            continue;
        };
        let column = &table.attributes()[index].column;
        for row in 0..column.len() {
            let label = column.label(row);
            if !place_of.contains_key(label.as_ref()) {
                values.push_text(&label);
                place_of.insert(label.into_owned(), place_of.len() as u32);
            }
        }
    }
    (place_of, values.finish(&ReadAs::default()))
}

/// A project that only makes pseudonyms of one key.
fn of_key(project: &Project, name: &str, number: Option<usize>) -> Project {
    let mut single = Project::new("");
    single.roles.identifiers = vec![name.to_owned()];
    single.pseudonyms = project.pseudonyms.clone();
    if single.pseudonyms.name == name {
        // Two columns of the correspondence table need two names.
        single.pseudonyms.name = format!("{name}_pseudonym");
    }
    // Keys are compared as they are: two that differ in spelling are two.
    single
        .pseudonyms
        .normalize
        .get_or_insert_with(|| vec!["none".to_owned()]);
    if let (Some(mapping), Some(number)) = (&mut single.pseudonyms.mapping, number) {
        let stem = mapping.strip_suffix(".csv").unwrap_or(mapping);
        *mapping = format!("{stem}-{number}.csv");
    }
    single
}
