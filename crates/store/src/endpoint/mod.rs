//! The store over HTTP: SPARQL protocol, graph store protocol, and what those who run it need. It listens on loopback unless told otherwise.

mod admin;
mod answer;
mod describe;
mod graphs;
mod lanes;
mod listen;
mod negotiate;
mod origin;
mod pages;
mod protocol;
mod rate;
mod run;
mod sparql;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get, post};
use lanes::Lanes;
pub use listen::Tls;
use rate::Rate;
use tokio::sync::{Semaphore, oneshot};

use crate::access::Users;
use crate::audit::{self, Audit};
use crate::budget::Pool;
use crate::engine::Engine;
use crate::error::Error;

/// Threads that evaluate have room for whatever a text of the allowed size can be parsed to: it is refused when it is parsed. No memory is taken that is not used.
const STACK: usize = 128 << 20;

/// The memory that all queries without a token hold together, in limits of one.
const POOL: usize = 4;

/// Wrong tokens of one address in a minute.
const WRONG: f64 = 30.0;

/// How the endpoint is to be run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where it listens.
    pub host: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The longest that a request may take.
    pub time_limit: Duration,
    /// The largest query or update, in bytes.
    pub text_limit: usize,
    /// The largest graph that may be sent, in bytes.
    pub data_limit: usize,
    /// The largest answer, in bytes.
    pub answer_limit: usize,
    /// The most memory that a query may hold, in bytes.
    pub memory_limit: usize,
    /// Requests that are worked on at once: of those who see the exact data, of others, and long ones of others.
    pub at_once: usize,
    /// Requests of one user, or of one address without a token, in a second; twice as many at once.
    pub rate: f64,
    /// The longest that headers may take to come, and that an answer may wait to go on.
    pub slow: Duration,
    /// Pages of other origins that may ask, as `https://yasgui.org`; `*` for all.
    pub origins: Vec<String>,
    /// Encrypts, if given.
    pub tls: Option<Tls>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            time_limit: Duration::from_secs(60),
            text_limit: 256 << 10,
            data_limit: 1 << 30,
            answer_limit: 256 << 20,
            memory_limit: 512 << 20,
            at_once: 8,
            rate: 1000.0,
            slow: Duration::from_secs(20),
            origins: Vec::new(),
            tls: None,
        }
    }
}

/// What was done so far.
#[derive(Default)]
struct Counted {
    requests: AtomicU64,
    queries: AtomicU64,
    updates: AtomicU64,
    problems: AtomicU64,
    microseconds: AtomicU64,
}

/// What all requests share.
struct App {
    engine: Arc<Engine>,
    users: Users,
    audit: Option<Audit>,
    settings: Settings,
    lanes: Lanes,
    /// The memory of all queries without a token.
    pool: Arc<Pool>,
    guesses: Arc<Semaphore>,
    /// By user, or by address.
    rate: Rate<String>,
    /// Wrong tokens, by address, and by address and token.
    wrong: Rate<String>,
    counted: Counted,
}

impl App {
    fn tell(&self, asked: audit::Asked, language: answer::Language) -> answer::Result<()> {
        match &self.audit {
            Some(audit) => audit
                .tell(asked)
                .map_err(|error| answer::Problem::of(&error, language)),
            None => Ok(()),
        }
    }
}

/// A running endpoint. Dropping it stops it.
pub struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Starts an endpoint on a thread of its own.
///
/// # Errors
/// When the port is taken, or the certificate cannot be read.
pub fn start(
    engine: Arc<Engine>,
    users: Users,
    audit: Option<Audit>,
    settings: &Settings,
) -> io::Result<Running> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .max_blocking_threads(64)
        .enable_all()
        .build()?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind((
        settings.host,
        settings.port,
    )))?;
    let address = listener.local_addr()?;
    let lanes = Lanes::new(settings.at_once);
    let together = settings.memory_limit.saturating_mul(POOL);
    let pool = Arc::new(Pool::new(together, lanes.places()));
    let guesses = Arc::new(Semaphore::new(2));
    let tls = settings.tls.as_ref().map(Tls::acceptor).transpose()?;
    let app = Arc::new(App {
        engine,
        users,
        audit,
        settings: settings.clone(),
        lanes,
        pool,
        guesses,
        rate: Rate::new(settings.rate, 2.0 * settings.rate),
        wrong: Rate::new(WRONG / 60.0, WRONG),
        counted: Counted::default(),
    });
    if let Some(cut_off) = app.engine.cut_off() {
        let line = audit::Asked {
            user: None,
            what: "cut-off",
            text: format!(
                "{} after byte {}: {} bytes",
                cut_off.path.display(),
                cut_off.at,
                cut_off.bytes
            ),
            status: 0,
            changes: true,
        };
        let _ = app.tell(line, answer::Language("en"));
    }
    let router = router(Arc::clone(&app));
    let slow = settings.slow;
    let (stop, stopped) = oneshot::channel::<()>();
    let thread = std::thread::Builder::new()
        .name("store".into())
        .spawn(move || {
            runtime.block_on(async {
                let publisher = tokio::spawn(publish_when_due(Arc::clone(&app)));
                let tidier = tokio::spawn(tidy_when_due(app));
                tokio::select! {
                    () = listen::listen(listener, router, tls, slow) => {}
                    _ = stopped => {}
                }
                publisher.abort();
                tidier.abort();
            });
            runtime.shutdown_timeout(Duration::from_secs(2));
        })?;
    Ok(Running {
        address,
        stop: Some(stop),
        thread: Some(thread),
    })
}

/// Shortens the journal and makes stores anew where it is worth it, beside everything else. What fails is tried again.
async fn tidy_when_due(app: Arc<App>) {
    let mut clock = tokio::time::interval(Duration::from_secs(1));
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        let own = Arc::clone(&app);
        let _ = tokio::task::spawn_blocking(move || own.engine.tidy()).await;
    }
}

/// Makes releases when the context says so.
async fn publish_when_due(app: Arc<App>) {
    let mut last = Instant::now();
    let mut clock = tokio::time::interval(Duration::from_secs(1));
    loop {
        clock.tick().await;
        let (own, seconds) = (Arc::clone(&app), last.elapsed().as_secs());
        let made = tokio::task::spawn_blocking(move || {
            let made = own.engine.publish_if_due(seconds);
            if matches!(made, Ok(Some(_))) {
                let line = audit::Asked {
                    user: None,
                    what: "publish",
                    text: "as the context says".to_owned(),
                    status: 200,
                    changes: true,
                };
                let _ = own.tell(line, answer::Language("en"));
            }
            made
        });
        if matches!(made.await, Ok(Ok(Some(_)))) {
            last = Instant::now();
        }
    }
}

fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(pages::page))
        .route("/page/{file}", get(pages::file))
        .route("/sparql", any(sparql::both))
        .route("/query", any(sparql::queries))
        .route("/update", any(sparql::updates))
        .route("/store", any(graphs::graphs))
        .route("/store/{*graph}", any(graphs::graphs))
        .route("/rdf-graph-store", any(graphs::graphs))
        .route("/rdf-graph-store/{*graph}", any(graphs::graphs))
        .route("/admin/status", get(admin::status))
        .route("/admin/publish", post(admin::publish))
        .route("/admin/who", get(admin::who))
        .route("/admin/audit", get(admin::audit))
        .route("/admin/openapi.json", get(admin::description))
        .route("/metrics", get(admin::metrics))
        .route("/healthz", get(admin::health))
        .layer(DefaultBodyLimit::disable())
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(&app),
            run::admitted,
        ))
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(&app),
            origin::shared,
        ))
        .layer(axum::middleware::from_fn(answer::secured))
        .with_state(app)
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops it.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// Opens a store in a folder with its users and its audit log.
///
/// # Errors
/// As [`Engine::open`].
pub fn open(
    folder: &std::path::Path,
    context: crate::Context,
    written: &str,
) -> Result<(Engine, Users, Audit), Error> {
    let engine = Engine::open(folder, context, written)?;
    Ok((engine, Users::open(folder)?, Audit::open(folder)?))
}
