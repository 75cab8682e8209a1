//! Edit rules: what must hold in every row that makes sense, such as `when age < 15 then marital = "single"`.
//!
//! **Source** a statistics office's manual, section 5: perturbed data must not hold detectable nonsense.
//!
//! **Meaning** with three truths. A rule is broken by a row where `when` is certainly true and `then` certainly false.
//! A comparison with a missing cell is unknown, and so is everything about a cell that was generalised or suppressed: only an exact
//! value can break a rule. `is missing` is true for a missing cell, false for an exact one and unknown for the others. `and` is as
//! true as its least true part, `or` as its most true one. Two cells of a row are compared where both are exact.
//!
//! Conditions are parsed in `parse`; rows are judged here by codes (`bound`), while a plan is made. The verifier judges released
//! rows with code of its own.

mod bound;
mod consistent;
mod lexer;
mod origin;
mod parse;

pub use bound::Bound;
pub use consistent::contradictions;
pub use origin::{Origin, Words};
pub use parse::{Problem, parse};

use std::collections::BTreeMap;

use crate::error::Fault;
use crate::table::Table;
use crate::value::Kind;

/// How true a condition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// Certainly not.
    No,
    /// The cell does not tell.
    Unknown,
    /// Certainly.
    Yes,
}

impl Truth {
    fn of(holds: bool) -> Truth {
        if holds { Truth::Yes } else { Truth::No }
    }

    fn not(self) -> Truth {
        match self {
            Truth::No => Truth::Yes,
            Truth::Unknown => Truth::Unknown,
            Truth::Yes => Truth::No,
        }
    }
}

/// A value that somebody wrote in a rule.
#[derive(Clone, PartialEq)]
pub enum Literal {
    /// A number.
    Number(f64),
    /// A day or a moment, in days since 1970-01-01.
    Day(f64),
    /// Text, compared as it is written in the table.
    Text(String),
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// Below.
    Less,
    /// Below or equal.
    AtMost,
    /// Above.
    More,
    /// Above or equal.
    AtLeast,
}

/// How two cells of a row are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The same value.
    Same,
    /// Another one.
    Unlike,
    /// The first one on a side of the second.
    Side(Relation),
}

/// What is asked of a cell.
#[derive(Clone, PartialEq)]
pub enum Is {
    /// To be one of some values.
    Among(Vec<Literal>),
    /// To be none of them.
    NotAmong(Vec<Literal>),
    /// To lie on one side of a value.
    Side(Relation, Literal),
    /// To lie between two values, both included.
    Between(Literal, Literal),
    /// To be missing.
    Missing,
    /// Not to be missing.
    NotMissing,
    /// To be so to the cell of another attribute in the same row.
    Beside(Comparison, String),
}

impl Is {
    /// The values that it speaks of.
    pub fn literals(&self) -> Vec<&Literal> {
        match self {
            Is::Among(values) | Is::NotAmong(values) => values.iter().collect(),
            Is::Side(_, value) => vec![value],
            Is::Between(low, high) => vec![low, high],
            Is::Missing | Is::NotMissing | Is::Beside(..) => Vec::new(),
        }
    }
}

/// A question to one attribute.
#[derive(Clone, PartialEq)]
pub struct Test {
    /// The attribute.
    pub attribute: String,
    /// The question.
    pub is: Is,
}

impl Test {
    /// The attributes that it speaks of.
    pub fn attributes(&self) -> impl Iterator<Item = &str> {
        let other = match &self.is {
            Is::Beside(_, other) => Some(other.as_str()),
            _ => None,
        };
        std::iter::once(self.attribute.as_str()).chain(other)
    }
}

/// Tests, joined.
#[derive(Clone, PartialEq)]
pub enum Condition {
    /// Every one.
    All(Vec<Condition>),
    /// At least one.
    Any(Vec<Condition>),
    /// A single one.
    Test(Test),
}

impl Condition {
    /// All its tests, from left to right.
    pub fn tests(&self) -> Vec<&Test> {
        match self {
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().flat_map(Condition::tests).collect()
            }
            Condition::Test(test) => vec![test],
        }
    }
}

/// A rule: where `when` holds (everywhere, if it says nothing), `then` does.
#[derive(Clone, PartialEq)]
pub struct Rule {
    /// What it is called in messages.
    pub name: String,
    /// As its author wrote it.
    pub text: String,
    /// Where it applies.
    pub when: Option<Condition>,
    /// What it demands there.
    pub then: Condition,
}

impl Rule {
    /// All tests, those of `when` first.
    pub fn tests(&self) -> Vec<&Test> {
        self.when
            .iter()
            .flat_map(Condition::tests)
            .chain(self.then.tests())
            .collect()
    }
}

/// Rules, and what is known of the table that they were declared for.
#[derive(Clone)]
pub struct Rules {
    /// The rules.
    pub rules: Vec<Rule>,
    /// For each rule, how many rows may break it: those of the input that are known to.
    pub known: Vec<u64>,
    /// How the cells of each attribute are to be read, by name.
    pub origins: BTreeMap<String, Origin>,
}

impl Rules {
    /// Rules for a table; nobody may break them yet.
    ///
    /// # Errors
    /// Names that the table does not have, and values of another kind than the attribute's.
    pub fn new(rules: Vec<Rule>, table: &Table) -> Result<Rules, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut origins = BTreeMap::new();
        for rule in &rules {
            for test in rule.tests() {
                let mut kinds = Vec::new();
                for name in test.attributes() {
                    match table.index_of(name) {
                        Ok(index) => {
                            let column = &table.attributes()[index].column;
                            kinds.push(column.dictionary().kind());
                            origins
                                .entry(name.to_owned())
                                .or_insert_with(|| Origin::of(column));
                        }
                        // A text without quotes looks like the name of an attribute.
                        Err(fault) if name != test.attribute => {
                            let told = fault.to_string();
                            let further = if told.ends_with('?') { " If" } else { "; if" };
                            faults.push(Fault::Request(format!(
                                "rule \"{}\": {told}{further} \"{name}\" is a text, put it in quotes",
                                rule.name
                            )));
                        }
                        Err(fault) => {
                            faults.push(Fault::Request(format!("rule \"{}\": {fault}", rule.name)));
                        }
                    }
                }
                faults.extend(kinds.first().and_then(|kind| misfit(rule, test, *kind)));
                faults.extend(incomparable(rule, test, &kinds));
            }
        }
        faults.dedup();
        let known = vec![0; rules.len()];
        if faults.is_empty() {
            Ok(Rules {
                rules,
                known,
                origins,
            })
        } else {
            Err(faults)
        }
    }

    /// The rules that a table as it stands breaks: for each, the first rows (0-based, at most `most`) and how many there are. Distinct rows
    /// with weights have no place, and none is told.
    pub fn broken_in(&self, table: &Table, most: usize) -> Vec<(Vec<u64>, u64)> {
        let (weights, most) = (
            table.weights(),
            if table.weights().is_some() { 0 } else { most },
        );
        let bound = Bound::new(self, |name| {
            table
                .attributes()
                .iter()
                .find(|a| a.name == name)
                .map(|a| &a.column)
        });
        let of_rule = |rule| {
            let (mut first, mut count) = (Vec::new(), 0);
            for row in (0..table.rows()).filter(|&row| bound.breaks(rule, |_| row)) {
                count += weights.map_or(1, |weights| weights[row]);
                if first.len() < most {
                    first.push(row as u64);
                }
            }
            (first, count)
        };
        (0..self.rules.len()).map(of_rule).collect()
    }
}

/// Two attributes that cannot be compared so.
fn incomparable(rule: &Rule, test: &Test, kinds: &[Kind]) -> Option<Fault> {
    let (Is::Beside(comparison, other), [own, theirs]) = (&test.is, kinds) else {
        return None;
    };
    let is_number = |kind: &Kind| matches!(kind, Kind::Integer | Kind::Decimal);
    let is_day = |kind: &Kind| matches!(kind, Kind::Date | Kind::DateTime);
    let (name, attribute) = (&rule.name, &test.attribute);
    let pair = format!("rule \"{name}\": \"{attribute}\" and \"{other}\"");
    if is_number(own) != is_number(theirs) || is_day(own) != is_day(theirs) {
        return Some(Fault::Request(format!(
            "{pair} are of different kinds; compare numbers with numbers, dates with dates, words with words"
        )));
    }
    let ordered = is_number(own) || is_day(own) || !matches!(comparison, Comparison::Side(_));
    (!ordered).then(|| {
        Fault::Request(format!(
            "{pair} hold words, which have no order; compare them by = or !="
        ))
    })
}

/// A value that cannot be compared with those of the attribute.
fn misfit(rule: &Rule, test: &Test, kind: Kind) -> Option<Fault> {
    let wrong = |literal: &&Literal| match literal {
        Literal::Number(_) => !matches!(kind, Kind::Integer | Kind::Decimal),
        Literal::Day(_) => !matches!(kind, Kind::Date | Kind::DateTime),
        Literal::Text(_) => !matches!(kind, Kind::Text | Kind::Boolean),
    };
    test.is.literals().into_iter().find(wrong)?;
    let (name, attribute) = (&rule.name, &test.attribute);
    let sentence = match kind {
        Kind::Integer | Kind::Decimal => {
            format!(
                "rule \"{name}\": \"{attribute}\" holds numbers; compare it with numbers, without quotes"
            )
        }
        Kind::Date | Kind::DateTime => {
            format!(
                "rule \"{name}\": \"{attribute}\" holds dates; compare it with dates such as 2020-01-31, without quotes"
            )
        }
        _ => format!(
            "rule \"{name}\": \"{attribute}\" holds words; compare it with texts in quotes, by =, != or in"
        ),
    };
    Some(Fault::Request(sentence))
}

#[cfg(test)]
mod tests;
