//! Where passes get the tuples from: distinct rows on the disk, or an engine that counts them.

use std::sync::Arc;

use arrow_array::ArrayRef;
use bauta_engines::{Coded, CutNode, Distinct, Engine, Output, Ranked, Told};
use bauta_methods::generalize::mondrian::passes;
use bauta_table::recoding::Prepared;
use bauta_table::{Attribute, Fault, Progress, Qi, Role};

use super::cutting::ranked;
use super::unread;
use crate::project::{MissingPolicy, Project};
use bauta_messages::{Error, Result};

/// A column: its distinct values as a table has them, one a row, and the same in the engine's own type.
pub(super) type Column = (Attribute, ArrayRef);

/// A fault where rows have missing quasi-identifiers and these are refused; given their cells by name.
fn accepted(project: &Project, missing: impl Iterator<Item = (String, u64)>) -> Result<()> {
    if project.anonymize.missing_values != MissingPolicy::Refuse {
        return Ok(());
    }
    let fault = |(attribute, cells)| Fault::MissingValues {
        attribute,
        role: Role::QuasiIdentifier,
        cells,
        first_rows: Vec::new(),
    };
    let faults: Vec<Fault> = missing.filter(|(_, cells)| *cells > 0).map(fault).collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.into())
    }
}

/// The distinct rows in the order of quasi-identifiers and sensitive attributes.
pub(super) struct OnDisk<'a> {
    distinct: &'a dyn Distinct,
    quasi: Vec<usize>,
    sensitive: Vec<usize>,
    /// The code of a missing value of each quasi-identifier, where rows with one are left out.
    missing: Vec<Option<u32>>,
    drops: bool,
}

impl<'a> OnDisk<'a> {
    pub(super) fn new(
        project: &Project,
        distinct: &'a dyn Distinct,
        prepared: &Prepared<'_>,
    ) -> Self {
        let missing = |qi: &Qi| {
            prepared.table.attributes()[qi.attribute]
                .column
                .dictionary()
                .missing_code()
        };
        OnDisk {
            distinct,
            quasi: prepared.qis.iter().map(|qi| qi.attribute).collect(),
            sensitive: prepared.sensitive.clone(),
            missing: prepared.qis.iter().map(missing).collect(),
            drops: project.anonymize.missing_values == MissingPolicy::Drop,
        }
    }

    fn has_missing(&self, codes: &[u32]) -> bool {
        codes
            .iter()
            .zip(&self.missing)
            .any(|(code, missing)| Some(*code) == *missing)
    }

    /// All rows, and those that are left out; a fault where rows with missing values are refused.
    pub(super) fn rows(&self, project: &Project) -> Result<(u64, u64)> {
        let (mut rows, mut missing, mut of_column) = (0, 0, vec![0u64; self.quasi.len()]);
        let mut quasi = vec![0; self.quasi.len()];
        self.distinct
            .visit(&mut |codes, count| {
                rows += count;
                quasi
                    .iter_mut()
                    .zip(&self.quasi)
                    .for_each(|(code, &at)| *code = codes[at]);
                missing += if self.has_missing(&quasi) { count } else { 0 };
                let cells = quasi.iter().zip(&self.missing).zip(&mut of_column);
                cells
                    .filter(|((code, missing), _)| Some(**code) == **missing)
                    .for_each(|(_, cells)| *cells += count);
            })
            .map_err(unread)?;
        let names = self
            .quasi
            .iter()
            .map(|&at| self.distinct.columns()[at].0.name.clone());
        accepted(project, names.zip(of_column))?;
        Ok((rows, if self.drops { missing } else { 0 }))
    }
}

impl passes::Tuples for OnDisk<'_> {
    type Error = std::io::Error;

    fn tell(&self, pass: &mut passes::Pass<'_, '_>) -> std::io::Result<()> {
        let (mut quasi, mut sensitive) = (vec![0; self.quasi.len()], vec![0; self.sensitive.len()]);
        self.distinct.visit(&mut |codes, rows| {
            quasi
                .iter_mut()
                .zip(&self.quasi)
                .for_each(|(code, &at)| *code = codes[at]);
            sensitive
                .iter_mut()
                .zip(&self.sensitive)
                .for_each(|(code, &at)| *code = codes[at]);
            if !(self.drops && self.has_missing(&quasi)) {
                pass.tuple(&quasi, &sensitive, rows);
            }
        })
    }
}

/// The values of columns whose rows are in an engine, and how many rows have each.
pub(super) struct Values {
    pub(super) columns: Vec<Column>,
    weights: Vec<Vec<u64>>,
}

impl Values {
    pub(super) fn of(
        engine: &dyn Engine,
        columns: &[String],
        progress: &dyn Progress,
    ) -> Result<Self> {
        let mut values = Values {
            columns: Vec::new(),
            weights: Vec::new(),
        };
        for column in columns {
            let counted = engine.frequency_set(std::slice::from_ref(column), progress)?;
            let keys = counted.keys.columns().first().map(Arc::clone);
            if let (Some(attribute), Some(keys)) =
                (counted.table.into_attributes().into_iter().next(), keys)
            {
                values.columns.push((attribute, keys));
                values.weights.push(counted.weights);
            }
        }
        Ok(values)
    }

    /// How many rows have no value in a column.
    fn missing(&self, column: usize) -> u64 {
        let (attribute, _) = &self.columns[column];
        let missing = attribute.column.dictionary().missing_code();
        let rows = attribute.column.codes().iter().zip(&self.weights[column]);
        rows.filter(|(code, _)| Some(*code) == missing)
            .map(|(_, rows)| rows)
            .sum()
    }

    fn rows(&self) -> u64 {
        self.weights
            .first()
            .map_or(0, |weights| weights.iter().sum())
    }
}

/// Numbered rows in an engine: ranks of quasi-identifiers, then codes of sensitive attributes.
pub(super) struct InEngine<'a> {
    coded: Box<dyn Coded>,
    /// For each quasi-identifier, the code of each rank.
    code_of: Vec<Vec<u32>>,
    progress: &'a dyn Progress,
}

impl<'a> InEngine<'a> {
    pub(super) fn new(
        (project, engine): (&Project, &dyn Engine),
        values: &Values,
        prepared: &Prepared<'_>,
        output: &Output,
        progress: &'a dyn Progress,
    ) -> Result<Self> {
        let cells = prepared
            .qis
            .iter()
            .map(|qi| (qi.name.clone(), values.missing(qi.attribute)));
        accepted(project, cells)?;
        let drops = project.anonymize.missing_values == MissingPolicy::Drop;
        let quasi = prepared
            .qis
            .iter()
            .map(|qi| ranked(qi, &values.columns[qi.attribute], drops));
        let sensitive = prepared
            .sensitive
            .iter()
            .map(|&index| by_code(&values.columns[index]));
        let columns: Vec<Ranked> = quasi.chain(sensitive).collect();
        let coded = engine.coded(&columns, prepared.qis.len(), output, progress)?;
        if coded.rows().0 != values.rows() {
            return Err(bauta_engines::Error::request(
                "the data changed while they were read",
                "run it again",
            )
            .into());
        }
        let code_of = |qi: &Qi| {
            let mut code_of = vec![0; qi.ranks()];
            qi.rank_of_code()
                .iter()
                .zip(0..)
                .for_each(|(&rank, code)| code_of[rank as usize] = code);
            code_of
        };
        Ok(InEngine {
            coded,
            code_of: prepared.qis.iter().map(code_of).collect(),
            progress,
        })
    }

    /// All rows, and those that are left out.
    pub(super) fn rows(&self) -> (u64, u64) {
        let (all, inside) = self.coded.rows();
        (all, all - inside)
    }
}

/// The code of each value of a column.
fn by_code((attribute, keys): &Column) -> Ranked {
    let ranks = attribute.column.codes().iter().map(Some).collect();
    Ranked {
        column: attribute.name.clone(),
        keys: Arc::clone(keys),
        ranks,
    }
}

impl passes::Tuples for InEngine<'_> {
    type Error = Error;

    fn tell(&self, pass: &mut passes::Pass<'_, '_>) -> Result<()> {
        let node = |node: passes::Node| match node {
            passes::Node::Cut { qi, rank, right } => CutNode::Cut {
                column: qi,
                rank,
                right,
            },
            passes::Node::Region(region) => CutNode::Region(region),
        };
        let cuts: Vec<CutNode> = pass.cuts().into_iter().map(node).collect();
        let asked = (pass.outlined(), pass.asked());
        let mut told = |told: Told<'_>| match told {
            Told::Distinct { region, rows } => pass.tuples(region, rows),
            Told::At {
                region,
                column,
                number,
                rows,
                bounds,
            } => pass.rank(region, (column, number), rows, bounds),
            Told::Beside {
                region,
                at,
                beside,
                rows,
            } => pass.sensitive(region, at, beside, rows),
            Told::Row {
                region,
                numbers,
                rows,
            } => {
                let (ranks, sensitive) = numbers.split_at(self.code_of.len());
                let codes = ranks
                    .iter()
                    .zip(&self.code_of)
                    .map(|(&rank, code_of)| code_of[rank as usize]);
                pass.held(region, &codes.collect::<Vec<_>>(), sensitive, rows);
            }
        };
        Ok(self.coded.ask(&cuts, asked, &mut told, self.progress)?)
    }
}
