//! Codes whose characters are masked one after the other: `13053` → `1305*` → `130**` → … → `*`.
//!
//! All labels are brought to the length of the longest, so that a level masks the same places of every value. Whole
//! numbers get zeros in front, as a post code that lost its zero needs (`1053` is `01053`). Text gets masking characters
//! on the side where masking starts, so that no character is invented.

use serde::{Deserialize, Serialize};

use super::TOP;
use super::draft::{Draft, Grouping, leaves_of};
use crate::dictionary::Dictionary;
use crate::error::Fault;
use crate::hierarchy::rows::by_label;
use crate::hierarchy::{Hierarchy, MAX_HEIGHT};
use crate::value::Kind;

/// An end of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The end.
    #[default]
    Right,
    /// The beginning.
    Left,
}

/// Parameters of masking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Masking {
    /// Where masking starts.
    pub from: Side,
    /// How many more characters each level masks; one a level, if not given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<u32>,
    /// The character that hides others.
    pub mask: char,
    /// The character that fills short labels: `0` for whole numbers and the masking character for text, if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pad: Option<char>,
    /// The side that is filled: the left for whole numbers and where masking starts for text, if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pad_side: Option<Side>,
    /// Label of the single group on top.
    pub top: String,
}

impl Default for Masking {
    fn default() -> Self {
        let top = TOP.to_owned();
        Masking {
            from: Side::Right,
            steps: Vec::new(),
            mask: '*',
            pad: None,
            pad_side: None,
            top,
        }
    }
}

impl Masking {
    /// Builds the hierarchy.
    pub fn build(&self, attribute: &str, dictionary: &Dictionary) -> Result<Hierarchy, Vec<Fault>> {
        let mut draft = Draft::new(attribute, "masking");
        let leaves = leaves_of(dictionary);
        let length = leaves
            .iter()
            .map(|label| label.chars().count())
            .max()
            .unwrap_or(0);
        self.check(&mut draft, dictionary, length);
        draft.check()?;
        let padded: Vec<Vec<char>> = leaves
            .iter()
            .map(|label| self.padded(label, dictionary.kind(), length))
            .collect();
        let mut masked = 0;
        let above = self.steps(length).map_while(|step| {
            masked += step;
            (masked < length).then(|| self.level(&padded, masked))
        });
        let above = above.collect();
        draft.finish(leaves, above, &self.top)
    }

    fn check(&self, draft: &mut Draft<'_>, dictionary: &Dictionary, length: usize) {
        let kind = dictionary.kind();
        draft.refuse_if(
            !matches!(kind, Kind::Text | Kind::Integer),
            format!("it needs text or whole numbers, and the attribute is {kind}; use intervals or dates, or set its type to text"),
        );
        let negative =
            kind == Kind::Integer && dictionary.measure(0).is_some_and(|least| least < 0.0);
        draft.refuse_if(
            negative,
            "some numbers are below 0, and a sign has no place; use intervals",
        );
        draft.refuse_if(
            self.steps.contains(&0),
            "every step must mask at least 1 character",
        );
        let sum: u64 = self.steps.iter().map(|&step| u64::from(step)).sum();
        draft.refuse_if(
            sum > length as u64 && dictionary.value_count() > 0,
            format!(
                "its steps mask {sum} characters, and the longest value has {length}; shorten them"
            ),
        );
        draft.refuse_if(
            self.steps(length).count() > MAX_HEIGHT,
            format!(
                "it would have more than {MAX_HEIGHT} levels; give steps of several characters"
            ),
        );
    }

    fn steps(&self, length: usize) -> impl Iterator<Item = usize> {
        let ones = if self.steps.is_empty() { length } else { 0 };
        self.steps
            .iter()
            .map(|&step| step as usize)
            .chain(std::iter::repeat_n(1, ones))
    }

    fn padded(&self, label: &str, kind: Kind, length: usize) -> Vec<char> {
        let (usual_pad, usual_side) = match kind {
            Kind::Integer => ('0', Side::Left),
            _ => (self.mask, self.from),
        };
        let mut label: Vec<char> = label.chars().collect();
        let fill = std::iter::repeat_n(self.pad.unwrap_or(usual_pad), length - label.len());
        match self.pad_side.unwrap_or(usual_side) {
            Side::Right => label.extend(fill),
            Side::Left => drop(label.splice(0..0, fill)),
        }
        label
    }

    fn level(&self, padded: &[Vec<char>], masked: usize) -> Grouping {
        by_label(padded.iter().map(|label| {
            let hidden = match self.from {
                Side::Right => label.len() - masked..label.len(),
                Side::Left => 0..masked,
            };
            let shown = |(at, &c): (usize, &char)| if hidden.contains(&at) { self.mask } else { c };
            label.iter().enumerate().map(shown).collect::<String>()
        }))
    }
}
