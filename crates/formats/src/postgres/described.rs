//! What a table is, for those who ask the server to work on it by SQL.

use bauta_table::Progress;

use super::catalog::{self, Wanted};
use super::decode::Form;
use super::session::Session;
use super::{failure, quoted, write};
use crate::error::Result;

/// A table or view that exists.
#[derive(Debug, Clone)]
pub struct Described {
    /// Its name for SQL: schema and table, quoted.
    pub sql: String,
    /// Its columns in their order.
    pub columns: Vec<DescribedColumn>,
}

/// A column.
#[derive(Debug, Clone)]
pub struct DescribedColumn {
    /// Its name.
    pub name: String,
    /// Its type, as SQL writes it.
    pub type_name: String,
    /// How its values are ordered.
    pub sorted: Sorted,
}

/// How values are ordered when tables see them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sorted {
    /// As numbers, days, times or booleans, by the server's own order.
    Typed,
    /// As fractions, which know what is not a number.
    Fractions,
    /// As texts, by their bytes.
    Texts,
}

/// Describes `table` or `schema.table`.
///
/// # Errors
/// There is none, or the server does not answer.
pub async fn describe(
    session: &Session,
    table: &str,
    progress: &dyn Progress,
) -> Result<Described> {
    let wanted = Wanted::parse(table)?;
    let relation = catalog::need(session, &wanted, progress).await?;
    let declared = catalog::columns(session, relation.oid, progress).await?;
    let types = "SELECT format_type(a.atttypid, a.atttypmod) FROM pg_attribute a
                 WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";
    let rows = session
        .answer(session.client.query(types, &[&relation.oid]), progress)
        .await?;
    let mut columns = Vec::with_capacity(declared.len());
    for (column, row) in declared.into_iter().zip(&rows) {
        let sorted = match Form::of(column.type_oid).0 {
            Form::Text => Sorted::Texts,
            Form::Float4 | Form::Float8 => Sorted::Fractions,
            _ => Sorted::Typed,
        };
        let type_name = row.try_get(0).map_err(failure::of(&session.shown))?;
        columns.push(DescribedColumn {
            name: column.name,
            type_name,
            sorted,
        });
    }
    Ok(Described {
        sql: format!("{}.{}", quoted(&relation.schema), quoted(&relation.name)),
        columns,
    })
}

/// Refuses what is there under a name where a new table would go, or removes it; gives the name for SQL, and the schema's with a dot.
///
/// # Errors
/// Something is there and may not be replaced, or the server refuses.
pub async fn make_room(
    session: &Session,
    table: &str,
    force: bool,
    progress: &dyn Progress,
) -> Result<(String, String)> {
    let wanted = Wanted::parse(table)?;
    write::make_room(session, &wanted, force, progress).await?;
    let schema = wanted
        .schema
        .as_deref()
        .map_or(String::new(), |schema| format!("{}.", quoted(schema)));
    Ok((quoted(&wanted.table), schema))
}
