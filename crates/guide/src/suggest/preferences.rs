//! What counts how much, and how differences become intensities.

use std::collections::BTreeMap;

use crate::ahp::{Judgement, Scales, WeightMethod, read_scales};
use crate::context::Context;
use crate::ontology::Ontology;
use crate::{Error, Result, Said};

/// Scales and the way to make weights; the judgements are part of the context.
#[derive(Debug, Clone, PartialEq)]
pub struct Preferences {
    /// Scales by criterion or by metric.
    pub scales: Scales,
    /// How weights are made.
    pub method: WeightMethod,
}

/// Children of each criterion, and judgements of siblings.
pub(super) type Judged = (BTreeMap<String, Vec<String>>, Vec<Judgement>);

/// The scales that an expert starts from, as text.
pub fn default_scales() -> &'static str {
    include_str!("../../scales/default.json")
}

impl Preferences {
    /// The scales of a file, or the usual ones.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn new(scales: Option<(&str, &str)>, method: WeightMethod) -> Result<(Self, Vec<Said>)> {
        let (mut known, _) = read_scales(default_scales(), "scales/default.json")?;
        let mut notes = Vec::new();
        if let Some((text, name)) = scales {
            let (own, said) = read_scales(text, name)?;
            known.extend(own);
            notes = said;
        }
        Ok((
            Preferences {
                scales: known,
                method,
            },
            notes,
        ))
    }

    /// The hierarchy and its judgements: what was answered; else the goals of the ontology that something measures, all equal.
    pub(super) fn judged(&self, ontology: &Ontology, context: &Context) -> Result<Judged, Error> {
        if !context.hierarchy.is_empty() {
            return Ok((context.hierarchy.clone(), context.judgements.clone()));
        }
        let hierarchy = usual(ontology, context)?;
        let mut judgements = context.judgements.clone();
        for (parent, children) in &hierarchy {
            for (index, a) in children.iter().enumerate() {
                for b in children.iter().skip(index + 1) {
                    let about = |own: &Judgement| {
                        own.parent == *parent
                            && [&own.a, &own.b].contains(&a)
                            && [&own.a, &own.b].contains(&b)
                    };
                    if !context.judgements.iter().any(about) {
                        judgements.push(Judgement {
                            parent: parent.clone(),
                            a: a.clone(),
                            b: b.clone(),
                            intensity: 1.0,
                        });
                    }
                }
            }
        }
        Ok((hierarchy, judgements))
    }
}

/// The goals of the ontology: those with a metric are leaves; the need of the usage only where the usage has one.
pub(crate) fn usual(
    ontology: &Ontology,
    context: &Context,
) -> Result<BTreeMap<String, Vec<String>>, Error> {
    let requirements = ontology.requirements()?;
    let has_need = ontology.need_of(&context.usage.need)?.is_some();
    let mut hierarchy: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let has_children = |id: &str| {
        requirements
            .iter()
            .any(|own| own.parent.as_deref() == Some(id))
    };
    for requirement in &requirements {
        let id = &requirement.named.id;
        let told = !requirement.metrics.is_empty() || has_children(id);
        let wanted = id != "usage_need" || has_need;
        if let Some(parent) = requirement.parent.as_ref().filter(|_| told && wanted) {
            hierarchy
                .entry(parent.clone())
                .or_default()
                .push(id.clone());
        }
    }
    Ok(hierarchy)
}
