//! The line on which the values of a column lie, with exact bounds.
//!
//! A bound is a whole number of units. The unit is 1 for integers, a day for dates, a microsecond for moments, and
//! 10^-digits for decimals, with as many digits as the bounds need. A decimal value is compared with the double that
//! the text of the bound denotes, which is what a reader of the label does.

use super::intervals::Edge;
use crate::dictionary::{Dictionary, Values};
use crate::style::{DateStyle, Style, format_datetime, parse_datetime, parse_decimal};
use crate::value::Cell;

const MICROS_A_DAY: i64 = 86_400_000_000;
/// The widest interval of time, in days.
const MAX_DAYS: f64 = 1e6;
/// The most digits after the decimal point that bounds can have.
pub(super) const MAX_DIGITS: u32 = 12;
/// Bounds of more digits than that are refused, so that no sum of them overflows.
const MAX_UNITS: i128 = 10i128.pow(30);

/// A number of `units` of 10^-digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exact {
    pub(super) units: i128,
    digits: u32,
}

impl Exact {
    pub(super) const ZERO: Exact = Exact {
        units: 0,
        digits: 0,
    };

    fn whole(units: i128) -> Self {
        Exact { units, digits: 0 }
    }

    /// The decimal that a double is written as, if it has few enough digits.
    fn of(value: f64) -> Option<Exact> {
        // The shortest text that gives this double back is what somebody wrote: 0.1 is one tenth here, not its binary neighbour.
        let text = format!("{value}");
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let digits = fraction.len() as u32;
        let units: i128 = format!("{whole}{fraction}").parse().ok()?;
        // So that units times a width in units cannot overflow.
        (digits <= MAX_DIGITS && units.abs() < 10i128.pow(18)).then_some(Exact { units, digits })
    }

    fn is_whole(self) -> bool {
        self.units % 10i128.pow(self.digits) == 0
    }

    fn in_digits(self, digits: u32) -> Option<i128> {
        self.units
            .checked_mul(10i128.checked_pow(digits.checked_sub(self.digits)?)?)
    }
}

/// The values of a column on their line.
#[derive(Clone, Copy)]
pub(super) struct Axis<'a> {
    dictionary: &'a Dictionary,
    digits: u32,
}

impl<'a> Axis<'a> {
    /// The line of a column whose values have one.
    pub(super) fn of(dictionary: &'a Dictionary) -> Option<Self> {
        dictionary.kind().is_measurable().then_some(Axis {
            dictionary,
            digits: 0,
        })
    }

    pub(super) fn values(&self) -> u32 {
        self.dictionary.value_count() as u32
    }

    pub(super) fn has_values(&self) -> bool {
        self.values() > 0
    }

    pub(super) fn is_decimal(&self) -> bool {
        matches!(self.dictionary.values(), Values::Decimal(_))
    }

    pub(super) fn uses_comma(&self) -> bool {
        matches!(self.dictionary.style(), Style::Decimal { comma: true, .. })
    }

    pub(super) fn measure(&self, code: u32) -> f64 {
        self.dictionary.measure(code).unwrap_or(f64::NAN)
    }

    /// The least and the greatest value, unless there is none or one is infinite.
    pub(super) fn range(&self) -> Option<(f64, f64)> {
        let last = self.values().checked_sub(1)?;
        let (low, high) = (self.measure(0), self.measure(last));
        (low.is_finite() && high.is_finite()).then_some((low, high))
    }

    /// The same line in units of 10^-digits, for decimals.
    pub(super) fn with_digits(self, digits: u32) -> Self {
        Axis { digits, ..self }
    }

    /// The line in units that all given numbers are whole numbers of, and the numbers in these units.
    pub(super) fn on_grid(self, exact: &[Exact]) -> Option<(Self, Vec<i128>)> {
        let digits = exact.iter().map(|number| number.digits).max().unwrap_or(0);
        let units: Option<Vec<i128>> = exact
            .iter()
            .map(|number| number.in_digits(digits))
            .collect();
        Some((self.with_digits(digits), units?))
    }

    /// A difference of values in units.
    pub(super) fn units_in(&self, difference: f64) -> f64 {
        difference * 10f64.powi(self.digits as i32)
    }

    /// A width as the user gives it: in days for dates and moments.
    pub(super) fn width(&self, width: f64) -> Option<Exact> {
        let exact = Exact::of(width)?;
        let is_time = matches!(
            self.dictionary.values(),
            Values::Date(_) | Values::DateTime(_)
        );
        if is_time && width > MAX_DAYS {
            return None;
        }
        match self.dictionary.values() {
            Values::Decimal(_) => Some(exact),
            Values::DateTime(_) => {
                let micros = Exact {
                    units: exact.units.checked_mul(i128::from(MICROS_A_DAY))?,
                    ..exact
                };
                micros
                    .is_whole()
                    .then(|| Exact::whole(micros.units / 10i128.pow(micros.digits)))
            }
            _ => exact
                .is_whole()
                .then(|| Exact::whole(exact.units / 10i128.pow(exact.digits))),
        }
    }

    /// What [`width`](Self::width) takes.
    pub(super) fn width_rule(&self) -> String {
        let what = match self.dictionary.values() {
            Values::Decimal(_) => "a number above 0 of at most 12 decimals",
            Values::DateTime(_) => {
                "a number of days above 0 and up to 1000000, and a whole number of microseconds"
            }
            Values::Date(_) => "a whole number of days above 0 and up to 1000000",
            _ => "a whole number above 0",
        };
        format!("every width must be {what}")
    }

    /// A bound as the user gives it.
    pub(super) fn edge(&self, edge: &Edge) -> Option<Exact> {
        match (self.dictionary.values(), edge) {
            (Values::Date(_), Edge::Text(text)) => {
                self.day(text).map(|days| Exact::whole(i128::from(days)))
            }
            (Values::DateTime(_), Edge::Text(text)) => {
                let midnight = || Some(i64::from(self.day(text)?) * MICROS_A_DAY);
                parse_datetime(text)
                    .or_else(midnight)
                    .map(|micros| Exact::whole(i128::from(micros)))
            }
            (Values::Integer(_) | Values::Decimal(_), edge) => {
                let number = match edge {
                    Edge::Number(number) => *number,
                    Edge::Text(text) => {
                        parse_decimal(text, false)
                            .or_else(|| parse_decimal(text, true))?
                            .0
                    }
                };
                let exact = Exact::of(number)?;
                (self.is_decimal() || exact.is_whole()).then_some(exact)
            }
            _ => None,
        }
    }

    /// What [`edge`](Self::edge) takes.
    pub(super) fn edge_rule(&self) -> &'static str {
        match self.dictionary.values() {
            Values::Decimal(_) => "a number of at most 12 decimals",
            Values::Date(_) => "a day; write it in quotes, as in \"2024-01-31\"",
            Values::DateTime(_) => {
                "a day or moment; write it in quotes, as in \"2024-01-31T12:00:00\""
            }
            _ => "a whole number",
        }
    }

    fn day(&self, text: &str) -> Option<i32> {
        DateStyle::Iso
            .parse(text)
            .or_else(|| match self.dictionary.style() {
                Style::Date(style) => style.parse(text),
                _ => None,
            })
    }

    /// A value in whole units, for kinds that have such.
    fn units(&self, code: u32) -> Option<i128> {
        match self.dictionary.cell(code) {
            Cell::Integer(v) | Cell::DateTime(v) => Some(i128::from(v)),
            Cell::Date(v) => Some(i128::from(v)),
            _ => None,
        }
    }

    /// Whether a value is at a bound or above it.
    pub(super) fn reaches(&self, code: u32, bound: i128) -> bool {
        match self.units(code) {
            Some(units) => units >= bound,
            None => self.measure(code) >= self.double(bound),
        }
    }

    /// Whether a decimal is at a bound exactly.
    pub(super) fn is_at(&self, code: u32, bound: i128) -> bool {
        self.measure(code).total_cmp(&self.double(bound)).is_eq()
    }

    /// The last whole number of units that a value reaches.
    pub(super) fn floor(&self, code: u32) -> i128 {
        self.cell_of(code, 0, 1)
    }

    /// Which cell of the grid through `origin` a value is in.
    pub(super) fn cell_of(&self, code: u32, origin: i128, width: i128) -> i128 {
        if let Some(units) = self.units(code) {
            // Euclidean, so that cells below the origin are as wide as those above it.
            return (units - origin).div_euclid(width);
        }
        // A first guess only, and clamped: the product may be out of range.
        let near = (self.measure(code) * 10f64.powi(self.digits as i32)).floor() as i128;
        let mut cell = (near.clamp(-MAX_UNITS, MAX_UNITS) - origin).div_euclid(width);
        // The product was rounded: the bounds themselves decide.
        while !self.reaches(code, origin + cell * width) && cell > -MAX_UNITS {
            cell -= 1;
        }
        while self.reaches(code, origin + (cell + 1) * width) && cell < MAX_UNITS {
            cell += 1;
        }
        cell
    }

    /// The double that a bound's text denotes.
    fn double(&self, bound: i128) -> f64 {
        // Both exact, so that the quotient is the nearest double; else the text decides.
        if bound.abs() < 1 << 53 {
            bound as f64 / 10f64.powi(self.digits as i32)
        } else {
            decimal_text(bound, self.digits, false)
                .parse()
                .unwrap_or(f64::NAN)
        }
    }

    /// A bound as the column writes its values.
    pub(super) fn write(&self, bound: i128) -> String {
        match self.dictionary.values() {
            Values::Decimal(_) => decimal_text(bound, self.digits, self.uses_comma()),
            Values::Date(_) => {
                let style = if let Style::Date(style) = self.dictionary.style() {
                    *style
                } else {
                    DateStyle::Iso
                };
                i32::try_from(bound).map_or_else(|_| bound.to_string(), |days| style.format(days))
            }
            Values::DateTime(_) => {
                i64::try_from(bound).map_or_else(|_| bound.to_string(), moment_text)
            }
            _ => bound.to_string(),
        }
    }
}

/// A day alone where the moment is its beginning.
fn moment_text(micros: i64) -> String {
    match i32::try_from(micros.div_euclid(MICROS_A_DAY)) {
        Ok(days) if micros.rem_euclid(MICROS_A_DAY) == 0 => DateStyle::Iso.format(days),
        _ => format_datetime(micros),
    }
}

/// `units` of 10^-digits, without zeros at the end.
fn decimal_text(units: i128, digits: u32, comma: bool) -> String {
    let one = 10i128.pow(digits);
    let (whole, fraction) = (units.abs() / one, units.abs() % one);
    let sign = if units < 0 { "-" } else { "" };
    if fraction == 0 {
        return format!("{sign}{whole}");
    }
    let fraction = format!("{fraction:0width$}", width = digits as usize);
    format!(
        "{sign}{whole}{}{}",
        if comma { ',' } else { '.' },
        fraction.trim_end_matches('0')
    )
}
