//! Kinds of values, and one cell as a reader hands it over.

use serde::{Deserialize, Serialize};

/// What an attribute's values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Any text, compared by its characters.
    Text,
    /// Whole numbers.
    Integer,
    /// Numbers with a fraction.
    Decimal,
    /// A day.
    Date,
    /// A day and a time of day.
    DateTime,
    /// True or false.
    Boolean,
}

impl Kind {
    /// Every kind, in the order that help texts list them.
    pub const ALL: [Kind; 6] = [
        Kind::Text,
        Kind::Integer,
        Kind::Decimal,
        Kind::Date,
        Kind::DateTime,
        Kind::Boolean,
    ];

    /// Whether differences between values mean something: numbers and points in time.
    pub fn is_measurable(self) -> bool {
        matches!(
            self,
            Kind::Integer | Kind::Decimal | Kind::Date | Kind::DateTime
        )
    }

    /// The word used in files and messages.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Integer => "integer",
            Kind::Decimal => "decimal",
            Kind::Date => "date",
            Kind::DateTime => "datetime",
            Kind::Boolean => "boolean",
        }
    }
}

impl std::str::FromStr for Kind {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        Kind::ALL
            .into_iter()
            .find(|kind| kind.name() == word)
            .ok_or(())
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// One cell as a reader hands it to a [`ColumnBuilder`](crate::ColumnBuilder), or a writer receives it from a column.
///
/// It has no `Debug`: a cell must not reach a log by accident.
#[derive(Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Missing,
    /// Text as it stands in the source.
    Text(&'a str),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction; a NaN is taken as missing.
    Decimal(f64),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since 1970-01-01T00:00:00, without a time zone.
    DateTime(i64),
    /// True or false.
    Boolean(bool),
}
