//! Jobs: started, watched, stopped.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{Stream, unfold};

use crate::advice;
use crate::answer::{Given, Problem, Result};
use crate::app::App;
use crate::job::{Job, JobView, Order};
use crate::language::Language;
use crate::request::JobRequest;

/// Starts a job on a dataset.
#[utoipa::path(post, path = "/datasets/{id}/jobs", params(("id" = String, Path)), request_body = ref("#/components/schemas/JobRequest"), responses((status = 202, body = JobView), (status = 400, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn start(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
    Given(request): Given<JobRequest>,
) -> Result<(StatusCode, Json<JobView>)> {
    let dataset = app.dataset(&id, language)?;
    let (_, given, name) = request.head();
    let project = given.cloned().unwrap_or_else(|| dataset.project());
    let of = before(&app, &id, &request, language)?;
    let runnable = dataset.runnable(&project, language)?;
    // What goes on from advice goes on with the table that was advised about.
    let (project, runnable, data) = match (&of, &request) {
        (Some(of), JobRequest::Anonymize(order)) => {
            let choice = order.settings().choice;
            let (project, runnable) = advice::chosen(of, choice.as_deref(), language).await?;
            (project, runnable, of.data.clone())
        }
        (Some(of), JobRequest::Measure(_)) => (project, runnable, of.data.clone()),
        _ => {
            let data = dataset.read_for(&project);
            (project, runnable, data)
        }
    };
    let number = app.number();
    let id = format!("j{number}");
    let name = name.filter(|name| !name.trim().is_empty()).unwrap_or(&id);
    let order = Order {
        name: name.to_owned(),
        id,
        dataset,
        project,
        runnable,
        data,
        request,
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
    request: &JobRequest,
    language: Language,
) -> Result<Option<Arc<Job>>> {
    let Some(id) = request.predecessor() else {
        return Ok(None);
    };
    let of = app.job(id, language)?;
    let has = match request {
        JobRequest::Attack(_) => of.held().is_some(),
        JobRequest::Synthesize(_) | JobRequest::Evaluate(_) => of.synthetic().is_some(),
        _ => of.session().is_some(),
    };
    match of.dataset.id == dataset && has {
        true => Ok(Some(of)),
        false => Err(super::results::not_yet(&of, language)),
    }
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
