//! Requirements: a model with its parameters, as a project file declares it.

use std::collections::BTreeMap;
use std::ops::Deref;

use bauta_table::{ContradictionCause, Fault, Hierarchy, Role, Table};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{ALL, Distance, Model, ModelDescriptor, ModelParameter, ParameterValue, Whole};

/// What a release must guarantee: a model and a value of the right kind for each of its parameters.
#[derive(Clone)]
pub struct Requirement {
    descriptor: &'static ModelDescriptor,
    /// In the order of the parameters.
    values: Vec<ParameterValue>,
}

impl PartialEq for Requirement {
    fn eq(&self, other: &Self) -> bool {
        self.descriptor.id == other.descriptor.id && self.values == other.values
    }
}

impl std::fmt::Debug for Requirement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.title())
    }
}

impl Requirement {
    /// For models, whose values are of the right kinds by the types of their own constructors.
    pub(super) fn new(descriptor: &'static ModelDescriptor, values: Vec<ParameterValue>) -> Self {
        debug_assert_eq!(descriptor.parameters.len(), values.len());
        Requirement { descriptor, values }
    }

    /// What the model declares about itself.
    pub fn descriptor(&self) -> &'static ModelDescriptor {
        self.descriptor
    }

    /// The values of the parameters, in their order.
    pub fn values(&self) -> &[ParameterValue] {
        &self.values
    }

    fn value(&self, name: &str) -> Option<ParameterValue> {
        let named = |it: &ModelParameter| it.name == name;
        let place = self.descriptor.parameters.iter().position(named);
        debug_assert!(place.is_some(), "{} has no {name}", self.descriptor.id);
        self.values.get(place?).copied()
    }

    /// The value of a parameter that the model declares as a whole number.
    pub(super) fn count(&self, name: &str) -> u64 {
        match self.value(name) {
            Some(ParameterValue::Count(count)) => count,
            other => {
                debug_assert!(false, "{name} is not a whole number: {other:?}");
                0
            }
        }
    }

    /// The value of a parameter that the model declares as a number.
    pub(super) fn number(&self, name: &str) -> f64 {
        match self.value(name) {
            Some(ParameterValue::Number(number)) => number,
            other => {
                debug_assert!(false, "{name} is not a number: {other:?}");
                f64::NAN
            }
        }
    }

    /// The k of a model that asks for rows that agree, in whatever reading.
    pub fn asked_k(&self) -> Option<u64> {
        let asks = self.descriptor.id.starts_with("k-anonymity");
        asks.then(|| self.count("k"))
    }

    /// How far sensitive values are from each other, where the model lets that be said and it is.
    pub fn distance(&self) -> Option<Distance> {
        self.values.iter().find_map(|value| match value {
            ParameterValue::Distance(distance) => *distance,
            _ => None,
        })
    }

    /// The model, ready to judge classes of this table. To verify released rows nothing need be known of the table before:
    /// an empty [`Whole`] will do.
    pub fn model(&self, whole: &Whole) -> Judge {
        Judge {
            model: (self.descriptor.build)(self, whole),
            requirement: self.clone(),
        }
    }

    /// The name of the model in messages: `k-anonymity`.
    pub fn name(&self) -> &'static str {
        self.descriptor.name
    }

    /// What it guarantees, in words: `3-anonymity`.
    pub fn title(&self) -> String {
        self.statement("en")
    }

    /// What it guarantees, in a language (`en` or `fr`).
    pub fn statement(&self, language: &str) -> String {
        let shown = |index: usize| self.values.get(index).map(|it| it.shown(language));
        self.descriptor
            .filled(language, |index| shown(index).unwrap_or_default())
    }

    /// Whether it says something about sensitive values.
    pub fn needs_sensitive(&self) -> bool {
        self.descriptor.needs.sensitive
    }

    /// Whether it needs a table of the population.
    pub fn needs_population(&self) -> bool {
        self.descriptor.needs.population_table
    }

    /// What is wrong with it for this table, if it is to be reached.
    pub fn faults(&self, table: &Table) -> Vec<Fault> {
        self.faults_within(table, Some(table))
    }

    /// What is wrong with asking whether this table satisfies it. A table that has too few rows or sensitive values does not, which is an answer.
    pub fn faults_of_question(&self, table: &Table) -> Vec<Fault> {
        // Of a table without rows nothing can be said.
        let empty = table.counted_rows() == 0;
        self.faults_within(table, empty.then_some(table))
    }

    fn faults_within(&self, table: &Table, bounds: Option<&Table>) -> Vec<Fault> {
        if self.needs_sensitive() && table.with_role(Role::Sensitive).is_empty() {
            return vec![Fault::NoneInRole {
                needs: self.name().into(),
                role: Role::Sensitive,
                flag: "--sensitive",
            }];
        }
        let spelled = self.several_spellings(table);
        if !spelled.is_empty() {
            return spelled;
        }
        let pairs = self.descriptor.parameters.iter().zip(&self.values);
        let faults: Vec<Fault> = pairs
            .filter_map(|(parameter, value)| parameter.fault(*value, bounds))
            .collect();
        if faults.is_empty() {
            (self.descriptor.build)(self, &Whole::default()).faults()
        } else {
            faults
        }
    }

    /// Sensitive attributes that write equal values in several ways: 1.5 and 1.50 are no two values, unless the user says that they are codes.
    fn several_spellings(&self, table: &Table) -> Vec<Fault> {
        let sensitive = table.with_role(Role::Sensitive);
        let indices = sensitive.into_iter().filter(|_| self.needs_sensitive());
        indices
            .map(|index| &table.attributes()[index])
            .filter_map(|attribute| {
                let found = attribute.column.contradiction()?;
                let spelled = found.cause == ContradictionCause::Spellings;
                spelled.then(|| found.fault(&attribute.name))
            })
            .collect()
    }

    /// What it needs besides the table and is not given: hierarchies of sensitive attributes, a population.
    pub fn lacks(
        &self,
        table: &Table,
        hierarchies: &BTreeMap<String, Hierarchy>,
        population: bool,
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.needs_population() && !population {
            faults.push(self.no_population());
        }
        if self.distance() == Some(Distance::Hierarchical) {
            let names = table
                .with_role(Role::Sensitive)
                .into_iter()
                .map(|index| &table.attributes()[index].name);
            faults.extend(
                names
                    .filter(|name| !hierarchies.contains_key(*name))
                    .cloned()
                    .map(Requirement::no_hierarchy),
            );
        }
        faults
    }

    /// The fault of a population that is not given.
    pub fn no_population(&self) -> Fault {
        let name = self.name();
        Fault::Request(format!(
            "{name} needs a table of the population; give one with --population-table"
        ))
    }

    /// The fault of a sensitive attribute whose hierarchy is not given.
    pub fn no_hierarchy(attribute: String) -> Fault {
        Fault::NoHierarchy {
            method: "the hierarchical distance".into(),
            attribute,
        }
    }
}

/// The model of a requirement, ready to judge classes.
pub struct Judge {
    requirement: Requirement,
    model: Box<dyn Model>,
}

impl Deref for Judge {
    type Target = dyn Model;

    fn deref(&self) -> &Self::Target {
        self.model.as_ref()
    }
}

impl Judge {
    /// The name of the model in messages: `k-anonymity`.
    pub fn name(&self) -> &'static str {
        self.requirement.name()
    }

    /// What it guarantees, in words: `3-anonymity`.
    pub fn title(&self) -> String {
        self.requirement.title()
    }

    /// Whether [`holds`](Model::holds) looks at sensitive values.
    pub fn needs_sensitive(&self) -> bool {
        self.requirement.needs_sensitive()
    }

    /// Whether it needs a table of the population.
    pub fn needs_population(&self) -> bool {
        self.requirement.needs_population()
    }
}

/// `{ model = "recursive-l-diversity", c = 3.0, l = 2 }`; what may be left out and is not given is not written.
impl Serialize for Requirement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("model", self.descriptor.id)?;
        for (parameter, value) in self.descriptor.parameters.iter().zip(&self.values) {
            if *value != ParameterValue::Distance(None) {
                map.serialize_entry(parameter.name, value)?;
            }
        }
        map.end()
    }
}

/// A value before it is known what model it belongs to.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Given {
    Count(u64),
    Number(f64),
    Distance(Distance),
}

impl Given {
    /// The value, if it suits the parameter; a whole number is a number too.
    fn suiting(self, parameter: &ModelParameter) -> Option<ParameterValue> {
        let as_number = if let Given::Count(count) = self {
            Some(ParameterValue::Number(count as f64))
        } else {
            None
        };
        let value = match self {
            Given::Count(count) => ParameterValue::Count(count),
            Given::Number(number) => ParameterValue::Number(number),
            Given::Distance(distance) => ParameterValue::Distance(Some(distance)),
        };
        let mut kinds = [Some(value), as_number].into_iter().flatten();
        kinds.find(|value| parameter.domain.is_kind_of(*value))
    }
}

/// A requirement as a file lists it.
#[derive(serde::Deserialize)]
struct Listed {
    model: String,
    #[serde(flatten)]
    values: BTreeMap<String, Given>,
}

impl<'de> Deserialize<'de> for Requirement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Listed { model, mut values } = Listed::deserialize(deserializer)?;
        let Some(descriptor) = ALL.iter().find(|it| it.id == model) else {
            let ids: Vec<&str> = ALL.iter().map(|it| it.id).collect();
            return Err(D::Error::custom(format!(
                "unknown variant `{model}`, expected one of {}",
                ids.join(", ")
            )));
        };
        let mut read = Vec::new();
        for parameter in descriptor.parameters {
            read.push(match values.remove(parameter.name) {
                Some(given) => given.suiting(parameter).ok_or_else(|| {
                    D::Error::custom(format!("`{}` has a wrong type", parameter.name))
                })?,
                None if parameter.is_optional() => parameter.domain.start(),
                None => return Err(D::Error::missing_field(parameter.name)),
            });
        }
        match values.into_keys().next() {
            Some(unknown) => Err(D::Error::custom(format!("unknown field `{unknown}`"))),
            None => Ok(Requirement::new(descriptor, read)),
        }
    }
}
