//! Several tables in one project, linked by keys: persons, their households, their visits.
//!
//! **Idea**
//! 1. Tables are read, and their keys checked: a key is unique and never missing, and what points to it finds its row.
//! 2. Keys become pseudonyms, one way and one mapping for all tables that share them (`keys`): released tables join as the originals do.
//! 3. Tables are released one after the other by the pipeline of a single table, those that others point to first. Rows whose parent was left out go with
//!    it, and of more than `max-rows` rows of a parent some are kept by chance.
//! 4. The released tables are looked at together (`judge`): every key finds its row, sensitive parts carry no key, signatures of the joined view are frequent enough,
//!    households are hard enough to find.
//! 5. All tables are written together, or none.

mod judge;
mod keys;
mod paper;
mod plan;
mod report;

use bauta_formats::{Locator, Source, Staged};
use bauta_table::{Fault, Progress, Table};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;

use crate::driver::{Draft, Drafted, Request, Verified, commit_all, draft};
use crate::places::{self, Target, staged_json};
use crate::project::Project;
use crate::reading::{cancelled, read_options};
use bauta_messages::Problems;
use bauta_messages::{Error, Result};

use plan::Plan;
pub use report::{HouseholdFinding, KeyRecord, LinkedReport, TableReport};

/// Runs a project of several tables. Nothing is written before everything is known to be right; all outputs appear together at the end.
///
/// # Errors
/// Everything that is wrong with the request or the data; the failure of a file; or that it was stopped.
pub fn anonymize_linked(project: &Project, progress: &dyn Progress) -> Result<LinkedReport> {
    let mut problems = Problems::default();
    let plan = Plan::new(project, &mut problems);
    let places = outputs(project, &mut problems);
    let Some(plan) = plan else {
        return Err(problems.into_error());
    };
    let Some(mut sources) = read(project, progress, &mut problems) else {
        return Err(problems.into_error());
    };
    problems.extend(plan.faults(&sources));
    problems.result()?;
    let keys = keys::pseudonyms(project, &plan, &mut sources, &places, progress)?;
    let mut report = LinkedReport::new(project, &keys);
    let Some(drafts) = drafted(project, &plan, sources, &mut report, progress)? else {
        return Ok(report);
    };
    judge::judged(project, &plan, &drafts, &mut report);
    if !report.holds() {
        return Ok(report);
    }
    report.released = true;
    write(project, &keys, drafts, &mut report, progress)?;
    Ok(report)
}

/// Reads every table; none where one cannot be read, which is noted.
fn read(
    project: &Project,
    progress: &dyn Progress,
    problems: &mut Problems,
) -> Option<Vec<Source>> {
    let mut sources = Vec::new();
    for table in &project.tables {
        let single = table.project(project);
        let Some(input) = problems.take(single.input.data.parse::<Locator>()) else {
            continue;
        };
        match bauta_formats::read(&input, &read_options(&single), progress).map_err(cancelled) {
            Ok(source) => sources.push(source),
            Err(error) => problems.error(in_table(&table.name, error)),
        }
    }
    (sources.len() == project.tables.len()).then_some(sources)
}

/// An error, with the table that it is about.
fn in_table(table: &str, error: Error) -> Error {
    match error {
        Error::Faults(faults) | Error::Formats(bauta_formats::Error::Data { faults, .. }) => {
            let told = |fault| Fault::InTable {
                table: table.to_owned(),
                fault: Box::new(fault),
            };
            Error::Faults(faults.into_iter().map(told).collect())
        }
        other => other,
    }
}

/// Every place that is read or written. Those that two tables share are noted.
fn outputs(project: &Project, problems: &mut Problems) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    let locators = project
        .tables
        .iter()
        .flat_map(|table| &table.output)
        .filter_map(|text| text.parse::<Locator>().ok());
    targets.extend(locators.map(|locator| Target::table(&locator)));
    let texts = project.output.record.iter().chain(&project.output.report);
    targets.extend(texts.map(|text| Target::text(std::path::Path::new(text))));
    places::check(None, &targets, project.output.force, problems);
    let inputs = project
        .tables
        .iter()
        .filter_map(|table| table.data.parse::<Locator>().ok());
    let inputs: Vec<Target> = inputs.map(|locator| Target::table(&locator)).collect();
    for input in &inputs {
        if targets.iter().any(|target| target.same_place(input)) {
            problems.push(Fault::Request(places::would_overwrite(input.shown())));
        }
    }
    targets.extend(inputs);
    targets
}

/// Step 3. None where a table cannot be released, which the report tells.
fn drafted(
    project: &Project,
    plan: &Plan,
    sources: Vec<Source>,
    report: &mut LinkedReport,
    progress: &dyn Progress,
) -> Result<Option<Vec<Drafted>>> {
    let mut sources: Vec<Option<Source>> = sources.into_iter().map(Some).collect();
    let mut drafts: Vec<Option<Drafted>> = project.tables.iter().map(|_| None).collect();
    let mut problems = Problems::default();
    for &place in &plan.parents_first {
        let (Some(source), table) = (sources[place].take(), &project.tables[place]) else {
            continue;
        };
        let kept = kept_rows(project, plan, place, &source.table, &drafts);
        report.cut(place, source.table.rows() - kept.len());
        let source = Source {
            table: source.table.into_picked(&kept),
            ..source
        };
        let request = Request::new(&table.project(project)).on(source);
        match draft(request, progress) {
            Ok(Draft::Rows(drafted)) => {
                let drafted = drafted.with_statistics();
                report.tables[place].report = Some(drafted.report.clone());
                drafts[place] = Some(drafted);
            }
            Ok(Draft::Unreachable(unreachable)) => {
                report.tables[place].report = Some(unreachable.report);
                if problems.is_empty() {
                    return Ok(None);
                }
            }
            Err(error @ (Error::Faults(_) | Error::Several(_))) => {
                problems.error(in_table(&table.name, error));
            }
            Err(error) => return Err(error),
        }
    }
    problems.result()?;
    Ok(drafts.into_iter().collect())
}

/// The rows of a table whose parents were released, no more than `max-rows` for each.
fn kept_rows(
    project: &Project,
    plan: &Plan,
    place: usize,
    table: &Table,
    drafts: &[Option<Drafted>],
) -> Vec<u32> {
    let settings = &project.tables[place];
    let mut rows: Vec<u32> = (0..table.rows() as u32).collect();
    for link in plan.links.iter().filter(|link| link.child == place) {
        let Ok(index) = table.index_of(&link.from) else {
            continue;
        };
        let column = &table.attributes()[index].column;
        if let Some(parent) = drafts[link.parent].as_ref().and_then(judge::visible) {
            let there = keys::labels(parent, &link.to);
            rows.retain(|&row| there.contains(column.label(row as usize).as_ref()));
        }
        if let Some(most) = settings.max_rows {
            let mut rng = ChaCha20Rng::seed_from_u64(settings.anonymize.seed);
            rng.set_stream(1_000 + place as u64);
            let mut order = rows.clone();
            order.shuffle(&mut rng);
            let mut counts: std::collections::BTreeMap<u32, u64> =
                std::collections::BTreeMap::new();
            order.retain(|&row| {
                let count = counts.entry(column.codes().get(row as usize)).or_default();
                *count += 1;
                *count <= most
            });
            order.sort_unstable();
            rows = order;
        }
    }
    rows
}

/// Step 5.
fn write(
    project: &Project,
    keys: &keys::Keys,
    drafts: Vec<Drafted>,
    report: &mut LinkedReport,
    progress: &dyn Progress,
) -> Result<()> {
    let mut verified: Vec<Verified> = Vec::new();
    for drafted in drafts {
        verified.push(drafted.stage(progress)?.verify(progress)?);
    }
    let mut staged: Vec<Staged> = Vec::new();
    for mapping in keys.mappings() {
        staged.push(mapping.stage(project, progress)?);
        let apart =
            "the correspondence table names people: keep it apart from the release".to_owned();
        if !report.notes.contains(&apart) {
            report.notes.push(apart);
        }
    }
    staged.extend(staged_json(
        project,
        project.output.record.as_ref(),
        report,
    )?);
    if let Some(path) = &project.output.report {
        let language = project.output.language.as_deref().unwrap_or("en");
        let path = std::path::Path::new(path);
        let page = bauta_documents::written(path, report, &paper::document(report, language))?;
        let page = bauta_formats::stage_text(&page, path, project.output.force)?;
        staged.push(page);
    }
    commit_all(verified, staged, progress)
}
