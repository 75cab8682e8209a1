//! `bauta scheduler`: Ballista's scheduler, on this machine only unless told otherwise.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ::datafusion::execution::{SessionState, SessionStateBuilder};
use ::datafusion::prelude::SessionConfig;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::BallistaError;
use ballista_core::serde::protobuf::scheduler_grpc_server::SchedulerGrpcServer;
use ballista_core::utils::default_session_builder;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_server};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tonic::transport::Server;

use super::functions;
use super::process::{Ready, broke, ended, log_warnings, port_of, threads};
use super::tls::Certificates;
use crate::datafusion::session::environment;
use crate::error::Result;

/// How a scheduler runs.
#[derive(Debug, Clone)]
pub struct Scheduler {
    /// Where it listens; port 0 takes a free one.
    pub bind: SocketAddr,
    /// Who may ask, and be asked; anybody in plain text without.
    pub tls: Option<Certificates>,
}

/// Seconds without a sign of life after which an executor counts as lost, and between looks.
const LOST_AFTER: u64 = 20;
const LOOK_EVERY: u64 = 5;

/// Runs a scheduler until Ctrl-C.
///
/// # Errors
/// The address cannot be had.
pub fn run(settings: &Scheduler, ready: Ready<'_>) -> Result<()> {
    log_warnings();
    let who = "bauta scheduler";
    let host = settings.bind.ip();
    let address = SocketAddr::new(host, port_of(host, settings.bind.port())?);
    let defaults = SchedulerConfig::default();
    let tls = settings.tls.clone();
    // What executors listen with for tasks knows no TLS.
    let policy = if tls.is_some() {
        TaskSchedulingPolicy::PullStaged
    } else {
        defaults.scheduling_policy
    };
    let config = Arc::new(SchedulerConfig {
        bind_host: host.to_string(),
        external_host: host.to_string(),
        bind_port: address.port(),
        executor_timeout_seconds: LOST_AFTER,
        expire_dead_executor_interval_seconds: LOOK_EVERY,
        no_executors_grace_period_seconds: LOST_AFTER,
        override_session_builder: Some(Arc::new(session)),
        scheduling_policy: policy,
        use_tls: tls.is_some(),
        override_create_grpc_client_endpoint: tls.as_ref().map(Certificates::endpoint),
        ..defaults
    });
    threads(who)?.block_on(async {
        let told = |error| ended(who, &error);
        let cluster = BallistaCluster::new_from_config(&config)
            .await
            .map_err(told)?;
        let mut server = match tls {
            Some(tls) => tokio::spawn(over_tls(cluster, address, config, tls)),
            None => tokio::spawn(start_server(cluster, address, config)),
        };
        tokio::select! {
            done = &mut server => return finished(who, done),
            () = answers(address) => ready(address),
        }
        tokio::select! {
            done = server => finished(who, done),
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    })
}

/// The same service as Ballista's own, on a connection over TLS.
async fn over_tls(
    cluster: BallistaCluster,
    address: SocketAddr,
    config: Arc<SchedulerConfig>,
    tls: Certificates,
) -> ballista_core::error::Result<()> {
    let most = (
        config.grpc_server_max_decoding_message_size,
        config.grpc_server_max_encoding_message_size,
    );
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, config).await?;
    let service = SchedulerGrpcServer::new(scheduler)
        .max_decoding_message_size(most.0 as usize)
        .max_encoding_message_size(most.1 as usize);
    let mut server = Server::builder()
        .tls_config(tls.server())
        .map_err(BallistaError::TonicError)?;
    server
        .add_service(service)
        .serve(address)
        .await
        .map_err(BallistaError::TonicError)
}

fn finished(
    who: &str,
    done: std::result::Result<ballista_core::error::Result<()>, tokio::task::JoinError>,
) -> Result<()> {
    match done {
        Ok(done) => done.map_err(|error| ended(who, &error)),
        Err(_) => Err(broke(who, "it broke off; its log says more")),
    }
}

/// Waits until the server takes connections.
async fn answers(address: SocketAddr) {
    let mut glance = tokio::time::interval(Duration::from_millis(20));
    while tokio::net::TcpStream::connect(address).await.is_err() {
        glance.tick().await;
    }
}

/// Ballista's own session with our functions by name, and with the stores of this process's environment.
fn session(config: SessionConfig) -> ::datafusion::common::Result<SessionState> {
    let state = default_session_builder(config)?;
    let mut state = SessionStateBuilder::new_from_existing(state)
        .with_runtime_env(environment(None)?)
        .build();
    use ::datafusion::execution::FunctionRegistry;
    for function in functions::without_key() {
        state.register_udf(Arc::new(function))?;
    }
    Ok(state)
}
