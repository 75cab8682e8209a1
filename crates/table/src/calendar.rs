//! Counting months between days.

use chrono::Datelike;

use crate::style::date_of;

/// Whole months from one day to another (days since 1970-01-01), negative if the second comes first. A month is complete on the
/// day of the same number, or on the last day of a month that has no such day.
pub fn whole_months(from: i32, to: i32) -> Option<i64> {
    if to < from {
        return whole_months(to, from).map(|months| -months);
    }
    let (start, end) = (date_of(from)?, date_of(to)?);
    let months = i64::from(end.year() - start.year()) * 12 + i64::from(end.month())
        - i64::from(start.month());
    let is_last = date_of(to.checked_add(1)?).is_some_and(|next| next.day() == 1);
    Some(if end.day() >= start.day() || is_last {
        months
    } else {
        months - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DateStyle;

    #[test]
    fn months_are_complete_on_their_day() {
        let months = |from: &str, to: &str| {
            whole_months(
                DateStyle::Iso.parse(from).unwrap(),
                DateStyle::Iso.parse(to).unwrap(),
            )
        };
        for (from, to, expected) in [
            ("1980-05-17", "2000-05-16", 239),
            ("1980-05-17", "2000-05-17", 240),
            ("2023-01-31", "2023-02-28", 1),
            ("2023-01-31", "2023-02-27", 0),
            ("2020-02-29", "2021-02-28", 12),
            ("2000-05-17", "1980-05-17", -240),
            ("1960-01-01", "1960-01-01", 0),
        ] {
            assert_eq!(months(from, to), Some(expected), "{from} {to}");
        }
    }
}
