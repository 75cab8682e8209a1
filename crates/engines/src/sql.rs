//! The three operations as SQL text that DataFusion, a stock Ballista cluster and PostgreSQL understand alike.
//!
//! Only GROUP BY, joins and built-in functions: an engine needs none of our code to run them. No value of the data ever stands in the
//! text: look-up tables are tables of the engine's own, so that a plan may be logged, or shown by a scheduler, without harm.

/// The name of the count of rows in [`counted`].
pub(crate) const WEIGHT: &str = "weight";

/// A name as SQL takes it literally, whatever it contains.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text as SQL takes it literally.
#[cfg(feature = "cluster")]
pub(crate) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A column of the data, which every query here calls `d`.
pub(crate) fn of_data(column: &str) -> String {
    format!("d.{}", quoted(column))
}

/// The name of the column that holds the key at a place.
pub(crate) fn key(place: usize) -> String {
    format!("key_{place}")
}

/// The name of the column that holds the label at a place.
pub(crate) fn label(place: usize) -> String {
    format!("label_{place}")
}

/// The name of the column that holds the number of a value, or a rank, at a place.
pub(crate) fn number(place: usize) -> String {
    format!("n_{place}")
}

/// The distinct values of some expressions over `d`, as `key_0`, `key_1`, …, each with its number of rows.
pub(crate) fn counted(from: &str, expressions: &[String]) -> String {
    let named = expressions
        .iter()
        .enumerate()
        .map(|(place, text)| format!("{text} AS {}", key(place)));
    let named = named.collect::<Vec<_>>().join(", ");
    let by = expressions.join(", ");
    format!("SELECT {named}, CAST(count(*) AS BIGINT) AS {WEIGHT} FROM {from} AS d GROUP BY {by}")
}

/// The same in ascending order of the keys, missing ones last: the answer does not depend on who counted what.
#[cfg(feature = "cluster")]
pub(crate) fn counted_in_order(from: &str, expressions: &[String]) -> String {
    let order = (0..expressions.len()).map(|place| format!("{} ASC NULLS LAST", key(place)));
    let order = order.collect::<Vec<_>>().join(", ");
    format!(
        "SELECT * FROM ({}) AS c ORDER BY {order}",
        counted(from, expressions)
    )
}

/// Rows, rows without a value, and different values of one expression over `d`. By way of GROUP BY, which spills and is shared out,
/// rather than by `count(DISTINCT …)`, which holds all values in one place.
pub(crate) fn profiled(from: &str, expression: &str) -> String {
    let counted = counted(from, std::slice::from_ref(&expression.to_owned()));
    format!(
        "SELECT CAST(coalesce(sum({WEIGHT}), 0) AS BIGINT) AS all_rows, \
         CAST(coalesce(sum(CASE WHEN key_0 IS NULL THEN {WEIGHT} ELSE 0 END), 0) AS BIGINT) AS missing, \
         CAST(count(key_0) AS BIGINT) AS different FROM ({counted}) AS c"
    )
}

/// A look-up table that rows of the data are joined with.
pub(crate) struct Join {
    /// Its name, quoted.
    pub(crate) table: String,
    /// What the query calls it.
    pub(crate) alias: String,
    /// Whether rows that it does not know are left out; otherwise their label is missing.
    pub(crate) selects: bool,
    /// What must hold, all of it.
    pub(crate) on: Vec<String>,
}

/// The rows of the data recoded: expressions and their names, over `d` and the joined tables.
pub(crate) fn recoded(from: &str, columns: &[(String, String)], joins: &[Join]) -> String {
    let list = columns
        .iter()
        .map(|(expression, name)| format!("{expression} AS {}", quoted(name)));
    let list = list.collect::<Vec<_>>().join(", ");
    let joins = joins.iter().map(|join| {
        let kind = if join.selects { "JOIN" } else { "LEFT JOIN" };
        format!(
            " {kind} {} AS {} ON {}",
            join.table,
            join.alias,
            join.on.join(" AND ")
        )
    });
    format!(
        "SELECT {list} FROM {from} AS d{}",
        joins.collect::<String>()
    )
}

/// The rows of a query in the order of what they hold, missing values last: it tells nothing of the order in which they were read.
#[cfg(feature = "cluster")]
pub(crate) fn in_order(query: &str, names: &[String]) -> String {
    let order = names
        .iter()
        .map(|name| format!("o.{} ASC NULLS LAST", quoted(name)));
    let order = order.collect::<Vec<_>>().join(", ");
    format!("SELECT * FROM ({query}) AS o ORDER BY {order}")
}

/// Equality under which a missing value equals a missing value; in brackets, as it binds less than AND to some.
#[cfg(feature = "cluster")]
pub(crate) fn same(one: &str, other: &str) -> String {
    format!("({one} IS NOT DISTINCT FROM {other})")
}

/// Text for a CSV cell: what a spreadsheet would take for a formula gets an apostrophe, as our own writer does it. A sign before digits,
/// or a number, is none.
#[cfg(feature = "cluster")]
pub(crate) fn disarmed(expression: &str) -> String {
    let first = format!("substr({expression}, 1, 1)");
    let rest = format!("translate({expression}, '0123456789 .,;:/()+-%\u{a0}\u{202f}', '')");
    format!(
        "CASE WHEN {first} IN ('=', '@', chr(9), chr(13)) OR ({first} IN ('+', '-') AND {rest} <> '' \
         AND TRY_CAST({expression} AS DOUBLE) IS NULL) THEN concat('''', {expression}) ELSE {expression} END"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_literally() {
        assert_eq!(
            of_data("a\"; DROP TABLE x; --"),
            "d.\"a\"\"; DROP TABLE x; --\""
        );
        let text = counted("\"data\"", &[of_data("â ge"), of_data("b")]);
        assert_eq!(
            text,
            "SELECT d.\"â ge\" AS key_0, d.\"b\" AS key_1, CAST(count(*) AS BIGINT) AS weight FROM \"data\" AS d \
             GROUP BY d.\"â ge\", d.\"b\""
        );
    }

    #[test]
    fn look_up_tables_are_joined() {
        let join = |alias: &str, selects| Join {
            table: quoted(alias),
            alias: alias.to_owned(),
            selects,
            on: vec!["d.a = l.a".into(), "d.b = l.b".into()],
        };
        let columns = [
            ("d.\"a\"".to_owned(), "a".to_owned()),
            ("t.label_0".to_owned(), "b".to_owned()),
        ];
        assert_eq!(
            recoded("x", &columns, &[join("l", false), join("t", true)]),
            "SELECT d.\"a\" AS \"a\", t.label_0 AS \"b\" FROM x AS d LEFT JOIN \"l\" AS l ON d.a = l.a AND d.b = l.b \
             JOIN \"t\" AS t ON d.a = l.a AND d.b = l.b"
        );
    }
}
