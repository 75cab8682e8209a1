//! Releases: drafts that the verifier has looked at.

use std::borrow::Cow;

use bauta_table::count::FrequencySet;
use bauta_table::recoding::{Draft, Part};
use bauta_table::{Attribute, Column, Dictionary, Precision, Role, Style, Table, Values};

use crate::examine::{Background, Examination, RuleFinding, examine_with, merged};
use crate::measures::Measures;
use crate::models::Requirement;

/// Tables that may be published. Only [`Release::verify`] makes one.
pub struct Release {
    tables: Vec<(Part, Table)>,
    measures: Measures,
    checked: Vec<(String, bool)>,
    rules: Vec<RuleFinding>,
}

/// A draft that broke a requirement, with what was found. It holds no table: what was refused cannot be written.
#[derive(Debug)]
pub struct Refusal {
    /// The measures of the refused draft.
    pub measures: Measures,
    /// The requirements and whether each holds.
    pub checked: Vec<(String, bool)>,
    /// What was found about each edit rule.
    pub rules: Vec<RuleFinding>,
    /// What else is wrong with it.
    pub problem: Option<&'static str>,
}

impl Release {
    /// Looks at the drafted rows, with what is known besides, and makes a release of them if every requirement holds.
    ///
    /// # Errors
    /// A [`Refusal`] if one does not, or if linked tables do not belong together.
    pub fn verify(
        draft: Draft,
        original_rows: u64,
        requirements: &[Requirement],
        background: &Background<'_>,
    ) -> Result<Release, Box<Refusal>> {
        let examined: Vec<(Part, Examination)> = draft
            .tables
            .iter()
            .map(|(part, table)| {
                let relevant: Vec<Requirement> = requirements
                    .iter()
                    .filter(|requirement| *part != Part::QuasiIdentifiers || !requirement.needs_sensitive())
                    .cloned()
                    .collect();
                (*part, examine_with(table, &relevant, background))
            })
            .collect();
        let problem = unlinked(&draft, &examined);
        let judged = examined.iter().find(|(part, _)| *part != Part::QuasiIdentifiers).or(examined.first());
        let measures = Measures::of_draft(&draft, judged.map(|(_, examination)| examination), original_rows);
        let checked = examined.iter().flat_map(|(_, examination)| examination.checked.clone()).collect();
        let holds = problem.is_none() && examined.iter().all(|(_, examination)| examination.holds());
        let rules = merged(examined.into_iter().map(|(_, examination)| examination.rules).collect());
        match holds {
            true => Ok(Release { tables: draft.tables, measures, checked, rules }),
            false => Err(Box::new(Refusal { measures, checked, rules, problem })),
        }
    }

    /// The tables to publish.
    pub fn tables(&self) -> &[(Part, Table)] {
        &self.tables
    }

    /// The tables as they are written: where counts are published, the distinct rows with their counts.
    pub fn published(&self) -> Vec<Cow<'_, Table>> {
        let written = |(part, table): &'_ (Part, Table)| -> Option<Table> {
            (*part == Part::SensitiveCounts).then(|| counted(table))
        };
        self.tables.iter().map(|entry| written(entry).map_or(Cow::Borrowed(&entry.1), Cow::Owned)).collect()
    }

    /// What was measured.
    pub fn measures(&self) -> &Measures {
        &self.measures
    }

    /// The requirements that were checked.
    pub fn checked(&self) -> &[(String, bool)] {
        &self.checked
    }

    /// What was found about each edit rule.
    pub fn rules(&self) -> &[RuleFinding] {
        &self.rules
    }
}

/// The distinct rows of a table in the order of their first appearance, and how often each occurs.
pub fn counted(table: &Table) -> Table {
    let all: Vec<usize> = (0..table.attributes().len()).collect();
    let (set, of_row) = FrequencySet::count(table, &all, &[]);
    let mut first = vec![u32::MAX; set.len()];
    of_row.iter().enumerate().rev().for_each(|(row, &tuple)| first[tuple as usize] = row as u32);
    first.sort_unstable();
    let mut attributes = table.picked(&first).into_attributes();
    let counts: Vec<f64> = first.iter().map(|&row| set.counts()[of_row[row as usize] as usize] as f64).collect();
    let whole = Dictionary::sorted(Values::Integer(Vec::new()), Style::Plain, false).0;
    let mut name = "Count".to_owned();
    while attributes.iter().any(|attribute| attribute.name == name) {
        name.push('_');
    }
    let column = Column::of_measures(&counts, &whole, Precision::Source);
    attributes.push(Attribute { name, role: Role::Insensitive, column });
    Table::from_attributes(attributes)
}

/// Whether linked tables disagree on the sizes of their buckets.
fn unlinked(draft: &Draft, examined: &[(Part, Examination)]) -> Option<&'static str> {
    if draft.tables.len() < 2 {
        return None;
    }
    let mut sizes: Vec<Vec<u64>> = examined.iter().map(|(_, e)| e.classes.sizes().to_vec()).collect();
    sizes.iter_mut().for_each(|sizes| sizes.sort_unstable());
    (!sizes.windows(2).all(|pair| pair[0] == pair[1])).then_some("the tables' groups do not belong together")
}
