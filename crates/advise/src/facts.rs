//! What a table says about itself, before anybody is asked.

use bauta_guide::Said;
use bauta_guide::context::{Hierarchies, Nature, QuasiIdentifier, TableFacts};
use bauta_table::count::FrequencySet;
use bauta_table::hierarchy::HierarchySpec;
use bauta_table::{Column, Kind, Progress, Role, Table};

use super::AdviceRequest;
use bauta_classify::propose;
use bauta_messages::Problems;
use bauta_messages::Result;
use bauta_run::project::{MissingPolicy, Project, hierarchy_spec};
use bauta_run::{Opened, ProjectInput, undecided_faults};

/// What was found.
pub(super) struct Found {
    pub facts: TableFacts,
    /// The project with its roles.
    pub project: Project,
    pub notes: Vec<Said>,
}

/// Ranges that many values are put in, to see what goes together.
const RANGES: usize = 10;

/// Reads the data and looks at them.
pub(super) fn find(
    request: &AdviceRequest,
    opened: Option<&Opened>,
    progress: &dyn Progress,
) -> Result<Found> {
    let project = &request.project;
    let source = ProjectInput { project, opened }.source(progress)?;
    let mut project = request.project.clone();
    let table = source.table;
    let header = || {
        table
            .attributes()
            .iter()
            .map(|attribute| attribute.name.as_str())
    };
    project.roles.resolve(header())?;
    if project.roles.quasi_identifiers.is_empty() {
        project
            .roles
            .quasi_identifiers
            .clone_from(&request.answers.qi);
    }
    if project.roles.sensitive.is_empty() {
        project
            .roles
            .sensitive
            .clone_from(&request.answers.sensitive);
    }
    let mut notes: Vec<Said> = source
        .notes
        .iter()
        .map(|note| Said::new(note.clone(), bauta_messages::french::of(note)))
        .collect();
    let named_target = request
        .answers
        .usage
        .as_ref()
        .and_then(|usage| usage.target.clone());
    let roles_answered = !project.roles.quasi_identifiers.is_empty();
    let roles_reason = roles(&mut project, &table, named_target.as_ref(), progress)?;
    notes.extend(aim(&mut project, named_target));
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    problems.extend(project.roles.unknown(header()));
    if problems.is_empty() {
        problems.extend(undecided_faults(&project, &table));
    }
    problems.result()?;
    notes.extend(missing(&mut project, &table));
    let target = project
        .roles
        .targets
        .first()
        .and_then(|name| table.index_of(name).ok());
    let target_column = target.map(|index| &table.attributes()[index].column);
    let own = |index: usize| {
        let attribute = &table.attributes()[index];
        let given = project.hierarchies.contains_key(&attribute.name);
        QuasiIdentifier {
            name: attribute.name.clone(),
            nature: nature(&attribute.column),
            distinct: attribute.column.dictionary().value_count() as u64,
            hierarchy: if given {
                Hierarchies::Given
            } else {
                buildable(&attribute.name, &attribute.column)
            },
            evenness: evenness(&attribute.column),
            association: target_column.map(|target| association(&attribute.column, target)),
        }
    };
    let facts = TableFacts {
        rows: table.rows() as u64,
        people: people(&project, &table),
        quasi_identifiers: project
            .roles
            .quasi_identifier_indices(&table)
            .into_iter()
            .map(own)
            .collect(),
        roles_answered,
        roles_reason,
        sensitive: project.roles.sensitive.clone(),
        target: target.map(|index| {
            let attribute = &table.attributes()[index];
            (attribute.name.clone(), nature(&attribute.column))
        }),
    };
    Ok(Found {
        facts,
        project,
        notes,
    })
}

/// How many people there are: k counts them, and not rows.
fn people(project: &Project, table: &Table) -> u64 {
    let named = match project.roles.person.is_empty() {
        true => &project.roles.identifiers,
        false => &project.roles.person,
    };
    let columns = named.iter().filter_map(|name| table.index_of(name).ok());
    let columns: Vec<usize> = columns.collect();
    if columns.is_empty() {
        return table.rows() as u64;
    }
    FrequencySet::of_rows(table, &columns, &[]).len() as u64
}

/// Roles that were named, or else those that the data propose.
fn roles(
    project: &mut Project,
    table: &Table,
    target: Option<&String>,
    progress: &dyn Progress,
) -> Result<Said> {
    if !project.roles.quasi_identifiers.is_empty() {
        return Ok(Said::new("so you said", "vous l'avez dit"));
    }
    let proposals = propose(table, false, progress)?;
    let named: Vec<String> = project
        .roles
        .named()
        .map(|(name, _)| name.to_owned())
        .collect();
    for (attribute, proposal) in table.attributes().iter().zip(proposals.attributes) {
        if named.contains(&attribute.name) || target == Some(&attribute.name) {
            continue;
        }
        let list = match proposal.role {
            Role::QuasiIdentifier => &mut project.roles.quasi_identifiers,
            Role::Identifier => &mut project.roles.identifiers,
            Role::Sensitive => &mut project.roles.sensitive,
            Role::Drop => &mut project.roles.drop,
            _ => continue,
        };
        list.push(attribute.name.clone());
    }
    Ok(Said::new(
        "proposed from names and values; `bauta inspect` tells the reasons. Please check: what is left out is not protected",
        "proposés d'après les noms et les valeurs ; `bauta inspect` en dit les raisons. À vérifier : ce qui est oublié n'est pas protégé",
    ))
}

/// What will be predicted gets the role of a target, whatever role it had.
fn aim(project: &mut Project, target: Option<String>) -> Vec<Said> {
    let Some(target) = target else {
        return Vec::new();
    };
    let was_sensitive = project.roles.sensitive.contains(&target);
    project.roles.sensitive.retain(|name| *name != target);
    project.roles.insensitive.retain(|name| *name != target);
    if project.roles.targets.first() != Some(&target) {
        project.roles.targets = vec![target.clone()];
    }
    let note = || {
        Said::new(
            format!(
                "\"{target}\" is the target here; only k-anonymity is asked for, so it is published as it is"
            ),
            format!(
                "« {target} » est ici la cible ; seul le k-anonymat est demandé, elle est donc publiée telle quelle"
            ),
        )
    };
    was_sensitive.then(note).into_iter().collect()
}

/// Missing quasi-identifiers become a value of their own, unless something else was said.
fn missing(project: &mut Project, table: &Table) -> Option<Said> {
    let some = project
        .roles
        .quasi_identifier_indices(table)
        .into_iter()
        .any(|index| {
            table.attributes()[index]
                .column
                .dictionary()
                .missing_code()
                .is_some()
        });
    (some && project.anonymize.missing_values == MissingPolicy::Refuse).then(|| {
        project.anonymize.missing_values = MissingPolicy::Category;
        Said::new(
            "some quasi-identifiers are missing; missing counts as a value of its own",
            "il manque des quasi-identifiants ; l'absence compte comme une valeur",
        )
    })
}

fn nature(column: &Column) -> Nature {
    if column.dictionary().kind().is_measurable() {
        Nature::Continuous
    } else {
        Nature::Categorical
    }
}

/// How a hierarchy of a column can be built: what suits its values, or for words at least "anything" above them.
pub(super) fn specification(name: &str, column: &Column) -> Option<HierarchySpec> {
    let flat = || {
        let words = matches!(column.dictionary().kind(), Kind::Text | Kind::Boolean);
        hierarchy_spec("type = \"frequency\", rows = 1")
            .ok()
            .filter(|_| words)
    };
    [HierarchySpec::suggest(column), flat()]
        .into_iter()
        .flatten()
        .find(|spec| spec.build(name, column).is_ok())
}

fn buildable(name: &str, column: &Column) -> Hierarchies {
    if specification(name, column).is_some() {
        Hierarchies::Buildable
    } else {
        Hierarchies::None
    }
}

/// Entropy divided by the most it could be.
fn evenness(column: &Column) -> f64 {
    let values = column.dictionary().value_count();
    let counts = column.codes().counts(column.dictionary().len());
    let counts: Vec<f64> = counts
        .iter()
        .take(values)
        .filter(|count| **count > 0)
        .map(|count| *count as f64)
        .collect();
    let total: f64 = counts.iter().sum();
    if counts.len() < 2 {
        return 1.0;
    }
    let entropy: f64 = counts
        .iter()
        .map(|count| -(count / total) * (count / total).ln())
        .sum();
    entropy / (counts.len() as f64).ln()
}

/// Cramér's V of two columns; many values in ranges of about equally many rows.
fn association(one: &Column, other: &Column) -> f64 {
    let ((a, of_a), (b, of_b)) = (ranged(one), ranged(other));
    let mut cells = vec![0.0; of_a * of_b];
    for (x, y) in a.iter().zip(&b) {
        if let Some(cell) = cells.get_mut(x * of_b + y) {
            *cell += 1.0;
        }
    }
    let total: f64 = cells.iter().sum();
    let row = |x: usize| cells.iter().skip(x * of_b).take(of_b).sum::<f64>();
    let column = |y: usize| cells.iter().skip(y).step_by(of_b.max(1)).sum::<f64>();
    let (rows, columns): (Vec<f64>, Vec<f64>) = (
        (0..of_a).map(row).collect(),
        (0..of_b).map(column).collect(),
    );
    let mut chi = 0.0;
    for (x, row) in rows.iter().enumerate() {
        for (y, column) in columns.iter().enumerate() {
            let expected = row * column / total;
            let found = cells.get(x * of_b + y).copied().unwrap_or(0.0);
            chi += if expected > 0.0 {
                (found - expected).powi(2) / expected
            } else {
                0.0
            };
        }
    }
    let used = |sums: &[f64]| sums.iter().filter(|sum| **sum > 0.0).count();
    let degrees = used(&rows).min(used(&columns)).saturating_sub(1);
    if degrees == 0 || total == 0.0 {
        0.0
    } else {
        (chi / (total * degrees as f64)).sqrt().min(1.0)
    }
}

fn ranged(column: &Column) -> (Vec<usize>, usize) {
    let distinct = column.dictionary().len();
    let rows = column.len().max(1);
    let mut before = 0;
    let ranges: Vec<usize> = column
        .codes()
        .counts(distinct)
        .into_iter()
        .enumerate()
        .map(|(code, count)| {
            let range = if distinct <= RANGES {
                code
            } else {
                (before * RANGES / rows).min(RANGES - 1)
            };
            before += count as usize;
            range
        })
        .collect();
    let codes = column
        .codes()
        .iter()
        .map(|code| ranges.get(code as usize).copied().unwrap_or(0));
    (codes.collect(), distinct.clamp(1, RANGES))
}

/// The project in which every quasi-identifier without a hierarchy gets the one that suits its values.
pub(super) fn with_hierarchies(project: &Project, table: &Table) -> Result<Project> {
    let mut project = project.clone();
    for name in project.roles.quasi_identifiers.clone() {
        if project.hierarchies.contains_key(&name) {
            continue;
        }
        let column =
            &table.attributes()[table.index_of(&name).map_err(|fault| vec![fault])?].column;
        if let Some(spec) = specification(&name, column) {
            project
                .hierarchies
                .insert(name, bauta_run::project::HierarchySource::Build(spec));
        }
    }
    Ok(project)
}
