//! The steps of a project by themselves: the driver's walk up to [`Prepared`], measured before and after each step.

use bauta_privacy::{Background, Requirement, examine_with};
use bauta_table::{Fault, Progress, Role};

use super::prepare::Prepared;
use super::request::Request;
use crate::reading::ProjectInput;
use crate::standing::thresholds;
use crate::steps::{Footing, History};
use bauta_messages::Result;

/// Takes all steps of a project and measures before and after each; writes nothing.
///
/// # Errors
/// Everything that is wrong with the data, the roles or a step.
pub fn history<'a>(input: impl Into<ProjectInput<'a>>, progress: &dyn Progress) -> Result<History> {
    let ProjectInput { project, opened } = input.into();
    if project.roles.quasi_identifiers.is_empty() && project.roles.layout.is_none() {
        let none = Fault::NoneInRole {
            needs: "reducing the risk".into(),
            role: Role::QuasiIdentifier,
            flag: "--qi",
        };
        return Err(vec![none].into());
    }
    let request = Request::new(project).after_steps();
    let request = match opened {
        Some(opened) => request.on(opened.source()),
        None => request,
    };
    let prepared = request.check(progress)?.prepare(progress)?;
    let guarantees = prepared.guarantees_so_far();
    let Prepared { checked, steps, .. } = prepared;
    let limits = thresholds(&checked.project);
    let before = Footing::of(&checked.table, limits, 0.0);
    let last = steps.steps.last().map_or(&before, |step| &step.after);
    Ok(History {
        input: checked.places.input.to_string(),
        target_k: limits.k,
        target_l: limits.l,
        reached: match guarantees.is_empty() {
            true => last.conforms(),
            false => guarantees.iter().all(|(_, holds)| *holds),
        },
        guarantees,
        before,
        steps: steps.steps,
        notes: checked.notes,
        seconds: checked.seconds,
    })
}

impl Prepared {
    /// What the project asks for, as far as a table tells it by itself, and whether the verifier finds it in the table after the last step.
    fn guarantees_so_far(&self) -> Vec<(String, bool)> {
        let asked = self.checked.requirements.iter();
        let asked = asked.filter(|requirement| !requirement.needs_population());
        let asked: Vec<Requirement> = asked.cloned().collect();
        let background = Background {
            original: Some(&self.original),
            hierarchies: Some(&self.steps.hierarchies),
            ..Background::default()
        };
        examine_with(self.table(), &asked, &background).checked
    }
}
