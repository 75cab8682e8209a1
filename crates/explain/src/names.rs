//! Names of what algorithms weigh: attributes, levels, groups of values, cuts, rows.

use bauta_methods::trace::Subject;
use bauta_table::recoding::{Notation, Prepared, Summary};

use super::say::Say;

/// Finds the words for numbers of a task.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub prepared: &'a Prepared<'a>,
    /// The number of each row, from 1, where it was read.
    pub numbers: &'a [u64],
    pub say: Say,
}

impl Names<'_> {
    /// A quasi-identifier.
    pub(super) fn qi(&self, qi: usize) -> &str {
        self.prepared.qis.get(qi).map_or("?", |qi| qi.name.as_str())
    }

    /// An attribute.
    pub(super) fn attribute(&self, index: usize) -> &str {
        self.prepared
            .table
            .attributes()
            .get(index)
            .map_or("?", |attribute| attribute.name.as_str())
    }

    /// The highest level of a quasi-identifier.
    pub(super) fn height(&self, qi: usize) -> usize {
        let hierarchy = self
            .prepared
            .qis
            .get(qi)
            .and_then(|qi| qi.hierarchy.as_ref());
        hierarchy.map_or(0, bauta_table::Bound::height)
    }

    /// A part of a quasi-identifier's values.
    pub(super) fn part(&self, qi: usize, part: &Summary) -> String {
        let Some(own) = self.prepared.qis.get(qi) else {
            return "?".into();
        };
        let dictionary = self.prepared.table.attributes()[own.attribute]
            .column
            .dictionary();
        part.label(own, dictionary, Notation::default())
    }

    /// A cut: everything up to a value on one side.
    pub(super) fn cut(&self, qi: usize, rank: u32) -> String {
        let value = self.part(
            qi,
            &Summary::Range {
                low: rank,
                high: rank,
            },
        );
        let name = self.qi(qi);
        if self
            .prepared
            .qis
            .get(qi)
            .is_some_and(bauta_table::Qi::is_measurable)
        {
            format!("{name} ≤ {value}")
        } else {
            self.say.pick(
                format!("{name} up to {value}"),
                format!("{name} jusqu'à {value}"),
            )
        }
    }

    /// A value of the first sensitive attribute.
    pub(super) fn value(&self, code: u32) -> String {
        let sensitive = self
            .prepared
            .sensitive
            .first()
            .and_then(|&index| self.prepared.table.attributes().get(index));
        sensitive.map_or_else(
            || "?".into(),
            |attribute| attribute.column.dictionary().label(code).into_owned(),
        )
    }

    /// The number of a row where it was read.
    pub(super) fn row(&self, row: u32) -> String {
        self.numbers
            .get(row as usize)
            .map_or_else(|| "?".into(), ToString::to_string)
    }

    pub(super) fn rows(&self, rows: &[u32]) -> String {
        let mut rows = rows.to_vec();
        rows.sort_unstable();
        self.say
            .listed(&rows.iter().map(|&row| self.row(row)).collect::<Vec<_>>())
    }

    /// A combination of levels; attributes that are not looked at are left out.
    pub(super) fn node(&self, levels: &[Option<u8>]) -> String {
        let known = levels
            .iter()
            .enumerate()
            .filter_map(|(qi, level)| Some((qi, (*level)?)));
        known
            .map(|(qi, level)| format!("{} {level}", self.qi(qi)))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub(super) fn full_node(&self, levels: &[u8]) -> String {
        self.node(&levels.iter().map(|&level| Some(level)).collect::<Vec<_>>())
    }

    pub(super) fn columns(&self, attributes: &[usize]) -> String {
        attributes
            .iter()
            .map(|&index| self.attribute(index))
            .collect::<Vec<_>>()
            .join(" + ")
    }

    /// Anything that can be weighed.
    pub(super) fn subject(&self, subject: &Subject) -> String {
        match subject {
            Subject::Level { qi, level } => {
                let (name, level) = (self.qi(*qi), level);
                self.say.pick(
                    format!("{name} to level {level}"),
                    format!("{name} au niveau {level}"),
                )
            }
            Subject::Node(levels) => self.node(levels),
            Subject::Part { qi, part } => {
                format!(
                    "{}{} {}",
                    self.qi(*qi),
                    self.say.colon(),
                    self.part(*qi, part)
                )
            }
            Subject::Cut { qi, rank } => self.cut(*qi, *rank),
            Subject::Dimension(qi) => self.qi(*qi).to_owned(),
            Subject::Value(code) => self.value(*code),
            Subject::Row(row) => self.say.pick(
                format!("row {}", self.row(*row)),
                format!("ligne {}", self.row(*row)),
            ),
            Subject::Rows(rows) => self.say.pick(
                format!("rows {}", self.rows(rows)),
                format!("lignes {}", self.rows(rows)),
            ),
            Subject::Columns(one, other) => {
                format!("{} · {}", self.columns(one), self.columns(other))
            }
        }
    }
}
