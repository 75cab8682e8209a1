//! Several tables in one project, linked by keys.

use std::collections::BTreeMap;

use bauta_table::{Fault, Kind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Anonymize, EditRule, HierarchySource, Input, Output, Project, RoleLists, Step, Targets,
    UtilitySettings, VERSION,
};

/// A table of a project with several.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LinkedTable {
    /// What links call it.
    pub name: String,
    /// Where its rows come from: a locator.
    pub data: String,
    /// Delimiter of a CSV source; detected if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<char>,
    /// Encoding of a CSV source; detected if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Texts that stand for a missing value, besides the empty cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Kinds where the detected one is wrong.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub types: BTreeMap<String, Kind>,
    /// One place for each table of the release; anatomy has two.
    #[serde(default)]
    pub output: Vec<String>,
    /// The attribute that other tables point to: unique, never missing; released as a pseudonym.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The attribute that says who lives together; released as a pseudonym.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub household: Option<String>,
    /// The most rows that may point to the same row of another table; of more, some are kept by chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_rows: Option<u64>,
    /// Whether the number of its rows that point to the same row is taken to be known to an attacker.
    #[serde(default = "yes")]
    pub rows_known: bool,
    /// Every row shares what the joined view shows of it with at least so many rows, itself included; by default k of its targets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joined_k: Option<u64>,
    /// The same for its households, by all their members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub household_k: Option<u64>,
    /// The largest chance that a household is found by any of its members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_household_risk: Option<f64>,
    /// What each attribute means; keys have no role.
    #[serde(default)]
    pub roles: RoleLists,
    /// Hierarchies of its attributes.
    #[serde(default)]
    pub hierarchies: BTreeMap<String, HierarchySource>,
    /// What its release must guarantee by itself.
    #[serde(default)]
    pub targets: Targets,
    /// Edit rules of its rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<EditRule>,
    /// Reductions before the method.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// How to get there.
    #[serde(default)]
    pub anonymize: Anonymize,
}

fn yes() -> bool {
    true
}

/// An attribute that points to the key of another table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableLink {
    /// `table.attribute` that points.
    pub from: String,
    /// `table.attribute` that it points to: the key of that table.
    pub to: String,
}

impl LinkedTable {
    /// The table as a project of its own, without keys and pseudonyms, which are made for all tables together.
    pub(crate) fn project(&self, whole: &Project) -> Project {
        let mut roles = self.roles.clone();
        roles.identifiers.clear();
        // What becomes of keys is decided: they are pseudonyms by now.
        let keys = self.keys(whole).into_iter();
        let undecided: Vec<String> = keys.filter(|key| !roles.decides(key)).collect();
        roles.insensitive.extend(undecided);
        Project {
            version: VERSION,
            input: Input {
                data: self.data.clone(),
                delimiter: self.delimiter,
                encoding: self.encoding.clone(),
                missing: self.missing.clone(),
                types: self.types.clone(),
                ..Input::default()
            },
            roles,
            hierarchies: self.hierarchies.clone(),
            targets: self.targets.clone(),
            rules: self.rules.clone(),
            steps: self.steps.clone(),
            anonymize: self.anonymize.clone(),
            utility: UtilitySettings::default(),
            output: Output {
                tables: self.output.clone(),
                force: whole.output.force,
                ..Output::default()
            },
            ..Project::new(&self.data)
        }
    }

    /// The attributes by which rows of this table belong to others.
    fn keys(&self, whole: &Project) -> std::collections::BTreeSet<String> {
        let ends = whole.links.iter().flat_map(|link| [&link.from, &link.to]);
        let own = ends.filter_map(|end| end.strip_prefix(&self.name)?.strip_prefix('.'));
        let own = own.map(str::to_owned);
        own.chain(self.key.clone())
            .chain(self.household.clone())
            .collect()
    }

    /// Every path, to be made relative to the project file.
    pub(super) fn paths(&mut self) -> impl Iterator<Item = &mut String> {
        let files = self
            .hierarchies
            .values_mut()
            .filter_map(|source| match source {
                HierarchySource::File(file) => Some(file),
                HierarchySource::Build(_) => None,
            });
        std::iter::once(&mut self.data)
            .chain(&mut self.output)
            .chain(&mut self.targets.population)
            .chain(files)
    }
}

impl Project {
    /// What belongs to the tables of a project with several, and stands beside them.
    pub(crate) fn misplaced(&self) -> Vec<Fault> {
        let plain = Project::new("");
        let beside = [
            ("input", self.input != plain.input),
            ("roles", self.roles != plain.roles),
            ("hierarchies", self.hierarchies != plain.hierarchies),
            ("targets", self.targets != plain.targets),
            ("rules", self.rules != plain.rules),
            ("steps", self.steps != plain.steps),
            ("anonymize", self.anonymize != plain.anonymize),
            ("utility", self.utility != plain.utility),
            ("output.tables", !self.output.tables.is_empty()),
            ("output.lattice", self.output.lattice.is_some()),
        ];
        let sentence = |name: &str| {
            format!("where there are [[tables]], {name} belongs to each of them; move it there")
        };
        let names = beside
            .into_iter()
            .filter(|(_, is)| *is)
            .map(|(name, _)| sentence(name));
        let single = !self.pseudonyms.shift_dates.is_empty() || self.pseudonyms.shuffle;
        let single = single.then(|| {
            "shift-dates and shuffle are for a single table; leave them out of [pseudonyms]"
                .to_owned()
        });
        names.chain(single).map(Fault::Request).collect()
    }
}
