//! Record, table and attribute linkage with a file about people.

use bauta_privacy::attack::attribute_linkage::{AttributeLinkage, attribute_linkage};
use bauta_privacy::attack::record_linkage::{RecordLinkage, record_linkage};
use bauta_privacy::attack::table_linkage::{TableLinkage, table_linkage};
use bauta_privacy::attack::{Frame, People, candidates};
use bauta_privacy::utility::{Reading, pairing};
use bauta_table::{Fault, Qi, Table};
use serde::Serialize;

use super::AttackRequest;
use super::request::Ready;
use bauta_messages::Result;

/// What linking a file about people with the release gave.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Linkage {
    /// Where the people are.
    pub against: String,
    /// The attributes that link them.
    pub on: Vec<String>,
    /// Which row is a person's?
    pub record: RecordLinkage,
    /// Is a person in the release?
    pub table: TableLinkage,
    /// What is a person's sensitive value?
    pub attributes: Vec<AttributeLinkage>,
}

/// Links the file about people, or else the original, with the release.
pub(super) fn link(
    ready: &Ready,
    request: &AttackRequest,
    notes: &mut Vec<String>,
) -> Result<Option<Linkage>> {
    let people = match (&ready.against, &ready.original) {
        (Some(against), _) => against,
        (None, Some(original)) => original,
        (None, None) => return Ok(None),
    };
    let on = linking(ready, people, request);
    if on.is_empty() {
        let text = "the release and the file about people have no attribute in common; say with --on which belong together";
        return Err(vec![Fault::Request(text.into())].into());
    }
    let frame = Frame::of(&[people, &ready.released], &on, &ready.hierarchies)?;
    super::classes::tell_unread(&frame, &[0, 1], notes);
    let fields: Vec<usize> = (0..on.len()).collect();
    let matched = candidates(&frame, 1, 0, &fields);
    let own = own_rows(ready, people, request, &on, notes);
    let confidence = request.confidence;
    let attributes = ready.roles.sensitive.iter().filter_map(|name| {
        let sensitive = &ready.released.attributes()[ready.released.index_of(name).ok()?].column;
        let truth = people
            .index_of(name)
            .ok()
            .map(|index| &people.attributes()[index].column);
        Some(attribute_linkage(
            name, &matched, sensitive, truth, confidence,
        ))
    });
    Ok(Some(Linkage {
        against: request
            .against
            .as_ref()
            .or(request.original.as_ref())
            .cloned()
            .unwrap_or_default(),
        record: record_linkage(&matched, own.as_deref(), confidence),
        table: table_linkage(&matched),
        attributes: attributes.collect(),
        on,
    }))
}

/// The attributes that link: those that were named, or the quasi-identifiers, or all that both tables have.
fn linking(ready: &Ready, people: &Table, request: &AttackRequest) -> Vec<String> {
    if !request.on.is_empty() {
        return request.on.iter().map(|(ours, _)| ours.clone()).collect();
    }
    if !ready.roles.quasi_identifiers.is_empty() {
        return ready.roles.quasi_identifiers.clone();
    }
    let except: Vec<&String> = ready.roles.sensitive.iter().chain(&request.truth).collect();
    ready.common(people, &except)
}

/// The released rows of each person, by an identifier or, for the original, by the order of rows.
fn own_rows(
    ready: &Ready,
    people: &Table,
    request: &AttackRequest,
    on: &[String],
    notes: &mut Vec<String>,
) -> Option<Vec<Vec<u32>>> {
    if let Some(name) = &request.truth {
        let column = |table: &Table| table.index_of(name).ok();
        let (here, there) = (column(people)?, column(&ready.released)?);
        let numbers = People::of(
            &people.attributes()[here].column,
            &ready.released.attributes()[there].column,
        );
        let rows = numbers.rows_of_second();
        return Some(
            numbers
                .first
                .iter()
                .map(|person| rows.get(person).cloned().unwrap_or_default())
                .collect(),
        );
    }
    if ready.against.is_some() {
        return None;
    }
    let qis: Option<Vec<Qi>> = on
        .iter()
        .map(|name| {
            Qi::new(
                people,
                people.index_of(name).ok()?,
                ready.hierarchies.get(name).cloned(),
            )
            .ok()
        })
        .collect();
    let source = qis.and_then(|qis| {
        let reading = Reading::of(people, &qis, &ready.released, people.rows() as u64);
        pairing::pair(people, &qis, &ready.released, &reading)
    });
    if source.is_none() {
        notes.push("which released row is whose cannot be told from their order: claims of record linkage are counted, not checked; --truth names an identifier that tells".into());
    }
    source.map(|source| {
        let mut own = vec![Vec::new(); people.rows()];
        source
            .iter()
            .enumerate()
            .for_each(|(row, &from)| own[from as usize].push(row as u32));
        own
    })
}
