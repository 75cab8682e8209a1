//! Replacement: named attributes get other values, or go; rows may be left out. What masking techniques decide.
//!
//! **Losses** of a quasi-identifier whose values are replaced one for one: the share of its scale (numbers, dates) or of its
//! values (words) that became the same released value; 1 where that says nothing (`*`, missing). Where rows get values of their own,
//! the mean over the rows with a released value of how far it is from theirs, as a share of the scale; for words 0 or 1.

use super::{CodeLoss, Draft, Part, Prepared};
use crate::dictionary::Dictionary;
use crate::qi::Qi;
use crate::role::Role;
use crate::table::{Attribute, Column, Table};

/// What becomes of some attributes; all others stay as they are.
#[derive(Clone, Default)]
pub struct Replaced {
    /// What becomes of each changed attribute, an attribute at most once.
    pub changes: Vec<Change>,
    /// Attributes that were not there before.
    pub added: Vec<Added>,
    /// The rows that stay, in their order in the release; `None` = all.
    pub kept: Option<Vec<u32>>,
    /// How many rows of the data each row stands for from now on, where rows are distinct ones and some of what they stand for is left out.
    pub weights: Option<Vec<u64>>,
}

/// What becomes of an attribute.
#[derive(Clone)]
pub struct Change {
    /// Its index in the table.
    pub attribute: usize,
    /// What it becomes.
    pub to: New,
}

/// New values of an attribute.
#[derive(Clone)]
pub enum New {
    /// Every value becomes a value of another dictionary.
    Values {
        /// The new values.
        dictionary: Dictionary,
        /// The new code of each old one.
        code_of: Vec<u32>,
    },
    /// Every row has a value of its own.
    Rows(Column),
    /// Row `i` gets the value of row `rows[i]`.
    Moved(Vec<u32>),
    /// It is left out.
    Gone,
}

/// An attribute that was not there before.
#[derive(Clone)]
pub struct Added {
    /// It stands right behind this attribute of the original.
    pub behind: usize,
    /// Name, role and values.
    pub attribute: Attribute,
}

pub(super) fn apply(prepared: &Prepared<'_>, plan: &Replaced) -> Draft {
    let table = prepared.table;
    let change_of = |index: usize| {
        plan.changes
            .iter()
            .find(|change| change.attribute == index)
            .map(|change| &change.to)
    };
    let mut attributes = Vec::new();
    for (index, attribute) in table.attributes().iter().enumerate() {
        let column = match change_of(index) {
            // Before any change: an identifier is not released because somebody masked it.
            _ if attribute.role == Role::Identifier => None,
            Some(to) => replaced(&attribute.column, to),
            None => Some(attribute.column.clone()),
        };
        attributes.extend(column.map(|column| Attribute {
            column,
            ..attribute.clone()
        }));
        attributes.extend(
            plan.added
                .iter()
                .filter(|added| added.behind == index)
                .map(|added| added.attribute.clone()),
        );
    }
    let losses = prepared
        .qis
        .iter()
        .map(|qi| loss(table, qi, change_of(qi.attribute)))
        .collect();
    let whole = Table::from_attributes(attributes).weighted_like(table);
    // Counted before new weights: suppressed rows are those of the table as it was.
    let rows = whole.counted_rows();
    let whole = match &plan.weights {
        Some(weights) => whole.weighted(weights.clone()),
        None => whole,
    };
    let table = match &plan.kept {
        Some(kept) => whole.into_picked(kept),
        None => whole,
    };
    let suppressed_rows = rows - table.counted_rows();
    Draft {
        tables: vec![(Part::Whole, table)],
        suppressed_rows,
        losses,
        linked_by: Vec::new(),
    }
}

fn replaced(column: &Column, to: &New) -> Option<Column> {
    match to {
        New::Values {
            dictionary,
            code_of,
        } => Some(Column::new(
            dictionary.clone(),
            column.codes().mapped(dictionary.len(), code_of),
        )),
        New::Rows(column) => Some(column.clone()),
        New::Moved(rows) => Some(column.picked(rows)),
        New::Gone => None,
    }
}

fn loss(table: &Table, qi: &Qi, to: Option<&New>) -> CodeLoss {
    let original = &table.attributes()[qi.attribute].column;
    let spread = match to {
        None => vec![0.0; original.dictionary().len()],
        Some(New::Gone) => Vec::new(),
        Some(New::Values {
            dictionary,
            code_of,
        }) => covered(qi, original.dictionary(), dictionary, code_of),
        Some(New::Rows(column)) => moved(original, column),
        Some(New::Moved(rows)) => moved(original, &original.picked(rows)),
    };
    CodeLoss {
        attribute: qi.name.clone(),
        level: spread.clone(),
        spread,
    }
}

/// Whether a released code says nothing.
fn says_nothing(dictionary: &Dictionary, code: u32) -> bool {
    Some(code) == dictionary.missing_code() || dictionary.label(code) == "*"
}

/// For each new code, the share of the scale or of the values that became it.
fn covered(qi: &Qi, old: &Dictionary, new: &Dictionary, code_of: &[u32]) -> Vec<f64> {
    let mut ranks: Vec<Vec<u32>> = vec![Vec::new(); new.len()];
    let known = code_of
        .iter()
        .enumerate()
        .filter(|&(code, _)| Some(code as u32) != old.missing_code());
    known.for_each(|(code, &new)| ranks[new as usize].push(qi.rank_of_code()[code]));
    let spread = |(code, ranks): (usize, Vec<u32>)| match (ranks.iter().min(), ranks.iter().max()) {
        (Some(_), Some(_)) if says_nothing(new, code as u32) => 1.0,
        (Some(&low), Some(&high)) if qi.is_measurable() => qi.share(low, high),
        // Words have no distances: what counts is how many of them the label may mean.
        (Some(_), Some(_)) => (ranks.len() - 1) as f64 / (qi.ranks().max(2) - 1) as f64,
        _ => 0.0,
    };
    ranks.into_iter().enumerate().map(spread).collect()
}

/// For each new code, how far on average it is from what its rows had.
fn moved(old: &Column, new: &Column) -> Vec<f64> {
    let (was, is) = (old.dictionary(), new.dictionary());
    // A hierarchy's order has no distances, but the values themselves may have.
    let ends = (
        was.measure(0),
        // The dictionary is sorted: its first and last value are the ends of the scale.
        was.measure((was.value_count().max(1) - 1) as u32),
    );
    let width = if let (Some(first), Some(last)) = ends {
        last - first
    } else {
        0.0
    };
    let distance = |from: u32, to: u32| match (was.measure(from), is.measure(to)) {
        _ if Some(from) == was.missing_code() && Some(to) == is.missing_code() => 0.0,
        _ if says_nothing(is, to) => 1.0,
        (Some(from), Some(to)) if width > 0.0 => ((to - from).abs() / width).min(1.0),
        _ if was.label(from) == is.label(to) => 0.0,
        _ => 1.0,
    };
    let (mut sums, mut rows) = (vec![0.0; is.len()], vec![0u64; is.len()]);
    for (from, to) in old.codes().iter().zip(new.codes().iter()) {
        sums[to as usize] += distance(from, to);
        rows[to as usize] += 1;
    }
    sums.iter()
        .zip(rows)
        .map(|(sum, rows)| if rows > 0 { sum / rows as f64 } else { 0.0 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ColumnBuilder, ReadAs};

    fn table() -> Table {
        let column = |cells: &[&str]| {
            let mut builder = ColumnBuilder::new();
            cells.iter().for_each(|cell| builder.push_text(cell));
            builder.finish(&ReadAs {
                text_may_be_typed: true,
                ..ReadAs::default()
            })
        };
        let columns = [
            ("name", &["x", "y", "z"]),
            ("age", &["20", "30", "40"]),
            ("town", &["A", "B", "A"]),
        ];
        let mut table = Table::new(columns.map(|(name, cells)| (name.to_owned(), column(cells))));
        table.set_role(0, Role::Identifier);
        table.set_role(1, Role::QuasiIdentifier);
        table.set_role(2, Role::QuasiIdentifier);
        table
    }

    fn drafted(plan: &Replaced) -> (Vec<Vec<String>>, Vec<Vec<f64>>, u64) {
        let table = table();
        let qis = [1, 2]
            .map(|index| Qi::new(&table, index, None).unwrap())
            .to_vec();
        let draft = apply(&Prepared::new(&table, qis), plan);
        let released = &draft.tables[0].1;
        let rows = |row| {
            released
                .attributes()
                .iter()
                .map(|a| a.column.label(row).into_owned())
                .collect()
        };
        let losses = draft
            .losses
            .iter()
            .map(|loss| loss.spread.clone())
            .collect();
        (
            (0..released.rows()).map(rows).collect(),
            losses,
            draft.suppressed_rows,
        )
    }

    #[test]
    fn values_rows_and_attributes_are_replaced_and_identifiers_never_released() {
        let (dictionary, code_of) = Dictionary::of_labels(&["<35", "<35", "*"], false);
        let age = Change {
            attribute: 1,
            to: New::Values {
                dictionary,
                code_of,
            },
        };
        let town = Change {
            attribute: 2,
            to: New::Moved(vec![1, 0, 2]),
        };
        let plan = Replaced {
            changes: vec![age, town],
            kept: Some(vec![0, 1, 2]),
            ..Replaced::default()
        };
        let (rows, losses, gone) = drafted(&plan);
        assert_eq!(rows, [["<35", "B"], ["<35", "A"], ["*", "A"]]);
        assert_eq!(
            losses[0],
            [1.0, 0.5],
            "`*` says nothing; 20 and 30 are half of the scale"
        );
        assert_eq!(losses[1], [0.5, 1.0], "of the two rows with A, one had B");
        assert_eq!(gone, 0);
    }

    #[test]
    fn attributes_go_and_come_and_rows_are_left_out() {
        let new = Attribute {
            name: "new".into(),
            role: Role::Insensitive,
            column: table().attributes()[2].column.clone(),
        };
        let plan = Replaced {
            changes: vec![Change {
                attribute: 1,
                to: New::Gone,
            }],
            added: vec![Added {
                behind: 1,
                attribute: new,
            }],
            kept: Some(vec![2, 0]),
            weights: None,
        };
        let (rows, losses, gone) = drafted(&plan);
        assert_eq!(rows, [["A", "A"], ["A", "A"]]);
        assert!(losses[0].is_empty() && losses[1] == [0.0, 0.0]);
        assert_eq!(gone, 1);
    }

    #[test]
    fn a_number_moved_by_a_quarter_of_the_scale_loses_a_quarter() {
        let table = table();
        let column = Column::of_measures(
            &[25.0, 30.0, 40.0],
            table.attributes()[1].column.dictionary(),
            crate::Precision::Source,
        );
        let plan = Replaced {
            changes: vec![Change {
                attribute: 1,
                to: New::Rows(column),
            }],
            ..Replaced::default()
        };
        assert_eq!(drafted(&plan).1[0], [0.25, 0.0, 0.0]);
    }
}
