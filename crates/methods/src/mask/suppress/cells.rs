//! Local suppression: which cells to leave out so that every class holds.

use bauta_table::recoding::{Cells, Levels, Recoding, Suppressed};
use bauta_table::{Fault, Node};

use super::IMPORTANCE;
use crate::contract::{Context, Outcome, Task};
use crate::generalize::mu_argus::OwnClass;
use crate::generalize::mu_argus::patterns::of_size;
use crate::generalize::mu_argus::suppress::{Settled, settle};

/// How much a cell of each quasi-identifier is worth.
pub(super) fn importance(task: &Task<'_>, given: &[String]) -> Result<Vec<f64>, Fault> {
    let mut worth = vec![1.0; task.prepared.qis.len()];
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
pub(super) fn suppressed(task: &Task<'_>, worth: &[f64], context: &mut Context<'_>) -> Outcome {
    match found(task, worth) {
        Some(cells) => planned(task, cells, context),
        None => Outcome::Unreachable(super::nothing_left(task)),
    }
}

/// Cells without which every class holds; none where there are no such cells.
pub(super) fn found(task: &Task<'_>, worth: &[f64]) -> Option<Vec<Suppressed>> {
    let set = task.prepared.set();
    let classes = (0..set.len()).map(|tuple| OwnClass {
        key: (0..task.prepared.qis.len())
            .map(|qi| set.codes(qi).get(tuple))
            .collect(),
        tuples: vec![tuple as u32],
        holds: task.class_holds(&[tuple as u32]),
    });
    let mut settled = settle(task, classes.collect(), &rounds(worth));
    let left = !settled.outliers.is_empty() && !take_along(task, &mut settled);
    (!left).then_some(settled.cells)
}

/// The plan that leaves cells out.
pub(super) fn planned(
    task: &Task<'_>,
    suppressed: Vec<Suppressed>,
    context: &mut Context<'_>,
) -> Outcome {
    let node = Node::from(vec![0; task.prepared.qis.len()]);
    let plan = Cells {
        levels: Levels {
            node,
            dropped: Vec::new(),
        },
        suppressed,
    };
    let (cells, rows) = plan.count(task.prepared);
    context
        .notes
        .push(format!("{cells} cells of {rows} rows were suppressed"));
    Outcome::Plan(Recoding::Cells(plan))
}

/// Sets of quasi-identifiers, those that cost the same together, the cheapest first; all of them last.
fn rounds(worth: &[f64]) -> Vec<Vec<Vec<usize>>> {
    let all: Vec<usize> = (0..worth.len()).collect();
    let cost = |pattern: &Vec<usize>| pattern.iter().map(|&qi| worth[qi]).sum::<f64>();
    let mut patterns: Vec<Vec<usize>> = (1..worth.len())
        .flat_map(|size| of_size(&all, size))
        .collect();
    patterns.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
    let mut rounds: Vec<Vec<Vec<usize>>> = patterns
        .chunk_by(|a, b| (cost(a) - cost(b)).abs() < 1e-9)
        .map(<[_]>::to_vec)
        .collect();
    rounds.push(vec![all]);
    rounds
}

/// What found no company takes whole classes with it, the smallest first, until they hold together with every cell suppressed.
fn take_along(task: &Task<'_>, settled: &mut Settled) -> bool {
    let all: Vec<usize> = (0..task.prepared.qis.len()).collect();
    let is_blank = |own: &Suppressed| own.qis.len() == all.len();
    let blank = settled
        .cells
        .iter()
        .filter(|own| is_blank(own))
        .map(|own| own.tuple);
    let left = settled
        .outliers
        .iter()
        .flat_map(|class| class.tuples.iter().copied());
    let mut together: Vec<u32> = blank.chain(left).collect();
    let mut donors: Vec<&OwnClass> = settled
        .donors
        .iter()
        .filter(|class| !class.tuples.is_empty())
        .collect();
    donors.sort_by_key(|class| {
        class
            .tuples
            .iter()
            .map(|&tuple| task.prepared.set().counts()[tuple as usize])
            .sum::<u64>()
    });
    let mut donors = donors.into_iter();
    while !task.class_holds(&together) {
        match donors.next() {
            Some(class) => together.extend_from_slice(&class.tuples),
            None => {
                // Nothing is left to take but what is settled already: everything becomes one class.
                together = (0..task.prepared.set().len() as u32).collect();
                if !task.class_holds(&together) {
                    return false;
                }
            }
        }
    }
    settled.cells.retain(|own| !together.contains(&own.tuple));
    settled
        .cells
        .extend(together.into_iter().map(|tuple| Suppressed {
            tuple,
            qis: all.clone(),
        }));
    true
}
