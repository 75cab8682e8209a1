//! Checking a table as it stands, whoever made it.

use bauta_formats::{Locator, Source};
use bauta_privacy::{Background, FailingClass, Measures, Requirement, RuleFinding, examine_with};
use bauta_table::{Fault, Progress, Role};
use serde::Serialize;

use crate::error::Result;
use crate::problems::Problems;
use crate::project::Project;
use crate::report::{Seconds, timed};
use crate::request::{cancelled, read_options};
use crate::{hierarchies, population, rules, scale};

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

/// The same for readers who know at most so many of the quasi-identifiers of a person, where that is said: k must then hold for every so many
/// of them, instead of for all together. Other targets are held to all of them.
pub fn check_known(
    project: &Project,
    known: Option<u64>,
    progress: &dyn Progress,
) -> Result<Checked> {
    let mut problems = Problems::default();
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
    let input: Locator = project.input.data.parse()?;
    let mut seconds = Seconds::default();
    let engine = scale::wanted(project)?;
    let read = match &engine {
        Some(place) => Ok(timed(&mut seconds.read, || {
            scale::source(project, place, progress)
        })?),
        None => timed(&mut seconds.read, || {
            bauta_formats::read(&input, &read_options(project), progress)
        }),
    };
    let header = match &read {
        Ok(_) if engine.is_some() => Vec::new(),
        Ok(source) => source
            .table
            .attributes()
            .iter()
            .map(|a| a.name.clone())
            .collect(),
        Err(bauta_formats::Error::Data { header, .. }) => header.clone(),
        Err(_) => Vec::new(),
    };
    let mut roles = project.roles.clone();
    if !header.is_empty()
        && problems
            .take(roles.resolve(header.iter().map(String::as_str)))
            .is_some()
    {
        problems.extend(roles.unknown(header.iter().map(String::as_str)));
    }
    let Some(Source {
        mut table,
        mut notes,
        ..
    }) = problems.take(read.map_err(cancelled))
    else {
        return Err(problems.into_error());
    };
    roles.assign(&mut table);
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
    let project = &Project {
        roles,
        ..project.clone()
    };
    let population = population::read(project, &mut problems, progress);
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
    let rules = rules::of_release(project, &table, &mut problems);
    problems.result()?;
    let (hierarchies, population) = (Some(&hierarchies), population.as_ref());
    let background = Background {
        original: None,
        hierarchies,
        population,
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
    let measures = Measures::of_table(&found, project.targets.k);
    let mut places: Vec<(u64, u64)> = found
        .failing
        .iter()
        .map(|class| (class.first_row, class.rows))
        .collect();
    places.sort_unstable();
    places.dedup();
    // Rows of an engine have no place.
    let place = |class: FailingClass| {
        if engine.is_some() {
            FailingClass {
                first_row: 0,
                ..class
            }
        } else {
            class
        }
    };
    Ok(Checked {
        holds: found.holds(),
        guarantees: found.checked.clone(),
        failing_rows: places.iter().map(|place| place.1).sum(),
        failing: found.failing.into_iter().map(place).collect(),
        rules: found.rules,
        measures,
        notes,
        seconds,
    })
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
        if let Requirement::KAnonymity { k } = *requirement {
            *requirement = Requirement::KAnonymityOfSubsets { k, size };
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
