//! The table model that everything else stands on.
//!
//! A [`Table`] is a list of [`Attribute`]s; each attribute's [`Column`] is a [`Dictionary`] of its distinct typed values in
//! their natural order, and one small integer code a row. Everything that searches, measures or recodes works on codes;
//! text appears when a table is read and when it is written.
//!
//! This crate does no input or output, reads no clock, owns no randomness, and knows no Arrow type: so it builds and tests
//! in seconds, and an algorithm cannot depend on where its rows came from.

pub mod builder;
mod calendar;
mod codes;
pub mod count;
mod dependency;
mod dictionary;
mod error;
pub mod hierarchy;
pub mod interval;
pub mod lattice;
mod numbers;
mod order;
mod progress;
mod qi;
pub mod recoding;
mod role;
pub mod rule;
mod style;
mod table;
mod text;
mod value;
mod woven;

pub use builder::{ColumnBuilder, ReadAs};
pub use calendar::whole_months;
pub use codes::Codes;
pub use dictionary::{Dictionary, TextPool, Values};
pub use error::{Error, Fault, Misread, Result, Sort, nearest_name};
pub use hierarchy::{Bound, Hierarchy, HierarchySpec};
pub use lattice::{Lattice, Node};
pub use numbers::Precision;
pub use progress::{Progress, Silent, Stage};
pub use qi::{Qi, prepare};
pub use role::Role;
pub use style::{DateStyle, Style, parse_datetime, parse_decimal, parse_integer};
pub use table::{Attribute, Column, Contradiction, ContradictionCause, Table};
pub use text::Text;
pub use value::{Cell, Kind};
