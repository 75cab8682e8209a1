//! The declaration of a privacy model. A model declares itself once, in its own file; flags, the keys of `[targets]`, the JSON
//! schema, the cards of the page, `bauta models`, the table of the documentation and the laws are derived from it.

use bauta_table::{Fault, Role, Table, Text};
use serde::Serialize;

use super::{Distance, Model, Requirement, Whole};

/// A privacy model as it declares itself.
#[derive(Debug)]
pub struct ModelDescriptor {
    /// The name of the model where a file lists requirements: `k-anonymity`.
    pub id: &'static str,
    /// Its name in messages, which related models share: `l-diversity`.
    pub name: &'static str,
    /// What a release that satisfies it guarantees, with the names of parameters in braces: `{k}-anonymity`.
    pub statement: Text,
    /// Its parameters.
    pub parameters: &'static [ModelParameter],
    /// What it needs besides the quasi-identifiers.
    pub needs: ModelNeeds,
    /// Keys of `docs/references.bib`.
    pub papers: &'static [&'static str],
    /// How people ask for it; `None` for a model that only methods and options of other models ask for.
    pub target: Option<Target>,
    /// The model with the values of a requirement, ready to judge classes of this table.
    pub build: fn(&Requirement, &Whole) -> Box<dyn Model>,
}

/// A key of `[targets]` with its flag and its card.
#[derive(Debug)]
pub struct Target {
    /// The key.
    pub key: &'static str,
    /// The flag, with its hyphens.
    pub flag: &'static str,
    /// What the model protects from.
    pub purpose: Purpose,
    /// Whether most people ask for it.
    pub usual: bool,
    /// Its name on a card.
    pub title: Text,
    /// What it means for a person, in whole sentences.
    pub help: Text,
}

/// What a model protects from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Somebody's row is found.
    Found,
    /// Something sensitive is learned of somebody.
    Learned,
    /// It is learned who is in the table.
    Present,
}

/// What a model needs besides quasi-identifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelNeeds {
    /// At least one sensitive attribute.
    pub sensitive: bool,
    /// A table of the population.
    pub population_table: bool,
    /// The sampling fraction of the table, which is one of its parameters.
    pub sampling_fraction: bool,
    /// The labels of released cells: the verifier collects them only where they are looked at.
    pub labels: bool,
}

impl ModelNeeds {
    /// Nothing else.
    pub const NOTHING: ModelNeeds = ModelNeeds {
        sensitive: false,
        population_table: false,
        sampling_fraction: false,
        labels: false,
    };
    /// A sensitive attribute.
    pub const SENSITIVE: ModelNeeds = ModelNeeds {
        sensitive: true,
        ..ModelNeeds::NOTHING
    };
    /// A table of the population.
    pub const POPULATION: ModelNeeds = ModelNeeds {
        population_table: true,
        ..ModelNeeds::NOTHING
    };
}

/// A parameter of a model.
#[derive(Debug)]
pub struct ModelParameter {
    /// Its name in a requirement.
    pub name: &'static str,
    /// Where it stands below `[targets]`: at the model's key, in the table at that key, or at a key of its own.
    pub path: &'static [&'static str],
    /// What stands for its value in the help of the command line.
    pub value_name: &'static str,
    /// The values that it may have.
    pub domain: ParameterDomain,
    /// What messages call it.
    pub called: Text,
    /// Its name on a card; that of the model if not given.
    pub title: Option<Text>,
}

/// The values that a parameter may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParameterDomain {
    /// A whole number.
    Count {
        /// The least that is accepted.
        least: u64,
        /// The least that a form proposes: what is below it protects nobody.
        useful: u64,
        /// What a form begins with.
        start: u64,
        /// The most.
        limit: Limit,
    },
    /// A number.
    Number {
        /// The least.
        least: f64,
        /// Whether the least itself is not accepted.
        above: bool,
        /// What a form begins with.
        start: f64,
        /// The most.
        limit: Limit,
    },
    /// How far values are from each other; may be left out.
    Distance,
}

/// The largest value that a parameter may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// The same for every table.
    Fixed {
        /// The largest value, infinite where there is none.
        most: f64,
        /// What may be given, in words.
        allowed: Text,
    },
    /// The number of rows.
    Rows,
    /// The number of different values of the least diverse sensitive attribute.
    SensitiveValues,
}

/// A value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ParameterValue {
    /// Of a [`ParameterDomain::Count`].
    Count(u64),
    /// Of a [`ParameterDomain::Number`].
    Number(f64),
    /// Of a [`ParameterDomain::Distance`].
    Distance(Option<Distance>),
}

impl ParameterValue {
    /// The value as a number; a distance has none.
    fn number(self) -> Option<f64> {
        match self {
            ParameterValue::Count(count) => Some(count as f64),
            ParameterValue::Number(number) => Some(number),
            ParameterValue::Distance(_) => None,
        }
    }

    /// The value as a statement shows it.
    pub(super) fn shown(self, language: &str) -> String {
        match self {
            ParameterValue::Count(count) => count.to_string(),
            ParameterValue::Number(number) => number.to_string(),
            ParameterValue::Distance(distance) => {
                distance.map_or("", |it| it.remark().get(language)).into()
            }
        }
    }
}

impl std::fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParameterValue::Count(count) => write!(f, "{count}"),
            ParameterValue::Number(number) => write!(f, "{number}"),
            ParameterValue::Distance(distance) => f.write_str(distance.map_or("", Distance::name)),
        }
    }
}

impl ParameterDomain {
    /// What a form begins with; a distance is left out.
    pub fn start(self) -> ParameterValue {
        match self {
            ParameterDomain::Count { start, .. } => ParameterValue::Count(start),
            ParameterDomain::Number { start, .. } => ParameterValue::Number(start),
            ParameterDomain::Distance => ParameterValue::Distance(None),
        }
    }

    /// Whether a value is of this kind, whatever its size.
    pub fn is_kind_of(self, value: ParameterValue) -> bool {
        matches!(
            (self, value),
            (ParameterDomain::Count { .. }, ParameterValue::Count(_))
                | (ParameterDomain::Number { .. }, ParameterValue::Number(_))
                | (ParameterDomain::Distance, ParameterValue::Distance(_))
        )
    }

    /// The start value first, then some that are spread over the domain, its bounds among them: what laws try.
    pub fn samples(self) -> Vec<ParameterValue> {
        let mut values = vec![self.start()];
        let more: Vec<ParameterValue> = match self {
            ParameterDomain::Count { least, start, .. } => [least, least + 1, start + 1, 2 * start]
                .map(ParameterValue::Count)
                .into(),
            ParameterDomain::Number {
                least,
                above,
                start,
                limit,
            } => {
                let bounded = match limit {
                    Limit::Fixed { most, .. } if most.is_finite() => {
                        [0.0, 0.05, 0.25, 0.5, 0.8, 1.0].map(|share| least + share * (most - least))
                    }
                    _ => {
                        [0.0, 0.2, 0.5, 1.5, 2.0, 3.0].map(|times| least + times * (start - least))
                    }
                };
                let within = bounded.into_iter().filter(|it| !above || *it > least);
                within.map(ParameterValue::Number).collect()
            }
            ParameterDomain::Distance => Distance::ALL
                .map(|it| ParameterValue::Distance(Some(it)))
                .into(),
        };
        for value in more {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}

impl ModelParameter {
    /// Whether a requirement can do without it.
    pub fn is_optional(&self) -> bool {
        self.domain == ParameterDomain::Distance
    }

    /// The fault of a value outside its bounds; a table sets some of them, where one is to reach it.
    pub(super) fn fault(&self, value: ParameterValue, table: Option<&Table>) -> Option<Fault> {
        let (least, above, limit) = match self.domain {
            ParameterDomain::Count { least, limit, .. } => (least as f64, false, limit),
            ParameterDomain::Number {
                least,
                above,
                limit,
                ..
            } => (least, above, limit),
            ParameterDomain::Distance => return None,
        };
        let number = value.number()?;
        let (most, allowed) = match (limit, table) {
            (Limit::Fixed { most, allowed }, _) => (most, allowed.en.to_owned()),
            // Rows and values are counted.
            (_, None) => (f64::INFINITY, format!("a whole number, {least} or more")),
            (Limit::Rows, Some(table)) => {
                let rows = table.counted_rows();
                let allowed = format!("between {least} and {rows}, the number of rows");
                (rows as f64, allowed)
            }
            (Limit::SensitiveValues, Some(table)) => {
                let values = least_diverse(table);
                let allowed = format!(
                    "between {least} and {values}, the number of different sensitive values"
                );
                (values as f64, allowed)
            }
        };
        let within = number.is_finite() && (least..=most).contains(&number);
        (!within || above && number <= least).then(|| Fault::OutOfRange {
            parameter: self.called.en.into(),
            given: value.to_string(),
            allowed,
        })
    }
}

/// The number of different values of the sensitive attribute that has the fewest.
fn least_diverse(table: &Table) -> usize {
    let values = |index: usize| table.attributes()[index].column.dictionary().value_count();
    let sensitive = table.with_role(Role::Sensitive);
    sensitive.into_iter().map(values).min().unwrap_or(0)
}

impl ModelDescriptor {
    /// The model with these values, in the order of its parameters; `None` if they are not of the parameters' kinds.
    pub fn require(&'static self, values: Vec<ParameterValue>) -> Option<Requirement> {
        let fit = values.len() == self.parameters.len()
            && (self.parameters.iter().zip(&values))
                .all(|(it, value)| it.domain.is_kind_of(*value));
        fit.then(|| Requirement::new(self, values))
    }

    /// The model with the values that a form begins with.
    pub fn start(&'static self) -> Requirement {
        let start = self.parameters.iter().map(|it| it.domain.start());
        Requirement::new(self, start.collect())
    }

    /// The model with all combinations of the samples of its parameters that go together: what laws try. The start values
    /// come first.
    pub fn samples(&'static self) -> Vec<Requirement> {
        let mut all = vec![Vec::new()];
        for parameter in self.parameters {
            let samples = parameter.domain.samples();
            let longer = |values: &Vec<ParameterValue>| -> Vec<Vec<ParameterValue>> {
                let with = |sample: &ParameterValue| [values.as_slice(), &[*sample]].concat();
                samples.iter().map(with).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        let all = all.into_iter().map(|values| Requirement::new(self, values));
        all.filter(|it| (self.build)(it, &Whole::default()).faults().is_empty())
            .collect()
    }

    /// What the statement says of these values, in a language.
    pub(super) fn filled(&self, language: &str, value: impl Fn(usize) -> String) -> String {
        let mut text = self.statement.get(language).to_owned();
        for (index, parameter) in self.parameters.iter().enumerate() {
            text = text.replace(&format!("{{{}}}", parameter.name), &value(index));
        }
        text
    }

    /// All sentences that messages about it may have, in English and French, with `{}` for a number.
    pub fn sentences(&self) -> Vec<(String, String)> {
        let distances: Vec<Option<Distance>> =
            if self.parameters.iter().any(ModelParameter::is_optional) {
                [None].into_iter().chain(Distance::ALL.map(Some)).collect()
            } else {
                vec![None]
            };
        let statement = |distance: &Option<Distance>| {
            let in_language = |language: &str| {
                self.filled(language, |index| match self.parameters[index].domain {
                    ParameterDomain::Distance => {
                        ParameterValue::Distance(*distance).shown(language)
                    }
                    _ => "{}".to_owned(),
                })
            };
            (in_language("en"), in_language("fr"))
        };
        let mut sentences: Vec<(String, String)> = distances.iter().map(statement).collect();
        for parameter in self.parameters {
            let mut texts = vec![parameter.called];
            if let ParameterDomain::Count { limit, .. } | ParameterDomain::Number { limit, .. } =
                parameter.domain
                && let Limit::Fixed { allowed, .. } = limit
            {
                texts.push(allowed);
            }
            sentences.extend(texts.iter().map(|it| (it.en.to_owned(), it.fr.to_owned())));
        }
        sentences
    }
}
