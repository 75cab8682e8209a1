//! Columns as numbers, and columns made of numbers: what arithmetic on an attribute starts from and ends with.

use crate::codes::Codes;
use crate::dictionary::{Dictionary, Values};
use crate::style::Style;
use crate::table::Column;
use crate::value::{Cell, Kind};

/// How exactly computed numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// As the source writes its own: whole numbers stay whole, decimals keep their number of digits.
    Source,
    /// With at most so many digits after the point; whole numbers may become decimals. Days stay days.
    Digits(u8),
}

/// Counts up to this are looked up whatever the number of rows.
const FEW: usize = 1 << 10;

/// The most digits after the point that a source is taken to have.
const MOST_DIGITS: usize = 9;

impl Column {
    /// Where each row lies on the attribute's scale, NaN where it is missing; `None` if the attribute has no scale.
    pub fn measures(&self) -> Option<Vec<f64>> {
        let dictionary = self.dictionary();
        if !dictionary.kind().is_measurable() {
            return None;
        }
        let of_code = dictionary.measures();
        Some(
            self.codes()
                .iter()
                .map(|code| of_code[code as usize])
                .collect(),
        )
    }

    /// A column of numbers, one a row, of the kind and style of `like`; what is not a number is missing.
    pub fn of_measures(values: &[f64], like: &Dictionary, precision: Precision) -> Column {
        let (dictionary, code_of) = Dictionary::of_measures(values, like, precision);
        let codes = Codes::from_fn(values.len(), dictionary.len(), |row| code_of[row]);
        Column::new(dictionary, codes)
    }
}

impl Column {
    /// A column of whole numbers, one a row, such as counts: there are few different ones.
    pub fn of_counts(counts: &[u32]) -> Column {
        let most = counts.iter().max().map_or(0, |&most| most as usize);
        // A table by count would be mostly empty: such counts are sorted instead.
        if most > counts.len() + FEW {
            let whole = Dictionary::sorted(Values::Integer(Vec::new()), Style::Plain, false).0;
            let counts: Vec<f64> = counts.iter().map(|&count| f64::from(count)).collect();
            return Column::of_measures(&counts, &whole, Precision::Source);
        }
        let mut code_of = vec![0; most + 1];
        counts.iter().for_each(|&count| code_of[count as usize] = 1);
        let distinct: Vec<i64> = (0..)
            .zip(&code_of)
            .filter(|(_, seen)| **seen > 0)
            .map(|(count, _)| count)
            .collect();
        distinct
            .iter()
            .zip(0..)
            .for_each(|(&count, code)| code_of[count as usize] = code);
        let codes = Codes::from_fn(counts.len(), distinct.len(), |row| {
            code_of[counts[row] as usize]
        });
        Column::new(
            Dictionary::sorted(Values::Integer(distinct), Style::Plain, false).0,
            codes,
        )
    }
}

impl Dictionary {
    /// Where each code lies, as [`Dictionary::measure`] has it; not a number where that is nothing.
    pub fn measures(&self) -> Vec<f64> {
        (0..self.len() as u32)
            .map(|code| self.measure(code).unwrap_or(f64::NAN))
            .collect()
    }

    /// The distinct ones of some numbers as a dictionary of the kind and style of `like`, and the code of each.
    pub fn of_measures(
        values: &[f64],
        like: &Dictionary,
        precision: Precision,
    ) -> (Dictionary, Vec<u32>) {
        let digits = match precision {
            Precision::Digits(digits) => digits,
            Precision::Source => source_digits(like),
        };
        let whole = match (like.kind(), precision) {
            (Kind::Integer, Precision::Digits(_)) => values
                .iter()
                .all(|value| !(value.is_finite() && value.fract() != 0.0)),
            (Kind::Decimal, _) => false,
            _ => true,
        };
        let scale = 10f64.powi(i32::from(digits));
        let rounded: Vec<f64> = values
            .iter()
            .map(|&value| {
                if whole {
                    // Adding 0.0 turns -0.0 into 0.0, which would be written with its sign.
                    value.round() + 0.0
                } else if (value * scale).is_finite() {
                    (value * scale).round() / scale + 0.0
                } else {
                    // A number too large to be scaled has no such digits.
                    value
                }
            })
            .collect();
        let mut distinct: Vec<f64> = rounded
            .iter()
            .copied()
            .filter(|value| value.is_finite())
            .collect();
        // Equals often stand together, and need not be sorted then.
        distinct.dedup();
        distinct.sort_unstable_by(f64::total_cmp);
        distinct.dedup();
        let missing = rounded.iter().any(|value| !value.is_finite());
        let none = distinct.len() as u32;
        let code_of = |value: &f64| {
            if value.is_finite() {
                // Each finite value is among them, so that the place found is its own.
                distinct.partition_point(|known| known < value) as u32
            } else {
                none
            }
        };
        let codes = rounded.iter().map(code_of).collect();
        let (values, style) = typed(&distinct, like, whole, precision);
        (Dictionary::sorted(values, style, missing).0, codes)
    }
}

fn typed(
    distinct: &[f64],
    like: &Dictionary,
    whole: bool,
    precision: Precision,
) -> (Values, Style) {
    let own = || like.style().clone();
    match like.kind() {
        Kind::Date => (
            Values::Date(distinct.iter().map(|&value| value as i32).collect()),
            own(),
        ),
        Kind::DateTime => (
            Values::DateTime(distinct.iter().map(|&value| value as i64).collect()),
            own(),
        ),
        Kind::Integer if whole => (
            Values::Integer(distinct.iter().map(|&value| value as i64).collect()),
            own(),
        ),
        _ => {
            let comma = matches!(like.style(), Style::Decimal { comma: true, .. });
            let digits = match (like.style(), precision) {
                (Style::Decimal { digits, .. }, Precision::Source) => *digits,
                _ => None,
            };
            (
                Values::Decimal(distinct.to_vec()),
                Style::Decimal { comma, digits },
            )
        }
    }
}

/// Digits after the point that the source writes at the most.
fn source_digits(like: &Dictionary) -> u8 {
    if let Style::Decimal {
        digits: Some(digits),
        ..
    } = like.style()
    {
        return *digits;
    }
    let after_point = |code: u32| match like.cell(code) {
        Cell::Decimal(value) => {
            let text = format!("{value}");
            text.split_once('.')
                .map_or(0, |(_, fraction)| fraction.len())
        }
        _ => 0,
    };
    (0..like.value_count() as u32)
        .map(after_point)
        .max()
        .unwrap_or(0)
        // More are the noise of binary fractions, not what anybody has measured.
        .min(MOST_DIGITS) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ColumnBuilder, ReadAs};

    fn column(cells: &[&str]) -> Column {
        let mut builder = ColumnBuilder::new();
        cells.iter().for_each(|cell| builder.push_text(cell));
        builder.finish(&ReadAs {
            text_may_be_typed: true,
            ..ReadAs::default()
        })
    }

    fn labels(column: &Column) -> Vec<String> {
        (0..column.len())
            .map(|row| column.label(row).into_owned())
            .collect()
    }

    #[test]
    fn numbers_come_back_as_they_were() {
        for cells in [
            &["3", "", "-7"][..],
            &["1,50", "2,25", ""],
            &["2024-01-31", "1969-12-31"],
            &["0.5", "12.125"],
        ] {
            let column = column(cells);
            let back = Column::of_measures(
                &column.measures().unwrap(),
                column.dictionary(),
                Precision::Source,
            );
            assert_eq!(labels(&back), cells);
            assert!(back == column || back.dictionary().kind() == column.dictionary().kind());
        }
    }

    #[test]
    fn whole_numbers_and_days_stay_whole_unless_digits_are_asked_for() {
        let whole = column(&["1", "2"]);
        let of = |values: &[f64], precision| {
            labels(&Column::of_measures(values, whole.dictionary(), precision))
        };
        assert_eq!(of(&[1.4, f64::NAN], Precision::Source), ["1", ""]);
        assert_eq!(of(&[1.0 / 3.0, 2.0], Precision::Digits(3)), ["0.333", "2"]);
        assert_eq!(of(&[4.0, -0.0], Precision::Digits(3)), ["4", "0"]);
        let days = column(&["2024-01-31", "2024-02-01"]);
        let moved = Column::of_measures(&[0.4, 31.6], days.dictionary(), Precision::Digits(3));
        assert_eq!(labels(&moved), ["1970-01-01", "1970-02-02"]);
    }

    #[test]
    fn counts_are_whole_numbers_whether_small_or_large() {
        for counts in [&[3, 1, 3, 0][..], &[7, 4_000_000_000], &[], &[1_025, 1]] {
            let column = Column::of_counts(counts);
            assert_eq!(
                labels(&column),
                counts.iter().map(u32::to_string).collect::<Vec<_>>()
            );
            assert_eq!(column.dictionary().kind(), Kind::Integer);
        }
    }

    #[test]
    fn words_have_no_measures() {
        assert!(column(&["a", "b"]).measures().is_none());
    }
}
