//! The entities as a table: one row each, quasi-identifiers and sensitive values as columns of term numbers, made by joins.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array};
use bauta_engines::triples::{id_of, part};
use bauta_graph::context::{AnatomyMethod, Context};
use bauta_graph::iri;
use bauta_table::Fault;

use super::asked::{Asked, links};
use crate::columns::engine::schema::Schema;
use bauta_messages::{Error, Result};

/// Entities of a file.
const ROWS: u64 = 8 << 20;

/// A property whose values are a column.
pub(super) struct Attribute {
    /// The column: `q0`, `q1`, … for quasi-identifiers, `s0`, … for sensitive properties.
    pub(super) column: String,
    /// The property, as N-Triples writes it.
    pub(super) property: String,
    /// What it is called.
    pub(super) name: String,
    /// The predicate's number.
    pub(super) number: usize,
}

/// What the context names, in the folder.
pub(super) struct Named {
    /// Quasi-identifiers, then sensitive properties.
    pub(super) attributes: Vec<Attribute>,
    /// Numbers of the predicates that are left out.
    pub(super) identifiers: Vec<usize>,
}

impl Named {
    /// Finds the properties, or says all that are not there.
    pub(super) fn find(asked: &Asked<'_>, context: &Context, schema: &Schema) -> Result<Named> {
        let mut faults = Vec::new();
        let address = |name: &str| context.iri(name).unwrap_or_else(|_| name.to_owned());
        let mut find = |name: &str| {
            let found = asked.find(&address(name)).cloned();
            if found.is_none() {
                faults.push(Fault::Request(format!(
                    "the property \"{name}\" does not occur in the graph"
                )));
            }
            found
        };
        let identifiers: Vec<usize> = context
            .identifiers
            .properties
            .iter()
            .filter_map(|name| find(name))
            .map(|found| found.number)
            .collect();
        let mut attributes = Vec::new();
        for quasi in &context.quasi_identifiers {
            let Some(found) = find(&quasi.property) else {
                continue;
            };
            if context.k_anonymity.is_some() {
                let column = format!("q{}", attributes.len());
                attributes.push(Attribute {
                    column,
                    property: found.text,
                    name: quasi.name(),
                    number: found.number,
                });
            }
        }
        let wanted = context.anatomy.method != AnatomyMethod::None
            || context
                .k_anonymity
                .as_ref()
                .is_some_and(|asked| !asked.also.is_empty());
        for sensitive in &context.sensitive {
            let below = schema.properties_below(&address(&sensitive.property));
            let used = asked
                .predicates
                .iter()
                .filter(|predicate| below.contains(&id_of(&predicate.text)));
            let used: Vec<_> = used.collect();
            if used.is_empty() {
                let name = &sensitive.property;
                faults.push(Fault::Request(format!(
                    "the property \"{name}\" does not occur in the graph"
                )));
            }
            for found in used.into_iter().filter(|_| wanted) {
                let column = format!("s{}", attributes.len());
                let (property, number) = (found.text.clone(), found.number);
                let name = found
                    .text
                    .trim_matches(['<', '>'])
                    .rsplit(['#', '/'])
                    .next()
                    .unwrap_or_default()
                    .to_owned();
                attributes.push(Attribute {
                    column,
                    property,
                    name,
                    number,
                });
            }
        }
        if faults.is_empty() {
            Ok(Named {
                attributes,
                identifiers,
            })
        } else {
            Err(Error::Faults(faults))
        }
    }

    /// The names of the columns.
    pub(super) fn columns(&self) -> Vec<String> {
        self.attributes
            .iter()
            .map(|attribute| attribute.column.clone())
            .collect()
    }
}

/// Makes the table `entities`, of who is protected; tells how many.
pub(super) fn protected(asked: &Asked<'_>, context: &Context, schema: &Schema) -> Result<u64> {
    let class = context.entities.class.clone().unwrap_or_default();
    let none = || {
        Error::request(format!(
            "the graph has no instance of \"{class}\" or of a class below it"
        ))
    };
    let kinds = asked.links_of(iri::TYPE).ok_or_else(none)?;
    let below = schema.classes_below(&context.iri(&class).unwrap_or_else(|_| class.clone()));
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(below));
    asked.given("classes", vec![("id", ids)])?;
    let query = format!(
        "SELECT DISTINCT d.subject AS entity FROM {kinds} AS d JOIN classes AS c ON d.object = c.id"
    );
    match asked.aside("entities", &query)? {
        0 => Err(none()),
        entities => Ok(entities),
    }
}

/// Makes the folder of the table of entities, and refuses who has several values of something.
pub(super) fn table(asked: &Asked<'_>, named: &Named, entities: u64) -> Result<std::path::PathBuf> {
    several(asked, named)?;
    let folder = asked.aside.join("table.parquet");
    std::fs::create_dir(&folder).map_err(|source| bauta_formats::Error::io(&folder, source))?;
    let parts = entities.div_ceil(ROWS);
    let columns: String = named
        .attributes
        .iter()
        .map(|it| format!(", {0}.object AS {0}", it.column))
        .collect();
    let joins: String = named
        .attributes
        .iter()
        .map(|it| joined(it, "e.entity"))
        .collect();
    let mut rows = 0;
    for number in 0..parts {
        let query = format!(
            "SELECT e.entity AS entity{columns} FROM entities AS e{joins} WHERE e.entity % {parts} = {number} ORDER BY entity"
        );
        rows += asked
            .tables
            .write(&query, &folder.join(part(number as usize)), asked.progress)?;
    }
    if rows == entities {
        Ok(folder)
    } else {
        Err(Error::Refused {
            method: "the table of entities".into(),
            broken: vec![format!("{rows} of {entities} rows")],
        })
    }
}

/// A join with the values of a property, once each.
fn joined(attribute: &Attribute, entity: &str) -> String {
    let (column, links) = (&attribute.column, links(attribute.number));
    format!(
        " LEFT JOIN (SELECT DISTINCT subject, object FROM {links}) AS {column} ON {entity} = {column}.subject"
    )
}

/// Refuses entities that have several values of an attribute.
fn several(asked: &Asked<'_>, named: &Named) -> Result<()> {
    let mut faults = Vec::new();
    for attribute in &named.attributes {
        let (links, name) = (links(attribute.number), &attribute.name);
        let found = asked.number(&format!(
            "SELECT count(*) AS n FROM (SELECT d.subject FROM (SELECT DISTINCT subject, object FROM {links}) AS d \
             JOIN entities AS e ON d.subject = e.entity GROUP BY d.subject HAVING count(*) > 1) AS s"
        ))?;
        if found > 0 {
            faults.push(Fault::Request(format!(
                "{found} entities have several values of \"{name}\"; an engine takes one; leave out --engine, or correct them"
            )));
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Faults(faults))
    }
}
