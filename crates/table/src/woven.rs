//! Columns with some rows from elsewhere.

use crate::codes::Codes;
use crate::dictionary::Dictionary;
use crate::numbers::Precision;
use crate::table::Column;

impl Column {
    /// The column in which some rows have the cells of other columns, one cell a row; of the same attribute, so of the same kind.
    #[must_use]
    pub fn woven(self, parts: &[(Vec<u32>, Column)]) -> Column {
        if parts.is_empty() {
            return self;
        }
        if parts
            .iter()
            .all(|(_, part)| part.dictionary() == self.dictionary())
        {
            let codes = placed(self.codes().iter().collect(), parts, |part, place| {
                part.codes().get(place)
            });
            let distinct = self.dictionary().len();
            return self.with_codes(Codes::from_fn(codes.len(), distinct, |row| codes[row]));
        }
        if let Some(values) = self.measures() {
            let measure = |part: &Column, place| {
                part.dictionary()
                    .measure(part.codes().get(place))
                    .unwrap_or(f64::NAN)
            };
            return Column::of_measures(
                &placed(values, parts, measure),
                self.dictionary(),
                Precision::Source,
            );
        }
        let own = (0..self.len())
            .map(|row| self.label(row).into_owned())
            .collect();
        let labels: Vec<String> = placed(own, parts, |part, place| part.label(place).into_owned());
        let (dictionary, code_of) = Dictionary::of_labels(&labels, false);
        let codes = Codes::from_fn(labels.len(), dictionary.len(), |row| code_of[row]);
        Column::new(dictionary, codes)
    }
}

/// The cells of rows, those of the parts in their rows.
fn placed<T>(
    mut own: Vec<T>,
    parts: &[(Vec<u32>, Column)],
    cell: impl Fn(&Column, usize) -> T,
) -> Vec<T> {
    for (rows, part) in parts {
        for (place, &row) in rows.iter().enumerate() {
            own[row as usize] = cell(part, place);
        }
    }
    own
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
    fn rows_come_from_where_they_are_told() {
        let numbers = column(&["1.5", "2.5", ""])
            .woven(&[(vec![1], column(&["9.5"])), (vec![0], column(&["7.5"]))]);
        assert_eq!(labels(&numbers), ["7.5", "9.5", ""]);
        let words = column(&["a", "b"]);
        let same = words.clone().woven(&[(vec![0], words.picked(&[1]))]);
        assert_eq!(labels(&same), ["b", "b"]);
        assert_eq!(
            labels(&words.woven(&[(vec![1], column(&["z"]))])),
            ["a", "z"]
        );
    }
}
