//! What became of each combination, as look-up tables.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt32Array};
use bauta_engines::{Counted, Drawn, Made, Mapping, Replaced, Tuples};
use bauta_table::count::FrequencySet;
use bauta_table::{Column, Role, Table};

use crate::project::Project;
use bauta_messages::{Error, Result};

/// The distinct rows before.
pub(super) struct Before<'a> {
    /// The rows.
    pub(super) counted: &'a Counted,
    /// How many rows that are written each of them stands for.
    pub(super) weights: &'a [u64],
    /// Which of them each released row was.
    pub(super) kept: Vec<u32>,
}

/// The mapping from the distinct rows before to those after. Pseudonyms stand where the first identifier stood.
pub(super) fn of(
    project: &Project,
    (columns, mut made, drawn): (&[String], Option<Made>, &[(String, Drawn)]),
    Before {
        counted,
        weights,
        kept,
    }: &Before<'_>,
    released: &Table,
) -> Result<Mapping> {
    let before = &counted.table;
    let after_of = after_of(before.rows(), released, kept)?;
    let qis: Vec<usize> = project.roles.quasi_identifier_indices(before);
    let (set, tuple_of_row) = FrequencySet::count(before, &qis, &[]);
    let tuples = Fates::of(set.len(), (&tuple_of_row, weights), &after_of)?;
    let mut labels = Vec::new();
    let mut out = Vec::new();
    for name in columns {
        if project.roles.leaves_out(name) {
            continue;
        }
        if project.roles.identifiers.contains(name) {
            out.extend(
                made.take()
                    .map(|made| (project.pseudonyms.name.clone(), Replaced::Made(made))),
            );
            continue;
        }
        let Ok(index) = before.index_of(name) else {
            let drawn = drawn.iter().find(|(known, _)| known == name);
            out.push((
                name.clone(),
                drawn.map_or(Replaced::Kept, |(_, drawn)| Replaced::Drawn(drawn.clone())),
            ));
            continue;
        };
        let Ok(place) = released.index_of(name) else {
            continue;
        };
        let after = &released.attributes()[place];
        let replaced = match by_value(&before.attributes()[index].column, &after.column, &after_of)
        {
            Some(ByValue::Same) => Replaced::Kept,
            Some(ByValue::Labels { first_rows, labels }) => Replaced::ByValue {
                keys: picked(counted.keys.column(index), &first_rows)?,
                labels,
            },
            // Only quasi-identifiers are told by the whole combination of them.
            None if after.role != Role::QuasiIdentifier => return Err(broken()),
            None => {
                labels.push(
                    tuples
                        .kept
                        .iter()
                        .map(|&(_, after_row)| label(&after.column, after_row))
                        .collect(),
                );
                Replaced::ByTuple {
                    place: labels.len() - 1,
                }
            }
        };
        out.push((name.clone(), replaced));
    }
    let tuples = if labels.is_empty() && !tuples.some_dropped {
        None
    } else {
        let rows: Vec<u32> = tuples
            .kept
            .iter()
            .map(|&(before_row, _)| before_row)
            .collect();
        let fields: Vec<_> = qis
            .iter()
            .map(|&qi| counted.keys.schema().field(qi).clone())
            .collect();
        let arrays = qis
            .iter()
            .map(|&qi| picked(counted.keys.column(qi), &rows))
            .collect::<Result<Vec<_>>>()?;
        let keys = RecordBatch::try_new(Arc::new(arrow_schema::Schema::new(fields)), arrays)
            .map_err(|_| broken())?;
        Some(Tuples { keys, labels })
    };
    Ok(Mapping {
        columns: out,
        tuples,
    })
}

fn broken() -> Error {
    Error::Refused {
        method: "the engine".into(),
        broken: vec!["distinct rows and their release belong together".into()],
    }
}

/// The released row of each distinct row; none where it was left out.
fn after_of(rows: usize, released: &Table, kept: &[u32]) -> Result<Vec<Option<u32>>> {
    if kept.len() != released.rows() {
        return Err(broken());
    }
    let mut after_of = vec![None; rows];
    for (after, &before) in kept.iter().enumerate() {
        *after_of.get_mut(before as usize).ok_or_else(broken)? = Some(after as u32);
    }
    Ok(after_of)
}

/// What became of each tuple of quasi-identifiers.
struct Fates {
    /// Those that stay: a distinct row that has it, and its released row.
    kept: Vec<(u32, u32)>,
    some_dropped: bool,
}

impl Fates {
    fn of(
        tuples: usize,
        (tuple_of_row, weights): (&[u32], &[u64]),
        after_of: &[Option<u32>],
    ) -> Result<Self> {
        let mut fate: Vec<Option<(u32, Option<u32>)>> = vec![None; tuples];
        for (row, (&tuple, &after)) in tuple_of_row.iter().zip(after_of).enumerate() {
            // What is not in the sample is not among the rows that are written.
            if weights.get(row) == Some(&0) {
                continue;
            }
            let known = fate[tuple as usize].get_or_insert((row as u32, after));
            if known.1.is_some() != after.is_some() {
                return Err(broken());
            }
        }
        let some_dropped = fate.iter().flatten().any(|(_, after)| after.is_none());
        let kept = fate
            .into_iter()
            .flatten()
            .filter_map(|(row, after)| Some((row, after?)))
            .collect();
        Ok(Fates { kept, some_dropped })
    }
}

enum ByValue {
    /// Every value is its own label.
    Same,
    Labels {
        /// For each value that stays, a row that has it.
        first_rows: Vec<u32>,
        labels: Vec<Option<String>>,
    },
}

/// The label of each value, if a value always has the same.
fn by_value(before: &Column, after: &Column, after_of: &[Option<u32>]) -> Option<ByValue> {
    let mut label_of: Vec<Option<(u32, u32)>> = vec![None; before.dictionary().len()];
    for (row, after_row) in after_of.iter().enumerate() {
        let Some(after_row) = after_row else { continue };
        let label = after.codes().get(*after_row as usize);
        let known = label_of[before.codes().get(row) as usize].get_or_insert((row as u32, label));
        if known.1 != label {
            return None;
        }
    }
    let same_dictionary = before.dictionary() == after.dictionary();
    let same = |(code, entry): (usize, &Option<(u32, u32)>)| {
        entry.is_none_or(|(_, label)| label as usize == code)
    };
    if same_dictionary && label_of.iter().enumerate().all(same) {
        return Some(ByValue::Same);
    }
    // Values of rows that are left out keep a label all the same: it is not used.
    let dropped_rows = after_of
        .iter()
        .enumerate()
        .filter(|(_, after)| after.is_none());
    let mut entries: Vec<Option<(u32, Option<u32>)>> = label_of
        .into_iter()
        .map(|entry| entry.map(|(row, label)| (row, Some(label))))
        .collect();
    for (row, _) in dropped_rows {
        entries[before.codes().get(row) as usize].get_or_insert((row as u32, None));
    }
    let missing = after.dictionary().missing_code();
    let text = |label: Option<u32>| {
        label
            .filter(|&label| Some(label) != missing)
            .map(|label| after.dictionary().label(label).into_owned())
    };
    let (first_rows, labels) = entries
        .into_iter()
        .flatten()
        .map(|(row, label)| (row, text(label)))
        .unzip();
    Some(ByValue::Labels { first_rows, labels })
}

fn label(column: &Column, row: u32) -> Option<String> {
    let code = column.codes().get(row as usize);
    (Some(code) != column.dictionary().missing_code())
        .then(|| column.dictionary().label(code).into_owned())
}

fn picked(array: &ArrayRef, rows: &[u32]) -> Result<ArrayRef> {
    arrow_select::take::take(array, &UInt32Array::from(rows.to_vec()), None).map_err(|_| broken())
}
