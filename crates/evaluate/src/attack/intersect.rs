//! The intersection of two releases.

use bauta_privacy::attack::intersection::{Intersection, by_classes, by_identifier};
use bauta_privacy::attack::{Frame, People, candidates};
use bauta_table::{Fault, Role, Table};
use serde::Serialize;

use super::AttackRequest;
use super::request::Ready;
use bauta_messages::Result;

/// What two releases leave together.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct TwoReleases {
    /// Where the second release is.
    pub second: String,
    /// The attributes by which classes are compared.
    pub on: Vec<String>,
    /// What is left, by sensitive attribute.
    pub attributes: Vec<Intersection>,
}

/// Intersects the release with the second one.
pub(super) fn intersect(
    ready: &Ready,
    request: &AttackRequest,
    notes: &mut Vec<String>,
) -> Result<Option<TwoReleases>> {
    let Some(second) = &ready.second else {
        return Ok(None);
    };
    let first = &ready.released;
    let except: Vec<&String> = ready
        .roles
        .sensitive
        .iter()
        .chain(&request.match_by)
        .collect();
    let mut on = ready.common(second, &except);
    if !ready.roles.quasi_identifiers.is_empty() {
        on.retain(|name| ready.roles.quasi_identifiers.contains(name));
    }
    let in_both = |name: &&String| second.index_of(name).is_ok();
    let sensitive: Vec<&String> = ready.roles.sensitive.iter().filter(in_both).collect();
    let mut faults = Vec::new();
    let has_people = |table: &Table| !table.with_role(Role::Person).is_empty();
    if has_people(first) || has_people(second) {
        let text = "people have several rows, and two releases are intersected row by row: a person's rows in one are not those in the other; keep one row of each person";
        faults.push(Fault::Request(text.into()));
    }
    if on.is_empty() {
        let text =
            "the two releases have no attribute in common by which their classes could be compared";
        faults.push(Fault::Request(text.into()));
    }
    if sensitive.is_empty() {
        let text = "an intersection needs a sensitive attribute that both releases have; name it with --sensitive";
        faults.push(Fault::Request(text.into()));
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let frame = Frame::of(&[first, second], &[0, 1], &on, &ready.hierarchies)?;
    super::classes::tell_unread(&frame, &[0, 1], notes);
    let fields: Vec<usize> = (0..on.len()).collect();
    let matched = candidates(&frame, 1, 0, &fields);
    let column = |table: &'_ bauta_table::Table, name: &str| {
        table
            .index_of(name)
            .ok()
            .map(|index| table.attributes()[index].column.clone())
    };
    let by = &request.match_by;
    let people = match by.is_empty() {
        true => None,
        false => Some(People::of(first, second, by)?),
    };
    let attributes = sensitive.into_iter().filter_map(|name| {
        let (one, other) = (column(first, name)?, column(second, name)?);
        Some(match &people {
            Some(people) => by_identifier(name, &matched, &one, &other, people),
            None => by_classes(name, &matched, &one, &other),
        })
    });
    let attributes = attributes.collect();
    Ok(Some(TwoReleases {
        second: request.second.clone().unwrap_or_default(),
        on,
        attributes,
    }))
}
