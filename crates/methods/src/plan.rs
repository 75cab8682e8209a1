//! From a task to a plan that also satisfies statements about the whole release.
//!
//! **Idea** A technique judges classes one by one; a mean risk or a share of rows at risk is known only when all classes are.
//! 1. Plan. If nothing is asked about the whole, or it holds for the planned classes, that is the plan.
//! 2. Else ask for classes of at least so many rows that it must hold. If there is no plan, that is the answer.
//! 3. Else look for the fewest rows that do, by bisection: larger classes lose more.
//!
//! 4. A plan that replaces values has to keep the edit rules (`edit`).
//!
//! **Differences from an exact search** the plan with the fewest rows a class that holds need not lose least; what is found is
//! always judged on its own classes.
//!
//! **Invariants** `statements_about_the_whole_hold`, `a_statement_about_the_whole_that_holds_costs_nothing`.

use bauta_privacy::ClassSizes;
use bauta_table::Role;
use bauta_table::count::FrequencySet;
use bauta_table::recoding::{Recoding, apply};

use crate::contract::{Context, NearestMiss, Outcome, Result, Task};
use crate::edit;
use crate::trace::{Decision, State, Trace};

/// Plans with the technique of a task; the plan satisfies every model, those that speak of the whole release included.
///
/// # Errors
/// When the work was cancelled.
pub fn plan(task: &mut Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
    // Step 1.
    let outcome = run(task, context)?;
    let Outcome::Plan(first) = outcome else {
        return Ok(outcome);
    };
    // Who does as told has no other plan; the verifier judges this one.
    keep(context);
    let as_told = task.method.technique().descriptor().family.does_as_told();
    if as_told || holds(task, &first) {
        return edit::kept(task, context, first);
    }
    // Step 2.
    let enough = task
        .models
        .iter()
        .filter_map(|model| model.enough_rows())
        .max()
        .unwrap_or(1);
    let (mut low, mut high) = (task.least, enough);
    task.least = enough;
    let outcome = run(task, context)?;
    let Outcome::Plan(mut found) = outcome else {
        return Ok(outcome);
    };
    keep(context);
    if !holds(task, &found) {
        return Ok(Outcome::Unreachable(missed(task, &found)));
    }
    // Step 3. `low` fails, `high` holds.
    while high.saturating_sub(low) > 1 {
        task.least = low + (high - low) / 2;
        match run(task, context)? {
            Outcome::Plan(plan) if holds(task, &plan) => {
                (found, high) = (plan, task.least);
                keep(context);
            }
            _ => low = task.least,
        }
    }
    Ok(Outcome::Plan(found))
}

/// Runs the technique once; who listens hears the run that is released only.
fn run(task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
    if let Some(trace) = &context.trace {
        trace.begin();
        if task.least > 1 {
            let nothing = vec![None; task.prepared.table.rows()];
            trace.tell(
                Decision::LargerClasses { least: task.least },
                Vec::new(),
                State::Grouped(nothing),
            );
        }
    }
    task.plan(context)
}

fn keep(context: &Context<'_>) {
    context.trace.iter().for_each(Trace::keep);
}

/// Whether the classes of a plan satisfy what is asked about the whole.
fn holds(task: &Task<'_>, plan: &Recoding) -> bool {
    !task.speaks_of_whole() || task.whole_holds(&sizes(task, plan))
}

/// The sizes of a plan's classes, counted on its rows.
fn sizes(task: &Task<'_>, plan: &Recoding) -> ClassSizes {
    let draft = apply(task.prepared, plan);
    let part = draft.tables.iter().find(|(part, _)| !part.is_sensitive());
    let Some((_, table)) = part else {
        return ClassSizes::default();
    };
    let (set, _) = FrequencySet::count(table, &table.with_role(Role::QuasiIdentifier), &[]);
    // Who of a population is reached, only a full-domain search knows, and has judged; nobody is where nothing is kept.
    let nobody = if set.is_empty() {
        task.prepared
            .population
            .as_ref()
            .map_or(0, FrequencySet::rows)
    } else {
        0
    };
    let mut sizes = ClassSizes::new(nobody);
    set.counts().iter().for_each(|&rows| sizes.add(rows, 0));
    sizes
}

fn missed(task: &Task<'_>, plan: &Recoding) -> NearestMiss {
    let sizes = sizes(task, plan);
    let missing = task
        .models
        .iter()
        .filter(|model| !model.holds_for(&sizes))
        .map(bauta_privacy::Judge::title);
    NearestMiss {
        attempt: format!(
            "{} classes of {} rows in all",
            sizes.classes(),
            sizes.rows()
        ),
        missing: missing.collect(),
        advice: "ask for less, or generalise more".into(),
    }
}
