//! Taking connections: so many at once, and none that is slow to say what it wants.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections at once; a page has about ten.
const CONNECTIONS: usize = 512;

/// Pause after a connection that the system could not hand over, such as when it has no file handles left.
const BREATH: Duration = Duration::from_millis(50);

/// Serves until it is dropped. A connection whose request headers are not complete after `patience` is closed.
pub async fn serve(listener: TcpListener, router: Router, patience: Duration) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            // A caller that goes away in the middle of something is nobody's fault.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(patience)
                .serve_connection(TokioIo::new(stream), service)
                .await;
            drop(permit);
        });
    }
}
