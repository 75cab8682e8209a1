//! Rules on columns of codes: a test is answered once a distinct value.

use super::origin::Seen;
use super::{Comparison, Condition, Is, Origin, Rules, Truth};
use crate::codes::Codes;
use crate::table::Column;

/// Rules that can judge rows of some columns.
pub struct Bound<'c> {
    attributes: Vec<String>,
    rules: Vec<(Option<Tree<'c>>, Tree<'c>)>,
}

/// A condition whose tests are answered for every code.
enum Tree<'c> {
    All(Vec<Tree<'c>>),
    Any(Vec<Tree<'c>>),
    Test {
        place: usize,
        truths: Vec<Truth>,
        codes: &'c Codes,
    },
    /// Two cells of a row, each by what it tells.
    Pair {
        sides: Box<[(usize, Vec<Seen<'c>>, &'c Codes); 2]>,
        comparison: Comparison,
    },
    /// About attributes of which one is not there.
    Nothing {
        places: Vec<usize>,
    },
}

impl<'c> Bound<'c> {
    /// Binds rules to columns by name; what is said about a column that is not there is unknown.
    pub fn new(rules: &Rules, column_of: impl Fn(&str) -> Option<&'c Column>) -> Self {
        let attributes: Vec<String> = rules.origins.keys().cloned().collect();
        let tree = |condition: &Condition| bound(condition, rules, &attributes, &column_of);
        let rules = rules
            .rules
            .iter()
            .map(|rule| (rule.when.as_ref().map(tree), tree(&rule.then)))
            .collect();
        Bound { attributes, rules }
    }

    /// The attributes that rules speak of; their places are what `breaks` asks for.
    pub fn attributes(&self) -> &[String] {
        &self.attributes
    }

    /// Number of rules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether a rule speaks of an attribute, by its place.
    pub fn speaks_of(&self, rule: usize, place: usize) -> bool {
        let (when, then) = &self.rules[rule];
        then.speaks_of(place) || when.as_ref().is_some_and(|when| when.speaks_of(place))
    }

    /// Whether a rule is broken by a row that has, for the attribute at each place, the value of the row `row_at(place)`.
    pub fn breaks(&self, rule: usize, row_at: impl Fn(usize) -> usize + Copy) -> bool {
        let (when, then) = &self.rules[rule];
        then.truth(row_at) == Truth::No
            && when
                .as_ref()
                .is_none_or(|when| when.truth(row_at) == Truth::Yes)
    }
}

impl Tree<'_> {
    fn truth(&self, row_at: impl Fn(usize) -> usize + Copy) -> Truth {
        match self {
            Tree::All(parts) => parts
                .iter()
                .map(|part| part.truth(row_at))
                .min()
                .unwrap_or(Truth::Yes),
            Tree::Any(parts) => parts
                .iter()
                .map(|part| part.truth(row_at))
                .max()
                .unwrap_or(Truth::No),
            Tree::Test {
                place,
                truths,
                codes,
            } => truths[codes.get(row_at(*place)) as usize],
            Tree::Pair { sides, comparison } => {
                let [own, other] = sides
                    .each_ref()
                    .map(|(place, seen, codes)| &seen[codes.get(row_at(*place)) as usize]);
                own.beside(*comparison, other)
            }
            Tree::Nothing { .. } => Truth::Unknown,
        }
    }

    fn speaks_of(&self, wanted: usize) -> bool {
        match self {
            Tree::All(parts) | Tree::Any(parts) => parts.iter().any(|part| part.speaks_of(wanted)),
            Tree::Test { place, .. } => *place == wanted,
            Tree::Pair { sides, .. } => sides.iter().any(|side| side.0 == wanted),
            Tree::Nothing { places } => places.contains(&wanted),
        }
    }
}

fn bound<'c>(
    condition: &Condition,
    rules: &Rules,
    attributes: &[String],
    column_of: &dyn Fn(&str) -> Option<&'c Column>,
) -> Tree<'c> {
    let all = |parts: &[Condition]| {
        parts
            .iter()
            .map(|part| bound(part, rules, attributes, column_of))
            .collect()
    };
    match condition {
        Condition::All(parts) => Tree::All(all(parts)),
        Condition::Any(parts) => Tree::Any(all(parts)),
        Condition::Test(test) => {
            let place = |name: &str| {
                attributes
                    .iter()
                    .position(|own| own == name)
                    .unwrap_or(usize::MAX)
            };
            let found =
                |name: &str| Some((place(name), column_of(name)?, rules.origins.get(name)?));
            let nothing = || Tree::Nothing {
                places: test.attributes().map(place).collect(),
            };
            let Some((own, column, origin)) = found(&test.attribute) else {
                return nothing();
            };
            if let Is::Beside(comparison, other) = &test.is {
                let Some(other) = found(other) else {
                    return nothing();
                };
                let side = |(place, column, origin): (usize, &'c Column, &Origin)| {
                    let codes = 0..column.dictionary().len() as u32;
                    (
                        place,
                        codes
                            .map(|code| origin.seen(column.dictionary(), code))
                            .collect(),
                        column.codes(),
                    )
                };
                let sides = Box::new([side((own, column, origin)), side(other)]);
                return Tree::Pair {
                    sides,
                    comparison: *comparison,
                };
            }
            let dictionary = column.dictionary();
            let truth = |code| origin.seen(dictionary, code).truth(&test.is);
            Tree::Test {
                place: own,
                truths: (0..dictionary.len() as u32).map(truth).collect(),
                codes: column.codes(),
            }
        }
    }
}
