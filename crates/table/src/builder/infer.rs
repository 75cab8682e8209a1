//! From interned cells to a typed column. Every decision is taken on distinct values, never row by row.
//!
//! A column gets the narrowest kind that **all** its values have and that writes each of them back as it was. When most
//! cells have a kind but some do not, the column is text and carries a [`Contradiction`], so that a step that needs numbers
//! can say where they are missing instead of sorting words among numbers.

use super::ReadAs;
use super::intern::{Interner, Key};
use crate::codes::Codes;
use crate::dictionary::{Dictionary, TextPool, Values};
use crate::style::{
    DateStyle, Style, format_datetime, format_decimal, parse_datetime, parse_decimal, parse_integer,
};
use crate::table::{Column, Contradiction};
use crate::value::Kind;

/// A way of reading every value of a column.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reading {
    Integer,
    Decimal { comma: bool },
    Date(DateStyle),
    DateTime,
    Boolean,
}

impl Reading {
    pub(super) fn kind(self) -> Kind {
        match self {
            Reading::Integer => Kind::Integer,
            Reading::Decimal { .. } => Kind::Decimal,
            Reading::Date(_) => Kind::Date,
            Reading::DateTime => Kind::DateTime,
            Reading::Boolean => Kind::Boolean,
        }
    }

    /// Narrowest first: the first reading that all values allow is taken.
    pub(super) fn all() -> impl Iterator<Item = Reading> {
        [
            Reading::Boolean,
            Reading::Integer,
            Reading::Decimal { comma: false },
            Reading::Decimal { comma: true },
        ]
        .into_iter()
        .chain(DateStyle::ALL.map(Reading::Date))
        .chain([Reading::DateTime])
    }
}

/// All values of a column by one reading.
struct Typed {
    values: Values,
    /// The place in `values` of each distinct cell that is not missing.
    index_of: Vec<u32>,
    style: Style,
    /// Whether the style writes every value as its source did.
    exact: bool,
}

/// The distinct cells of a column, and how to read them.
pub(super) struct Source<'a> {
    /// Empty when every cell is text or missing.
    keys: Vec<Key>,
    pub(super) texts: TextPool,
    pub(super) missing: Vec<bool>,
    pub(super) how: &'a ReadAs,
}

impl Typed {
    /// Values of kinds that are only read from the text that they are written with.
    fn exact(values: Values, index_of: Vec<u32>, style: Style) -> Self {
        Typed {
            values,
            index_of,
            style,
            exact: true,
        }
    }
}

pub(super) fn finish(cells: Interner, codes: &Codes, how: &ReadAs) -> Column {
    let missing = (0..cells.len())
        .map(|id| match cells.key(id) {
            Key::Missing => true,
            Key::Text => how.missing.iter().any(|m| m == cells.text(id)),
            _ => false,
        })
        .collect();
    let (texts, keys) = cells.into_texts();
    let source = Source {
        keys,
        texts,
        missing,
        how,
    };
    match source.reading() {
        Some(reading) => source.typed(reading, codes),
        None => {
            let contradiction = source.contradiction(codes);
            source.text(codes, contradiction)
        }
    }
}

impl Source<'_> {
    pub(super) fn ids(&self) -> impl Iterator<Item = usize> {
        (0..self.missing.len()).filter(|&id| !self.missing[id])
    }

    pub(super) fn key(&self, id: usize) -> Key {
        match self.keys.get(id) {
            Some(&key) => key,
            None if self.missing[id] => Key::Missing,
            None => Key::Text,
        }
    }

    /// The reading that fits all values, if the column is to be typed and has a value.
    fn reading(&self) -> Option<Reading> {
        if self.ids().next().is_none() || self.how.kind == Some(Kind::Text) {
            return None;
        }
        let mut readings =
            Reading::all().filter(|r| self.how.kind.is_none_or(|kind| r.kind() == kind));
        readings.find(|&reading| self.ids().all(|id| self.fits(id, reading)))
    }

    fn text_of(&self, id: usize) -> Option<&str> {
        match self.key(id) {
            Key::Text if self.how.text_may_be_typed || self.how.kind.is_some() => {
                Some(self.texts.get(id))
            }
            _ => None,
        }
    }

    pub(super) fn fits(&self, id: usize, reading: Reading) -> bool {
        match reading {
            Reading::Boolean => {
                matches!(self.key(id), Key::Boolean(_))
                    || self.text_of(id).is_some_and(|t| truth(t).is_some())
            }
            Reading::Integer => self.integer(id).is_some(),
            Reading::Decimal { comma } => self.decimal(id, comma).is_some(),
            Reading::Date(style) => self.date(id, style).is_some(),
            Reading::DateTime => self.datetime(id).is_some(),
        }
    }

    /// Whether any reading has a chance, by the first character: spares a column of names eleven attempts a value.
    pub(super) fn may_be_typed(&self, id: usize) -> bool {
        match self.key(id) {
            Key::Text => self
                .text_of(id)
                .and_then(|text| text.bytes().next())
                .is_some_and(|b| {
                    b.is_ascii_digit()
                        || matches!(b, b'-' | b't' | b'f' | b'v' | b'T' | b'F' | b'V')
                }),
            key => key != Key::Missing,
        }
    }

    fn integer(&self, id: usize) -> Option<i64> {
        match self.key(id) {
            Key::Integer(v) => Some(v),
            Key::Decimal(bits) => {
                let v = f64::from_bits(bits);
                let whole =
                    self.how.whole_decimals_are_integers && v.fract() == 0.0 && v.abs() < 9.0e15;
                whole.then_some(v as i64)
            }
            _ => parse_integer(self.text_of(id)?),
        }
    }

    fn decimal(&self, id: usize, comma: bool) -> Option<(f64, Option<u8>)> {
        match self.key(id) {
            Key::Integer(v) => Some((v as f64, None)),
            Key::Decimal(bits) => Some((f64::from_bits(bits), None)),
            _ => parse_decimal(self.text_of(id)?, comma),
        }
    }

    fn date(&self, id: usize, style: DateStyle) -> Option<i32> {
        match self.key(id) {
            Key::Date(v) => Some(v),
            _ => style.parse(self.text_of(id)?),
        }
    }

    fn datetime(&self, id: usize) -> Option<i64> {
        match self.key(id) {
            Key::DateTime(v) => Some(v),
            Key::Date(v) => Some(i64::from(v) * 86_400_000_000),
            _ => parse_datetime(self.text_of(id)?),
        }
    }

    /// All values by one reading. Cells that are equal as values but not as texts (`10.1` and `10.10`) may be different codes: such a column
    /// is text, unless the user has said what it is; then equal values become one.
    fn typed(self, reading: Reading, codes: &Codes) -> Column {
        let ids: Vec<usize> = self.ids().collect();
        let typed = match reading {
            Reading::Integer => {
                let (v, index) = distinct(ids.iter().filter_map(|&id| self.integer(id)), i64::cmp);
                Typed::exact(Values::Integer(v), index, Style::Plain)
            }
            Reading::Decimal { comma } => self.decimals(&ids, comma),
            Reading::Date(style) => {
                let (v, index) =
                    distinct(ids.iter().filter_map(|&id| self.date(id, style)), i32::cmp);
                Typed::exact(Values::Date(v), index, Style::Date(style))
            }
            Reading::DateTime => {
                let (v, index) = distinct(ids.iter().filter_map(|&id| self.datetime(id)), i64::cmp);
                Typed::exact(Values::DateTime(v), index, Style::Plain)
            }
            Reading::Boolean => self.booleans(&ids),
        };
        if self.how.kind.is_none() {
            let among = (&ids[..], &typed.index_of[..], typed.values.len());
            if let Some(found) = self.spellings(reading.kind(), among, codes) {
                return self.text(codes, Some(found));
            }
        }
        self.column(&ids, typed, codes)
    }

    fn decimals(&self, ids: &[usize], comma: bool) -> Typed {
        let read: Vec<_> = ids
            .iter()
            .filter_map(|&id| self.decimal(id, comma))
            .collect();
        let (v, index_of) = distinct(read.iter().map(|r| r.0 + 0.0), f64::total_cmp);
        let (digits, exact) = common_digits(&read);
        Typed {
            values: Values::Decimal(v),
            index_of,
            style: Style::Decimal { comma, digits },
            exact,
        }
    }

    fn booleans(&self, ids: &[usize]) -> Typed {
        let read = |id: usize| match self.key(id) {
            Key::Boolean(v) => Some((v, None)),
            _ => self
                .text_of(id)
                .and_then(truth)
                .map(|(v, words)| (v, Some(words))),
        };
        let (v, index_of) = distinct(
            ids.iter().filter_map(|&id| read(id).map(|r| r.0)),
            bool::cmp,
        );
        let words = ids.iter().find_map(|&id| read(id).and_then(|r| r.1));
        let style = match words {
            Some((yes, no)) => Style::Boolean {
                yes: yes.into(),
                no: no.into(),
            },
            None => Style::Plain,
        };
        Typed {
            values: Values::Boolean(v),
            index_of,
            style,
            exact: false,
        }
    }

    fn text(mut self, codes: &Codes, contradiction: Option<Contradiction>) -> Column {
        let ids: Vec<usize> = self.ids().collect();
        let (pool, index) = if self.keys.is_empty() {
            let texts = std::mem::take(&mut self.texts);
            let whole = ids.len() == texts.len();
            let pool = if whole {
                texts
            } else {
                ids.iter().map(|&id| texts.get(id)).collect()
            };
            (pool, (0..ids.len() as u32).collect())
        } else {
            self.labels(&ids)
        };
        let typed = Typed::exact(Values::Text(pool), index, Style::Plain);
        self.column(&ids, typed, codes)
            .with_contradiction(contradiction)
    }

    /// Cells of several kinds as text: some may look alike.
    fn labels(&self, ids: &[usize]) -> (TextPool, Vec<u32>) {
        let mut labels = hashbrown::HashMap::with_hasher(foldhash::fast::FixedState::default());
        let mut pool = TextPool::default();
        let index = ids
            .iter()
            .map(|&id| {
                *labels
                    .entry(self.label(id))
                    .or_insert_with_key(|label| pool.push(label) as u32)
            })
            .collect();
        (pool, index)
    }

    fn label(&self, id: usize) -> String {
        match self.key(id) {
            Key::Missing => String::new(),
            Key::Text => self.texts.get(id).to_owned(),
            Key::Integer(v) => v.to_string(),
            Key::Decimal(bits) => format_decimal(f64::from_bits(bits), false, None),
            Key::Date(v) => DateStyle::Iso.format(v),
            Key::DateTime(v) => format_datetime(v),
            Key::Boolean(v) => v.to_string(),
        }
    }

    /// The column of the distinct cells `ids`, by their values.
    fn column(&self, ids: &[usize], typed: Typed, codes: &Codes) -> Column {
        let missing = self.missing.contains(&true);
        let index_of = &typed.index_of;
        let (mut dictionary, code_of) = Dictionary::sorted(typed.values, typed.style, missing);
        if !typed.exact
            && let Some(spellings) = self.own_spellings(ids, (index_of, &code_of), &dictionary)
        {
            dictionary = dictionary.with_spellings(spellings);
        }
        let mut map = vec![dictionary.missing_code().unwrap_or(0); self.missing.len()];
        for (&id, &index) in ids.iter().zip(index_of) {
            map[id] = code_of[index as usize];
        }
        let codes = codes.mapped(dictionary.len(), &map);
        Column::new(dictionary, codes)
    }

    /// The texts of all values as the source wrote them, where the style would write one in another way (`3` among `1.50`, `-0.0`, `false`
    /// beside `TRUE`). A value that has several texts, in a column of a declared kind, is written in the style.
    fn own_spellings(
        &self,
        ids: &[usize],
        (index_of, code_of): (&[u32], &[u32]),
        dictionary: &Dictionary,
    ) -> Option<TextPool> {
        // Of each code: not met yet, the only text of its value, or no text.
        let mut only: Vec<Option<Option<usize>>> = vec![None; dictionary.value_count()];
        for (&id, &index) in ids.iter().zip(index_of) {
            let known = only.get_mut(code_of[index as usize] as usize)?;
            let alone = known.is_none() && self.text_of(id).is_some();
            *known = Some(alone.then_some(id));
        }
        let written = |(code, known): (u32, &Option<Option<usize>>)| match known.flatten() {
            Some(id) => self.texts.get(id).to_owned(),
            None => dictionary.label(code).into_owned(),
        };
        let texts: Vec<String> = (0..).zip(&only).map(written).collect();
        let same = (0..)
            .zip(&texts)
            .all(|(code, text)| dictionary.label(code) == *text);
        (!same).then(|| texts.iter().collect())
    }
}

/// The distinct values and, for each given one, its index among them.
fn distinct<T: Copy + Send>(
    values: impl Iterator<Item = T>,
    compare: fn(&T, &T) -> std::cmp::Ordering,
) -> (Vec<T>, Vec<u32>) {
    use rayon::prelude::*;
    let mut given: Vec<(T, u32)> = values.zip(0..).collect();
    given.par_sort_unstable_by(|a, b| compare(&a.0, &b.0));
    let (mut out, mut index): (Vec<T>, Vec<u32>) = (Vec::new(), vec![0; given.len()]);
    for (value, i) in given {
        if out.last().is_none_or(|last| compare(last, &value).is_ne()) {
            out.push(value);
        }
        index[i as usize] = (out.len() - 1) as u32;
    }
    (out, index)
}

/// The number of digits to write: the one that all values have, or the most where a trailing zero shows that digits were
/// meant; `None` where each value is written as short as it can be. And whether that writes all values as they were.
fn common_digits(read: &[(f64, Option<u8>)]) -> (Option<u8>, bool) {
    let most = read.iter().filter_map(|r| r.1).max();
    // A zero with a sign is the number zero, which has none.
    let signed = read.iter().any(|r| r.0 == 0.0 && r.0.is_sign_negative());
    if read.iter().all(|r| r.1 == most) {
        return (most, !signed);
    }
    let short = read.iter().all(|&(value, digits)| {
        let text = format_decimal(value, false, None);
        let fraction = text.split_once('.').map(|(_, fraction)| fraction.len());
        fraction == digits.map(usize::from) || digits.is_none()
    });
    if short {
        (None, !signed)
    } else {
        (most, false)
    }
}

/// The truth value of a word, with the pair of words that it belongs to.
fn truth(text: &str) -> Option<(bool, (&'static str, &'static str))> {
    const PAIRS: [(&str, &str); 6] = [
        ("true", "false"),
        ("TRUE", "FALSE"),
        ("True", "False"),
        ("vrai", "faux"),
        ("VRAI", "FAUX"),
        ("Vrai", "Faux"),
    ];
    PAIRS.into_iter().find_map(|pair| match text {
        t if t == pair.0 => Some((true, pair)),
        t if t == pair.1 => Some((false, pair)),
        _ => None,
    })
}
