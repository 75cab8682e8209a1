//! Edit rules in a plan that replaces values.
//!
//! **Idea**
//! 1. Rows that break a rule after the plan and did not before are found. Rows of the input that are known to break a rule are exempt.
//! 2. Where every row draws its values by itself (`Planner::redraws`), the technique plans again, and the found rows take all their
//!    values from the new draw if these keep the rules; again for those that do not, up to `ROUNDS` times. So a row's values are a draw
//!    of the technique's own distribution, given that the rules hold.
//! 3. What cannot be drawn again, or still breaks a rule after that, makes the plan unreachable, with the number of rows.
//!
//! Plans that generalise or separate are left to the verifier: they say less, and nothing untrue.
//!
//! **Cost** a plan for each round.
//!
//! **Invariants** `rows_that_break_a_rule_are_drawn_again`, `what_cannot_be_drawn_again_is_refused_with_its_rows`,
//! `rows_known_to_break_a_rule_are_exempt`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bauta_table::Column;
use bauta_table::recoding::{New, Recoding, Replaced};
use bauta_table::rule::{Bound, Rule, Rules};

use crate::contract::{Context, NearestMiss, Outcome, Result, Task};

/// How often rows are drawn again.
const ROUNDS: usize = 100;

/// The plan, or one like it that keeps the rules; or how many rows stand in the way.
pub(crate) fn kept(task: &Task<'_>, context: &mut Context<'_>, plan: Recoding) -> Result<Outcome> {
    let (Some(rules), Recoding::Replaced(replaced)) = (task.rules, &plan) else {
        return Ok(Outcome::Plan(plan));
    };
    let stay = staying(task, replaced);
    // Step 1.
    let mut wrong = wrong_rows(task, rules, replaced, &stay);
    if wrong.is_empty() {
        return Ok(Outcome::Plan(plan));
    }
    let (first, id) = (wrong.len(), task.method.technique().descriptor().id);
    let Recoding::Replaced(mut mended) = plan else {
        return Ok(Outcome::Plan(plan));
    };
    if !task.method.redraws() {
        return Ok(Outcome::Unreachable(missed(
            task, rules, &mended, &wrong, id, false,
        )));
    }
    // Step 2.
    let mut taken: Vec<Vec<(Vec<u32>, Column)>> = vec![Vec::new(); mended.changes.len()];
    let mut rounds = 0;
    while !wrong.is_empty() && rounds < ROUNDS {
        rounds += 1;
        let notes = context.notes.len();
        let Outcome::Plan(Recoding::Replaced(fresh)) = task.plan(context)? else {
            break;
        };
        context.notes.truncate(notes);
        let still = wrong_rows(task, rules, &fresh, &wrong);
        let right: Vec<u32> = wrong
            .iter()
            .copied()
            .filter(|row| still.binary_search(row).is_err())
            .collect();
        for (taken, change) in taken.iter_mut().zip(&fresh.changes) {
            if let New::Rows(column) = &change.to {
                taken.push((right.clone(), column.picked(&right)));
            }
        }
        wrong = still;
    }
    // Step 3.
    if !wrong.is_empty() {
        return Ok(Outcome::Unreachable(missed(
            task, rules, &mended, &wrong, id, true,
        )));
    }
    for (change, taken) in mended.changes.iter_mut().zip(taken) {
        if let New::Rows(column) = &mut change.to {
            *column = column.clone().woven(&taken);
        }
    }
    context.notes.push(format!(
        "{first} rows broke a rule and were drawn again, in {rounds} rounds"
    ));
    Ok(Outcome::Plan(Recoding::Replaced(mended)))
}

/// The rows that are released, ascending.
fn staying(task: &Task<'_>, plan: &Replaced) -> Vec<u32> {
    let mut rows = plan
        .kept
        .clone()
        .unwrap_or_else(|| (0..task.prepared.table.rows() as u32).collect());
    rows.sort_unstable();
    rows
}

/// What an attribute becomes; none if it goes or is not there.
fn after<'t>(task: &Task<'t>, plan: &Replaced, name: &str) -> Option<Cow<'t, Column>> {
    let index = task.prepared.table.index_of(name).ok()?;
    let column = &task.prepared.table.attributes()[index].column;
    let Some(change) = plan.changes.iter().find(|change| change.attribute == index) else {
        return Some(Cow::Borrowed(column));
    };
    match &change.to {
        New::Rows(column) => Some(Cow::Owned(column.clone())),
        New::Moved(rows) => Some(Cow::Owned(column.picked(rows))),
        New::Values {
            dictionary,
            code_of,
        } => {
            let codes = column.codes().mapped(dictionary.len(), code_of);
            Some(Cow::Owned(Column::new(dictionary.clone(), codes)))
        }
        New::Gone => None,
    }
}

/// Tells, for a rule and a row, whether the row breaks it after a plan and is not known to have done so before.
fn judged<T>(
    task: &Task<'_>,
    rules: &Rules,
    plan: &Replaced,
    look: impl FnOnce(&dyn Fn(usize, u32) -> bool) -> T,
) -> T {
    let table = task.prepared.table;
    let after: BTreeMap<&str, Cow<'_, Column>> = rules
        .origins
        .keys()
        .filter_map(|name| Some((name.as_str(), after(task, plan, name)?)))
        .collect();
    let is = Bound::new(rules, |name| after.get(name).map(AsRef::as_ref));
    let was = Bound::new(rules, |name| {
        table
            .index_of(name)
            .ok()
            .map(|index| &table.attributes()[index].column)
    });
    look(&|rule, row| {
        let row = row as usize;
        is.breaks(rule, |_| row) && !(rules.known[rule] > 0 && was.breaks(rule, |_| row))
    })
}

/// Those of some rows that break a rule.
fn wrong_rows(task: &Task<'_>, rules: &Rules, plan: &Replaced, rows: &[u32]) -> Vec<u32> {
    let count = rules.rules.len();
    judged(task, rules, plan, |breaks| {
        rows.iter()
            .copied()
            .filter(|&row| (0..count).any(|rule| breaks(rule, row)))
            .collect()
    })
}

/// The answer, with the rows that each rule is broken by.
fn missed(
    task: &Task<'_>,
    rules: &Rules,
    plan: &Replaced,
    wrong: &[u32],
    id: &str,
    drawn_again: bool,
) -> NearestMiss {
    let missing = judged(task, rules, plan, |breaks| {
        let of_rule = |(place, rule): (usize, &Rule)| {
            let weight = |row: u32| {
                task.prepared
                    .table
                    .weights()
                    .map_or(1, |weights| weights[row as usize])
            };
            let rows: u64 = wrong
                .iter()
                .filter(|&&row| breaks(place, row))
                .map(|&row| weight(row))
                .sum();
            (rows > 0).then(|| format!("rule \"{}\", which {rows} rows would break", rule.name))
        };
        rules.rules.iter().enumerate().filter_map(of_rule).collect()
    });
    let advice = if drawn_again {
        format!(
            "{ROUNDS} draws did not help; perturb less, leave an attribute of the rule out of --attributes, or correct the rule"
        )
    } else {
        format!(
            "{id} cannot draw single rows again; perturb less, leave an attribute of the rule out of --attributes, or choose another method"
        )
    };
    NearestMiss {
        attempt: format!("the table after {id}"),
        missing,
        advice,
    }
}

#[cfg(test)]
mod tests;
