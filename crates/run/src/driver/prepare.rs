//! A checked request, made ready to search: incomplete rows left out where that was asked, steps taken.

use bauta_table::recoding::{Prepared as SearchSpace, RowsKept};
use bauta_table::{Progress, Role, Table};

use super::check::Checked;
use crate::hierarchies::quasi_identifiers;
use crate::missing::{self, without_missing};
use crate::report::Accounting;
use crate::seconds::timed;
use crate::standing::{Standing, thresholds};
use crate::steps::{self, StepsInput, StepsResult};
use bauta_messages::Result;

/// A request whose rows are ready to be searched.
pub struct Prepared {
    /// The request. Its table is the one before the first step.
    pub checked: Checked,
    /// Sensitive attributes before any row was left out: what classes are compared with.
    pub(crate) original: Table,
    /// Which of the checked rows are left before the first step.
    pub complete: RowsKept,
    /// Quasi-identifiers named.
    pub(crate) quasi_identifiers: usize,
    /// Where the steps led.
    pub steps: StepsResult,
}

impl Checked {
    /// Leaves out incomplete rows where that was asked, and takes the steps.
    ///
    /// # Errors
    /// Faults of a step, or that it was stopped.
    pub fn prepare(mut self, progress: &dyn Progress) -> Result<Prepared> {
        let quasi_identifiers = self.table.with_role(Role::QuasiIdentifier).len();
        let original = match self.outside.take() {
            Some(counted) => counted,
            None => sensitive_of(&self.table),
        };
        let table = std::mem::take(&mut self.table);
        let mut complete = RowsKept::All;
        if !self.is_outside {
            let kept = missing::kept_rows(&table, self.project.anonymize.missing_values);
            complete = kept.map_or(RowsKept::All, RowsKept::Some);
            self.table = without_missing(&self.project, table, &mut self.notes);
        } else {
            self.table = table;
        }
        let mut search = 0.0;
        let input = StepsInput {
            project: &self.project,
            table: &self.table,
            hierarchies: &self.hierarchies,
            rules: self.rules.as_ref(),
            drawn: self.backend.drawn(),
        };
        let steps = timed(&mut search, || steps::apply_steps(&input, progress))?;
        self.seconds.search += search;
        let changed = steps.table.as_ref().map(sensitive_of);
        let original = match changed.filter(|changed| has_other_values(changed, &original)) {
            Some(changed) => changed,
            None => original,
        };
        Ok(Prepared {
            checked: self,
            original,
            complete,
            quasi_identifiers,
            steps,
        })
    }
}

impl Prepared {
    /// The table that the method works on.
    pub fn table(&self) -> &Table {
        self.steps.table.as_ref().unwrap_or(&self.checked.table)
    }

    /// The table in memory with its quasi-identifiers, ready to be counted.
    ///
    /// # Errors
    /// A hierarchy or a population that does not fit the table.
    pub fn search_space(&self) -> Result<SearchSpace<'_>> {
        let hierarchies = &self.steps.hierarchies;
        let qis = quasi_identifiers(&self.steps.project, self.table(), hierarchies)?;
        let mut space =
            SearchSpace::new(self.table(), qis).with_sensitive_hierarchies(hierarchies)?;
        space.original = Some(&self.original);
        match &self.checked.population {
            Some(population) => Ok(space.with_population(population)?),
            None => Ok(space),
        }
    }

    /// The report for people so far: where the table stood before anything was done to it.
    pub(crate) fn accounting(&self, space: &SearchSpace<'_>) -> Option<Accounting> {
        let Checked {
            project,
            technique,
            shows,
            backend,
            table,
            ..
        } = &self.checked;
        if self.checked.is_outside || !(*shows || project.output.report.is_some()) {
            return None;
        }
        let project = &self.steps.project;
        let mut accounting = Accounting::new(project, *technique, space);
        if !self.steps.steps.is_empty() {
            accounting = accounting.since(Standing::of(table, thresholds(project)));
        }
        accounting = match backend.capabilities().single_rows {
            true => accounting.with_roles_of(&self.checked.project),
            false => accounting.of_columns(&self.checked.project, &backend.columns()),
        };
        Some(accounting)
    }
}

/// Whether a step changed the values of a sensitive attribute: it is then compared with the table after the steps.
fn has_other_values(changed: &Table, original: &Table) -> bool {
    let dictionary = |table: &Table, name: &str| {
        let index = table.index_of(name).ok()?;
        Some(table.attributes()[index].column.dictionary().clone())
    };
    let sensitive = changed.with_role(Role::Sensitive).into_iter();
    let mut names = sensitive.map(|index| &changed.attributes()[index].name);
    names.any(|name| dictionary(changed, name) != dictionary(original, name))
}

/// The sensitive attributes of a table, which classes are compared with whatever rows are left out.
pub fn sensitive_of(table: &Table) -> Table {
    let kept = table.attributes().iter();
    let kept = kept.filter(|it| matches!(it.role, Role::Sensitive | Role::Person));
    Table::from_attributes(kept.cloned().collect()).weighted_like(table)
}
