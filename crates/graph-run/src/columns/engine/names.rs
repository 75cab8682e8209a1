//! New names of entities, and of addresses that extend theirs: blank nodes, in an order that is drawn.
//!
//! The order is drawn here, as in a graph in memory, and goes to the engine as a table. That takes sixteen bytes an entity.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::Arc;

use arrow_array::{BooleanArray, Int64Array, StringArray};
use bauta_engines::triples::{id_of, part, write_columns};
use bauta_graph::context::Context;
use bauta_graph::release::EXTENDS;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;

use super::asked::Asked;
use bauta_messages::{Error, Result};

/// Names of a file.
const ROWS: usize = 4 << 20;

/// An address in which every character at which a name ends and what extends it begins has become the first of them.
fn parted() -> String {
    let others = EXTENDS.trim_start_matches('/');
    let slashes = "/".repeat(others.len());
    format!(
        "translate(t.term, '{}', '{slashes}')",
        others.replace('\'', "''")
    )
}

/// Names that were given.
pub(super) struct Names {
    /// Entities, and addresses that extend theirs.
    pub(super) renamed: (u64, u64),
    taken: HashSet<String>,
    blanks: u64,
}

impl Names {
    /// The next blank node that the graph does not have.
    pub(super) fn fresh(&mut self) -> String {
        loop {
            let name = format!("_:b{}", self.blanks);
            self.blanks += 1;
            if !self.taken.contains(&name) {
                return name;
            }
        }
    }
}

/// Makes the tables `names` (old, new, whether it is an entity) and `fresh` (id, term).
pub(super) fn drawn(
    asked: &Asked<'_>,
    context: &Context,
    values: &BTreeSet<i64>,
    seed: u64,
) -> Result<Names> {
    let mut entities = asked.column("SELECT entity FROM entities ORDER BY entity")?;
    let taken = asked.texts("SELECT id, term FROM terms WHERE substr(term, 1, 3) = '_:b'")?;
    let mut names = Names {
        renamed: (0, 0),
        taken: taken.into_iter().map(|(_, term)| term).collect(),
        blanks: 0,
    };
    let folders = ["names", "fresh"].map(|name| asked.aside.join(name));
    for folder in &folders {
        std::fs::create_dir(folder).map_err(|source| bauta_formats::Error::io(folder, source))?;
    }
    let [links, terms] = &folders;
    let mut file = 0;
    if context.identifiers.replace {
        let mut others = if context.identifiers.derived {
            extending(asked, "terms")?
        } else {
            Vec::new()
        };
        let mut blanks = blank_nodes(asked, &entities)?;
        let mut renamed = entities.iter().chain(&others).chain(&blanks);
        if renamed.any(|id| values.contains(id)) {
            return Err(Error::request(
                "a quasi-identifier or a sensitive value is an entity itself or a blank node, which an engine does not rename; leave out --engine",
            ));
        }
        names.renamed = (entities.len() as u64, others.len() as u64);
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        entities.shuffle(&mut rng);
        others.shuffle(&mut rng);
        // As they are numbered in the order of the file that the folder was made of.
        blanks.shuffle(&mut rng);
        for (ids, is_entity) in [(entities, true), (others, false), (blanks, false)] {
            for ids in ids.chunks(ROWS) {
                let new: Vec<String> = ids.iter().map(|_| names.fresh()).collect();
                let numbers: Vec<i64> = new.iter().map(|name| id_of(name)).collect();
                write_fresh(&terms.join(part(file)), &numbers, &new)?;
                write_names(&links.join(part(file)), ids, numbers, is_entity)?;
                file += 1;
            }
        }
    } else {
        for ids in entities.chunks(ROWS) {
            write_names(&links.join(part(file)), ids, ids.to_vec(), true)?;
            file += 1;
        }
    }
    asked.tables.register("names", links)?;
    Ok(names)
}

/// Numbers of blank nodes that are no entities, ascending.
fn blank_nodes(asked: &Asked<'_>, entities: &[i64]) -> Result<Vec<i64>> {
    let entities: HashSet<i64> = entities.iter().copied().collect();
    let query = "SELECT id FROM terms WHERE substr(term, 1, 2) = '_:' ORDER BY id";
    let mut blanks = asked.column(query)?;
    blanks.retain(|id| !entities.contains(id));
    Ok(blanks)
}

fn write_names(path: &Path, old: &[i64], new: Vec<i64>, is_entity: bool) -> Result<()> {
    let old = Int64Array::from_iter_values(old.iter().copied());
    let kind = BooleanArray::from(vec![is_entity; new.len()]);
    let new = Int64Array::from(new);
    Ok(write_columns(
        path,
        vec![
            ("old", Arc::new(old)),
            ("new", Arc::new(new)),
            ("entity", Arc::new(kind)),
        ],
    )?)
}

/// Writes terms that the graph did not have.
pub(super) fn write_fresh(path: &Path, numbers: &[i64], texts: &[String]) -> Result<()> {
    let ids = Int64Array::from_iter_values(numbers.iter().copied());
    let terms = StringArray::from_iter_values(texts);
    Ok(write_columns(
        path,
        vec![("id", Arc::new(ids)), ("term", Arc::new(terms))],
    )?)
}

/// Numbers of addresses that extend an entity's at a boundary, ascending: as many parts of an address as an entity's has are compared with it.
pub(super) fn extending(asked: &Asked<'_>, terms: &str) -> Result<Vec<i64>> {
    let parted = parted();
    let own = "SELECT t.id, t.term FROM terms AS t JOIN entities AS e ON t.id = e.entity WHERE substr(t.term, 1, 1) = '<'";
    let count =
        format!("character_length({parted}) - character_length(replace({parted}, '/', '')) + 1");
    let depths = asked.column(&format!(
        "SELECT DISTINCT CAST({count} AS BIGINT) AS depth FROM ({own}) AS t"
    ))?;
    let mut found = BTreeSet::new();
    for depth in depths {
        let start =
            format!("substr(t.term, 1, character_length(substr_index({parted}, '/', {depth})))");
        found.extend(asked.column(&format!(
            "SELECT DISTINCT t.id FROM {terms} AS t JOIN ({own}) AS o ON concat({start}, '>') = o.term \
             WHERE substr(t.term, 1, 1) = '<'"
        ))?);
    }
    let entities: HashSet<i64> = if found.is_empty() {
        HashSet::new()
    } else {
        asked
            .column("SELECT entity FROM entities")?
            .into_iter()
            .collect()
    };
    found.retain(|id| !entities.contains(id));
    Ok(found.into_iter().collect())
}
