//! The order of rows: a release is written in the order of its values, unless the order of the source is asked for and tells nothing.

use bauta_methods::pseudonym::order_of;
use bauta_table::{Column, Fault, Kind, Role, Table};
use rayon::prelude::*;

use crate::project::{Project, RoleLists};

/// Said where rows keep the order of the source.
pub(crate) const KEPT: &str = "the rows keep the order of the source: somebody who has a list of the people in the same order can tell whose each row is";

/// Said where rows do not come one by one.
const NEEDS_ROWS: &str = "an engine cannot tell whether the order of the source names people; leave out --keep-order, or --engine and --memory";

/// The fault of keeping the order of the source where rows stay in an engine: nobody can tell there whether it is that of an attribute about people.
pub(crate) fn fault_on_engine(project: &Project) -> Option<Fault> {
    let asked = project.output.keep_order;
    asked.then(|| Fault::Request(NEEDS_ROWS.into()))
}

/// Faults of keeping the order of the source: it is that of an attribute about people.
pub(crate) fn faults(project: &Project, table: &Table) -> Vec<Fault> {
    if !project.output.keep_order {
        return Vec::new();
    }
    let rows: Vec<usize> = (0..table.rows()).collect();
    let ordered = ordered_by(&project.roles, table, &rows).into_iter();
    ordered
        .map(|name| {
            Fault::Request(format!(
                "the rows are in the order of \"{name}\", which a release in the same order would reveal; leave out --keep-order"
            ))
        })
        .collect()
}

/// The attributes in whose order some rows stand. Where roles are given, those of a role and all dates count; else every attribute may single
/// people out.
pub(crate) fn ordered_by<'a>(roles: &RoleLists, table: &'a Table, rows: &[usize]) -> Vec<&'a str> {
    let unknown = roles.quasi_identifiers.is_empty() && roles.sensitive.is_empty();
    let counts = |role: Role, kind: Kind| {
        let about_people = matches!(
            role,
            Role::Identifier | Role::QuasiIdentifier | Role::Sensitive | Role::Drop
        );
        unknown || about_people || matches!(kind, Kind::Date | Kind::DateTime)
    };
    let tells = |column: &Column| {
        let dictionary = column.dictionary();
        let codes = rows.iter().map(|&row| column.codes().get(row));
        let ranks: Vec<u32> = codes
            .filter(|&code| Some(code) != dictionary.missing_code())
            .collect();
        order_of(&ranks, dictionary.len()).tells
    };
    let all = table.attributes().par_iter();
    all.filter(|it| counts(it.role, it.column.dictionary().kind()) && tells(&it.column))
        .map(|it| it.name.as_str())
        .collect()
}
