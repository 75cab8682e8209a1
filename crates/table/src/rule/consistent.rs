//! Rules that no row can keep together.
//!
//! **Idea** The values that two rules speak of part every scale into few pieces inside which no test changes its answer: a value of each
//! piece stands for all of it. Two rules contradict each other if there are values of the attributes that only their `when` speaks of,
//! with which no values of the attributes in their `then` keep both. A rule may contradict itself in the same way.
//!
//! **Cost** the product of the pieces; pairs with more than `MOST` combinations are left undecided, and so are rules that
//! compare two attributes. What three rules forbid together is
//! not looked for: rows that meet them are found in the data.

use std::collections::{BTreeMap, BTreeSet};

use super::origin::Seen;
use super::{Condition, Is, Literal, Rule, Rules, Truth};
use crate::table::Table;
use crate::value::Kind;

/// The most combinations that are tried for a pair of rules.
const MOST: usize = 1 << 18;

/// Pairs of rules that contradict each other, by their places; a rule that contradicts itself is a pair of one.
pub fn contradictions(rules: &Rules, table: &Table) -> Vec<(usize, usize)> {
    let all = &rules.rules;
    let impossible = |pair: &[&Rule]| kept_somehow(pair, rules, table) == Some(false);
    let mut found: Vec<(usize, usize)> =
        (0..all.len()).filter(|&rule| impossible(&[&all[rule]])).map(|rule| (rule, rule)).collect();
    let alone: BTreeSet<usize> = found.iter().map(|pair| pair.0).collect();
    for one in 0..all.len() {
        for other in one + 1..all.len() {
            let (a, b) = (demanded(&[&all[one]]), demanded(&[&all[other]]));
            let decided = alone.contains(&one) || alone.contains(&other) || a.is_disjoint(&b);
            if !decided && impossible(&[&all[one], &all[other]]) {
                found.push((one, other));
            }
        }
    }
    found
}

/// The attributes that rules make demands on.
fn demanded<'r>(rules: &[&'r Rule]) -> BTreeSet<&'r str> {
    rules.iter().flat_map(|rule| rule.then.tests()).map(|test| test.attribute.as_str()).collect()
}

/// Whether the rules can be kept wherever they apply; none if there is too much to try.
fn kept_somehow(rules: &[&Rule], known: &Rules, table: &Table) -> Option<bool> {
    if rules.iter().flat_map(|rule| rule.tests()).any(|test| matches!(test.is, Is::Beside(..))) {
        return None;
    }
    let pieces = pieces(rules, known, table);
    let demanded = demanded(rules);
    let (free, given): (Vec<_>, Vec<_>) = pieces.iter().partition(|(name, _)| demanded.contains(**name));
    let product =
        |axes: &[(&&str, &Vec<Piece>)]| axes.iter().try_fold(1usize, |all, axis| all.checked_mul(axis.1.len()));
    let (free_count, given_count) = (product(&free)?, product(&given)?);
    if free_count.checked_mul(given_count)? > MOST {
        return None;
    }
    for place in 0..given_count {
        let mut row = BTreeMap::new();
        choose(&mut row, &given, place);
        let keeps = |choice: usize| {
            let mut row = row.clone();
            choose(&mut row, &free, choice);
            !rules.iter().any(|rule| broken(rule, &row))
        };
        if !(0..free_count).any(keeps) {
            return Some(false);
        }
    }
    Some(true)
}

/// A value that stands for a piece of a scale.
enum Piece {
    Missing,
    Number(f64),
    Day(f64),
    Word(String),
}

impl Piece {
    fn seen(&self) -> Seen<'_> {
        match self {
            Piece::Missing => Seen::Missing,
            Piece::Number(value) => Seen::Number(*value),
            Piece::Day(value) => Seen::Day(*value),
            Piece::Word(word) => Seen::Word(word.as_str().into()),
        }
    }
}

/// Sets the attributes of some axes to the combination with a number.
fn choose<'p>(row: &mut BTreeMap<&'p str, Seen<'p>>, axes: &[(&&'p str, &'p Vec<Piece>)], mut number: usize) {
    for (name, pieces) in axes {
        if let Some(piece) = pieces.get(number % pieces.len().max(1)) {
            row.insert(name, piece.seen());
        }
        number /= pieces.len().max(1);
    }
}

fn broken(rule: &Rule, row: &BTreeMap<&str, Seen<'_>>) -> bool {
    truth(&rule.then, row) == Truth::No && rule.when.as_ref().is_none_or(|when| truth(when, row) == Truth::Yes)
}

fn truth(condition: &Condition, row: &BTreeMap<&str, Seen<'_>>) -> Truth {
    match condition {
        Condition::All(parts) => parts.iter().map(|part| truth(part, row)).min().unwrap_or(Truth::Yes),
        Condition::Any(parts) => parts.iter().map(|part| truth(part, row)).max().unwrap_or(Truth::No),
        Condition::Test(test) => row.get(test.attribute.as_str()).map_or(Truth::Unknown, |seen| seen.truth(&test.is)),
    }
}

/// The pieces of every attribute that rules speak of.
fn pieces<'r>(rules: &[&'r Rule], known: &Rules, table: &Table) -> BTreeMap<&'r str, Vec<Piece>> {
    let mut asked: BTreeMap<&str, Vec<&Is>> = BTreeMap::new();
    for test in rules.iter().flat_map(|rule| rule.tests()) {
        asked.entry(&test.attribute).or_default().push(&test.is);
    }
    let of = |(name, tests): (&'r str, Vec<&Is>)| {
        let literals: Vec<&Literal> = tests.iter().flat_map(|is| is.literals()).collect();
        let column = table.index_of(name).ok().map(|index| &table.attributes()[index].column);
        let kind = column.map_or(Kind::Text, |column| column.dictionary().kind());
        let whole = matches!(kind, Kind::Integer | Kind::Date);
        let mut pieces = match kind {
            Kind::Integer | Kind::Decimal => points(&literals, whole).into_iter().map(Piece::Number).collect(),
            Kind::Date | Kind::DateTime => points(&literals, whole).into_iter().map(Piece::Day).collect(),
            _ => words(&literals, known, name),
        };
        if tests.iter().any(|is| matches!(is, Is::Missing | Is::NotMissing)) {
            pieces.push(Piece::Missing);
        }
        (name, pieces)
    };
    asked.into_iter().map(of).collect()
}

/// A point of every piece into which values part a line.
fn points(literals: &[&Literal], whole: bool) -> Vec<f64> {
    let value = |literal: &&Literal| match literal {
        Literal::Number(value) | Literal::Day(value) => Some(*value),
        Literal::Text(_) => None,
    };
    let mut bounds: Vec<f64> = literals.iter().filter_map(value).collect();
    bounds.sort_unstable_by(f64::total_cmp);
    bounds.dedup();
    let (Some(&first), Some(&last)) = (bounds.first(), bounds.last()) else { return vec![0.0] };
    let mut points: Vec<f64> = match whole {
        true => bounds.iter().flat_map(|v| [v.ceil() - 1.0, v.floor(), v.ceil(), v.floor() + 1.0]).collect(),
        false => {
            let between = bounds.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
            bounds.iter().copied().chain(between).chain([first - 1.0, last + 1.0]).collect()
        }
    };
    points.sort_unstable_by(f64::total_cmp);
    points.dedup();
    points
}

/// The words that rules speak of, and one of the table's others if there is one.
fn words(literals: &[&Literal], known: &Rules, name: &str) -> Vec<Piece> {
    let spoken: BTreeSet<&str> = literals
        .iter()
        .filter_map(|literal| match literal {
            Literal::Text(word) => Some(word.as_str()),
            _ => None,
        })
        .collect();
    let other = match known.origins.get(name) {
        Some(super::Origin::Words(super::Words::These(words))) => {
            words.iter().find(|word| !spoken.contains(word.as_str())).cloned()
        }
        _ => None,
    };
    spoken.into_iter().map(str::to_owned).chain(other).map(Piece::Word).collect()
}
