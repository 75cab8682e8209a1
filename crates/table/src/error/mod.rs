//! What can be wrong with a request or with data, never with a cell's value in the message.

/// One thing that is wrong with the request or the data; all faults of a run are reported together.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Request: a name that the table does not have.
    #[error("there is no attribute \"{name}\"{}", suggestion(.nearest))]
    UnknownAttribute {
        /// What was asked for.
        name: String,
        /// The nearest name there is.
        nearest: Option<String>,
    },
    /// Request: one attribute in two roles.
    #[error("attribute \"{attribute}\" is given as {first} and as {second}; keep one of them")]
    TwoRoles {
        /// The attribute.
        attribute: String,
        /// One role.
        first: crate::Role,
        /// The other.
        second: crate::Role,
    },
    /// Request: columns that nobody gave a role, and that look as if they pointed to people.
    #[error("{}", undecided::in_english(.attributes, *.like))]
    Undecided {
        /// The attributes.
        attributes: Vec<String>,
        /// What they look like.
        like: crate::Role,
    },
    /// Data: no header line.
    #[error("the table is empty: a header row and at least one row are needed")]
    Empty,
    /// Data: a header and nothing else.
    #[error("the table has a header but no row")]
    NoRows,
    /// Data: a column without a name.
    #[error("column {column} has no name in the header; give it one")]
    EmptyHeader {
        /// 1-based column.
        column: usize,
    },
    /// Data: a name used twice.
    #[error("columns {first} and {second} are both called \"{name}\"; names must differ")]
    DuplicateHeader {
        /// The name.
        name: String,
        /// 1-based column.
        first: usize,
        /// 1-based column.
        second: usize,
    },
    /// Data: a row with more or fewer cells than the header.
    #[error("row {row} has {found} cells where the header has {expected}")]
    RaggedRow {
        /// 1-based row of the source.
        row: u64,
        /// Cells in the header.
        expected: usize,
        /// Cells in the row.
        found: usize,
    },
    /// Data: more faults of the kind just listed.
    #[error("and {count} more like this")]
    More {
        /// How many.
        count: u64,
    },
    /// Data: more columns than can be handled.
    #[error(
        "the table has {columns} columns where at most {most} can be handled; keep those that are needed"
    )]
    TooManyColumns {
        /// How many it has.
        columns: usize,
        /// How many may be.
        most: usize,
    },
    /// Data: missing values where a method cannot have them.
    #[error(
        "{role} \"{attribute}\" has {cells} missing values{}; choose what to do with them: --missing-values category, drop or suppress",
        first_in(", first in data row ", .first_rows)
    )]
    MissingValues {
        /// The attribute.
        attribute: String,
        /// Its role.
        role: crate::Role,
        /// How many cells.
        cells: u64,
        /// The first, 0-based.
        first_rows: Vec<u64>,
    },
    /// Data: cells that are not what their column is.
    #[error(
        "attribute \"{attribute}\" should be {expected}, but {cells} cells are not{}; correct them, name them as missing with --missing, or set --type {attribute}=text",
        first_in(", first in data row ", .first_rows)
    )]
    WrongKind {
        /// The attribute.
        attribute: String,
        /// What it should be.
        expected: crate::Kind,
        /// How many cells are not.
        cells: u64,
        /// The first, 0-based.
        first_rows: Vec<u64>,
    },
    /// Data: equal values that are written in several ways, so that nobody can tell whether they are one value.
    #[error(
        "attribute \"{attribute}\" looks like {expected}, but {cells} cells write a value in another way than cells before them{}; set --type {attribute}={expected} if they are equal, or --type {attribute}=text if they are different codes",
        first_in(", first in data row ", .first_rows)
    )]
    SeveralSpellings {
        /// The attribute.
        attribute: String,
        /// What it looks like.
        expected: crate::Kind,
        /// How many cells are another spelling.
        cells: u64,
        /// The first, 0-based.
        first_rows: Vec<u64>,
    },
    /// Data: a hierarchy line with another number of levels than the first.
    #[error(
        "hierarchy of \"{attribute}\", line {line}: {found} levels where the first line has {expected}"
    )]
    RaggedHierarchy {
        /// The attribute.
        attribute: String,
        /// 1-based line.
        line: usize,
        /// Cells in the first line.
        expected: usize,
        /// Cells in this line.
        found: usize,
    },
    /// Data: one value on two lines of a hierarchy.
    #[error(
        "hierarchy of \"{attribute}\": lines {first} and {second} start with the same value; keep one"
    )]
    RepeatedLeaf {
        /// The attribute.
        attribute: String,
        /// 1-based line.
        first: usize,
        /// 1-based line.
        second: usize,
    },
    /// Data: one group that leads to two parents.
    #[error(
        "hierarchy of \"{attribute}\" is not a tree: the group of lines {first} and {second} at level {level} has two different parents at level {}",
        level + 1
    )]
    NotATree {
        /// The attribute.
        attribute: String,
        /// Level of the group.
        level: usize,
        /// 1-based line.
        first: usize,
        /// 1-based line.
        second: usize,
    },
    /// Data: values that the hierarchy does not have.
    #[error(
        "the hierarchy of \"{attribute}\" lacks {values} of its values{}; add a line for each",
        first_in(", first in data row ", .first_rows)
    )]
    HierarchyLacksValues {
        /// The attribute.
        attribute: String,
        /// How many distinct values.
        values: usize,
        /// First rows with such a value, 0-based.
        first_rows: Vec<u64>,
    },
    /// Data: a hierarchy file without a line.
    #[error("the hierarchy of \"{attribute}\" is empty")]
    EmptyHierarchy {
        /// The attribute.
        attribute: String,
    },
    /// Request: a method that generalises along hierarchies, and an attribute without one.
    #[error(
        "{method} needs a hierarchy for \"{attribute}\"; give one with --hierarchy {attribute}=FILE, or build one with bauta hierarchy build"
    )]
    NoHierarchy {
        /// The method.
        method: String,
        /// The attribute.
        attribute: String,
    },
    /// Request: a builder that cannot be used on this attribute.
    #[error("{what} of \"{attribute}\": {problem}")]
    CannotBuild {
        /// The attribute.
        attribute: String,
        /// What was to be built.
        what: &'static str,
        /// Why not, and what to do.
        problem: String,
    },
    /// Request: a parameter outside its bounds.
    #[error("{parameter} is {given}, but must be {allowed}")]
    OutOfRange {
        /// The parameter.
        parameter: String,
        /// What was given.
        given: String,
        /// What may be given.
        allowed: String,
    },
    /// Request: no attribute in a role that the step needs.
    #[error("{needs} needs at least one {role}; name it with {flag}")]
    NoneInRole {
        /// What needs it.
        needs: String,
        /// The role.
        role: crate::Role,
        /// How to give it.
        flag: &'static str,
    },
    /// Request: a word that is not one of the possible ones.
    #[error("{parameter} cannot be \"{given}\"{} (possible: {})", suggestion(.nearest), .possible.join(", "))]
    UnknownWord {
        /// The parameter.
        parameter: String,
        /// What was given.
        given: String,
        /// The nearest possible word.
        nearest: Option<String>,
        /// All possible words.
        possible: Vec<String>,
    },
    /// Request: a file of settings that cannot be read.
    #[error("{file}, line {line}: {}", .what.in_english())]
    Misread {
        /// The file.
        file: String,
        /// 1-based line.
        line: usize,
        /// What is wrong there.
        what: Misread,
    },
    /// Any of the others, in one of several tables.
    #[error("table \"{table}\": {fault}")]
    InTable {
        /// The table.
        table: String,
        /// What is wrong with it.
        fault: Box<Fault>,
    },
    /// Request: anything else, said in a sentence that holds no cell value.
    #[error("{0}")]
    Request(String),
}

mod french;
mod misread;
mod undecided;

pub use misread::{Misread, Sort};

/// What a function of this crate can fail with.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request or the data are wrong; the caller mends them.
    #[error("{}", join(.0))]
    Faults(Vec<Fault>),
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Error::Faults(vec![fault])
    }
}

/// Result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

fn join(faults: &[Fault]) -> String {
    faults
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map(|name| format!("; did you mean \"{name}\"?"))
        .unwrap_or_default()
}

/// Data rows as people count them, from 1 below the header.
/// The places of rows behind some words; nothing where rows have no place.
fn first_in(words: &str, rows: &[u64]) -> String {
    let places = rows
        .iter()
        .map(|row| (row + 1).to_string())
        .collect::<Vec<_>>()
        .join(", ");
    if places.is_empty() {
        places
    } else {
        format!("{words}{places}")
    }
}

/// The candidate that a person most likely meant.
pub fn nearest_name<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let wanted = name.to_lowercase();
    candidates
        .map(|candidate| {
            (
                strsim::jaro_winkler(&wanted, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|(score, _)| *score > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate.to_owned())
}
