//! The kinds of parameters.

use bauta_table::Text;

use super::{Kind, ParameterKind};

/// A word that a parameter may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice<V = ()> {
    /// The word.
    pub word: &'static str,
    /// What a technique gets.
    pub value: V,
    /// What it means.
    pub help: Text,
}

/// One of some words.
#[derive(Debug, Clone, Copy)]
pub struct Choices<V: 'static>(pub &'static [Choice<V>]);

impl<V: Copy + PartialEq> Choices<V> {
    /// The word for a value.
    pub fn word(&self, value: V) -> &'static str {
        let own = self.0.iter().find(|choice| choice.value == value);
        own.map_or("", |choice| choice.word)
    }
}

impl<V: Copy + PartialEq + Send + Sync + 'static> Kind for Choices<V> {
    type Value = V;
    type Default = V;

    fn read(&self, text: &str) -> Option<V> {
        let own = self.0.iter().find(|choice| choice.word == text);
        own.map(|choice| choice.value)
    }

    fn value(&self, default: V) -> V {
        default
    }

    fn text(&self, default: V) -> String {
        self.word(default).to_owned()
    }

    fn erased(&self) -> ParameterKind {
        let erased = |choice: &Choice<V>| Choice {
            word: choice.word,
            value: (),
            help: choice.help,
        };
        ParameterKind::Choice(self.0.iter().map(erased).collect())
    }
}

/// A number between two bounds, both allowed.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub most: f64,
}

impl Kind for Number {
    type Value = f64;
    type Default = f64;

    fn read(&self, text: &str) -> Option<f64> {
        number(text, (self.least, self.most), false)
    }

    fn value(&self, default: f64) -> f64 {
        default
    }

    fn text(&self, default: f64) -> String {
        default.to_string()
    }

    fn erased(&self) -> ParameterKind {
        ParameterKind::Number {
            least: self.least,
            most: self.most,
            whole: false,
        }
    }
}

/// A whole number between two bounds, both allowed.
#[derive(Debug, Clone, Copy)]
pub struct Whole {
    /// The smallest.
    pub least: u64,
    /// The largest.
    pub most: u64,
}

impl Kind for Whole {
    type Value = u64;
    type Default = u64;

    fn read(&self, text: &str) -> Option<u64> {
        let found = number(text, (self.least as f64, self.most as f64), true);
        found.map(|number| number as u64)
    }

    fn value(&self, default: u64) -> u64 {
        default
    }

    fn text(&self, default: u64) -> String {
        default.to_string()
    }

    fn erased(&self) -> ParameterKind {
        ParameterKind::Number {
            least: self.least as f64,
            most: self.most as f64,
            whole: true,
        }
    }
}

/// Names of attributes of the table, in a list.
#[derive(Debug, Clone, Copy)]
pub struct Attributes {
    /// Whether they must be numbers or dates.
    pub measurable: bool,
    /// The fewest.
    pub least: usize,
    /// Whether they are those that the technique changes.
    pub changed: bool,
}

/// Any words, separated by semicolons, or by commas where there is no semicolon; empty = none. The technique checks them.
#[derive(Debug, Clone, Copy)]
pub struct List;

/// Any text, with a grammar of its own; empty = nothing is said. The technique checks it.
#[derive(Debug, Clone, Copy)]
pub struct FreeText;

/// The name of a quasi-identifier; empty = the first.
#[derive(Debug, Clone, Copy)]
pub struct QuasiIdentifier;

/// A kind whose default is a text like any other.
macro_rules! textual {
    ($kind:ty, $value:ty, $read:expr, $erased:expr) => {
        impl Kind for $kind {
            type Value = $value;
            type Default = &'static str;

            fn read(&self, text: &str) -> Option<$value> {
                Some($read(text))
            }

            fn value(&self, default: &'static str) -> $value {
                $read(default)
            }

            fn text(&self, default: &'static str) -> String {
                default.to_owned()
            }

            fn erased(&self) -> ParameterKind {
                $erased(self)
            }
        }
    };
}

textual!(Attributes, Vec<String>, words, |own: &Attributes| {
    ParameterKind::Attributes(*own)
});
textual!(List, Vec<String>, words, |_: &List| ParameterKind::List);
textual!(FreeText, String, str::to_owned, |_: &FreeText| {
    ParameterKind::List
});
textual!(
    QuasiIdentifier,
    String,
    str::to_owned,
    |_: &QuasiIdentifier| ParameterKind::QuasiIdentifier
);

/// The words of a list: the one place where lists are split.
pub(super) fn words(text: &str) -> Vec<String> {
    let separator = if text.contains(';') { ';' } else { ',' };
    text.split(separator)
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A number that a text says, if it lies between two bounds.
pub(super) fn number(text: &str, (least, most): (f64, f64), whole: bool) -> Option<f64> {
    let number = text.trim().parse::<f64>().ok();
    number.filter(|number| (least..=most).contains(number) && (!whole || number.fract() == 0.0))
}
