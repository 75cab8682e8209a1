//! What a technique is to do, and what is wrong with that beforehand.

use bauta_privacy::{Class, ClassSizes, Distance, Judge, Requirement, Whole};
use bauta_table::count::FrequencySet;
use bauta_table::recoding::Prepared;
use bauta_table::rule::Rules;
use bauta_table::{Fault, Role};

use super::planner::CheckedTechnique;
use super::{Context, Outcome, Result, Technique};
use crate::descriptor::{Descriptor, Family};
use crate::named::attribute_faults;
use crate::parameter::Settings;

/// What a technique is to do.
pub struct Task<'a> {
    /// The table, its quasi-identifiers and their counts.
    pub prepared: &'a Prepared<'a>,
    /// What the release must guarantee, ready to judge classes of the table.
    pub models: Vec<Judge>,
    /// The technique with its checked parameters.
    pub method: CheckedTechnique,
    /// Tuples that take no part in the search (missing values under the policy `suppress`).
    pub set_aside: Vec<u32>,
    /// The most rows that may be left out.
    pub may_drop: u64,
    /// The fewest rows of a class, whatever the models say: raised where a statement about the whole needs larger classes.
    pub least: u64,
    /// Edit rules that released rows must keep.
    pub rules: Option<&'a Rules>,
    /// How much each quasi-identifier counts where a loss is minimised; 1 on average.
    pub weights: Vec<f64>,
}

impl<'a> Task<'a> {
    /// A task, if table, requirements and settings fit the technique.
    ///
    /// # Errors
    /// All faults together.
    pub fn new(
        technique: &dyn Technique,
        prepared: &'a Prepared<'a>,
        requirements: &[Requirement],
        settings: &Settings,
        set_aside: Vec<u32>,
    ) -> Result<Self, Vec<Fault>> {
        let descriptor = technique.descriptor();
        let mut faults = role_faults(descriptor, prepared);
        faults.extend(technique.misses(prepared));
        faults.extend(attribute_faults(descriptor, settings, prepared.table));
        faults.extend(technique.setting_faults(settings, prepared.table));
        faults.extend(stars_unknown(descriptor, &set_aside));
        faults.extend(
            requirements
                .iter()
                .flat_map(|requirement| requirement.faults(prepared.table)),
        );
        faults.extend(misfits(technique, requirements));
        faults.extend(
            requirements
                .iter()
                .flat_map(|requirement| lacking(requirement, prepared)),
        );
        let names: Vec<String> = prepared.qis.iter().map(|qi| qi.name.clone()).collect();
        match technique.check(settings, &names) {
            Ok(method) if faults.is_empty() => {
                let whole = Whole::of(prepared.original.unwrap_or(prepared.table));
                let whole = whole.with_hierarchies(&prepared.sensitive_hierarchies);
                let models = requirements
                    .iter()
                    .map(|requirement| requirement.model(&whole))
                    .collect();
                let task = Task {
                    prepared,
                    models,
                    method,
                    set_aside,
                    may_drop: 0,
                    least: 1,
                    rules: None,
                    weights: vec![1.0; prepared.qis.len()],
                };
                let faults = task.method.faults(&task);
                if faults.is_empty() {
                    Ok(task)
                } else {
                    Err(faults)
                }
            }
            Ok(_) => Err(faults),
            Err(more) => Err(faults.into_iter().chain(more).collect()),
        }
    }

    /// Lets some rows be left out, but never all: a table without rows is no release.
    pub fn with_limit(mut self, may_drop: u64) -> Self {
        let rows = self.prepared.table.counted_rows();
        self.may_drop = may_drop.min(rows.saturating_sub(1));
        self
    }

    /// Lets quasi-identifiers count differently where a loss is minimised. Weights that say nothing (all 0) are not used.
    pub fn with_weights(mut self, weights: &[f64]) -> Self {
        let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
        if weights.len() == self.weights.len() && mean > 0.0 && mean.is_finite() {
            self.weights = weights.iter().map(|weight| weight / mean).collect();
        }
        self
    }

    /// The same task, in which rows must keep edit rules.
    pub fn with_rules(mut self, rules: Option<&'a Rules>) -> Self {
        self.rules = rules.filter(|rules| !rules.rules.is_empty());
        self
    }

    /// Plans once with its technique; statements about the whole release are [`plan`](crate::plan)'s to look after.
    ///
    /// # Errors
    /// When the work was cancelled.
    pub fn plan(&self, context: &mut Context<'_>) -> Result<Outcome> {
        self.method.plan(self, context)
    }

    /// Whether a class satisfies every model.
    pub fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= self.least && self.models.iter().all(|model| model.holds(class))
    }

    /// Whether any model makes a statement about the whole release.
    pub fn speaks_of_whole(&self) -> bool {
        self.models.iter().any(|model| model.speaks_of_whole())
    }

    /// Whether the classes that would be kept satisfy every model all together.
    pub fn whole_holds(&self, sizes: &ClassSizes) -> bool {
        self.models.iter().all(|model| model.holds_for(sizes))
    }

    /// The least size of a class such that the classes of at least that size satisfy every model all together: smaller ones
    /// would have to be left out. None if leaving out does not help.
    pub fn smallest_kept(&self, sizes: &ClassSizes) -> Option<u64> {
        if self.whole_holds(sizes) {
            return Some(0);
        }
        let enough = self
            .models
            .iter()
            .filter_map(|model| model.enough_rows())
            .max()?;
        let larger = sizes
            .sizes()
            .map(|(rows, _)| rows + 1)
            .take_while(|&rows| rows <= enough);
        larger
            .chain([enough])
            .find(|&rows| self.whole_holds(&sizes.at_least(rows)))
    }

    /// Whether any model looks at sensitive values.
    pub fn needs_sensitive(&self) -> bool {
        self.models
            .iter()
            .any(bauta_privacy::Judge::needs_sensitive)
    }

    /// The fewest rows that a class can have.
    pub fn least_rows(&self) -> u64 {
        self.models
            .iter()
            .map(|model| model.least_rows())
            .max()
            .unwrap_or(1)
            .max(self.least)
            .max(1)
    }

    /// The size and the sensitive values of some tuples together.
    pub fn class_of(&self, tuples: &[u32]) -> (u64, Vec<Vec<(u32, u64)>>) {
        self.class_in(self.prepared.set(), tuples)
    }

    /// Whether some tuples together satisfy every model; none do not.
    pub fn class_holds(&self, tuples: &[u32]) -> bool {
        let (size, sensitive) = self.class_of(tuples);
        !tuples.is_empty()
            && self.holds(&Class {
                size,
                sensitive: &sensitive,
                population: 0,
            })
    }

    /// The size and the sensitive values of some tuples of another set that was counted from the same table.
    pub(crate) fn class_in(
        &self,
        set: &FrequencySet,
        tuples: &[u32],
    ) -> (u64, Vec<Vec<(u32, u64)>>) {
        let size = tuples
            .iter()
            .map(|&tuple| set.counts()[tuple as usize])
            .sum();
        if !self.needs_sensitive() {
            return (size, Vec::new());
        }
        let sensitive =
            set.histograms()
                .iter()
                .zip(&self.prepared.sensitive)
                .map(|(histogram, &attribute)| {
                    let missing = self.prepared.table.attributes()[attribute]
                        .column
                        .dictionary()
                        .missing_code();
                    let mut entries: Vec<(u32, u64)> = tuples
                        .iter()
                        .flat_map(|&tuple| histogram.of(tuple as usize))
                        .filter(|&(code, _)| Some(code) != missing)
                        .collect();
                    entries.sort_unstable_by_key(|entry| entry.0);
                    entries.dedup_by(|next, kept| {
                        let same = next.0 == kept.0;
                        if same {
                            kept.1 += next.1;
                        }
                        same
                    });
                    entries
                });
        (size, sensitive.collect())
    }
}

/// Why some requirements cannot be had with a technique, whatever the table.
pub fn misfits(technique: &dyn Technique, requirements: &[Requirement]) -> Vec<Fault> {
    let descriptor = technique.descriptor();
    let misfit = |requirement: &Requirement| {
        let (name, id) = (requirement.name(), descriptor.id);
        let of_people = !requirement.needs_sensitive() && requirement.as_k_anonymity().is_none();
        if of_people && descriptor.family == Family::Separation {
            Some(format!(
                "{name} is about who has the same quasi-identifiers, and {id} leaves them as they are; choose a method that generalises"
            ))
        } else if requirement.needs_population() && !technique.is_full_domain() {
            Some(format!(
                "{name} needs a method that takes one level of each hierarchy, such as datafly or samarati; {id} does not"
            ))
        } else {
            None
        }
    };
    requirements
        .iter()
        .filter_map(misfit)
        .map(Fault::Request)
        .collect()
}

/// What a requirement needs that was not prepared.
fn lacking(requirement: &Requirement, prepared: &Prepared<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    if requirement.needs_population() && prepared.population.is_none() {
        faults.push(requirement.no_population());
    }
    if requirement.distance() == Some(Distance::Hierarchical) {
        let bound = prepared
            .sensitive
            .iter()
            .zip(&prepared.sensitive_hierarchies);
        let without = bound.filter(|(_, bound)| bound.is_none());
        let names = without.map(|(&index, _)| prepared.table.attributes()[index].name.clone());
        faults.extend(names.map(Requirement::no_hierarchy));
    }
    faults
}

/// Techniques that do as they are told leave missing values as they are.
fn stars_unknown(descriptor: &Descriptor, set_aside: &[u32]) -> Option<Fault> {
    (descriptor.family.does_as_told() && !set_aside.is_empty()).then(|| {
        Fault::Request(format!(
            "{} leaves missing values as they are; choose --missing-values category or drop instead of suppress",
            descriptor.id
        ))
    })
}

fn role_faults(descriptor: &Descriptor, prepared: &Prepared<'_>) -> Vec<Fault> {
    let needs = descriptor.needs;
    let mut faults = Vec::new();
    if prepared.qis.len() < needs.quasi_identifiers {
        faults.push(Fault::NoneInRole {
            needs: descriptor.id.into(),
            role: Role::QuasiIdentifier,
            flag: "--qi",
        });
    }
    if needs.hierarchies {
        let without = prepared.qis.iter().filter(|qi| qi.hierarchy.is_none());
        faults.extend(without.map(|qi| Fault::NoHierarchy {
            method: descriptor.id.into(),
            attribute: qi.name.clone(),
        }));
    }
    if prepared.sensitive.len() < needs.sensitive {
        faults.push(Fault::NoneInRole {
            needs: descriptor.id.into(),
            role: Role::Sensitive,
            flag: "--sensitive",
        });
    }
    if prepared.sensitive.len() > needs.sensitive_at_most {
        faults.push(Fault::OutOfRange {
            parameter: format!("the number of sensitive attributes for {}", descriptor.id),
            given: prepared.sensitive.len().to_string(),
            allowed: format!("at most {}", needs.sensitive_at_most),
        });
    }
    faults
}
