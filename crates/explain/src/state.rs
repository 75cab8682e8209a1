//! States as tables: what the rows are at each decision, which cells it changed, and which classes are still unsafe.

use std::collections::BTreeMap;

use bauta_methods::Task;
use bauta_methods::trace::State;
use bauta_privacy::{Class, counted};
use bauta_table::recoding::{Part, Prepared, Recoding, apply};
use bauta_table::{Role, Table};

use super::told::{Shown, ShownRow, ShownTable};

/// The rows that states are about.
pub(super) struct Rows<'a> {
    pub prepared: &'a Prepared<'a>,
    pub task: &'a Task<'a>,
    /// The number of each row, from 1, where it was read.
    pub numbers: &'a [u64],
}

/// What is known of each row besides its cells.
struct Marks {
    left_out: Vec<bool>,
    group: Vec<Option<u32>>,
}

impl Rows<'_> {
    /// A state, with the cells marked that are not as they were before.
    pub(super) fn shown(&self, state: &State, before: Option<&Shown>) -> Shown {
        let mut shown = match state {
            State::Recoded(plan) => self.recoded(plan),
            State::Grouped(group_of) => self.grouped(group_of),
        };
        if let Some(before) = before {
            keep_groups(&mut shown, before);
            mark_changes(&mut shown, before);
        }
        shown
    }

    fn grouped(&self, group_of: &[Option<u32>]) -> Shown {
        let left_out = vec![false; group_of.len()];
        let marks = Marks {
            left_out,
            group: group_of.to_vec(),
        };
        let visible = (0..self.prepared.table.attributes().len())
            .filter(|&index| self.prepared.table.attributes()[index].role != Role::Identifier);
        let attributes = visible
            .map(|index| self.prepared.table.attributes()[index].clone())
            .collect();
        let mut shown = self.table(&Table::from_attributes(attributes), &marks);
        // Groups are what counts here, not what quasi-identifiers say.
        for row in shown.tables.iter_mut().flat_map(|table| &mut table.rows) {
            (row.class_rows, row.safe) = (None, None);
        }
        (shown.classes, shown.smallest, shown.outliers) = (0, 0, 0);
        let groups: std::collections::BTreeSet<u32> = group_of.iter().flatten().copied().collect();
        shown.groups = Some(groups.len());
        shown
    }

    fn recoded(&self, plan: &Recoding) -> Shown {
        let (whole, left_out) = self.with_all_rows(plan);
        let draft = apply(self.prepared, &whole);
        let marks = Marks {
            left_out,
            group: plan.group_of_row(self.prepared),
        };
        let mut shown: Option<Shown> = None;
        for (part, table) in &draft.tables {
            match (&mut shown, part) {
                (None, _) => shown = Some(self.table(table, &marks)),
                (Some(shown), Part::SensitiveCounts) => shown.tables.push(nobodys(&counted(table))),
                (Some(shown), _) => shown.tables.push(nobodys(table)),
            }
        }
        let mut shown = shown.unwrap_or_else(|| self.grouped(&vec![None; self.numbers.len()]));
        shown.levels = plan.node().map(|node| node.levels().to_vec());
        shown.groups = plan.groups();
        shown
    }

    /// The same plan with no row left out, and which rows it leaves out.
    fn with_all_rows(&self, plan: &Recoding) -> (Recoding, Vec<bool>) {
        let mut whole = plan.clone();
        let dropped = whole.take_dropped();
        let left_out = self
            .prepared
            .tuple_of_row()
            .iter()
            .map(|tuple| dropped.contains(tuple))
            .collect();
        (whole, left_out)
    }

    /// A table whose rows are those that were read, with its classes judged.
    fn table(&self, table: &Table, marks: &Marks) -> Shown {
        let columns = table
            .attributes()
            .iter()
            .map(|attribute| attribute.name.clone())
            .collect();
        let classes = self.classes(table, marks);
        let row = |row: usize| {
            let class = classes
                .get(&key(table, row))
                .filter(|_| !marks.left_out[row]);
            ShownRow {
                row: self.numbers.get(row).copied(),
                cells: table
                    .attributes()
                    .iter()
                    .map(|attribute| attribute.column.label(row).into_owned())
                    .collect(),
                changed: Vec::new(),
                left_out: marks.left_out[row],
                group: marks.group[row]
                    .filter(|&group| group != u32::MAX)
                    .map(|group| group + 1),
                class_rows: class.map(|class| class.0),
                safe: class.and_then(|class| class.1),
            }
        };
        let rows: Vec<ShownRow> = (0..table.rows().min(marks.left_out.len()))
            .map(row)
            .collect();
        let outliers = rows.iter().filter(|row| row.safe == Some(false)).count() as u64;
        Shown {
            levels: None,
            groups: None,
            classes: classes.len(),
            smallest: classes.values().map(|class| class.0).min().unwrap_or(0),
            outliers,
            left_out: marks.left_out.iter().filter(|left_out| **left_out).count() as u64,
            tables: vec![ShownTable { columns, rows }],
        }
    }

    /// The rows of each class that are not left out, and whether they satisfy what is asked for, where that can be told.
    fn classes(&self, table: &Table, marks: &Marks) -> BTreeMap<Vec<String>, (u64, Option<bool>)> {
        let mut members: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
        for row in (0..table.rows().min(marks.left_out.len())).filter(|&row| !marks.left_out[row]) {
            members.entry(key(table, row)).or_default().push(row);
        }
        let judged = |rows: &[usize]| (rows.len() as u64, self.holds(rows));
        members
            .into_iter()
            .map(|(key, rows)| (key, judged(&rows)))
            .collect()
    }

    /// Whether some rows are a class that satisfies what is asked for; none where nothing is asked of classes.
    fn holds(&self, rows: &[usize]) -> Option<bool> {
        let models = &self.task.models;
        if models.is_empty() || models.iter().any(bauta_privacy::Judge::needs_population) {
            return None;
        }
        let values = |&attribute: &usize| {
            let column = &self.prepared.table.attributes()[attribute].column;
            let missing = column.dictionary().missing_code();
            let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
            let codes = rows
                .iter()
                .map(|&row| column.codes().get(row))
                .filter(|&code| Some(code) != missing);
            codes.for_each(|code| *counts.entry(code).or_default() += 1);
            counts.into_iter().collect()
        };
        let sensitive: Vec<Vec<(u32, u64)>> = self.prepared.sensitive.iter().map(values).collect();
        Some(self.task.holds(&Class {
            size: rows.len() as u64,
            sensitive: &sensitive,
            population: 0,
        }))
    }
}

/// What a row says in the quasi-identifiers.
fn key(table: &Table, row: usize) -> Vec<String> {
    let quasi = table.with_role(Role::QuasiIdentifier).into_iter();
    quasi
        .map(|index| table.attributes()[index].column.label(row).into_owned())
        .collect()
}

/// A table whose rows are nobody's.
fn nobodys(table: &Table) -> ShownTable {
    let cells = |row: usize| {
        table
            .attributes()
            .iter()
            .map(|a| a.column.label(row).into_owned())
            .collect()
    };
    let row = |row: usize| ShownRow {
        row: None,
        cells: cells(row),
        changed: Vec::new(),
        left_out: false,
        group: None,
        class_rows: None,
        safe: None,
    };
    ShownTable {
        columns: table
            .attributes()
            .iter()
            .map(|attribute| attribute.name.clone())
            .collect(),
        rows: (0..table.rows()).map(row).collect(),
    }
}

/// Groups that a plan does not name any more are still those of the state before.
fn keep_groups(shown: &mut Shown, before: &Shown) {
    let (Some(table), Some(was)) = (shown.tables.first_mut(), before.tables.first()) else {
        return;
    };
    let forgotten = shown.groups.is_none() && shown.levels.is_none();
    if forgotten && table.rows.iter().all(|row| row.group.is_none()) {
        shown.groups = before.groups;
        table
            .rows
            .iter_mut()
            .zip(&was.rows)
            .for_each(|(row, was)| row.group = was.group);
    }
}

/// Marks the cells that are not as they were, by row and column.
fn mark_changes(shown: &mut Shown, before: &Shown) {
    let (Some(table), Some(was)) = (shown.tables.first_mut(), before.tables.first()) else {
        return;
    };
    let place_before: Vec<Option<usize>> = table
        .columns
        .iter()
        .map(|name| was.columns.iter().position(|other| other == name))
        .collect();
    for row in &mut table.rows {
        let Some(was) = was
            .rows
            .iter()
            .find(|other| other.row.is_some() && other.row == row.row)
        else {
            continue;
        };
        let differs = |place: &usize| {
            let before = place_before[*place].and_then(|before| was.cells.get(before));
            before.is_none_or(|before| *before != row.cells[*place])
        };
        row.changed = (0..row.cells.len()).filter(differs).collect();
    }
}
