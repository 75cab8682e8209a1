//! What the guided path knows: questions with their answers, criteria, metrics, algorithms, the words of the scale of judgements.

use bauta::guide::Said;
use bauta::guide::ahp::WORDS;
use bauta::guide::ontology::{Algorithm, ContextQuestion, Metric, Named, Requirement};
use schemars::JsonSchema;
use serde::Serialize;

/// What the guided path knows.
#[derive(Serialize, JsonSchema)]
pub struct Knowledge {
    questions: Vec<ContextQuestion>,
    usages: Vec<Named>,
    /// Usages with a need of their own, which is then a criterion.
    needs: Vec<String>,
    types: Vec<Named>,
    distributions: Vec<Named>,
    criteria: Vec<Requirement>,
    metrics: Vec<Metric>,
    algorithms: Vec<Algorithm>,
    words: Vec<Intensity>,
}

/// A step of the scale of judgements.
#[derive(Serialize, JsonSchema)]
struct Intensity {
    /// How many times one criterion counts more than the other.
    intensity: u8,
    word: Said,
}

impl Knowledge {
    /// Reads it from the ontology that the program carries.
    pub fn load() -> bauta::Result<Knowledge> {
        let ontology = bauta::load_ontology(None)?;
        let usages = ontology.named("Usage")?;
        let mut needs = Vec::new();
        for usage in &usages {
            needs.extend(ontology.need_of(&usage.id)?.map(|_| usage.id.clone()));
        }
        let words = WORDS.map(|(en, fr, intensity)| Intensity {
            intensity,
            word: Said::new(en, fr),
        });
        Ok(Knowledge {
            questions: ontology.questions()?,
            usages,
            needs,
            types: ontology.named("GeneralizationType")?,
            distributions: ontology.named("Distribution")?,
            criteria: ontology.requirements()?,
            metrics: ontology.metrics()?,
            algorithms: ontology.algorithms()?,
            words: words.into(),
        })
    }
}
