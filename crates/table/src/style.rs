//! How numbers, dates and truth values were written, so that they are written the same way again.

use chrono::{Datelike, NaiveDate, NaiveDateTime};
use serde::{Deserialize, Serialize};

/// The way of writing that all values of a column share.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// The value's plain form: text as it is, numbers with a point, dates as in ISO 8601.
    #[default]
    Plain,
    /// Numbers with a fraction.
    Decimal {
        /// A comma separates the fraction.
        comma: bool,
        /// Number of digits after it, when all values are written with the same number.
        digits: Option<u8>,
    },
    /// Days.
    Date(DateStyle),
    /// Truth values, by their two words.
    Boolean {
        /// The word for true.
        yes: Box<str>,
        /// The word for false.
        no: Box<str>,
    },
}

/// A way of writing a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateStyle {
    /// 2024-01-31
    #[default]
    Iso,
    /// 31/01/2024
    DaySlash,
    /// 31.01.2024
    DayDot,
    /// 31-01-2024
    DayDash,
    /// 01/31/2024
    MonthSlash,
    /// 2024/01/31
    YearSlash,
}

impl DateStyle {
    /// Every style, in the order in which reading tries them: a day before a month where both would do.
    pub const ALL: [DateStyle; 6] = [
        DateStyle::Iso,
        DateStyle::DaySlash,
        DateStyle::DayDot,
        DateStyle::DayDash,
        DateStyle::MonthSlash,
        DateStyle::YearSlash,
    ];

    fn layout(self) -> (u8, [usize; 3]) {
        // Separator, and the places of year, month, day.
        match self {
            DateStyle::Iso => (b'-', [0, 1, 2]),
            DateStyle::DaySlash => (b'/', [2, 1, 0]),
            DateStyle::DayDot => (b'.', [2, 1, 0]),
            DateStyle::DayDash => (b'-', [2, 1, 0]),
            DateStyle::MonthSlash => (b'/', [2, 0, 1]),
            DateStyle::YearSlash => (b'/', [0, 1, 2]),
        }
    }

    /// Days since 1970-01-01, if `text` is a day in exactly this style (padded with zeros, so that it is written back alike).
    pub fn parse(self, text: &str) -> Option<i32> {
        let (separator, [year, month, day]) = self.layout();
        let mut parts = [""; 3];
        let mut split = text.split(separator as char);
        for part in &mut parts {
            *part = split.next()?;
        }
        // Without its zeros a date would not be written back as it was, so that it stays text.
        let padded = parts[year].len() == 4 && parts[month].len() == 2 && parts[day].len() == 2;
        if split.next().is_some()
            || !padded
            || !parts.iter().all(|p| p.bytes().all(|b| b.is_ascii_digit()))
        {
            return None;
        }
        let date = NaiveDate::from_ymd_opt(
            parts[year].parse().ok()?,
            parts[month].parse().ok()?,
            parts[day].parse().ok()?,
        )?;
        Some(days_of(date))
    }

    /// The day in this style.
    pub fn format(self, days: i32) -> String {
        let Some(date) = date_of(days) else {
            return days.to_string();
        };
        let (y, m, d) = (date.year(), date.month(), date.day());
        match self {
            DateStyle::Iso => format!("{y:04}-{m:02}-{d:02}"),
            DateStyle::DaySlash => format!("{d:02}/{m:02}/{y:04}"),
            DateStyle::DayDot => format!("{d:02}.{m:02}.{y:04}"),
            DateStyle::DayDash => format!("{d:02}-{m:02}-{y:04}"),
            DateStyle::MonthSlash => format!("{m:02}/{d:02}/{y:04}"),
            DateStyle::YearSlash => format!("{y:04}/{m:02}/{d:02}"),
        }
    }
}

const EPOCH_FROM_CE: i32 = 719_163;

/// The calendar day of a day number.
pub(crate) fn date_of(days: i32) -> Option<NaiveDate> {
    NaiveDate::from_num_days_from_ce_opt(days.checked_add(EPOCH_FROM_CE)?)
}

pub(crate) fn days_of(date: NaiveDate) -> i32 {
    date.num_days_from_ce() - EPOCH_FROM_CE
}

/// `2024-01-31T12:30:00` with fractions only where there are any.
pub(crate) fn format_datetime(micros: i64) -> String {
    match chrono::DateTime::from_timestamp_micros(micros) {
        Some(moment) => moment
            .naive_utc()
            .format("%Y-%m-%dT%H:%M:%S%.f")
            .to_string(),
        None => micros.to_string(),
    }
}

/// Microseconds since the epoch of an ISO 8601 date-time without zone, if writing it back gives the same text.
pub fn parse_datetime(text: &str) -> Option<i64> {
    let moment = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f")
        .ok()?
        .and_utc()
        .timestamp_micros();
    // Only what is written back in the same way is a moment; everything else stays the text that it was.
    (format_datetime(moment) == text).then_some(moment)
}

/// A whole number written plainly: no leading zero, no plus sign, no spaces. `007` stays text, because writing it back as
/// `7` would change it.
pub fn parse_integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = match digits.as_bytes() {
        // `0` but not `-0`, and nothing with a zero in front: such codes would lose characters as numbers.
        [b'0'] => text.len() == 1,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if plain { text.parse().ok() } else { None }
}

/// A number with an optional fraction after a point or a comma: the value, and the digits after the separator
/// (`None` = no separator). Numbers of more than 15 significant digits would not come back exactly and stay text.
pub fn parse_decimal(text: &str, comma: bool) -> Option<(f64, Option<u8>)> {
    let separator = if comma { ',' } else { '.' };
    let (whole, fraction) = match text.split_once(separator) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let whole_ok = match digits.as_bytes() {
        [b'0'] => true,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let fraction_ok =
        fraction.is_none_or(|f| !f.is_empty() && f.bytes().all(|b| b.is_ascii_digit()));
    let size = digits.len() + fraction.map_or(0, str::len);
    // Up to 15 digits a double gives back every decimal number as it was written.
    if !whole_ok || !fraction_ok || size > 15 || (fraction.is_none() && text == "-0") {
        return None;
    }
    let value: f64 = match fraction {
        Some(fraction) if comma => format!("{whole}.{fraction}").parse().ok()?,
        _ => text.parse().ok()?,
    };
    Some((value, fraction.map(|f| f.len() as u8)))
}

/// A decimal in the column's style.
pub(crate) fn format_decimal(value: f64, comma: bool, digits: Option<u8>) -> String {
    let text = match digits {
        Some(digits) => format!("{value:.*}", usize::from(digits)),
        None => format!("{value}"),
    };
    if comma { text.replace('.', ",") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_that_would_change_stay_text() {
        assert_eq!(parse_integer("18000"), Some(18_000));
        assert_eq!(parse_integer("-5"), Some(-5));
        assert_eq!(parse_integer("0"), Some(0));
        for text in [
            "01000",
            "+5",
            " 5",
            "",
            "-",
            "-0",
            "5.0",
            "99999999999999999999",
        ] {
            assert_eq!(parse_integer(text), None, "{text:?}");
        }
    }

    #[test]
    fn decimals_with_point_or_comma() {
        assert_eq!(parse_decimal("12,50", true), Some((12.5, Some(2))));
        assert_eq!(parse_decimal("12.50", false), Some((12.5, Some(2))));
        assert_eq!(parse_decimal("12", true), Some((12.0, None)));
        for text in ["01,5", "1,", ",5", "1.5", "1e3", "1234567890123456,5"] {
            assert_eq!(parse_decimal(text, true), None, "{text:?}");
        }
        assert_eq!(format_decimal(12.5, true, Some(2)), "12,50");
        assert_eq!(format_decimal(12.5, false, None), "12.5");
    }

    #[test]
    fn each_date_style_reads_what_it_writes() {
        for style in DateStyle::ALL {
            for days in [-719_162, -1, 0, 59, 19_753, 19_782] {
                assert_eq!(
                    style.parse(&style.format(days)),
                    Some(days),
                    "{style:?} {days}"
                );
            }
        }
        assert_eq!(DateStyle::Iso.parse("2024-02-30"), None);
        assert_eq!(DateStyle::DaySlash.parse("1/2/2024"), None);
    }

    #[test]
    fn datetimes_come_back_as_they_were() {
        for text in ["2024-01-31T12:30:00", "1969-12-31T23:59:59.250"] {
            assert_eq!(
                parse_datetime(text).map(format_datetime).as_deref(),
                Some(text)
            );
        }
        assert_eq!(parse_datetime("2024-01-31 12:30:00"), None);
    }
}
