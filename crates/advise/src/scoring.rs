//! Pairwise comparison by itself, from files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bauta_guide::ahp::{
    Consistency, Criteria, Moved, WeightMethod, read_context, read_evaluations, read_scales, score,
    sensitivity,
};
use bauta_guide::{Faults, Said};
use serde::Serialize;

use bauta_messages::Result;

/// Where everything is.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreFiles {
    /// Evaluations of alternatives, CSV.
    pub evaluations: PathBuf,
    /// Hierarchy and judgements, JSON.
    pub context: PathBuf,
    /// Scales, JSON.
    pub scales: PathBuf,
    /// How weights are made.
    pub weights: WeightMethod,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScoreReport {
    /// How weights were made.
    pub method: &'static str,
    /// The score of each alternative.
    pub scores: BTreeMap<String, f64>,
    /// The best first.
    pub ranking: Vec<String>,
    /// Share of each leaf in the whole.
    pub weights: BTreeMap<String, f64>,
    /// Share of every criterion in the whole, inner ones included.
    pub criteria: BTreeMap<String, f64>,
    /// How consistent the judgements below each parent are.
    pub consistency: BTreeMap<String, Consistency>,
    /// Whether all of them are.
    pub consistent: bool,
    /// How consistent the comparisons are that scales made of evaluations.
    pub evaluation_consistency: BTreeMap<String, Consistency>,
    /// For each leaf the weight of each alternative.
    pub local: BTreeMap<String, BTreeMap<String, f64>>,
    /// What moving a weight does.
    pub sensitivity: Vec<Moved>,
    /// Inconsistent judgements: what causes it, and a repair.
    pub advice: Vec<Said>,
    /// Things worth saying.
    pub notes: Vec<Said>,
}

/// Scores the alternatives of a file.
///
/// # Errors
/// All faults of the files; or that one cannot be read.
pub fn score_files(files: &ScoreFiles) -> Result<ScoreReport> {
    let read = |path: &PathBuf| -> Result<(String, String)> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| bauta_formats::Error::io(path, source))?;
        Ok((text, path.display().to_string()))
    };
    let (context, scales, evaluations) = (
        read(&files.context)?,
        read(&files.scales)?,
        read(&files.evaluations)?,
    );
    let mut faults = Vec::new();
    let mut noted = |found: Faults| faults.extend(found.0);
    let context = read_context(&context.0, &context.1)
        .map_err(&mut noted)
        .ok();
    let scales = read_scales(&scales.0, &scales.1).map_err(&mut noted).ok();
    let criteria = context.as_ref().and_then(|own| {
        Criteria::new(&own.hierarchy, &own.judgements)
            .map_err(&mut noted)
            .ok()
    });
    let weighed = criteria.map(|criteria| criteria.weigh(files.weights));
    let evaluations = match (&context, &weighed) {
        (Some(context), Some(weighed)) => {
            read_evaluations(&evaluations.0, &weighed.leaves, context)
                .map_err(&mut noted)
                .ok()
        }
        _ => None,
    };
    let (Some(weighed), Some((scales, mut notes)), Some(evaluations)) =
        (weighed, scales, evaluations)
    else {
        return Err(Faults(faults).into());
    };
    let scored = score(&weighed, &evaluations, &scales, files.weights)?;
    let loose = scored.consistency.iter().filter(|(_, own)| !own.consistent);
    notes.extend(loose.map(|(leaf, own)| {
        Said::new(
            format!("comparisons that the scale of \"{leaf}\" makes are not consistent: ratio {:.3}, above 0.1", own.cr),
            format!("les comparaisons que fait l'échelle de « {leaf} » ne sont pas cohérentes : rapport {:.3}, au-dessus de 0,1", own.cr),
        )
    }));
    let share = |leaf: &String| {
        (
            leaf.clone(),
            weighed.global.get(leaf).copied().unwrap_or(0.0),
        )
    };
    Ok(ScoreReport {
        method: files.weights.name(),
        sensitivity: sensitivity(&weighed, &scored),
        scores: scored.scores,
        ranking: scored.ranking,
        weights: weighed.leaves.iter().map(share).collect(),
        criteria: weighed.global.clone(),
        consistent: weighed.consistency.values().all(|own| own.consistent),
        consistency: weighed.consistency,
        evaluation_consistency: scored.consistency,
        local: scored.local,
        advice: weighed.advice,
        notes,
    })
}
