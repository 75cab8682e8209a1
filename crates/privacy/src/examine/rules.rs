//! Edit rules on released rows: the verifier's own judgement.
//!
//! While a plan is made, a row is asked whether it breaks a rule. Here every test is answered for a whole column of labels, as a reader
//! would read them, and the answers are joined column by column: two marks a row, "certainly true" and "certainly false".
//! Parser and meaning are shared with `bauta_table::rule`; nothing that judges is.

use std::borrow::Cow;

use bauta_table::rule::{Comparison, Condition, Is, Literal, Origin, Relation, Rules};
use bauta_table::{Column, Table};
use serde::Serialize;

/// How many broken rows are named.
const NAMED: usize = 10;

/// What was found about a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct RuleFinding {
    /// Its name.
    pub name: String,
    /// What it says.
    pub rule: String,
    /// Rows that certainly break it.
    pub broken_rows: u64,
    /// The first of them, counted from 1 below the header; distinct rows with weights have no place.
    pub first_rows: Vec<u64>,
    /// Rows that may break it: those of the input that were known to.
    pub known_rows: u64,
    /// Rows of which it cannot be said whether they keep it: cells are missing, generalised or suppressed.
    pub undecided_rows: u64,
}

impl RuleFinding {
    /// The rule in words.
    pub fn title(&self) -> String {
        format!("rule \"{}\"", self.name)
    }

    /// Whether no more rows break it than are known to.
    pub fn holds(&self) -> bool {
        self.broken_rows <= self.known_rows
    }
}

/// Judges every rule on the rows of a table.
pub(super) fn findings(table: &Table, rules: &Rules) -> Vec<RuleFinding> {
    let finding = |(rule, &known_rows): (&bauta_table::rule::Rule, &u64)| {
        let applies = rule.when.as_ref().map(|when| marks(when, table, rules));
        let demanded = marks(&rule.then, table, rules);
        let (mut broken, mut broken_rows, mut undecided) = (Vec::new(), 0, 0);
        for row in 0..table.rows() {
            let (surely, surely_not) = applies.as_ref().map_or((true, false), |marks| marks[row]);
            let (kept, violated) = demanded[row];
            let rows = table.weights().map_or(1, |weights| weights[row]);
            if surely && violated {
                if table.weights().is_none() && broken.len() < NAMED {
                    broken.push(row as u64 + 1);
                }
                broken_rows += rows;
            } else if !surely_not && !kept {
                undecided += rows;
            }
        }
        RuleFinding {
            name: rule.name.clone(),
            rule: rule.text.clone(),
            broken_rows,
            first_rows: broken,
            known_rows,
            undecided_rows: undecided,
        }
    };
    rules.rules.iter().zip(&rules.known).map(finding).collect()
}

/// The findings of a release of several tables: a rule is judged in the table that tells most about it.
pub(crate) fn merged(parts: Vec<Vec<RuleFinding>>) -> Vec<RuleFinding> {
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_default();
    for part in parts {
        for (known, other) in all.iter_mut().zip(part) {
            let fewer = other.broken_rows == known.broken_rows
                && other.undecided_rows < known.undecided_rows;
            if fewer || other.broken_rows > known.broken_rows {
                *known = other;
            }
        }
    }
    all
}

/// For every row whether a condition is certainly true, and whether it is certainly false.
fn marks(condition: &Condition, table: &Table, rules: &Rules) -> Vec<(bool, bool)> {
    match condition {
        Condition::All(parts) => joined(parts, table, rules, |own, other| {
            (own.0 && other.0, own.1 || other.1)
        }),
        Condition::Any(parts) => joined(parts, table, rules, |own, other| {
            (own.0 || other.0, own.1 && other.1)
        }),
        Condition::Test(test) => {
            let unknown = || vec![(false, false); table.rows()];
            let Ok(index) = table.index_of(&test.attribute) else {
                return unknown();
            };
            let Some(origin) = rules.origins.get(&test.attribute) else {
                return unknown();
            };
            let column = &table.attributes()[index].column;
            if let Is::Beside(comparison, other) = &test.is {
                let other = table.index_of(other).ok().zip(rules.origins.get(other));
                let Some((other, of_other)) = other else {
                    return unknown();
                };
                let other = &table.attributes()[other].column;
                return side_by_side((column, origin), (other, of_other), *comparison);
            }
            let (dictionary, missing) = (column.dictionary(), column.dictionary().missing_code());
            let of_code = |code: u32| {
                let label = (Some(code) != missing).then(|| dictionary.label(code));
                answer(label, origin, &test.is)
            };
            let answers: Vec<(bool, bool)> = (0..dictionary.len() as u32).map(of_code).collect();
            column
                .codes()
                .iter()
                .map(|code| answers[code as usize])
                .collect()
        }
    }
}

/// The same for two cells of each row, where both can be read.
fn side_by_side(
    own: (&Column, &Origin),
    other: (&Column, &Origin),
    comparison: Comparison,
) -> Vec<(bool, bool)> {
    let labels = |column: &Column| -> Vec<Option<String>> {
        let (dictionary, missing) = (column.dictionary(), column.dictionary().missing_code());
        let label =
            |code: u32| (Some(code) != missing).then(|| dictionary.label(code).into_owned());
        (0..dictionary.len() as u32).map(label).collect()
    };
    let (own_labels, other_labels) = (labels(own.0), labels(other.0));
    let (own_read, other_read) = (
        read_all(&own_labels, own.1),
        read_all(&other_labels, other.1),
    );
    let answer = |(code, theirs): (u32, u32)| {
        let (own, other) = (&own_read[code as usize], &other_read[theirs as usize]);
        let order = own
            .as_ref()
            .zip(other.as_ref())
            .and_then(|(own, other)| own.against(other));
        order.map_or((false, false), |order| {
            let holds = match comparison {
                Comparison::Same => order == 0,
                Comparison::Unlike => order != 0,
                Comparison::Side(relation) => lies(order, relation),
            };
            (holds, !holds)
        })
    };
    own.0
        .codes()
        .iter()
        .zip(other.0.codes().iter())
        .map(answer)
        .collect()
}

/// What each label of a column says to its reader.
fn read_all<'l>(labels: &'l [Option<String>], origin: &Origin) -> Vec<Option<Read<'l>>> {
    labels
        .iter()
        .map(|label| Read::of(label.as_deref()?, origin))
        .collect()
}

/// Whether what lies below (-1), at (0) or above (1) something is on that side of it.
fn lies(order: i8, relation: Relation) -> bool {
    match relation {
        Relation::Less => order < 0,
        Relation::AtMost => order <= 0,
        Relation::More => order > 0,
        Relation::AtLeast => order >= 0,
    }
}

fn joined(
    parts: &[Condition],
    table: &Table,
    rules: &Rules,
    join: impl Fn((bool, bool), (bool, bool)) -> (bool, bool),
) -> Vec<(bool, bool)> {
    let mut parts = parts.iter();
    let mut all = parts.next().map_or_else(
        || vec![(false, false); table.rows()],
        |part| marks(part, table, rules),
    );
    for part in parts {
        all.iter_mut()
            .zip(marks(part, table, rules))
            .for_each(|(own, other)| *own = join(*own, other));
    }
    all
}

/// Certainly true, certainly false: what a label (none = a missing cell) says about a test.
fn answer(label: Option<Cow<'_, str>>, origin: &Origin, is: &Is) -> (bool, bool) {
    let decided = |holds: bool| (holds, !holds);
    let Some(label) = label else {
        return match is {
            Is::Missing => decided(true),
            Is::NotMissing => decided(false),
            _ => (false, false),
        };
    };
    let Some(read) = Read::of(&label, origin) else {
        return (false, false);
    };
    match is {
        Is::Missing => decided(false),
        Is::NotMissing => decided(true),
        Is::Among(values) => decided(values.iter().any(|value| read.order(value) == Some(0))),
        Is::NotAmong(values) => decided(!values.iter().any(|value| read.order(value) == Some(0))),
        Is::Side(relation, value) => read
            .order(value)
            .map_or((false, false), |order| decided(lies(order, *relation))),
        // One cell alone does not tell.
        Is::Beside(..) => (false, false),
        Is::Between(low, high) => match (read.order(low), read.order(high)) {
            (Some(low), Some(high)) => decided(low >= 0 && high <= 0),
            _ => (false, false),
        },
    }
}

/// A label as its reader understands it.
enum Read<'l> {
    Number(f64),
    /// Seconds since 1970-01-01.
    Moment(f64),
    Word(&'l str),
}

impl<'l> Read<'l> {
    /// None where the label says less than a value.
    fn of(label: &'l str, origin: &Origin) -> Option<Self> {
        match origin {
            Origin::Numbers => label.replace(',', ".").parse().ok().map(Read::Number),
            Origin::Dates(style) => {
                let midnight = style.parse(label).map(|days| f64::from(days) * 86_400.0);
                midnight.or_else(|| moment(label)).map(Read::Moment)
            }
            Origin::Words(_) => origin.is_exact(label).then_some(Read::Word(label)),
        }
    }

    /// Whether it lies below (-1), at (0) or above (1) a value; for words only whether it is that one.
    fn order(&self, value: &Literal) -> Option<i8> {
        match (self, value) {
            (Read::Number(own), Literal::Number(value)) => {
                own.partial_cmp(value).map(|order| order as i8)
            }
            (Read::Moment(own), Literal::Day(days)) => Some(apart(*own, days * 86_400.0)),
            (Read::Word(own), Literal::Text(value)) => Some(i8::from(own != value)),
            _ => None,
        }
    }

    /// The same against another label of the row.
    fn against(&self, other: &Read<'_>) -> Option<i8> {
        match (self, other) {
            (Read::Number(own), Read::Number(other)) => {
                own.partial_cmp(other).map(|order| order as i8)
            }
            (Read::Moment(own), Read::Moment(other)) => Some(apart(*own, *other)),
            (Read::Word(own), Read::Word(other)) => Some(i8::from(own != other)),
            _ => None,
        }
    }
}

/// Whether a moment lies before (-1), at (0) or after (1) another. Days as a fraction hold a moment to less than a millisecond.
fn apart(own: f64, other: f64) -> i8 {
    match own - other {
        apart if apart.abs() < 1e-3 => 0,
        apart if apart < 0.0 => -1,
        _ => 1,
    }
}

/// `2024-01-31T12:30:00` with any fraction, in seconds.
fn moment(label: &str) -> Option<f64> {
    let (day, time) = label.split_once('T')?;
    let days = bauta_table::DateStyle::Iso.parse(day)?;
    let mut seconds = 0.0;
    for (part, unit) in time.split(':').zip([3600.0, 60.0, 1.0]) {
        seconds += part.parse::<f64>().ok()? * unit;
    }
    Some(f64::from(days) * 86_400.0 + seconds)
}
