//! Releases: drafts that the verifier has looked at.

use bauta_table::Table;
use bauta_table::recoding::{Draft, Part};

use crate::examine::{Background, Examination, examine_with};
use crate::measures::Measures;
use crate::models::Requirement;

/// Tables that may be published. Only [`Release::verify`] makes one.
pub struct Release {
    tables: Vec<(Part, Table)>,
    measures: Measures,
    checked: Vec<(String, bool)>,
}

/// A draft that broke a requirement, with what was found. It holds no table: what was refused cannot be written.
#[derive(Debug)]
pub struct Refusal {
    /// The measures of the refused draft.
    pub measures: Measures,
    /// The requirements and whether each holds.
    pub checked: Vec<(String, bool)>,
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
        match holds {
            true => Ok(Release { tables: draft.tables, measures, checked }),
            false => Err(Box::new(Refusal { measures, checked, problem })),
        }
    }

    /// The tables to publish.
    pub fn tables(&self) -> &[(Part, Table)] {
        &self.tables
    }

    /// What was measured.
    pub fn measures(&self) -> &Measures {
        &self.measures
    }

    /// The requirements that were checked.
    pub fn checked(&self) -> &[(String, bool)] {
        &self.checked
    }
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
