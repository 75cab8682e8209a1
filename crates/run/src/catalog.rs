//! The catalogue of methods, from their descriptors.

use bauta_methods::{ALL, ParameterKind};
use serde::Serialize;

use bauta_messages::french::sentence;

/// A method as `bauta methods` shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct MethodCard {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What kind it is.
    pub family: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// What its result guarantees.
    pub guarantees: &'static str,
    /// How its time grows.
    pub cost: &'static str,
    /// Where it was published.
    pub papers: &'static [&'static str],
    /// How many tables it publishes.
    pub outputs: usize,
    /// Whether `bauta explain` tells how it works, step by step.
    pub explained: bool,
    /// Its parameters.
    pub parameters: Vec<ParameterCard>,
}

/// A parameter as the catalogue shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ParameterCard {
    /// Its name, and its flag.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// What it may be: choice, quasi-identifier, attributes, list or number.
    pub kind: &'static str,
    /// What it is when nothing is said.
    pub default: String,
    /// The words it may be, with their meaning; none where it is a name or a number.
    pub choices: Vec<(&'static str, &'static str)>,
    /// For a number, its bounds in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<String>,
}

/// All methods, in a language (`en` or `fr`).
pub fn catalog(language: &str) -> Vec<MethodCard> {
    ALL.iter()
        .map(|technique| {
            let d = technique.descriptor();
            let parameters = d.parameters.iter().map(|parameter| ParameterCard {
                name: parameter.name(),
                help: parameter.help().get(language),
                kind: kind(&parameter.kind()),
                default: parameter.default(),
                choices: match parameter.kind() {
                    ParameterKind::Choice(choices) => choices
                        .iter()
                        .map(|choice| (choice.word, choice.help.get(language)))
                        .collect(),
                    _ => Vec::new(),
                },
                bounds: parameter
                    .kind()
                    .bounds()
                    .map(|bounds| sentence(language, &bounds)),
            });
            MethodCard {
                id: d.id,
                title: d.title.get(language),
                family: d.family.name(),
                summary: d.summary.get(language),
                guarantees: d.guarantees.get(language),
                cost: d.cost,
                papers: d.papers,
                outputs: d.outputs,
                explained: technique.lesson().is_some(),
                parameters: parameters.collect(),
            }
        })
        .collect()
}

/// The word for what a parameter may be, from which a form is made.
fn kind(kind: &ParameterKind) -> &'static str {
    match kind {
        ParameterKind::Choice(_) => "choice",
        ParameterKind::QuasiIdentifier => "quasi-identifier",
        ParameterKind::Attributes(_) => "attributes",
        ParameterKind::Number { .. } => "number",
        _ => "list",
    }
}
