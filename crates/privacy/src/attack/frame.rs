//! Several tables in common terms: what each label of each table may stand for, over one domain an attribute.
//!
//! **Idea.** (1) The domain of an attribute holds every single value of every table, the bounds of intervals and a value between any two of them,
//! the members of sets, one value for each mask, and the leaves of the hierarchy, if there is one. So two labels have a value in common if
//! and only if they can mean the same. (2) Each table's labels are read over that domain as for losses. (3) Words that differ only
//! in their letters' case are one, unless one table tells them apart. (4) A missing cell says nothing.
//!
//! **Limit.** Two masks that hide different places of one text are compared by a value of the one that fits the other.

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::hierarchy::Hierarchy;
use bauta_table::{
    Codes, Column, ColumnBuilder, DateStyle, Dictionary, Fault, Kind, Qi, ReadAs, Table, Values,
    interval, parse_decimal,
};

use crate::utility::Cover;
use crate::utility::labels::Labels;

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
    /// What each code may stand for.
    pub covers: Vec<Cover>,
    /// Cells that were not understood; they count as `*`.
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
    /// Reads attributes that all tables have; the exact table, whose spelling is kept, comes first.
    ///
    /// # Errors
    /// Attributes that a table lacks, or that cannot be compared.
    pub fn of(
        tables: &[&'a Table],
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
            match read_field(tables, name, hierarchies.get(name)) {
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
    let texts = texts_of(&bare, hierarchy);
    let domain = domain_of(&texts, hierarchy);
    let table = Table::new([(name.to_owned(), domain)]);
    let qi = Qi::new(&table, 0, hierarchy.cloned()).map_err(|fault| vec![fault])?;
    let labels = Labels::of(&table, &qi);
    let seen = columns
        .iter()
        .zip(&texts)
        .map(|(&(index, column), texts)| (index, seen(&labels, column, texts)));
    let seen = seen.collect();
    Ok((field_of(name, &table, &qi), seen))
}

fn field_of(name: &str, table: &Table, qi: &Qi) -> Field {
    let dictionary = table.attributes()[0].column.dictionary();
    let positions: Option<Vec<f64>> = match &qi.hierarchy {
        Some(bound) => (0..qi.ranks() as u32)
            .map(|rank| number(bound.label(0, rank)))
            .collect(),
        None => qi.is_measurable().then(|| {
            (0..qi.ranks() as u32)
                .map(|rank| qi.position(rank))
                .collect()
        }),
    };
    let is_date = matches!(dictionary.kind(), Kind::Date | Kind::DateTime);
    let is_number = positions.is_some() && !is_date;
    Field {
        name: name.to_owned(),
        domain: qi.ranks(),
        positions,
        is_number,
    }
}

/// What the codes of a column stand for. Codes that no row has must not decide which level of a hierarchy is meant.
fn seen<'a>(labels: &Labels<'_>, column: &'a Column, texts: &[String]) -> Seen<'a> {
    let counts = column.codes().counts(texts.len());
    let present: Vec<String> = texts
        .iter()
        .zip(&counts)
        .filter(|(_, n)| **n > 0)
        .map(|(t, _)| t.clone())
        .collect();
    let mut read = labels.read(&present).into_iter();
    let mut not_understood = 0;
    let covers = counts
        .iter()
        .map(|&count| match (count > 0).then(|| read.next().flatten()) {
            Some(Some(cover)) => cover,
            Some(None) => {
                not_understood += count;
                labels.all()
            }
            None => labels.all(),
        });
    let covers = covers.collect();
    Seen {
        codes: column.codes(),
        covers,
        not_understood,
    }
}

/// The text of each code of each column: days in one notation where all columns are days, words in one spelling.
fn texts_of(columns: &[&Column], hierarchy: Option<&Hierarchy>) -> Vec<Vec<String>> {
    let dictionaries = || columns.iter().map(|column| column.dictionary());
    let days =
        hierarchy.is_none() && dictionaries().all(|dictionary| dictionary.kind() == Kind::Date);
    let text = |dictionary: &Dictionary, code: u32| match dictionary.values() {
        Values::Date(values) if days => values
            .get(code as usize)
            .map_or(String::new(), |&day| DateStyle::Iso.format(day)),
        _ => dictionary.label(code).trim().to_owned(),
    };
    let mut texts: Vec<Vec<String>> = dictionaries()
        .map(|dictionary| {
            (0..dictionary.len() as u32)
                .map(|code| text(dictionary, code))
                .collect()
        })
        .collect();
    if hierarchy.is_some() || tells_case_apart(&texts) {
        return texts;
    }
    let mut spelling: BTreeMap<String, String> = BTreeMap::new();
    for text in texts.iter_mut().flatten() {
        *text = spelling
            .entry(text.to_lowercase())
            .or_insert_with(|| text.clone())
            .clone();
    }
    texts
}

/// Whether one table has two words that differ in case only.
fn tells_case_apart(texts: &[Vec<String>]) -> bool {
    texts.iter().any(|texts| {
        let distinct: BTreeSet<&String> = texts.iter().collect();
        let folded: BTreeSet<String> = distinct.iter().map(|text| text.to_lowercase()).collect();
        folded.len() < distinct.len()
    })
}

/// The single values behind all labels, as a column.
fn domain_of(texts: &[Vec<String>], hierarchy: Option<&Hierarchy>) -> Column {
    let mut values: BTreeSet<String> = BTreeSet::new();
    if let Some(hierarchy) = hierarchy {
        values.extend(hierarchy.leaves().iter().map(str::to_owned));
        return column(&values);
    }
    let all: BTreeSet<&String> = texts.iter().flatten().collect();
    let mut bounds = Vec::new();
    for text in all {
        match interval::parse(text) {
            Some(found) if found.low < found.high => bounds.extend([found.low, found.high]),
            _ => values.extend(atoms(text)),
        }
    }
    // Numbers and bounds in their order, and one value between any two of them: open and closed bounds then differ.
    if !bounds.is_empty() {
        bounds.extend(values.iter().filter_map(|value| number(value)));
        bounds.retain(|bound| bound.is_finite());
        bounds.sort_by(f64::total_cmp);
        bounds.dedup();
        let between = bounds.windows(2).map(|two| (two[0] + two[1]) / 2.0);
        let ends = [
            bounds.first().map(|low| low - 1.0),
            bounds.last().map(|high| high + 1.0),
        ];
        let more: Vec<f64> = between
            .chain(ends.into_iter().flatten())
            .chain(bounds.iter().copied())
            .collect();
        values.extend(
            more.into_iter()
                .filter(|value| value.is_finite())
                .map(|value| format!("{value}")),
        );
    }
    column(&values)
}

/// The single values that a label names by itself.
fn atoms(text: &str) -> Vec<String> {
    if text.is_empty() || text.bytes().all(|byte| byte == b'*') {
        return Vec::new();
    }
    let pieces = |inner: &str, separators: &[&str]| {
        let separator = separators
            .iter()
            .find(|separator| inner.contains(**separator));
        separator.map(|separator| {
            inner
                .split(*separator)
                .map(|piece| piece.trim().to_owned())
                .collect::<Vec<_>>()
        })
    };
    if let Some(inner) = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
    {
        return pieces(inner, &[", ", ",", ";"]).unwrap_or_else(|| vec![inner.trim().to_owned()]);
    }
    if let Some(inner) = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        && let Some(bounds) = pieces(inner, &["..", ";"]).filter(|bounds| bounds.len() == 2)
    {
        return bounds;
    }
    // What is hidden becomes a character that nobody writes.
    vec![text.replace('*', "\u{1a}")]
}

/// A column of these values, typed if all agree.
fn column(values: &BTreeSet<String>) -> Column {
    let mut builder = ColumnBuilder::new();
    values.iter().for_each(|value| builder.push_text(value));
    let typed = builder.clone().finish(&ReadAs {
        text_may_be_typed: true,
        ..ReadAs::default()
    });
    match typed.contradiction() {
        Some(_) => builder.finish(&ReadAs {
            kind: Some(Kind::Text),
            ..ReadAs::default()
        }),
        None => typed,
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
    let wrong = hierarchy.is_none()
        && columns.iter().any(|column| is_number(&column))
        && !columns.iter().all(speaks_of_numbers);
    wrong.then(|| {
        Fault::Request(format!(
            "\"{name}\" is a number in one table and words in another: they cannot be compared; give a hierarchy (--hierarchy {name}=FILE), or leave it out"
        ))
    })
}

fn number(text: &str) -> Option<f64> {
    parse_decimal(text, false)
        .or_else(|| parse_decimal(text, true))
        .map(|(value, _)| value)
}
