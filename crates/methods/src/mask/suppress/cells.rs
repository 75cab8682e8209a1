//! Local suppression: which cells to leave out so that every class holds.

use bauta_table::recoding::{Cells, Levels, Recoding, Suppressed, SuppressedInRow};
use bauta_table::{Fault, Node, Progress};

use super::IMPORTANCE;
use super::improve::improved;
use super::items::{Items, Pattern};
use super::starts;
use crate::contract::{Context, Error, Outcome, Result, Task};

/// Items times patterns that are looked at in a pass, at the most.
const WORK: usize = 30_000_000;
/// What a cell is worth at least.
const LEAST_WORTH: f64 = 1e-3;
/// With more items than this, only the cheapest start is improved.
const ALL_STARTS: usize = 5_000;

/// How much a cell of each quasi-identifier is worth: what was said for this method, or else its weight.
pub(super) fn importance(
    task: &Task<'_>,
    given: &[String],
) -> std::result::Result<Vec<f64>, Fault> {
    // A cell that is worth nothing would be left out for nothing.
    let mut worth: Vec<f64> = task
        .weights
        .iter()
        .map(|weight| weight.max(LEAST_WORTH))
        .collect();
    for word in given {
        let read = word.rsplit_once('=').and_then(|(name, number)| {
            let place = task
                .prepared
                .qis
                .iter()
                .position(|qi| qi.name == name.trim())?;
            let number: f64 = number.trim().parse().ok()?;
            (number.is_finite() && number > 0.0).then_some((place, number))
        });
        let Some((place, number)) = read else {
            let allowed = "quasi-identifiers with numbers above 0, such as age=3;town=1".into();
            return Err(Fault::OutOfRange {
                parameter: IMPORTANCE.name.into(),
                given: word.clone(),
                allowed,
            });
        };
        worth[place] = number;
    }
    Ok(worth)
}

/// Step 3.
pub(super) fn suppressed(
    task: &Task<'_>,
    worth: &[f64],
    context: &mut Context<'_>,
) -> Result<Outcome> {
    let items = Items::new(task, worth, true);
    let patterns = search(&items, context.progress);
    if context.progress.cancelled() {
        return Err(Error::Cancelled);
    }
    Ok(match patterns {
        Some(patterns) => {
            let outcome = planned(task, items.cells(&patterns), context);
            let note = "a suppressed cell counts as a value of its own";
            context.notes.push(note.into());
            outcome
        }
        None => Outcome::Unreachable(super::nothing_left(task)),
    })
}

/// Cells, the same for all rows of a tuple, without which every class holds; none where there are no such cells.
pub(super) fn found(
    task: &Task<'_>,
    worth: &[f64],
    progress: &dyn Progress,
) -> Option<Vec<Suppressed>> {
    let items = Items::new(task, worth, false);
    search(&items, progress).map(|patterns| items.cells(&patterns).0)
}

/// The pattern of each item: the best of several starts, improved.
fn search(items: &Items<'_>, progress: &dyn Progress) -> Option<Vec<Pattern>> {
    let given: Vec<usize> = (0..items.worth().len()).collect();
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
    let width = items.worth().len();
    let mut found: Vec<Pattern> = Vec::new();
    let mut of_size: Vec<Pattern> = vec![0];
    for _ in 0..width {
        let longer = |&pattern: &Pattern| {
            let from = (Pattern::BITS - pattern.leading_zeros()) as usize;
            (from..width).map(move |qi| pattern | 1 << qi)
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
