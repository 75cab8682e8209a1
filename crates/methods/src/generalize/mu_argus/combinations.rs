//! Rare combinations of two and three attributes: what the paper tests, reported beside the classes that decide here.

use std::collections::HashMap;

use bauta_table::Fault;

use super::patterns::of_size;
use super::{Current, IDENTIFYING};
use crate::contract::Task;

/// How identifying each quasi-identifier is, from 0 to 3; none where nothing is said of any.
pub(super) fn roles(task: &Task<'_>, given: &[String]) -> Result<Option<Vec<u8>>, Fault> {
    if given.is_empty() {
        return Ok(None);
    }
    // What is not named is identifying.
    let mut roles = vec![3; task.prepared.qis.len()];
    for line in given {
        let role = line.rsplit_once('=').and_then(|(name, role)| {
            let qi = task
                .prepared
                .qis
                .iter()
                .position(|qi| qi.name == name.trim())?;
            Some((
                qi,
                role.trim().parse::<u8>().ok().filter(|role| *role <= 3)?,
            ))
        });
        let (qi, role) = role.ok_or_else(|| Fault::OutOfRange {
            parameter: IDENTIFYING.name.into(),
            given: line.clone(),
            allowed: "a quasi-identifier and a number from 0 to 3: attribute=2".into(),
        })?;
        roles[qi] = role;
    }
    Ok(Some(roles))
}

/// The combinations to test: of attributes of different roles above 0; all where there are no roles.
pub(super) fn tested(roles: Option<&[u8]>, width: usize) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..width).collect();
    let fits = |combination: &Vec<usize>| {
        let Some(roles) = roles else { return true };
        let mut own: Vec<u8> = combination.iter().map(|&qi| roles[qi]).collect();
        own.sort_unstable();
        own.first().is_some_and(|&least| least > 0) && own.windows(2).all(|pair| pair[0] < pair[1])
    };
    [2, 3]
        .into_iter()
        .flat_map(|size| of_size(&all, size))
        .filter(fits)
        .collect()
}

/// What to say of combinations that are rarer than the smallest class allowed.
pub(super) fn note(current: &Current<'_>) -> Option<String> {
    let roles = roles(current.task, &current.parameters.identifying).ok()?;
    let least = current.task.least_rows();
    let (mut rare, mut is_in_one) = (0, vec![false; current.set.len()]);
    for combination in tested(roles.as_deref(), current.levels.len()) {
        let key = |class: usize| {
            combination
                .iter()
                .map(|&qi| current.set.codes(qi).get(class))
                .collect::<Vec<u32>>()
        };
        let mut rows: HashMap<Vec<u32>, u64> = HashMap::new();
        (0..current.set.len())
            .for_each(|class| *rows.entry(key(class)).or_default() += current.set.counts()[class]);
        rare += rows.values().filter(|&&rows| rows < least).count();
        (0..current.set.len())
            .filter(|&class| rows[&key(class)] < least)
            .for_each(|class| is_in_one[class] = true);
    }
    let in_one = current
        .set
        .counts()
        .iter()
        .zip(is_in_one)
        .filter(|(_, is_in)| *is_in);
    let rows: u64 = in_one.map(|(rows, _)| rows).sum();
    (rare > 0).then(|| {
        format!("before cells were suppressed, {rare} combinations of two or three quasi-identifiers had fewer than {least} rows; {rows} rows were in one")
    })
}
