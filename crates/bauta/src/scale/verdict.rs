//! The verifier on what an engine wrote, as it would judge a file of somebody else.

use bauta_cluster::{Counted, Written};
use bauta_privacy::{Background, Requirement, examine_with};
use bauta_table::rule::Rules;
use bauta_table::{Progress, Table};

use super::looked_at;
use crate::error::{Error, Result};
use crate::pipeline::sensitive_of;
use crate::problems::Problems;
use crate::project::Project;

/// What the release is held to.
pub(super) fn held_to(project: &Project, method: &str) -> Result<Vec<Requirement>> {
    let technique = bauta_methods::find(method).map_err(|fault| vec![fault])?;
    let names = &project.roles.quasi_identifiers;
    let method = technique.check(&project.anonymize.parameters, names)?;
    Ok(method.verified(&project.targets.requirements()))
}

/// What a release is judged with.
pub(super) struct Judged<'a> {
    pub(super) project: &'a Project,
    /// The distinct rows of the data.
    pub(super) counted: &'a Counted,
    /// The population, recoded as the release is.
    pub(super) population: Option<&'a Table>,
    /// Edit rules, with the rows that are known to break them.
    pub(super) rules: Option<&'a Rules>,
}

impl Judged<'_> {
    /// Step 5: counts what was written, and refuses it where it is not what was planned or does not satisfy what is asked for.
    pub(super) fn verify(
        &self,
        (released, held_to): (&Table, &[Requirement]),
        written: &dyn Written,
        method: &str,
        progress: &dyn Progress,
    ) -> Result<()> {
        let refused = |broken: Vec<String>| Error::Refused {
            method: method.to_owned(),
            broken,
        };
        if written.rows() != released.counted_rows() {
            return Err(refused(vec![format!(
                "{} rows written, {} planned",
                written.rows(),
                released.counted_rows()
            )]));
        }
        if written.rows() == 0 {
            return Ok(());
        }
        let engine = written.reopen()?;
        let again = engine.frequency_set(&looked_at(self.project, engine.as_ref()), progress)?;
        if again.rows() != written.rows() {
            return Err(refused(vec![format!(
                "{} rows counted, {} written",
                again.rows(),
                written.rows()
            )]));
        }
        let original = sensitive_of(&self.in_roles(self.counted));
        let mut problems = Problems::default();
        let hierarchies =
            crate::hierarchies::load(self.project, Some(&self.counted.table), &mut problems);
        problems.result()?;
        let background = Background {
            original: Some(&original),
            hierarchies: Some(&hierarchies),
            population: self.population,
            rules: self.rules,
        };
        let examined = examine_with(&self.in_roles(&again), held_to, &background);
        if examined.holds() {
            return Ok(());
        }
        Err(refused(
            examined
                .checked
                .into_iter()
                .filter(|(_, holds)| !holds)
                .map(|(title, _)| title)
                .collect(),
        ))
    }

    /// Distinct rows with their weights, in their roles.
    fn in_roles(&self, counted: &Counted) -> Table {
        let mut table = counted.table.clone().weighted(counted.weights.clone());
        self.project.roles.assign(&mut table);
        table
    }
}
