//! What a database has: its tables and views, and the columns of one of them.

use std::path::Path;

use bauta_table::nearest_name;
use rusqlite::Connection;

use super::{of_names, shown};
use crate::error::{Error, Result};

/// A table or view.
pub(super) struct Relation {
    pub(super) name: String,
    pub(super) is_view: bool,
}

/// A column as it was declared.
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) type_name: String,
}

/// All tables and views, by name.
pub(super) fn relations(database: &Connection, path: &Path) -> Result<Vec<Relation>> {
    let name = shown(path, None);
    let sql = "SELECT name, type = 'view' FROM sqlite_master WHERE type IN ('table', 'view')
               AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";
    let mut statement = database.prepare(sql).map_err(of_names(&name))?;
    let found = statement.query_map([], |row| {
        Ok(Relation {
            name: row.get(0)?,
            is_view: row.get(1)?,
        })
    });
    found.and_then(Iterator::collect).map_err(of_names(&name))
}

/// The relation that is called `wanted`; SQLite does not tell upper from lower case in names.
pub(super) fn find<'a>(all: &'a [Relation], wanted: &str) -> Option<&'a Relation> {
    all.iter().find(|r| r.name.eq_ignore_ascii_case(wanted))
}

/// The relation that is asked for, or the only table (the only view, where there is no table), and what to say about it.
pub(super) fn choose(
    all: Vec<Relation>,
    path: &Path,
    wanted: Option<&str>,
) -> Result<(Relation, Vec<String>)> {
    let (views, tables): (Vec<_>, Vec<_>) = match wanted {
        Some(wanted) => match find(&all, wanted) {
            Some(found) => {
                return Ok((
                    Relation {
                        name: found.name.clone(),
                        ..*found
                    },
                    Vec::new(),
                ));
            }
            None => return Err(unknown(&all, path, wanted)),
        },
        None => all.into_iter().partition(|r| r.is_view),
    };
    let (mut first, rest) = if tables.is_empty() {
        (views, Vec::new())
    } else {
        (tables, views)
    };
    match (first.pop(), first.is_empty()) {
        (Some(only), true) => {
            let note = (!rest.is_empty()).then(|| format!("not read: the view(s) {}", list(&rest)));
            Ok((only, note.into_iter().collect()))
        }
        (Some(last), false) => {
            first.push(last);
            Err(Error::Locator {
                what: format!(
                    "{} has {} tables: {}",
                    shown(path, None),
                    first.len(),
                    list(&first)
                ),
                hint: format!("name one: {}", shown(path, Some(&first[0].name))),
            })
        }
        (None, _) => Err(Error::Locator {
            what: format!("{} has no table", shown(path, None)),
            hint: "check the file".into(),
        }),
    }
}

fn unknown(all: &[Relation], path: &Path, wanted: &str) -> Error {
    let hint = match nearest_name(wanted, all.iter().map(|r| r.name.as_str())) {
        Some(nearest) => format!("did you mean \"{nearest}\"?"),
        None if all.is_empty() => "the database has no table".to_owned(),
        None => format!("it has {}", list(all)),
    };
    Error::Locator {
        what: format!("{} has no table \"{wanted}\"", shown(path, None)),
        hint,
    }
}

/// Names for a message: the first ten, then a count.
fn list(relations: &[Relation]) -> String {
    let mut names: Vec<String> = relations
        .iter()
        .take(10)
        .map(|r| format!("\"{}\"", r.name))
        .collect();
    if relations.len() > 10 {
        names.push(format!("{} more", relations.len() - 10));
    }
    names.join(", ")
}

/// The columns that `SELECT *` would give, computed ones included.
pub(super) fn columns(
    database: &Connection,
    relation: &Relation,
    name: &str,
) -> Result<Vec<Declared>> {
    let sql = "SELECT name, type FROM pragma_table_xinfo(?1) WHERE hidden <> 1 ORDER BY cid";
    let mut statement = database.prepare(sql).map_err(of_names(name))?;
    let found = statement.query_map([&relation.name], |row| {
        Ok(Declared {
            name: row.get(0)?,
            type_name: row.get(1)?,
        })
    });
    found.and_then(Iterator::collect).map_err(of_names(name))
}
