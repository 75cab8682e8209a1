//! Rules on columns of codes: a test is answered once a distinct value.

use super::{Condition, Rules, Truth};
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
    /// About an attribute that is not there.
    Nothing {
        place: usize,
    },
}

impl<'c> Bound<'c> {
    /// Binds rules to columns by name; what is said about a column that is not there is unknown.
    pub fn new(rules: &Rules, column_of: impl Fn(&str) -> Option<&'c Column>) -> Self {
        let attributes: Vec<String> = rules.origins.keys().cloned().collect();
        let tree = |condition: &Condition| bound(condition, rules, &attributes, &column_of);
        let rules = rules.rules.iter().map(|rule| (rule.when.as_ref().map(tree), tree(&rule.then))).collect();
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
        then.truth(row_at) == Truth::No && when.as_ref().is_none_or(|when| when.truth(row_at) == Truth::Yes)
    }
}

impl Tree<'_> {
    fn truth(&self, row_at: impl Fn(usize) -> usize + Copy) -> Truth {
        match self {
            Tree::All(parts) => parts.iter().map(|part| part.truth(row_at)).min().unwrap_or(Truth::Yes),
            Tree::Any(parts) => parts.iter().map(|part| part.truth(row_at)).max().unwrap_or(Truth::No),
            Tree::Test { place, truths, codes } => truths[codes.get(row_at(*place)) as usize],
            Tree::Nothing { .. } => Truth::Unknown,
        }
    }

    fn speaks_of(&self, wanted: usize) -> bool {
        match self {
            Tree::All(parts) | Tree::Any(parts) => parts.iter().any(|part| part.speaks_of(wanted)),
            Tree::Test { place, .. } | Tree::Nothing { place } => *place == wanted,
        }
    }
}

fn bound<'c>(
    condition: &Condition,
    rules: &Rules,
    attributes: &[String],
    column_of: &dyn Fn(&str) -> Option<&'c Column>,
) -> Tree<'c> {
    let all = |parts: &[Condition]| parts.iter().map(|part| bound(part, rules, attributes, column_of)).collect();
    match condition {
        Condition::All(parts) => Tree::All(all(parts)),
        Condition::Any(parts) => Tree::Any(all(parts)),
        Condition::Test(test) => {
            let place = attributes.iter().position(|name| *name == test.attribute).unwrap_or(usize::MAX);
            let (Some(column), Some(origin)) = (column_of(&test.attribute), rules.origins.get(&test.attribute)) else {
                return Tree::Nothing { place };
            };
            let dictionary = column.dictionary();
            let truth = |code| origin.seen(dictionary, code).truth(&test.is);
            Tree::Test { place, truths: (0..dictionary.len() as u32).map(truth).collect(), codes: column.codes() }
        }
    }
}
