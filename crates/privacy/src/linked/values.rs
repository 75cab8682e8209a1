//! Sensitive values as the joined view shows them: whoever finds a row's group in one table follows the keys to the values of another.

use std::collections::BTreeMap;

use bauta_table::{Attribute, Column, Role, Table};

use super::{Link, Member, column, signatures};

/// The sensitive values of a table, each row with the signature of the row of `seen_from` that it belongs to: that signature is what an attacker
/// knows, and rows of one row of `seen_from` are one person's. None where keys do not lead there, or the table shows no sensitive value.
pub fn joined_values(
    members: &[Member<'_>],
    links: &[Link],
    of: usize,
    seen_from: usize,
) -> Option<Table> {
    let table = members[of].table;
    let sensitive = table.with_role(Role::Sensitive);
    let owners = owners(members, links, of, seen_from)?;
    if sensitive.is_empty() {
        return None;
    }
    let (rows, owners): (Vec<u32>, Vec<u32>) = owners
        .into_iter()
        .enumerate()
        .filter_map(|(row, owner)| Some((row as u32, owner?)))
        .unzip();
    let numbers = signatures(members, links, None).swap_remove(seen_from);
    let known: Vec<u32> = owners
        .iter()
        .map(|&owner| numbers[owner as usize])
        .collect();
    let shown = |name: &str, role: Role, values: &[u32]| Attribute {
        name: name.to_owned(),
        role,
        column: Column::of_counts(values),
    };
    let mut attributes = vec![shown("signature", Role::QuasiIdentifier, &known)];
    if of != seen_from {
        attributes.push(shown("owner", Role::Person, &owners));
    }
    let values = sensitive.into_iter().map(|index| {
        let attribute = &table.attributes()[index];
        Attribute {
            column: attribute.column.picked(&rows),
            ..attribute.clone()
        }
    });
    attributes.extend(values);
    Some(Table::from_attributes(attributes))
}

/// For each row of a table the row of another one that keys lead it to; none where no keys do.
fn owners(
    members: &[Member<'_>],
    links: &[Link],
    of: usize,
    to: usize,
) -> Option<Vec<Option<u32>>> {
    if of == to {
        return Some((0..members[of].table.rows() as u32).map(Some).collect());
    }
    // Links lead to no circle.
    let upwards = links.iter().filter(|link| link.child == of);
    upwards
        .filter_map(|link| {
            let above = owners(members, links, link.parent, to)?;
            let from = column(members[of].table, &link.from)?;
            let key = column(members[link.parent].table, &link.to)?;
            let row_of: BTreeMap<String, usize> = (0..key.len())
                .map(|row| (key.label(row).into_owned(), row))
                .collect();
            let owner = |row: usize| above[*row_of.get(from.label(row).as_ref())?];
            Some((0..from.len()).map(owner).collect())
        })
        .next()
}
