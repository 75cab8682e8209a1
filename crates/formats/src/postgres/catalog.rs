//! What the database has: the table or view that a name means, and its columns.

use bauta_table::{Progress, nearest_name};
use tokio_postgres::Row;
use tokio_postgres::types::{FromSqlOwned, Oid, ToSql};

use super::session::Session;
use super::{failure, quoted};
use crate::error::{Error, Result};

/// A name as the user wrote it.
pub(super) struct Wanted {
    pub(super) schema: Option<String>,
    pub(super) table: String,
}

/// A table, view or the like that exists.
pub(super) struct Relation {
    pub(super) oid: Oid,
    pub(super) schema: String,
    pub(super) name: String,
    /// One letter, as `pg_class.relkind` has it.
    pub(super) kind: String,
    /// The server's guess of the number of rows.
    pub(super) rows: Option<u64>,
}

/// A column of it.
pub(super) struct Declared {
    pub(super) name: String,
    /// The type, that below a domain where it has one.
    pub(super) type_oid: Oid,
    pub(super) modifier: i32,
}

impl Wanted {
    /// Takes `table`, `schema.table`, or either with parts in double quotes.
    pub(super) fn parse(text: &str) -> Result<Wanted> {
        let whole = || match part(text)? {
            (table, "") => Some(Wanted {
                schema: None,
                table,
            }),
            (schema, rest) => {
                let rest = rest.strip_prefix('.')?;
                let table = if rest.starts_with('"') {
                    part(rest).filter(|p| p.1.is_empty())?.0
                } else {
                    rest.to_owned()
                };
                Some(Wanted {
                    schema: Some(schema),
                    table,
                })
            }
        };
        whole()
            .filter(|w| !w.table.is_empty() && !text.contains('\0'))
            .ok_or_else(|| Error::Locator {
                what: format!("\"{text}\" is no name of a table"),
                hint: "write table or schema.table, and a part with a dot in double quotes".into(),
            })
    }

    /// The name for SQL.
    pub(super) fn sql(&self) -> String {
        match &self.schema {
            Some(schema) => format!("{}.{}", quoted(schema), quoted(&self.table)),
            None => quoted(&self.table),
        }
    }
}

/// The first part of a name and what follows it.
fn part(text: &str) -> Option<(String, &str)> {
    let Some(mut rest) = text.strip_prefix('"') else {
        let end = text.find('.').unwrap_or(text.len());
        return (end > 0).then(|| (text[..end].to_owned(), &text[end..]));
    };
    let mut name = String::new();
    loop {
        let end = rest.find('"')?;
        name.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(after) => {
                name.push('"');
                rest = after;
            }
            None => return (!name.is_empty()).then_some((name, rest)),
        }
    }
}

/// What exists under a name: on the search path where `readable`, in the schema where a new table would go otherwise.
pub(super) async fn find(
    session: &Session,
    wanted: &Wanted,
    readable: bool,
    progress: &dyn Progress,
) -> Result<Option<Relation>> {
    let place = if readable {
        "pg_table_is_visible(c.oid)"
    } else {
        "n.nspname = current_schema()"
    };
    let sql = format!(
        "SELECT c.oid, n.nspname::text, c.relname::text, c.relkind::text, c.reltuples::float8
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relname = $1::text AND CASE WHEN $2::text IS NULL THEN {place} ELSE n.nspname = $2::text END"
    );
    let names: [&(dyn ToSql + Sync); 2] = [&wanted.table, &wanted.schema];
    let found = session
        .answer(session.client.query_opt(&sql, &names), progress)
        .await?;
    let Some(row) = found else { return Ok(None) };
    let get = Fields {
        row: &row,
        shown: &session.shown,
    };
    let rows: f64 = get.at(4)?;
    let rows = (rows > 0.0).then_some(rows as u64);
    Ok(Some(Relation {
        oid: get.at(0)?,
        schema: get.at(1)?,
        name: get.at(2)?,
        kind: get.at(3)?,
        rows,
    }))
}

/// The table or view that is meant, or an error with the nearest name.
pub(super) async fn need(
    session: &Session,
    wanted: &Wanted,
    progress: &dyn Progress,
) -> Result<Relation> {
    match find(session, wanted, true, progress).await? {
        // Tables, partitioned tables, views, materialised views, foreign tables.
        Some(relation) if ["r", "p", "v", "m", "f"].contains(&relation.kind.as_str()) => {
            Ok(relation)
        }
        _ => Err(unknown(session, wanted, progress).await?),
    }
}

async fn unknown(session: &Session, wanted: &Wanted, progress: &dyn Progress) -> Result<Error> {
    let sql = "SELECT c.relname::text,
                      CASE WHEN pg_table_is_visible(c.oid) THEN c.relname::text ELSE n.nspname || '.' || c.relname END
               FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
               WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema'
               AND n.nspname NOT LIKE 'pg\\_%' ORDER BY 2";
    let (mut tables, mut names): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for row in session
        .answer(session.client.query(sql, &[]), progress)
        .await?
    {
        let get = Fields {
            row: &row,
            shown: &session.shown,
        };
        tables.push(get.at(0)?);
        names.push(get.at(1)?);
    }
    let nearest = nearest_name(&wanted.table, tables.iter().map(String::as_str));
    let hint = match tables
        .iter()
        .position(|table| Some(table) == nearest.as_ref())
    {
        Some(index) => format!("did you mean \"{}\"?", names[index]),
        None if names.is_empty() => "the database has no table".to_owned(),
        None => format!("it has {}", list(&names)),
    };
    let name = match &wanted.schema {
        Some(schema) => format!("{schema}.{}", wanted.table),
        None => wanted.table.clone(),
    };
    Ok(Error::Locator {
        what: format!("the database has no table \"{name}\""),
        hint,
    })
}

/// Names for a message: the first ten, then a count.
fn list(names: &[String]) -> String {
    let mut first: Vec<String> = names
        .iter()
        .take(10)
        .map(|name| format!("\"{name}\""))
        .collect();
    if names.len() > 10 {
        first.push(format!("{} more", names.len() - 10));
    }
    first.join(", ")
}

/// The columns of a relation.
pub(super) async fn columns(
    session: &Session,
    oid: Oid,
    progress: &dyn Progress,
) -> Result<Vec<Declared>> {
    let sql = "SELECT a.attname::text, CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END,
                      CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END
               FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
               WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";
    let rows = session
        .answer(session.client.query(sql, &[&oid]), progress)
        .await?;
    let declared = |row: &Row| {
        let get = Fields {
            row,
            shown: &session.shown,
        };
        Ok(Declared {
            name: get.at(0)?,
            type_oid: get.at(1)?,
            modifier: get.at(2)?,
        })
    };
    rows.iter().map(declared).collect()
}

/// The fields of an answer, without a panic where the server's catalogue is not what it should be.
struct Fields<'a> {
    row: &'a Row,
    shown: &'a str,
}

impl Fields<'_> {
    fn at<T: FromSqlOwned>(&self, index: usize) -> Result<T> {
        self.row.try_get(index).map_err(failure::of(self.shown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sql(text: &str) -> String {
        Wanted::parse(text).map_or_else(|error| error.to_string(), |wanted| wanted.sql())
    }

    #[test]
    fn names_are_taken_literally() {
        assert_eq!(sql("people"), "\"people\"");
        assert_eq!(sql("public.People"), "\"public\".\"People\"");
        assert_eq!(sql("\"a.b\".\"c\"\"d\""), "\"a.b\".\"c\"\"d\"");
        assert_eq!(sql("\"a.b\""), "\"a.b\"");
        assert_eq!(sql("s.a.b"), "\"s\".\"a.b\"");
        assert_eq!(sql("x\"; DROP TABLE y; --"), "\"x\"\"; DROP TABLE y; --\"");
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in [
            "", ".", "a.", ".a", "\"a", "\"a\"b", "\"\"", "a.\"b", "a.\"b\"c",
        ] {
            assert!(
                sql(text).contains("no name of a table"),
                "{text}: {}",
                sql(text)
            );
        }
    }
}
