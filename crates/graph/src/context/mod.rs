//! The context of a graph: who is protected, and what each property means for them. A TOML file, as all files of the project.
//!
//! What a user wrote is [`Context`]; [`Context::resolved`] finds it in a graph and tells everything that does not fit at once.

mod closed;
mod resolved;
mod settings;

pub(crate) use closed::aliases;
pub use closed::{Closure, NOBODY};
pub(crate) use resolved::instances;
pub use resolved::{QuasiLinks, Resolved, SensitiveLinks};
pub(crate) use settings::short;
pub use settings::{
    Anatomy, AnatomyMethod, Asking, Entailment, Entities, HierarchySource, Identifiers, KAnonymity,
    MissingPolicy, Neighbourhood, Others, QuasiIdentifier, Scope, Sensitive, SeveralValues,
    Vocabulary,
};

use std::collections::BTreeMap;

use bauta_table::Fault;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// The version of the format that this program writes and reads.
pub const VERSION: u32 = 1;

/// Who is protected in a graph, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Context {
    /// Version of this file format; 1.
    pub version: u32,
    /// Short names of addresses, for this file and for the written graph.
    #[serde(default)]
    pub prefixes: BTreeMap<String, String>,
    /// Properties of entities that may be published as they are.
    #[serde(default)]
    pub open: Vec<String>,
    /// What becomes of properties of entities that are not declared.
    #[serde(default)]
    pub others: Others,
    /// Who is protected.
    pub entities: Entities,
    /// What names them.
    #[serde(default)]
    pub identifiers: Identifiers,
    /// What singles them out together.
    #[serde(default)]
    pub quasi_identifiers: Vec<QuasiIdentifier>,
    /// What they do not want disclosed.
    #[serde(default)]
    pub sensitive: Vec<Sensitive>,
    /// How the link to sensitive values is cut.
    #[serde(default)]
    pub anatomy: Anatomy,
    /// How quasi-identifiers are generalised; not at all if it is not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k_anonymity: Option<KAnonymity>,
    /// How other links of entities are made alike, by leaving some out; not at all if it is not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbourhood: Option<Neighbourhood>,
    /// Whether hidden links may follow from what is left: rules or none.
    #[serde(default)]
    pub entailment: Entailment,
    /// The names of what is added.
    #[serde(default)]
    pub vocabulary: Vocabulary,
}

impl Context {
    /// A context from the text of its file.
    ///
    /// # Errors
    /// What is wrong with it, with its place.
    pub fn parse(text: &str, name: &str) -> Result<Self> {
        let context: Context = toml::from_str(text)
            .map_err(|error| Fault::misread(name, text, error.span(), error.message()))?;
        let faults = context.faults();
        if faults.is_empty() {
            Ok(context)
        } else {
            Err(Error::Faults(faults))
        }
    }

    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut say = |sentence: String| faults.push(Fault::Request(sentence));
        if self.version != VERSION {
            say(format!(
                "the context has version {}, and this program reads {VERSION}",
                self.version
            ));
        }
        if self.entities.class.is_some() == self.entities.query.is_some() {
            say("say who is protected by one of entities.class and entities.query".into());
        }
        if let Some(asked) = self
            .anatomy
            .max_posterior
            .filter(|share| !(*share > 0.0 && *share <= 1.0))
        {
            say(format!(
                "anatomy.max-posterior is {asked}, but must be above 0 and at most 1"
            ));
        }
        if self.anatomy.l == 0 {
            say("anatomy.l must be at least 1".into());
        }
        if let Some(k) = &self.k_anonymity {
            if k.k == 0 {
                say("k-anonymity.k must be at least 1".into());
            }
            if self.quasi_identifiers.is_empty() {
                say("k-anonymity needs at least one [[quasi-identifiers]]".into());
            }
        }
        let names: Vec<String> = self
            .quasi_identifiers
            .iter()
            .map(QuasiIdentifier::name)
            .collect();
        for (place, name) in names.iter().enumerate() {
            if names[..place].contains(name) {
                say(format!(
                    "two quasi-identifiers are called \"{name}\"; give one another name"
                ));
            }
        }
        for property in self.properties() {
            if let Err(sentence) = self.iri(property) {
                say(sentence);
            }
        }
        for property in self.declared().contradictions() {
            say(format!(
                "the property \"{property}\" has several roles; give it one"
            ));
        }
        faults
    }

    /// All names that the file mentions.
    fn properties(&self) -> impl Iterator<Item = &str> {
        let quasi = self
            .quasi_identifiers
            .iter()
            .map(|quasi| quasi.property.as_str());
        let sensitive = self
            .sensitive
            .iter()
            .map(|sensitive| sensitive.property.as_str());
        let named = self.identifiers.properties.iter().map(String::as_str);
        let near = self
            .neighbourhood
            .iter()
            .flat_map(|asked| &asked.properties)
            .map(String::as_str);
        quasi
            .chain(sensitive)
            .chain(named)
            .chain(near)
            .chain(self.open.iter().map(String::as_str))
            .chain(
                self.k_anonymity
                    .iter()
                    .filter_map(|asked| asked.target.as_deref()),
            )
            .chain(self.entities.class.as_deref())
    }

    /// Prefixes as pairs.
    pub fn prefix_list(&self) -> Vec<(String, String)> {
        self.prefixes
            .iter()
            .map(|(name, iri)| (name.clone(), iri.clone()))
            .collect()
    }

    /// The address that a name stands for: `ub:age`, `<http://…>` or `http://…`.
    ///
    /// # Errors
    /// A sentence about a prefix that is not declared.
    pub fn iri(&self, name: &str) -> std::result::Result<String, String> {
        if let Some(iri) = name
            .strip_prefix('<')
            .and_then(|rest| rest.strip_suffix('>'))
        {
            return Ok(iri.to_owned());
        }
        if name.contains("://") || name.starts_with("urn:") {
            return Ok(name.to_owned());
        }
        let (prefix, rest) = name.split_once(':').ok_or_else(|| {
            format!("\"{name}\" is neither an IRI nor a name with a prefix, such as ub:age")
        })?;
        let base = self
            .prefixes
            .get(prefix)
            .ok_or_else(|| format!("\"{name}\" has a prefix that [prefixes] does not declare"))?;
        Ok(format!("{base}{rest}"))
    }
}
