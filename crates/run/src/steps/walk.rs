//! Takes the steps.

use std::collections::BTreeMap;

use bauta_methods::{CheckedTechnique, Context, DifferentialPrivacy, Outcome, Task, Technique};
use bauta_privacy::Requirement;
use bauta_privacy::utility::{Losses, Reading};
use bauta_table::recoding::{Draft, Part, Prepared, Recoding, RowsKept, apply};
use bauta_table::rule::Rules;
use bauta_table::{Fault, Hierarchy, Progress, Qi, Role, Stage, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use super::fitting::fitting;
use super::{At, Drawn};
use super::{Footing, StepRecord};
use crate::hierarchies::quasi_identifiers;
use crate::kept::{self, Kept};
use crate::project::{Project, Step};
use crate::standing::thresholds;
use bauta_messages::{Error, Result};

/// What the steps start from.
pub struct StepsInput<'a> {
    /// The project with its steps.
    pub project: &'a Project,
    /// The table before the first step.
    pub table: &'a Table,
    /// Hierarchies by attribute.
    pub hierarchies: &'a BTreeMap<String, Hierarchy>,
    /// Edit rules that every step must keep.
    pub rules: Option<&'a Rules>,
    /// Steps that the backend takes itself.
    pub drawn: &'a [Drawn],
}

/// Where they led.
pub struct StepsResult {
    /// The table after the last step; none if there was no step.
    pub table: Option<Table>,
    /// The project with the roles of the attributes that there are now.
    pub project: Project,
    /// The hierarchies that still fit, from the level on that the values are at.
    pub hierarchies: BTreeMap<String, Hierarchy>,
    /// The steps, each with where it led.
    pub steps: Vec<StepRecord>,
    /// Which rows of the table before the first step are left.
    pub kept: RowsKept,
    /// Share of the information that the steps took and that labels do not tell: numbers that were rounded or moved look exact.
    pub hidden: f64,
    /// Share of the information that labels show to be gone after the last step.
    pub shown: f64,
    /// The quasi-identifiers of the table before the first step, where there was a step.
    pub first: Option<Vec<Qi>>,
}

/// Two losses, one after the other.
pub fn together(one: f64, other: f64) -> f64 {
    1.0 - (1.0 - one) * (1.0 - other)
}

/// The part of a step's loss by which what labels tell did not grow.
pub fn unseen(loss: f64, before: f64, after: f64) -> f64 {
    let seen = if before < 1.0 {
        (after - before) / (1.0 - before)
    } else {
        0.0
    };
    (loss - seen.max(0.0)).max(0.0)
}

/// Takes all steps of the project.
pub fn apply_steps(start: &StepsInput<'_>, progress: &dyn Progress) -> Result<StepsResult> {
    let limits = thresholds(start.project);
    let mut walked = StepsResult {
        table: None,
        project: start.project.clone(),
        hierarchies: start.hierarchies.clone(),
        steps: Vec::new(),
        kept: RowsKept::All,
        hidden: 0.0,
        shown: 0.0,
        first: None,
    };
    if start.project.steps.is_empty() {
        return Ok(walked);
    }
    let first = quasi_identifiers(start.project, start.table, start.hierarchies)?;
    for (place, step) in start.project.steps.iter().enumerate() {
        progress.tell(
            Stage::Search,
            place as u64,
            Some(start.project.steps.len() as u64),
        );
        let taken = take(&walked, start, (place, step), progress)?;
        let seen = read_loss(start, &first, &taken.table);
        walked.hidden = together(walked.hidden, unseen(taken.loss, walked.shown, seen));
        walked.shown = seen;
        let lost = together(seen, walked.hidden);
        let footing = Footing::of(&taken.table, limits, lost);
        walked.steps.push(StepRecord {
            method: step.method.clone(),
            parameters: taken.method.parameters().to_map(),
            after: footing,
            truthful: taken.method.is_truthful(),
            reproducible: taken.reproducible,
            differential_privacy: taken.differential_privacy,
            kept: taken.kept,
            notes: taken.notes,
        });
        walked.hierarchies = fitting(&walked.hierarchies, &taken.table);
        walked.project.roles.follow(&taken.table);
        walked
            .project
            .hierarchies
            .retain(|name, _| walked.hierarchies.contains_key(name));
        walked.kept = taken
            .rows
            .after(std::mem::replace(&mut walked.kept, RowsKept::All));
        walked.table = Some(taken.table);
    }
    walked.first = Some(first);
    Ok(walked)
}

/// What one step did.
struct Taken {
    table: Table,
    method: CheckedTechnique,
    reproducible: bool,
    differential_privacy: Option<DifferentialPrivacy>,
    kept: Option<Kept>,
    notes: Vec<String>,
    /// Which rows it kept.
    rows: RowsKept,
    /// Share of the quasi-identifiers' information that it took, by its plan.
    loss: f64,
}

fn take(
    walked: &StepsResult,
    start: &StepsInput<'_>,
    (place, step): (usize, &Step),
    progress: &dyn Progress,
) -> Result<Taken> {
    let wrong = |faults: Vec<Fault>| {
        Error::Faults(
            faults
                .into_iter()
                .map(|fault| in_step(place, fault))
                .collect(),
        )
    };
    let technique = bauta_methods::find(&step.method).map_err(|fault| wrong(vec![fault]))?;
    let table = walked.table.as_ref().unwrap_or(start.table);
    let qis = quasi_identifiers(&walked.project, table, &walked.hierarchies)?;
    let prepared = Prepared::new(table, qis);
    let drawn = start.drawn.iter().find(|drawn| drawn.at == At::Step(place));
    let Decided {
        plan,
        method,
        notes,
    } = match drawn {
        Some(drawn) => {
            let names = &walked.project.roles.quasi_identifiers;
            let method = technique.check(&step.parameters, names);
            Decided {
                plan: drawn.plan.clone(),
                method: method.map_err(wrong)?,
                notes: drawn.notes.clone(),
            }
        }
        None => decide(walked, start, (place, step), &prepared, progress)?,
    };
    let draft = apply(&prepared, &plan);
    let loss = bauta_privacy::draft_loss(&draft, table.counted_rows()).unwrap_or(0.0);
    let released = one_table(technique, draft).map_err(|fault| wrong(vec![fault]))?;
    Ok(Taken {
        reproducible: method.repeats(),
        differential_privacy: drawn
            .and_then(|drawn| drawn.differential_privacy.clone())
            .or_else(|| method.differential_privacy(table)),
        rows: plan.rows_kept(&prepared),
        // Statistics are compared row by row.
        kept: table.weights().map_or_else(
            || kept::compared(&method, (table, &released), start.project.pseudonym()),
            |_| None,
        ),
        table: released,
        method,
        notes,
        loss,
    })
}

/// What a technique decided.
struct Decided {
    plan: Recoding,
    method: CheckedTechnique,
    notes: Vec<String>,
}

/// Lets the technique of a step decide.
fn decide(
    walked: &StepsResult,
    start: &StepsInput<'_>,
    (place, step): (usize, &Step),
    prepared: &Prepared<'_>,
    progress: &dyn Progress,
) -> Result<Decided> {
    let wrong = |faults: Vec<Fault>| {
        Error::Faults(
            faults
                .into_iter()
                .map(|fault| in_step(place, fault))
                .collect(),
        )
    };
    let technique = bauta_methods::find(&step.method).map_err(|fault| wrong(vec![fault]))?;
    let requirements = requirements(&walked.project);
    let task = Task::new(
        technique,
        prepared,
        &requirements,
        &step.parameters,
        Vec::new(),
    )
    .map_err(wrong)?;
    let share = walked.project.anonymize.max_suppression.unwrap_or(0.0);
    let rows = prepared.table.counted_rows();
    let mut task = task
        .with_limit((share * rows as f64 + 1e-6).floor() as u64)
        .with_weights(&walked.project.utility.weights_of(&prepared.qis))
        .with_rules(start.rules);
    // Every step draws from a stream of its own: a step put before it or behind it does not change it.
    let mut rng = ChaCha20Rng::seed_from_u64(walked.project.anonymize.seed);
    rng.set_stream(1 + place as u64);
    let clock = std::time::Instant::now();
    let elapsed = || clock.elapsed().as_secs_f64();
    let mut context = Context {
        rng,
        progress,
        elapsed: &elapsed,
        notes: Vec::new(),
        view: None,
        trace: None,
    };
    let method = task.method.clone();
    match bauta_methods::plan(&mut task, &mut context)? {
        Outcome::Plan(plan) => Ok(Decided {
            plan,
            method,
            notes: context.notes,
        }),
        Outcome::Unreachable(miss) => {
            let missing = miss.missing.join(", ");
            Err(wrong(vec![Fault::Request(format!(
                "{}; it misses: {missing}; {}",
                miss.attempt, miss.advice
            ))]))
        }
    }
}

/// What a step that looks for a release is to reach: the project's targets, as far as a table tells by itself.
fn requirements(project: &Project) -> Vec<Requirement> {
    project
        .targets
        .requirements()
        .into_iter()
        .filter(|requirement| !requirement.needs_population())
        .collect()
}

fn one_table(technique: &dyn Technique, draft: Draft) -> std::result::Result<Table, Fault> {
    let mut tables = draft.tables.into_iter();
    match (tables.next(), tables.next()) {
        (Some((Part::Whole, table)), None) => Ok(table),
        _ => Err(Fault::Request(format!(
            "{} publishes two tables and can only come last; make it the project's method instead of a step",
            technique.descriptor().id
        ))),
    }
}

/// A fault, with the step that it is about.
fn in_step(place: usize, fault: Fault) -> Fault {
    Fault::Request(format!("step {}: {fault}", place + 1))
}

/// Share of the first table's information that cannot be read from another one any more.
fn read_loss(start: &StepsInput<'_>, first: &[Qi], now: &Table) -> f64 {
    let reading = Reading::of(start.table, first, now, start.table.counted_rows());
    let losses = Losses::cheap(&reading, &start.project.utility.weights_of(first));
    losses.information_loss.unwrap_or(0.0)
}

impl crate::project::RoleLists {
    /// The roles of a table's attributes, in the order in which they were listed; new ones behind.
    fn follow(&mut self, table: &Table) {
        let lists = [
            (&mut self.identifiers, Role::Identifier),
            (&mut self.quasi_identifiers, Role::QuasiIdentifier),
            (&mut self.sensitive, Role::Sensitive),
            (&mut self.targets, Role::Target),
            (&mut self.insensitive, Role::Insensitive),
        ];
        for (names, role) in lists {
            let now: Vec<String> = table
                .with_role(role)
                .into_iter()
                .map(|index| table.attributes()[index].name.clone())
                .collect();
            names.retain(|name| now.contains(name));
            let new: Vec<String> = now
                .into_iter()
                .filter(|name| !names.contains(name))
                .collect();
            names.extend(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounding takes a tenth that no label shows; recoding takes a third, all of it seen.
    #[test]
    fn what_labels_show_is_not_counted_twice() {
        assert!((unseen(0.1, 0.2, 0.2) - 0.1).abs() < 1e-12);
        assert!(unseen(0.33, 0.0, 0.33) < 1e-12);
        assert!(unseen(0.3, 0.2, 0.5) < 1e-12);
        assert!((together(0.5, 0.5) - 0.75).abs() < 1e-12);
    }
}
