//! What the cells of an attribute are in a table or in a release: exact, missing, or hidden.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Comparison, Is, Literal, Relation, Truth};
use crate::dictionary::Dictionary;
use crate::style::{DateStyle, Style, parse_datetime, parse_decimal};
use crate::table::Column;
use crate::value::{Cell, Kind};

/// Microseconds of a day.
const DAY: f64 = 86_400_000_000.0;

/// How released cells of an attribute are to be read.
#[derive(Clone)]
pub enum Origin {
    /// Numbers; whatever is none was generalised.
    Numbers,
    /// Dates in a style; whatever is none was generalised.
    Dates(DateStyle),
    /// Words.
    Words(Words),
}

/// Which words are exact.
#[derive(Clone)]
pub enum Words {
    /// Those that the original has.
    These(BTreeSet<String>),
    /// Where no original is known, all but sets, intervals, `*` and these groups.
    AllBut(BTreeSet<String>),
}

impl Origin {
    /// Of an original column.
    pub fn of(column: &Column) -> Origin {
        let dictionary = column.dictionary();
        match (dictionary.kind(), dictionary.style()) {
            (Kind::Integer | Kind::Decimal, _) => Origin::Numbers,
            (Kind::Date, Style::Date(style)) => Origin::Dates(*style),
            (Kind::Date | Kind::DateTime, _) => Origin::Dates(DateStyle::Iso),
            _ => {
                let labels = (0..dictionary.value_count() as u32)
                    .map(|code| dictionary.label(code).into_owned());
                Origin::Words(Words::These(labels.collect()))
            }
        }
    }

    /// Of a released column whose original is not known: what it is compared with tells what it holds.
    pub fn guessed(column: &Column, literal: Option<&Literal>, groups: BTreeSet<String>) -> Origin {
        match (Origin::of(column), literal) {
            (Origin::Words(_), Some(Literal::Number(_))) => Origin::Numbers,
            (Origin::Words(_), Some(Literal::Day(_))) => Origin::Dates(DateStyle::Iso),
            (Origin::Words(_), _) => Origin::Words(Words::AllBut(groups)),
            (origin, _) => origin,
        }
    }

    /// Whether a word stands for itself.
    pub fn is_exact(&self, word: &str) -> bool {
        let generalised = || {
            let set = word.starts_with('{') && word.ends_with('}');
            set || (word.parse::<f64>().is_err() && crate::interval::parse(word).is_some())
        };
        match self {
            Origin::Words(Words::These(known)) => word != "*" && known.contains(word),
            Origin::Words(Words::AllBut(groups)) => {
                !(word.contains('*') || groups.contains(word) || generalised())
            }
            _ => false,
        }
    }

    fn is_numbers(&self) -> bool {
        matches!(self, Origin::Numbers)
    }

    pub(super) fn seen<'d>(&self, dictionary: &'d Dictionary, code: u32) -> Seen<'d> {
        let of_text = |text: &str| match self {
            Origin::Numbers => parse_decimal(text, false)
                .or_else(|| parse_decimal(text, true))
                .map(|it| Seen::Number(it.0)),
            Origin::Dates(style) => match style.parse(text) {
                Some(days) => Some(Seen::Day(f64::from(days))),
                None => parse_datetime(text).map(|micros| Seen::Day(micros as f64 / DAY)),
            },
            Origin::Words(_) => None,
        };
        match dictionary.cell(code) {
            Cell::Missing => Seen::Missing,
            // Words stay words, also where all that are left of them look like numbers.
            _ if matches!(self, Origin::Words(_)) => {
                let label = dictionary.label(code);
                if self.is_exact(&label) {
                    Seen::Word(label)
                } else {
                    Seen::Hidden
                }
            }
            Cell::Integer(value) if self.is_numbers() => Seen::Number(value as f64),
            Cell::Decimal(value) if self.is_numbers() => Seen::Number(value),
            Cell::Date(days) if !self.is_numbers() => Seen::Day(f64::from(days)),
            Cell::DateTime(micros) if !self.is_numbers() => Seen::Day(micros as f64 / DAY),
            // A number where dates were is a group of them, such as a year, and the other way round.
            Cell::Integer(_)
            | Cell::Decimal(_)
            | Cell::Date(_)
            | Cell::DateTime(_)
            | Cell::Boolean(_) => Seen::Hidden,
            Cell::Text(text) => of_text(text).unwrap_or(Seen::Hidden),
        }
    }
}

/// What a cell tells.
#[derive(Clone)]
pub(super) enum Seen<'a> {
    Missing,
    Hidden,
    Number(f64),
    Day(f64),
    Word(Cow<'a, str>),
}

impl Seen<'_> {
    /// How true a test is of it.
    pub(super) fn truth(&self, is: &Is) -> Truth {
        match (is, self) {
            (Is::Missing | Is::NotMissing, Seen::Hidden) => Truth::Unknown,
            (Is::Missing, seen) => Truth::of(matches!(seen, Seen::Missing)),
            (Is::NotMissing, seen) => Truth::of(!matches!(seen, Seen::Missing)),
            (_, Seen::Missing | Seen::Hidden) => Truth::Unknown,
            (Is::Among(values), seen) => values
                .iter()
                .map(|value| seen.equals(value))
                .max()
                .unwrap_or(Truth::No),
            (Is::NotAmong(values), seen) => values
                .iter()
                .map(|value| seen.equals(value))
                .max()
                .unwrap_or(Truth::No)
                .not(),
            (Is::Side(relation, value), seen) => seen.lies(*relation, value),
            (Is::Between(low, high), seen) => seen
                .lies(Relation::AtLeast, low)
                .min(seen.lies(Relation::AtMost, high)),
            // One cell alone does not tell.
            (Is::Beside(..), _) => Truth::Unknown,
        }
    }

    /// How true it is that two cells are so to each other.
    pub(super) fn beside(&self, comparison: Comparison, other: &Seen<'_>) -> Truth {
        let order = match (self, other) {
            (Seen::Number(own), Seen::Number(other)) | (Seen::Day(own), Seen::Day(other)) => {
                own.partial_cmp(other)
            }
            // Words are the same or not; their order is never asked for.
            (Seen::Word(own), Seen::Word(other)) => Some(own.cmp(other)),
            _ => None,
        };
        let Some(order) = order else {
            return Truth::Unknown;
        };
        Truth::of(match comparison {
            Comparison::Same => order.is_eq(),
            Comparison::Unlike => order.is_ne(),
            Comparison::Side(Relation::Less) => order.is_lt(),
            Comparison::Side(Relation::AtMost) => order.is_le(),
            Comparison::Side(Relation::More) => order.is_gt(),
            Comparison::Side(Relation::AtLeast) => order.is_ge(),
        })
    }

    fn equals(&self, value: &Literal) -> Truth {
        match (self, value) {
            (Seen::Number(own), Literal::Number(value)) | (Seen::Day(own), Literal::Day(value)) => {
                Truth::of(own == value)
            }
            (Seen::Word(own), Literal::Text(value)) => Truth::of(own == value),
            _ => Truth::Unknown,
        }
    }

    fn lies(&self, relation: Relation, value: &Literal) -> Truth {
        let (own, value) = match (self, value) {
            (Seen::Number(own), Literal::Number(value)) | (Seen::Day(own), Literal::Day(value)) => {
                (own, value)
            }
            _ => return Truth::Unknown,
        };
        Truth::of(match relation {
            Relation::Less => own < value,
            Relation::AtMost => own <= value,
            Relation::More => own > value,
            Relation::AtLeast => own >= value,
        })
    }
}
