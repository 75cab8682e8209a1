//! Tables and their attributes.

use rayon::prelude::*;
use std::sync::Arc;

use crate::codes::Codes;
use crate::dictionary::Dictionary;
use crate::error::{Fault, nearest_name};
use crate::role::Role;
use crate::value::{Cell, Kind};

/// Why a column that looks like numbers, days or truth values was read as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContradictionCause {
    /// Some cells are of another kind.
    OtherKind,
    /// All cells are of the kind, but some values are written in several ways (`10.1` and `10.10`): as numbers they would become one
    /// value, which may be wrong (codes) and would be written in one way.
    Spellings,
}

/// Cells that contradict what most cells of their column are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// What most cells are.
    pub expected: Kind,
    /// What is wrong with the others.
    pub cause: ContradictionCause,
    /// How many cells are something else, or another spelling.
    pub cells: u64,
    /// The first of them, as 0-based rows.
    pub first_rows: Vec<u64>,
}

impl Contradiction {
    /// What to say to a user whose request needs the expected kind.
    pub fn fault(&self, attribute: &str) -> Fault {
        let (attribute, first_rows) = (attribute.to_owned(), self.first_rows.clone());
        let (expected, cells) = (self.expected, self.cells);
        match self.cause {
            ContradictionCause::OtherKind => Fault::WrongKind {
                attribute,
                expected,
                cells,
                first_rows,
            },
            ContradictionCause::Spellings => Fault::SeveralSpellings {
                attribute,
                expected,
                cells,
                first_rows,
            },
        }
    }
}

/// A column: a dictionary and one code a row. Copies share both.
#[derive(Clone, PartialEq)]
pub struct Column {
    dictionary: Arc<Dictionary>,
    codes: Arc<Codes>,
    contradiction: Option<Contradiction>,
}

impl Column {
    /// A column of `codes` into `dictionary`; every code must be below its length.
    pub fn new(dictionary: impl Into<Arc<Dictionary>>, codes: Codes) -> Self {
        let (dictionary, codes) = (dictionary.into(), Arc::new(codes));
        debug_assert!(codes.iter().all(|code| (code as usize) < dictionary.len()));
        Column {
            dictionary,
            codes,
            contradiction: None,
        }
    }

    /// A column of other codes into the same dictionary.
    #[must_use]
    pub fn with_codes(&self, codes: Codes) -> Self {
        Column::new(Arc::clone(&self.dictionary), codes)
    }

    pub(crate) fn with_contradiction(mut self, contradiction: Option<Contradiction>) -> Self {
        self.contradiction = contradiction;
        self
    }

    /// The distinct values.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// One code a row.
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// Cells that contradict what most cells are: such a column was read as text.
    pub fn contradiction(&self) -> Option<&Contradiction> {
        self.contradiction.as_ref()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The value of a row.
    pub fn cell(&self, row: usize) -> Cell<'_> {
        self.dictionary.cell(self.codes.get(row))
    }

    /// The text of a row, as the source wrote it.
    pub fn label(&self, row: usize) -> std::borrow::Cow<'_, str> {
        self.dictionary.label(self.codes.get(row))
    }

    /// The column at the chosen rows; the dictionary stays, also where a value no longer occurs.
    pub fn picked(&self, rows: &[u32]) -> Self {
        self.with_codes(self.codes.picked(rows))
    }

    /// The first rows (0-based, at most `most`) whose code satisfies `wanted`, and how many rows do.
    pub fn find_rows(&self, most: usize, wanted: impl Fn(u32) -> bool) -> (Vec<u64>, u64) {
        let hits: Vec<bool> = (0..self.dictionary.len() as u32).map(wanted).collect();
        if !hits.contains(&true) {
            return (Vec::new(), 0);
        }
        let (mut first, mut count) = (Vec::new(), 0);
        for (row, code) in self.codes.iter().enumerate() {
            if hits[code as usize] {
                count += 1;
                if first.len() < most {
                    first.push(row as u64);
                }
            }
        }
        (first, count)
    }
}

/// A named column with a role.
#[derive(Clone, PartialEq)]
pub struct Attribute {
    /// Its name, unique in the table.
    pub name: String,
    /// What it means for the person behind a row.
    pub role: Role,
    /// Its values.
    pub column: Column,
}

/// Attributes of equal length.
#[derive(Clone, PartialEq, Default)]
pub struct Table {
    attributes: Vec<Attribute>,
    rows: usize,
    /// How many rows of the data each row stands for, in a table of distinct rows.
    weights: Option<Arc<[u64]>>,
}

impl Table {
    /// A table of named columns, all insensitive until told otherwise. Columns of unequal length are cut to the shortest;
    /// readers make sure that there are none.
    pub fn new(columns: impl IntoIterator<Item = (String, Column)>) -> Self {
        let attributes: Vec<Attribute> = columns
            .into_iter()
            .map(|(name, column)| Attribute {
                name,
                role: Role::Insensitive,
                column,
            })
            .collect();
        let rows = attributes.iter().map(|a| a.column.len()).min().unwrap_or(0);
        debug_assert!(attributes.iter().all(|a| a.column.len() == rows));
        Table {
            attributes,
            rows,
            weights: None,
        }
    }

    /// A table of ready attributes.
    pub fn from_attributes(attributes: Vec<Attribute>) -> Self {
        let rows = attributes.iter().map(|a| a.column.len()).min().unwrap_or(0);
        debug_assert!(attributes.iter().all(|a| a.column.len() == rows));
        Table {
            attributes,
            rows,
            weights: None,
        }
    }

    /// The same table as one of distinct rows: each stands for so many rows of data that are not here. Everything that counts (frequency
    /// sets, verifier, measures) counts those.
    ///
    /// # Panics
    /// In debug builds, if there is not one weight a row.
    #[must_use]
    pub fn weighted(mut self, weights: Vec<u64>) -> Self {
        debug_assert_eq!(weights.len(), self.rows);
        self.weights = Some(weights.into());
        self
    }

    /// The same table with the weights of another that has its rows. One without attributes has no rows, and none to weigh.
    #[must_use]
    pub fn weighted_like(mut self, other: &Table) -> Self {
        if self.attributes.is_empty() {
            return self;
        }
        debug_assert_eq!(other.rows, self.rows);
        self.weights.clone_from(&other.weights);
        self
    }

    /// How many rows of the data each row stands for; none where each is one.
    pub fn weights(&self) -> Option<&[u64]> {
        self.weights.as_deref()
    }

    /// Rows of the data: those that the rows stand for.
    pub fn counted_rows(&self) -> u64 {
        self.weights
            .as_ref()
            .map_or(self.rows as u64, |weights| weights.iter().sum())
    }

    /// How many rows of the data have each code of an attribute.
    pub fn counts_of(&self, index: usize) -> Vec<u64> {
        let column = &self.attributes[index].column;
        let Some(weights) = &self.weights else {
            return column.codes.counts(column.dictionary.len());
        };
        let mut counts = vec![0; column.dictionary.len()];
        column
            .codes
            .iter()
            .zip(weights.iter())
            .for_each(|(code, weight)| counts[code as usize] += weight);
        counts
    }

    /// Number of rows here.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// All attributes in their order.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The attributes, to be changed or taken away.
    pub fn into_attributes(self) -> Vec<Attribute> {
        self.attributes
    }

    /// The index of an attribute, or a fault with the nearest name.
    pub fn index_of(&self, name: &str) -> Result<usize, Fault> {
        self.attributes
            .iter()
            .position(|a| a.name == name)
            .ok_or_else(|| Fault::UnknownAttribute {
                name: name.to_owned(),
                nearest: nearest_name(name, self.attributes.iter().map(|a| a.name.as_str())),
            })
    }

    /// The indices of all attributes with a role, in table order.
    pub fn with_role(&self, role: Role) -> Vec<usize> {
        (0..self.attributes.len())
            .filter(|&i| self.attributes[i].role == role)
            .collect()
    }

    /// The table without the attributes of a role.
    #[must_use]
    pub fn without_role(mut self, role: Role) -> Self {
        self.attributes.retain(|attribute| attribute.role != role);
        self
    }

    /// Gives an attribute a role.
    pub fn set_role(&mut self, index: usize, role: Role) {
        self.attributes[index].role = role;
    }

    /// The table at the chosen rows.
    pub fn picked(&self, rows: &[u32]) -> Self {
        let attributes = self.attributes.par_iter().map(|a| Attribute {
            name: a.name.clone(),
            role: a.role,
            column: a.column.picked(rows),
        });
        Table {
            attributes: attributes.collect(),
            rows: rows.len(),
            weights: self.picked_weights(rows),
        }
    }

    fn picked_weights(&self, rows: &[u32]) -> Option<Arc<[u64]>> {
        self.weights
            .as_ref()
            .map(|weights| rows.iter().map(|&row| weights[row as usize]).collect())
    }

    /// The same, giving up each column as soon as its rows are taken: at no time are there two whole tables.
    #[must_use]
    pub fn into_picked(self, rows: &[u32]) -> Self {
        let weights = self.picked_weights(rows);
        let attributes = self.attributes.into_iter().map(|attribute| {
            let column = attribute.column.picked(rows);
            Attribute {
                column,
                ..attribute
            }
        });
        Table {
            attributes: attributes.collect(),
            rows: rows.len(),
            weights,
        }
    }
}
