//! Jobs: started, watched, stopped.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{Stream, unfold};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::projects::of_json;
use crate::advice;
use crate::answer::{Given, Problem, Result};
use crate::app::App;
use crate::job::{Job, JobKind, JobView, Order};
use crate::language::Language;

/// What to do.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    kind: JobKind,
    /// Instead of the dataset's project.
    #[schema(value_type = Option<Object>)]
    project: Option<serde_json::Value>,
    /// What the user calls it.
    name: Option<String>,
    /// risk: weight, population, sampling_fraction, household, target_k, target_l, outliers, show_values; compare: candidates, models, seed;
    /// attack: job (whose release is attacked), attacks, exclude, seed, fail_above; advise: answers; measure: job (whose suggestions run), picked;
    /// anonymize: job (whose measured signatures are chosen from), choice; synthesize: method, k, rows, seed, seconds, detail, epsilon, drop, keep_out,
    /// or job (whose model is drawn from) and clusters; evaluate: job (whose rows are evaluated), attacks;
    /// study: levels, seed.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    options: serde_json::Value,
}

/// Starts a job on a dataset.
#[utoipa::path(post, path = "/datasets/{id}/jobs", params(("id" = String, Path)), request_body = Start, responses((status = 202, body = JobView), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub async fn start(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Given(asked): Given<Start>,
) -> Result<(StatusCode, Json<JobView>)> {
    let dataset = app.dataset(&id, language)?;
    let project = match asked.project {
        Some(given) => of_json(given, language)?,
        None => dataset.project(),
    };
    let of = before(&app, &id, &asked.kind, &asked.options, language)?;
    let runnable = dataset.runnable(&project, language)?;
    // What goes on from advice goes on with the table that was advised about.
    let (project, runnable, data) = match &of {
        Some(of) if asked.kind == JobKind::Anonymize => {
            let (project, runnable) = advice::chosen(of, &asked.options, language).await?;
            (project, runnable, of.data.clone())
        }
        Some(of) if asked.kind == JobKind::Measure => (project, runnable, of.data.clone()),
        _ => {
            let data = dataset.read_for(&project);
            (project, runnable, data)
        }
    };
    let number = app.number();
    let id = format!("j{number}");
    let name = asked
        .name
        .filter(|name| !name.trim().is_empty())
        .unwrap_or_else(|| id.clone());
    let order = Order {
        id,
        dataset,
        kind: asked.kind,
        name,
        project,
        runnable,
        data,
        options: asked.options,
        of,
    };
    let job = Arc::new(Job::new(order));
    let view = job.view(language);
    app.add_job(number, job);
    Ok((StatusCode::ACCEPTED, Json(view)))
}

/// The job that a new one goes on from, which must be of the same dataset and have what is needed.
fn before(
    app: &App,
    dataset: &str,
    kind: &JobKind,
    options: &Value,
    language: Language,
) -> Result<Option<Arc<Job>>> {
    let named = options.get("job").and_then(Value::as_str);
    let of = match (kind, named) {
        (JobKind::Attack, None) => return Err(unnamed(language)),
        (JobKind::Measure, None) => return Err(no_advice(language)),
        (JobKind::Evaluate, None) => return Err(no_rows(language)),
        (
            JobKind::Risk | JobKind::Compare | JobKind::Steps | JobKind::Advise | JobKind::Study,
            _,
        )
        | (_, None) => {
            return Ok(None);
        }
        (_, Some(job)) => app.job(job, language)?,
    };
    let has = match kind {
        JobKind::Attack => of.held().is_some(),
        JobKind::Synthesize | JobKind::Evaluate => of.synthetic().is_some(),
        _ => of.session().is_some(),
    };
    match of.dataset.id == dataset && has {
        true => Ok(Some(of)),
        false => Err(super::results::not_yet(&of, language)),
    }
}

fn no_rows(language: Language) -> Problem {
    Problem::wrong(
        language,
        "name the job whose synthetic table is evaluated (options: job)",
        "nommez la tâche dont la table synthétique est évaluée (options : job)",
    )
}

fn no_advice(language: Language) -> Problem {
    Problem::wrong(
        language,
        "name the job whose suggestions are to be run (options: job)",
        "nommez la tâche dont les suggestions sont à exécuter (options : job)",
    )
}

fn unnamed(language: Language) -> Problem {
    Problem::wrong(
        language,
        "name the job whose release is attacked (options: job)",
        "nommez la tâche dont la publication est attaquée (options : job)",
    )
}

/// All jobs.
#[utoipa::path(get, path = "/jobs", responses((status = 200, body = Vec<JobView>)))]
pub async fn list(State(app): State<Arc<App>>, language: Language) -> Json<Vec<JobView>> {
    Json(app.jobs().iter().map(|job| job.view(language)).collect())
}

/// One job.
#[utoipa::path(get, path = "/jobs/{id}", params(("id" = String, Path)), responses((status = 200, body = JobView), (status = 404, body = Problem)))]
pub async fn one(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<Json<JobView>> {
    Ok(Json(app.job(&id, language)?.view(language)))
}

/// Stops a job that runs; forgets one that has ended.
#[utoipa::path(delete, path = "/jobs/{id}", params(("id" = String, Path)), responses((status = 200, body = JobView), (status = 404, body = Problem)))]
pub async fn end(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<Json<JobView>> {
    let job = app.job(&id, language)?;
    if job.state().has_ended() {
        app.remove_job(&job);
    } else {
        job.cancel();
    }
    Ok(Json(job.view(language)))
}

/// Events `progress` and `state` with the job as data, from the present state to the end.
#[utoipa::path(get, path = "/jobs/{id}/events", params(("id" = String, Path)), responses((status = 200, body = JobView, content_type = "text/event-stream"), (status = 404, body = Problem)))]
pub async fn events(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = std::result::Result<Event, Infallible>>>> {
    let job = app.job(&id, language)?;
    let watch = job.watch();
    let stream = unfold(Some((job, watch, None)), move |state| async move {
        let (job, mut watch, before) = state?;
        watch.changed().await.ok()?;
        let now = watch.borrow_and_update().state;
        let name = if before == Some(now) {
            "progress"
        } else {
            "state"
        };
        let event = Event::default()
            .event(name)
            .json_data(job.view(language))
            .unwrap_or_default();
        let next = (!now.has_ended()).then_some((job, watch, Some(now)));
        Some((Ok(event), next))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}
