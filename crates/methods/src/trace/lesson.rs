//! How a technique is explained: the template of its family, its own words for each slot, and what is asked on the example.

use crate::descriptor::Text;

/// What a technique declares about its explanation.
pub struct Lesson {
    /// The template of its family.
    pub template: Template,
    /// What it does in plain words, then a section for each slot, `## inputs` and so on.
    pub words: Text,
    /// What is asked of it on the example.
    pub example: Example,
}

/// Families of algorithms that can be told with the same words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// The table is recoded step by step.
    TableRecoding,
    /// A combination of levels is chosen in a lattice, and the table recoded once.
    LatticeChoice,
    /// The space of quasi-identifiers is cut in regions.
    Partitioning,
    /// Quasi-identifiers and sensitive values are published apart.
    Separation,
    /// Neighbours get common values.
    Aggregation,
}

/// A place in a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// What the user gives.
    Inputs,
    /// What is computed first.
    Computed,
    /// What can be done next.
    Candidate,
    /// How the best of these is found.
    Metric,
    /// What is done with it.
    Apply,
    /// When it is over.
    Stop,
    /// What is suppressed at the end.
    Suppress,
    /// What is delivered.
    Deliver,
}

impl Slot {
    /// All slots, in the order of a template.
    pub const ALL: [Slot; 8] = [
        Slot::Inputs,
        Slot::Computed,
        Slot::Candidate,
        Slot::Metric,
        Slot::Apply,
        Slot::Stop,
        Slot::Suppress,
        Slot::Deliver,
    ];

    /// The word that stands for it in files.
    pub fn name(self) -> &'static str {
        match self {
            Slot::Inputs => "inputs",
            Slot::Computed => "computed",
            Slot::Candidate => "candidate",
            Slot::Metric => "metric",
            Slot::Apply => "apply",
            Slot::Stop => "stop",
            Slot::Suppress => "suppress",
            Slot::Deliver => "deliver",
        }
    }
}

/// What is asked of a technique on the example.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Example {
    /// Rows of the smallest class, where that is asked for.
    pub k: Option<u64>,
    /// Different sensitive values of a class, where that is asked for.
    pub l: Option<u64>,
    /// Rows that may be left out.
    pub may_leave_out: u64,
    /// Whether the example's number is what a later analysis predicts.
    pub number_is_target: bool,
    /// Parameters; attributes by their English names in the example.
    pub parameters: &'static [(&'static str, &'static str)],
}

impl Example {
    /// Two rows a class, and one row that may be left out.
    pub const PLAIN: Example = Example {
        k: Some(2),
        l: None,
        may_leave_out: 1,
        number_is_target: false,
        parameters: &[],
    };
}

impl Lesson {
    /// What the technique does, in a language, a paragraph each.
    pub fn plain_words(&self, language: &str) -> Vec<String> {
        let text = self.words.get(language);
        let before = text.split("\n## ").next().unwrap_or_default();
        paragraphs(before)
    }

    /// What stands in a slot, in a language.
    pub fn slot(&self, slot: Slot, language: &str) -> Option<String> {
        let sections = self.words.get(language).split("\n## ").skip(1);
        let own = sections
            .filter_map(|section| section.split_once('\n'))
            .find(|(name, _)| name.trim() == slot.name());
        own.map(|(_, text)| paragraphs(text).join(" "))
    }
}

/// Lines that belong together, as one.
fn paragraphs(text: &str) -> Vec<String> {
    let joined = text
        .split("\n\n")
        .map(|lines| lines.split_whitespace().collect::<Vec<_>>().join(" "));
    joined.filter(|text| !text.is_empty()).collect()
}
