//! What is asked for, read and checked.

use std::path::PathBuf;
use std::sync::Arc;

use bauta_formats::Locator;
use bauta_methods::synthesis::generate::{Margin, Way};
use bauta_methods::synthesis::{Modalities, Preparing, Rare, Wanted, prepare};
use bauta_table::{Fault, Progress, Role, Table};
use serde::Serialize;

use crate::joined::{parted, share_fault};
use crate::synthesize::result::Round;
use bauta_classify::proposed_identifiers;
use bauta_messages::Problems;
use bauta_messages::{Error, Result};
use bauta_run::ProjectInput;
use bauta_run::driver::{Original, read_in_roles};
use bauta_run::places::{self, Target};
use bauta_run::project::Project;

/// How fine the clusters of rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// Those of the best co-clustering, merged until every one has k rows.
    #[default]
    Optimal,
    /// Those of the best co-clustering, split further as long as every part has k rows: nearer to the real table in every respect.
    Fine,
}

/// Told of each round of the search as it ends.
pub type RoundWatch = Arc<dyn Fn(&Round) + Send + Sync>;

/// What a synthetic table shall be.
#[derive(Clone)]
pub struct SynthesisOptions {
    /// Rows that every cluster must have.
    pub k: u64,
    /// Rows to draw; none = as many as the table has.
    pub rows: Option<usize>,
    /// At most so many clusters of rows.
    pub clusters: Option<usize>,
    /// How fine the clusters are.
    pub detail: Detail,
    /// Different values of each sensitive attribute in every cluster.
    pub l: Option<usize>,
    /// The largest distance of each sensitive attribute's distribution in a cluster to that of the table.
    pub t: Option<f64>,
    /// Shares that values shall have.
    pub given: Vec<Margin>,
    /// Intervals of a number or date; none = as the number of rows suggests.
    pub quantiles: Option<usize>,
    /// Whether numbers are drawn evenly from their interval instead of by the empirical quantiles.
    pub even: bool,
    /// Whether words that fewer than k rows have may come up, and the most extreme numbers.
    pub keep_rare: bool,
    /// How often modalities come up.
    pub way: Way,
    /// Columns that are left out.
    pub drop: Vec<String>,
    /// The chance with which a value comes from the whole table instead of its row's cluster: above 0, no cluster excludes any row.
    pub doubt: f64,
    /// Whether copies of unique real rows may come up.
    pub allow_copies: bool,
    /// Rounds of the search.
    pub rounds: usize,
    /// Seconds after which the search ends with what it has found.
    pub seconds: Option<u64>,
    /// Told of each round of the search.
    pub watch: Option<RoundWatch>,
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// A model to draw from, instead of learning one.
    pub model: Option<PathBuf>,
    /// Where the model is saved.
    pub save_model: Option<PathBuf>,
    /// A share of the rows that has no part in it, and where it is written.
    pub keep_out: Option<(f64, String)>,
    /// Where the table goes.
    pub output: String,
    /// Whether outputs that are there are replaced.
    pub force: bool,
}

impl Default for SynthesisOptions {
    fn default() -> Self {
        SynthesisOptions {
            k: 10,
            rows: None,
            clusters: None,
            detail: Detail::Optimal,
            l: None,
            t: None,
            given: Vec::new(),
            quantiles: None,
            even: false,
            keep_rare: false,
            way: Way::Quotas,
            drop: Vec::new(),
            doubt: 0.0,
            allow_copies: false,
            rounds: 40,
            seconds: None,
            watch: None,
            seed: 1,
            model: None,
            save_model: None,
            keep_out: None,
            output: String::new(),
            force: false,
        }
    }
}

/// A request that can be done.
pub(crate) struct Asked {
    pub input: Locator,
    pub output: Locator,
    pub table: Table,
    /// Rows that have no part in it, and their place.
    pub kept: Option<(Table, Locator)>,
    pub modalities: Modalities,
    pub wanted: Wanted,
    pub delimiter: Option<u8>,
    pub dropped: Vec<String>,
    pub notes: Vec<String>,
}

/// Reads the data and checks the request; everything that is wrong is told together.
pub(crate) fn read_asked(
    input: ProjectInput<'_>,
    options: &SynthesisOptions,
    progress: &dyn Progress,
) -> Result<Asked> {
    let mut project = input.project.clone();
    let mut problems = Problems::default();
    problems.extend(range_faults(options));
    problems.extend(project.roles.faults());
    let output = match options.output.is_empty() {
        true => Some(Locator::Stdio),
        false => problems.take(options.output.parse::<Locator>()),
    };
    let kept_place = options
        .keep_out
        .as_ref()
        .and_then(|it| problems.take(it.1.parse::<Locator>()));
    let places: Vec<&Locator> = output.iter().chain(&kept_place).collect();
    check_places(&project, &places, options, &mut problems);
    let original = read_in_roles(&mut project, input.opened, &mut problems, progress);
    let (Some(original), Some(output)) = (original, output) else {
        problems.result()?;
        return Err(Error::internal("data were not read, without a reason"));
    };
    let Original {
        input,
        table,
        notes,
        delimiter,
        ..
    } = original;
    let table = without(table, &options.drop, &mut problems);
    let share = options
        .keep_out
        .as_ref()
        .map(|it| it.0)
        .filter(|_| table.rows() > 1);
    let (table, kept) = parted(table, share, options.seed);
    problems.extend(table_faults(&project, &table, options));
    let preparing = Preparing {
        quantiles: options.quantiles,
        empirical: !options.even,
        least: options.k,
        rare: if options.keep_rare {
            Rare::Keep
        } else {
            Rare::Hide
        },
    };
    let modalities = problems.take(prepare(&table, &preparing));
    problems.result()?;
    let Some(modalities) = modalities else {
        return Err(Error::internal(
            "a table was not prepared, without a reason",
        ));
    };
    let wanted = wanted(&table, options);
    let kept = kept.zip(kept_place);
    Ok(Asked {
        input,
        output,
        table,
        kept,
        modalities,
        wanted,
        delimiter,
        dropped: options.drop.clone(),
        notes,
    })
}

fn range_faults(options: &SynthesisOptions) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut check = |fine: bool, parameter: &str, given: String, allowed: &str| {
        if !fine {
            faults.push(Fault::OutOfRange {
                parameter: parameter.into(),
                given,
                allowed: allowed.into(),
            });
        }
    };
    check(
        options.k >= 2,
        "k",
        options.k.to_string(),
        "a whole number, 2 or more",
    );
    let some = |value: Option<usize>| value.unwrap_or(1);
    check(
        some(options.rows) >= 1,
        "rows",
        some(options.rows).to_string(),
        "a whole number, 1 or more",
    );
    check(
        some(options.clusters) >= 1,
        "clusters",
        some(options.clusters).to_string(),
        "a whole number, 1 or more",
    );
    check(
        some(options.quantiles) >= 1,
        "quantiles",
        some(options.quantiles).to_string(),
        "a whole number, 1 or more",
    );
    check(
        some(options.l) >= 1,
        "l",
        some(options.l).to_string(),
        "a whole number, 1 or more",
    );
    let t = options.t.unwrap_or(0.0);
    check(
        (0.0..=1.0).contains(&t),
        "t",
        t.to_string(),
        "a number from 0 to 1",
    );
    faults.extend(share_fault(options.keep_out.as_ref()));
    faults
}

fn check_places(
    project: &Project,
    tables: &[&Locator],
    options: &SynthesisOptions,
    problems: &mut Problems,
) {
    let Ok(input) = project.input.data.parse::<Locator>() else {
        return;
    };
    let mut targets: Vec<Target> = Vec::new();
    targets.extend(
        tables
            .iter()
            .copied()
            .filter(|place| **place != Locator::Stdio)
            .map(Target::table),
    );
    targets.extend(options.save_model.as_ref().map(|path| Target::text(path)));
    places::check(Some(&input), &targets, options.force, problems);
}

/// The table without the columns to be left out.
pub(crate) fn without(table: Table, drop: &[String], problems: &mut Problems) -> Table {
    let unknown: Vec<Fault> = drop
        .iter()
        .filter_map(|name| table.index_of(name).err())
        .collect();
    problems.extend(unknown);
    let kept = table
        .into_attributes()
        .into_iter()
        .filter(|attribute| !drop.contains(&attribute.name));
    Table::from_attributes(kept.collect())
}

fn table_faults(project: &Project, table: &Table, options: &SynthesisOptions) -> Vec<Fault> {
    let mut faults = Vec::new();
    let rows = table.rows() as u64;
    if rows > 0 && rows < options.k {
        faults.push(Fault::Request(format!(
            "the table has {rows} rows, fewer than k = {}: no cluster of so many rows can be made of it; ask for a smaller k",
            options.k
        )));
    }
    if table.attributes().is_empty() {
        faults.push(Fault::Request("no column is left to draw".to_owned()));
    }
    let sensitive = table.with_role(Role::Sensitive);
    if (options.l.is_some() || options.t.is_some()) && sensitive.is_empty() {
        let needs = if options.l.is_some() {
            "l-diversity"
        } else {
            "t-closeness"
        };
        faults.push(Fault::NoneInRole {
            needs: needs.into(),
            role: Role::Sensitive,
            flag: "--sensitive",
        });
    }
    let named: Vec<&str> = project.roles.named().map(|(name, _)| name).collect();
    for index in proposed_identifiers(table) {
        let name = &table.attributes()[index].name;
        if !named.contains(&name.as_str()) {
            faults.push(Fault::Request(format!(
                "\"{name}\" looks like an identifier, and a synthetic row is nobody's; leave it out with --drop {name}, or say that it is none with --keep {name}"
            )));
        }
    }
    faults
}

fn wanted(table: &Table, options: &SynthesisOptions) -> Wanted {
    let sensitive = table.with_role(Role::Sensitive);
    Wanted {
        k: options.k,
        clusters: options.clusters,
        diversity: options
            .l
            .map(|l| sensitive.iter().map(|&index| (index, l)).collect())
            .unwrap_or_default(),
        closeness: options
            .t
            .map(|t| sensitive.iter().map(|&index| (index, t)).collect())
            .unwrap_or_default(),
    }
}

impl Asked {
    /// Why there is no such table.
    pub fn unreachable(&self, options: &SynthesisOptions) -> String {
        let most = self
            .wanted
            .diversity
            .iter()
            .map(|&(variable, _)| self.modalities.variables()[variable].form.len())
            .min();
        match (options.l, most) {
            (Some(l), Some(most)) if most < l => {
                format!(
                    "a sensitive attribute has {most} values in all, so no cluster can have {l}"
                )
            }
            _ => "even a single cluster of all rows does not satisfy what is asked for".to_owned(),
        }
    }
}

/// Margins from a table with the columns `attribute`, `value` and `share`, in this order.
///
/// # Errors
/// When it cannot be read, or has no such columns.
pub fn read_margins(place: &str, progress: &dyn Progress) -> Result<Vec<Margin>> {
    let locator: Locator = place.parse()?;
    let table =
        bauta_formats::read(&locator, &bauta_formats::ReadOptions::default(), progress)?.table;
    let columns = table.attributes();
    let wrong = || {
        Error::request(format!(
            "{place} must have three columns: attribute, value, share (a number from 0 to 1)"
        ))
    };
    let [attribute, value, share] = columns else {
        return Err(wrong());
    };
    let margin = |row: usize| {
        let share = share
            .column
            .dictionary()
            .measure(share.column.codes().get(row))?;
        let text = |attribute: &bauta_table::Attribute| attribute.column.label(row).into_owned();
        Some(Margin {
            variable: text(attribute),
            value: text(value),
            share,
        })
    };
    (0..table.rows())
        .map(|row| margin(row).ok_or_else(wrong))
        .collect()
}
