//! Test-only: a masking technique on a small table, to the released columns as text.

use bauta_privacy::Requirement;
use bauta_table::recoding::{Draft, Prepared, Recoding, apply};
use bauta_table::{Fault, Qi, Role, Table};
use bauta_testkit::table_of;

use crate::laws::context;
use crate::{Outcome, Settings, Task, Technique};

/// A table, none of it in a role unless said.
pub(crate) struct Trial {
    pub table: Table,
}

/// Released columns, each its labels in the order of rows.
pub(crate) type Columns = Vec<Vec<String>>;

impl Trial {
    pub fn of_column<S: AsRef<str>>(name: &str, cells: &[S]) -> Trial {
        let rows: Vec<[&str; 1]> = cells.iter().map(|cell| [cell.as_ref()]).collect();
        let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
        Trial {
            table: table_of(&[name], &rows),
        }
    }

    pub fn of_columns<S: AsRef<str>>(columns: &[(&str, &[S])]) -> Trial {
        let header: Vec<&str> = columns.iter().map(|column| column.0).collect();
        let rows: Vec<Vec<&str>> = (0..columns[0].1.len())
            .map(|row| {
                columns
                    .iter()
                    .map(|column| column.1[row].as_ref())
                    .collect()
            })
            .collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        Trial {
            table: table_of(&header, &rows),
        }
    }

    pub fn with_role(mut self, names: &[&str], role: Role) -> Trial {
        names.iter().for_each(|name| {
            self.table
                .set_role(self.table.index_of(name).unwrap(), role);
        });
        self
    }

    /// What comes of a technique: the draft, or why there is none.
    pub fn drafted(
        &self,
        technique: &dyn Technique,
        requirements: &[Requirement],
        settings: &Settings,
        seed: u64,
    ) -> Result<Option<Draft>, Vec<Fault>> {
        Ok(self
            .planned(technique, requirements, settings, seed)?
            .map(|(_, draft)| draft))
    }

    /// The same, with the plan.
    pub fn planned(
        &self,
        technique: &dyn Technique,
        requirements: &[Requirement],
        settings: &Settings,
        seed: u64,
    ) -> Result<Option<(Recoding, Draft)>, Vec<Fault>> {
        let qis = self.table.with_role(Role::QuasiIdentifier).into_iter();
        let qis: Vec<Qi> = qis
            .map(|index| Qi::new(&self.table, index, None).unwrap())
            .collect();
        let prepared = Prepared::new(&self.table, qis);
        let mut task = Task::new(technique, &prepared, requirements, settings, Vec::new())?;
        Ok(match crate::plan(&mut task, &mut context(seed)).unwrap() {
            Outcome::Plan(plan) => {
                let draft = apply(&prepared, &plan);
                Some((plan, draft))
            }
            Outcome::Unreachable(_) => None,
        })
    }

    /// The released columns of a technique that nothing is asked of.
    pub fn tried(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        seed: u64,
    ) -> Result<Columns, Vec<Fault>> {
        self.drafted(technique, &[], settings, seed)
            .map(|draft| columns(&draft.unwrap().tables[0].1))
    }

    pub fn released(&self, technique: &dyn Technique, settings: &Settings, seed: u64) -> Columns {
        self.tried(technique, settings, seed).unwrap()
    }
}

pub(crate) fn columns(table: &Table) -> Columns {
    let rows = 0..table.rows();
    table
        .attributes()
        .iter()
        .map(|a| {
            rows.clone()
                .map(|row| a.column.label(row).into_owned())
                .collect()
        })
        .collect()
}

/// Labels as numbers; what is none is not a number.
pub(crate) fn numbers(labels: &[String]) -> Vec<f64> {
    labels
        .iter()
        .map(|label| label.parse().unwrap_or(f64::NAN))
        .collect()
}

/// Settings from pairs.
pub(crate) fn settings(words: &[(&str, &str)]) -> Settings {
    words
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}
