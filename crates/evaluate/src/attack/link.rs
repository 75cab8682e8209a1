//! Record, table and attribute linkage with a file about people.

use bauta_privacy::attack::attribute_linkage::{AttributeLinkage, attribute_linkage};
use bauta_privacy::attack::record_linkage::{RecordLinkage, record_linkage};
use bauta_privacy::attack::table_linkage::{TableLinkage, table_linkage};
use bauta_privacy::attack::{
    Candidates, Frame, Owners, People, candidates, candidates_of_people, person_of_row,
    shows_people,
};
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
    /// Is a person in the release? Absent where nothing can be said of anybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableLinkage>,
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
    if ready.untold {
        return Ok(None);
    }
    if on.is_empty() {
        let text = "the release and the file about people have no attribute in common; say with --on which belong together";
        return Err(vec![Fault::Request(text.into())].into());
    }
    let frame = Frame::of(&[people, &ready.released], &[1], &on, &ready.hierarchies)?;
    super::classes::tell_unread(&frame, &[0, 1], notes);
    let fields: Vec<usize> = (0..on.len()).collect();
    let mut matched = candidates(&frame, 1, 0, &fields);
    let own = own_rows(ready, people, request, &on, notes)?;
    let owners = owners(people, &ready.released);
    let together = owners.as_ref().is_some_and(|owners| owners.together);
    let own = match &owners {
        Some(owners) => own.map(|own| own_people(&own, owners)),
        None => own,
    };
    if let Some(owners) = owners {
        matched = candidates_of_people(&matched, owners);
    }
    if ready.against.is_none() {
        tell_unmatched(&mut matched, notes);
    }
    let confidence = request.confidence;
    let is_judged = matched.unknown.iter().any(|unknown| !unknown);
    let sensitive = ready.roles.sensitive.iter().filter(|_| is_judged);
    let attributes = sensitive.filter_map(|name| {
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
        // Where single rows are matched, a released person may be in several classes, whose shares cannot be added up.
        table: table_linkage(&matched).filter(|_| matched.people.is_none() || together),
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
    let except: Vec<&String> = ready
        .roles
        .sensitive
        .iter()
        .chain(&request.match_by)
        .collect();
    ready.common(people, &except)
}

/// Everybody of the original whose row was not left out has a row in the release. Where more people are without one, labels are misread or values were
/// changed: of these people nothing can be said.
fn tell_unmatched(matched: &mut Candidates, notes: &mut Vec<String>) {
    let released = match matched.people {
        Some(_) => matched.box_rows.iter().sum(),
        None => matched.box_of_row.len() as u64,
    };
    let left_out = (matched.person_of_row.len() as u64).saturating_sub(released);
    let is_unmatched = |person: usize, matched: &Candidates| {
        matched.boxes_of_person[person].is_empty() && !matched.unknown[person]
    };
    let unmatched: Vec<usize> = (0..matched.unknown.len())
        .filter(|&person| is_unmatched(person, matched))
        .collect();
    let people: u64 = unmatched.iter().map(|&it| matched.person_rows[it]).sum();
    if people <= left_out {
        return;
    }
    unmatched
        .iter()
        .for_each(|&person| matched.unknown[person] = true);
    notes.push(format!(
        "{people} people of the original fit no released row, and at most {left_out} rows were left out: values were changed, or labels mean something else than they say; linkage says nothing about these people"
    ));
}

/// Whose rows they are, where people of either table have several.
fn owners(people: &Table, released: &Table) -> Option<Owners> {
    let (targets, owners) = (person_of_row(people), person_of_row(released));
    let several = targets.is_some() || owners.is_some();
    let each = |rows: usize| (0..rows as u32).collect();
    several.then(|| Owners {
        // A release whose rows are all of different people shows that.
        together: owners.is_none() || shows_people(released),
        target_of_row: targets.unwrap_or_else(|| each(people.rows())),
        released_person: owners.unwrap_or_else(|| each(released.rows())),
    })
}

/// A released row of each released person who is the one that is looked for, from those of rows.
fn own_people(own: &[Vec<u32>], owners: &Owners) -> Vec<Vec<u32>> {
    let count = owners
        .target_of_row
        .iter()
        .max()
        .map_or(0, |&most| most as usize + 1);
    let mut all: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (rows, &target) in own.iter().zip(&owners.target_of_row) {
        all[target as usize].extend(rows);
    }
    for rows in &mut all {
        rows.sort_unstable();
        rows.dedup();
    }
    all
}

/// Whose the released rows are, by the original rows that they were made of; none where these are not known.
pub(super) fn sources(ready: &Ready, request: &AttackRequest) -> Option<Vec<u32>> {
    let original = ready.original.as_ref()?;
    let on = linking(ready, original, request);
    paired(ready, original, &on)
}

/// The original row of each released one, where the order of rows is proven to be kept.
fn paired(ready: &Ready, people: &Table, on: &[String]) -> Option<Vec<u32>> {
    let qi = |name: &String| {
        let hierarchy = ready.hierarchies.get(name).cloned();
        Qi::new(people, people.index_of(name).ok()?, hierarchy).ok()
    };
    let qis: Option<Vec<Qi>> = on.iter().map(qi).collect();
    let qis = qis?;
    let reading = Reading::of(people, &qis, &ready.released, people.rows() as u64);
    pairing::pair_uniquely(people, &qis, &ready.released, &reading)
}

/// The released rows of each person: by columns that say whose row it is or, for the original, by the order of rows where that is proven to be kept.
fn own_rows(
    ready: &Ready,
    people: &Table,
    request: &AttackRequest,
    on: &[String],
    notes: &mut Vec<String>,
) -> Result<Option<Vec<Vec<u32>>>> {
    if !request.match_by.is_empty() {
        let numbers = People::of(people, &ready.released, &request.match_by)?;
        let rows = numbers.rows_of_second();
        let own = |person: &u32| rows.get(person).cloned().unwrap_or_default();
        return Ok(Some(numbers.first.iter().map(own).collect()));
    }
    if ready.against.is_some() {
        return Ok(None);
    }
    let Some(source) = paired(ready, people, on) else {
        notes.push("the order of the released rows is not proven to be that of the original: record linkage is judged by how many rows fit each person, and claims are not checked; --match-by names columns that say whose row it is".into());
        return Ok(None);
    };
    let mut own = vec![Vec::new(); people.rows()];
    let pairs = source.iter().enumerate();
    pairs.for_each(|(row, &from)| own[from as usize].push(row as u32));
    Ok(Some(own))
}
