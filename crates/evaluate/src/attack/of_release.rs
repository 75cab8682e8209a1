//! Attacks on a release for its own report: those that need nothing but the release, the table that it was made of and, where there are any,
//! people who are not in that table.

use bauta_run::report::{AttackResults, AttackTarget};
use bauta_run::{Opened, Project, ProjectInput};
use bauta_table::{Progress, Table};

use super::report::{criteria_section, criteria_sentences};
use super::{AttackRequest, attack};
use bauta_messages::Result;

/// How many comparisons of rows the attacks of a report may take.
const COMPARISONS: usize = 200_000_000;

/// Fewer attacks of each kind give intervals that say little.
const FEWEST: usize = 200;

/// Measures singling out, linkability and inference on a release that is about to be published, for its report.
///
/// # Errors
/// What is wrong with the control; or that it was stopped.
pub fn attack_release(target: &AttackTarget<'_>, progress: &dyn Progress) -> Result<AttackResults> {
    let usual = AttackRequest::default();
    let affordable = COMPARISONS / target.released.rows().max(1);
    let request = AttackRequest {
        original: Some(target.project.input.data.clone()),
        control: target.project.output.control.clone(),
        attacks: affordable.clamp(FEWEST, usual.attacks),
        seed: target.project.anonymize.seed,
        ..usual
    };
    let project = of_release(target.project, target.released);
    let released = Opened::of_table(target.released);
    let release = ProjectInput {
        project: &project,
        opened: Some(&released),
    };
    let mut found = attack(release, Some(target.original), &request, progress)?;
    let [original, released] = target.names;
    released.clone_into(&mut found.release);
    if let Some(criteria) = &mut found.criteria {
        original.clone_into(&mut criteria.original);
    }
    if let Some(linkage) = &mut found.linkage {
        original.clone_into(&mut linkage.against);
    }
    AttackResults::new(
        &found,
        |language| criteria_section(&found, language),
        |language| criteria_sentences(&found, language),
    )
}

/// The project as it speaks of the release: roles of columns that are gone are forgotten.
fn of_release(project: &Project, released: &Table) -> Project {
    let mut project = project.clone();
    let is_there = |name: &String| released.index_of(name).is_ok();
    let roles = &mut project.roles;
    for names in [
        &mut roles.identifiers,
        &mut roles.quasi_identifiers,
        &mut roles.sensitive,
        &mut roles.targets,
        &mut roles.insensitive,
        &mut roles.person,
        &mut roles.drop,
    ] {
        names.retain(is_there);
    }
    for name in [&mut roles.weight, &mut roles.household] {
        *name = name.take().filter(is_there);
    }
    project.hierarchies.retain(|name, _| is_there(name));
    project
}
