//! Local suppression: which cells to leave out so that every class holds.

use bauta_table::recoding::{Cells, Levels, Recoding, Suppressed, SuppressedInRow};
use bauta_table::{Node, Progress};

use super::improve::improved;
use super::items::{Items, Pattern, Stratum};
use super::starts;
use crate::contract::{Context, Error, NearestMiss, Outcome, Result, Task};

/// Items times patterns that are looked at in a pass, at the most.
const WORK: usize = 30_000_000;
/// What a cell is worth at least.
const LEAST_WORTH: f64 = 1e-3;
/// With more items than this, only the cheapest start is improved.
const ALL_STARTS: usize = 5_000;

/// How much a cell of each quasi-identifier is worth: its importance.
pub(super) fn worth(task: &Task<'_>) -> Vec<f64> {
    // A cell that is worth nothing would be left out for nothing.
    let weights = task.weights.iter();
    weights.map(|weight| weight.max(LEAST_WORTH)).collect()
}

/// Step 3, in each stratum by itself.
pub(super) fn suppressed(
    task: &Task<'_>,
    worth: &[f64],
    strata: &[usize],
    context: &mut Context<'_>,
) -> Result<Outcome> {
    let strata = Stratum::all(task, strata);
    let (mut tuples, mut rows, mut failing) = (Vec::new(), Vec::new(), 0);
    for stratum in &strata {
        let items = Items::new(task, worth, stratum, true);
        let patterns = search(&items, context.progress);
        if context.progress.cancelled() {
            return Err(Error::Cancelled);
        }
        match patterns {
            Some(patterns) => {
                let (own, of_rows) = items.cells(&patterns);
                tuples.extend(own);
                rows.extend(of_rows);
            }
            None => failing += 1,
        }
    }
    if failing > 0 {
        return Ok(Outcome::Unreachable(in_strata(task, failing, strata.len())));
    }
    rows.sort_unstable_by_key(|own: &SuppressedInRow| own.row);
    let outcome = planned(task, (tuples, rows), context);
    let note = "a suppressed cell counts as a value of its own";
    context.notes.push(note.into());
    if strata.len() > 1 {
        context.notes.push(format!(
            "what is asked for holds in each of the {} strata by itself, whose own values are not suppressed",
            strata.len()
        ));
    }
    Ok(outcome)
}

/// What is missing where some strata cannot be made to hold.
fn in_strata(task: &Task<'_>, failing: usize, all: usize) -> NearestMiss {
    match all {
        0 | 1 => super::nothing_left(task),
        _ => NearestMiss {
            attempt: format!("every cell suppressed in {failing} of {all} strata"),
            advice: "join small strata, or ask for less".into(),
            ..super::nothing_left(task)
        },
    }
}

/// Cells, the same for all rows of a tuple, without which every class holds; none where there are no such cells.
pub(super) fn found(
    task: &Task<'_>,
    worth: &[f64],
    progress: &dyn Progress,
) -> Option<Vec<Suppressed>> {
    let whole = Stratum::whole(task);
    let items = Items::new(task, worth, &whole, false);
    search(&items, progress).map(|patterns| items.cells(&patterns).0)
}

/// The pattern of each item: the best of several starts, improved.
fn search(items: &Items<'_>, progress: &dyn Progress) -> Option<Vec<Pattern>> {
    let given: Vec<usize> = items.free().to_vec();
    let mut telling = given.clone();
    telling.sort_by(|&a, &b| {
        let says = |qi: usize| items.values(qi) as f64 / items.worth()[qi];
        says(b).total_cmp(&says(a)).then(a.cmp(&b))
    });
    let extra = patterns(items);
    let mut starts: Vec<(f64, Vec<Pattern>)> = [
        starts::sweep(items, &given),
        starts::sweep(items, &telling),
        starts::join(items, &extra),
    ]
    .into_iter()
    .flatten()
    .map(|patterns| (cost(items, &patterns), patterns))
    .collect();
    starts.sort_by(|a, b| a.0.total_cmp(&b.0));
    if items.len() > ALL_STARTS {
        starts.truncate(1);
    }
    let better = starts.into_iter().map(|(_, patterns)| {
        let better = improved(items, &patterns, &extra, progress);
        (cost(items, &better), better)
    });
    let best = better.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, patterns)| patterns)
}

fn cost(items: &Items<'_>, patterns: &[Pattern]) -> f64 {
    let of = |item: u32| items.cost(patterns[item as usize]) * items.rows(item) as f64;
    items.all().map(of).sum()
}

/// Sets of quasi-identifiers in the order of what they cost: all of them, or as many of the smallest as can be looked at.
fn patterns(items: &Items<'_>) -> Vec<Pattern> {
    let most = (WORK / items.len().max(1)).max(64);
    let mut found: Vec<Pattern> = Vec::new();
    let mut of_size: Vec<Pattern> = vec![0];
    for _ in items.free() {
        let longer = |&pattern: &Pattern| {
            let from = (Pattern::BITS - pattern.leading_zeros()) as usize;
            let later = items.free().iter().filter(move |qi| **qi >= from);
            later.map(move |qi| pattern | 1 << qi)
        };
        of_size = of_size.iter().flat_map(longer).take(most).collect();
        if found.len() + of_size.len() > most {
            break;
        }
        found.extend_from_slice(&of_size);
    }
    found.sort_by(|a, b| items.cost(*a).total_cmp(&items.cost(*b)).then(a.cmp(b)));
    found
}

/// The plan that leaves cells out.
pub(super) fn planned(
    task: &Task<'_>,
    (suppressed, rows): (Vec<Suppressed>, Vec<SuppressedInRow>),
    context: &mut Context<'_>,
) -> Outcome {
    let node = Node::from(vec![0; task.prepared.qis.len()]);
    let plan = Cells {
        levels: Levels {
            node,
            dropped: Vec::new(),
        },
        suppressed,
        rows,
    };
    let (cells, rows) = plan.count(task.prepared);
    context
        .notes
        .push(format!("{cells} cells of {rows} rows were suppressed"));
    Outcome::Plan(Recoding::Cells(plan))
}
