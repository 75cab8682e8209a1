//! The distinct values of a column, typed and in their natural order.

use std::borrow::Cow;

use crate::interval;
use crate::style::{Style, format_datetime, format_decimal};
use crate::value::{Cell, Kind};

/// Many strings in one buffer.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct TextPool {
    bytes: String,
    ends: Vec<usize>,
}

impl TextPool {
    /// Adds a string and returns its index.
    pub fn push(&mut self, text: &str) -> usize {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
        self.ends.len() - 1
    }

    /// The string at an index.
    #[inline]
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start..self.ends[index]]
    }

    /// Bytes that it takes in memory.
    pub fn held_bytes(&self) -> usize {
        self.bytes.len() + self.ends.len() * size_of::<usize>()
    }

    /// Number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All strings in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl<S: AsRef<str>> FromIterator<S> for TextPool {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Self {
        let mut pool = TextPool::default();
        for text in texts {
            pool.push(text.as_ref());
        }
        pool
    }
}

/// The values of one kind.
#[derive(Clone, PartialEq)]
pub enum Values {
    /// Text.
    Text(TextPool),
    /// Whole numbers.
    Integer(Vec<i64>),
    /// Numbers.
    Decimal(Vec<f64>),
    /// Days since 1970-01-01.
    Date(Vec<i32>),
    /// Microseconds since 1970-01-01T00:00:00.
    DateTime(Vec<i64>),
    /// Truth values.
    Boolean(Vec<bool>),
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Values::Text(v) => v.len(),
            Values::Integer(v) => v.len(),
            Values::Decimal(v) => v.len(),
            Values::Date(v) => v.len(),
            Values::DateTime(v) => v.len(),
            Values::Boolean(v) => v.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The distinct values of a column in ascending order; a value's index is its code. When the column has missing cells,
/// they have the last code.
#[derive(Clone, PartialEq)]
pub struct Dictionary {
    values: Values,
    style: Style,
    missing: bool,
    /// The text of each value, where the style would write some of them in another way than the source did.
    spellings: Option<TextPool>,
}

impl Dictionary {
    /// Sorts `values` (which must be distinct) and returns the dictionary with, for each given index, its code.
    pub fn sorted(values: Values, style: Style, missing: bool) -> (Self, Vec<u32>) {
        let order = match &values {
            Values::Text(pool) => text_order(pool),
            Values::Integer(v) => order_by(v.len(), |a, b| v[a].cmp(&v[b])),
            Values::Decimal(v) => order_by(v.len(), |a, b| v[a].total_cmp(&v[b])),
            Values::Date(v) => order_by(v.len(), |a, b| v[a].cmp(&v[b])),
            Values::DateTime(v) => order_by(v.len(), |a, b| v[a].cmp(&v[b])),
            Values::Boolean(v) => order_by(v.len(), |a, b| v[a].cmp(&v[b])),
        };
        let values = match values {
            Values::Text(pool) => {
                Values::Text(order.iter().map(|&i| pool.get(i as usize)).collect())
            }
            Values::Integer(v) => Values::Integer(pick(&v, &order)),
            Values::Decimal(v) => Values::Decimal(pick(&v, &order)),
            Values::Date(v) => Values::Date(pick(&v, &order)),
            Values::DateTime(v) => Values::DateTime(pick(&v, &order)),
            Values::Boolean(v) => Values::Boolean(pick(&v, &order)),
        };
        let mut code_of = vec![0u32; order.len()];
        for (code, &index) in order.iter().enumerate() {
            code_of[index as usize] = code as u32;
        }
        (
            Dictionary {
                values,
                style,
                missing,
                spellings: None,
            },
            code_of,
        )
    }

    /// A dictionary of labels, such as a recoding makes: repeated labels share a code, which is what a reader of the
    /// release sees. Returns the code of each given label.
    pub fn of_labels<S: AsRef<str>>(labels: &[S], missing: bool) -> (Self, Vec<u32>) {
        let mut index_of = hashbrown::HashMap::with_hasher(foldhash::fast::FixedState::default());
        let mut pool = TextPool::default();
        let index: Vec<usize> = labels
            .iter()
            .map(|label| {
                *index_of
                    .entry(label.as_ref())
                    .or_insert_with(|| pool.push(label.as_ref()))
            })
            .collect();
        let (dictionary, code_of) = Dictionary::sorted(Values::Text(pool), Style::Plain, missing);
        (dictionary, index.into_iter().map(|i| code_of[i]).collect())
    }

    /// The texts `G1`, `G2`, … up to a number, for a prefix `G` that is a word; returns the code of each. They come in the order of texts
    /// (`G1`, `G10`, `G11`, `G2`) by walking through their digits: nothing is sorted.
    pub(crate) fn numbered(prefix: &str, count: usize) -> (Self, Vec<u32>) {
        let (mut pool, mut code_of) = (TextPool::default(), vec![0; count]);
        let (mut number, mut text) = (0, prefix.to_owned());
        for code in 0..count as u32 {
            if number > 0 && number * 10 <= count {
                number *= 10;
                text.push('0');
            } else {
                // Up, where there is no next one beside it.
                while number % 10 == 9 || number >= count {
                    number /= 10;
                    text.pop();
                }
                number += 1;
                if number > 1 {
                    text.pop();
                }
                text.push(char::from(b'0' + (number % 10) as u8));
            }
            pool.push(&text);
            code_of[number - 1] = code;
        }
        (
            Dictionary {
                values: Values::Text(pool),
                style: Style::Plain,
                missing: false,
                spellings: None,
            },
            code_of,
        )
    }

    /// Number of codes, that of missing cells included.
    pub fn len(&self) -> usize {
        self.value_count() + usize::from(self.missing)
    }

    /// Whether the column has no cell at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of distinct values, missing not counted.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// The code of missing cells, if there are any.
    pub fn missing_code(&self) -> Option<u32> {
        self.missing.then(|| self.value_count() as u32)
    }

    /// The values by kind.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// How they are written.
    pub fn style(&self) -> &Style {
        &self.style
    }

    /// What they are.
    pub fn kind(&self) -> Kind {
        match self.values {
            Values::Text(_) => Kind::Text,
            Values::Integer(_) => Kind::Integer,
            Values::Decimal(_) => Kind::Decimal,
            Values::Date(_) => Kind::Date,
            Values::DateTime(_) => Kind::DateTime,
            Values::Boolean(_) => Kind::Boolean,
        }
    }

    /// The value of a code.
    pub fn cell(&self, code: u32) -> Cell<'_> {
        let i = code as usize;
        if i >= self.value_count() {
            return Cell::Missing;
        }
        match &self.values {
            Values::Text(v) => Cell::Text(v.get(i)),
            Values::Integer(v) => Cell::Integer(v[i]),
            Values::Decimal(v) => Cell::Decimal(v[i]),
            Values::Date(v) => Cell::Date(v[i]),
            Values::DateTime(v) => Cell::DateTime(v[i]),
            Values::Boolean(v) => Cell::Boolean(v[i]),
        }
    }

    /// The text of a code, as the source wrote it; empty for a missing cell.
    pub fn label(&self, code: u32) -> Cow<'_, str> {
        if let Some(spellings) = &self.spellings
            && (code as usize) < spellings.len()
        {
            return Cow::Borrowed(spellings.get(code as usize));
        }
        match self.cell(code) {
            Cell::Missing => Cow::Borrowed(""),
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Integer(v) => v.to_string().into(),
            Cell::Decimal(v) => match self.style {
                Style::Decimal { comma, digits } => format_decimal(v, comma, digits).into(),
                _ => format_decimal(v, false, None).into(),
            },
            Cell::Date(v) => match self.style {
                Style::Date(style) => style.format(v).into(),
                _ => crate::DateStyle::Iso.format(v).into(),
            },
            Cell::DateTime(v) => format_datetime(v).into(),
            Cell::Boolean(v) => match &self.style {
                Style::Boolean { yes, no } => Cow::Borrowed(if v { yes } else { no }),
                _ => Cow::Borrowed(if v { "true" } else { "false" }),
            },
        }
    }

    /// The value of a code in the plain form of its kind: equal for equal values of two tables, however these write them.
    pub fn plain_label(&self, code: u32) -> Cow<'_, str> {
        match self.cell(code) {
            Cell::Missing => Cow::Borrowed(""),
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Integer(v) => v.to_string().into(),
            Cell::Decimal(v) => format_decimal(v, false, None).into(),
            Cell::Date(v) => crate::DateStyle::Iso.format(v).into(),
            Cell::DateTime(v) => format_datetime(v).into(),
            Cell::Boolean(v) => Cow::Borrowed(if v { "true" } else { "false" }),
        }
    }

    /// Where a value lies on its scale, for kinds that have one.
    pub fn measure(&self, code: u32) -> Option<f64> {
        match self.cell(code) {
            Cell::Integer(v) => Some(v as f64),
            Cell::Decimal(v) => Some(v),
            Cell::Date(v) => Some(f64::from(v)),
            Cell::DateTime(v) => Some(v as f64),
            _ => None,
        }
    }

    /// These values, each with a text of its own: one per value, by its code.
    pub(crate) fn with_spellings(mut self, spellings: TextPool) -> Self {
        debug_assert_eq!(spellings.len(), self.value_count());
        self.spellings = Some(spellings);
        self
    }

    /// These values with a code for missing cells.
    pub fn with_missing(mut self) -> Self {
        self.missing = true;
        self
    }
}

fn order_by(len: usize, compare: impl Fn(usize, usize) -> std::cmp::Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.sort_unstable_by(|&a, &b| compare(a as usize, b as usize));
    order
}

fn pick<T: Copy>(values: &[T], order: &[u32]) -> Vec<T> {
    order.iter().map(|&i| values[i as usize]).collect()
}

/// Texts that are all intervals or bounds (`[20,30[`, `>=40`) go by their bounds, others by their characters.
fn text_order(pool: &TextPool) -> Vec<u32> {
    let bounds: Option<Vec<(f64, f64)>> = pool
        .iter()
        .map(|t| interval::parse(t).map(|i| (i.low, i.high)))
        .collect();
    match bounds {
        Some(b) => order_by(pool.len(), |x, y| {
            b[x].0
                .total_cmp(&b[y].0)
                .then(b[x].1.total_cmp(&b[y].1))
                .then(pool.get(x).cmp(pool.get(y)))
        }),
        None => order_by(pool.len(), |x, y| pool.get(x).cmp(pool.get(y))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_follow_the_order_of_values_and_missing_comes_last() {
        let (dictionary, code_of) =
            Dictionary::sorted(Values::Integer(vec![30, 4, 200]), Style::Plain, true);
        assert_eq!(code_of, [1, 0, 2]);
        assert_eq!(dictionary.missing_code(), Some(3));
        let labels: Vec<_> = (0..4)
            .map(|code| dictionary.label(code).into_owned())
            .collect();
        assert_eq!(labels, ["4", "30", "200", ""]);
    }

    #[test]
    fn interval_texts_go_by_their_bounds() {
        let (dictionary, _) = Dictionary::of_labels(&["[100,200[", "[5,20[", "[20,100["], false);
        let labels: Vec<_> = (0..3)
            .map(|code| dictionary.label(code).into_owned())
            .collect();
        assert_eq!(labels, ["[5,20[", "[20,100[", "[100,200["]);
    }

    #[test]
    fn numbered_labels_come_as_if_they_had_been_sorted() {
        for count in [
            0, 1, 2, 9, 10, 11, 19, 20, 99, 100, 101, 110, 999, 1000, 1099, 1234, 20_305,
        ] {
            let pool = (1..=count).map(|number| format!("G{number}")).collect();
            let sorted = Dictionary::sorted(Values::Text(pool), Style::Plain, false);
            assert!(Dictionary::numbered("G", count) == sorted, "{count}");
        }
    }

    #[test]
    fn equal_labels_share_a_code() {
        let (dictionary, codes) = Dictionary::of_labels(&["b", "a", "b"], false);
        assert_eq!((dictionary.len(), codes), (2, vec![1, 0, 1]));
    }
}
