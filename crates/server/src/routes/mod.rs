//! The interface: what can be asked below `/api/v1`. A route is only added together with its description.

mod advise;
mod datasets;
mod downloads;
mod explain;
mod files;
mod hierarchies;
mod jobs;
mod population;
mod projects;
mod results;
mod session;
mod uploads;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use serde_json::Value;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::{guard, page, schema};

/// The largest body besides uploads: projects and hierarchies.
const BODY_BYTES: usize = 64 << 20;

#[derive(OpenApi)]
#[openapi(info(
    title = "Bauta workbench",
    description = "What the page of `bauta serve` asks its server."
))]
struct Description;

/// All routes with their description.
fn interface() -> (Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let interface = OpenApiRouter::new()
        .routes(routes!(session::login))
        .routes(routes!(session::session))
        .routes(routes!(session::catalog))
        .routes(routes!(session::models))
        .routes(routes!(session::openapi))
        .routes(routes!(explain::list, explain::explain))
        .routes(routes!(advise::knowledge))
        .routes(routes!(advise::weigh))
        .routes(routes!(advise::argument))
        .routes(routes!(files::files))
        .routes(routes!(datasets::list, uploads::open))
        .routes(routes!(datasets::one, datasets::remove))
        .routes(routes!(datasets::rows))
        .routes(routes!(projects::project, projects::set_project))
        .routes(routes!(projects::project_text, projects::set_project_text))
        .routes(routes!(hierarchies::preview))
        .routes(routes!(hierarchies::export, hierarchies::import))
        .routes(routes!(population::import))
        .routes(routes!(jobs::start))
        .routes(routes!(jobs::list))
        .routes(routes!(jobs::one, jobs::end))
        .routes(routes!(jobs::events))
        .routes(routes!(results::result))
        .routes(routes!(results::project))
        .routes(routes!(results::rows))
        .routes(routes!(results::distributions))
        .routes(routes!(results::lattice))
        .routes(routes!(results::regions))
        .routes(routes!(downloads::report))
        .routes(routes!(downloads::download))
        .routes(routes!(downloads::publish));
    OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api/v1", interface)
        .split_for_parts()
}

/// The description of the interface.
pub fn description() -> Value {
    schema::described(&interface().1)
}

/// Names of types that the routes describe by themselves.
#[cfg(test)]
pub fn own_types() -> Vec<String> {
    let components = interface().1.components.unwrap_or_default();
    components.schemas.keys().cloned().collect()
}

/// Everything that the server answers.
pub fn router(app: &Arc<App>) -> Router {
    let (router, description) = interface();
    let described = schema::described(&description).to_string();
    let _ = app.description.set(described);
    router
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(from_fn_with_state(Arc::clone(app), guard::guard))
        .with_state(Arc::clone(app))
}
