//! The guided path: from data and answers to a release that can be argued for, in five steps.
//!
//! **Idea.** (1) The context: what the data say (`facts`) and what was answered. (2) Candidate signatures with estimates and scores. (3) A
//! person picks some. (4) These run, verified, and are measured; who breaks a ceiling is out before anything is weighed (`measure`).
//! (5) One is chosen and released through the ordinary pipeline, with the whole argument in its report (`argument`).
//!
//! A [`Session`] holds all of it and is written between steps, so that it can be taken up again. The knowledge and the reckoning are
//! in `bauta-guide`; here are only files and runs.

mod argument;
mod facts;
mod knowledge;
mod learn;
mod measure;
mod people;
mod scoring;

use std::path::{Path, PathBuf};

use bauta_guide::ahp::WeightMethod;
use bauta_guide::context::{Answers, Context, deduce};
use bauta_guide::ontology::Ontology;
use bauta_guide::suggest::{Preferences, Suggestion, suggest};
use bauta_guide::{Faults, Said};
use bauta_table::Progress;
use serde::{Deserialize, Serialize};

pub use knowledge::{check_ontology, load_ontology, methods_turtle};
pub use learn::{Grid, Learned, learn};
pub use measure::{MeasuredSignature, Results};
pub use scoring::{ScoreFiles, ScoreReport, score_files};

use bauta_evaluate::attack_release;
use bauta_messages::{Error, Result};
use bauta_run::Opened;
use bauta_run::driver::{Answer, Request, publish};
use bauta_run::project::Project;

/// What is asked of the guided path.
#[derive(Debug, Clone, PartialEq)]
pub struct AdviceRequest {
    /// The data, how to read them, roles and hierarchies as far as they are known, seed.
    pub project: Project,
    /// Answers to the questions of the context.
    pub answers: Answers,
    /// A folder of Turtle files that add to the knowledge.
    pub ontology: Option<PathBuf>,
    /// Scales that an expert edited.
    pub scales: Option<PathBuf>,
    /// How weights are made of judgements.
    pub weights: WeightMethod,
}

/// The state of a guided path, step by step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// Version of this format.
    pub version: u32,
    /// The project: data, roles and hierarchies as they were found.
    pub project: Project,
    /// What was answered.
    pub answers: Answers,
    /// Where more knowledge is.
    pub ontology: Option<PathBuf>,
    /// Where scales are.
    pub scales: Option<PathBuf>,
    /// How weights are made.
    pub weights: WeightMethod,
    /// Step 1.
    pub context: Context,
    /// Step 2.
    pub suggestion: Suggestion,
    /// Step 3: ids of signatures.
    pub picked: Vec<String>,
    /// Step 4.
    pub results: Option<Results>,
    /// Step 5: the id of a signature.
    pub choice: Option<String>,
    /// Things worth saying.
    pub notes: Vec<Said>,
}

/// The version of sessions that this program writes and reads.
const VERSION: u32 = 1;

/// How many signatures are picked when nobody does.
const PICKED: usize = 3;

/// Steps 1 and 2: reads the data, puts the context together and suggests signatures.
///
/// # Errors
/// Everything that is wrong with the request or the data; the failure of a file.
pub fn advise(
    request: &AdviceRequest,
    opened: Option<&Opened>,
    progress: &dyn Progress,
) -> Result<Session> {
    let ontology = load_ontology(request.ontology.as_deref())?;
    let (preferences, mut notes) = preferences(request.scales.as_deref(), request.weights)?;
    let found = facts::find(request, opened, progress)?;
    notes.extend(found.notes);
    let context = deduce(&ontology, &found.facts, &request.answers)?;
    let mut suggestion = suggest(&ontology, &context, &preferences)?;
    notes.append(&mut suggestion.notes);
    Ok(Session {
        version: VERSION,
        project: found.project,
        answers: request.answers.clone(),
        ontology: request.ontology.clone(),
        scales: request.scales.clone(),
        weights: request.weights,
        context,
        suggestion,
        picked: Vec::new(),
        results: None,
        choice: None,
        notes,
    })
}

/// The answers of a context file, JSON or (by its name) TOML.
///
/// # Errors
/// All faults of the text.
pub fn answers_of(text: &str, path: &Path) -> Result<Answers> {
    let name = path.display().to_string();
    let toml = path
        .extension()
        .is_some_and(|extension| extension == "toml");
    let read: std::result::Result<serde_json::Value, String> = if toml {
        toml::from_str(text).map_err(|error| error.to_string())
    } else {
        serde_json::from_str(text).map_err(|error| error.to_string())
    };
    let value = read.map_err(|error| {
        Faults::one(
            format!("{name} cannot be read: {error}"),
            format!("{name} est illisible : {error}"),
        )
    })?;
    Ok(Answers::of_file(&value, &name)?)
}

fn preferences(scales: Option<&Path>, method: WeightMethod) -> Result<(Preferences, Vec<Said>)> {
    let Some(path) = scales else {
        return Ok(Preferences::new(None, method)?);
    };
    let text =
        std::fs::read_to_string(path).map_err(|source| bauta_formats::Error::io(path, source))?;
    Ok(Preferences::new(
        Some((&text, &path.display().to_string())),
        method,
    )?)
}

impl Session {
    /// Reads a session file.
    ///
    /// # Errors
    /// The failure of the file, or that it is no session of this version.
    pub fn load(path: &Path) -> Result<Session> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| bauta_formats::Error::io(path, source))?;
        let name = path.display();
        let session: Session = serde_json::from_str(&text).map_err(|error| {
            Faults::one(
                format!("{name} is no session of this program: {error}; start again without it"),
                format!(
                    "{name} n'est pas une session de ce programme : {error} ; recommencez sans elle"
                ),
            )
        })?;
        if session.version != VERSION {
            return Err(Faults::one(
                format!(
                    "{name} is a session of version {}, and {VERSION} is read; start again",
                    session.version
                ),
                format!(
                    "{name} est une session de version {}, et {VERSION} se lit ; recommencez",
                    session.version
                ),
            )
            .into());
        }
        Ok(session)
    }

    /// Writes a session file, replacing the one that is there.
    ///
    /// # Errors
    /// The failure of the file.
    pub fn save(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| Error::request(error.to_string()))?;
        bauta_formats::stage_text(&text, path, true)?.commit()?;
        Ok(())
    }

    /// Whether two sessions ask the same of the same data, so that the steps of one can be taken for the other's.
    pub fn asks_the_same(&self, other: &Session) -> bool {
        (
            &self.project,
            &self.answers,
            &self.ontology,
            &self.scales,
            self.weights,
        ) == (
            &other.project,
            &other.answers,
            &other.ontology,
            &other.scales,
            other.weights,
        )
    }

    /// The knowledge that the session goes by.
    ///
    /// # Errors
    /// The failure of a file.
    pub fn knowledge(&self) -> Result<Ontology> {
        load_ontology(self.ontology.as_deref())
    }

    /// The best suggestions, one an algorithm: what is picked when nobody does.
    pub fn usual_picks(&self) -> Vec<String> {
        let mut seen = std::collections::BTreeSet::new();
        let suggested = self.suggestion.suggested.iter().map(|own| &own.signature);
        let first = suggested.filter(|own| {
            measure::is_runnable(&own.algorithm) && seen.insert(own.algorithm.clone())
        });
        first.take(PICKED).map(|own| own.id.clone()).collect()
    }

    /// Step 3: picks signatures by their ids; what was measured before is forgotten.
    ///
    /// # Errors
    /// Ids that are not suggested.
    pub fn pick(&mut self, ids: &[String]) -> Result<()> {
        let known = |id: &String| {
            self.suggestion
                .suggested
                .iter()
                .any(|own| own.signature.id == *id)
        };
        let faults: Vec<Said> = ids
            .iter()
            .filter(|id| !known(id))
            .map(|id| {
                Said::new(
                    format!("no suggested signature has the number {id}"),
                    format!("aucune signature suggérée ne porte le numéro {id}"),
                )
            })
            .collect();
        Faults::unless(faults, ())?;
        self.picked = ids.to_vec();
        (self.results, self.choice) = (None, None);
        Ok(())
    }

    /// Step 4: runs what was picked and measures it.
    ///
    /// # Errors
    /// Faults of the data, the failure of a file, or that it was stopped.
    pub fn run(&mut self, opened: Option<&Opened>, progress: &dyn Progress) -> Result<()> {
        let (preferences, _) = preferences(self.scales.as_deref(), self.weights)?;
        let ontology = self.knowledge()?;
        let measured = measure::measure(self, opened, &ontology, &preferences, progress)?;
        self.results = Some(measured);
        Ok(())
    }

    /// Step 5: chooses one of what was measured; without an id the best score.
    ///
    /// # Errors
    /// When it was not released, or breaks a ceiling.
    pub fn choose(&mut self, id: Option<&str>) -> Result<()> {
        let measured = self
            .results
            .as_ref()
            .map(|results| results.measured.as_slice())
            .unwrap_or_default();
        let fits = |own: &&MeasuredSignature| own.is_fit();
        let chosen = match id {
            Some(id) => measured
                .iter()
                .filter(fits)
                .find(|own| own.signature.id == id),
            None => measured.iter().find(fits),
        };
        let Some(chosen) = chosen else {
            let fault = match id {
                Some(id) => Faults::one(
                    format!(
                        "number {id} cannot be chosen: it was not measured, has no release, breaks a ceiling or lost nearly everything"
                    ),
                    format!(
                        "le numéro {id} ne peut être choisi : il n'a pas été mesuré, n'a pas de publication, dépasse un plafond ou a presque tout perdu"
                    ),
                ),
                None => Faults::one(
                    "no measured release can be chosen: each breaks a ceiling or lost nearly everything",
                    "aucune publication mesurée ne peut être choisie : chacune dépasse un plafond ou a presque tout perdu",
                ),
            };
            return Err(fault.into());
        };
        self.choice = Some(chosen.signature.id.clone());
        Ok(())
    }

    /// How the figures of each criterion are called, by criterion.
    pub fn metric_names(&self) -> std::collections::BTreeMap<String, Said> {
        argument::metric_names(self)
    }

    /// What the star of measured releases goes by.
    pub fn star_criteria(&self) -> Vec<Said> {
        argument::star_criteria(self)
    }

    /// The argument for what was chosen.
    pub fn argument(&self) -> Vec<Said> {
        argument::of(self)
    }

    /// The project that releases what was chosen; hierarchies are built of the values.
    ///
    /// # Errors
    /// When nothing was chosen; or the failure of a file.
    pub fn chosen_project(&self, opened: Option<&Opened>) -> Result<Project> {
        let chosen = self.choice.as_ref().and_then(|id| {
            self.suggestion
                .suggested
                .iter()
                .map(|own| &own.signature)
                .find(|own| own.id == *id)
        });
        let Some(signature) = chosen else {
            return Err(Faults::one("nothing is chosen yet", "rien n'est encore choisi").into());
        };
        let ontology = self.knowledge()?;
        measure::project_of(self, opened, &ontology, signature)
    }

    /// Releases what was chosen, with the argument in the report.
    ///
    /// # Errors
    /// Those of `anonymize`.
    pub fn export(&self, project: &Project, progress: &dyn Progress) -> Result<Answer> {
        let request = Request::new(project)
            .because(self.argument())
            .attacked_by(attack_release);
        publish(request, progress)
    }
}

#[cfg(test)]
mod tests;
