//! The whole table, as models need it that compare a class with it.

use bauta_table::{Role, Table};
use serde::{Deserialize, Serialize};

/// How far two values are from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distance {
    /// Any two values are equally far.
    Equal,
    /// Values lie on a line, at their ranks.
    Ordered,
}

impl Distance {
    /// Both, in the order that help texts list them.
    pub const ALL: [Distance; 2] = [Distance::Equal, Distance::Ordered];

    /// The word used in files and messages.
    pub fn name(self) -> &'static str {
        match self {
            Distance::Equal => "equal",
            Distance::Ordered => "ordered",
        }
    }
}

impl std::str::FromStr for Distance {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        Distance::ALL.into_iter().find(|distance| distance.name() == word).ok_or(())
    }
}

/// How the values of each sensitive attribute are distributed in the whole table.
#[derive(Default)]
pub struct Whole {
    attributes: Vec<Distribution>,
}

/// One sensitive attribute in the whole table.
pub struct Distribution {
    /// How often each value occurs, by its code; missing cells are left out.
    pub counts: Vec<u64>,
    /// Whether the values are numbers or points in time.
    pub ordered: bool,
}

impl Whole {
    /// Counts the sensitive values of a table.
    pub fn of(table: &Table) -> Self {
        let distribution = |index: usize| {
            let column = &table.attributes()[index].column;
            let mut counts = column.codes().counts(column.dictionary().len());
            counts.truncate(column.dictionary().value_count());
            Distribution { counts, ordered: column.dictionary().kind().is_measurable() }
        };
        Whole { attributes: table.with_role(Role::Sensitive).into_iter().map(distribution).collect() }
    }

    /// One a sensitive attribute, in the order of the table.
    pub fn attributes(&self) -> &[Distribution] {
        &self.attributes
    }
}

impl FromIterator<Distribution> for Whole {
    fn from_iter<I: IntoIterator<Item = Distribution>>(attributes: I) -> Self {
        Whole { attributes: attributes.into_iter().collect() }
    }
}
