//! SPARQL 1.1 Graph Store HTTP Protocol: whole graphs read, replaced, extended and dropped.
//!
//! `?graph=ADDRESS` and `?default` name a graph; any path below the store's own names the graph of that address. Privileged users read and
//! write the exact data; everybody else reads the public graphs.

use std::sync::Arc;

use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use oxigraph::io::{RdfFormat, RdfParser, RdfSerializer};
use oxigraph::model::{GraphName, NamedNode, Quad, Triple};

use super::answer::{Language, Problem, Result, body};
use super::protocol::pairs;
use super::run::{SLOW, Told, content, run};
use super::sparql::{base, caller_of, memory, unacceptable};
use super::{App, negotiate};
use crate::access::Caller;
use crate::budget::{Budget, until_stopped};
use crate::engine::View;
use crate::error::{Error, Right};
use crate::files::malformed;

/// What a request is about.
enum About {
    Graph(GraphName),
    /// The store itself.
    Everything,
}

/// Any request of the protocol.
pub async fn graphs(State(app): State<Arc<App>>, request: Request) -> Result<Response> {
    let (method, mut headers) = (request.method().clone(), request.headers().clone());
    let parameters = pairs(request.uri().query().unwrap_or_default().as_bytes());
    negotiate::wanted(&parameters.unwrap_or_default(), &mut headers);
    let language = Language::of(&headers);
    let about = about(&app, &request, language)?;
    let caller = caller_of(&request);
    let text = match &about {
        About::Graph(graph) => format!("{method} {graph}"),
        About::Everything => format!("{method} /"),
    };
    let changes = method != Method::GET && method != Method::HEAD;
    if changes {
        caller
            .may(Right::Update)
            .map_err(|error| Problem::of(&error, language))?;
    }
    let base = base(&app, &headers, request.uri().path());
    let parts = match method {
        Method::PUT | Method::POST => sent(request, &app, language).await?,
        _ => Vec::new(),
    };
    let told = Told {
        caller: caller.clone(),
        what: "graph",
        text,
        changes,
    };
    run(&app, language, told, move |app, token| {
        match (method, about) {
            (Method::GET | Method::HEAD, about) => {
                let budget = Budget::new(token, &memory(app, &caller));
                until_stopped(|| Ok(read(app, &caller, about, &headers, &budget)))
                    .unwrap_or_else(|error| Err(Problem::of(&error, language)))
            }
            (method @ (Method::PUT | Method::POST), About::Graph(graph)) => {
                let quads = parsed(&parts, Some(&graph), &base, language)?;
                let new = match method {
                    Method::PUT => app.engine.replace(&graph, quads),
                    _ => app.engine.extend(&graph, quads),
                };
                let new = new.map_err(|error| Problem::of(&error, language))?;
                Ok(if new {
                    StatusCode::CREATED
                } else {
                    StatusCode::NO_CONTENT
                }
                .into_response())
            }
            (Method::POST, About::Everything) => create(app, &parts, &base, language),
            (Method::DELETE, About::Graph(graph)) => match app.engine.drop_graph(&graph) {
                Ok(true) => Ok(StatusCode::NO_CONTENT.into_response()),
                Ok(false) => Err(absent(language)),
                Err(error) => Err(Problem::of(&error, language)),
            },
            (_, About::Everything | About::Graph(_)) => {
                let sentence = language.say(
                    "send GET, HEAD, PUT, POST or DELETE, and name a graph",
                    "envoyez GET, HEAD, PUT, POST ou DELETE, et nommez un graphe",
                );
                Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, sentence))
            }
        }
    })
    .await
}

fn absent(language: Language) -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        language.say("there is no such graph", "ce graphe n'existe pas"),
    )
}

/// The graph that the address names.
fn about(app: &App, request: &Request, language: Language) -> Result<About> {
    let wrong = || {
        let sentence = language.say(
            "name one graph: ?default, or ?graph= and an absolute address",
            "nommez un graphe : ?default, ou ?graph= suivi d'une adresse absolue",
        );
        Problem::new(StatusCode::BAD_REQUEST, sentence)
    };
    let mut asked =
        pairs(request.uri().query().unwrap_or_default().as_bytes()).ok_or_else(wrong)?;
    asked.retain(|(name, _)| !negotiate::is_format(name));
    let graphs: Vec<&String> = asked
        .iter()
        .filter(|(name, _)| name == "graph")
        .map(|(_, value)| value)
        .collect();
    let default = asked.iter().any(|(name, _)| name == "default");
    match (graphs.as_slice(), default) {
        ([], true) => Ok(About::Graph(GraphName::DefaultGraph)),
        ([graph], false) => Ok(About::Graph(
            NamedNode::new(*graph).map_err(|_| wrong())?.into(),
        )),
        ([], false) if asked.is_empty() => {
            let path = request.uri().path();
            match path.trim_end_matches('/').matches('/').count() {
                1 => Ok(About::Everything),
                _ => Ok(About::Graph(
                    NamedNode::new(base(app, request.headers(), path))
                        .map_err(|_| wrong())?
                        .into(),
                )),
            }
        }
        _ => Err(wrong()),
    }
}

/// A part of a body with its format.
struct Part {
    format: RdfFormat,
    bytes: Vec<u8>,
}

async fn sent(request: Request, app: &App, language: Language) -> Result<Vec<Part>> {
    let media = negotiate::sent(request.headers());
    let limit = app.settings.data_limit;
    if media.as_deref() == Some("multipart/form-data") {
        let slowly = || {
            let sentence = language.say(
                "the request came too slowly",
                "la requête est arrivée trop lentement",
            );
            Problem::new(StatusCode::REQUEST_TIMEOUT, sentence)
        };
        return tokio::time::timeout(SLOW, parts(request, limit, language))
            .await
            .map_err(|_| slowly())?;
    }
    let bytes = content(request, limit, language).await?;
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let format = media
        .as_deref()
        .and_then(RdfFormat::from_media_type)
        .ok_or_else(|| unknown(language))?;
    Ok(vec![Part { format, bytes }])
}

fn unknown(language: Language) -> Problem {
    let sentence = language.say(
        "the format is not known; send text/turtle, application/n-triples, application/rdf+xml or application/ld+json",
        "le format n'est pas connu ; envoyez text/turtle, application/n-triples, application/rdf+xml ou application/ld+json",
    );
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence)
}

async fn parts(request: Request, limit: usize, language: Language) -> Result<Vec<Part>> {
    let wrong = || {
        let sentence = language.say(
            "the parts of the request cannot be read",
            "les parties de la requête ne peuvent être lues",
        );
        Problem::new(StatusCode::BAD_REQUEST, sentence)
    };
    let mut multipart = Multipart::from_request(request, &())
        .await
        .map_err(|_| wrong())?;
    let mut found = Vec::new();
    let mut total = 0;
    while let Some(field) = multipart.next_field().await.map_err(|_| wrong())? {
        let media = field
            .content_type()
            .map(|text| text.split(';').next().unwrap_or_default().trim().to_owned());
        let extension = field
            .file_name()
            .and_then(|name| name.rsplit_once('.'))
            .map(|(_, end)| end.to_owned());
        let by_media = media.as_deref().and_then(RdfFormat::from_media_type);
        let format = by_media
            .or_else(|| extension.as_deref().and_then(RdfFormat::from_extension))
            .ok_or_else(|| unknown(language))?;
        let bytes = field.bytes().await.map_err(|_| wrong())?.to_vec();
        total += bytes.len();
        if total > limit {
            let sentence = language.say(
                "the request is larger than is allowed",
                "la requête est plus grande que permis",
            );
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, sentence));
        }
        found.push(Part { format, bytes });
    }
    Ok(found)
}

/// The facts of a body, for one graph or as they are.
fn parsed(
    parts: &[Part],
    graph: Option<&GraphName>,
    base: &str,
    language: Language,
) -> Result<Vec<Quad>> {
    let wrong =
        |error: &dyn std::fmt::Display| Problem::of(&Error::Data(error.to_string()), language);
    let mut quads = Vec::new();
    for part in parts {
        let base = match graph {
            Some(GraphName::NamedNode(node)) => node.as_str(),
            _ => base,
        };
        let mut parser = RdfParser::from_format(part.format)
            .rename_blank_nodes()
            .with_base_iri(base)
            .map_err(|error| wrong(&error))?;
        if let Some(graph) = graph {
            parser = parser
                .without_named_graphs()
                .with_default_graph(graph.clone());
        }
        for quad in parser.for_slice(&part.bytes) {
            quads.push(
                quad.map_err(|error| Problem::of(&malformed(None, part.format, &error), language))?,
            );
        }
    }
    Ok(quads)
}

/// A data set is loaded as it is; a graph gets a new address.
fn create(app: &App, parts: &[Part], base: &str, language: Language) -> Result<Response> {
    let failed = |error: Error| Problem::of(&error, language);
    if !parts.is_empty() && parts.iter().all(|part| part.format.supports_datasets()) {
        let quads = parsed(parts, None, base, language)?;
        app.engine.insert(quads).map_err(failed)?;
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let name = crate::engine::label().map_err(failed)?;
    let address = format!("{}/{name}", base.trim_end_matches('/'));
    let graph = GraphName::from(
        NamedNode::new(&address).map_err(|error| failed(Error::Data(error.to_string())))?,
    );
    app.engine
        .extend(&graph, parsed(parts, Some(&graph), base, language)?)
        .map_err(failed)?;
    Ok((StatusCode::CREATED, [(header::LOCATION, address)]).into_response())
}

fn read(
    app: &App,
    caller: &Caller,
    about: About,
    headers: &HeaderMap,
    budget: &Budget,
) -> Result<Response> {
    let view = &caller.view(app.engine.context());
    let language = Language::of(headers);
    let failed = |error: Error| Problem::of(&error, language);
    let format = negotiate::graph(headers).ok_or_else(|| unacceptable(language))?;
    let graph = match &about {
        About::Graph(graph) => Some(graph),
        About::Everything => None,
    };
    if let Some(GraphName::NamedNode(node)) = graph
        && app.engine.context().is_private(node.as_str())
        && !matches!(view, View::Whole)
    {
        return Err(failed(Error::Forbidden(Right::ReadPrivate)));
    }
    let quads = quads(app, view, graph)
        .map_err(failed)?
        .ok_or_else(|| absent(language))?;
    let out = super::sparql::Limited {
        bytes: Vec::new(),
        limit: app.settings.answer_limit,
    };
    let mut writer = RdfSerializer::from_format(format).for_writer(out);
    let written = |_| failed(Error::TooLarge);
    for quad in quads {
        budget.spend();
        let quad = quad.map_err(failed)?;
        match graph {
            Some(_) => writer.serialize_triple(&Triple::from(quad)),
            None if format.supports_datasets() => writer.serialize_quad(&quad),
            None => writer.serialize_triple(&Triple::from(quad)),
        }
        .map_err(written)?;
    }
    Ok(body(
        StatusCode::OK,
        format.media_type(),
        writer.finish().map_err(written)?.bytes,
    ))
}

type Quads = Box<dyn Iterator<Item = crate::Result<Quad>>>;

/// The triples of a view: of the public one by one, since strangers may ask for all of them.
fn quads(app: &App, view: &View, graph: Option<&GraphName>) -> crate::Result<Option<Quads>> {
    let engine = &app.engine;
    if !matches!(view, View::Public) {
        let all = engine.graph(view, graph)?;
        return Ok(all.map(|all| Box::new(all.into_iter().map(Ok)) as Quads));
    }
    let store = engine.public();
    let there = match graph {
        Some(GraphName::NamedNode(node)) => store.contains_named_graph(node)?,
        Some(GraphName::BlankNode(_)) => false,
        Some(GraphName::DefaultGraph) | None => true,
    };
    let each = store.quads_for_pattern(None, None, None, graph.map(GraphName::as_ref));
    Ok(there.then(|| Box::new(each.map(|quad| Ok(quad?))) as Quads))
}
