//! Ballista's own scheduler and executor as they come, without any function of ours: what tests hold "a stock cluster runs it" to.
//!
//! `stock scheduler` and `stock executor SCHEDULER_PORT WORK_FOLDER` listen on this machine, and say a line once they are ready.

// A process that cannot start stops at once and says where.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use tokio::time::interval;

const HOST: &str = "127.0.0.1";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    match words.as_slice() {
        ["scheduler"] => runtime.block_on(scheduler(free_port())),
        ["executor", port, folder] => runtime.block_on(executor(port.parse().unwrap(), folder)),
        _ => println!("stock scheduler | stock executor SCHEDULER_PORT WORK_FOLDER"),
    }
}

fn free_port() -> u16 {
    TcpListener::bind((HOST, 0))
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}

async fn scheduler(port: u16) {
    let config = SchedulerConfig {
        bind_host: HOST.to_owned(),
        external_host: HOST.to_owned(),
        bind_port: port,
        ..SchedulerConfig::default()
    };
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let cluster = BallistaCluster::new_from_config(&config).await.unwrap();
    let server = tokio::spawn(start_server(cluster, address, Arc::new(config)));
    let mut glance = interval(Duration::from_millis(20));
    while tokio::net::TcpStream::connect(address).await.is_err() {
        glance.tick().await;
    }
    println!("ready at ballista://{address}");
    server.await.unwrap().unwrap();
}

async fn executor(scheduler_port: u16, folder: &str) {
    std::fs::create_dir_all(folder).unwrap();
    let config = ExecutorProcessConfig {
        bind_host: HOST.to_owned(),
        external_host: Some(HOST.to_owned()),
        port: free_port(),
        grpc_port: free_port(),
        scheduler_host: HOST.to_owned(),
        scheduler_port,
        vcores: 1,
        work_dir: Some(folder.to_owned()),
        ..ExecutorProcessConfig::default()
    };
    let health = config.health.clone();
    let process = tokio::spawn(start_executor_process(Arc::new(config)));
    let mut glance = interval(Duration::from_millis(20));
    while !health.is_ready() {
        glance.tick().await;
    }
    println!("ready");
    process.await.unwrap().unwrap();
}
