//! Labels that are spans of time: a year, `2024-Q2`, `2024-01`, `2024-W05`, `1970-1979`, a day, and intervals of days or moments.
//!
//! A span is counted in the units of its attribute: days, or microseconds, since 1970-01-01. A month, quarter or year means its own days; a hierarchy that
//! was made with weeks takes a week as part of the month of its Thursday, and only that hierarchy can tell.

use bauta_table::{DateStyle, Dictionary, Style, Values, parse_datetime};

const MICROS_A_DAY: i64 = 86_400_000_000;

/// From a point in time up to, but not including, another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

/// How an attribute measures and writes time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Calendar {
    /// Units in a day: 1, or the microseconds.
    day: i64,
    style: DateStyle,
}

impl Calendar {
    /// Of days or moments, with days written in a style.
    pub(crate) fn new(moments: bool, style: DateStyle) -> Self {
        let day = if moments { MICROS_A_DAY } else { 1 };
        Calendar { day, style }
    }

    /// That of an attribute, if it is days or moments.
    pub(crate) fn of(dictionary: &Dictionary) -> Option<Self> {
        let style = match dictionary.style() {
            Style::Date(style) => *style,
            _ => DateStyle::Iso,
        };
        match dictionary.values() {
            Values::Date(_) => Some(Calendar::new(false, style)),
            Values::DateTime(_) => Some(Calendar::new(true, style)),
            _ => None,
        }
    }

    /// The span that a label means, if it means one; without an end where it has none.
    pub(crate) fn span(&self, label: &str) -> Option<Span> {
        self.point(label)
            .or_else(|| self.unit(label))
            .or_else(|| self.one_sided(label))
            .or_else(|| self.between(label))
    }

    /// A day, or a moment where the attribute has moments.
    fn point(&self, text: &str) -> Option<Span> {
        let day = DateStyle::Iso
            .parse(text)
            .or_else(|| self.style.parse(text));
        if let Some(day) = day {
            return Some(self.days(day, day + 1));
        }
        let low = parse_datetime(text).filter(|_| self.day > 1)?;
        Some(Span { low, high: low + 1 })
    }

    fn days(&self, first: i32, end: i32) -> Span {
        Span {
            low: i64::from(first) * self.day,
            high: i64::from(end) * self.day,
        }
    }

    /// A unit of the calendar.
    fn unit(&self, text: &str) -> Option<Span> {
        let number = |text: &str, digits: usize| -> Option<i32> {
            let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| plain)
        };
        let Some((year, part)) = text.split_once('-') else {
            let year = number(text, 4)?;
            return Some(self.days(month_start(year, 1)?, month_start(year, 13)?));
        };
        let year = number(year, 4)?;
        let months = |first: i32, count: i32| {
            let (start, end) = (month_start(year, first)?, month_start(year, first + count)?);
            Some(self.days(start, end))
        };
        if let Some(month) = number(part, 2) {
            return months(month, 1).filter(|_| (1..=12).contains(&month));
        }
        if let Some(last) = number(part, 4) {
            let (start, end) = (month_start(year, 1)?, month_start(last, 13)?);
            return (year <= last).then(|| self.days(start, end));
        }
        let (sign, count) = part.split_at_checked(1)?;
        match sign {
            "Q" | "q" => {
                let quarter = number(count, 1).filter(|quarter| (1..=4).contains(quarter))?;
                months(3 * quarter - 2, 3)
            }
            "W" | "w" => {
                let week = number(count, 2).filter(|week| (1..=53).contains(week))?;
                // The fourth of January is always in the first week; 1970-01-01 was a Thursday.
                let fourth = month_start(year, 1)? + 3;
                let monday = fourth - (fourth + 3).rem_euclid(7) + 7 * (week - 1);
                Some(self.days(monday, monday + 7))
            }
            _ => None,
        }
    }

    fn one_sided(&self, text: &str) -> Option<Span> {
        let (low, high) = (i64::MIN, i64::MAX);
        for (sign, closed) in [("<=", true), ("≤", true), ("<", false)] {
            if let Some(rest) = text.strip_prefix(sign) {
                let bound = self.point(rest.trim())?;
                let high = if closed { bound.high } else { bound.low };
                return Some(Span { low, high });
            }
        }
        for (sign, closed) in [(">=", true), ("≥", true), (">", false)] {
            if let Some(rest) = text.strip_prefix(sign) {
                let bound = self.point(rest.trim())?;
                let low = if closed { bound.low } else { bound.high };
                return Some(Span { low, high });
            }
        }
        None
    }

    /// `[2024-01-01,2024-02-01[`, `[01/01/2024..31/01/2024]`.
    fn between(&self, text: &str) -> Option<Span> {
        let (first, last) = (text.chars().next()?, text.chars().next_back()?);
        let inner = text.strip_prefix(first)?.strip_suffix(last)?;
        let (closed_low, closed_high) = match (first, last) {
            ('[', ']') => (true, true),
            ('[', '[' | ')') => (true, false),
            (']' | '(', ']') => (false, true),
            (']' | '(', '[' | ')') => (false, false),
            _ => return None,
        };
        for separator in ["..", ";", ",", "-"] {
            for (at, _) in inner.match_indices(separator) {
                let low = self.point(inner[..at].trim());
                let high = self.point(inner[at + separator.len()..].trim());
                if let (Some(low), Some(high)) = (low, high) {
                    let low = if closed_low { low.low } else { low.high };
                    let high = if closed_high { high.high } else { high.low };
                    return (low < high).then_some(Span { low, high });
                }
            }
        }
        None
    }
}

/// The first day of a month; the thirteenth is the first of the next year.
fn month_start(year: i32, month: i32) -> Option<i32> {
    let (year, month) = if month == 13 {
        (year + 1, 1)
    } else {
        (year, month)
    };
    DateStyle::Iso.parse(&format!("{year:04}-{month:02}-01"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_intervals_are_read() {
        let calendar = Calendar::new(false, DateStyle::DaySlash);
        let days = |text: &str| {
            let span = calendar.span(text)?;
            let day = |at: i64| DateStyle::Iso.format(at as i32);
            Some((day(span.low), day(span.high - 1)))
        };
        for (label, first, last) in [
            ("2024", "2024-01-01", "2024-12-31"),
            ("2024-Q2", "2024-04-01", "2024-06-30"),
            ("2023-02", "2023-02-01", "2023-02-28"),
            ("2024-12", "2024-12-01", "2024-12-31"),
            ("1970-1979", "1970-01-01", "1979-12-31"),
            ("2024-W01", "2024-01-01", "2024-01-07"),
            ("2026-W53", "2026-12-28", "2027-01-03"),
            ("2024-01-31", "2024-01-31", "2024-01-31"),
            ("31/01/2024", "2024-01-31", "2024-01-31"),
            ("[2024-01-01,2024-02-01[", "2024-01-01", "2024-01-31"),
            ("[01/01/2024..31/01/2024]", "2024-01-01", "2024-01-31"),
            ("]2024-01-01;2024-01-31[", "2024-01-02", "2024-01-30"),
        ] {
            assert_eq!(days(label), Some((first.into(), last.into())), "{label}");
        }
        assert_eq!(
            calendar.span(">=2024-01-31").map(|it| it.high),
            Some(i64::MAX)
        );
        assert_eq!(
            calendar.span("<2024-01-31").map(|it| it.low),
            Some(i64::MIN)
        );
        for label in [
            "2024-13",
            "2024-Q5",
            "1979-1970",
            "24-01",
            "*",
            "",
            "[",
            "2024-W54",
        ] {
            assert_eq!(calendar.span(label), None, "{label}");
        }
    }
}
