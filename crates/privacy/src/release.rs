//! Releases: drafts that the verifier has looked at.

use std::borrow::Cow;
use std::cmp::Ordering;

use bauta_table::count::FrequencySet;
use bauta_table::recoding::{Draft, Part};
use bauta_table::{Attribute, Column, Role, Table};
use rayon::prelude::*;

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

/// That the verifier looked at rows and found in them everything that was asked for. Only the verifier makes one, and
/// publishing asks for it.
#[derive(Debug)]
pub struct Approval(());

impl Examination {
    /// The verifier's approval, if every requirement holds.
    pub fn approval(&self) -> Option<Approval> {
        self.holds().then_some(Approval(()))
    }
}

impl Release {
    /// The verifier's approval: a release is made only of rows in which every requirement holds.
    pub fn approval(&self) -> Approval {
        Approval(())
    }

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
            .par_iter()
            .map(|(part, table)| {
                let relevant: Vec<Requirement> = requirements
                    .iter()
                    .filter(|requirement| {
                        *part != Part::QuasiIdentifiers || !requirement.needs_sensitive()
                    })
                    .cloned()
                    .collect();
                (*part, examine_with(table, &relevant, background))
            })
            .collect();
        let problem = unlinked(&draft, &examined);
        let judged = examined
            .iter()
            .find(|(part, _)| *part != Part::QuasiIdentifiers)
            .or(examined.first());
        let measures = Measures::of_draft(
            &draft,
            judged.map(|(_, examination)| examination),
            original_rows,
        );
        let checked = examined
            .iter()
            .flat_map(|(_, examination)| examination.checked.clone())
            .collect();
        let holds =
            problem.is_none() && examined.iter().all(|(_, examination)| examination.holds());
        let rules = merged(
            examined
                .into_iter()
                .map(|(_, examination)| examination.rules)
                .collect(),
        );
        match holds {
            true => Ok(Release {
                tables: draft.tables,
                measures,
                checked,
                rules,
            }),
            false => Err(Box::new(Refusal {
                measures,
                checked,
                rules,
                problem,
            })),
        }
    }

    /// The tables to publish.
    pub fn tables(&self) -> &[(Part, Table)] {
        &self.tables
    }

    /// The tables as they are written: where counts are published, the distinct rows with their counts.
    pub fn published(&self) -> Vec<Cow<'_, Table>> {
        (0..self.tables.len())
            .filter_map(|place| self.published_at(place))
            .collect()
    }

    /// One of them, if there are so many.
    pub fn published_at(&self, place: usize) -> Option<Cow<'_, Table>> {
        let (part, table) = self.tables.get(place)?;
        Some(match part {
            Part::SensitiveCounts => Cow::Owned(counted(table)),
            _ => Cow::Borrowed(table),
        })
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
    let (first, counts) = runs(table).unwrap_or_else(|| distinct(table));
    let rows = if first.len() == table.rows() {
        table.clone()
    } else {
        table.picked(&first)
    };
    let mut attributes = rows.into_attributes();
    let mut name = "Count".to_owned();
    while attributes.iter().any(|attribute| attribute.name == name) {
        name.push('_');
    }
    attributes.push(Attribute {
        name,
        role: Role::Insensitive,
        column: Column::of_counts(&counts),
    });
    Table::from_attributes(attributes)
}

/// The first one of the rows that are equal, in ascending order, and how many they are.
fn distinct(table: &Table) -> (Vec<u32>, Vec<u32>) {
    let all: Vec<usize> = (0..table.attributes().len()).collect();
    let (set, of_row) = FrequencySet::count(table, &all, &[]);
    let mut first = vec![u32::MAX; set.len()];
    of_row
        .iter()
        .enumerate()
        .rev()
        .for_each(|(row, &tuple)| first[tuple as usize] = row as u32);
    first.sort_unstable();
    let rows = |first: &u32| {
        u32::try_from(set.counts()[of_row[*first as usize] as usize]).unwrap_or(u32::MAX)
    };
    let counts = first.iter().map(rows).collect();
    (first, counts)
}

/// The same where rows stand as those of buckets do: those with the same first cell beside each other, and among these all other cells in
/// ascending order, so that equal rows are neighbours. None where they do not.
fn runs(table: &Table) -> Option<(Vec<u32>, Vec<u32>)> {
    let (head, rest) = table
        .attributes()
        .split_first()
        .filter(|_| table.weights().is_none())?;
    let mut seen = vec![false; head.column.dictionary().len()];
    let (mut first, mut counts): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let code = |attribute: &Attribute, row: usize| attribute.column.codes().get(row);
    let mut last = None;
    for row in 0..table.rows() {
        let own = code(head, row);
        let order = match last == Some(own) {
            true => {
                let unlike = rest
                    .iter()
                    .map(|it| code(it, row - 1).cmp(&code(it, row)))
                    .find(|order| order.is_ne());
                unlike.unwrap_or(Ordering::Equal)
            }
            false if std::mem::replace(&mut seen[own as usize], true) => return None,
            false => Ordering::Less,
        };
        match order {
            Ordering::Greater => return None,
            Ordering::Equal => counts
                .iter_mut()
                .next_back()
                .into_iter()
                .for_each(|count| *count += 1),
            Ordering::Less => {
                first.push(row as u32);
                counts.push(1);
            }
        }
        last = Some(own);
    }
    Some((first, counts))
}

/// Whether linked tables disagree on the sizes of their buckets.
fn unlinked(draft: &Draft, examined: &[(Part, Examination)]) -> Option<&'static str> {
    if draft.tables.len() < 2 {
        return None;
    }
    let mut sizes: Vec<Vec<u64>> = examined
        .iter()
        .map(|(_, e)| e.classes.sizes().to_vec())
        .collect();
    sizes.iter_mut().for_each(|sizes| sizes.sort_unstable());
    (!sizes.windows(2).all(|pair| pair[0] == pair[1]))
        .then_some("the tables' groups do not belong together")
}

#[cfg(test)]
mod tests {
    use bauta_table::{ColumnBuilder, ReadAs};
    use proptest::prelude::*;

    use super::*;

    fn table(rows: &[[u8; 3]]) -> Table {
        let columns = (0..3).map(|place| {
            let mut builder = ColumnBuilder::new();
            rows.iter()
                .for_each(|row| builder.push_text(&format!("v{}", row[place])));
            (format!("a{place}"), builder.finish(&ReadAs::default()))
        });
        Table::new(columns)
    }

    proptest! {
        #[test]
        fn neighbours_are_counted_as_all_rows_are(
            rows in proptest::collection::vec(proptest::array::uniform3(0u8..3), 0..60), sorted in any::<bool>()
        ) {
            let mut rows = rows;
            if sorted {
                rows.sort_unstable();
                rows.reverse();
                rows.chunk_by_mut(|a, b| a[0] == b[0]).for_each(<[_]>::sort_unstable);
            }
            let table = table(&rows);
            let found = runs(&table);
            prop_assert!(!sorted || found.is_some());
            if let Some(found) = found {
                prop_assert_eq!(found, distinct(&table));
            }
        }
    }
}
