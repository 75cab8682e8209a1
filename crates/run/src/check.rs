//! Checking a table as it stands, whoever made it.

use bauta_formats::{Locator, Source};
use bauta_methods::Family;
use bauta_privacy::{
    Assessment, Background, Examination, FailingClass, Requirement, RuleFinding, SubsetSizes,
    examine_with,
};
use bauta_table::{Fault, Progress, Role, Table};
use serde::Serialize;

use crate::backend::Place;
use crate::driver::sensitive_of;
use crate::project::Project;
use crate::reading::{ReadRelease, ReleaseParts, cancelled, read_in_roles, read_options};
use crate::seconds::{Seconds, timed};
use crate::{backend, hierarchies, people, population, rules, survey, undecided};
use bauta_messages::Problems;
use bauta_messages::Result;

/// What a check looks at besides the table and the targets.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CheckOptions {
    /// How many quasi-identifiers of a person an attacker knows: k must then hold for every combination of that many of them, instead
    /// of for all together. Written as [`SubsetSizes::read`] takes it. Other targets are held to all of them.
    pub subsets: Vec<String>,
    /// How sensitive values are published, where they are not those of their own rows.
    pub parts: ReleaseParts,
    /// The table that the release was made of: classes are compared with its sensitive values, and rows that are gone are counted. Without
    /// it classes are compared with all released rows.
    pub original: Option<String>,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CheckReport {
    /// Whether everything asked for holds.
    pub holds: bool,
    /// The classes that break it, smallest first.
    pub failing: Vec<FailingClass>,
    /// Rows in failing classes.
    pub failing_rows: u64,
    /// What was found about each edit rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleFinding>,
    /// The assessment of the table.
    #[serde(flatten)]
    pub assessment: Assessment,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went; nothing is searched, applied or written here.
    pub seconds: Seconds,
}

/// Checks the project's data against its targets, in their roles, without changing anything.
///
/// # Errors
/// Everything that is wrong with the request or the data; or the failure of a file.
pub fn check(
    project: &Project,
    options: &CheckOptions,
    progress: &dyn Progress,
) -> Result<CheckReport> {
    let mut problems = Problems::default();
    let subsets = SubsetSizes::read(&options.subsets).unwrap_or_else(|fault| {
        problems.push(fault);
        SubsetSizes::default()
    });
    let requirements = asked(project, &subsets, &mut problems);
    let mut seconds = Seconds::default();
    let engine = backend::wanted(project)?;
    problems.extend(engine_faults(engine.as_ref(), options));
    let read = timed(&mut seconds.read, || {
        read(project, engine.as_ref(), options, &mut problems, progress)
    })?;
    let Some(Read {
        project,
        table,
        mut notes,
    }) = read
    else {
        return Err(problems.into_error());
    };
    let original = timed(&mut seconds.read, || {
        original(&project, options, &mut problems, progress)
    });
    let release = ReadRelease::new(
        &project,
        table,
        &options.parts,
        &mut problems,
        &mut notes,
        progress,
    );
    let Some(release) = release else {
        return Err(problems.into_error());
    };
    let view = release.view();
    let whole = original.as_ref().map(|(sensitive, _)| sensitive);
    notes.extend(people::original_by_rows(view.quasi_identifiers, whole));
    notes.extend(fewer_than_asked(view.quasi_identifiers, &subsets));
    problems.extend(
        requirements
            .iter()
            .flat_map(|requirement| requirement.faults_of_question(view.sensitive)),
    );
    let population = population::read(&project, &mut problems, progress);
    // Quasi-identifiers are checked as they stand: only sensitive attributes have hierarchies here.
    let mut sensitive = project.clone();
    sensitive.roles.quasi_identifiers.clear();
    let family = view.is_linked().then_some(Family::Separation);
    problems.extend(people::faults(
        view.quasi_identifiers,
        family,
        &requirements,
    ));
    let hierarchies = hierarchies::load(&sensitive, Some(view.sensitive), &mut problems);
    let given = project.targets.population.is_some();
    problems.extend(
        requirements
            .iter()
            .flat_map(|requirement| requirement.lacks(view.sensitive, &hierarchies, given)),
    );
    let rules = rules::of_release(&project, view.quasi_identifiers, &mut problems);
    problems.result()?;
    let background = Background {
        original: original.as_ref().map(|(sensitive, _)| sensitive),
        hierarchies: Some(&hierarchies),
        population: population.as_ref(),
        rules: rules.as_ref(),
    };
    let found = timed(&mut seconds.verify, || {
        examine_with(view, &requirements, &background)
    });
    let absent = (0..found.classes.len())
        .filter(|&class| found.classes.population(class) == 0)
        .count();
    if population.is_some() && absent > 0 {
        notes.push(format!(
            "{absent} classes are not in the population table: check that it holds everybody, recoded alike"
        ));
    }
    let mut report = CheckReport::of(found, original.map(|(_, rows)| rows), notes, seconds);
    if engine.is_some() {
        // Rows of an engine have no place.
        report
            .failing
            .iter_mut()
            .for_each(|class| class.first_row = 0);
    }
    Ok(report)
}

/// What is worth saying where attackers are to know more quasi-identifiers than there are.
fn fewer_than_asked(table: &Table, subsets: &SubsetSizes) -> Option<String> {
    let quasi_identifiers = table.with_role(Role::QuasiIdentifier).len();
    let fewer = subsets
        .largest()
        .is_some_and(|known| known > quasi_identifiers);
    fewer.then(|| {
        format!(
            "there are {quasi_identifiers} quasi-identifiers, fewer than subsets are asked to have: k must hold for all of them together"
        )
    })
}

/// What cannot be checked where rows stay in an engine.
fn engine_faults(engine: Option<&Place>, options: &CheckOptions) -> Option<Fault> {
    let needs_rows = !options.parts.is_whole() || options.original.is_some();
    (engine.is_some() && needs_rows).then(|| {
        Fault::Request(
            "--bucket, --count and --original need the table in memory; leave out --engine and --memory"
                .into(),
        )
    })
}

/// The sensitive values of the table that the release was made of, and its rows; errors are noted.
fn original(
    project: &Project,
    options: &CheckOptions,
    problems: &mut Problems,
    progress: &dyn Progress,
) -> Option<(Table, u64)> {
    let mut of_original = project.clone();
    of_original
        .input
        .data
        .clone_from(options.original.as_ref()?);
    // Whose row it is is called otherwise there, and what only the release has says nothing of it.
    let roles = &mut of_original.roles;
    (roles.weight, roles.household) = (None, None);
    let person = std::mem::take(&mut roles.person);
    let original = read_in_roles(&mut of_original, None, problems, progress)?;
    if person
        .iter()
        .all(|name| original.table.index_of(name).is_ok())
    {
        of_original.roles.person = person;
    }
    let rows = original.table.counted_rows();
    let people = people::person_of_original(&of_original, &original.table, progress);
    let table = match problems.take(people)? {
        Some(of_row) => people::with_hidden_people(original.table, &of_row),
        None => original.table,
    };
    Some((sensitive_of(&table), rows))
}

impl CheckReport {
    fn of(
        found: Examination,
        original_rows: Option<u64>,
        notes: Vec<String>,
        seconds: Seconds,
    ) -> Self {
        let failing = found.failing.iter();
        let mut places: Vec<(u64, u64)> =
            failing.map(|class| (class.first_row, class.rows)).collect();
        places.sort_unstable();
        places.dedup();
        CheckReport {
            holds: found.holds(),
            failing_rows: places.iter().map(|place| place.1).sum(),
            assessment: Assessment::of(&found, original_rows),
            failing: found.failing,
            rules: found.rules,
            notes,
            seconds,
        }
    }
}

/// The guarantees asked for; faults of the request are noted.
fn asked(project: &Project, subsets: &SubsetSizes, problems: &mut Problems) -> Vec<Requirement> {
    problems.extend(project.roles.faults());
    problems.extend(project.targets.faults());
    let mut requirements = project.targets.requirements();
    if subsets.largest().is_some() {
        match of_subsets(&requirements, subsets) {
            Ok(found) => requirements = found,
            Err(fault) => problems.push(fault),
        }
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
    options: &CheckOptions,
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
    let resolved = !header.is_empty() && problems.take(project.roles.resolve(names())).is_some();
    // The file may be a release of the project's data, which lacks what is not published.
    let mut roles = project.roles.clone();
    let gone = match resolved {
        true => roles.forget_unpublished(&header),
        false => Vec::new(),
    };
    if resolved {
        // Of a release of two tables either may have a column.
        let whole = options.parts.sensitive.is_none();
        problems.extend(roles.unknown(names()).into_iter().filter(|_| whole));
    }
    let Some(Source {
        mut table,
        mut notes,
        ..
    }) = problems.take(read.map_err(cancelled))
    else {
        return Ok(None);
    };
    if !gone.is_empty() {
        let gone: Vec<String> = gone.iter().map(|name| format!("\"{name}\"")).collect();
        notes.push(format!(
            "the table has no column {}, as a release that leaves it out: rows are taken to be of different people as far as the other columns tell",
            gone.join(", ")
        ));
    }
    project.roles.assign(&mut table);
    if engine.is_none() && roles.is_sound(&header) {
        // Pseudonyms were made by the project itself.
        let made = project.pseudonym().map(str::to_owned);
        let made = made.filter(|name| header.contains(name) && !project.roles.decides(name));
        project.roles.insensitive.extend(made);
        problems.extend(undecided::faults(&project, &table));
    }
    if engine.is_none() {
        table = people::with_shown_people(&project, table, progress)?;
        table = survey::with_survey(&project, table, problems);
    }
    Ok(Some(Read {
        project,
        table,
        notes,
    }))
}

/// Asks for k of subsets of the quasi-identifiers instead of all of them.
fn of_subsets(
    requirements: &[Requirement],
    subsets: &SubsetSizes,
) -> std::result::Result<Vec<Requirement>, Fault> {
    let is_k = |requirement: &Requirement| requirement.as_k_anonymity().is_some();
    if !requirements.iter().any(is_k) {
        let lacking = "subsets say for which quasi-identifiers k must hold; give -k as well";
        return Err(Fault::Request(lacking.into()));
    }
    let replaced = |requirement: &Requirement| match requirement.as_k_anonymity() {
        Some(k) => subsets.requirements(k).collect(),
        None => vec![requirement.clone()],
    };
    Ok(requirements.iter().flat_map(replaced).collect())
}
