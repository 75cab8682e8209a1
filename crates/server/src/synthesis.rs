//! Fictitious rows: made by the library into a file of the session, drawn again at another level, evaluated, and sent in any format.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use bauta::{
    Detail, HeldOut, KeepOut, Round, SEARCH_ROUNDS, StudyRequest, Synthesis, SynthesisRequest,
    SyntheticRequest,
};
use bauta_formats::{Locator, ReadOptions, WriteOptions};
use bauta_table::Silent;

use crate::job::{Job, Outcome};
use crate::request::{EvaluationSettings, Fineness, StudySettings, SynthesisSettings};
use crate::synthetic::{SynthesisResult, Synthetic};

/// The folder of fictitious rows, inside a dataset's own.
const FOLDER: &str = "synthesis";
/// Attacks of each kind, if nothing is said.
const ATTACKS: usize = 500;
/// The share of the rows that is kept out, where that is asked for.
const KEPT_OUT: f64 = 0.2;

/// Makes fictitious rows.
pub fn make(job: &Job, asked: &SynthesisSettings) -> bauta::Result<Outcome> {
    let folder = job.dataset.folder.join(FOLDER).join(&job.id);
    std::fs::create_dir_all(&folder).map_err(|source| bauta_formats::Error::io(&folder, source))?;
    let extension = job
        .dataset
        .path()
        .extension()
        .and_then(|it| it.to_str())
        .unwrap_or_default()
        .to_lowercase();
    let known = ["csv", "tsv", "ods", "xlsx", "parquet"].contains(&extension.as_str());
    let table = folder.join(format!("table.{}", if known { &extension } else { "csv" }));
    let model = folder.join("model.json");
    let request = request(job, asked, &table, &model);
    let saved = request.save_model.is_some();
    let answer = bauta::synthesize(&request, job)?;
    let reached = !matches!(answer, Synthesis::Unreachable(_));
    Ok(Outcome::Synthetic(Box::new(Synthetic {
        result: SynthesisResult::of(answer, &job.dataset.name),
        table: reached.then_some(table),
        model: (reached && saved).then_some(model),
        kept_out: (reached && asked.keep_out).then_some(asked.seed),
    })))
}

/// The library's request, with those settings that the generator has.
fn request<'a>(
    job: &'a Job,
    asked: &SynthesisSettings,
    table: &Path,
    model: &Path,
) -> SynthesisRequest<'a> {
    let card = asked.method.0.card();
    let before = job.of.as_ref().and_then(|of| of.ended());
    let before = before
        .and_then(|ended| model_of(&ended))
        .filter(|_| card.has("--model"));
    let curve = Arc::clone(&job.curve);
    let watch = move |round: &Round| {
        curve
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push([round.seconds, round.criterion]);
    };
    let kept = kept_place(table);
    SynthesisRequest {
        k: asked.k,
        rows: asked.rows,
        clusters: asked.clusters.filter(|_| card.has("--clusters")),
        detail: match asked.detail {
            Fineness::Fine => Detail::Fine,
            Fineness::Optimal => Detail::Optimal,
        },
        drop: asked.drop.clone(),
        seconds: asked.seconds,
        watch: Some(Arc::new(watch)),
        epsilon: asked.epsilon,
        values: asked.values.clone(),
        seed: asked.seed,
        save_model: (card.has("--save-model") && before.is_none()).then(|| model.to_owned()),
        model: before,
        keep_out: asked.keep_out.then(|| KeepOut {
            share: KEPT_OUT,
            kept: kept.display().to_string(),
            training: None,
        }),
        output: table.display().to_string(),
        force: true,
        ..SynthesisRequest::new(job.input(), card.id)
    }
}

/// Where the rows go that have no part in a table.
fn kept_place(table: &Path) -> PathBuf {
    table.with_file_name("kept-out.parquet")
}

fn model_of(ended: &crate::job::Ended) -> Option<PathBuf> {
    match ended {
        Ok(Outcome::Synthetic(made)) => made.model.clone(),
        _ => None,
    }
}

/// How good fictitious rows are, and how near to the people.
pub fn evaluate(job: &Job, asked: &EvaluationSettings) -> bauta::Result<Outcome> {
    let Some(of) = job.of.as_ref() else {
        return Err(bauta::Error::internal(
            "an evaluation has no job to go on from",
        ));
    };
    let ended = of.ended();
    let made = match ended.as_deref() {
        Some(Ok(Outcome::Synthetic(made))) => made,
        _ => {
            return Err(bauta::Error::internal(
                "an evaluation has no synthetic table",
            ));
        }
    };
    let request = SyntheticRequest {
        synthetic: made
            .table
            .as_ref()
            .map(|table| table.display().to_string())
            .unwrap_or_default(),
        held_out: made.kept_out.map(|seed| HeldOut::Parted {
            share: KEPT_OUT,
            seed,
        }),
        positive: Vec::new(),
        without: Vec::new(),
        attacks: asked.attacks.unwrap_or(ATTACKS),
        seed: asked.seed.unwrap_or(job.project.anonymize.seed),
    };
    let mut found = bauta::evaluate_synthetic(job.input(), &request, job)?;
    found.original.clone_from(&job.dataset.name);
    found.synthetic.clone_from(&of.name);
    if let Some(criteria) = &mut found.criteria {
        criteria.original.clone_from(&job.dataset.name);
        criteria.control = criteria.control.take().map(|_| of.name.clone());
    }
    Ok(Outcome::Evaluated(Box::new(found)))
}

/// Co-clusters evaluated level by level.
pub fn study(job: &Job, asked: StudySettings) -> bauta::Result<Outcome> {
    let request = StudyRequest {
        levels: asked.levels,
        share: KEPT_OUT,
        positive: Vec::new(),
        without: Vec::new(),
        drop: asked.drop,
        doubt: 0.0,
        rounds: SEARCH_ROUNDS,
        seed: asked.seed.unwrap_or(job.project.anonymize.seed),
    };
    let mut found = bauta::study(job.input(), &request, job)?;
    found.original.clone_from(&job.dataset.name);
    Ok(Outcome::Studied(Box::new(found)))
}

/// Writes fictitious rows in the format of a place.
pub fn convert(job: &Job, table: &Path, place: &Locator) -> bauta::Result<()> {
    let own: Locator = table.display().to_string().parse()?;
    let input = &job.runnable.input;
    let delimiter = input
        .delimiter
        .and_then(|delimiter| u8::try_from(delimiter).ok());
    let reading = ReadOptions {
        delimiter,
        kinds: input.types.clone(),
        ..ReadOptions::default()
    };
    let read = bauta_formats::read(&own, &reading, &Silent)?;
    let writing = WriteOptions {
        force: true,
        delimiter: place.delimited_like(read.delimiter),
        ..WriteOptions::default()
    };
    bauta_formats::stage(&read.table, place, &writing, &Silent)?.commit()?;
    Ok(())
}
