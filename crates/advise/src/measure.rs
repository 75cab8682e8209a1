//! Step 4: what was picked runs, is verified and measured; ceilings first, then scores.

use std::collections::{BTreeMap, BTreeSet};

use bauta_guide::Said;
use bauta_guide::ahp::{Moved, Scored, sensitivity};
use bauta_guide::estimate::protection;
use bauta_guide::ontology::Ontology;
use bauta_guide::signatures::Signature;
use bauta_guide::suggest::{Preferences, evaluations};
use bauta_table::Progress;
use serde::{Deserialize, Serialize};

use super::Session;
use super::facts::with_hierarchies;
use bauta_evaluate::EvaluateOptions;
use bauta_evaluate::{Candidate, Compared, Status, compare, unbeaten};
use bauta_messages::Result;
use bauta_privacy::{Assessment, Utility};
use bauta_run::project::Project;
use bauta_run::{Opened, ProjectInput};

/// A signature that ran.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct MeasuredSignature {
    /// The signature.
    #[serde(flatten)]
    pub signature: Signature,
    /// Whether there is a verified release.
    pub released: bool,
    /// Why there is none.
    pub reasons: Vec<Said>,
    /// Ceilings that it breaks.
    pub beyond: Vec<Said>,
    /// What was measured, by criterion.
    pub values: BTreeMap<String, f64>,
    /// The highest risk of a row.
    pub risk: f64,
    /// Rows left out.
    pub suppressed_rows: u64,
    /// Classes.
    pub classes: u64,
    /// Seconds of searching, applying and verifying.
    pub seconds: f64,
    /// Whether no other one that keeps the ceilings is as good in every criterion, in highest risk and in rows left out, and better in one.
    pub pareto: bool,
    /// Its score; none where it breaks a ceiling, another one beats it, or a criterion could not be measured.
    pub score: Option<f64>,
}

impl MeasuredSignature {
    /// Whether it may be released.
    pub fn is_fit(&self) -> bool {
        self.released && self.beyond.is_empty()
    }
}

/// What came of the runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Results {
    /// The signatures, the best score first; then those that another one beats, and last those that may not be released.
    pub measured: Vec<MeasuredSignature>,
    /// Scores and comparisons.
    pub scored: Option<Scored>,
    /// What moving a weight does.
    pub sensitivity: Vec<Moved>,
}

/// Whether this program can run an algorithm of the ontology.
pub(super) fn is_runnable(algorithm: &str) -> bool {
    bauta_methods::find(algorithm).is_ok()
}

/// Runs what was picked.
pub(super) fn measure(
    session: &Session,
    opened: Option<&Opened>,
    ontology: &Ontology,
    preferences: &Preferences,
    progress: &dyn Progress,
) -> Result<Results> {
    let suggested = session
        .suggestion
        .suggested
        .iter()
        .map(|own| &own.signature);
    let picked: Vec<&Signature> = suggested
        .filter(|own| session.picked.contains(&own.id))
        .collect();
    let needing = needing_hierarchies(ontology)?;
    let mut measured: Vec<MeasuredSignature> = Vec::new();
    for with in [false, true] {
        let own: Vec<&Signature> = picked
            .iter()
            .copied()
            .filter(|own| needing.contains(&own.algorithm) == with)
            .collect();
        let (own, strangers): (Vec<&Signature>, Vec<&Signature>) =
            own.into_iter().partition(|own| is_runnable(&own.algorithm));
        measured.extend(strangers.into_iter().map(unknown_here));
        if own.is_empty() {
            continue;
        }
        let project = base(session, opened, with, progress)?;
        let candidates: Vec<Candidate> = own
            .iter()
            .map(|signature| candidate(signature, session))
            .collect();
        let options = EvaluateOptions {
            seed: project.anonymize.seed,
            ..EvaluateOptions::default()
        };
        let project = &project;
        let compared = compare(
            ProjectInput { project, opened },
            &candidates,
            &options,
            progress,
        )?;
        measured.extend(
            own.iter()
                .zip(&compared.candidates)
                .map(|(own, found)| of(own, found, session)),
        );
    }
    weigh(measured, session, ontology, preferences)
}

/// Marks what no other one beats, scores these, and puts the best first.
pub(super) fn weigh(
    mut measured: Vec<MeasuredSignature>,
    session: &Session,
    ontology: &Ontology,
    preferences: &Preferences,
) -> Result<Results> {
    mark_unbeaten(&mut measured, ontology, session)?;
    // Who is beaten is not weighed: no weights of the criteria speak for it.
    let complete = |own: &&MeasuredSignature| {
        own.pareto
            && session
                .suggestion
                .weighed
                .leaves
                .iter()
                .all(|leaf| own.values.contains_key(leaf))
    };
    let rows = evaluations(
        measured
            .iter()
            .filter(complete)
            .map(|own| (own.signature.id.clone(), own.values.clone())),
    );
    let scored = if rows.ids.is_empty() {
        None
    } else {
        Some(preferences.score(
            &session.suggestion.weighed,
            &rows,
            &session.suggestion.metrics,
        )?)
    };
    for own in &mut measured {
        own.score = scored
            .as_ref()
            .and_then(|scored| scored.scores.get(&own.signature.id).copied());
    }
    let rank = |own: &MeasuredSignature| match own.score {
        Some(score) => score,
        None if own.pareto => -1.0,
        None if own.is_fit() => -2.0,
        None => -3.0,
    };
    measured.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
    let moved = scored
        .as_ref()
        .map(|scored| sensitivity(&session.suggestion.weighed, scored))
        .unwrap_or_default();
    Ok(Results {
        measured,
        scored,
        sensitivity: moved,
    })
}

/// Algorithms that need a hierarchy of every quasi-identifier. Others use those that were given, and no built ones: built
/// steps would only make their ranges coarser.
fn needing_hierarchies(ontology: &Ontology) -> Result<BTreeSet<String>> {
    let all = ontology.algorithms()?.into_iter();
    Ok(all
        .filter(|own| own.hierarchies == "all")
        .map(|own| own.named.id)
        .collect())
}

fn base(
    session: &Session,
    opened: Option<&Opened>,
    with_built_hierarchies: bool,
    progress: &dyn Progress,
) -> Result<Project> {
    if !with_built_hierarchies {
        return Ok(session.project.clone());
    }
    let project = &session.project;
    let source = ProjectInput { project, opened }.source(progress)?;
    with_hierarchies(project, &source.table)
}

fn candidate(signature: &Signature, session: &Session) -> Candidate {
    Candidate {
        method: signature.algorithm.clone(),
        k: Some(signature.k),
        max_suppression: Some(
            signature.max_suppression as f64 / session.context.rows.max(1) as f64,
        ),
        ..Candidate::default()
    }
}

/// The project that releases a signature.
pub(super) fn project_of(
    session: &Session,
    opened: Option<&Opened>,
    ontology: &Ontology,
    signature: &Signature,
) -> Result<Project> {
    let with = needing_hierarchies(ontology)?.contains(&signature.algorithm);
    let mut project = base(session, opened, with, &bauta_table::Silent)?;
    project.anonymize.method.clone_from(&signature.algorithm);
    project.anonymize.parameters.clear();
    project.targets.set_k(Some(signature.k));
    project.anonymize.max_suppression = candidate(signature, session).max_suppression;
    Ok(project)
}

fn unknown_here(signature: &Signature) -> MeasuredSignature {
    let name = &signature.algorithm;
    let reason = Said::new(
        format!("{name} is known to the ontology only; this program cannot run it"),
        format!("{name} n'est connu que de l'ontologie ; ce programme ne sait pas l'exécuter"),
    );
    unmeasured(signature, vec![reason])
}

fn unmeasured(signature: &Signature, reasons: Vec<Said>) -> MeasuredSignature {
    MeasuredSignature {
        signature: signature.clone(),
        released: false,
        reasons,
        beyond: Vec::new(),
        values: BTreeMap::new(),
        risk: 1.0,
        suppressed_rows: 0,
        classes: 0,
        seconds: 0.0,
        pareto: false,
        score: None,
    }
}

fn of(signature: &Signature, found: &Compared, session: &Session) -> MeasuredSignature {
    let Some(measures) = found
        .assessment
        .as_ref()
        .filter(|_| found.status == Status::Released)
    else {
        let pairs = found.reasons.iter().zip(&found.reasons_fr);
        return unmeasured(
            signature,
            pairs
                .map(|(en, fr)| Said::new(en.clone(), fr.clone()))
                .collect(),
        );
    };
    let risk = measures.risk.prosecutor.max;
    let told = |metric: &str| match metric {
        "protection" => Some(protection(risk, &session.context)),
        _ => value(metric, found),
    };
    let metrics = session.suggestion.metrics.iter();
    MeasuredSignature {
        released: true,
        beyond: beyond(measures, session),
        values: metrics
            .filter_map(|(leaf, metric)| Some((leaf.clone(), told(metric)?)))
            .collect(),
        risk,
        suppressed_rows: measures.suppressed_rows,
        classes: measures.classes,
        seconds: found.total_seconds(),
        ..unmeasured(signature, Vec::new())
    }
}

/// What a metric of the ontology is in a comparison.
pub(super) fn value(metric: &str, found: &Compared) -> Option<f64> {
    let utility = found
        .assessment
        .as_ref()
        .map(|measures| &measures.utility)?;
    match metric {
        "kept-rows" => utility.completeness,
        "information-loss" => utility.lost(),
        "average-class" => utility.average_class_size,
        "discernibility" => Some(utility.discernibility),
        "query-error" => found.queries.map(|report| report.error.mean),
        "classification-kept" => accuracy_kept(found),
        "seconds" => Some(found.total_seconds()),
        _ => None,
    }
}

/// The share that is left of what models of the original predict beyond the most frequent class. Knowing nothing reaches that class, so a table
/// in which nothing is left keeps nothing; and so does every release where not even the original predicts more.
fn accuracy_kept(found: &Compared) -> Option<f64> {
    let task = found.task.as_ref()?;
    let original = task.models.iter().map(|model| model.original.accuracy);
    let gain = original.reduce(f64::max)? - task.majority;
    let left = found.accuracy()? - task.majority;
    Some(if gain > 0.0 {
        (left / gain).clamp(0.0, 1.0)
    } else {
        0.0
    })
}

/// Ceilings that a release breaks. They are looked at before anything is weighed: a good mark elsewhere must not make up for a
/// risk that is too high.
fn beyond(measures: &Assessment, session: &Session) -> Vec<Said> {
    let (risk, suppressed) = (measures.risk.prosecutor.max, measures.suppressed_rows);
    let mut said = Vec::new();
    let lost = measures.utility.lost();
    if let Some(lost) = lost.filter(|_| measures.utility.keeps_hardly_anything()) {
        let (lost, most) = (100.0 * lost, 100.0 * Utility::MOST_LOST);
        let french = format!("{lost:.1}").replace('.', ",");
        said.push(Said::new(
            format!("it lost {lost:.1} % of the information, and a release that lost more than {most:.0} % is never chosen"),
            format!("il a perdu {french} % de l'information, et une publication qui en a perdu plus de {most:.0} % n'est jamais choisie"),
        ));
    }
    let ceiling = session.context.risk;
    if risk > ceiling.share() + 1e-9 {
        said.push(Said::new(
            format!(
                "its highest risk of {:.1} % is above the ceiling of {ceiling} %",
                100.0 * risk
            ),
            format!(
                "son plus haut risque, {:.1} %, dépasse le plafond de {ceiling} %",
                100.0 * risk
            ),
        ));
    }
    let most = session
        .context
        .max_suppression
        .iter()
        .copied()
        .max()
        .unwrap_or(0);
    if suppressed > most {
        said.push(Said::new(
            format!("it leaves out {suppressed} rows, and at most {most} may be"),
            format!("il écarte {suppressed} lignes, et {most} au plus peuvent l'être"),
        ));
    }
    said
}

fn mark_unbeaten(
    measured: &mut [MeasuredSignature],
    ontology: &Ontology,
    session: &Session,
) -> Result<()> {
    let metrics = ontology.metrics()?;
    let higher = |leaf: &String| {
        let metric = session.suggestion.metrics.get(leaf);
        metrics
            .iter()
            .any(|own| Some(&own.named.id) == metric && own.better == "higher")
    };
    let leaves = &session.suggestion.weighed.leaves;
    // What could not be measured counts as the worst.
    let costs = |own: &MeasuredSignature| -> Option<Vec<f64>> {
        let cost = |leaf: &String| match own.values.get(leaf) {
            Some(value) if higher(leaf) => -value,
            Some(value) => *value,
            None => f64::INFINITY,
        };
        let shown = [own.risk, own.suppressed_rows as f64];
        own.is_fit()
            .then(|| leaves.iter().map(cost).chain(shown).collect())
    };
    let all: Vec<Option<Vec<f64>>> = measured.iter().map(costs).collect();
    for (own, unbeaten) in measured.iter_mut().zip(unbeaten(&all)) {
        own.pareto = unbeaten;
    }
    Ok(())
}
