//! Days and moments by calendar units: day, month `2024-01`, quarter `2024-Q1`, year `2024`, decade `2020-2029`.
//!
//! A week (`2024-W05`, as ISO 8601 counts) is no part of a month or a year. Where weeks are asked for, the levels above
//! take a week as part of the month, quarter and year of its Thursday, which is how ISO 8601 gives a week its year.

use chrono::{Datelike, Days, NaiveDate, Weekday};
use serde::{Deserialize, Serialize};

use super::TOP;
use super::draft::{Draft, leaves_of};
use crate::dictionary::Dictionary;
use crate::error::Fault;
use crate::hierarchy::Hierarchy;
use crate::hierarchy::rows::by_label;
use crate::style::date_of;
use crate::value::{Cell, Kind};

/// A unit of the calendar, from fine to coarse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Granularity {
    /// `2024-01-31`, for moments.
    Day,
    /// `2024-W05`, from Monday to Sunday.
    Week,
    /// `2024-01`
    Month,
    /// `2024-Q1`
    Quarter,
    /// `2024`
    Year,
    /// `2020-2029`
    Decade,
}

/// Parameters of calendar units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dates {
    /// The units of the levels, from fine to coarse: month, quarter, year and decade if not given, after the day for moments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Granularity>,
    /// Label of the single group on top.
    pub top: String,
}

impl Default for Dates {
    fn default() -> Self {
        Dates {
            levels: Vec::new(),
            top: TOP.to_owned(),
        }
    }
}

impl Dates {
    /// Builds the hierarchy.
    pub fn build(&self, attribute: &str, dictionary: &Dictionary) -> Result<Hierarchy, Vec<Fault>> {
        let mut draft = Draft::new(attribute, "dates");
        let kind = dictionary.kind();
        let levels = self.levels(kind);
        draft.refuse_if(
            !matches!(kind, Kind::Date | Kind::DateTime),
            format!("they need days or moments, and the attribute is {kind}; set its type to date"),
        );
        draft.refuse_if(
            kind == Kind::Date && levels.contains(&Granularity::Day),
            "the values are days already; leave day out of levels",
        );
        draft.refuse_if(
            !levels.windows(2).all(|pair| pair[0] < pair[1]),
            "levels must go from fine to coarse: day, week, month, quarter, year, decade",
        );
        draft.check()?;
        let days: Option<Vec<NaiveDate>> = (0..dictionary.value_count() as u32)
            .map(|code| day_of(dictionary.cell(code)))
            .collect();
        draft.refuse_if(
            days.is_none(),
            "some dates are outside the calendar; correct them or name them as missing",
        );
        let days = days.unwrap_or_default();
        let above = levels.iter().enumerate().map(|(at, &unit)| {
            let by_thursday = levels[..at].contains(&Granularity::Week);
            by_label(
                days.iter()
                    .map(|&day| label(unit, if by_thursday { thursday(day) } else { day })),
            )
        });
        let above = above.collect();
        draft.finish(leaves_of(dictionary), above, &self.top)
    }

    fn levels(&self, kind: Kind) -> Vec<Granularity> {
        use Granularity::{Day, Decade, Month, Quarter, Year};
        if !self.levels.is_empty() {
            return self.levels.clone();
        }
        let day = (kind == Kind::DateTime).then_some(Day);
        day.into_iter()
            .chain([Month, Quarter, Year, Decade])
            .collect()
    }
}

fn day_of(cell: Cell<'_>) -> Option<NaiveDate> {
    match cell {
        Cell::Date(days) => date_of(days),
        Cell::DateTime(micros) => {
            chrono::DateTime::from_timestamp_micros(micros).map(|moment| moment.date_naive())
        }
        _ => None,
    }
}

/// The Thursday of the same week; the day itself at the very ends of the calendar.
fn thursday(day: NaiveDate) -> NaiveDate {
    let since_monday = u64::from(day.weekday().num_days_from_monday());
    let of_thursday = u64::from(Weekday::Thu.num_days_from_monday());
    day.checked_sub_days(Days::new(since_monday))
        .and_then(|d| d.checked_add_days(Days::new(of_thursday)))
        .unwrap_or(day)
}

fn label(unit: Granularity, day: NaiveDate) -> String {
    let (year, month) = (day.year(), day.month());
    match unit {
        Granularity::Day => format!("{year:04}-{month:02}-{:02}", day.day()),
        Granularity::Week => format!("{:04}-W{:02}", day.iso_week().year(), day.iso_week().week()),
        Granularity::Month => format!("{year:04}-{month:02}"),
        Granularity::Quarter => format!("{year:04}-Q{}", day.quarter()),
        Granularity::Year => format!("{year:04}"),
        Granularity::Decade => {
            let first = year.div_euclid(10) * 10;
            format!("{first:04}-{:04}", first + 9)
        }
    }
}
