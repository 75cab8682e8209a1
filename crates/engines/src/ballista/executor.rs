//! `bauta executor`: Ballista's executor with our functions, and with the key that some of them need.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ::datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use ::datafusion::prelude::SessionConfig;
use arrow_flight::flight_service_server::FlightServiceServer;
use ballista_core::ConfigProducer;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::BallistaError;
use ballista_core::extension::SessionConfigExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::create_grpc_server;
use ballista_executor::ArrowFlightServerProvider;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_executor::flight_service::BallistaFlightService;
use bauta_methods::pseudonym::Key;
use zeroize::Zeroizing;

use super::functions;
use super::process::{Ready, broke, ended, log_warnings, port_of, threads};
use super::tls::Certificates;
use crate::contract::Remake;
use crate::datafusion::stores::Stores;
use crate::error::{Error, Result};

/// How an executor runs.
#[derive(Debug, Clone)]
pub struct Executor {
    /// The scheduler's host and port.
    pub scheduler: (String, u16),
    /// Where it listens.
    pub bind: IpAddr,
    /// What others reach it by, where that is another name.
    pub host: Option<String>,
    /// Its port for rows and the next one for tasks; 0 takes free ones.
    pub port: u16,
    /// Where intermediate results are kept. They hold values of the data.
    pub work_dir: Option<PathBuf>,
    /// Tasks at a time; `None` = one a core.
    pub cores: Option<usize>,
    /// Bytes beyond which tasks write to temporary files; `None` = seven tenths of the machine's.
    pub memory: Option<u64>,
    /// The key of pseudonyms, where a step needs it.
    pub key_file: Option<PathBuf>,
    /// What makes drawings, where rows are to be drawn for.
    pub remake: Option<Remake>,
    /// Who may ask, and be asked; anybody in plain text without.
    pub tls: Option<Certificates>,
}

/// Seconds between signs of life, and seconds that intermediate results are kept.
const SIGN_OF_LIFE: u64 = 5;
const KEPT: u64 = 24 * 3_600;

/// How long a scheduler that is being started is waited for, in seconds.
const PATIENCE: u16 = 10;

/// Most bytes of a message with rows.
const MESSAGE: usize = 16 << 20;

/// Runs an executor until Ctrl-C.
///
/// # Errors
/// No scheduler answers, the ports cannot be had, or the key file is none.
pub fn run(settings: &Executor, ready: Ready<'_>) -> Result<()> {
    log_warnings();
    let who = "bauta executor";
    let key = settings.key_file.as_deref().map(read_key).transpose()?;
    let work = Work::make(settings.work_dir.as_deref())?;
    let port = port_of(settings.bind, settings.port)?;
    let grpc_port = if settings.port == 0 {
        port_of(settings.bind, 0)?
    } else {
        port + 1
    };
    let folder = work.path().to_owned();
    let defaults = ExecutorProcessConfig::default();
    let config = ExecutorProcessConfig {
        bind_host: settings.bind.to_string(),
        external_host: settings
            .host
            .clone()
            .or_else(|| Some(settings.bind.to_string())),
        port,
        grpc_port,
        scheduler_host: settings.scheduler.0.clone(),
        scheduler_port: settings.scheduler.1,
        scheduler_connect_timeout_seconds: PATIENCE,
        vcores: settings.cores.unwrap_or(defaults.vcores),
        work_dir: Some(folder.display().to_string()),
        executor_heartbeat_interval_seconds: SIGN_OF_LIFE,
        job_data_ttl_seconds: KEPT,
        job_data_clean_up_interval_seconds: 600,
        memory_pool_size: settings.memory,
        override_function_registry: Some(Arc::new(registry(key.as_ref(), settings.remake))),
        override_runtime_producer: Some(Arc::new(move |_: &SessionConfig| environment(&folder))),
        task_scheduling_policy: match settings.tls {
            Some(_) => TaskSchedulingPolicy::PullStaged,
            None => defaults.task_scheduling_policy,
        },
        override_create_grpc_client_endpoint: settings.tls.as_ref().map(Certificates::endpoint),
        override_config_producer: settings.tls.clone().map(|tls| -> ConfigProducer {
            Arc::new(move || tls.settings(SessionConfig::new_with_ballista()))
        }),
        override_arrow_flight_service: settings.tls.clone().map(rows_over_tls),
        ..defaults
    };
    let health = config.health.clone();
    threads(who)?.block_on(async {
        let mut process = tokio::spawn(start_executor_process(Arc::new(config)));
        let joined = async {
            let mut glance = tokio::time::interval(Duration::from_millis(20));
            while !health.is_ready() {
                glance.tick().await;
            }
        };
        let done = tokio::select! {
            done = &mut process => done,
            () = joined => {
                ready(SocketAddr::new(settings.bind, port));
                process.await
            }
        };
        match done {
            Ok(done) => done.map_err(|error| ended(who, &error)),
            Err(_) => Err(broke(who, "it broke off; its log says more")),
        }
    })
}

/// Hands out rows as Ballista's own service does, on a connection over TLS.
fn rows_over_tls(tls: Certificates) -> Arc<ArrowFlightServerProvider> {
    Arc::new(move |folder, address, mut shutdown, settings| {
        let tls = tls.server();
        tokio::spawn(async move {
            let service = FlightServiceServer::new(BallistaFlightService::new(folder))
                .max_decoding_message_size(MESSAGE)
                .max_encoding_message_size(MESSAGE);
            let server = create_grpc_server(&settings)
                .tls_config(tls)
                .map_err(BallistaError::TonicError)?;
            let mut server = server;
            server
                .add_service(service)
                .serve_with_shutdown(address, async move { shutdown.recv().await })
                .await
                .map_err(BallistaError::TonicError)
        })
    })
}

fn registry(key: Option<&Key>, remake: Option<Remake>) -> BallistaFunctionRegistry {
    let mut registry = BallistaFunctionRegistry::default();
    for function in functions::with_key(key, remake) {
        registry
            .scalar_functions
            .insert(function.name().to_owned(), Arc::new(function));
    }
    registry
}

fn environment(folder: &Path) -> ::datafusion::common::Result<Arc<RuntimeEnv>> {
    let builder = RuntimeEnvBuilder::new().with_temp_file_path(folder);
    builder
        .with_object_store_registry(Arc::new(Stores::default()))
        .build_arc()
}

/// The folder of intermediate results.
enum Work {
    Given(PathBuf),
    /// Removed at the end.
    Own(tempfile::TempDir),
}

impl Work {
    fn make(given: Option<&Path>) -> Result<Work> {
        let failed = |source| -> Error {
            bauta_formats::Error::io(given.unwrap_or(Path::new("temporary")), source).into()
        };
        match given {
            None => tempfile::Builder::new()
                .prefix("bauta-executor-")
                .tempdir()
                .map(Work::Own)
                .map_err(failed),
            Some(path) => {
                std::fs::create_dir_all(path).map_err(failed)?;
                // Only the user may read what is in it, as far as the system allows to say so.
                #[cfg(unix)]
                let _ = std::fs::set_permissions(
                    path,
                    std::os::unix::fs::PermissionsExt::from_mode(0o700),
                );
                path.canonicalize().map(Work::Given).map_err(failed)
            }
        }
    }

    fn path(&self) -> &Path {
        match self {
            Work::Given(path) => path,
            Work::Own(folder) => folder.path(),
        }
    }
}

/// The key in a file that only its owner may read.
fn read_key(path: &Path) -> Result<Key> {
    let failed = |source| -> Error { bauta_formats::Error::io(path, source).into() };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path)
            .map_err(failed)?
            .permissions()
            .mode();
        if mode & 0o077 != 0 {
            let what = format!("others than its owner may use the file {}", path.display());
            return Err(Error::request(what, "forbid it: chmod 600"));
        }
    }
    // Wiped when it is let go, as the key itself is.
    let bytes = std::fs::read(path).map(Zeroizing::new).map_err(failed)?;
    let key = Key::from_file(&bytes).ok().filter(Key::is_strong);
    key.ok_or_else(|| {
        Error::request(
            format!("there is no strong key in {}", path.display()),
            "make one with bauta key new",
        )
    })
}
