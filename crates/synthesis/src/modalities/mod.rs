//! A table as categorical variables, and back: what every generator learns from and draws.
//!
//! [`prepare`] turns a table into [`Modalities`]: every variable becomes categorical, a row is the list of its modalities. A generator learns a model
//! of them and draws modalities, one code a variable and row ([`Codes`](bauta_table::Codes) into [`Form::modalities`]). [`Form::column`] turns the
//! drawn codes back into a column of the kind and style of the source. So a generator never sees a value, and a model can be kept without the table
//! ([`Form`] can be saved).

mod form;
mod prepare;
#[cfg(test)]
mod tests;

pub use form::{Form, Interval, Modality, Piece};
pub use prepare::{Modalities, Preparing, Rare, Variable, hidden_values, prepare};

use bauta_table::{Attribute, Table};
use rand::Rng;

/// A table of drawn modalities, one list of codes per form.
pub fn table_of(forms: &[Form], codes: &[Vec<u32>], random: &mut impl Rng) -> Table {
    let attributes = forms.iter().zip(codes).map(|(form, codes)| Attribute {
        name: form.name.clone(),
        role: form.role,
        column: form.column(codes, random),
    });
    Table::from_attributes(attributes.collect())
}
