//! The parts of a context file.

use std::collections::BTreeMap;

use bauta_privacy::Requirement;
use bauta_table::hierarchy::{HierarchySpec, declared};
use serde::{Deserialize, Deserializer, Serialize};

use crate::anatomy::{Clustering, Unclassed};

/// Who is protected: the instances of a class and of classes below it, or what a query selects.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entities {
    /// A class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// A SPARQL query whose first variable is the entity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
}

/// What becomes of triples of entities whose property is not declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Others {
    /// They are left out, and so is what exists for one entity alone.
    #[default]
    Withheld,
    /// They stay, unless a protected property follows from theirs.
    Open,
}

/// What names the entities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Identifiers {
    /// Whether the entities' own addresses become blank nodes, wherever they stand.
    pub replace: bool,
    /// Whether addresses that extend an entity's address (`…/Person1/Paper2`) do as well.
    pub derived: bool,
    /// Properties that are left out: names, mails, telephone numbers.
    pub properties: Vec<String>,
}

impl Default for Identifiers {
    fn default() -> Self {
        Identifiers {
            replace: true,
            derived: true,
            properties: Vec::new(),
        }
    }
}

/// A property that singles entities out together with others.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct QuasiIdentifier {
    /// The property.
    pub property: String,
    /// What it is called in messages and reports; by default the end of its address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A hierarchy file (CSV: value; level 1; …; *), or a table that says how to build one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hierarchy: Option<HierarchySource>,
    /// How finely it will be asked for: values are first taken to this level of the hierarchy, which costs those questions nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_level: Option<usize>,
    /// What counts ask for in an evaluation; by default each value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asking>,
    /// What happens where an entity has several values.
    #[serde(default)]
    pub several_values: SeveralValues,
}

impl QuasiIdentifier {
    /// What it is called.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| short(&self.property))
    }
}

/// The end of an address.
pub(crate) fn short(property: &str) -> String {
    let end = property
        .trim_end_matches('>')
        .rsplit(['#', '/', ':'])
        .next();
    end.filter(|end| !end.is_empty())
        .unwrap_or(property)
        .to_owned()
}

/// Ranges that counts ask for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Asking {
    /// Numbers in ranges of a width, from 0 on.
    Width(f64),
    /// Texts by their first characters.
    Prefix(usize),
}

/// Where a hierarchy comes from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum HierarchySource {
    /// A CSV file.
    File(String),
    /// Built from the values.
    Build(HierarchySpec),
}

impl<'de> Deserialize<'de> for HierarchySource {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        declared(from, HierarchySource::File, HierarchySource::Build)
    }
}

/// What happens where an entity has several values of a quasi-identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeveralValues {
    /// The run stops and says how many there are.
    #[default]
    Refuse,
    /// The set of values is a value of its own.
    Set,
}

/// A property that people do not want disclosed. Properties below it are protected as well, each by itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sensitive {
    /// The property.
    pub property: String,
    /// Compare values as if they were classes themselves, and not by the classes that they are instances of.
    #[serde(default)]
    pub values_are_classes: bool,
}

/// How the link to sensitive values is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnatomyMethod {
    /// Groups of values of like meaning.
    #[default]
    Semantic,
    /// Groups of entities in which no value is more frequent than one in l.
    Entities,
    /// It is not cut.
    None,
}

/// Groups between entities and sensitive values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Anatomy {
    /// semantic, entities or none.
    pub method: AnatomyMethod,
    /// stable, printed or authors.
    pub clustering: Clustering,
    /// Values without a class: one-group or small-groups.
    pub without_class: Unclassed,
    /// The fewest different values of a group.
    pub l: usize,
    /// The largest share of a value in its group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_posterior: Option<f64>,
    /// The largest distance of a group's values from those of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t: Option<f64>,
}

impl Default for Anatomy {
    fn default() -> Self {
        Anatomy {
            method: AnatomyMethod::Semantic,
            clustering: Clustering::Stable,
            without_class: Unclassed::OneGroup,
            l: 2,
            max_posterior: None,
            t: None,
        }
    }
}

/// Who is made alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// All entities together.
    #[default]
    Global,
    /// The entities of each group by themselves.
    Group,
}

/// What happens to entities that lack a quasi-identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissingPolicy {
    /// Having none is a value of its own: such entities need company as well.
    #[default]
    Category,
    /// The run stops and says how many there are.
    Refuse,
}

/// How quasi-identifiers are generalised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct KAnonymity {
    /// Entities that are alike at the least.
    pub k: u64,
    /// global or group.
    #[serde(default)]
    pub scope: Scope,
    /// A method of `bauta methods` that generalises.
    #[serde(default = "mondrian")]
    pub method: String,
    /// Its parameters.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// The property that somebody will learn from the release, for methods that cut where it is told best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Entities that lack a quasi-identifier: category or refuse.
    #[serde(default)]
    pub missing_values: MissingPolicy,
    /// Other models that classes must satisfy, as in a project file's requirements.
    #[serde(default)]
    pub also: Vec<Requirement>,
}

fn mondrian() -> String {
    "mondrian".into()
}

/// How links of entities are made alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Neighbourhood {
    /// Entities whose links look alike at the least.
    pub k: usize,
    /// The properties that count; all that are not dealt with otherwise if there are none.
    #[serde(default)]
    pub properties: Vec<String>,
}

/// What may be derived again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entailment {
    /// No hidden link may follow by RDFS and the rules of OWL 2 RL about properties and values.
    #[default]
    Rules,
    /// Nor by its rules about class expressions.
    OwlRl,
    /// Nothing is looked for.
    None,
}

/// The names of what is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Vocabulary {
    /// What `inGroup`, `value`, `cardinality`, `min`, `max` and the groups' own names begin with.
    pub namespace: String,
}

impl Default for Vocabulary {
    fn default() -> Self {
        Vocabulary {
            namespace: "urn:bauta:graph#".into(),
        }
    }
}

impl Vocabulary {
    /// An address.
    pub fn iri(&self, name: &str) -> String {
        format!("{}{name}", self.namespace)
    }
}
