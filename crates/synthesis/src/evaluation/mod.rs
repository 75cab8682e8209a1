//! How good a synthetic table is, and how near to the people it was made from; whoever made it.
//!
//! **Idea.** (1) Read the original, the synthetic table and, if there are some, people who were kept out when it was made. (2) Usefulness: total
//! variation of one-way and two-way tables, associations, propensity score, models trained on synthetic rows and tested on real ones; edit rules
//! and dependencies that synthetic rows break.
//! (3) Protection: copies, membership inference, and the three criteria of the regulators by measured attacks. The verdict comes from these;
//! distances to the closest real rows are a description.
//!
//! Nothing drawn here decides anything about the data; the seed makes the figures come out alike twice.

mod consistency;
mod control;
#[cfg(test)]
mod leaks;
pub(crate) mod models;
mod protection;
mod render;
mod verdict;

use crate::measures::association::{Associations, associations};
use crate::measures::copies::Copies;
use crate::measures::membership::MembershipAttack;
use crate::measures::variation::{Variation, one_way, two_way};
use crate::measures::{Aligned, Field};
use bauta_formats::Locator;
use bauta_learn::propensity;
use bauta_table::rule::Rules;
use bauta_table::{Fault, Progress, Role, Stage, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

pub use consistency::{DependencyCount, RowConsistency, RuleCount};
pub use protection::Distances;
pub use verdict::{MembershipReading, SyntheticReading, SyntheticVerdict};

use crate::source::{numbers_parted, parted};
use bauta_evaluate::Criteria;
use bauta_evaluate::TaskUtility;
use bauta_messages::Problems;
use bauta_messages::{Error, Result};
use bauta_run::ProjectInput;
use bauta_run::driver::{cancelled, read_in_roles, read_options};
use bauta_run::project::Project;
use bauta_run::report::{Seconds, timed};
use bauta_run::rules::parsed;

/// Places of the tables among the aligned ones.
const REAL: usize = 0;
const MADE: usize = 1;
const KEPT: usize = 2;
/// The rows of the original that models learn from, where those that they are tested on are drawn from it.
const LEARNT: usize = 3;
/// The most rows of each table from which the propensity score is learnt.
const MOST_PROPENSITY_ROWS: usize = 50_000;
/// The most bins of an attribute in it; rarer ones are one.
const MOST_PROPENSITY_BINS: u32 = 40;

/// Rows that had no part in the synthetic table.
#[derive(Debug, Clone, PartialEq)]
pub enum HeldOut {
    /// A table of its own.
    File(String),
    /// A share of the original, drawn: good for testing models only, since the synthetic table may have been made from these rows.
    Share(f64),
    /// The share of the original that a synthesis of it kept out with this seed, taken out of it here too.
    Parted {
        /// The share.
        share: f64,
        /// The seed of the synthesis.
        seed: u64,
    },
}

/// What is evaluated, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct SyntheticRequest {
    /// Where the synthetic table is.
    pub synthetic: String,
    /// Rows that had no part in it; without them, a fifth of the original tests models.
    pub held_out: Option<HeldOut>,
    /// Values of the target that are one class, all others being the other.
    pub positive: Vec<String>,
    /// Attributes that models do not learn from.
    pub without: Vec<String>,
    /// Attacks of each kind; 0 = none.
    pub attacks: usize,
    /// Seed of everything that is drawn.
    pub seed: u64,
}

/// The propensity score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PropensityScore {
    /// Mean squared difference between the probability that a row is synthetic and the share of synthetic rows.
    pub pmse: f64,
    /// What it would be expected to be for a bootstrap sample of the original; twice that for other people of the same kind.
    pub expected: f64,
    /// The first by the second: 1 cannot be told apart.
    pub ratio: f64,
    /// Parameters of the logistic model.
    pub parameters: usize,
    /// How well a forest tells synthetic rows from real ones that it has not seen (area under the curve): 0.5 cannot be told apart.
    pub forest_auc: Option<f64>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SyntheticEvaluated {
    /// Program and version.
    pub bauta: String,
    /// Where the original is.
    pub original: String,
    /// Where the synthetic table is.
    pub synthetic: String,
    /// Where the rows are that were kept out.
    pub held_out: Option<String>,
    /// Rows of the original that the synthetic table is compared with.
    pub original_rows: u64,
    /// Rows of the synthetic table.
    pub synthetic_rows: u64,
    /// Rows kept out.
    pub held_out_rows: u64,
    /// The attributes that all tables have.
    pub attributes: Vec<String>,
    /// What it comes to.
    pub verdict: SyntheticVerdict,
    /// Total variation of one-way tables.
    pub one_way: Variation,
    /// Total variation of two-way tables.
    pub two_way: Variation,
    /// Associations of pairs.
    pub associations: Associations,
    /// The propensity score.
    pub propensity: Option<PropensityScore>,
    /// Models, a target each.
    pub tasks: Vec<TaskUtility>,
    /// Edit rules and dependencies between columns, in both tables.
    pub consistency: RowConsistency,
    /// Copies of real rows.
    pub copies: Copies,
    /// Distances to the closest real rows.
    pub distances: Option<Distances>,
    /// Whether people who took part can be told from people kept out, attack by attack; none where nobody was kept out or too few are unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub membership: Option<Vec<MembershipAttack>>,
    /// Singling out, linkability and inference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criteria: Option<Criteria>,
    /// Seed of everything that was drawn.
    pub seed: u64,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went; `verify` is the evaluation's.
    pub seconds: Seconds,
}

/// Tables that fit the request.
struct Ready {
    original: Table,
    made: Table,
    /// Rows that models are tested on.
    kept: Table,
    /// The rows of the original besides these, where they are drawn from it.
    learnt: Option<Table>,
    /// Whether the rows kept out surely had no part in the synthetic table.
    apart: bool,
    names: Vec<String>,
    roles: bauta_run::Roles,
    /// The edit rules of the project.
    rules: Option<Rules>,
    input: String,
    notes: Vec<String>,
}

/// Evaluates a synthetic table of the project's data, in the project's roles.
///
/// # Errors
/// Everything that is wrong with the request or the data; or the failure of a file.
pub fn evaluate_synthetic<'a>(
    input: impl Into<ProjectInput<'a>>,
    request: &SyntheticRequest,
    progress: &dyn Progress,
) -> Result<SyntheticEvaluated> {
    let mut seconds = Seconds::default();
    let input = input.into();
    let ready = timed(&mut seconds.read, || read(input, request, progress))?;
    let mut found = timed(&mut seconds.verify, || measure(ready, request, progress))?;
    found.seconds = seconds;
    Ok(found)
}

/// Reads all tables and tells everything that is wrong.
fn read(
    input: ProjectInput<'_>,
    request: &SyntheticRequest,
    progress: &dyn Progress,
) -> Result<Ready> {
    let project = input.project;
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    if let Some(HeldOut::Share(share) | HeldOut::Parted { share, .. }) =
        request.held_out.as_ref().filter(|it| !is_sound(it))
    {
        let (parameter, allowed) = (
            "holdout".to_owned(),
            "a file, or a share above 0 and below 1".to_owned(),
        );
        problems.push(Fault::OutOfRange {
            parameter,
            given: share.to_string(),
            allowed,
        });
    }
    let mut project = project.clone();
    let original = read_in_roles(&mut project, input.opened, &mut problems, progress);
    let mut notes = Vec::new();
    let mut read = |place: &str, problems: &mut Problems| -> Option<Table> {
        let locator = problems.take(place.parse::<Locator>())?;
        let source = problems.take(
            bauta_formats::read(&locator, &read_options(&project), progress).map_err(cancelled),
        )?;
        notes.extend(source.notes);
        if source.table.rows() == 0 {
            problems.push(Fault::NoRows);
        }
        Some(source.table)
    };
    let made = read(&request.synthetic, &mut problems);
    let kept = match &request.held_out {
        Some(HeldOut::File(place)) => read(place, &mut problems),
        _ => None,
    };
    let (Some(original), Some(made)) = (original, made) else {
        return Err(problems.into_error());
    };
    let tables = [&made].into_iter().chain(&kept);
    let names = common(&original.table, &tables.collect::<Vec<_>>(), &mut notes);
    if names.is_empty() {
        problems.push(Fault::Request(
            "the synthetic table and the original have no attribute in common".into(),
        ));
    }
    if original.table.rows() < 2 {
        problems.push(Fault::NoRows);
    }
    problems.extend(named_faults(&project, request, &original.table, &names));
    let rules = problems.take(parsed(&project.rules)).unwrap_or_default();
    let rules = match rules.is_empty() {
        true => None,
        false => problems.take(Rules::new(rules, &original.table)),
    };
    problems.result()?;
    notes.splice(0..0, original.notes);
    let (table, kept) = match request.held_out {
        Some(HeldOut::Parted { share, seed }) => parted(original.table, Some(share), seed),
        _ => (original.table, kept),
    };
    let apart = kept.is_some();
    let (kept, learnt) = match kept {
        Some(kept) => {
            control::refuse_overlap(&table, &kept, &names)?;
            (kept, None)
        }
        None => {
            let [learnt, kept] = drawn_apart(&table, request, &mut notes);
            (kept, Some(learnt))
        }
    };
    Ok(Ready {
        apart,
        original: table,
        made,
        kept,
        learnt,
        names,
        roles: project.roles,
        rules,
        input: original.input.to_string(),
        notes,
    })
}

fn is_sound(held_out: &HeldOut) -> bool {
    let share = match held_out {
        HeldOut::Share(share) | HeldOut::Parted { share, .. } => *share,
        HeldOut::File(_) => return true,
    };
    share > 0.0 && share < 1.0
}

/// Names that all tables have, identifiers left out; a note tells those that are lacking.
fn common(original: &Table, others: &[&Table], notes: &mut Vec<String>) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in original
        .attributes()
        .iter()
        .filter(|it| it.role != Role::Identifier)
    {
        let name = &attribute.name;
        if others.iter().all(|other| other.index_of(name).is_ok()) {
            names.push(name.clone());
        } else {
            notes.push(format!(
                "\"{name}\" is not in all tables and is left out of the evaluation"
            ));
        }
    }
    names
}

/// What is wrong with the target, its values, and the attributes to be left out.
fn named_faults(
    project: &Project,
    request: &SyntheticRequest,
    original: &Table,
    names: &[String],
) -> Vec<Fault> {
    let mut faults = Vec::new();
    faults.extend(
        request
            .without
            .iter()
            .filter_map(|name| original.index_of(name).err()),
    );
    let lacking = project
        .roles
        .targets
        .iter()
        .filter(|name| !names.contains(name));
    faults.extend(lacking.map(|name| {
        Fault::Request(format!(
            "the synthetic table has no attribute \"{name}\" to be predicted"
        ))
    }));
    if request.positive.is_empty() {
        return faults;
    }
    let [target] = project.roles.targets.as_slice() else {
        faults.push(Fault::Request(
            "--positive names values of one target; give that one with --target".into(),
        ));
        return faults;
    };
    let Ok(index) = original.index_of(target) else {
        return faults;
    };
    let dictionary = original.attributes()[index].column.dictionary();
    let labels: Vec<String> = (0..dictionary.value_count() as u32)
        .map(|code| dictionary.label(code).into_owned())
        .collect();
    let unknown = request
        .positive
        .iter()
        .filter(|value| !labels.contains(value))
        .count();
    if unknown > 0 {
        faults.push(Fault::Request(format!(
            "{unknown} value(s) of --positive do not occur in \"{target}\""
        )));
    }
    faults
}

/// Rows of the original that models learn from, and others that test them.
fn drawn_apart(
    original: &Table,
    request: &SyntheticRequest,
    notes: &mut Vec<String>,
) -> [Table; 2] {
    let share = match request.held_out {
        Some(HeldOut::Share(share)) => share,
        _ => 0.2,
    };
    let rows = original.rows();
    let wanted = ((rows as f64 * share).round() as usize).clamp(1, rows - 1);
    notes.push(
        "no rows are known to have been kept out: models are tested on rows drawn from the original, which the synthetic table may know; attacks have no comparison (--holdout FILE)"
            .into(),
    );
    numbers_parted(rows, wanted, request.seed ^ 0x4E1D).map(|rows| original.picked(&rows))
}

fn measure(
    mut ready: Ready,
    request: &SyntheticRequest,
    progress: &dyn Progress,
) -> Result<SyntheticEvaluated> {
    let stop = || {
        if progress.cancelled() {
            Err(Error::Cancelled)
        } else {
            Ok(())
        }
    };
    let steps = 7;
    let tell = |done: u64| progress.tell(Stage::Verify, done, Some(steps));
    tell(0);
    let mut tables = vec![&ready.original, &ready.made, &ready.kept];
    tables.extend(&ready.learnt);
    let aligned = Aligned::of(&tables, &ready.names);
    let (one, two) = (one_way(&aligned, REAL, MADE), two_way(&aligned, REAL, MADE));
    let associations = associations(&aligned, REAL, MADE);
    tell(1);
    stop()?;
    let mut notes = std::mem::take(&mut ready.notes);
    let mut rng = ChaCha20Rng::seed_from_u64(request.seed);
    let propensity = scored(&aligned, request.seed, &mut rng);
    tell(2);
    stop()?;
    let stopped = || progress.cancelled();
    let training = models::Training {
        real: if ready.apart { REAL } else { LEARNT },
        apart: ready.apart,
        known: None,
        stop: &stopped,
    };
    let predicted = |name: &String| models::learn(&aligned, name, request, training, &mut notes);
    let tasks = ready.roles.targets.iter().filter_map(predicted).collect();
    tell(3);
    stop()?;
    let (real, made) = (&ready.original, &ready.made);
    let consistency = RowConsistency::of(real, made, &ready.names, ready.rules.as_ref());
    notes.extend(consistency.notes(made.rows() as u64));
    let copies = protection::copied(&aligned, ready.apart);
    let distances = protection::distances(&aligned, ready.apart, &mut rng);
    tell(4);
    stop()?;
    let membership = protection::membership(&aligned, ready.apart, request, &mut notes);
    tell(5);
    stop()?;
    let criteria = protection::attacked(&ready, request, progress, &mut notes)?;
    tell(steps);
    let mut found = SyntheticEvaluated {
        bauta: env!("CARGO_PKG_VERSION").to_owned(),
        original: ready.input,
        synthetic: request.synthetic.clone(),
        held_out: match &request.held_out {
            Some(HeldOut::File(place)) => Some(place.clone()),
            _ => None,
        },
        original_rows: aligned.tables[REAL].rows as u64,
        synthetic_rows: aligned.tables[MADE].rows as u64,
        held_out_rows: if ready.apart {
            aligned.tables[KEPT].rows as u64
        } else {
            0
        },
        attributes: ready.names,
        verdict: SyntheticVerdict::default(),
        one_way: one,
        two_way: two,
        associations,
        propensity,
        tasks,
        consistency,
        copies,
        distances,
        membership,
        criteria,
        seed: request.seed,
        notes,
        seconds: Seconds::default(),
    };
    found.verdict = verdict::of(&found);
    Ok(found)
}

/// How well synthetic rows can be told from real ones.
fn scored(aligned: &Aligned, seed: u64, rng: &mut ChaCha20Rng) -> Option<PropensityScore> {
    let rows = [REAL, MADE]
        .map(|table| protection::drawn(aligned.tables[table].rows, MOST_PROPENSITY_ROWS, rng));
    let synthetic: Vec<bool> = rows
        .iter()
        .enumerate()
        .flat_map(|(side, rows)| rows.iter().map(move |_| side == 1))
        .collect();
    let mut columns = Vec::with_capacity(aligned.fields.len());
    let mut cells = Vec::with_capacity(aligned.fields.len());
    for (place, field) in aligned.fields.iter().enumerate() {
        let bins = frequent_first(field, &aligned.tables[REAL].codes[place]);
        let codes = |side: usize| {
            rows[side]
                .iter()
                .map(move |&row| aligned.tables[side].codes[place][row as usize])
        };
        columns.push(
            codes(REAL)
                .chain(codes(MADE))
                .map(|code| bins[code as usize])
                .collect(),
        );
        cells.push(field.bins.min(MOST_PROPENSITY_BINS as usize));
    }
    let found = propensity(&columns, &cells, &synthetic)?;
    let forest_auc = models::told_apart(aligned, seed);
    let ratio = if found.expected > 0.0 {
        found.pmse / found.expected
    } else {
        0.0
    };
    Some(PropensityScore {
        pmse: found.pmse,
        expected: found.expected,
        ratio,
        parameters: found.parameters,
        forest_auc,
    })
}

/// The bin of each code, numbered from the most frequent one; rare ones share the last number.
fn frequent_first(field: &Field, codes: &[u32]) -> Vec<u32> {
    let mut counts = vec![0u64; field.bins];
    codes
        .iter()
        .for_each(|&code| counts[field.bin_of[code as usize] as usize] += 1);
    let mut order: Vec<usize> = (0..field.bins).collect();
    order.sort_by_key(|&bin| std::cmp::Reverse(counts[bin]));
    let mut number = vec![0; field.bins];
    order
        .iter()
        .enumerate()
        .for_each(|(place, &bin)| number[bin] = (place as u32).min(MOST_PROPENSITY_BINS - 1));
    field
        .bin_of
        .iter()
        .map(|&bin| number[bin as usize])
        .collect()
}
