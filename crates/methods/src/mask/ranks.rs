//! Rows in the order of their values.

use bauta_table::{Column, with_codes};

/// Some rows in the ascending order of their codes, equals as they were: counted, not compared.
pub(super) fn ascending(column: &Column, rows: impl Iterator<Item = u32> + Clone) -> Vec<u32> {
    with_codes!(column.codes(), codes => {
        let mut places = vec![0u32; column.dictionary().len() + 1];
        rows.clone().for_each(|row| places[codes[row as usize] as usize + 1] += 1);
        let mut before = 0;
        for place in &mut places {
            before += *place;
            *place = before;
        }
        let mut ordered = vec![0; before as usize];
        for row in rows {
            let place = &mut places[codes[row as usize] as usize];
            ordered[*place as usize] = row;
            *place += 1;
        }
        ordered
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::Trial;

    #[test]
    fn rows_come_in_the_order_of_their_values_and_equals_as_they_were() {
        let trial = Trial::of_column("x", &["30", "9", "30", "-1", "9", ""]);
        let column = &trial.table.attributes()[0].column;
        assert_eq!(ascending(column, 0..6), [3, 1, 4, 0, 2, 5]);
        assert_eq!(ascending(column, [4, 2, 1].into_iter()), [4, 1, 2]);
        assert_eq!(ascending(column, 0..0), Vec::<u32>::new());
    }
}
