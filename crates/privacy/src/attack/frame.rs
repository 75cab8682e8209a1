//! Several tables in common terms: what each label of each table may stand for, over one domain per attribute.
//!
//! The domain is made of all tables ([`domain`](super::domain)), and each table's labels are read over it by the reader that evaluates releases. A missing
//! cell says nothing. A cell that is not understood may mean anything; claims that would rest on it are not made.

use std::collections::BTreeMap;

use bauta_table::hierarchy::Hierarchy;
use bauta_table::{Codes, Column, Fault, Kind, Table, interval};

use super::domain::{Domain, Source};
use crate::utility::Cover;
use crate::utility::labels::number;

/// One attribute, as several tables have it.
pub struct Field {
    /// Its name in all tables.
    pub name: String,
    /// Number of values in its domain.
    pub domain: usize,
    /// Where each value lies, if the attribute is a number or a point in time.
    pub positions: Option<Vec<f64>>,
    /// Whether it is a number.
    pub is_number: bool,
}

impl Field {
    /// Length of the scale; 0 where there is none.
    pub fn range(&self) -> f64 {
        let Some(positions) = &self.positions else {
            return 0.0;
        };
        let low = positions.iter().copied().fold(f64::INFINITY, f64::min);
        let high = positions.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if high > low { high - low } else { 0.0 }
    }
}

/// One attribute of one table.
pub struct Seen<'a> {
    /// One code a row.
    pub codes: &'a Codes,
    /// What each code may stand for; everything where it was not understood.
    pub covers: Vec<Cover>,
    /// Whether each code was not understood.
    pub unread: Vec<bool>,
    /// Cells that were not understood.
    pub not_understood: u64,
}

/// One table in common terms.
pub struct View<'a> {
    /// The table.
    pub table: &'a Table,
    /// The place of each field in it.
    pub columns: Vec<usize>,
    /// Its fields, in the frame's order.
    pub seen: Vec<Seen<'a>>,
}

/// Tables in common terms.
pub struct Frame<'a> {
    /// The attributes.
    pub fields: Vec<Field>,
    /// The tables, in the order given.
    pub views: Vec<View<'a>>,
}

impl<'a> Frame<'a> {
    /// Reads attributes that all tables have. `releases` are the places of the tables that hold labels; the others hold values of people.
    ///
    /// # Errors
    /// Attributes that a table lacks, or that cannot be compared.
    pub fn of(
        tables: &[&'a Table],
        releases: &[usize],
        names: &[String],
        hierarchies: &BTreeMap<String, Hierarchy>,
    ) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut views: Vec<View<'a>> = tables
            .iter()
            .map(|&table| View {
                table,
                columns: Vec::new(),
                seen: Vec::new(),
            })
            .collect();
        let mut fields = Vec::new();
        for name in names {
            match read_field(tables, releases, name, hierarchies.get(name)) {
                Ok((field, seen)) => {
                    fields.push(field);
                    for (view, (column, seen)) in views.iter_mut().zip(seen) {
                        view.columns.push(column);
                        view.seen.push(seen);
                    }
                }
                Err(found) => faults.extend(found),
            }
        }
        if faults.is_empty() {
            Ok(Frame { fields, views })
        } else {
            Err(faults)
        }
    }

    /// Cells of a table that were not understood, by attribute.
    pub fn not_understood(&self, view: usize) -> BTreeMap<String, u64> {
        let seen = self
            .fields
            .iter()
            .zip(&self.views[view].seen)
            .filter(|(_, seen)| seen.not_understood > 0);
        seen.map(|(field, seen)| (field.name.clone(), seen.not_understood))
            .collect()
    }

    /// The place of a field.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }
}

type Read<'a> = (Field, Vec<(usize, Seen<'a>)>);

fn read_field<'a>(
    tables: &[&'a Table],
    releases: &[usize],
    name: &str,
    hierarchy: Option<&Hierarchy>,
) -> Result<Read<'a>, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut columns: Vec<(usize, &'a Column)> = Vec::new();
    for table in tables {
        match table.index_of(name) {
            Ok(index) => columns.push((index, &table.attributes()[index].column)),
            Err(fault) => faults.push(fault),
        }
    }
    let bare: Vec<&Column> = columns.iter().map(|(_, column)| *column).collect();
    faults.extend(incomparable(name, &bare, hierarchy));
    if !faults.is_empty() {
        return Err(faults);
    }
    let exact = |place: usize| !releases.contains(&place);
    let sources = bare.iter().enumerate().map(|(place, column)| Source {
        column,
        exact: exact(place),
    });
    let sources: Vec<Source<'_>> = sources.collect();
    let domain = Domain::of(name, &sources, hierarchy).map_err(|fault| vec![fault])?;
    let texts = columns.iter().zip(&domain.texts);
    let seen = texts.map(|(&(index, column), texts)| (index, seen(&domain, column, texts)));
    let seen = seen.collect();
    let field = Field {
        name: name.to_owned(),
        domain: domain.size(),
        positions: domain.positions(),
        is_number: domain.is_number(),
    };
    Ok((field, seen))
}

/// What the codes of a column stand for. Codes that no row has must not decide which level of a hierarchy is meant.
fn seen<'a>(domain: &Domain, column: &'a Column, texts: &[String]) -> Seen<'a> {
    let counts = column.codes().counts(texts.len());
    let present = texts.iter().zip(&counts).filter(|(_, n)| **n > 0);
    let present: Vec<String> = present.map(|(text, _)| text.clone()).collect();
    let mut read = domain.read(&present).into_iter();
    let all = domain.all();
    let (mut covers, mut unread) = (Vec::new(), Vec::new());
    for &count in &counts {
        let cover = if count > 0 { read.next() } else { None };
        unread.push(matches!(cover, Some(None)));
        covers.push(cover.flatten().unwrap_or_else(|| all.clone()));
    }
    let cells = counts.iter().zip(&unread).filter(|(_, unread)| **unread);
    let not_understood = cells.map(|(count, _)| count).sum();
    Seen {
        codes: column.codes(),
        covers,
        unread,
        not_understood,
    }
}

/// What is wrong with comparing these columns: one holds numbers, the other not one.
fn incomparable(name: &str, columns: &[&Column], hierarchy: Option<&Hierarchy>) -> Option<Fault> {
    let is_number =
        |column: &&&Column| matches!(column.dictionary().kind(), Kind::Integer | Kind::Decimal);
    let says_something = |text: &str| !text.is_empty() && !text.contains('*');
    let speaks_of_numbers = |column: &&Column| {
        let dictionary = column.dictionary();
        let texts =
            || (0..dictionary.len() as u32).map(|code| dictionary.label(code).trim().to_owned());
        let told = |text: &String| says_something(text);
        let is_about = |text: &String| {
            interval::parse(text).is_some() || text.starts_with('{') || number(text).is_some()
        };
        !texts().any(|text| told(&text)) || texts().filter(told).any(|text| is_about(&text))
    };
    // A year may be read as a number, and means days.
    let is_time =
        |column: &&Column| matches!(column.dictionary().kind(), Kind::Date | Kind::DateTime);
    let wrong = hierarchy.is_none()
        && !columns.iter().any(is_time)
        && columns.iter().any(|column| is_number(&column))
        && !columns.iter().all(speaks_of_numbers);
    wrong.then(|| {
        Fault::Request(format!(
            "\"{name}\" is a number in one table and words in another: they cannot be compared; give a hierarchy (--hierarchy {name}=FILE), or leave it out"
        ))
    })
}
