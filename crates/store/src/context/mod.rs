//! What is protected, as the data protection officer declares it in a TOML file: who the entities are, and what each property says of them.

mod closure;
mod quasi;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bauta_table::Fault;
use oxigraph::model::NamedNode;
use serde::Deserialize;

pub use bauta_graph::protection::End;
pub use closure::{Closure, Designator, is_vocabulary, waits};
pub use quasi::{Generalised, Quasi};

use crate::anatomy::Anatomy;
use crate::error::{Error, Result, Said};
use crate::invariance::{Anonymizer, MInvariance};

/// Kinds of address that do not go on with `//`.
const KINDS: [&str; 6] = ["urn", "tag", "info", "doi", "mailto", "did"];

/// What a property says of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It identifies: never published, nor any other occurrence of its values.
    Identifier,
    /// A quasi-identifier, by its place in the context: published generalised.
    Quasi(usize),
    /// What is protected: published for the classes of a release.
    Sensitive,
    /// Harmless: published as it is.
    Open,
    /// Not declared: never published.
    Undeclared,
}

/// What becomes of facts that are about no entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Others {
    /// Everybody sees them, but for what exists only for an entity.
    Public,
    /// They stay private.
    #[default]
    Private,
}

/// How the living are anonymised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// m-invariance: for data that change in any way.
    #[default]
    MInvariance,
    /// Semantic anatomy: for data that only grow.
    SemanticAnatomy,
}

/// Where the graphs are kept while the store is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Storage {
    /// In memory.
    #[default]
    Memory,
    /// In files beside the journal, for graphs larger than memory; needs a program that was built with the feature `disk`.
    Disk,
}

/// The file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Written {
    prefixes: BTreeMap<String, String>,
    private_graph: Option<String>,
    others: Others,
    method: Method,
    storage: Storage,
    m: Option<usize>,
    minimum: Option<String>,
    maximum: Option<String>,
    entity: WrittenEntity,
    publication: Publication,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct WrittenEntity {
    classes: Vec<String>,
    identifiers: Vec<String>,
    sensitive: Option<String>,
    open: Vec<String>,
    quasi_identifiers: BTreeMap<String, quasi::Written>,
    derived_addresses: Option<bool>,
}

/// When a release is made without being asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Publication {
    /// After so many seconds.
    pub every_seconds: Option<u64>,
    /// After so many changes.
    pub changes: Option<usize>,
    /// Only when both time and changes are reached; else either is enough.
    pub both: bool,
}

impl Publication {
    /// Whether it is time.
    pub fn due(&self, seconds: u64, changes: usize) -> bool {
        let late = self.every_seconds.map(|limit| seconds >= limit);
        let many = self.changes.map(|limit| changes >= limit);
        match (late, many) {
            _ if changes == 0 => false,
            (Some(late), Some(many)) if self.both => late && many,
            (late, many) => late == Some(true) || many == Some(true),
        }
    }
}

/// What is protected.
#[derive(Debug, Clone)]
pub struct Context {
    /// The private graph; graphs whose name goes on with `/` are private as well.
    pub private: NamedNode,
    /// What becomes of facts about no entity.
    pub others: Others,
    /// How the living are anonymised.
    pub method: Method,
    /// Where the graphs are kept.
    pub storage: Storage,
    /// The least size of a class.
    pub m: usize,
    /// The property of an interval's lower end.
    pub minimum: NamedNode,
    /// The property of an interval's upper end.
    pub maximum: NamedNode,
    /// Classes of entities.
    pub classes: BTreeSet<String>,
    /// Quasi-identifiers, in the order of their properties.
    pub quasi: Vec<Quasi>,
    /// The sensitive property.
    pub sensitive: Option<NamedNode>,
    /// Whether addresses that extend an entity's are replaced as well.
    pub derived: bool,
    /// When to publish.
    pub publication: Publication,
    roles: BTreeMap<String, Role>,
}

impl Context {
    /// Nothing is protected, and everything public.
    pub fn open() -> Context {
        Context {
            private: NamedNode::new_unchecked("http://private"),
            others: Others::Public,
            method: Method::default(),
            storage: Storage::default(),
            m: 2,
            minimum: NamedNode::new_unchecked("urn:bauta:minimum"),
            maximum: NamedNode::new_unchecked("urn:bauta:maximum"),
            classes: BTreeSet::new(),
            quasi: Vec::new(),
            sensitive: None,
            derived: true,
            publication: Publication::default(),
            roles: BTreeMap::new(),
        }
    }

    /// Everything is private.
    pub fn closed() -> Context {
        Context {
            others: Others::Private,
            ..Context::open()
        }
    }

    /// Reads a file; hierarchy files are looked for beside it.
    ///
    /// # Errors
    /// Where the file cannot be read or is wrong.
    pub fn read(path: &Path) -> Result<Context> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::file(path, error))?;
        Context::parse(&text, path)
    }

    /// Reads the text of a file; hierarchy files are looked for beside it.
    ///
    /// # Errors
    /// Where it is wrong: everything that was found.
    pub fn parse(text: &str, path: &Path) -> Result<Context> {
        let written: Written = toml::from_str(text).map_err(|error| {
            let fault = Fault::misread(
                &path.display().to_string(),
                text,
                error.span(),
                error.message(),
            );
            Error::Context(vec![Said::new(fault.to_string(), fault.in_french())])
        })?;
        let mut faults = Vec::new();
        let context = Context::checked(
            written,
            path.parent().unwrap_or(Path::new(".")),
            &mut faults,
        );
        if faults.is_empty() {
            Ok(context)
        } else {
            Err(Error::Context(faults))
        }
    }

    fn checked(written: Written, folder: &Path, faults: &mut Vec<Said>) -> Context {
        let mut context = Context::open();
        let entity = written.entity;
        let mut names = Names {
            prefixes: &written.prefixes,
            faults,
        };
        names.set(&mut context.private, written.private_graph.as_deref());
        names.set(&mut context.minimum, written.minimum.as_deref());
        names.set(&mut context.maximum, written.maximum.as_deref());
        context.classes = entity
            .classes
            .iter()
            .filter_map(|name| names.full(name))
            .map(NamedNode::into_string)
            .collect();
        let mut roles = Vec::new();
        roles.extend(
            entity
                .identifiers
                .iter()
                .filter_map(|name| names.full(name))
                .map(|name| (name, Role::Identifier)),
        );
        roles.extend(
            entity
                .open
                .iter()
                .filter_map(|name| names.full(name))
                .map(|name| (name, Role::Open)),
        );
        context.sensitive = entity
            .sensitive
            .as_deref()
            .and_then(|name| names.full(name));
        roles.extend(
            context
                .sensitive
                .clone()
                .map(|name| (name, Role::Sensitive)),
        );
        for (name, own) in entity.quasi_identifiers {
            let Some(property) = names.full(&name) else {
                continue;
            };
            roles.push((property.clone(), Role::Quasi(context.quasi.len())));
            match own.checked(property, folder) {
                Ok(quasi) => context.quasi.push(quasi),
                Err(Said { english, french }) => {
                    names.faults.push(Said::new(
                        format!("{name}: {english}"),
                        format!("{name} : {french}"),
                    ));
                }
            }
        }
        for (property, role) in roles {
            if context
                .roles
                .insert(property.as_str().to_owned(), role)
                .is_some()
            {
                let name = property.as_str();
                faults.push(Said::new(
                    format!("{name} has two roles"),
                    format!("{name} a deux rôles"),
                ));
            }
        }
        context.m = written.m.unwrap_or(context.m);
        if context.m < 2 {
            faults.push(Said::new("m is at least 2", "m vaut au moins 2"));
        }
        let has_quasi = context
            .roles
            .values()
            .any(|role| matches!(role, Role::Quasi(_)));
        if context.sensitive.is_none() && has_quasi {
            faults.push(Said::new(
                "quasi-identifiers need a sensitive property (entity.sensitive)",
                "les quasi-identifiants demandent une propriété sensible (entity.sensitive)",
            ));
        }
        context.others = written.others;
        context.method = written.method;
        context.storage = written.storage;
        if written.storage == Storage::Disk && !cfg!(feature = "disk") {
            faults.push(Said::new(
                "storage = \"disk\" needs a program that was built with the feature disk",
                "storage = \"disk\" demande un programme construit avec la fonctionnalité disk",
            ));
        }
        context.derived = entity.derived_addresses.unwrap_or(true);
        context.publication = written.publication;
        context
    }

    /// What a property says of an entity.
    pub fn role(&self, property: &str) -> Role {
        self.roles
            .get(property)
            .copied()
            .unwrap_or(Role::Undeclared)
    }

    /// Properties that are published as they are.
    pub fn open_properties(&self) -> impl Iterator<Item = NamedNode> {
        self.roles
            .iter()
            .filter(|(_, role)| **role == Role::Open)
            .map(|(name, _)| NamedNode::new_unchecked(name))
    }

    /// Whether the context itself says that whatever has the property is an entity.
    pub fn designates(&self, property: &str) -> bool {
        matches!(
            self.role(property),
            Role::Identifier | Role::Quasi(_) | Role::Sensitive
        )
    }

    /// Whether what was published may not be changed or removed.
    pub fn only_grows(&self) -> bool {
        self.method == Method::SemanticAnatomy
    }

    /// The technique that the context names.
    pub fn anonymizer(&self) -> Box<dyn Anonymizer> {
        match self.method {
            Method::MInvariance => Box::new(MInvariance { m: self.m }),
            Method::SemanticAnatomy => Box::new(Anatomy { m: self.m }),
        }
    }

    /// Whether anything is protected.
    pub fn protects(&self) -> bool {
        !self.roles.is_empty() || !self.classes.is_empty()
    }

    /// Whether a graph of this name is private: a matter of its name alone, so that nothing can be learned by asking.
    pub fn is_private(&self, graph: &str) -> bool {
        graph
            .strip_prefix(self.private.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

struct Names<'a> {
    prefixes: &'a BTreeMap<String, String>,
    faults: &'a mut Vec<Said>,
}

impl Names<'_> {
    fn full(&mut self, name: &str) -> Option<NamedNode> {
        let expanded = name
            .split_once(':')
            .and_then(|(prefix, rest)| Some(format!("{}{rest}", self.prefixes.get(prefix)?)));
        // A prefix that was forgotten looks like an address of an unknown kind.
        let known = |(kind, rest): (&str, &str)| rest.starts_with("//") || KINDS.contains(&kind);
        let plausible = expanded.is_some() || name.split_once(':').is_some_and(known);
        match NamedNode::new(expanded.as_deref().unwrap_or(name))
            .ok()
            .filter(|_| plausible)
        {
            Some(node) => Some(node),
            None => {
                self.faults.push(Said::new(
                    format!("{name} is no address, and its prefix is not declared"),
                    format!("{name} n'est pas une adresse, et son préfixe n'est pas déclaré"),
                ));
                None
            }
        }
    }

    fn set(&mut self, place: &mut NamedNode, name: Option<&str>) {
        if let Some(node) = name.and_then(|name| self.full(name)) {
            *place = node;
        }
    }
}
