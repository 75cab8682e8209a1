//! Queries and updates over HTTP.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use oxigraph::io::RdfSerializer;
use oxigraph::sparql::QueryResults;
use oxigraph::sparql::results::QueryResultsSerializer;

use super::answer::{Language, Problem, Result, body};
use super::protocol::{Operation, Words, operation};
use super::run::{Told, content, run};
use super::{App, describe, negotiate};
use crate::access::Caller;
use crate::budget::{Budget, Memory};
use crate::engine::{Asked, Using, View};
use crate::error::{Error, Right};

/// `/sparql`: queries and updates.
pub async fn both(State(app): State<Arc<App>>, request: Request) -> Result<Response> {
    answer(app, request, true, true).await
}

/// `/query`: queries only.
pub async fn queries(State(app): State<Arc<App>>, request: Request) -> Result<Response> {
    answer(app, request, true, false).await
}

/// `/update`: updates only.
pub async fn updates(State(app): State<Arc<App>>, request: Request) -> Result<Response> {
    answer(app, request, false, true).await
}

async fn answer(app: Arc<App>, request: Request, queries: bool, updates: bool) -> Result<Response> {
    let (method, mut headers) = (request.method().clone(), request.headers().clone());
    let language = Language::of(&headers);
    let address = request.uri().query().map(str::to_owned);
    let base = base(&app, &headers, request.uri().path());
    if ![Method::GET, Method::HEAD, Method::POST].contains(&method) {
        let sentence = language.say("send GET or POST", "envoyez GET ou POST");
        return Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, sentence));
    }
    let caller = caller_of(&request);
    let bytes = content(request, app.settings.text_limit, language).await?;
    let asked = operation(&method, address.as_deref(), &headers, &bytes)?;
    match &asked {
        Operation::Query(Words { parameters, .. }) | Operation::Description(parameters) => {
            negotiate::wanted(parameters, &mut headers);
        }
        Operation::Update(_) => {}
    }
    match asked {
        Operation::Query(words) if queries => {
            let view = match (words.exact, caller.view(app.engine.context())) {
                (true, View::Whole) => View::Exact,
                (true, View::Public | View::Exact | View::Some(..)) => {
                    return Err(Problem::of(&Error::Forbidden(Right::ReadPrivate), language));
                }
                (false, view) => view,
            };
            let told = Told {
                caller,
                what: "query",
                text: words.text.clone(),
                changes: false,
            };
            let memory = memory(&app, &told.caller);
            let mut asked = Asked {
                text: words.text,
                base: Some(base),
                default: words.default,
                named: words.named,
                view,
                budget: None,
            };
            app.counted.queries.fetch_add(1, Ordering::Relaxed);
            run(&app, language, told, move |app, token| {
                let limit = app.settings.answer_limit;
                let budget = Budget::new(token, &memory);
                asked.budget = Some(budget.clone());
                let found = app.engine.query(&asked, token, |results| {
                    rendered(results, &headers, limit, &budget)
                });
                match found {
                    Ok(Some(response)) => Ok(response),
                    Ok(None) => Err(unacceptable(language)),
                    Err(error) => Err(Problem::of(&error, language)),
                }
            })
            .await
        }
        Operation::Update(words) if updates => {
            let told = Told {
                caller: caller.clone(),
                what: "update",
                text: words.text.clone(),
                changes: true,
            };
            app.counted.updates.fetch_add(1, Ordering::Relaxed);
            run(&app, language, told, move |app, token| {
                let Words {
                    text,
                    default,
                    named,
                    ..
                } = words;
                let using = Using { default, named };
                let done = caller
                    .may(Right::Update)
                    .and_then(|()| app.engine.update(&text, Some(&base), using, token.clone()));
                done.map(|()| StatusCode::NO_CONTENT.into_response())
                    .map_err(|error| Problem::of(&error, language))
            })
            .await
        }
        Operation::Description(_) => describe::service(
            &base,
            &headers,
            updates && caller.may(Right::Update).is_ok(),
        ),
        Operation::Query(_) | Operation::Update(_) => {
            let sentence = language.say(
                "this address takes the other kind of request",
                "cette adresse prend l'autre sorte de requête",
            );
            Err(Problem::new(StatusCode::BAD_REQUEST, sentence))
        }
    }
}

/// Who asks, as it was found out before.
pub fn caller_of(request: &Request) -> Caller {
    request
        .extensions()
        .get()
        .cloned()
        .unwrap_or_else(Caller::anybody)
}

/// The memory that the evaluation for a caller may hold.
pub fn memory(app: &App, caller: &Caller) -> Memory {
    Memory {
        own: Some(app.settings.memory_limit),
        pool: caller.name.is_none().then(|| Arc::clone(&app.pool)),
    }
}

/// What relative addresses start from: the address of the request.
pub fn base(app: &App, headers: &HeaderMap, path: &str) -> String {
    let host = headers
        .get(axum::http::header::HOST)
        .and_then(|value| value.to_str().ok())
        .unwrap_or("localhost");
    let kind = if app.settings.tls.is_some() {
        "https"
    } else {
        "http"
    };
    format!("{kind}://{host}{path}")
}

/// The caller accepts no format that there is.
pub fn unacceptable(language: Language) -> Problem {
    let sentence = language.say(
        "no format that you accept can be made; accept application/sparql-results+json or text/turtle",
        "aucun format que vous acceptez ne peut être produit ; acceptez application/sparql-results+json ou text/turtle",
    );
    Problem::new(StatusCode::NOT_ACCEPTABLE, sentence)
}

/// Bytes that may not become too many.
pub struct Limited {
    pub bytes: Vec<u8>,
    pub limit: usize,
}

impl Write for Limited {
    fn write(&mut self, part: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + part.len() > self.limit {
            return Err(std::io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn written(error: &std::io::Error) -> Error {
    match error.kind() {
        std::io::ErrorKind::FileTooLarge => Error::TooLarge,
        _ => Error::Internal(error.to_string()),
    }
}

fn rendered(
    results: QueryResults<'_>,
    headers: &HeaderMap,
    limit: usize,
    budget: &Budget,
) -> crate::Result<Option<Response>> {
    let out = Limited {
        bytes: Vec::new(),
        limit,
    };
    let failed = |error: std::io::Error| written(&error);
    let evaluation = crate::engine::evaluation;
    let (media, out) = match results {
        QueryResults::Boolean(value) => {
            let Some(format) = negotiate::solutions(headers) else {
                return Ok(None);
            };
            let out = QueryResultsSerializer::from_format(format)
                .serialize_boolean_to_writer(out, value)
                .map_err(failed)?;
            (format.media_type(), out)
        }
        QueryResults::Solutions(solutions) => {
            let Some(format) = negotiate::solutions(headers) else {
                return Ok(None);
            };
            let serializer = QueryResultsSerializer::from_format(format);
            let mut writer = serializer
                .serialize_solutions_to_writer(out, solutions.variables().to_vec())
                .map_err(failed)?;
            for solution in solutions {
                budget.spend();
                writer
                    .serialize(&solution.map_err(evaluation)?)
                    .map_err(failed)?;
            }
            (format.media_type(), writer.finish().map_err(failed)?)
        }
        QueryResults::Graph(triples) => {
            let Some(format) = negotiate::graph(headers) else {
                return Ok(None);
            };
            let mut writer = RdfSerializer::from_format(format).for_writer(out);
            for triple in triples {
                budget.spend();
                writer
                    .serialize_triple(&triple.map_err(evaluation)?)
                    .map_err(failed)?;
            }
            (format.media_type(), writer.finish().map_err(failed)?)
        }
    };
    Ok(Some(body(StatusCode::OK, media, out.bytes)))
}
