//! Mondrian where the distinct rows are too many for memory: they stay on the disk and are cut in passes.
//!
//! **Idea** (1) The engine leaves the distinct rows on the disk, in codes. (2) Regions that are too large are outlined by a pass and cut; those that fit are
//! finished in memory ([`passes`]). (3) Every row is sent down the cuts while it is written. (4) What was written is counted again and judged: it has
//! as many combinations as there are regions.
//!
//! **Invariant** the release is the one that more memory would have given.

use std::sync::Arc;

use bauta_cluster::{Counted, Cuts, Distinct, Engine, Made, Mapping, Output, Ranked, Replaced, Written};
use bauta_methods::generalize::mondrian::{Mondrian, passes};
use bauta_methods::{Outcome, Task, Technique};
use bauta_privacy::{Background, Examination, Measures, Requirement, examine_with};
use bauta_table::recoding::{Prepared, Recoding, Regions, Summary, Tree, summary_labels};
use bauta_table::{Attribute, Codes, Fault, Progress, Qi, Role, Stage, Table};

use super::{LEFT_OUT, MADE, looked_at};
use crate::error::{Error, Result};
use crate::pipeline::{Answer, quasi_identifiers, text};
use crate::problems::Problems;
use crate::project::{MissingPolicy, Project};
use crate::report::{Report, Seconds, timed};

/// Said of a release that was made in passes.
const TOLD: &str =
    "the distinct rows did not fit in memory: regions were cut in passes over the disk, and losses were not measured";

/// Bytes that a tuple needs while a region is finished in memory, and the share of the budget that may be taken for it.
const TUPLE_BYTES: u64 = 256;

/// Whether a project can be done in passes.
pub(super) fn can(project: &Project) -> bool {
    let mondrian = project.anonymize.method == Mondrian.descriptor().id && project.steps.is_empty();
    let whole = project.targets.requirements().iter().any(|asked| {
        let model = asked.model(&Default::default());
        model.speaks_of_whole() || model.needs_population()
    });
    mondrian && !whole && project.anonymize.missing_values != MissingPolicy::Suppress
}

/// Runs a project in passes.
pub(super) fn anonymize(
    project: &Project,
    (engine, distinct): (&dyn Engine, &dyn Distinct),
    (output, made): (&Output, Option<Made>),
    memory: u64,
    progress: &dyn Progress,
) -> Result<Answer> {
    let mut seconds = Seconds::default();
    let known = timed(&mut seconds.read, || Known::new(project, engine, distinct, progress))?;
    let mut problems = Problems::default();
    let hierarchies = crate::hierarchies::load(project, Some(&known.table), &mut problems);
    problems.result()?;
    let qis = quasi_identifiers(project, &known.table, &hierarchies)?;
    let mut prepared = Prepared::new(&known.table, qis).with_sensitive_hierarchies(&hierarchies)?;
    prepared.original = Some(&known.original);
    let requirements = project.targets.requirements();
    let task = Task::new(&Mondrian, &prepared, &requirements, &project.anonymize.parameters, Vec::new())?;
    let tuples = InOrder::new(project, distinct, &prepared);
    let (rows, dropped) = tuples.rows(project)?;
    let most = (memory / 2 / TUPLE_BYTES).max(1) as usize;
    let outcome = timed(&mut seconds.search, || passes::plan(&task, &tuples, most, progress)).map_err(unread)??;
    let mut report = report(project, &task, (output, rows), seconds);
    report.notes.push(TOLD.to_owned());
    if dropped > 0 {
        report.notes.push(format!("{dropped} rows with missing quasi-identifiers were left out"));
    }
    if !project.roles.identifiers.is_empty() {
        report.notes.push(if made.is_some() { MADE } else { LEFT_OUT }.to_owned());
    }
    let regions = match outcome {
        Outcome::Plan(Recoding::Regions(regions)) => regions,
        Outcome::Plan(_) => return Err(Error::request("mondrian made no regions")),
        Outcome::Unreachable(miss) => {
            report.nearest_miss = Some(miss);
            return Ok(Answer::Unreachable(Box::new(report)));
        }
    };
    let mapping = mapping(project, (engine, made), distinct, (&prepared.qis, &known.table), &regions);
    progress.tell(Stage::Write, 0, None);
    let written = timed(&mut report.seconds.write, || engine.apply(&mapping, output, progress))?;
    progress.tell(Stage::Verify, 0, None);
    let background =
        Background { original: Some(&known.original), hierarchies: Some(&hierarchies), population: None, rules: None };
    let examined = timed(&mut report.seconds.verify, || {
        judged(project, written.as_ref(), rows - dropped, (&requirements, &background), progress)
    })?;
    let mut measures = Measures::of_table(&examined, project.targets.k);
    measures.suppressed_rows = dropped;
    report.guarantees.clone_from(&examined.checked);
    report.measures = Some(measures);
    let record = text(project, project.output.record.as_ref(), &report)?;
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    written.commit()?;
    if let Some(record) = record {
        record.commit()?;
    }
    Ok(Answer::Released(Box::new(report)))
}

/// What the verifier finds in what was written; an error where that is not what was asked for.
fn judged(
    project: &Project,
    written: &dyn Written,
    planned: u64,
    (requirements, background): (&[Requirement], &Background<'_>),
    progress: &dyn Progress,
) -> Result<Examination> {
    let refused = |broken: Vec<String>| Error::Refused { method: project.anonymize.method.clone(), broken };
    if written.rows() != planned {
        return Err(refused(vec![format!("{} rows written, {planned} planned", written.rows())]));
    }
    let engine = written.reopen()?;
    let sensitive = requirements.iter().any(|asked| asked.model(&Default::default()).needs_sensitive());
    let again = match engine.frequency_set(&looked_at(project, engine.as_ref()), progress) {
        // Nothing is asked of sensitive values, and with them there are too many combinations.
        Err(bauta_cluster::Error::TooMany { .. }) if !sensitive => {
            engine.frequency_set(&project.roles.quasi_identifiers, progress)?
        }
        again => again?,
    };
    let mut released = again.table.weighted(again.weights);
    project.roles.assign(&mut released);
    let examined = examine_with(&released, requirements, background);
    match examined.holds() {
        true => Ok(examined),
        false => {
            let broken = examined.checked.into_iter().filter(|(_, holds)| !holds);
            Err(refused(broken.map(|(title, _)| title).collect()))
        }
    }
}

fn unread(source: std::io::Error) -> Error {
    bauta_formats::Error::Io { name: "temporary files".to_owned(), source }.into()
}

fn report(project: &Project, task: &Task<'_>, (output, rows): (&Output, u64), seconds: Seconds) -> Report {
    Report {
        bauta: env!("CARGO_PKG_VERSION"),
        input: project.input.data.clone(),
        outputs: vec![output.place.to_string()],
        method: Mondrian.descriptor().id.to_owned(),
        parameters: task.parameters.to_map(),
        seed: project.anonymize.seed,
        reproducible: true,
        guarantees: task.models.iter().map(|model| (model.title(), false)).collect(),
        differential_privacy: Vec::new(),
        original_rows: rows,
        measures: None,
        node: None,
        quasi_identifiers: project.roles.quasi_identifiers.len(),
        nearest_miss: None,
        kept: None,
        pseudonyms: None,
        steps: Vec::new(),
        because: Vec::new(),
        rules: Vec::new(),
        notes: Vec::new(),
        seconds,
    }
}

/// What is known without the distinct rows: every value of every column, and how often sensitive ones occur together.
struct Known {
    /// A table whose dictionaries are those of the data; its rows mean nothing.
    table: Table,
    original: Table,
}

impl Known {
    fn new(project: &Project, engine: &dyn Engine, distinct: &dyn Distinct, progress: &dyn Progress) -> Result<Self> {
        let most = distinct.columns().iter().map(|(attribute, _)| attribute.column.dictionary().len()).max();
        let column = |(attribute, _): &(Attribute, _)| {
            let distinct = attribute.column.dictionary().len();
            let last = distinct.saturating_sub(1);
            let codes = Codes::from_fn(most.unwrap_or(0), distinct, |row| row.min(last) as u32);
            Attribute { column: attribute.column.with_codes(codes), ..attribute.clone() }
        };
        let mut table = Table::from_attributes(distinct.columns().iter().map(column).collect());
        project.roles.assign(&mut table);
        let sensitive = &project.roles.sensitive;
        let original = match sensitive.is_empty() {
            true => Table::from_attributes(Vec::new()),
            false => {
                let Counted { table, weights, .. } = engine.frequency_set(sensitive, progress)?;
                let mut table = table.weighted(weights);
                project.roles.assign(&mut table);
                table
            }
        };
        Ok(Known { table, original })
    }
}

/// The distinct rows in the order of quasi-identifiers and sensitive attributes.
struct InOrder<'a> {
    distinct: &'a dyn Distinct,
    quasi: Vec<usize>,
    sensitive: Vec<usize>,
    /// The code of a missing value of each quasi-identifier, where rows with one are left out.
    missing: Vec<Option<u32>>,
    drops: bool,
}

impl<'a> InOrder<'a> {
    fn new(project: &Project, distinct: &'a dyn Distinct, prepared: &Prepared<'_>) -> Self {
        let missing = |qi: &Qi| prepared.table.attributes()[qi.attribute].column.dictionary().missing_code();
        InOrder {
            distinct,
            quasi: prepared.qis.iter().map(|qi| qi.attribute).collect(),
            sensitive: prepared.sensitive.clone(),
            missing: prepared.qis.iter().map(missing).collect(),
            drops: project.anonymize.missing_values == MissingPolicy::Drop,
        }
    }

    fn has_missing(&self, codes: &[u32]) -> bool {
        codes.iter().zip(&self.missing).any(|(code, missing)| Some(*code) == *missing)
    }

    /// All rows, and those that are left out; a fault where rows with missing values are refused.
    fn rows(&self, project: &Project) -> Result<(u64, u64)> {
        let (mut rows, mut missing, mut of_column) = (0, 0, vec![0u64; self.quasi.len()]);
        let mut quasi = vec![0; self.quasi.len()];
        self.distinct
            .visit(&mut |codes, count| {
                rows += count;
                quasi.iter_mut().zip(&self.quasi).for_each(|(code, &at)| *code = codes[at]);
                missing += if self.has_missing(&quasi) { count } else { 0 };
                let cells = quasi.iter().zip(&self.missing).zip(&mut of_column);
                cells.filter(|((code, missing), _)| Some(**code) == **missing).for_each(|(_, cells)| *cells += count);
            })
            .map_err(unread)?;
        if missing > 0 && project.anonymize.missing_values == MissingPolicy::Refuse {
            let columns = self.quasi.iter().zip(of_column).filter(|(_, cells)| *cells > 0);
            let fault = |(&at, cells): (&usize, u64)| Fault::MissingValues {
                attribute: self.distinct.columns()[at].0.name.clone(),
                role: Role::QuasiIdentifier,
                cells,
                first_rows: Vec::new(),
            };
            return Err(columns.map(fault).collect::<Vec<_>>().into());
        }
        Ok((rows, if self.drops { missing } else { 0 }))
    }
}

impl passes::Tuples for InOrder<'_> {
    fn visit(&self, each: &mut passes::Each<'_>) -> std::io::Result<()> {
        let (mut quasi, mut sensitive) = (vec![0; self.quasi.len()], vec![0; self.sensitive.len()]);
        self.distinct.visit(&mut |codes, rows| {
            quasi.iter_mut().zip(&self.quasi).for_each(|(code, &at)| *code = codes[at]);
            sensitive.iter_mut().zip(&self.sensitive).for_each(|(code, &at)| *code = codes[at]);
            if !(self.drops && self.has_missing(&quasi)) {
                each(&quasi, &sensitive, rows);
            }
        })
    }
}

/// Regions as what rows are sent through.
fn mapping(
    project: &Project,
    (engine, mut made): (&dyn Engine, Option<Made>),
    distinct: &dyn Distinct,
    (qis, table): (&[Qi], &Table),
    regions: &Regions,
) -> Mapping {
    let drops = project.anonymize.missing_values == MissingPolicy::Drop;
    let ranked = qis.iter().map(|qi| {
        let (attribute, keys) = &distinct.columns()[qi.attribute];
        let missing = attribute.column.dictionary().missing_code().filter(|_| drops);
        // A value's place among the keys is its row in the column of distinct values.
        let rank = |code: u32| (Some(code) != missing).then(|| qi.rank_of_code()[code as usize]);
        let ranks = attribute.column.codes().iter().map(rank).collect();
        Ranked { column: attribute.name.clone(), keys: Arc::clone(keys), ranks }
    });
    let mut cuts = Cuts { columns: ranked.collect(), nodes: Vec::new(), regions: 0 };
    planted(&regions.tree, &mut cuts);
    let (cuts, all) = (Arc::new(cuts), regions.regions());
    let of_column = |name: &String| -> Replaced {
        let Some(place) = qis.iter().position(|qi| qi.name == *name) else { return Replaced::Kept };
        // Where rows are left out, some column must say which.
        if !drops && all.iter().all(|summaries| summaries[place].is_single()) {
            return Replaced::Kept;
        }
        let dictionary = table.attributes()[qis[place].attribute].column.dictionary();
        let own: Vec<Summary> = all.iter().map(|summaries| summaries[place].clone()).collect();
        let labels = summary_labels(&qis[place], dictionary, &own, regions.notation);
        Replaced::ByRegion { cuts: Arc::clone(&cuts), labels: labels.into_iter().map(Some).collect() }
    };
    let mut columns: Vec<(String, Replaced)> = Vec::new();
    for name in engine.columns() {
        match project.roles.identifiers.contains(name) {
            true => columns.extend(made.take().map(|made| (project.pseudonyms.name.clone(), Replaced::Made(made)))),
            false => columns.push((name.clone(), of_column(name))),
        }
    }
    Mapping { columns, tuples: None }
}

/// The cuts in the order of their numbers: a node's left side is the next one. Regions are numbered left to right.
fn planted(tree: &Tree, cuts: &mut Cuts) {
    // What is to be planted, and which cut's right side it is.
    let mut stack: Vec<(&Tree, Option<usize>)> = vec![(tree, None)];
    while let Some((tree, right_of)) = stack.pop() {
        let at = cuts.nodes.len();
        if let Some(bauta_cluster::CutNode::Cut { right, .. }) = right_of.and_then(|node| cuts.nodes.get_mut(node)) {
            *right = at;
        }
        match tree {
            Tree::Region(_) => {
                cuts.nodes.push(bauta_cluster::CutNode::Region(cuts.regions));
                cuts.regions += 1;
            }
            Tree::Cut { qi, rank, left, right } => {
                cuts.nodes.push(bauta_cluster::CutNode::Cut { column: *qi, rank: *rank, right: 0 });
                stack.push((right, Some(at)));
                stack.push((left, None));
            }
        }
    }
}
