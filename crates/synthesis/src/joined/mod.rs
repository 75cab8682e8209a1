//! Synthetic tables by joined small models: trees in which every count is of k persons, or noisy tables with differential privacy.
//!
//! **Idea.** (1) Read, and keep a share of the rows out if asked, so that the result can be evaluated with people who had no part in it. (2) Learn the
//! model. (3) The independent judge of trees recounts every number; nothing is written if one is wrong or too small. What noisy tables cost in
//! privacy is added up as the library's own maps give it. (4) Draw; copies of unique rows are broken among what trees give. (5) Write all outputs at once.

mod noisy;
mod trees;
mod values;

use std::collections::BTreeMap;

use bauta_formats::{Locator, WriteOptions};
use bauta_methods::synthesis::noisy::Spent;
use bauta_table::{Fault, Progress, Role, Stage, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use bauta_messages::Problems;
use bauta_messages::{Error, Result};
use bauta_run::ProjectInput;
use bauta_run::driver::{cancelled, read_in_roles};
use bauta_run::hierarchies;
use bauta_run::places::{self, Target};
use bauta_run::report::{Seconds, timed};

/// Which model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum JoinedModel {
    /// Trees and two-way tables in which every count is of at least k rows.
    Trees {
        /// k.
        k: u64,
    },
    /// Noisy tables, with differential privacy.
    Noisy {
        /// ε of everything together.
        epsilon: f64,
    },
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct JoinedOptions {
    /// Which model.
    pub model: JoinedModel,
    /// Rows to be drawn; by default as many as were learnt from, or their noisy number.
    pub rows: Option<usize>,
    /// Attributes in the order of learning; the others follow in their own. A target comes last among trees, first among noisy tables.
    pub order: Vec<String>,
    /// Attributes that are left out.
    pub drop: Vec<String>,
    /// Values that attributes can have, for noisy tables: words with commas between, spans of whole numbers (`0..120`).
    pub values: BTreeMap<String, String>,
    /// A share of the rows that has no part in it, and where it is written.
    pub keep_out: Option<(f64, String)>,
    /// Whether rows may come up that equal a real row that is unique; noisy tables promise nothing about that.
    pub allow_copies: bool,
    /// Seed of everything that is drawn; the noise of differential privacy is the operating system's.
    pub seed: u64,
    /// Where the table goes.
    pub output: String,
    /// Whether outputs that are there are replaced.
    pub force: bool,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Joined {
    /// Program and version.
    pub bauta: &'static str,
    /// Where the real table is.
    pub input: String,
    /// Where the synthetic one is.
    pub output: String,
    /// `trees` or `noisy`.
    pub method: &'static str,
    /// Rows that were learnt from.
    pub original_rows: u64,
    /// Rows kept out.
    pub held_out_rows: u64,
    /// Rows that were written.
    pub rows: u64,
    /// What is promised, in words.
    pub claim: String,
    /// k that every count of the model was to have, and what the judge found: the least count and the number of counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<JudgedCounts>,
    /// Copies of unique real rows that were drawn and broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copies: Option<BrokenCopies>,
    /// What differential privacy costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub privacy: Option<PrivacySpent>,
    /// The seed.
    pub seed: u64,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went.
    pub seconds: Seconds,
}

/// The judge's findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct JudgedCounts {
    /// What every count was to have.
    pub k: u64,
    /// The least one.
    pub least: u64,
    /// How many there are.
    pub counts: u64,
}

/// Copies of real rows that occur once: none is left unless they were allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct BrokenCopies {
    /// Real rows that occur once.
    pub unique_real_rows: u64,
    /// Copies of them that were broken by exchanging a value with another row.
    pub exchanged: u64,
    /// Rows that were left out because no exchange helped.
    pub left_out: u64,
}

/// ε, and what it was spent on.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PrivacySpent {
    /// ε of everything together, by the library's own maps.
    pub epsilon: f64,
    /// δ: none.
    pub delta: f64,
    /// Who is hidden: one row more or less.
    pub neighbours: &'static str,
    /// Attribute by attribute and table by table.
    pub spent: Vec<Spent>,
}

/// What a model makes.
struct Made {
    table: Table,
    claim: String,
    counts: Option<JudgedCounts>,
    copies: Option<BrokenCopies>,
    privacy: Option<PrivacySpent>,
    notes: Vec<String>,
}

/// A request that fits its data.
struct Ready {
    input: Locator,
    output: Locator,
    kept_place: Option<Locator>,
    table: Table,
    kept: Option<Table>,
    /// Declared values by attribute.
    domains: BTreeMap<String, Vec<String>>,
    delimiter: Option<u8>,
    notes: Vec<String>,
}

/// Learns a model of the project's data, draws a table from it and writes it.
///
/// # Errors
/// Everything that is wrong with the request or the data; a failure of a file; that it was stopped; or that the judge refused the model, which is a
/// bug.
pub fn synthesize_joined<'a>(
    input: impl Into<ProjectInput<'a>>,
    options: &JoinedOptions,
    progress: &dyn Progress,
) -> Result<Joined> {
    let mut seconds = Seconds::default();
    let input = input.into();
    let ready = timed(&mut seconds.read, || read(input, options, progress))?;
    progress.tell(Stage::Search, 0, None);
    let mut rng = ChaCha20Rng::seed_from_u64(options.seed);
    let made = timed(&mut seconds.search, || match options.model {
        JoinedModel::Trees { k } => trees::make(&ready.table, k, options, &mut rng, progress),
        JoinedModel::Noisy { epsilon } => {
            noisy::make(&ready.table, &ready.domains, epsilon, options, &mut rng)
        }
    })?;
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    timed(&mut seconds.write, || {
        write(&ready, &made.table, options, progress)
    })?;
    let mut notes = ready.notes;
    notes.extend(made.notes);
    Ok(Joined {
        bauta: env!("CARGO_PKG_VERSION"),
        input: ready.input.to_string(),
        output: ready.output.to_string(),
        method: match options.model {
            JoinedModel::Trees { .. } => "trees",
            JoinedModel::Noisy { .. } => "noisy",
        },
        original_rows: ready.table.rows() as u64,
        held_out_rows: ready.kept.as_ref().map_or(0, |kept| kept.rows() as u64),
        rows: made.table.rows() as u64,
        claim: made.claim,
        counts: made.counts,
        copies: made.copies,
        privacy: made.privacy,
        seed: options.seed,
        notes,
        seconds,
    })
}

fn read(
    input: ProjectInput<'_>,
    options: &JoinedOptions,
    progress: &dyn Progress,
) -> Result<Ready> {
    let project = input.project;
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    problems.extend(faults(options));
    let mut project = project.clone();
    let output = problems.take(options.output.parse::<Locator>());
    let kept_place = options
        .keep_out
        .as_ref()
        .map(|it| problems.take(it.1.parse::<Locator>()));
    let original = read_in_roles(&mut project, input.opened, &mut problems, progress);
    let (Some(original), Some(output)) = (original, output) else {
        return Err(problems.into_error());
    };
    let kept_place = kept_place.flatten();
    let targets: Vec<Target> = std::iter::once(&output)
        .chain(&kept_place)
        .map(Target::table)
        .collect();
    places::check(
        Some(&original.input),
        &targets,
        options.force,
        &mut problems,
    );
    let table = original.table;
    let named = options
        .drop
        .iter()
        .chain(&options.order)
        .chain(options.values.keys());
    problems.extend(named.filter_map(|name| table.index_of(name).err()));
    let domains = match options.model {
        JoinedModel::Noisy { .. } => {
            let mut domains = hierarchies::declared(&project, &mut problems);
            let (told, faults) = values::values(&options.values);
            domains.extend(told);
            problems.extend(faults);
            domains
        }
        JoinedModel::Trees { .. } => BTreeMap::new(),
    };
    if table.rows() < 2 {
        problems.push(Fault::NoRows);
    }
    let kept = table
        .into_attributes()
        .into_iter()
        .filter(|it| !options.drop.contains(&it.name));
    let table = Table::from_attributes(kept.collect());
    if let JoinedModel::Trees { k } = options.model
        && (table.rows() as u64) < k
    {
        problems.push(Fault::Request(format!(
            "the table has {} rows, fewer than k = {k}: nothing of so many rows can be told; ask for a smaller k",
            table.rows()
        )));
    }
    problems.result()?;
    let delimiter = original.delimiter;
    let (table, kept) = parted(
        table,
        options.keep_out.as_ref().map(|it| it.0),
        options.seed,
    );
    Ok(Ready {
        input: original.input,
        output,
        kept_place,
        table,
        kept,
        domains,
        delimiter,
        notes: original.notes,
    })
}

/// What is wrong whatever the data.
fn faults(options: &JoinedOptions) -> Vec<Fault> {
    let wrong = |parameter: &str, given: String, allowed: &str| Fault::OutOfRange {
        parameter: parameter.into(),
        given,
        allowed: allowed.into(),
    };
    let mut faults = Vec::new();
    match options.model {
        JoinedModel::Trees { k } if k < 2 => {
            faults.push(wrong("k", k.to_string(), "a whole number, 2 or more"));
        }
        JoinedModel::Noisy { epsilon } if !(epsilon > 0.0 && epsilon.is_finite()) => {
            faults.push(wrong(
                "epsilon",
                epsilon.to_string(),
                "above 0; 1 is usual, 10 protects little",
            ));
        }
        _ => {}
    }
    if options.rows == Some(0) {
        faults.push(wrong("rows", "0".into(), "a whole number, 1 or more"));
    }
    faults.extend(share_fault(options.keep_out.as_ref()));
    faults
}

/// A share of rows to keep out that is none.
pub(crate) fn share_fault(keep_out: Option<&(f64, String)>) -> Option<Fault> {
    let (share, _) = keep_out.filter(|it| !(it.0 > 0.0 && it.0 < 1.0))?;
    Some(Fault::OutOfRange {
        parameter: "keep-out".into(),
        given: share.to_string(),
        allowed: "a share above 0 and below 1; 0.2 is usual".into(),
    })
}

/// The rows to learn from, and those kept out.
pub(crate) fn parted(table: Table, share: Option<f64>, seed: u64) -> (Table, Option<Table>) {
    let Some(share) = share else {
        return (table, None);
    };
    let rows = table.rows();
    let wanted = ((rows as f64 * share).round() as usize).clamp(1, rows - 1);
    let mut rng = ChaCha20Rng::seed_from_u64(seed ^ 0x0B5E_55ED);
    let mut out = vec![false; rows];
    rand::seq::index::sample(&mut rng, rows, wanted)
        .into_iter()
        .for_each(|row| out[row] = true);
    let pick = |kept: bool| -> Vec<u32> {
        (0..rows as u32)
            .filter(|&row| out[row as usize] == kept)
            .collect()
    };
    let kept = table.picked(&pick(true));
    (table.into_picked(&pick(false)), Some(kept))
}

fn write(
    ready: &Ready,
    table: &Table,
    options: &JoinedOptions,
    progress: &dyn Progress,
) -> Result<()> {
    let stage = |table: &Table, place: &Locator| {
        let delimiter = place.delimited_like(ready.delimiter);
        let writing = WriteOptions {
            force: options.force,
            delimiter,
            ..WriteOptions::default()
        };
        bauta_formats::stage(table, place, &writing, progress).map_err(cancelled)
    };
    let mut staged = vec![stage(table, &ready.output)?];
    if let (Some(kept), Some(place)) = (&ready.kept, &ready.kept_place) {
        staged.push(stage(kept, place)?);
    }
    for staged in staged {
        staged.commit()?;
    }
    Ok(())
}

/// The place of the first target among the attributes.
fn target_of(table: &Table) -> Option<usize> {
    table.with_role(Role::Target).first().copied()
}
