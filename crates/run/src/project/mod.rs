//! The project file `bauta.toml`: the whole pipeline, declared.
//!
//! What a user wrote is this type; unknown keys are refused with their place. Paths are relative to the project file. Secrets
//! have no key here on purpose.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bauta_table::hierarchy::{HierarchySpec, declared};
use bauta_table::{Fault, Kind};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use bauta_messages::{Error, Result};

mod linked;
mod pseudonyms;
mod rules;
mod targets;
mod targets_schema;

pub use linked::{LinkedTable, TableLink};
pub use pseudonyms::{MissingIdentifiers, Pseudonyms};
pub use rules::{BrokenInInput, EditRule};
pub use targets::Targets;
pub use targets_schema::own_key_help;

/// The version of the format that this program writes and reads.
pub const VERSION: u32 = 1;

/// A pipeline from data to release.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Project {
    /// Version of this file format; 1.
    pub version: u32,
    /// What to read, and how.
    #[serde(default, skip_serializing_if = "Input::is_nothing")]
    pub input: Input,
    /// Several tables instead of one input, each with its roles, targets and method.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<LinkedTable>,
    /// How they are linked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<TableLink>,
    /// What each attribute means. Attributes that are not named are refused where they look as if they pointed to people; others are
    /// published as they are.
    #[serde(default)]
    pub roles: RoleLists,
    /// How identifiers become pseudonyms.
    #[serde(default)]
    pub pseudonyms: Pseudonyms,
    /// For each quasi-identifier a hierarchy file (CSV: value; level 1; …; *), or a table that says how to build one; also for
    /// sensitive attributes, for the hierarchical distance.
    #[serde(default)]
    pub hierarchies: BTreeMap<String, HierarchySource>,
    /// What the release must guarantee.
    #[serde(default)]
    pub targets: Targets,
    /// Edit rules: what must hold in every row that makes sense. Perturbation that would break one is drawn again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<EditRule>,
    /// Reductions that are taken one after the other before the method.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// How to get there.
    #[serde(default)]
    pub anonymize: Anonymize,
    /// How losses are counted.
    #[serde(default)]
    pub utility: UtilitySettings,
    /// Where to write.
    #[serde(default)]
    pub output: Output,
}

/// What to read, and how.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Input {
    /// The table: people.ods, people.ods#Sheet2, people.csv, sqlite:file.db#table, postgres://user@host/db#schema.table
    pub data: String,
    /// CSV delimiter; detected if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<char>,
    /// CSV encoding; detected if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Texts that stand for a missing value, besides the empty cell.
    #[serde(default)]
    pub missing: Vec<String>,
    /// Kinds of attributes where the detected one is wrong: text, integer, decimal, date, datetime, boolean.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub types: BTreeMap<String, Kind>,
    /// Where rows are counted and recoded: local (by default, in memory), datafusion, ballista://host:port, postgres://user@host/db
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Bytes that the engine may hold, such as 2GB: data are read in pieces, and what does not fit goes to the disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
}

impl Input {
    /// Whether nothing is said.
    fn is_nothing(&self) -> bool {
        *self == Input::default()
    }
}

/// Attributes by role.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RoleLists {
    /// Attributes that name a person; replaced by one pseudonym.
    #[serde(default)]
    pub identifiers: Vec<String>,
    /// Attributes that single a person out together.
    #[serde(default)]
    pub quasi_identifiers: Vec<String>,
    /// Attributes that people do not want disclosed.
    #[serde(default)]
    pub sensitive: Vec<String>,
    /// Attributes that a later analysis predicts.
    #[serde(default)]
    pub targets: Vec<String>,
    /// Attributes that are published as they are.
    #[serde(default)]
    pub insensitive: Vec<String>,
    /// Attributes that are left out of the release.
    #[serde(default)]
    pub drop: Vec<String>,
    /// Attributes that say whose row it is, where people may have several rows: people are counted then, and not rows. By default the
    /// identifiers. They are not released, unless another list names them too.
    #[serde(default)]
    pub person: Vec<String>,
    /// The survey weight: how many people of the population a row stands for. Published as it is, unless another list names it too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
    /// The household of the person behind a row: finding one member finds all. Not released, unless another list names it too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub household: Option<String>,
    /// Roles by place instead of by name: `I=1,Q=2` = the first column identifies, the next two are quasi-identifiers, the
    /// last is sensitive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
}

/// Where a hierarchy comes from.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum HierarchySource {
    /// A CSV file.
    File(String),
    /// Built from the attribute's values.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    Build(HierarchySpec),
}

impl<'de> Deserialize<'de> for HierarchySource {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        declared(from, HierarchySource::File, HierarchySource::Build)
    }
}

/// What happens to missing values of quasi-identifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MissingPolicy {
    /// The run stops and says where they are.
    #[default]
    Refuse,
    /// Missing is a value of its own.
    Category,
    /// Rows with one are left out.
    Drop,
    /// Rows with one keep their other values, but all their quasi-identifiers become `*`.
    Suppress,
}

/// How to get there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Anonymize {
    /// A method of `bauta methods`, or auto.
    pub method: String,
    /// Its parameters.
    pub parameters: BTreeMap<String, String>,
    /// refuse, category, drop or suppress.
    pub missing_values: MissingPolicy,
    /// Largest share of rows that may be left out, from 0 to 1; no limit if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_suppression: Option<f64>,
    /// Seed of everything that is drawn; the same seed gives the same release.
    pub seed: u64,
}

impl Default for Anonymize {
    fn default() -> Self {
        Anonymize {
            method: "mondrian".into(),
            parameters: BTreeMap::new(),
            missing_values: MissingPolicy::Refuse,
            max_suppression: None,
            seed: 1,
        }
    }
}

/// A reduction, taken by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Step {
    /// A method of `bauta methods` that publishes one table.
    pub method: String,
    /// Its parameters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,
}

/// How losses are counted.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct UtilitySettings {
    /// How much each quasi-identifier counts in the overall losses, 0 or more; 1 if not given.
    #[serde(default)]
    pub importance: BTreeMap<String, f64>,
}

impl UtilitySettings {
    /// What is wrong with them: names that are no quasi-identifiers, numbers that are no importance.
    pub fn faults(&self, quasi_identifiers: &[String]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (name, importance) in &self.importance {
            if !quasi_identifiers.contains(name) {
                let known = || quasi_identifiers.iter().map(String::as_str);
                faults.push(Fault::UnknownWord {
                    parameter: "the attribute of an importance".into(),
                    given: name.clone(),
                    nearest: bauta_table::nearest_name(name, known()),
                    possible: quasi_identifiers.to_vec(),
                });
            }
            if !(importance.is_finite() && *importance >= 0.0) {
                let allowed = "a number, 0 or more".to_owned();
                faults.push(Fault::OutOfRange {
                    parameter: "importance".into(),
                    given: importance.to_string(),
                    allowed,
                });
            }
        }
        faults
    }

    /// How much each quasi-identifier weighs in a loss: its importance.
    pub fn weights_of(&self, qis: &[bauta_table::Qi]) -> Vec<f64> {
        qis.iter()
            .map(|qi| self.importance.get(&qi.name).copied().unwrap_or(1.0))
            .collect()
    }
}

/// Where to write.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Output {
    /// One place for each table of the release; bucketisation has two.
    #[serde(default)]
    pub tables: Vec<String>,
    /// Where the record goes: versions, seed, settings and measures as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Where the report for people goes: `.html` (one self-contained page), `.md` or `.json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// People who are not in the data, for the attacks in the report: what the attacks achieve on them is the baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// Language of the report: en or fr; by default that of the messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Where the lattice goes as a full-domain search saw it: nodes, edges, what was checked and found, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lattice: Option<String>,
    /// Replace what is there.
    #[serde(default)]
    pub force: bool,
    /// Write the rows in the order of the source, if that order is not the order of an attribute about people; by default they are in the
    /// order of their published values, which tells nothing else.
    #[serde(default)]
    pub keep_order: bool,
    /// Write into a copy of the input workbook, so that its styles and other sheets survive.
    #[serde(default)]
    pub keep_workbook: bool,
}

impl Project {
    /// Reads a project file; its paths become relative to its folder.
    pub fn load(path: &Path) -> Result<Project> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| bauta_formats::Error::io(path, source))?;
        let mut project = Project::parse(&text, &path.display().to_string())?;
        let folder = path.parent().unwrap_or(Path::new(""));
        project.anchor(folder);
        Ok(project)
    }

    /// Reads the text of a project file.
    pub fn parse(text: &str, name: &str) -> Result<Project> {
        let project: Project = toml::from_str(text)
            .map_err(|error| vec![Fault::misread(name, text, error.span(), error.message())])?;
        if project.input.is_nothing() && project.tables.is_empty() {
            return Err(Error::request(format!(
                "{name}: there is neither an [input] nor [[tables]]; say what to read"
            )));
        }
        if project.version != VERSION {
            return Err(Error::Faults(vec![Fault::OutOfRange {
                parameter: format!("version in {name}"),
                given: project.version.to_string(),
                allowed: VERSION.to_string(),
            }]));
        }
        Ok(project)
    }

    /// The project as the text of a file, without comments.
    ///
    /// # Errors
    /// When a number is too large for the format.
    pub fn text(&self) -> Result<String> {
        toml::to_string(self)
            .map_err(|error| Error::request(format!("the project cannot be written: {error}")))
    }

    /// A project for data and nothing else yet.
    pub fn new(data: &str) -> Project {
        Project {
            version: VERSION,
            input: Input {
                data: data.to_owned(),
                ..Input::default()
            },
            tables: Vec::new(),
            links: Vec::new(),
            roles: RoleLists::default(),
            pseudonyms: Pseudonyms::default(),
            hierarchies: BTreeMap::new(),
            targets: Targets::default(),
            rules: Vec::new(),
            steps: Vec::new(),
            anonymize: Anonymize::default(),
            utility: UtilitySettings::default(),
            output: Output::default(),
        }
    }

    /// The name of the column of pseudonyms, where identifiers are replaced.
    pub fn pseudonym(&self) -> Option<&str> {
        let has = !self.roles.identifiers.is_empty();
        has.then_some(self.pseudonyms.name.as_str())
    }

    /// The JSON schema of the format, for editors.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(Project).to_value()
    }

    fn anchor(&mut self, folder: &Path) {
        let anchor = |text: &mut String| {
            let elsewhere =
                text.contains("://") || text == "-" || Path::new(text.as_str()).is_absolute();
            if let Some(path) = text.strip_prefix("sqlite:") {
                *text = format!("sqlite:{}", join(folder, path).display());
            } else if !elsewhere {
                *text = join(folder, text).display().to_string();
            }
        };
        if !self.input.is_nothing() {
            anchor(&mut self.input.data);
        }
        self.tables
            .iter_mut()
            .flat_map(LinkedTable::paths)
            .for_each(anchor);
        self.output.tables.iter_mut().for_each(anchor);
        self.output.record.iter_mut().for_each(anchor);
        self.output.lattice.iter_mut().for_each(anchor);
        self.output.report.iter_mut().for_each(anchor);
        self.output.control.iter_mut().for_each(anchor);
        self.pseudonyms.paths().for_each(anchor);
        self.targets.population.iter_mut().for_each(anchor);
        for source in self.hierarchies.values_mut() {
            if let HierarchySource::File(file) = source {
                anchor(file);
            }
        }
    }
}

/// How to build a hierarchy, from one line: `type = "intervals", width = 5`.
pub fn hierarchy_spec(text: &str) -> Result<HierarchySpec> {
    #[derive(Deserialize)]
    struct Line {
        spec: HierarchySpec,
    }
    let line: Line = toml::from_str(&format!("spec = {{ {text} }}")).map_err(|error| {
        Error::request(format!("how to build the hierarchy: {}", error.message()))
    })?;
    Ok(line.spec)
}

fn join(folder: &Path, path: &str) -> PathBuf {
    if folder.as_os_str().is_empty() {
        PathBuf::from(path)
    } else {
        folder.join(path)
    }
}

#[cfg(test)]
mod tests;
