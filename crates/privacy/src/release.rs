//! Releases: drafts that the verifier has looked at.

use std::borrow::Cow;
use std::cmp::Ordering;

use bauta_table::count::FrequencySet;
use bauta_table::recoding::{Draft, Part};
use bauta_table::{Attribute, Column, Role, Table};

use crate::assessment::Assessment;
use crate::examine::{Examination, RuleFinding, examine_with};
use crate::models::Requirement;
use crate::released_classes::{Background, Published};
use crate::utility::truth::Source;

/// Tables that may be published. Only [`Release::verify`] makes one.
pub struct Release {
    tables: Vec<(Part, Table)>,
    linked_by: Vec<String>,
    /// Whose row each one is, where people have several: it is not published.
    people: Option<Attribute>,
    assessment: Assessment,
    rules: Vec<RuleFinding>,
}

/// A draft that broke a requirement, with what was found. It holds no table: what was refused cannot be written.
#[derive(Debug)]
pub struct Refusal {
    /// The assessment of the refused draft.
    pub assessment: Assessment,
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

    /// Like [`verify`](Release::verify), for rows of which nothing untrue may be said: each released label of a quasi-identifier contains the
    /// value that its row had.
    ///
    /// # Errors
    /// A [`Refusal`] as well where a label does not.
    pub fn verify_true(
        draft: Draft,
        original_rows: u64,
        requirements: &[Requirement],
        background: &Background<'_>,
        source: &Source<'_>,
    ) -> Result<Release, Box<Refusal>> {
        let quasi = draft.tables.iter().find(|(part, _)| !part.is_sensitive());
        let untrue = quasi.and_then(|(_, table)| source.untrue_cells(table));
        let mut verdict = Release::verify(draft, original_rows, requirements, background);
        if untrue.is_some_and(|cells| cells > 0) {
            let problem = Some("released labels that do not contain the value of their row");
            verdict = match verdict {
                Ok(release) => Err(Box::new(Refusal {
                    assessment: release.assessment,
                    rules: release.rules,
                    problem,
                })),
                Err(refusal) => Err(Box::new(Refusal {
                    problem: refusal.problem.or(problem),
                    ..*refusal
                })),
            };
        }
        verdict
    }

    /// Looks at the drafted rows, as a reader will see them and with what is known besides, and makes a release of them if every requirement
    /// holds.
    ///
    /// # Errors
    /// A [`Refusal`] if one does not, or if linked tables do not belong together.
    pub fn verify(
        draft: Draft,
        original_rows: u64,
        requirements: &[Requirement],
        background: &Background<'_>,
    ) -> Result<Release, Box<Refusal>> {
        let nothing = Table::default();
        let published = published(&draft.tables, &draft.linked_by, &nothing);
        let found = examine_with(published, requirements, background);
        let problem =
            (!published.belongs_together()).then_some("the tables' groups do not belong together");
        let assessment = Assessment::of(&found, Some(original_rows));
        let rules = found.rules;
        if problem.is_none() && assessment.holds() {
            Ok(Release {
                people: people(&draft.tables),
                tables: without_people(draft.tables),
                linked_by: draft.linked_by,
                assessment,
                rules,
            })
        } else {
            Err(Box::new(Refusal {
                assessment,
                rules,
                problem,
            }))
        }
    }

    /// The release as a reader sees it.
    pub fn view(&self) -> Option<Published<'_>> {
        let (_, first) = self.tables.first()?;
        Some(published(&self.tables, &self.linked_by, first))
    }

    /// The table with the quasi-identifiers, with whose row each one is where people have several; none where every row is a person of its own.
    pub fn table_of_people(&self) -> Option<Table> {
        let people = self.people.clone()?;
        let mut attributes = self.view()?.quasi_identifiers.attributes().to_vec();
        attributes.push(people);
        Some(Table::from_attributes(attributes))
    }

    /// The attributes that link a sensitive value with people, where its row does not.
    pub fn linked_by(&self) -> &[String] {
        &self.linked_by
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

    /// One of them as it is written to a file. Its rows are in the order of their values, which tells nothing else, unless the order of the
    /// source is to be kept.
    pub fn written_at(&self, place: usize, keep_order: bool) -> Option<Cow<'_, Table>> {
        let table = self.published_at(place)?;
        Some(match keep_order {
            true => table,
            false => Cow::Owned(table.in_order_of_values()),
        })
    }

    /// The table as it is written, where there is only one.
    pub fn only_table(&self, keep_order: bool) -> Option<Cow<'_, Table>> {
        match self.tables.as_slice() {
            [_] => self.written_at(0, keep_order),
            _ => None,
        }
    }

    /// What was found in it. Losses and the figures of the original table are not known here.
    pub fn assessment(&self) -> &Assessment {
        &self.assessment
    }

    /// What was found about each edit rule.
    pub fn rules(&self) -> &[RuleFinding] {
        &self.rules
    }
}

/// Whose row each one is.
fn people(tables: &[(Part, Table)]) -> Option<Attribute> {
    let (_, table) = tables.iter().find(|(part, _)| !part.is_sensitive())?;
    let index = *table.with_role(Role::Person).first()?;
    table.attributes().get(index).cloned()
}

fn without_people(tables: Vec<(Part, Table)>) -> Vec<(Part, Table)> {
    let stripped = tables.into_iter();
    stripped
        .map(|(part, table)| {
            let inside = [Role::Person, Role::Weight, Role::Household];
            (part, inside.into_iter().fold(table, Table::without_role))
        })
        .collect()
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
        let order = if last == Some(own) {
            let unlike = rest
                .iter()
                .map(|it| code(it, row - 1).cmp(&code(it, row)))
                .find(|order| order.is_ne());
            unlike.unwrap_or(Ordering::Equal)
        } else if std::mem::replace(&mut seen[own as usize], true) {
            return None;
        } else {
            Ordering::Less
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

/// The tables of a release as a reader sees them; `nothing` stands for a table that is not there.
fn published<'a>(
    tables: &'a [(Part, Table)],
    linked_by: &'a [String],
    nothing: &'a Table,
) -> Published<'a> {
    let find = |is: fn(Part) -> bool| {
        let found = tables.iter().find(|(part, _)| is(*part));
        found.map_or(nothing, |(_, table)| table)
    };
    Published {
        quasi_identifiers: find(|part| !part.is_sensitive()),
        sensitive: find(|part| part != Part::QuasiIdentifiers),
        linked_by,
    }
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
