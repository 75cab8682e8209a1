//! Quasi-identifiers: where their values stand on a scale, and what a class says instead of them.

use std::collections::BTreeMap;
use std::path::Path;

use oxigraph::model::{Literal, NamedNode, Term};
use serde::Deserialize;

use crate::error::Said;

/// How values are generalised, as it is written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, tag = "kind")]
pub enum Written {
    /// Numbers become intervals.
    Number {
        /// Widths of intervals to try first, the narrowest first; without any, the least and the greatest value of the class are told.
        #[serde(default)]
        widths: Vec<u32>,
    },
    /// Texts lose their ends.
    Prefix {
        /// How many characters are hidden at least.
        #[serde(default = "one")]
        hidden: usize,
    },
    /// Values climb a hierarchy file: `value;level 1;level 2`, as for tables.
    Hierarchy {
        /// The file.
        file: String,
    },
    /// Never published.
    Withheld,
}

fn one() -> usize {
    1
}

/// How values are generalised.
#[derive(Debug, Clone)]
enum How {
    Number(Vec<u32>),
    Prefix(usize),
    Hierarchy(BTreeMap<String, (usize, Vec<String>)>),
    Withheld,
}

/// A quasi-identifier.
#[derive(Debug, Clone)]
pub struct Quasi {
    /// Its property.
    pub property: NamedNode,
    how: How,
}

/// What a class says.
#[derive(Debug, Clone, PartialEq)]
pub enum Generalised {
    /// Between these, both included.
    Interval(Literal, Literal),
    /// One text for all.
    Text(Literal),
    /// Nothing.
    Nothing,
}

impl Written {
    pub(super) fn checked(self, property: NamedNode, folder: &Path) -> Result<Quasi, Said> {
        let how = match self {
            Written::Number { widths } if widths.contains(&0) => {
                return Err(Said::new(
                    "a width is at least 1",
                    "une largeur vaut au moins 1",
                ));
            }
            Written::Number { mut widths } => {
                widths.sort_unstable();
                How::Number(widths)
            }
            Written::Prefix { hidden } => How::Prefix(hidden),
            Written::Hierarchy { file } => How::Hierarchy(hierarchy(&folder.join(file))?),
            Written::Withheld => How::Withheld,
        };
        Ok(Quasi { property, how })
    }
}

fn hierarchy(path: &Path) -> Result<BTreeMap<String, (usize, Vec<String>)>, Said> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let path = path.display();
        Said::new(format!("{path}: {error}"), format!("{path} : {error}"))
    })?;
    let rows = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .enumerate();
    let mut all = BTreeMap::new();
    for (at, line) in rows {
        let mut cells = line.split(';').map(|cell| cell.trim().to_owned());
        let value = cells.next().unwrap_or_default();
        all.insert(value, (at, cells.collect()));
    }
    Ok(all)
}

impl Quasi {
    /// Whether it is published at all.
    pub fn is_published(&self) -> bool {
        !matches!(self.how, How::Withheld)
    }

    /// Whether the value can be generalised.
    pub fn accepts(&self, value: &Term) -> bool {
        match (&self.how, value) {
            (How::Number(_), Term::Literal(literal)) => number(literal).is_some(),
            (How::Number(_), _) => false,
            (How::Hierarchy(rows), value) => rows.contains_key(lexical(value)),
            (How::Prefix(_) | How::Withheld, _) => true,
        }
    }

    /// Where the value stands on its scale. Values that are near each other are like each other.
    pub fn place(&self, value: &Term) -> f64 {
        match (&self.how, value) {
            (How::Number(_), Term::Literal(literal)) => number(literal).unwrap_or(0.0),
            (How::Hierarchy(rows), value) => {
                rows.get(lexical(value)).map_or(0.0, |(at, _)| *at as f64)
            }
            // The first bytes as a number: texts with a long common start are near.
            (How::Prefix(_), value) => lexical(value)
                .bytes()
                .chain(std::iter::repeat(0))
                .take(6)
                .fold(0.0, |sum, byte| 256.0 * sum + f64::from(byte)),
            (How::Number(_) | How::Withheld, _) => 0.0,
        }
    }

    /// What a class with these values says.
    pub fn generalise(&self, values: &[&Term]) -> Generalised {
        match &self.how {
            How::Number(widths) => interval(values, widths),
            How::Prefix(hidden) => prefix(values, *hidden),
            How::Hierarchy(rows) => climb(values, rows),
            How::Withheld => Generalised::Nothing,
        }
    }
}

fn lexical(term: &Term) -> &str {
    match term {
        Term::NamedNode(node) => node.as_str(),
        Term::BlankNode(node) => node.as_str(),
        Term::Literal(literal) => literal.value(),
    }
}

fn number(literal: &Literal) -> Option<f64> {
    literal
        .value()
        .trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

/// The narrowest width for which all values are in one interval; else from the least to the greatest.
fn interval(values: &[&Term], widths: &[u32]) -> Generalised {
    let numbers = values
        .iter()
        .filter_map(|value| number(&Literal::from(lexical(value))));
    let (least, most) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), own| {
        (own.min(least), own.max(most))
    });
    if least > most {
        return Generalised::Nothing;
    }
    let whole = |number: f64| number.fract() == 0.0 && number.abs() < 9e15;
    for width in widths.iter().map(|width| f64::from(*width)) {
        let start = (least / width).floor();
        if whole(least) && whole(most) && start == (most / width).floor() {
            return Generalised::Interval(
                Literal::from((start * width) as i64),
                Literal::from((start * width + width) as i64 - 1),
            );
        }
    }
    let literal = |number: f64| {
        if whole(number) {
            Literal::from(number as i64)
        } else {
            Literal::from(number)
        }
    };
    Generalised::Interval(literal(least), literal(most))
}

/// The common start of all values, with a star for each character that is hidden.
fn prefix(values: &[&Term], hidden: usize) -> Generalised {
    let Some((first, rest)) = values.split_first() else {
        return Generalised::Nothing;
    };
    let first = lexical(first);
    let length = first.chars().count();
    let shortest = rest
        .iter()
        .map(|value| lexical(value).chars().count())
        .fold(length, usize::min);
    let common = rest.iter().map(|value| {
        first
            .chars()
            .zip(lexical(value).chars())
            .take_while(|(a, b)| a == b)
            .count()
    });
    let kept = common
        .fold(length, usize::min)
        .min(shortest.saturating_sub(hidden));
    let stars = if rest
        .iter()
        .all(|value| lexical(value).chars().count() == length)
    {
        length - kept
    } else {
        1
    };
    let text: String = first
        .chars()
        .take(kept)
        .chain(std::iter::repeat_n('*', stars))
        .collect();
    Generalised::Text(Literal::from(text))
}

/// The lowest level, above the values themselves, on which all values have one label.
fn climb(values: &[&Term], rows: &BTreeMap<String, (usize, Vec<String>)>) -> Generalised {
    let paths: Vec<&Vec<String>> = values
        .iter()
        .filter_map(|value| rows.get(lexical(value)))
        .map(|(_, path)| path)
        .collect();
    let Some((first, rest)) = paths.split_first() else {
        return Generalised::Nothing;
    };
    let same = |(level, label): &(usize, &String)| {
        rest.iter().all(|path| path.get(*level) == Some(*label))
    };
    let label = first
        .iter()
        .enumerate()
        .find(same)
        .map_or("*", |(_, label)| label.as_str());
    Generalised::Text(Literal::from(label))
}
