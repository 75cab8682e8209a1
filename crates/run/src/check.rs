//! Checking a table as it stands, whoever made it.

use bauta_formats::{Locator, Source};
use bauta_privacy::{
    Background, Examination, FailingClass, Measures, Requirement, RuleFinding, examine_with,
};
use bauta_table::{Fault, Progress, Role, Table};
use serde::Serialize;

use crate::backend::Place;
use crate::project::Project;
use crate::reading::{cancelled, read_options};
use crate::seconds::{Seconds, timed};
use crate::{backend, hierarchies, population, rules};
use bauta_messages::Problems;
use bauta_messages::Result;

/// What a check found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Checked {
    /// Whether everything asked for holds.
    pub holds: bool,
    /// What was asked for, in words, and whether it holds.
    pub guarantees: Vec<(String, bool)>,
    /// The classes that break it, smallest first.
    pub failing: Vec<FailingClass>,
    /// Rows in failing classes.
    pub failing_rows: u64,
    /// What was found about each edit rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleFinding>,
    /// What was measured.
    #[serde(flatten)]
    pub measures: Measures,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went; nothing is searched, applied or written here.
    pub seconds: Seconds,
}

/// Checks the project's data against its targets, in their roles, without changing anything.
pub fn check(project: &Project, progress: &dyn Progress) -> Result<Checked> {
    check_known(project, None, progress)
}

/// Like [`check`], for attackers who know at most `known` quasi-identifiers of a person: k must then hold for every combination of that
/// many of them, instead of for all together. Other targets are held to all of them.
pub fn check_known(
    project: &Project,
    known: Option<u64>,
    progress: &dyn Progress,
) -> Result<Checked> {
    let mut problems = Problems::default();
    let requirements = asked(project, known, &mut problems);
    let mut seconds = Seconds::default();
    let engine = backend::wanted(project)?;
    let read = timed(&mut seconds.read, || {
        read(project, engine.as_ref(), &mut problems, progress)
    })?;
    let Some(Read {
        project,
        table,
        mut notes,
    }) = read
    else {
        return Err(problems.into_error());
    };
    let quasi_identifiers = table.with_role(Role::QuasiIdentifier).len() as u64;
    if known.is_some_and(|known| known > quasi_identifiers) {
        notes.push(format!(
            "there are {quasi_identifiers} quasi-identifiers, fewer than subsets are asked to have: k must hold for all of them together"
        ));
    }
    problems.extend(
        requirements
            .iter()
            .flat_map(|requirement| requirement.faults(&table)),
    );
    let population = population::read(&project, &mut problems, progress);
    // Quasi-identifiers are checked as they stand: only sensitive attributes have hierarchies here.
    let mut sensitive = project.clone();
    sensitive.roles.quasi_identifiers.clear();
    let hierarchies = hierarchies::load(&sensitive, Some(&table), &mut problems);
    let given = project.targets.population.is_some();
    problems.extend(
        requirements
            .iter()
            .flat_map(|requirement| requirement.lacks(&table, &hierarchies, given)),
    );
    let rules = rules::of_release(&project, &table, &mut problems);
    problems.result()?;
    let background = Background {
        original: None,
        hierarchies: Some(&hierarchies),
        population: population.as_ref(),
        rules: rules.as_ref(),
    };
    let found = timed(&mut seconds.verify, || {
        examine_with(&table, &requirements, &background)
    });
    let absent = (0..found.classes.len())
        .filter(|&class| found.classes.population(class) == 0)
        .count();
    if population.is_some() && absent > 0 {
        notes.push(format!(
            "{absent} classes are not in the population table: check that it holds everybody, recoded alike"
        ));
    }
    let mut checked = Checked::of(found, &project, notes, seconds);
    if engine.is_some() {
        // Rows of an engine have no place.
        checked
            .failing
            .iter_mut()
            .for_each(|class| class.first_row = 0);
    }
    Ok(checked)
}

impl Checked {
    fn of(found: Examination, project: &Project, notes: Vec<String>, seconds: Seconds) -> Self {
        let failing = found.failing.iter();
        let mut places: Vec<(u64, u64)> =
            failing.map(|class| (class.first_row, class.rows)).collect();
        places.sort_unstable();
        places.dedup();
        Checked {
            holds: found.holds(),
            guarantees: found.checked.clone(),
            failing_rows: places.iter().map(|place| place.1).sum(),
            measures: Measures::of_table(&found, project.targets.k()),
            failing: found.failing,
            rules: found.rules,
            notes,
            seconds,
        }
    }
}

/// The guarantees asked for; faults of the request are noted.
fn asked(project: &Project, known: Option<u64>, problems: &mut Problems) -> Vec<Requirement> {
    problems.extend(project.roles.faults());
    problems.extend(project.targets.faults());
    let mut requirements = project.targets.requirements();
    if let Some(known) = known {
        problems.extend(to_subsets(&mut requirements, known).err());
    }
    let only_rules = requirements.is_empty() && !project.rules.is_empty();
    if project.roles.quasi_identifiers.is_empty() && project.roles.layout.is_none() && !only_rules {
        problems.push(Fault::NoneInRole {
            needs: "a check".into(),
            role: Role::QuasiIdentifier,
            flag: "--qi",
        });
    }
    if requirements.is_empty() && project.rules.is_empty() {
        problems.push(Fault::Request(
            "nothing to check; give at least one target, such as -k, -l or -t".into(),
        ));
    }
    requirements
}

/// A table in its roles.
struct Read {
    /// The project, with roles by name.
    project: Project,
    table: Table,
    notes: Vec<String>,
}

/// Reads the data and gives them their roles; none where they cannot be read, which is noted.
///
/// # Errors
/// A place that cannot be understood, or an engine that failed.
fn read(
    project: &Project,
    engine: Option<&Place>,
    problems: &mut Problems,
    progress: &dyn Progress,
) -> Result<Option<Read>> {
    let input: Locator = project.input.data.parse()?;
    let read = match engine {
        Some(place) => Ok(backend::counted_table(project, place, progress)?),
        None => bauta_formats::read(&input, &read_options(project), progress),
    };
    let header: Vec<String> = match &read {
        Ok(_) if engine.is_some() => Vec::new(),
        Ok(source) => {
            let attributes = source.table.attributes().iter();
            attributes.map(|attribute| attribute.name.clone()).collect()
        }
        Err(bauta_formats::Error::Data { header, .. }) => header.clone(),
        Err(_) => Vec::new(),
    };
    let mut project = project.clone();
    let names = || header.iter().map(String::as_str);
    if !header.is_empty() && problems.take(project.roles.resolve(names())).is_some() {
        problems.extend(project.roles.unknown(names()));
    }
    let Some(Source {
        mut table, notes, ..
    }) = problems.take(read.map_err(cancelled))
    else {
        return Ok(None);
    };
    project.roles.assign(&mut table);
    Ok(Some(Read {
        project,
        table,
        notes,
    }))
}

/// Asks for k of every `size` quasi-identifiers instead of all.
fn to_subsets(requirements: &mut [Requirement], size: u64) -> std::result::Result<(), Fault> {
    if size == 0 {
        return Err(Fault::Request(
            "subsets must be of at least 1 quasi-identifier".into(),
        ));
    }
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let mut asked = false;
    for requirement in requirements {
        if let Some(k) = requirement.as_k_anonymity() {
            *requirement = Requirement::k_anonymity_of_subsets(k, size);
            asked = true;
        }
    }
    let lacking = "subsets say for which quasi-identifiers k must hold; give -k as well";
    if asked {
        Ok(())
    } else {
        Err(Fault::Request(lacking.into()))
    }
}
