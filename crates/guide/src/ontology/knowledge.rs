//! Things of the ontology as values.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{NAMESPACE, Ontology};
use crate::{Error, Result, Said};

const THINGS: &str = include_str!("../../ontology/queries/things.rq");
const EXPERIMENTS: &str = include_str!("../../ontology/queries/experiments.rq");

/// Something with a name and a help text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Named {
    /// Its id.
    pub id: String,
    /// Its name.
    pub label: Said,
    /// What it is.
    pub help: Said,
}

/// An algorithm with its characteristics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Algorithm {
    /// Its id, name and help.
    #[serde(flatten)]
    pub named: Named,
    /// The techniques that it implements.
    pub techniques: BTreeSet<String>,
    /// Its parameters.
    pub parameters: BTreeSet<String>,
    /// Its family; none where nothing more is described.
    pub family: Option<String>,
    /// Whether it is advised for small tables only.
    pub small_data_only: bool,
    /// Whether it needs attributes that go with the target.
    pub correlated: bool,
    /// Natures of quasi-identifiers that it accepts.
    pub accepts: BTreeSet<String>,
    /// `all`: every quasi-identifier needs a hierarchy; `used`: used where there is one; `none`.
    pub hierarchies: String,
    /// Whether it may leave rows out.
    pub suppression: bool,
    /// `none`, `categorical`, `continuous` or `any`: the target that it needs.
    pub target: String,
    /// `automatic` or `semi-automatic`.
    pub automation: String,
    /// What guides its search.
    pub guided_by: Said,
    /// Types of generalisation.
    pub types: BTreeSet<String>,
    /// Usages that it was made for.
    pub usages: BTreeSet<String>,
    /// Privacy models.
    pub supports: BTreeSet<String>,
}

/// A measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Metric {
    /// Its id, name and help.
    #[serde(flatten)]
    pub named: Named,
    /// `higher` or `lower`.
    pub better: String,
    /// Whether it follows from the signature.
    pub exact: bool,
}

/// A goal or a leaf of the tree of goals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Requirement {
    /// Its id, name and help.
    #[serde(flatten)]
    pub named: Named,
    /// The goal above it.
    pub parent: Option<String>,
    /// How it is measured.
    pub metrics: BTreeSet<String>,
}

/// What the context asks or deduces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ContextQuestion {
    /// Its id, name and help.
    #[serde(flatten)]
    pub named: Named,
    /// `asked`, `deduced` or `computed`.
    pub origin: String,
    /// The answer when nothing is said.
    pub default: Option<String>,
    /// Where a deduction draws its line.
    pub threshold: Option<String>,
    /// The technique that it is for; none where it is for all.
    pub specific_to: Option<String>,
}

/// A measured point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Experiment {
    /// The algorithm.
    pub algorithm: String,
    /// The metric.
    pub metric: String,
    /// k.
    pub k: f64,
    /// Number of quasi-identifiers.
    pub quasi_identifiers: f64,
    /// `uniform` or `dense`.
    pub distribution: String,
    /// Number of rows, where it is known.
    pub rows: Option<f64>,
    /// What was measured.
    pub value: f64,
    /// Who measured: `literature`, or a run of this program.
    pub source: String,
}

/// What is said of a thing: by property, texts and references.
#[derive(Default)]
struct Thing(BTreeMap<String, Vec<String>>);

impl Thing {
    fn all(&self, property: &str) -> BTreeSet<String> {
        self.0
            .get(property)
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }

    fn one(&self, property: &str) -> Option<String> {
        self.0.get(property)?.first().cloned()
    }

    fn said(&self, property: &str) -> Said {
        let in_language = |ending: &str| {
            let texts = self.0.get(property).into_iter().flatten();
            texts
                .filter_map(|text| text.strip_suffix(ending))
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        Said::new(in_language("@en"), in_language("@fr"))
    }

    fn named(&self) -> Named {
        Named {
            id: self.one("id").unwrap_or_default(),
            label: self.said("label"),
            help: self.said("help"),
        }
    }

    fn truth(&self, property: &str) -> bool {
        self.one(property).as_deref() == Some("true")
    }
}

impl Ontology {
    fn things(&self, class: &str) -> Result<Vec<Thing>, Error> {
        let query = THINGS.replace("$class", &format!("<{NAMESPACE}{class}>"));
        let mut things: BTreeMap<String, Thing> = BTreeMap::new();
        for row in self.select(&query)? {
            let get = |name: &str| row.get(name).cloned();
            let (Some(thing), Some(property), Some(value)) =
                (get("thing"), get("property"), get("value"))
            else {
                continue;
            };
            let property = property
                .rsplit(['#', '/'])
                .next()
                .unwrap_or_default()
                .to_owned();
            let value = get("reference").unwrap_or(value);
            things
                .entry(thing)
                .or_default()
                .0
                .entry(property)
                .or_default()
                .push(value);
        }
        Ok(things.into_values().collect())
    }

    /// All algorithms.
    ///
    /// # Errors
    /// Our mistake: the store fails.
    pub fn algorithms(&self) -> Result<Vec<Algorithm>, Error> {
        let read = |thing: &Thing| Algorithm {
            named: thing.named(),
            techniques: thing.all("implements"),
            parameters: thing.all("hasParameter"),
            family: thing.one("inFamily"),
            small_data_only: thing.truth("smallDataOnly"),
            correlated: thing.truth("correlatedAttributes"),
            accepts: thing.all("accepts"),
            hierarchies: thing.one("hierarchies").unwrap_or_default(),
            suppression: thing.truth("acceptsSuppression"),
            target: thing.one("target").unwrap_or_default(),
            automation: thing.one("automation").unwrap_or_default(),
            guided_by: thing.said("guidedBy"),
            types: thing.all("generalizationType"),
            usages: thing.all("usage"),
            supports: thing.all("supports"),
        };
        Ok(self.things("Algorithm")?.iter().map(read).collect())
    }

    /// All measures.
    ///
    /// # Errors
    /// Our mistake: the store fails.
    pub fn metrics(&self) -> Result<Vec<Metric>, Error> {
        let read = |thing: &Thing| Metric {
            named: thing.named(),
            better: thing.one("better").unwrap_or_default(),
            exact: thing.truth("exact"),
        };
        Ok(self.things("Metric")?.iter().map(read).collect())
    }

    /// All goals.
    ///
    /// # Errors
    /// Our mistake: the store fails.
    pub fn requirements(&self) -> Result<Vec<Requirement>, Error> {
        let read = |thing: &Thing| Requirement {
            named: thing.named(),
            parent: thing.one("subGoalOf"),
            metrics: thing.all("evaluatedBy"),
        };
        Ok(self.things("Requirement")?.iter().map(read).collect())
    }

    /// What the context of a technique consists of.
    ///
    /// # Errors
    /// Our mistake: the store fails.
    pub fn questions(&self) -> Result<Vec<ContextQuestion>, Error> {
        let read = |thing: &Thing| ContextQuestion {
            named: thing.named(),
            origin: thing.one("origin").unwrap_or_default(),
            default: thing.one("default-answer"),
            threshold: thing.one("threshold"),
            specific_to: thing.one("specificTo"),
        };
        Ok(self.things("ContextParameter")?.iter().map(read).collect())
    }

    /// Things with a name and a help text: `Usage`, `GeneralizationType`, `Technique`, `SubTechnique`, `PrivacyModel`, `Attack`.
    ///
    /// # Errors
    /// Our mistake: the store fails.
    pub fn named(&self, class: &str) -> Result<Vec<Named>, Error> {
        Ok(self.things(class)?.iter().map(Thing::named).collect())
    }

    /// The metric that measures the need of a usage, where there is one.
    ///
    /// # Errors
    /// Our mistake: the store fails.
    pub fn need_of(&self, usage: &str) -> Result<Option<String>, Error> {
        let usages = self.things("Usage")?;
        Ok(usages
            .iter()
            .find(|thing| thing.one("id").as_deref() == Some(usage))
            .and_then(|thing| thing.one("need")))
    }

    /// All measured points.
    ///
    /// # Errors
    /// Our mistake: the store fails.
    pub fn experiments(&self) -> Result<Vec<Experiment>, Error> {
        let number = |text: Option<&String>| text.and_then(|text| text.parse::<f64>().ok());
        let rows = self.select(EXPERIMENTS)?;
        let read = |row: &super::Row| {
            let text = |name: &str| row.get(name).cloned().unwrap_or_default();
            Some(Experiment {
                algorithm: text("algorithm"),
                metric: text("metric"),
                k: number(row.get("k"))?,
                quasi_identifiers: number(row.get("quasi"))?,
                distribution: text("distribution"),
                rows: number(row.get("rows")),
                value: number(row.get("value"))?,
                source: text("source"),
            })
        };
        Ok(rows.iter().filter_map(read).collect())
    }
}
