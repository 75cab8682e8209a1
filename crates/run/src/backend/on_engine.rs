//! Rows in an engine: they stay where they are, and only distinct combinations come here.
//!
//! **Idea**
//! 1. Whether somebody has several rows is looked for first ([`People`]): an engine counts rows, so people with several rows are refused.
//! 2. The engine counts the distinct combinations of quasi-identifiers, sensitive attributes and targets.
//! 3. They are a table of distinct rows with weights; the run on it is the run that every table gets, to a verified draft.
//! 4. What became of each combination is a mapping: look-up tables by value where a value always has one label, else by combination.
//! 5. The engine writes every row through the mapping and in the order of what is written, beside the final place.
//! 6. It counts what it wrote; the verifier judges these counts, as it would judge somebody else's file.
//!
//! **Invariant** what an engine wrote has as many rows as the draft, and satisfies what is asked for by its own counts.

use bauta_engines::{Counted, Engine, Made, Output, Written};
use bauta_formats::{Locator, Source};
use bauta_methods::Task;
use bauta_privacy::Approval;
use bauta_table::recoding::Prepared;
use bauta_table::{Fault, Progress, Role, Stage, Table};

use super::passes::Outside;
use super::people::People;
use super::projections::Projected;
use super::undecided;
use super::{
    Backend, Capabilities, DraftRows, Looked, OutsidePlan, Place, Places, StagedRows, mapping,
    open, passes, projections, pseudonyms, steps,
};
use crate::checksum::sha256;
use crate::project::Project;
use crate::reading::Original;
use crate::report::{FileSum, Sums};
use crate::steps::Drawn;
use crate::{row_order, rules, survey};
use bauta_messages::{Error, Problems, Result};

/// Said where identifiers are left out.
const LEFT_OUT: &str =
    "identifiers are left out: an engine makes keyed pseudonyms only (--pseudonym keyed-hash)";

/// Said where pseudonyms are made while rows are written.
const MADE: &str = "pseudonyms were made row by row, by a keyed hash";

/// Rows in an engine.
pub struct OnEngine {
    engine: Box<dyn Engine>,
    output: Option<Output>,
    /// The column of pseudonyms.
    pseudonyms: Option<Made>,
    counted: Option<Counted>,
    projected: Option<Projected>,
    outside: Option<Outside>,
}

impl OnEngine {
    /// Opens the engine on the project's data.
    ///
    /// # Errors
    /// The data cannot be opened there.
    pub fn open(project: &Project, input: &Locator, place: &Place) -> Result<Self> {
        Ok(OnEngine::new(open::open(project, input, place)?))
    }

    /// An engine that is open.
    pub fn new(engine: Box<dyn Engine>) -> Self {
        OnEngine {
            engine,
            output: None,
            pseudonyms: None,
            counted: None,
            projected: None,
            outside: None,
        }
    }

    fn output(&self) -> Result<&Output> {
        self.output
            .as_ref()
            .ok_or_else(|| Error::internal("no output is named"))
    }

    fn counted(&self) -> Result<&Counted> {
        self.counted
            .as_ref()
            .ok_or_else(|| Error::internal("rows were staged before they were counted"))
    }

    /// The rows that are written: all, or those of the sample.
    fn rows(&self) -> &dyn Engine {
        let sampled = self.projected.as_ref().and_then(Projected::engine);
        sampled.unwrap_or(self.engine.as_ref())
    }
}

impl Backend for OnEngine {
    fn capabilities(&self) -> Capabilities {
        self.engine.capabilities().into()
    }

    fn columns(&self) -> Vec<String> {
        self.engine.columns().to_vec()
    }

    fn faults(&mut self, project: &Project, problems: &mut Problems) {
        if project.roles.quasi_identifiers.is_empty() {
            problems.push(Fault::NoneInRole {
                needs: "an engine".into(),
                role: Role::QuasiIdentifier,
                flag: "--qi",
            });
        }
        problems.extend(pseudonyms::refused(project).into_iter().map(not_yet));
        if let Some(named) = problems.take(rules::attributes(project)) {
            let wrong = named
                .iter()
                .filter(|name| project.roles.identifiers.contains(name));
            problems.extend(wrong.map(|name| rules::about_identifier(name)));
        }
        problems.extend(steps::faults(project));
        let row_numbers = self.capabilities().row_numbers;
        problems.extend(projections::faults(project, row_numbers));
        problems.extend(projections::unknown(project, self.engine.columns()));
        self.pseudonyms = pseudonyms::made(project, problems);
        if let Some(made) = &self.pseudonyms {
            let pseudonyms = self.engine.capabilities().pseudonyms;
            problems.take(pseudonyms.check(made.by.as_ref()));
        }
        problems.extend(needs_rows(project));
        problems.extend(row_order::fault_on_engine(project));
        let given = project.output.tables.len();
        if given != 1 {
            problems.push(Fault::OutOfRange {
                parameter: "the number of outputs".into(),
                given: given.to_string(),
                allowed: "1: an engine writes one table (-o)".into(),
            });
        }
        let place = project.output.tables.first();
        self.output = place
            .and_then(|text| text.parse().ok())
            .map(|place| Output {
                place,
                force: project.output.force,
            });
        if let Some(output) = &self.output {
            problems.take(self.engine.check_output(&output.place));
        }
    }

    fn count(&mut self, project: &Project, progress: &dyn Progress) -> Result<Looked> {
        let faults = undecided::faults(project, self.engine.as_ref(), progress)?;
        if !faults.is_empty() {
            return Err(faults.into());
        }
        let people = People::of(project, self.engine.as_ref(), progress)?;
        if let Some(fault) = people.fault() {
            return Err(vec![fault].into());
        }
        let notes = vec![people.note()];
        let columns = looked_at(project, self.engine.as_ref());
        let counted = match self.engine.frequency_set(&columns, progress) {
            Err(bauta_engines::Error::TooMany { .. }) if passes::can(project) => {
                in_memory_only(project)?;
                let memory = open::budget(project)?;
                let outside = Outside::new(project, self.engine.as_ref(), memory, progress)?;
                let (table, original) = outside.values(project, self.engine.as_ref(), progress)?;
                self.outside = Some(outside);
                return Ok(Looked {
                    table,
                    outside: Some(original),
                    notes,
                });
            }
            counted => counted?,
        };
        let output = self.output()?;
        let projected = Projected::new(project, self.engine.as_ref(), &counted, output, progress)?;
        let table = counted.table.clone().weighted(counted.weights.clone());
        (self.counted, self.projected) = (Some(counted), Some(projected));
        Ok(Looked {
            table,
            outside: None,
            notes,
        })
    }

    fn drawn(&self) -> &[Drawn] {
        self.projected
            .as_ref()
            .map_or(&[], |projected| &projected.taken)
    }

    fn plan_outside(
        &self,
        project: &Project,
        task: &Task<'_>,
        prepared: &Prepared<'_>,
        progress: &dyn Progress,
    ) -> Result<OutsidePlan> {
        let outside = self.outside.as_ref();
        let outside =
            outside.ok_or_else(|| Error::internal("rows in memory were taken for rows outside"))?;
        let engine = self.engine.as_ref();
        outside.plan((project, engine), task, prepared, self.output()?, progress)
    }

    fn stage(
        &self,
        project: &Project,
        _: &Places,
        rows: &DraftRows,
        progress: &dyn Progress,
    ) -> Result<Box<dyn StagedRows>> {
        let (columns, pseudonyms) = (self.engine.columns(), self.pseudonyms.clone());
        let (mapping, planned) = match rows {
            DraftRows::Outside(plan) => {
                let outside = self.outside.as_ref();
                let outside = outside
                    .ok_or_else(|| Error::internal("rows in memory were taken for rows outside"))?;
                let mapping = outside.mapping(project, columns, pseudonyms, plan)?;
                (mapping, plan.rows - plan.dropped)
            }
            DraftRows::Release { release, kept } => {
                let [(_, released)] = release.tables() else {
                    return Err(Error::internal(
                        "an engine was given several tables to write",
                    ));
                };
                let counted = self.counted()?;
                let kept = kept.clone().list(counted.table.rows());
                let projected = self.projected.as_ref();
                let drawn = projected.map_or(&[][..], |projected| &projected.cells);
                let weights = projected.and_then(Projected::weights);
                let before = mapping::Before {
                    counted,
                    weights: weights.unwrap_or(&counted.weights),
                    kept: kept.unwrap_or_default(),
                };
                let columns = (columns, pseudonyms, drawn);
                let mapping = mapping::of(project, columns, &before, released)?;
                (mapping, released.counted_rows())
            }
        };
        progress.tell(Stage::Write, 0, None);
        let written = self.rows().apply(&mapping, self.output()?, progress)?;
        if written.rows() != planned {
            return Err(refused(
                project,
                format!("{} rows written, {planned} planned", written.rows()),
            ));
        }
        Ok(Box::new(WrittenRows { written }))
    }

    fn notes(&self, project: &Project) -> Vec<String> {
        let mut notes = Vec::new();
        let counted = self.counted.as_ref();
        notes.extend(counted.map(|counted| told(counted, self.engine.as_ref())));
        let outside = self.outside.as_ref();
        notes.extend(outside.map(|outside| outside.note(self.engine.as_ref())));
        if !project.roles.identifiers.is_empty() {
            let note = if self.pseudonyms.is_some() {
                MADE
            } else {
                LEFT_OUT
            };
            notes.push(note.to_owned());
        }
        notes
    }
}

/// Rows that an engine wrote, and that are not visible yet.
struct WrittenRows {
    written: Box<dyn Written>,
}

impl StagedRows for WrittenRows {
    fn rows(&self) -> u64 {
        self.written.rows()
    }

    fn read_back(&self, project: &Project, progress: &dyn Progress) -> Result<Option<Table>> {
        if self.written.rows() == 0 {
            return Ok(None);
        }
        progress.tell(Stage::Verify, 0, None);
        let engine = self.written.reopen()?;
        let again = match engine.frequency_set(&looked_at(project, engine.as_ref()), progress) {
            // Nothing is asked of sensitive values, and with them there are too many combinations.
            Err(bauta_engines::Error::TooMany { .. }) if !passes::of_sensitive(project) => {
                engine.frequency_set(&project.roles.quasi_identifiers, progress)?
            }
            again => again?,
        };
        if again.rows() != self.written.rows() {
            return Err(refused(
                project,
                format!(
                    "{} rows counted, {} written",
                    again.rows(),
                    self.written.rows()
                ),
            ));
        }
        let mut table = again.table.weighted(again.weights);
        project.roles.assign(&mut table);
        Ok(Some(table))
    }

    fn sums(&self, place: &str) -> Sums {
        let mut sums = Sums {
            outputs: vec![None],
            ..Sums::default()
        };
        for (name, path) in self.written.files() {
            match (name, sha256(&path)) {
                (None, sum) => sums.outputs = vec![sum],
                (Some(name), Some(sha256)) => sums.files.push(FileSum {
                    file: format!("{place}/{name}"),
                    sha256,
                }),
                (Some(_), None) => {}
            }
        }
        sums
    }

    fn publish(self: Box<Self>, approval: &Approval) -> Result<()> {
        Ok(self.written.publish(approval)?)
    }
}

fn refused(project: &Project, broken: String) -> Error {
    Error::Refused {
        method: project.anonymize.method.clone(),
        broken: vec![broken],
    }
}

/// The distinct rows of the project's data, in their roles, with their weights; `more` are columns without a role that are looked at as well.
///
/// # Errors
/// Roles that the data do not have, or the engine failed.
pub fn original(
    project: &mut Project,
    place: &Place,
    more: &[String],
    progress: &dyn Progress,
) -> Result<Original> {
    let household = project.roles.household.as_ref();
    if let Some(fault) = household.and_then(|_| survey::fault_on_engine(project)) {
        return Err(vec![fault].into());
    }
    let input: Locator = project.input.data.parse()?;
    let engine = open_in_roles(project, &input, place)?;
    let mut columns = looked_at(project, engine.as_ref());
    // Weights are counted with the rest, as an attribute of their own.
    for name in more.iter().chain(&project.roles.weight) {
        if !columns.contains(name) {
            columns.push(name.clone());
        }
    }
    let people = People::of(project, engine.as_ref(), progress)?;
    let counted = engine.frequency_set(&columns, progress)?;
    let notes = vec![told(&counted, engine.as_ref()), people.note()];
    let mut table = counted.table.weighted(counted.weights);
    project.roles.assign(&mut table);
    Ok(Original {
        input,
        table,
        notes,
        delimiter: None,
    })
}

/// The distinct rows of the columns that a check looks at, with their weights.
///
/// # Errors
/// Roles that the data do not have, people with several rows, or the engine failed.
pub fn counted_table(project: &Project, place: &Place, progress: &dyn Progress) -> Result<Source> {
    let mut project = project.clone();
    if let Some(fault) = survey::fault_on_engine(&project) {
        return Err(vec![fault].into());
    }
    let input: Locator = project.input.data.parse()?;
    let engine = open_in_roles(&mut project, &input, place)?;
    let people = People::of(&project, engine.as_ref(), progress)?;
    if let Some(fault) = people.fault() {
        return Err(vec![fault].into());
    }
    let counted = engine.frequency_set(&looked_at(&project, engine.as_ref()), progress)?;
    let notes = vec![told(&counted, engine.as_ref()), people.note()];
    Ok(Source {
        table: counted.table.weighted(counted.weights),
        part: None,
        delimiter: None,
        notes,
    })
}

/// Opens an engine whose columns have the names that the project gives roles to.
fn open_in_roles(project: &mut Project, input: &Locator, place: &Place) -> Result<Box<dyn Engine>> {
    let engine = open::open(project, input, place)?;
    let mut problems = Problems::default();
    let header = || engine.columns().iter().map(String::as_str);
    if problems.take(project.roles.resolve(header())).is_some() {
        problems.extend(project.roles.unknown(header()));
    }
    problems.result()?;
    Ok(engine)
}

/// The fault of asking an engine for something that single rows are needed for.
pub fn needs_rows_in_reach(what: &str) -> Fault {
    Fault::Request(format!(
        "{what} needs single rows, which stay in the engine; leave out --engine and --memory, or do without"
    ))
}

fn told(counted: &Counted, engine: &dyn Engine) -> String {
    format!(
        "{} of {} rows are different in what counts; they were counted by the engine {}",
        counted.table.rows(),
        counted.rows(),
        engine.name()
    )
}

fn not_yet(what: &str) -> Fault {
    Fault::Request(format!(
        "{what} cannot be had on an engine yet; leave out --engine and --memory, or do without"
    ))
}

/// Refuses what needs the distinct rows in memory, where they do not fit.
fn in_memory_only(project: &Project) -> Result<()> {
    let asked = [
        (!project.rules.is_empty(), "edit rules"),
        (project.output.report.is_some(), "a report for people"),
        (projections::any(project), "what is drawn row by row"),
    ];
    let faults = asked.into_iter().filter(|(asked, _)| *asked).map(|(_, what)| {
        Fault::Request(format!(
            "{what} cannot be had here: the distinct rows do not fit in --memory; raise it, name fewer quasi-identifiers, or do without"
        ))
    });
    let faults: Vec<Fault> = faults.collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.into())
    }
}

/// The fault of a method that looks at single rows.
fn needs_rows(project: &Project) -> Option<Fault> {
    let technique = bauta_methods::find(&project.anonymize.method).ok()?;
    let settings = &project.anonymize.parameters;
    let method = technique.check(settings, &project.roles.quasi_identifiers);
    let why = method.ok()?.needs_rows_together()?;
    Some(super::looks_at_rows(technique, why))
}

/// Whether an engine can do all that a project asks for, without leaving anything out.
pub(super) fn fits(project: &Project) -> bool {
    let parquet = project
        .output
        .tables
        .iter()
        .all(|place| place.ends_with(".parquet"));
    let drops = project.anonymize.missing_values == crate::project::MissingPolicy::Drop;
    let drawn =
        projections::faults(project, true).is_empty() && !(drops && projections::any(project));
    let roles = &project.roles;
    let of_people = !roles.identifiers.is_empty() || !roles.person.is_empty();
    steps::faults(project).is_empty()
        && drawn
        && needs_rows(project).is_none()
        && survey::fault_on_engine(project).is_none()
        && row_order::fault_on_engine(project).is_none()
        && !of_people
        && parquet
}

/// The columns that a run looks at, in the order of the data.
pub(super) fn looked_at(project: &Project, engine: &dyn Engine) -> Vec<String> {
    let roles = &project.roles;
    let changed = steps::attributes(project);
    // Errors in rules are told where these are checked.
    let ruled: Vec<String> = rules::attributes(project)
        .unwrap_or_default()
        .into_iter()
        .collect();
    let lists = [
        &roles.quasi_identifiers,
        &roles.sensitive,
        &roles.targets,
        &changed,
        &ruled,
    ];
    let looked_at = |column: &&String| lists.iter().any(|list| list.contains(column));
    engine.columns().iter().filter(looked_at).cloned().collect()
}

/// Distinct rows have no place in the data: faults name none.
pub(crate) fn without_places(error: Error) -> Error {
    let without = |fault: Fault| match fault {
        Fault::MissingValues {
            attribute,
            role,
            cells,
            ..
        } => Fault::MissingValues {
            attribute,
            role,
            cells,
            first_rows: Vec::new(),
        },
        Fault::WrongKind {
            attribute,
            expected,
            cells,
            ..
        } => Fault::WrongKind {
            attribute,
            expected,
            cells,
            first_rows: Vec::new(),
        },
        Fault::SeveralSpellings {
            attribute,
            expected,
            cells,
            ..
        } => Fault::SeveralSpellings {
            attribute,
            expected,
            cells,
            first_rows: Vec::new(),
        },
        Fault::HierarchyLacksValues {
            attribute, values, ..
        } => Fault::HierarchyLacksValues {
            attribute,
            values,
            first_rows: Vec::new(),
        },
        other => other,
    };
    match error {
        Error::Faults(faults) => Error::Faults(faults.into_iter().map(without).collect()),
        Error::Several(errors) => Error::Several(errors.into_iter().map(without_places).collect()),
        other => other,
    }
}
