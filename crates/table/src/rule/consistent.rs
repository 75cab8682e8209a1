//! Rules that no row can keep together.
//!
//! **Idea** The values that two rules speak of part every scale into few pieces inside which no test changes its answer: a value of each
//! piece stands for all of it. Two rules contradict each other if there are values of the attributes that only their `when` speaks of,
//! with which no values of the attributes in their `then` keep both. A rule may contradict itself in the same way. Attributes that are
//! compared with each other share their pieces, and each piece has as many values as they are, so that they can stand in every order.
//!
//! **Cost** the product of the pieces; pairs with more than `MOST` combinations are left undecided. What three rules forbid together is
//! not looked for: rows that meet them are found in the data.

use std::collections::{BTreeMap, BTreeSet};

use super::origin::Seen;
use super::{Condition, Is, Literal, Origin, Rule, Rules, Truth, Words};
use crate::table::Table;
use crate::value::Kind;

/// The most combinations that are tried for a pair of rules.
const MOST: usize = 1 << 18;

/// Pairs of rules that contradict each other, by their places; a rule that contradicts itself is a pair of one.
pub fn contradictions(rules: &Rules, table: &Table) -> Vec<(usize, usize)> {
    let all = &rules.rules;
    let impossible = |pair: &[&Rule]| kept_somehow(pair, rules, table) == Some(false);
    let mut found: Vec<(usize, usize)> = (0..all.len())
        .filter(|&rule| impossible(&[&all[rule]]))
        .map(|rule| (rule, rule))
        .collect();
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
    rules
        .iter()
        .flat_map(|rule| rule.then.tests())
        .flat_map(super::Test::attributes)
        .collect()
}

/// Whether the rules can be kept wherever they apply; none if there is too much to try.
fn kept_somehow(rules: &[&Rule], known: &Rules, table: &Table) -> Option<bool> {
    let pieces = pieces(rules, known, table);
    let demanded = demanded(rules);
    let (free, given): (Vec<_>, Vec<_>) = pieces
        .iter()
        .partition(|(name, _)| demanded.contains(**name));
    let product = |axes: &[(&&str, &Vec<Piece>)]| {
        axes.iter()
            .try_fold(1usize, |all, axis| all.checked_mul(axis.1.len()))
    };
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
fn choose<'p>(
    row: &mut BTreeMap<&'p str, Seen<'p>>,
    axes: &[(&&'p str, &'p Vec<Piece>)],
    mut number: usize,
) {
    for (name, pieces) in axes {
        if let Some(piece) = pieces.get(number % pieces.len().max(1)) {
            row.insert(name, piece.seen());
        }
        number /= pieces.len().max(1);
    }
}

fn broken(rule: &Rule, row: &BTreeMap<&str, Seen<'_>>) -> bool {
    truth(&rule.then, row) == Truth::No
        && rule
            .when
            .as_ref()
            .is_none_or(|when| truth(when, row) == Truth::Yes)
}

fn truth(condition: &Condition, row: &BTreeMap<&str, Seen<'_>>) -> Truth {
    match condition {
        Condition::All(parts) => parts
            .iter()
            .map(|part| truth(part, row))
            .min()
            .unwrap_or(Truth::Yes),
        Condition::Any(parts) => parts
            .iter()
            .map(|part| truth(part, row))
            .max()
            .unwrap_or(Truth::No),
        Condition::Test(test) => {
            let seen = |name: &str| row.get(name).unwrap_or(&Seen::Hidden);
            match &test.is {
                Is::Beside(comparison, other) => {
                    seen(&test.attribute).beside(*comparison, seen(other))
                }
                is => seen(&test.attribute).truth(is),
            }
        }
    }
}

/// A scale that attributes have values on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    Numbers,
    Days,
    Words,
}

/// An attribute that rules speak of.
struct Spoken<'r> {
    name: &'r str,
    scale: Scale,
    /// Whether it has whole numbers or days only.
    whole: bool,
    /// Whether it is compared with another attribute.
    compared: bool,
    tests: Vec<&'r Is>,
}

impl<'r> Spoken<'r> {
    /// Those that share their pieces with it, itself among them.
    fn fellows<'s>(&'s self, all: &'s [Spoken<'r>]) -> Vec<&'s Spoken<'r>> {
        let fellow = |other: &&Spoken<'_>| other.compared && other.scale == self.scale;
        if self.compared {
            all.iter().filter(fellow).collect()
        } else {
            vec![self]
        }
    }
}

/// The attributes that rules speak of.
fn spoken<'r>(rules: &[&'r Rule], table: &Table) -> Vec<Spoken<'r>> {
    let mut asked: BTreeMap<&str, (bool, Vec<&Is>)> = BTreeMap::new();
    for test in rules.iter().flat_map(|rule| rule.tests()) {
        for name in test.attributes() {
            let entry = asked.entry(name).or_default();
            entry.0 |= matches!(test.is, Is::Beside(..));
            entry.1.push(&test.is);
        }
    }
    let of = |(name, (compared, tests)): (&'r str, (bool, Vec<&'r Is>))| {
        let column = table
            .index_of(name)
            .ok()
            .map(|index| &table.attributes()[index].column);
        let kind = column.map_or(Kind::Text, |column| column.dictionary().kind());
        let scale = match kind {
            Kind::Integer | Kind::Decimal => Scale::Numbers,
            Kind::Date | Kind::DateTime => Scale::Days,
            _ => Scale::Words,
        };
        Spoken {
            name,
            scale,
            whole: matches!(kind, Kind::Integer | Kind::Date),
            compared,
            tests,
        }
    };
    asked.into_iter().map(of).collect()
}

/// The pieces of every attribute that rules speak of.
fn pieces<'r>(rules: &[&'r Rule], known: &Rules, table: &Table) -> BTreeMap<&'r str, Vec<Piece>> {
    let all = spoken(rules, table);
    let of = |own: &Spoken<'r>| {
        let fellows = own.fellows(&all);
        let literals: Vec<&Literal> = fellows
            .iter()
            .flat_map(|it| &it.tests)
            .flat_map(|is| is.literals())
            .collect();
        let mut pieces: Vec<Piece> = match own.scale {
            Scale::Numbers => line(own, &fellows, &literals)
                .into_iter()
                .map(Piece::Number)
                .collect(),
            Scale::Days => line(own, &fellows, &literals)
                .into_iter()
                .map(Piece::Day)
                .collect(),
            Scale::Words => words(own, &fellows, &literals, known),
        };
        if own
            .tests
            .iter()
            .any(|is| matches!(is, Is::Missing | Is::NotMissing))
        {
            pieces.push(Piece::Missing);
        }
        (own.name, pieces)
    };
    all.iter().map(of).collect()
}

/// Points of every piece into which values part a line.
fn line(own: &Spoken<'_>, fellows: &[&Spoken<'_>], literals: &[&Literal]) -> Vec<f64> {
    let value = |literal: &&Literal| match literal {
        Literal::Number(value) | Literal::Day(value) => Some(*value),
        Literal::Text(_) => None,
    };
    let bounds: Vec<f64> = literals.iter().filter_map(value).collect();
    if fellows.iter().all(|fellow| !fellow.whole) {
        return between(bounds, fellows.len());
    }
    let whole = whole(bounds, fellows.len());
    // Others can stand at the whole ones and between them.
    if own.whole {
        whole
    } else {
        between(whole, fellows.len())
    }
}

/// Some values, so many whole ones on each side of each, and zero and its neighbours where there is none.
fn whole(mut bounds: Vec<f64>, each: usize) -> Vec<f64> {
    if bounds.is_empty() {
        bounds.push(0.0);
    }
    let near = |v: &f64| {
        let (floor, ceil) = (v.floor(), v.ceil());
        (1..=each)
            .flat_map(move |step| [ceil - step as f64, floor + step as f64])
            .chain([floor, ceil])
    };
    sorted(bounds.iter().flat_map(near).collect())
}

/// Some values, and so many between each two, below the first and above the last.
fn between(bounds: Vec<f64>, each: usize) -> Vec<f64> {
    let bounds = sorted(bounds);
    let (Some(&first), Some(&last)) = (bounds.first(), bounds.last()) else {
        return (0..each).map(|place| place as f64).collect();
    };
    let parted = |pair: &[f64]| {
        let (low, step) = (pair[0], (pair[1] - pair[0]) / (each + 1) as f64);
        (1..=each)
            .map(move |place| low + step * place as f64)
            .collect::<Vec<f64>>()
    };
    let outside = (1..=each).flat_map(|step| [first - step as f64, last + step as f64]);
    sorted(
        bounds
            .windows(2)
            .flat_map(parted)
            .chain(outside)
            .chain(bounds.iter().copied())
            .collect(),
    )
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values.dedup();
    values
}

/// The words that rules speak of, and of the table's others as many as attributes are compared: some that it has in common with each of
/// them, and some of its own.
fn words(
    own: &Spoken<'_>,
    fellows: &[&Spoken<'_>],
    literals: &[&Literal],
    known: &Rules,
) -> Vec<Piece> {
    let spoken = literals.iter().filter_map(|literal| match literal {
        Literal::Text(word) => Some(word.clone()),
        _ => None,
    });
    let spoken: BTreeSet<String> = spoken.collect();
    let none = BTreeSet::new();
    let words_of = |name: &str| match known.origins.get(name) {
        Some(Origin::Words(Words::These(words))) => words,
        _ => &none,
    };
    let each = fellows.len();
    let free = |word: &&String| !spoken.contains(*word);
    let common = fellows.iter().flat_map(|fellow| {
        words_of(own.name)
            .intersection(words_of(fellow.name))
            .filter(free)
            .take(each)
            .cloned()
            .collect::<Vec<_>>()
    });
    let all: BTreeSet<String> = common.chain(spoken.iter().cloned()).collect();
    all.into_iter().map(Piece::Word).collect()
}
