//! Fictitious rows: made by the library into a file of the session, drawn again at another level, evaluated, and sent in any format.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use bauta::{
    Detail, HeldOut, JoinedModel, JoinedOptions, Round, StudyRequest, Synthesis, SynthesisOptions,
    SyntheticRequest,
};
use bauta_formats::{Locator, ReadOptions, WriteOptions};
use bauta_table::Silent;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::job::{Job, Outcome};
use crate::work::{options, wrong};

/// The folder of fictitious rows, inside a dataset's own.
const FOLDER: &str = "synthesis";
/// Attacks of each kind, if nothing is said.
const ATTACKS: usize = 500;
/// The share of the rows that is kept out, where that is asked for.
const KEPT_OUT: f64 = 0.2;

/// What a job made.
pub struct Synthetic {
    /// What the library tells of it.
    pub told: Value,
    /// The rows; none where what is asked for cannot be had.
    pub table: Option<PathBuf>,
    model: Option<PathBuf>,
    /// The seed with which a share of the rows was kept out.
    kept_out: Option<u64>,
}

/// What may be said about fictitious rows.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SynthesisAsked {
    /// The job whose model is drawn from; looked up before.
    #[serde(rename = "job")]
    _job: Option<String>,
    method: String,
    k: u64,
    rows: Option<usize>,
    seed: u64,
    seconds: Option<u64>,
    clusters: Option<usize>,
    detail: String,
    epsilon: f64,
    drop: Vec<String>,
    /// What columns can have, for noisy tables.
    values: BTreeMap<String, String>,
    keep_out: bool,
}

impl Default for SynthesisAsked {
    fn default() -> Self {
        SynthesisAsked {
            _job: None,
            method: "coclusters".to_owned(),
            k: 10,
            rows: None,
            seed: 1,
            seconds: None,
            clusters: None,
            detail: "optimal".to_owned(),
            epsilon: 1.0,
            drop: Vec::new(),
            values: BTreeMap::new(),
            keep_out: false,
        }
    }
}

/// Makes fictitious rows.
pub fn make(job: &Job) -> bauta::Result<Outcome> {
    let asked: SynthesisAsked = options(job)?;
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
    let made = match asked.method.as_str() {
        "coclusters" => coclusters(job, &asked, &folder, table)?,
        "trees" => joined(job, &asked, JoinedModel::Trees { k: asked.k }, table)?,
        "noisy" => joined(
            job,
            &asked,
            JoinedModel::Noisy {
                epsilon: asked.epsilon,
            },
            table,
        )?,
        _ => {
            return Err(wrong(
                "the method of a synthesis is coclusters, trees or noisy",
            ));
        }
    };
    Ok(Outcome::Synthetic(Box::new(made)))
}

fn coclusters(
    job: &Job,
    asked: &SynthesisAsked,
    folder: &Path,
    table: PathBuf,
) -> bauta::Result<Synthetic> {
    let kept = kept_place(&table);
    let before = job
        .of
        .as_ref()
        .and_then(|of| of.ended())
        .and_then(|ended| model_of(&ended));
    let model = folder.join("model.json");
    let curve = Arc::clone(&job.curve);
    let watch = move |round: &Round| {
        curve
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push([round.seconds, round.criterion]);
    };
    let wanted = SynthesisOptions {
        k: asked.k,
        rows: asked.rows,
        clusters: asked.clusters,
        detail: if asked.detail == "fine" {
            Detail::Fine
        } else {
            Detail::Optimal
        },
        drop: asked.drop.clone(),
        seconds: asked.seconds,
        seed: asked.seed,
        save_model: before.is_none().then(|| model.clone()),
        model: before,
        keep_out: asked
            .keep_out
            .then(|| (KEPT_OUT, kept.display().to_string())),
        output: table.display().to_string(),
        watch: Some(Arc::new(watch)),
        force: true,
        ..SynthesisOptions::default()
    };
    Ok(match bauta::synthesize(job.input(), &wanted, job)? {
        Synthesis::Written(made) => {
            let model = wanted.model.is_none().then_some(model);
            let kept_out = asked.keep_out.then_some(asked.seed);
            Synthetic {
                told: told("coclusters", &made, job),
                table: Some(table),
                model,
                kept_out,
            }
        }
        Synthesis::Unreachable(why) => Synthetic {
            told: json!({ "method": "coclusters", "why": why }),
            table: None,
            model: None,
            kept_out: None,
        },
    })
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

fn joined(
    job: &Job,
    asked: &SynthesisAsked,
    model: JoinedModel,
    table: PathBuf,
) -> bauta::Result<Synthetic> {
    let kept = kept_place(&table);
    let wanted = JoinedOptions {
        model,
        rows: asked.rows,
        order: Vec::new(),
        drop: asked.drop.clone(),
        values: asked.values.clone(),
        keep_out: asked
            .keep_out
            .then(|| (KEPT_OUT, kept.display().to_string())),
        allow_copies: false,
        seed: asked.seed,
        output: table.display().to_string(),
        force: true,
    };
    let made = bauta::synthesize_joined(job.input(), &wanted, job)?;
    let told = told(&asked.method, &made, job);
    Ok(Synthetic {
        told,
        table: Some(table),
        model: None,
        kept_out: asked.keep_out.then_some(asked.seed),
    })
}

/// What the library tells, without places of files.
fn told(method: &str, made: &impl Serialize, job: &Job) -> Value {
    let mut told = serde_json::to_value(made).unwrap_or_default();
    if let Some(entries) = told.as_object_mut() {
        entries.remove("output");
        entries.insert("input".to_owned(), job.dataset.name.clone().into());
        entries.insert("method".to_owned(), method.into());
    }
    told
}

/// What may be said about an evaluation.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct EvaluationAsked {
    /// The job whose rows are evaluated; looked up before.
    #[serde(rename = "job")]
    _job: Option<String>,
    attacks: Option<usize>,
    seed: Option<u64>,
}

/// How good fictitious rows are, and how near to the people.
pub fn evaluate(job: &Job) -> bauta::Result<Outcome> {
    let asked: EvaluationAsked = options(job)?;
    let Some(of) = job.of.as_ref() else {
        return Err(bauta::Error::internal("an evaluation has no job to go on from"));
    };
    let ended = of.ended();
    let made = match ended.as_deref() {
        Some(Ok(Outcome::Synthetic(made))) => made,
        _ => return Err(bauta::Error::internal("an evaluation has no synthetic table")),
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

/// What may be said about a study.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct StudyAsked {
    levels: Vec<usize>,
    drop: Vec<String>,
    seed: Option<u64>,
}

/// Co-clusters evaluated level by level.
pub fn study(job: &Job) -> bauta::Result<Outcome> {
    let asked: StudyAsked = options(job)?;
    let request = StudyRequest {
        levels: asked.levels,
        share: KEPT_OUT,
        positive: Vec::new(),
        without: Vec::new(),
        drop: asked.drop,
        doubt: 0.0,
        rounds: SynthesisOptions::default().rounds,
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
