//! The tables and links of a project, checked: names, circles, keys in the data.

use std::collections::{BTreeMap, BTreeSet};

use bauta_formats::Source;
use bauta_privacy::linked::Link;
use bauta_table::{Column, Fault, Table};

use crate::project::Project;
use bauta_messages::Problems;

/// How many rows are named.
const NAMED: usize = 10;

/// Tables by their places, and what points to what.
pub(super) struct Plan {
    pub links: Vec<Link>,
    /// Every table behind those that it points to.
    pub parents_first: Vec<usize>,
    /// Attributes that share their pseudonyms: `(table, attribute)`, that of the key first.
    pub domains: Vec<Vec<(usize, String)>>,
    keys: Vec<Option<String>>,
    names: Vec<String>,
}

impl Plan {
    /// What can be known without the data; none where it cannot be understood, which is noted.
    pub fn new(project: &Project, problems: &mut Problems) -> Option<Plan> {
        problems.extend(project.misplaced());
        problems.extend(name_faults(project));
        problems.extend(setting_faults(project));
        let links: Vec<Link> = project
            .links
            .iter()
            .filter_map(|link| problems.take(parsed(project, &link.from, &link.to)))
            .collect();
        let complete = links.len() == project.links.len();
        let parents_first = parents_first(project.tables.len(), &links);
        if parents_first.len() < project.tables.len() {
            problems.push(Fault::Request(
                "the links lead in a circle; a table cannot point to itself by others".into(),
            ));
            return None;
        }
        let keys = project
            .tables
            .iter()
            .map(|table| table.key.clone())
            .collect();
        let names = project
            .tables
            .iter()
            .map(|table| table.name.clone())
            .collect();
        let domains = domains(project, &links);
        complete.then_some(Plan {
            links,
            parents_first,
            domains,
            keys,
            names,
        })
    }

    /// What is wrong with the keys in the data.
    pub fn faults(&self, sources: &[Source]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (place, attribute) in self.domains.iter().flatten() {
            let found = sources[*place].table.index_of(attribute);
            faults.extend(found.err().map(|fault| self.in_table(*place, fault)));
        }
        for (place, source) in sources.iter().enumerate() {
            if let Some((name, column)) = self.keys[place]
                .as_ref()
                .and_then(|name| Some((name, column(&source.table, name)?)))
            {
                faults.extend(self.key_faults(place, name, column));
            }
        }
        for (place, attribute) in self.domains.iter().flatten() {
            let is_key = self.keys[*place].as_ref() == Some(attribute);
            let column = column(&sources[*place].table, attribute).filter(|_| !is_key);
            faults.extend(column.and_then(|column| self.missing(*place, attribute, column)));
        }
        faults.extend(
            self.links
                .iter()
                .filter_map(|link| self.lost(link, sources)),
        );
        faults
    }

    fn in_table(&self, place: usize, fault: Fault) -> Fault {
        Fault::InTable {
            table: self.names[place].clone(),
            fault: Box::new(fault),
        }
    }

    fn said(&self, place: usize, sentence: String) -> Fault {
        self.in_table(place, Fault::Request(sentence))
    }

    fn missing(&self, place: usize, attribute: &str, column: &Column) -> Option<Fault> {
        let missing = column.dictionary().missing_code()?;
        let (rows, count) = column.find_rows(NAMED, |code| code == missing);
        (count > 0).then(|| {
            let rows = listed(&rows);
            self.said(
                place,
                format!("the key \"{attribute}\" is missing in {count} rows, first in data rows {rows}; fill it in"),
            )
        })
    }

    fn key_faults(&self, place: usize, attribute: &str, column: &Column) -> Vec<Fault> {
        let mut faults: Vec<Fault> = self.missing(place, attribute, column).into_iter().collect();
        let counts = column.codes().counts(column.dictionary().len());
        let missing = column.dictionary().missing_code();
        let (rows, count) = column.find_rows(NAMED, |code| {
            Some(code) != missing && counts.get(code as usize).is_some_and(|&n| n > 1)
        });
        if count > 0 {
            let rows = listed(&rows);
            faults.push(self.said(
                place,
                format!("the key \"{attribute}\" is not unique: {count} rows share theirs with others, first in data rows {rows}; correct them, or name another key"),
            ));
        }
        faults
    }

    /// Rows that point to nothing.
    fn lost(&self, link: &Link, sources: &[Source]) -> Option<Fault> {
        let from = column(&sources[link.child].table, &link.from)?;
        let to = column(&sources[link.parent].table, &link.to)?;
        let there: BTreeSet<String> = (0..to.dictionary().value_count() as u32)
            .map(|code| to.dictionary().label(code).into_owned())
            .collect();
        let missing = from.dictionary().missing_code();
        let (rows, count) = from.find_rows(NAMED, |code| {
            Some(code) != missing && !there.contains(from.dictionary().label(code).as_ref())
        });
        (count > 0).then(|| {
            let (rows, attribute, parent) = (listed(&rows), &link.from, &self.names[link.parent]);
            self.said(
                link.child,
                format!("\"{attribute}\" points to no row of \"{parent}\" in {count} rows, first in data rows {rows}; add the rows there, or leave these out"),
            )
        })
    }
}

fn listed(rows: &[u64]) -> String {
    rows.iter()
        .map(|row| (row + 1).to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

fn column<'t>(table: &'t Table, name: &str) -> Option<&'t Column> {
    table
        .index_of(name)
        .ok()
        .map(|index| &table.attributes()[index].column)
}

fn name_faults(project: &Project) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    for table in &project.tables {
        if table.name.is_empty() || table.name.contains('.') {
            faults.push(Fault::Request(
                "a table needs a name without a dot, for links to call it".into(),
            ));
        }
        if !seen.insert(&table.name) {
            faults.push(Fault::Request(format!(
                "two tables are called \"{}\"; names must differ",
                table.name
            )));
        }
    }
    faults
}

fn setting_faults(project: &Project) -> Vec<Fault> {
    let mut faults = Vec::new();
    for table in &project.tables {
        let mut say = |fault: Fault| {
            faults.push(Fault::InTable {
                table: table.name.clone(),
                fault: Box::new(fault),
            });
        };
        let counts = [
            ("max-rows", table.max_rows),
            ("joined-k", table.joined_k),
            ("household-k", table.household_k),
        ];
        for (name, _) in counts.into_iter().filter(|(_, count)| *count == Some(0)) {
            say(Fault::OutOfRange {
                parameter: name.into(),
                given: "0".into(),
                allowed: "a whole number, 1 or more".into(),
            });
        }
        if let Some(risk) = table
            .max_household_risk
            .filter(|risk| !(*risk > 0.0 && *risk <= 1.0))
        {
            let allowed = "a number above 0, at most 1".to_owned();
            say(Fault::OutOfRange {
                parameter: "max-household-risk".into(),
                given: risk.to_string(),
                allowed,
            });
        }
        if table.household.is_none()
            && (table.household_k.is_some() || table.max_household_risk.is_some())
        {
            say(Fault::Request(
                "household-k and max-household-risk need household: the attribute that says who lives together".into(),
            ));
        }
        let named = table
            .roles
            .quasi_identifiers
            .iter()
            .chain(&table.roles.sensitive)
            .chain(&table.roles.targets);
        let points = project
            .links
            .iter()
            .filter_map(|link| link.from.strip_prefix(&format!("{}.", table.name)));
        let keys: BTreeSet<&str> = table
            .key
            .iter()
            .chain(&table.household)
            .map(String::as_str)
            .chain(points)
            .collect();
        for name in named.filter(|name| keys.contains(name.as_str())) {
            say(Fault::Request(format!(
                "\"{name}\" is a key, which becomes a pseudonym; take it out of the roles"
            )));
        }
    }
    faults
}

/// A link by places, if its tables are there and it points to a key.
fn parsed(project: &Project, from: &str, to: &str) -> Result<Link, Vec<Fault>> {
    let end = |text: &str| -> Result<(usize, String), Fault> {
        let (table, attribute) = text.split_once('.').ok_or_else(|| {
            Fault::Request(format!(
                "the link \"{text}\" must be written as table.attribute"
            ))
        })?;
        let place = project.tables.iter().position(|known| known.name == table);
        let place = place.ok_or_else(|| {
            Fault::Request(format!("the link \"{text}\" names no table of the project"))
        })?;
        Ok((place, attribute.to_owned()))
    };
    let ((child, from), (parent, to)) = match (end(from), end(to)) {
        (Ok(from), Ok(to)) => (from, to),
        (from, to) => return Err(from.err().into_iter().chain(to.err()).collect()),
    };
    let target = &project.tables[parent];
    if target.key.as_ref() != Some(&to) {
        let sentence = format!(
            "a link points to \"{}.{to}\", which is not the key of that table; declare it with key",
            target.name
        );
        return Err(vec![Fault::Request(sentence)]);
    }
    Ok(Link {
        child,
        from,
        parent,
        to,
    })
}

/// An order in which every table stands behind those that it points to; shorter where there is a circle.
fn parents_first(tables: usize, links: &[Link]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    loop {
        let ready = |table: &usize| {
            !order.contains(table)
                && links
                    .iter()
                    .filter(|link| link.child == *table)
                    .all(|link| order.contains(&link.parent))
        };
        match (0..tables).find(ready) {
            Some(next) => order.push(next),
            None => return order,
        }
    }
}

/// Keys with all that point to them, and household attributes that point to nothing.
fn domains(project: &Project, links: &[Link]) -> Vec<Vec<(usize, String)>> {
    let mut of_key: BTreeMap<(usize, String), Vec<(usize, String)>> = BTreeMap::new();
    for (place, table) in project.tables.iter().enumerate() {
        of_key.extend(
            table
                .key
                .clone()
                .map(|key| ((place, key.clone()), vec![(place, key)])),
        );
    }
    for link in links {
        let own = of_key.entry((link.parent, link.to.clone())).or_default();
        own.push((link.child, link.from.clone()));
    }
    for (place, table) in project.tables.iter().enumerate() {
        let Some(household) = table.household.clone().map(|name| (place, name)) else {
            continue;
        };
        if !of_key.values().flatten().any(|known| *known == household) {
            of_key.insert(household.clone(), vec![household]);
        }
    }
    of_key.into_values().collect()
}
